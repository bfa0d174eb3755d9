"""What the encoder makes of a scenario, where a small slip would not show in most games: each
game worked out by hand, and played by both the reference and the kernel."""

from __future__ import annotations

from typing import Any

import pytest
from agreement.compare import difference
from boards import board, card, fracter, wall

from simcore.cards.card import Card
from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.record import Cause, Result
from simcore.reference import play_seeded
from simcore.scenario import CorpPlan, PlacedIce, PlacedRoot, RigCard, RunnerPlan

ALL = RunnerPlan(name="break-all")


def breaker(strength: int, *breaks: str, **keys: Any) -> Card:
    return card(
        keys.pop("title", "Breaker"),
        "program",
        strength=strength,
        subtypes={"icebreaker", *keys.pop("kinds", ())},
        break_=list(breaks or ("1c: 1 any",)),
        **keys,
    )


def result(*ice: PlacedIce | Card, **keys: Any) -> Result:
    scenario = board(*ice, **keys)
    assert difference(scenario, seed=3, games=2) is None
    return play_seeded(scenario, 3, 1).result


def test_what_is_for_the_first_encounter_is_gone_with_it() -> None:
    around = ["encounter[first]: bypass"]
    rig = (RigCard(card("One", "resource", on=around)), RigCard(card("Two", "resource", on=around)))
    # the second card does not keep its bypass for the second piece
    assert result(wall(2, 1, "tag 1"), wall(2, 1, "tag 1"), rig=rig).tags == 1


def test_a_card_grows_by_all_that_a_run_has() -> None:
    snow = breaker(1, "1c: 1 any [then str +1 run]")
    game = result(*[wall(1, 1, "etr", "etr", "etr")] * 3, rig=(snow,), purse=9)
    assert (game.success, game.credits_spent) == (1, 9)


def test_cards_of_the_grip_alone_pay() -> None:
    eater = breaker(2, "grip 1: 1 any")
    assert [result(wall(2), rig=(eater,), grip=grip).success for grip in (1, 0)] == [1, 0]


def test_actions_forgone_alone_pay() -> None:
    waiting = breaker(2, "forgo 1: 1 any")
    game = result(wall(2), rig=(waiting,), clicks=2)
    assert (game.success, game.clicks_spent) == (1, 1)


def test_a_run_earlier_in_the_turn_makes_it_cheaper() -> None:
    cheap = breaker(2, "3c: 1 any [-2c if successful-run-this-turn]")
    spent = [
        result(wall(2), rig=(cheap,), successful_runs_this_turn=n).credits_spent for n in (0, 1)
    ]
    assert spent == [3, 1]


def test_a_trojan_that_goes_is_counted_where_somebody_asks() -> None:
    going = breaker(2, "trash: 1 any @host [no-interface]", kinds=("trojan",), title="Going")
    plain = breaker(2, static=["exact"], title="Plain")
    asking = breaker(2, static=["only ice hosting trojan"], title="Asking")
    assert result(wall(2), rig=(RigCard(going, host=0), plain)).success == 1
    with pytest.raises(CapacityError, match="hosts it"):
        encode(board(wall(2), rig=(RigCard(going, host=0), asking)))


def test_counters_that_ice_is_taken_to_have() -> None:
    camp = card("Camp", "upgrade", cost=0, effects=["root: ice-here adv +1"])
    for rezzed, name in ((True, "affordable"), (False, "never")):
        corp = {"plan": CorpPlan(name=name)}
        scenario = board(wall(2), root=(PlacedRoot(camp, rezzed=rezzed),), corp=corp)
        assert difference(scenario, seed=3, games=2) is None
    late = board(wall(2), root=(PlacedRoot(camp),), corp={"plan": CorpPlan(name="affordable")})
    with pytest.raises(CapacityError, match="Camp: rezzed in the run"):
        encode(late)


def test_what_is_laid_on_ice_as_the_run_begins() -> None:
    begun = card("Begun", "resource", on=["run-begin: ice-str 1 run"])
    assert result(wall(2), rig=(fracter(2), RigCard(begun))).credits_spent == 2
    met = card("Met", "resource", on=["encounter: ice-str 1 run"])
    with pytest.raises(CapacityError, match="encounter"):
        encode(board(wall(2), rig=(fracter(2), RigCard(met))))


def test_ice_takes_programs_over_not_hardware() -> None:
    taker = wall(2, 0, "tag 1", title="Taker", on=["rez: take-trojan"])
    hosted = breaker(2, "1c: 1 any @host", kinds=("trojan",))
    rig = (RigCard(card("Tool", "hardware"), host=1), RigCard(hosted, host=1))
    assert result(PlacedIce(taker), wall(2), rig=rig).success == 0
    assert result(wall(2, 0, "tag 1"), wall(2), rig=rig).success == 1


def test_damage_by_a_die_is_kept_off_as_any_other() -> None:
    twin = breaker(0, static=["prevent 6 net,core"], title="Twin")
    scenario = board(wall(9, 1, "roll 1-6: net 1*roll"), rig=(twin,))
    assert difference(scenario, seed=3, games=4) is None
    assert [play_seeded(scenario, 3, game).result.net_damage for game in range(4)] == [0] * 4


def test_a_card_that_the_next_piece_asks_for_breaks_nothing_there() -> None:
    asking = wall(2, 1, "etr", title="Asking", on=["encounter: etr unless net 1"])
    eater, bold = breaker(2, "grip 1: 1 any"), RunnerPlan(minimum_grip=0)
    for grip, cause in ((1, Cause.JACKED_OUT), (2, Cause.COMPLETED)):
        game = result(wall(9, 1, "tag 1"), asking, rig=(eater,), grip=grip, plan=bold)
        assert game.cause == cause
