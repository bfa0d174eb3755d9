"""What holds for the reference whatever the board: exactness, replay, hooks, monotony."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from boards import W_ICE, W_RIG, board, card, fracter, wall, yardstick
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.errors import CapacityError
from simcore.reading import parse_scenario
from simcore.record import Cause, Result
from simcore.reference import (
    Observation,
    enumerate_figures,
    enumerate_results,
    fixed_plans,
    play,
    play_seeded,
)
from simcore.reference.breaking import preferred_way
from simcore.reference.question import Ability, Boost, Breaker, Question, Spend
from simcore.scenario import CorpPlan, PlacedIce, PlacedRoot, RigCard, Scenario
from simcore.sites import choose, game_key, word

if TYPE_CHECKING:
    from collections.abc import Sequence

AGENDA = card("Deal", "agenda", points=2, effects=["steal-cost: pay 1", "steal: tag 1"])
TRAP = card("Trap", "asset", trash=2, effects=["access[!archives]: corp-may pay 1: net 2"])
ODD = (
    *W_ICE,
    card("Bid", "ice", cost=1, strength=2, subtypes={"sentry"}, subs=["psi: net 2 else etr"]),
    card("Cheap", "ice", cost=0, strength=1, subtypes={"barrier"}, subs=["etr unless pay 2"]),
    card(
        "Choice",
        "ice",
        cost=2,
        strength=3,
        subtypes={"sentry"},
        subs=["corp: trash prog 1 | etr"],
        on=["rez-in-run: tag 1"],
    ),
    card("Click", "ice", cost=3, strength=4, subs=["etr", "rclick 1"], rbreak="click 1: 1"),
)
COUNTERS = RigCard(card("Leech", "program", paid=["vc 1: ice-str -1"]), virus=2)


@st.composite
def boards(draw: st.DrawFn) -> Scenario:
    """Small boards of every sort of server, few enough paths to enumerate."""
    server = draw(st.sampled_from(["hq", "rd", "remote", "archives"]))
    pieces = draw(st.lists(st.sampled_from(ODD), max_size=2))
    ice = [PlacedIce(each, rezzed=draw(st.booleans())) for each in pieces]
    if draw(st.booleans()):
        ice.append(PlacedIce(candidates=tuple((each, 1) for each in ODD[:3])))
    rigs: list[tuple[RigCard, ...]] = [
        (),
        tuple(map(RigCard, W_RIG)),
        (RigCard(fracter(), virus=0), COUNTERS),
    ]
    low = draw(st.integers(0, 8))
    return board(
        *ice,
        server=server,
        root=(PlacedRoot(candidates=((AGENDA, 1), (TRAP, 1))),) if server == "remote" else (),
        rig=draw(st.sampled_from(rigs)),
        purse=draw(st.integers(0, 12)),
        corp_credits=(low, low + draw(st.integers(0, 1))),
        grip=draw(st.integers(0, 5)),
        corp={
            "central": ((AGENDA, 2), (TRAP, 2), (wall(), 1)),
            "central_count": 5,
            "archives": (AGENDA, TRAP),
            "bad_publicity": draw(st.integers(0, 2)),
            "plan": CorpPlan(trace_high=draw(st.integers(0, 1))),
        },
        link=draw(st.integers(0, 3)),
        points=draw(st.integers(0, 6)),
        extra_accesses=draw(st.integers(0, 1)),
    )


@given(boards())
@settings(max_examples=60)
def test_the_probabilities_of_all_paths_sum_to_one(scenario: Scenario) -> None:
    results = enumerate_results(scenario)
    assert sum(results.values(), Fraction(0)) == 1
    assert all(share > 0 for share in results.values())


@given(boards(), st.integers(0, 2**63 - 1), st.integers(0, 10**6))
@settings(max_examples=100)
def test_a_game_can_be_replayed_and_is_one_of_the_outcomes(
    scenario: Scenario, seed: int, game: int
) -> None:
    first, second = play_seeded(scenario, seed, game), play_seeded(scenario, seed, game)
    assert first == second
    assert first.result in enumerate_results(scenario)


@given(boards(), st.integers(0, 1000))
@settings(max_examples=100)
def test_the_fixed_plans_behind_the_hook_play_the_same_game(scenario: Scenario, game: int) -> None:
    key = game_key(7, game)

    def chance(address: int, weights: Sequence[int]) -> int:
        return choose(word(key, address), weights)

    assert play(scenario, chance, fixed_plans) == play_seeded(scenario, 7, game)


@given(boards(), st.data())
@settings(max_examples=100)
def test_any_decision_offered_can_be_taken(scenario: Scenario, data: st.DataObject) -> None:
    def chance(_address: int, weights: Sequence[int]) -> int:
        return data.draw(st.sampled_from([i for i, weight in enumerate(weights) if weight]))

    def decide(_side: str, options: Sequence[str], observation: Observation) -> int:
        assert 0 <= observation.preferred < len(options)
        return data.draw(st.integers(0, len(options) - 1))

    game = play(scenario, chance, decide)
    _check(game.result)
    for point in game.checkpoints:
        state = (point.runner_credits, point.purses, point.corp_credits, point.grip, point.clicks)
        assert min(state) >= 0


def _check(result: Result) -> None:
    assert result.cause != Cause.RUNNING
    assert result.credits == result.credits_spent + result.credits_lost
    assert result.success >= (result.cause == Cause.COMPLETED)


@given(st.integers(0, 8), st.integers(0, 12), st.integers(0, 4), st.integers(1, 3), st.booleans())
@settings(max_examples=150)
def test_more_runner_credits_never_lower_success_at_a_plain_wall(
    strength: int, held: int, breaker: int, subs: int, unknown: bool
) -> None:
    def success(purse: int) -> Fraction:
        wanted = wall(strength, 1, *["etr"] * subs)
        piece = PlacedIce(candidates=((wanted, 1), (wall(9, 1, title="Tall"), 1)))
        scenario = board(
            piece if unknown else wanted, rig=(fracter(breaker),), purse=purse, corp_credits=1
        )
        value = enumerate_figures(scenario)["p_success"]
        assert isinstance(value, Fraction)
        return value

    assert success(held) <= success(held + 1)


@given(st.integers(0, 5), st.integers(0, 6), st.integers(1, 3), st.integers(0, 12))
def test_the_cheapest_way_of_one_breaker_is_arithmetic(
    subs: int, gap: int, each: int, held: int
) -> None:
    asked = Question(
        subs,
        0,
        gap,
        (Ability(0, each, Spend(credits=1), True, False),),
        (),
        (Breaker(0, (Boost(2, False, Spend(credits=2)),), 0, 0),),
        held,
        0,
        0,
    )
    price = -(-subs // each) + 2 * -(-gap // 2) if subs else 0
    way = preferred_way(asked)
    assert (way is None) == (price > held)
    assert way is None or way.credits == price


def test_too_many_paths_are_refused() -> None:
    with pytest.raises(CapacityError, match="more than 3 paths"):
        enumerate_results(board(corp_credits=(0, 9)), limit=3)


def test_games_cut_at_the_breach_add_up_to_the_same() -> None:
    """Corp and Runner credits vary on the way in; the trash costs depend on the latter."""
    text = """
        edition = "nsg"
        [server]
        kind = "rd"
        ice = [{ draw_from = ["Pop-up Window", "Karunā", "Tithe"] }, "Whitespace"]
        [corp]
        credits = { low = 0, high = 6 }
        rd = [{ card = "Nico Campaign", count = 3 }, "Send a Message", "Spin Doctor"]
        [runner]
        credits = 9
        rig = ["Carmen", "Unity"]
        accesses = { rd = 1 }
    """
    scenario = parse_scenario(text)
    whole = enumerate_results(scenario)
    assert len(whole) > 10
    cut = enumerate_results(scenario, matters=lambda table: (table.credits, table.grip_size()))
    assert cut == whole
    with pytest.raises(CapacityError):
        enumerate_results(scenario, limit=9, matters=lambda table: table.credits)


def test_exact_figures_are_exact() -> None:
    half = PlacedRoot(candidates=((AGENDA, 1), (TRAP, 1)))
    figures = enumerate_figures(board(root=(half,), purse=1, corp_credits=1))
    assert figures["p_steal"] == Fraction(1, 2)
    assert figures["mean_net_damage"] == 1
    assert figures["points_histogram"] == [Fraction(1, 2), 0, Fraction(1, 2)]
    ended = figures["ended"]
    assert isinstance(ended, dict)
    assert sum(ended.values()) == 1


W_EXPECTED = {
    "remote": {
        "success": 0.857481060606,
        "credits": 10.54322522096,
        "points": 0.385866477273,
        "net_damage": 0.046875,
        "tags": 0.024266098485,
        "corp_cards_trashed": 0.191163589015,
        "accesses": 1.714962121212,
    },
    "hq": {
        "success": 0.50946969697,
        "credits": 10.398700951826,
        "points": 0.458522727273,
        "net_damage": 0.226325757576,
        "tags": 0.008562184343,
        "corp_cards_trashed": 0.029030084499,
        "accesses": 1.018939393939,
    },
}


@pytest.mark.parametrize("server", sorted(W_EXPECTED))
def test_the_yardstick_is_met_within_four_and_a_half_standard_errors(server: str) -> None:
    games = 2_000
    scenario = yardstick(server)
    results = [play_seeded(scenario, 2026, game).result for game in range(games)]
    for name, expected in W_EXPECTED[server].items():
        values = [getattr(result, name) for result in results]
        mean = sum(values) / games
        variance = sum((value - mean) ** 2 for value in values) / games
        assert abs(mean - expected) <= 4.5 * (variance / games) ** 0.5 + 1e-9, name
