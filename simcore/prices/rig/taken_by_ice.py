"""Which cards of the rig ice may take, so that it may be better to use them before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from simcore.cards.card import Card
from simcore.cards.syntax import Node
from simcore.cards.walking import atoms_of
from simcore.plan.pieces import Slot
from simcore.prices.corp.price_ice import priced_texts
from simcore.scenario import RigCard

_TYPES = {"prog": "program", "hw": "hardware", "res": "resource"}
_TAKES = ("trash", "own-trash", "bounce")


@cache
def taken_by_ice(ice: Card) -> frozenset[str]:
    """The types of cards of the rig that a piece of ice may take."""
    return taken_by((*priced_texts(ice), *(clause.effect for clause in ice.rules.on)))


def taken_by(effects: Iterable[Node]) -> frozenset[str]:
    """Those that go by some effects."""
    found = set[str]()
    for atom in (atom for effect in effects for atom in atoms_of(effect)):
        kinds = atom.words[0].split(",") if atom.name in _TAKES and atom.words else ()
        found |= {_TYPES[kind] for kind in kinds if kind in _TYPES}
        found |= set(_TYPES.values()) if "any" in kinds else set()
    return frozenset(found)


def takes_a_drawing_one(ice: Card, rig: Sequence[RigCard], slots: Sequence[Slot]) -> bool:
    """Whether ice may take a card by which others are drawn at will."""
    types = taken_by_ice(ice)
    both = zip(rig, slots, strict=True)
    return any(placed.card.type in types and draws_at_will(slot) for placed, slot in both)


def draws_at_will(slot: Slot) -> bool:
    """Whether cards may be drawn at any time for a card, or for counters on it."""
    return slot.at_will is not None or (slot.untags is not None and bool(slot.untags.draws))
