"""Cards of the rig for which the Corp loses cards of HQ, where anything looks at how many lie
there: before ice is met, or before what waits behind all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.plan.pieces import GONE
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.rig.drawing import given_up_for_use
from simcore.prices.way.of_hq import in_hq, with_hand
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

GROWS = "damage: power 1"
"""What a card says that gets a counter whenever damage is done to the Runner."""


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
                found.append(_given_up(sight, number, cards, each))
    return found


def _given_up(sight: Sight, number: int, cards: int, now: Passage) -> Passage:
    rig = unhosted(sight.slots, now.with_card(number, GONE).rig)
    after = with_hand(sight, sight.purses.after(now.rig, now._replace(rig=rig)), -cards)
    words = f"{sight.slots[number].title}: it is given up, {cards} of HQ discarded"
    return given_up_for_use(sight, after.tell(sight.place, words))
