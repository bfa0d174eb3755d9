"""Cards as they stand somewhere in a scenario: what their effects can see of themselves."""

from __future__ import annotations

from dataclasses import dataclass, field

from simcore.cards.card import Card
from simcore.cards.syntax import Break, Paid, Pump
from simcore.cards.walking import atoms_of
from simcore.scenario import Placed

OFF_SERVER = 98
"""A place for ice that hosts nothing: no card names it as its host."""


@dataclass(frozen=True, slots=True)
class Version:
    """A card as it stands somewhere: what its effects can see of itself."""

    card: Card
    advancement: int = 0
    virus: int = 0
    power: int = 0
    place: int = OFF_SERVER

    @property
    def registers(self) -> dict[str, int]:
        return {"adv": self.advancement, "virus": self.virus, "power": self.power}


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


def titles_of(piece: Placed) -> tuple[Card, ...]:
    if piece.card is not None:
        return (piece.card,)
    return tuple(card for card, _ in piece.candidates)


def abilities_of(card: Card) -> tuple[Break | Pump | Paid, ...]:
    return (*card.rules.breaks, *card.rules.pumps, *card.rules.paid)


def trashes_itself(card: Card) -> bool:
    """Whether using an ability of the card trashes it on the spot or later."""
    prices = [price for a in abilities_of(card) for cost in a.costs for price in cost]
    marked = any(clause.event in ("used", "passed-used") for clause in card.rules.on)
    return marked or any(price.kind == "trash" for price in prices)


def takes_trojans(card: Card) -> bool:
    """Whether programs on this piece of ice have no abilities."""
    atoms = (atom for clause in card.rules.on for atom in atoms_of(clause.effect))
    return any(atom.name == "take-trojan" for atom in atoms)


def can_be_advanced(card: Card) -> bool:
    return card.type == "agenda" or any(s.kind == "advanceable" for s in card.rules.statics)
