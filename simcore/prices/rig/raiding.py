"""Cards of the rig that trash a rezzed card of the root for its trash cost, and go for it: one that
would wait for the Runner behind all ice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simcore.plan.pieces import GONE
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.corp.ground import TRASHED
from simcore.prices.rig.drawing import given_up_for_use
from simcore.prices.telling import price
from simcore.prices.way.hearing import heard
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight

RAIDS = "Xc + trash: a rezzed card of trash cost X is trashed"


def raided(attempt: Attempt, sight: Sight, now: Passage) -> list[Passage]:
    """Before the cards behind all ice: as they are, or some of them trashed."""
    found = [now]
    for number, slot in enumerate(attempt.slots):
        if slot.raids and is_active(now.rig[number]):
            found += [after for each in found for after in _raids(attempt, sight, number, each)]
    return found


def _raids(attempt: Attempt, sight: Sight, number: int, now: Passage) -> Iterator[Passage]:
    """Each of those cards trashed by the card in a slot."""
    title = attempt.slots[number].title
    first = len(attempt.walls)
    cards = dict.fromkeys(g.lies for g in attempt.gates if 0 <= g.lies < attempt.root_cards)
    for lies in cards:
        waiting = {first + n: gate for n, gate in enumerate(attempt.gates) if gate.lies == lies}
        there = next(iter(waiting.values()))
        if now.changed.left.issuperset(waiting):
            continue
        for paid in sight.purses.to_use(attempt.slots[number], there.trash, now):
            rig = unhosted(attempt.slots, paid.with_card(number, GONE).rig)
            gone = sight.purses.after(paid.rig, paid._replace(rig=rig))
            left = gone.changed._replace(left=gone.changed.left.union(waiting))
            cost = price(there.trash)
            words = f"{title}: {there.title} is trashed ({cost}, it is given up)"
            after = gone._replace(changed=left).tell(sight.place, words)
            after = given_up_for_use(sight, after)
            yield from heard(sight, TRASHED, after)
