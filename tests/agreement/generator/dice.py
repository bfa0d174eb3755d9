"""The chances of one random scenario."""

from __future__ import annotations

import random
from typing import Any


class Dice:
    """Every choice of one scenario comes from `dice`."""

    def __init__(self, seed: int, wide: bool) -> None:
        self.dice = random.Random(seed)
        self.oddity = self.dice.choice((0.03, 0.1, 0.3, 1.0)) if wide else 0.0
        self.names = 0
        self.limited = False  # some ice limits accesses, or moves cards of R&D
        self.ice_counts = False  # the strength of some ice goes by the Runner's breakers
        self.dearer = False  # some ice makes breaking later ice dearer
        self.server = self.pick(("hq", "rd", "remote", "remote", "archives"), (5, 5, 4, 4, 2))
        self.rich = self.chance(0.4)  # breakers and ice with more to them than prices
        self.tough = self.chance(0.35)  # ice that stops, against ice that hurts and taxes

    def chance(self, p: float) -> bool:
        return self.dice.random() < p

    def odd(self, p: float) -> bool:
        """Whether to write something that only the reference plays."""
        return self.oddity > 0 and self.chance(p * self.oddity)

    def rare(self, p: float) -> bool:
        """Whether to write something that few cards have, in a scenario of such cards."""
        return self.rich and self.chance(p)

    def number(self, low: int, high: int) -> int:
        return self.dice.randint(low, high)

    def pick(self, options: Any, weights: Any = None) -> Any:
        return self.dice.choices(list(options), weights)[0]

    def some(self, options: Any, low: int, high: int) -> list[Any]:
        options = list(options)
        return self.dice.sample(options, min(len(options), self.number(low, high)))

    def name(self, word: str) -> str:
        self.names += 1
        return f"{word} {self.names}"
