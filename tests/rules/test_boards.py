"""Whole servers whose answers are on record, a hundred at a time (`recorded.py`)."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from recorded import BOARDS, answer, recorded

STEP = 100


@pytest.mark.parametrize("first", range(0, len(BOARDS.read_bytes().splitlines()), STEP))
def test_what_is_said_of_boards_on_record(first: int) -> None:
    boards = islice(recorded(), first, first + STEP)
    changed: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        (board["scenario"], board["answer"], said)
        for board in boards
        if (said := answer(board)) != board["answer"]
    ]
    assert changed == []
