"""Every bug that some test plants, and every small change that a list names, has its place in the
text of today.

The tests that plant them take minutes or hours; that one has become stale is seen here at once.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from agreement import exact_planted, mutants, planted, planted_breaks, planted_passages
from agreement.altering import changes, outside
from agreement.planted import Mutant
from agreement.planting import text_with
from agreement.worked_cases import AHEAD, worked_cases

TESTS = Path(__file__).resolve().parents[1]
BUGS = {
    f"{module.__name__}: {bug.name}": bug
    for module in (planted, mutants, planted_breaks, planted_passages, exact_planted)
    for bugs in vars(module).values()
    if isinstance(bugs, tuple)
    for bug in bugs
    if isinstance(bug, Mutant)
}


@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS)
def test_what_a_bug_replaces_is_there_once(bug: Mutant) -> None:
    assert text_with(bug)


def lists(name: str) -> list[dict[str, Any]]:
    """What a list of small changes names, by the reason why or by the case that notices them."""
    path = TESTS / "verification" / f"altered_{name}.toml"
    (found,) = tomllib.loads(path.read_text(encoding="utf-8")).values()
    return list(found)


def test_every_change_that_a_list_names_can_be_planted() -> None:
    named = {change for group in lists("known") for change in group["names"]}
    named |= {change for case in lists("seen") for change in case["notices"]}
    files = {change.partition(" ")[0] for change in named}
    there = {change.name for file in files for change in (*changes(file), *outside(file))}
    assert sorted(named - there) == []


def test_every_case_that_is_known_to_notice_a_change_is_there() -> None:
    cases = {f"{case.file}-{case.name}" for case in (*worked_cases(), *worked_cases(AHEAD))}
    for path in (TESTS / "rules" / "prices").glob("*.toml"):
        told = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
        cases |= {case["name"] for case in told}
    known = {case["name"] for case in lists("seen")}
    sources = [path.read_text(encoding="utf-8") for path in TESTS.rglob("*.py")]
    cases |= {name for name in known if any(f"def {name}(" in source for source in sources)}
    assert sorted(known - cases) == []
