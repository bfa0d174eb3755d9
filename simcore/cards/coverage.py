"""How many cards are executed, by type and fidelity."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simcore.cards.card import CARD_TYPES, Card

if TYPE_CHECKING:
    from collections.abc import Iterable

LEVELS = ("exact", "approximate", "stats")


@dataclass(frozen=True, slots=True)
class Row:
    """Counts of one card type; `type` is "all" in the last row."""

    type: str
    exact: int
    approximate: int
    stats: int


def coverage(cards: Iterable[Card]) -> list[Row]:
    """One row per card type that occurs, then the sum. A pool is an iterable of cards."""
    counts = Counter((card.type, card.fidelity.level) for card in cards)
    kinds = [kind for kind in CARD_TYPES if any((kind, level) in counts for level in LEVELS)]
    rows = [Row(kind, *(counts[kind, level] for level in LEVELS)) for kind in kinds]
    total = (sum(counts[kind, level] for kind in kinds) for level in LEVELS)
    return [*rows, Row("all", *total)]


@dataclass(frozen=True, slots=True)
class SetRow:
    """Counts of one set of a pool; a card printed in several sets counts in each."""

    pool: str
    set: str
    exact: int
    approximate: int
    stats: int


def coverage_by_set(cards: Iterable[Card]) -> list[SetRow]:
    """One row per pool and set, sorted by name."""
    counts = Counter((card.pool, name, card.fidelity.level) for card in cards for name in card.sets)
    kinds = sorted({(pool, name) for pool, name, _ in counts})
    return [SetRow(*kind, *(counts[(*kind, level)] for level in LEVELS)) for kind in kinds]
