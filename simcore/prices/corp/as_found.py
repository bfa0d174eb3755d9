"""Ice as the Runner finds it: what it does as it is met comes behind what the Runner's cards do
then, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.scenario import Scenario

_AS_MET = "encounter"


class Found(NamedTuple):
    """A piece without what it does as it is met, and of how many `effects` that is."""

    card: Card
    effects: int


def as_found(card: Card) -> Found:
    """Without what a piece of ice itself does as it is met."""
    rules = card.rules
    on = tuple(each for each in rules.on if each.scope or each.event != _AS_MET)
    rest = tuple(
        each for each in rules.unexecuted if each.key != "on" or not each.text.startswith(_AS_MET)
    )
    gains = tuple(each for each in rules.gains if not each.met)
    left = len(on) + len(rest) + len(gains)
    effects = len(rules.on) + len(rules.unexecuted) + len(rules.gains) - left
    rules = replace(rules, on=on, unexecuted=rest, gains=gains)
    return Found(replace(card, rules=rules), effects)


def with_found(scenario: Scenario, place: int, found: Found) -> Scenario:
    """A scenario with a piece of ice as it is found."""
    ice = list(scenario.ice)
    ice[place] = replace(ice[place], card=found.card)
    return replace(scenario, ice=tuple(ice))
