"""Boards with more than there can be: of a unique title one active copy, one console (56) or
deck of 1996, and programs for which there is memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from simcore.cards.card import Card
from simcore.plan.slots import is_odd_in_memory
from simcore.scenario import Corp, Pile, Placed, Runner

_UNITS = re.compile(r"^mu \+\d$")
"""What a card says that gives memory for any program."""


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
        f'{side} has "{title}" {count} times: it is unique, so one copy can be active; '
        "each counts all the same"
        for title, count in titles.items()
        if count > 1
    ]
    consoles = dict.fromkeys(f'"{card.title}"' for card in cards if "console" in card.subtypes)
    if len(consoles) > 1:
        words.append(
            f"{side} has {' and '.join(consoles)}: of consoles one can be installed; each counts "
            "all the same"
        )
    decks = [f'"{card.title}"' for card in cards if "deck" in card.subtypes]
    if len(decks) > 1:
        words.append(
            f"{side} has {' and '.join(decks)}: of decks one can be installed; each counts all "
            "the same"
        )
    return words


def words_of_memory(runner: Runner) -> list[str]:
    """That programs take more memory than there is, where it is plain how much that is."""
    cards = [placed.card for placed in runner.rig]
    cards += [runner.identity] if runner.identity is not None else []
    if any(map(is_odd_in_memory, cards)):
        return []
    statics = [static for card in cards for static in card.rules.statics]
    more = (static.amount.base for static in statics if _UNITS.match(static.text))
    there = runner.memory + sum(more)
    used = sum(card.memory or 0 for card in cards if card.type == "program")
    words = f"the programs take {used} units of memory of {there}: they are there all the same"
    return [words] if used > there else []


def words_of_top(top: Iterable[Card], rd: Pile | None, deck: Pile | None) -> list[str]:
    """Of the top cards of R&D, which are more than are stated to be there, or not of the deck."""
    found = []
    for card, count in Counter(top).items():
        below = sum(number for each, number in rd or () if each.id == card.id)
        there = sum(number for each, number in deck or () if each.id == card.id)
        if 0 < below < count:
            found.append(
                f'corp.rd_top has "{card.title}" {count} times, corp.rd {below}: '
                "the rest lies on top of that"
            )
        if deck is not None and there < count:
            found.append(f'corp.rd_top has "{card.title}" {count} times, the deck {there}')
    return found
