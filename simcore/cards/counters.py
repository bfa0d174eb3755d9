"""What comes of installing a card: the counters that lie there where nobody says how many there
are, when installed or rezzed, and where it may be."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from simcore.cards.card import Card
from simcore.cards.pool import Entry, load_pool
from simcore.cards.syntax import Amount, Atom

MEMORY = 4
"""Units of memory that there are without cards that give more."""
_INSTALLED_WITH = re.compile(
    r"install: (virus|power) (\d+|free-mu)(; (trashed|removed) when empty)?$"
)
_IN_ROOT_OF = re.compile(r"root of ([a-z,]+) only$")
_ADVANCED_WHEN_REZZED = re.compile(r"rez: adv-self (\d+)(; adv-self 1\*archives-types)?$")


def counters_when_installed(card: Card) -> dict[str, int]:
    """The counters, by kind, that a card of the pool gets when it is installed with no other
    program there."""
    found: dict[str, int] = {}
    for clause in outside_of(card):
        if loaded := _INSTALLED_WITH.match(clause):
            free = MEMORY - (card.memory or 0)
            found[loaded[1]] = free if loaded[2] == "free-mu" else int(loaded[2])
    return found


def counters_when_rezzed(card: Card, archives: Collection[str] = ()) -> dict[str, int]:
    """The counters that a piece of ice gets when it is rezzed, by kind, with faceup cards of
    these types in Archives."""
    found = {"power": 0, "virus": 0, "advancement": 0}
    for clause in card.rules.on:
        match clause.effect:
            case Atom(name="power" | "virus" as kind, amount=Amount(base=base, register="")):
                found[kind] += base if clause.event == "rez" else 0
    for item in card.rules.unexecuted:
        if laid := _ADVANCED_WHEN_REZZED.match(item.text):
            found["advancement"] += int(laid[1]) + (len(set(archives)) if laid[2] else 0)
    return found


def words_of_counters(card: Card, counters: Mapping[str, int], moment: str) -> tuple[str, ...]:
    """What is assumed of counters that nobody stated: those that a moment brings."""
    return tuple(
        f"{card.title}: {number} {kind} counter{'s' * (number > 1)}, as when {moment}"
        for kind, number in counters.items()
        if number
    )


def roots_of(card: Card) -> frozenset[str]:
    """The servers in whose root alone a card may be installed; none where it may be in any."""
    found = map(_IN_ROOT_OF.match, outside_of(card))
    return frozenset(server for each in found if each for server in each[1].split(","))


_WORD = {"virus": "virus", "power": "power", "advancement": "adv"}
"""How the notation of a card speaks of counters."""


def counts(card: Card, kind: str) -> bool:
    """Whether a piece of ice or a breaker may make something of counters of a kind on itself; of
    a card that is not known in full, or holds them for its own turn, that cannot be denied."""
    entry = _entry(card)
    if entry is None or card.fidelity.level != "exact":
        return True
    if card.type != "ice" and not card.rules.breaks:
        return True
    return kind in card.subtypes or _WORD[kind] in str(entry.keys)


def outside_of(card: Card) -> list[str]:
    """What a card of the pool does, or asks for, outside of runs."""
    entry = _entry(card)
    outside = entry.keys.get("outside") if entry is not None else None
    return outside if isinstance(outside, list) else []


def _entry(card: Card) -> Entry | None:
    if card.id.startswith("own:"):
        return None
    return load_pool("onr" if card.pool == "1996" else "nsg").entry(card.id)
