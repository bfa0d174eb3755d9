"""Ways past ice against a search over everything legal, everywhere. By hand:

    python -m pytest tests/verification/test_passage_search.py -s

Every executed pair of ice and breaker of both pools takes two minutes on one thread, the
settings two, the servers five. `PASSAGES_SEED` repeats a run.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from agreement.invented_passages import lone_settings, servers
from agreement.passage_search import DEARER, lone_apart, lone_pairs, whole_apart
from agreement.printed_servers import printed_servers

if TYPE_CHECKING:
    from collections.abc import Iterator

SETTINGS = 8_000
SERVERS = 8_000
PRINTED = 8_000


@pytest.fixture
def seed(capsys: pytest.CaptureFixture[str]) -> int:
    chosen = int(os.environ.get("PASSAGES_SEED", "0")) or time.time_ns() % 10**12
    with capsys.disabled():
        print(f"\nPASSAGES_SEED={chosen}", flush=True)
    return chosen


def apart(
    name: str, answers: Iterator[str | None], capsys: pytest.CaptureFixture[str]
) -> list[str]:
    """Where only one side has a way."""
    found = list(answers)
    counts = Counter(answer for answer in found if answer in (None, "", DEARER))
    with capsys.disabled():
        print(f"{name}: {counts['']} alike, {counts[DEARER]} dearer, {counts[None]} refused")
    return [answer for answer in found if answer not in (None, "", DEARER)]


@pytest.mark.parametrize("edition", ["nsg", "onr"])
def test_every_pair(edition: str, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert apart(edition, map(lone_apart, lone_pairs(edition, Random(seed))), capsys) == []


def test_settings(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    cases = islice(lone_settings(Random(seed)), SETTINGS)
    assert apart("settings", map(lone_apart, cases), capsys) == []


def test_servers(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    cases = islice(servers(Random(seed)), SERVERS)
    assert apart("servers", map(whole_apart, cases), capsys) == []


def test_servers_of_printed_cards(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    cases = islice(printed_servers(Random(seed)), PRINTED)
    assert apart("printed servers", map(whole_apart, cases), capsys) == []
