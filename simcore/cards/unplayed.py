"""Cards as prices read them: what games count as the run goes on, as it is written."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from simcore.cards.card import Card
from simcore.cards.syntax import (
    Atom,
    Choice,
    May,
    Node,
    Price,
    Sequence,
    Static,
    Trace,
    Unexecuted,
    Unless,
)
from simcore.cards.vocabulary import BROKEN

_BY_PRICES = "prices read it from its text"
_GIVEN = ("own-prog", "own-hw", "own-res", "own-any")
"""What the Runner trashes as a price: prices know it as an option."""
_TAKEN = frozenset({"own-trash", "trash"})
_SHOWS, _IF_SHOWN = "reveal-stack", "if revealed-share"
"""What a piece says that turns cards up as it is met, and what its subroutines ask of those."""
_COUNTED = frozenset({"tags", "grip", "hq", "bp", "rezzed-assets"})
_ASKED = frozenset({"tags", "threat", "clicks", "hq"})


def for_prices(card: Card) -> Card:
    """The card with the subroutines and the strength that go by what there is now among the
    clauses that prices read."""
    card = _unshown(card)
    rules = card.rules
    told = tuple(map(_told, rules.subs))
    clauses = tuple(replace(each, effect=_told(each.effect)) for each in rules.on)
    if told != rules.subs or clauses != rules.on:
        rules = replace(rules, subs=told, on=clauses)
        card = replace(card, rules=rules)
    broken = [clause for clause in rules.on if clause.event in BROKEN]
    if broken:
        items = tuple(Unexecuted("on", clause.text, _BY_PRICES) for clause in broken)
        kept_clauses = tuple(clause for clause in rules.on if clause not in broken)
        rules = replace(rules, on=kept_clauses, unexecuted=(*rules.unexecuted, *items))
        card = replace(card, rules=rules)
    moving = [static for static in rules.statics if _moves(static)]
    if not (rules.gains or moving):
        return card
    texts = [Unexecuted(gain.key, gain.text, _BY_PRICES) for gain in rules.gains]
    texts += [Unexecuted("static", static.text, _BY_PRICES) for static in moving]
    kept = tuple(static for static in rules.statics if not _moves(static))
    read = replace(rules, gains=(), statics=kept, unexecuted=(*rules.unexecuted, *texts))
    return replace(card, rules=read)


def _unshown(card: Card) -> Card:
    """Without what subroutines do for cards turned up as the piece is met, where a clause by
    which that happens has gone: none have been turned up."""
    rules = card.rules
    waiting = {item.text for item in rules.unexecuted if item.text.startswith(_IF_SHOWN)}
    if not waiting or any(_SHOWS in item.text for item in rules.unexecuted):
        return card
    texts = tuple("nothing" if text in waiting else text for text in rules.sub_texts)
    left = tuple(item for item in rules.unexecuted if item.text not in waiting)
    return replace(card, rules=replace(rules, sub_texts=texts, unexecuted=left))


def _moves(static: Static) -> bool:
    asked = static.condition is not None and static.condition.subject in _ASKED
    asked |= static.kind == "break-limit"
    return asked or static.amount.register in _COUNTED


def _told(node: Node) -> Node:
    """A tree as prices have it: what the Runner gives up is an option like others, and what
    goes to the grip or the stack has gone from the rig."""
    match node:
        case Atom(name="bounce", words=words):
            return replace(node, name="trash", words=words)
        case Unless(penalty=penalty, costs=((price,),)) if price.kind in _GIVEN:
            other = Atom("give-up", price.amount, (price.kind[4:],))
            return Choice("runner", (_told(penalty), other))
        case Choice(side="runner", options=options) if any(map(_is_payment, options)):
            costs = [(Price("credits", o.amount),) for o in options if _is_payment(o)]
            given = [_given(_told(other)) for other in options if not _is_payment(other)]
            left = given[0] if len(given) == 1 else Choice("runner", tuple(given))
            return Unless(left, tuple(costs))
        case May(side="corp", effect=effect):
            return replace(node, effect=_told(effect))
        case Sequence(steps=steps):
            return Sequence(tuple(map(_told, steps)))
        case Trace(success=success, failure=failure):
            return replace(node, success=_told(success), failure=failure and _told(failure))
    return node


def _is_payment(node: Node) -> TypeGuard[Atom]:
    return isinstance(node, Atom) and node.name == "pay"


def _given(node: Node) -> Node:
    """What is trashed is of the Runner's choice."""
    return replace(node, name="give-up") if isinstance(node, Atom) and node.name in _TAKEN else node
