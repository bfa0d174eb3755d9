"""Bugs planted in the optimiser of ways past ice, and in its judge, do not go unseen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from agreement.planted import Mutant
from agreement.planted_passages import PASSAGES, cases_until_caught, is_agreed_on
from agreement.planting import Forge


@pytest.fixture(scope="module")
def forge() -> Iterator[Forge]:
    with Forge() as made:
        yield made


@pytest.mark.parametrize("mutant", PASSAGES, ids=lambda each: f"{each.file}-{each.name}")
def test_a_planted_bug_is_caught(forge: Forge, mutant: Mutant) -> None:
    assert cases_until_caught(forge, mutant, soon=True) is not None


def test_what_shows_them_shows_nothing_without_them() -> None:
    assert [number for number in {bug.soon for bug in PASSAGES} if not is_agreed_on(number)] == []


def test_there_are_enough_of_them() -> None:
    assert len(PASSAGES) >= 20
    assert len({mutant.name for mutant in PASSAGES}) == len(PASSAGES)
