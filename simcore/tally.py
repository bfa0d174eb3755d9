"""Counts of games by figure and value: what sampling leaves behind.

A tally holds one histogram per figure of `record.FIGURES` and nothing else, so two
tallies add up exactly, in any order, on any number of threads or machines. Moments
are derived from the histograms in Python integers, which do not overflow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.errors import CapacityError
from simcore.record import FIGURES, Result

WIDTH = 1024
"""Values 0 … WIDTH - 1 can be counted for every figure."""

_ROW = {figure: row for row, figure in enumerate(FIGURES)}


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """`counts`: int64 of shape (len(FIGURES), WIDTH), `counts[row, value]` games.

    Every game is counted once in every row. The array is copied and made read-only;
    a wrong shape or type, a negative count or rows of different sums raise `ValueError`.
    """

    counts: NDArray[np.int64]

    def __post_init__(self) -> None:
        shape = (len(FIGURES), WIDTH)
        counts = np.asarray(self.counts)
        if counts.shape != shape or counts.dtype != np.int64:
            raise ValueError(f"a tally is int64 {shape}, not {counts.dtype} {counts.shape}")
        if counts.min() < 0:
            raise ValueError("a tally cannot hold negative counts")
        if np.ptp(counts.sum(axis=1)) != 0:
            raise ValueError("the rows of a tally must count the same number of games")
        counts = counts.copy()
        counts.flags.writeable = False
        object.__setattr__(self, "counts", counts)

    @classmethod
    def empty(cls) -> Tally:
        """No games: the neutral element of `+`."""
        return cls(np.zeros((len(FIGURES), WIDTH), dtype=np.int64))

    @classmethod
    def from_results(cls, results: Iterable[Result]) -> Tally:
        """Count single games; a value outside 0 … WIDTH - 1 raises `CapacityError`."""
        counts = np.zeros((len(FIGURES), WIDTH), dtype=np.int64)
        for result in results:
            for row, figure in enumerate(FIGURES):
                value = int(getattr(result, figure))
                if not 0 <= value < WIDTH:
                    raise CapacityError(f"{figure} = {value}: a tally counts 0 … {WIDTH - 1}")
                counts[row, value] += 1
        return cls(counts)

    @property
    def games(self) -> int:
        """Number of games counted."""
        return int(self.counts[0].sum())

    def __add__(self, other: Tally) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(self.counts + other.counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return bool(np.array_equal(self.counts, other.counts))

    def __hash__(self) -> int:
        return hash(self.counts.tobytes())

    def __repr__(self) -> str:
        return f"Tally(games={self.games})"

    def histogram(self, figure: str) -> list[int]:
        """Games by value 0, 1, 2 … of a figure, up to the last value that occurs."""
        row = self.counts[_ROW[figure]]
        used = np.flatnonzero(row)
        return [int(count) for count in row[: used[-1] + 1]] if used.size else []

    def at_least(self, figure: str, value: int) -> int:
        """Games in which the figure is `value` or more."""
        return sum(self.histogram(figure)[value:])

    def total(self, figure: str) -> int:
        """Sum of the figure over all games."""
        return sum(value * count for value, count in enumerate(self.histogram(figure)))

    def squares(self, figure: str) -> int:
        """Sum of the figure's squares over all games."""
        return sum(value * value * count for value, count in enumerate(self.histogram(figure)))
