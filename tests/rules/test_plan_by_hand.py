"""Single steps of the search for ways to break, each number worked out by hand from the rules
in `simcore.plan`: cards and ice are made of nothing but what is asked about."""

from __future__ import annotations

from typing import Any

import pytest
from boards import card

from simcore.cards.card import Card
from simcore.plan.aftermath import (
    counters_spent,
    first_to_roll,
    parts_of,
    settle,
    settled_counters,
    state_after,
)
from simcore.plan.boosts import NO_STEPS, boosts_worth_having, cheapest_boosts
from simcore.plan.breaking import find_ways, worth_having
from simcore.plan.descent import descents, shortfall, straight_down, weakenings
from simcore.plan.known_ways import Thirst
from simcore.plan.marks import WEAKENED
from simcore.plan.pieces import (
    GONE,
    Ability,
    Ask,
    Boost,
    Mark,
    RigState,
    Slot,
    SlotState,
    Standing,
    Target,
    Use,
    Way,
    Weakening,
)
from simcore.plan.slots import first_state, make_slot, with_help
from simcore.plan.states import State, Taken, Weather, under
from simcore.plan.strengths import ice_strength, stands_on, strength_of, unhosted
from simcore.plan.targets import alone, make_target, rezzed_by_subtype, standing_of_rig
from simcore.scenario import RigCard

HERE, ONE = SlotState(), Ask(1)


def of(kind: str, number: int) -> dict[str, Any]:
    return {kind: number}


def breaker(*abilities: Ability, strength: int = 2, **keys: Any) -> Slot:
    return Slot(keys.pop("title", "Breaker"), True, True, strength, 0, abilities, **keys)


def helper(weakening: Weakening, **keys: Any) -> Slot:
    """A program that weakens ice and does nothing else."""
    return Slot("Helper", weakening=weakening, **keys)


def piece(strength: int = 2, subs: int = 1, tracing: int = 0, **keys: Any) -> Target:
    return Target("Ice", strength, frozenset({"sentry"}), Ask(subs, tracing), **keys)


def used(*breaks: int, weakening: int = 0, steps: tuple[int, ...] = (), slot: int = 0) -> Use:
    return Use(slot, breaks, weakening, steps=steps)


def way(*uses: Use) -> Way:
    return Way(0, 0, 0, 0, (), (), (), uses)


# ---- boosts ------------------------------------------------------------------------------


def steps_of(slot: Slot, needed: int, exact: bool = False, breakers: int = 1) -> list[Any]:
    found = boosts_worth_having(slot, HERE, breakers, needed, exact)
    return [mix.steps for mix in found]


def test_no_boost_is_bought_that_could_be_left_out() -> None:
    lasting = breaker(boosts=(Boost(1, credits=1, lasts=True), Boost(2, credits=1)))
    # two points: by the second alone, or by two that last; not by both kinds
    assert steps_of(lasting, 2) == [(0, 1), (2, 0)]
    # three points: one of either kind, or three that last; two of the second cost as much and
    # last less than one and one; nobody goes to four
    assert steps_of(lasting, 3) == [(1, 1), (3, 0)]
    dearer = breaker(boosts=(Boost(1, credits=3, lasts=True), Boost(2, credits=1)))
    assert steps_of(dearer, 2) == [(0, 1), (2, 0)]
    crowd = breaker(boosts=(Boost(0, 1, credits=2, lasts=True), Boost(3, credits=1)))
    # five points: not two of the first beside the second, one of which could be left out
    assert steps_of(crowd, 5, breakers=2) == [(0, 2), (1, 1), (3, 0)]


def test_boosts_of_one_price_are_one() -> None:
    assert len(steps_of(breaker(boosts=(Boost(1, credits=1), Boost(1, credits=1))), 1)) == 1


def test_a_click_is_not_an_action_forgone() -> None:
    both = breaker(boosts=(Boost(1, clicks=1), Boost(1, forgone=1)))
    assert sorted(steps_of(both, 1)) == [(0, 1), (1, 0)]


def test_boosts_by_the_icebreakers_installed() -> None:
    crowd = breaker(boosts=(Boost(0, 1, credits=2),))
    assert steps_of(crowd, 4, breakers=2) == [(2,)]
    assert steps_of(crowd, 5, breakers=2) == [(3,)]


def test_a_boost_that_gains_nothing_fills_nothing() -> None:
    crowd = Slot("Lone", boosts=(Boost(1, credits=1), Boost(0, 1, credits=1)))
    assert steps_of(crowd, 2, breakers=0) == [(2, 0)]


def test_a_boost_that_follows_another_needs_it() -> None:
    slot = breaker(boosts=(Boost(3, credits=3), Boost(1, credits=1, follows=True)))
    assert steps_of(slot, 2, exact=True) == []
    assert steps_of(slot, 2) == [(1, 0)]  # not two of the cheap ones
    assert steps_of(slot, 4, exact=True) == [(1, 1)]


def test_exact_cards_keep_what_lasts_apart() -> None:
    plain = Boost(1, credits=1)
    dearer, lasting = Boost(1, credits=2), Boost(1, credits=2, lasts=True)
    assert steps_of(breaker(boosts=(plain, dearer), exact=True), 1, exact=True) == [(1, 0)]
    assert len(steps_of(breaker(boosts=(plain, lasting), exact=True), 1, exact=True)) == 2


@pytest.mark.parametrize("kind", ["virus", "power"])
def test_a_card_that_pays_counters_for_its_use_may_rather_be_without(kind: str) -> None:
    boosts = (Boost(1, credits=1), Boost(1, credits=1, **of(kind, 1)))
    assert steps_of(breaker(boosts=boosts), 1) == [(1, 0)]
    assert sorted(steps_of(breaker(boosts=boosts, mark=Mark(**of(kind, 1))), 1)) == [(0, 1), (1, 0)]


def test_fixed_plans_take_the_cheapest_boosts() -> None:
    slot = breaker(boosts=(Boost(1, virus=1, power=1), Boost(1, virus=1, credits=9)))
    assert [mix.steps for mix in cheapest_boosts(slot, 1, 1)] == [(0, 1)]  # a counter less
    assert cheapest_boosts(breaker(), 1, 0) == cheapest_boosts(breaker(), 1, -1) == [NO_STEPS]
    assert cheapest_boosts(breaker(), 1, 0, exact=True) == [NO_STEPS]
    assert cheapest_boosts(breaker(), 1, -1, exact=True) == []
    lasting = breaker(boosts=(Boost(2, credits=1, lasts=True),))
    assert [mix.lasting for mix in cheapest_boosts(lasting, 1, 5)] == [6]
    assert cheapest_boosts(lasting, 1, 5, exact=True) == []
    assert [mix.credits for mix in cheapest_boosts(lasting, 1, 4, exact=True)] == [2]
    # for each number of stealth credits one: a click is dearer than any credits
    boosts = (Boost(1, credits=2, stealth=1), Boost(1, credits=1, stealth=1, clicks=1))
    hidden = breaker(boosts=(*boosts, Boost(1, credits=5)))
    assert [mix.steps for mix in cheapest_boosts(hidden, 1, 1)] == [(1, 0, 0), (0, 0, 1)]


# ---- weakening ---------------------------------------------------------------------------


def short_of(slot: Slot, ice: Target) -> int:
    return shortfall((slot,), (HERE,), ice, 1)


def test_how_far_ice_is_above_the_weakest_card() -> None:
    assert short_of(breaker(Ability(1), strength=2), piece(5)) == 3
    assert short_of(breaker(Ability(1), strength=-1), piece(5)) == 6
    assert short_of(breaker(Ability(1), strength=7), piece(5)) == 0
    assert short_of(breaker(Ability(1, types=frozenset({"barrier"}))), piece(5)) == 0
    low = Ability(1, interface=False, test=("<=", 1))
    assert short_of(breaker(low), piece(5)) == 4
    other = Ability(1, interface=False, test=("!=", 3))
    assert short_of(breaker(other), piece(5)) == 3  # down to 2


def mixes(weakening: Weakening, gap: int, now: SlotState = HERE) -> list[int]:
    """How often a helper may weaken ice that is so far above a breaker."""
    rig = (helper(weakening), breaker(Ability(1), strength=0))
    found = weakenings(rig, (now, HERE), piece(gap))
    assert all(set(mix) <= {0} for mix in found)
    return [mix.get(0, 0) for mix in found]


def test_no_use_to_weaken_could_be_left_out() -> None:
    assert mixes(Weakening(1, credits=1), 0) == [0]
    assert mixes(Weakening(1, credits=1), 3) == [0, 1, 2, 3]
    assert mixes(Weakening(2, credits=1), 3) == [0, 1, 2]
    assert mixes(Weakening(2, credits=1), 4) == [0, 1, 2]


def test_counters_bound_the_uses_to_weaken() -> None:
    assert mixes(Weakening(1, virus=2), 4, SlotState(virus=5)) == [0, 1, 2]
    assert mixes(Weakening(1, power=2), 4, SlotState(power=5)) == [0, 1, 2]
    assert mixes(Weakening(1, virus=1), 2, SlotState(virus=5)) == [0, 1, 2]
    assert mixes(Weakening(1, power=1), 2, SlotState(power=5)) == [0, 1, 2]


def test_what_weakens_once_has_done_so() -> None:
    for weakening in (Weakening(1, credits=1, once=True), Weakening(1, trash=True)):
        assert mixes(weakening, 3) == [0, 1]
        assert mixes(weakening, 3, SlotState(spent=WEAKENED)) == [0]


def test_two_helpers_weaken_together() -> None:
    rig = (
        helper(Weakening(2, credits=1)),
        helper(Weakening(1, credits=1)),
        breaker(Ability(1), strength=0),
    )
    found = weakenings(rig, (HERE,) * 3, piece(3))
    both = [(mix.get(0, 0), mix.get(1, 0)) for mix in found]
    # 2 + 1 is enough, so is 2 + 2; no more behind what was enough
    assert sorted(both) == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (2, 0)]


def test_the_fixed_plans_know_one_strength() -> None:
    picky = breaker(Ability(1, test=(">=", 2)), strength=0)
    rig = (helper(Weakening(1, credits=1)), picky)
    found = straight_down(rig, (HERE, HERE), piece(2), 2)
    assert [down.levels for down in found] == [(2,), (1,), (0,)]
    found = descents(rig, (HERE, HERE), piece(2), 2)
    assert [down.levels for down in found] == [(2,), (1, 2), (0, 1, 2)]
    plain = (rig[0], breaker(Ability(1), strength=0))
    found = descents(plain, (HERE, HERE), piece(2), 2)
    assert [down.levels for down in found] == [(2,), (1,), (0,)]


def test_helpers_of_two_sizes_have_orders() -> None:
    rig = (
        helper(Weakening(1, credits=1)),
        helper(Weakening(2, credits=1)),
        breaker(Ability(1), strength=0, exact=True),
    )
    found = {down.levels for down in descents(rig, (HERE,) * 3, piece(3), 3)}
    assert {(0, 1, 3), (0, 2, 3)} <= found  # first the one or first the other
    many = (*rig[:1], *rig[2:])
    assert len(list(descents(many, (HERE, HERE), piece(9), 9))) == 10  # one order of each


def test_the_most_counters_of_an_encounter() -> None:
    # two uses bring three points down; four subroutines; one more at the end
    assert Thirst((3, 1, 1), (5, 2, 4), 2).of(3, 4) == (3 * 2 + 4 + 1, 5 * 2 + 2 * 4 + 4)


# ---- ways --------------------------------------------------------------------------------


def ways(ice: Target, *slots: Slot, rig: RigState | None = None) -> list[Way]:
    return find_ways(slots, rig or (HERE,) * len(slots), ice, ice.subs)


def only(found: list[Way]) -> Way:
    assert len(found) == 1
    return found[0]


def test_of_two_ways_the_dearer_one_is_kept_for_what_the_other_may_lack() -> None:
    def priced(credits: int, **more: Any) -> Way:
        return Way(0, more.pop("clicks", 0), 0, credits, (), (), (), (), **more)

    stealthy, plain = priced(1, stealth=1), priced(2)
    assert worth_having([plain, stealthy]) == [stealthy, plain]
    assert worth_having([priced(2, stealth=1), stealthy]) == [stealthy]
    forgone, click = priced(1, clicks=1, forgone=1), priced(2, clicks=1)
    assert worth_having([forgone, click]) == [forgone]  # who has no click can forgo one
    assert worth_having([priced(1, clicks=1), priced(1, clicks=1, forgone=1)]) == [
        priced(1, clicks=1),
        priced(1, clicks=1, forgone=1),
    ]


def test_a_card_too_weak_is_not_used() -> None:
    found = only(
        ways(
            piece(3, 2), breaker(Ability(1, credits=1)), breaker(Ability(1, credits=2), strength=3)
        )
    )
    assert found[:7] == (0, 0, 0, 4, (1,), (2, 0), ((0,), (-2,)))
    assert [use.slot for use in found.uses] == [1]


def test_a_plan_weakens_ice_before_anything_is_broken() -> None:
    # the second card needs the ice at two, where the first one, which works at three alone, is done
    once, weak = Ability(1, limit=1), helper(Weakening(1, credits=1))
    exact, other = breaker(once, strength=3, exact=True), breaker(once, strength=2)
    assert ways(piece(3, 2), weak, exact, other) == []
    assert only(ways(piece(3, 1), weak, exact, other)).credits == 0


def test_each_use_strengthens_its_card_before_it_breaks() -> None:
    clip = breaker(Ability(1, credits=1, gain=1), strength=1)
    # from one to three takes two uses; the second breaks already
    found = only(ways(piece(3, 2), clip))
    assert (found.credits, found.uses[0].breaks, found.uses[0].at) == (3, (3,), (3,))
    deep = breaker(Ability(1, credits=1, gain=1), strength=-1)
    assert only(ways(piece(3), deep)).credits == 4
    strides = breaker(Ability(1, credits=1, gain=2), strength=0)
    assert only(ways(piece(3), strides)).credits == 2
    plain = breaker(Ability(1, credits=1), strength=3)
    assert only(ways(piece(3, 2), plain)).uses[0].at == ()


def test_so_many_subroutines_a_use() -> None:
    assert only(ways(piece(2, 3), breaker(Ability(2, credits=1)))).credits == 2
    assert only(ways(piece(2, 4), breaker(Ability(2, credits=1)))).credits == 2


def test_a_free_use_that_could_be_left_out_is_none() -> None:
    clip = breaker(Ability(2, credits=3, gain=2), strength=1)
    free = breaker(Ability(1, limit=1), strength=3)
    high = breaker(Ability(2, credits=1, limit=1), strength=3)
    # two by the clip, once as strong as the ice, and two by the highest card
    assert ways(piece(3, 4), clip, free, high)[0].slots == (0, 2)


def test_what_breaks_once_in_a_run_does_not_do_so_again() -> None:
    once = breaker(Ability(1, limit=1, once_a_run=True))
    assert only(ways(piece(), once)).credits == 0
    assert ways(piece(), once, rig=(SlotState(spent=1),)) == []


def test_a_use_of_a_chosen_size() -> None:
    sized = Ability(1, credits=1, power=1, gain=1, sized=True)
    rig = (SlotState(power=1),)
    assert only(ways(piece(2, 3), breaker(sized), rig=rig)).credits == 3
    found = only(ways(piece(5, 1), breaker(sized, strength=1), rig=rig))
    assert (found.credits, found.counters) == (4, 1)  # as strong as the ice
    deep = breaker(sized, strength=-1)
    assert only(ways(piece(3, 1), deep, rig=rig)).credits == 4
    flat = Ability(1, credits=1, power=1, sized=True)
    assert only(ways(piece(2, 3), breaker(flat), rig=rig)).credits == 3


def test_actions_forgone_are_clicks() -> None:
    found = only(ways(piece(), breaker(Ability(1, clicks=1, forgone=2))))
    assert (found.clicks, found.forgone) == (3, 2)
    boosted = breaker(Ability(1, forgone=1), boosts=(Boost(1, forgone=1),))
    found = only(ways(piece(4), boosted))
    assert (found.clicks, found.forgone) == (3, 3)


@pytest.mark.parametrize("kind", ["virus", "power"])
def test_counters_for_the_use_and_for_having_been_used(kind: str) -> None:
    slot = breaker(Ability(1, **of(kind, 1)), mark=Mark(**of(kind, 2)))

    def given_up(number: int) -> tuple[int, int]:
        found = only(ways(piece(), slot, rig=(SlotState(**of(kind, number)),)))
        return found.given_up, found.counters

    assert [given_up(number) for number in (1, 2, 3, 4)] == [(1, 1), (1, 1), (0, 3), (0, 3)]


@pytest.mark.parametrize("kind", ["virus", "power"])
def test_counters_for_weakening_are_counters(kind: str) -> None:
    rig = (helper(Weakening(1, **of(kind, 2))), breaker(Ability(1), strength=0))
    assert only(ways(piece(2), *rig, rig=(SlotState(**of(kind, 5)), HERE))).counters == 4
    assert ways(piece(2), *rig, rig=(SlotState(**of(kind, 3)), HERE)) == []


def test_what_is_thrown_to_weaken_and_what_to_break_are_two() -> None:
    rig = (helper(Weakening(2, trash=True)), breaker(Ability(1, trash=True), strength=0))
    found = only(ways(piece(2), *rig))
    assert (found.given_up, found.slots) == (2, (0, 1))
    both = breaker(Ability(1, credits=1), strength=0, weakening=Weakening(2, trash=True))
    assert only(ways(piece(2), both)).given_up == 1


def test_a_single_card_may_go_where_ice_counts_icebreakers() -> None:
    going = breaker(Ability(3, trash=True), strength=3)
    crowded = piece(2, 2, standing=(Standing(0, 1),))
    assert only(ways(crowded, going)).given_up == 1


# ---- what a way leaves behind ------------------------------------------------------------


def after(
    slot: Slot, use: Use, now: SlotState = HERE, wanted: Ask = ONE, more: tuple[Slot, ...] = ()
) -> SlotState:
    slots = (slot, *more)
    rig = (now, *(HERE for _ in more))
    return state_after(slots, rig, wanted, way(use))[0]


def test_what_breaks_once_in_a_run_is_spent_by_its_own_use_alone() -> None:
    two = breaker(Ability(1, once_a_run=True), Ability(1, credits=2))
    assert after(two, used(0, 1)).spent == 0
    assert after(two, used(1, 0)).spent == 1


def test_only_weakening_takes_what_weakening_costs() -> None:
    thrown = breaker(Ability(1, credits=1), weakening=Weakening(2, trash=True))
    assert after(thrown, used(1)) == HERE
    assert after(thrown, used(1, weakening=1)) == GONE
    once = breaker(Ability(1, credits=1), weakening=Weakening(2, once=True))
    assert after(once, used(1)) == HERE
    assert after(once, used(1, weakening=1)).spent == WEAKENED


def test_boosts_that_last_by_the_icebreakers_installed() -> None:
    crowd = breaker(Ability(1), boosts=(Boost(1, 2, credits=1, lasts=True),))
    left = after(crowd, used(1, steps=(2,)), more=(breaker(title="Other"),))
    assert left.boost == 2 * (1 + 2 * 2)


def test_uses_of_a_chosen_size_cost_counters_once() -> None:
    sized = breaker(Ability(1, credits=1, power=1, sized=True))
    assert after(sized, used(3), SlotState(power=4), Ask(3)).power == 3


def grown(wanted: Ask, *slots: Slot) -> list[int]:
    """By how much cards grow that are used once each."""
    uses = [used(1, slot=number) for number in range(len(slots))]
    rig: RigState = (HERE,) * len(slots)
    return [now.boost for now in state_after(slots, rig, wanted, way(*uses))]


def test_cards_grow_by_what_earlier_ones_have_left() -> None:
    grows, tracing = Ability(2, grows=1), Ability(2, grows=1, tracing=True)
    # three subroutines for two cards of two each
    assert grown(Ask(3), breaker(grows), breaker(grows)) == [2, 1]
    assert grown(Ask(0, 3), breaker(tracing), breaker(tracing)) == [2, 1]
    # those that do not trace go first, and what is for tracing ones leaves them
    assert grown(Ask(1, 2), breaker(grows), breaker(grows)) == [2, 1]
    assert grown(Ask(1, 1), breaker(Ability(1, grows=1)), breaker(tracing)) == [1, 1]
    assert grown(Ask(1, 1), breaker(tracing), breaker(grows)) == [1, 1]


def test_what_was_broken_is_added_up() -> None:
    grows = breaker(Ability(1, grows=1))
    assert after(grows, used(2), SlotState(broken=3), Ask(2)).broken == 5
    assert after(breaker(Ability(1)), used(2), wanted=Ask(2)).broken == 0


@pytest.mark.parametrize("kind", ["virus", "power"])
def test_used_cards_pay_their_counters_when_the_encounter_is_over(kind: str) -> None:
    slot = breaker(Ability(1), mark=Mark(**of(kind, 2)))
    before: RigState = (SlotState(used=True, **of(kind, 5)),)
    left, trashed = settle((slot,), before)
    assert (left, trashed) == ((SlotState(**of(kind, 3)),), 0)
    paid = {"virus": ((2,), (0,)), "power": ((0,), (2,))}[kind]
    assert settled_counters(before, left) == paid
    poor: RigState = (SlotState(used=True, **of(kind, 1)),)
    left, trashed = settle((slot,), poor)
    assert (left, trashed) == ((GONE,), 1)
    assert settled_counters(poor, left) == ((0,), (0,))


def test_the_first_card_rolls() -> None:
    die = breaker(mark=Mark(faces=(1, 1)))
    rig: RigState = (HERE, SlotState(used=True), SlotState(used=True))
    assert first_to_roll((die, die, die), rig) == 1
    assert first_to_roll((die, die), (HERE, HERE)) < 0


def test_cards_go_with_the_card_that_hosts_them() -> None:
    host, guest, other = breaker(), breaker(on_card=0), breaker(on_card=1)
    assert unhosted((host, guest, host), (GONE, HERE, HERE)) == (GONE, GONE, HERE)
    assert unhosted((host, guest, other), (GONE, HERE, HERE)) == (GONE, GONE, GONE)
    assert unhosted((host, guest, host), (HERE, HERE, GONE)) == (HERE, HERE, GONE)


# ---- strengths ---------------------------------------------------------------------------


def test_strength_by_what_is_installed() -> None:
    assert strength_of(Slot("Crowd", strength=1, per_breaker=2), SlotState(boost=3), 2) == 8
    gone, silent = GONE._replace(virus=4), SlotState(silent=True, virus=4)
    lent = piece(5, standing=(Standing(-1, slot=0, per_virus=-1),))
    slots = (Slot("Helper"),)
    assert ice_strength(slots, (SlotState(virus=2),), lent) == 2
    assert ice_strength(slots, (gone,), lent) == ice_strength(slots, (silent,), lent) == 5
    assert stands_on(lent, 0)
    assert not stands_on(lent, 1)


def test_what_lies_on_ice_makes_more_of_it() -> None:
    laid = under(piece(3, 2), Weather(strength=1, etrs=2))
    assert (laid.strength, laid.subs) == (4, Ask(4))


def test_ice_takes_one_program_from_elsewhere() -> None:
    rig: RigState = (HERE,) * 4
    taken = Taken(1, (None, 1, 0, 2)).of(State(rig)).slots
    assert [now.silent for now in taken] == [False, True, True, False]


# ---- cards as the search sees them -------------------------------------------------------


def program(**keys: Any) -> Card:
    return card(keys.pop("title", "Program"), "program", strength=2, **keys)


def test_what_a_card_without_a_number_has() -> None:
    slot = make_slot(RigCard(program(break_=["1c: 1 any [noisy 2]"])), False)
    assert (slot.memory, slot.abilities[0].noise) == (0, 0)
    bare = card("Bare", "ice", strength=1, subs=["etr"])
    assert make_target(bare, alone(bare, 0, "remote"), 0, Ask(1)).rez == 0


def test_a_card_may_grow_without_its_interface() -> None:
    slot = make_slot(RigCard(program(break_=["1c: 1 any [no-interface] [then str +1 run]"])), False)
    assert slot.abilities[0].grows == 1


def test_a_discount_takes_off_what_it_says() -> None:
    cheap = program(break_=["3c: 1 any [-2c if successful-run-this-turn]"])
    assert make_slot(RigCard(cheap), True).abilities[0].credits == 1
    assert make_slot(RigCard(cheap), False).abilities[0].credits == 3
    hidden = program(break_=["3c: 1 any [stealth>=2]"])
    ability = make_slot(RigCard(hidden), False, stealth=True).abilities[0]
    assert (ability.credits, ability.stealth) == (3, 2)
    plain = make_slot(RigCard(program(break_=["0c: 1 any"])), False, stealth=True).abilities[0]
    assert (plain.credits, plain.stealth) == (0, 0)


def test_a_lone_piece_counts_itself_and_nothing_else() -> None:
    bare = card("Bare", "ice", strength=1, subtypes={"barrier"}, subs=["etr"])
    assert rezzed_by_subtype([]) == {"rezzed:next": 0}
    assert alone(bare, 2, "remote").registers == {
        "adv": 2,
        "ice-here": 1,
        "corp-points": 0,
        "power": 0,
        "virus": 0,
        "archives": 0,
        "hq": 5,
        "threat": 0,
        "rezzed:next": 0,
        "rezzed:barrier": 1,
    }


def test_only_programs_hosted_there_are_silent() -> None:
    guest = program(static=["hosted-on-ice"])
    tool = card("Tool", "hardware", static=["hosted-on-ice"])
    rig = [RigCard(guest, host=1), RigCard(guest, host=0), RigCard(guest)]
    rig += [RigCard(tool, host=1), RigCard(program(), host=1)]  # the last one only chose it
    assert [now.silent for now in first_state(rig, 1)] == [True, False, False, False, False]
    assert not any(now.silent for now in first_state(rig))


def test_only_programs_fall_silent_on_their_host() -> None:
    printed = ["1c: 1 any @host"]
    soft = make_slot(RigCard(program(break_=printed), host=0), False).abilities[0]
    hard = make_slot(RigCard(card("Tool", "hardware", break_=printed), host=0), False).abilities[0]
    assert (soft.hosted, hard.hosted) == (True, False)


def test_strength_lent_to_ice_near_and_far() -> None:
    ice = card("Bare", "ice", strength=1, subs=["etr"])
    here = program(static=["host str -2"])
    there = program(static=["other-ice str -1*virus"])
    rig = [RigCard(here, host=0, virus=3), RigCard(there, host=0), RigCard(there)]
    assert standing_of_rig(rig, ice, 0) == (Standing(-2, slot=0),)
    assert standing_of_rig(rig, ice, 1) == (Standing(0, slot=1, per_virus=-1),)


def test_cards_of_the_rig_help_each_other() -> None:
    decoder = card("Decoder", "program", strength=2, subtypes={"icebreaker"}, pump=["1c: +1"])
    base = card("Base", "hardware", static=["mu +2", "guest str +1"])
    chip = card("Chip", "hardware", static=["host str +2", "host boosts last"])
    tool = card("Tool", "program", static=["host str +4"])
    rig = [RigCard(base), RigCard(decoder, on_card=0), RigCard(decoder), RigCard(chip, on_card=2)]
    rig.append(RigCard(tool, on_card=1))
    made = with_help([make_slot(placed, False) for placed in rig], rig)
    assert [slot.aided for slot in made] == [(), ((0, 1), (4, 4)), ((3, 2),), (), ()]
    assert [slot.on_card for slot in made] == [-1, 0, -1, 2, 1]
    assert [slot.memory_given for slot in made] == [2, 0, 0, 0, 0]
    assert [[boost.lasts for boost in slot.boosts] for slot in made[1:3]] == [[False], [True]]
    trusted = card("Trust", "identity", static=["mu +1"])
    assert [s.memory_limit for s in with_help(made[:1], rig[:1], identity=trusted)] == [5]


def test_a_guest_without_help_goes_with_its_host_too() -> None:
    rig = [RigCard(program()), RigCard(program(), on_card=0)]
    made = with_help([make_slot(placed, False) for placed in rig], rig)
    assert [slot.on_card for slot in made] == [-1, 0]


@pytest.mark.parametrize(("at", "broken"), [(4, 2), (5, 0)])
def test_a_use_of_a_size_breaks_what_its_strength_is_enough_for(at: int, broken: int) -> None:
    """Strength 2, and 2 for a use of the size 2."""
    slot = breaker(Ability(1, 1, gain=1, sized=True), strength=2)
    (part,) = parts_of((slot,), Ask(2), way(Use(0, (2,), at=(at,))), (HERE,))
    assert part.broken == (broken,)


def test_weakening_for_counters_costs_so_many() -> None:
    assert counters_spent(helper(Weakening(1, power=2)), used(weakening=3)) == (0, 6)
    assert counters_spent(helper(Weakening(1, virus=1)), used(weakening=3)) == (3, 0)
