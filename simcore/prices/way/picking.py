"""Which cards of the rig the Corp may pick."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from simcore.prices.way.passage import Passage
from simcore.prices.way.targets import qualifies

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


TAKES_ONE = "trash-limit 1/encounter"
"""What ice says that trashes a single card of the rig in each encounter."""


def picked(sight: Sight, kind: str, number: int, now: Passage) -> Iterator[tuple[int, ...]]:
    """The cards that the Corp may pick, those that may matter later first; nothing but the
    first of the others."""
    if now.here.taken:
        yield ()
        return
    there = [
        slot
        for slot, placed in enumerate(sight.rig)
        if now.rig[slot].installed and qualifies(kind, placed)
    ]
    # a card that has been used may go by itself, so that another one is the greater loss
    answering = any(now.rig[slot].used for slot in there)
    missed = [slot for slot in there if sight.needed[slot] or answering]
    others = [slot for slot in there if slot not in missed]
    left = {p.slot: n for p, n in zip(sight.purses.apart, now.money.apart, strict=True)}
    seen = set()
    for some in combinations((*missed, *others), min(number, len(there))):
        if _leaves_better(sight, now, some, missed, others):
            continue
        alike = tuple((sight.kinds[slot], now.rig[slot], left.get(slot)) for slot in some)
        if alike not in seen:
            seen.add(alike)
            yield some


def _may_fetch_it_back(sight: Sight, now: Passage) -> bool:
    """Whether any program may be installed out of the heap, so that one that is missed comes back
    and another one is the greater loss."""
    both = zip(sight.slots, now.rig, strict=True)
    fetching = (s.fetches for s, card in both if card.installed)
    return any(each is not None and "heap" in each.sources for each in fetching)


def _leaves_better(
    sight: Sight, now: Passage, picked: Sequence[int], missed: Sequence[int], others: Sequence[int]
) -> bool:
    """Whether some card is picked though one is left that is missed as much or more, and
    that goes by the same texts later."""

    fetched = _may_fetch_it_back(sight, now)

    def alike(slot: int) -> Hashable:
        back = sight.needed[slot] and (fetched or bool(sight.slots[slot].returns[0]))
        return (sight.prey[slot], now.rig[slot].doomed, back)

    left = {alike(slot) for slot in missed if slot not in picked}
    for slot in others:
        if slot not in picked:
            left.add(alike(slot))
        elif alike(slot) in left:
            return True
    return False
