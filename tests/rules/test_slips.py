"""Each number of a clause in the tables of cards, one more and one less, one at a time: the figures
that people wrote from the printed cards tell every such slip (`rules/pencil_numbers.csv`, or the
tables of ice and breakers). The figures of the `.csv` files have totals
(`rules/test_control_totals.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any
from unittest.mock import patch

from pencil_prices import rows
from rules.test_pencil_cards import POOL, check_breaker, check_ice
from rules.test_pencil_numbers import ASIDE, CARDS, LOADED, numbers_of

from simcore.api import find_card
from simcore.cards.pool import load_pool
from simcore.cli import main
from simcore.errors import CardError

TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"|(?<=[=\[ ])(\d+)(?=[,}\] ])')
"""What stands in quotation marks in a line of a table, or a number by itself."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A line of a table with one number in it that is one too many or too few."""

    edition: str
    card: str
    what: str
    line: str


def slips() -> Iterator[Slip]:
    """Every number of a clause that a run may show, one more and one less."""
    for edition in POOL:
        for card, (_, line) in load_pool(edition)._lines.items():
            for found in TEXT.finditer(line):
                key = re.findall(r"(\w+) ?= ?\[?", line[: found.start()])[-1]
                text = found[1] or found[2] or ""
                if key in ASIDE or (key == "outside" and not LOADED.match(text)):
                    continue
                begin = found.start(1) if found[2] is None else found.start(2)
                for number in re.finditer(r"\d+", text):
                    for new in (int(number[0]) + 1, int(number[0]) - 1):
                        ahead, behind = begin + number.start(), begin + number.end()
                        slipped = f"{line[:ahead]}{max(new, 0)}{line[behind:]}"
                        if new >= 0:
                            yield Slip(edition, card, f"{key} '{text}': {new}", slipped)


def told(edition: str, card: str) -> dict[str, Any]:
    """What simcore says of a card."""
    title = load_pool(edition).card(card).title
    with redirect_stdout(StringIO()) as printed:
        assert main(["cards", title, "--json", "--edition", edition]) == 0
    return next(each for each in json.loads(printed.getvalue())["cards"] if each["title"] == title)


Figures = dict[tuple[str, str], tuple[str, dict[str, str]]]


def figures() -> Figures:
    """What people wrote of ice and breakers."""
    return {
        (edition, find_card(row.get("id") or row["name"], edition).id): (kind, row)
        for edition, table in POOL.items()
        for kind in ("ice", "breakers")
        for row in rows(f"{table}{kind}.csv")
    }


def is_told(slip: Slip, known: Figures) -> bool:
    """Whether the figures of the card do not agree with it."""
    pool = load_pool(slip.edition)
    table, _ = pool._lines[slip.card]
    lines, cards = {slip.card: (table, slip.line)}, dict(pool._cards)
    with patch.dict(pool._lines, lines), patch.object(pool, "_cards", cards):
        cards.pop(slip.card, None)
        if slip.card in CARDS:
            return numbers_of(slip.card) != [int(each) for each in CARDS[slip.card].split()]
        kind, row = known[slip.edition, slip.card]
        try:
            if kind == "ice":
                check_ice(row, told(slip.edition, slip.card))
            else:
                check_breaker(row, told(slip.edition, slip.card), slip.edition)
        except (AssertionError, CardError):
            return True
    return False


def test_every_slip_in_a_table_of_cards_is_told() -> None:
    known = figures()
    tried = list(slips())
    print(len(tried), "slips")
    assert len(tried) > 3800
    assert [slip for slip in tried if not is_told(slip, known)] == []
