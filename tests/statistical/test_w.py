"""W against its enumerated figures, at ten million games on a seed fixed beforehand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simcore.encode import encode
from simcore.reading import read_scenario
from simcore.record import FIGURES, Cause
from simcore.sampling.sampler import sample_encoded
from simcore.tally import Tally

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "benchmarks" / "scenarios"
EXPECTED = {
    row["server"]: row
    for row in json.loads((HERE.parent / "golden" / "w_expected.json").read_text())
}
GAMES = 10_000_000
SEED = 20_261_121
BOUND = 4.5  # standard errors

MEANS = {
    "mean_credits_spent_and_lost": "credits",
    "mean_points": "points",
    "mean_net_damage": "net_damage",
    "mean_tags": "tags",
    "mean_corp_cards_trashed": "corp_cards_trashed",
    "mean_accesses": "accesses",
}
HISTOGRAMS = {"credits_spent_and_lost_histogram": "credits", "points_histogram": "points"}


@pytest.fixture(scope="module", params=["remote", "hq"])
def played(request: pytest.FixtureRequest) -> tuple[Tally, dict[str, Any]]:
    scenario = read_scenario(SCENARIOS / f"w_{request.param}.toml")
    return sample_encoded(encode(scenario), GAMES, SEED), EXPECTED[request.param]


def row(tally: Tally, figure: str) -> list[int]:
    return [int(count) for count in tally.counts[FIGURES.index(figure)]]


def assert_share(count: int, expected: float, name: str) -> None:
    """A share of games within the bound; one that is 0 or 1 exactly so."""
    if expected in (0.0, 1.0):
        assert count == expected * GAMES, name
        return
    error = (expected * (1 - expected) / GAMES) ** 0.5
    assert abs(count / GAMES - expected) < BOUND * error + 1e-12, name


def test_causes_of_the_end(played: tuple[Tally, dict[str, Any]]) -> None:
    tally, expected = played
    causes = row(tally, "cause")
    assert_share(causes[Cause.ICE], expected["p_run_ended_by_ice"], "ice")
    assert_share(causes[Cause.JACKED_OUT], expected["p_jacked_out"], "jacked out")
    assert_share(causes[Cause.FLATLINED], expected["p_flatlined"], "flatlined")
    assert_share(row(tally, "success")[1], expected["p_success"], "success")
    assert_share(GAMES - row(tally, "points")[0], expected["p_any_points"], "any points")


def test_means(played: tuple[Tally, dict[str, Any]]) -> None:
    tally, expected = played
    for name, figure in MEANS.items():
        counts = row(tally, figure)
        total = sum(value * count for value, count in enumerate(counts))
        squares = sum(value * value * count for value, count in enumerate(counts))
        mean = total / GAMES
        error = ((squares / GAMES - mean * mean) / GAMES) ** 0.5
        assert abs(mean - expected[name]) < BOUND * error + 1e-12, name


def test_histograms(played: tuple[Tally, dict[str, Any]]) -> None:
    tally, expected = played
    for name, figure in HISTOGRAMS.items():
        counts = row(tally, figure)
        for value, share in enumerate(expected[name]):
            assert_share(counts[value], share, f"{name}[{value}]")
        assert sum(counts[len(expected[name]) :]) == 0


@pytest.mark.parametrize("server", ["remote", "hq", "rd"])
def test_totals_do_not_depend_on_threads_or_chunks(server: str) -> None:
    encoded = encode(read_scenario(SCENARIOS / f"w_{server}.toml"))
    games = 100_003
    one = sample_encoded(encoded, games, 5, threads=1)
    for threads, chunk in ((2, 16_384), (3, 1_000), (4, 777), (4, 100_003), (2, 50_001)):
        assert sample_encoded(encoded, games, 5, threads=threads, chunk=chunk) == one
    halves = sample_encoded(encoded, 40_000, 5) + sample_encoded(
        encoded, games - 40_000, 5, first_game=40_000
    )
    assert halves == one
