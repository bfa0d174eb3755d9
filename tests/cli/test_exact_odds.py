"""Exact odds on the command line and in Python: when they come, how they look."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from cli.test_cli import GUARDED, KEYS

import simcore
from simcore import api
from simcore.cli import main
from simcore.encode import encode
from simcore.errors import CapacityError, SimcoreError
from simcore.exact import LIMIT, TooLarge, conditioning, solve
from simcore.exact.solving import ROOM
from simcore.reading import parse_scenario
from simcore.table import TINY, fractions_table, percent

ROOT = Path(__file__).parents[2]
MYSTERY = str(ROOT / "decks" / "scenarios" / "mystery_server.toml")
CHANCY = GUARDED.replace("credits = 5", "credits = { low = 0, high = 2 }").replace(
    "rezzed = true", "rezzed = false"
)
"""The Corp has 0, 1 or 2 credits; the wall costs 1, and 2 to get through."""

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def chancy(tmp_path: Path) -> str:
    path = tmp_path / "chancy.toml"
    path.write_text(CHANCY, encoding="utf-8")
    return str(path)


@pytest.fixture
def never_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run is too large."""
    monkeypatch.setattr(
        "simcore.exact.solve", lambda *_given: TooLarge(LIMIT, LIMIT + 1, 9_000, 2, 5, 12_345_678)
    )


def asked(capsys: Printed, *arguments: str) -> dict[str, Any]:
    assert main(["odds", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


# which way


@pytest.mark.nojit_sample
def test_odds_are_exact_by_default_under_the_same_keys(chancy: str, capsys: Printed) -> None:
    odds = asked(capsys, chancy)
    assert list(odds) == list(KEYS)
    assert (odds["method"], odds["games"], odds["seed"]) == ("exact", 0, 0)
    assert (odds["intervals"], odds["games_per_second"]) == ({}, 0)
    assert odds["mean_credits_spent"] == pytest.approx(4 / 3, abs=1e-15)
    assert odds["credits_histogram"] == pytest.approx([1 / 3, 0, 2 / 3], abs=1e-15)
    assert odds["p_success"] == 1
    assert asked(capsys, chancy, "--exact") == odds


UNPLAYED = """
edition = "nsg"
server = { kind = "remote", root = [{ card = "Spite", rezzed = true }, "Hostile Takeover"] }
corp = { credits = 0 }
runner = { credits = 1, grip = 1 }
[[card]]
name = "Spite"
type = "upgrade"
rez = 0
trash = 1
effects = ["root[persistent]: agenda-stolen: net 1"]
"""
"""The kernel does not execute that the theft hurts: the Runner trashes it, and it hurts all the
same."""


@pytest.fixture
def unplayed(tmp_path: Path) -> str:
    path = tmp_path / "unplayed.toml"
    path.write_text(UNPLAYED, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("option", [[], ["--exact"]])
def test_what_only_the_reference_plays_is_played_out(
    option: list[str], unplayed: str, capsys: Printed
) -> None:
    odds = simcore.odds(unplayed, method="exact" if option else "auto")
    assert (odds.method, odds.mean_net_damage, odds.mean_points) == ("exact", 1, 1)
    (note,) = odds.notes
    why = "Spite: 'root[persistent]: agenda-stolen: net 1' is not executed here yet"
    assert note == f"played path by path, for what is faster refuses it: {why}"
    assert main(["odds", unplayed, *option]) == 0
    assert "exact, path by path" in capsys.readouterr().out
    assert asked(capsys, unplayed, *option) == odds.to_dict()


def test_games_of_what_only_the_reference_plays_are_refused(unplayed: str, capsys: Printed) -> None:
    assert main(["odds", unplayed, "--games", "10"]) == 2
    assert "is not executed here yet" in capsys.readouterr().err
    with pytest.raises(CapacityError, match="is not executed here yet"):
        simcore.odds(unplayed, games=10)


@pytest.mark.parametrize("option", [["--games", "500"], ["--seed", "3"], ["--sample"]])
def test_asking_for_games_samples(option: list[str], chancy: str, capsys: Printed) -> None:
    odds = asked(capsys, chancy, *option, "--threads", "1")
    assert odds["method"] == "sampled"
    assert odds["games"] == (500 if option[0] == "--games" else 1_000_000)
    assert odds["seed"] == (3 if option[0] == "--seed" else 1)
    assert len(odds["intervals"]) > 20


OPTIONS: dict[str, list[str]] = {
    "exact": [],
    "sample": [],
    "condition": [],
    "fractions": [],
    "games": ["300"],
    "seed": ["7"],
    "threads": ["2"],
    "limit": ["5000"],
}
WAYS = ("exact", "sample", "condition", "fractions")
APART = {
    *(frozenset(pair) for pair in combinations(WAYS, 2)),
    *(frozenset({way, other}) for way in ("exact", "fractions") for other in ("games", "seed")),
    *(frozenset({way, "threads"}) for way in ("exact", "fractions")),
    *(frozenset({"limit", other}) for other in ("sample", "condition", "games", "seed")),
}
"""Pairs of which one would be ignored."""


@pytest.mark.parametrize("pair", list(combinations(OPTIONS, 2)), ids="-".join)
def test_no_option_is_ignored_in_silence(
    pair: tuple[str, str], chancy: str, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of any two options one is refused beside the other, or both are heard."""
    monkeypatch.setattr(api, "GAMES", 500)
    said = [word for name in pair for word in (f"--{name}", *OPTIONS[name])]
    code = main(["odds", chancy, "--json", *said])
    printed, told = capsys.readouterr()
    if frozenset(pair) in APART:
        assert (code, printed) == (2, "")
        assert re.match(r"simcore: --\w+: not allowed with --\w+\n", told)
        return
    assert code == 0
    odds = json.loads(printed)
    methods = {"exact": "exact", "fractions": "exact", "sample": "sampled"}
    methods |= {"condition": "conditioned", "games": "sampled", "seed": "sampled"}
    expected = [methods[name] for name in pair if name in methods]
    assert odds["method"] == (expected[0] if expected else "exact")
    sampled = odds["method"] != "exact"
    assert odds["games"] == (0 if not sampled else 300 if "games" in pair else 500)
    assert odds["seed"] == (0 if not sampled else 7 if "seed" in pair else 1)
    noted = any("--threads was not needed" in note for note in odds["notes"])
    assert noted == ("threads" in pair and not sampled)


def test_a_limit_is_heeded(chancy: str, capsys: Printed) -> None:
    assert main(["odds", chancy, "--exact", "--limit", "1"]) == 2
    assert "more than 1 paths of chance" in capsys.readouterr().err
    assert main(["odds", chancy, "--fractions", "--limit", "1"]) == 2
    assert "more than 1 paths of chance" in capsys.readouterr().err
    assert asked(capsys, chancy, "--limit", "1")["method"] == "conditioned"
    with pytest.raises(CapacityError, match="more than 1 paths"):
        simcore.odds(chancy, method="exact", limit=1)


@pytest.mark.usefixtures("never_solved")
def test_what_is_too_large_is_sampled_and_says_why(chancy: str, capsys: Printed) -> None:
    assert main(["odds", chancy]) == 0
    printed, _ = capsys.readouterr()
    flat = " ".join(printed.split())
    assert "1,000,000 games until the breach, accesses exact from 2 states on, seed 1, " in flat
    assert "note: conditioned: too large to solve exactly: more than 4,000,000 paths" in flat
    assert max(map(len, printed.splitlines())) <= 80
    assert main(["odds", chancy, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == list(KEYS)
    assert found["method"] == "conditioned"
    assert found["notes"][0].startswith("conditioned: too large to solve exactly")


@pytest.mark.usefixtures("never_solved")
def test_exact_odds_of_what_is_too_large_are_an_error(chancy: str, capsys: Printed) -> None:
    assert main(["odds", chancy, "--exact"]) == 2
    printed, said = capsys.readouterr()
    assert printed == ""
    assert said == (
        "simcore: too large to solve exactly: more than 4,000,000 paths of chance; "
        "about 12,000,000 paths or more in all\n"
    )


def test_how_far_the_solving_got_is_told() -> None:
    encoded = encode(parse_scenario(CHANCY))
    found = solve(encoded, limit=1)
    assert isinstance(found, TooLarge)
    assert "more than 1 paths of chance" in api.too_large(found)
    found = solve(encoded, room=1)
    assert isinstance(found, TooLarge)
    assert f"more than {ROOM:,} states at once" in api.too_large(found)


def test_the_limits_in_the_help_are_those_of_the_code(capsys: Printed) -> None:
    assert main(["odds", "-h"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"{LIMIT / 1e6:g} million paths and {ROOM:,} states at once" in told
    assert f"at most {api.FRACTION_PATHS:,} paths" in told
    assert f"default: {api.GAMES / 1e6:g} million" in told


def test_what_the_kernel_refuses_is_the_same_error(
    chancy: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    def refuse(_scenario: object) -> None:
        raise CapacityError("too much of it")

    monkeypatch.setattr("simcore.encode.encode", refuse)
    too_many = ["--limit", "2"]  # there are three paths
    for options in (too_many, ["--exact", *too_many], ["--sample"]):
        assert main(["odds", chancy, *options]) == 2
        assert capsys.readouterr().err == "simcore: too much of it\n"
    assert main(["odds", chancy, "--limit", "3"]) == 0


# how it looks


def test_the_exact_table(chancy: str, capsys: Printed) -> None:
    assert main(["odds", chancy]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(re.fullmatch(r"exact, \d+ states?", line) for line in lines)
    assert "keeps the Runner out                0.0000 %" in lines
    assert "Runner: credits spent                 1.3333" in lines
    assert not any("interval" in line or "games" in line for line in lines)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0.0000 %"),
        (1.0, "100.0000 %"),
        (1 - TINY / 10, "100.0000 %"),
        (2 / 7, "28.5714 %"),
        (2.5e-8, "2.5e-06 %"),
        (1 - 2.5e-8, "> 99.9999 %"),
    ],
)
def test_percentages_show_what_is_certain_and_nothing_else(share: float, text: str) -> None:
    assert percent(share, 4) == text


def test_fractions(chancy: str, capsys: Printed) -> None:
    odds = asked(capsys, chancy, "--fractions")
    assert list(odds) == list(KEYS)
    assert (odds["method"], odds["games"], odds["intervals"]) == ("exact", 0, {})
    assert odds["mean_credits_spent"] == "4/3"
    assert odds["credits_histogram"] == ["1/3", "0", "2/3"]
    assert odds["ended"]["completed"] == "1"
    assert main(["odds", chancy, "--fractions"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Runner: credits spent                 1.3333   4/3" in lines
    assert max(map(len, lines)) <= 80


def test_what_is_certain_has_no_other_side(capsys: Printed) -> None:
    """A long sum of probabilities: rounding must not leave a chance of 1e-16."""
    odds = asked(capsys, str(ROOT / "decks" / "scenarios" / "rd_lock.toml"))
    assert (odds["p_success"], odds["p_keeps_out"]) == (1, 0)


def test_fractions_are_the_decimals(capsys: Printed) -> None:
    """Real cards of an unknown server: two ways to the same numbers."""
    decimals, fractions = asked(capsys, MYSTERY), asked(capsys, MYSTERY, "--fractions")
    for name, value in decimals.items():
        if name.startswith(("p_", "mean_")):
            assert value == pytest.approx(float(Fraction(fractions[name])), abs=1e-14), name
    for name in ("credits_histogram", "points_histogram"):
        exact = [float(Fraction(share)) for share in fractions[name]]
        assert decimals[name] == pytest.approx(exact, abs=1e-14)


def test_long_fractions_stand_below_their_figure() -> None:
    scenario = parse_scenario(CHANCY)
    odds, figures = api.fractions(scenario)
    figures["mean_points"] = Fraction(3**80, 7**70)
    text = fractions_table(odds, scenario, figures)
    assert max(map(len, text.splitlines())) <= 80
    assert str(3**80) in "".join(line.strip() for line in text.splitlines())


def test_too_many_paths_for_fractions(
    chancy: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    with pytest.raises(CapacityError, match="more than 2 paths"):
        api.fractions(chancy, limit=2)
    real = api.fractions
    monkeypatch.setattr(api, "fractions", lambda scenario, _limit: real(scenario, 2))
    assert main(["odds", chancy, "--fractions"]) == 2
    assert "no fractions: more than 2 paths of chance" in capsys.readouterr().err


def test_fractions_say_what_is_not_played(tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "omni.toml"
    file.write_text(
        'edition = "nsg"\n[server]\nkind = "remote"\nice = ["Enigma"]\n[corp]\ncredits = 9\n'
        "[runner]\ncredits = 1\n"
        'rig = ["Omni-drive", { card = "Corroder", host = "Omni-drive" }, "Gordian Blade"]\n',
        encoding="utf-8",
    )
    assert main(["odds", str(file), "--fractions"]) == 2
    said = capsys.readouterr().err
    assert "Omni-drive" in said and "paths" not in said


# Python


def test_the_python_interface_has_the_same_ways(chancy: str) -> None:
    odds = simcore.odds(chancy)
    assert (odds.method, odds.games) == ("exact", 0)
    assert odds == simcore.odds(chancy, method="exact")
    frame = odds.frame()
    assert (frame["low"] == frame["value"]).all()
    assert (frame["high"] == frame["value"]).all()
    assert simcore.odds(chancy, 1000).method == "sampled"
    assert simcore.odds(chancy, games=1000).games == 1000
    assert simcore.odds(chancy, method="sample", games=1000, seed=1).seed == 1
    for name in ("games", "seed", "threads"):
        with pytest.raises(SimcoreError, match=f"exact odds take no {name}"):
            simcore.odds(chancy, method="exact", **{name: 10})  # type: ignore[arg-type]
    with pytest.raises(SimcoreError, match="a limit is of exact odds"):
        simcore.odds(chancy, games=10, limit=10)
    with pytest.raises(SimcoreError, match="one of auto, exact, sample"):
        simcore.odds(chancy, method="guess")


@pytest.mark.usefixtures("never_solved")
def test_python_samples_what_is_too_large_and_says_why(chancy: str) -> None:
    odds = simcore.odds(chancy)
    assert (odds.method, odds.games, odds.seed) == ("conditioned", 1_000_000, 1)
    assert odds.notes[-1].startswith("conditioned: too large to solve exactly")
    with pytest.raises(CapacityError, match="too large to solve exactly"):
        simcore.odds(chancy, method="exact")


# Ctrl-C

INTERRUPTIBLE = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
import simcore.exact
from simcore.cli import main
from simcore.encode import encode

def solve(encoded, *limits):
    print("SOLVING", file=sys.stderr, flush=True)
    time.sleep(60)

simcore.exact.solve = solve
raise SystemExit(main())
"""


def test_ctrl_c_while_solving_ends_cleanly(chancy: str) -> None:
    command = [sys.executable, "-c", INTERRUPTIBLE, "odds", chancy]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line == "SOLVING\n":
                break
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=60)
    assert (process.returncode, printed, said) == (130, "", "simcore: interrupted\n")


# conditioned


def test_conditioned_odds_on_the_command_line(chancy: str, capsys: Printed) -> None:
    odds = asked(capsys, chancy, "--condition", "--games", "600", "--threads", "1")
    assert list(odds) == list(KEYS)
    assert (odds["method"], odds["games"], odds["seed"]) == ("conditioned", 600, 1)
    low, high = odds["intervals"]["mean_credits_spent"]
    assert low < 4 / 3 < high
    assert sum(odds["credits_histogram"]) == pytest.approx(1, abs=1e-12)
    plain = asked(capsys, chancy, "--sample", "--games", "600", "--threads", "1")
    assert list(odds["intervals"]) == list(plain["intervals"])
    assert main(["odds", chancy, "--condition", "--games", "600"]) == 0
    printed = capsys.readouterr().out
    assert "600 games until the breach, accesses exact from 2 states on" in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_other_seeds_condition_on_other_games(chancy: str) -> None:
    found = [simcore.odds(chancy, 600, seed=n, method="condition", threads=1) for n in range(1, 6)]
    assert [odds.seed for odds in found] == [1, 2, 3, 4, 5]
    assert len({odds.mean_credits_spent for odds in found}) > 1


def test_python_conditions_too(chancy: str) -> None:
    odds = simcore.odds(chancy, 500, method="condition", threads=1)
    assert (odds.method, odds.games, odds.states) == ("conditioned", 500, 2)


def test_what_is_not_summed_is_sampled_and_says_why(
    chancy: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    real = conditioning.condition
    monkeypatch.setattr(
        conditioning, "condition", lambda *given, **said: real(*given, **said, most_states=1)
    )
    assert main(["odds", chancy, "--condition", "--games", "500", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["method"] == "sampled"
    assert found["notes"][0].startswith("accesses are not summed: more than 1 states")
