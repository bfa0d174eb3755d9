"""Planted bugs, in the kernel and in the reference, do not go unseen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from agreement.mutants import KERNEL, MUTANTS, REFERENCE, scenarios_until_caught
from agreement.planted import EDITIONS, Mutant
from agreement.planted_breaks import BREAKS
from agreement.planted_passages import PASSAGES
from agreement.planting import Forge, text_with


@pytest.fixture(scope="module")
def forge() -> Iterator[Forge]:
    with Forge() as made:
        yield made


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: f"{each.file}-{each.name}")
def test_a_planted_bug_is_caught(forge: Forge, mutant: Mutant) -> None:
    assert scenarios_until_caught(forge, mutant, soon=True) is not None


@pytest.mark.parametrize("mutants", [MUTANTS, BREAKS, PASSAGES], ids=("odds", "breaks", "passages"))
def test_what_they_replace_is_there_once(mutants: tuple[Mutant, ...]) -> None:
    assert all(text_with(mutant) for mutant in mutants)


def test_there_are_enough_of_them() -> None:
    assert len(KERNEL) >= 16
    assert len(REFERENCE) >= 12
    assert len(EDITIONS) >= 16
    assert len({mutant.name + mutant.file for mutant in MUTANTS}) == len(MUTANTS)
