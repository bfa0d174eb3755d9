"""What a syntax tree holds, read without playing it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import fields
from functools import cache, lru_cache
from typing import TypeVar

from simcore.cards.syntax import (
    Amount,
    Atom,
    Choice,
    Condition,
    Cost,
    If,
    Later,
    May,
    Node,
    Price,
    Psi,
    Roll,
    Sequence,
    Trace,
    Unless,
)

Part = TypeVar("Part")


def parts_of(node: Node | None) -> tuple[Node | None, ...]:
    """What stands directly below a node of a tree, left to right."""
    match node:
        case Sequence(steps=parts) | Choice(options=parts):
            return parts
        case Trace(success=a, failure=b) | Psi(different=a, same=b):
            return (a, b)
        case If(then=a, otherwise=b) | Roll(then=a, otherwise=b):
            return (a, b)
        case Unless(penalty=inner) | May(effect=inner) | Later(effect=inner):
            return (inner,)
    return ()


def atoms_of(node: Node | None) -> tuple[Atom, ...]:
    """Every atom in a tree, left to right."""
    if isinstance(node, Atom):
        return (node,)
    return tuple(atom for part in parts_of(node) for atom in atoms_of(part))


def prices_of(node: Node | None) -> tuple[Price, ...]:
    """Every part of a price that a tree asks for."""
    costs: tuple[Cost, ...] = ()
    match node:
        case Unless(costs=costs):
            pass
        case May(cost=cost):
            costs = (cost,)
    own = tuple(price for cost in costs for price in cost)
    return own + tuple(price for part in parts_of(node) for price in prices_of(part))


@lru_cache(maxsize=1 << 14)
def mentioned(part: Hashable) -> frozenset[str]:
    """Registers and subjects of conditions anywhere in a tree or in the rules of a card."""
    registers = frozenset(amount.register for amount in found_in(part, Amount))
    return registers | {condition.subject for condition in found_in(part, Condition)}


def found_in(part: Hashable, kind: type[Part]) -> tuple[Part, ...]:
    """Everything of a kind anywhere in a tree or in the rules of a card."""
    match part:
        case str() | int() | None:
            return ()
        case tuple():
            parts: Iterable[Hashable] = part
        case _:
            parts = (getattr(part, name) for name in _names(type(part)))
    below = tuple(each for inner in parts for each in found_in(inner, kind))
    return (part, *below) if isinstance(part, kind) else below


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def traces(node: Node | None) -> bool:
    """Whether a tree holds a trace."""
    return isinstance(node, Trace) or any(map(traces, parts_of(node)))
