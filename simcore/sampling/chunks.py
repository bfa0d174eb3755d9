"""Chunks of games played by the kernel, each thread with memory of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from simcore.encode import Encoded
from simcore.errors import TOO_OFTEN, CapacityError
from simcore.kernel import jit
from simcore.kernel.jit import COMPILED, Array, records, words_of
from simcore.kernel.layout import LOG_ROOM, PLAIN_SCALARS, ROW_PADDING, RUN
from simcore.record import FIGURES
from simcore.sites import seed_key
from simcore.threads import share_out


@dataclass(frozen=True, slots=True)
class Bench:
    """One thread's own memory: the game in play, and what it has counted."""

    runs: Array
    histograms: Array

    @classmethod
    def make(cls, width: int) -> Bench:
        histograms = np.zeros((len(FIGURES), width + ROW_PADDING), np.int64)
        return cls(records(RUN, 1), histograms)


def play_games(
    encoded: Encoded, bench: Bench, seed: int, first: int, count: int, checkpoints: int = 0
) -> None:
    """Play games first … first + count - 1 into the histograms of `bench`.

    `checkpoints`: how many to keep of each game, in ``bench.runs[0].log``.
    Raises `CapacityError` when a figure does not fit into the histograms.
    """
    arguments = _arguments(encoded, bench, seed, first, count, checkpoints)
    played = _chunk_of(encoded)(*arguments)
    if played != count and encoded.full and bench.runs["unexplored"][0]:
        raise CapacityError(f"game {first + played}: {TOO_OFTEN}")
    if played != count:
        most = bench.histograms.shape[1] - ROW_PADDING - 1
        raise CapacityError(
            f"game {first + played}: a figure is above {most}, "
            "more than a tally counts; use smaller numbers"
        )


def _chunk_of(encoded: Encoded) -> Callable[..., int]:
    """What plays games of a scenario."""
    kernel = "full_kernel" if encoded.full else "kernel"
    chunk: Callable[..., int] = import_module(f"simcore.{kernel}.game").chunk
    return chunk


def _arguments(
    encoded: Encoded, bench: Bench, seed: int, first: int, count: int, checkpoints: int
) -> tuple[Any, ...]:
    template = encoded.template if encoded.full else encoded.template[:PLAIN_SCALARS]
    if checkpoints:
        template = template.copy()
        template[LOG_ROOM] = checkpoints
    return (
        encoded.board,
        template,
        words_of(bench.runs),
        bench.runs,
        bench.histograms,
        np.uint64(seed_key(seed)),
        first,
        count,
    )


class Table(Protocol):
    """Where one thread plays: some way of dealing games, and what it has counted."""

    def play(self, seed: int, first: int, count: int) -> None:
        """Play games first … first + count - 1 and count their figures."""

    def counted(self, width: int) -> Array:
        """Histograms int64[figures, width]."""


@dataclass(frozen=True, slots=True)
class KernelTable:
    """Games played by the kernel, step by step."""

    encoded: Encoded
    bench: Bench

    def play(self, seed: int, first: int, count: int) -> None:
        play_games(self.encoded, self.bench, seed, first, count)

    def counted(self, width: int) -> Array:
        return self.bench.histograms[:, :width]


def play_chunks(
    tables: Sequence[Table],
    games: int,
    seed: int,
    chunk: int,
    first: int,
    width: int,
    on_progress: Callable[[int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> Array:
    """Histograms int64[figures, width] of `games` games, or fewer when cancelled.

    Each table has a thread of its own. Returns what they count, summed.
    """
    share_out(
        lambda table, start, count: table.play(seed, start, count),
        tables,
        games,
        chunk,
        first,
        on_progress,
        cancelled,
    )
    total = np.zeros((len(FIGURES), width), np.int64)
    for table in tables:
        total += table.counted(width)
    return total


def is_kept(encoded: Encoded, width: int) -> bool:
    """Whether the kernel plays a scenario without being compiled first."""
    arguments = _arguments(encoded, Bench.make(width), seed=0, first=0, count=0, checkpoints=0)
    return jit.is_kept(_chunk_of(encoded), *arguments)


def warm_up(encoded: Encoded, width: int) -> None:
    """Compile or load the kernel; without the compiler there is nothing to do."""
    if COMPILED:
        play_games(encoded, Bench.make(width), 0, 0, 0)
