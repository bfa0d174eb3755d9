"""Ways past ice compared: those that another one beats in everything are dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import le
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.errors import CapacityError
from simcore.plan.marks import (
    CAME_HOME,
    IN_HEAP_AT_FIRST,
    IN_STACK,
    NOT_IN_HEAP,
    ON_STACK,
    USED_UP,
)
from simcore.plan.pieces import RigState, Slot
from simcore.prices.way.losses import Losses, by_title, copies_of, lose_no_more, losses_of
from simcore.prices.way.passage import OPEN, Answer, Passage
from simcore.prices.way.picking import in_doubt
from simcore.prices.way.veiled import laid_bare

MAX_PASSAGES = 50_000
"""As many as are carried from one piece of ice to the next."""
_FEW = 10
"""Bills that are compared number by number; more column by column."""
_ELSEWHERE = NOT_IN_HEAP | ON_STACK | IN_STACK | CAME_HOME
_SHORT = 1 << 20
"""Added to what a pool has to pay that is too short for it: a way that it can pay is better."""


def _bill(each: Passage, looks: Looks, of_rig: tuple[int, ...]) -> tuple[int, ...]:
    """All that is better when it is less, with the bill of the rig."""
    due, other = (0, 0) if looks.behind else (each.due, looks.kinds and each.due_other)
    virus, power, credits, _, _, clicks, forgone, grip, dice, clicked = each.paid
    stealth_left, apart, _, _, settled, lost, gained, peak, spared, *later = each.money
    *traced, since, closed = later
    frozen, raised, beyond = traced
    damage, refill, _, tags, regained, *_, thrown, points, away, _ = each.suffered
    counters, ice_virus, _, _, endless, _, idle, net_here, *_ = each.here
    toll, losing, net_next, bypasses, doubles, idle_next, averted, nets_next, harms, *_ = each.ahead
    past, harm, untags, frees = each.ahead[-4:]
    pool, short, _, given_up, _, silenced, _ = each.total
    return (
        credits, due, other, -stealth_left,
        clicks, forgone, each.clicks_gone, each.clicks_gone + regained, grip, damage, -refill,
        lost, -gained, peak, spared, short, points, each.here.coming,
        *each.curbed.in_effect().bill,
        tags, toll, losing, net_next, nets_next, net_here, each.here.nets_here, harm, harms, dice,
        -untags, -bypasses, counters, ice_virus, clicked,
        frozen >= 0, -raised, -beyond, -each.changed.traced, since < 0, since, closed < OPEN,
        doubles, each.changed.corp, each.changed.hand, -each.changed.back, -each.changed.stung,
        each.changed.barred,
        each.changed.dry, each.changed.smaller,
        settled, pool + _SHORT * short, given_up, silenced,
        *virus, *power, *(-left for left in apart),
        -endless, -each.here.named, -idle_next, -idle, -averted, -past, *thrown, *of_rig,
        *(-gone for gone in away),
        not frees, not each.here.freed,
    )  # fmt: skip


def _bill_of_rig(
    slots: Sequence[Slot],
    rig: RigState,
    missed: Sequence[bool],
    perhaps: frozenset[int],
) -> tuple[int, ...]:
    """What is better of a rig when it is less. Of cards that are not `missed` any more it only
    counts how many are lost; one that was `perhaps` lost, and may be the one that is gone, is
    between those that are there and those that are."""
    bill: list[int] = []
    gone = doomed = silent = 0
    charged = any(slot.charges or slot.gathers for slot in slots)
    for number, (slot, now, needed) in enumerate(zip(slots, rig, missed, strict=True)):
        never_there = not now.installed and now.spent & IN_HEAP_AT_FIRST > 0
        is_gone = not now.installed and not never_there  # what never came is not lost, either
        is_lost = is_gone and not now.spent & USED_UP  # nor is what its last counter took with it
        gone += is_lost
        doomed += now.doomed or is_lost
        silent += now.silent or is_lost
        if not needed:
            continue
        boost = 0 if slot.exact or not now.installed else -now.boost
        grows = slot.feeds or slot.grows_by_damage or charged
        fed = -now.power if grows and now.installed else 0
        condemned = now.doomed or not now.installed
        open_ = never_there or number in perhaps
        there = 1 if open_ else 0 if is_gone else 2
        bill += [-there, boost, int(condemned), int(now.used), fed]
    return (*bill, silent, gone, doomed)


class Looks(NamedTuple):
    """What ice looks at, so that more of it is not always better: what is `installed` (cards of
    the rig may look at that too), cards in the `grip`, whether there are `tags`, whether the
    Runner is `rich`; and the `credits` of the Corp and cards in its `hand`, of which less is
    better, but where a text counts them (`hand_apart`); `ice_virus`: virus counters on it; the most
    cards of a hand (`size`); a card of the rig whether the Corp is rich (`corp_rich`). `kinds`:
    whether it matters what credits were paid for. `behind`: all ice has been passed. `kept`: so
    many credits the Corp may keep back from traces for what else asks for, or looks at, them."""

    installed: bool = False
    grip: bool = False
    tags: bool = False
    rich: bool = False
    credits: bool = False
    hand: bool = False
    hand_apart: bool = False
    ice_virus: bool = False
    size: bool = False
    corp_rich: bool = False
    kinds: bool = True
    behind: bool = False
    kept: int = 0

    def told_apart(self, each: Passage) -> tuple[object, ...]:
        """What ice would see."""
        there = (each.ahead.losing, *(now.installed for now in each.rig)) if self.installed else ()
        paid, money, changed = each.paid, each.money, each.changed
        cards = paid.grip + each.suffered.damage - each.suffered.refill if self.grip else 0
        hand = (changed.dry, changed.smaller) if self.grip else ()
        spent = (
            paid.credits,
            paid.stealth,
            paid.other,
            money.lost - money.gained,
            money.covered,
            money.covered_other,
            money.pool,
        )
        return (
            there,
            cards,
            hand,
            self.corp_rich and changed.corp,
            self.tags and each.suffered.tags,
            spent if self.rich else (),
            self.hand_apart and changed.hand,
            changed.advanced,
            changed.again,
            changed.left,
            changed.turned,
            changed.shot,
            changed.staff,
            changed.order,
            changed.heard,
            changed.joined,
            changed.lasting,
            each.ahead.met,
        )


def _kind(each: Passage, looks: Looks, of_rig: tuple[object, ...]) -> tuple[object, ...]:
    """What has to be equal for two passages to be compared; nothing behind all ice."""
    if looks.behind:
        return ()
    here = each.here
    # what is bypassed is not broken, which something may wait for
    what_is = (each.climate, here.piece, here.bypassed, each.changed.purged, each.ahead.swap)
    return (*what_is, here.bare, of_rig, looks.told_apart(each))


def _kind_of_rig(
    slots: Sequence[Slot],
    rig: RigState,
    missed: Sequence[bool],
    late: frozenset[int] = frozenset(),
) -> tuple[object, ...]:
    """What has to be equal of two rigs. A card that is there is better than none, but for one that
    has come `late`: it may have to go again."""
    marks = (
        (now.silent, now.rolled, now.spent, slot.exact and now.boost, number in late)
        if now.installed
        else (now.spent & _ELSEWHERE,)
        for number, (slot, now) in enumerate(zip(slots, rig, strict=True))
    )
    return tuple(
        (number, each) for number, each in enumerate(marks) if missed[number] and any(each)
    )


class Comparison:
    """Compares passages of one rig, each rig that is left looked at once. `missed`: which cards
    of it may matter later, `late`: which were not there when the run began."""

    def __init__(
        self,
        slots: Sequence[Slot],
        looks: Looks,
        missed: Sequence[bool],
        late: frozenset[int] = frozenset(),
    ) -> None:
        self.slots, self.looks, self.missed, self.late = slots, looks, missed, late
        self._rigs: dict[
            tuple[RigState, frozenset[int]], tuple[tuple[object, ...], tuple[int, ...]]
        ] = {}

    def best(self, passages: Iterable[Passage], veiled: bool = False) -> list[Passage]:
        """Those that no other one beats, of equal ones the one that gave up least. `veiled`: some
        of their figures are."""
        those = list(passages)
        if len(those) < 2:
            return those
        looks, rigs = self.looks, self._rigs
        copies = copies_of(self.slots) if looks.behind else ()
        kinds: dict[tuple[object, ...], Bills] = {}
        for each in those:
            stands = each.rig, in_doubt(each)
            if (of_rig := rigs.get(stands)) is None:
                of_rig = rigs[stands] = self._of_rig(*stands)
            told = by_title(copies, each) if copies else each
            bill, kind = _bill(told, looks, of_rig[1]), _kind(each, looks, of_rig[0])
            if veiled:
                bill, veils = laid_bare(bill)
                kind = (*kind, veils)
            losses = losses_of(self.slots, each, self.missed) if looks.behind else None
            key = Known(bill, each.answers, losses)
            alike = kinds.setdefault(kind, {})
            known = alike.get(key)
            # what is taken is not paid
            if known is None or len(each.suffered.taken) > len(known.suffered.taken):
                alike[key] = each
        found = [each for bills in kinds.values() for each in _least(bills)]
        if len(found) > MAX_PASSAGES:
            raise TooManyWays(MAX_PASSAGES, "through this ice that no other one beats")
        return found

    def _of_rig(
        self, rig: RigState, perhaps: frozenset[int]
    ) -> tuple[tuple[object, ...], tuple[int, ...]]:
        """What has to be equal of a rig, and its bill; behind all ice neither."""
        if self.looks.behind:
            return (), ()
        kind = _kind_of_rig(self.slots, rig, self.missed, self.late)
        return kind, _bill_of_rig(self.slots, rig, self.missed, perhaps)


def best_of(
    slots: Sequence[Slot],
    passages: Iterable[Passage],
    looks: Looks,
    missed: Sequence[bool] | None = None,
) -> list[Passage]:
    """Those that no other one beats, of equal ones the one that gave up least. `missed`: which
    cards of the rig may matter later, by default all of them."""
    return Comparison(slots, looks, (True,) * len(slots) if missed is None else missed).best(
        passages
    )


class TooManyWays(CapacityError):
    """More ways than can be carried on: so many, and what they are."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(
            f"more than {number:,} ways {what}: ask with fewer cards of the rig, fewer counters, "
            "or piece by piece"
        )


class Known(NamedTuple):
    """What passages are compared by: the bill, what was answered and, behind all ice, what may be
    lost of the rig."""

    bill: tuple[int, ...]
    answers: tuple[Answer, ...] = ()
    losses: Losses | None = None

    @property
    def rank(self) -> tuple[object, ...]:
        """One that beats another comes first."""
        return self.bill, len(self.answers), self.losses.rank if self.losses is not None else ()


Bills = dict[Known, Passage]


def _least(bills: Bills) -> list[Passage]:
    """The passages whose bills no other bill beats. One that has been asked less may beat one
    that has been asked the same and more, not the other way round."""
    if len(bills) == 1:
        return list(bills.values())
    ordered = sorted(bills, key=lambda each: each.rank)
    if len(ordered) < _FEW and ordered[0].losses is None:
        few: list[Known] = []
        for each in ordered:
            if not any(
                all(map(le, other.bill, each.bill))
                and other.answers == each.answers[: len(other.answers)]
                for other in few
            ):
                few.append(each)
        return [bills[key] for key in few]
    return [bills[ordered[number]] for number in unbeaten_rows(ordered)]


def unbeaten_rows(rows: Sequence[Known]) -> list[int]:
    """The numbers of the rows that no other one beats, of passages in their order (`rank`): of
    each column of the bills it is known which rows have as little, one bit each."""
    bills = np.array([row.bill for row in rows], dtype=np.int64)
    columns = [_no_more(column) for column in bills.T if column.min() != column.max()]
    columns.append(_asked_no_more([row.answers for row in rows]))
    if losses := [row.losses for row in rows if row.losses is not None]:
        columns.append(_lost_no_more(losses))
    columns.sort(key=lambda column: len(column.rows), reverse=True)
    beating = [map(column.rows.__getitem__, column.places) for column in columns]
    found = []
    for number, those in enumerate(zip(*beating, strict=True)):
        left = (1 << number) - 1  # a row that beats another one comes first
        for each in those:
            left &= each
            if not left:
                found.append(number)
                break
    return found


class _Column(NamedTuple):
    """For each value of a column the rows that have no more, as bits, and the value of each
    row."""

    rows: list[int]
    places: list[int]


def _no_more(column: NDArray[np.int64]) -> _Column:
    values, places = np.unique(column, return_inverse=True)
    bits = [np.packbits(column <= value, bitorder="little").tobytes() for value in values]
    return _Column([int.from_bytes(each, "little") for each in bits], places.tolist())


def _lost_no_more(losses: Sequence[Losses]) -> _Column:
    """As of a column, by what may be lost of the rig."""
    rows: dict[Losses, int] = {}
    for number, each in enumerate(losses):
        rows[each] = rows.get(each, 0) | 1 << number
    bits = list(rows.values())
    known = [
        sum(bits[number] for number in np.flatnonzero(column))
        for column in lose_no_more(list(rows)).T
    ]
    numbers = {each: number for number, each in enumerate(rows)}
    return _Column(known, [numbers[each] for each in losses])


def _asked_no_more(answers: Sequence[tuple[Answer, ...]]) -> _Column:
    """As of a column: those were asked no more that were asked the first part of it."""
    rows: dict[tuple[Answer, ...], int] = {}
    for number, each in enumerate(answers):
        rows[each] = rows.get(each, 0) | 1 << number
    parts = ([each[:length] for length in range(len(each) + 1)] for each in rows)
    known = [sum(rows.get(part, 0) for part in some) for some in parts]
    numbers = {each: number for number, each in enumerate(rows)}
    return _Column(known, [numbers[each] for each in answers])
