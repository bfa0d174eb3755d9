"""Every planted bug in what exact odds merge is noticed by comparing with the reference."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest
from agreement.exact_planted import CLASSES, KEYS, MERGES
from agreement.generator import random_scenario
from agreement.planted import Mutant
from agreement.test_exact import PATHS, differences

from simcore.errors import CapacityError
from simcore.exact import classes, keys, solving

FILES = {KEYS: Path(keys.__file__), CLASSES: Path(classes.__file__)}
ENTRIES = {KEYS: "keys_of", CLASSES: "coarse_board"}
MORE = 40
"""Scenarios tried when the one that is known does not show it any more."""


def planted(bug: Mutant) -> ModuleType:
    """The module with the bug in it, beside the real one."""
    text = FILES[bug.file].read_text(encoding="utf-8")
    assert text.count(bug.old) == 1, f"{bug.name}: {text.count(bug.old)} times in {bug.file}"
    made = ModuleType(f"planted_{FILES[bug.file].stem}")
    sys.modules[made.__name__] = made  # where dataclasses look for their own module
    exec(compile(text.replace(bug.old, bug.new), made.__name__, "exec"), made.__dict__)
    return made


def shows(number: int) -> bool:
    """Whether exact odds and the reference part in this scenario; an exception is one way."""
    try:
        return bool(differences(random_scenario(number), PATHS))
    except CapacityError:
        return False
    except (AssertionError, IndexError, ValueError):
        return True


@pytest.mark.parametrize("bug", MERGES, ids=lambda bug: bug.name)
def test_a_wrong_merge_is_noticed(bug: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not shows(bug.soon)
    entry = ENTRIES[bug.file]
    monkeypatch.setattr(solving, entry, getattr(planted(bug), entry))
    assert any(shows(number) for number in (bug.soon, *range(MORE)))
