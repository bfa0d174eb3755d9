"""What lies on one piece of ice, or was chosen for it, makes of it: `cards/data/elsewhere.toml`."""

from __future__ import annotations

import re
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.notation import parse_rules
from simcore.cards.syntax import Amount, Static
from simcore.hosting import is_hushed
from simcore.prices.corp.price_ice import CLOSED, NOT_AS, OF_ANOTHER
from simcore.prices.stated import standing, with_a_sub_first, with_subs
from simcore.scenario import PlacedRoot, Scenario

_STRENGTH = re.compile(r"^str \+(\d)(\*power)?$")
_SUBTYPE = re.compile(r"^also ([a-z ]+)$")
_SUB = re.compile(r"^gain-sub \{([^{}]+)\}( first)?$")
_HAPPENS = re.compile(r"^(?:encounter|full-break): ")
_NO_CARD = "no card of the rig breaks it"
UNBROKEN = "ice of the type chosen is not broken"
WORDS = (_NO_CARD, UNBROKEN)
FORMS = (_STRENGTH, _SUBTYPE, _SUB, _HAPPENS)


def with_its_ice(scenario: Scenario, placed: PlacedRoot, text: str) -> Scenario:
    """A scenario with what a card makes of the ice that it lies on, or that was chosen."""
    ice = list(scenario.ice)
    for place, piece in enumerate(ice):
        if piece.card is None:
            continue
        if text == UNBROKEN:
            ice[place] = replace(piece, card=standing(piece.card, NOT_AS + placed.chosen))
        elif place == placed.host:
            hushed = is_hushed(place, scenario.runner.rig)
            card = _changed(piece.card, text, placed.power, hushed)
            ice[place] = replace(piece, card=card)
    return replace(scenario, ice=tuple(ice))


def _changed(card: Card, text: str, counters: int, hushed: bool) -> Card:
    rules = card.rules
    if text == _NO_CARD:
        return standing(card, CLOSED)
    if found := _SUBTYPE.match(text):
        return replace(card, subtypes=card.subtypes | {found[1]})
    if found := _STRENGTH.match(text):
        number = int(found[1]) * (counters if found[2] else 1)
        more = Static("str", Amount(number), text=f"str +{number}")
        return replace(card, rules=replace(rules, statics=(*rules.statics, more)))
    if found := _SUB.match(text):
        if hushed:
            return card
        return with_a_sub_first(card, found[1]) if found[2] else with_subs(card, [found[1]])
    read = parse_rules({"on": [text]})
    on = (*rules.on, *(replace(clause, scope=OF_ANOTHER) for clause in read.on))
    return replace(
        card, rules=replace(rules, on=on, unexecuted=(*rules.unexecuted, *read.unexecuted))
    )
