"""The errors a user can meet. Each says what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


class SimcoreError(Exception):
    """Anything the user can mend; the command line prints it and exits with 2."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a file: its place (``server.ice[2].card``) and what to do."""

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class ScenarioError(SimcoreError):
    """A scenario file that cannot be used; carries every problem found in it."""

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        count = len(self.problems)
        head = f"{source}: {count} problem{'s' if count != 1 else ''}"
        super().__init__("\n".join([head, *(f"  {problem}" for problem in self.problems)]))


class NotationError(SimcoreError):
    """A clause that is not in the notation, or one that is not executed yet."""


class CardError(SimcoreError):
    """A card that does not exist or cannot stand where it is named."""


class FidelityError(SimcoreError):
    """`--strict` was asked for and a card used is not exact."""


class CapacityError(SimcoreError):
    """More than the engine holds; says the limit and what was asked."""
