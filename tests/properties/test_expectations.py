"""Games cut at the breach, put together: means, variances and shares worked out game by game."""

from __future__ import annotations

from math import isclose
from random import Random
from statistics import fmean, variance
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from simcore.exact.expectations import Group, Moments, expected
from simcore.record import FIGURES, Cause
from simcore.tally import WIDTH

ROW = {figure: row for row, figure in enumerate(FIGURES)}
ENDS = (Cause.ICE, Cause.JACKED_OUT, Cause.FLATLINED)
MADE = ("success", "agendas_stolen")
Game = list[int]


def a_game(random: Random) -> Game:
    values = [random.randrange(5) for _ in FIGURES]
    values[ROW["cause"]] = random.choice(ENDS)
    for name in MADE:
        values[ROW[name]] = random.randrange(2)
    return values


def a_rest(random: Random) -> Any:
    """The odds behind a breach, none of them in any relation to another."""

    def shares() -> list[float]:
        return [random.random() for _ in range(random.randrange(1, 4))]

    return SimpleNamespace(
        paths=random.randrange(9),
        ended={cause: random.random() for cause in Cause},
        p_success=random.random(),
        p_steal=random.random(),
        credits_histogram=shares(),
        points_histogram=shares(),
    )


def histograms(games: list[Game]) -> Any:
    found = np.zeros((len(FIGURES), WIDTH), np.int64)
    for game in games:
        for row, value in enumerate(game):
            found[row, value] += 1
    return found


def check(found: Moments, values: list[float], greatest: float) -> None:
    assert isclose(found.mean, fmean(values))
    assert isclose(found.variance, variance(values) if len(values) > 1 else 0.0, abs_tol=1e-9)
    assert isclose(found.greatest, greatest)


@pytest.mark.parametrize("seed", range(12))
def test_what_comes_of_games_and_of_what_they_let_expect(seed: int) -> None:
    random = Random(seed)
    over = [a_game(random) for _ in range({0: 1, 4: 2, 5: 0}.get(seed, random.randrange(1, 9)))]
    parts = [[a_game(random) for _ in range(random.randrange(1, 6))] for _ in range(seed % 4)]
    rests = [a_rest(random) for _ in parts]
    gains = [[random.random() * 3 for _ in FIGURES] for _ in parts]
    credits = ROW["credits"]
    groups = [
        Group(
            len(games),
            np.bincount([game[credits] for game in games]),
            [sum(game[row] for game in games) for row in range(len(FIGURES))],
            gain,
            rest,
        )
        for games, gain, rest in zip(parts, gains, rests, strict=True)
    ]
    waiting = [game for games in parts for game in games]
    found = expected(histograms(over), histograms(waiting), groups, 3)
    assert (found.games, found.reached, found.states) == (len(over) + len(waiting), len(waiting), 3)
    assert found.paths == sum(rest.paths for rest in rests)

    def each(done: list[bool], chances: list[float]) -> list[float]:
        of_parts = [[chance] * len(games) for chance, games in zip(chances, parts, strict=True)]
        return [*map(float, done), *(chance for some in of_parts for chance in some)]

    for cause in ENDS:
        done = [game[ROW["cause"]] == cause for game in over]
        check(found.ended[cause], each(done, [rest.ended[cause] for rest in rests]), 1.0)
    stolen = [game[ROW["agendas_stolen"]] > 0 for game in over]
    check(found.steal, each(stolen, [rest.p_steal for rest in rests]), 1.0)
    through = [game[ROW["success"]] > 0 for game in over]
    check(found.means["success"], each(through, [rest.p_success for rest in rests]), 1.0)
    for name, row in ROW.items():
        if name in ("cause", "success"):
            continue
        values = [float(game[row]) for game in over]
        highest = max(game[row] for game in over + waiting)
        most = max(values, default=0.0)
        for games, gain in zip(parts, gains, strict=True):
            values += [game[row] + gain[row] for game in games]
            most = max(most, highest + gain[row])
        check(found.means[name], values, most + 1)

    moved, points = np.zeros(WIDTH), np.zeros(WIDTH)
    for game in over:
        moved[game[credits]] += 1
        points[game[ROW["points"]]] += 1
    for games, rest in zip(parts, rests, strict=True):
        for game in games:
            for value, share in enumerate(rest.credits_histogram):
                moved[game[credits] + value] += share
            points[: len(rest.points_histogram)] += rest.points_histogram
    for shares, counts in ((found.credits_histogram, moved), (found.points_histogram, points)):
        last = int(np.flatnonzero(counts)[-1])
        assert np.allclose(shares, counts[: last + 1] / found.games)
        assert len(shares) == last + 1


def test_no_game_lets_expect_more_than_is_still_to_come() -> None:
    rest: Any = a_rest(Random(1))
    nothing = [0] * len(FIGURES)
    group = Group(1, np.array([1]), nothing, [0.25] * len(FIGURES), rest)
    found = expected(histograms([]), histograms([nothing]), [group], 1)
    assert found.means["points"] == Moments(0.25, 0.0, 1.25)
