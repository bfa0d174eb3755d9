"""Boards, each with what the command has said of it.

`prices` are boards as players put them together, from the pencils of experts, who worked out most
of the answers before they ran the command; it has been asked again since. `drawn` are boards of
dice (`agreement/drawn_boards.py`), chosen out of many for what they reach in the program and which
small changes of it they notice. `odds` are such boards as games are played on, each with the
figures of the reference as fractions, and with what the kernel refuses. Nobody has worked out by
hand what is said of drawn boards: they guard against change, and say nothing of what is right.

What stands here is a record: a board whose answer changes is looked at by hand, and recorded anew
(`python tests/recorded.py`) if the new answer is the right one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simcore.commands.break_text import payment_text
from simcore.encode import encode
from simcore.errors import SimcoreError
from simcore.prices.server_cost import ServerCost, server_cost
from simcore.reading import parse_scenario
from simcore.reference import enumerate_figures

FOLDER = Path(__file__).parent / "rules" / "boards_on_record"
RESTS = ("p_keeps_out", "p_no_steal")
"""Figures that are what others leave of one."""
PATHS = 150
"""So many paths of chance are played of a board at the most."""
Board = dict[str, Any]


def path_of(name: str) -> Path:
    """Where a record lies: one board a line, its scenario and what is said of it."""
    return FOLDER / f"{name}.jsonl"


def recorded(name: str) -> list[Board]:
    """All boards of a record, in order."""
    return [json.loads(line) for line in path_of(name).read_text(encoding="utf-8").splitlines()]


def prices(board: Board) -> dict[str, Any]:
    """What is said of a board now: the ways and what is told beside them, or why it is refused."""
    try:
        return _told(server_cost(parse_scenario(board["scenario"], breach=False), passing=True))
    except SimcoreError as error:
        return {"refused": str(error)}


def _told(found: ServerCost) -> dict[str, Any]:
    said = {
        "ways": [payment_text(bill) for bill in found.payments],
        "stopped_by": found.stopped_by,
        "assumed": list(found.assumed),
        "approximate": list(found.approximate),
        "unused": list(found.unused),
    }
    return {name: words for name, words in said.items() if words}


def drawn(board: Board) -> dict[str, Any]:
    """The same, how many of the ways the Runner can pay, and how the first one goes."""
    try:
        found = server_cost(parse_scenario(board["scenario"], breach=False), passing=True)
    except SimcoreError as error:
        return {"refused": str(error)}
    said = _told(found)
    if found.payments:
        said["payable"] = sum(bool(bill["affordable"]) for bill in found.payments)
        said["steps"] = found.payments[0]["steps"]
    return said


def odds(board: Board) -> dict[str, Any]:
    """The figures of a board now, those that are not nothing, or why it is refused; beside them
    why the kernel refuses it, if it does."""
    scenario = parse_scenario(board["scenario"])
    try:
        figures = enumerate_figures(scenario, PATHS)
    except SimcoreError as error:
        return {"refused": str(error)}
    said = {name: _in_fractions(value) for name, value in figures.items() if name not in RESTS}
    try:
        encode(scenario)
    except SimcoreError as error:
        said["kernel"] = str(error)
    return {name: value for name, value in said.items() if value not in ("0", {})}


def _in_fractions(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): str(part) for key, part in value.items() if part}
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


RECORDS = {"prices": prices, "drawn": drawn, "odds": odds}
"""What is asked of the boards of each record."""


def record_anew(name: str) -> None:
    """Records all answers of a record anew and says how many have changed."""
    boards = recorded(name)
    changed = 0
    for board in boards:
        said = RECORDS[name](board)
        changed += said != board["answer"]
        board["answer"] = said
    lines = (json.dumps(board, ensure_ascii=False) for board in boards)
    path_of(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{name}: {changed} of {len(boards)} answers have changed")


if __name__ == "__main__":
    for name in RECORDS:
        record_anew(name)
