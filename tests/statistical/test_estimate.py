"""Intervals: known values, coverage on simulated games, and the odds made from a tally."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from statistics import NormalDist, variance

import numpy as np
import pytest

from simcore.cards.card import Card, Fidelity
from simcore.errors import FidelityError
from simcore.estimate import (
    CAUSES,
    DRAWN_UNSEEN,
    MEANS,
    Z95,
    Odds,
    estimate,
    estimate_conditioned,
    fidelity,
    mean_interval,
    require_exact,
    score_interval,
    wilson,
)
from simcore.exact.expectations import Conditioned, Moments
from simcore.reading import parse_scenario
from simcore.record import FIGURES, Cause, Result
from simcore.scenario import Corp, PlacedIce, RigCard, Runner, Scenario
from simcore.tally import Tally


def result(**figures: int) -> Result:
    return Result(**(dict.fromkeys(FIGURES, 0) | {"cause": int(Cause.COMPLETED)} | figures))


def scenario(*cards: Card) -> Scenario:
    return Scenario(
        edition="nsg",
        server="hq",
        ice=tuple(PlacedIce(card) for card in cards if card.type == "ice"),
        root=(),
        corp=Corp(),
        runner=Runner(rig=tuple(RigCard(card) for card in cards if card.type != "ice")),
        notes=("a remark",),
    )


GAMES = [
    result(success=1, accesses=2, points=2, agendas_stolen=1, credits=5, credits_spent=4),
    result(success=1, accesses=1, credits=3, credits_spent=3),
    result(cause=int(Cause.ICE), credits=1, credits_lost=1),
    result(cause=int(Cause.WON), success=1, points=3, agendas_stolen=1, accesses=1),
]


def odds_of(games: list[Result], seconds: float = 2.0) -> Odds:
    return estimate(Tally.from_results(games), scenario(), seed=7, seconds=seconds)


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [  # Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_the_published_bounds(hits: int, games: int, low: float, high: float) -> None:
    assert wilson(hits, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_is_symmetric_and_closed_at_the_ends() -> None:
    for hits in range(11):
        low, high = wilson(hits, 10)
        other_low, other_high = wilson(10 - hits, 10)
        assert (low, high) == pytest.approx((1 - other_high, 1 - other_low), abs=1e-15)
        assert low <= hits / 10 <= high
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0


@pytest.mark.parametrize(("hits", "games"), [(1, 0), (-1, 4), (5, 4)])
def test_wilson_refuses_nonsense(hits: int, games: int) -> None:
    with pytest.raises(ValueError, match="hits"):
        wilson(hits, games)


def test_the_level_is_95_percent() -> None:
    assert pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-12) == Z95


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.5, 0.9])
def test_wilson_covers_the_truth_as_often_as_stated(chance: float) -> None:
    repeats = 4000
    hits = np.random.default_rng(2024).binomial(500, chance, size=repeats)
    bounds = [wilson(int(count), 500) for count in hits]
    covered = sum(low <= chance <= high for low, high in bounds) / repeats
    # four standard errors are 0.014; hits being whole numbers moves it by about as much
    assert 0.93 <= covered <= 0.975


def test_mean_intervals_cover_the_truth_as_often_as_stated() -> None:
    chances = np.array([0.7, 0.1, 0.05, 0.05, 0.0, 0.1])  # skewed, as points and damage are
    numbers = np.arange(len(chances))
    truth = float(chances @ numbers)
    counts = np.random.default_rng(2025).multinomial(2000, chances, size=4000)
    covered = 0
    for row in counts:
        low, high = mean_interval(int(row @ numbers), int(row @ numbers**2), 2000)
        covered += low <= truth <= high
    assert 0.935 <= covered / len(counts) <= 0.965


def test_mean_interval_uses_the_sample_variance() -> None:
    sample = [0, 3, 3, 8, 1, 0, 7]
    low, high = mean_interval(sum(sample), sum(x * x for x in sample), len(sample))
    mean = sum(sample) / len(sample)
    reach = Z95 * (variance(sample) / len(sample)) ** 0.5
    assert (low, high) == pytest.approx((mean - reach, mean + reach))


def test_mean_interval_stays_above_zero_and_needs_two_games() -> None:
    assert mean_interval(1, 1, 2)[0] == 0.0
    assert mean_interval(6, 12, 3) == (2.0, 2.0)
    with pytest.raises(ValueError, match="two games"):
        mean_interval(1, 1, 1)


def test_the_figures_of_four_games() -> None:
    odds = odds_of(GAMES)
    assert (odds.games, odds.seed, odds.method, odds.edition) == (4, 7, "sampled", "nsg")
    assert (odds.p_success, odds.p_keeps_out) == (0.75, 0.25)
    assert (odds.p_steal, odds.p_no_steal, odds.p_win) == (0.5, 0.5, 0.25)
    assert odds.mean_points == 1.25
    assert odds.mean_accesses == 1.0
    assert (odds.mean_credits_spent, odds.mean_credits_lost) == (1.75, 0.25)
    assert odds.ended == {
        "completed": 0.5,
        "ice": 0.25,
        "upgrade": 0.0,
        "jacked_out": 0.0,
        "flatlined": 0.0,
        "won": 0.25,
        "redirected": 0.0,
    }
    assert odds.credits_histogram == [0.25, 0.25, 0.0, 0.25, 0.0, 0.25]
    assert odds.points_histogram == [0.5, 0.0, 0.25, 0.25]
    assert odds.intervals["p_success"] == wilson(3, 4)
    assert odds.intervals["p_keeps_out"] == wilson(1, 4)
    assert odds.intervals["p_no_steal"] == wilson(2, 4)
    assert odds.intervals["ended.ice"] == wilson(1, 4)
    assert odds.intervals["mean_points"] == mean_interval(5, 13, 4)
    assert odds.games_per_second == 2.0
    assert (odds.notes, odds.states) == (("a remark",), 0)


def test_every_figure_has_an_interval_that_holds_it() -> None:
    odds = odds_of(GAMES)
    assert set(odds.intervals) == set(odds.figures())
    for name, value in odds.figures().items():
        low, high = odds.intervals[name]
        assert low <= value <= high


def test_every_mean_is_of_a_figure_and_every_cause_has_a_name() -> None:
    assert set(MEANS) < set(FIGURES)
    assert set(CAUSES.values()) == set(Cause) - {Cause.RUNNING}


def test_one_game_has_no_intervals_of_means() -> None:
    odds = odds_of(GAMES[:1])
    assert set(odds.figures()) - set(odds.intervals) == {f"mean_{figure}" for figure in MEANS}
    assert odds.frame().loc["mean_points", "value"] == 2.0


def test_no_games_and_games_without_an_end_are_refused() -> None:
    with pytest.raises(ValueError, match="no games"):
        odds_of([])
    with pytest.raises(ValueError, match="never ended"):
        odds_of([result(cause=int(Cause.RUNNING))])


def test_the_dictionary_is_plain_and_has_every_field() -> None:
    odds = odds_of(GAMES)
    plain = odds.to_dict()
    assert list(plain) == [field.name for field in fields(Odds) if field.name != "states"]
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def test_the_frame_holds_values_and_bounds() -> None:
    odds = odds_of(GAMES)
    frame = odds.frame()
    assert list(frame.columns) == ["value", "low", "high"]
    assert list(frame.index) == list(odds.figures())
    assert tuple(frame.loc["p_success"]) == (0.75, *wilson(3, 4))


def test_no_playing_time_gives_no_speed() -> None:
    assert odds_of(GAMES, seconds=0.0).games_per_second == 0.0


def test_the_figures_of_conditioned_games() -> None:
    some, rare = Moments(0.75, 0.1, 1.0), Moments(0.125, 0.05, 1.0)
    found = Conditioned(
        games=40,
        reached=30,
        states=3,
        paths=9,
        means=dict.fromkeys(FIGURES, Moments(2.0, 1.5, 4.0)) | {"success": some},
        ended=dict.fromkeys(Cause, rare),
        steal=rare,
        credits_histogram=[1.0],
        points_histogram=[1.0],
    )
    odds = estimate_conditioned(found, scenario(), 7, 2.0)
    assert (odds.games, odds.states, odds.games_per_second) == (40, 3, 20.0)
    assert (odds.p_success, odds.p_keeps_out) == (0.75, 0.25)
    assert (odds.p_steal, odds.p_no_steal, odds.p_win) == (0.125, 0.875, 0.125)
    assert (odds.mean_points, odds.ended["ice"]) == (2.0, 0.125)
    assert odds.intervals["p_keeps_out"] == score_interval(Moments(0.25, 0.1, 1.0), 40)
    assert odds.intervals["p_no_steal"] == score_interval(Moments(0.875, 0.05, 1.0), 40)
    assert estimate_conditioned(found, scenario(), 7, 0.0).games_per_second == 0.0


def test_cards_are_listed_by_fidelity_with_their_notes() -> None:
    cards = (
        Card("a", "A", "ice"),
        Card("b", "B", "ice", fidelity=Fidelity("approximate", ("b is near",))),
        Card("c", "C", "program", fidelity=Fidelity("stats", ("c is blank",))),
    )
    found = fidelity(scenario(*cards))
    assert found.exact == ["A"]
    assert found.approximate == {"B": ["b is near"]}
    assert found.stats == {"C": ["c is blank"]}
    with pytest.raises(FidelityError, match=r"(?s)2 cards are not exact.*B \(.*near.*C \(stats"):
        require_exact(scenario(*cards))
    require_exact(scenario(cards[0]))


def test_what_the_corp_draws_into_a_stated_hq_is_named_as_unseen() -> None:
    def approximate(cards: str) -> dict[str, list[str]]:
        text = f"""
            edition = "nsg"
            server = {{ kind = "hq", ice = ["Flywheel", "Palisade"] }}
            corp = {{ credits = 5, {cards} }}
            runner = {{ credits = 5 }}
            """
        return fidelity(parse_scenario(text, "draws", Path())).approximate

    assert approximate('hq = ["Hedge Fund"]') == {"Flywheel": [DRAWN_UNSEEN]}
    assert approximate('deck = [{ card = "Hedge Fund", count = 9 }]') == {}


def test_what_it_draws_as_the_run_succeeds_is_unseen_as_well() -> None:
    text = """
        edition = "nsg"
        server = { kind = "hq", ice = ["Own Camera"] }
        corp = { credits = 5, hq = ["Hedge Fund"] }
        runner = { credits = 5 }
        [[card]]
        name = "Own Camera"
        type = "ice"
        subtypes = ["trap"]
        strength = 9
        rez = 1
        subs = ["on-success: cdraw 1"]
        """
    found = fidelity(parse_scenario(text, "draws", Path()))
    assert found.approximate == {"Own Camera": [DRAWN_UNSEEN]}
