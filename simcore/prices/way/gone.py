"""A piece of ice that leaves while it is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.errors import CapacityError
from simcore.hosting import is_guest
from simcore.plan.marks import MOVED
from simcore.plan.pieces import GONE
from simcore.prices.corp.elsewhere import with_less_ice
from simcore.prices.corp.ground import LEFT, TRASHED
from simcore.prices.way.passage import ABSENT, Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def without_the_piece(sight: Sight, now: Passage) -> Passage:
    """The piece has left, and the programs that need it as their host with it."""
    if sight.counts_ice:
        raise CapacityError(f"{sight.title}: 'self-trash' beside a card that counts ice")
    rig, taken = list(now.rig), set(now.suffered.taken)
    for slot, placed in enumerate(sight.rig):
        stays = placed.host != sight.place or rig[slot].spent & MOVED
        if is_guest(placed.card) and rig[slot].installed and not stays:
            rig[slot] = GONE
            taken.add(slot)
    left = with_less_ice(sight.rig, tuple(rig))
    after = now._replace(
        rig=left,
        suffered=now.suffered._replace(taken=frozenset(taken)),
        here=now.here._replace(piece=ABSENT, felled=LEFT),
    )
    if sight.counted:
        after = after._replace(
            changed=after.changed._replace(left=after.changed.left | {sight.place})
        )
    return sight.purses.after(now.rig, after)


def trashed_by_runner(sight: Sight, now: Passage) -> Passage:
    """The same by a card of the Runner's."""
    return without_the_piece(sight, now).meets(felled=TRASHED)
