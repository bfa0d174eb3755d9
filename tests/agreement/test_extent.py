"""How many paths a run would take: estimates from few states beside the counts themselves."""

from __future__ import annotations

import pytest
from grid_scenarios import grid

from simcore import api
from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.exact import ExactOdds, TooLarge, solve
from simcore.exact.classes import coarse_board
from simcore.exact.extent import FACTOR, paths_in_all
from simcore.exact.keys import keys_of
from simcore.reading import parse_scenario

KEPT = 64
LARGE = 60 * KEPT
"""Paths that a run takes at least, so that most of its states are left out."""


def test_most_estimates_are_within_the_stated_factor() -> None:
    ratios = {}
    for cell in grid():
        if cell.unknown < 3:
            continue
        try:
            encoded = encode(parse_scenario(cell.text, cell.name))
            found = solve(encoded)
        except CapacityError:
            continue
        if isinstance(found, ExactOdds) and found.paths >= LARGE:
            coarse = coarse_board(encoded)
            estimate = paths_in_all(encoded, coarse, keys_of(coarse), KEPT, 0)
            assert estimate is not None, cell.name
            ratios[cell.name] = estimate / found.paths
    assert len(ratios) > 20
    outside = {name: r for name, r in ratios.items() if not 1 / FACTOR < r < FACTOR}
    assert len(outside) <= len(ratios) / 20, outside
    assert all(1 / FACTOR**2 < ratio < FACTOR**2 for ratio in outside.values()), outside


def test_what_follows_every_state_counts_them() -> None:
    for cell in grid()[::60]:
        encoded = encode(parse_scenario(cell.text, cell.name))
        found = solve(encoded)
        coarse = coarse_board(encoded)
        assert isinstance(found, ExactOdds)
        assert paths_in_all(encoded, coarse, keys_of(coarse), 1 << 18, 0) == found.paths


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        (63_400_000.0, "; about 63,000,000 in all, by an estimate mostly within a factor of 4"),
        (None, "; about 12,000,000 paths or more in all"),
        (3.0, "; about 12,000,000 paths or more in all"),
    ],
)
def test_the_estimate_is_told_with_what_it_means(estimate: float | None, said: str) -> None:
    found = TooLarge(4_000_000, 4_000_001, 9_000, 2, 5, 12_345_678)
    assert api.too_large(found, estimate) == (
        f"too large to solve exactly: more than 4,000,000 paths of chance{said}"
    )
