"""Of many ways past ice those that no other one beats; of very many fewer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from simcore.prices.way.attempt import Attempt
from simcore.prices.way.comparing import Comparison, Looks, TooManyWays
from simcore.prices.way.passage import UNLIMITED, Passage

MOST = 80_000
"""Ways that are compared in all, of every encounter and every step of it, to list all of them."""
MOST_OF_CHEAP = 200_000
"""The same to list those that cost no more than so many credits."""
MANY = 300
"""Ways of which it is told which cards they leave; of more only how many."""
_WEIGHTS = (0, 1, 2)
"""Credits that a counter, a card, a click or a tag may be worth, to say which ways are cheap."""


class Followed(NamedTuple):
    """The ways that are followed: those that cost so many `credits` at most, and of them a `few`,
    if that is not nothing, of those that come to the same place. Not more than the `most` are
    compared."""

    credits: int
    most: int
    few: int = 0


class Sieve:
    """Compares ways of one attempt, so many (`compared`) by now. `veiled`: figures of those at
    hand are. `counted`: of cards that are not missed it has only been compared how many go."""

    def __init__(self, attempt: Attempt, looks: Looks, followed: Followed) -> None:
        self.attempt = attempt
        self.looks = looks
        self.followed = followed
        self.compared = 0
        self.veiled = self.counted = False
        first = enumerate(attempt.state)
        self._late = frozenset(slot for slot, card in first if not card.installed)
        self._compared: dict[tuple[bool, ...], Comparison] = {}

    def best(
        self, found: Iterable[Passage], missed: tuple[bool, ...] | None = None
    ) -> list[Passage]:
        """Those that can be paid for and that no other one beats; `missed`: which cards of the
        rig may matter later."""
        purses = self.attempt.purses
        met = [each for each in self.cheap(found) if each.is_paid and purses.as_closed(each)]
        if self.attempt.shut:
            met = [each for each in met if not purses.of_own_pool(each)]
        self.compared += len(met)
        self.check()
        best = self._best(met, missed)
        few = self.followed.few
        return best if self.veiled or not 0 < few < len(best) else cheapest(best, few)

    def cheap(self, found: Iterable[Passage]) -> list[Passage]:
        """Those that do not cost too much to be followed, as far as that is known."""
        most = self.followed.credits
        if self.veiled or most == UNLIMITED:
            return list(found)
        return [each for each in found if each.paid.credits <= most]

    def check(self, more: int = 0) -> None:
        """Raises `TooManyWays` where with so many more there are too many to compare."""
        if self.compared + more > self.followed.most:
            raise TooManyWays(self.followed.most, "past all the ice, looked at one by one")

    def unbeaten(self, found: list[Passage]) -> list[Passage]:
        """Those in the middle of an encounter that no other one beats."""
        return self._comparison((True,) * len(self.attempt.slots)).best(found, self.veiled)

    def _best(self, met: list[Passage], missed: tuple[bool, ...] | None) -> list[Passage]:
        if missed is not None and len(met) > MANY:
            those_missed = self._comparison(missed).best(met)
            if len(those_missed) > MANY:
                self.counted |= not all(missed)
                return those_missed
            best = self.unbeaten(met)
            if len(best) <= MANY:
                return best
            self.counted = True
            return those_missed
        return self.unbeaten(met)

    def _comparison(self, missed: tuple[bool, ...]) -> Comparison:
        if missed not in self._compared:
            self._compared[missed] = Comparison(self.attempt.slots, self.looks, missed, self._late)
        return self._compared[missed]


def cheapest(ways: list[Passage], few: int) -> list[Passage]:
    """So many of the cheapest, by each of several measures of what is cheap."""
    kept: set[int] = set()
    for weight in _WEIGHTS:
        rank = {
            id(each): (each.paid.credits + weight * _given(each), _given(each)) for each in ways
        }
        ordered = sorted(map(id, ways), key=rank.__getitem__)
        kept.update(ordered[: few // len(_WEIGHTS)])
    return [each for each in ways if id(each) in kept]


def _given(each: Passage) -> int:
    """What has gone on the way beside credits of the pool."""
    paid, suffered = each.paid, each.suffered
    cards = sum(not card.installed for card in each.rig) + paid.grip + suffered.damage
    purses = -each.money.stealth_left - sum(each.money.apart)
    return sum(paid.virus) + sum(paid.power) + cards + purses + each.clicks_gone + suffered.tags
