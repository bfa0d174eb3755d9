"""Boards as players put them together, each with what the command has said of it.

They come from the pencils of experts, who worked out most of the answers before they ran the
command; it has been asked again since. What stands here is a record: a board whose answer changes
is looked at by hand, and recorded anew (`python tests/recorded.py`) if the new answer is the
right one.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simcore.commands.break_text import payment_text
from simcore.errors import SimcoreError
from simcore.prices.server_cost import server_cost
from simcore.reading import parse_scenario

BOARDS = Path(__file__).parent / "rules" / "boards_on_record" / "prices.jsonl"
"""One board a line: its scenario, and what is said of the ways past its ice."""


def recorded() -> list[dict[str, Any]]:
    """All boards of the record, in order."""
    return [json.loads(line) for line in BOARDS.read_text(encoding="utf-8").splitlines()]


def answer(board: dict[str, Any]) -> dict[str, Any]:
    """What is said of a board now: the ways and what is told beside them, or why it is refused."""
    try:
        found = server_cost(parse_scenario(board["scenario"]), passing=True)
    except SimcoreError as error:
        return {"refused": str(error)}
    said = {
        "ways": [payment_text(bill) for bill in found.payments],
        "stopped_by": found.stopped_by,
        "assumed": list(found.assumed),
        "approximate": list(found.approximate),
        "unused": list(found.unused),
    }
    return {name: words for name, words in said.items() if words}


def main() -> None:
    """Records all answers anew and says how many have changed."""
    boards = recorded()
    changed = 0
    for board in boards:
        said = answer(board)
        changed += said != board["answer"]
        board["answer"] = said
    lines = (json.dumps(board, ensure_ascii=False) for board in boards)
    BOARDS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{changed} of {len(boards)} answers have changed")


if __name__ == "__main__":
    main()
