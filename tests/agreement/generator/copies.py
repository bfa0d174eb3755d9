"""Unique titles of which several copies lie in the attacked server, in some random scenarios."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TypeVar

from simcore.cards.card import Card
from simcore.scenario import Pile, Placed, Scenario, titles_of

EVERY, RESIDUES = 16, (0, 7, 14)
"""Of so many seeds those that leave these remainders have a unique title, if any stands twice."""

P = TypeVar("P", bound=Placed)


def with_a_unique_title(scenario: Scenario, seed: int) -> Scenario:
    """One of the titles that may stand twice as ice, or lie in the root twice, is unique."""
    places = [titles_of(piece) for piece in (*scenario.ice, *scenario.root)]
    copies = Counter(card.id for cards in places for card in cards if card.type != "agenda")
    twice = sorted(card_id for card_id, count in copies.items() if count > 1)
    if not twice:
        return scenario
    title = random.Random(f"unique {seed}").choice(twice)

    def marked(card: Card) -> Card:
        return replace(card, unique=True) if card.id == title else card

    def pile(cards: Pile) -> Pile:
        return tuple((marked(card), count) for card, count in cards)

    def placed(piece: P) -> P:
        known = None if piece.card is None else marked(piece.card)
        return replace(piece, card=known, candidates=pile(piece.candidates))

    corp = scenario.corp
    return replace(
        scenario,
        ice=tuple(map(placed, scenario.ice)),
        root=tuple(map(placed, scenario.root)),
        corp=replace(
            corp,
            central=pile(corp.central),
            rd_top=tuple(map(marked, corp.rd_top)),
            archives=tuple(map(marked, corp.archives)),
        ),
    )
