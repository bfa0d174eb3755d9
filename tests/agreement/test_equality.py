"""The kernel plays every seeded game as the reference does: results and checkpoints; those of
hand-worked cases too: `tests/rules/test_cases.py`."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

import pytest
from agreement.compare import Batch, compare_batch, difference, report

from simcore.reading import read_scenario
from simcore.threads import available_threads

Batches = dict[int, Future[Batch]]
SCENARIOS = 2_000
WIDE = 600
"""Scenarios with clauses that the kernel may have to refuse; their batches count down."""
BATCH = 100
ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("decks/scenarios/*.toml"), *ROOT.glob("benchmarks/scenarios/w_*.toml")])


@pytest.fixture(scope="module")
def batches(request: pytest.FixtureRequest) -> Iterator[Batches]:
    """All batches, in the hands of a few processes; each test waits for its own."""
    request.getfixturevalue("machine_code")
    workers = min(4, available_threads())
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        futures = {
            first: pool.submit(compare_batch, first, BATCH) for first in range(0, SCENARIOS, BATCH)
        }
        for first in range(0, WIDE, BATCH):
            futures[-1 - first] = pool.submit(compare_batch, first, BATCH, wide=True)
        yield futures


@pytest.mark.parametrize("first", range(0, SCENARIOS, BATCH))
def test_random_scenarios_are_played_alike(batches: Batches, first: int) -> None:
    batch = batches[first].result()
    assert not batch.reports, f"{len(batch.reports)} differ; the first: {batch.reports[0]}"


def test_hardly_any_random_scenario_is_refused(batches: Batches) -> None:
    ordinary = [batches[first].result() for first in range(0, SCENARIOS, BATCH)]
    refused = [each for batch in ordinary for each in batch.refused]
    assert len(refused) < SCENARIOS / 100, refused


def test_what_the_kernel_does_not_play_is_refused(batches: Batches) -> None:
    """Clauses that only the reference plays: never a wrong number in silence."""
    found = [batches[-1 - first].result() for first in range(0, WIDE, BATCH)]
    reports = [each for batch in found for each in batch.reports]
    assert not reports, f"{len(reports)} differ; the first: {reports[0]}"
    refused = sum(len(batch.refused) for batch in found)
    assert WIDE / 5 < refused < WIDE * 4 / 5


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_scenarios_are_played_alike(path: Path) -> None:
    scenario = read_scenario(path)
    found = difference(scenario, seed=5, games=200)
    assert found is None, report(scenario, 5, found)


def test_all_shipped_scenarios_are_there() -> None:
    assert len(FILES) >= 7
