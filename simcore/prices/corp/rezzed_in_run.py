"""What watches the Corp rez ice in the middle of a run, or makes that dearer, and is not followed
there.

Ice comes in on the way, or is turned face down and rezzed again. What the Runner gains for that,
and what each piece costs more, is followed (`way/rezzing.py`), but for ice that an event turns
down: nothing comes of that where the Corp can pay. All else is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.prices.corp.asked_to_rez import asked_to_rez, asks_more
from simcore.prices.corp.coming import (
    bringing_of,
    brings,
    cards_that_may_come,
    innermost_of,
    may_come,
)
from simcore.prices.corp.everywhere import acts_on_rezzing
from simcore.prices.corp.ground import ground_of
from simcore.prices.corp.table_elsewhere import active_elsewhere, lines_of
from simcore.prices.corp.when_rezzed import acts_when_rezzed, looks_at_rezzing
from simcore.prices.rig.beside import CLOSES
from simcore.scenario import Scenario, rezzed_in_root

_NAMED = re.compile(
    r"^ice rezzed: (?!gain \d$)|^this-run: card rezzed\b|\bjust rezzed\b|\bcosts \d more to rez$"
    r"|^this-run: the first unrezzed piece costs more$|^double-rez$"
)
"""What a card of the Runner's says, wherever ice is rezzed in the run."""
_ONE_AT_MOST = "trash: the Corp rezzes one piece at most"
_IF_TURNED = re.compile(
    r"^ice rezzed(?: \[1/turn\])?: gain \d$|^(?:host rezzed|ice turned down)\b"
    r"|^trash: outermost ice is not rezzed\b"
)
"""What it says besides, where an event turns down ice that the Corp may pay for again."""
_PAYS = re.compile(r"^root: rez-credits \d$|^ice installed here: rezzed for \d less$")
"""What a card of the root says that pays for rezzing ice here."""
_PAYS_AGAIN = re.compile(r"^root: rez-credits \d$")
"""And that pays for ice that has been there before."""
_TURNS = re.compile(r"\bderez\b|\bturns down$")


def may_be_rezzed(scenario: Scenario) -> bool:
    """Whether the Corp may rez ice on the way: some that comes in, or that has turned face down."""
    return may_come(scenario) > 0 or _closes(scenario) or _is_met_again(scenario)


def may_be_paid_for(scenario: Scenario) -> bool:
    """Whether the Corp may have to pay for that."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    brought = innermost_of(scenario) or any(brings(c) and not bringing_of(c).kind for c in cards)
    again = _closes(scenario) or _is_met_again(scenario) or ground_of(scenario).outward
    return again or (bool(brought) and may_come(scenario) > 0)


def bioroids_may_be_paid_for(scenario: Scenario) -> bool:
    """Whether the Corp may have to pay for a bioroid in the run."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    cards += cards_that_may_come(scenario)
    return may_be_paid_for(scenario) and any("bioroid" in card.subtypes for card in cards)


def left_out_of_rezzing(scenario: Scenario) -> Iterator[str]:
    """The clauses of active cards that are left out as ice is rezzed in the run."""
    if not may_be_rezzed(scenario):
        return
    closes, runner = _closes(scenario), scenario.runner
    several = may_come(scenario) + closes > 1
    beside = (card for card in (runner.identity, runner.event) if card is not None)
    rig = (placed.card for placed in runner.rig if not placed.in_heap)
    for card in dict.fromkeys((*rig, *beside)):
        for text in dict.fromkeys(_texts_of(card)):
            at_most = several and text == _ONE_AT_MOST
            if _NAMED.search(text) or at_most or (closes and _IF_TURNED.match(text)):
                yield f"{card.title}: '{text}'"
    for card in dict.fromkeys(_of_corp(scenario)):
        if acts_on_rezzing(card):
            yield f"{card.title}: what it does as ice is rezzed"
        else:
            yield from (f"{card.title}: '{text}'" for text in looks_at_rezzing(card))
    pays = _PAYS if cards_that_may_come(scenario) else _PAYS_AGAIN
    for card, _ in rezzed_in_root(scenario) if may_be_paid_for(scenario) else ():
        yield from (f"{card.title}: '{text}'" for text in _texts_of(card) if pays.match(text))
    if may_be_paid_for(scenario):
        yield from _words_of_forfeited(scenario)
    for piece in scenario.ice if closes else ():
        if piece.card is not None and acts_when_rezzed(piece.card):
            yield f"{piece.card.title}: what it does as it is rezzed again"
        if piece.card is not None and asks_more(piece.card):
            yield f"{piece.card.title}: what it asks for besides credits to be rezzed again"


def _words_of_forfeited(scenario: Scenario) -> Iterator[str]:
    """That what a scored agenda does ends where it is forfeited for ice that comes in."""
    asked = [asked_to_rez(card, scenario) for card in cards_that_may_come(scenario)]
    if any(each.forfeited and each.saved() is not None for each in asked):
        for card in dict.fromkeys(active_elsewhere(scenario)):
            if card.type == "agenda" and lines_of(card):
                yield f"{card.title}: that it may be forfeited for ice"


def _closes(scenario: Scenario) -> bool:
    """Whether an event turns a piece face down as the run begins."""
    event = scenario.runner.event
    items = event.rules.unexecuted if event is not None else ()
    return bool(scenario.ice) and any(item.text == CLOSES for item in items)


def _is_met_again(scenario: Scenario) -> bool:
    """Whether ice that a card of the Runner's turns face down may be ahead once more."""
    texts = (text for card in scenario.runner.cards() for text in _texts_of(card))
    return bool(ground_of(scenario).returns) and any(map(_TURNS.search, texts))


def _of_corp(scenario: Scenario) -> Iterator[Card]:
    """The Corp's active cards that are no ice of this server."""
    if scenario.corp.identity is not None:
        yield scenario.corp.identity
    yield from (card for card, _ in rezzed_in_root(scenario))
    yield from active_elsewhere(scenario)


def _texts_of(card: Card) -> list[str]:
    rules = card.rules
    read = [item.text for item in rules.unexecuted]
    read += [static.text for static in rules.statics]
    return [*read, *texts_outside(card)]
