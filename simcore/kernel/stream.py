"""Addressed randomness, compiled: the twin of `simcore/sites.py`.

Everything is uint64: numba types ``int64 + uint64`` as int64, which would turn an
uncast key into a near-constant generator.
"""

from __future__ import annotations

import numpy as np

from simcore.kernel.jit import inlined, int64

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


@inlined
def bounded(key: np.uint64, site: np.uint64, n: int) -> int:
    """A number 0 … n - 1 for a site of the game with this key (n < 2**16)."""
    word = mix64(key + site * PHI)
    return np.int64(((word >> _16) * np.uint64(n)) >> _48)  # type: ignore[return-value]
