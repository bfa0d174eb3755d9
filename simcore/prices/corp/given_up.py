"""What the Corp gives up of its own on the way: cards of HQ that make ice stronger, cards installed
that a piece of ice has it trash."""

from __future__ import annotations

import re
from dataclasses import replace

from simcore.cards.abilities import parse_static
from simcore.cards.card import Card
from simcore.cards.unplayed import for_prices
from simcore.prices.corp.coming import innermost_of
from simcore.prices.corp.ground import BY_HQ, ground_of
from simcore.scenario import Scenario

CLOSES = "encounter: corp-may trash-own 1: break-limit 0 printed"
"""What ice says that cannot be broken for another card installed."""
_OF_HQ = re.compile(r"(?<!-)\bhq \d|\*hq\b|\bhq[<>]|\bice(:[a-z]+)? hq\b")
_INSTALLED = ("ice", "asset", "upgrade")


def burning_hq(scenario: Scenario) -> tuple[Scenario, ...]:
    """A scenario once for each number of cards of HQ that the Corp may trash to make ice stronger,
    that number stated and done."""
    for place, placed in enumerate(scenario.root):
        texts = [] if placed.card is None else [i.text for i in placed.card.rules.unexecuted]
        found = next(filter(None, map(BY_HQ.match, texts)), None)
        if placed.card is not None and placed.rezzed and found:
            return tuple(
                _burnt(scenario, place, number, int(found[1]))
                for number in range(scenario.corp.hq_count + 1)
            )
    return ()


def _burnt(scenario: Scenario, place: int, number: int, by: int) -> Scenario:
    placed, corp = scenario.root[place], scenario.corp
    assert placed.card is not None
    stronger = parse_static(f"root: ice-here str +{by * number}")
    card = replace(
        placed.card, rules=replace(placed.card.rules, unexecuted=(), statics=(stronger,))
    )
    root = list(scenario.root)
    root[place] = replace(placed, card=card)
    less = replace(corp, hq_count=corp.hq_count - number)
    return replace(scenario, root=tuple(root), corp=less)


def hq_is_needed(scenario: Scenario) -> bool:
    """Whether it may matter elsewhere how many cards of HQ the Corp has trashed: others look at
    them, ask for them or have them come in."""
    cards = [for_prices(piece.card) for piece in scenario.ice if piece.card is not None]
    texts = (text for card in cards for text in _texts_of(card) if not text.startswith("rez"))
    asked = any(map(_OF_HQ.search, texts))
    return asked or bool(ground_of(scenario).again or innermost_of(scenario))


def _texts_of(card: Card) -> list[str]:
    rules = card.rules
    parts = (rules.on, rules.statics, rules.corp_abilities, rules.unexecuted)
    return [*rules.sub_texts, *(each.text for clauses in parts for each in clauses)]


def installed_elsewhere(scenario: Scenario) -> int:
    """The Corp's installed cards of other servers, as far as any are stated."""
    cards = (placed.card for placed in scenario.corp.elsewhere)
    return sum(card is not None and card.type in _INSTALLED for card in cards)
