"""How many paths of chance a run would take that is too large to be solved: an estimate.

Of each stage as many states are followed as can be, evenly chosen among those found, and
what they lead to is counted: paths, and states of what comes next. All the states of the
stage lead to as many paths in proportion. To states they lead to fewer, since states merge:
the second half of those followed adds less than the first, and what the others would add
goes on in that way, as a power of their number.
"""

from __future__ import annotations

from math import log2

from simcore.encode import Encoded
from simcore.exact.classes import Coarse, coarse_board
from simcore.exact.keys import Keys, keys_of
from simcore.exact.solving import End, Follower

KEPT = 1024
"""States followed of each round through a stage, at first; then four times as many."""
FACTOR = 4
"""Nearly all estimates are within this factor of what is true (`tests/agreement`)."""
ENOUGH = 400_000
"""Paths followed before an estimate is made, unless there is no room for more states."""
_ROOM = 1 << 18
_PATHS = 4_000_000
_FEWEST = 16


def paths_in_all(
    encoded: Encoded, coarse: Coarse, keys: Keys, kept: int = KEPT, enough: int = ENOUGH
) -> float | None:
    """About how many paths a run takes; None where even that is not to be had."""
    follower = Follower(encoded, coarse, keys, _ROOM)
    estimate = None
    while kept >= _FEWEST:
        end, survey = follower.survey(kept, _PATHS)
        if end == End.DONE:
            estimate = _sum_up(survey.tolist())
            if int(survey[:, 2].sum()) >= enough or kept >= _ROOM:
                return estimate
            kept *= 4
        elif estimate is not None or end not in (End.TOO_MANY_PATHS, End.TOO_MANY_STATES):
            return estimate
        else:
            kept //= 4
            enough = 0
    return estimate


def estimate_paths(encoded: Encoded) -> float | None:
    """As `paths_in_all`, of a scenario."""
    coarse = coarse_board(encoded)
    return paths_in_all(encoded, coarse, keys_of(coarse))


def _sum_up(survey: list[list[int]]) -> float:
    paths = 0.0
    states, waiting, stage = 1.0, 0.0, 0
    for now, kept, followed, *found in survey:
        if now != stage:
            states, waiting, stage = waiting, 0.0, now
        scale = max(1.0, states / kept)
        paths += followed * scale
        waiting += _grown(found[3:], kept, scale)
        states = _grown(found[:3], kept, scale)
    return paths


def _grown(found: list[int], kept: int, scale: float) -> float:
    """States found by `scale` times as many as were followed: each doubling of those adds
    less than the one before it, by as much as the second of the two that were seen."""
    quarter, half, whole = found
    if kept < 4 or quarter == 0:
        return float(whole * scale)
    if scale == 1 or whole == half:
        return float(whole)
    last = log2(whole / half)
    before = log2(half / quarter)
    slowing = min(1.0, last / before) if before > 0 else 1.0
    doublings = log2(scale)
    if slowing > 0.999:
        return float(whole * scale**last)
    added = last * slowing * (1 - slowing**doublings) / (1 - slowing)
    return float(whole * 2**added)
