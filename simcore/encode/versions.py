"""Cards as they stand somewhere in a scenario: what their effects can see of themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from simcore.cards.card import Card
from simcore.cards.syntax import Break, Paid, Pump
from simcore.cards.vocabulary import COUNTED_OFF, DAMAGE
from simcore.cards.walking import atoms_of, mentioned
from simcore.errors import CapacityError

OFF_SERVER = 98
"""A place for ice that hosts nothing: no card names it as its host."""


@dataclass(frozen=True, slots=True)
class Version:
    """A card as it stands somewhere: what its effects can see of itself. `count`: of what it
    counts (`counted_by`), beyond 0 in rows of its own."""

    card: Card
    advancement: int = 0
    virus: int = 0
    power: int = 0
    place: int = OFF_SERVER
    count: int = 0

    @property
    def registers(self) -> dict[str, int]:
        parts = {name: part(self.power) for name, part in COUNTED_OFF.items()}
        parts["virus-but-one"] = max(0, self.virus - 1)
        return {"adv": self.advancement, "virus": self.virus, "power": self.power} | parts


@dataclass(slots=True)
class VersionRows:
    """Versions in the order they were met; a version's place is its row."""

    versions: list[Version] = field(default_factory=list)
    known: dict[Version, int] = field(default_factory=dict)

    def row(self, version: Version) -> int:
        if version not in self.known:
            self.known[version] = len(self.versions)
            self.versions.append(version)
        return self.known[version]


def abilities_of(card: Card) -> tuple[Break | Pump | Paid, ...]:
    return (*card.rules.breaks, *card.rules.pumps, *card.rules.paid)


def trashes_itself(card: Card) -> bool:
    """Whether using an ability of the card trashes it on the spot or later."""
    prices = [price for a in abilities_of(card) for cost in a.costs for price in cost]
    marked = any(clause.event in ("used", "passed-used") for clause in card.rules.on)
    bypassing = [p for b in card.rules.bypasses if b.is_played for p in b.cost]
    prices += [price for price in bypassing if price.kind in ("trash", "rfg")]
    return marked or any(price.kind in ("trash", "rfg") for price in prices)


def can_be_advanced(card: Card) -> bool:
    return card.type == "agenda" or any(s.kind == "advanceable" for s in card.rules.statics)


COUNTABLE = ("tags", "grip", "hq", "power")
"""Registers that change while ice is met: a piece has a row of its own for each value."""
_ASKED_AS = {"tagged": "tags", "tags": "tags", "rezzed-this-turn": "turned"}


def counted_by(card: Card) -> str:
    """The register that the strength, the subroutines or the damage of a piece of ice go by
    while the run lasts; "" for none.

    Raises `CapacityError` for more than one of them.
    """
    if card.type != "ice":
        return ""
    rules = card.rules
    standing = [s for s in rules.statics if s.kind in ("str", "lose-sub")]
    amounts = [static.amount for static in standing] + [gain.amount for gain in rules.gains]
    amounts += [
        atom.amount
        for node in (*rules.subs, *(gain.effect for gain in rules.gains))
        for atom in atoms_of(node)
        if atom.name in DAMAGE
    ]
    found = {amount.register for amount in amounts} & set(COUNTABLE)
    tests = [static.condition for static in standing]
    tests += [gain.condition for gain in rules.gains]
    subjects = {test.subject for test in tests if test is not None}
    found |= {_ASKED_AS[subject] for subject in subjects if subject in _ASKED_AS}
    nodes = [*rules.subs, *(clause.effect for clause in rules.on)]
    placed = any(atom.name == "power" for node in nodes for atom in atoms_of(node))
    if (placed or rules.corp_abilities) and not COUNTED_OFF.keys().isdisjoint(mentioned(rules)):
        raise CapacityError(f"{card.title}: goes by a part of counters that change")
    if placed and "power" in mentioned(rules):
        found.add("power")
    elif "power" in found and not rules.corp_abilities:
        found.remove("power")
    if len(found) > 1:
        raise CapacityError(f"{card.title}: counts several things at once, not executed yet")
    return next(iter(found), "")


_STANDARD = frozenset({"decoder", "fracter", "killer"})
_TYPES = {"prog": "program", "hw": "hardware", "res": "resource"}


def is_kind(card: Card, kind: str) -> bool:
    """Whether a card of the rig is of a kind that texts name."""
    if kind == "any":
        return card.type in _TYPES.values()
    if kind == "prog-not-standard":
        return card.type == "program" and not card.subtypes & _STANDARD
    if kind == "breaker":
        return card.type == "program" and card.is_icebreaker
    if kind in _TYPES:
        return card.type == _TYPES[kind]
    types = {"console": "hardware", "virtual": "resource"}
    return card.type == types.get(kind, "program") and kind in card.subtypes
