"""What commands write besides their answer, how they end, and what Ctrl-C does."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

OK, DISAGREE, BAD, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: done, reference and kernel disagree (a bug), bad input, interrupted."""

COMPILE_NOTICE = "preparing the kernel (compiled at first use, cached afterwards) ..."
COMPILE_PATIENCE = 0.5  # seconds before that is said
PROGRESS_PATIENCE = 1.0  # seconds before a progress line appears
PRICE_PATIENCE = 2.0  # seconds before it is said how far the ways past ice are followed
PROGRESS_PERIOD = 0.1  # seconds between its updates


class Line:
    """One line on a terminal, rewritten in place; silent for so many seconds first."""

    def __init__(self, stream: IO[str], patience: float) -> None:
        self._stream = stream
        self.start = time.monotonic()
        self._next = self.start + patience
        self._shown = False

    def say(self, words: Callable[[], str]) -> None:
        """Write these words, unless others have just been written."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + PROGRESS_PERIOD
        print(f"\r\x1b[K{words()}", end="", file=self._stream, flush=True)
        self._shown = True

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
            self._shown = False


class Progress(Line):
    """How many games have been played, and how long the others will take."""

    def __init__(self, stream: IO[str], total: int) -> None:
        super().__init__(stream, PROGRESS_PATIENCE)
        self._total = total

    def show(self, done: int) -> None:
        """Called with the number of games finished so far."""
        self.say(lambda: self._words(done))

    def _words(self, done: int) -> str:
        rate = done / max(time.monotonic() - self.start, 1e-9)
        left = (self._total - done) / rate if rate else 0.0
        return f"{done:,} of {self._total:,} games ({done / self._total:.0%}), {left:,.0f} s left"


@contextmanager
def notice(message: str, patience: float) -> Iterator[None]:
    """Say `message` on stderr if the block takes longer than `patience` seconds."""
    from threading import Timer

    timer = Timer(patience, lambda: print(message, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def interrupt_flag() -> Iterator[Callable[[], bool]]:
    """Within: the first Ctrl-C sets a flag, to be asked for; the second one raises."""
    import signal
    import threading

    seen = threading.Event()

    def handle(_number: int, _frame: object) -> None:
        if seen.is_set():
            raise KeyboardInterrupt
        seen.set()

    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before == signal.SIG_IGN:
        yield seen.is_set
        return
    signal.signal(signal.SIGINT, handle)
    try:
        yield seen.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def print_json(value: Any) -> None:
    """The one JSON object of `--json`, on stdout."""
    import json

    print(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2))
