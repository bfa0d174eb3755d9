"""What the READMEs list is what there is: keys of scenarios, figures, files, commands."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from simcore.cli import COMMANDS
from simcore.estimate import Odds
from simcore.reading import parse_scenario
from simcore.reading.sides import CORP_KEYS, CORP_PLAN_KEYS, RUNNER_KEYS, RUNNER_PLAN_KEYS

ROOT = Path(__file__).resolve().parents[2]
READMES = [ROOT / "README.md", ROOT / "decks" / "README.md", ROOT / "benchmarks" / "README.md"]
SCENARIOS = (ROOT / "decks" / "README.md").read_text(encoding="utf-8")


def first_cells(text: str) -> set[str]:
    """The names in backquotes of the first column of all tables of a text."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return {name for cell in rows for name in re.findall(r"`([^`]+)`", cell)}


def stated(table: str) -> set[str]:
    """The keys listed below a table's heading."""
    return first_cells(SCENARIOS.split(f"**`[{table}]`**", 1)[1].split("| **`[", 1)[0])


def test_every_key_of_a_scenario_is_listed() -> None:
    assert stated("corp") == set(CORP_KEYS)
    own = {key.removeprefix("plan.") for key in stated("runner") if key.startswith("plan.")}
    assert own == set(RUNNER_PLAN_KEYS) - {"name"}
    assert {key for key in stated("runner") if "." not in key} == set(RUNNER_KEYS)
    assert stated("server") == {"kind", "ice", "root", "draw_from"}
    assert CORP_PLAN_KEYS == ("name", "trace")


def test_every_figure_is_explained() -> None:
    told = first_cells(SCENARIOS.split("## What the figures count", 1)[1])
    names = {field.name for field in fields(Odds)}
    figures = {name for name in names if name.startswith(("p_", "mean_")) or "histogram" in name}
    assert told == figures | {"ended"}


def test_every_scenario_is_listed() -> None:
    there = {path.stem for path in (ROOT / "decks" / "scenarios").glob("*.toml")}
    assert first_cells(SCENARIOS.split("## What a scenario states", 1)[0]) - there == {"scenarios/"}
    assert there <= first_cells(SCENARIOS)


def test_commands_and_files_that_are_named_exist() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in READMES)
    used = set(re.findall(r"^simcore (\w+)", text, re.MULTILINE))
    assert used <= set(COMMANDS)
    named = set(
        re.findall(r"\b(?:decks|analyses|benchmarks|tests|simcore)/[\w/]+\.(?:py|toml|md)", text)
    )
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_smallest_scenario_is_one() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", SCENARIOS, re.DOTALL)
    assert parse_scenario(text, "README").notes == ()
