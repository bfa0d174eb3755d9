"""Every number of a clause that a run may show, of all cards that are no ice and no breakers,
and of those whose words leave out a 0 or a 1: `pencil_numbers.csv`, compared with the printed
cards.

Whoever enters a card adds its numbers there: those of its clauses and of what it does to ice from
elsewhere, smallest first. What the notation puts in words has its own figure: no breach at all is
0 accesses, a point less -1, two signs of a click are click 2.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest
from pencil_prices import rows

from simcore.cards.pool import DATA, load_pool

CARDS = {row["id"]: row["numbers"] for row in rows("pencil_numbers.csv")}
ELSEWHERE = tomllib.loads((DATA / "elsewhere.toml").read_text(encoding="utf-8"))
ASIDE = ("src", "fidelity", "declined")
LOADED = re.compile(r"install: (virus|power) \d+$")
"""Of what is done outside a run, the counters that a card comes with matter in it."""


def clauses(card: str) -> Iterator[str]:
    """The clauses of a card that a run may show, executed by games or by prices alone."""
    entry = load_pool("onr" if card.startswith("onr_") else "nsg").entry(card)
    for key, value in entry.keys.items() if entry else ():
        texts = value if isinstance(value, list) else [value]
        for text in () if key in ASIDE else map(str, texts):
            if key != "outside" or LOADED.match(text):
                yield text
    yield from ELSEWHERE.get(card, ())


def numbers_of(card: str) -> list[int]:
    """The numbers of those clauses, smallest first."""
    return sorted(int(number) for text in clauses(card) for number in re.findall(r"\d+", text))


@pytest.mark.parametrize("card", CARDS)
def test_numbers_of_clauses(card: str) -> None:
    assert numbers_of(card) == [int(number) for number in CARDS[card].split()]


def test_all_cards_with_numbers_are_there_or_in_a_table_of_their_own() -> None:
    told = set(CARDS)
    for table, pool in (("", "nsg"), ("onr_", "onr")):
        for kind in ("ice", "breakers"):
            figures = rows(f"pencil_{table}{kind}.csv")
            told |= {load_pool(pool).find(row.get("id") or row["name"]).id for row in figures}
    cards = {card for pool in ("nsg", "onr") for card in load_pool(pool)._lines} | set(ELSEWHERE)
    assert sorted(card for card in cards - told if numbers_of(card)) == []
