"""Ends of the run inside effects: whether there is one, and when it comes."""

from __future__ import annotations

from dataclasses import replace

from simcore.cards.syntax import (
    Atom,
    Choice,
    Condition,
    If,
    May,
    Node,
    Paid,
    Psi,
    Roll,
    Sequence,
    Trace,
    Unless,
)
from simcore.cards.walking import atoms_of, parts_of

_ENDS = frozenset({"etr", "ending"})


def ends_run(node: Node | None) -> bool:
    """Whether any branch of a tree ends the run, whatever the state."""
    return any(atom.name in _ENDS for atom in atoms_of(node))


def used_late(ability: Paid) -> bool:
    """Whether the Corp keeps an ability for the last window: one that may end the run."""
    return any(atom.name in ("etr", "copy-sub") for atom in atoms_of(ability.effect))


def resolving_whole(sub: Node) -> Node:
    """A subroutine whose end of the run waits until the rest of it has happened (s11)."""
    if not ends_run(sub) or _ends_last(sub):
        return sub
    ended = If(Condition("ending"), Atom("etr"))
    return Sequence((_put_off(sub), ended))


def _ends_last(node: Node | None) -> bool:
    """Whether nothing comes after any end of the run in a tree."""
    if isinstance(node, Sequence):
        return not any(map(ends_run, node.steps[:-1])) and _ends_last(node.steps[-1])
    return all(map(_ends_last, parts_of(node)))


def _put_off(node: Node) -> Node:
    """The tree with every end of the run only taken down."""
    match node:
        case Atom(name="etr"):
            return Atom("ending")
        case Sequence(steps=steps):
            return Sequence(tuple(_put_off(step) for step in steps))
        case Choice(options=parts):
            return replace(node, options=tuple(_put_off(part) for part in parts))
        case Unless(penalty=inner):
            return replace(node, penalty=_put_off(inner))
        case May(effect=inner):
            return replace(node, effect=_put_off(inner))
        case If(then=a, otherwise=b) | Roll(then=a, otherwise=b):
            return replace(node, then=_put_off(a), otherwise=b and _put_off(b))
        case Trace(success=a, failure=b):
            return replace(node, success=_put_off(a), failure=b and _put_off(b))
        case Psi(different=a, same=b):
            return replace(node, different=_put_off(a), same=b and _put_off(b))
    return node
