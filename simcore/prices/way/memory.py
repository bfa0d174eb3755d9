"""Memory that goes with a card of the rig: programs for which there is none any more go, as the
Runner likes.

What the rig takes beyond its memory as the run begins is there: nobody has said how (a higher
limit); so is then what a program takes that has been installed, and beside cards of which it is not
known what they take or give. Else others go for it. Beside that cards go here that say so
themselves, once something has come: a program trashed, a tag."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from simcore.plan.marks import NOT_IN_HEAP
from simcore.plan.pieces import GONE, RigState, Slot, SlotState
from simcore.plan.slots import MEMORY_AS_GRIP, is_odd_in_memory
from simcore.prices.rig.drawing import behind_gone
from simcore.prices.rig.emptying import without_emptied
from simcore.prices.way.giving_up import each_kind, trashed
from simcore.prices.way.passage import Passage
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.bills import Bill
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight


GOES_WITH_PROGRAMS = "program trashed: it goes"
"""What a card of the rig says that does not outlast the programs."""
GOES_ONCE_TAGGED = "once tagged: it goes"
"""The same of one that does not outlast a tag."""


_GIVEN = re.compile(r"^mu \+[^ ]+(?: (\w+))?$")
_BY_POWER = "mu +1*power"
"""What a program says that takes more for each counter on it."""


class Memory:
    """The memory of an attempt. `tight`: some may be missed once a card has gone."""

    def __init__(self, attempt: Attempt) -> None:
        self.slots, self.first, self.grip = attempt.slots, attempt.state, attempt.grip
        self.as_grip = [n for n, placed in enumerate(attempt.rig) if _says(placed, MEMORY_AS_GRIP)]
        rig = list(enumerate(attempt.rig))
        self.frail = [n for n, placed in rig if _says(placed, GOES_WITH_PROGRAMS)]
        self.shy = [n for n, placed in rig if _says(placed, GOES_ONCE_TAGGED)]
        self.tight = _is_followed(attempt.rig) and runs_short(attempt.slots, attempt.rig)
        self._known: dict[tuple[tuple[bool, ...], int], list[tuple[int, ...]] | None] = {}

    def fitted(self, sight: Sight, now: Passage) -> list[Passage]:
        """The ways to go on: those programs trashed for which there is no memory any more."""
        if now.rig == self.first and not (self.as_grip or self.shy):
            return [now]
        left = self._without_frail(without_emptied(sight, now))
        if self.shy and sight.tags + left.suffered.tags > 0:
            left = _gone(left, self.shy)
        now = behind_gone(sight, now.rig, left)
        if not self.tight:
            return [now]
        there = tuple(card.installed for card in now.rig)
        grip = sight.cards_left(now) if self.as_grip else self.grip  # else nothing looks at it
        if (there, grip) not in self._known:
            self._known[there, grip] = self._sets(now.rig, grip)
        if (sets := self._known[there, grip]) is None:
            return [now]
        return [
            after
            for gone in each_kind(sight, sets, now)
            for after in trashed(sight, gone, now, "no memory is left")
        ] or [now]

    def _without_frail(self, now: Passage) -> Passage:
        """Without the cards that go as soon as a program has been trashed."""
        there = [n for n in self.frail if now.rig[n].installed]
        trashed_ones = (
            was.installed and not card.installed and not card.spent & NOT_IN_HEAP
            for slot, card, was in zip(self.slots, now.rig, self.first, strict=True)
            if slot.program
        )
        return _gone(now, there) if there and any(trashed_ones) else now

    def _sets(self, rig: RigState, grip: int) -> list[tuple[int, ...]] | None:
        """The sets of programs that may go for want of memory; None if there is none wanting."""
        lacking = self._lacking(rig, grip)
        if not lacking:
            return None
        there = [
            number
            for number, (slot, card) in enumerate(zip(self.slots, rig, strict=True))
            if card.installed and slot.program and slot.memory
        ]
        return list(_just_enough(self.slots, there, lacking))

    def _lacking(self, rig: RigState, grip: int) -> int:
        """Units that programs take beyond what is left, with so many cards in the grip."""
        new = sum(
            slot.memory
            for slot, card, was in zip(self.slots, rig, self.first, strict=True)
            if card.installed and slot.program and not was.installed
        )
        beyond = self._beyond(self.first, self.grip)
        return max(0, self._beyond(rig, grip) - (beyond + new if beyond > 0 else 0))

    def _beyond(self, rig: RigState, grip: int) -> int:
        """Units that programs take beyond the limit; less than nothing where some are free."""
        by_grip = any(rig[number].installed for number in self.as_grip)
        return _beyond(self.slots, rig, grip if by_grip else self.slots[0].memory_limit)


def runs_short(slots: tuple[Slot, ...], rig: Sequence[RigCard]) -> bool:
    """Whether programs may lack memory if all the cards that give some were to go."""
    state = tuple(SlotState(installed=not placed.in_heap) for placed in rig)
    if any(_says(placed, MEMORY_AS_GRIP) for placed in rig):
        return True
    coming = sum(slot.memory for slot, placed in zip(slots, rig, strict=True) if placed.in_heap)
    most = _given(slots, state) + coming
    return most > 0 and _beyond(slots, state, slots[0].memory_limit) + most > 0


def with_room(sight: Sight, new: int, now: Passage) -> list[Passage]:
    """The ways to have installed a program: those trashed for which there is no memory beside it,
    where it is known how much there is."""
    first = tuple(SlotState(installed=not placed.in_heap) for placed in sight.rig)
    limit = at_first = sight.slots[0].memory_limit
    both = zip(sight.rig, now.rig, strict=True)
    if any(_says(placed, MEMORY_AS_GRIP) and card.installed for placed, card in both):
        limit, at_first = sight.cards_left(now), sight.grip
    lacking = _beyond(sight.slots, now.rig, limit)
    if lacking <= 0 or _beyond(sight.slots, first, at_first) > 0 or not _is_followed(sight.rig):
        return [now]
    others = [
        number
        for number, (slot, card) in enumerate(zip(sight.slots, now.rig, strict=True))
        if card.installed and slot.program and slot.memory and number != new
    ]
    if sum(sight.slots[number].memory for number in others) < lacking:
        return []
    return [
        after
        for gone in each_kind(sight, _just_enough(sight.slots, others, lacking), now)
        for after in trashed(sight, gone, now, f"room for {sight.slots[new].title}")
    ]


def says_what_memory(slot: Slot, placed: RigCard) -> bool:
    """Whether it hangs on a card of the rig how much memory there is."""
    return slot.memory_given > 0 or _says(placed, MEMORY_AS_GRIP)


def left_out_of_memory(
    slots: tuple[Slot, ...], rig: Sequence[RigCard], bills: Sequence[Bill]
) -> tuple[str, ...]:
    """What is said of memory that goes on the way where nobody knows how much is left."""
    used = sum(slot.memory for slot in slots if slot.program)
    used += sum(placed.power for placed in rig if _says(placed, _BY_POWER))
    as_grip = {placed.card.title for placed in rig if _says(placed, MEMORY_AS_GRIP)}
    if _is_followed(rig) or not slots or (used <= slots[0].memory_limit and not as_grip):
        return ()
    gone = {
        title for bill in bills for key in ("trashed", "cards_lost") for title in bill.get(key, ())
    }
    if any(bill.get("damage") or bill.get("cards") for bill in bills):
        gone |= as_grip
    both = zip(slots, rig, strict=True)
    titles = dict.fromkeys(
        s.title
        for s, placed in both
        if s.memory_given or _gives_some(placed, rig) or s.title in as_grip
    )
    return tuple(
        f"{title}: what goes for want of its memory is left out"
        for title in titles
        if title in gone
    )


def _gives_some(placed: RigCard, rig: Sequence[RigCard]) -> bool:
    """Whether a card gives memory otherwise than by a number, to any program of a rig."""
    texts = (item.text for item in placed.card.rules.unexecuted)
    found = list(filter(None, map(_GIVEN.match, texts))) if placed.card.type != "program" else []
    kinds = frozenset().union(*(other.card.subtypes for other in rig))
    return any(not each[1] or each[1] in kinds for each in found)


def _says(placed: RigCard, text: str) -> bool:
    return any(item.text == text for item in placed.card.rules.unexecuted)


def _gone(now: Passage, those: Iterable[int]) -> Passage:
    """Without cards of the rig that go by what they say themselves."""
    there = frozenset(number for number in those if now.rig[number].installed)
    rig = tuple(GONE if n in there else card for n, card in enumerate(now.rig))
    return now._replace(rig=rig, suffered=now.suffered.takes(there))


def _is_followed(rig: Sequence[RigCard]) -> bool:
    """Whether it is known how much memory each card takes and gives."""
    odd = (placed for placed in rig if is_odd_in_memory(placed.card))
    return all(_says(placed, MEMORY_AS_GRIP) for placed in odd)


def _just_enough(
    slots: tuple[Slot, ...], there: list[int], lacking: int
) -> Iterator[tuple[int, ...]]:
    """The sets of cards that free so many units, or all of them, without a card too many: each
    frees one at least."""
    lacking = min(lacking, sum(slots[number].memory for number in there))
    for size in range(1, lacking + 1):
        for some in combinations(there, size):
            units = sum(slots[number].memory for number in some)
            if lacking <= units < lacking + min(slots[number].memory for number in some):
                yield some


def _given(slots: tuple[Slot, ...], rig: RigState) -> int:
    return sum(s.memory_given for s, card in zip(slots, rig, strict=True) if card.installed)


def _beyond(slots: tuple[Slot, ...], rig: RigState, limit: int) -> int:
    there = [slot for slot, card in zip(slots, rig, strict=True) if card.installed]
    used = sum(slot.memory for slot in there if slot.program)
    return used - sum(slot.memory_given for slot in there) - limit
