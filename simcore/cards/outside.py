"""What cards of the pool say of things that no run of a game asks for, as prices may."""

from __future__ import annotations

from functools import cache
from typing import Any

from simcore.cards.card import Card
from simcore.cards.pool import load_pool


def texts_outside(card: Card) -> tuple[str, ...]:
    """What a card of the pool does that a run without installs never asks for."""
    return _texts(card.id, card.pool, "outside")


def texts_declined(card: Card) -> tuple[str, ...]:
    """What a card of the pool offers that nobody takes in a game."""
    return _texts(card.id, card.pool, "declined")


def texts_started(card: Card) -> tuple[str, ...]:
    """What an event of the pool does in the run that it starts, whatever has been read of it."""
    return _texts(card.id, card.pool, "effects")


def texts_on(card: Card) -> tuple[str, ...]:
    """What a card of the pool does at an event, whatever has been settled of it."""
    return _texts(card.id, card.pool, "on")


@cache
def _texts(card: str, pool: str, key: str) -> tuple[str, ...]:
    entry = load_pool("onr" if pool == "1996" else "nsg").entry(card)
    found: Any = entry.keys.get(key, ()) if entry is not None else ()
    return tuple(found)
