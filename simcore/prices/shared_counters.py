"""Virus counters of other cards that a card may pay with.

The search sees a card that may do so with the counters of all of them; afterwards every way to
share out what it spent is a payment of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.errors import CapacityError
from simcore.plan.pieces import RigState, Slot, Target, Way
from simcore.plan.strengths import (
    counted,
    hive_counters,
    ice_strength,
    icebreakers,
    is_active,
    strength_of,
)

if TYPE_CHECKING:
    from simcore.prices.payments import Payment

Sharing = Mapping[int, Sequence[int]]
"""Slots of cards that may pay with counters of others, and the slots of those."""
Counters = tuple[int, ...]
"""Virus counters on each card."""


def sharing(slots: tuple[Slot, ...], state: RigState) -> Sharing:
    """Who may pay with whose counters now."""
    found = {}
    for number, slot in enumerate(slots):
        if not is_active(state[number]) or not (slot.any_virus or slot.of_hive):
            continue
        if slot.per_virus or slot.gnaws or slot.mark is not None:
            continue  # it counts them, or gives them for its use, but pays with none
        others = [
            other
            for other, lender in enumerate(slots)
            if other != number and state[other].installed and state[other].virus
            if slot.any_virus or (lender.hive and is_active(state[other]))
        ]
        if others:
            found[number] = others
    return found


def together(state: RigState, who: Sharing) -> RigState:
    """A rig in which the counters that a card may pay with lie on it."""
    return tuple(
        now._replace(virus=now.virus + sum(state[other].virus for other in who[number]))
        if number in who
        else now
        for number, now in enumerate(state)
    )


def shared_out(
    slots: tuple[Slot, ...], state: RigState, who: Sharing, payment: Payment
) -> Iterator[Payment]:
    """A payment by every way to take its counters from the cards that have them. One that is
    stronger for its own does what it does here before they are taken."""
    spent = payment.virus
    needy = tuple(number for number in who if spent[number])
    there = tuple(
        now.virus if number in needy else now.virus - spent[number]
        for number, now in enumerate(state)
    )
    for counters in _left(needy, who, spent, there):
        total = tuple(now.virus - virus for now, virus in zip(state, counters, strict=True))
        moved = tuple(a - b for a, b in zip(total, spent, strict=True))
        left = tuple(
            card._replace(virus=virus) if card.installed else card
            for card, virus in zip(_weaker(slots, payment.left, moved), counters, strict=True)
        )
        yield replace(payment, virus=total, left=left, moved=moved)


def refuse_weaker_hives(
    slots: tuple[Slot, ...], target: Target, state: RigState, who: Sharing, way: Way
) -> None:
    """Raises `CapacityError` where counters of a hive may pay to weaken ice before a card breaks it
    that is too weak without them. What they pay for beside that may come after its breaking."""
    there = hive_counters(slots, state)
    used = [use for use in way.uses if use.slot >= 0]
    strength, by_hive = ice_strength(slots, state, target), 0
    for use in used:
        weakening = slots[use.slot].weakening
        if weakening is not None and use.weakening:
            strength = weakening.lowered(strength, use.weakening)
            shared = any(slots[other].hive for other in who.get(use.slot, ()))
            by_hive += weakening.amount * min(there, use.weakening) * shared
    breakers, rig = icebreakers(slots, state), counted(slots, state)
    for use in used if by_hive else ():
        own = strength_of(rig[use.slot], state[use.slot], breakers)
        if rig[use.slot].is_of_a_hive and any(use.breaks) and own < strength + by_hive:
            hive = next(slot.title for slot in slots if slot.hive)
            raise CapacityError(
                f"{hive} beside {slots[use.slot].title}: what weakens the ice for a counter of it "
                "makes the breaker weaker, too"
            )


def _left(
    needy: tuple[int, ...], who: Sharing, spent: Sequence[int], there: Counters
) -> Iterator[Counters]:
    """What is left on the cards once these have got all that they spend."""
    if not needy:
        yield there
        return
    first, rest = needy[0], needy[1:]
    for left in _taken(spent[first], (first, *who[first]), there):
        yield from _left(rest, who, spent, left)


def _taken(amount: int, sources: Sequence[int], there: Counters) -> Iterator[Counters]:
    """What is left once so many counters have been taken from some cards."""
    if not sources:
        if not amount:
            yield there
        return
    first, rest = sources[0], sources[1:]
    for part in range(min(amount, there[first]) + 1):
        less = (*there[:first], there[first] - part, *there[first + 1 :])
        yield from _taken(amount - part, rest, less)


def with_moved(slots: tuple[Slot, ...], rig: RigState, moved: Sequence[int]) -> RigState:
    """A rig whose cards have paid for each other."""
    if not any(moved):
        return rig
    return tuple(
        now._replace(virus=now.virus - number) if now.installed else now
        for now, number in zip(_weaker(slots, rig, moved), moved, strict=True)
    )


def _weaker(slots: tuple[Slot, ...], rig: RigState, moved: Sequence[int]) -> RigState:
    """A rig without the strength of counters that were taken."""
    return tuple(
        now._replace(boost=now.boost - slot.per_virus * number) if now.installed else now
        for slot, now, number in zip(slots, rig, moved, strict=True)
    )
