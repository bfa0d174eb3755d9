"""Cards and identities by which the Runner draws on the way, and the times when they do.

The stack is taken to hold enough cards."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.cards.vocabulary import DAMAGE
from simcore.plan.marks import REWARDED
from simcore.plan.pieces import Slot, is_active
from simcore.prices.passage import Passage
from simcore.prices.payments import Payment

USED, TRASHED = "used", "trashed"
DRAWS = {
    "damage [1/turn]: draw 1": "damage",
    "core damage [1/turn]: may draw 1, sabotage 2": "core",
    "trash ability used: draw 1": TRASHED,
}
"""When a card is drawn, by the text that says so (`Slot.draws`)."""


def drawn_for_damage(slots: Sequence[Slot], kind: str, now: Passage) -> Passage:
    """Behind damage of a kind that has been dealt: it brings a card the first time in a turn."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        fits = slot.draws == kind or (slot.draws == "damage" and kind in DAMAGE)
        if fits and is_active(card) and not card.spent & REWARDED:
            card = card._replace(spent=card.spent | REWARDED)
            rig = (*now.rig[:number], card, *now.rig[number + 1 :])
            now = now._replace(rig=rig).suffers(drawn=1)
    return now


def drawn_for_trash(slots: Sequence[Slot], times: int, now: Passage) -> Passage:
    """Once abilities have been used so often that cost their card."""
    sources = sum(
        slot.draws == TRASHED and is_active(card) for slot, card in zip(slots, now.rig, strict=True)
    )
    return now.suffers(drawn=times * sources) if times and sources else now


def drawn_by_way(slots: Sequence[Slot], payment: Payment, now: Passage) -> Passage:
    """Once a way to break has been taken: abilities that draw, and those that cost their card."""
    drawn = trashed = 0
    for use in payment.way.uses:
        for place, times in enumerate(use.breaks if use.slot >= 0 else ()):
            drawn += times * (slots[use.slot].draws == USED)
            trashed += times * slots[use.slot].abilities[place].trash
    trashed += sum(gift.trash for gift in payment.given)
    now = now.suffers(drawn=drawn) if drawn else now
    return drawn_for_trash(slots, trashed, now)
