"""Planted bugs, in the kernel and in the reference, do not go unseen."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from agreement.mutants import KERNEL, MUTANTS, REFERENCE, scenarios_until_caught
from agreement.planted import EDITIONS, Mutant

from simcore.sampling.chunks import available_threads


@pytest.fixture(scope="module")
def hunts() -> Iterator[dict[Mutant, Future[int | None]]]:
    """Every mutant, in processes of their own, a few at a time."""
    with ThreadPoolExecutor(min(4, available_threads())) as pool:
        yield {mutant: pool.submit(scenarios_until_caught, mutant, soon=True) for mutant in MUTANTS}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: f"{each.file}-{each.name}")
def test_a_planted_bug_is_caught(hunts: dict[Mutant, Future[int | None]], mutant: Mutant) -> None:
    assert hunts[mutant].result() is not None


def test_there_are_enough_of_them() -> None:
    assert len(KERNEL) >= 16
    assert len(REFERENCE) >= 12
    assert len(EDITIONS) >= 16
    assert len({mutant.name + mutant.file for mutant in MUTANTS}) == len(MUTANTS)
