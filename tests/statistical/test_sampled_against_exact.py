"""300 random scenarios and some of real cards: what is solved exactly is what is sampled."""

from __future__ import annotations

import pytest
from grid_scenarios import COUNT
from statistical.sampled_against_exact import (
    GAMES,
    compare,
    disagreements,
    grid_ones,
    random_ones,
    tail_bound,
)

from simcore.exact import ExactOdds, solve
from simcore.reading import parse_scenario

SCENARIOS = 300
FIRST = 50_000
BATCH = 50

COIN = """
edition = "nsg"
[server]
kind = "remote"
root = [{ draw_from = ["Offworld Office", "Nico Campaign"] }]
[corp]
credits = { low = 0, high = 3 }
[runner]
credits = 1
"""


@pytest.mark.parametrize("first", range(FIRST, FIRST + SCENARIOS, BATCH))
def test_random_scenarios(first: int) -> None:
    found = compare(random_ones(first, BATCH), SCENARIOS)
    assert not found.alarms, found.alarms[0]
    assert found.compared > BATCH * 3 / 4, found


@pytest.mark.parametrize("first", range(2))
def test_real_cards(first: int) -> None:
    """A tenth of the grid of what players ask."""
    found = compare(grid_ones(first, 20), COUNT // 10)
    assert not found.alarms, found.alarms[0]
    assert found.compared >= 10, found


def test_what_lies_beyond_the_bounds_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge itself: probabilities off by a few percent, a mean off by a little."""
    scenario = parse_scenario(COIN)
    assert disagreements(scenario, 1, 1e-6) == []

    def shifted(encoded: object, limit: int) -> ExactOdds:
        exact = solve(encoded, limit=limit)  # type: ignore[arg-type]
        assert isinstance(exact, ExactOdds)
        exact.means["points"] += 0.1
        exact.points_histogram[0] -= 0.03
        return exact

    monkeypatch.setattr("statistical.sampled_against_exact.solve", shifted)
    told = disagreements(scenario, 1, 1e-6)
    assert told is not None
    assert {text.split(":")[0] for text in told} == {"points.0", "mean_points"}


def test_the_bound_on_tails() -> None:
    assert tail_bound(0, GAMES, 0.0) == 1
    assert tail_bound(GAMES, GAMES, 1.0) == 1
    assert tail_bound(1, GAMES, 0.0) == 0
    assert tail_bound(GAMES - 1, GAMES, 1.0) == 0
    assert tail_bound(10_000, GAMES, 0.5) == 1
    assert 1e-12 < tail_bound(10_500, GAMES, 0.5) < 1e-10  # seven standard errors
