"""As `altered_runs.py`, for the tables of cards: each number of a clause that acts in a run, by
one. The figures of the `.csv` files have totals (`tests/rules/test_control_totals.py`).

`ALTERED_MAP=1` writes down first which cards each test asks for.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from agreement.altered_runs import BATCH, BUDGET, FOLDER, LONGEST, PART, PARTS, parted, passes

from simcore.cards.card import Card
from simcore.cards.pool import POOLS, Entry, Pool, load_pool

_TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_LOADED = re.compile(r"install: (virus|power) \d+$")


@dataclass(frozen=True, slots=True)
class Slip:
    """A number in the line of a card."""

    pool: str
    card: str
    what: str
    line: str

    @property
    def name(self) -> str:
        """What tells it from others."""
        return f"{self.pool} {self.card}: {self.what}"


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Instead of running the tests."""
    if session.testsfailed:
        raise session.Interrupted("collection failed")
    sys.setrecursionlimit(3000)
    if os.environ.get("ALTERED_MAP"):
        _measure(session)
    else:
        _replay(session)
    return True


def _measure(session: pytest.Session) -> None:
    waiting: list[Any] = [item for n, item in enumerate(session.items) if n % PARTS == PART]
    asked: set[str] = set()
    built, read = Pool.card, Pool.entry

    def card(pool: Pool, key: str) -> Card:
        asked.add(f"{pool.name}:{key}")
        return built(pool, key)

    def entry(pool: Pool, key: str) -> Entry | None:
        asked.add(f"{pool.name}:{key}")
        return read(pool, key)

    def work(writing: int) -> None:
        for item in waiting[:BATCH]:
            asked.clear()
            began = time.process_time()
            good = passes(item, None)
            took = time.process_time() - began
            said = pickle.dumps((item.nodeid, took, sorted(asked) if good else []))
            os.write(writing, len(said).to_bytes(8, "big"))
            while said:
                said = said[os.write(writing, said) :]

    setattr(Pool, "card", card)  # noqa: B010
    setattr(Pool, "entry", entry)  # noqa: B010
    gc.collect()
    gc.freeze()
    with open(FOLDER / f"cards{PART}.pickle", "ab") as kept:
        while waiting:
            said, _ = parted(work, LONGEST, renewed=True)
            count = 0
            while len(said) > 8 and len(said) >= 8 + (size := int.from_bytes(said[:8], "big")):
                kept.write(said[8 : 8 + size])
                said = said[8 + size :]
                count += 1
            kept.flush()
            del waiting[: min(count + 1, BATCH)]


def slips() -> Iterator[Slip]:
    """Every number of a clause that is executed, one more and one less."""
    for name in POOLS:
        pool = load_pool("onr" if name == "1996" else "nsg")
        for key, (table, line) in pool._lines.items():
            left_out = {clause.text for clause in pool.card(key).rules.unexecuted}
            for found in _TEXT.finditer(line):
                text = found[1]
                part = re.findall(r"(\w+) ?= ?\[?", line[: found.start()])[-1]
                aside = part in ("src", "fidelity", "declined") or text in left_out
                if aside or (part == "outside" and not _LOADED.match(text)):
                    continue
                for number in re.finditer(r"\d+", text):
                    for new in {int(number[0]) + 1, max(0, int(number[0]) - 1)} - {int(number[0])}:
                        slip = f"{text[: number.start()]}{new}{text[number.end() :]}"
                        whole = line[: found.start(1)] + slip + line[found.end(1) :]
                        yield Slip(name, key, f"{table} {part} '{text}' -> '{slip}'", whole)


def _replay(session: pytest.Session) -> None:
    items = {item.nodeid: item for item in session.items}
    reach: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for path in FOLDER.glob("cards*.pickle"):
        with path.open("rb") as measured:
            while measured.peek(1):
                test, took, cards = pickle.load(measured)
                for card in cards if test in items else ():
                    reach[card].append((took + len(cards) / 1000, test))
    only = os.environ.get("ALTERED_ONLY")
    asked = set(Path(only).read_text(encoding="utf-8").splitlines()) if only else None
    everything = [slip for slip in slips() if asked is None or slip.name in asked]
    gc.collect()
    gc.freeze()
    gc.disable()
    with open(FOLDER / f"tables{PART}.jsonl", "a", encoding="utf-8") as kept:
        for slip in everything[PART::PARTS]:
            order, spent = [], 0.0
            for took, test in sorted(reach[f"{slip.pool}:{slip.card}"]):
                if spent + took <= BUDGET:
                    order.append(test)
                    spent += took
            said = {"name": slip.name, "outcome": _outcome(slip, [items[test] for test in order])}
            kept.write(json.dumps(said) + "\n")
            kept.flush()


def _outcome(slip: Slip, tests: list[Any]) -> str:
    def work(writing: int) -> None:
        pool = load_pool("onr" if slip.pool == "1996" else "nsg")
        pool._lines[slip.card] = (pool._lines[slip.card][0], slip.line)
        pool._cards.pop(slip.card, None)
        if all(map(passes, tests, [*tests[1:], None])):
            os.write(writing, b"all")

    if not tests:
        return "not reached"
    said, _ = parted(work, 20 + 4 * BUDGET)
    return "survived" if said == b"all" else "caught"
