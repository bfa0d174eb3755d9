"""The search over everything legal on the way past all ice, on boards so small that the answer is
worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from boards import board, breaker, card, fracter, purse, sentry, wall

from simcore.cards.abilities import parse_paid
from simcore.cards.pool import load_pool
from simcore.reference.legal_passages import Spent, legal_passages
from simcore.reference.legal_positions import Limits
from simcore.reference.worst_cases import FIGURES
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Scenario

LIMITS = Limits(credits=9, clicks=4, grip=5, forgone=4)


def passages(scenario: Scenario, **keys: Any) -> tuple[Spent, ...]:
    return legal_passages(scenario, LIMITS, **keys).found


def figures(**given: Any) -> Spent:
    none: dict[str, Any] = dict.fromkeys(Spent._fields[:FIGURES], 0)
    by_slot: dict[str, Any] = dict.fromkeys(Spent._fields[FIGURES:], (0,) * given.pop("cards", 1))
    return Spent(**(none | by_slot | given))


# ---- one encounter -----------------------------------------------------------------------


def test_strength_for_each_subroutine() -> None:
    berserker = load_pool().find("Berserker")  # strength 2; two subroutines for two credits
    assert berserker is not None
    scenario = board(wall(4, 1, "etr", "etr"), rig=(berserker,))
    assert [each.credits for each in passages(scenario, further=True)] == [2]


# ---- whole servers -----------------------------------------------------------------------


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


# ---- the order of ways, and what they leave --------------------------------------------------


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
    rig = (breaker(2, kinds={"noisy"}), purse(2, "breakers stealth"))
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


def test_ice_without_a_subroutine_is_not_broken_by_who_bypasses_it_in_the_window() -> None:
    hollow = card("Hollow", "ice", strength=2, cost=1, on=["end: if fully-broken: net 1"])
    door = card("Door", "program", bypass=["trash: any [late]"])
    stayed, bypassed = figures(damage=1), figures(losses=1, gone=(1,))
    assert set(passages(board(PlacedIce(hollow, rezzed=True), rig=(door,)))) == {stayed, bypassed}


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


@pytest.mark.parametrize(
    ("price", "credits", "ways"), [(1, 8, 1), (1, 9, 0), (2, 16, 1), (0, 0, 0)]
)
def test_ice_that_turns_face_down_sends_the_runner_back_until_the_corp_is_out_of_credits(
    price: int, credits: int, ways: int
) -> None:
    portal = sentry(9, "self-derez; go-outermost", cost=price)
    assert len(passages(board(portal, corp_credits=credits), stated=True)) == ways
