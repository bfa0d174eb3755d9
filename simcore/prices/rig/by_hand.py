"""Icebreakers whose strength follows the cards in the grip: as they are, or for what was lent.

Their strength is written down for the grip the run began with; `SlotState.rolled` holds what
has changed since, as it is when something is broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcore.plan.marks import LENT_BY_HAND
from simcore.plan.pieces import Slot, SlotState
from simcore.plan.strengths import is_active
from simcore.plan.uses import has_a_say
from simcore.prices.rig.hand import thrown
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece


def counts_hand(slots: Sequence[Slot]) -> bool:
    """Whether a card of the rig looks at the cards in the grip."""
    return any(slot.by_hand for slot in slots)


def with_the_hand(slots: Sequence[Slot], piece: Piece, now: Passage) -> Iterator[Passage]:
    """A passage before something is broken, with the strength that cards have for the grip; and
    with cards thrown for boosts of another card, where fewer of them make one stronger."""
    yield _seen(slots, piece, now) if counts_hand(slots) else now
    if not any(slot.by_hand < 0 and has_a_say(slot, piece.target) for slot in slots):
        return
    for slot, card in zip(slots, now.rig, strict=True):
        if is_active(card) and any(boost.grip == 1 and not boost.credits for boost in slot.boosts):
            for _ in range(piece.sight.cards_left(now)):
                now = thrown(piece.sight, 1, now.pays(grip=1))[0]
                now = now.tell(piece.place, f"{slot.title}: a card of the grip is thrown away")
                yield _seen(slots, piece, now)
            return


def _seen(slots: Sequence[Slot], piece: Piece, now: Passage) -> Passage:
    more = piece.sight.cards_left(now) - piece.sight.grip

    def seen(slot: Slot, card: SlotState) -> SlotState:
        factor = slot.by_hand or bool(card.spent & LENT_BY_HAND)
        return card._replace(rolled=factor * more) if factor and card.installed else card

    return now._replace(rig=tuple(map(seen, slots, now.rig)))
