"""Every number of a clause that a run may show, of all cards that are no ice and no breakers,
and of those whose words leave out a 0 or a 1: `pencil_numbers.csv`, compared with the printed
cards.

Whoever enters a card adds its numbers there: those of its clauses, smallest first. What the
notation puts in words has its own figure: no breach at all is 0 accesses, a point less -1,
two signs of a click are click 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pencil_prices import rows

from simcore.cards.pool import Entry, load_pool

CARDS = {row["id"]: row["numbers"] for row in rows("pencil_numbers.csv")}
ASIDE = ("src", "fidelity", "declined")
LOADED = re.compile(r"install: (virus|power) \d+$")
"""Of what is done outside a run, the counters that a card comes with matter in it."""


def clauses(entry: Entry) -> Iterator[str]:
    """The clauses of a card that a run may show, executed by games or by prices alone."""
    for key, value in entry.keys.items():
        texts = value if isinstance(value, list) else [value]
        for text in () if key in ASIDE else map(str, texts):
            if key != "outside" or LOADED.match(text):
                yield text


@pytest.mark.parametrize("card", CARDS)
def test_numbers_of_clauses(card: str) -> None:
    entry = load_pool("onr" if card.startswith("onr_") else "nsg").entry(card)
    assert entry is not None
    found = [int(n) for text in clauses(entry) for n in re.findall(r"\d+", text)]
    assert sorted(found) == [int(n) for n in CARDS[card].split()]


def test_most_cards_with_numbers_are_there() -> None:
    assert len(CARDS) >= 400
