"""Subtypes that ice has by counters, by other ice and by the Runner's identity."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.syntax import Static
from simcore.cards.unplayed import for_prices
from simcore.errors import CapacityError
from simcore.hosting import KINDS
from simcore.prices.corp.everywhere import GIVEN_AS_MET, ice_elsewhere
from simcore.prices.corp.price_ice import COPIES, kinds_by_counters, takes_subtypes
from simcore.prices.corp.table_elsewhere import counted
from simcore.scenario import Scenario, rezzed_in_root

CHANGES_THE_FIRST = re.compile(r"^encounter\[first\]: ice gains ([a-z ]+) run$")
"""A clause of the Runner's identity that gives the outermost piece a subtype."""
_CHOSEN = re.compile(r"^rez: (choose-subtype|.*: becomes )")
"""What a piece says that was given some as it was rezzed, which is assumed where nobody says."""


def given_to_the_first(identity: Card | None) -> frozenset[str]:
    """Subtypes that the Runner's identity gives to the first piece met in a turn."""
    clauses = identity.rules.unexecuted if identity is not None else ()
    found = (CHANGES_THE_FIRST.match(item.text) for item in clauses)
    return frozenset(match[1] for match in found if match)


def without_kinds_of_the_first(scenario: Scenario) -> Scenario:
    """A scenario whose Runner's identity gives the first piece met no subtype yet."""
    runner = scenario.runner
    if not given_to_the_first(runner.identity) or runner.identity is None:
        return scenario
    rules = runner.identity.rules
    left = tuple(each for each in rules.unexecuted if not CHANGES_THE_FIRST.match(each.text))
    identity = replace(runner.identity, rules=replace(rules, unexecuted=left))
    return replace(scenario, runner=replace(runner, identity=identity))


def of_more_subtypes(card: Card | None, more: frozenset[str]) -> Card:
    assert card is not None
    return replace(card, subtypes=card.subtypes | more)


def with_subtypes(card: Card, ice: Sequence[Card]) -> Card:
    """A piece of ice with the subtypes of all of it, the others' and its own."""
    return replace(card, subtypes=card.subtypes.union(*(each.subtypes for each in ice)))


def kinds_there(scenario: Scenario) -> frozenset[str]:
    """All subtypes that a piece of the server may have as it is passed; those of ice of other
    servers, too, as one may become like that, and where ice may come in those of what may."""
    ice = [for_prices(piece.card) for piece in scenario.ice if piece.card is not None]
    cards = (*ice, *ice_elsewhere(scenario))
    given = given_to_the_first(scenario.runner.identity) if ice else frozenset[str]()
    if any(_CHOSEN.search(item.text) for card in ice for item in card.rules.unexecuted):
        given |= KINDS
    if any(_COMES.search(text) for card in (*ice, *_beside(scenario)) for text in _texts_of(card)):
        known = (*(card for card, _ in scenario.corp.hq), *scenario.corp.archives)
        cards = (*cards, *(for_prices(card) for card in known if card.type == "ice"))
    return given.union(*(card.subtypes | kinds_by_counters(card) for card in cards))


def _beside(scenario: Scenario) -> Iterator[Card]:
    """The Corp's cards by which ice may come in: its identity, rezzed cards of the root."""
    if scenario.corp.identity is not None:
        yield scenario.corp.identity
    yield from (card for card, _ in rezzed_in_root(scenario))


def _texts_of(card: Card) -> list[str]:
    return [*card.rules.sub_texts, *(item.text for item in card.rules.unexecuted)]


_COMES = re.compile(r"\binstall|\bice of HQ\b")
"""What a card says by which ice of HQ or Archives may come in."""
_ADVANCES = re.compile(r"\badv \d")
_BY_KIND = re.compile(r"copy-sub (?!any|here|this-ice|archives-ice)")


def check_kinds(scenario: Scenario, statics: Iterable[Static]) -> None:
    """Raises `CapacityError` where counters may be placed on the way on ice that changes subtypes
    for them, and others have looked at these before; `statics`: what makes ice stronger."""
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    changing = [card for card in ice if kinds_by_counters(card)]
    if not changing or not any(map(advances, ice)):
        return
    kinds = frozenset(kind for card in changing for kind in kinds_by_counters(card))
    of_rig = (static for placed in scenario.runner.rig for static in placed.card.rules.statics)
    said = (GIVEN_AS_MET.match(each.text) for each in counted(scenario))
    looking = {word.lstrip("!") for each in (*statics, *of_rig) for word in each.words}
    looking |= {found[1] for found in said if found}
    looking |= given_to_the_first(scenario.runner.identity)
    if kinds & looking or any(map(_looks_at_kinds, ice)):
        raise CapacityError(
            f"{changing[0].title}: counters placed on the way beside what looks at its subtypes"
        )


def advances(card: Card) -> bool:
    """Whether a piece of ice may place advancement counters."""
    texts = [*card.rules.sub_texts, *(clause.text for clause in card.rules.on)]
    return any(map(_ADVANCES.search, (*texts, *(item.text for item in card.rules.unexecuted))))


def _looks_at_kinds(card: Card) -> bool:
    """Whether something comes of the subtypes of other pieces."""
    texts = [*card.rules.sub_texts, *(item.text for item in card.rules.unexecuted)]
    return takes_subtypes(card) or COPIES in texts or any(map(_BY_KIND.search, texts))
