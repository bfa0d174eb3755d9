"""Two ways that the Runner may have come, and credits on cards that go, reckoned by hand."""

from __future__ import annotations

from dataclasses import replace
from operator import le
from types import SimpleNamespace
from typing import Any, cast

import pytest
from boards import card, fracter

from simcore.plan.pieces import GONE, RigState, SlotState
from simcore.plan.slots import make_slot
from simcore.plan.states import MILD
from simcore.prices.apart import Apart
from simcore.prices.one_by_one import OneUse, orders_of, paid_by_pool, uses_of
from simcore.prices.purses import Held, Purses
from simcore.prices.way.behind_ice import beyond
from simcore.prices.way.comparing import Looks, _bill, best_of
from simcore.prices.way.passage import ABSENT, FACE_DOWN, Here, Money, Paid, Passage, Suffered
from simcore.prices.way.sieve import cheapest
from simcore.prices.way.wall import Piece
from simcore.prices.way.worse import worse_of
from simcore.scenario import RigCard

TWO: RigState = (SlotState(), SlotState())
NONE = (0, 0)


def passage(
    rig: RigState = TWO,
    paid: Paid | None = None,
    money: Money | None = None,
    suffered: Suffered | None = None,
    here: Here | None = None,
) -> Passage:
    return Passage(
        rig,
        paid or Paid(NONE, NONE),
        MILD,
        money or Money(),
        suffered or Suffered(),
        here or Here(),
    )


def test_credits_due_are_the_more_of_both() -> None:
    # 9 paid, 2 of them stealth, 3 covered: 4 due, of which 1 not to break
    one = passage(
        paid=Paid(NONE, NONE, credits=9, other=3, stealth=2),
        money=Money(covered=3, covered_other=2, stealth_left=5),
    )
    # 7 paid, 4 of them stealth, 1 covered: 2 due, of which 2 not to break
    other = passage(
        paid=Paid(NONE, NONE, credits=7, other=2, stealth=4),
        money=Money(covered=1, stealth_left=3),
    )
    assert (one.due, one.due_other, other.due, other.due_other) == (4, 1, 2, 2)
    for both in (worse_of(one, other), worse_of(other, one)):
        assert (both.paid.credits, both.paid.other, both.paid.stealth) == (9, 3, 2)
        assert (both.due, both.due_other) == (4, 2)
        assert both.money.stealth_left == 3


def test_clicks_gone_are_the_more_of_both() -> None:
    # 2 spent and 1 action forgone; 1 spent and 3 lost: 4 are gone, 3 of them given
    one = passage(paid=Paid(NONE, NONE, clicks=2, forgone=1))
    other = passage(paid=Paid(NONE, NONE, clicks=1), suffered=Suffered(clicks_lost=3))
    for both in (worse_of(one, other), worse_of(other, one)):
        assert (both.paid.clicks, both.paid.forgone) == (2, 1)
        assert (both.suffered.clicks_lost, both.clicks_gone) == (1, 4)
    # 3 spent of one that lost none, 2 forgone of the other: 5 at worst, none lost
    one, other = (
        passage(paid=Paid(NONE, NONE, clicks=3)),
        passage(paid=Paid(NONE, NONE, forgone=2)),
    )
    assert worse_of(one, other).suffered.clicks_lost == 0
    assert worse_of(one, other).clicks_gone == 5


def test_what_is_lost_takes_the_pool_as_far_as_payments_do() -> None:
    paid = passage(paid=Paid(NONE, NONE, credits=2, other=2))
    lost = passage(money=Money(lost=3))
    for both in (worse_of(paid, lost), worse_of(lost, paid)):
        assert (both.due, both.money.lost) == (2, 1)  # 3 of the pool at worst
    # two of a purse may pay for what was paid
    for purses, beside in (
        (Purses(anything=1), 2),
        (Purses(anything=2), 3),
        (Purses(breakers=2), 1),
    ):
        assert worse_of(paid, lost, purses).money.lost == beside
    # 3 paid to break from a purse for that alone, and 1 lost; what comes to be broken later is paid
    # by that purse in one, by the pool in the other
    broken = passage(paid=Paid(NONE, NONE, credits=3), money=Money(lost=1))
    other = passage(paid=Paid(NONE, NONE, credits=3, other=3))
    for both in (
        worse_of(broken, other, Purses(breakers=3)),
        worse_of(other, broken, Purses(breakers=3)),
    ):
        assert (both.due, both.due_other, both.money.lost) == (3, 3, 1)
    # the same, with 1 more that the pool has paid for good
    settled = Money(covered=1, pool=1, lost=1)
    broken = passage(paid=Paid(NONE, NONE, credits=4), money=settled)
    for both in (
        worse_of(broken, other, Purses(breakers=3)),
        worse_of(other, broken, Purses(breakers=3)),
    ):
        assert (both.money.pool, both.due, both.money.lost) == (1, 3, 1)


def test_what_the_pool_pays_for_purses_it_had_before_it_gained() -> None:
    # 4 due, 3 of them from a purse, when it gained; 1 came later
    purses, gained = Purses(anything=3), Money(gained=2, peak=1, spared=3)
    now = passage(paid=Paid(NONE, NONE, credits=5), money=gained)
    for credits, peak in ((2, 1), (3, 2), (5, 4)):
        after = purses.by_pool(now, credits)
        assert (after.money.pool, after.money.peak) == (credits, peak)
        assert after.money.spared == 4 - peak
    assert purses.by_pool(purses.by_pool(now, 3), 1).money.peak == 3


def test_credits_that_cannot_be_spent_in_one_cannot_be_in_both() -> None:
    frozen = passage(paid=Paid(NONE, NONE, credits=4), money=Money(frozen=0))
    free = passage(paid=Paid(NONE, NONE, credits=6))
    assert worse_of(frozen, free).money.frozen == worse_of(free, frozen).money.frozen == 6
    assert worse_of(free, free).money.frozen == -1


def test_ice_that_stays_is_the_worse() -> None:
    turned, gone = passage(here=Here(piece=FACE_DOWN)), passage(here=Here(piece=ABSENT))
    assert worse_of(turned, gone).here.piece == worse_of(gone, turned).here.piece == FACE_DOWN


@pytest.mark.parametrize(
    ("part", "field", "worse", "better"),
    [
        *(("paid", name, 2, 1) for name in ("grip", "dice")),
        *(("suffered", name, 2, 1) for name in ("damage", "discarded", "points", "tags")),
        *(("curbed", name, True, False) for name in ("unseen", "unstolen", "last")),
        *(("curbed", name, 2, 1) for name in ("fewer", "unheld")),
        ("curbed", "at_most", 1, 2),
        ("suffered", "refill", 1, 2),
        *(("money", name, 2, 1) for name in ("pool", "peak", "spared")),
        *(("money", name, 1, 2) for name in ("gained", "raised", "beyond")),
        *(("here", name, 2, 1) for name in ("counters", "ice_virus", "net_here", "coming")),
        ("here", "nets_here", 2, 1),
        *(("here", name, False, True) for name in ("bypassed", "endless", "bare")),
        ("here", "felled", "trash-accessed", ""),
        ("here", "idle", 1, 2),
        *(("ahead", name, 2, 1) for name in ("toll", "losing", "net_next", "harm")),
        *(("ahead", name, 2, 1) for name in ("nets_next", "harms")),
        *(("ahead", name, 1, 2) for name in ("bypasses", "idle_next", "averted", "past")),
        *(("changed", name, 2, 1) for name in ("corp", "hand", "smaller")),
        *(("changed", name, 1, 2) for name in ("staff", "traced", "back")),
    ],
)
def test_one_figure_of_two_ways(part: str, field: str, worse: Any, better: Any) -> None:
    one, other = (
        start._replace(**{part: getattr(start, part)._replace(**{field: value})})
        for start in [passage()]
        for value in (worse, better)
    )
    for both in (worse_of(one, other), worse_of(other, one)):
        assert getattr(getattr(both, part), field) == worse


@pytest.mark.parametrize("field", ["boost", "virus", "power", "broken", "rolled"])
def test_a_card_of_which_there_is_less_in_one_of_two_ways(field: str) -> None:
    fuller: dict[str, Any] = {field: 2}
    emptier: dict[str, Any] = {field: 1}
    one = passage((SlotState(**fuller), SlotState()))
    other = passage((SlotState(**emptier), SlotState()))
    for both in (worse_of(one, other), worse_of(other, one)):
        assert getattr(both.rig[0], field) == 1


def test_nothing_is_paid_once_nothing_can_be() -> None:
    assert passage(paid=Paid(NONE, NONE, credits=3)).is_paid
    assert passage(paid=Paid(NONE, NONE, credits=3), money=Money(frozen=3)).is_paid
    assert passage(money=Money(frozen=0)).is_paid
    assert not passage(paid=Paid(NONE, NONE, credits=1), money=Money(frozen=0)).is_paid
    assert not passage(paid=Paid(NONE, NONE, credits=4), money=Money(frozen=3)).is_paid


def test_a_credit_that_came_before_anything_was_due_is_better_than_none() -> None:
    none, at_once, late = (
        _bill(passage(money=Money(since=due)), Looks(), ()) for due in (-1, 0, 2)
    )
    assert not all(map(le, none, at_once))
    assert all(map(le, at_once, late))
    assert not all(map(le, late, at_once))


def test_ice_that_looks_at_the_grip_sees_how_many_cards_are_left() -> None:
    # one given and two lost leave as many as three lost, and as four lost with one drawn
    looks = Looks(grip=True)
    three = looks.told_apart(passage(suffered=Suffered(damage=3)))
    assert looks.told_apart(passage(paid=Paid(NONE, NONE, grip=1), suffered=Suffered(2))) == three
    assert looks.told_apart(passage(suffered=Suffered(damage=4, refill=1))) == three
    assert looks.told_apart(passage(paid=Paid(NONE, NONE, grip=2), suffered=Suffered(2))) != three
    assert Looks().told_apart(passage(suffered=Suffered(damage=3))) == Looks().told_apart(passage())


# ---- credits on cards -----------------------------------------------------------------------

RIG = (SlotState(), SlotState(), SlotState(), SlotState())
FEW = (0, 0, 0, 0)
BREAKERS, ANYTHING = Held(0, "breakers", 3), Held(1, "", 2)
HIDDEN, FREE = Held(2, "stealth", 2), Held(3, "stealth", 3, free=True)
HELD = (BREAKERS, ANYTHING, HIDDEN, FREE)
PURSES = Purses(stealth=5, breakers=3, anything=6, free=3, held=HELD)
"""Four of what pays for anything lie on no card."""


def without(*slots: int) -> RigState:
    return tuple(GONE if number in slots else card for number, card in enumerate(RIG))


def spent(credits: int, other: int, stealth: int = 0, rig: RigState = RIG) -> Passage:
    return Passage(
        rig, Paid(FEW, FEW, credits, other, stealth), money=Money(stealth_left=5 - stealth)
    )


def test_all_that_purses_hold() -> None:
    own = Apart(0, 2, False, frozenset({1}))
    assert Purses(5, 3, 6, 3, HELD, (own,)).total == 16


def test_the_pool_pays_what_purses_do_not() -> None:
    # 12 paid, 5 of them not to break: 3 for breakers pay 3 of 7, 6 of the rest, 3 are left
    assert PURSES.from_pool(spent(12, 5)) == 3
    assert PURSES.left_to_purses(spent(12, 5)) == 9
    # 6 paid, 5 of them not to break: the breakers' purse pays 1, the other 5
    assert PURSES.from_pool(spent(6, 5)) == 0
    assert PURSES.from_pool(spent(8, 8)) == 2
    # a card that is gone pays for nothing
    assert PURSES.from_pool(spent(12, 5, rig=without(0))) == 6
    assert PURSES.from_pool(spent(12, 5, rig=without(1))) == 5
    counted = spent(12, 5)
    assert PURSES.from_pool(counted._replace(total=counted.total._replace(pool=0))) == 0
    assert PURSES.from_pool(counted._replace(total=counted.total._replace(pool=1))) == 1


def test_stealth_credits_that_pay_for_anything_go_with_their_card() -> None:
    assert PURSES.free_left(RIG) == 3
    assert PURSES.free_left(without(2)) == 3
    assert PURSES.free_left(without(3)) == 0


def test_a_purse_that_goes_has_paid_what_it_could() -> None:
    # for breakers: 2 of the 3 were paid to break
    after = PURSES.after(RIG, spent(6, 4, rig=without(0)))
    assert (after.money.covered, after.money.covered_other) == (2, 0)
    # for anything: first what was not paid to break, then the rest
    after = PURSES.after(RIG, spent(6, 1, rig=without(1)))
    assert (after.money.covered, after.money.covered_other) == (2, 1)
    after = PURSES.after(RIG, spent(1, 1, rig=without(1)))
    assert (after.money.covered, after.money.covered_other) == (1, 1)
    # both: the breakers' 3 to break, then 1 not to break and 1 more to break
    after = PURSES.after(RIG, spent(6, 1, rig=without(0, 1)))
    assert (after.money.covered, after.money.covered_other) == (5, 1)


def test_of_two_purses_alike_the_corp_takes_the_fuller() -> None:
    # 4 of 5 have been paid: the last one lies on the card that goes, which has paid 2
    purses = Purses(anything=5, held=(Held(0, "", 3), Held(1, "", 2)))
    after = purses.after(RIG, spent(4, 4, rig=without(0)), frozenset({0, 1}))
    assert (after.money.covered, after.money.covered_other) == (2, 2)
    # nothing else could have gone: it has paid all of its 3
    after = purses.after(RIG, spent(4, 4, rig=without(0)))
    assert (after.money.covered, after.money.covered_other) == (3, 3)


def test_the_pool_pays_first_what_fewer_purses_can() -> None:
    now = spent(9, 5)
    now = now._replace(money=now.money._replace(covered=2, covered_other=1, pool=1))
    after = PURSES.by_pool(now, 5).money  # 4 that were not paid to break, and 1 that was
    assert (after.covered, after.covered_other, after.pool) == (7, 5, 6)


def test_own_credits_that_pay_for_no_breaking() -> None:
    # 3 for a program that breaks nothing, of which its own two credits pay 2
    purses = Purses(apart=(Apart(0, 2, False, frozenset({1})),))
    slot = make_slot(RigCard(card("Tool", "program")), False)
    now = spent(0, 0)._replace(money=Money(apart=(2,)))
    (after,) = purses.to_use(replace(slot, payer=0, payers=1), 3, now)
    assert (after.paid.credits, after.paid.other) == (3, 3)
    assert (after.money.covered, after.money.covered_other) == (2, 2)
    assert (after.due, after.due_other) == (1, 1)


def test_as_many_stealth_credits_as_the_runner_likes() -> None:
    # 3 for an icebreaker, 1 of them by a credit of its own: 2, 1 or none of five hidden ones
    purses = Purses(stealth=5, apart=(Apart(0, 1, False, frozenset({1})),))
    slot = make_slot(RigCard(fracter()), False)
    now = spent(0, 0)._replace(money=Money(apart=(1,), stealth_left=5))
    found = purses.to_use(replace(slot, payer=0, payers=1), 3, now)
    assert [each.paid.stealth for each in found] == [2, 1, 0]
    # 2 for a program that breaks nothing: of three hidden ones one is for more than breaking
    tool = make_slot(RigCard(card("Tool", "program")), False)
    lent = Held(0, "breakers", 2, programs=True)
    purses = Purses(stealth=3, breakers=2, free=1, held=(lent,))
    now = spent(0, 0)._replace(money=Money(stealth_left=3))
    assert [each.paid.stealth for each in purses.to_use(tool, 2, now)] == [1, 0]


def test_stealth_credits_go_with_their_card_as_far_as_they_are_left() -> None:
    # none spent: both of the hidden go
    after = PURSES.after(RIG, spent(4, 0, rig=without(2)))
    assert (after.money.stealth_left, after.paid.stealth) == (3, 0)
    # one of five spent: it was one of the two
    after = PURSES.after(RIG, spent(4, 0, 1, rig=without(2)))
    assert (after.money.stealth_left, after.paid.stealth) == (3, 1)
    # four of five spent: the two were among them
    after = PURSES.after(RIG, spent(4, 0, 4, rig=without(2)))
    assert (after.money.stealth_left, after.paid.stealth) == (1, 4)
    # the free three: two pay what was not paid to break, one goes
    after = PURSES.after(RIG, spent(4, 2, rig=without(3)))
    assert (after.money.stealth_left, after.paid.stealth, after.paid.other) == (2, 2, 0)
    # one spent: it was of the free three, two of which are left for four not paid to break
    after = PURSES.after(RIG, spent(5, 4, 1, rig=without(3)))
    assert (after.money.stealth_left, after.paid.stealth, after.paid.other) == (2, 3, 2)
    # both go, none spent
    after = PURSES.after(RIG, spent(4, 0, rig=without(2, 3)))
    assert after.money.stealth_left == 0
    # the first has gone with the two that were spent; then the free three go
    before = without(2)
    after = PURSES.after(
        before, PURSES.after(RIG, spent(4, 0, 2, rig=before))._replace(rig=without(2, 3))
    )
    assert after.money.stealth_left == 0


def test_credits_for_some_cards_go_with_their_card() -> None:
    own = (Apart(0, 2, False, frozenset({2})), Apart(1, 3, False, frozenset({3})))
    purses = Purses(apart=own)
    here = spent(0, 0, rig=without(1))
    here = here._replace(money=here.money._replace(apart=(1, 2)))
    assert purses.after(RIG, here).money.apart == (1, 0)
    assert purses.after(RIG, here._replace(rig=RIG)).money.apart == (1, 2)


def test_the_pool_pays_the_first_uses() -> None:
    def use(credits: int, count: int, sized: bool = False) -> Any:
        return SimpleNamespace(credits=credits, count=count, sized=sized, each_use=1)

    # 1 for one subroutine, 2 for three, none for one; the pool pays what is due, the first
    # first: the less is left in it to lose
    abilities = (use(1, 1), use(2, 3), use(0, 1), use(2, 1, sized=True))
    slots: Any = (SimpleNamespace(abilities=abilities),)

    def uses(*breaks: int) -> list[OneUse]:
        way: Any = SimpleNamespace(uses=[SimpleNamespace(slot=0, breaks=breaks)])
        return uses_of(slots, way)

    assert uses(2, 1, 1) == [(0, 1), (1, 1), (1, 1), (2, 3)]
    assert uses(0, 0, 0, 3) == [(7, 3)]  # one use of a chosen size is paid for at once
    assert uses(0, 0, 0) == []
    there = [OneUse(1, 1), OneUse(1, 1), OneUse(2, 3), OneUse(0, 1)]
    assert paid_by_pool(there, 9) == there
    assert paid_by_pool(there, 3) == [(1, 1), (1, 1), (1, 3), (0, 1)]
    assert paid_by_pool(there, 1) == [(1, 1), (0, 1), (0, 3), (0, 1)]
    assert paid_by_pool(there, 0) == paid_by_pool(there, -1)
    assert paid_by_pool(there, 0) == [(0, 1), (0, 1), (0, 3), (0, 1)]
    assert list(orders_of(there[:3])) == [
        ((1, 1), (1, 1), (2, 3)),
        ((1, 1), (2, 3), (1, 1)),
        ((2, 3), (1, 1), (1, 1)),
    ]
    assert list(orders_of([])) == [()]


def test_a_few_of_very_many_ways_are_the_cheapest_in_one_measure_or_another() -> None:
    # 0 credits and 9 cards, 1 and 2, 2 and 1, 9 and none: with a card at none the first is the
    # cheapest, at 1 those of 3 in all, at 2 the one of 4 with fewer cards
    def way(credits: int, cards: int) -> Passage:
        return passage(paid=Paid(NONE, NONE, credits=credits), suffered=Suffered(damage=cards))

    ways = [way(9, 0), way(2, 1), way(1, 2), way(0, 9)]
    assert cheapest(ways, 3) == [way(2, 1), way(0, 9)]
    assert cheapest(ways, 6) == [way(2, 1), way(1, 2), way(0, 9)]


@pytest.mark.parametrize(
    ("strengths", "moving", "grows", "more"),
    [
        ((3, 5, 2), False, False, (2, 0, 0)),
        ((3, 5, 2), True, False, (2, 0, 3)),
        ((5, 3, 2), True, False, (0, 2, 3)),
        ((5, 3, 2), False, True, (9, 9, 9)),
        ((3, 5), False, True, (11, 9)),
    ],
)
def test_how_much_stronger_ice_behind_may_be(
    strengths: tuple[int, ...], moving: bool, grows: bool, more: tuple[int, ...]
) -> None:
    """By 9 at the most while it is on the way; where ice moves any of it may come."""
    pieces = cast(
        "list[Piece]",
        [
            SimpleNamespace(
                place=place,
                target=SimpleNamespace(strength=strength),
                sight=SimpleNamespace(advanceable=(0,) * grows),
            )
            for place, strength in enumerate(strengths)
        ],
    )
    assert beyond(pieces, moving) == dict(enumerate(more))


def test_what_is_lost_beside_what_purses_may_still_pay() -> None:
    # 1 settled by the pool and 2 due to break, for which there is a purse; 2 due for else
    one = passage(paid=Paid(NONE, NONE, credits=3), money=Money(covered=1, pool=1, lost=4))
    other = passage(paid=Paid(NONE, NONE, credits=2, other=2))
    for both in (
        worse_of(one, other, Purses(breakers=2)),
        worse_of(other, one, Purses(breakers=2)),
    ):
        assert (both.due, both.due_other, both.money.pool) == (2, 2, 1)
        assert both.money.lost == 4


@pytest.mark.parametrize(
    ("mine", "its", "worse"), [(0, 2, 2), (1, 1, 1), (0, 0, 0), (-1, 2, -1), (-1, 0, -1)]
)
def test_a_credit_that_came_in_both_ways_came_late(mine: int, its: int, worse: int) -> None:
    one, other = passage(money=Money(since=mine)), passage(money=Money(since=its))
    assert worse_of(one, other).money.since == worse_of(other, one).money.since == worse


@pytest.mark.parametrize(("mine", "its", "both"), [("a", "a", "a"), ("a", "b", ""), ("a", "", "")])
def test_what_frees_a_subroutine_in_both_ways_does_so(mine: str, its: str, both: str) -> None:
    one, other = (
        start._replace(ahead=start.ahead._replace(frees=kind))
        for start in [passage()]
        for kind in (mine, its)
    )
    assert worse_of(one, other).ahead.frees == worse_of(other, one).ahead.frees == both


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        ({"doomed": True}, {}),
        ({"silent": True}, {}),
        ({"installed": False}, {}),
        ({"installed": False}, {"doomed": True}),
        ({"installed": False}, {"silent": True}),
        ({"installed": False}, {"silent": True, "doomed": True}),
    ],
)
def test_a_card_of_which_nothing_is_asked_any_more(worse: Any, better: Any) -> None:
    slot = make_slot(RigCard(fracter()), False)
    lost, kept = passage((SlotState(**worse),)), passage((SlotState(**better),))
    assert best_of((slot,), [lost, kept], Looks(), missed=(False,)) == [kept]


def test_a_card_that_is_silenced_and_one_that_will_go_are_no_better_than_each_other() -> None:
    slot = make_slot(RigCard(fracter()), False)
    both = {passage((SlotState(silent=True),)), passage((SlotState(doomed=True),))}
    assert set(best_of((slot,), both, Looks(), missed=(False,))) == both
