"""Which ways past ice are followed: all of them, or of too many the cheaper ones."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from simcore.errors import CapacityError
from simcore.prices.way.answers import Questions, TooManyAnswers
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.comparing import TooManyWays
from simcore.prices.way.encounter import Watch
from simcore.prices.way.found import Found, fewest, is_payable
from simcore.prices.way.journey import Journey
from simcore.prices.way.passage import UNLIMITED
from simcore.prices.way.sieve import MOST, MOST_OF_CHEAP, Followed

FEW = 60
"""Ways that are followed from each piece to the next to find out what may be cheap."""
_GUESSED = (0, 1, 2, 4, 8, 16, 32)
"""Credits for which there may be a way, where a few ways have not told."""


def passages(attempt: Attempt, on_progress: Watch | None = None) -> Found:
    """Every way past all the ice, or of too many all the cheaper ones; `on_progress` is told how
    far they are followed.

    Raises `CapacityError`, naming the clause, for what has no price yet.
    """
    search = _Search(attempt, on_progress)
    with _uncollected():
        try:
            return search.ways(UNLIMITED)
        except TooManyWays as too_many:
            found = search.cheapest()
            if not found.ways:
                raise too_many from None
            return found


class _Search:
    """Follows ways in one manner and another. `asking`: with the answers of the Corp and of chance
    told apart, as long as these are not too many."""

    def __init__(self, attempt: Attempt, on_progress: Watch | None) -> None:
        self.attempt, self.on_progress = attempt, on_progress
        self.asking = True

    def ways(self, credits: int) -> Found:
        """All ways that cost so many credits at most."""
        most = MOST if credits == UNLIMITED else MOST_OF_CHEAP
        followed, begun = Followed(credits, most), None
        if self.asking:
            questions = Questions()
            journey = Journey(self.attempt, questions, self.on_progress, followed)
            try:
                return journey.passages()
            except (TooManyAnswers, TooManyWays) as too_many:
                listed = isinstance(too_many, TooManyWays) and credits == UNLIMITED
                if listed or not questions.asked:
                    raise
                self.asking, begun = False, journey.unasked
                if isinstance(too_many, TooManyAnswers):
                    followed = followed._replace(most=most - journey.sieve.compared)
        bound = Journey(self.attempt, None, self.on_progress, followed)
        return bound.passages(begun)._replace(bound=True)

    def cheapest(self) -> Found:
        """All ways up to a number of credits for which there are some; or a few."""
        few = self._few()
        for credits in [fewest(few)] if few.ways else _GUESSED:
            try:
                found = self.ways(credits)
            except TooManyWays:
                break
            if found.ways:
                return found._replace(dearest=credits)
        return few

    def _few(self) -> Found:
        """Some ways, each answer at its worst, looked for until none is found that costs less;
        none if none is among a few."""
        found, credits = Found([], None), UNLIMITED
        while credits >= 0:
            followed = Followed(credits, MOST_OF_CHEAP, FEW)
            try:
                cheaper = Journey(self.attempt, None, self.on_progress, followed).passages()
            except CapacityError:
                break
            if not cheaper.ways or is_payable(found) > is_payable(cheaper):
                break
            found = cheaper._replace(folded=True)
            credits = fewest(found) - 1
        return found


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage: of many ways none is any, and each would be looked at often."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
