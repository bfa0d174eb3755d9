"""Ice that programs on it change, and what it is once they have gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.walking import mentioned
from simcore.hosting import KINDS, changed, changes_host, check_stays
from simcore.plan.pieces import RigState
from simcore.prices.corp.price_ice import has_aura, takes_subtypes
from simcore.scenario import RigCard, Scenario

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight
    from simcore.prices.way.wall import Wall

Unchanged = Mapping[tuple[int, frozenset[int]], "Wall"]
"""By place, and cards of the rig that have gone: the piece without what they made of it."""
_BEFORE = ("rez", "encounter")
"""When ice does something before it is broken."""
_COUNTED = frozenset(f"rezzed:{kind}" for kind in KINDS)


def without_guests(scenario: Scenario) -> Iterator[tuple[int, frozenset[int], Scenario]]:
    """For each piece that some of those that change it may leave before it is met: the scenario as
    it is then."""
    rig = scenario.runner.rig
    for place, piece in enumerate(scenario.ice):
        guests = [n for n, each in enumerate(rig) if each.host == place and changes_host(each.card)]
        if piece.printed is None:
            continue
        for number in range(1, len(guests) + 1):
            for gone in map(frozenset, combinations(guests, number)):
                left = [rig[guest].card for guest in guests if guest not in gone]
                ice = list(scenario.ice)
                ice[place] = replace(piece, card=changed(piece.printed, left))
                others = tuple(
                    replace(each, host=None) if n in gone else each for n, each in enumerate(rig)
                )
                runner = replace(scenario.runner, rig=others)
                yield place, gone, replace(scenario, ice=tuple(ice), runner=runner)


def gone_from(rig: Sequence[RigCard], place: int, now: RigState) -> frozenset[int]:
    """The cards that have changed a piece and have left it."""
    return frozenset(
        number
        for number, (placed, card) in enumerate(zip(rig, now, strict=True))
        if placed.host == place and not card.installed and changes_host(placed.card)
    )


def leaned_on(attempt: Attempt, place: int, arriving: bool) -> frozenset[int]:
    """Cards of the rig of which it is not known what comes of their going as the piece at a place
    is met, before it is broken (`arriving`) or after that."""
    changing = (n for n, each in enumerate(attempt.rig) if changes_host(each.card))
    if attempt.meets_again or any(_counts_kinds(wall.card) for wall in attempt.all_walls):
        return frozenset(changing)
    return frozenset(n for n in changing if _is_leaned_on(attempt, n, place, arriving))


def _is_leaned_on(attempt: Attempt, number: int, place: int, arriving: bool) -> bool:
    """Whether it matters there that a card goes, and what comes of it is not known."""
    placed, inner = attempt.rig[number], len(attempt.walls)
    if placed.host is None:
        return True
    bare = attempt.unchanged.get((placed.host, frozenset([number])))
    if bare is None or has_aura(bare.card):
        return True
    if placed.host == place:
        hosting = attempt.walls[place].card
        return arriving or _acts_once_broken(bare.card) != _acts_once_broken(hosting)
    is_behind = placed.host < place < inner
    return not is_behind and bool(attempt.found)


def _acts_once_broken(card: Card) -> tuple[object, ...]:
    """What a piece does once all breaking is over."""
    rules = card.rules
    return (
        rules.subs,
        rules.corp_abilities,
        [clause for clause in rules.on if not clause.event.startswith(_BEFORE)],
        [
            item
            for item in rules.unexecuted
            if item.key == "subs" or (item.key == "on" and not item.text.startswith(_BEFORE))
        ],
    )


def _counts_kinds(card: Card) -> bool:
    """Whether a piece looks at subtypes of others that programs on these may change."""
    unread = any(each in item.text for item in card.rules.unexecuted for each in _COUNTED)
    return takes_subtypes(card) or unread or bool(mentioned(card.rules) & _COUNTED)


def check_leaving(sight: Sight, slot: int, why: str) -> None:
    """Raises `CapacityError` where it is not known what comes of it that a card goes."""
    if slot in sight.leaned:
        check_stays(sight.rig[slot].card, why)


def check_guests(rig: Sequence[RigCard], now: RigState, title: str) -> None:
    """Raises `CapacityError` where a card that changes another one of the rig has gone without it
    as a piece of ice is met."""
    for placed, card in zip(rig, now, strict=True):
        if placed.on_card is None or card.installed or placed.in_heap:
            continue
        if now[placed.on_card].installed:
            check_stays(placed.card, f"what comes before {title}")
