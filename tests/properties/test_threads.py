"""Games are shared out once each, whatever the number of threads and the size of a chunk."""

from __future__ import annotations

import time

import pytest

from simcore.errors import CapacityError
from simcore.threads import available_threads, share_out, threads_for


@pytest.mark.parametrize(
    ("games", "chunk", "threads"),
    [(1, 1, 1), (10, 3, 2), (9, 3, 4), (5, 100, 2), (7, 1, 3)],
)
def test_each_game_is_played_once(games: int, chunk: int, threads: int) -> None:
    played: list[int] = []

    def play(_: object, first: int, count: int) -> None:
        assert 1 <= count <= chunk
        played.extend(range(first, first + count))

    assert share_out(play, [None] * threads, games, chunk, 20, None, None) == games
    assert sorted(played) == list(range(20, 20 + games))


def test_what_has_been_played_is_told_as_it_grows() -> None:
    told: list[int] = []

    def play(_: object, _first: int, _count: int) -> None:
        while not told:
            time.sleep(0.001)

    share_out(play, [None], 4, 2, 0, told.append, None)
    assert told[0] == 0
    assert told == sorted(told)
    assert set(told) <= {0, 2, 4}


def test_an_error_ends_them_all() -> None:
    def play(_: object, first: int, _count: int) -> None:
        raise CapacityError(f"at {first}")

    with pytest.raises(CapacityError, match="at 3"):
        share_out(play, [None], 100, 1, 3, None, None)


MOST = (1 << 63) - 1


@pytest.mark.parametrize(
    ("games", "seed", "threads", "chunk", "first", "count"),
    [
        (1, 0, 1, 1, 0, 1),
        (MOST, (1 << 64) - 1, 1, MOST, 0, 1),
        (1, 0, 4, 1, MOST - 1, 1),
        (10, 0, 1024, 3, 0, 4),
        (9, 0, 1024, 3, 0, 3),
        (9, 0, 2, 3, 0, 2),
        (5000, 0, 1024, 1, 0, 1024),
    ],
)
def test_as_many_threads_as_there_are_chunks(
    games: int, seed: int, threads: int, chunk: int, first: int, count: int
) -> None:
    assert threads_for(games, seed, threads, chunk, first) == count


@pytest.mark.parametrize(
    ("games", "seed", "threads", "chunk", "first"),
    [
        (0, 0, 1, 1, 0),
        (1, 0, 1, 0, 0),
        (1, 0, 1, 1, -1),
        (MOST, 0, 1, 1, 1),
        (1, 0, 1, 1, MOST),
        (1, -1, 1, 1, 0),
        (1, 1 << 64, 1, 1, 0),
        (1, 0, 0, 1, 0),
        (1, 0, 1025, 1, 0),
    ],
)
def test_numbers_out_of_range_are_refused(
    games: int, seed: int, threads: int, chunk: int, first: int
) -> None:
    with pytest.raises(CapacityError):
        threads_for(games, seed, threads, chunk, first)


def test_unless_told_otherwise_all_processors_play() -> None:
    assert threads_for(10_000, 0, None, 1, 0) == available_threads()
