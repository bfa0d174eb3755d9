"""Breakers that are more than a price: each game worked out by hand, and played by both
the reference and the kernel."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from agreement.compare import difference
from boards import board, card, fracter, wall

from simcore.cards.card import Card
from simcore.errors import CapacityError, ScenarioError
from simcore.prices.cost import break_cost
from simcore.reading import read_scenario
from simcore.record import Cause, Checkpoint, Result
from simcore.reference import Play, enumerate_figures, play_seeded
from simcore.scenario import PlacedIce, RigCard, RunnerPlan

ALL = RunnerPlan(name="break-all")


def played(*ice: PlacedIce | Card, **keys: Any) -> Play:
    scenario = board(*ice, **keys)
    assert difference(scenario, seed=3, games=6) is None
    return play_seeded(scenario, 3, 1)


def result(*ice: PlacedIce | Card, **keys: Any) -> Result:
    return played(*ice, **keys).result


def passed(*ice: PlacedIce | Card, **keys: Any) -> tuple[Checkpoint, ...]:
    return tuple(played(*ice, **keys).checkpoints)


def breaker(strength: int = 2, *breaks: str, kinds: str = "", **keys: Any) -> Card:
    return card(
        keys.pop("title", "Breaker"),
        "program",
        strength=strength,
        subtypes={"icebreaker", *kinds.split()},
        break_=list(breaks or ("1c: 1 any",)),
        **keys,
    )


def sentry(strength: int = 1, *subs: str, **keys: Any) -> Card:
    return card(
        keys.pop("title", "Sentry"),
        "ice",
        strength=strength,
        cost=1,
        subtypes={"sentry"},
        subs=list(subs or ("etr",)),
        **keys,
    )


# ---- strength ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strength", "success", "spent"), [(2, 1, 1), (4, 1, 3), (5, 0, 0), (1, 0, 0)]
)
def test_an_exact_breaker_works_at_equal_strength_alone(
    strength: int, success: int, spent: int
) -> None:
    mirror = breaker(2, static=["exact"], pump=["1c: +1"])
    game = result(wall(strength), rig=(mirror,), purse=3)
    assert (game.success, game.credits_spent) == (success, spent)


def test_an_exact_breaker_does_not_overshoot() -> None:
    mirror = breaker(2, static=["exact"], pump=["1c: +2", "2c: +3"])
    assert result(wall(3), rig=(mirror,), purse=9).success == 0
    assert result(wall(5), rig=(mirror,), purse=9).credits_spent == 3


def test_weakening_helps_an_exact_breaker_as_far_as_it_needs() -> None:
    leech = card("Leech", "program", paid=["vc 1: ice-str -1"])
    mirror = breaker(2, static=["exact"])
    after = passed(wall(4), rig=(mirror, RigCard(leech, virus=3)))[0]
    assert after.counters == (0, 1)


def test_a_boost_that_stays_serves_the_next_piece() -> None:
    keeping = breaker(1, pump=["2c: +1 keep"])
    assert result(wall(2), wall(3), rig=(keeping,), purse=20).credits_spent == 6


def test_ice_closed_to_ai_is_open_to_all_others() -> None:
    closed = sentry(1, static=["no-ai"])
    assert result(closed, rig=(breaker(kinds="ai"),)).cause == Cause.ICE
    assert result(closed, rig=(breaker(),)).success == 1
    needs = sentry(1, static=["no-ai if adv>=2"])
    assert result(PlacedIce(needs, rezzed=True, advancement=1), rig=(breaker(kinds="ai"),)).success
    held = PlacedIce(needs, rezzed=True, advancement=2)
    assert result(held, rig=(breaker(kinds="ai"),)).cause == Cause.ICE


def test_a_floor_keeps_weakening_off() -> None:
    leech = RigCard(card("Leech", "program", paid=["vc 1: ice-str -1"]), virus=3)
    assert result(wall(3), rig=(fracter(2, pump=[]), leech)).success == 1
    stone = card(
        "Stone", "ice", strength=3, cost=1, subtypes={"barrier"}, subs=["etr"], static=["str-floor"]
    )
    assert result(stone, rig=(fracter(2, pump=[]), leech)).cause == Cause.ICE


def test_strength_by_installed_fracters_follows_the_rig() -> None:
    wrap = sentry(1, static=["str +7 if fracters=0"], title="Wrap")
    ai = breaker(1, pump=["1c: +1"])
    assert result(wrap, rig=(ai,), purse=20).credits_spent == 8
    assert result(wrap, rig=(ai, fracter()), purse=20).credits_spent == 1
    rig = (fracter(0, pump=[], break_=[]), ai)
    lost = result(sentry(9, "trash prog 1"), wrap, rig=rig, purse=20)
    assert (lost.programs_lost, lost.credits_spent) == (1, 8)


def test_points_of_the_corp_take_the_last_subroutines() -> None:
    hive = sentry(1, "net 1", "tag 1", "etr", static=["lose-sub 1*corp-points"])
    two = result(hive, corp={"points": 1})
    assert (two.success, two.net_damage, two.tags) == (1, 1, 1)
    assert result(hive, corp={"points": 2}).tags == 0
    assert result(hive, corp={"points": 7}).net_damage == 0


# ---- what can be broken ------------------------------------------------------------------


def test_some_break_only_what_traces() -> None:
    copy = breaker(3, "0c: 1 {trace}")
    hound = sentry(3, "trace 3: tag 1", "net 1", "if tagged: {trace 2: etr}")
    game = result(hound, rig=(copy,), purse=0, plan=ALL)
    assert (game.tags, game.net_damage, game.success) == (1, 1, 1)  # not all: nothing is broken
    pair = (copy, breaker(3, "2c: 1 any", title="Other"))
    assert result(hound, rig=pair, purse=2, plan=ALL).credits_spent == 2
    assert result(sentry(3, "trace 3: etr", "net 1"), rig=(copy,)).net_damage == 1


def test_the_dearer_card_may_break_what_traces_as_well() -> None:
    pair = (breaker(3, "0c: 1 {trace}", pump=["3c: +1"]), breaker(3, "1c: 3 any", title="Other"))
    assert result(sentry(4, "trace 3: etr", "etr"), rig=pair, purse=9).cause == Cause.ICE
    assert result(sentry(3, "trace 3: etr", "etr"), rig=pair, purse=9).credits_spent == 1


def test_a_free_use_that_could_be_left_out_is_kept_for_later() -> None:
    low = breaker(3, "2c: 2 any", title="Low")
    free = breaker(3, "0c: 1 any [1/turn]", title="Free")
    high = breaker(3, "1c: 2 any [1/turn]", title="High")
    four = sentry(3, "net 1", "net 1", "net 1", "etr")
    # two by the lowest card and two by the highest; the free one is there for the wall
    assert result(four, wall(3), rig=(low, free, high), purse=3, plan=ALL).success == 1


def test_a_test_of_strength_looks_at_weakened_ice() -> None:
    wyrm = breaker(1, "3c: 1 any [if str<=0]", pump=["1c: +1"], paid=["1c: ice-str -1 [interface]"])
    # two boosts to match, three to bring it down, three to break
    assert result(sentry(3), rig=(wyrm,), purse=20).credits_spent == 8
    assert result(sentry(3), rig=(wyrm,), purse=7).cause == Cause.ICE
    assert result(sentry(0), rig=(wyrm,), purse=3).success == 1
    leech = RigCard(card("Leech", "program", paid=["vc 1: ice-str -1"]), virus=2)
    # counters come before credits only where credits lack; weaker ice needs fewer boosts
    poor = played(sentry(3), rig=(wyrm, leech), purse=4)
    assert (poor.result.credits_spent, poor.checkpoints[0].counters) == (4, (0, 0))


def test_weakening_by_interface_serves_other_breakers() -> None:
    wyrm = breaker(3, "9c: 1 any [if str<=0]", paid=["1c: ice-str -1 [interface]"])
    assert result(wall(3), rig=(wyrm, fracter(1, pump=[])), purse=9).credits_spent == 3


# ---- what a use leaves behind --------------------------------------------------------------


def test_a_card_used_once_goes_when_the_encounter_is_over() -> None:
    fairy = breaker(1, "0c: 1 any", on=["used: self-trash"], title="Fairy")
    game = played(sentry(1, "net 1", "etr"), sentry(), rig=(fairy,), plan=ALL)
    assert [each.installed for each in game.checkpoints] == [(False,), (False,)]
    assert (game.result.programs_lost, game.result.cause) == (1, Cause.ICE)
    keep = (fairy, breaker(1, "4c: 1 any"))
    assert result(sentry(), rig=keep, purse=4).programs_lost == 0  # given up last
    assert result(sentry(), rig=keep, purse=3).programs_lost == 1


def test_a_used_card_answers_for_it_after_what_was_left_unbroken() -> None:
    fairy = breaker(1, "0c: 1 any", on=["used: self-trash"], title="Fairy")
    shot = sentry(1, "etr", "trash prog 1")
    thrift = RunnerPlan(optional_break_cap=-1)
    assert result(shot, rig=(fairy,), plan=thrift).programs_lost == 1
    assert result(sentry(1, "etr", "net 9"), rig=(fairy,), grip=9, plan=thrift).programs_lost == 1


def test_counters_save_a_used_card() -> None:
    crypt = breaker(1, "1c: 1 any", on=["used: vc 1 else self-trash"])
    two = played(sentry(), sentry(), rig=(RigCard(crypt, virus=1),))
    assert [each.installed for each in two.checkpoints] == [(True,), (False,)]
    assert two.result.success == 1
    thrifty = (RigCard(crypt, virus=1), breaker(1, "3c: 1 any", title="Other"))
    assert result(sentry(), rig=thrifty).credits_spent == 3  # a counter is dearer


def test_a_die_may_take_a_card_once_the_ice_is_passed() -> None:
    relic = breaker(1, "1c: 1 any", on=["passed-used: roll 1-1: self-trash"])
    scenario = board(sentry(), sentry(), rig=(relic,), purse=9)
    assert difference(scenario, 5, 40) is None
    lost = enumerate_figures(scenario)["mean_programs_lost"]
    assert lost == Fraction(1, 6) + Fraction(5, 6) * Fraction(1, 6)
    unused = enumerate_figures(board(sentry(1, "tag 1"), rig=(relic,), purse=0))
    assert unused["mean_programs_lost"] == 0


def test_a_growing_breaker_keeps_what_it_has_grown() -> None:
    ball = breaker(0, "1c: 1 any [then str +1 run]", pump=["1c: +1"])
    game = played(sentry(1, "etr", "etr"), sentry(2), rig=(ball,), purse=9)
    assert [each.boosts for each in game.checkpoints] == [(2,), (3,)]
    assert game.result.credits_spent == 4


def test_breaking_may_end_the_run_for_want_of_another_way() -> None:
    drop = breaker(1, "0c: 1 any [then end-run]", title="Drop")
    game = result(sentry(1, "net 1", "etr"), rig=(drop,))
    assert (game.cause, game.net_damage) == (Cause.JACKED_OUT, 0)
    assert result(sentry(1, "net 1"), rig=(drop,), plan=ALL).net_damage == 1
    other = breaker(1, "5c: 1 any")
    assert result(sentry(1, "tag 1", "etr"), rig=(drop, other), purse=9).tags == 1
    assert result(sentry(1, "tag 1", "etr"), rig=(drop, other), purse=4).cause == Cause.JACKED_OUT


# ---- prices --------------------------------------------------------------------------------


def test_actions_are_forgone_as_far_as_there_are_any() -> None:
    slow = breaker(1, "0c: 1 any", pump=["1c + forgo 1: +1"])
    two = result(sentry(3), rig=(slow,), clicks=3)
    assert (two.clicks_spent, two.credits_spent, two.success) == (2, 2, 1)
    assert result(sentry(3), rig=(slow,), clicks=1).clicks_spent == 1
    assert result(sentry(3), rig=(slow,), clicks=0).success == 1
    pair = (slow, breaker(3, "5c: 1 any", title="Other"))
    assert result(sentry(3), rig=pair, clicks=0).credits_spent == 5  # clicks are dearer


def hidden(credits: int) -> RigCard:
    cloak = card("Cloak", "program", recurring=f"{credits} breakers stealth")
    return RigCard(cloak, credits=credits)


def test_stealth_credits_never_pay_for_a_noisy_breaker() -> None:
    hammer = breaker(1, "1c: 1 any [noisy 2]", pump=["1c: +1"], kinds="noisy")
    assert result(sentry(2), rig=(hammer, hidden(3)), purse=1).cause == Cause.ICE
    loud = played(sentry(2), sentry(1), rig=(hammer, hidden(3)), purse=9)
    assert [each.purses for each in loud.checkpoints] == [1, 0]
    assert (loud.result.recurring_spent, loud.result.credits_lost) == (0, 0)
    quiet = breaker(2, "1c: 1 any")
    assert result(sentry(2), rig=(quiet, hidden(3)), purse=0).recurring_spent == 1


def test_the_quiet_part_of_a_way_is_paid_first() -> None:
    knife = breaker(1, "1c: 1 {trace}", title="Knife")
    hammer = breaker(1, "2c: 1 any [noisy 2]", kinds="noisy", title="Hammer")
    ice = sentry(1, "trace 1: etr", "etr")
    game = played(ice, rig=(knife, hammer, hidden(3)), purse=2)
    assert game.checkpoints[0].runner_credits == 0
    assert (game.checkpoints[0].purses, game.result.recurring_spent) == (0, 1)


def test_a_chosen_subtype() -> None:
    chameleon = breaker(2, "1c: 1 chosen")
    assert result(sentry(2), rig=(RigCard(chameleon, chosen="sentry"),)).success == 1
    assert result(sentry(2), rig=(RigCard(chameleon, chosen="barrier"),)).success == 0


CHOSEN = """
edition = "nsg"
server = { kind = "remote", ice = ["Palisade"] }
corp = { credits = 0 }
[runner]
credits = 5
rig = [%s]
[[card]]
name = "Shifter"
type = "program"
strength = 2
subtypes = ["icebreaker"]
break = ["1c: 1 chosen"]
"""


def test_the_chosen_subtype_is_read_and_checked(tmp_path: Any) -> None:
    path = tmp_path / "chosen.toml"

    def read(entry: str) -> str:
        path.write_text(CHOSEN % entry)
        return read_scenario(path).runner.rig[0].chosen

    assert read('{ card = "Shifter", chosen = "code gate" }') == "code gate"
    with pytest.raises(ScenarioError, match=r'did you mean "sentry"'):
        read('{ card = "Shifter", chosen = "sentri" }')
    with pytest.raises(ScenarioError, match="say which subtype was chosen"):
        read('"Shifter"')


def test_the_price_of_breaking_names_what_it_takes() -> None:
    wyrm = breaker(1, "3c: 1 any [if str<=0]", pump=["1c: +1"], paid=["1c: ice-str -1 [interface]"])
    found = break_cost(sentry(2), [RigCard(wyrm)])
    assert found.cost == 6
    assert [line.partition(":")[2].split(" (")[0] for line in found.steps] == [
        " boosts to strength 2",
        " weaken the ice to strength 0",
        " breaks 1 subroutine",
    ]


def test_what_the_kernel_cannot_hold_is_refused() -> None:
    odd = breaker(1, on=["used: net 1"])
    with pytest.raises(CapacityError, match="used: net 1"):
        played(sentry(), rig=(odd,))


# ---- attempts ------------------------------------------------------------------------------


def blink(price: int = 0, **keys: Any) -> Card:
    return breaker(5, f"{price}c: 1 any [4+ else net] [1/sub]", title="Blink", **keys)


def test_a_die_breaks_or_hurts() -> None:
    scenario = board(sentry(), rig=(blink(),), grip=3)
    assert difference(scenario, 5, 60) is None
    figures = enumerate_figures(scenario)
    assert figures["p_success"] == Fraction(1, 2)
    assert figures["mean_net_damage"] == Fraction(1 + 2 + 3, 6)
    flat = enumerate_figures(board(sentry(), rig=(blink(),), grip=2))
    ended = flat["ended"]
    assert isinstance(ended, dict) and ended["flatlined"] == Fraction(1, 6)


def test_each_subroutine_is_tried_once_and_nothing_is_paid_for_the_rest() -> None:
    ice = sentry(1, "etr", "etr")
    scenario = board(ice, rig=(blink(1),), grip=9, purse=9)
    assert difference(scenario, 5, 60) is None
    figures = enumerate_figures(scenario)
    assert figures["p_success"] == Fraction(1, 4)
    # a failure at the first leaves no way to break both, so the second is not tried
    assert figures["mean_credits_spent"] == Fraction(3, 2)


def test_a_failure_makes_the_plan_anew() -> None:
    ice = sentry(1, "etr", "etr")
    rig = (blink(), breaker(1, "3c: 1 any", title="Other"))
    scenario = board(ice, rig=rig, grip=9, purse=3)
    assert difference(scenario, 5, 60) is None
    figures = enumerate_figures(scenario)
    # one failure is made good by the other card, wherever it comes
    assert figures["p_success"] == Fraction(3, 4)
    assert figures["mean_credits_spent"] == Fraction(3, 2)


def test_without_a_limit_the_same_subroutine_may_be_tried_again() -> None:
    stubborn = breaker(5, "0c: 1 any [6+ else net]")
    scenario = board(sentry(), rig=(stubborn,), grip=1)
    assert difference(scenario, 5, 60) is None
    figures = enumerate_figures(scenario)
    assert figures["p_success"] == Fraction(1, 6) + Fraction(1, 6) * Fraction(1, 6)


def test_another_card_mends_a_failure() -> None:
    rig = (blink(), breaker(1, "2c: 1 any", title="Other"))
    ice = sentry(1, "tag 1", "etr")
    plan = RunnerPlan(name="break-all")
    scenario = board(ice, rig=rig, grip=9, purse=2, plan=plan)
    assert difference(scenario, 5, 60) is None
    figures = enumerate_figures(scenario)
    # the other card mends one failure; after two it breaks what ends the run
    assert figures["p_success"] == 1
    assert figures["mean_tags"] == Fraction(1, 4)


def test_a_strength_that_is_rolled_lasts_for_the_run() -> None:
    boon = breaker(0, "1c: 1 any", static=["str roll"])
    scenario = board(sentry(4), sentry(4), rig=(boon,), purse=9)
    assert difference(scenario, 5, 60) is None
    assert enumerate_figures(scenario)["p_success"] == Fraction(1, 2)
    pumped = breaker(0, "1c: 1 any", pump=["1c: +1"], static=["str roll"], title="Pumped")
    pair = board(sentry(6), rig=(boon, pumped), purse=9)
    assert difference(pair, 5, 60) is None
    assert enumerate_figures(pair)["p_success"] == 1


def test_the_first_points_of_damage_are_kept_off() -> None:
    twin = breaker(0, static=["prevent 2 net,core"], title="Twin")
    first = result(sentry(1, "net 3", "core 1", "meat 1"), rig=(twin,), grip=5, purse=0)
    assert (first.net_damage, first.core_damage, first.meat_damage) == (1, 1, 1)
    assert first.grip_left == 2
    lost = result(sentry(1, "trash prog 1", "net 1"), rig=(twin,), grip=3, purse=0)
    assert lost.net_damage == 1
    must = sentry(1, "net 4")  # what must be broken is judged as printed
    assert result(must, rig=(twin, breaker(title="Other")), grip=3).credits_spent == 1
