"""Every bug that some test plants has its place in the text of today.

The tests that plant them take minutes; that one has become stale is seen here at once.
"""

from __future__ import annotations

import pytest
from agreement import exact_planted, mutants, planted, planted_breaks, planted_passages
from agreement.planted import Mutant
from agreement.planting import text_with

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
