"""Every state the rig can be in during a run, and the ways to break in each of them.

Breadth-first from the rig as it stands: using a way, or losing a card, leads to the
next state. Made before the games are dealt, so that a game only looks up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.errors import CapacityError
from simcore.kernel.jit import Array, records
from simcore.kernel.layout import MAX_TRASH, RIG
from simcore.plan.breaking import GONE, RigState, Slot, Target, find_ways, state_after

MAX_STATES = 4096
"""As many as a table is made for; a rig beyond it is an error that says so."""


@dataclass(frozen=True, slots=True)
class RigTable:
    """The states and their ways.

    `states`: one `RigState` per row of `rigs` RIG[n]. `ways` int64[w, 4] (credits,
    clicks, next state, programs trashed); `way_index` int64[n * row_length + 1]: where
    the ways of (state, target, number of subroutines) begin, preferred first; a target
    begins at its `way_base` of a row.
    """

    states: tuple[RigState, ...]
    rigs: Array
    ways: Array
    way_index: Array
    row_length: int


@dataclass(frozen=True, slots=True)
class Losses:
    """Which slots a class of trash effects takes from, the first installed one first.

    `members`: slots of each class; `occurs`: classes that some card of the run uses.
    """

    members: tuple[frozenset[int], ...]
    occurs: frozenset[int]


def compile_rigs(
    slots: tuple[Slot, ...],
    first: RigState,
    links: Sequence[int],
    targets: Sequence[Target],
    wanted: Sequence[frozenset[int]],
    losses: Losses,
) -> RigTable:
    """Explore from the state `first`; see `RigTable`.

    `wanted`: for each target the numbers of subroutines that a plan may break.
    Raises `CapacityError` beyond `MAX_STATES` states.
    """
    numbers: dict[RigState, int] = {first: 0}
    states = [first]

    def number_of(state: RigState) -> int:
        if state not in numbers:
            if len(states) >= MAX_STATES:
                raise CapacityError(
                    f"the rig can be in more than {MAX_STATES:,} different states during this "
                    "run (counters, boosts that last, programs lost): give it fewer counters"
                )
            numbers[state] = len(states)
            states.append(state)
        return numbers[state]

    ways: list[tuple[int, int, int, int]] = []
    way_index: list[int] = []
    after: list[list[int]] = []
    now = 0
    while now < len(states):
        state = states[now]
        after.append(_after_losses(state, losses, number_of, now))
        for target, numbers_wanted in zip(targets, wanted, strict=True):
            for number in range(target.subs + 1):
                way_index.append(len(ways))
                if number not in numbers_wanted:
                    continue
                for way in find_ways(slots, state, target, number):
                    following, trashed = state_after(slots, state, way)
                    ways.append((way.credits, way.clicks, number_of(following), trashed))
        now += 1
    way_index.append(len(ways))
    return RigTable(
        tuple(states),
        _rig_records(slots, states, links, losses, after),
        np.array(ways, np.int64).reshape(-1, 4),
        np.array(way_index, np.int64),
        sum(target.subs + 1 for target in targets),
    )


def _first_of(state: RigState, members: frozenset[int]) -> int:
    """The first installed slot of a class, or -1."""
    return min((slot for slot in members if state[slot].installed), default=-1)


def _after_losses(state: RigState, losses: Losses, number_of: Any, now: int) -> list[int]:
    """For each class the state once its first card is gone; -1 when it has none left."""
    after = []
    for kind, members in enumerate(losses.members):
        slot = _first_of(state, members)
        if slot < 0:
            after.append(-1)
        elif kind in losses.occurs:
            after.append(number_of((*state[:slot], GONE, *state[slot + 1 :])))
        else:
            after.append(now)
    return after


def _rig_records(
    slots: tuple[Slot, ...],
    states: Sequence[RigState],
    links: Sequence[int],
    losses: Losses,
    after: Sequence[Sequence[int]],
) -> Array:
    """What the kernel asks of a state: mask, link, condemned programs, losses."""
    rigs = records(RIG, len(states))
    for number, state in enumerate(states):
        rig: Any = rigs[number]
        installed = [slot for slot, now in enumerate(state) if now.installed]
        rig.mask = sum(1 << slot for slot in installed)
        rig.link = sum(links[slot] for slot in installed)
        rig.doomed = sum(state[slot].doomed and slots[slot].program for slot in installed)
        rig.after[:] = -1
        for kind in range(min(MAX_TRASH, len(losses.members))):
            slot = _first_of(state, losses.members[kind])
            rig.after[kind] = after[number][kind]
            rig.slot[kind] = slot
            rig.program[kind] = slot >= 0 and slots[slot].program
    return rigs
