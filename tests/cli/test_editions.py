"""The editions on the command line: the comparison, the flag, the words of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simcore.cli import main
from simcore.commands.options import EDITION_IDS
from simcore.editions import EDITIONS

SCENARIOS = Path(__file__).parents[2] / "decks" / "scenarios"
MODERN = str(SCENARIOS / "last_window.toml")
OLD = str(SCENARIOS / "noisy_fort_1996.toml")


def printed(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    """What a command that succeeds prints."""
    assert main(list(line)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    """The message of a command with bad input; nothing else is printed."""
    assert main(list(line)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_the_flag_and_the_tables_know_the_same_editions() -> None:
    assert set(EDITION_IDS) == set(EDITIONS)
    assert EDITION_IDS[0] == "nsg"


def test_the_comparison_fits_a_terminal_and_names_every_edition(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = printed(capsys, "editions")
    assert all(len(line) <= 80 for line in text.splitlines())
    for edition in EDITIONS.values():
        assert f"{edition.id:10}{edition.name}" in text
    assert "  onr                       bits, data fort, node, brain damage" in text


def test_the_comparison_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(printed(capsys, "editions", "--json"))
    assert set(found) == {"editions", "differences", "steps"}
    assert list(found["steps"]["onr"]) == [f"s{number}" for number in range(1, 21)]
    for answers in found["differences"].values():
        assert list(answers) == list(EDITIONS)
    assert found["differences"]["trace tie goes to"] == {
        "nsg": "Runner",
        "ffg2012": "Runner",
        "ffg2017": "Runner",
        "onr": "Corp",
    }
    modern_and_1996 = {
        "accesses": ("each resolved before", "all seen"),
        "seven points": ("at once", "after the whole batch"),
        "number on a trace": ("added to", "limits"),
        "link": ("sum over all cards", "one base link"),
    }
    for question, begins in modern_and_1996.items():
        for edition, answer in found["differences"][question].items():
            assert answer.startswith(begins[edition == "onr"])


def test_odds_under_another_edition(capsys: pytest.CaptureFixture[str]) -> None:
    rates = {}
    for edition in ("nsg", "ffg2012", "ffg2017"):
        line = ("odds", MODERN, "--games", "4000", "--edition", edition, "--json")
        found = json.loads(printed(capsys, *line))
        assert found["edition"] == edition
        rates[edition] = found["p_keeps_out"]
    assert rates["nsg"] == pytest.approx(0.75, abs=0.03)
    assert rates["ffg2012"] == rates["ffg2017"] == pytest.approx(0.5, abs=0.03)


def test_a_trace_under_another_edition(capsys: pytest.CaptureFixture[str]) -> None:
    modern = printed(capsys, "trace", MODERN)
    assert modern.startswith("1.1  ")
    text = printed(capsys, "trace", MODERN, "--edition", "ffg2012")
    assert text.startswith("1    ")
    assert text.endswith("The kernel's record of this game is the same.\n")


def test_tables_of_1996_speak_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, "odds", OLD, "--games", "2000")
    head = " ".join(text.splitlines()[:2])
    assert "a run on a subsidiary data fort, 3 pieces of ice (edition onr)" in " ".join(
        head.split()
    )
    for words in ("no agenda liberated", "Runner: bits spent", "cards left in hand"):
        assert words in text
    for word in ("credit", "stolen", "grip", "server", "bad publicity"):
        assert word not in text
    story = printed(capsys, "trace", OLD, "--game", "3")
    assert "Vewy Vewy Quiet" not in story
    assert "bits" in story and "credit" not in story and "server" not in story


def test_titles_are_never_put_into_other_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "server.toml"
    text = Path(OLD).read_text(encoding="utf-8")
    path.write_text(text.replace("Research Files", "Stolen server credits"), encoding="utf-8")
    assert "/server.toml" in printed(capsys, "odds", str(path), "--games", "9").replace("\n  ", "")
    story = printed(capsys, "trace", str(path), "--game", "0")
    assert "Stolen server credits" in " ".join(story.split())


def test_breaking_in_the_words_of_1996(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("break", "Reinforced Wall", "--with", "Hammer", "--edition", "onr")
    assert printed(capsys, *line).splitlines() == [
        "Reinforced Wall (2 subroutines) against Hammer",
        "cost: 4 bits",
        "  Hammer: boosts to strength 4 (2 bits)",
        "  Hammer: breaks 2 subroutines (2 bits)",
    ]


def test_cards_of_an_edition(capsys: pytest.CaptureFixture[str]) -> None:
    modern = printed(capsys, "cards", "enigma")
    for edition in ("ffg2012", "ffg2017"):
        assert printed(capsys, "cards", "enigma", "--edition", edition) == modern
    assert "the other pool has one" in refused(capsys, "cards", "enigma", "--edition", "onr")


@pytest.mark.parametrize(
    "line",
    [
        ("odds", MODERN),
        ("trace", MODERN),
        ("break", "Palisade", "--with", "Cleaver"),
        ("cards", "palisade"),
    ],
)
def test_an_edition_nobody_knows(line: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, *line, "--edition", "1996")
    for edition in EDITIONS:
        assert edition in message
    assert f"try: simcore {line[0]} -h" in message


@pytest.mark.parametrize("command", ["odds", "trace"])
@pytest.mark.parametrize(
    ("path", "edition", "lines"),
    [
        (MODERN, "onr", ['server.ice[0]: no card of the 1996 pool is called "Pop-up Window"']),
        (
            OLD,
            "nsg",
            [
                'server.ice[1]: no card of the modern pool is called "Fang"',
                'the 1996 pool has one: write "onr:Fang"',
            ],
        ),
    ],
)
def test_titles_of_the_other_pool(
    command: str,
    path: str,
    edition: str,
    lines: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    message = refused(capsys, command, path, "--edition", edition)
    for line in lines:
        assert line in message


def test_a_card_to_break_from_the_other_pool(capsys: pytest.CaptureFixture[str]) -> None:
    message = refused(capsys, "break", "Palisade", "--with", "Cleaver", "--edition", "onr")
    assert 'write "nsg:Palisade"' in message
