"""Cards of one's own (``[[card]]``), and the lookup that finds them beside the pool's."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Protocol

from simcore.cards.card import CARD_TYPES, Card, Fidelity
from simcore.cards.notation import parse_rules
from simcore.cards.pool import Pool, fold, shortfalls
from simcore.cards.syntax import Rules
from simcore.errors import CardError, NotationError
from simcore.reading.checking import Problems, Section, show

MOST_OWN_CARDS = 400
MOST_SUBS = 32
MOST_CLAUSES = 16
LONGEST_CLAUSE = 300
DEEPEST_CLAUSE = 16
GREATEST_AMOUNT = 255

NUMBERS: dict[str, int] = {
    "strength": 99,
    "rez": 99,
    "cost": 99,
    "trash": 99,
    "adv": 99,
    "points": 9,
    "memory": 9,
    "link": 9,
}
"""The numbers a card may have, with the greatest value of each."""
LOWEST = {"strength": -9}
"""Numbers that may be negative: the strength of ice may fall below zero, and start there."""

LISTS = ("subs", "on", "effects", "static", "break", "pump", "paid", "base_link")
SINGLE = ("rbreak", "corp", "x", "rez_change")

_CORP_INSTALLED = ("unique", "rez", "trash", "effects", "static", "corp", "recurring", "load")
_RUNNER_INSTALLED = (
    *(
        "unique",
        "cost",
        "effects",
        "static",
        "break",
        "paid",
        "link",
        "base_link",
        "recurring",
        "load",
    ),
)

KEYS: dict[str, tuple[str, ...]] = {
    "ice": (
        *("unique", "strength", "rez", "subs", "on", "static", "rbreak", "corp", "x"),
        *("rez_change",),
    ),
    "program": (
        *("unique", "strength", "cost", "memory", "break", "pump", "on", "static"),
        *("paid", "base_link", "recurring", "load"),
    ),
    "agenda": ("points", "adv", "effects"),
    "asset": _CORP_INSTALLED,
    "upgrade": _CORP_INSTALLED,
    "operation": ("cost", "trash", "effects"),
    "event": ("cost", "effects"),
    "hardware": _RUNNER_INSTALLED,
    "resource": _RUNNER_INSTALLED,
    "identity": ("side", "effects", "static", "paid", "link", "recurring"),
}
"""The keys of each type beside `name`, `type` and `subtypes`."""

CORP_TYPES = frozenset({"ice", "agenda", "asset", "upgrade", "operation"})

TYPE_WORDS = (
    "barrier",
    "code gate",
    "sentry",
    "trap",
    "mythic",
    "icebreaker",
    "fracter",
    "decoder",
    "killer",
    "bioroid",
    "tracer",
    "destroyer",
    "ambush",
    "region",
    "virus",
    "trojan",
    "console",
    "stealth",
)
"""Subtypes that matter in a run and are worth a near name; others are taken as they stand."""


class Finder(Protocol):
    """What resolves a title, id or printing code: the pool, or `Cards`."""

    def find(self, name: str) -> Card:
        """The card of this name; `CardError` names the nearest one."""


class Cards:
    """The cards a scenario can name: its own, then those of the pool."""

    def __init__(self, pool: Finder, own: Mapping[str, Card]) -> None:
        self.pool = pool
        self.own = dict(own)

    def find(self, name: str) -> Card:
        """The card of this name; `CardError` names the nearest one."""
        if (card := self.own.get(fold(name))) is not None:
            return card
        if len(name) > 120:
            raise CardError(f"no card is called {show(name)}")
        try:
            return self.pool.find(name)
        except CardError:
            close = difflib.get_close_matches(fold(name), self.own, n=1, cutoff=0.75)
            if not close:
                raise
            title = self.own[close[0]].title
            raise CardError(
                f'no card is called {show(name)}; did you mean your own "{title}"?'
            ) from None


def read_own_cards(top: Section, pool: Pool) -> dict[str, Card]:
    """The ``[[card]]`` tables by folded name; what is wrong goes to the problems."""
    own: dict[str, Card] = {}
    for place, item in top.entries("card", MOST_OWN_CARDS, "cards of your own"):
        if not isinstance(item, Mapping):
            top.problems.add(place, f"expected a table as [[card]] makes it, not {show(item)}")
            continue
        section = Section(top.problems, place, item)
        card = _read_card(section, pool.edition)
        if card is None:
            continue
        name = fold(card.title)
        if name in own:
            top.problems.add(section.at("name"), f"{show(card.title)} is there twice")
        elif (known := pool.named(card.title)) is not None:
            top.problems.add(
                section.at("name"),
                f"{show(card.title)} is already a card of the pool ({show(known.title)}); "
                "choose another name",
            )
        own.setdefault(name, card)
    return own


def _read_card(section: Section, edition: str) -> Card | None:
    problems = section.problems
    name, kind = _read_name(section), _read_kind(section)
    subtypes = _read_subtypes(section)
    numbers = {
        key: section.number(key, 0, LOWEST.get(key, 0), top) if section.has(key) else None
        for key, top in NUMBERS.items()
    }
    rules = _read_rules(section, KEYS.get(kind, ()))
    for key in _missing(kind, subtypes, rules, section):
        problems.add(section.at(key), f"missing; {_a(kind)} of your own needs it")
    side = "corp" if kind in CORP_TYPES else "runner"
    if kind == "identity":
        side = section.word("side", ("corp", "runner"), "runner")
    if section.has("base_link") and edition != "onr":
        problems.note(f"{section.at('base_link')} has no meaning in this edition")
    if name is None or not kind:
        return None
    cost = numbers["rez"] if kind in ("ice", "asset", "upgrade") else numbers["cost"]
    if cost is None and kind not in ("agenda", "identity"):
        cost = 0
    short = shortfalls(kind, rules)
    return Card(
        id=f"own:{fold(name)}",
        title=name.strip(),
        type=kind,
        side=side,
        subtypes=subtypes,
        cost=cost,
        strength=numbers["strength"],
        trash=numbers["trash"],
        advancement=numbers["adv"],
        points=numbers["points"] or 0,
        memory=numbers["memory"],
        link=numbers["link"] or 0,
        unique=section.flag("unique"),
        rules=rules,
        fidelity=Fidelity("approximate", short) if short else Fidelity(),
    )


def _read_name(section: Section) -> str | None:
    """The name, None if there is none that can be used."""
    section.require("name", "a card of your own needs it")
    name = section.text("name")
    if name is not None and (len(name) > 80 or not fold(name) or not name.isprintable()):
        section.problems.add(section.at("name"), "expected a name of 1 to 80 printable characters")
        return None
    return name


def _read_kind(section: Section) -> str:
    """The type, "" if there is none; and whether the other keys go with it."""
    section.require("type", "a card of your own needs it")
    kind = section.word("type", CARD_TYPES, "")
    every = sorted({key for keys in KEYS.values() for key in keys})
    section.check_keys(("name", "type", "subtypes", *(KEYS[kind] if kind else every)))
    return kind


def _missing(kind: str, subtypes: frozenset[str], rules: Rules, section: Section) -> list[str]:
    """Keys that have no sensible default for this card and are not there."""
    needed: list[str] = []
    if kind == "ice":
        needed = ["strength", "rez"]
    elif kind == "agenda":
        needed = ["points"]
    elif kind == "program" and ("icebreaker" in subtypes or rules.pumps):
        needed = ["strength"]
    elif kind in ("asset", "upgrade") and (rules.on or rules.corp_abilities or rules.statics):
        needed = ["rez"]
    elif kind == "identity":
        needed = ["side"]
    return [key for key in needed if not section.has(key)]


def _read_subtypes(section: Section) -> frozenset[str]:
    words = set()
    for place, item in section.entries("subtypes", MOST_CLAUSES, "subtypes"):
        if not isinstance(item, str) or not item.strip() or len(item) > 40:
            section.problems.add(place, f"expected a subtype in quotes, not {show(item)}")
            continue
        word = " ".join(item.casefold().split())
        _check_type_word(section.problems, place, word)
        words.add(word)
    return frozenset(words)


def _check_type_word(problems: Problems, place: str, word: str) -> None:
    if word in TYPE_WORDS:
        return
    close = difflib.get_close_matches(word, TYPE_WORDS, n=1, cutoff=0.8)
    if close:
        problems.add(place, f'no subtype is called {show(word)}; did you mean "{close[0]}"?')


def _read_rules(section: Section, allowed: tuple[str, ...]) -> Rules:
    """The card's clauses; each that cannot be read is a problem at its place. `allowed`: keys
    of its type, none where the type is not known."""
    problems = section.problems
    if problems.full:
        problems.skipped = True
        return Rules()
    clauses: dict[str, object] = {}
    places: dict[str, str] = {}

    def stated(key: str) -> bool:
        return section.has(key) and (not allowed or key in allowed)

    for key in filter(stated, (*LISTS, *SINGLE)):
        good: list[str] = []
        for place, text in _entries(section, key):
            reason = _unreadable(text)
            if reason is not None or not isinstance(text, str):
                problems.add(place, str(reason))
                continue
            places[f"{key}[{len(good)}]"] = place
            places.setdefault(key, place)
            good.append(text)
        if good:
            clauses[key] = good
    for key in filter(stated, ("recurring", "load")):
        value = section.table[key]
        in_words = key == "recurring" and isinstance(value, str) and _unreadable(value) is None
        clauses[key] = value if in_words else section.number(key, 0, 0, GREATEST_AMOUNT)

    def complain(place: str, error: NotationError) -> None:
        problems.add(places.get(place, section.at(place)), str(error))

    return parse_rules(clauses, complain)


def _entries(section: Section, key: str) -> list[tuple[str, object]]:
    """The clauses under a key with their places; a single one need not stand in a list."""
    if key in SINGLE and not isinstance(section.table[key], list):
        return [(section.at(key), section.table[key])]
    if key == "subs":
        return section.entries(key, MOST_SUBS, "subroutines")
    return section.entries(key, MOST_CLAUSES, "clauses")


def _unreadable(text: object) -> str | None:
    """Why a clause cannot even be handed to the notation; None if it can."""
    if not isinstance(text, str) or not text.strip():
        return f"expected a clause in quotes, not {show(text)}"
    if not text.isascii() or not text.isprintable():
        return f"a clause is written in plain ASCII, not as {show(text)}"
    if len(text) > LONGEST_CLAUSE:
        return f"a clause of {len(text)} characters; the limit is {LONGEST_CLAUSE}"
    if text.count("{") > DEEPEST_CLAUSE:
        return f"{text.count('{')} braces in one clause; the limit is {DEEPEST_CLAUSE}"
    if any(len(digits) > 4 or int(digits) > GREATEST_AMOUNT for digits in re.findall(r"\d+", text)):
        return f"numbers in a clause go from 0 to {GREATEST_AMOUNT}: {show(text)}"
    return None


def _a(kind: str) -> str:
    return f"an {kind}" if kind[:1] in "aeiou" and kind else f"a {kind or 'card'}"
