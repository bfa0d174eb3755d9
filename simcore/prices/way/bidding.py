"""What cards have to say of secret bids, once they are known to differ or are revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.prices.corp.everywhere import DIFFER
from simcore.prices.corp.ground import BIDS
from simcore.prices.texts import asked_of_corp
from simcore.prices.way.hearing import heard
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Outcomes, Sight


def words_of_bids(attempt: Attempt) -> tuple[str, ...]:
    """What is left out where the Corp gains credits for bids that are made as the server is
    approached, beside others that wait there: these come first."""
    gaining = [each.title for each in attempt.ground.hearers if each.event == BIDS]
    door = (gate for gate in attempt.gates if gate.is_at_the_door)
    waiting = [g.title for g in door for e in g.effects for _ in asked_of_corp(e)]
    words = "gains as its bids are revealed is left out at"
    return tuple(
        f"{title}: what the Corp {words} {', '.join(dict.fromkeys(waiting))}"
        for title in attempt.ground.returns
        if gaining and waiting
    )


def revealed(sight: Sight, now: Passage) -> Outcomes:
    """Behind bids that are revealed."""
    return heard(sight, BIDS, now)


def differing(sight: Sight, now: Passage) -> Outcomes:
    """Behind bids that differ, and are revealed."""
    return [after for each in heard(sight, DIFFER, now) for after in revealed(sight, each)]
