"""Of many ways past ice those that no other one beats; of very many fewer."""

from __future__ import annotations

from collections.abc import Iterable

from simcore.prices.way.attempt import Attempt
from simcore.prices.way.comparing import (
    Comparison,
    Looks,
    TooManyWays,
    cheapest_and_mildest,
)
from simcore.prices.way.passage import Passage

CROWD = 50_000
"""Ways of which each is compared with each; of more the cheapest and mildest of alike ones."""
MOST = 600_000
"""Ways that are compared in all, of every encounter and every step of it."""
MANY = 200
"""Ways of which it is told which cards they leave; of more only how many."""


class Sieve:
    """Compares ways of one attempt, so many (`compared`) by now. `folded`: there have been too
    many to compare each with each. `veiled`: figures of those at hand are."""

    def __init__(self, attempt: Attempt, looks: Looks) -> None:
        self.attempt = attempt
        self.looks = looks
        self.folded = False
        self.compared = 0
        self.veiled = False
        first = enumerate(attempt.state)
        self._late = frozenset(slot for slot, card in first if not card.installed)
        self._compared: dict[tuple[bool, ...], Comparison] = {}

    def best(
        self, found: Iterable[Passage], missed: tuple[bool, ...] | None = None
    ) -> list[Passage]:
        """Those that can be paid for and that no other one beats; `missed`: which cards of the
        rig may matter later."""
        met = [each for each in found if each.is_paid]
        if self.attempt.shut:
            met = [each for each in met if not self.attempt.purses.of_own_pool(each)]
        self.compared += len(met)
        if self.compared > MOST:
            raise TooManyWays(MOST, "past all the ice, looked at one by one")
        if len(met) > CROWD:
            met = cheapest_and_mildest(self.attempt.slots, met, self.looks)
            self.folded = True
        return self._best(met, missed)

    def unbeaten(self, found: list[Passage]) -> list[Passage]:
        """Those in the middle of an encounter that no other one beats."""
        return self._comparison((True,) * len(self.attempt.slots)).best(found, self.veiled)

    def _best(self, met: list[Passage], missed: tuple[bool, ...] | None) -> list[Passage]:
        those_missed: list[Passage] = []
        if missed is not None and len(met) > MANY:
            those_missed = self._comparison(missed).best(met)
        if len(those_missed) > MANY:
            return those_missed
        best = self.unbeaten(met)
        return best if len(best) <= MANY or missed is None else those_missed

    def _comparison(self, missed: tuple[bool, ...]) -> Comparison:
        if missed not in self._compared:
            self._compared[missed] = Comparison(self.attempt.slots, self.looks, missed, self._late)
        return self._compared[missed]
