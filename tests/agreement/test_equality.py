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

Batches = dict[tuple[str, int], Future[Batch]]
SCENARIOS = 2_000
REFUSING = {"wide": 600, "real": 600}
"""Scenarios of kinds that the kernel may have to refuse."""
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
        yield {
            (kind, first): pool.submit(compare_batch, first, BATCH, kind=kind)
            for kind, count in {"ordinary": SCENARIOS, **REFUSING}.items()
            for first in range(0, count, BATCH)
        }


@pytest.mark.parametrize("first", range(0, SCENARIOS, BATCH))
def test_random_scenarios_are_played_alike(batches: Batches, first: int) -> None:
    batch = batches["ordinary", first].result()
    assert not batch.reports, f"{len(batch.reports)} differ; the first: {batch.reports[0]}"


def test_hardly_any_random_scenario_is_refused(batches: Batches) -> None:
    ordinary = [batches["ordinary", first].result() for first in range(0, SCENARIOS, BATCH)]
    refused = [each for batch in ordinary for each in batch.refused]
    assert len(refused) < SCENARIOS / 100, refused


@pytest.mark.parametrize(("kind", "least", "most"), [("wide", 0.2, 0.8), ("real", 0.05, 0.3)])
def test_what_the_kernel_does_not_play_is_refused(
    batches: Batches, kind: str, least: float, most: float
) -> None:
    """Clauses that only the reference plays: never a wrong number in silence."""
    count = REFUSING[kind]
    found = [batches[kind, first].result() for first in range(0, count, BATCH)]
    reports = [each for batch in found for each in batch.reports]
    assert not reports, f"{len(reports)} differ; the first: {reports[0]}"
    refused = sum(len(batch.refused) for batch in found)
    assert count * least < refused < count * most


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_shipped_scenarios_are_played_alike(path: Path) -> None:
    scenario = read_scenario(path)
    found = difference(scenario, seed=5, games=200)
    assert found is None, report(scenario, 5, found)


def test_all_shipped_scenarios_are_there() -> None:
    assert len(FILES) >= 7
