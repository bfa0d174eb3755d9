"""Damage that texts leave for later: each of them deals its own.

What keeps damage off, and what counts how often it comes, sees one after the other. What waits is
known by the points of one and by how many there are, so that all have to be of one size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from simcore.errors import CapacityError
from simcore.prices.way.passage import Done, Here, Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Outcomes, Sight


Then = Callable[[list[Passage]], list[Passage]]


class Waiting(NamedTuple):
    """So many damages of so many `points` each."""

    points: int
    times: int


def one_more(title: str, points: int, waiting: Waiting) -> Waiting:
    """With another one left for later by the text of a card."""
    if not points:
        return waiting
    if waiting.times and points != waiting.points:
        raise CapacityError(
            f"{title}: damage left for later beside some of another size is not executed yet"
        )
    return Waiting(points, waiting.times + 1)


def left_for_success(sight: Sight, points: int, now: Passage) -> Passage:
    """Meat damage left for the success of the run."""
    more = one_more(sight.title, points, Waiting(now.ahead.harm, now.ahead.harms))
    return now.awaits(harm=more.points, harms=more.times)


def left_for_next(sight: Sight, points: int, now: Passage) -> Passage:
    """Net damage left for the end of the next encounter."""
    more = one_more(sight.title, points, Waiting(now.ahead.net_next, now.ahead.nets_next))
    return now.awaits(net_next=more.points, nets_next=more.times)


def dealt_at_the_end(
    sight: Sight, here: Here, broken: Done, behind: Sequence[Then], now: Passage
) -> Outcomes:
    """Behind the net damage that was left for the end of an encounter, and `behind` what the piece
    does once it is broken or bypassed: the Corp says which comes first."""
    before = _done(behind, [now])
    if broken.whole or not here.nets_here:
        return before
    left = Waiting(here.net_here, here.nets_here)
    dealt = _dealt(sight, left, [now])
    if before == [now]:
        return dealt
    return sight.worst_of(now, [_done(behind, dealt), _dealt(sight, left, before)])


def _done(behind: Sequence[Then], found: list[Passage]) -> list[Passage]:
    for each in behind:
        found = each(found)
    return found


def _dealt(sight: Sight, left: Waiting, found: Outcomes) -> Outcomes:
    words = f"net damage left for this encounter: {left.points}"
    for _ in range(left.times):
        dealt = (after for each in found for after in sight.damaged("net", left.points, each))
        found = [after.tell(sight.place, words) for after in dealt]
    return found
