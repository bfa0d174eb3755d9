"""Boards whose answers are on record, a hundred at a time (`recorded.py`)."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from agreement.test_exact import differences_of
from recorded import PATHS, RECORDS, path_of, recorded

from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.reading import parse_scenario
from simcore.reference import enumerate_figures

STEP = 100
HUNDREDS = [
    (name, first)
    for name in RECORDS
    for first in range(0, len(path_of(name).read_bytes().splitlines()), STEP)
]


@pytest.mark.parametrize(("name", "first"), HUNDREDS)
def test_what_is_said_of_boards_on_record(name: str, first: int) -> None:
    boards = islice(recorded(name), first, first + STEP)
    changed: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        (board["scenario"], board["answer"], said)
        for board in boards
        if (said := RECORDS[name](board)) != board["answer"]
    ]
    assert changed == []


@pytest.mark.parametrize("first", [first for name, first in HUNDREDS if name == "odds"])
def test_the_kernel_has_the_odds_of_boards_on_record(first: int) -> None:
    for board in islice(recorded("odds"), first, first + STEP):
        scenario = parse_scenario(board["scenario"])
        try:
            encoded = encode(scenario)
        except CapacityError:
            continue
        found = differences_of(encoded, enumerate_figures(scenario, PATHS))
        assert not found, board["scenario"]
