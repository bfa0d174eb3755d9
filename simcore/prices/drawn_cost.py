"""What a server costs whose ice is not all known: `simcore break --server` once for each
draw that the Runner's beliefs allow, with its chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.errors import CapacityError
from simcore.prices.server_cost import ServerCost, server_cost
from simcore.scenario import PlacedIce, Scenario

if TYPE_CHECKING:
    import pandas as pd

MAX_DRAWS = 400
"""As many different draws as are worked out."""


@dataclass(frozen=True, slots=True)
class Possibility:
    """One draw: its `chance`, the `ice` (titles, outermost first), its price, or why there is
    none (`refused`)."""

    chance: Fraction
    ice: tuple[str, ...]
    cost: ServerCost | None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class DrawnCost:
    """The prices of all draws, in the order in which they are drawn.

    `possible`: the chance of a draw that can be passed; `cheapest`, `dearest` and `mean`
    (`mean_pool`: out of the pool) are over those, None without any; `affordable`: the chance
    that the Runner of the scenario can pay; `refused`: of a draw without a price.
    """

    possibilities: tuple[Possibility, ...]
    unknown: int

    @property
    def _priced(self) -> list[tuple[Fraction, ServerCost]]:
        return [(p.chance, p.cost) for p in self.possibilities if p.cost and p.cost.possible]

    @property
    def possible(self) -> Fraction:
        return sum((chance for chance, _ in self._priced), Fraction(0))

    @property
    def affordable(self) -> Fraction:
        return sum((chance for chance, cost in self._priced if cost.affordable), Fraction(0))

    @property
    def refused(self) -> Fraction:
        return sum((p.chance for p in self.possibilities if p.refused), Fraction(0))

    @property
    def cheapest(self) -> int | None:
        return min((cost.cost or 0 for _, cost in self._priced), default=None)

    @property
    def dearest(self) -> int | None:
        return max((cost.cost or 0 for _, cost in self._priced), default=None)

    @property
    def mean(self) -> Fraction | None:
        return self._mean([cost.cost for _, cost in self._priced])

    @property
    def mean_pool(self) -> Fraction | None:
        return self._mean([cost.pool for _, cost in self._priced])

    def _mean(self, numbers: Sequence[int | None]) -> Fraction | None:
        if not self.possible:
            return None
        chances = (chance for chance, _ in self._priced)
        weighed = (chance * (n or 0) for chance, n in zip(chances, numbers, strict=True))
        return sum(weighed, Fraction(0)) / self.possible

    def frame(self) -> pd.DataFrame:
        """One row for each draw."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "chance": float(each.chance),
                    "ice": ", ".join(each.ice),
                    "cost": each.cost.cost if each.cost else None,
                    "pool": each.cost.pool if each.cost else None,
                    "affordable": bool(each.cost and each.cost.affordable),
                }
                for each in self.possibilities
            ]
        )


def drawn_cost(scenario: Scenario, *, passing: bool = False) -> DrawnCost:
    """The price of a server for every draw of its unknown ice; as `server_cost` else.

    Raises `CapacityError` beyond `MAX_DRAWS` draws.
    """
    drawn = list(_draws(scenario))
    possibilities = []
    for chance, ice in drawn:
        titles = tuple(piece.card.title for piece in ice if piece.card is not None)
        try:
            cost = server_cost(replace(scenario, ice=ice), passing=passing)
            possibilities.append(Possibility(chance, titles, cost))
        except CapacityError as error:
            possibilities.append(Possibility(chance, titles, None, str(error)))
    unknown = sum(piece.card is None for piece in scenario.ice)
    return DrawnCost(tuple(possibilities), unknown)


def _draws(scenario: Scenario) -> Iterator[tuple[Fraction, tuple[PlacedIce, ...]]]:
    """Every draw with its chance: outermost first, by copy, without replacement (rule 23)."""
    copies: dict[str, int] = {}
    beliefs = [piece.candidates for piece in scenario.ice]
    beliefs += [root.candidates for root in scenario.root]
    for card, count in (entry for each in beliefs for entry in each):
        copies[card.id] = max(copies.get(card.id, count), count)
    found: list[_Draw] = [(Fraction(1), (), copies)]
    for piece in scenario.ice:
        found = [
            (chance * share, (*ice, placed), left)
            for chance, ice, before in found
            for share, placed, left in _dealt(piece, before)
        ]
        if len(found) > MAX_DRAWS:
            raise CapacityError(
                f"more than {MAX_DRAWS} draws of the unknown ice; name some of the cards"
            )
    return ((chance, ice) for chance, ice, _ in found)


_Draw = tuple[Fraction, tuple[PlacedIce, ...], dict[str, int]]
"""Chance, the ice so far, and the copies that are left."""


def _dealt(
    piece: PlacedIce, copies: dict[str, int]
) -> Iterator[tuple[Fraction, PlacedIce, dict[str, int]]]:
    if piece.card is not None:
        yield Fraction(1), piece, copies
        return
    weights = [min(count, copies[card.id]) for card, count in piece.candidates]
    for (card, _), weight in zip(piece.candidates, weights, strict=True):
        if weight:
            left = copies | {card.id: copies[card.id] - 1}
            yield Fraction(weight, sum(weights)), _known(piece, card), left


def _known(piece: PlacedIce, card: Card) -> PlacedIce:
    return replace(piece, card=card, candidates=(), from_deck=False)
