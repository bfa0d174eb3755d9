"""Cards for whose use a program of the rig goes back to the stack as the encounter ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.plan.marks import NOT_IN_HEAP, TAKEN_BACK
from simcore.plan.pieces import GONE, RigState, Slot
from simcore.plan.strengths import unhosted
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

TAKES_BACK = "enc-end if used: own prog-nonvirus>stack-top"
"""What such a card says (`Slot.takes_back`)."""


def times_to_take_back(slots: Sequence[Slot], rig: RigState) -> int:
    """How many programs go back once an encounter is over that leaves a rig so."""
    both = zip(slots, rig, strict=True)
    return sum(slot.takes_back and card.installed and card.used for slot, card in both)


def taken_back(sight: Sight, times: int, now: Passage) -> list[Passage]:
    """Behind an encounter, with so many programs of the Runner's choice in the stack."""
    found = [now]
    for _ in range(times):
        found = [after for each in found for after in _one_taken_back(sight, each)]
    return found


def _one_taken_back(sight: Sight, now: Passage) -> Iterator[Passage]:
    there = [
        number
        for number, placed in enumerate(sight.rig)
        if now.rig[number].installed
        and placed.card.type == "program"
        and "virus" not in placed.card.subtypes
    ]
    if not there:
        yield now
    for number in there:
        gone = GONE._replace(spent=NOT_IN_HEAP | TAKEN_BACK)
        rig = unhosted(sight.slots, now.with_card(number, gone).rig)
        after = sight.purses.after(now.rig, now._replace(rig=rig))
        yield after.tell(sight.place, f"{sight.slots[number].title}: it goes to the stack")
