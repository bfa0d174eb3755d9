"""Cards of the root by which ice is taken for more advanced than it is: what that changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.syntax import Amount, Condition
from simcore.cards.walking import found_in

if TYPE_CHECKING:
    from simcore.reference.state import Table
    from simcore.reference.things import Piece, RootCard

_COUNTING = frozenset({"adv", "advanced-ice-here"})


def makes_more_advanced(table: Table, card: RootCard, piece: Piece) -> bool:
    """Whether a card of the root, once rezzed, changes a piece by the counters that ice is then
    taken to have; so that a number on it is another, or a condition of the piece, or of what
    braces it, is met that was not."""
    statics = card.card.rules.statics
    more = sum(static.amount.base for static in statics if static.kind == "ice-here adv")
    rules = piece.card.rules
    if more and any(amount.register in _COUNTING for amount in found_in(rules, Amount)):
        return True
    braces = [each.card.rules.statics for each in table.root if each.installed and each.rezzed]
    asked = [each for each in found_in((rules, *braces), Condition) if each.subject == "adv"]
    now = table.ice_source(piece)
    then = table.ice_source(replace(piece, adv=piece.adv + more))
    return any(table.holds(each, now) != table.holds(each, then) for each in asked)
