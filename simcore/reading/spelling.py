"""Two spellings of an entry, made one: ``"Leech{virus=2}"`` and ``{ card = "Leech", virus = 2 }``.

What lies on a card of the rig is read from its table, whatever a card leaves open from the
braces behind its title; each may be written in either place.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from simcore.cards.card import Card
from simcore.cards.settled import asks_for_server, in_braces
from simcore.errors import CardError
from simcore.reading.checking import Problems, path, show
from simcore.reading.own_cards import Finder

ON_RIG = ("virus", "power", "credits", "host")
"""What is read from the table of a rig card, beside the subtype it breaks."""
LEFT_OPEN = ("chosen", "roll", "paid")
"""What cards leave open, as keys of a table."""
THIS_PIECE = "ice"
"""What was chosen for a card that works on one piece of ice, here the one it is on."""
LONGEST_TITLE = 200
_OF_SERVER = "first ice met of the server chosen"
"""What a card says for which a server is chosen."""


def breaks_chosen(card: Card) -> bool:
    """Whether a card breaks a subtype that was chosen for it."""
    return any("chosen" in ability.types for ability in card.rules.breaks)


def acts_on_chosen(card: Card) -> bool:
    """Whether a card acts at a server that was chosen for it."""
    clauses = card.rules.unexecuted
    return any(asks_for_server(each) or each.text.startswith(_OF_SERVER) for each in clauses)


def of_rig(problems: Problems, place: str, item: object, cards: Finder, ice: int) -> object:
    """An entry of a rig before so many pieces of ice: counters, host and the chosen subtype in its
    table, the rest in braces."""
    name = item.get("card") if isinstance(item, Mapping) else item
    split = _split(name)
    if split is None:
        return item
    title, stated = split
    table = dict(item) if isinstance(item, Mapping) else {"card": name}
    keys = (*ON_RIG, "chosen") if _takes_subtype(title, cards) else ON_RIG
    for key in [key for key in stated if key in keys]:
        text = stated.pop(key)
        if key in table:
            problems.add(path(place, key), _TWICE)
        whole = text.isascii() and text.isdecimal() and len(text) < _LONGEST_NUMBER
        table[key] = int(text) if whole else text
    if THIS_PIECE in (stated.get("chosen"), table.get("chosen")) and _is_laid_on(title, cards):
        stated.pop("chosen", None)
        table.pop("chosen", None)
        if ice != 1 and "host" not in table:
            problems.add(path(place, "chosen"), "say which piece was chosen, as in host = 0")
        table.setdefault("host", 0)
    table["card"] = _joined(title, stated)
    open_ones = ("roll", "installed", "trashed", *["chosen"] * (table.get("chosen") == THIS_PIECE))
    written = in_title(problems, place, table, open_ones)
    return written if written.keys() != {"card"} else written["card"]


def of_ice(problems: Problems, place: str, item: Mapping[str, object]) -> Mapping[str, object]:
    """An entry of ice: what the piece leaves open in braces."""
    return in_title(problems, place, item, LEFT_OPEN)


def in_title(
    problems: Problems, place: str, item: Mapping[str, object], keys: Collection[str]
) -> Mapping[str, object]:
    """A table with these keys in braces behind the title."""
    split = _split(item.get("card"))
    if split is None or not any(key in item for key in keys):
        return item
    title, stated = split
    for key in (key for key in keys if key in item):
        value = item[key]
        good = isinstance(value, (str, int)) and not isinstance(value, bool)
        if not good or not str(value).strip() or set(str(value)) & _MARKS:
            problems.add(path(place, key), f"expected a word or a number, not {show(value)}")
        elif key in stated:
            problems.add(path(place, key), _TWICE)
        else:
            stated[key] = str(value)
    rest = {key: value for key, value in item.items() if key not in keys}
    return rest | {"card": _joined(title, stated)}


_TWICE = "stated twice, in braces behind the title and beside it"
_MARKS = frozenset("{},=")
_LONGEST_NUMBER = 6


def _split(name: object) -> tuple[str, dict[str, str]] | None:
    """A title and what stands in braces behind it, None if that cannot be read."""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_TITLE:
        return None
    try:
        return in_braces(name)
    except CardError:
        return None


def _joined(title: str, stated: Mapping[str, str]) -> str:
    words = ", ".join(f"{key}={value}" for key, value in stated.items())
    return f"{title}{{{words}}}" if words else title


def _is_laid_on(title: str, cards: Finder) -> bool:
    """Whether a card bypasses the piece that was chosen for it, its host in a scenario."""
    try:
        return any(ability.on_host for ability in cards.find(title).rules.bypasses)
    except CardError:
        return False


def _takes_subtype(title: str, cards: Finder) -> bool:
    try:
        card = cards.find(title)
        return breaks_chosen(card) or acts_on_chosen(card)
    except CardError:
        return False
