"""Kernel and reference on many fresh scenarios, of all editions. By hand:

    python -m pytest tests/verification/test_agreement.py -s

`AGREEMENT_FIRST` repeats a run: it is the number printed when the run began.
`AGREEMENT_SCENARIOS`: how many instead of 20,000.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor

import pytest
from agreement.compare import GAMES, KINDS, compare_batch

from simcore.threads import available_threads

SCENARIOS = int(os.environ.get("AGREEMENT_SCENARIOS", "20000"))
BATCH = 250


@pytest.mark.parametrize("kind", KINDS)
def test_fresh_scenarios_are_played_alike(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    first = int(os.environ.get("AGREEMENT_FIRST", "0")) or time.time_ns() % 10**12
    with capsys.disabled():
        print(f"\nAGREEMENT_FIRST={first}: {SCENARIOS} scenarios x {GAMES} games", flush=True)
    starts = range(first, first + SCENARIOS, BATCH)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(available_threads(), mp_context=spawn) as pool:
        batches = [pool.submit(compare_batch, at, BATCH, first, GAMES, kind) for at in starts]
        found = [batch.result() for batch in batches]
    reports = [each for batch in found for each in batch.reports]
    assert not reports, f"{len(reports)} differ; the first: {reports[0]}"
    refused = sum(len(batch.refused) for batch in found)
    assert kind != "ordinary" or refused < SCENARIOS / 100
