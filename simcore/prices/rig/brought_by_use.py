"""What breaking brings beside what it breaks: credits of the Corp's, and cards drawn by the use of
cards, or by what goes for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from simcore.plan.marks import CORP_GAINS
from simcore.plan.pieces import Slot, Way

USED, TRASHED, OWN_TRASHED = "used", "trashed", "own trashed"
"""When a card has the Runner draw: it is used to break, an ability has been used that costs its
card, the Runner has trashed a card of the rig (`Slot.draws`)."""


def brought(slots: tuple[Slot, ...], way: Way) -> tuple[int, ...]:
    """Credits that the Corp gains by the cards that break something (and the same less than 0 where
    that is no harm); and less than 0, where any may come, as many cards as it may bring."""
    breaking = (use.slot for use in way.uses if use.slot >= 0 and any(use.breaks))
    gain = sum(slots[slot].enriches for slot in breaking)
    welcome = any(slot.earns is not None and slot.earns.when == CORP_GAINS for slot in slots)
    found = (gain, -gain) if welcome else (gain,)
    return (*found, -_drawn(slots, way)) if _draws(slots) else found


def with_given_up(
    slots: tuple[Slot, ...], found: tuple[int, ...], given: Iterable[tuple[bool, bool]]
) -> tuple[int, ...]:
    """The same with cards that something is given by: whether they are given up by an ability, and
    whether others are."""
    if not _draws(slots):
        return found
    ways = list(given)
    abilities, others = sum(own for own, _ in ways), any(other for _, other in ways)
    return (*found[:-1], found[-1] - _for_trash(slots, abilities, others))


def without_draws(slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """A rig of which no card is drawn by its use."""
    if not _draws(slots):
        return slots
    return tuple(replace(slot, draws="") if _draws((slot,)) else slot for slot in slots)


def _draws(slots: tuple[Slot, ...]) -> bool:
    return any(slot.draws in (USED, TRASHED, OWN_TRASHED) for slot in slots)


def _drawn(slots: tuple[Slot, ...], way: Way) -> int:
    uses = [use for use in way.uses if use.slot >= 0]
    times = sum(sum(use.breaks) for use in uses if slots[use.slot].draws == USED)
    trashed = sum(
        n * ability.trash
        for use in uses
        for ability, n in zip(slots[use.slot].abilities, use.breaks, strict=False)
    )
    return times + _for_trash(slots, trashed, others=False)


def _for_trash(slots: tuple[Slot, ...], abilities: int, others: bool) -> int:
    """Cards that may come for so many abilities that cost their card, and for `others` that go."""
    own = any(slot.draws == OWN_TRASHED for slot in slots)
    for_each = sum(slot.draws == TRASHED for slot in slots)
    return abilities * for_each + (own and (abilities > 0 or others))
