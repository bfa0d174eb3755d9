"""The cards of an edition: found by title, id or printing code, parsed when asked for.

There are two pools, the modern one of three editions and the one of 1996. The ``.csv``
of a pool holds the printed figures of every card, its other tables the notation, one
card one line. Nothing is parsed before a card is asked for, so that loading stays a
matter of milliseconds. ``"onr:Hunter"`` names a card of another edition's pool.
"""

from __future__ import annotations

import csv
import difflib
import re
import tomllib
import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.cards.card import RIG_TYPES, Card, Fidelity
from simcore.cards.endings import used_late
from simcore.cards.notation import NOT_MADE, parse_rules
from simcore.cards.syntax import Rules, Unexecuted
from simcore.cards.vocabulary import BROKEN
from simcore.cards.walking import atoms_of
from simcore.cards.words import in_words_of
from simcore.errors import CardError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.cards.syntax import Node, Paid

DATA = Path(__file__).parent / "data"
TABLES = (
    *("system_gateway.toml", "core_sets.toml"),
    *("ice.toml", "breakers.toml", "access.toml", "runner.toml", "inert.toml"),
    "inert_corp.toml",
)
TABLES_1996 = ("base_1996.toml", "later_1996.toml", "beside_1996.toml")
MODERN_EDITIONS = ("nsg", "ffg2012", "ffg2017")
EDITION_IDS = (*MODERN_EDITIONS, "onr")
POOLS = {"modern": ("pool.csv", TABLES), "1996": ("pool_1996.csv", TABLES_1996)}
"""The tables of each pool: its figures, its notation."""
SETS = {
    "01": "Core Set",
    "20": "Revised Core Set",
    "30": "System Gateway",
    "31": "System Update 2021",
}
"""Modern sets told by the first two digits of a printing code; the rest is one lot."""
OTHER_SETS = "other sets"
NOT_ENTERED = "rules text not entered; it acts as a blank card"
NO_CASE = "no worked case yet"
NO_STRENGTH = "its strength X counts as 0"
SORTED_OUT = "taken to do nothing in a run, by a search of its words"
OUTSIDE_KEYS = frozenset({"outside", "declined", "src", "fidelity"})
"""Keys of a table that no run reads: what acts outside it, what no plan uses, and remarks."""

LONGEST_NAME = 1000

_LINE = re.compile(r"^([a-z0-9_]+) = \{")
_STRIPPED = str.maketrans("‐‑‒–—", "-----", "'’‘ʼ`´\"“”„«»")


def fold(name: str) -> str:
    """A title without case, accents, quotation marks and double blanks, to compare by.

    >>> fold("René “Loup” Arcemont")
    'rene loup arcemont'
    """
    plain = name.translate(_STRIPPED)
    if not plain.isascii():
        marked = unicodedata.normalize("NFKD", plain)
        plain = "".join(letter for letter in marked if not unicodedata.combining(letter))
    return " ".join(plain.casefold().split())


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a notation table: where it stands and its keys."""

    table: str
    keys: dict[str, object]

    @property
    def clauses(self) -> dict[str, object]:
        """The keys that hold clauses of a run."""
        return {key: value for key, value in self.keys.items() if key not in OUTSIDE_KEYS}


class Pool:
    """All cards of an edition. Made by `load_pool`; cards are built when asked for."""

    def __init__(self, edition: str, rows: dict[str, list[str]], lines: dict[str, tuple[str, str]]):
        self.edition = edition
        self.name = "1996" if edition == "onr" else "modern"
        self._rows = rows
        self._lines = lines
        self._cards: dict[str, Card] = {}
        self._names: dict[str, str] = {}
        self._parts: dict[str, str | None] = {}
        self._codes: dict[str, str] = {}
        for key, row in rows.items():
            title = fold(row[1])
            self._names[title] = key
            if row[3] == "identity" and ":" in title:
                part = title.partition(":")[0].strip()
                self._parts[part] = None if part in self._parts else key
            for code in row[13].split():
                self._codes[code] = key

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Card]:
        """Every card by title; parses all of them."""
        return (self.card(self._names[name]) for name in sorted(self._names))

    def titles(self) -> list[str]:
        """Every title as printed, in the order of the folded titles."""
        return [self._rows[self._names[name]][1] for name in sorted(self._names)]

    def entry(self, key: str) -> Entry | None:
        """The line of a notation table for the card with the id `key`, if there is one."""
        if key not in self._lines:
            return None
        table, line = self._lines[key]
        try:
            return Entry(table, tomllib.loads(line)[key])
        except tomllib.TOMLDecodeError as error:
            raise CardError(f"{table}: the line of {key} is not TOML: {error}") from None

    def find(self, name: str) -> Card:
        """The card called `name`: a title, the part of an identity's title before the
        colon when only one has it, an id, or a printing code. An edition's id and a colon
        before it name a card of that edition's pool.

        >>> load_pool("nsg").find("karuna").title
        'Karunā'
        >>> load_pool("nsg").find("onr:hunter").strength
        5
        """
        pool, rest = self._asked(name)
        return pool.find_here(rest)

    def named(self, name: str) -> Card | None:
        """As `find`, or None at once: nobody is told of the nearest name."""
        pool, rest = self._asked(name)
        key = pool._key(fold(rest))
        return None if key is None else pool.card(key)

    def _asked(self, name: str) -> tuple[Pool, str]:
        """The pool that a name is meant for, and the name there."""
        edition, colon, rest = name[:LONGEST_NAME].partition(":")
        if colon and fold(edition) in EDITION_IDS:
            return load_pool(fold(edition)), rest
        return self, name

    def find_here(self, name: str) -> Card:
        """The card of this pool called `name`, as `find` has it but for other editions."""
        wanted = fold(name)
        key = self._key(wanted)
        if key is not None:
            return self.card(key)
        shown = name if len(name) <= 60 else name[:60] + "…"
        if wanted in self._parts:
            raise CardError(f'several identities are called "{shown}"; give the whole title')
        other = load_pool("onr" if self.name == "modern" else MODERN_EDITIONS[0])
        there = other._key(wanted)
        if there is not None:
            raise CardError(
                f'no card of the {self.name} pool is called "{shown}"; the {other.name} pool has '
                f'one: write "{other.edition}:{other._rows[there][1]}"'
            )
        raise CardError(f'no card is called "{shown}"{self._suggestion(wanted)}')

    def _key(self, wanted: str) -> str | None:
        """The id of the card with this folded title, part of a title, code or id."""
        for key in (self._names.get(wanted), self._parts.get(wanted), self._codes.get(wanted)):
            if key is not None:
                return key
        return next((key for key in (wanted, f"onr_{wanted}") if key in self._rows), None)

    def _suggestion(self, wanted: str) -> str:
        """The nearest title, or the first that begins with what was asked for."""
        if len(wanted) >= 3:
            begun = min((name for name in self._names if name.startswith(wanted)), default=None)
            if begun is not None:
                return f'; did you mean "{self._rows[self._names[begun]][1]}"?'
        near = difflib.get_close_matches(wanted[:60], self._names, n=1, cutoff=0.75)
        if not near:
            near = difflib.get_close_matches(wanted[:60], self._parts, n=1, cutoff=0.75)
            return f'; did you mean "{self._whole(near[0])}"?' if near else ""
        return f'; did you mean "{self._rows[self._names[near[0]]][1]}"?'

    def _whole(self, part: str) -> str:
        """A printed identity title that begins with the folded `part`."""
        return next(self._rows[key][1] for n, key in self._names.items() if n.startswith(part))

    def search(self, query: str) -> list[Card]:
        """Cards for a query, best first: the one it names, or every card that has all its
        words in title, type and subtypes ("barrier", "jinteki identity")."""
        edition, colon, rest = query[:LONGEST_NAME].partition(":")
        if colon and fold(edition) in EDITION_IDS:
            return load_pool(fold(edition)).search(rest)
        wanted = fold(query)
        for names in (self._names, self._codes):
            if wanted in names:
                return [self.card(names[wanted])]
        ranked = []
        for name, key in self._names.items():
            row = self._rows[key]
            kind = f"{row[3]} {row[4].replace('/', ' ')}"
            text = f"{name} {kind} {in_words_of(self.name, kind)}"
            if all(word in text for word in wanted.split()):
                ranked.append((not name.startswith(wanted), wanted not in name, name, key))
        return [self.card(key) for *_, key in sorted(ranked)]

    def card(self, key: str) -> Card:
        """The card with the id `key`, parsed at the first call."""
        if key not in self._cards:
            if key not in self._rows:
                raise CardError(f'no card has the id "{key}"')
            self._cards[key] = self._build(key)
        return self._cards[key]

    def _build(self, key: str) -> Card:
        row = self._rows[key]
        flags = row[12].split()
        card = Card(
            id=key,
            title=row[1],
            side=row[2],
            type=row[3],
            subtypes=frozenset(row[4].split("/")) - {""},
            cost=_number(row[5]),
            strength=0 if "x-strength" in flags else _number(row[6]),
            trash=_number(row[7]),
            advancement=_number(row[8]),
            points=_number(row[9]) or 0,
            memory=_number(row[10]),
            link=_number(row[11]) or 0,
            codes=tuple(row[13].split()),
            pool=self.name,
            sets=_sets(row),
            unique="unique" in (*flags, *row[4].split("/")),
        )
        entry = self.entry(key)
        if entry is None:
            if card.type == "operation":  # accessing one does nothing, whatever it says
                return card
            if "quiet" in flags:
                return replace(card, fidelity=Fidelity("approximate", (SORTED_OUT,)))
            return replace(card, fidelity=Fidelity("stats", (NOT_ENTERED,)))
        rules = parse_rules(entry.clauses)
        if card.type == "identity":
            rules = _without_breaks(rules)
        notes = shortfalls(card.type, rules)
        if "x-strength" in flags and not any(static.kind == "str" for static in rules.statics):
            notes = (*notes, NO_STRENGTH)
        if entry.keys.get("fidelity") == "exact" and not notes:
            return replace(card, rules=rules)
        declined: Any = entry.keys.get("declined", ())
        notes += tuple(f"the fixed plans decline '{text}'" for text in declined)
        outside: Any = entry.keys.get("outside", ())
        in_runs = (text for text in outside if text.startswith(_IN_RUNS))
        notes += tuple(f"'{text}' is left out" for text in in_runs)
        return replace(card, rules=rules, fidelity=Fidelity("approximate", notes or (NO_CASE,)))


def _without_breaks(rules: Rules) -> Rules:
    """The rules of an identity: breaking is executed for cards of the rig alone."""
    unread = [Unexecuted("break", a.text, "breaking by identities") for a in rules.breaks]
    return replace(rules, breaks=(), unexecuted=(*rules.unexecuted, *unread))


def paid_by_counters(ability: Paid) -> bool:
    """Whether an ability costs counters of its own card alone: the Corp always uses it."""
    kinds = {price.kind for cost in ability.costs for price in cost}
    return len(ability.costs) == 1 and bool(kinds) and kinds <= {"virus", "power"}


def shortfalls(card_type: str, rules: Rules) -> tuple[str, ...]:
    """What of a card's rules is not executed, each with what stands in for it."""
    notes: list[str] = []
    left_out = [(clause.key, clause.text) for clause in rules.unexecuted]
    for number, text in enumerate(rules.sub_texts, 1):
        if ("subs", text) in left_out:
            notes.append(f"subroutine {number} '{text}' does nothing")
    for key, text in left_out:
        if key != "subs":
            notes.append(_STAND_IN.get(key, _LEFT_OUT).format(key, text))
    if card_type == "ice":
        notes += [
            f"the Corp never uses '{ability.text}'"
            for ability in rules.corp_abilities
            if not paid_by_counters(ability) and not used_late(ability)
        ]
    notes += [
        f"'{clause.text}' is lost behind the last use to break, not between uses"
        for clause in rules.on
        if clause.event in BROKEN and "rlose" in {a.name for a in atoms_of(clause.effect)}
    ]
    if card_type not in RIG_TYPES:
        notes += [
            f"'{clause.text}' never triggers"
            for clause in rules.on
            if clause.event in ("full-break", "used")
        ]
    notes += [
        f"nobody rezzes it in a run for '{clause.text}'"
        for clause in rules.on
        if clause.scope == "root" and clause.event == "pass"
    ]
    notes += [f"the fixed plans never use '{b.text}'" for b in rules.bypasses if not b.is_played]
    notes += dict.fromkeys(
        f"{NOT_MADE[atom.name]}: '{atom.name}' does nothing"
        for node in nodes_of(rules)
        for atom in atoms_of(node)
        if atom.name in NOT_MADE
    )
    return tuple(notes)


_IN_RUNS = ("run-end", "in a run: ", "tags removed: ")
"""How texts begin, of those that act outside of runs, of what comes about in them as well."""
_LEFT_OUT = "'{1}' is left out"
_STAND_IN = {
    "on": "'{1}' never triggers",
    "effects": "'{1}' never triggers",
    "static": "the standing property '{1}' is left out",
    "break": "it cannot break with '{1}'",
    "pump": "it cannot be boosted with '{1}'",
    "paid": "nobody uses '{1}'",
    "corp": "the Corp never uses '{1}'",
    "rbreak": "the Runner never uses '{1}'",
    "rez_change": "the printed rez cost stands, without '{1}'",
    "x": "X = {1} is not worked out",
}
"""What stands in for a clause that is not executed, by the key it stands under."""


def nodes_of(rules: Rules) -> list[Node]:
    """The syntax trees of everything a card does: subroutines, triggers, paid abilities."""
    clauses = [clause.effect for clause in rules.on]
    return [*rules.subs, *clauses, *(a.effect for a in (*rules.paid, *rules.corp_abilities))]


def _number(text: str) -> int | None:
    return int(text) if text else None


def _sets(row: list[str]) -> tuple[str, ...]:
    """The sets a card was printed in, the first one first."""
    if len(row) > 14:
        return (row[14],)
    return tuple(dict.fromkeys(SETS.get(code[:2], OTHER_SETS) for code in row[13].split()))


@cache
def _tables(pool: str) -> tuple[dict[str, list[str]], dict[str, tuple[str, str]]]:
    figures, tables = POOLS[pool]
    with (DATA / figures).open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        next(reader)
        rows = {row[0]: row for row in reader}
    lines: dict[str, tuple[str, str]] = {}
    for table in tables:
        for line in (DATA / table).read_text(encoding="utf-8").splitlines():
            if match := _LINE.match(line):
                lines[match.group(1)] = (table, line)
    return rows, lines


@cache
def load_pool(edition: str = "nsg") -> Pool:
    """The pool of an edition; the three modern ones share their cards."""
    if edition not in EDITION_IDS:
        raise CardError(f"no edition is called {edition!r}; there are {', '.join(EDITION_IDS)}")
    if edition == "onr":
        return Pool(edition, *_tables("1996"))
    if edition != MODERN_EDITIONS[0]:
        return _shared(edition)
    return Pool(edition, *_tables("modern"))


def _shared(edition: str) -> Pool:
    """A pool of the same cards under another edition's name."""
    modern = load_pool(MODERN_EDITIONS[0])
    pool = object.__new__(Pool)
    pool.__dict__.update(modern.__dict__, edition=edition)
    return pool
