"""Games dealt to threads in chunks: who plays what does not change what is counted."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from simcore.errors import CapacityError

_Bench = TypeVar("_Bench")

CHUNK = 16_384
"""Games a thread takes at a time: long enough to forget the overhead, short enough to stop."""


def available_threads() -> int:
    """Processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads_for(games: int, seed: int, threads: int | None, chunk: int, first_game: int) -> int:
    """The threads that games are worth; `CapacityError` for numbers out of range."""
    if games < 1 or chunk < 1 or first_game < 0 or first_game + games >= 1 << 63:
        raise CapacityError("games and chunk must be at least 1, and game numbers below 2**63")
    if not 0 <= seed < 1 << 64:
        raise CapacityError("a seed is a whole number from 0 to 2**64 - 1")
    count = available_threads() if threads is None else threads
    if not 1 <= count <= 1024:
        raise CapacityError("threads must be from 1 to 1024")
    return min(count, -(-games // chunk))


class _Queue:
    """Hands out chunks in order and remembers the first error."""

    def __init__(self, first: int, games: int, chunk: int) -> None:
        self._next, self._end, self._chunk = first, first + games, chunk
        self._lock = threading.Lock()
        self.played = 0
        self.stopped = False
        self.error: BaseException | None = None

    def take(self) -> tuple[int, int] | None:
        with self._lock:
            if self.stopped or self._next >= self._end:
                return None
            start = self._next
            count = min(self._chunk, self._end - start)
            self._next += count
            return start, count

    def done(self, count: int) -> None:
        with self._lock:
            self.played += count

    def fail(self, error: BaseException) -> None:
        with self._lock:
            self.error = self.error or error
            self.stopped = True


def share_out(
    play: Callable[[_Bench, int, int], None],
    benches: Sequence[_Bench],
    games: int,
    chunk: int,
    first: int,
    on_progress: Callable[[int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> int:
    """Have each bench's own thread `play` chunks, as first game and count; games played.

    They are fewer than `games` when cancelled. The first error in a thread ends them all.
    """
    queue = _Queue(first, games, chunk)

    def work(bench: _Bench) -> None:
        try:
            while (piece := queue.take()) is not None:
                play(bench, *piece)
                queue.done(piece[1])
        except BaseException as error:  # handed to the caller's thread
            queue.fail(error)

    workers = [threading.Thread(target=work, args=(bench,), daemon=True) for bench in benches]
    for worker in workers:
        worker.start()
    try:
        for worker in workers:
            while worker.is_alive():
                worker.join(0.05)
                if on_progress is not None:
                    on_progress(queue.played)
                if cancelled is not None and cancelled():
                    queue.stopped = True
    finally:
        queue.stopped = True  # also on Ctrl-C: the chunks in play end first
        for worker in workers:
            worker.join()
    if queue.error is not None:
        raise queue.error
    return queue.played
