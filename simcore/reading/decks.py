"""Deck lists in the formats people have, as checked copies of cards.

Read are NetrunnerDB's text export and on-page text, jinteki.net lists, NetrunnerDB's
JSON, and OCTGN's ``.o8d``. The format is told by the text itself. A line that cannot
be read is a problem with its number; none is dropped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from simcore.cards.card import Card
from simcore.errors import CardError, Problem, ScenarioError
from simcore.reading.checking import Problems, show
from simcore.reading.own_cards import Finder
from simcore.scenario import Pile

MOST_COPIES = 255
LARGEST_FILE = 1_000_000
LONGEST_LINE = 500
OCTGN_PREFIX = "bc0f047c-01b1-427f-a439-d451eda"

SECTIONS = frozenset(
    {
        "agenda",
        "asset",
        "upgrade",
        "operation",
        "ice",
        "barrier",
        "code gate",
        "sentry",
        "multi",
        "other",
        "event",
        "hardware",
        "resource",
        "icebreaker",
        "program",
        "identity",
        *("prep", "node", "wall"),  # of 1996
    }
)

_CARD = re.compile(r"^(\d+)([^\d\s]*)\s+(\S.*)$")
_SECTION = re.compile(r"^([A-Za-z][A-Za-z /&-]*?)\s*\(\d+\)$")
_META = re.compile(r"^;;\s*([A-Za-z-]+)\s*:\s*(.*)$")
_NOTHING = re.compile(r"^(;;\s*$|Warning:|Cards up to |Deck(list)? (built|published|created) )")
_FOOTER = re.compile(
    r"^\d+ (influence (points )?(spent|used|left)|agenda points?|cards?)\b\s*(\(.*\))?\s*$"
)
_MARKS = re.compile(r"[\s•●○◦★☆♘♞🦄]+$")
_SUFFIX = re.compile(r"\s*\[id:[^\]]*\]$")
_PACK = re.compile(r"\s*\([^()]*\)$")


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck: its name, its identity if it names one, and its cards, each title once."""

    name: str
    identity: Card | None
    cards: Pile


@dataclass(slots=True)
class _Deck:
    """A deck under construction."""

    finder: Finder
    problems: Problems = field(default_factory=Problems)
    name: str = ""
    identity: Card | None = None
    copies: dict[str, tuple[Card, int]] = field(default_factory=dict)

    def find(self, place: str, *names: str) -> Card | None:
        """The first of `names` that is a card; the error of the last is the problem."""
        if self.problems.full:
            self.problems.skipped = True
            return None
        reason = "no card is named"
        for name in names:
            try:
                return self.finder.find(name)
            except CardError as error:
                reason = str(error)
        self.problems.add(place, reason)
        return None

    def add(self, place: str, count: int, card: Card | None) -> None:
        """So many copies of a card; an identity is the deck's identity."""
        if not 1 <= count <= MOST_COPIES:
            self.problems.add(place, f"{show(count)} copies; expected 1 to {MOST_COPIES}")
        elif card is None:
            return
        elif card.type == "identity":
            self.set_identity(place, card)
        else:
            self.copies[card.id] = (card, self.copies.get(card.id, (card, 0))[1] + count)

    def set_identity(self, place: str, card: Card | None) -> None:
        """The deck's identity; a second, different one is a problem."""
        if card is None:
            return
        if card.type != "identity":
            self.problems.add(place, f'"{card.title}" is no identity')
        elif self.identity is not None and self.identity.id != card.id:
            self.problems.add(place, f'a second identity beside "{self.identity.title}"')
        else:
            self.identity = card

    def done(self, source: str) -> DeckList:
        """The finished deck, or all problems at once."""
        cards = tuple(self.copies.values())
        total = sum(count for _, count in cards)
        if total > MOST_COPIES:
            self.problems.add("", f"a deck of {total} cards; the limit is {MOST_COPIES}")
        if not cards and not self.problems.found:
            self.problems.add("", "no cards in this deck list")
        sides = {card.side for card, _ in cards}
        sides |= {self.identity.side} if self.identity else set()
        if len(sides) > 1:
            self.problems.add("", "cards of both sides in one deck")
        self.problems.raise_any(source)
        return DeckList(self.name, self.identity, cards)


def read_deck(path: Path, finder: Finder) -> DeckList:
    """The deck list in a file; `ScenarioError` lists every line that cannot be read."""
    return parse_deck(read_text(path), finder, str(path))


def parse_deck(text: str, finder: Finder, source: str = "<deck>") -> DeckList:
    """A deck list in any of the formats, its titles and codes resolved by `finder`."""
    text = text.removeprefix("\ufeff")
    deck = _Deck(finder)
    start = text.lstrip()[:1]
    if start == "<":
        _read_octgn(text, deck)
    elif start in ("{", "["):
        _read_json(text, deck)
    else:
        _read_lines(text, deck)
    return deck.done(source)


def read_text(path: Path) -> str:
    """The text of a file people wrote; `ScenarioError` says why it cannot be read."""
    try:
        if not path.is_file():
            special = "not a regular file" if path.exists() else "no such file"
            reason = "this is a folder" if path.is_dir() else special
        elif path.stat().st_size > LARGEST_FILE:
            reason = f"larger than {LARGEST_FILE:,} bytes"
        else:
            return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        reason = f"not UTF-8 text (byte {error.start})"
    except OSError as error:
        reason = f"cannot be opened: {error.strerror or error}"
    except ValueError as error:  # a path no system has
        reason = f"cannot be opened: {error}"
    raise ScenarioError(str(path), [Problem("", reason)])


# Plain text -----------------------------------------------------------------------------


def _read_lines(text: str, deck: _Deck) -> None:
    lines = [(f"line {n}", line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
    for place, line in lines:
        if len(line) > LONGEST_LINE:
            deck.problems.add(place, f"a line of {len(line)} characters: not a deck list")
    lines = [(place, line) for place, line in lines if 0 < len(line) <= LONGEST_LINE]
    head: list[tuple[str, str]] = []
    in_list = False
    for index, (place, line) in enumerate(lines):
        kind = _kind(line)
        following = _kind(lines[index + 1][1]) if index + 1 < len(lines) else "end"
        if index == 0 and kind in ("card", "footer") and following == "other":
            kind = "other" if kind == "footer" or not _is_card(deck.finder, line) else kind
        if kind == "meta":
            _read_meta(deck, place, line)
        elif kind == "card":
            in_list = True
            _read_card_line(deck, place, line)
        elif kind == "section":
            in_list = True
        elif kind == "other" and not in_list and not line.startswith(";;"):
            head.append((place, line))
        elif kind == "other":
            deck.problems.add(place, f"cannot read {show(line)} as a card: COUNT TITLE")
    _read_head(deck, head)


def _kind(line: str) -> str:
    if _FOOTER.match(line):
        return "footer"
    if _META.match(line):
        return "meta"
    if _NOTHING.match(line):
        return "nothing"
    if _CARD.match(line):
        return "card"
    match = _SECTION.match(line)
    return "section" if match and match.group(1).casefold() in SECTIONS else "other"


def _names(title: str) -> tuple[str, ...]:
    """A title as it stands on a line, and without influence, restriction marks and pack."""
    bare = _MARKS.sub("", _SUFFIX.sub("", title.strip()))
    return tuple(dict.fromkeys((bare, _PACK.sub("", bare) or bare)))


def _is_card(finder: Finder, line: str) -> bool:
    match = _CARD.match(line)
    for name in _names(match.group(3)) if match else ():
        try:
            finder.find(name)
            return True
        except CardError:
            continue
    return False


def _read_card_line(deck: _Deck, place: str, line: str) -> None:
    match = _CARD.match(line)
    assert match is not None
    digits, _, title = match.groups()
    deck.add(place, int(digits) if len(digits) <= 6 else 10**6, deck.find(place, *_names(title)))


def _read_meta(deck: _Deck, place: str, line: str) -> None:
    match = _META.match(line)
    assert match is not None
    key, value = match.group(1).casefold(), match.group(2).strip()
    if key in ("identity", "identity-code") and value:
        deck.set_identity(place, deck.find(place, *_names(value)))
    elif key == "title":
        deck.name = value


def _read_head(deck: _Deck, head: list[tuple[str, str]]) -> None:
    """The lines above the cards: the deck's name, then its identity."""
    if not head:
        return
    place, first = head[0]
    if len(head) == 1:
        try:
            deck.set_identity(place, deck.finder.find(_names(first)[-1]))
        except CardError:
            deck.name = first
        return
    deck.name = first
    deck.set_identity(head[1][0], deck.find(head[1][0], *_names(head[1][1])))
    for place, line in head[2:]:
        deck.problems.add(place, f"cannot read {show(line)}: above the cards stand name, identity")


# NetrunnerDB JSON -----------------------------------------------------------------------


class _Twice(ValueError):
    """A key that stands twice in one JSON object."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(f"the key {show(key)} stands twice")
        found[key] = value
    return found


def _read_json(text: str, deck: _Deck) -> None:
    try:
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        deck.problems.add(place, f"not JSON: {error.msg}")
        return
    except (ValueError, RecursionError) as error:
        deck.problems.add("", f"not JSON that can be read: {str(error)[:80]}")
        return
    place = ""
    if isinstance(data, Mapping) and "data" in data:
        data, place = data["data"], "data"
    if isinstance(data, list):
        if len(data) != 1:
            deck.problems.add(place, f"{len(data)} decks; expected one")
            return
        data, place = data[0], f"{place}[0]"
    cards = data.get("cards") if isinstance(data, Mapping) else None
    if not isinstance(data, Mapping) or not isinstance(cards, Mapping):
        deck.problems.add(place, "no deck with cards by printing code in this JSON")
        return
    deck.name = str(data.get("name") or "")
    for code, count in cards.items():
        at = f"{place}.cards.{code[:40]}".removeprefix(".")
        if isinstance(count, bool) or not isinstance(count, int):
            deck.problems.add(at, f"expected a number of copies, not {show(count)}")
        else:
            deck.add(at, count, deck.find(at, code))


# OCTGN ----------------------------------------------------------------------------------


class _Refused(Exception):
    """Stops the XML parser."""


def _read_octgn(text: str, deck: _Deck) -> None:
    parser = expat.ParserCreate("utf-8")
    found: list[tuple[str, dict[str, str], list[str]]] = []
    inside = False

    def refuse(*_: object) -> None:
        raise _Refused("a DOCTYPE, which a deck list has no use for")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal inside
        inside = name == "card"
        if inside:
            found.append((f"line {parser.CurrentLineNumber}", attributes, []))

    def end(_: str) -> None:
        nonlocal inside
        inside = False

    def words(data: str) -> None:
        if inside:
            found[-1][2].append(data)

    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except _Refused as error:
        deck.problems.add(f"line {parser.CurrentLineNumber}", str(error))
        return
    except expat.ExpatError as error:
        place = f"line {error.lineno}, column {error.offset + 1}"
        deck.problems.add(place, f"not XML: {expat.ErrorString(error.code)}")
        return
    for place, attributes, title in found:
        _read_octgn_card(deck, place, attributes, "".join(title).strip())


def _read_octgn_card(deck: _Deck, place: str, attributes: dict[str, str], title: str) -> None:
    quantity, key = attributes.get("qty", ""), attributes.get("id", "")
    names = [key.removeprefix(OCTGN_PREFIX)] if key.startswith(OCTGN_PREFIX) else []
    names += [title] if title else []
    if not re.fullmatch(r"[0-9]{1,6}", quantity):
        deck.problems.add(place, f"expected a quantity, not {show(quantity)}")
    elif not names:
        deck.problems.add(place, f"no card has the id {show(key)}")
    else:
        deck.add(place, int(quantity), deck.find(place, *names))
