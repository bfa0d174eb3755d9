"""Two ways that the Runner may have come, and one that is as bad as both."""

from __future__ import annotations

from simcore.plan.aftermath import giving_hive
from simcore.plan.marks import (
    CAME_HOME,
    CHEAPER,
    IN_HEAP_AT_FIRST,
    IN_STACK,
    NOT_IN_HEAP,
    TAKEN_BACK,
)
from simcore.plan.pieces import GONE, Slot, SlotState
from simcore.plan.states import Climate, Weather
from simcore.plan.uses import loses_itself
from simcore.prices.purses import EMPTY, Purses
from simcore.prices.way.passage import (
    OPEN,
    Ahead,
    Changed,
    Curbed,
    Here,
    Money,
    Paid,
    Passage,
    Suffered,
    Total,
)


def worse_of(one: Passage, other: Passage, purses: Purses = EMPTY) -> Passage:
    """A passage that is at least as bad as both, in every respect. `purses`: those that both
    were paid from, as long as it is not settled what has paid for what."""
    rig = tuple(map(_worse_card, one.rig, other.rig))
    paid = _worse_paid(one.paid, other.paid)
    clicks_gone = max(one.clicks_gone, other.clicks_gone)
    in_all = max(each.clicks_gone + each.suffered.regained for each in (one, other))
    regained = in_all - clicks_gone
    worse = one._replace(
        rig=rig,
        climate=_worse_climate(one.climate, other.climate),
        paid=paid,
        money=_worse_money(one, other, paid),
        suffered=Suffered(
            max(one.suffered.damage, other.suffered.damage),
            min(one.suffered.refill, other.suffered.refill),
            max(-regained, clicks_gone - paid.clicks - paid.forgone),
            max(one.suffered.tags, other.suffered.tags),
            regained,
            one.suffered.taken | other.suffered.taken,
            one.suffered.perhaps | other.suffered.perhaps,
            max(one.suffered.discarded, other.suffered.discarded),
            tuple(map(max, one.suffered.thrown, other.suffered.thrown)),
            max(one.suffered.points, other.suffered.points),
            tuple(map(min, one.suffered.away, other.suffered.away)),
            one.suffered.surely & other.suffered.surely,
        ),
        here=_worse_here(one.here, other.here),
        ahead=_worse_ahead(one.ahead, other.ahead),
        changed=_worse_changed(one.changed, other.changed),
        total=_worse_total(one, other),
        curbed=Curbed._make(map(max, one.curbed.bill, other.curbed.bill)).bill,
        told=one.told if one.told is not None else other.told,
    )
    lost = max(0, *(_lost_beside(worse, each, purses) for each in (one, other)))
    return worse._replace(money=worse.money._replace(lost=lost))


def _worse_total(one: Passage, other: Passage) -> Total:
    """The Corp takes as many cards in all as in either, with those that the Runner gives up there
    and it takes in the other one."""
    taken = (
        each.total.taken
        + sum(
            each.rig[slot].doomed or not each.rig[slot].installed
            for slot in its.suffered.taken - each.suffered.taken
        )
        for each, its in ((one, other), (other, one))
    )
    return Total._make(map(max, one.total, other.total))._replace(taken=max(taken))


_NOT_YET = IN_STACK | IN_HEAP_AT_FIRST
"""How a card lies somewhere that has not been installed."""


def _spent_by_either(mine: int, its: int) -> int:
    """What a card has done one way or the other; what makes it cheaper it has if both have it."""
    return (mine | its) & ~CHEAPER | (mine & its & CHEAPER)


def _worse_card(mine: SlotState, its: SlotState) -> SlotState:
    """A card that is gone in one of two ways is gone, and condemned if it is so in the other."""
    if mine is its:
        return mine
    if mine.installed and its.installed:
        return mine._replace(
            boost=min(mine.boost, its.boost),
            virus=min(mine.virus, its.virus),
            power=min(mine.power, its.power),
            doomed=mine.doomed or its.doomed,
            used=mine.used or its.used,
            broken=min(mine.broken, its.broken),
            rolled=min(mine.rolled, its.rolled),
            silent=mine.silent or its.silent,
            spent=_spent_by_either(mine.spent, its.spent),
        )
    gone = its if mine.installed else mine
    if not (mine.installed or its.installed) and its.spent != mine.spent:
        never_there = mine.spent & _NOT_YET and its.spent & _NOT_YET  # it is no loss, either
        home = (mine.spent | its.spent) & CAME_HOME | mine.spent & its.spent & TAKEN_BACK
        never = never_there and IN_HEAP_AT_FIRST
        gone = GONE._replace(spent=NOT_IN_HEAP | never | home)
    return gone._replace(doomed=mine.doomed or its.doomed)


def _lost_beside(worse: Passage, each: Passage, purses: Purses) -> int:
    """Credits that have to be lost beside what the worse of two has paid, to take as much from
    the pool as one of them has."""
    if (worse.due, worse.due_other, worse.money.pool, worse.total.pool) == (
        each.due,
        each.due_other,
        each.money.pool,
        each.total.pool,
    ):
        return each.money.lost
    more = purses.from_pool(worse) - purses.from_pool(each._replace(rig=worse.rig))
    if worse.total.pool < 0:  # purses may pay for more of what is still to come
        settled = worse.money.pool - each.money.pool
        more = min(more, settled + worse.due - each.due)
    return each.money.lost - more


def keeps_more(one: Passage, other: Passage) -> bool:
    """Whether a card is there in one that is gone in the other."""
    rigs = zip(one.rig, other.rig, strict=True)
    return any(mine.installed and not its.installed for mine, its in rigs)


def is_spared(slots: tuple[Slot, ...], one: Passage, other: Passage) -> bool:
    """Whether a card is gone in one that still has to give counters for its use in the other."""
    return any(
        its.used
        and not mine.installed
        and slot.mark is not None
        and (
            not loses_itself(slot.mark, its.virus, its.power)
            or giving_hive(slots, other.rig, number) is not None
        )
        for number, (slot, mine, its) in enumerate(zip(slots, one.rig, other.rig, strict=True))
    )


def _worse_paid(one: Paid, other: Paid) -> Paid:
    if one is other:
        return one
    return Paid(
        virus=tuple(map(max, one.virus, other.virus)),
        power=tuple(map(max, one.power, other.power)),
        credits=max(one.credits, other.credits),
        other=max(one.other, other.other),
        stealth=min(one.stealth, other.stealth),
        clicks=max(one.clicks, other.clicks),
        forgone=max(one.forgone, other.forgone),
        grip=max(one.grip, other.grip),
        dice=max(one.dice, other.dice),
        clicked=one.clicked or other.clicked,
    )


def _worse_money(one: Passage, other: Passage, paid: Paid) -> Money:
    """Of two that have `paid` that much at worst; what they have lost aside."""
    mine, its = one.money, other.money
    if mine is its and one.paid is other.paid and mine.frozen < 0:
        return mine
    return Money(
        stealth_left=min(mine.stealth_left, its.stealth_left),
        apart=tuple(map(min, mine.apart, its.apart)),
        covered=paid.credits - paid.stealth - max(one.due, other.due),
        covered_other=paid.other - max(one.due_other, other.due_other),
        pool=max(mine.pool, its.pool),
        gained=min(mine.gained, its.gained),
        peak=max(mine.peak, its.peak),
        spared=max(mine.spared, its.spared),
        frozen=paid.credits if max(mine.frozen, its.frozen) >= 0 else -1,
        raised=min(mine.raised, its.raised),
        beyond=min(mine.beyond, its.beyond),
        since=max(mine.since, its.since) if min(mine.since, its.since) >= 0 else -1,
        closed=OPEN if min(mine.closed, its.closed) == OPEN else max(mine.pool, its.pool),
    )


def _worse_here(one: Here, other: Here) -> Here:
    if one is other:
        return one
    return one._replace(
        counters=max(one.counters, other.counters),
        ice_virus=max(one.ice_virus, other.ice_virus),
        piece=min(one.piece, other.piece),
        bypassed=one.bypassed and other.bypassed,
        endless=one.endless and other.endless,
        bare=one.bare and other.bare,
        idle=min(one.idle, other.idle),
        freed=one.freed and other.freed,
        net_here=max(one.net_here, other.net_here),
        nets_here=max(one.nets_here, other.nets_here),
        named=min(one.named, other.named),
        felled=max(one.felled, other.felled),
        outward=max(one.outward, other.outward),
        coming=max(one.coming, other.coming),
    )


def _worse_ahead(one: Ahead, other: Ahead) -> Ahead:
    if one is other:
        return one
    return one._replace(
        toll=max(one.toll, other.toll),
        losing=max(one.losing, other.losing),
        net_next=max(one.net_next, other.net_next),
        nets_next=max(one.nets_next, other.nets_next),
        bypasses=min(one.bypasses, other.bypasses),
        doubles=max(one.doubles, other.doubles),
        idle_next=min(one.idle_next, other.idle_next),
        averted=min(one.averted, other.averted),
        past=min(one.past, other.past),
        frees=one.frees if one.frees == other.frees else "",
        harm=max(one.harm, other.harm),
        harms=max(one.harms, other.harms),
        untags=min(one.untags, other.untags),
    )


def _worse_changed(one: Changed, other: Changed) -> Changed:
    if one is other:
        return one
    return one._replace(
        purged=one.purged and other.purged,
        staff=min(one.staff, other.staff),
        stung=one.stung and other.stung,
        barred=one.barred or other.barred,
        corp=max(one.corp, other.corp),
        traced=min(one.traced, other.traced),
        hand=max(one.hand, other.hand),
        back=min(one.back, other.back),
        dry=one.dry or other.dry,
        smaller=max(one.smaller, other.smaller),
    )


def _worse_climate(one: Climate, other: Climate) -> Climate:
    if one is other:
        return one

    def worse(mine: Weather | None, its: Weather | None) -> Weather | None:
        if mine is None or its is None:
            return mine if its is None else its
        return Weather._make(map(max, zip(mine, its, strict=True)))

    later, following, here = map(worse, one, other)
    assert later is not None and following is not None
    return Climate(later, following, here)
