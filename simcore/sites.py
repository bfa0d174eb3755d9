"""Where chance enters a run, and the word of randomness each place reads.

    game key = mix64(seed key + game * PHI)          seed key = mix64(seed)
    word     = mix64(game key + site * PHI)          all modulo 2**64
    site     = kind:8 | position:8 | ability:8 | ordinal:24   (kind in the top bits of 48)
    choice among n = ((word >> 16) * n) >> 48        for n < 2**16

`mix64` is the finaliser of splitmix64. A game therefore depends on (seed, game)
alone, and two scenarios that differ in one card share every draw until their
histories part. Weighted choices take n = the sum of the weights and then the first
entry whose cumulated weight exceeds the number drawn. `kernel/stream.py` is the
compiled twin; tests hold both to the same known answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, unique

MASK = (1 << 64) - 1
PHI = 0x9E3779B97F4A7C15


@unique
class Kind(IntEnum):
    """Kinds of chance; the comment says what is weighed and what the site holds."""

    CORP_CREDITS = 1  # 1 for each amount low … high
    UNKNOWN_ICE = 2  # candidates: min(count in list, copies left); position = place
    UNKNOWN_ROOT = 3  # the same; position = index in the root
    DAMAGE = 4  # copies in the grip by title; ordinal = nth point of damage of the game
    TRACE = 5  # 1 for each payment; position = place of the ice (NO_ICE: none); ordinal = nth trace
    PSI = 6  # 1 for each bid; ability 0 = Corp, 1 = Runner; position and ordinal as TRACE
    ACCESS = 7  # copies left by title; ordinal = nth card accessed from the pool
    DRAW = 8  # copies left in the stack by title; ordinal = nth card drawn
    ROLL = 9  # 1 for each face of a die; position as TRACE; ordinal = nth roll
    HAND = 10  # agendas, other cards; ability 0: of all that HQ may hold, 1: of HQ; ordinal = nth


NO_ICE = 255
"""Position of a chance event that no piece of ice causes."""


def site(kind: int, position: int = 0, ability: int = 0, ordinal: int = 0) -> int:
    """The address of a chance event: 48 bits."""
    return (kind << 40) | (position << 32) | (ability << 24) | ordinal


def kind_of(address: int) -> int:
    """The kind of the chance event at an address."""
    return address >> 40


def mix64(value: int) -> int:
    """The splitmix64 finaliser (Steele, Lea, Flood 2014), modulo 2**64."""
    value &= MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def seed_key(seed: int) -> int:
    """The key of a seed (0 … 2**64 - 1)."""
    return mix64(seed)


def game_key(seed: int, game: int) -> int:
    """The key of one game (0 … 2**63 - 1) under a seed."""
    return mix64(seed_key(seed) + game * PHI)


def word(key: int, address: int) -> int:
    """The 64 random bits of one site in one game."""
    return mix64(key + address * PHI)


def bounded(bits: int, n: int) -> int:
    """A number 0 … n - 1 from 64 random bits; relative bias below n / 2**48."""
    return ((bits >> 16) * n) >> 48


def choose(bits: int, weights: Sequence[int]) -> int:
    """The index drawn among `weights` (non-negative, not all zero)."""
    number = bounded(bits, sum(weights))
    for index, weight in enumerate(weights):
        if number < weight:
            return index
        number -= weight
    raise AssertionError("weights exhausted")
