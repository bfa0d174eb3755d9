"""Units of memory that programs lack once a card has gone that gave some, counted by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from boards import card

from simcore.plan.pieces import GONE, RigState, Slot, SlotState
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.memory import Memory, _just_enough, runs_short
from simcore.scenario import RigCard

CHIP = Slot("Chip", program=False, memory_given=1)
HERE = SlotState()
ANY = RigCard(card("Any", "program"))


def program(units: int) -> Slot:
    return Slot(f"Program of {units}", memory=units)


def memory(slots: tuple[Slot, ...], first: RigState) -> Memory:
    attempt = SimpleNamespace(slots=slots, state=first, rig=(ANY,) * len(slots), grip=5)
    return Memory(cast("Attempt", attempt))


@pytest.mark.parametrize(
    ("units", "lacking"),
    [
        ((2, 1, 2), 1),  # 5 of 4 and 1, then of 4
        ((2, 2, 2), 1),  # one too many from the first is not asked for
        ((2, 1, 1), 0),  # 4 of 4
        ((1, 1, 1), 0),  # one is free
    ],
)
def test_what_is_lacking_once_the_chip_has_gone(units: tuple[int, ...], lacking: int) -> None:
    slots = (CHIP, *map(program, units))
    first = (HERE,) * 4
    at_hand = memory(slots, first)
    assert at_hand._lacking(first, 5) == 0
    assert at_hand._lacking((GONE, *first[1:]), 5) == lacking
    # a program has gone with it that took as much
    assert at_hand._lacking((GONE, GONE, *first[2:]), 5) == 0


@pytest.mark.parametrize(
    ("units", "room", "lacking"),
    [
        ((2, 1, 2, 1), 1, 2),  # all five are taken without the last one
        ((1, 1, 1, 1), 0, 0),
        ((2, 2, 2, 1), 0, 1),  # more than five are: nobody says how, so the last one has its own
    ],
)
def test_a_program_that_has_come_takes_memory(
    units: tuple[int, ...], room: int, lacking: int
) -> None:
    """The last one was not there."""
    slots = (CHIP, *map(program, units))
    at_hand = memory(slots, (*(HERE,) * 4, GONE))
    assert at_hand._lacking((HERE,) * 5, 5) == room
    assert at_hand._lacking((GONE, *(HERE,) * 4), 5) == lacking


@pytest.mark.parametrize(
    ("units", "coming", "short"),
    [((2, 1, 2), False, True), ((2, 1, 1), False, False), ((2, 1, 1), True, True)],
)
def test_whether_memory_may_be_lacking(units: tuple[int, ...], coming: bool, short: bool) -> None:
    slots = (CHIP, *map(program, units), program(1))
    rig = (ANY,) * 4 + (RigCard(ANY.card, in_heap=True),)
    there = 5 if coming else 4
    assert runs_short(slots[:there], rig[:there]) == short
    assert not runs_short(slots[1:4], rig[1:4])  # nothing gives any


@pytest.mark.parametrize(
    ("lacking", "sets"),
    [(1, [(0,), (1,), (2,)]), (2, [(1,), (2,)]), (3, [(2,), (0, 1)]), (9, [(0, 1, 2)])],
)
def test_no_program_goes_that_could_stay(lacking: int, sets: list[tuple[int, ...]]) -> None:
    """Programs of 1, 2 and 3 units."""
    slots = tuple(map(program, (1, 2, 3)))
    assert list(_just_enough(slots, [0, 1, 2], lacking)) == sets
