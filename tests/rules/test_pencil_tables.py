"""All prices of `simcore matrix` against textbook sums over figures that people who had read
neither code nor tables wrote from the printed cards: `tests/pencil_prices.py`."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from pencil_prices import (
    GRIP,
    LEFT_OUT,
    Breaker,
    Ice,
    breaker_of,
    held,
    ice_of,
    placed,
    price,
    rows,
    with_credits_alone,
)

from simcore import break_matrix
from simcore.api import find_card
from simcore.prices.matrix import NO_SUBS, UNBREAKABLE

CLICKS = ("click 1: break", "click 2: break", "click 3: break")


@cache
def pencilled(edition: str) -> tuple[dict[str, Ice], dict[str, Breaker]]:
    """The ice and the breakers of the figures, by title."""
    name = "pencil_onr_" if edition == "onr" else "pencil_"
    ice = [ice_of(row) for row in rows(f"{name}ice.csv")]
    breakers = [breaker_of(row) for row in rows(f"{name}breakers.csv")]
    return (
        {find_card(each.id, edition).title: each for each in ice if each.id not in LEFT_OUT},
        {find_card(each.id, edition).title: each for each in breakers if each.id not in LEFT_OUT},
    )


def chosen(label: str) -> tuple[str, str]:
    """A title, and the subtype that the matrix says was chosen for it."""
    title, _, said = label.partition("{")
    return title, said.removeprefix("chosen=").rstrip("}") if "chosen" in said else ""


def counters_of(label: str) -> list[str]:
    """The counters that the matrix says a breaker comes with."""
    return re.findall(r"(?:power|virus)=(\d)", label)


def as_chosen(breaker: Breaker, kind: str) -> Breaker:
    """The breaker for which a subtype was chosen, or this very piece of ice."""
    if kind == "ice":
        return replace(breaker, strength=(breaker.strength or 0) + 5)
    return replace(breaker, breaks=(kind,)) if kind else breaker


def sells_clicks(ice: Ice) -> bool:
    return any(extra.startswith(CLICKS) for extra in ice.extras)


def compare(
    ice: list[str] | None = None,
    breakers: list[str] | None = None,
    *,
    server: str = "remote",
    advancement: int | None = None,
    edition: str = "nsg",
    only_credits: bool = False,
    grip: int = GRIP,
) -> int:
    """How many pairs of a matrix were compared; all that differ are shown."""
    walls, rig = pencilled(edition)
    matrix = break_matrix(
        ice,
        breakers,
        server=server,
        advancement=advancement,
        edition=edition,
        only_credits=only_credits,
        grip=grip,
    )
    compared = 0
    wrong = {}
    for row, label in enumerate(matrix.ice):
        title, kind = chosen(label)
        if title not in walls:
            continue
        wall = placed(walls[title], server, advancement or 0, grip)
        if kind:
            wall = replace(wall, types=wall.types | {kind})
        for column, name in enumerate(matrix.breakers):
            title, kind = chosen(name)
            if title not in rig:
                continue
            breaker = held(as_chosen(rig[title], kind), grip)
            assert counters_of(name) == breaker.installed, name
            compared += 1
            found = int(matrix.costs[row, column])
            expected = _expected(breaker, wall, only_credits)
            if found != expected:
                wrong[label, name] = (found, expected)
            elif edition == "nsg" and not only_credits and found >= 0:
                starred, dear = bool(matrix.extras[row, column]), more_than_credits(breaker, wall)
                if starred != dear:
                    wrong[label, name] = (starred, dear)
    assert not wrong, f"{len(wrong)} (found, by pencil): {dict(list(wrong.items())[:40])}"
    return compared


def more_than_credits(breaker: Breaker, ice: Ice) -> bool:
    """Whether the price is not all that is given up."""
    taxed = "on printed sub broken: lose 1c" in ice.extras
    return taxed or _expected(breaker, ice, False) != _expected(breaker, ice, True)


def as_placed(title: str, kind: str) -> Ice:
    """A piece of the modern pool alone on a remote server, a subtype chosen for it."""
    wall = placed(pencilled("nsg")[0][title])
    return replace(wall, types=wall.types | {kind}) if kind else wall


def _expected(breaker: Breaker, ice: Ice, only_credits: bool) -> int:
    if not ice.subs:
        return NO_SUBS
    if sells_clicks(ice) and not only_credits:
        return 0  # as many clicks as it takes
    found = price(with_credits_alone(breaker) if only_credits else breaker, ice)
    return UNBREAKABLE if found is None else found


def test_every_pair_of_the_modern_pool() -> None:
    assert compare() == 44_979


def test_ice_that_sells_clicks_for_credits_alone() -> None:
    modern, rig = pencilled("nsg")
    bioroids = [title for title, ice in modern.items() if sells_clicks(ice)]
    assert compare(bioroids, list(rig), only_credits=True) == 4_230


def test_breakers_that_cost_more_than_credits_for_credits_alone() -> None:
    _, rig = pencilled("nsg")
    dear = [title for title, each in rig.items() if with_credits_alone(each) != each]
    assert compare(None, dear, only_credits=True) == 319 * len(dear)
    assert len(dear) == 20


@pytest.mark.parametrize(
    ("server", "advancement"),
    [("hq", None), ("rd", None), ("archives", None), ("remote", 1), ("hq", 3)],
)
def test_other_servers_and_advanced_ice(server: str, advancement: int | None) -> None:
    """Strength, subtypes and limits that hang on the place or on counters."""
    rig = ["Mayfly", "Corroder", "Garrote", "Gordian Blade", "Alias", "Breach", "Passport"]
    assert compare(None, rig, server=server, advancement=advancement) == 7 * 319


@pytest.mark.parametrize("grip", [0, 3, 7])
def test_other_grips(grip: int) -> None:
    assert compare(None, ["Cradle", "Mayfly", "Garrote"], grip=grip) == 3 * 319


STATED = [
    # counters that lie on the breaker: how many it can spend, or how strong they make it
    ("Overmind{power=3}", "counters", 3),
    ("Overmind{power=1}", "counters", 1),
    ("Mammon{power=2}", "counters", 2),
    ("God of War{virus=4}", "counters", 4),
    ("Audrey v2{virus=2}", "counters", 2),
    ("Musaazi{virus=6}", "counters", 6),
    ("Yusuf{virus=3}", "counters", 3),
    ("Hantu{virus=1}", "counters", 1),
    ("Propeller{power=1}", "counters", 1),
    ("D4v1d{power=1}", "counters", 1),
    ("Botulus{virus=3}", "counters", 3),
    ('Cerberus "Lady" H1{power=1}', "counters", 1),
    ("Revolver{power=1}", "counters", 2),  # and itself
    ("Revolver{power=0}", "counters", 1),
    ("Aumakua{virus=4}", "strength", 4),
    ("Atman{power=4}", "strength", 4),
    ("Darwin{virus=5}", "strength", 5),
    ("Nfr{power=3}", "strength", 4),
    ("Sūnya{power=2}", "strength", 3),
    ("Puffer{power=2}", "strength", 4),
    ("Study Guide{power=3}", "strength", 3),
    ("Hyperbaric{power=4}", "strength", 4),
]


def test_breakers_with_stated_counters() -> None:
    breakers = {find_card(row["id"]).title: row for row in rows("pencil_breakers.csv")}
    matrix = break_matrix(None, [label for label, _, _ in STATED])
    wrong = {}
    for column, (label, what, count) in enumerate(STATED):
        row = breakers[label.partition("{")[0]]
        bare = breaker_of(row)
        spends = what == "counters"
        breaker = replace(bare, counters=count) if spends else replace(bare, strength=count)
        for line, (title, kind) in enumerate(map(chosen, matrix.ice)):
            wall = as_placed(title, kind)
            found, expected = int(matrix.costs[line, column]), _expected(breaker, wall, False)
            if found != expected:
                wrong[title, label] = (found, expected)
    assert not wrong


def test_every_pair_of_1996() -> None:
    assert compare(edition="onr") == 106 * 52
