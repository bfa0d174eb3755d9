"""Cards of the rig that no way uses or tells, and on which a figure hangs all the same: by the
memory that they take or give, where ice counts what is free of it, or by the virus counter that
they keep from a purge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.cards.walking import mentioned
from simcore.plan.pieces import Slot
from simcore.plan.slots import OF_GUESTS
from simcore.prices.corp.ground import KEEPS_VIRUS, says
from simcore.prices.corp.left_out_elsewhere import MATTERS
from simcore.prices.way.memory import says_what_memory
from simcore.scenario import RigCard, Scenario


def with_a_silent_part(scenario: Scenario, slots: Sequence[Slot], passing: bool) -> set[str]:
    """The titles of those cards of the rig of a server."""
    rig = scenario.runner.rig
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    found = counted_as_memory(rig, slots, ice) if passing else set[str]()
    if MATTERS["a purge"](scenario):
        found |= {placed.card.title for placed in rig if _has_a_guest(placed, rig, KEEPS_VIRUS)}
    return found


def counted_as_memory(
    rig: Sequence[RigCard], slots: Sequence[Slot], ice: Iterable[Card]
) -> set[str]:
    """The titles of those that decide how much memory is free, where ice asks for that."""
    if not any("free-mu" in mentioned(card.rules) for card in ice):
        return set()
    return {
        placed.card.title
        for placed, slot in zip(rig, slots, strict=False)
        if not placed.in_heap
        if slot.memory or says_what_memory(slot, placed) or _hosts(placed, rig)
    }


def _hosts(placed: RigCard, rig: Sequence[RigCard]) -> bool:
    """Whether a program on a card takes no memory for that."""
    return any(map(OF_GUESTS.match, texts_outside(placed.card))) and _has_a_guest(placed, rig)


def _has_a_guest(placed: RigCard, rig: Sequence[RigCard], text: str = "") -> bool:
    """Whether a card that says a `text`, if any is asked for, has another one on it."""
    hosts = {rig[each.on_card].card.id for each in rig if each.on_card is not None}
    return placed.card.id in hosts and (not text or says(placed.card, text))
