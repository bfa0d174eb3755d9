"""Games until the breach and the exact odds behind it, put together: means and variances.

A game that is over counts as it is; of another one each figure is what it was and what its
state lets expect of the rest. Floats are summed by `math.fsum`, whatever their order.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from simcore.exact.solving import ExactOdds
from simcore.kernel.jit import Array
from simcore.record import FIGURES, Cause
from simcore.tally import WIDTH

_ROW = {figure: row for row, figure in enumerate(FIGURES)}


@dataclass(frozen=True, slots=True)
class Moments:
    """A figure over conditioned games: the mean, the variance of one game's expectation
    (unbiased; 0 for a single game), and the greatest value that it is taken to have: 1 for
    what happens or does not, else one more than any game let expect."""

    mean: float
    variance: float
    greatest: float


@dataclass(frozen=True, slots=True, eq=False)
class Conditioned:
    """What conditioned games come to; names as in `ExactOdds`.

    `means` by name of `record.FIGURES` but the cause; `ended`, `steal` are of 0 or 1.
    `games` were played, `reached` of them to the breach, where they were in `states`
    different states; `paths` of chance followed from there on.
    """

    games: int
    reached: int
    states: int
    paths: int
    means: dict[str, Moments]
    ended: dict[Cause, Moments]
    steal: Moments
    credits_histogram: list[float]
    points_histogram: list[float]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Games whose breach is the same but for the credits moved before it.

    `moved`: games by credits moved; `before`: sums of their figures, as they were; `gains`:
    what is to be expected on top of each figure; `rest`: the odds of what follows.
    """

    games: int
    moved: Array
    before: list[int]
    gains: list[float]
    rest: ExactOdds


def expected(over: Array, waiting: Array, groups: list[Group], states: int) -> Conditioned:
    """`over`, `waiting` int64[figures, width]: histograms of games that are over, and of those
    in front of their breach, which lie in `groups`."""
    return _Sum(over, waiting, groups).conditioned(states)


class _Sum:
    """Everything put together."""

    def __init__(self, over: Array, waiting: Array, groups: list[Group]) -> None:
        self.over, self.waiting, self.groups = over, waiting, groups
        self.ended = int(over[0].sum())
        self.games = self.ended + sum(group.games for group in groups)

    def conditioned(self, states: int) -> Conditioned:
        rests = [group.rest for group in self.groups]
        causes = self.over[_ROW["cause"]].tolist()
        ended: dict[Cause, Moments] = {}
        for cause in Cause:
            if cause is not Cause.RUNNING:
                ended[cause] = self.event(causes[cause], [rest.ended[cause] for rest in rests])
        stolen = int(self.over[_ROW["agendas_stolen"], 1:].sum())
        means = {name: self.figure(row) for name, row in _ROW.items() if name != "cause"}
        successes = int(self.over[_ROW["success"], 1])
        means["success"] = self.event(successes, [rest.p_success for rest in rests])
        return Conditioned(
            games=self.games,
            reached=self.games - self.ended,
            states=states,
            paths=sum(rest.paths for rest in rests),
            means=means,
            ended=ended,
            steal=self.event(stolen, [rest.p_steal for rest in rests]),
            credits_histogram=self.credits(),
            points_histogram=self.points(),
        )

    def event(self, hits: int, chances: list[float]) -> Moments:
        """What happens in a game or not: `hits` among games that are over, chances in others."""
        pairs = [(group.games, chance) for group, chance in zip(self.groups, chances, strict=True)]
        mean = min(1.0, fsum([hits, *(games * chance for games, chance in pairs)]) / self.games)
        squares = [hits * (1 - mean) ** 2, (self.ended - hits) * mean**2]
        squares += [games * (chance - mean) ** 2 for games, chance in pairs]
        return Moments(mean, fsum(squares) / max(1, self.games - 1), 1.0)

    def figure(self, row: int) -> Moments:
        """A figure: what it was, and what is still to be expected of it.

        The variance of the two together: of the one, of the other, twice their covariance.
        """
        total, squares, last = _sums(self.over[row] + self.waiting[row])
        of_ended, _, highest = _sums(self.over[row])
        gains = [(group.games, group.before[row], group.gains[row]) for group in self.groups]
        gain = fsum(games * more for games, _, more in gains) / self.games
        before = total / self.games
        parts = [(self.games * squares - total * total) / self.games, self.ended * gain * gain]
        parts += [games * (more - gain) ** 2 for games, _, more in gains]
        parts.append(-2 * gain * (of_ended - self.ended * before))
        parts += [2 * (more - gain) * (part - games * before) for games, part, more in gains]
        variance = max(0.0, fsum(parts) / max(1, self.games - 1))
        most = max([float(highest), *(last + more for *_, more in gains)])
        return Moments(max(0.0, before + gain), variance, most + 1.0)

    def credits(self) -> list[float]:
        """Shares of games by credits moved: those of the breach behind those before it."""
        found = self.over[_ROW["credits"]].astype(np.float64)
        found = np.concatenate([found, np.zeros(WIDTH)])
        for group in self.groups:
            for value, share in enumerate(group.rest.credits_histogram):
                found[value : value + len(group.moved)] += group.moved * share
        return self.shares(found)

    def points(self) -> list[float]:
        found = self.over[_ROW["points"]].astype(np.float64)
        for group in self.groups:
            shares = np.array(group.rest.points_histogram)
            found[: len(shares)] += group.games * shares
        return self.shares(found)

    def shares(self, counts: Array) -> list[float]:
        last = int(np.flatnonzero(counts)[-1])
        return [float(count) / self.games for count in counts[: last + 1]]


def _sums(counts: Array) -> tuple[int, int, int]:
    """The sum of the values counted, of their squares, and the greatest of them."""
    values = np.flatnonzero(counts).tolist()
    pairs = [(value, int(counts[value])) for value in values]
    total = sum(value * count for value, count in pairs)
    squares = sum(value * value * count for value, count in pairs)
    return total, squares, max(values, default=0)
