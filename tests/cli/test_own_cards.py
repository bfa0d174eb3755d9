"""`simcore cards --notation`: what it says that cards of one's own may say is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simcore.api import load_scenario, server_cost
from simcore.cards.notation import parse_rules
from simcore.cards.vocabulary import ATOMS, CONDITIONS, QUALIFIERS, REGISTERS, SERVERS
from simcore.cli import main
from simcore.commands.own_cards_text import (
    ABILITIES,
    BEFORE_A_COLON,
    OWN_BREAKER,
    OWN_ICE,
    own_cards_text,
)

SERVER = """\
edition = "nsg"
[server]
kind = "remote"
ice = ["Toll Gate"]
[corp]
credits = 20
[runner]
credits = 20
rig = ["Long Lever"]
"""


def section(begin: str) -> list[str]:
    """The first column of a list of the page."""
    lines = own_cards_text().split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith(begin))
    start = next(n for n in range(start, len(lines)) if lines[n].startswith("  "))
    end = next((n for n in range(start, len(lines)) if not lines[n].strip()), len(lines))
    return [line[2:26].strip() for line in lines[start:end] if line[2] != " "]


def test_the_page_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--notation"]) == 0
    out = capsys.readouterr().out
    assert out == own_cards_text() + "\n"
    assert max(map(len, out.split("\n"))) <= 80
    assert main(["cards", "--notation", "--json"]) == 0
    assert "\n".join(json.loads(capsys.readouterr().out)["notation"]) + "\n" == out


@pytest.mark.parametrize("more", ["tithe", "--coverage", "--edition=onr"])
def test_the_page_stands_alone(capsys: pytest.CaptureFixture[str], more: str) -> None:
    assert main(["cards", "--notation", more]) != 0
    assert "stands alone" in capsys.readouterr().err


def test_every_effect_reads_as_it_is_shown() -> None:
    shown = section("effects;")
    assert [text.split(" ")[0] for text in shown] == list(ATOMS)
    for text in shown:
        for word in text.partition(" ")[2].replace("N", "").strip("[] ").split("|"):
            number = "1" if text.endswith("N") else ""
            kind = "prog" if word == "KIND" else word.strip("[] ")
            parse_rules({"subs": [" ".join(filter(None, (text.split(" ")[0], kind, number)))]})


def test_every_condition_and_register_reads() -> None:
    assert [text.removesuffix(" …") for text in section("conditions")] == list(CONDITIONS)
    for name in section("conditions"):
        asked = name.replace(" …", "=hq" if name.startswith("server") else ">=1")
        parse_rules({"subs": [f"if {asked}: tag 1"]})
    assert section("registers") == list(REGISTERS)
    for name in REGISTERS:
        parse_rules({"subs": [f"net 1*{name}"]})


def test_every_ability_reads() -> None:
    for written in ABILITIES:
        key, _, text = written.partition(" ")
        parse_rules({key: text if key in ("rbreak", "recurring") else [text]})


def test_every_word_behind_an_event_reads() -> None:
    assert set(section("behind an event")) == QUALIFIERS
    for word in section("behind an event"):
        event = "run" if word in SERVERS else "access"
        parse_rules({"effects": [f"{event}[{word}]: tag 1"]})


@pytest.mark.parametrize("price", BEFORE_A_COLON)
def test_every_price_before_a_colon_reads(price: str) -> None:
    parse_rules({"break": [f"{price}: 1 any"], "pump": [f"{price}: +1"]})


def test_the_two_cards_shown_meet(tmp_path: Path) -> None:
    """All four subroutines: 4 on strength 2 is a step (2 credits), then four breaks."""
    file = tmp_path / "own.toml"
    file.write_text(f"{SERVER}\n{OWN_ICE}\n{OWN_BREAKER}", encoding="utf-8")
    cost = server_cost(load_scenario(file, breach=False), passing=False)
    assert cost.cost == 2 + 2 + 4


def test_it_is_said_when_a_toll_is_asked_for() -> None:
    said = " ".join(own_cards_text().split())
    assert "every later encounter costs N before all else, or the run ends" in said
