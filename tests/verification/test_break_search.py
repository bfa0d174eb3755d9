"""The optimiser against every legal sequence of actions, everywhere. By hand:

    python -m pytest tests/verification/test_break_search.py -s

Every pair of ice and breaker of both pools takes two to three minutes on one thread,
the settings one minute, the invented cards three. `BREAKS_SEED` repeats a run.
"""

from __future__ import annotations

import os
import time
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from agreement.break_search import (
    disagreement,
    is_executed,
    is_played,
    pairs,
    payments_apart,
    settings,
)
from agreement.invented_cards import inventions, is_weakened_first

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agreement.break_search import Case

SETTINGS = 5_000
INVENTED = 10_000


@pytest.fixture
def seed(capsys: pytest.CaptureFixture[str]) -> int:
    chosen = int(os.environ.get("BREAKS_SEED", "0")) or time.time_ns() % 10**12
    with capsys.disabled():
        print(f"\nBREAKS_SEED={chosen}", flush=True)
    return chosen


def apart(cases: Iterator[Case]) -> tuple[list[str], int]:
    """What is not agreed upon, and how many cases the optimiser takes at all."""
    found, taken = [], 0
    for case in filter(is_executed, cases):
        taken += 1
        found.append(payments_apart(case))
        if is_played(case) and is_weakened_first(case):
            found.append(disagreement(case))
    return [text for text in found if text], taken


@pytest.mark.parametrize("edition", ["nsg", "onr"])
def test_every_pair(edition: str, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    found, taken = apart(pairs(edition, Random(seed)))
    with capsys.disabled():
        print(f"{edition}: {taken} pairs")
    assert found == []


def test_settings(seed: int) -> None:
    assert apart(islice(filter(is_executed, settings(Random(seed))), SETTINGS))[0] == []


def test_inventions(seed: int) -> None:
    assert apart(islice(filter(is_executed, inventions(Random(seed))), INVENTED))[0] == []
