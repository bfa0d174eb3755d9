"""The ways past all ice, and what is said where there was too much to follow."""

from __future__ import annotations

from typing import NamedTuple

from simcore.prices.way.passage import Passage


class Found(NamedTuple):
    """Every way past all the ice that no other one beats; or none, and the title of what there
    is no way past first. `bound`: there were too many answers of the Corp and of chance to
    follow each, so that the worst of each figure was taken where they came. `dearest`: there were
    too many ways, so that these are those that cost so many credits at most. `folded`: there were
    too many even of those, so that only a few were followed. `counted`: there were too many to
    tell which cards go that nothing asks for any more, so that it is told how many."""

    ways: list[Passage]
    stopping: str | None
    bound: bool = False
    dearest: int | None = None
    folded: bool = False
    counted: bool = False


FOLDED = (
    "too many ways: behind each piece of ice only some dozens of the cheapest were followed, so "
    "there may be a way that costs less than those told"
)
BOUND = (
    "too many answers of the Corp and of chance to follow each to the end: each figure is taken at "
    "its worst where they come, so a Runner who goes by them may pay less than told"
)
DEARER = (
    "too many ways to list: those that cost more credits than {} are left out; of them one may "
    "take fewer from the pool"
)
COUNTED = (
    "too many ways to list: of cards that are of no use later it is compared only how many go, so "
    "there may be ways not told in which others of them go"
)


def is_payable(found: Found) -> bool:
    """Whether the Runner can pay any of the ways."""
    return any(not each.total.short for each in found.ways)


def fewest(found: Found) -> int:
    """The fewest credits of the ways that the Runner can pay, or of all."""
    payable = [each for each in found.ways if not each.total.short] or found.ways
    return min(each.paid.credits for each in payable)


def told_of_many(found: Found) -> tuple[str, ...]:
    """What is said where there was too much to follow."""
    dearer = DEARER.format(found.dearest)
    said = (
        (found.bound, BOUND),
        (found.dearest is not None, dearer),
        (found.folded, FOLDED),
        (found.counted, COUNTED),
    )
    return tuple(words for is_so, words in said if is_so)
