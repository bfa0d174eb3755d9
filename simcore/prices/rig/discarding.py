"""Cards of the rig for which the Corp loses cards of HQ, where anything looks at how many lie
there: before ice is met, or before what waits behind all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.plan.pieces import GONE
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.corp.ground import TRASHED
from simcore.prices.rig.drawing import given_up_for_use
from simcore.prices.way.hearing import heard
from simcore.prices.way.of_hq import in_hq, with_hand
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

GROWS = "damage: power 1"
"""What a card says that gets a counter whenever damage is done to the Runner."""
FOR_COUNTERS = "trash: the Corp discards 1*power"
"""What it says of cards of HQ that the Runner trashes for them."""


def with_fewer_in_hq(sight: Sight, now: Passage) -> list[Passage]:
    """A passage, and those in which some cards have been given up so that cards of HQ go."""
    found = [now]
    for number, slot in enumerate(sight.slots if sight.looks.hand else ()):
        if slot.discards is None:
            continue
        for each in list(found):
            card = each.rig[number]
            cards = slot.discards.cards * (card.power if slot.discards.by_power else 1)
            if is_active(card) and cards and in_hq(sight, each):
                found += _given_up(sight, number, cards, each)
    return found


def _given_up(sight: Sight, number: int, cards: int, now: Passage) -> list[Passage]:
    """Without a card, and without those of HQ. For its counters it is the Runner who trashes them:
    that is heard of, once for each."""
    discards = sight.slots[number].discards
    trashed = min(cards, in_hq(sight, now)) if discards and discards.by_power else 0
    rig = unhosted(sight.slots, now.with_card(number, GONE).rig)
    after = with_hand(sight, sight.purses.after(now.rig, now._replace(rig=rig)), -cards)
    words = f"{sight.slots[number].title}: it is given up, {cards} of HQ discarded"
    found = [given_up_for_use(sight, after.tell(sight.place, words))]
    for _ in range(trashed):
        found = [a for each in found for a in heard(sight, TRASHED, each, installed=False)]
    return found
