"""Virus counters of other cards that a card may pay with.

The search sees a card that may do so with the counters of all of them; afterwards every way to
share out what it spent is a payment of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.plan.pieces import RigState, Slot
from simcore.plan.strengths import is_active

if TYPE_CHECKING:
    from simcore.prices.payments import Payment

Sharing = Mapping[int, Sequence[int]]
"""Slots of cards that may pay with counters of others, and the slots of those."""


def sharing(slots: tuple[Slot, ...], state: RigState) -> Sharing:
    """Who may pay with whose counters now."""
    found = {}
    for number, slot in enumerate(slots):
        if not is_active(state[number]) or not (slot.any_virus or slot.of_hive):
            continue
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


def shared_out(state: RigState, who: Sharing, payment: Payment) -> Iterator[Payment]:
    """A payment by every way to take its counters from the cards that have them."""
    spent = payment.virus
    needy = [number for number in who if spent[number]]
    for virus in _shares(tuple(needy), who, spent, [0] * len(spent), state):
        total = tuple(virus[n] + (0 if n in needy else number) for n, number in enumerate(spent))
        if all(used <= now.virus for used, now in zip(total, state, strict=True)):
            left = tuple(
                there._replace(virus=now.virus - used) if there.installed else there
                for there, now, used in zip(payment.left, state, total, strict=True)
            )
            moved = tuple(a - b for a, b in zip(total, spent, strict=True))
            yield replace(payment, virus=total, left=left, moved=moved)


def _shares(
    needy: tuple[int, ...],
    who: Sharing,
    spent: Sequence[int],
    taken: list[int],
    state: RigState,
) -> Iterator[list[int]]:
    if not needy:
        yield taken
        return
    first, rest = needy[0], needy[1:]
    for share in _splits(spent[first], (first, *who[first]), state):
        more = list(taken)
        for number, part in share:
            more[number] += part
        yield from _shares(rest, who, spent, more, state)


def _splits(
    amount: int, sources: Sequence[int], state: RigState
) -> Iterator[tuple[tuple[int, int], ...]]:
    """An amount as parts of what several cards have."""
    if not sources:
        if not amount:
            yield ()
        return
    first, rest = sources[0], sources[1:]
    for part in range(min(amount, state[first].virus) + 1):
        for others in _splits(amount - part, rest, state):
            yield ((first, part), *others)


def with_moved(rig: RigState, moved: Sequence[int]) -> RigState:
    """A rig whose cards have paid for each other."""
    if not any(moved):
        return rig
    return tuple(
        now._replace(virus=now.virus - number) if now.installed else now
        for now, number in zip(rig, moved, strict=True)
    )
