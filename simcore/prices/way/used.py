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

OTHERS = (
    "of cards that are lost for having been used the Runner may lose another one, where that "
    "breaks the same for as much or more: such ways are not told"
)
USED, BROKE = "used-", "broke-"
"""What a kind of cards begins with of which those alone are meant that were used, or that broke a
subroutine."""


def asks_for_used(attempt: Attempt) -> bool:
    """Whether something takes cards that were used."""
    effects = (effect for gate in attempt.gates for effect in gate.effects)
    words = (word for effect in effects for atom in atoms_of(effect) for word in atom.words)
    return any(word.startswith((USED, BROKE)) for word in words)


def told_of_used(attempt: Attempt) -> tuple[str, ...]:
    """What is said of cards that go for having been used."""
    breaking = sum(bool(slot.abilities) or slot.eats for slot in attempt.slots)
    return (OTHERS,) * (breaking > 1 and asks_for_used(attempt))


def with_used(payment: Payment, breaking: bool, now: Passage) -> Passage:
    """With the cards that a way to break has used, or one that gets past without `breaking`."""
    uses = payment.way.uses
    broke = {use.slot for use in uses if breaking and any(use.breaks)}
    broke |= {gift.slot for gift in payment.given if gift.breaks or gift.eaten}
    used = {use.slot for use in uses if any(use.breaks) or use.weakening}
    return now.notes(*((BROKE, slot) for slot in broke), *((USED, slot) for slot in broke | used))


def is_used(now: Passage, slot: int) -> bool:
    """Whether a card was used, where something takes such cards."""
    return not now.changed.heard.isdisjoint({(USED, slot), (BROKE, slot)})


def may_be_taken(sight: Sight, kind: str, slot: int, now: Passage) -> bool:
    """Whether a card is still installed, and was used if that is asked for."""
    asked = next((each for each in (USED, BROKE) if kind.startswith(each)), None)
    has = asked is None or (asked, slot) in now.changed.heard
    return has and now.rig[slot].installed and not has_gone_empty(sight, slot, now)
