"""The optimiser against every legal sequence of actions, the cards of both pools."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from agreement.break_search import (
    Case,
    disagreement,
    is_executed,
    is_played,
    pairs,
    payments,
    payments_apart,
    settings,
)
from agreement.invented_cards import inventions, is_weakened_first

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS = {"nsg": 2_300, "onr": 700}
SETTINGS = 1_500
INVENTED = 1_500
SEED = 20_260_104


def compared(cases: Iterator[Case], number: int) -> int:
    """How many of so many cases can be broken at all; every one is agreed upon, all its
    payments and what the fixed plans prefer."""
    broken = 0
    for case in islice(filter(is_executed, cases), number):
        assert not payments_apart(case)
        if is_played(case) and is_weakened_first(case):
            assert not disagreement(case)
        broken += bool(payments(case))
    return broken


@pytest.mark.parametrize("edition", PAIRS)
def test_pairs_of_ice_and_breaker(edition: str) -> None:
    number = PAIRS[edition]
    assert compared(pairs(edition, Random(SEED)), number) > number / 4


def test_several_cards_before_one_piece_of_ice() -> None:
    assert compared(settings(Random(SEED)), SETTINGS) > SETTINGS / 2


def test_invented_cards() -> None:
    assert compared(inventions(Random(SEED)), INVENTED) > INVENTED / 2
