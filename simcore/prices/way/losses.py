"""Cards of the rig that a way may lose, compared behind all ice.

Where the Corp picks, a way is known by the cards that may be picked and by how many of them are.
It loses no more than another one if, whatever is picked in it, the Corp may pick in the other one
so that at least the same cards are gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.plan.marks import CAME_BACK, USED_AGAIN
from simcore.plan.pieces import Slot

if TYPE_CHECKING:
    from simcore.prices.way.passage import Passage


class Losses(NamedTuple):
    """Of each title how many cards are `surely` gone, and how many may be `picked`; of those so
    many go at `most`."""

    surely: tuple[int, ...]
    picked: tuple[int, ...]
    most: int

    @property
    def rank(self) -> tuple[int, ...]:
        """Losses that are no more than others come no later in this order."""
        surely = sum(self.surely)
        return surely + sum(self.picked), surely + self.most, -surely


def losses_of(slots: Sequence[Slot], each: Passage, counted: Sequence[bool]) -> Losses:
    """What is gone, or goes as the run ends, of the cards of the rig that are `counted`, and of
    those that have come on the way; that one which was gone has been installed again, to no end, is
    no more than a gain."""
    surely = dict.fromkeys((slot.title for slot in slots), 0)
    picked = dict(surely)
    settled = 0
    for number, (slot, now, counts) in enumerate(zip(slots, each.rig, counted, strict=True)):
        counts = counts or number in each.total.gone_again or now.doomed
        to_no_end = now.spent & CAME_BACK and not now.spent & USED_AGAIN
        if counts and (now.doomed or not now.installed or to_no_end):
            # one that goes in any case is no pick, though by some answer the Corp picks it
            taken = number in each.suffered.taken and not now.doomed
            settled += taken and number in each.suffered.surely
            gone = picked if taken and number not in each.suffered.surely else surely
            gone[slot.title] += 1
    most = max(each.total.taken - settled, each.total.given_up - sum(surely.values()))
    if most >= sum(picked.values()):
        all_gone = map(int.__add__, surely.values(), picked.values())
        return Losses(tuple(all_gone), (0,) * len(surely), 0)
    return Losses(tuple(surely.values()), tuple(picked.values()), most)


def copies_of(slots: Sequence[Slot]) -> tuple[tuple[int, ...], ...]:
    """The cards of each title."""
    copies: dict[str, list[int]] = {}
    for number, slot in enumerate(slots):
        copies.setdefault(slot.title, []).append(number)
    return tuple(map(tuple, copies.values()))


def by_title(copies: tuple[tuple[int, ...], ...], each: Passage) -> Passage:
    """With the counters paid of all copies of a card together: so they are told."""
    virus, power = (
        tuple(sum(map(paid.__getitem__, those)) for those in copies)
        for paid in (each.paid.virus, each.paid.power)
    )
    return each._replace(paid=each.paid._replace(virus=virus, power=power))


def lose_no_more(all_losses: Sequence[Losses]) -> NDArray[np.bool_]:
    """Whether the one of a row loses no more than the one of a column."""
    surely = np.array([each.surely for each in all_losses], dtype=np.int64)
    picked = np.array([each.picked for each in all_losses], dtype=np.int64)
    most = np.array([each.most for each in all_losses], dtype=np.int64)
    number = len(all_losses)
    found = np.ones((number, number), dtype=np.bool_)
    beyond = np.zeros((number, number), dtype=np.int64)
    sure = np.zeros((number, number), dtype=np.int64)
    for sure_here, picked_here in zip(surely.T, picked.T, strict=True):
        more = np.maximum(0, sure_here[:, None] + picked_here[:, None] - sure_here[None, :])
        found &= more <= picked_here[None, :]
        beyond += more
        sure += np.maximum(0, sure_here[:, None] - sure_here[None, :])
    found &= np.minimum(beyond, sure + most[:, None]) <= most[None, :]
    return found
