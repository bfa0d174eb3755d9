"""What no price follows where two cards meet: named where it may matter, each by its card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.english import english
from simcore.plan.marks import CORP_GAINS
from simcore.prices.corp.ground import hears_of_trash
from simcore.prices.corp.left_out_elsewhere import MATTERS
from simcore.prices.corp.table_elsewhere import active_elsewhere, lines_of
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.rig.taken_by_ice import draws_at_will, taken_by, taken_by_ice
from simcore.prices.stated import SHELTERED
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.looking import looks_of
from simcore.scenario import RigCard, Scenario, rezzed_in_root

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_EMPTIES_ROOT = re.compile(r"^this-run: (successful: the root is trashed|.*empty-root trashed)$")
_HEARS = "root: trash-accessed"
_BY_LINK = re.compile(r"^success\[first\] with link (\d): ")
_FOR_A_DRAW = "runner-draws [first]: cgain"
_DRAWS = re.compile(r"^(trash|pc \d)\b.*: .*\bdraw \d")
_FOR_LATER = re.compile(r"^trash: one icebreaker str .* (run|turn)$")
_GONE = ("trashed", "condemned", "cards_lost", "used_up", "perhaps_used_up")


def left_out_of_emptied_root(scenario: Scenario) -> tuple[str, ...]:
    """What cards of the Corp's do once the card that started the run trashes all of the root."""
    event = scenario.runner.event
    if event is None or not scenario.root:
        return ()
    texts = (*texts_of(event), *(f"this-run: {english(c.effect)}" for c in event.rules.on))
    if not any(map(_EMPTIES_ROOT.match, texts)):
        return ()
    identity = scenario.corp.identity
    hearing = [identity] if identity is not None and hears_of_trash(identity) else []
    hearing += [c for c in active_elsewhere(scenario) if hears_of_trash(c) or _is_told_of_trash(c)]
    blank = any("the root has no text" in text for text in texts)
    hearing += [card for card, _ in rezzed_in_root(scenario) if hears_of_trash(card) and not blank]
    words = f"what it does as {event.title} trashes the root is left out"
    return tuple(dict.fromkeys(f"{card.title}: {words}" for card in hearing))


def _is_told_of_trash(card: Card) -> bool:
    return any(line.startswith(_HEARS) for line in lines_of(card))


def left_out_where_cards_meet(
    stated: Scenario, attempt: Attempt, bills: Sequence[Bill]
) -> tuple[str, ...]:
    """What is left out, if it may matter to these ways, or to there being none."""
    found = [
        *_of_the_penniless(attempt, bills),
        *_of_links(stated, bills),
        *_of_the_sheltered(stated, attempt, bills),
        *_of_gains_for_draws(stated, attempt, bills),
    ]
    if attempt.passing:
        found += _of_later_use(attempt)
    return tuple(dict.fromkeys(found))


def _gone(bill: Bill) -> list[str]:
    """The titles of cards that a way gives up or loses."""
    return [title for kind in _GONE for title in bill.get(kind, ())]


def _may_be_short(bills: Sequence[Bill]) -> bool:
    return not bills or any(not bill["affordable"] for bill in bills)


def _of_the_penniless(attempt: Attempt, bills: Sequence[Bill]) -> Iterator[str]:
    """The damage of a card that goes as the pool is empty comes behind all ice."""
    for slot in (slot for slot in attempt.slots if slot.penniless):
        lost = any(slot.title in _gone(bill) for bill in bills)
        if _may_be_short(bills) and any(map(draws_at_will, attempt.slots)):
            yield f"{slot.title}: that cards may be drawn against its damage is left out"
        if (lost or _may_be_short(bills)) and looks_of(attempt).hand:
            for other in (other for other in attempt.slots if other.grows_by_damage):
                yield f"{other.title}: its counter for the damage of {slot.title} is left out"


def _of_links(stated: Scenario, bills: Sequence[Bill]) -> Iterator[str]:
    """Credits for the link that the Runner had before cards with link went."""
    runner = stated.runner
    if runner.link_is_stated or (runner.identity and "digital" in runner.identity.subtypes):
        return
    links = {placed.card.title: placed.card.link or 0 for placed in runner.rig}
    for card in dict.fromkeys(placed.card for placed in runner.rig):
        asked = [int(found[1]) for found in map(_BY_LINK.match, texts_of(card)) if found]
        for bill in bills if asked else ():
            gains = any(f"{card.title}: the Runner gains" in step for step in bill["steps"])
            lost = [title for title in _gone(bill) if links.get(title)]
            if gains and runner.link - sum(links[title] for title in lost) < asked[0]:
                yield f"{card.title}: that the link of {lost[0]} is gone by then is left out"


def _of_the_sheltered(stated: Scenario, attempt: Attempt, bills: Sequence[Bill]) -> Iterator[str]:
    """A card that the Corp cannot trash beside another one that is used up on the way."""
    gates = (effect for gate in attempt.gates for effect in gate.effects)
    taken = taken_by(gates).union(*(taken_by_ice(wall.card) for wall in attempt.walls))
    resources = [p for p in stated.runner.rig if _is_resource(p) and "resource" in taken]
    for placed in resources:
        if SHELTERED not in texts_of(placed.card):
            continue
        others = [each.card.title for each in resources if each is not placed]
        for bill in bills:
            gone = _gone(bill)
            emptied = [*bill.get("used_up", ()), *bill.get("perhaps_used_up", ())]
            if placed.card.title not in bill.get("cards_lost", ()) and set(others) <= set(gone):
                for title in (title for title in emptied if title in others):
                    yield (
                        f"{placed.card.title}: that the Corp may trash it once {title} is used up "
                        "is left out"
                    )


def _is_resource(placed: RigCard) -> bool:
    return placed.card.type == "resource" and not placed.in_heap


def _of_gains_for_draws(stated: Scenario, attempt: Attempt, bills: Sequence[Bill]) -> Iterator[str]:
    """Credits that come since the Corp gains some for a card that the Runner draws."""
    identity = stated.corp.identity
    texts = [] if identity is None else texts_of(identity)
    if not any(text.startswith(_FOR_A_DRAW) for text in texts) or identity is None:
        return
    if all(bill["affordable"] for bill in bills) or not MATTERS["cards are drawn"](stated):
        return
    for slot in attempt.slots:
        if slot.earns is not None and slot.earns.when == CORP_GAINS:
            yield f"{slot.title}: what it brings by {identity.title} is left out"


def _of_later_use(attempt: Attempt) -> Iterator[str]:
    """Cards that could be used before ice takes them, for what comes behind it."""
    cards = [wall.card for wall in attempt.walls]
    for place, card in enumerate(cards):
        types = taken_by_ice(card)
        behind = cards[place + 1 :]
        for placed, slot in zip(attempt.rig, attempt.slots, strict=True):
            if placed.in_heap or placed.card.type not in types:
                continue
            lends = bool(behind) and any(map(_FOR_LATER.match, texts_of(placed.card)))
            if lends or (slot.raids and attempt.gates):
                yield f"{slot.title}: that it may be used before {card.title} takes it is left out"
