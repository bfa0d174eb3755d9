"""Effects, costs and windows that few cards use: each worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from boards import board, card, fracter, wall

from simcore.cards.card import BLANK, Card
from simcore.record import Cause, Result
from simcore.reference import Play, enumerate_figures, play_seeded
from simcore.scenario import CorpPlan, PlacedIce, PlacedRoot, RigCard, RunnerPlan, Scenario


def played(scenario: Scenario) -> Play:
    return play_seeded(scenario, seed=3, game=1)


def result(*pieces: PlacedIce | Card, **keys: Any) -> Result:
    return played(board(*pieces, **keys)).result


def rezzed(each: Card, **keys: Any) -> PlacedRoot:
    return PlacedRoot(each, rezzed=True, **keys)


DEAL = card("Deal", "agenda", points=2)


def test_ice_that_trashes_itself_ends_its_encounter_and_takes_its_hosts() -> None:
    spent = wall(1, 1, "self-trash", "etr")
    guest = RigCard(card("Guest", "program", static=["hosted-on-ice"]), host=0)
    other = RigCard(card("Other", "program", static=["hosted-on-ice"]))
    game = played(board(spent, rig=(guest, other)))
    assert (game.result.cause, game.result.programs_lost) == (Cause.COMPLETED, 1)
    assert game.checkpoints[0].installed == (False, True)


def test_ice_here_counts_the_pieces_that_are_left() -> None:
    gone = wall(1, 1, "self-trash")
    counting = wall(1, 1, "rlose 1*ice-here")
    assert result(gone, counting).credits_lost == 1


def test_a_break_may_cost_the_breaker_but_only_as_a_last_resort() -> None:
    wrecker = card("Wrecker", "program", strength=1, break_=["trash: 1 barrier", "2c: 1 barrier"])
    assert result(wall(), rig=(wrecker,), purse=2).credits_spent == 2
    poor = result(wall(), rig=(wrecker,), purse=1)
    assert (poor.success, poor.programs_lost) == (1, 1)
    assert result(wall(1, 1, "etr", "etr"), rig=(wrecker,), purse=1).cause == Cause.ICE


def test_a_link_of_a_trashed_card_goes_with_it() -> None:
    pieces = (wall(1, 1, "trash hw 1"), wall(1, 1, "trace 1: tag 1"))
    linked = card("Linked", "hardware", link=1)
    leave_it = RunnerPlan(name="break-all", trace_payment=0)
    assert result(*pieces, rig=(linked,), link=1, purse=0, plan=leave_it).tags == 1
    stated = {"link": 1, "link_is_stated": True, "purse": 0}
    assert result(*pieces, rig=(linked,), **stated).tags == 0


def test_cards_of_the_grip_pay_for_breaking() -> None:
    eater = card("Eater", "program", strength=0, break_=["grip 1: 1 any"], pump=["grip 1: +2"])
    eaten = result(wall(2), rig=(eater,), grip=4)
    assert (eaten.success, eaten.grip_left, eaten.net_damage) == (1, 2, 0)
    assert result(wall(2), rig=(eater,), grip=1).cause == Cause.ICE


def test_steal_costs_of_agenda_and_root_are_paid_together_or_not_at_all() -> None:
    herring = card("Herring", "upgrade", trash=1, effects=["root[persistent]: steal-cost: pay 3"])
    dear = card("Dear", "agenda", points=1, effects=["steal-cost: net 1", "steal-cost: click 1"])
    paid = result(root=(rezzed(herring), dear), purse=3, plan=RunnerPlan(trash="never"))
    assert (paid.agendas_stolen, paid.net_damage, paid.clicks_spent) == (1, 1, 1)
    assert result(root=(rezzed(herring), dear), purse=2).agendas_stolen == 0
    # Trashed first, the persistent clause stays: 1 to trash leaves 3.
    assert result(root=(rezzed(herring), dear), purse=4).credits_spent == 4
    # Unrezzed it never was active.
    unpaid = board(root=(herring, dear), purse=1, corp_credits=0, corp={"plan": CorpPlan("never")})
    assert (played(unpaid).result.credits_spent, played(unpaid).result.agendas_stolen) == (1, 1)


def test_the_runner_keeps_credits_for_a_steal_that_may_follow() -> None:
    asset = card("Asset", "asset", trash=2)
    dear = card("Dear", "agenda", points=1, effects=["steal-cost: pay 4"])
    unknown = PlacedRoot(candidates=((dear, 1), (wall(), 1)))
    assert result(root=(asset, dear), purse=5).corp_cards_trashed == 0
    assert result(root=(asset, dear), purse=6).corp_cards_trashed == 1
    assert result(root=(asset, unknown), purse=5).corp_cards_trashed == 0


def test_the_corp_uses_a_rezzed_root_card_when_it_does_something() -> None:
    doctor = card("Doctor", "asset", trash=2, paid=["rfg: archives-to-rd 2"])
    piles = {"archives": (DEAL, wall(), wall())}
    used = played(board(root=(rezzed(doctor),), corp=piles))
    assert used.result.accesses == 0
    assert any(step.label == "1.2" for step in used.steps)
    assert result(root=(rezzed(doctor),)).accesses == 1


def test_cards_shuffled_into_rd_mix_with_its_top() -> None:
    doctor = card("Doctor", "upgrade", paid=["1c + rfg: archives-to-rd 1"])
    piles = {"archives": (DEAL,), "central": ((wall(), 2),), "central_count": 3}
    piles["rd_top"] = (wall(title="Top"),)
    shuffled = board(server="rd", root=(rezzed(doctor),), corp=piles)
    assert enumerate_figures(shuffled)["p_steal"] == Fraction(1, 4)
    assert played(shuffled).result.corp_credits_spent == 1


def test_a_card_trashed_by_its_own_access_cannot_be_trashed_again() -> None:
    bomb = card("Bomb", "asset", trash=1, effects=["access: net 1; self-trash"])
    blown = result(root=(bomb,), server="remote")
    assert (blown.net_damage, blown.credits_spent, blown.corp_cards_trashed) == (1, 0, 0)
    central = {"central": ((bomb, 1),), "central_count": 1}
    assert result(server="hq", corp=central).credits_spent == 0


def test_a_card_of_the_runner_may_trash_what_it_accesses() -> None:
    free = card("Free", "hardware", on=["access[1/turn]: trash-accessed"])
    asset = card("Asset", "asset")
    two = result(root=(asset, card("Up", "upgrade")), rig=(free,))
    assert (two.accesses, two.corp_cards_trashed) == (2, 1)


def test_counters_placed_before_success_serve_and_later_ones_do_not() -> None:
    early = card("Early", "program", on=["run-begin: virus 2"], paid=["vc 1: ice-str -1"])
    game = played(board(wall(4), rig=(fracter(), early), purse=1, server="archives"))
    assert (game.result.success, game.checkpoints[0].counters) == (1, (0, 0))
    late = card("Late", "program", on=["success[central]: virus 1", "breach: access 1*virus"])
    piles = {"central": ((wall(), 4),), "central_count": 4}
    assert result(server="hq", rig=(late,), corp=piles).accesses == 1


def test_credits_taken_from_a_card_empty_it() -> None:
    job = card("Job", "resource", on=["this-run: success: take 3"], static=["trash-when-empty"])
    scenario = board(rig=(RigCard(job, credits=2),), event=job, event_slot=0)
    game = played(scenario)
    assert game.steps[-1].label == "6.1"
    assert any("takes 2 credits" in step.text for step in game.steps)
    idle = board(rig=(RigCard(job, credits=2),))
    assert not any("takes" in step.text for step in played(idle).steps)


def test_the_corp_takes_the_first_option_that_does_something() -> None:
    picky = wall(1, 1, "corp: trash prog 1 | {closs 1; tag 1}")
    assert result(picky).tags == 1
    assert result(picky, rig=(card("Left", "program"),)).programs_lost == 1
    ending = wall(1, 1, "corp: tag 1 | {if tagged: etr}")
    assert result(ending).tags == 0


def test_each_alternative_of_an_unless_has_its_turn() -> None:
    toll = wall(1, 1, "etr unless tag 1 | click 1 | pay 9")
    assert result(toll).clicks_spent == 1
    assert result(toll, clicks=0).tags == 1
    assert result(toll, purse=9).credits_spent == 9
    needle = wall(1, 1, "etr unless net 2")
    assert result(needle, grip=2).grip_left == 0
    assert result(needle, grip=1).cause == Cause.ICE


def test_a_tax_ahead_is_weighed_with_the_price_of_breaking() -> None:
    toll = card(
        "Toll",
        "ice",
        strength=1,
        subtypes={"barrier"},
        subs=["etr"],
        on=["encounter: if tagged: etr unless pay 1 else {nothing; etr unless pay 3}"],
    )
    before = PlacedIce(wall(rez=9))
    assert result(before, toll, rig=(fracter(),), purse=4).credits_spent == 4
    assert result(before, toll, rig=(fracter(),), purse=3).cause == Cause.JACKED_OUT
    assert result(before, toll, rig=(fracter(),), purse=3, tags=1).success == 1


def test_first_and_once_per_turn() -> None:
    twice = wall(1, 1, "tag 1", "tag 1")
    paid = card("Corp", "identity", on=["tagged[1/turn]: cgain 2"])
    game = played(board(twice, corp={"identity": paid}, corp_credits=0))
    assert game.checkpoints[0].corp_credits == 2
    lucky = card("Lucky", "hardware", on=["success[first]: rgain 1"])
    assert any("gains 1" in step.text for step in played(board(rig=(lucky,))).steps)
    second = board(rig=(lucky,), successful_runs_this_turn=1)
    assert not any("gains 1" in step.text for step in played(second).steps)


@pytest.mark.parametrize(("plan", "tags"), [("affordable", 1), ("never", 0)])
def test_a_stolen_agenda_can_rez_ice_behind_the_runner(plan: str, tags: int) -> None:
    message = card("Message", "agenda", points=1, effects=["steal: rez-ice free"])
    ping = card("Ping", "ice", cost=9, subs=["etr"], on=["rez-in-run: tag 1"])
    corp = {"plan": CorpPlan(plan)}
    assert result(PlacedIce(ping), root=(message,), corp=corp).tags == tags


def test_drawn_cards_join_the_grip_and_an_empty_stack_gives_none() -> None:
    odd = card("Odd", "event", cost=3)
    drawing = card("Draw", "event", on=["run-begin: rdraw 3"])
    assert result(event=drawing).grip_left == 8
    assert result(event=drawing, stack=((odd, 2),)).grip_left == 7
    pieces = wall(1, 1, "net 1; if trashed-odd-cost: etr")
    scenario = board(pieces, event=drawing, stack=((odd, 2),), grip=((BLANK, 2),))
    assert enumerate_figures(scenario)["p_success"] == Fraction(1, 2)


def test_effects_at_the_end_of_the_run_cannot_end_it_again() -> None:
    late = card("Late", "upgrade", effects=["root[persistent]: run-end: {tag 1; etr}"])
    ended = result(root=(rezzed(late),))
    assert (ended.cause, ended.tags) == (Cause.COMPLETED, 1)
    deadly = card("Deadly", "upgrade", effects=["root: run-end: net 9"])
    assert result(root=(rezzed(deadly),)).cause == Cause.FLATLINED


def test_conditions_and_registers_look_at_the_present_state() -> None:
    exact = wall(1, 1, "if runner-cr=5: tag 1", "if corp-cr!=5: tag 4", "if !tagged: etr")
    assert result(exact, purse=5).tags == 1
    power = PlacedIce(wall(1, 1, "rlose 1*power"), rezzed=True, power=3)
    assert result(power).credits_lost == 3


def test_hq_shrinks_when_the_corp_discards_from_it() -> None:
    anemone = card("Anemone", "ice", cost=1, subs=[], on=["rez: corp-may hq 1: net 2"])
    piles = {"central": ((DEAL, 1),), "central_count": 1, "hq_count": 1}
    hurt = result(PlacedIce(anemone), server="hq", corp=piles)
    assert (hurt.net_damage, hurt.accesses) == (2, 0)
