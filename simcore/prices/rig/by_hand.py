"""Icebreakers whose strength follows the cards in the grip: as they are, or for what was lent.

Their strength is written down for the grip the run began with; `SlotState.rolled` holds what
has changed since, as it is when something is broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcore.cards.syntax import Condition
from simcore.cards.walking import found_in
from simcore.plan.marks import LENT_BY_HAND
from simcore.plan.pieces import Slot, SlotState
from simcore.plan.strengths import is_active
from simcore.plan.uses import has_a_say
from simcore.prices.rig.hand import thrown
from simcore.prices.way.passage import Passage, each_once
from simcore.prices.way.wall import Piece


def counts_hand(slots: Sequence[Slot]) -> bool:
    """Whether a card of the rig looks at the cards in the grip."""
    return any(slot.by_hand for slot in slots)


def grows_by_hand(slots: Sequence[Slot]) -> bool:
    """Whether more cards in the grip make a card of the rig stronger, or what it lends."""
    return any(slot.by_hand > 0 for slot in slots)


def with_the_hand(slots: Sequence[Slot], piece: Piece, now: Passage) -> Iterator[Passage]:
    """A passage before something is broken, with the strength that cards have for the grip; and
    with cards thrown for boosts of another card, where fewer of them, or what lies in the heap
    then, make one stronger, or the piece asks how many there are."""
    yield _seen(slots, piece, now) if counts_hand(slots) else now
    growing = (slot for slot in slots if slot.by_hand < 0 or slot.per_fracter_gone)
    if not (asks_for_grip(piece) or any(has_a_say(slot, piece.target) for slot in growing)):
        return
    for slot, card in zip(slots, now.rig, strict=True):
        if is_active(card) and any(boost.grip == 1 and not boost.credits for boost in slot.boosts):
            words = f"{slot.title}: a card of the grip is thrown away"
            found = [now]
            for _ in range(piece.sight.cards_left(now)):
                gone = (
                    after for each in found for after in thrown(piece.sight, 1, each.pays(grip=1))
                )
                found = each_once(after.tell(piece.place, words) for after in gone)
                yield from (_seen(slots, piece, each) for each in found)
            return


def asks_for_grip(piece: Piece) -> bool:
    """Whether a condition of a piece goes by the number of cards in the grip."""
    met = (clause.effect for clauses in piece.clauses.values() for clause in clauses)
    tests = (test for each in (*piece.subs, *met) for test in found_in(each, Condition))
    return any(test.subject == "grip" for test in tests)


def _seen(slots: Sequence[Slot], piece: Piece, now: Passage) -> Passage:
    more = piece.sight.cards_left(now) - piece.sight.grip

    def seen(slot: Slot, card: SlotState) -> SlotState:
        factor = slot.by_hand or bool(card.spent & LENT_BY_HAND)
        return card._replace(rolled=factor * more) if factor and card.installed else card

    return now._replace(rig=tuple(map(seen, slots, now.rig)))
