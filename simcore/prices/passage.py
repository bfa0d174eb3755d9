"""A Runner on the way through ice: what was paid and suffered so far, and what is left.

A `Passage` is a partial answer to "what does it cost to get through?". Many of them are
carried from subroutine to subroutine and from ice to ice; those that another one beats
in everything are dropped (`best_of`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from simcore.errors import CapacityError
from simcore.plan.pieces import BLINDED, RigState, Slot
from simcore.plan.states import MILD, Climate, Weather

UNLIMITED = 1 << 30
MAX_PASSAGES = 20_000
"""As many as are carried from one piece of ice to the next."""
FACE_DOWN, ABSENT = 1, 2
"""How a piece of ice may be left behind."""


class Line(NamedTuple):
    """One thing that happened at the piece at `place`: a way to break (`what` is then a
    `Broken` of `journey`), words on a payment, or, if `resolved`, a text that
    resolved. Lines hang together backwards."""

    before: Line | None
    place: int
    what: Any
    resolved: bool = False


class Done(NamedTuple):
    """How much of a piece was broken: `some` subroutine, a `printed` one, the `whole` of it."""

    some: bool = False
    printed: bool = False
    whole: bool = False


NOTHING_BROKEN = Done()


class Answer(NamedTuple):
    """What was answered, by `number` `of` so many, to one question of the way."""

    question: int
    number: int
    of: int


class Passage(NamedTuple):
    """What it took to come this far, and how the Runner stands.

    `credits` paid in all, `other` of them not to break, `stealth` of them from stealth purses;
    `stealth_left` there. `virus` and `power`: counters spent by slot. `grip`: cards of it paid;
    `damage`: cards of it lost, `refill`: cards drawn. `lost`, `clicks_lost`, `tags`: suffered;
    `gained`: credits, and `peak`: the most the pool had to have before any of those came;
    `taken`: slots that the Corp trashed. `toll`: what every later encounter costs; `losing`:
    programs lost behind every later rezzed piece; `net_next`: damage left for the end of the
    next encounter, `net_here` for that of this one. `counters`: power counters on the piece at
    hand, `ice_virus` virus counters; it is `ABSENT` or `FACE_DOWN` once it has left or turned
    down. `purged`: so were the virus counters on ice that counts them. `frozen`: the credits
    paid when it came to that no more can be (-1: they can). `dice`: attempts that a die
    decides. `clicked`: clicks were spent to break; `doubles`: the next piece met has its
    subroutines twice; `advanced`: by place, counters placed on ice that counts them; `again`:
    how often the Corp has made the Runner meet a piece once more; `left`: places of pieces that
    have left, where something counts them; `shot`: the Corp has bought strength; `corp`:
    credits the Corp has gained and `drawn`: cards it has drawn, both where ice looks at them.
    `covered`, and of it `covered_other` not to break: credits paid by cards that are gone.
    `answers`: what the Corp or chance answered. `apart`: credits for some cards alone that are
    left. `endless`: no subroutine of the piece at hand ends the run, `bare`: it gains none as
    it is met; `idle`: so many of its first ones do nothing, `idle_next` at the next piece.
    `swap`: a place at which another piece stands now. Behind all ice: credits from the `pool`,
    whether it was too `short` for them, cards of the rig lost in all (`losses`), with those
    condemned (`given_up`).
    """

    rig: RigState
    virus: tuple[int, ...]
    power: tuple[int, ...]
    climate: Climate = MILD
    credits: int = 0
    other: int = 0
    stealth: int = 0
    stealth_left: int = 0
    clicks: int = 0
    forgone: int = 0
    grip: int = 0
    damage: int = 0
    refill: int = 0
    lost: int = 0
    gained: int = 0
    peak: int = 0
    clicks_lost: int = 0
    tags: int = 0
    taken: frozenset[int] = frozenset()
    toll: int = 0
    losing: int = 0
    net_next: int = 0
    net_here: int = 0
    counters: int = 0
    ice_virus: int = 0
    purged: bool = False
    frozen: int = -1
    piece: int = 0
    dice: int = 0
    bypassed: bool = False
    bypasses: int = 0
    clicked: bool = False
    doubles: bool = False
    advanced: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    left: frozenset[int] = frozenset()
    shot: bool = False
    corp: int = 0
    drawn: int = 0
    covered: int = 0
    covered_other: int = 0
    answers: tuple[Answer, ...] = ()
    apart: tuple[int, ...] = ()
    endless: bool = False
    bare: bool = False
    idle_next: int = 0
    idle: int = 0
    swap: tuple[int, int] = (-1, -1)
    pool: int = -1
    short: bool = False
    losses: int = 0
    given_up: int = 0
    told: Line | None = None

    @property
    def due(self) -> int:
        """Credits paid by purses that are there or by the pool, stealth credits aside."""
        return self.credits - self.stealth - self.covered

    @property
    def due_other(self) -> int:
        """The part of those not paid to break."""
        return self.other - self.covered_other

    @property
    def clicks_gone(self) -> int:
        """Clicks spent, taken by actions forgone, and lost: each is as dear as another."""
        return self.clicks + self.forgone + self.clicks_lost

    def clicks_left(self, clicks: int | None) -> int:
        """Of so many; actions forgone take clicks as far as there are any."""
        if clicks is None:
            return UNLIMITED
        return max(0, clicks - self.clicks_gone)

    @property
    def is_paid(self) -> bool:
        """Whether no credits were paid since none can be."""
        return self.frozen < 0 or self.credits <= self.frozen

    def tell(self, place: int, what: Any, resolved: bool = False) -> Passage:
        return self._replace(told=Line(self.told, place, what, resolved))

    def lines(self) -> list[Line]:
        """What happened, first things first."""
        found, line = [], self.told
        while line is not None:
            found.append(line)
            line = line.before
        return found[::-1]


def _bill(
    slots: Sequence[Slot], each: Passage, looks: Looks, missed: Sequence[bool]
) -> tuple[int, ...]:
    """All that is better when it is less. Of cards that are not `missed` any more it only
    counts how many are left."""
    due, other = (0, 0) if looks.behind else (each.due, looks.kinds and each.due_other)
    bill = [
        each.credits, due, other, -each.stealth_left,
        each.clicks, each.forgone, each.clicks_gone, each.grip, each.damage, -each.refill,
        each.lost,
        -each.gained, each.peak, int(each.short),
        each.tags, each.toll, each.losing, each.net_next, each.net_here, each.dice,
        -each.bypasses, -int(each.bypassed), each.counters, each.ice_virus, int(each.clicked),
        int(each.frozen >= 0),
        int(each.doubles), each.corp, each.drawn, each.pool, each.losses, each.given_up,
        *each.virus, *each.power, *(-left for left in each.apart),
        -int(each.endless), -each.idle_next, -each.idle,
    ]  # fmt: skip
    gone = doomed = silent = 0
    charged = any(slot.charges or slot.gathers for slot in slots)
    for slot, now, needed in zip(slots, each.rig, missed, strict=True):
        gone += not now.installed
        doomed += now.doomed or not now.installed
        silent += now.silent or not now.installed
        if not needed:
            continue
        boost = 0 if slot.exact or not now.installed else -now.boost
        fed = -now.power if (slot.feeds or charged) and now.installed else 0
        bill += [-int(now.installed), boost, int(now.doomed), int(now.used), fed]
    bill.append(silent)
    if not looks.behind:
        bill += [gone, doomed]
    return tuple(bill)


class Looks(NamedTuple):
    """What ice looks at, so that more of it is not always better: what is `installed` (cards of
    the rig may look at that too), cards in the `grip`, whether there are `tags`, whether the
    Runner is `rich`; and the `credits` of the Corp and cards in its `hand`, of which less is
    better; `ice_virus`: virus counters on it. `kinds`: whether it matters what credits were
    paid for. `behind`: all ice has been passed."""

    installed: bool = False
    grip: bool = False
    tags: bool = False
    rich: bool = False
    credits: bool = False
    hand: bool = False
    ice_virus: bool = False
    kinds: bool = True
    behind: bool = False

    def told_apart(self, each: Passage) -> tuple[object, ...]:
        """What ice would see."""
        there = (each.losing, *(now.installed for now in each.rig)) if self.installed else ()
        cards = each.grip + each.damage - each.refill if self.grip else 0
        paid = (
            each.credits,
            each.stealth,
            each.other,
            each.lost - each.gained,
            each.covered,
            each.covered_other,
        )
        spent = paid if self.rich else ()
        return (
            there,
            cards,
            self.tags and each.tags,
            spent,
            each.advanced,
            each.again,
            each.left,
            each.shot,
        )


def _kind(
    slots: Sequence[Slot], each: Passage, looks: Looks, missed: Sequence[bool]
) -> tuple[object, ...]:
    """What has to be equal for two passages to be compared."""
    blinding = any(now.spent & BLINDED for now in each.rig)
    if looks.behind:  # a card that is kept is better than one that is lost
        return (blinding, *(now.silent for now, here in zip(each.rig, missed, strict=True) if here))
    here = tuple(
        (number, now.silent, now.rolled, now.spent, slot.exact and now.boost)
        for number, (slot, now) in enumerate(zip(slots, each.rig, strict=True))
        if now.installed and missed[number]
    )
    here_is = (each.climate, each.piece, each.purged, each.swap, each.bare)
    return (*here_is, here, blinding, looks.told_apart(each))


def best_of(
    slots: Sequence[Slot],
    passages: Iterable[Passage],
    looks: Looks,
    missed: Sequence[bool] | None = None,
) -> list[Passage]:
    """Those that no other one beats, of equal ones the one that gave up least. `missed`: which
    cards of the rig may matter later, by default all of them."""
    if missed is None:
        missed = (True,) * len(slots)
    kinds: dict[tuple[object, ...], Bills] = {}
    for each in passages:
        key = (_bill(slots, each, looks, missed), each.answers)
        alike = kinds.setdefault(_kind(slots, each, looks, missed), {})
        known = alike.get(key)
        if known is None or len(each.taken) > len(known.taken):  # what is taken is not paid
            alike[key] = each
    found: list[Passage] = []
    for bills in kinds.values():
        found += _least(bills)
    if len(found) > MAX_PASSAGES:
        raise CapacityError(
            f"more than {MAX_PASSAGES:,} ways through this ice that no other one beats"
        )
    return found


Bills = dict[tuple[tuple[int, ...], tuple[Answer, ...]], Passage]
"""Passages by their bills and by what was answered."""


def cheapest_and_mildest(
    slots: Sequence[Slot], passages: Iterable[Passage], looks: Looks
) -> list[Passage]:
    """Of those that leave the same behind the one that paid least, and the one that suffered
    least."""
    everywhere = (True,) * len(slots)
    alike: dict[Hashable, tuple[Passage, Passage]] = {}
    for each in passages:
        left = (each.virus, each.power, each.stealth_left, each.clicks_gone, each.apart, each.rig)
        laid = (each.toll, each.net_next, each.net_here, each.bypasses, each.counters, each.idle)
        key = (_kind(slots, each, looks, everywhere), each.answers, left, laid)
        cheap, mild = alike.get(key, (each, each))
        alike[key] = (min(cheap, each, key=_paid_first), min(mild, each, key=_suffered_first))
    return list(dict.fromkeys(each for pair in alike.values() for each in pair))


def _paid_first(each: Passage) -> tuple[int, ...]:
    return (each.credits + each.lost - each.gained, each.grip + each.damage, each.tags)


def _suffered_first(each: Passage) -> tuple[int, ...]:
    return (each.grip + each.damage, each.tags, each.credits + each.lost - each.gained)


def _least(bills: Bills) -> list[Passage]:
    """The passages whose bills no other bill beats. One that has been asked less may beat one
    that has been asked the same and more, not the other way round."""
    if len(bills) == 1:
        return list(bills.values())
    ordered = sorted(bills, key=lambda each: (each[0], len(each[1])))
    rows = np.array([bill for bill, _ in ordered], np.int64)
    asked = any(answers for _, answers in ordered)
    differing = rows[:, (rows != rows[0]).any(axis=0)]
    kept = np.empty_like(differing)
    found: list[Passage] = []
    for key, row in zip(ordered, differing, strict=True):
        count = len(found)
        beating = (kept[:count] <= row).all(axis=1)
        if asked:
            answers = key[1]
            if any(
                found[n].answers == answers[: len(found[n].answers)]
                for n in np.flatnonzero(beating)
            ):
                continue
        elif beating.any():
            continue
        kept[count] = row
        found.append(bills[key])
    return found


def worse_of(one: Passage, other: Passage) -> Passage:
    """A passage that is at least as bad as both, in every respect."""
    rig = tuple(
        mine
        if not mine.installed
        else its
        if not its.installed
        else mine._replace(
            boost=min(mine.boost, its.boost),
            virus=min(mine.virus, its.virus),
            power=min(mine.power, its.power),
            doomed=mine.doomed or its.doomed,
            used=mine.used or its.used,
            broken=min(mine.broken, its.broken),
            rolled=min(mine.rolled, its.rolled),
            silent=mine.silent or its.silent,
            spent=mine.spent | its.spent,
        )
        for mine, its in zip(one.rig, other.rig, strict=True)
    )
    credits, other_paid = max(one.credits, other.credits), max(one.other, other.other)
    stealth = min(one.stealth, other.stealth)
    clicks, forgone = max(one.clicks, other.clicks), max(one.forgone, other.forgone)
    clicks_gone = max(one.clicks_gone, other.clicks_gone)
    return one._replace(
        rig=rig,
        virus=tuple(map(max, one.virus, other.virus)),
        power=tuple(map(max, one.power, other.power)),
        climate=_worse_climate(one.climate, other.climate),
        credits=credits,
        other=other_paid,
        stealth=stealth,
        stealth_left=min(one.stealth_left, other.stealth_left),
        clicks=clicks,
        forgone=forgone,
        grip=max(one.grip, other.grip),
        damage=max(one.damage, other.damage),
        refill=min(one.refill, other.refill),
        lost=max(one.lost, other.lost),
        gained=min(one.gained, other.gained),
        peak=max(one.peak, other.peak),
        clicks_lost=max(0, clicks_gone - clicks - forgone),
        tags=max(one.tags, other.tags),
        taken=one.taken | other.taken,
        toll=max(one.toll, other.toll),
        losing=max(one.losing, other.losing),
        net_next=max(one.net_next, other.net_next),
        net_here=max(one.net_here, other.net_here),
        counters=max(one.counters, other.counters),
        ice_virus=max(one.ice_virus, other.ice_virus),
        frozen=credits if max(one.frozen, other.frozen) >= 0 else -1,
        purged=one.purged and other.purged,
        piece=min(one.piece, other.piece),
        dice=max(one.dice, other.dice),
        bypassed=one.bypassed and other.bypassed,
        bypasses=min(one.bypasses, other.bypasses),
        clicked=one.clicked or other.clicked,
        doubles=one.doubles or other.doubles,
        shot=one.shot and other.shot,
        corp=max(one.corp, other.corp),
        drawn=max(one.drawn, other.drawn),
        covered=credits - stealth - max(one.due, other.due),
        covered_other=other_paid - max(one.due_other, other.due_other),
        apart=tuple(map(min, one.apart, other.apart)),
        endless=one.endless and other.endless,
        bare=one.bare and other.bare,
        idle_next=min(one.idle_next, other.idle_next),
        idle=min(one.idle, other.idle),
        pool=max(one.pool, other.pool),
        short=one.short or other.short,
        losses=max(one.losses, other.losses),
        given_up=max(one.given_up, other.given_up),
        told=one.told if one.told is not None else other.told,
    )


def _worse_climate(one: Climate, other: Climate) -> Climate:
    def worse(mine: Weather | None, its: Weather | None) -> Weather | None:
        if mine is None or its is None:
            return mine if its is None else its
        return Weather._make(map(max, zip(mine, its, strict=True)))

    later, following, here = map(worse, one, other)
    assert later is not None and following is not None
    return Climate(later, following, here)
