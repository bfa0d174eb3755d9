"""Ice that leaves, turns face down, sends the Runner back or gathers counters."""

from __future__ import annotations

import pytest
from agreement.compare import difference, report
from boards import board, card, fracter, wall

from simcore.cards.card import Card
from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.record import Cause, Result
from simcore.reference import play_seeded
from simcore.sampling.replay import replay
from simcore.scenario import PlacedIce, RigCard, RunnerPlan, Scenario


def result(scenario: Scenario) -> Result:
    """The result of game 0, played alike by reference and kernel."""
    found = difference(scenario, 1, 6)
    assert found is None, report(scenario, 1, found)
    return play_seeded(scenario, 1, 0).result


def test_what_stands_behind_a_trashed_piece_does_not_resolve() -> None:
    mine = wall(9, 1, "net 1; self-trash; net 1", "net 1", title="Mine")
    assert result(board(mine, wall(9, 1, "tag 1"))).net_damage == 2
    assert result(board(mine, wall(9, 1, "tag 1"))).tags == 1


def test_programs_hosted_on_a_trashed_piece_go_with_it() -> None:
    guest = card("Guest", "program", static=["hosted-on-ice"])
    mine = wall(9, 1, "self-trash", title="Mine")
    scenario = board(mine, wall(9, 1, "nothing"), rig=(RigCard(guest, host=0),))
    assert result(scenario).programs_lost == 1


def test_a_piece_that_turns_face_down_is_over_and_passed() -> None:
    down = card(
        "Down",
        "ice",
        strength=9,
        cost=3,
        subtypes={"barrier"},
        subs=["tag 1; self-derez", "tag 1"],
        on=["pass: tag 1"],
    )
    assert result(board(down, corp_credits=0)).tags == 1
    mist = card("Mist", "ice", strength=9, cost=3, on=["rez: self-derez"], subs=["etr"])
    found = result(board(PlacedIce(mist), corp_credits=5))
    assert (found.corp_credits_spent, found.cause) == (3, Cause.COMPLETED)


def test_back_to_the_outermost_piece() -> None:
    tagger = wall(9, 1, "tag 1", title="Tagger")
    portal = wall(9, 5, "self-derez; go-outermost", title="Portal")
    for credits, laps in ((0, 2), (5, 3), (14, 4)):
        found = result(board(tagger, portal, corp_credits=credits, plan=RunnerPlan("break-all")))
        assert found.tags == laps
        assert found.corp_credits_spent == 5 * (laps - 2)


def test_back_over_rezzed_pieces_only() -> None:
    tagger, hidden = wall(9, 1, "tag 1", title="Tagger"), PlacedIce(wall(9, 99, title="Hidden"))
    pain = wall(9, 1, "net 1", title="Pain")
    for steps, tags, net in ((1, 1, 2), (2, 2, 2), (3, 2, 2)):
        slide = wall(9, 99, f"self-derez; go-back {steps}", title="Slide")
        found = result(board(tagger, pain, hidden, slide, corp_credits=0, grip=9))
        assert (found.tags, found.net_damage) == (tags, net)


def test_back_by_a_die() -> None:
    slide = wall(9, 99, "roll 1-3: {self-derez; go-back 1*roll}", title="Slide")
    tagger = wall(9, 1, "tag 1", title="Tagger")
    assert result(board(tagger, tagger, tagger, slide, corp_credits=0)).cause == Cause.COMPLETED


def test_a_run_without_an_end_is_given_up() -> None:
    scenario = board(wall(9, 1, "go-outermost", title="Loop"))
    with pytest.raises(CapacityError):
        play_seeded(scenario, 1, 0)
    encoded = encode(scenario)
    with pytest.raises(CapacityError, match="sent back over ice"):
        replay(encoded, 1, 0)


def test_no_jacking_out_after_being_sent_back() -> None:
    portal = wall(9, 9, "self-derez; go-outermost", title="Portal")
    stop = wall(9, 1, title="Stop")
    quiet = wall(9, 1, "nothing", title="Quiet")
    assert result(board(quiet, portal, stop, corp_credits=0)).cause == Cause.JACKED_OUT


def test_the_corp_uses_counters_on_ice_at_once() -> None:
    raven = card(
        "Raven",
        "ice",
        strength=9,
        cost=1,
        subtypes={"sentry"},
        subs=["trace 3: power 1", "power 2"],
        corp=["pc 1: tag 1"],
    )
    assert result(board(raven, purse=0)).tags == 3
    assert result(board(PlacedIce(raven, rezzed=True, power=2), purse=0)).tags == 5
    assert result(board(PlacedIce(raven, power=2), purse=0, corp_credits=0)).tags == 0
    ended = wall(9, 1, "nothing", title="First")
    scenario = board(ended, PlacedIce(raven, power=1, rezzed=True), rig=(fracter(),))
    assert result(scenario).tags == 3


def test_ice_that_counts_what_the_corp_spends_is_refused() -> None:
    """The strength falls when the counter is used: the reference alone plays that."""
    raven = card(
        "Raven",
        "ice",
        strength=1,
        cost=1,
        subtypes={"barrier"},
        subs=["etr"],
        static=["str +1*power"],
        corp=["pc 2: tag 1"],
    )
    scenario = board(PlacedIce(raven, rezzed=True, power=2), rig=(fracter(),))
    assert play_seeded(scenario, 1, 0).result.tags == 1
    with pytest.raises(CapacityError, match="counts what"):
        encode(scenario)


def trojan() -> Card:
    return card(
        "Horse", "program", break_=["vc 1: 1 any @host [no-interface]"], static=["hosted-on-ice"]
    )


def test_a_program_that_is_taken_over_breaks_nothing() -> None:
    magnet = card(
        "Magnet",
        "ice",
        strength=3,
        cost=3,
        subtypes={"code gate"},
        subs=["nothing"],
        on=["rez: take-trojan"],
    )
    rig = (RigCard(trojan(), virus=3, host=1),)
    for credits, cause in ((2, Cause.COMPLETED), (3, Cause.JACKED_OUT)):
        scenario = board(PlacedIce(magnet), wall(9, 1), rig=rig, corp_credits=credits)
        assert result(scenario).cause == cause
    rezzed = board(magnet, wall(9, 1), rig=rig)
    assert result(rezzed).cause == Cause.COMPLETED  # it was not rezzed in this run
    blocking = wall(9, 1, title="Magnet 2")
    taking = card("Magnet 3", "ice", strength=9, cost=0, subs=["etr"], on=["rez: take-trojan"])
    assert result(board(blocking, rig=(RigCard(trojan(), virus=3, host=0),))).cause == 1
    guest = (RigCard(trojan(), virus=3, host=0),)
    assert result(board(taking, rig=guest)).cause == Cause.ICE
    assert result(board(PlacedIce(taking), rig=guest)).cause == Cause.ICE


def test_counters_on_the_first_piece_that_can_be_advanced() -> None:
    analyzer = card(
        "Analyzer",
        "ice",
        strength=9,
        cost=1,
        subs=["nothing"],
        on=["encounter: corp-may pay 1: adv 1"],
    )
    growing = card(
        "Growing",
        "ice",
        strength=1,
        cost=1,
        subtypes={"barrier"},
        subs=["etr"],
        static=["advanceable", "str +1*adv"],
    )
    rig = (fracter(),)
    for credits, spent in ((0, 2), (1, 2)):
        behind = PlacedIce(growing, rezzed=True, advancement=1)
        found = result(board(analyzer, behind, rig=rig, corp_credits=credits, purse=9))
        assert found.credits_spent == spent - 1 + credits
        first = result(board(growing, analyzer, behind, rig=rig, corp_credits=credits, purse=9))
        assert first.credits_spent == 2
        hidden = PlacedIce(candidates=((growing, 2),), advancement=1)
        found = result(board(analyzer, hidden, rig=rig, corp_credits=credits + 1, purse=9))
        assert found.credits_spent == 2 * credits


def test_counters_on_cards_of_the_root_are_refused_where_they_matter() -> None:
    analyzer = card("Analyzer", "ice", strength=9, cost=1, subs=["adv 1"])
    trap = card("Trap", "asset", static=["advanceable"], effects=["access: net 1*adv"])
    assert play_seeded(board(analyzer, root=(trap,)), 1, 0).result.net_damage == 1
    with pytest.raises(CapacityError, match="adv"):
        encode(board(analyzer, root=(trap,)))
