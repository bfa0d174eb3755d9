"""A scenario in, its exact figures out; or how much too large it is."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from simcore.encode import Encoded
from simcore.errors import TOO_OFTEN, CapacityError
from simcore.exact.classes import Coarse, coarse_board
from simcore.exact.keys import Keys, keys_of
from simcore.kernel.jit import COMPILED, Array, is_kept, records, words_of
from simcore.kernel.layout import PLAIN_SCALARS, RUN
from simcore.kernel.plain import Lines, changing, constant
from simcore.record import FIGURES, Cause
from simcore.tally import WIDTH

LIMIT = 4_000_000
"""Paths followed unless told otherwise: about 2 s of one thread at 0.5 µs a path."""
FEW = 500
"""Paths that take no longer to follow without machine code than that takes to be loaded."""
UNCOMPILED = 5_000
"""Paths that a process follows before it has machine code made: a third of a second."""
ROOM = 1 << 18
"""States kept of one stage unless told otherwise."""
FIRST_ROOM = 1 << 12
"""States there is room for at first: memory costs time too, and most need no more."""
_NOTHING = 1 << 26
"""Bytes that are always there."""
LOST = 1e-15
"""Games that no table holds may have this probability together: less than rounding."""


SALTS = np.arange(1, RUN.itemsize // 8, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
SALTS = (SALTS ^ (SALTS >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9) | np.uint64(1)
"""What the words of a state are multiplied with to be hashed."""


class _Scratch(threading.local):
    """Memory for states of each thread, used again: fresh memory takes longer than most runs."""

    def __init__(self) -> None:
        self.kept: dict[int, Array] = {}


_scratch = _Scratch()


@dataclass(frozen=True, slots=True, eq=False)
class ExactOdds:
    """The exact figures of a scenario under the fixed plans, as float64.

    `ended`: probability by `Cause`; `p_steal`: of stealing any agenda; `means` by name of
    `record.FIGURES` (the mean of `success` is its probability; `cause` has none);
    `credits_histogram` (spent and lost together) and `points_histogram`: probability by
    value 0, 1, 2 … up to the last that occurs. `paths` of chance were followed through
    the stages of the run, over `states` in all.
    """

    ended: dict[Cause, float]
    p_success: float
    p_steal: float
    p_win: float
    means: dict[str, float]
    credits_histogram: list[float]
    points_histogram: list[float]
    states: int
    paths: int


@dataclass(frozen=True, slots=True)
class TooLarge:
    """A scenario beyond the limit: what was done until it was reached.

    `paths` followed, `states` met, `stage` of `stages` reached. `at_least`: paths that it
    would take at least about: the states waiting in this stage counted as those before
    them, each state found for a later one as a single path.
    """

    limit: int
    paths: int
    states: int
    stage: int
    stages: int
    at_least: int


End = IntEnum(
    "End", "DONE TOO_MANY_PATHS TOO_MANY_STATES TOO_MANY_TAKEN TOO_GREAT TOO_DEEP", start=0
)
"""What an enumeration comes to (`kernel.enumeration`)."""


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """What the compiled enumeration leaves behind."""

    end: int
    counts: Array
    means: Array
    report: Array


def solve(encoded: Encoded, limit: int = LIMIT, room: int = ROOM) -> ExactOdds | TooLarge:
    """Every path of chance of a run, merged where nothing that follows can tell them apart.

    `limit`: paths that may be followed, counted over all stages of the run; `room`: states
    that may be kept of one stage. Both are counts, so that the answer never depends on
    the machine. Raises `CapacityError` for games that the kernel cannot hold.
    """
    coarse = coarse_board(encoded)
    keys = keys_of(coarse)
    found = follow_with_room(encoded, coarse, keys, limit, room)
    if found.end == End.TOO_MANY_TAKEN:
        keys = keys_of(coarse, int(coarse.board["pool_count"][0]))
        found = follow_with_room(encoded, coarse, keys, limit, room)
    paths, states, waiting, stage, _ = (int(number) for number in found.report)
    if found.end != End.DONE:
        return TooLarge(limit, paths, states, stage, keys.stages, max(paths, waiting))
    return odds_of(found, states, paths)


def follow_with_room(
    encoded: Encoded, coarse: Coarse, keys: Keys, limit: int, room: int
) -> Followed:
    """As `follow`, with more memory for states as far as it is needed; `CapacityError` for
    what no limit would help."""
    begin = min(FIRST_ROOM, room)
    found = follow(encoded, coarse, keys, limit, begin)
    while found.end == End.TOO_MANY_STATES and begin < room:
        begin = min(8 * begin, room)
        found = follow(encoded, coarse, keys, limit, begin)
    refuse(found)
    return found


def refuse(found: Followed) -> None:
    """Raise `CapacityError` for what no limit would help."""
    if found.end == End.TOO_GREAT:
        raise too_great(int(found.report[-1]))
    if found.end == End.TOO_DEEP:
        raise CapacityError("more chance events in one stage of the run than are enumerated")
    if found.end == End.DONE and found.means[-1] > LOST:
        raise CapacityError(TOO_OFTEN)


def too_great(figure: int) -> CapacityError:
    """A figure that no histogram holds."""
    return CapacityError(
        f"{FIGURES[figure]} is above {WIDTH - 1}, more than is counted; use smaller numbers"
    )


_AS_TAKEN: dict[bool, tuple[Callable[[Any], Any], ...]] = {
    True: (constant, changing, memoryview, Lines),
    False: (np.asarray, np.asarray, np.asarray, np.asarray),
}
"""How the kernel takes a board, a run, cells and lines of cells, interpreted or not."""


def enumeration_of(encoded: Encoded, interpreted: bool) -> str:
    """The name of the build that enumerates a scenario."""
    how = "interpreted" if interpreted else "exact"
    return f"simcore.{how}{'_full' if encoded.full else ''}_kernel.enumeration"


@dataclass(frozen=True, slots=True, eq=False)
class Trail:
    """What is noted of every path when a scenario is unfolded (`kernel.enumeration`)."""

    paths: Array
    steps: Array
    added: Array

    @classmethod
    def make(cls, paths: int, steps: int) -> Trail:
        """Room for so many; memory that is never written to is never taken."""
        shapes = (paths, 5), (steps, 3), (paths, len(FIGURES))
        return cls(*(np.empty(shape, np.int64) for shape in shapes))


_UNNOTED = Trail.make(0, 0)
_UNSURVEYED = np.zeros((0, 9), np.int64)
MOST_ROUNDS = 512
"""Rounds through states that a survey notes."""


def follow(
    encoded: Encoded,
    coarse: Coarse,
    keys: Keys,
    limit: int,
    room: int,
    trail: Trail = _UNNOTED,
) -> Followed:
    """Every path of chance of a run: by Python itself while they are few, and some more where
    machine code would have to be made first."""
    found = follow_uncompiled(encoded, coarse, keys, limit, room, trail, FEW)
    if found is not None:
        return found
    follower = Follower(encoded, coarse, keys, room, trail)
    if _uncompiled.paths and not follower.is_kept():
        found = follow_uncompiled(encoded, coarse, keys, limit, room, trail)
        if found is not None:
            return found
    _uncompiled.paths = 0
    return follower.follow(limit)


def follow_uncompiled(
    encoded: Encoded,
    coarse: Coarse,
    keys: Keys,
    limit: int,
    room: int,
    trail: Trail,
    most: int = UNCOMPILED,
) -> Followed | None:
    """Every path of chance, without machine code; None if it takes more than `most` paths or
    than are left for that."""
    few = min(limit, most, _uncompiled.paths if COMPILED else 0)
    if not few:
        return None
    found = Follower(encoded, coarse, keys, room, trail, interpreted=True).follow(few)
    _uncompiled.paths -= min(few, int(found.report[0]))
    return found if few == limit or found.end != End.TOO_MANY_PATHS else None


@dataclass(slots=True)
class _Uncompiled:
    """Paths that this process still follows without machine code, as long as it has none."""

    paths: int


_uncompiled = _Uncompiled(UNCOMPILED)


class Follower:
    """Follows paths of chance through one scenario, with memory for `room` states of a stage."""

    def __init__(
        self,
        encoded: Encoded,
        coarse: Coarse,
        keys: Keys,
        room: int,
        trail: Trail = _UNNOTED,
        *,
        interpreted: bool = not COMPILED,
    ) -> None:
        enumeration = import_module(enumeration_of(encoded, interpreted))
        figures, tables = len(FIGURES), enumeration.TABLES
        slots = 1 << max(9, (4 * room - 1).bit_length())
        self.rows, sums, table = _tables(tables, room, 1 + keys.words, figures + 1, slots)
        runs = records(RUN, 1)
        self.counts = np.zeros((len(enumeration.COUNTED) + 1, 2, WIDTH))
        self.marks = np.zeros(enumeration.MARKS, np.int64)
        self.most_taken = keys.most_taken
        self.enumerate_runs = enumeration.enumerate_runs
        board, run, self._cells, lines = _AS_TAKEN[interpreted]
        template = encoded.template if encoded.full else encoded.template[:PLAIN_SCALARS]
        self.given = (
            board(coarse.board),
            self._cells(template),
            self._cells(words_of(runs)),
            run(runs),
            lines(keys.keys),
            *map(self._cells, (keys.carried, keys.canonical, keys.alike, SALTS[: keys.words])),
            *map(self._cells, (self.rows, sums, table, self.counts)),
            *map(self._cells, (trail.paths, trail.steps, trail.added, self.marks)),
        )

    def follow(self, limit: int, first: int = 0, state: Array | None = None) -> Followed:
        """All paths from stage `first` on; a `state` in front of it is what its key names."""
        return self._follow(_UNSURVEYED, 0, limit, first, state)

    def survey(self, most_kept: int, limit: int) -> tuple[int, Array]:
        """What so many states of each stage lead to; how it ended, and what was noted."""
        survey = np.zeros((MOST_ROUNDS, _UNSURVEYED.shape[1]), np.int64)
        found = self._follow(survey, most_kept, limit, 0, None)
        return found.end, survey[survey[:, 1] > 0]

    def is_kept(self) -> bool:
        """Whether nothing has to be compiled first."""
        return is_kept(self.enumerate_runs, *self.given, self._cells(_UNSURVEYED), 0, 0, 0, 0)

    def _follow(
        self, survey: Array, most_kept: int, limit: int, first: int, state: Array | None
    ) -> Followed:
        self.counts[:] = 0
        self.marks[:] = 0
        if state is not None:
            self.rows[0, 1 : 1 + len(state)] = state
        end = self.enumerate_runs(
            *self.given, self._cells(survey), most_kept, limit, self.most_taken, first
        )
        sums = self.counts.sum(axis=1)
        return Followed(int(end), sums[:-1], sums[-1, : len(FIGURES) + 1], self.marks[:5].copy())


def _tables(
    tables: int, room: int, words: int, figures: int, slots: int
) -> tuple[Array, Array, Array]:
    """Memory for states: rows, sums and slots; `CapacityError` where there is not so much."""
    shapes = (tables * room, words), (tables * room, 2, figures), (tables, slots)
    kinds = (np.int64, np.float64, np.int64)
    check_memory(8 * sum(map(math.prod, shapes)))
    if room > FIRST_ROOM:
        found = [np.empty(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
        return found[0], found[1], found[2]
    kept = _scratch.kept
    for number, (shape, kind) in enumerate(zip(shapes, kinds, strict=True)):
        if number not in kept or kept[number].size < math.prod(shape):
            kept[number] = np.empty(math.prod(shape), kind)
    return tuple(
        kept[number][: math.prod(shape)].reshape(shape) for number, shape in enumerate(shapes)
    )  # type: ignore[return-value]


def check_memory(needed: int) -> None:
    """Raise `CapacityError` when the system says that it has not so many bytes left."""
    if needed < _NOTHING:
        return
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return
    found = dict(line.split(":", 1) for line in lines)
    left = int(found.get("MemAvailable", f"{needed} kB").split()[0]) << 10
    if needed > left:
        raise CapacityError(
            f"the states of this run take {needed >> 20:,} MiB of memory, {left >> 20:,} are left"
        )


def odds_of(found: Followed, states: int, paths: int) -> ExactOdds:
    cause, credits, points, stolen = found.counts
    means = {name: float(found.means[n]) for n, name in enumerate(FIGURES) if name != "cause"}
    return ExactOdds(
        {each: float(cause[each]) for each in Cause if each is not Cause.RUNNING},
        means["success"],
        float(stolen[1:].sum()),
        float(cause[Cause.WON]),
        means,
        _up_to_the_last(credits),
        _up_to_the_last(points),
        states,
        paths,
    )


def _up_to_the_last(shares: Array) -> list[float]:
    return [float(share) for share in shares[: np.flatnonzero(shares)[-1] + 1]]
