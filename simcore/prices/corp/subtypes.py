"""Subtypes that ice has by counters, by other ice and by the Runner's identity."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.unplayed import for_prices
from simcore.hosting import KINDS
from simcore.prices.corp.everywhere import ice_elsewhere
from simcore.prices.corp.price_ice import kinds_by_counters
from simcore.scenario import Scenario

CHANGES_THE_FIRST = re.compile(r"^encounter\[first\]: ice gains ([a-z ]+) run$")
"""A clause of the Runner's identity that gives the outermost piece a subtype."""
_CHOSEN = re.compile(r"^rez: (choose-subtype|.*: becomes )")
"""What a piece says that was given some as it was rezzed, which is assumed where nobody says."""


def given_to_the_first(identity: Card | None) -> frozenset[str]:
    """Subtypes that the Runner's identity gives to the first piece met in a turn."""
    clauses = identity.rules.unexecuted if identity is not None else ()
    found = (CHANGES_THE_FIRST.match(item.text) for item in clauses)
    return frozenset(match[1] for match in found if match)


def of_more_subtypes(card: Card | None, more: frozenset[str]) -> Card:
    assert card is not None
    return replace(card, subtypes=card.subtypes | more)


def with_subtypes(card: Card, ice: Sequence[Card]) -> Card:
    """A piece of ice with the subtypes of the others."""
    others = (each.subtypes for each in ice if each != card)
    return replace(card, subtypes=card.subtypes.union(*others))


def kinds_there(scenario: Scenario) -> frozenset[str]:
    """All subtypes that a piece of the server may have as it is passed; those of ice of other
    servers, too, as one may become like that."""
    ice = [for_prices(piece.card) for piece in scenario.ice if piece.card is not None]
    cards = (*ice, *ice_elsewhere(scenario))
    given = given_to_the_first(scenario.runner.identity) if ice else frozenset[str]()
    if any(_CHOSEN.search(item.text) for card in ice for item in card.rules.unexecuted):
        given |= KINDS
    return given.union(*(card.subtypes | kinds_by_counters(card) for card in cards))
