"""Planted bugs, in the kernel and in the reference, do not go unseen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from agreement.mutants import KERNEL, MUTANTS, REFERENCE, scenarios_until_caught
from agreement.planted import EDITIONS, Mutant
from agreement.planting import Forge


@pytest.fixture(scope="module")
def forge() -> Iterator[Forge]:
    with Forge() as made:
        yield made


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: f"{each.file}-{each.name}")
def test_a_planted_bug_is_caught(forge: Forge, mutant: Mutant) -> None:
    assert scenarios_until_caught(forge, mutant, soon=True) is not None


def test_there_are_enough_of_them() -> None:
    assert len(KERNEL) >= 16
    assert len(REFERENCE) >= 12
    assert len(EDITIONS) >= 16
    assert len({mutant.name + mutant.file for mutant in MUTANTS}) == len(MUTANTS)
