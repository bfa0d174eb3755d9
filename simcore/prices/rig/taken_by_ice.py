"""Which cards of the rig ice may take, so that it may be better to use them before."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.syntax import Node
from simcore.cards.vocabulary import DAMAGE
from simcore.cards.walking import atoms_of
from simcore.plan.pieces import Slot
from simcore.prices.corp.price_ice import priced_texts
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.way.targets import TAKES, TYPES

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt

_HURTING = {*DAMAGE, "discard"}
_HURTS = re.compile(r"\b(net|meat|core|discard)\b")
"""What ice says by which cards of the grip go."""


@cache
def taken_by_ice(ice: Card) -> frozenset[str]:
    """The types of cards of the rig that a piece of ice may take."""
    return taken_by((*priced_texts(ice), *(clause.effect for clause in ice.rules.on)))


def taken_by(effects: Iterable[Node]) -> frozenset[str]:
    """Those that go by some effects."""
    found = set[str]()
    for atom in (atom for effect in effects for atom in atoms_of(effect)):
        kinds = atom.words[0].split(",") if atom.name in TAKES and atom.words else ()
        found |= {TYPES[kind] for kind in kinds if kind in TYPES}
        found |= set(TYPES.values()) if "any" in kinds else set()
    return frozenset(found)


def taking_before_damage(attempt: Attempt) -> frozenset[int]:
    """The places of ice that may take a card by which others are drawn at will, where cards of the
    grip may go on the way."""
    rig = zip(attempt.rig, attempt.slots, strict=True)
    drawing = {placed.card.type for placed, slot in rig if draws_at_will(slot)}
    if not drawing or not attempt.passing:
        return frozenset()
    ice = [wall.card for wall in attempt.all_walls]
    atoms = (atom for gate in attempt.gates for effect in gate.effects for atom in atoms_of(effect))
    hurting = any(atom.name in _HURTING for atom in atoms) or bool(attempt.interventions)
    hurting |= any(_HURTS.search(text) for card in ice for text in texts_of(card))
    both = ((wall.place, taken_by_ice(wall.card)) for wall in attempt.all_walls)
    return frozenset(place for place, types in both if hurting and drawing & types)


def draws_at_will(slot: Slot) -> bool:
    """Whether cards may be drawn at any time for a card, or for counters on it."""
    return slot.at_will is not None or (slot.untags is not None and bool(slot.untags.draws))
