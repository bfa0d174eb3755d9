"""Ice that lets others than certain breakers break one of its subroutines, or none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from simcore.errors import CapacityError
from simcore.plan.pieces import NOWHERE, RigState, Slot, Target

_GIFT = -3
"""In the place of an ability: what a card gives before anything is broken."""


def killers_first(
    slots: tuple[Slot, ...], state: RigState, target: Target, most: int
) -> list[tuple[Slot, ...]]:
    """The rig before ice of which others than killers may break so many subroutines, one at most:
    with each of the abilities by which one of those others may do that, once."""
    killers = any(slot.killer and now.installed for slot, now in zip(slots, state, strict=True))
    others = [
        (number, place)
        for number, (slot, now) in enumerate(zip(slots, state, strict=True))
        if not slot.killer and now.installed
        for place, works in ((_GIFT, slot.breaks or slot.eats), *_working(slot, target))
        if works
    ]
    if killers and others and most > 1:
        titles = " and ".join(dict.fromkeys(slots[number].title for number, _ in others))
        raise CapacityError(f"{target.title}: killers and {titles} sharing its subroutines")
    if not killers:
        return []
    if len(others) < 2:
        return [tuple(map(partial(at_most_one, target=target), slots))]
    return [
        tuple(
            at_most_one(slot, target, place if number == other else NOWHERE)
            for number, slot in enumerate(slots)
        )
        for other, place in others
    ]


def _working(slot: Slot, target: Target) -> Iterator[tuple[int, bool]]:
    """The places of a card's abilities to break, and whether they work on a piece of ice."""
    return ((place, each.works_on(target)) for place, each in enumerate(slot.abilities))


def refuse_sharing(slots: tuple[Slot, ...], state: RigState, target: Target) -> None:
    """Others may break what is not printed on ice that fracters alone break otherwise."""
    for slot, now in zip(slots, state, strict=True):
        able = slot.breaks or slot.eats or any(works for _, works in _working(slot, target))
        if now.installed and not slot.fracter and able:
            raise CapacityError(
                f"{target.title}: {slot.title} breaking what is not printed on it is not executed"
            )


def at_most_one(slot: Slot, target: Target, only: int | None = None) -> Slot:
    """A card that breaks one subroutine by an ability, if it is no killer; `only` by that one, or
    by what it does first (`_GIFT`)."""
    if slot.killer:
        return slot
    first = only in (None, _GIFT)
    return replace(
        slot,
        breaks=slot.breaks if first else "",
        eats=slot.eats and first,
        abilities=tuple(
            replace(ability, count=1, limit=1, all_but=0)
            if target.limit and only in (None, place) and not (ability.sized or ability.gain)
            else replace(ability, host=NOWHERE)
            for place, ability in enumerate(slot.abilities)
        ),
    )
