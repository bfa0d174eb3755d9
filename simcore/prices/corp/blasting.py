"""A card of the root by which the Corp trashes all cards of the server that is run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.prices.way.guests_gone import without_guests
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.corp.at_any_time import Intervention
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight


def blasted(attempt: Attempt, blast: Intervention, sight: Sight, now: Passage) -> Passage:
    """With all cards of the server trashed, and what was hosted on its ice: no card of the root
    that waits, or could be used, does anything any more."""
    come = (attempt.newcomers[number].wall.place for number in now.changed.joined)
    ice = [*range(len(attempt.walls)), *come]
    root = [
        place
        for place, gate in enumerate(attempt.gates, len(attempt.walls))
        if gate.slot < 0 and gate.title in blast.takes
    ]
    first = len(attempt.ground.again)
    used = list(now.changed.again or attempt.nothing_used)
    for number, each in enumerate(attempt.interventions, first):
        if each.title in blast.takes:
            used[number] = max(1, used[number])
    there = frozenset(ice) - now.changed.left
    left = now.changed.left.union(ice, root)
    after = without_guests(sight, there, now)
    return after._replace(changed=after.changed._replace(left=left, again=tuple(used)))
