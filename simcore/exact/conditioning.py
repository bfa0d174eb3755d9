"""Seeded games until the breach, and every path of chance from there on.

Games that end at the ice count as they are. Of the others only the state in front of the
breach is tallied, in the words of the key that exact odds use for that stage; what follows
from each state is then enumerated, and weighed by the games that came to it. That is the
conditional expectation of every figure given the game so far (Rao and Blackwell): unbiased
as the games themselves are, with the variance of the accesses gone.

A game's figure is then its figure before the breach and what its state lets expect of the
rest. States are summed over threads as whole numbers and floats by `math.fsum`, so that
the answer depends on the scenario, the seed and the number of games alone. Limits are
counts for the same reason: `MOST_STATES` in front of the breach, and paths in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise

import numpy as np

from simcore.encode import Encoded
from simcore.errors import TOO_OFTEN, CapacityError
from simcore.exact.classes import Coarse, coarse_board
from simcore.exact.expectations import Conditioned, Group, expected
from simcore.exact.keys import Keys, keys_of, word
from simcore.exact.solving import (
    FIRST_ROOM,
    LIMIT,
    ROOM,
    SALTS,
    End,
    Follower,
    check_memory,
    follow,
    odds_of,
    refuse,
    too_great,
)
from simcore.kernel.jit import COMPILED, Array, records, words_of
from simcore.kernel.layout import FIRST_FIGURE, PLAIN_SCALARS, ROW_PADDING, RUN
from simcore.record import FIGURES
from simcore.sites import seed_key
from simcore.tally import WIDTH
from simcore.threads import CHUNK, share_out, threads_for

MOST_STATES = 1 << 16
"""States in front of the breach, credits moved told apart, unless told otherwise."""
_FIGURES = len(FIGURES)
_TABLES = 3
"""Tables that `kernel.enumeration` divides its memory into; one of them is used here."""


class TooManyStatesError(CapacityError):
    """Accesses are not summed: the games, or what follows them, part too much."""


def condition(
    encoded: Encoded,
    games: int,
    seed: int,
    threads: int | None = None,
    *,
    chunk: int = CHUNK,
    first_game: int = 0,
    limit: int = LIMIT,
    most_states: int = MOST_STATES,
    on_progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Conditioned | None:
    """Play games first_game … first_game + games - 1 of a seed until their breach, sum the
    rest exactly. None when cancelled before any game was over.

    `limit`: paths followed behind the breach, over all states; `most_states`: states there.
    Raises `TooManyStatesError` for more, `CapacityError` for what the kernel cannot hold.
    """
    count = threads_for(games, seed, threads, chunk, first_game)
    coarse = coarse_board(encoded)
    for most_taken in (None, int(coarse.board["pool_count"][0])):
        keys = keys_of(coarse, most_taken)
        sampler = _Sampler(encoded, coarse, keys, seed, most_states)
        benches = [sampler.bench() for _ in range(count)]
        sampler.play(benches[0], 0, 0)  # compiles, or loads machine code: once for all threads
        try:
            played = share_out(
                sampler.play, benches, games, chunk, first_game, on_progress, cancelled
            )
            return _summed(sampler, benches, limit) if played else None
        except _TooManyTakenError:
            continue
    raise CapacityError("more cards leave the pool of central cards than it holds")


def warm_up(encoded: Encoded) -> None:
    """Compile or load what conditions a scenario: both of its kernels."""
    if COMPILED:
        coarse = coarse_board(encoded)
        sampler = _Sampler(encoded, coarse, keys_of(coarse), 0, 1 << 9)
        sampler.play(sampler.bench(), 0, 0)
        follow(encoded, coarse, sampler.keys, 0, FIRST_ROOM)


class _TooManyTakenError(Exception):
    """The keys have no room for the cards taken from the pool of central cards."""


@dataclass(frozen=True, slots=True)
class _Bench:
    """One thread's own memory."""

    runs: Array
    histograms: Array
    rows: Array
    sums: Array
    slots: Array
    marks: Array


class _Sampler:
    """Plays games of one scenario until the breach."""

    def __init__(
        self, encoded: Encoded, coarse: Coarse, keys: Keys, seed: int, most_states: int
    ) -> None:
        self.encoded, self.coarse, self.keys, self.most_states = encoded, coarse, keys, most_states
        self.stage = keys.stages - 2
        self.words = int(keys.keys[self.stage, 0])
        build = "full_kernel" if encoded.full else "kernel"
        self.chunk = import_module(f"simcore.{build}.breaching").chunk_to_breach
        self.template = encoded.template if encoded.full else encoded.template[:PLAIN_SCALARS]
        self.seed_key = np.uint64(seed_key(seed))

    def bench(self) -> _Bench:
        room, slots = self.most_states, 1 << max(9, (4 * self.most_states - 1).bit_length())
        check_memory(8 * (room * (1 + self.words + 2 * (_FIGURES + 1)) + slots))
        enumeration = import_module("simcore.kernel.enumeration")
        marks = np.zeros(enumeration.MARKS, np.int64)
        bench = _Bench(
            records(RUN, 1),
            np.zeros((2 * _FIGURES, WIDTH + ROW_PADDING), np.int64),
            np.empty((_TABLES * room, 1 + self.words), np.int64),
            np.empty((_TABLES * room, 2, _FIGURES + 1)),
            np.empty((_TABLES, slots), np.int64),
            marks,
        )
        marks[len(enumeration.REPORT) + _TABLES] = enumeration.FIRST_SIZE
        bench.slots[0, : enumeration.FIRST_SIZE] = 0
        return bench

    def play(self, bench: _Bench, first: int, count: int) -> None:
        played = self.chunk(
            self.coarse.board,
            self.template,
            words_of(bench.runs),
            bench.runs,
            bench.histograms,
            self.seed_key,
            first,
            count,
            self.keys.keys[self.stage],
            self.keys.canonical[self.stage],
            self.keys.alike,
            SALTS[: self.words],
            bench.rows,
            bench.sums,
            bench.slots,
            bench.marks,
            self.keys.most_taken,
        )
        if played == count:
            return
        if bench.marks[0] == End.TOO_MANY_TAKEN:
            raise _TooManyTakenError
        if bench.marks[0] == End.TOO_MANY_STATES:
            raise self.too_many()
        if self.encoded.full and bench.runs["unexplored"][0]:
            raise CapacityError(f"game {first + played}: {TOO_OFTEN}")
        figures = words_of(bench.runs)[FIRST_FIGURE:]  # one of them is
        raise too_great(int(np.argmax(figures.view(np.uint64) >= WIDTH)))

    def too_many(self) -> TooManyStatesError:
        return TooManyStatesError(
            f"accesses are not summed: more than {self.most_states:,} states in front of them"
        )


def _summed(sampler: _Sampler, benches: list[_Bench], limit: int) -> Conditioned:
    histograms = np.zeros((2 * _FIGURES, WIDTH), np.int64)
    for bench in benches:
        histograms += bench.histograms[:, :WIDTH]
    states, sums = _merged(benches)
    if len(states) > sampler.most_states:
        raise sampler.too_many()
    groups = list(_groups(sampler, states, sums, limit))
    return expected(histograms[:_FIGURES], histograms[_FIGURES:], groups, len(states))


def _merged(benches: list[_Bench]) -> tuple[Array, Array]:
    """The states of all threads in the order of their words, and their sums as integers."""
    filled = len(import_module("simcore.kernel.enumeration").REPORT)
    counts = [int(bench.marks[filled]) for bench in benches]
    pairs = list(zip(benches, counts, strict=True))
    words = np.concatenate([bench.rows[:count, 1:] for bench, count in pairs])
    sums = np.concatenate([bench.sums[:count, 0].astype(np.int64) for bench, count in pairs])
    return _unique(words, sums)


def _unique(words: Array, sums: Array) -> tuple[Array, Array]:
    order, starts = _in_order(words)
    if not starts:
        return words, sums
    return words[order][starts], np.add.reduceat(sums[order], starts, axis=0)


def _in_order(words: Array) -> tuple[Array, list[int]]:
    """How rows are put in order, so that equal ones lie together; where each kind begins then."""
    order = np.lexsort(words.T[::-1])
    new = np.ones(len(words), bool)
    new[1:] = (words[order[1:]] != words[order[:-1]]).any(axis=1)
    return order, np.flatnonzero(new).tolist()


def _groups(sampler: _Sampler, states: Array, sums: Array, limit: int) -> Iterator[Group]:
    """The states with what follows them; credits moved are only ever added to."""
    key = sampler.keys.keys[sampler.stage]
    names = key[1 : 1 + sampler.words].tolist()
    column = names.index(word("credits_moved"))
    moved = states[:, column].copy()
    states = states.copy()
    states[:, column] = 0
    order, starts = _in_order(states)
    states, sums, moved = states[order], sums[order], moved[order]
    template = sampler.template[FIRST_FIGURE : FIRST_FIGURE + _FIGURES].copy()
    room, left = FIRST_ROOM, limit
    follower = Follower(sampler.encoded, sampler.coarse, sampler.keys, room)
    for start, end in pairwise([*starts, len(states)]):
        state = states[start]
        found = follower.follow(left, sampler.stage, state)
        while found.end == End.TOO_MANY_STATES and room < ROOM:
            room *= 8
            follower = Follower(sampler.encoded, sampler.coarse, sampler.keys, room)
            found = follower.follow(left, sampler.stage, state)
        refuse(found)
        if found.end == End.TOO_MANY_TAKEN:
            raise _TooManyTakenError
        if found.end != End.DONE:
            raise TooManyStatesError(
                f"accesses are not summed: more than {limit:,} paths of chance in them"
            )
        paths, behind = found.report[:2].tolist()
        left -= paths
        at_first = template.copy()
        for name, value in zip(names, state.tolist(), strict=True):
            if 0 <= name - FIRST_FIGURE < _FIGURES:
                at_first[name - FIRST_FIGURE] = value
        total = sums[start:end].sum(axis=0).tolist()
        yield Group(
            games=total[-1],
            moved=np.bincount(moved[start:end], sums[start:end, -1]),
            before=total[:-1],
            gains=(found.means[:_FIGURES] - at_first).tolist(),
            rest=odds_of(found, behind, paths),
        )
