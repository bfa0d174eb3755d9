"""The searches over everything legal, on boards so small that the answer is worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from boards import board, card, fracter, purse, wall

from simcore.cards.abilities import parse_paid
from simcore.cards.card import Card
from simcore.cards.pool import load_pool
from simcore.reference import play_seeded
from simcore.reference.deal import deal
from simcore.reference.enumeration import enumerate_results
from simcore.reference.lasting import Laid
from simcore.reference.legal_breaks import legal_outcomes
from simcore.reference.legal_passages import Spent, legal_passages
from simcore.reference.legal_positions import CardNow, Limits, Outcome, Sums
from simcore.reference.state import Table
from simcore.reference.worst_cases import FIGURES
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Scenario

LIMITS = Limits(credits=9, clicks=4, grip=5, forgone=4)


def breaker(strength: int = 2, *breaks: str, kinds: str = "", **keys: Any) -> Card:
    return card(
        keys.pop("title", "Breaker"),
        "program",
        strength=strength,
        subtypes={"icebreaker", *kinds.split()},
        break_=list(breaks or ("1c: 1 any",)),
        **keys,
    )


def sentry(strength: int, *subs: str, **keys: Any) -> Card:
    return card("Sentry", "ice", strength=strength, subtypes={"sentry"}, subs=list(subs), **keys)


def outcomes(
    ice: Card, *rig: RigCard | Card, wanted: tuple[int, ...] | None = None, success: bool = False
) -> list[Outcome]:
    scenario = board(ice, rig=rig, successful_runs_this_turn=int(success))
    table = Table(scenario, lambda *_: 0)
    deal(table)
    table.encountered = table.ice[0]
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


def test_strength_for_each_subroutine() -> None:
    berserker = load_pool().find("Berserker")  # strength 2; two subroutines for two credits
    assert berserker is not None
    scenario = board(wall(4, 1, "etr", "etr"), rig=(berserker,))
    assert [each.credits for each in passages(scenario, further=True)] == [2]


# ---- whole servers -----------------------------------------------------------------------


def passages(scenario: Scenario, **keys: Any) -> tuple[Spent, ...]:
    return legal_passages(scenario, LIMITS, **keys).found


def figures(**given: Any) -> Spent:
    none: dict[str, Any] = dict.fromkeys(Spent._fields[:FIGURES], 0)
    by_slot: dict[str, Any] = dict.fromkeys(Spent._fields[FIGURES:], (0,) * given.pop("cards", 1))
    return Spent(**(none | by_slot | given))


def test_what_was_spent_is_told_part_by_part() -> None:
    spent = Spent(5, 3, 1, 1, 2, 1, 4, 1, 1, 1, 1, 1, 0, 3, 2, 1, (1, 2), (3, 4), (1, 0))
    assert Spent.of(spent.price()) == spent


def test_a_wall_is_broken_for_credits_alone() -> None:
    assert passages(board(wall(2), rig=(fracter(2),))) == (figures(credits=1, pool=1),)


@pytest.mark.parametrize(
    ("text", "once", "twice"),
    [
        ("max-access 1", {"capped": 1}, {"capped": 1}),
        ("no-more-runs", {"last": 1}, {"last": 1}),
        ("handsize 2", {"unheld": 2}, {"unheld": 4}),
    ],
)
def test_what_the_runner_cannot_do_any_more(
    text: str, once: dict[str, int], twice: dict[str, int]
) -> None:
    kept, both = figures(credits=2, pool=2), figures(**twice)
    some = {figures(credits=1, pool=1, **once)} if once != twice else set()
    found = passages(board(sentry(2, text, text), rig=(breaker(2),)))
    assert set(found) == {kept, both} | some


def test_who_breaks_for_no_access_has_none() -> None:
    eater = breaker(2, "1c: 1 any [no-access]")
    assert passages(board(wall(2), rig=(eater,))) == (figures(credits=1, pool=1, capped=2),)


def test_alike_subroutines_are_broken_first_to_last() -> None:
    found = passages(board(sentry(2, "net 1", "net 1", "net 1"), rig=(breaker(2),)))
    assert found == tuple(figures(credits=n, pool=n, damage=3 - n) for n in range(4))


def test_clicks_are_those_of_the_scenario() -> None:
    bioroid = sentry(2, "etr", rbreak=["click 1: 1"])
    assert passages(board(bioroid, clicks=1)) == (figures(clicks=1, cards=0),)
    assert passages(board(bioroid, clicks=0)) == ()


@pytest.mark.parametrize("use", ["breakers", "breakers stealth", ""])
def test_credits_on_cards_spare_the_pool(use: str) -> None:
    found = passages(board(sentry(2, "etr", "etr", "etr"), rig=(breaker(2), purse(2, use))))
    assert found == (figures(credits=3, pool=1, cards=2),)


def test_counters_for_having_been_used_are_spent_behind_the_break() -> None:
    used = RigCard(breaker(2, "1c: 1 any", on=["used: pc 1 else self-trash"]), power=3)
    assert passages(board(sentry(2, "etr"), rig=(used,))) == (
        figures(credits=1, pool=1, power=(1,)),
    )


def test_what_nobody_knows_is_at_its_worst() -> None:
    two = sentry(2, "if corp-cr>=5: net 1", "if runner-cr>=7: tag 1")
    assert passages(board(two)) == (figures(damage=1, tags=1, cards=0),)


def test_credits_that_are_stated_are_looked_at() -> None:
    asks = sentry(2, "closs 2", "if corp-cr>=4: tag 1", "if runner-cr>=5: net 1")
    for there, tags in ((5, 0), (6, 1)):
        scenario = board(asks, corp_credits=there, purse=5)
        assert passages(scenario, stated=True) == (figures(damage=1, tags=tags, cards=0),)


def test_a_card_that_breaks_all_of_a_piece_alone_is_rewarded() -> None:
    growing = breaker(1, "1c: 1 any", static=["str +1*power"], on=["full-break: power 1"])
    assert passages(board(sentry(1, "etr"), sentry(2, "etr"), rig=(growing,))) == (
        figures(credits=2, pool=2),
    )
    # it does not break all of the first piece
    first = sentry(1, "etr", "nothing", rbreak=["click 1: 2"])
    found = passages(board(first, sentry(2, "etr"), rig=(growing,), clicks=1))
    assert found == (figures(credits=3, pool=3),)


def test_a_card_for_one_piece_a_run_breaks_no_other() -> None:
    both = sentry(1, "etr"), sentry(1, "etr")
    once = breaker(1, "1c: 1 any", static=["one ice per run"], title="Once")
    other = breaker(1, "3c: 1 any", title="Other")
    assert passages(board(*both, rig=(once, other))) == (figures(credits=4, pool=4, cards=2),)
    assert passages(board(*both, rig=(once,))) == ()


def test_a_pool_in_debt_is_not_an_empty_one() -> None:
    asks = sentry(1, "etr", "must-pay 2 else {net 1}")
    scenario = board(asks, sentry(9, "rgain 1", "rlose 1"), rig=(breaker(1),), purse=2)
    # both broken: 2, nothing is left, 1 gained and lost; one broken: 3, of which 1 was not there
    assert passages(scenario, stated=True) == (figures(credits=2, pool=2, lost=1, won=1),)


def test_gains_are_told_apart_from_what_is_lost() -> None:
    sells = sentry(9, "rgain 2", rbreak=["1c: 1"])
    scenario = board(sells, sentry(9, "rlose 2"), purse=1)
    # gained and lost again; or 1 paid to gain nothing, and nothing is left to lose
    found = {figures(lost=2, won=2, cards=0), figures(credits=1, pool=1, cards=0)}
    assert set(passages(scenario, stated=True)) == found


def test_who_may_be_given_what_is_lost_again_is_no_poorer_for_it() -> None:
    gift = sentry(9, "corp: {nothing} | {rgain 2}")
    found = passages(board(gift, sentry(9, "rlose 3"), purse=1), stated=True)
    # 1 is lost, or 3 of which 2 had been given: more may be lost, but no more is missing
    assert found == (figures(lost=3, won=2, cards=0),)


def test_nothing_is_paid_behind_the_loss_of_everything() -> None:
    both = board(sentry(1, "rlose all"), sentry(1, "etr"), rig=(breaker(1),), purse=5)
    assert passages(both, stated=True) == (figures(credits=2, pool=2),)
    assert passages(both) == (figures(credits=2, pool=2),)


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


def test_a_card_for_ice_with_a_trojan_on_it() -> None:
    trojan = RigCard(card("Trojan", "program", subtypes={"trojan"}), host=1)
    asking = breaker(2, static=["only ice hosting trojan"])
    other = sentry(2, "tag 1")
    found = passages(board(other, sentry(2, "etr"), rig=(trojan, asking)))
    assert found == (figures(credits=1, pool=1, tags=1, cards=2),)
    assert passages(board(sentry(2, "etr"), other, rig=(trojan, asking))) == ()


# ---- what else is paid on the way ------------------------------------------------------------


def test_what_the_root_asks_for_behind_all_ice() -> None:
    effects = ["root: approach-server: must-pay 2 else etr", "root: success: tag 1"]
    root = (PlacedRoot(card("Guard", "upgrade", effects=effects), rezzed=True),)
    assert passages(board(root=root)) == (figures(credits=2, pool=2, tags=1, cards=0),)
    unrezzed = (PlacedRoot(root[0].card),)
    assert passages(board(root=unrezzed)) == (figures(cards=0),)


def test_counters_that_are_said_not_to_be_there() -> None:
    raven = card("Raven", "ice", strength=1, subs=["nothing"], on=["rez: power 2"])
    raven = replace(raven, rules=replace(raven.rules, corp_abilities=(parse_paid("pc 1: tag 1"),)))
    for emptied, tags in ((frozenset(), 2), (frozenset({"power"}), 0)):
        found = passages(board(PlacedIce(raven, emptied=emptied)))
        assert found == (figures(tags=tags, cards=0),)


def test_credits_hosted_on_a_card_spare_the_pool() -> None:
    hosted = RigCard(card("Hosted", "resource", load="2 anything"), credits=2)
    found = passages(board(sentry(2, "etr", "etr", "etr"), rig=(breaker(2), hosted)))
    assert found == (figures(credits=3, pool=1, cards=2),)


def test_a_card_that_is_given_up_is_told() -> None:
    rig = (breaker(2, "trash: 1 any"), card("Other", "program"))
    (found,) = passages(board(sentry(2, "etr"), rig=rig))
    assert found == figures(losses=1, cards=2, gone=(1, 0))
    doomed = breaker(2, "0c: 1 any [then trash-self at run-end]")
    (found,) = passages(board(sentry(2, "etr"), rig=(doomed,)))
    assert found == figures(losses=1, gone=(1,))


def test_stealth_credits_do_not_pay_for_noise() -> None:
    rig = (breaker(2, kinds="noisy"), purse(2, "breakers stealth"))
    assert passages(board(sentry(2, "etr"), rig=rig)) == (figures(credits=1, pool=1, cards=2),)


def test_actions_forgone_are_clicks_that_are_gone() -> None:
    waiting = breaker(2, "forgo 1: 1 barrier")
    bioroid = sentry(2, "etr", rbreak=["click 1: 1"])
    scenario = board(wall(2), bioroid, rig=(waiting,), clicks=2)
    assert passages(scenario) == (figures(clicks=1, forgone=1),)
    assert passages(replace(scenario, runner=replace(scenario.runner, clicks=1))) == ()


def test_whether_the_corp_has_picked_a_card_is_told() -> None:
    rig = (card("One", "program"), card("Two", "program"))
    assert legal_passages(board(sentry(2, "trash prog 1"), rig=rig), LIMITS).picked
    asked = board(sentry(2, "runner: tag 1 | net 1"), rig=rig)
    assert not legal_passages(asked, LIMITS).picked


def test_a_pool_that_is_empty_is_not_looked_at_as_one_credit() -> None:
    asks = sentry(2, "closs 1", "if corp-cr>=1: tag 1", "rlose 1", "if runner-cr>=1: net 1")
    for credits, found in ((1, {}), (2, {"tags": 1, "damage": 1})):
        scenario = board(asks, corp_credits=credits, purse=credits)
        (spent,) = passages(scenario, stated=True)
        assert (spent.tags, spent.damage) == (found.get("tags", 0), found.get("damage", 0))


def test_stealth_credits_that_lie_on_a_card_for_good() -> None:
    hidden = RigCard(card("Hidden", "resource", load="2 breakers stealth"), credits=2)
    found = passages(board(sentry(2, "etr", "etr", "etr"), rig=(breaker(2), hidden)))
    assert found == (figures(credits=3, pool=1, cards=2),)
    shy = breaker(2, "2c: 1 any [stealth]")
    assert passages(board(sentry(2, "etr"), rig=(shy, hidden))) == (figures(credits=2, cards=2),)


def test_a_click_is_there_once() -> None:
    """The first piece for a credit or the click, the second one for the click."""
    click = sentry(2, "etr", rbreak=["click 1: 1"])
    tall = wall(9, 1, "etr", rbreak=["click 1: 1"])
    found = passages(board(click, tall, rig=(breaker(2),), clicks=1))
    assert found == (figures(credits=1, pool=1, clicks=1),)
    either = sentry(2, "runner: {etr unless click 1} | {etr unless pay 1}")
    paid = figures(credits=1, pool=1, clicks=1, cards=0)
    assert passages(board(either, tall, clicks=1)) == (paid,)


@pytest.mark.parametrize(
    ("sub", "doubtful"),
    [
        ("corp: tag 1 | nothing", False),
        ("corp: {tag 1; toll 1} | nothing", True),  # worse now, and who knows later
        ("corp: tag 1 | net 1", True),
        ("runner: tag 1 | net 1", False),
    ],
)
def test_whether_no_answer_is_the_worst_is_told(sub: str, doubtful: bool) -> None:
    assert legal_passages(board(sentry(2, sub)), LIMITS).doubtful == doubtful


def test_a_card_that_goes_to_the_grip_is_no_card_paid() -> None:
    (found,) = passages(board(sentry(2, "bounce prog 1 grip"), rig=(card("One", "program"),)))
    assert found == figures(losses=1, gone=(1,))


# ---- what is paid once, and what has no price ----------------------------------------------


def test_no_more_cards_are_paid_than_there_are() -> None:
    eater = breaker(2, "grip 1: 1 any")
    ice = sentry(2, "etr", "etr")
    assert passages(board(ice, rig=(eater,), grip=2)) == (figures(grip=2),)
    assert passages(board(ice, rig=(eater,), grip=1)) == ()


def test_ice_without_a_price_costs_nothing_to_rez() -> None:
    assert sums(sentry(2, "etr"), breaker(2, "1c: 1 any [if rez<=0]")) == [Sums(1)]
    assert sums(sentry(2, "etr"), breaker(2, "1c: 1 any [if rez>=1]")) == []


# ---- what both sides have is said ---------------------------------------------------------


@pytest.mark.parametrize(("corp", "price"), [(0, 2), (2, 4), (29, 31), (30, 32), (40, 32)])
def test_a_trace_is_let_succeed_or_answered_whatever_the_corp_pays(corp: int, price: int) -> None:
    """A link of one against three and all that the Corp has, thirty at the most."""
    scenario = board(sentry(2, "trace 3: tag 1"), corp_credits=corp, link=1)
    tagged = figures(tags=1, cards=0)
    paid = figures(credits=price, pool=price, cards=0)
    assert passages(scenario, stated=True) == (tagged, paid)
    assert passages(scenario) == (tagged,)
    assert passages(replace(scenario, edition="onr"), stated=True) == (tagged,)


def test_who_bids_against_an_empty_purse_knows_what_is_bid() -> None:
    for corp, damage in ((0, 0), (2, 1)):
        scenario = board(sentry(2, "psi: net 1"), corp_credits=corp)
        (found,) = passages(scenario, stated=True)
        assert (found.credits, found.damage) == (0, damage)
    (unknown,) = passages(board(sentry(2, "psi: net 1"), corp_credits=0))
    assert unknown.damage == 1


def test_of_two_tags_one_is_removed_as_the_run_succeeds() -> None:
    ice = sentry(2, "tag 2; on-success: untag 1")
    assert passages(board(ice)) == (figures(tags=1, cards=0),)


def test_ice_that_has_to_be_broken_is_not_bypassed() -> None:
    past = card("Past", "program", subtypes={"icebreaker"}, bypass=["2c: sentry"])
    scenario = board(sentry(2, "etr"), rig=(breaker(2, "3c: 1 any"), past))
    assert passages(scenario) == (figures(credits=2, pool=2, cards=2),)
    broken = figures(credits=3, pool=3, cards=2)
    assert passages(scenario, passing=False) == (broken,)


def test_damage_as_the_run_succeeds_removes_no_tag() -> None:
    ice = sentry(2, "tag 1; on-success: meat 1")
    assert passages(board(ice)) == (figures(tags=1, damage=1, cards=0),)


def test_credits_as_the_run_succeeds_have_paid_for_nothing() -> None:
    late = RigCard(card("Late", "resource", on=["success: rgain 2"]))
    scenario = board(wall(2), rig=(fracter(2), late), purse=1)
    paid = figures(credits=1, pool=1, cards=2)
    assert passages(scenario) == passages(scenario, stated=True) == (paid,)


def test_a_trace_that_the_corp_may_let_fail() -> None:
    """Without a payment it fails for one damage; with one credit the Runner is tagged, or pays."""
    scenario = board(sentry(2, "trace 3: tag 1 else net 1"), corp_credits=1, link=3)
    either = (figures(damage=1, tags=1, cards=0), figures(credits=1, pool=1, damage=1, cards=0))
    assert passages(scenario, stated=True) == either


# ---- what uses cost and leave ------------------------------------------------------------


def test_each_use_before_later_ice_costs_more() -> None:
    taxing = sentry(9, "use-tax 1")
    pair = breaker(2, "1c: 2 any")
    found = passages(board(taxing, sentry(2, "etr", "etr", "etr"), rig=(pair,)))
    assert found == (figures(credits=4, pool=4),)  # two uses
    tool = card("Tool", "hardware", strength=2, break_=["1c: 2 any"])
    assert passages(board(taxing, sentry(2, "etr"), rig=(tool,))) == (figures(credits=1, pool=1),)


def test_strength_that_comes_with_a_use_lasts_for_the_encounter() -> None:
    text = "2c: +2; if can-interface: break 1 barrier"
    welded = card("Welded", "program", strength=1, subtypes={"icebreaker"}, paid=[text])
    found = passages(board(wall(3, 1, "etr", "etr"), rig=(welded,)))
    assert found == (figures(credits=4, pool=4),)
    # twice before it is strong enough, which is strong enough for the rest
    found = passages(board(wall(5, 1, "etr", "etr"), rig=(welded,)))
    assert found == (figures(credits=6, pool=6),)


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


@pytest.mark.parametrize(
    ("price", "credits", "ways"), [(1, 8, 1), (1, 9, 0), (2, 16, 1), (0, 0, 0)]
)
def test_ice_that_turns_face_down_sends_the_runner_back_until_the_corp_is_out_of_credits(
    price: int, credits: int, ways: int
) -> None:
    portal = sentry(9, "self-derez; go-outermost", cost=price)
    assert len(passages(board(portal, corp_credits=credits), stated=True)) == ways
