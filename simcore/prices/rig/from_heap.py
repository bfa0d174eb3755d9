"""Icebreakers that install themselves from the heap as ice of their kind is met.

They stand in the rig from the beginning, not installed; one that is trashed on the way comes
back in the same manner. That there is memory for them is assumed, and said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from simcore.cards.card import Card
from simcore.cards.pool import load_pool
from simcore.plan.marks import CAME_BACK, IN_HEAP_AT_FIRST, NOT_IN_HEAP
from simcore.plan.pieces import RigState, Slot, SlotState
from simcore.prices.rig.as_installed import paid_for_new, strength_of_new
from simcore.prices.rig.fetching import fetches
from simcore.prices.telling import price
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece
from simcore.scenario import RigCard, Runner

_RETURNS = re.compile(r"^encounter ([a-z ]+): may install from heap$")


def returns(card: Card) -> tuple[str, int]:
    """The subtype of ice as which is met a card installs itself from the heap, and its price;
    ("", 0) for others."""
    entry = load_pool("onr" if card.pool == "1996" else "nsg").entry(card.id)
    declined: Any = entry.keys.get("declined", ()) if entry is not None else ()
    found = (_RETURNS.match(text) for text in declined)
    return next(((match[1], card.cost or 0) for match in found if match), ("", 0))


def with_heap(runner: Runner) -> tuple[tuple[RigCard, ...], tuple[str, ...]]:
    """The rig and behind it what may come from the heap, and what is assumed for it."""
    there = {placed.card.id for placed in runner.rig}
    coming = [card for card, _ in runner.heap if returns(card)[0] and card.id not in there]
    used = sum(placed.card.memory or 0 for placed in runner.rig)
    given = [s for placed in runner.rig for s in placed.card.rules.statics if s.kind == "mu"]
    limit = runner.memory + sum(static.amount.base for static in given)
    words = tuple(
        f"{card.title}: there is memory for it as it is installed"
        for card in coming
        if used + (card.memory or 0) > limit
    )
    return (*runner.rig, *(RigCard(card, in_heap=True) for card in coming)), words


def comes_from_heap(runner: Runner, kind: str) -> bool:
    """Whether a card of a kind may leave the heap on the way."""
    coming = any(kind in card.subtypes and returns(card)[0] for card, _ in runner.heap)
    return coming or any(fetches(placed.card) is not None for placed in runner.rig)


def come_back(slots: Sequence[Slot], piece: Piece, now: Passage) -> list[Passage]:
    """The ways to meet a piece of ice: each card of the heap installs itself, or does not."""
    found = [now]
    if now.changed.barred:
        return found
    for number, slot in enumerate(slots):
        kind, credits = slot.returns
        if kind and kind in piece.target.types and _lies_in_heap(slot, now.rig[number]):
            found += [_installed(slot, number, credits, piece, each) for each in found]
    return found


def _lies_in_heap(slot: Slot, card: SlotState) -> bool:
    return not card.installed and not card.spent & NOT_IN_HEAP and slot.on_card < 0


def _installed(slot: Slot, number: int, credits: int, piece: Piece, now: Passage) -> Passage:
    came_back = 0 if now.rig[number].spent & IN_HEAP_AT_FIRST else CAME_BACK
    boost = strength_of_new(piece.sight, piece.sight.rig[number], now)
    card = SlotState(boost=boost, spent=came_back)
    rig: RigState = (*now.rig[:number], card, *now.rig[number + 1 :])
    credits, there = paid_for_new(piece.sight, credits, True, now._replace(rig=rig))
    paid = there.pays(other=credits)
    return paid.tell(piece.place, f"{slot.title}: it is installed from the heap ({price(credits)})")
