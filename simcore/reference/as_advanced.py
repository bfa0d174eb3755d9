"""Cards of the root by which ice is taken for more advanced than it is: what that changes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.syntax import Amount, Condition, Static
from simcore.cards.walking import found_in
from simcore.errors import CapacityError

if TYPE_CHECKING:
    from simcore.reference.state import Table
    from simcore.reference.things import Piece, RootCard

_COUNTING = frozenset({"adv", "advanced-ice-here"})


def makes_more_advanced(table: Table, card: RootCard, piece: Piece) -> bool:
    """Whether a card of the root, once rezzed, changes a piece by the counters that ice is then
    taken to have.

    Raises `CapacityError` beside a card that is not rezzed and asks for such counters: which of
    the two has something to change hangs on the other.
    """
    statics = card.card.rules.statics
    more = sum(static.amount.base for static in statics if static.kind == "ice-here adv")
    if not more:
        return False
    conditions = list(found_in(piece.card.rules, Condition))
    for other in table.root:
        asking = [each for each in other.card.rules.statics if other.installed and _asks(each)]
        if asking and not other.rezzed:
            raise CapacityError(
                f"{card.card.title}: rezzed in the run beside {other.card.title}, not executed yet"
            )
        conditions += [static.condition for static in asking if static.condition is not None]
    if any(amount.register in _COUNTING for amount in found_in(piece.card.rules, Amount)):
        return True
    now = table.ice_source(piece)
    then = table.ice_source(replace(piece, adv=piece.adv + more))
    asked = [each for each in conditions if each.subject == "adv"]
    return any(table.holds(each, now) != table.holds(each, then) for each in asked)


def _asks(static: Static) -> bool:
    """Whether what a card of the root does for the strength of ice hangs on its counters."""
    condition = static.condition
    return static.kind == "ice-here str" and condition is not None and condition.subject == "adv"
