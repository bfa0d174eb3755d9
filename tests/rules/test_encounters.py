"""What waits for the beginning of an encounter and for its end: by hand, in both programs."""

from __future__ import annotations

from typing import Any

import pytest
from agreement.compare import difference, report
from boards import board, card, fracter, wall

from simcore.cards.card import Card
from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.record import Cause, Result
from simcore.reference import play_seeded
from simcore.scenario import PlacedIce, Scenario

SKIP = "encounter[first]: bypass"


def result(scenario: Scenario) -> Result:
    """The result of game 0, played alike by reference and kernel."""
    found = difference(scenario, 1, 4)
    assert found is None, report(scenario, 1, found)
    return play_seeded(scenario, 1, 0).result


def thorns(*subs: str, end: str = "if !fully-broken: net 2", **keys: Any) -> Card:
    """A wall whose end of an encounter hurts."""
    return wall(2, 1, *subs, on=[f"end: {end}"], **keys)


def tool(*effects: str) -> Card:
    return card("Tool", "hardware", effects=list(effects))


def test_a_bypass_skips_tax_and_subroutines_once() -> None:
    taxed = wall(2, 1, "etr", on=["encounter: must-pay 3 else etr"])
    once = result(board(taxed, rig=(tool(SKIP),), purse=0))
    assert (once.success, once.credits_spent) == (1, 0)
    twice = result(board(taxed, wall(2, 1, title="Second"), rig=(tool(SKIP),), purse=0))
    assert twice.cause == Cause.JACKED_OUT


def test_a_bypass_each_turn_waits_for_its_server_and_serves_once() -> None:
    pieces = (wall(2, 1), wall(2, 1, title="Second"))
    for words, cause in (
        ("[1/turn]", Cause.JACKED_OUT),
        ("", Cause.COMPLETED),
        ("[rd]", Cause.ICE),
        ("[remote]", Cause.COMPLETED),
        ("[success]", Cause.ICE),
    ):
        assert result(board(*pieces, rig=(tool(f"encounter{words}: bypass"),))).cause == cause


def test_a_bypass_of_a_card_that_did_not_start_the_run_is_not_waited_for() -> None:
    away = tool("this-run: encounter: bypass")
    quiet = wall(2, 1, "nothing", title="Quiet")
    assert result(board(quiet, wall(2, 1), rig=(away,))).cause == Cause.JACKED_OUT


def test_a_bypass_taken_first_leaves_no_word_to_later_cards() -> None:
    rig = (tool(SKIP), card("Second", "hardware", effects=["encounter: rgain 5"]))
    assert result(board(wall(), rig=rig, purse=0)).success == 1
    earlier = (rig[1], rig[0])
    drained = thorns("etr", end="rlose 9")
    assert result(board(drained, rig=rig, purse=0)).credits_lost == 0
    assert result(board(drained, rig=earlier, purse=0)).credits_lost == 5


def test_first_means_the_first_encounter_of_the_run() -> None:
    """The second card never had its first time: it came when the ice was bypassed."""
    rig = (tool(SKIP), card("Late", "hardware", effects=["encounter[first]: rgain 5"]))
    drain = wall(2, 1, "rlose 9", title="Drain")
    assert result(board(wall(), drain, rig=rig, purse=0)).credits_lost == 0


@pytest.mark.parametrize(
    ("subs", "rig", "purse", "damage"),
    [
        (("etr",), (fracter(),), 9, 0),  # broken
        (("etr",), (), 9, 2),  # it ends the run, and its encounter with it
        (("etr", "nothing"), (fracter(),), 1, 2),  # broken in part
        ((), (), 0, 0),  # nothing to break
        ((), (tool(SKIP),), 0, 2),  # no window to break was reached
        (("etr",), (tool(SKIP),), 0, 2),
    ],
)
def test_fully_broken_at_the_end(
    subs: tuple[str, ...], rig: tuple[Card, ...], purse: int, damage: int
) -> None:
    hollow = card("Hollow", "ice", strength=2, cost=1, on=["end: if !fully-broken: net 2"])
    piece = thorns(*subs) if subs else PlacedIce(hollow, rezzed=True)
    assert result(board(piece, rig=rig, purse=purse)).net_damage == damage


def test_what_waits_for_the_end_leaves_the_cause_unless_it_kills() -> None:
    assert result(board(thorns("etr"), grip=2)).cause == Cause.ICE
    dead = result(board(thorns("etr"), grip=1))
    assert (dead.cause, dead.net_damage) == (Cause.FLATLINED, 2)
    unpaid = wall(2, 1, on=["encounter: etr", "end: net 1"])
    assert result(board(unpaid)).net_damage == 1


def test_an_end_that_ends_the_run_keeps_the_piece_from_being_passed() -> None:
    closing = wall(2, 1, "nothing", on=["end: {etr; net 1}", "pass: net 1"])
    closed = result(board(closing))
    assert (closed.cause, closed.net_damage) == (Cause.ICE, 0)


def test_damage_left_for_the_next_encounter_adds_up_and_is_used_up() -> None:
    first = wall(9, 1, "net-next 1", "net-next 2", title="First")
    mild = wall(9, 1, "nothing", title="Mild")
    hidden = PlacedIce(wall(0, 99, title="Hidden"))
    assert result(board(first, grip=5)).net_damage == 0
    assert result(board(first, hidden, mild, mild, corp_credits=0)).net_damage == 3
    broken = result(board(first, wall(2, 1), mild, rig=(fracter(),), purse=2))
    assert broken.net_damage == 0
    skipped = result(board(first, wall(2, 1), rig=(tool("encounter[1/turn]: bypass"),)))
    assert skipped.net_damage == 0  # used up on the first piece
    ended = result(board(first, wall(2, 1, title="Unrezzed"), rig=(), grip=3))
    assert ended.cause == Cause.JACKED_OUT


def test_whether_a_piece_was_rezzed_in_this_run() -> None:
    fresh = wall(9, 1, "nothing", on=["end: if rezzed-this-turn: net 1"])
    assert result(board(PlacedIce(fresh), fresh)).net_damage == 1
    called = wall(9, 1, "rez-ice free", title="Called")
    assert result(board(called, PlacedIce(fresh), corp_credits=0)).net_damage == 1


def test_fully_broken_is_not_asked_before_the_end() -> None:
    asking = wall(2, 1, "if fully-broken: net 1")
    with pytest.raises(CapacityError, match="fully-broken"):
        encode(board(asking))
