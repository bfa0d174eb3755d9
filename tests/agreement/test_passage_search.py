"""Ways past ice: the optimiser against a search over everything legal at the worst table."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from agreement.invented_passages import lone_settings
from agreement.passage_search import DEARER, lone_apart, lone_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agreement.passage_search import Lone

PAIRS = {"nsg": 2_000, "onr": 500}
SETTINGS = 500
SEED = 20_261_121


def told(cases: Iterator[Lone]) -> Counter[str | None]:
    """How often what was said; neither side alone has a way that the other has not, but where
    the Corp or chance decides the optimiser may be dearer."""
    answers = [lone_apart(case) for case in cases]
    assert not [answer for answer in answers if answer not in (None, "", DEARER)]
    return Counter(answers)


@pytest.mark.parametrize("edition", PAIRS)
def test_pairs_of_ice_and_breaker(edition: str) -> None:
    number = PAIRS[edition]
    answers = told(islice(lone_pairs(edition, Random(SEED)), number))
    assert answers[""] > number * 0.95
    assert not answers[DEARER]


def test_several_cards_before_rough_ice() -> None:
    answers = told(islice(lone_settings(Random(SEED)), SETTINGS))
    assert answers[""] > SETTINGS * 0.85
    assert answers[DEARER] < SETTINGS * 0.02
