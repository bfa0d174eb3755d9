"""What cards are told to do: amounts, plurals and what a clause hangs on."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from boards import card, unread

from simcore.cards import abilities, card_in_words, clauses, english
from simcore.cards.card import Fidelity
from simcore.cards.syntax import Amount, Atom, Price, Unless

TOLD: dict[str, list[tuple[str, str]]] = tomllib.loads(
    Path(__file__).with_name("card_words.toml").read_text(encoding="utf-8")
)
READ: dict[str, tuple[Callable[[str], Any], Callable[[Any], str]]] = {
    "effects": (clauses.parse_effects, english.english),
    "conditions": (clauses.parse_condition, english.condition),
    "clauses": (clauses.parse_clause, card_in_words.clause),
    "standing": (abilities.parse_static, card_in_words.static),
    "breaking": (abilities.parse_break, card_in_words.breaking),
    "boosts": (abilities.parse_pump, card_in_words.pump),
    "paid": (abilities.parse_paid, card_in_words.paid),
    "bypasses": (abilities.parse_bypass, card_in_words.bypass),
    "links": (abilities.parse_base_link, card_in_words.base_link),
}


@pytest.mark.parametrize(
    ("kind", "text", "words"), [(kind, *told) for kind in TOLD for told in TOLD[kind]]
)
def test_what_is_told(kind: str, text: str, words: str) -> None:
    read, tell = READ[kind]
    assert tell(read(text)) == words


def test_gained_strength() -> None:
    found = replace(abilities.parse_break("3c: 1 barrier"), gain=2)
    assert ", after gaining 2 strength for the encounter" in card_in_words.breaking(found)


def test_a_card_that_prices_take_to_the_grip() -> None:
    moved = Atom("trash", Amount(1), ("prog", "grip"))
    assert english.english(moved) == "1 program of the Corp's choice to the grip"


def test_cards_of_the_grip_that_go_and_where() -> None:
    told = [english.english(Atom("discard", Amount(2), words)) for words in ((), ("stack",))]
    assert told[0] == "the Runner trashes from the grip: 2"
    assert told[1] == "the Runner adds so many cards of the grip to the stack: 2"


def test_what_an_effect_means_without_a_number() -> None:
    assert english.meaning_of("rgain") == "the Runner gains N credits"


_ANYTHING = (
    "4 credits lie on it when it is installed, to be spent for anything, never for a noisy one"
)
_BEHIND = "one more subroutine behind the printed ones"
_BEFORE = "one more subroutine before the printed ones"


@pytest.mark.parametrize(
    ("notation", "lines"),
    [
        ({"recurring": 1}, ["1 recurring credit"]),
        ({"recurring": "2 breakers"}, ["2 recurring credits for icebreakers"]),
        (
            {"recurring": "1 breakers stealth"},
            ["1 recurring credit for icebreakers, never for a noisy one"],
        ),
        ({"recurring": "2 central"}, ["2 recurring credits, in runs on central"]),
        (
            {"recurring": "1*ice-here hq"},
            ["recurring credits (1 per piece of ice protecting this server), in runs on hq"],
        ),
        ({"load": 12}, ["12 credits lie on it when it is installed"]),
        (
            {"load": "4 anything stealth"},
            [_ANYTHING],
        ),
        (
            {"on": ["encounter: 1c: ice gains barrier [1/turn]"]},
            ["1 credit once in a turn: the ice met is barrier, too"],
        ),
        (
            {"base_link": ["1c: 3", "2c: +1"]},
            [
                "in a trace, pay 1 credit: a base link of 3",
                "in a trace, pay 2 credits: 1 more link",
            ],
        ),
        ({}, ["does nothing in a run"]),
    ],
)
def test_what_lies_on_a_card(notation: dict[str, Any], lines: list[str]) -> None:
    assert card_in_words.describe(card("Card", "program", **notation)) == lines


def test_a_piece_of_ice() -> None:
    ice = unread(
        "Odd",
        subs=["net 1", "dance", "etr"],
        rbreak=["click 1: 1"],
        corp=["pc 1: tag 1"],
        static=["gain-sub {etr}*tags", "gain-sub {net 1}*power first", "sings"],
    )
    assert card_in_words.describe(ice) == [
        "subroutine 1: net damage: 1",
        "subroutine 2: 'dance', not executed",
        "subroutine 3: the run ends",
        "the Runner can spend 1 click: break up to 1 subroutine on any ice, whatever its strength",
        "the Corp can use 1 power counter of this card: the Runner takes 1 tag",
        f"for each of the tags of the Runner {_BEHIND}: the run ends",
        f"for each of the power counters on the card {_BEFORE}: net damage: 1",
        "not executed: 'sings'",
    ]
    unknown = replace(card("Bare", "ice"), fidelity=Fidelity("stats"))
    assert card_in_words.describe(unknown) == []


@pytest.mark.parametrize(("more", "words"), [(-1, "nothing"), (0, "nothing"), (1, "1 credit")])
def test_what_a_trace_takes_beside_what_was_paid(more: int, words: str) -> None:
    asked = Unless(Atom("tag", Amount(1)), ((Price("for a trace", Amount(more)),),))
    assert f"pay {words} more for the trace" in english.english(asked)
