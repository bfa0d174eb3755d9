"""Planted bugs in conditioned sampling are noticed: by exact odds, or by the intervals."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
from agreement.planted import Mutant
from statistical import test_conditioning
from statistical.test_conditioning import coverage, disagreements, random_ones, w_rd

from simcore.exact import ExactOdds, conditioning, expectations, solve

CONDITIONING, EXPECTATIONS = "exact/conditioning.py", "exact/expectations.py"
MODULES = {CONDITIONING: conditioning, EXPECTATIONS: expectations}
FEW = 12
"""Random scenarios that a bug has to show itself in, W on R&D beside them."""

BIASED = (
    Mutant("states not weighed", EXPECTATIONS, "fsum(games * more for", "fsum(more for"),
    Mutant("chances not weighed", EXPECTATIONS, "*(games * chance for", "*(chance for"),
    Mutant(
        "figures of the key counted twice",
        CONDITIONING,
        "at_first[name - FIRST_FIGURE] = value",
        "pass",
    ),
    Mutant("what was there counted twice", CONDITIONING, "- at_first)", ")"),
    Mutant("games that ended forgotten", EXPECTATIONS, "fsum([hits, *(", "fsum([*("),
    Mutant(
        "credits before the breach forgotten",
        EXPECTATIONS,
        "found[value : value + len(group.moved)] += group.moved * share",
        "found[value] += group.games * share",
    ),
    Mutant("points weighed by nothing", EXPECTATIONS, "+= group.games * shares", "+= shares"),
)
WRONG_WIDTH = (
    Mutant(
        "covariance forgotten",
        EXPECTATIONS,
        "[2 * (more - gain) * (part",
        "[0 * (more - gain) * (part",
    ),
    Mutant(
        "variance of what follows forgotten",
        EXPECTATIONS,
        "[games * (more - gain) ** 2 for",
        "[0.0 for",
    ),
)


def plant(bug: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have conditioned sampling use the module with the bug in it."""
    module = MODULES[bug.file]
    assert module.__file__ is not None
    text = Path(module.__file__).read_text(encoding="utf-8")
    assert text.count(bug.old) == 1, f"{bug.name}: {text.count(bug.old)} times in {bug.file}"
    made = ModuleType(f"planted_{Path(module.__file__).stem}")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    exec(compile(text.replace(bug.old, bug.new), made.__name__, "exec"), made.__dict__)
    if bug.file == EXPECTATIONS:
        monkeypatch.setattr(conditioning, "expected", made.__dict__["expected"])
    else:
        monkeypatch.setattr(test_conditioning, "condition", made.__dict__["condition"])


def shows() -> bool:
    """Whether conditioned games and exact odds part."""
    encoded = w_rd()
    exact = solve(encoded)
    assert isinstance(exact, ExactOdds)
    known = [(0, encoded, exact), *list(random_ones())[:FEW]]
    return any(disagreements(encoded, exact, number) for number, encoded, exact in known)


@pytest.mark.parametrize("bug", BIASED, ids=lambda bug: bug.name)
def test_a_bias_is_noticed(bug: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(bug, monkeypatch)
    assert shows()


@pytest.mark.parametrize("bug", WRONG_WIDTH, ids=lambda bug: bug.name)
def test_a_wrong_variance_is_noticed(bug: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(bug, monkeypatch)
    assert not all(0.92 <= share <= 0.98 for share in coverage().values())
