"""Programs that leave with the ice that they need as their host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.hosting import is_guest
from simcore.plan.marks import MOVED, MOVED_TO
from simcore.plan.pieces import GONE
from simcore.prices.corp.elsewhere import with_less_ice
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def without_guests(sight: Sight, places: frozenset[int], now: Passage) -> Passage:
    """Without the programs that need the pieces at these places as their host, which leave."""
    rig, guests = list(now.rig), []
    for slot, placed in enumerate(sight.rig):
        spent = rig[slot].spent
        here = placed.host in places and not spent & MOVED
        here |= any(spent & (MOVED_TO << place) for place in places)
        if is_guest(placed.card) and rig[slot].installed and here:
            rig[slot] = GONE
            guests.append(slot)
    left = tuple(rig)
    for _ in places:
        left = with_less_ice(sight.rig, left)
    suffered = now.suffered.takes(guests)
    return sight.purses.after(now.rig, now._replace(rig=left, suffered=suffered))
