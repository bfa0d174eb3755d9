"""A barrier that moves further in while it is met, and the Runner with it."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.plan.strengths import is_active
from simcore.prices.rig.bypassing import given
from simcore.prices.rig.gifts import kinds_given
from simcore.prices.telling import price
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece

_BARRIER = frozenset({"barrier"})


def surfed(attempt: Attempt, piece: Piece, now: Passage) -> Iterator[Passage]:
    """A barrier swapped with the pieces behind it, one or more, before it is broken: these are not
    met. To swap it outward helps nobody."""
    order = now.changed.order or tuple(range(len(attempt.walls)))
    surfing = [n for n, slot in enumerate(attempt.slots) if slot.surfs and is_active(now.rig[n])]
    gone = now.here.piece or now.here.bypassed or piece.place not in order
    if not attempt.passing or gone:
        return
    at = order.index(piece.place)
    for number in surfing:
        slot, due, there = attempt.slots[number], 0, list(_as_barrier(attempt, piece, now))
        for place in range(at + 1, len(order)):
            if order[place] in now.changed.left:
                continue
            due += slot.surfs
            moved = (*order[:at], *order[at + 1 : place + 1], order[at], *order[place + 1 :])
            title = attempt.title_at(order[place])
            words = f"{slot.title}: it moves on to behind {title} ({price(due)})"
            for start in there:
                for paid in attempt.purses.to_use(slot, due, start):
                    after = paid._replace(changed=paid.changed._replace(order=moved))
                    yield after.awaits(past=place).tell(piece.place, words)


def _as_barrier(attempt: Attempt, piece: Piece, now: Passage) -> Iterator[Passage]:
    """The ways to meet a piece as a barrier: it is one, or a card of the rig makes it one."""
    if piece.target.types >= _BARRIER:
        yield now
        return
    for number in range(len(attempt.slots)):
        for gift in kinds_given(attempt.slots, now.rig, number, piece.target, _BARRIER):
            yield from given(attempt, piece, now, gift)
