"""The committed exact figures of W: against those known before, and among themselves."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import simcore

HERE = Path(__file__).parent
SCENARIOS = HERE.parents[1] / "benchmarks" / "scenarios"
EXACT: dict[str, dict[str, Any]] = json.loads((HERE / "w_fractions.json").read_text())
KNOWN = {row["server"]: row for row in json.loads((HERE / "w_expected.json").read_text())}
DIGITS = 5e-13  # twelve digits behind the point

SINGLE = {
    "p_run_ended_by_ice": ("ended", "ice"),
    "p_success": ("p_success",),
    "p_jacked_out": ("ended", "jacked_out"),
    "p_flatlined": ("ended", "flatlined"),
    "mean_points": ("mean_points",),
    "p_any_points": ("p_steal",),
    "mean_net_damage": ("mean_net_damage",),
    "mean_tags": ("mean_tags",),
    "mean_corp_cards_trashed": ("mean_corp_cards_trashed",),
    "mean_accesses": ("mean_accesses",),
}
HISTOGRAMS = {
    "credits_spent_and_lost_histogram": "credits_histogram",
    "points_histogram": "points_histogram",
}


def looked_up(server: str, keys: tuple[str, ...]) -> Fraction:
    found: Any = EXACT[server]
    for key in keys:
        found = found[key]
    return Fraction(found)


def test_all_three_runs_are_there() -> None:
    assert list(EXACT) == ["remote", "hq", "rd"]


@pytest.mark.parametrize("server", list(KNOWN))
def test_all_twelve_digits_are_those_known_before(server: str) -> None:
    known = KNOWN[server]
    for name, keys in SINGLE.items():
        assert abs(looked_up(server, keys) - Fraction(known[name])) <= DIGITS, name
    both = looked_up(server, ("mean_credits_spent",)) + looked_up(server, ("mean_credits_lost",))
    assert abs(both - Fraction(known["mean_credits_spent_and_lost"])) <= DIGITS
    for name, key in HISTOGRAMS.items():
        exact = [Fraction(share) for share in EXACT[server][key]]
        assert not any(known[name][len(exact) :])
        for share, digits in zip(exact, known[name], strict=False):
            assert abs(share - Fraction(digits)) <= DIGITS, name


@pytest.mark.parametrize("server", list(EXACT))
def test_the_figures_fit_together(server: str) -> None:
    figures = EXACT[server]
    assert sum(map(Fraction, figures["ended"].values())) == 1
    points = [Fraction(share) for share in figures["points_histogram"]]
    assert sum(points) == 1
    assert sum(value * share for value, share in enumerate(points)) == Fraction(
        figures["mean_points"]
    )
    credits = [Fraction(share) for share in figures["credits_histogram"]]
    assert sum(credits) == 1


@pytest.mark.parametrize("server", list(EXACT))
def test_the_model_gives_the_same(server: str) -> None:
    """The two independent ways: what the reference played path by path, and what the
    kernel's model sums over merged states."""
    odds = simcore.odds(SCENARIOS / f"w_{server}.toml", method="exact").to_dict()
    for name, exact in EXACT[server].items():
        if isinstance(exact, list):
            found, expected = odds[name], exact
        elif isinstance(exact, dict):
            assert list(odds[name]) == list(exact)
            found, expected = list(odds[name].values()), list(exact.values())
        else:
            found, expected = [odds[name]], [exact]
        assert len(found) == len(expected)
        for value, fraction in zip(found, expected, strict=True):
            assert abs(value - Fraction(fraction)) <= DIGITS, name
