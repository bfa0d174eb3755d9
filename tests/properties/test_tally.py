"""Tallies add up exactly, however the games are divided."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.errors import CapacityError
from simcore.record import FIGURES, Result
from simcore.tally import WIDTH, Tally

SHAPE = (len(FIGURES), WIDTH)

values = st.one_of(st.integers(0, 3), st.integers(0, WIDTH - 1))
results = st.builds(Result, **dict.fromkeys(FIGURES, values))
batches = st.lists(results, max_size=6)


def result(**figures: int) -> Result:
    return Result(**(dict.fromkeys(FIGURES, 0) | figures))


@settings(max_examples=60)
@given(batches, batches, batches)
def test_addition_is_associative_and_commutative(
    a: list[Result], b: list[Result], c: list[Result]
) -> None:
    x, y, z = map(Tally.from_results, (a, b, c))
    assert (x + y) + z == x + (y + z)
    assert x + y == y + x
    assert x + Tally.empty() == x


@settings(max_examples=60)
@given(batches, batches)
def test_merging_counts_each_game_once(a: list[Result], b: list[Result]) -> None:
    merged = Tally.from_results(a) + Tally.from_results(b)
    assert merged == Tally.from_results([*b, *a])
    assert hash(merged) == hash(Tally.from_results([*a, *b]))
    assert merged.games == len(a) + len(b)


@settings(max_examples=60)
@given(batches, st.sampled_from(FIGURES), values)
def test_sums_are_those_of_the_games(games: list[Result], figure: str, bound: int) -> None:
    tally = Tally.from_results(games)
    seen = [getattr(game, figure) for game in games]
    assert tally.total(figure) == sum(seen)
    assert tally.squares(figure) == sum(value * value for value in seen)
    assert tally.at_least(figure, bound) == sum(value >= bound for value in seen)
    assert tally.histogram(figure) == [seen.count(v) for v in range(max(seen, default=-1) + 1)]


def test_moments_do_not_overflow() -> None:
    counts = np.zeros(SHAPE, np.int64)
    counts[:, WIDTH - 1] = 2**62
    tally = Tally(counts)
    assert tally.games == 2**62
    assert tally.squares("points") == 2**62 * (WIDTH - 1) ** 2 > 2**63


def test_different_games_are_different() -> None:
    assert Tally.from_results([result(points=1)]) != Tally.from_results([result(points=2)])
    assert Tally.from_results([result()]) != Tally.empty()
    assert Tally.empty() != 0


@pytest.mark.parametrize("value", [-1, WIDTH])
def test_values_beyond_the_width_are_refused(value: int) -> None:
    with pytest.raises(CapacityError, match=f"tags = {value}"):
        Tally.from_results([result(tags=value)])


def test_arrays_that_are_no_tally_are_refused() -> None:
    good = np.ones(SHAPE, np.int64)
    uneven = good.copy()
    uneven[3, 5] += 1
    negative = good.copy()
    negative[:, 2] = -1
    for bad in (good[:-1], good.astype(float), uneven, negative):
        with pytest.raises(ValueError, match="tally"):
            Tally(bad)


def test_a_tally_neither_changes_nor_shares_its_counts() -> None:
    counts = np.zeros(SHAPE, np.int64)
    tally = Tally(counts)
    counts[:, 0] = 1
    assert tally.games == 0
    with pytest.raises(ValueError, match="read-only"):
        tally.counts[0, 0] = 1
