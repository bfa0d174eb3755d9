"""Bugs planted in the optimiser of breaks, and in its judge, do not go unseen."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from agreement.planted import Mutant
from agreement.planted_breaks import BREAKS, cases_until_caught

from simcore.sampling.chunks import available_threads


@pytest.fixture(scope="module")
def hunts() -> Iterator[dict[Mutant, Future[int | None]]]:
    """Every mutant, in processes of their own, a few at a time."""
    with ThreadPoolExecutor(min(4, available_threads())) as pool:
        yield {mutant: pool.submit(cases_until_caught, mutant, soon=True) for mutant in BREAKS}


@pytest.mark.parametrize("mutant", BREAKS, ids=lambda each: f"{each.file}-{each.name}")
def test_a_planted_bug_is_caught(hunts: dict[Mutant, Future[int | None]], mutant: Mutant) -> None:
    assert hunts[mutant].result() is not None


def test_there_are_enough_of_them() -> None:
    assert len(BREAKS) >= 24
    assert len({mutant.name for mutant in BREAKS}) == len(BREAKS)
