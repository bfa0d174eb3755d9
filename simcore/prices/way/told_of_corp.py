"""What is said of the Corp's cards that go, and of strength that ice has for its credits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.prices.corp.ground import BY_CREDITS, clauses_of_root
from simcore.prices.corp.installs import DEARER, installs_of
from simcore.prices.corp.table_elsewhere import ANYWHERE, lines_of
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.looking import told_of_hq
from simcore.prices.way.passing import told_of_home
from simcore.scenario import Scenario, rezzed_in_root

_PAYS = re.compile(r"^(root: )?sub-broken( if tagged)?: cgain \d$")
_AT_ITS_TRACE = re.compile(
    r"^(root: (trace \+|on-trace|on-net|credits )|anywhere: .*\b(trace|net)s?\b)"
)
"""What a card of the root says of traces, of the credits paid in them or of the damage."""
_AT_ONCE = "while a piece of ice is being broken or made ready for is no part of its strength"


def told_of_corp(attempt: Attempt, stated: Scenario) -> tuple[str, ...]:
    """What is said of cards that come to HQ, or are trashed, and of credits of the Corp."""
    of_cards = told_of_hq(attempt) + told_of_home(attempt) + words_of_blasts(attempt, stated)
    return of_cards + told_of_riches(attempt, stated)


def told_of_riches(attempt: Attempt, stated: Scenario) -> tuple[str, ...]:
    """What is said where the Corp may gain credits between two uses at one piece of ice, which
    would be stronger for them by the second one."""
    if not attempt.ground.rich:
        return ()
    stronger = [card.title for card, text in clauses_of_root(stated) if BY_CREDITS.match(text)]
    gaining = dict.fromkeys(_gaining_at_once(attempt, stated))
    return tuple(
        f"{title}: what the Corp gains by {each} {_AT_ONCE}"
        for title in dict.fromkeys(stronger)
        for each in gaining
    )


def _gaining_at_once(attempt: Attempt, stated: Scenario) -> Iterator[str]:
    """The cards by which the Corp gains credits as a subroutine is broken that is not the only one
    of its piece, or as a program is installed."""
    several = [
        each.card
        for each in attempt.all_walls
        if len(each.card.rules.sub_texts) > 1 or each.card.rules.gains or attempt.ground.given
    ]
    own = {item.text for card in several for item in card.rules.unexecuted}
    for card, text in clauses_of_root(stated):
        if _PAYS.match(text) and text.removeprefix("root: ") in own:
            yield card.title
    here = dict.fromkeys(piece.card for piece in stated.ice if piece.card in several)
    yield from (card.title for card in here if card and any(map(_PAYS.match, texts_of(card))))
    if attempt.ground.stings and attempt.ground.sells_net and several:
        yield "net damage that it makes less"
    if any(placed.in_heap for placed in attempt.rig) and installs_of(stated).gained:
        cards = dict.fromkeys(card for card, _ in rezzed_in_root(stated))
        yield from (c.title for c in cards if any(DEARER.match(t) for t in texts_outside(c)))


def words_of_blasts(attempt: Attempt, stated: Scenario) -> tuple[str, ...]:
    """What is left out of cards of the root that go before the trace of one that has trashed them:
    what they make of the trace, or of the damage."""
    here = replace(stated, root=stated.root[: attempt.root_cards])
    acting = dict.fromkeys(card for card, _ in rezzed_in_root(here) if _acts_then(card))
    return tuple(
        f"{blast.title}: that {card.title} has gone before its trace is left out"
        for blast in attempt.interventions
        if blast.behind
        for card in acting
    )


def _acts_then(card: Card) -> bool:
    texts = (*texts_of(card), *(line for line in lines_of(card) if line.startswith(ANYWHERE)))
    return any(map(_AT_ITS_TRACE.match, texts))
