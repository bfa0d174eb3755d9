"""`simcore matrix` on the command line: text, CSV, JSON, and what is wrong with input."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from simcore.cli import main

SMALL = [
    *("--ice", "Ice Wall", "--ice", "Enigma", "--ice", "Woodcutter", "--on", "hq"),
    *("--breakers", "Corroder", "--breakers", "Yog.0", "--breakers", "Tunnel Vision"),
]
"""Nobody says which server is marked: Tunnel Vision has no price."""


def run(*arguments: str) -> int:
    return main(["matrix", *arguments])


def test_a_small_selection_is_shown_cell_by_cell(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*SMALL, "--ice", "Eli 1.0") == 0
    lines = capsys.readouterr().out.splitlines()
    cells: dict[str, list[str]] = {}
    for line in lines:
        cells.setdefault(line[:26].strip(), line[26:].split())
    assert cells["Ice Wall"] == ["1", "—", "?"]
    assert cells["Enigma"] == ["—", "0", "?"]
    assert cells["Woodcutter"] == ["∅", "∅", "?"]
    assert cells["Eli 1.0"] == ["0*", "0*", "?"]
    assert cells["breaks"] == ["2", "2", "0"]
    text = " ".join(" ".join(lines).split())
    assert "4 pairs are not worked out (?): 4 Tunnel Vision: say which" in text
    assert "1 without subroutines (∅): Woodcutter" in text
    assert "approximate: Tunnel Vision" in text


def test_a_big_one_as_averages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--ice", "barrier", "--breakers", "icebreaker", "--unbreakable", "10") == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    at = next(n for n, line in enumerate(lines) if line.startswith("breaker "))
    means = [float(line.split()[-1]) for line in lines[at + 1 : lines.index("", at)]]
    assert len(means) > 50
    broken = [mean for mean in means if mean < 10]
    assert broken == sorted(broken)


def test_all_of_it_fits_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ((), ("--edition", "onr"), ("--breakers", "killer", "--ice", "grail")):
        assert run(*arguments) == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_averages_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*SMALL, "--averages", "--no-subs", "zero", "--unbreakable", "9") == 0
    rows = {line[:33].strip(): line[33:].split() for line in capsys.readouterr().out.splitlines()}
    assert rows["Corroder"] == ["0.50", "2", "3", "66.7", "%", "0", "3.33"]
    assert rows["Yog.0"] == ["0.00", "2", "3", "66.7", "%", "0", "3.00"]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*SMALL, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["edition"] == "nsg"
    assert told["ice"] == ["Ice Wall", "Enigma", "Woodcutter"]
    assert told["breakers"] == ["Corroder", "Yog.0", "Tunnel Vision"]
    lines = [[1, None, "refused"], [None, 0, "refused"], ["no subs", "no subs", "refused"]]
    assert told["costs"] == lines
    assert told["subs"] == [1, 2, 0]
    assert list(told["refused"].values()) == [3]
    assert told["averages"][0] == {
        "breaker": "Corroder",
        "breaks": 1,
        "of": 2,
        "share": 0.5,
        "mean": 1.0,
        "overall": None,
        "refused": 0,
    }
    assert told["averages"][2]["refused"] == 3
    assert "Tunnel Vision" in told["cards"]["approximate"]
    assert told["assumed"] == []


def test_what_is_left_open_is_settled_or_stated(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("--ice", "Chimera", "--ice", "Peeping Tom", "--ice", "Envelopment{power=1}")
    assert run(*line, "--breakers", "Gordian Blade", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    kinds = ("barrier", "code gate", "sentry")
    chimeras = [f"Chimera{{chosen={kind}}}" for kind in kinds]
    assert told["ice"] == [*chimeras, "Peeping Tom", "Envelopment{power=1}"]
    assert told["costs"] == [[None], [1], [None], [7], [None]]
    assert [text.partition(":")[0] for text in told["assumed"]] == ["Peeping Tom"]


def test_the_server_counts(capsys: pytest.CaptureFixture[str]) -> None:
    cleaver = ("--ice", "Palisade", "--breakers", "Cleaver")
    for server, cost, name in (("remote", 3, "a remote server"), ("rd", 1, "R&D")):
        assert run(*cleaver, "--on", server) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(f"1 piece of ice on {name}, 1 breaker (nsg)")
        assert f"Palisade{cost:>22}" in lines


def test_the_words_of_1996(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--edition", "onr", "--ice", "Quandary", "--breakers", "Codecracker") == 0
    assert "fewest bits" in capsys.readouterr().out


def test_csv_holds_the_whole_matrix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "matrix.csv"
    path.write_text("old")
    assert run(*SMALL, "--csv", str(path)) == 0
    assert f"written to {path}" in capsys.readouterr().out
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows == [
        ["ice", "Corroder", "Yog.0", "Tunnel Vision"],
        ["Ice Wall", "1", "", "refused"],
        ["Enigma", "", "0", "refused"],
        ["Woodcutter", "no subs", "no subs", "refused"],
    ]
    assert os.listdir(tmp_path) == ["matrix.csv"]


def test_a_file_that_cannot_be_written_stays_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "matrix.csv"
    path.write_text("old")

    def full(_source: str, _target: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(os, "replace", full)
    assert run(*SMALL, "--csv", str(path)) == 2
    assert "No space left" in capsys.readouterr().err
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["matrix.csv"]


@pytest.mark.parametrize("place", ["", "missing/matrix.csv", "."])
def test_a_place_that_is_no_file(
    place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / place) if place else ""
    assert run(*SMALL, "--csv", path) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("simcore: ") and captured.err.count("\n") == 1
    assert not captured.out


def test_an_empty_path_is_not_a_place_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*SMALL, "--csv", "") == 2
    assert capsys.readouterr().err == "simcore: --csv: the path of the file is empty\n"


def test_a_name_too_long_is_the_one_that_was_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / ("x" * 300))
    assert run(*SMALL, "--csv", path) == 2
    assert capsys.readouterr().err.startswith(f"simcore: {path}: ")
    assert not os.listdir(tmp_path)


def test_all_cards_that_are_wrong_are_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    ice = ("--ice", "Corroder", "--ice", "nowhere")
    assert run(*ice, "--breakers", "Ice Wall", "--breakers", "Qqqq") == 2
    assert capsys.readouterr().err.splitlines() == [
        "simcore: Corroder is not ice",
        'simcore: no card is called "nowhere"',
        "simcore: Ice Wall is not a breaker",
        'simcore: no card is called "Qqqq"',
    ]


def test_csv_to_a_device(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*SMALL, "--csv", os.devnull) == 0
    assert Path(os.devnull).is_char_device()
    assert "written to" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ice", "Icewall"], 'did you mean "Ice Wall"'),
        (["--ice", "Corroder"], "Corroder is not ice"),
        (["--breakers", "Ice Wall"], "Ice Wall is not a breaker"),
        (["--breakers", "Corodder"], 'did you mean "Corroder"'),
        (["--breakers", "Atman{powr=3}"], "did you mean 'power'"),
        (["--breakers", "Chameleon{chosen=wall of}"], "chosen"),
        (["--advancement", "-1"], "--advancement: expected a whole number"),
        (["--advancement", "1e99"], "--advancement: expected a whole number"),
        (["--unbreakable", "x"], "expected skip or a whole number"),
        (["--unbreakable", "1001"], "from 0 to 1000, not '1001'"),
        (["--no-subs", "half"], "--no-subs"),
        (["--edition", "1997"], "--edition"),
        (["--on", "hand"], "--on"),
        (["Ice Wall"], "there is no argument 'Ice Wall'"),
    ],
)
def test_bad_input(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert not captured.out and "Traceback" not in captured.err


def test_help_says_what_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("-h") == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "skip, the default" in text and "example: simcore matrix" in text


def test_nothing_of_the_engine_is_needed_for_the_help() -> None:
    code = (
        "import sys; from simcore.cli import main; main(['matrix', '-h']); "
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
