"""The hand-worked cases of tests/rules, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from simcore.reading import parse_scenario
from simcore.scenario import Scenario

RULES = Path(__file__).resolve().parent.parent / "rules"
FOLDER = RULES / "cases"
AHEAD = RULES / "cases_ahead"
"""Cases for clauses that the reference plays and the kernel refuses by name."""


@dataclass(frozen=True, slots=True)
class WorkedCase:
    """One case: `expect` holds numbers and "n/d" by dotted key."""

    file: str
    name: str
    why: str
    text: str
    expect: tuple[tuple[str, int | float | str], ...]

    @property
    def scenario(self) -> Scenario:
        return parse_scenario(self.text, f"{self.file}: {self.name}", FOLDER)


def _flat(table: Mapping[str, object], before: str = "") -> list[tuple[str, int | float | str]]:
    """Entries of nested tables under dotted keys."""
    found: list[tuple[str, int | float | str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            found += _flat(value, f"{before}{key}.")
        else:
            assert isinstance(value, (int, float, str)), f"{key}: {value!r}"
            found.append((before + key, value))
    return found


@cache
def worked_cases(folder: Path = FOLDER) -> tuple[WorkedCase, ...]:
    """Every case of every file of a folder, in order."""
    cases = []
    for path in sorted(folder.glob("*.toml")):
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            expect = tuple(_flat(table["expect"]))
            cases.append(
                WorkedCase(path.stem, table["name"], table["why"], table["scenario"], expect)
            )
    return tuple(cases)
