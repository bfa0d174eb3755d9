"""Cards of the rig that were used in the run, where something takes one of these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simcore.cards.walking import atoms_of, mentioned
from simcore.plan.uses import owes
from simcore.prices.payments import Payment
from simcore.prices.rig.emptying import has_gone_empty
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight

OTHERS = (
    "of cards that are lost for having been used the Runner may lose another one, where that "
    "breaks the same for as much or more: such ways are not told"
)
_SPARED = "that it may be trashed for having been used though it has counters is left out"
_AI = "ai-installed"
_BRINGS = ("own card trashed", "installed card trashed")
"""What cards of the rig say that bring something once an installed card is trashed."""
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
    return (*_told_of_sparing(attempt), *(OTHERS,) * (breaking > 1 and asks_for_used(attempt)))


def _told_of_sparing(attempt: Attempt) -> Iterator[str]:
    """What is said of programs that go for want of counters once they have broken something, where
    the Runner may be better off if they go in spite of counters: as it is met, ice behind looks for
    such a program, or it brings something that an installed card is trashed."""
    rig = tuple(zip(attempt.slots, attempt.rig, strict=True))
    again = attempt.ground.meets_again
    felt = any(
        _AI in mentioned(wall.card.rules)
        for wall in attempt.all_walls
        if again or not wall.is_outermost
    )
    brings = [text for _, placed in rig for text in texts_of(placed.card)]
    gained = any(text.startswith(_BRINGS) for text in brings)
    gained |= any(slot.per_free_mu for slot in attempt.slots)
    for slot, placed in rig:
        looked_at = gained or (felt and "ai" in placed.card.subtypes)
        lasting = placed.virus or placed.power or (slot.of_hive and any(s.hive for s, _ in rig))
        if looked_at and lasting and owes(slot):
            yield f"{placed.card.title}: {_SPARED}"


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
