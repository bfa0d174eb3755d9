"""What the options of the command line take, at their bounds, and what is said in numbers."""

from __future__ import annotations

import argparse
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from boards import board, wall

from simcore import api
from simcore.cli import main
from simcore.commands import break_cost, cards, console, matrix, odds, options, trace
from simcore.commands.own_cards_text import _entry, _written
from simcore.errors import SimcoreError
from simcore.trace import tell

SCENARIO = str(Path(__file__).parents[2] / "decks" / "scenarios" / "taxing_remote.toml")
TABLE = ["matrix", "--ice", "Palisade", "--breakers", "Unity", "--csv"]
COMMANDS = {
    "odds": (odds, [SCENARIO]),
    "trace": (trace, [SCENARIO]),
    "break": (break_cost, ["Ice Wall"]),
    "matrix": (matrix, []),
    "cards": (cards, []),
}


def parsed(command: str, *given: str) -> argparse.Namespace:
    module, needed = COMMANDS[command]
    parser = argparse.ArgumentParser(exit_on_error=False)
    module.add_options(parser)
    return parser.parse_args([*needed, *given])


@pytest.mark.parametrize(
    ("command", "option", "lowest", "highest", "otherwise"),
    [
        ("odds", "games", 1, 10**12, None),
        ("odds", "seed", 0, 2**64 - 1, None),
        ("odds", "threads", 1, 1024, None),
        ("odds", "limit", 1, 10**10, None),
        ("trace", "seed", 0, 2**64 - 1, 1),
        ("trace", "game", 0, 2**63 - 2, 0),
        ("break", "advancement", 0, 255, None),
        ("break", "grip", 0, 255, None),
        ("break", "clicks", 0, 255, None),
        ("matrix", "advancement", 0, 255, None),
        ("matrix", "grip", 0, 255, 5),
        ("matrix", "unbreakable", 0, 1000, None),
    ],
)
def test_numbers_from_the_least_to_the_most(
    command: str, option: str, lowest: int, highest: int, otherwise: int | None
) -> None:
    assert getattr(parsed(command), option) == otherwise
    for number in (lowest, highest):
        assert getattr(parsed(command, f"--{option}", str(number)), option) == number
    for number in (lowest - 1, highest + 1):
        with pytest.raises(argparse.ArgumentError, match=f"a whole number from {lowest} to "):
            parsed(command, f"--{option}={number}")


def test_a_price_that_is_no_number() -> None:
    assert parsed("matrix", "--unbreakable", "skip").unbreakable is None
    with pytest.raises(argparse.ArgumentError, match="expected skip or a whole number"):
        parsed("matrix", "--unbreakable", "x")


@pytest.mark.parametrize(
    ("number", "words"),
    [(10**12, "1e12"), (10**5, "1e5"), (10**4, "10000"), (123456, "123456"), (255, "255")],
)
def test_round_numbers_are_short(number: int, words: str) -> None:
    assert options._short(number) == words


def test_the_nearest_word() -> None:
    assert options.did_you_mean("ods", ["odds", "cards"]) == "; did you mean 'odds'?"
    assert options.did_you_mean("qqqq", ["odds", "cards"]) == ""


# ---- lines that are rewritten --------------------------------------------------------------


def test_how_long_games_will_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1,000 games 250 in ten seconds: 25 a second, and 750 to go."""
    now = [100.0]
    monkeypatch.setattr("simcore.commands.console.time.monotonic", lambda: now[0])
    stream = io.StringIO()
    progress = console.Progress(stream, 1000)
    progress.show(1)
    assert stream.getvalue() == ""  # too soon
    now[0] = 110.0
    progress.show(250)
    assert stream.getvalue() == "\r\x1b[K250 of 1,000 games (25%), 30 s left"
    now[0] = 110.05
    progress.show(260)
    assert "260" not in stream.getvalue()  # just written
    now[0] = 110.1
    progress.show(275)
    assert stream.getvalue().endswith("275 of 1,000 games (28%), 27 s left")
    progress.clear()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_json_is_indented_by_two(capsys: pytest.CaptureFixture[str]) -> None:
    console.print_json({"a": [1]})
    assert capsys.readouterr().out.splitlines()[:2] == ["{", '  "a": [']


# ---- what commands say ---------------------------------------------------------------------


def test_advancement_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["break", "Ice Wall", "--with", "Corroder", "--advancement", "2"]) == 0
    assert capsys.readouterr().out.startswith(
        "Ice Wall with 2 advancement (1 subroutine) against Corroder\n"
    )
    assert main(["break", "Ice Wall", "--with", "Corroder"]) == 0
    assert capsys.readouterr().out.startswith("Ice Wall (1 subroutine) against Corroder\n")


def test_what_nobody_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five cards in the grip, the counters that the ice gets, as many clicks as are needed."""
    asked: list[dict[str, Any]] = []

    def cheapest(*_: object, **given: Any) -> None:
        asked.append(given)
        raise SimcoreError("that is all")

    monkeypatch.setattr(api, "break_cost", cheapest)
    assert main(["break", "Ice Wall", "--with", "Corroder"]) != 0
    numbers = ["--grip", "0", "--advancement", "3", "--clicks", "2"]
    assert main(["break", "Ice Wall", "--with", "Corroder", *numbers]) != 0
    said = [(each["grip"], each["advancement"], each["clicks"]) for each in asked]
    assert said == [(5, None, None), (0, 3, 2)]


def test_one_card_is_described_and_several_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "Palisade"]) == 0
    assert "  subroutine 1: the run ends" in capsys.readouterr().out
    assert main(["cards", "code gate"]) == 0
    assert "subroutine 1" not in capsys.readouterr().out
    for edition, other in (([], "onr"), (["--edition", "onr"], "nsg")):
        title = "Rock Is Strong" if other == "onr" else "Palisade"
        assert main(["cards", title, *edition]) != 0
        assert f"the other pool has one: --edition {other}" in capsys.readouterr().err


def test_a_table_of_coverage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "Palisade", "--coverage", "--edition", "nsg"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("modern pool         ") and len(lines[0]) == 20 + 3 * 13
    assert all(len(line) == 20 + 3 * 13 for line in lines if "by set" not in line)
    assert main(["cards", "Wall of", "--coverage"]) == 0
    lines = capsys.readouterr().out.splitlines()
    modern, old = (n for n, line in enumerate(lines) if " pool " in line)
    assert (lines[modern].split()[0], lines[old].split()[0]) == ("modern", "1996")
    assert [n < old for n, line in enumerate(lines) if line.startswith("  Core Set")] == [True]


def test_effects_with_what_may_follow_them() -> None:
    assert _written("net") == "net [sure] N"
    assert _written("etr") == "etr"
    assert _written("trash").startswith("trash KIND N")
    assert _written("discard") == "discard [corp|stack] N"
    assert _written("copy-sub") == "copy-sub bioroid|other|here"
    lines = _entry("name", "word " * 40).splitlines()
    assert all(len(line) <= 80 for line in lines)
    at = lines[0].index("word")
    assert all(line.startswith(" " * at + "word") for line in lines[1:])


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(SimcoreError, match="the scenario's to say with --server"):
        break_cost._check(parsed("break", "--server", SCENARIO, "--grip", "3"))


def test_a_story_is_told_under_its_steps() -> None:
    scenario = board(wall(9, 1, "net 1"), *[wall(9, title="A very long title " * 6)] * 2)
    lines = tell(scenario, 1, 0).splitlines()
    assert all(len(line) <= 80 for line in lines)
    further = [line for line in lines if line.startswith(" ")]
    assert further and len({len(line) - len(line.lstrip()) for line in further}) == 1
    label = next(line for line in lines if line.startswith("1.1"))
    assert len(further[0]) - len(further[0].lstrip()) == label.index("The Runner runs")


def test_a_game_that_was_told_is_played_alike(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", SCENARIO, "--seed", "1", "--game", "7"]) == 0
    assert "The kernel's record of this game is the same." in capsys.readouterr().out
    assert main(["trace", SCENARIO, "--game", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["game"] == 3


def test_a_table_has_the_rights_of_files_that_are_made_here(tmp_path: Path) -> None:
    """Or those that it had before."""
    path = tmp_path / "table.csv"
    for mask, mode in ((0o000, 0o666), (0o027, 0o640)):
        path.unlink(missing_ok=True)
        before = os.umask(mask)
        try:
            assert main([*TABLE, str(path)]) == 0
            assert os.umask(mask) == mask
        finally:
            os.umask(before)
        assert path.stat().st_mode & 0o7777 == mode
    for mode in (0o777, 0o604):
        path.chmod(mode)
        assert main([*TABLE, str(path)]) == 0
        assert path.stat().st_mode & 0o7777 == mode


def test_exact_odds_or_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", SCENARIO, "--exact", "--limit", "1"]) != 0
    assert "more than 1 paths of chance" in capsys.readouterr().err
    assert main(["odds", SCENARIO, "--exact"]) == 0
    assert "exact, 24 states" in capsys.readouterr().out


def test_cards_that_are_asked_for() -> None:
    assert parsed("cards", "ice", "--coverage").coverage
    assert parsed("cards").query == ""
