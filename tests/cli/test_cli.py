"""The command line: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simcore.cli import main
from simcore.errors import CapacityError
from simcore.version import __version__

ROOT = Path(__file__).parents[2]
SCENARIO = str(ROOT / "decks" / "scenarios" / "taxing_remote.toml")

KEYS = (
    "method edition games seed p_success p_keeps_out p_no_steal p_steal p_win mean_points "
    "mean_accesses mean_credits_spent mean_credits_lost mean_corp_credits_spent "
    "mean_net_damage mean_meat_damage mean_core_damage mean_tags mean_corp_cards_trashed "
    "mean_programs_lost mean_clicks_lost mean_grip_left mean_clicks_spent "
    "mean_bad_publicity_spent mean_recurring_spent mean_hosted_spent ended "
    "credits_histogram points_histogram intervals games_per_second cards notes"
).split()

GUARDED = """
edition = "nsg"
[server]
kind = "remote"
ice = [{ card = "Wall", rezzed = true }]
[corp]
credits = 5
[runner]
credits = 9
rig = ["Own Breaker"]
[[card]]
name = "Wall"
type = "ice"
subtypes = ["barrier"]
strength = 2
rez = 1
subs = ["etr"]
[[card]]
name = "Own Breaker"
type = "program"
subtypes = ["icebreaker", "fracter"]
strength = 1
break = ["1c: 1 barrier"]
pump = ["1c: +1"]
"""
"""A run without any chance in it: two credits buy the way in."""


@pytest.fixture
def guarded(tmp_path: Path) -> str:
    path = tmp_path / "guarded.toml"
    path.write_text(GUARDED, encoding="utf-8")
    return str(path)


def shell(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    """`simcore` (or Python `code` that gets the arguments) in a process of its own."""
    start = ["-c", code] if code else ["-m", "simcore"]
    command = [sys.executable, *start, *arguments]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300, check=False
    )


# help and versions


@pytest.mark.parametrize("command", [[], ["odds"], ["trace"], ["break"], ["cards"]])
def test_every_help_has_an_example(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "-h"]) == 0
    printed = capsys.readouterr().out
    assert "example: simcore " in printed
    assert max(map(len, printed.splitlines())) <= 80


def test_help_imports_nothing_heavy() -> None:
    code = """
import sys
from simcore.cli import main
from simcore.errors import CapacityError
main(["--help"])
heavy = {"numpy", "numba", "pandas", "matplotlib", "simcore.api", "simcore.record", "tomllib"}
raise SystemExit(bool(heavy & set(sys.modules)))
"""
    assert shell(code=code).returncode == 0


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = """
import sys
import simcore
assert "odds" in dir(simcore)
assert not {"numpy", "numba", "pandas", "dataclasses", "simcore.api"} & set(sys.modules)
assert simcore.odds.__module__ == "simcore.api"
"""
    done = shell(code=code)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_takes_a_tenth_of_a_second() -> None:
    def of_children() -> float:  # processor time: others may be at work as well
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def seconds(*arguments: str, code: str = "") -> float:
        best = 9.0
        for _ in range(7):
            start = of_children()
            shell(*arguments, code=code)
            best = min(best, of_children() - start)
        return best

    assert seconds("--help") - seconds(code="pass") < 0.1


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith(f"simcore {__version__} ")


# odds


def test_odds_json_has_exactly_the_keys_of_the_contract(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["odds", SCENARIO, "--games", "2e3", "--json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert list(odds) == list(KEYS)
    assert odds["games"] == 2000
    causes = "completed ice upgrade jacked_out flatlined won redirected".split()
    assert list(odds["ended"]) == causes
    assert sum(odds["ended"].values()) == pytest.approx(1)
    assert sum(odds["credits_histogram"]) == pytest.approx(1)
    assert list(odds["cards"]) == ["exact", "approximate", "stats"]
    assert "Karunā" in odds["cards"]["exact"]
    assert odds["p_success"] + odds["p_keeps_out"] == pytest.approx(1)
    assert odds["p_steal"] + odds["p_no_steal"] == pytest.approx(1)


def test_odds_json_is_utf_8_in_any_locale() -> None:
    environment = os.environ | {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "simcore", "odds", SCENARIO, "--games", "10", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert "Karunā" in json.loads(done.stdout.decode("utf-8"))["cards"]["exact"]


@pytest.mark.nojit_sample
def test_odds_of_a_run_without_chance(guarded: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", guarded, "--games", "1000", "--json"]) == 0
    odds = json.loads(capsys.readouterr().out)
    assert odds["p_success"] == 1.0
    assert odds["mean_credits_spent"] == 2.0
    assert odds["credits_histogram"] == [0.0, 0.0, 1.0]
    assert odds["intervals"]["mean_credits_spent"] == [2.0, 2.0]


def test_the_table_fits_a_terminal_and_leads_with_the_answers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["odds", SCENARIO, "--games", "1000"]) == 0
    printed, _ = capsys.readouterr()
    lines = printed.splitlines()
    assert max(map(len, lines)) <= 80
    first = next(n for n, line in enumerate(lines) if "95 % interval" in line)
    assert lines[first + 1].startswith("keeps the Runner out")
    assert lines[first + 2].startswith("no agenda stolen")
    for text in ("why the run ended", "Runner: credits spent", "Corp: credits spent"):
        assert text in printed
    assert "games per second" in printed
    assert "cards: " in printed


def test_threads_change_nothing_but_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for threads in ("1", "2"):
        main(["odds", SCENARIO, "--games", "40_000", "--seed", "5", "--json", "--threads", threads])
        told.append(json.loads(capsys.readouterr().out) | {"games_per_second": 0})
    assert told[0] == told[1]


def test_strict_names_the_cards_that_are_not_exact(
    guarded: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", guarded, "--games", "10", "--strict"]) == 0
    capsys.readouterr()
    text = GUARDED.replace("rig = [", 'rig = ["Clone Chip", ')
    Path(guarded).write_text(text, encoding="utf-8")
    assert main(["odds", guarded, "--games", "10"]) == 0
    assert "approximate: Clone Chip" in capsys.readouterr().out
    assert main(["odds", guarded, "--games", "10", "--strict"]) == 2
    printed, said = capsys.readouterr()
    assert printed == ""
    assert "Clone Chip" in said
    assert "Own Breaker" not in said


# bad input


@pytest.mark.parametrize("number", ["0", "-5", "1e400", "-1e400", "2.5", "nan", "inf", "", "x"])
@pytest.mark.parametrize("option", ["--games", "--threads"])
def test_bad_numbers(option: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", SCENARIO, f"{option}={number}"]) == 2
    printed, said = capsys.readouterr()
    assert printed == ""
    assert said.startswith(f"simcore: {option}: expected a whole number from 1 to ")
    assert repr(number) in said


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (["od", SCENARIO], "did you mean 'odds'?"),
        (
            ["odds", SCENARIO, "--game", "3"],
            "there is no argument '--game'; did you mean '--games'?",
        ),
        (["odds", SCENARIO, "--edition", "ffg2071"], "did you mean 'ffg2017'?"),
    ],
)
def test_near_words_are_told_not_taken(
    line: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line) == 2
    printed, said = capsys.readouterr()
    assert printed == ""
    assert message in said


def test_zero_is_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Not the one that is taken where none is given."""
    told = []
    for option in (["--seed", "0"], ["--seed", "1"], []):
        assert main(["odds", SCENARIO, "--games", "4000", "--json", "--threads", "1", *option]) == 0
        told.append(json.loads(capsys.readouterr().out) | {"games_per_second": 0})
    assert (told[0]["seed"], told[1]["seed"]) == (0, 1)
    assert told[1] == told[2]
    assert told[0] | {"seed": 1} != told[1]


@pytest.mark.parametrize("option", ["--seed=-1", "--seed=18446744073709551616", "--seed=1.5"])
def test_bad_seeds(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", SCENARIO, option]) == 2
    assert "--seed: expected a whole number from 0" in capsys.readouterr().err


def test_bad_commands(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["odds"], ["dance"], ["odds", SCENARIO, "--faster"], ["break", "Ping"]):
        assert main(arguments) == 2
        printed, said = capsys.readouterr()
        assert printed == ""
        assert said.startswith("simcore: ")


@pytest.mark.parametrize("command", ["odds", "trace"])
def test_files_that_cannot_be_read(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = tmp_path / "latin.toml"
    latin.write_bytes('edition = "nsg" # é'.encode("latin-1"))
    secret = tmp_path / "secret.toml"
    secret.write_text(GUARDED, encoding="utf-8")
    secret.chmod(0)
    paths = [tmp_path / "missing.toml", tmp_path, latin]
    if not os.access(secret, os.R_OK):  # root may read anything
        paths.append(secret)
    for path in paths:
        assert main([command, str(path)]) == 2
        printed, said = capsys.readouterr()
        assert printed == ""
        assert str(path) in said
        assert "Traceback" not in said


def test_a_bad_scenario_lists_its_problems(
    guarded: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GUARDED.replace("credits = 9", "credits = -9").replace('kind = "remote"', "kind = 3")
    Path(guarded).write_text(text, encoding="utf-8")
    assert main(["odds", guarded]) == 2
    said = capsys.readouterr().err
    assert "server.kind" in said
    assert "runner.credits" in said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full device")
def test_a_full_disk_is_one_message() -> None:
    command = [sys.executable, "-m", "simcore", "cards", "--json"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("simcore: ")
    assert len(done.stderr.splitlines()) == 1


def test_a_closed_pipe_is_not_an_error() -> None:
    command = [sys.executable, "-m", "simcore", "cards", "--json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait(60) == 0


# Ctrl-C

INTERRUPTIBLE = """
import signal, sys, time
import simcore.sampling.dealing as dealing
import simcore.sampling.sampler as sampler
from simcore.cli import main
from simcore.errors import CapacityError

real_play, real_prepare, where = sampler.sample_encoded, dealing.prepare, sys.argv.pop(1)

def play(*arguments, **options):
    print("PLAYING", file=sys.stderr, flush=True)
    return real_play(*arguments, **options)

def prepare(*arguments):
    if where == "compiling":
        print("PLAYING", file=sys.stderr, flush=True)
        time.sleep(60)
    return real_prepare(*arguments)

sampler.sample_encoded, dealing.prepare = play, prepare
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells ignore it in the background
raise SystemExit(main())
"""


def interrupt(where: str, *arguments: str) -> tuple[int, str, str]:
    """Send SIGINT once the engine is at work; exit code, stdout, stderr after that."""
    command = [sys.executable, "-c", INTERRUPTIBLE, where, "odds", SCENARIO, *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line == "PLAYING\n":
                break
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        printed, said = process.communicate(timeout=60)
    return process.returncode, printed, said


def test_ctrl_c_prints_what_has_been_played() -> None:
    code, printed, said = interrupt("playing", "--games", "1e12")
    assert code == 130
    assert "INTERRUPTED: " in printed
    assert "of 1,000,000,000,000 games were played" in printed
    assert "keeps the Runner out" in printed
    assert "Traceback" not in said


def test_ctrl_c_with_json_still_prints_one_object() -> None:
    code, printed, said = interrupt("playing", "--games", "1e12", "--json")
    assert code == 130
    assert 0 < json.loads(printed)["games"] < 10**12
    assert "interrupted after" in said


def test_ctrl_c_while_compiling_ends_at_once() -> None:
    code, printed, said = interrupt("compiling", "--sample")
    assert (code, printed) == (130, "")
    assert said.splitlines()[-1] == "simcore: interrupted"
    assert "preparing the kernel" in said


# the other commands


@pytest.mark.nojit_sample
def test_trace_tells_a_game_and_holds_it_against_the_kernel(
    guarded: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", guarded, "--seed", "3", "--game", "4"]) == 0
    printed = capsys.readouterr().out
    assert "Result: " in printed
    assert printed.endswith("kernel's record of this game is the same.\n")


def test_trace_json(guarded: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", guarded, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["seed", "game", "result", "checkpoints", "steps"]
    assert told["result"]["cause"] == "completed"
    assert told["result"]["credits_spent"] == 2
    assert told["checkpoints"][0]["kind"] == "ice"
    assert set(told["steps"][0]) == {"step", "text"}


def test_trace_reports_a_kernel_that_disagrees(
    guarded: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from simcore.tally import Tally

    monkeypatch.setattr("simcore.sampling.sampler.sample", lambda *_, **__: Tally.empty())
    assert main(["trace", guarded]) == 1
    assert "a bug" in capsys.readouterr().err


def test_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "karuna"]) == 0
    printed = capsys.readouterr().out
    assert "Karunā" in printed
    assert "subroutine 1" in printed
    assert main(["cards", "lag time"]) == 0
    assert "active elsewhere: 'ice str +1'" in capsys.readouterr().out
    assert main(["cards", "barrier", "--json"]) == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    assert "Palisade" in [card["title"] for card in cards]
    assert main(["cards", "no such card at all"]) == 2


def test_the_list_of_cards_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


@pytest.mark.parametrize("card", [["Peeping Tom"], ["Dogcatcher", "--edition", "onr"]])
def test_what_a_card_does_fits_a_terminal(
    card: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cards", *card]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_coverage_counts_every_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--json"]) == 0
    cards = json.loads(capsys.readouterr().out)["cards"]
    assert main(["cards", "--coverage", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["coverage"]
    total = rows[-1]
    assert total["type"] == "all"
    assert total["exact"] + total["approximate"] + total["stats"] == len(cards)
    assert main(["cards", "--coverage"]) == 0
    assert "approximate" in capsys.readouterr().out


def test_cards_of_1996(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "laser wire", "--edition", "onr"]) == 0
    printed = capsys.readouterr().out
    assert "ice wall" in printed and "net damage: 1" in printed
    assert main(["cards", "onr:jackhammer"]) == 0
    assert "pay 1 bit: strength +1" in capsys.readouterr().out
    assert main(["cards", "laser wire"]) == 2
    assert "the other pool has one: --edition onr" in capsys.readouterr().err
    assert main(["cards", "--coverage", "--edition", "onr", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert sum(found["coverage"][-1][level] for level in ("exact", "approximate", "stats")) == 580
    assert {row["set"] for row in found["sets"]} == {"Base v1.0", "Proteus", "Classic"}
    assert main(["cards", "--coverage"]) == 0
    printed = capsys.readouterr().out
    assert "modern pool" in printed and "1996 pool" in printed and "Core Set" in printed


def test_closed_streams_are_no_error() -> None:
    for closing in (">&-", "2>&-", ">&- 2>&-"):
        line = f'"{sys.executable}" -m simcore cards tithe {closing}'
        done = subprocess.run(["sh", "-c", line], cwd=ROOT, check=False, capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")


def test_titles_and_paths_with_accents_in_an_ascii_locale(guarded: str, tmp_path: Path) -> None:
    plain = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    path = tmp_path / "Brân.toml"
    path.write_bytes(Path(guarded).read_bytes())
    for arguments in (["break", "Karunā", "--with", "Carmen"], ["odds", str(path), "--games", "9"]):
        done = subprocess.run(
            [sys.executable, "-m", "simcore", *arguments],
            cwd=ROOT,
            env=os.environ | plain,
            check=False,
            capture_output=True,
        )
        assert done.returncode == 0, done.stderr
        assert arguments[1].encode() in done.stdout.replace(b"\n  ", b"")


def test_the_last_game_number_is_the_last_the_sampler_takes(
    guarded: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace", guarded, "--game", str(2**63 - 1)]) == 2
    assert "from 0 to 9223372036854775806" in capsys.readouterr().err
    assert main(["trace", guarded, "--game", str(2**63 - 2)]) == 0


def test_what_nobody_plays_rightly_is_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "undeclared.toml"
    file.write_text(
        'edition = "nsg"\n[server]\nkind = "hq"\n'
        'root = [{ card = "Crisium Grid", rezzed = true },'
        ' { card = "Georgia Emelyov", rezzed = true }]\n'
        '[corp]\ncredits = 0\nhq = ["Hedge Fund"]\n[runner]\ncredits = 0\n',
        encoding="utf-8",
    )
    for command in (["trace"], ["odds"], ["odds", "--fractions"], ["odds", "--sample"]):
        assert main([*command, str(file)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.endswith("'root: run-end[!success]: net 1' beside Crisium Grid\n")


def test_what_the_kernel_refuses_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise CapacityError("Someone: 'something' is not executed here yet")

    monkeypatch.setattr("simcore.encode.encode", refuse)
    monkeypatch.setattr("simcore.sampling.sampler.encode", refuse)
    for command in (["odds", "--sample"], ["trace"]):
        assert main([*command, SCENARIO]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.endswith("Someone: 'something' is not executed here yet")


def test_an_icebreaker_that_breaks_nothing_is_named_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "idle.toml"
    file.write_text(
        'edition = "nsg"\n[server]\nkind = "remote"\nice = ["Ice Wall"]\n[corp]\ncredits = 5\n'
        '[runner]\ncredits = 9\nrig = ["Umbrella", "Corroder"]\n',
        encoding="utf-8",
    )
    assert main(["odds", str(file)]) == 0
    head = capsys.readouterr().out.split("odds\n")[0]
    assert "careful: in these games Umbrella cannot break anything" in head
