"""Cards of the rig that were used in the run, where something takes one of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.walking import atoms_of
from simcore.prices.payments import Payment
from simcore.prices.rig.emptying import has_gone_empty
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight

USED = "used-"
"""What a kind of cards begins with of which those that were used are meant alone."""
_FIRST = 64
"""Among what has been heard of: that the first card of the rig was used; the others follow."""


def asks_for_used(attempt: Attempt) -> bool:
    """Whether something takes cards that were used."""
    effects = (effect for gate in attempt.gates for effect in gate.effects)
    words = (word for effect in effects for atom in atoms_of(effect) for word in atom.words)
    return any(word.startswith(USED) for word in words)


def with_used(payment: Payment, now: Passage) -> Passage:
    """With the cards that a way to break has used."""
    used = {use.slot for use in payment.way.uses if any(use.breaks) or use.weakening}
    bits = sum(1 << (_FIRST + slot) for slot in used if slot >= 0)
    return now._replace(changed=now.changed._replace(heard=now.changed.heard | bits))


def may_be_taken(sight: Sight, kind: str, slot: int, now: Passage) -> bool:
    """Whether a card is still installed, and was used if that is asked for."""
    was_used = bool(now.changed.heard >> (_FIRST + slot) & 1)
    there = now.rig[slot].installed and not has_gone_empty(sight, slot, now)
    return there and (was_used or not kind.startswith(USED))
