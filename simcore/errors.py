"""The errors a user can meet. Each says what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

_Given = TypeVar("_Given")
_Found = TypeVar("_Found")


class SimcoreError(Exception):
    """Anything the user can mend; the command line prints it and exits with 2."""


class Problem(NamedTuple):
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


class TooManyPaths(CapacityError):
    """More paths of chance than were to be played."""


TOO_OFTEN = (
    "the Runner may be sent back over ice, or more be laid on later pieces, more often than can be "
    "followed"
)
"""What is said of a run in which pieces of ice do that."""


def os_message(error: OSError) -> str:
    """What the system refused, and of which file."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename is not None else reason


def found_of(look_up: Callable[[_Given], _Found], given: Iterable[_Given]) -> list[_Found]:
    """What `look_up` finds for each of the `given`, or one `CardError` with all that is wrong."""
    found, wrong = [], []
    for each in given:
        try:
            found.append(look_up(each))
        except CardError as error:
            wrong.append(str(error))
    if wrong:
        raise CardError("\n".join(dict.fromkeys(wrong)))
    return found


def both(first: Callable[[], _Given], second: Callable[[], _Found]) -> tuple[_Given, _Found]:
    """The results of two look-ups, or one `CardError` with all that is wrong in them."""
    try:
        one = first()
    except CardError as error:
        try:
            second()
        except CardError as other:
            wrong = dict.fromkeys((str(error), str(other)))
            raise CardError("\n".join(wrong)) from None
        raise
    return one, second()
