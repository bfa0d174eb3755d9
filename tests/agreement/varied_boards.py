"""Boards that differ from others in a few things: so what few boards reach is reached by many, and
by two cards of a kind."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from agreement.drawn_boards import toml

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

_LISTS = (("server", "ice"), ("runner", "rig"), ("server", "root"), ("corp", "elsewhere"))
"""Where cards stand in a scenario one beside another."""
_NUMBERS = (
    *(("runner", "credits"), ("corp", "credits"), ("runner", "clicks"), ("runner", "tags")),
    *(("runner", "grip"), ("corp", "hq_size"), ("corp", "bad_publicity"), ("runner", "link")),
)
_COUNTED = ("virus", "power", "credits", "advancement")
_ALONE = ("rig", "elsewhere", "credits")
"""What is not lent as a whole."""
Board = dict[str, Any]


class Varying:
    """Boards of which a few things are others: a card twice, a card of another board, numbers."""

    def __init__(self, random: Random, boards: Sequence[str]) -> None:
        self.random, self.boards = random, boards

    def variant(self, board: str) -> str:
        """A board with one to four changes."""
        made, other = tomllib.loads(board), tomllib.loads(self.random.choice(self.boards))
        if (made["edition"] == "onr") != (other["edition"] == "onr"):
            other = tomllib.loads(board)
        alone = (self.twice, self.twice, self.number, self.number, self.fewer, self.turned)
        for _ in range(self.random.choice((1, 2, 2, 3, 4))):
            if self.random.random() < 0.33:
                self.lent(made, other)
            else:
                self.random.choice(alone)(made)
        return "\n".join(f"{key} = {toml(value)}" for key, value in made.items())

    def entries(self, made: Board) -> list[Any]:
        """One of the lists of cards."""
        side, key = self.random.choice(_LISTS)
        found: list[Any] = made[side].get(key, [])
        return found

    def twice(self, made: Board) -> None:
        if entries := self.entries(made):
            entries.insert(self.random.randrange(len(entries) + 1), self.random.choice(entries))

    def fewer(self, made: Board) -> None:
        entries = self.entries(made)
        if len(entries) > 1:
            entries.pop(self.random.randrange(len(entries)))

    def turned(self, made: Board) -> None:
        """Ice face up that was not, or the other way round; other counters on a card."""
        entries = self.entries(made)
        if not entries:
            return
        place = self.random.randrange(len(entries))
        entry = entries[place]
        entry = dict(entry) if isinstance(entry, dict) else {"card": entry}
        if entries is made["server"].get("ice") and self.random.random() < 0.5:
            entry["rezzed"] = not entry.get("rezzed", False)
        for key in _COUNTED:
            if key in entry:
                entry[key] = max(0, entry[key] + self.random.choice((-1, 1, 1, 2)))
        entries[place] = entry

    def number(self, made: Board) -> None:
        side, key = self.random.choice(_NUMBERS)
        now = made[side].get(key, 0)
        if isinstance(now, int) and not (key == "link" and made["edition"] == "onr"):
            made[side][key] = self.random.choice((0, 1, 2, 3, max(0, now - 1), now + 1, now + 2))
        if "hq" in made["corp"]:
            made["corp"].pop("hq_size", None)

    def lent(self, made: Board, other: Board) -> None:
        """A card of another board, or whatever else that says of one side."""
        if self.random.random() < 0.6:
            side, key = self.random.choice(_LISTS)
            if entries := other[side].get(key):
                made[side].setdefault(key, []).append(self.random.choice(entries))
            return
        side = self.random.choice(("corp", "runner"))
        if keys := [key for key in other[side] if key not in _ALONE]:
            key = self.random.choice(keys)
            made[side][key] = other[side][key]
