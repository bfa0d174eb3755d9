"""Cards of the Corp's that go to Archives in a run, and those that send others there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.walking import atoms_of, prices_of

if TYPE_CHECKING:
    from simcore.cards.card import Card
    from simcore.cards.syntax import Node, Price


def may_trash_itself(card: Card) -> bool:
    """Whether the Corp's card may be trashed by its own text before anything is accessed."""
    atoms = (atom for effect in _effects(card) for atom in atoms_of(effect))
    itself = any(atom.name == "self-trash" for atom in atoms)
    return itself or any(price.kind == "trash" for price in _prices(card))


def may_leave(card: Card) -> bool:
    """Whether the Corp's card may leave by its own text before anything is accessed."""
    return may_trash_itself(card) or any(price.kind == "rfg" for price in _prices(card))


def may_take_from_hand(card: Card) -> bool:
    """Whether the Corp may trash cards of HQ by this card before anything is accessed."""
    return any(price.kind == "hq" for price in _prices(card))


def _effects(card: Card) -> tuple[Node | None, ...]:
    clauses = (clause for clause in card.rules.on if clause.event not in ("access", "expose"))
    return (*card.rules.subs, *(clause.effect for clause in clauses))


def _prices(card: Card) -> list[Price]:
    costs = (cost for ability in card.rules.corp_abilities for cost in ability.costs)
    paid = [price for cost in costs for price in cost]
    return paid + [price for effect in _effects(card) for price in prices_of(effect)]
