"""Cards of the rig for which the Corp loses credits or cards of HQ, where anything looks at these:
as virus counters are purged, or as the run succeeds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from simcore.plan.offers import Robs
from simcore.plan.pieces import GONE, Slot
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.corp.purging import purges_at_will
from simcore.prices.rig.drawing import once_gone
from simcore.prices.telling import price
from simcore.prices.way.corp_pool import least_of_corp, less_for_corp
from simcore.prices.way.of_hq import with_hand
from simcore.prices.way.passage import Passage
from simcore.prices.way.tracing import asked_or_not

if TYPE_CHECKING:
    from simcore.prices.way.comparing import Looks
    from simcore.prices.way.suffering import Sight
    from simcore.scenario import Scenario


def may_rob(slots: Iterable[Slot], credits: bool, hand: bool) -> set[int]:
    """The cards for which the Corp may lose what is looked at: its `credits`, or its `hand`."""
    return {
        number
        for number, slot in enumerate(slots)
        if slot.robs is not None and ((credits and slot.robs.credits) or (hand and slot.robs.cards))
    }


def words_of_robbing(scenario: Scenario, slots: Sequence[Slot], looks: Looks) -> tuple[str, ...]:
    """What is left out where the Corp may purge at any time, and loses by that what is looked at:
    it is taken to have purged, and to have lost nothing."""
    robbing = (slots[number] for number in sorted(may_rob(slots, looks.credits, looks.hand)))
    titles = dict.fromkeys(s.title for s in robbing if s.robs is not None and not s.robs.server)
    return tuple(
        f"{title}: that the Corp loses anything as {other} purges is left out"
        for title in titles
        for other in dict.fromkeys(purges_at_will(scenario))
    )


def robbed_as_purged(sight: Sight, now: Passage) -> list[Passage]:
    """Behind what the Corp loses as virus counters are purged."""
    found = [now]
    for number, slot in enumerate(sight.slots):
        if slot.robs is not None and not slot.robs.server and is_active(now.rig[number]):
            found = [a for each in found for a in _purged(sight, slot.title, slot.robs, each)]
    return found


def _purged(sight: Sight, title: str, robs: Robs, now: Passage) -> list[Passage]:
    """Behind what it loses for one card: no credits, if it has too few by what it has asked for in
    traces before."""
    if robs.cards and sight.looks.hand:
        words = f"{title}: the Corp trashes {robs.cards} cards of HQ"
        return [with_hand(sight, now, -robs.cards).tell(sight.place, words)]
    if not robs.credits or not sight.looks.credits:
        return [now]
    if sight.in_doubt(now):
        asked = asked_or_not(sight, now)
        return sight.worst_of(now, [_purged(sight, title, robs, each) for each in asked])
    there = sight.in_pool("corp-cr", now) or 0
    if there < robs.credits:
        return [now]
    few = min(robs.credits - 1, there) if least_of_corp(sight, now) < robs.credits else 0
    lost = there - max(there - robs.credits, few)  # the most that it may have left
    words = f"{title}: the Corp loses {price(lost)}"
    return [less_for_corp(sight, lost, now).tell(sight.place, words)] if lost else [now]


def robbed_as_it_succeeds(sight: Sight, now: Passage) -> list[Passage]:
    """As the run succeeds: a passage, and those in which cards have been given up for which the
    Corp loses credits then."""
    found = [now]
    for number, slot in enumerate(sight.slots if sight.looks.credits else ()):
        robs = slot.robs
        if robs is None or robs.server != sight.setting.server:
            continue
        for each in [before for before in found if is_active(before.rig[number])]:
            rig = unhosted(sight.slots, each.with_card(number, GONE).rig)
            gone = sight.purses.after(each.rig, each._replace(rig=rig))
            words = f"{slot.title}: it is given up, the Corp loses {price(robs.credits)}"
            after = less_for_corp(sight, robs.credits, gone).tell(sight.place, words)
            found.append(once_gone(sight, after))
    return found
