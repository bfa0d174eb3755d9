"""Checked access to the tables of a TOML file: problems are collected, never raised one by one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from simcore.errors import Problem, ScenarioError

MOST_PROBLEMS = 50
"""Problems listed of one file; further ones are counted."""

_BARE = re.compile(r"^[A-Za-z0-9_-]+$")


def show(value: object) -> str:
    """A value as a message quotes it: short, and in the words of TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        short = value if len(value) <= 60 else value[:57] + "…"
        return f'"{short}"'
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 64 else "a number of more than 19 digits"
    if isinstance(value, float):
        return str(value)
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, list) else "a date or time"


def near(word: str, words: Iterable[str]) -> str:
    """``; did you mean "x"?`` or, with few words and none near, ``; there are …``."""
    known = sorted(set(words))
    folded = {known_word.casefold(): known_word for known_word in known}
    cutoff = 0.5 if len(word) <= 3 else 0.6
    close = difflib.get_close_matches(word[:60].casefold(), folded, n=1, cutoff=cutoff)
    if close:
        return f'; did you mean "{folded[close[0]]}"?'
    return f"; there are {', '.join(known)}" if 0 < len(known) <= 20 else ""


def path(place: str, key: str) -> str:
    """The place of a key below `place`, quoted where TOML would quote it."""
    part = key if _BARE.match(key) else f'"{key}"'
    part = part if len(part) <= 60 else part[:57] + '…"'
    return f"{place}.{part}" if place else part


class Problems:
    """The problems found so far in one file, and the notes for its reader."""

    def __init__(self) -> None:
        self.found: list[Problem] = []
        self._known: set[Problem] = set()
        self.notes: list[str] = []
        self.skipped = False

    @property
    def full(self) -> bool:
        """Whether as many were found as are listed: looking for near names is no use now."""
        return len(self.found) >= MOST_PROBLEMS

    def add(self, place: str, message: str) -> None:
        """One more problem; each is kept once."""
        problem = Problem(place, message)
        if problem not in self._known:
            self._known.add(problem)
            self.found.append(problem)

    def note(self, remark: str) -> None:
        """A remark that is no error: a key without meaning."""
        if remark not in self.notes:
            self.notes.append(remark)

    def raise_any(self, source: str) -> None:
        """Raise what was found as one `ScenarioError`; the list is cut at a length to read."""
        if not self.found:
            return
        listed = self.found[:MOST_PROBLEMS]
        rest = len(self.found) - len(listed)
        if rest or self.skipped:
            words = f"at least {rest} more" if rest else "there may be more"
            listed.append(Problem("", f"{words}, not listed; mend these first"))
        raise ScenarioError(source, listed)


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the file, with its place; reading a key checks its value. `stated`: it is
    there, so that what it lacks is worth a word."""

    problems: Problems
    place: str
    table: Mapping[str, object]
    stated: bool = True

    def check_keys(self, keys: Iterable[str]) -> None:
        """Complain of every key that is not one of `keys`."""
        known = tuple(keys)
        for key in self.table:
            if key not in known:
                hint = "" if self.problems.full else near(key, known)
                self.problems.add(self.at(key), f"unknown key{hint}")

    def at(self, key: str) -> str:
        """The place of a key of this table."""
        return path(self.place, key)

    def has(self, key: str) -> bool:
        """Whether the file states the key."""
        return key in self.table

    def number(self, key: str, default: int = 0, low: int = 0, high: int = 99) -> int:
        """A whole number in a range; `default` if the key is absent or wrong."""
        if key not in self.table:
            return default
        value = whole(self.problems, self.at(key), self.table[key], low, high)
        return default if value is None else value

    def required_number(self, key: str, low: int = 0, high: int = 99) -> int:
        """As `number`, for a key that has to be there."""
        self.require(key)
        return self.number(key, low, low, high)

    def require(self, key: str, hint: str = "it has to be stated") -> None:
        """A problem if the table lacks a key."""
        if self.stated and key not in self.table:
            self.problems.add(self.at(key), f"missing; {hint}")

    def flag(self, key: str) -> bool:
        """true or false; false if absent."""
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            self.problems.add(self.at(key), f"expected true or false, not {show(value)}")
            return False
        return value

    def text(self, key: str) -> str | None:
        """A string that is not empty; None if absent or wrong."""
        value = self.table.get(key)
        if key in self.table and (not isinstance(value, str) or not value.strip()):
            self.problems.add(self.at(key), f"expected words in quotes, not {show(value)}")
        return value if isinstance(value, str) and value.strip() else None

    def word(self, key: str, words: Iterable[str], default: str) -> str:
        """One of a few words."""
        value = self.text(key)
        known = tuple(words)
        if value is None or value in known:
            return value or default
        self.problems.add(self.at(key), f"{show(value)} is not known{near(value, known)}")
        return default

    def entries(self, key: str, limit: int, what: str) -> list[tuple[str, object]]:
        """The items of a list with their places; a list that is too long is not looked into."""
        value = self.table.get(key, [])
        if not isinstance(value, list):
            self.problems.add(self.at(key), f"expected a list in [ ], not {show(value)}")
            return []
        if len(value) > limit:
            self.problems.add(self.at(key), f"{len(value)} {what}; the limit is {limit}")
            return []
        return [(f"{self.at(key)}[{index}]", item) for index, item in enumerate(value)]

    def section(self, key: str, keys: Iterable[str] | None = None) -> Section:
        """The table under a key (empty if absent or wrong), its keys checked."""
        value = self.table.get(key, {})
        good = isinstance(value, Mapping)
        if not isinstance(value, Mapping):
            self.problems.add(self.at(key), f"expected a table, not {show(value)}")
            value = {}
        inner = Section(self.problems, self.at(key), value, good and key in self.table)
        if keys is not None:
            inner.check_keys(keys)
        return inner


def whole(
    problems: Problems, place: str, value: object, low: int = 0, high: int = 99
) -> int | None:
    """A whole number from `low` to `high`, or None and a problem."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        problems.add(place, f"expected a whole number from {low} to {high}, not {show(value)}")
        return None
    return value
