"""The analyses: tables, files and messages, with few games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from credit_efficiency import SIDES, UNITS, ratio

ROOT = Path(__file__).parents[2]
SCENARIO = ROOT / "decks" / "scenarios" / "rd_lock.toml"
BARE = ROOT / "decks" / "scenarios" / "last_window.toml"


def analyse(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "analyses" / script), *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},  # as if the package were installed
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def test_steal_rates(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out"
    options = ["--games", "2000", "--credits", "0", "10", "--accesses", "0", "2"]
    done = analyse("steal_rates.py", str(SCENARIO), "--out", str(out), *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert (out / "steal_rates.png").stat().st_size > 10_000
    table = pd.read_csv(out / "steal_rates.csv")
    assert len(table) == 2 * 2 * 2
    assert (table["low"] <= table["value"]).all()
    assert (table["value"] <= table["high"]).all()
    steals = table[table["figure"] == "p_steal"].set_index(
        ["runner_credits", "additional_accesses"]
    )["value"]
    assert steals[10, 2] >= steals[10, 0]


def test_points_are_exact_unless_games_are_asked_for(tmp_path: Path) -> None:
    options = ["--credits", "10", "--accesses", "0"]
    done = analyse("steal_rates.py", str(SCENARIO), "--out", str(tmp_path), *options)
    assert done.returncode == 0, done.stderr
    table = pd.read_csv(tmp_path / "steal_rates.csv")
    assert (table["low"] == table["value"]).all()
    assert (table["high"] == table["value"]).all()


def test_credit_efficiency(tmp_path: Path) -> None:
    options = ["--games", "2000", "--credits", "4", "10"]
    done = analyse("credit_efficiency.py", str(SCENARIO), "--out", str(tmp_path), *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "credit_efficiency.png").stat().st_size > 10_000
    table = pd.read_csv(tmp_path / "credit_efficiency.csv")
    assert len(table) == 2 * len(SIDES) * len(UNITS)
    known = table.dropna()
    assert (known["low"] <= known["value"]).all()
    assert (known["value"] <= known["high"]).all()


def test_ratios_have_opposite_bounds_and_no_value_over_nothing() -> None:
    assert ratio((6.0, 5.0, 7.0), (2.0, 1.0, 4.0)) == (3.0, 1.25, 7.0)
    value, low, high = ratio((6.0, 5.0, 7.0), (0.0, 0.0, 0.0))
    assert value != value
    assert low != low
    assert high != high


@pytest.mark.parametrize("script", ["steal_rates.py", "credit_efficiency.py"])
def test_bad_input_is_one_message(script: str, tmp_path: Path) -> None:
    for arguments in (["missing.toml"], [str(SCENARIO), "--games", "0"]):
        done = analyse(script, *arguments, "--out", str(tmp_path))
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) <= 2
        assert "Traceback" not in done.stderr


def test_another_edition_is_played(tmp_path: Path) -> None:
    values = {}
    for edition in ("nsg", "ffg2012"):
        options = ["--games", "2000", "--credits", "4", "--accesses", "0", "--edition", edition]
        done = analyse("steal_rates.py", str(BARE), "--out", str(tmp_path), *options)
        assert (done.returncode, done.stderr) == (0, "")
        values[edition] = pd.read_csv(tmp_path / "steal_rates.csv")["value"][0]
    assert values["nsg"] < 0.3 < values["ffg2012"]
    refused = analyse("steal_rates.py", str(BARE), "--out", str(tmp_path), "--edition", "1996")
    assert refused.returncode == 2
    assert "edition" in refused.stderr


@pytest.mark.parametrize("option", [["--credits", "256"], ["--accesses", "-1"]])
def test_numbers_no_scenario_could_have_are_refused(option: list[str], tmp_path: Path) -> None:
    done = analyse("steal_rates.py", str(SCENARIO), *option, "--out", str(tmp_path))
    assert done.returncode == 2
    assert "expected a whole number from 0 to" in done.stderr
    assert not list(tmp_path.iterdir())
