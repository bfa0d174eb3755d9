"""Addressed randomness, compiled: the twin of `simcore/sites.py`.

Everything is uint64: numba types ``int64 + uint64`` as int64, which would turn an
uncast key into a near-constant generator.

In an `EXACT` build nothing is random: a chance event takes the next branch of the path
that the odometer in RUN stands at, and notes how many branches there are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import hot, inlined, int64
from simcore.kernel.layout import MAX_CHANCES

from . import EXACT

ZERO, ONE = int64(0), int64(1)
PHI = np.uint64(0x9E3779B97F4A7C15)
_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_16 = np.uint64(16)
_24 = np.uint64(24)
_27 = np.uint64(27)
_30 = np.uint64(30)
_31 = np.uint64(31)
_32 = np.uint64(32)
_40 = np.uint64(40)
_48 = np.uint64(48)


@inlined
def mix64(value: np.uint64) -> np.uint64:
    """The splitmix64 finaliser."""
    value = (value ^ (value >> _30)) * _A
    value = (value ^ (value >> _27)) * _B
    return value ^ (value >> _31)


@inlined
def game_key(seed_key: np.uint64, game: int) -> np.uint64:
    """The key of one game under the key of a seed."""
    return mix64(seed_key + np.uint64(game) * PHI)


@inlined
def address(kind: int, position: int, ability: int, ordinal: int) -> np.uint64:
    """kind:8 | position:8 | ability:8 | ordinal:24."""
    return (
        (np.uint64(kind) << _40)
        | (np.uint64(position) << _32)
        | (np.uint64(ability) << _24)
        | np.uint64(ordinal)
    )


@hot
def next_branch(run: Any, site: np.uint64, n: int) -> Any:
    """The number at which the path being followed stands; 0 when it is new."""
    depth = run.depth
    if depth == MAX_CHANCES:
        run.too_deep = 1
        return ZERO
    if depth == run.known:
        run.branch[depth] = 0
        run.known = depth + 1
    run.site[depth] = site
    run.span[depth] = 1
    run.width[depth] = n
    run.depth = depth + 1
    return run.branch[depth]


@inlined
def alike(run: Any, count: int) -> None:
    """In an exact build: the number just chosen is the first of `count` on end that leave
    the same game, and stands for them all."""
    run.span[run.depth - 1] = count


@inlined
def bounded(run: Any, site: np.uint64, n: int) -> Any:
    """A number 0 … n - 1 for a site of this game (n < 2**16)."""
    if EXACT:
        return next_branch(run, site, n)
    word = mix64(run.key + site * PHI)
    return np.int64(((word >> _16) * np.uint64(n)) >> _48)
