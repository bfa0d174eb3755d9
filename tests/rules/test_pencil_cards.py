"""Every piece of ice and every breaker as `simcore cards` tells it, against figures that
people who had read neither code nor tables wrote from the printed cards."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import pytest
from pencil_prices import figure, parts, rows
from pencil_words import ability_lines, coded, numbers

from simcore.api import find_card
from simcore.cli import main

EDITIONS = ("nsg", "onr")
POOL = {"nsg": "pencil_", "onr": "pencil_onr_"}
COIN = {"nsg": "credit", "onr": "bit"}
WALLS = {"wall": "barrier"}

OUTSIDE = ("on install", "link ", "install ", "own turn", "threat 4 on install")
"""Extras of breakers that have no meaning within a run."""


Told = dict[str, dict[str, dict[str, Any]]]


@pytest.fixture(scope="module")
def told() -> Told:
    """What simcore says of each card, by edition and title."""
    found = {}
    for edition in EDITIONS:
        with redirect_stdout(StringIO()) as printed:
            assert main(["cards", "--json", "--edition", edition]) == 0
        cards = json.loads(printed.getvalue())["cards"]
        found[edition] = {card["title"]: card for card in cards}
    return found


def pairs(told: Told, edition: str, table: str) -> list[tuple[dict[str, str], dict[str, Any]]]:
    """The lines of a table, each with what simcore says of the card."""
    return [
        (row, told[edition][find_card(row.get("id") or row["name"], edition).title])
        for row in rows(f"{POOL[edition]}{table}.csv")
    ]


def kinds(text: str) -> list[str]:
    return sorted(WALLS.get(kind, kind) for kind in parts(text, "/"))


def rules_of(card: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The subroutines that simcore tells of, and all else but the leave to advance it."""
    lines = [line for line in card["rules"] if not line.startswith("can be advanced")]
    subs = [line for line in lines if line.startswith("subroutine ")]
    return [line.partition(": ")[2] for line in subs], [line for line in lines if line not in subs]


def inside(code: str) -> str:
    """A code without what is done outside a run, which stands in brackets."""
    while "[" in code:
        before, _, rest = code.partition("[")
        code = f"{before.rstrip()} {rest.partition(']')[2].lstrip()}".strip()
    return code


def check_ice(row: dict[str, str], card: dict[str, Any]) -> int:
    """The figures of a piece of ice; how many of its subroutines are told word for word."""
    assert (card["cost"], card["strength"]) == (int(row["rez"]), figure(row["strength"])), row
    assert sorted(card["subtypes"]) == kinds(row["subtypes"]), row
    told, else_told = rules_of(card)
    codes = parts(row["subs"], "|")
    assert len(told) == int(row["count"]) == len(codes), row
    same = 0
    for code, words in zip(codes, told, strict=True):
        same += coded(words) == inside(code)
        assert numbers(coded(words)) == numbers(inside(code)), (row, words)
    assert numbers(" ".join(else_told)) == numbers(row["extras"]), (row, card["rules"])
    return same


@pytest.mark.parametrize(("edition", "count", "alike"), [("nsg", 317, 479), ("onr", 106, 137)])
def test_ice(told: Told, edition: str, count: int, alike: int) -> None:
    """Most subroutines are the same word for word once in codes, all have the same numbers."""
    found = pairs(told, edition, "ice")
    assert len(found) == count == sum(card["type"] == "ice" for card in told[edition].values())
    assert sum(check_ice(row, card) for row, card in found) >= alike


def check_breaker(row: dict[str, str], card: dict[str, Any], edition: str) -> bool:
    """The figures of a breaker; whether its abilities are told in their very words."""
    printed = figure(row["strength"]) if row["strength"] else None
    assert (card["cost"], card["strength"]) == (int(row["cost"]), printed), row
    memory = find_card(row.get("id") or row["name"], edition).memory
    assert memory == int(row["mu"]), row
    icebreaker = ["icebreaker"] if printed is not None else []
    assert sorted(card["subtypes"]) == sorted([*kinds(row["subtypes"]), *icebreaker]), row
    lines = ability_lines(row, COIN[edition])
    same = all(any(f"{said},".startswith(f"{line},") for said in card["rules"]) for line in lines)
    if "boost and break together" in row["extras"]:
        row = {**row, "boost_cost": ""}
    extras = [each for each in parts(row["extras"], ";") if not each.startswith(OUTSIDE)]
    figures = (row["break_cost"], row["subs"], row["boost_cost"], row["boost"], *extras)
    assert numbers(" ".join(card["rules"])) == numbers(" ".join(figures)), (row, card["rules"])
    return same


@pytest.mark.parametrize(("edition", "count", "alike"), [("nsg", 142, 121), ("onr", 47, 45)])
def test_breakers(told: Told, edition: str, count: int, alike: int) -> None:
    """Most are told in the very words that the figures give, all have the same numbers."""
    found = pairs(told, edition, "breakers")
    assert len(found) == count
    assert sum(check_breaker(row, card, edition) for row, card in found) >= alike


def test_figures_of_other_cards(told: Told) -> None:
    """What works on access, in the root, on a run or in a trace, where it is executed."""
    found = rows("pencil_others.csv")
    assert len(found) == 93
    for row in found:
        edition = "onr" if row["id"].startswith("onr_") else "nsg"
        lines = told[edition][find_card(row["id"], edition).title]["rules"]
        executed = [line for line in lines if not line.startswith("not executed")]
        assert numbers(" ".join(executed)) == numbers(row["does"]), (row, lines)
