"""What is left to break, and what else the search for ways counts, each by itself."""

from __future__ import annotations

import pytest
from boards import card

from simcore.errors import CapacityError
from simcore.plan.aftermath import Part, allot
from simcore.plan.boosts import boosts_worth_having
from simcore.plan.breaking import _room, find_ways
from simcore.plan.going_past import ways_past
from simcore.plan.known_ways import _wide
from simcore.plan.marks import BYPASSED
from simcore.plan.pieces import (
    GONE,
    PLAIN,
    TRACING,
    Ability,
    Ask,
    Boost,
    Slot,
    SlotState,
    Target,
    Use,
)
from simcore.plan.slot_rules import strength_by_power
from simcore.plan.slots import rolled_states, the_die
from simcore.plan.states import Weather
from simcore.plan.strengths import free_memory, strength_of, unhosted
from simcore.plan.uses import broken_by

ENDS = Ask(3, 2, first=PLAIN, last=TRACING, ends=2)


def test_one_end_of_a_piece_is_broken_by_itself() -> None:
    assert ENDS.without("first") == Ask(2, 2, last=TRACING, ends=2)
    assert ENDS.without("last") == Ask(3, 1, first=PLAIN, ends=2)


def test_ends_of_the_run_are_broken_by_themselves() -> None:
    assert ENDS.without_ends(1) == Ask(2, 2, first=PLAIN, last=TRACING, ends=1)
    assert ENDS.without_ends(2).ends == 0


@pytest.mark.parametrize(
    ("general", "special", "left"),
    [(0, 0, 5), (1, 0, 4), (0, 1, 4), (0, 3, 3), (2, 2, 1), (5, 0, 0), (9, 9, 0)],
)
def test_what_is_left_to_break(general: int, special: int, left: int) -> None:
    """3 that do not trace, and 2 that do."""
    assert Ask(3, 2).left(general, special) == left


def test_what_is_for_traces_breaks_no_other() -> None:
    """3 that do not trace, and 2 that do; four uses of one each."""
    assert allot(Ask(3, 2), Ability(1, tracing=True), 4) == (2, Ask(3, 0))
    assert allot(Ask(3, 2), Ability(1), 4) == (4, Ask(0, 1))


def test_nothing_lies_on_a_card_that_comes_in_or_is_gone() -> None:
    for state in (SlotState(), GONE):
        assert not any((state.boost, state.virus, state.power, state.broken, state.rolled))
        assert not state.spent


def test_strength_by_the_counters_that_a_card_gets_on_the_way() -> None:
    says = {"static": ["str +2*power", "str +1*breakers"]}
    fed = card("Fed", "program", strength=1, on=["full-break: power 1"], **says)
    assert strength_by_power(fed) == 2
    assert strength_by_power(card("Full", "program", strength=1, **says)) == 0


@pytest.mark.parametrize(
    ("times", "gap", "room"),
    [(3, -2, 3), (3, 0, 3), (3, 1, 3), (3, 2, 3), (3, 3, 2), (3, 4, 2), (3, 5, 1), (1, 3, 0)],
)
def test_uses_that_make_stronger_before_they_break(times: int, gap: int, room: int) -> None:
    """Each by 2: those that leave it too weak break nothing."""
    assert broken_by(Ability(1, gain=2), times, gap) == room
    assert broken_by(Ability(2, gain=2), times, gap) == 2 * room
    assert broken_by(Ability(2), times, gap) == 2 * times


@pytest.mark.parametrize(("size", "gap", "room"), [(2, 2, 4), (2, 3, 4), (2, 5, 0), (3, 5, 6)])
def test_a_use_of_a_size_is_strong_enough_or_breaks_nothing(size: int, gap: int, room: int) -> None:
    """Two subroutines, and 2 of strength, for each step of its size."""
    assert broken_by(Ability(2, gain=2, sized=True), size, gap) == room


MOST = Weather(strength=1, etrs=2, tax=3, uses=4)


def test_nothing_on_the_ice_is_above_the_most_there_may_be() -> None:
    assert MOST.within(MOST)
    assert MOST._replace(locked=True).within(MOST)
    above = [MOST._replace(**{name: getattr(MOST, name) + 1}) for name in MOST._fields[:4]]
    assert not any(each.within(MOST) for each in above)


def test_the_strengths_that_dice_decide() -> None:
    """The faces of the first die change last."""
    slots = (Slot("Plain"), Slot("One", rolls=True), Slot("Two", rolls=True), Slot("Plain"))
    states = rolled_states(slots, (SlotState(),) * 4)
    assert [tuple(card.rolled for card in state) for state in states] == [
        (0, one, two, 0) for one in range(1, 7) for two in range(1, 7)
    ]


def test_strength_of_a_card_is_all_that_it_has() -> None:
    """2, 3 for as many breakers, 2 for each of 2 counters, 5 bought and 6 rolled."""
    slot = Slot("Strong", strength=2, per_breaker=1, by_power=2)
    assert strength_of(slot, SlotState(power=2, boost=5, rolled=6), 3) == 20


def test_memory_that_is_free() -> None:
    """A limit of 4 and 2 that hardware gives; programs take 3, one of 2 is gone."""
    gives = Slot("Console", program=False, memory_given=2)
    rig = (gives, Slot("One", memory=1), Slot("Two", memory=2), Slot("Gone", memory=2))
    here = (SlotState(),) * 3
    assert free_memory(rig, (*here, GONE)) == 3
    assert free_memory(rig, (GONE, *here[1:], GONE)) == 1
    assert free_memory((gives, *(Slot("Large", memory=3),) * 3), (SlotState(),) * 4) == 0


def test_a_guest_goes_with_its_host() -> None:
    slots = (Slot("Host"), Slot("Guest", on_card=0), Slot("Other"))
    here = SlotState()
    assert unhosted(slots, (GONE, here, here)) == (GONE, GONE, here)
    assert unhosted(slots, (here, here, GONE)) == (here, here, GONE)


def test_room_for_subroutines() -> None:
    """Three uses for two each, two for one that traces; and one that waits for another card."""
    used = [(Ability(2), 3, 0), (Ability(1, tracing=True), 2, 0), (Ability(5, after=True), 1, 0)]
    assert _room(used, Ask(4, 0)) == (6 + 3, 2)
    assert _room(used, Ask(9, 0)) == (6 + 5, 2)


@pytest.mark.parametrize(
    ("ability", "given_up"),
    [(Ability(1, grip=1), 1), (Ability(1, dooms=True), 1), (Ability(1, trash=True), 1)],
)
def test_what_is_given_up_for_a_way(ability: Ability, given_up: int) -> None:
    slots = (Slot("Breaker", icebreaker=True, strength=2, abilities=(ability,)),)
    target = Target("Ice", 2, frozenset({"sentry"}), Ask(1))
    (way,) = find_ways(slots, (SlotState(),), target, Ask(1))
    assert way.given_up == given_up


@pytest.mark.parametrize("closed", [0, 1])
def test_a_die_is_rolled_once_for_each_subroutine_it_may_break(closed: int) -> None:
    """Two, or one where it has failed at the other one: that is for the second card."""
    rolling = Slot("Rolling", icebreaker=True, abilities=(Ability(1, die=3, once=True),))
    other = Slot("Other", icebreaker=True, abilities=(Ability(1, credits=5),))
    target = Target("Ice", 0, frozenset({"sentry"}), Ask(2))
    ways = find_ways((rolling, other), (SlotState(),) * 2, target, Ask(2, closed=closed))
    rolls = {sum(sum(use.breaks) for use in way.uses if use.slot == 0) for way in ways}
    assert max(rolls) == 2 - closed


def test_two_cards_of_dice_are_refused() -> None:
    die = Slot("Die", abilities=(Ability(1, die=3),))
    assert the_die((die, Slot("Plain"))) == (die, die.abilities[0])
    with pytest.raises(CapacityError):
        the_die((die, die))


@pytest.mark.parametrize(
    ("says", "counters", "left"),
    [
        ("vc 2: barrier", 2, SlotState(virus=1, power=4)),
        ("pc 3: barrier", 3, SlotState(virus=3, power=1)),
        ("vc 1 + pc 1: barrier [1/turn]", 2, SlotState(virus=2, power=3, spent=BYPASSED)),
    ],
)
def test_what_counters_for_a_bypass_leave(says: str, counters: int, left: SlotState) -> None:
    slots = (Slot("Key", bypasses=card("Key", "program", bypass=[says]).rules.bypasses),)
    rig = (SlotState(virus=3, power=4),)
    fence = Target("Fence", 2, frozenset({"barrier"}), Ask(1))
    (past,) = ways_past(slots, rig, fence, 0, late=False, threat=0)
    assert past == (False, counters, 0, 0, 0, left)


def test_the_fewest_that_a_way_has_to_leave() -> None:
    """All but one, all but two, and a card that breaks as many as it is asked to."""
    slots = tuple(Slot("Wide", abilities=(Ability(1, all_but=n),)) for n in (2, 0, 1))
    parts = tuple(Part(Use(slot, (1,)), (1,)) for slot in range(3))
    assert _wide(slots, parts) == 1
    assert _wide(slots, parts[:2]) == 2
    assert _wide(slots, parts[1:2]) == 0


@pytest.mark.parametrize(
    ("needed", "spent", "mixes"),
    [
        (6, 0, {(1, 0), (0, 2)}),
        (6, 2, {(0, 2)}),
        (6, 1, {(1, 0), (0, 2)}),  # its ability has been used, not its boost
        (12, 0, {(1, 1), (0, 4)}),
        (12, 2, {(0, 4)}),
    ],
)
def test_a_boost_once_a_run(needed: int, spent: int, mixes: set[tuple[int, int]]) -> None:
    """9 for a counter, once, and 3 for a credit."""
    boosts = (Boost(9, power=1, once_a_run=True), Boost(3, credits=1))
    slot = Slot("Once", abilities=(Ability(1),), boosts=boosts)
    found = boosts_worth_having(slot, SlotState(spent=spent), 1, needed, exact=False)
    assert {mix.steps for mix in found} == mixes


def test_cards_of_the_grip_for_strength() -> None:
    slot = Slot("Strong", boosts=(Boost(2, grip=3),))
    assert [mix.grip for mix in boosts_worth_having(slot, SlotState(), 1, 3, exact=False)] == [6]
