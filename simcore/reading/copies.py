"""Boards with more active copies than there can be: of a unique title one, one console (56)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from simcore.cards.card import Card
from simcore.scenario import Corp, Placed, Runner


def active_corp_cards(placed: Iterable[Placed], corp: Corp) -> list[Card]:
    """The Corp's active cards, as stated."""
    stated = (*placed, *corp.elsewhere)
    return [piece.card for piece in stated if piece.card is not None and piece.rezzed]


def active_runner_cards(runner: Runner) -> list[Card]:
    """The Runner's active cards, as stated."""
    installed = [slot.card for slot in runner.rig]
    return installed + [card for card, count in runner.elsewhere for _ in range(count)]


def words_of_too_many(side: str, active: Iterable[Card]) -> list[str]:
    """What of one side's active cards cannot be active together."""
    cards = list(active)
    titles = Counter(card.title for card in cards if card.unique)
    words = [
        f'{side} has "{title}" {count} times: it is unique, so one copy can be active'
        for title, count in titles.items()
        if count > 1
    ]
    consoles = dict.fromkeys(f'"{card.title}"' for card in cards if "console" in card.subtypes)
    if len(consoles) > 1:
        words.append(f"{side} has {' and '.join(consoles)}: of consoles one can be installed")
    return words
