"""Games by the million: a scenario and a seed in, a tally out."""

from __future__ import annotations

from collections.abc import Callable

from simcore.encode import Encoded, encode
from simcore.sampling.chunks import play_chunks
from simcore.sampling.dealing import Dealing, prepare
from simcore.scenario import Scenario
from simcore.tally import WIDTH, Tally
from simcore.threads import CHUNK, threads_for


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
    return Tally(play_chunks(tables, games, seed, chunk, first_game, WIDTH, on_progress, cancelled))
