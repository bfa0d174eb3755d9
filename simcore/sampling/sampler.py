"""Games by the million: a scenario and a seed in, a tally out."""

from __future__ import annotations

from collections.abc import Callable

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.sampling.chunks import CHUNK, available_threads, play_chunks
from simcore.sampling.dealing import Dealing, prepare
from simcore.scenario import Scenario
from simcore.tally import WIDTH, Tally


def sample(
    scenario: Scenario,
    games: int,
    seed: int,
    threads: int | None = None,
    *,
    chunk: int = CHUNK,
    first_game: int = 0,
    on_progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Tally:
    """Play games first_game … first_game + games - 1 of a seed; count every figure.

    The tally depends on the scenario, the seed and the games alone: not on
    `threads` (default: all this process may use) or `chunk` (games a thread takes
    at a time). When `cancelled` returns True the games played so far are returned.
    Raises `CapacityError` for what the kernel cannot hold.
    """
    return sample_encoded(
        encode(scenario),
        games,
        seed,
        threads,
        chunk=chunk,
        first_game=first_game,
        on_progress=on_progress,
        cancelled=cancelled,
    )


def sample_encoded(
    encoded: Encoded,
    games: int,
    seed: int,
    threads: int | None = None,
    *,
    chunk: int = CHUNK,
    first_game: int = 0,
    on_progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    dealing: Dealing | None = None,
) -> Tally:
    """As `sample`, for a scenario that is encoded already, or prepared (`dealing`) as well."""
    count = threads_for(games, seed, threads, chunk, first_game)
    dealing = prepare(encoded, games) if dealing is None else dealing
    tables = [dealing.table(WIDTH) for _ in range(count)]
    total = play_chunks(tables, games, seed, chunk, first_game, WIDTH, on_progress, cancelled)
    counts, played = total[:-1], int(total[-1, 0])
    counts[:, 0] += played - counts.sum(axis=1)
    return Tally(counts.copy())


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
