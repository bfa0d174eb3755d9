"""Clauses of the rig for what nobody has stated to be so, or there: it is taken not to be, which is
said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcore.cards.card import BLANK, Card
from simcore.cards.syntax import Unexecuted
from simcore.scenario import Pile, RigCard

_ON_IT = "no card is known to lie on it"
_OF_STACK = "no card of the stack is known"
_OF_GRIP = "no such card of the grip is known"
_NEVER = {
    "trash: fetch a card on it": _ON_IT,
    "1c: fetch a card on it": _ON_IT,
    "0c: fetch a program on it": _ON_IT,
    "1c: power -1 on a card, installed at 0": _ON_IT,
    "trash: cards on it to the grip": _ON_IT,
    "trash: cards on it to the stack": _ON_IT,
    "only chosen-server (all abilities)": "it was installed for this server",
    "ice met on the mark: may give it up: past it": "the mark is another server",
}
"""What a scenario cannot state, or has not, where the clause is left as it is."""
_OF_THE_STACK = {
    "1c: fetch the top of the stack",
    "trash: fetch a card of the stack",
    "forfeit 1: fetch a card of the stack",
}
_OF_THE_GRIP = {
    "program of the grip: prevent core,net 1": "program",
    "grip 1: prevent a card being trashed": "",
    "tag avoided [1/turn]: may install": "",
    "event trashed [1/turn]: draw 1": "event",
    "full-break [1/turn]: may discard 1: draw 1": "",
    "run-begin: may install hardware": "hardware",
    "run-begin: may trash hardware of the grip: credits 2 on it": "hardware",
}
"""For cards of which type or subtype of the grip a clause is, any: ""."""


def without_unstated(
    grip: Pile, stack: Pile, rig: Sequence[RigCard]
) -> tuple[tuple[RigCard, ...], tuple[str, ...]]:
    """A rig without such clauses, and what is assumed for that."""
    held = [card for card, _ in grip if card.id != BLANK.id]
    bare, words = list[RigCard](), list[str]()
    for placed in rig:
        rules = placed.card.rules
        idle = dict(_idle(rules.unexecuted, held, bool(stack)))
        words += [f"{placed.card.title}: {why}" for why in idle.values()]
        left = tuple(item for item in rules.unexecuted if item not in idle)
        card = replace(placed.card, rules=replace(rules, unexecuted=left))
        bare.append(replace(placed, card=card) if idle else placed)
    return tuple(bare), tuple(dict.fromkeys(words))


def _idle(
    items: Sequence[Unexecuted], held: Sequence[Card], stacked: bool
) -> Iterator[tuple[Unexecuted, str]]:
    """Clauses of which nothing comes, and why."""
    for item in items:
        if item.text in _NEVER:
            yield item, _NEVER[item.text]
        elif item.text in _OF_THE_STACK and not stacked:
            yield item, _OF_STACK
        elif (kind := _OF_THE_GRIP.get(item.text)) is not None:
            if not any(not kind or kind in (card.type, *card.subtypes) for card in held):
                yield item, _OF_GRIP
