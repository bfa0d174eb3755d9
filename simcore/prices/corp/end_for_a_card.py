"""Identities of the Corp that trash a rezzed card of the server to end the run."""

from __future__ import annotations

import re

from simcore.cards.card import Card
from simcore.scenario import Scenario

_FOR_A_CARD = re.compile(r"^trash-own ([a-z]+) \[1/turn\]: etr$")


def ends_by_trashing(scenario: Scenario, in_root: int) -> str:
    """The title of the Corp's identity, if it may end the run for a rezzed card that is here."""
    identity = scenario.corp.identity
    found = identity is not None and any(given_for_the_end(scenario, in_root))
    return identity.title if identity is not None and found else ""


def kinds_for_the_end(scenario: Scenario) -> set[str]:
    """Of which subtypes the Corp's identity trashes rezzed cards to end a run."""
    identity = scenario.corp.identity
    items = identity.rules.unexecuted if identity is not None else ()
    return {m[1] for item in items if (m := _FOR_A_CARD.match(item.text))}


def given_for_the_end(scenario: Scenario, in_root: int) -> tuple[list[Card], list[Card]]:
    """The ice, and the rezzed cards of the root, that the Corp's identity trashes to end a run; so
    many cards there really lie in the root."""
    kinds = kinds_for_the_end(scenario)
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    lying = scenario.root[:in_root]
    root = [placed.card for placed in lying if placed.card is not None and placed.rezzed]
    taken = ([card for card in there if kinds & card.subtypes] for there in (ice, root))
    return next(taken), next(taken)
