"""Control totals of the printed figures, as bookkeepers keep them.

Every figure was compared with the printed cards, one by one, on the day these totals were
drawn up. A slip of one credit in any line of the tables shows here; whoever enters a card
adds its figures.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

import simcore

DATA = Path(simcore.__file__).parent / "cards" / "data"
COLUMNS = ("cost", "strength", "trash", "advancement", "points", "memory", "link")
MODERN = {
    "agenda": {"advancement": 678, "points": 342},
    "asset": {"cost": 293, "trash": 600},
    "event": {"cost": 298},
    "hardware": {"cost": 378, "link": 10},
    "ice": {"cost": 1302, "strength": 1066, "trash": 4},
    "identity": {"link": 16},
    "operation": {"cost": 369, "trash": 46},
    "program": {"cost": 681, "memory": 291, "strength": 246},
    "resource": {"cost": 381, "link": 6},
    "upgrade": {"cost": 201, "trash": 316},
}
OLD = {
    "agenda": {"advancement": 214, "points": 109},
    "asset": {"cost": 61, "trash": 107},
    "event": {"cost": 133},
    "hardware": {"cost": 151},
    "ice": {"cost": 516, "strength": 352},
    "operation": {"cost": 89},
    "program": {"cost": 312, "memory": 111, "strength": 107},
    "resource": {"cost": 78},
    "upgrade": {"cost": 71, "trash": 121},
}


@pytest.mark.parametrize(("table", "totals"), [("pool.csv", MODERN), ("pool_1996.csv", OLD)])
def test_printed_figures_add_up(table: str, totals: dict[str, dict[str, int]]) -> None:
    found: dict[str, Counter[str]] = {}
    with (DATA / table).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for column in COLUMNS:
                if row.get(column, "").lstrip("-").isdigit():
                    found.setdefault(row["type"], Counter())[column] += int(row[column])
    assert {kind: {name: n for name, n in each.items() if n} for kind, each in found.items()} == (
        totals
    )
