"""A piece of ice that leaves while it is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.errors import CapacityError
from simcore.prices.corp.ground import LEFT, TRASHED
from simcore.prices.way.guests_gone import without_guests
from simcore.prices.way.passage import ABSENT, Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def without_the_piece(sight: Sight, now: Passage) -> Passage:
    """The piece has left, and the programs that need it as their host with it."""
    if sight.counts_ice:
        raise CapacityError(f"{sight.title}: 'self-trash' beside a card that counts ice")
    after = without_guests(sight, frozenset({sight.place}), now)
    after = after._replace(here=after.here._replace(piece=ABSENT, felled=LEFT))
    if sight.counted:
        after = after._replace(
            changed=after.changed._replace(left=after.changed.left | {sight.place})
        )
    return after


def trashed_by_runner(sight: Sight, now: Passage) -> Passage:
    """The same by a card of the Runner's."""
    return without_the_piece(sight, now).meets(felled=TRASHED)
