"""The order of the steps, the windows of a run, and what is noted along the way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boards import board, card, fracter, wall

from simcore.editions import EDITIONS
from simcore.record import Cause
from simcore.reference import Play, play_seeded
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, RunnerPlan, Scenario
from simcore.trace import tell


def played(scenario: Scenario) -> Play:
    return play_seeded(scenario, seed=1, game=0)


def labels(scenario: Scenario) -> list[str]:
    return list(dict.fromkeys(step.label for step in played(scenario).steps))


def cause(scenario: Scenario) -> Cause:
    return Cause(played(scenario).result.cause)


ETR_UPGRADE = card(
    "Gate", "upgrade", cost=1, trash=3, effects=["root: approach-server: etr unless pay 5"]
)


def test_a_run_without_ice_jumps_to_movement() -> None:
    expected = ["1.1", "1.3", "4.1", "4.2", "4.4", "4.5", "4.6", "5.1", "5.2", "5.3", "6.1"]
    assert labels(board()) == expected


def test_the_steps_of_one_rezzed_piece_come_in_order() -> None:
    scenario = board(wall(), rig=(fracter(),))
    expected = "1.1 1.3 2.1 2.3 3.1 3.2 3.4 4.1 4.2 4.4 4.5 4.6 5.1 5.2 5.3 6.1".split()
    assert labels(scenario) == expected


def test_an_unrezzed_piece_is_passed_without_an_encounter() -> None:
    scenario = board(PlacedIce(wall(rez=6)), corp_credits=5)
    assert "3.1" not in labels(scenario)
    assert cause(scenario) is Cause.COMPLETED


def test_a_subroutine_that_ends_the_run_jumps_to_the_end() -> None:
    scenario = board(wall(1, 1, "etr", "tag 1"))
    assert labels(scenario)[-2:] == ["3.3", "6.1"]
    assert cause(scenario) is Cause.ICE
    assert played(scenario).result.tags == 0


@pytest.mark.parametrize(
    ("grip", "ahead", "expected"),
    [
        (1, True, Cause.JACKED_OUT),
        (1, False, Cause.COMPLETED),
        (2, True, Cause.COMPLETED),
    ],
)
def test_the_jack_out_window_needs_another_piece_ahead(
    grip: int, ahead: bool, expected: Cause
) -> None:
    harmless = wall(1, 1, "nothing")
    pieces = (harmless, harmless) if ahead else (harmless,)
    assert cause(board(*pieces, grip=grip)) is expected


def test_the_runner_leaves_before_rezzed_ice_it_cannot_break() -> None:
    unrezzed = PlacedIce(wall(rez=9))
    assert cause(board(unrezzed, wall(), corp_credits=0)) is Cause.JACKED_OUT
    never_leaves = RunnerPlan(name="break-all")
    assert cause(board(unrezzed, wall(), corp_credits=0, plan=never_leaves)) is Cause.ICE


def test_the_first_piece_gives_no_chance_to_leave() -> None:
    assert cause(board(wall())) is Cause.ICE


def test_the_root_is_rezzed_after_the_last_piece_and_ends_the_run_at_4_5() -> None:
    scenario = board(root=(ETR_UPGRADE,), purse=4, corp_credits=1)
    story = labels(scenario)
    assert story.index("4.3") < story.index("4.5")
    assert story[-2:] == ["4.5", "6.1"]
    assert cause(scenario) is Cause.UPGRADE


def test_a_bypass_taken_first_skips_the_tax() -> None:
    taxing = card("Toll", "ice", strength=9, subs=["etr"], on=["encounter: must-pay 3 else etr"])
    slip = card("Slip", "event", on=["run[any]:", "encounter[first]: bypass"])
    scenario = board(taxing, event=slip, purse=3)
    assert played(scenario).result.credits_spent == 0
    assert cause(scenario) is Cause.COMPLETED
    assert cause(board(taxing, taxing, event=slip, purse=9)) is Cause.JACKED_OUT


def test_a_pending_bypass_keeps_the_runner_in() -> None:
    slip = card("Slip", "event", on=["encounter[first]: bypass"])
    unrezzed = PlacedIce(wall(rez=9))
    assert cause(board(unrezzed, wall(), corp_credits=0, event=slip)) is Cause.COMPLETED


def test_damage_beyond_the_grip_ends_the_game_and_counts_whole() -> None:
    result = played(board(wall(1, 1, "net 3", "tag 1"), grip=2, purse=0)).result
    assert (result.cause, result.net_damage, result.grip_left) == (Cause.FLATLINED, 3, 0)
    assert result.tags == 0
    assert labels(board(wall(1, 1, "net 3"), grip=2))[-1] == "3.3"


def test_the_seventh_point_ends_the_game_at_once() -> None:
    agenda = card("Deal", "agenda", points=2, effects=["steal: tag 1"])
    result = played(board(root=(agenda, ETR_UPGRADE), points=5, purse=9)).result
    assert (result.cause, result.tags, result.accesses) == (Cause.WON, 0, 1)


def test_a_condemned_breaker_leaves_at_the_end_of_the_run() -> None:
    fly = fracter(break_=["1c: 1 any [then trash-self at run-end]"])
    game = played(board(wall(), rig=(fly,)))
    assert game.result.programs_lost == 1
    assert game.checkpoints[0].installed == (True,)
    assert game.steps[-1].label == "6.1"


def test_bad_publicity_and_hosted_credits_pay_before_the_pool() -> None:
    clock = card("Clock", "event", on=["this-run: run-begin: hosted 5"])
    scenario = board(wall(6), rig=(fracter(),), purse=5, event=clock, corp={"bad_publicity": 2})
    result = played(scenario).result
    assert (result.bad_publicity_spent, result.hosted_spent, result.credits_spent) == (2, 3, 5)


def test_recurring_credits_for_breakers_pay_for_nothing_else() -> None:
    cloak = RigCard(card("Cloak", "program", recurring="1 breakers"), credits=1)
    root = (PlacedRoot(ETR_UPGRADE, rezzed=True),)
    assert cause(board(root=root, rig=(cloak,), purse=4)) is Cause.UPGRADE
    assert cause(board(root=root, rig=(cloak,), purse=5)) is Cause.COMPLETED
    broken = played(board(wall(), rig=(cloak, fracter()), purse=0)).result
    assert (broken.recurring_spent, broken.success) == (1, 1)


def test_a_checkpoint_follows_every_piece_and_every_access() -> None:
    asset = card("Asset", "asset", trash=2)
    pieces = (PlacedIce(wall(rez=9)), wall())
    game = played(board(*pieces, rig=(fracter(),), root=(asset,)))
    noted = [(point.kind, point.index, point.cause) for point in game.checkpoints]
    assert noted == [("ice", 0, 0), ("ice", 1, 0), ("access", 0, 0)]
    assert [point.runner_credits for point in game.checkpoints] == [5, 4, 2]
    ended = played(board(wall())).checkpoints
    assert [(point.kind, point.cause) for point in ended] == [("ice", Cause.ICE)]


def test_a_trace_succeeds_only_when_strictly_greater() -> None:
    tracer = wall(1, 1, "trace 3: tag 1 else cgain 4")
    assert played(board(tracer, link=3)).checkpoints[0].corp_credits == 9
    assert played(board(tracer, link=2, purse=1)).result.credits_spent == 1
    assert played(board(tracer, link=2, purse=0)).result.tags == 1


def test_counters_are_used_only_where_credits_do_not_suffice() -> None:
    leech = RigCard(card("Leech", "program", paid=["vc 1: ice-str -1"]), virus=2)
    rich = played(board(wall(4), rig=(fracter(), leech), purse=3))
    poor = played(board(wall(4), rig=(fracter(), leech), purse=2))
    assert (rich.checkpoints[0].counters, rich.result.credits_spent) == ((0, 2), 3)
    assert (poor.checkpoints[0].counters, poor.result.credits_spent) == ((0, 1), 2)


def test_the_story_is_wrapped_and_closes_with_the_result() -> None:
    lines = tell(board(wall(), rig=(fracter(),)), seed=1, game=0).splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert lines[0].startswith("1.1  ")
    assert any(line.startswith("Result: the run was completed") for line in lines)


def test_the_end_of_a_bypassed_encounter_belongs_to_its_beginning() -> None:
    slip = card("Slip", "event", on=["encounter[first]: bypass"])
    thorns = card("Thorns", "ice", strength=1, subs=["etr"], on=["end: net 1"])
    steps = played(replace(board(thorns, event=slip), edition="onr")).steps
    assert [step.label for step in steps if "damage" in step.text] == ["s6"]


# -- every step of every chart ------------------------------------------------------


def everything(edition: str) -> Scenario:
    """A rezzed wall of two subroutines, one of which stays unbroken, one rezzed in the run,
    one too dear; an upgrade that acts at the end of the way; an agenda that bites."""
    agenda = card("Deal", "agenda", points=2, effects=["steal: tag 1"])
    node = card("Node", "upgrade", cost=1, trash=1, effects=["root: approach-server: cgain 1"])
    event = card("Start", "event", on=["this-run: run-begin: hosted 1"])
    scenario = board(
        wall(3, 1, "etr", "tag 1"),
        PlacedIce(wall(2, 4, "rlose 1", title="Low Wall")),
        PlacedIce(wall(2, 9, title="High Wall")),
        root=(agenda, node),
        rig=(fracter(),),
        purse=9,
        corp_credits=5,
        event=event,
        plan=RunnerPlan(optional_break_cap=0),
    )
    return replace(scenario, edition=edition)


CHARTS = {
    "nsg": """
        1.1 1.2 1.3
        2.1 2.3 3.1 3.2 3.2 3.2 3.2 3.3 3.3 3.4 4.1 4.2 4.4
        2.1 2.2 2.3 3.1 3.2 3.3 3.3 3.4 4.1 4.2 4.4
        2.1 2.2 2.3 4.1 4.2 4.3 4.4
        4.5 4.5 4.6 5.1 5.2 5.2 5.2 5.2 5.2 5.2 5.3
        6.1
    """,
    "ffg2012": """
        1 1 1
        2 2.4 3 3.1 3.1 3.1 3.1 3.2 3.2 3.2 3.2
        2 2.2 2.3 2.4 3 3.1 3.2 3.2 3.2 3.2
        2 2.2 2.3 2.3 2.4 2.4
        4 4 4.2 4.4 4.5 4.5 4.5 4.5 4.5 4.5 4.5
        5
    """,
    "onr": """
        s1 s1 s1
        s2 s3 s6 s7 s8 s9 s10 s10 s11 s11 s11 s12 s13 s14
        s2 s3 s4 s5 s6 s7 s11 s11 s11 s12 s13 s14
        s2 s3 s4 s12 s13 s14
        s15 s15 s15 s16 s16 s17 s17 s18 s18 s19
        s20
    """,
}
CHARTS["ffg2017"] = CHARTS["ffg2012"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_step_comes_in_the_order_of_the_chart(edition: str) -> None:
    assert [step.label for step in played(everything(edition)).steps] == CHARTS[edition].split()


def test_all_twenty_steps_of_1996_appear() -> None:
    assert {step.label for step in played(everything("onr")).steps} == set(EDITIONS["onr"].steps())


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        ("nsg", "1.1 1.3 4.1 4.2 4.3 4.4 4.5 4.6 5.1 5.2 5.3 6.1"),
        ("ffg2012", "1 4 4.2 4.3 4.4 4.5 5"),
        ("ffg2017", "1 4 4.2 4.3 4.4 4.5 5"),
        ("onr", "s1 s13 s14 s15 s16 s17 s18 s20"),
    ],
)
def test_a_server_without_ice_in_every_edition(edition: str, expected: str) -> None:
    node = card("Node", "upgrade", cost=1, trash=1, effects=["root: success: cgain 1"])
    assert labels(replace(board(root=(node,)), edition=edition)) == expected.split()


@pytest.mark.parametrize(
    ("edition", "window", "approach"),
    [
        ("nsg", "1.2", "4.5"),
        ("ffg2012", "4.1", "4"),
        ("ffg2017", "4.1", "4"),
        ("onr", "s15", "s15"),
    ],
)
def test_abilities_on_a_server_without_ice_come_where_the_chart_has_them(
    edition: str, window: str, approach: str
) -> None:
    """Those of 2012 and 2017 come once the server is approached, with all it triggers."""
    bell = card("Bell", "asset", effects=["root: approach-server: net 1"])
    vault = card("Vault", "asset", corp=["rfg: archives-to-rd 1"])
    root = (PlacedRoot(bell, rezzed=True), PlacedRoot(vault, rezzed=True))
    scenario = board(root=root, corp={"archives": (card("Old News", "operation"),)})
    told = [(step.label, step.text) for step in played(replace(scenario, edition=edition)).steps]
    used = next(n for n, (_, text) in enumerate(told) if text == "The Corp uses Vault.")
    bitten = next(n for n, (_, text) in enumerate(told) if text.startswith("Bell does"))
    assert (told[used][0], told[bitten][0]) == (window, approach)
    assert (bitten < used) == edition.startswith("ffg")


def test_upgrades_for_the_ice_are_rezzed_in_the_window_of_the_piece() -> None:
    brace = card("Brace", "upgrade", cost=1, effects=["root: ice-here str +1"])
    scenario = board(PlacedIce(wall(2, 1)), root=(brace,), rig=(fracter(),), corp_credits=2)

    def story(edition: str) -> list[str]:
        steps = played(replace(scenario, edition=edition)).steps
        return [step.label for step in steps if " rezzes " in step.text]

    assert {edition: story(edition) for edition in EDITIONS} == {
        "nsg": ["2.2", "2.2"],
        "ffg2012": ["2.3", "2.3"],
        "ffg2017": ["2.3", "2.3"],
        "onr": ["s3", "s5"],
    }


@pytest.mark.parametrize(
    ("edition", "expected"), [("nsg", "6.1"), ("ffg2012", "6"), ("ffg2017", "6"), ("onr", "s20")]
)
def test_a_run_that_fails_ends_at_its_own_step(edition: str, expected: str) -> None:
    assert labels(replace(board(wall()), edition=edition))[-1] == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_successful_run_that_is_cut_short_has_been_successful(edition: str) -> None:
    trapdoor = card("Trapdoor", "upgrade", effects=["access: etr"])
    game = played(replace(board(root=(trapdoor,)), edition=edition))
    assert (game.result.cause, game.result.success) == (Cause.UPGRADE, 1)
    expected = {"nsg": "6.1", "ffg2012": "5", "ffg2017": "5", "onr": "s20"}
    assert game.steps[-1].label == expected[edition]
    assert game.steps[-1].text == "The run ends successfully."


def test_a_story_speaks_the_words_of_its_edition() -> None:
    def story(edition: str) -> str:
        scenario = board(wall(1, 1, "core 1", "rlose 1", title="Own server"))
        text = " ".join(step.text for step in played(replace(scenario, edition=edition)).steps)
        assert "1 credits" not in text and "1 bits" not in text
        return text

    modern, of_2012, of_1996 = story("nsg"), story("ffg2012"), story("onr")
    assert "passes Own server" in modern and "passes Own server" in of_1996
    assert "core damage" in modern and "breaches the server" in modern
    assert "brain damage" in of_2012 and "breach" not in of_2012
    assert "brain damage" in of_1996 and "reaches the data fort" in of_1996
    assert "credit" in of_2012 and "credit" not in of_1996
