"""Icebreakers that install themselves from the heap as ice of their kind is met.

They stand in the rig from the beginning, not installed; one that is trashed on the way comes
back in the same manner. That there is memory for them is assumed, and said."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.plan.marks import CAME_BACK, IN_HEAP_AT_FIRST, NOT_IN_HEAP, TOO_NEW
from simcore.plan.pieces import Slot, SlotState
from simcore.prices.rig.as_installed import (
    heard_by_corp,
    paid_for_new,
    returns,
    strength_of_new,
)
from simcore.prices.rig.fetchable import words_of_memory
from simcore.prices.rig.fetching import as_it_lies, fetches, with_another
from simcore.prices.telling import price
from simcore.prices.way.memory import with_room
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece
from simcore.scenario import RigCard, Runner


def with_heap(runner: Runner) -> tuple[tuple[RigCard, ...], tuple[str, ...]]:
    """The rig and behind it what may come from the heap, now or once it has gone there from the
    grip; and what is assumed for it."""
    there = {placed.card.id for placed in runner.rig}
    lying = {card: "grip" for card, _ in runner.grip} | {card: "" for card, _ in runner.heap}
    coming = {c: pile for c, pile in lying.items() if returns(c)[0] and c.id not in there}
    words = tuple(text for card in coming for text in words_of_memory(card, runner))
    found = (RigCard(c, in_heap=True, source=pile, comes_back=True) for c, pile in coming.items())
    return (*runner.rig, *found), words


def may_install(runner: Runner) -> bool:
    """Whether the Runner may install a program on the way."""
    beside = [card for card in (runner.event, runner.identity) if card is not None]
    cards = [*(placed.card for placed in runner.rig), *beside]
    coming = any(returns(card)[0] for card, _ in runner.heap)
    return coming or any(fetches(card) is not None for card in cards)


def come_back(
    slots: Sequence[Slot], piece: Piece, types: frozenset[str], now: Passage
) -> list[Passage]:
    """The ways to meet a piece of ice that is of these types before anything is done to it: each
    card of the heap installs itself, or does not."""
    found = [now]
    if now.changed.barred:
        return found
    for number, slot in enumerate(slots):
        kind, credits = slot.returns
        if kind and kind in types and _lies_there(slot, piece, number, now):
            found += [
                after for each in found for after in _installed(slots, number, credits, piece, each)
            ]
    return found


def _lies_there(slot: Slot, piece: Piece, number: int, now: Passage) -> bool:
    """Whether a card lies in the heap, and was not removed from the game as it came there."""
    card = now.rig[number]
    since_before = card.spent & IN_HEAP_AT_FIRST and not piece.sight.rig[number].source
    removed = piece.sight.installs.removed and not since_before
    return _lies_in_heap(slot, card) and not removed


def _lies_in_heap(slot: Slot, card: SlotState) -> bool:
    return not card.installed and not card.spent & NOT_IN_HEAP and slot.on_card < 0


def _installed(
    slots: Sequence[Slot], number: int, credits: int, piece: Piece, now: Passage
) -> list[Passage]:
    placed, title = as_it_lies(piece.sight.rig[number], now.rig[number]), slots[number].title
    boost = strength_of_new(piece.sight, placed, now)
    card = SlotState(boost=boost, spent=TOO_NEW)
    if not now.rig[number].spent & IN_HEAP_AT_FIRST:
        card = card._replace(spent=CAME_BACK | TOO_NEW)
    there, found = now.with_card(number, card), list[Passage]()
    credits += piece.sight.installs.dearer
    for cost, each in paid_for_new(piece.sight, placed, credits, there):
        words = f"{title}: it is installed from the heap ({price(cost)})"
        for paid in piece.sight.purses.to_install(number, cost, each):
            for told in heard_by_corp(piece.sight, paid.tell(piece.place, words)):
                for fit in with_room(piece.sight, number, told):
                    found += with_another(tuple(slots), piece, TOO_NEW, fit)
    return found
