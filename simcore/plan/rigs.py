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
from simcore.kernel.layout import MAX_TRASH, RIG, WAY
from simcore.plan.breaking import (
    GONE,
    RigState,
    Slot,
    Target,
    find_ways,
    state_after,
    weakenings,
)

MAX_STATES = 4096
"""As many as a table is made for; a rig beyond it is an error that says so."""
MAX_MIXES = 20_000
"""Mixes of counters tried over all states: more would take seconds before the first game."""
_NO_WAY = (1 << 30, 0, 0, 0, 0)
"""Nobody can afford it."""


@dataclass(frozen=True, slots=True)
class RigTable:
    """The states and their ways.

    `states`: one `RigState` per row of `rigs` RIG[n]. `ways` WAY[w]: row 0 stands for
    none, then come the preferred ways for each (state, target, number of subroutines),
    `row_length` for one state, then the ways next in preference that they lead to.
    """

    states: tuple[RigState, ...]
    rigs: Array
    ways: Array
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
                raise _too_many("states (counters, boosts that last, programs lost)")
            numbers[state] = len(states)
            states.append(state)
        return numbers[state]

    mixes = 0
    found: list[list[tuple[int, int, int, int]]] = []
    after: list[list[int]] = []
    now = 0
    while now < len(states):
        state = states[now]
        after.append(_after_losses(state, losses, number_of, now))
        for target, numbers_wanted in zip(targets, wanted, strict=True):
            mixes += len(numbers_wanted) * len(weakenings(slots, state, target))
            if mixes > MAX_MIXES:
                raise _too_many("ways to spend counters")
            for number in range(target.subs + 1):
                chain = []
                if number in numbers_wanted:
                    for way in find_ways(slots, state, target, number):
                        following, trashed = state_after(slots, state, way)
                        chain.append((way.credits, way.clicks, trashed, number_of(following)))
                found.append(chain)
        now += 1
    return RigTable(
        tuple(states),
        _rig_records(slots, states, links, losses, after),
        _way_records(found),
        sum(target.subs + 1 for target in targets),
    )


def _way_records(found: Sequence[Sequence[tuple[int, int, int, int]]]) -> Array:
    """The ways in chains: the preferred one of each set first, the others behind them all."""
    ways = [_NO_WAY, *(_NO_WAY if not chain else (*chain[0], 0) for chain in found)]
    for first, chain in enumerate(found, 1):
        last = first
        for way in chain[1:]:
            ways[last] = (*ways[last][:4], len(ways))
            last = len(ways)
            ways.append((*way, 0))
    return np.array(ways, WAY)


def _too_many(what: str) -> CapacityError:
    return CapacityError(
        f"this rig has too many different {what} during the run to prepare a plan for; "
        "give its cards fewer counters"
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
