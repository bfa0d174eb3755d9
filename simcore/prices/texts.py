"""What a text comes to, whatever the Runner does."""

from __future__ import annotations

from simcore.cards.syntax import Atom, Choice, Cost, If, May, Node, Price, Psi, Roll, Trace, Unless
from simcore.cards.syntax import Sequence as Steps
from simcore.cards.walking import parts_of
from simcore.scenario import Corp

_ENDS = frozenset({"etr", "go-back", "go-outermost", "copy-sub"})
"""Effects that may keep the Runner from going on to the server."""


def ends_at_will(node: Node | None, corp: Corp | None = None, doubtful: bool = True) -> bool:
    """Whether a text may keep the Runner out whatever the Runner does. `corp`: who has to pay
    for it, if anybody says; not `doubtful`: by more than a trace, which may be beaten, or what
    comes under a condition, which may not hold."""
    match node:
        case Atom(name=name):
            return name in _ENDS
        case Choice(side="runner", options=options):
            return all(ends_at_will(option, corp, doubtful) for option in options)
        case May(side="runner") | Unless():
            return False
        case May(side="corp", cost=cost) if corp is not None and not can_pay(cost, corp):
            return False
        case Trace() | If() if not doubtful:
            return False
        case Steps() | Choice() | If() | Trace() | Psi() | Roll() | May():
            return any(ends_at_will(part, corp, doubtful) for part in parts_of(node))
    return False


def asked_of_corp(node: Node | None) -> tuple[Price, ...]:
    """What the Corp may have to pay for a text."""
    own = node.cost if isinstance(node, May) and node.side == "corp" else ()
    return own + tuple(price for part in parts_of(node) for price in asked_of_corp(part))


def is_bid_for(node: Node | None) -> bool:
    """Whether both sides bid for what comes of a text."""
    return isinstance(node, Psi) or any(map(is_bid_for, parts_of(node)))


def can_pay(cost: Cost, corp: Corp) -> bool:
    """Whether the Corp has the credits and the cards of HQ that a text costs."""
    there = {"credits": corp.credits_high, "hq": corp.hq_count}
    return all(part.amount.base <= there.get(part.kind, part.amount.base) for part in cost)
