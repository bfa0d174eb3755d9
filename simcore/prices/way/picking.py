"""Which cards of the rig the Corp may pick.

Whatever it picks, the Runner needs a way on, and the price is the worst of each figure over all
picks (`answers`). So of the rig it may lose every card that can be picked, and as many of those
as go at once: two ways are compared by the set of cards that each may lose, card by card, and by
how many go at most. One that surely loses a card is at least as good as one in which the Corp picks
that card or another, and no better than one in which it cannot pick it.

Most picks come to the same but for the names of the cards: only one of those is followed, and all
that could have gone stand beside it (`Suffered.perhaps`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from simcore.plan.pieces import GONE
from simcore.prices.corp.ground import says
from simcore.prices.rig.preventing import may_protect
from simcore.prices.stated import SHELTERED
from simcore.prices.way.memory import runs_short
from simcore.prices.way.passage import Passage
from simcore.prices.way.targets import qualifies
from simcore.prices.way.used import is_used, may_be_taken

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


TAKES_ONE = "trash-limit 1/encounter"
"""What ice says that trashes a single card of the rig in each encounter."""


def there_to_pick(sight: Sight, kind: str, now: Passage) -> list[int]:
    """The cards of a kind that are installed."""
    return [
        slot
        for slot, placed in enumerate(sight.rig)
        if may_be_taken(sight, kind, slot, now) and qualifies(kind, placed)
    ]


def _is_sheltered(sight: Sight, slot: int, now: Passage) -> bool:
    """Whether the Corp cannot trash a card as long as another resource is installed."""
    others = (n for n, placed in enumerate(sight.rig) if placed.card.type == "resource")
    beside = any(now.rig[n].installed for n in others if n != slot)
    return beside and says(sight.rig[slot].card, SHELTERED)


def each_pick(
    sight: Sight, there: Sequence[int], number: int, now: Passage
) -> Iterator[tuple[int, ...]]:
    """So many cards of those `there` that the Corp may pick, in every way that differs in more than
    which of several cards that are alike it takes."""
    left = {p.slot: n for p, n in zip(sight.purses.apart, now.money.apart, strict=True)}
    seen = set()
    for some in combinations(there, min(number, len(there))):
        alike = tuple((sight.kinds[slot], now.rig[slot], left.get(slot)) for slot in some)
        if alike not in seen:
            seen.add(alike)
            yield some


class Picking:
    """A pick of so many cards of a kind by the Corp; `is_open`: there are more of them.
    `guarding`: they are trashed, which other cards may keep off."""

    def __init__(
        self, sight: Sight, kind: str, number: int, now: Passage, guarding: bool = True
    ) -> None:
        self.sight, self.now, self.number = sight, now, number
        there = there_to_pick(sight, kind, now)
        self.there = [n for n in there if not (guarding and _is_sheltered(sight, n, now))]
        self.picks = tuple(each_pick(sight, self.there, number, now))
        self.guarded = guarding and may_protect(sight, now)
        # a card that has been used may go by itself, and one that harms the Runner had better go,
        # so that another one is the greater loss
        answering = any(
            now.rig[slot].used or is_used(now, slot) or sight.slots[slot].traced
            for slot in self.there
        )
        self.missed = [slot for slot in self.there if sight.needed[slot] or answering]
        self.others = [slot for slot in self.there if slot not in self.missed]
        self.short = runs_short(sight.slots, sight.rig)
        # of copies it matters whether one or several may go: that only following each pick tells
        titles = [sight.slots[slot].title for slot in self.there]
        copies = len(set(titles)) < len(titles)
        self.apart = copies or (self.guarded and number > 1)
        self.is_open = len(self.there) > number

    def followed(self) -> Iterator[tuple[int, ...]]:
        """Of the picks that come to the same the first. Where there are several copies of a card,
        or where the Runner may keep cards from being trashed, of several at once any of them, all
        are followed."""
        if self.now.here.taken:
            yield ()
        elif self.apart:
            yield from self.picks
        else:
            yield from (some for some in self.picks if not self._leaves_better(some))

    def beside(self, gone: Sequence[int]) -> frozenset[int]:
        """The cards that may go in place of those of a pick that is followed, and these; none where
        no other pick is meant."""
        if not gone or not self.is_open or self.apart:
            return frozenset()
        meant = self.there
        if self.guarded:
            alike = self._alike(gone[0])
            meant = [slot for slot in self.others if self._alike(slot) == alike]
            meant = meant if gone[0] in meant else []
        return frozenset(meant)

    def _leaves_better(self, picked: Sequence[int]) -> bool:
        """Whether some card is picked though one is left that is missed as much or more, and
        that goes by the same texts later."""
        missed = () if self.guarded else self.missed
        left = {self._alike(slot) for slot in missed if slot not in picked}
        for slot in self.others:
            alike = self._alike(slot)
            if slot not in picked:
                left.add(alike)
            elif alike in left:
                return True
        return False

    def _alike(self, slot: int) -> Hashable:
        """What is the same of cards that may be picked one for the other."""
        sight, card = self.sight, self.now.rig[slot]
        its = sight.slots[slot]
        back = sight.needed[slot] and bool(its.returns[0])
        freed = its.memory if self.short and its.program else 0  # less goes for want of it then
        return (sight.prey[slot], card.doomed, card.silent, back, freed)


def in_doubt(now: Passage) -> frozenset[int]:
    """The cards of which it is open whether the Corp has picked them, those that are followed as
    gone among them."""
    taken, perhaps, surely = now.suffered.taken, now.suffered.perhaps, now.suffered.surely
    if not perhaps:
        return perhaps
    return frozenset(n for n in perhaps if now.rig[n].installed or (n in taken and n not in surely))


def without_those_in_doubt(now: Passage) -> Passage:
    """Behind all ice, once it has been counted what is gone: every card that may be is."""
    suffered = now.suffered
    if not (suffered.perhaps and suffered.taken):
        return now
    rig = tuple(
        GONE._replace(doomed=card.doomed) if card.installed and number in suffered.perhaps else card
        for number, card in enumerate(now.rig)
    )
    taken = suffered.taken | suffered.perhaps
    return now._replace(rig=rig, suffered=suffered._replace(taken=taken, perhaps=frozenset()))
