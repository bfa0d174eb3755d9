"""Scenarios with faults, and what is said of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcore.errors import ScenarioError
from simcore.reading import parse_scenario

ICE = '[[card]]\nname = "Mine"\ntype = "ice"\nstrength = 1\nrez = 1\n'


def scenario(
    server: str = "", corp: str = "", runner: str = "", cards: str = "", kind: str = "remote"
) -> str:
    """A scenario that is right but for the lines given."""
    return (
        f'edition = "nsg"\n[server]\nkind = "{kind}"\n{server}\n'
        f"[corp]\n{'' if 'credits' in corp else 'credits = 5'}\n{corp}\n"
        f"[runner]\n{'' if runner.startswith('credits') else 'credits = 5'}\n{runner}\n{cards}"
    )


def problems(text: str, base: Path = Path()) -> dict[str, str]:
    """The problems of a scenario: place to message."""
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text, base=base)
    return {problem.place: problem.message for problem in caught.value.problems}


def only(text: str) -> tuple[str, str]:
    """The one problem of a scenario."""
    found = problems(text)
    assert len(found) == 1, found
    return next(iter(found.items()))
