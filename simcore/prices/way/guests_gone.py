"""Programs that leave with the ice that they need as their host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.hosting import is_guest
from simcore.plan.marks import MOVED
from simcore.plan.pieces import GONE
from simcore.prices.corp.elsewhere import with_less_ice
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def without_guests(sight: Sight, places: frozenset[int], now: Passage) -> Passage:
    """Without the programs that need the pieces at these places as their host, which leave."""
    rig, taken = list(now.rig), set(now.suffered.taken)
    for slot, placed in enumerate(sight.rig):
        stays = placed.host not in places or rig[slot].spent & MOVED
        if is_guest(placed.card) and rig[slot].installed and not stays:
            rig[slot] = GONE
            taken.add(slot)
    left = tuple(rig)
    for _ in places:
        left = with_less_ice(sight.rig, left)
    suffered = now.suffered._replace(taken=frozenset(taken))
    return sight.purses.after(now.rig, now._replace(rig=left, suffered=suffered))
