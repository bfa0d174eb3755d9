"""One game of the kernel, opened up: its result and checkpoints, as the reference has them."""

from __future__ import annotations

from simcore.encode import Encoded
from simcore.kernel.jit import words_of
from simcore.kernel.layout import FIRST_FIGURE, MAX_LOG
from simcore.record import FIGURES, Checkpoint, Result
from simcore.sampling.chunks import Bench, play_games
from simcore.tally import WIDTH


def replay(encoded: Encoded, seed: int, game: int) -> tuple[Result, tuple[Checkpoint, ...]]:
    """Play one game in the kernel; equal to the reference's, field by field."""
    bench = Bench.make(WIDTH)
    play_games(encoded, bench, seed, game, 1, MAX_LOG)
    words = words_of(bench.runs)
    figures = words[FIRST_FIGURE : FIRST_FIGURE + len(FIGURES)]
    count = int(bench.runs["checkpoints"][0])
    log = bench.runs["log"][0]
    checkpoints = tuple(_checkpoint(encoded, [int(n) for n in row]) for row in log[:count])
    return Result(*(int(value) for value in figures)), checkpoints


def _checkpoint(encoded: Encoded, row: list[int]) -> Checkpoint:
    kind, index, credits, purses, corp, grip, tags, clicks, rig, cause = row
    state = encoded.rig.states[rig].slots
    return Checkpoint(
        ("ice", "access", "batch")[kind],
        index,
        credits,
        purses,
        corp,
        grip,
        tags,
        clicks,
        tuple(now.installed for now in state),
        tuple(now.boost for now in state),
        tuple(now.virus for now in state),
        cause,
    )
