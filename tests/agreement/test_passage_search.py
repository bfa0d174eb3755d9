"""Ways past ice: the optimiser against a search over everything legal at the worst table."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from agreement.invented_passages import lone_settings
from agreement.passage_search import lone_apart, lone_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agreement.passage_search import Lone

PAIRS = {"nsg": 2_000, "onr": 500}
SETTINGS = 500
SEED = 20_261_121


def compared(cases: Iterator[Lone]) -> int:
    """How many cases the optimiser takes; the judge agrees in all of them."""
    answers = [lone_apart(case) for case in cases]
    assert not [answer for answer in answers if answer]
    return sum(answer is not None for answer in answers)


@pytest.mark.parametrize("edition", PAIRS)
def test_pairs_of_ice_and_breaker(edition: str) -> None:
    number = PAIRS[edition]
    assert compared(islice(lone_pairs(edition, Random(SEED)), number)) > number * 0.9


def test_several_cards_before_rough_ice() -> None:
    assert compared(islice(lone_settings(Random(SEED)), SETTINGS)) > SETTINGS * 0.8
