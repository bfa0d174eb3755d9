"""How far the strength of a piece of ice is brought down, and by what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from simcore.errors import CapacityError
from simcore.plan.marks import WEAKENED
from simcore.plan.pieces import NOTHING_MET, RigState, Slot, Target
from simcore.plan.strengths import ice_strength, icebreakers, strength_of

MAX_ORDERS = 2000
"""Orders of weakening tried where they make a difference."""


class Descent(NamedTuple):
    """Weakening of one piece: slot to `uses`; the strength `met` by each slot that weakens
    with an interface ability (`NOTHING_MET` for others); the `levels` at which abilities
    to break may be used, least first."""

    uses: dict[int, int]
    met: tuple[int, ...]
    levels: tuple[int, ...]

    @property
    def lowered(self) -> int:
        return self.levels[0]


def straight_down(
    slots: tuple[Slot, ...], state: RigState, target: Target, strength: int
) -> Iterator[Descent]:
    """Every mix of weakening, all of it before anything is broken (rule 1)."""
    for mix in weakenings(slots, state, target):
        free = [n for n in mix if not _by_interface(slots, n)]
        bound = [n for n in mix if _by_interface(slots, n)]
        met, levels = _followed(slots, [(n, mix[n]) for n in free + bound], strength)
        yield Descent(mix, met, levels[:1])


def descents(
    slots: tuple[Slot, ...], state: RigState, target: Target, strength: int
) -> Iterator[Descent]:
    """Every mix of weakening in every order that makes a difference, with every strength
    on the way down where some card works best at one that is not the least."""
    picky = any(now.installed and is_picky(slot) for slot, now in zip(slots, state, strict=True))
    for mix in weakenings(slots, state, target):
        seen = set()
        for order in _orders(slots, mix, picky):
            met, levels = _followed(slots, order, strength)
            down = Descent(mix, met, levels if picky else levels[:1])
            if (met, down.levels) not in seen:
                seen.add((met, down.levels))
                yield down


def is_picky(slot: Slot) -> bool:
    """Whether ice can be too weak for the card."""
    tests = (ability.test for ability in slot.abilities if ability.test is not None)
    return slot.exact or any(test[0] not in ("<", "<=") for test in tests)


def _by_interface(slots: tuple[Slot, ...], number: int) -> bool:
    weakening = slots[number].weakening
    return weakening is not None and weakening.interface


def _orders(
    slots: tuple[Slot, ...], mix: dict[int, int], picky: bool
) -> Iterator[list[tuple[int, int]]]:
    """Orders of weakening: slots with their uses."""
    free = [n for n in mix if not _by_interface(slots, n)]
    bound = [n for n in mix if _by_interface(slots, n)]
    amounts = {w.amount for n in mix if (w := slots[n].weakening) is not None}
    if not picky or len(amounts) < 2:
        for last in permutations(bound):
            yield [(n, mix[n]) for n in (*free, *last)]
        return
    singles = [n for n, times in mix.items() for _ in range(times)]
    tried = set()
    for number, order in enumerate(permutations(singles)):
        if number > MAX_ORDERS:
            raise CapacityError(
                "too many orders of weakening beside a card that works at one strength alone"
            )
        if order not in tried:
            tried.add(order)
            yield [(n, 1) for n in order]


def _followed(
    slots: tuple[Slot, ...], order: list[tuple[int, int]], strength: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The strength that each interface ability first meets, and all strengths on the way,
    least first."""
    met = [NOTHING_MET] * len(slots)
    levels = [strength]
    for number, times in order:
        weakening = slots[number].weakening
        assert weakening is not None
        if weakening.interface:
            met[number] = max(met[number], strength)
        for _ in range(times):
            strength = weakening.lowered(strength)
            levels.append(strength)
    return tuple(met), tuple(sorted(levels))


def shortfall(slots: tuple[Slot, ...], state: RigState, target: Target, breakers: int) -> int:
    """How far this piece is above what the weakest card that could break it needs, or above the
    strength below one that an ability does not work at."""
    strength = ice_strength(slots, state, target)
    gaps = [0]
    for slot, now in zip(slots, state, strict=True):
        if not now.installed or now.silent or (target.no_ai and slot.ai):
            continue
        for ability in slot.abilities:
            if ability.works_on(target):
                if ability.interface:
                    gaps.append(strength - strength_of(slot, now, breakers))
                if ability.test is not None and ability.test[0] in ("<=", "="):
                    gaps.append(strength - ability.test[1])
                if ability.test is not None and ability.test[0] == "!=":
                    gaps.append(strength - ability.test[1] + 1)
    return max(gaps)


def weakenings(slots: tuple[Slot, ...], state: RigState, target: Target) -> list[dict[int, int]]:
    """Every mix of weakening, slot to uses, without a use that could be left out."""
    if target.floor:
        return [{}]
    breakers = icebreakers(slots, state)
    needed = shortfall(slots, state, target, breakers)
    mixes: list[tuple[dict[int, int], int]] = [({}, 0)]
    for number, (slot, now) in enumerate(zip(slots, state, strict=True)):
        weakening = slot.weakening
        if weakening is None or not now.installed or now.silent:
            continue
        if weakening.kind and weakening.kind not in target.types:
            continue
        most = -(-needed // weakening.amount)
        if weakening.virus:
            most = min(most, now.virus // weakening.virus)
        if weakening.power:
            most = min(most, now.power // weakening.power)
        if weakening.trash or weakening.once:
            most = min(most, 0 if now.spent & WEAKENED else 1)
        mixes = [
            (mix | {number: times} if times else mix, lowered + times * weakening.amount)
            for mix, lowered in mixes
            for times in range(most + 1)
            if not times or lowered + (times - 1) * weakening.amount < needed
        ]
    return [mix for mix, _ in mixes]
