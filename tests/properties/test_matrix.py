"""The matrix against `break_cost`, a closed form, and what more ice must do to a price."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from simcore import break_matrix
from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Price
from simcore.errors import CapacityError
from simcore.prices import matrix as matrix_module
from simcore.prices.cost import break_cost
from simcore.prices.matrix import NO_SUBS, REFUSED, UNBREAKABLE, BreakMatrix
from simcore.prices.matrix import break_matrix as of_cards
from simcore.prices.payments import undominated
from simcore.scenario import RigCard
from simcore.selection import choose_breakers, choose_ice

EDITIONS = ("nsg", "onr")
PAIRS = 2000


@cache
def pool(edition: str) -> tuple[list[Card], list[RigCard]]:
    return choose_ice(None, edition), choose_breakers(None, edition)


@cache
def whole(edition: str) -> BreakMatrix:
    return of_cards(*pool(edition))


def agrees(ice: Card, breaker: RigCard, cell: int, advancement: int | None = None) -> bool:
    """Whether a cell says what `break_cost` does."""
    try:
        cost = break_cost(ice, [breaker], advancement=advancement)
    except CapacityError:
        return cell == REFUSED
    if cell == NO_SUBS:
        return cost.subs == 0
    return cost.subs > 0 and cost.cost == (None if cell == UNBREAKABLE else cell)


@pytest.mark.parametrize("edition", EDITIONS)
def test_cells_are_those_of_break_cost(edition: str) -> None:
    ice, breakers = pool(edition)
    matrix = whole(edition)
    dice = random.Random(4)
    for _ in range(PAIRS // len(EDITIONS)):
        row, column = dice.randrange(len(ice)), dice.randrange(len(breakers))
        cell = int(matrix.costs[row, column])
        assert agrees(ice[row], breakers[column], cell), (ice[row].title, breakers[column])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_counts_add_up(edition: str) -> None:
    matrix = whole(edition)
    assert sum(matrix.reasons.values()) == (matrix.costs == REFUSED).sum()
    assert (matrix.costs >= REFUSED).all()
    assert not matrix.extras[matrix.costs < 0].any()
    for number, average in enumerate(matrix.averages(unbreakable=7)):
        column = matrix.costs[:, number]
        priced = column[column >= 0]
        assert average.breaks == len(priced)
        assert average.of == len(priced) + (column == UNBREAKABLE).sum()
        assert average.refused == (column == REFUSED).sum()
        if len(priced):
            assert average.mean == pytest.approx(priced.mean())
        if average.of:
            every = np.where(column == UNBREAKABLE, 7, column)[column >= UNBREAKABLE]
            assert average.overall == pytest.approx(every.mean())
    bare = [subs == 0 for subs in matrix.subs]
    assert (matrix.costs[np.array(bare)] <= NO_SUBS).all()


@pytest.mark.parametrize("edition", EDITIONS)
def test_without_other_payments_nothing_is_cheaper(edition: str) -> None:
    ice, breakers = pool(edition)
    whatever, credits = whole(edition), of_cards(ice, breakers, only_credits=True)
    paid = credits.costs >= 0
    assert (whatever.costs[paid] <= credits.costs[paid]).all()
    same = (whatever.costs >= 0) & ~whatever.extras
    assert (whatever.costs[same] == credits.costs[same]).all()
    assert not credits.extras.any()
    assert ((whatever.costs >= 0) | ~paid).all()


def prices(cost: tuple[Price, ...]) -> int | None:
    """The credits of a cost of credits alone."""
    if any(price.kind != "credits" or price.amount.register for price in cost):
        return None
    return sum(price.amount.base for price in cost)


def closed_form(ice: Card, breaker: Card) -> int | None:
    """The price of a plain breaker (one boost and one ability for credits, no other rule)
    of plain ice, by division; None for others."""
    mine, its = breaker.rules, ice.rules
    if (
        mine.statics
        or mine.on
        or mine.paid
        or mine.unexecuted
        or mine.recurring_use
        or mine.ice_gifts
    ):
        return None
    if its.statics or its.gains or its.runner_breaks or its.unexecuted:
        return None
    if len(mine.breaks) != 1 or len(mine.pumps) > 1:
        return None
    (ability,) = mine.breaks
    if len(ability.costs) != 1 or ability.tracing or ability.die or ability.ends or ability.dooms:
        return None
    if not ability.interface or ability.ice_strength or ability.grows or ability.discount:
        return None
    if ability.ice_is or ability.here_only or ability.is_special:
        return None
    per_use = prices(ability.costs[0])
    if per_use is None or "chosen" in ability.types or ability.host_only:
        return None
    if ability.stealth or (ability.types and not set(ability.types) & ice.subtypes):
        return UNBREAKABLE
    short = max(0, (ice.strength or 0) - (breaker.strength or 0))
    boosts = 0
    if short:
        if not mine.pumps:
            return UNBREAKABLE
        (pump,) = mine.pumps
        if pump.stealth:
            return UNBREAKABLE
        per_boost = prices(pump.costs[0]) if len(pump.costs) == 1 else None
        if per_boost is None or pump.gain.register:
            return None
        boosts = -(-short // pump.gain.base) * per_boost
    return boosts + -(-len(its.subs) // ability.count) * per_use


def test_plain_cells_by_division() -> None:
    seen = 0
    for edition in EDITIONS:
        ice, breakers = pool(edition)
        costs = whole(edition).costs
        for row, wall in enumerate(ice):
            for column, placed in enumerate(breakers):
                expected = closed_form(wall, placed.card)
                if expected is not None and wall.rules.subs:
                    seen += 1
                    assert costs[row, column] == expected, (wall.title, placed.card.title)
    assert seen > 3000


def never_cheaper(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Where both cells are worked out and the second price is less than the first."""
    dear = 10_000
    worked = (before >= UNBREAKABLE) & (after >= UNBREAKABLE)
    first = np.where(before == UNBREAKABLE, dear, before)
    second = np.where(after == UNBREAKABLE, dear, after)
    return worked & (second < first)


def likes_more(breaker: RigCard) -> bool:
    """Whether the card likes some ice better than a weaker one: by strength, or because it
    grows by the number of subroutines."""
    rules = breaker.card.rules
    exact = any(static.kind == "exact" for static in rules.statics)
    grows = any("*subs" in item.text for item in rules.unexecuted)
    return exact or grows or any(ability.ice_strength is not None for ability in rules.breaks)


def plain_columns(breakers: list[RigCard]) -> list[int]:
    return [n for n, breaker in enumerate(breakers) if not likes_more(breaker)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("more", [1, 2, 5])
def test_stronger_ice_is_never_cheaper(edition: str, more: int) -> None:
    ice, breakers = pool(edition)
    ice = ice[:: 4 if edition == "nsg" else 2]
    strong = [replace(card, strength=(card.strength or 0) + more) for card in ice]
    cheaper = never_cheaper(of_cards(ice, breakers).costs, of_cards(strong, breakers).costs)
    assert not cheaper[:, plain_columns(breakers)].any()
    assert len(plain_columns(breakers)) >= len(breakers) - 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_more_subroutine_is_never_cheaper(edition: str) -> None:
    ice, breakers = pool(edition)
    ice = [card for card in ice[:: 4 if edition == "nsg" else 2] if card.rules.subs]
    longer = [
        replace(card, rules=replace(card.rules, subs=(*card.rules.subs, card.rules.subs[0])))
        for card in ice
    ]
    before, after = of_cards(ice, breakers).costs, of_cards(longer, breakers).costs
    assert not never_cheaper(before, after)[:, plain_columns(breakers)].any()


def test_advancement_is_never_cheaper() -> None:
    ice, breakers = pool("nsg")
    ice = [card for card in ice if any("adv" in static.text for static in card.rules.statics)]
    ice = [card for card in ice if not any("odd" in item.text for item in card.rules.unexecuted)]
    columns = plain_columns(breakers)
    assert len(ice) > 10
    before = of_cards(ice, breakers).costs
    for counters in (1, 2, 3, 8):
        after = of_cards(ice, breakers, advancement=counters).costs
        assert not never_cheaper(before, after)[:, columns].any()
        before = after


def test_what_looks_alike_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeps the matrix below three seconds, counted instead of timed."""
    ice, breakers = pool("nsg")
    searches = []

    def counted(*arguments: Any) -> Any:
        searches.append(arguments)
        return undominated(*arguments)

    monkeypatch.setattr(matrix_module, "undominated", counted)
    half = of_cards(ice[::2], breakers)
    first = len(searches)
    assert 0 < first < half.costs.size / 4
    twice = of_cards(ice[::2] * 2, breakers)
    assert len(searches) == 2 * first
    assert (twice.costs == np.vstack([half.costs] * 2)).all()


def test_titles_and_cards_give_the_same() -> None:
    titles = break_matrix(["Ice Wall", "Enigma"], ["Corroder", "Yog.0"])
    ice, breakers = choose_ice(titles.ice, "nsg"), choose_breakers(titles.breakers, "nsg")
    assert (of_cards(ice, breakers).costs == titles.costs).all()


def test_a_boost_for_less_is_never_dearer() -> None:
    """Halved boosts: a planted cheaper price shows wherever a boost is bought."""
    (corroder,) = choose_breakers("Corroder", "nsg")
    (pump,) = corroder.card.rules.pumps
    free = replace(pump, costs=((Price("credits", Amount(0)),),))
    gift = replace(corroder.card, rules=replace(corroder.card.rules, pumps=(free,)))
    ice = choose_ice("barrier", "nsg")
    first, second = of_cards(ice, [corroder]), of_cards(ice, [RigCard(gift)])
    assert not never_cheaper(second.costs, first.costs).any()
    assert never_cheaper(first.costs, second.costs).sum() > 20
