"""The searches over everything legal, on boards so small that the answer is worked out by hand."""

from __future__ import annotations

from typing import Any

from boards import board, breaker, card, fracter, purse, sentry, wall

from simcore.cards.card import Card
from simcore.reference import play_seeded
from simcore.reference.deal import deal
from simcore.reference.enumeration import enumerate_results
from simcore.reference.lasting import Laid
from simcore.reference.legal_breaks import legal_outcomes
from simcore.reference.legal_positions import CardNow, Limits, Outcome, Sums
from simcore.reference.state import Table
from simcore.scenario import RigCard

LIMITS = Limits(credits=9, clicks=4, grip=5, forgone=4)


def outcomes(
    ice: Card,
    *rig: RigCard | Card,
    wanted: tuple[int, ...] | None = None,
    success: bool = False,
    condemned: bool = False,
) -> list[Outcome]:
    scenario = board(ice, rig=rig, successful_runs_this_turn=int(success))
    table = Table(scenario, lambda *_: 0)
    deal(table)
    table.encountered = table.ice[0]
    for slot in table.rig:
        slot.doomed = condemned
    everything = tuple(range(len(table.subs(table.ice[0]))))
    return legal_outcomes(table, table.ice[0], everything if wanted is None else wanted, LIMITS)


def sums(*asked: Any, **keys: Any) -> list[Sums]:
    return [each.sums for each in outcomes(*asked, **keys)]


# ---- one encounter -----------------------------------------------------------------------


def test_boosts_and_breaks_of_several_cards() -> None:
    low = breaker(2, "1c: 1 any", pump=["1c: +1"], title="Low")
    high = breaker(3, "2c: 1 any", title="High")
    found = outcomes(sentry(3, "etr", "etr"), low, high)
    # one boost and two breaks; one of each card; both by the dearer card
    assert [each.sums.credits for each in found] == [3, 4, 4]
    assert [len(each.left) for each in found] == [2, 2, 2]


def test_weakening_for_who_is_too_weak_or_asks_for_less() -> None:
    leech = RigCard(card("Leech", "program", paid=["vc 1: ice-str -1"]), virus=3)
    found = outcomes(sentry(3, "etr"), leech, breaker(1))
    assert [(each.sums.credits, each.virus) for each in found] == [(1, (2, 0))]
    assert [each.left[0].virus for each in found] == [1]
    low = breaker(3, "1c: 1 any [if str<=2]")
    assert [each.virus for each in outcomes(sentry(3, "etr"), leech, low)] == [(1, 0)]
    other = breaker(3, "1c: 1 any [if str!=3]")
    assert [each.virus for each in outcomes(sentry(3, "etr"), leech, other)] == [(1, 0)]
    strong = breaker(3, "1c: 1 any [if str>=3]")
    assert [each.virus for each in outcomes(sentry(3, "etr"), leech, strong)] == [(0, 0)]


def test_counters_are_spent_to_the_last_one() -> None:
    charged = RigCard(breaker(2, "pc 2: 1 any"), power=2)
    assert [each.power for each in outcomes(sentry(2, "etr"), charged)] == [(2,)]
    assert outcomes(sentry(2, "etr"), RigCard(charged.card, power=1)) == []


def test_a_card_is_condemned_once_in_a_run() -> None:
    doomed = breaker(2, "0c: 1 any [then trash-self at run-end]")
    (first,) = outcomes(sentry(2, "etr"), doomed)
    assert first.given_up == {0}
    (again,) = outcomes(sentry(2, "etr"), doomed, condemned=True)
    assert again.given_up == frozenset()


def test_a_use_is_answered_for_with_a_counter_or_the_card() -> None:
    crypt = breaker(2, "1c: 1 any", on=["used: vc 1 else self-trash"])
    (kept,) = outcomes(sentry(2, "etr"), RigCard(crypt, virus=3))
    assert (kept.virus, kept.left[0].virus, kept.given_up) == ((1,), 2, frozenset())
    (lost,) = outcomes(sentry(2, "etr"), crypt)
    assert (lost.virus, lost.left[0].installed, lost.given_up) == ((0,), False, frozenset({0}))


def test_clicks_and_actions_forgone_are_alike_in_preference() -> None:
    slow = breaker(2, "click 2: 1 any")
    later = breaker(2, "forgo 1: 1 any", title="Later")
    assert sums(sentry(2, "etr"), slow, later) == [Sums(forgone=1), Sums(clicks=2)]
    dearer = breaker(2, "forgo 1 + 1c: 1 any", title="Dearer")
    click = breaker(2, "click 1: 1 any", title="Click")
    # as many clicks: fewer credits come first
    assert sums(sentry(2, "etr"), dearer, click) == [Sums(clicks=1), Sums(1, forgone=1)]


def test_a_discount_ends_at_nothing() -> None:
    cheap = breaker(2, "3c: 1 any [-2c if successful-run-this-turn]")
    assert sums(sentry(2, "etr"), cheap, success=True) == [Sums(1)]
    assert sums(sentry(2, "etr"), cheap) == [Sums(3)]
    free = breaker(2, "1c: 1 any [-2c if successful-run-this-turn]")
    assert sums(sentry(2, "etr"), free, success=True) == [Sums(0)]


def test_uses_of_a_chosen_size_and_limited_ones() -> None:
    sized = breaker(2, "Xc: X any")
    assert min(sums(sentry(2, "etr", "etr", "etr"), sized)) == Sums(3)
    limited = breaker(2, "1c: 1 any [1/encounter]")
    assert sums(sentry(2, "etr"), limited) == [Sums(1)]
    assert sums(sentry(2, "etr", "etr"), limited) == []
    wide = breaker(2, "3c: all-but-1 any [1/encounter]")
    assert sums(sentry(2, "etr", "net 1", "tag 1"), wide, wanted=(0, 1)) == [Sums(3)]
    assert sums(sentry(2, "etr", "net 1", "tag 1"), wide) == []


def test_dice_are_counted() -> None:
    die = breaker(2, "1c: 1 any [4+ else net]")
    assert sums(sentry(2, "etr", "etr"), die) == [Sums(2, dice=2)]


# ---- what lies on ice, and other small things --------------------------------------------


def test_taxes_add_up() -> None:
    both = Laid(1, 2, 3, 4).together(Laid(5, 6, 7, 8))
    assert (both.strength, both.etrs, both.tax, both.uses, both.locked) == (6, 8, 10, 12, False)


def test_one_path_is_one_path() -> None:
    assert len(enumerate_results(board(wall()), limit=1)) == 1


def story(*ice: Card, **keys: Any) -> str:
    return "\n".join(step.text for step in play_seeded(board(*ice, **keys), 3, 1).steps)


def test_prices_are_told_as_they_are_paid() -> None:
    many = breaker(2, "click 1 + pc 1: 1 any")
    told = story(sentry(2, "etr", "etr", "etr"), rig=(RigCard(many, power=3),), clicks=3)
    assert "breaks 3 subroutines for 3 clicks and 3 counters." in told


# ---- what the fixed plans of the reference do --------------------------------------------


def helper(number: int, price: str = "vc 1") -> Card:
    return card("Helper", "program", paid=[f"{price}: ice-str -{number}"])


def test_two_uses_of_two_for_three_points_of_strength() -> None:
    rig = (RigCard(helper(2), virus=2), fracter(2, pump=[]))
    assert play_seeded(board(wall(5), rig=rig), 3, 1).result.success == 1


def test_what_traces_is_allotted_once() -> None:
    first = breaker(2, "1c: 2 {trace} [1/turn]", title="First")
    grows = breaker(2, "2c: 2 {trace} [then str +1 run]", title="Grows")
    trace = "trace 3: etr"
    # two by the first, one by the other, which grows to three: not to four
    for strength, success in ((3, 1), (4, 0)):
        ice = (sentry(2, trace, trace, trace), sentry(strength, trace))
        assert play_seeded(board(*ice, rig=(first, grows), purse=9), 3, 1).result.success == success


def test_clicks_for_boosts_before_a_die_are_paid_once() -> None:
    die = breaker(1, "1c: 1 any [2+ else net]", pump=["click 1: +1"])
    found = enumerate_results(board(sentry(3, "etr"), rig=(die,), clicks=4, purse=9))
    assert {result.clicks_spent for result in found} == {2}


def test_strength_for_a_die_is_not_bought_again_for_the_rest() -> None:
    """1 to be strong enough and 2 for the die; the counter breaks the other one."""
    die = breaker(1, "2c: 1 any [2+ else net]", pump=["1c: +1"])
    rig = (die, RigCard(breaker(2, "pc 1: 1 any", title="Sure"), power=1))
    found = enumerate_results(board(sentry(2, "etr", "etr"), rig=rig, purse=4))
    assert {result.credits_spent for result in found if result.success} == {3}


def test_what_weakens_before_a_die_takes_its_counters() -> None:
    die, ice = breaker(2, "1c: 1 any [2+ else net]"), sentry(3, "etr")
    for power, success in ((1, 0), (2, 1)):
        scenario = board(ice, ice, rig=(RigCard(helper(1, "pc 1"), power=power), die), purse=9)
        assert play_seeded(scenario, 3, 1).result.success == success


def test_what_a_die_does_not_break_is_broken_once() -> None:
    rig = (breaker(2, "1c: 1 any [2+ else net] [1/sub]"), breaker(2, "3c: 1 any", title="Sure"))
    found = enumerate_results(board(sentry(2, "etr", "etr"), rig=rig, purse=9, grip=5))
    # two attempts; one of them and the other card for the one that failed; that card for both
    assert {result.credits_spent for result in found} == {2, 5, 8}


def test_the_tax_on_breaking_is_told_for_all_of_it() -> None:
    told = story(
        sentry(9, "break-tax 2"), sentry(2, "etr", "etr", "etr"), rig=(breaker(2),), purse=9
    )
    assert "Breaking costs 6 credits more in this run." in told


# ---- the order of ways, and what they leave --------------------------------------------------


def test_of_two_slots_the_lower_one_is_used_more() -> None:
    found = outcomes(sentry(2, "etr", "etr", "etr"), breaker(2), breaker(2, title="Other"))
    assert [each.uses for each in found] == [(3, 0), (2, 1), (1, 2), (0, 3)]


def test_of_two_abilities_of_a_card_the_earlier_one_is_used_more() -> None:
    """Both for a credit; the first needs a boost, which is free."""
    two = breaker(2, "1c: 1 any", "1c: 1 any [no-interface]", pump=["0c: +1"])
    idle = card("Idle", "program", paid=["vc 1: ice-str -1", "pc 1: ice-str -1"])
    found = outcomes(sentry(3, "etr"), two, idle)
    assert [each.uses for each in found] == [(1, 0, 0, 0, 1), (0, 1, 0, 0, 0)]


def test_what_is_left_of_a_card() -> None:
    boosted = breaker(2, "1c: 1 any", pump=["1c: +1", "2c: +1 run"])
    short, long = outcomes(sentry(3, "etr"), RigCard(boosted, virus=1, power=2))
    assert short.left == (CardNow(True, 1, 2, 0, 0, False, False),)
    assert long.left == (CardNow(True, 1, 2, 1, 0, False, False),)
    given = breaker(2, "trash: 1 any", pump=["1c: +1"])
    (lost,) = outcomes(sentry(3, "etr"), RigCard(given, virus=1, power=2))
    assert lost.left == (CardNow(False, 0, 0, 0, 0, False, False),)


def test_a_boost_drives_no_stealth_credits_off() -> None:
    loud = breaker(2, "1c: 1 any [noisy 1]", pump=["1c: +1"])
    found = sums(sentry(3, "etr"), loud, purse(2, "breakers stealth"))
    assert found == [Sums(2, noise=1)]


def test_a_strength_that_was_rolled() -> None:
    scenario = board(sentry(5, "etr"), rig=(breaker(2),))
    for rolled, ways in ((2, 0), (3, 1)):
        table = Table(scenario, lambda *_: 0)
        deal(table)
        table.encountered = table.ice[0]
        table.rig[0].rolled = rolled
        assert len(legal_outcomes(table, table.ice[0], (0,), LIMITS)) == ways


def test_who_has_tried_a_subroutine_in_vain_is_told_apart() -> None:
    """The first and the last are closed to the die; two at once are those two."""
    die = breaker(2, "1c: 1 any [4+ else net] [1/sub]")
    both = breaker(2, "2c: 2 any [1/encounter]", title="Both")
    table = Table(board(sentry(2, "etr", "etr", "etr"), rig=(die, both)), lambda *_: 0)
    deal(table)
    table.encountered = table.ice[0]
    table.tried = {(0, 0), (0, 2)}
    found = legal_outcomes(table, table.ice[0], (0, 1, 2), LIMITS)
    assert [each.sums for each in found] == [Sums(3, dice=1)]


# ---- what is paid once, and what has no price ----------------------------------------------


def test_ice_without_a_price_costs_nothing_to_rez() -> None:
    assert sums(sentry(2, "etr"), breaker(2, "1c: 1 any [if rez<=0]")) == [Sums(1)]
    assert sums(sentry(2, "etr"), breaker(2, "1c: 1 any [if rez>=1]")) == []


# ---- what uses cost and leave ------------------------------------------------------------


def test_uses_that_make_a_card_grow_are_never_too_many() -> None:
    """Three subroutines, by one card one at a time, by the other two."""
    two = breaker(2, "1c: 2 any", title="Two")
    three = sentry(2, "etr", "etr", "etr")
    plain = {each.uses for each in outcomes(three, breaker(2), two)}
    assert plain == {(3, 0), (1, 1), (0, 2)}
    snowball = breaker(2, "1c: 1 any [then str +1 run]")
    growing = {each.uses for each in outcomes(three, snowball, two)}
    assert growing == {(3, 0), (2, 1), (1, 1), (0, 2)}


def test_counters_that_need_not_be_spent_are_kept() -> None:
    charged = RigCard(breaker(2, "vc 1: 2 any"), virus=2)
    assert [each.virus for each in outcomes(sentry(2, "etr", "etr"), charged)] == [(1,)]
