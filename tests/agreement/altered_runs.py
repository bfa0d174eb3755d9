"""A plugin of pytest that runs no tests as such: it plants one change after another, each in
a process parted off after all tests have been collected, and runs those that reach it.

Which lines a test reaches is measured first, each test in a process of its own, and kept in
`ALTERED_FOLDER`; so is what became of each change, so that a run may be taken up again.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import resource
import select
import signal
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from agreement.altering import (
    PACKAGE,
    ROOT,
    Change,
    changes,
    code_of,
    left_out,
    mentioned,
    outside,
    text_with,
)

FOLDER = Path(os.environ["ALTERED_FOLDER"])
FILES = tuple(os.environ.get("ALTERED_FILES", "").split())
LEFT = tuple(os.environ.get("ALTERED_LEFT", "").split())
"""What the names of files begin with that are altered, and of those that are not."""
PART, PARTS = map(int, os.environ.get("ALTERED_PART", "0/1").split("/"))
BUDGET = float(os.environ.get("ALTERED_BUDGET", "15"))
"""Seconds of tests that a change has to survive."""
WAITING = 10
"""A change is given up when so many times the seconds have gone by that it may take."""
LONGEST = 8.0
"""A single test that takes longer does not take part."""
BATCH = 40
"""Tests that are measured one after another in one process."""
MOST_NAMED = 150
"""As many tests are tried on a number outside functions."""
ABOUT_CARDS = {"test_cards", "test_pools", "test_notation", "test_own_cards", "test_cli"}
"""Files of tests that are about how cards are read."""


def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("collection failed")
    sys.setrecursionlimit(3000)
    gc.unfreeze()  # functions are looked for among all that is there
    if os.environ.get("ALTERED_MAP"):
        _measure(session)
    else:
        _replay(session)
    return True


def passes(item: Any, following: Any) -> bool:
    """Whether a test passes."""
    reports = runtestprotocol(item, log=False, nextitem=following)
    return all(not report.failed for report in reports)


def parted(work: Any, seconds: float, renewed: bool = False) -> tuple[bytes, bool]:
    """What a process parted off writes; whether it had to be stopped."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        null = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(null, number)
        try:
            work(writing)
        except BaseException:
            os.write(writing, b"!")
        os._exit(0)
    os.close(writing)
    said, late = b"", time.monotonic() + seconds
    stopped = False
    while True:
        left = late - time.monotonic()
        if left <= 0 or not select.select([reading], [], [], left)[0]:
            os.kill(child, signal.SIGKILL)
            stopped = True
            break
        part = os.read(reading, 1 << 20)
        if not part:
            break
        said += part
        if renewed:
            late = time.monotonic() + seconds
    os.close(reading)
    _, status = os.waitpid(child, 0)
    return said, stopped or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU)


# --- which lines a test reaches ---------------------------------------------------------


def _measure(session: pytest.Session) -> None:
    known = _known()
    waiting = [item for n, item in enumerate(session.items) if n % PARTS == PART]
    waiting = [item for item in waiting if item.nodeid not in known]
    caches, cards = _caches(cards=False), _caches(cards=True)
    gc.collect()
    gc.freeze()
    gc.disable()
    with open(FOLDER / f"map{PART}.pickle", "ab") as kept:
        while waiting:
            portion = waiting[:BATCH]
            records = _measured(portion, caches, cards)
            for record in records:
                pickle.dump(record, kept)
            kept.flush()
            if len(records) < len(portion):
                pickle.dump((portion[len(records)].nodeid, 0.0, None), kept)
                print(f"left out: {portion[len(records)].nodeid}", flush=True)
            del waiting[: min(len(records) + 1, len(portion))]
            print(f"{len(waiting)} to be measured", flush=True)


def _measured(
    portion: list[Any], caches: list[Any], cards: list[Any]
) -> list[tuple[str, float, Any]]:
    """What is known of the first of these tests, until one takes too long. Tests about cards read
    their tables anew."""
    from coverage import Coverage

    def work(writing: int) -> None:
        cover = Coverage(data_file=None, source=[str(PACKAGE)], config_file=False)
        for item in portion:
            about_cards = item.path.stem in ABOUT_CARDS
            for cache in [*caches, *(cards if about_cards else ())]:
                cache.cache_clear()
            cover.start()
            began = time.process_time()
            passed = passes(item, None)
            took = time.process_time() - began
            cover.stop()
            collector = cover._collector  # its reports take longer than most tests
            assert collector is not None
            lines = {
                str(Path(file).relative_to(PACKAGE)): sorted(numbers)
                for file, numbers in collector.data.items()
            }
            collector.data.clear()
            said = pickle.dumps((item.nodeid, took, lines if passed else None))
            os.write(writing, len(said).to_bytes(8, "big"))
            while said:
                said = said[os.write(writing, said) :]

    said, _ = parted(work, LONGEST, renewed=True)
    records = []
    while len(said) > 8:
        size = int.from_bytes(said[:8], "big")
        if len(said) < 8 + size:
            break
        records.append(pickle.loads(said[8 : 8 + size]))
        said = said[8 + size :]
    return records


def _known() -> dict[str, tuple[float, dict[str, list[int]]]]:
    """Seconds and lines of each test that was measured; a test that fails or is slow has none."""
    found = {}
    for path in sorted(FOLDER.glob("map*.pickle")):
        with path.open("rb") as kept:
            while True:
                try:
                    test, took, lines = pickle.load(kept)
                except (EOFError, pickle.UnpicklingError):
                    break
                found[test] = (took, lines or {})
    return found


# --- one change after another -----------------------------------------------------------


def _caches(*, cards: bool) -> list[Any]:
    """What is kept in mind of calls; of `cards` that have been read, or of all else."""
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, _lru_cache_wrapper)
        and str(each.__module__).startswith("simcore")
        and str(each.__module__).startswith("simcore.cards") == cards
    ]


def _load_builds() -> None:
    """The kernel under all its names: most are imported when they are first needed."""
    for build in ("", "full_", "exact_", "exact_full_", "interpreted_", "interpreted_full_"):
        for path in sorted((PACKAGE / "kernel").glob("*.py")):
            if path.stem not in ("__init__", "pipeline", "machine_code"):
                import_module(f"simcore.{build}kernel.{path.stem}")


def _bearers() -> dict[tuple[str, str], list[FunctionType]]:
    """All functions of the package that are known by now."""
    found = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(PACKAGE)):
            file = str(Path(each.__code__.co_filename).relative_to(PACKAGE))
            found[file, each.__code__.co_qualname].append(each)
    return found


def _in_turn(reaching: list[str], took: dict[str, float], first: list[str]) -> list[str]:
    """Killers of neighbours first, then what is quick and reaches lines that few others do."""
    known = set(reaching)
    ahead = {test: None for test in first if test in known}
    return [*ahead, *sorted(known - ahead.keys(), key=lambda test: (took[test], test))]


def _rarity(reach: dict[tuple[str, int], list[str]]) -> dict[str, float]:
    """How few other tests reach what a test reaches."""
    found: dict[str, float] = defaultdict(float)
    for tests in reach.values():
        for test in tests:
            found[test] += 1 / len(tests)
    return found


def _known_to_notice() -> dict[str, str]:
    """For some changes how the test ends, by name or by case, that is known to notice them."""
    path = Path(__file__).resolve().parents[1] / "verification" / "altered_seen.toml"
    cases = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    names = {each["name"]: f"[{each['name']}]" for each in cases}
    names |= {name: f"::{name}" for name in names if name.startswith("test_")}
    return {change: names[case["name"]] for case in cases for change in case["notices"]}


def is_named(test: str, noticing: str) -> bool:
    """Whether it is the test, or one of its cases, that is known to notice a change."""
    return test.endswith(noticing) or f"{noticing}[" in test


def _replay(session: pytest.Session) -> None:
    noticed = _known_to_notice()
    items = {item.nodeid: item for item in session.items}
    known = {test: each for test, each in _known().items() if test in items}
    took = {test: each[0] / 2 for test, each in known.items()}  # measured at twice the time
    reach: dict[tuple[str, int], list[str]] = defaultdict(list)
    for test, (_, lines) in known.items():
        for file, numbers in lines.items():
            for number in numbers:
                reach[file, number].append(test)
    rarity = _rarity(reach)
    worth = {test: seconds / rarity[test] for test, seconds in took.items() if test in rarity}
    _load_builds()
    bearers, caches, cards = _bearers(), _caches(cards=False), _caches(cards=True)
    only = os.environ.get("ALTERED_ONLY")
    asked = set(Path(only).read_text().splitlines()) if only else None
    killers: dict[tuple[str, str], list[str]] = defaultdict(list)
    done = set()
    for path in FOLDER.glob("found*.jsonl"):
        for line in path.read_text().splitlines():
            said = json.loads(line)
            done.add(said["name"])
    names = sorted(str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py"))
    everything = [
        change
        for file in names
        if file.startswith(FILES) and not file.startswith(LEFT)
        for change in (
            *changes(file),
            *((*changes(file, left_out), *outside(file)) if asked else ()),
        )
        if asked is None or change.name in asked
    ]
    gc.collect()
    gc.freeze()
    gc.disable()
    with open(FOLDER / f"found{PART}.jsonl", "a") as kept:
        for number, change in enumerate(everything):
            if number % PARTS != PART or change.name in done:
                continue
            began = time.monotonic()
            outcome, by, ran = _outcome(
                change,
                items,
                took,
                worth,
                reach,
                bearers,
                [*caches, *(cards if change.file.startswith("cards/") else ())],
                killers[change.file, change.function],
                noticed.get(change.name, "[]"),
            )
            said = {
                "name": change.name, "line": (change.lines or (0,))[-1], "outcome": outcome,
                "by": by, "ran": ran, "seconds": round(time.monotonic() - began, 2),
            }  # fmt: skip
            kept.write(json.dumps(said) + "\n")
            kept.flush()


def _within(tests: list[str], took: dict[str, float]) -> list[str]:
    """Of some tests those that a change has to survive."""
    order: list[str] = []
    spent = 0.0
    for test in tests:
        if not order or spent + took[test] <= BUDGET:
            order.append(test)
            spent += took[test]
    return order


def _imported(change: Change, order: list[str]) -> tuple[str, str, int]:
    """What becomes of a number outside functions: all is imported anew with it."""
    with NamedTemporaryFile(suffix=".py") as text:
        text.write(text_with(change))
        text.flush()
        given = {name: each for name, each in os.environ.items() if not name.startswith("ALTERED")}
        given |= {"ALTERED_FILE": str(PACKAGE / change.file), "ALTERED_TEXT": text.name}
        options = ["-x", "-q", "-p", "agreement.altered_source", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", *options, *order]
        try:
            done = subprocess.run(
                command, check=False, env=given, cwd=ROOT, capture_output=True, timeout=150
            )
        except subprocess.TimeoutExpired:
            return "late", "", len(order)
    said = done.stdout.decode(errors="replace").strip().splitlines()
    return ("caught" if done.returncode else "survived"), said[-1] if said else "", len(order)


def _outcome(
    change: Change,
    items: dict[str, Any],
    took: dict[str, float],
    worth: dict[str, float],
    reach: dict[tuple[str, int], list[str]],
    bearers: dict[tuple[str, str], list[FunctionType]],
    caches: list[Any],
    killers: list[str],
    noticing: str,
) -> tuple[str, str, int]:
    looking = mentioned(change) if change.named else [(change.file, n) for n in change.lines]
    reaching = list({test: None for line in looking for test in reach.get(line, ())})
    if change.named:  # what is read as a file is imported no line says of any test
        reaching += [test for test in took if is_named(test, noticing)]
    if not reaching:
        return "not reached", "", 0
    functions = bearers.get((change.file, change.function), [])
    first = [test for test in reaching if is_named(test, noticing)]
    if change.named:
        return _imported(change, _within(_in_turn(reaching, worth, first), took)[:MOST_NAMED])
    if not functions:
        return "not found", "", 0
    try:
        code = code_of(change)
    except SyntaxError:
        return "no change", "", 0
    if all(code == each.__code__ for each in functions):
        return "no change", "", 0
    order = _within(_in_turn(reaching, worth, [*first, *killers[::-1]]), took)
    spent = sum(took[test] for test in order)

    late = 6 + int(4 * min(spent, BUDGET + 5))

    def work(writing: int) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (late, late + 1))  # whatever else is running
        for each in functions:
            each.__code__ = code
        for cache in caches:
            cache.cache_clear()
        for number, test in enumerate(order):
            following = items[order[number + 1]] if number + 1 < len(order) else None
            if not passes(items[test], following):
                os.write(writing, f"{number};".encode())
                return
            if number % 50 == 0:
                os.write(writing, f"{number},".encode())
        os.write(writing, b"all;")

    said, stopped = parted(work, WAITING * late)
    if stopped:
        return "late", "", len(order)
    last = said.decode().rpartition(",")[2]
    if last == "all;":
        return "survived", "", len(order)
    if last.endswith(";") and last[:-1].isdigit():
        by = order[int(last[:-1])]
        if by in killers:
            killers.remove(by)
        killers.append(by)
        del killers[:-12]
        return "caught", by, int(last[:-1]) + 1
    return "broken", "", len(order)
