"""Clauses of cards that games do not execute, where what a scenario states decides them: they are
written in as what they come to in this run, and the result says nothing of them any more.

A clause is decided if nothing that may happen before it counts can change what it asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from simcore.cards.card import Card, Fidelity
from simcore.cards.notation import parse_rules
from simcore.cards.outside import texts_outside
from simcore.cards.pool import nodes_of, shortfalls
from simcore.cards.syntax import Rules, Unexecuted
from simcore.cards.walking import atoms_of, prices_of
from simcore.never_played import may_go
from simcore.scenario import PlacedIce, RigCard, Scenario, titles_of

_VIRTUAL = re.compile(r"^(.+) \[if virtual-res>=(\d)\]$")
_ANY_VIRUS = "virus counters of any card pay"
_BY_EVENT = re.compile(r"^(\d+)c: (\+\d+) \[-(\d+)c if run-event\]$")
_CYBERNETIC = re.compile(r"^(\d+)c: (.+) \[-1c\*cybernetic\]$")
_CORE = "str +1*core-damage"
_DEALT = re.compile(r"^install: core (\d)$")
_LATE_BOOST = re.compile(r"^.+ \[if threat>=(\d)\]$")
_OUTERMOST = re.compile(r"^(str \+\d) if outermost$")
_UNPAYABLE = re.compile(r"^no-spend-while-resolving if threat>=(\d)$")
_UNTAGGED = re.compile(r"^(.+) \[if !tagged\]$")
_BY_REZZING = re.compile(r"^(rez|rez-in-run): (?!choose|adv-self|corp-may pay)")
_MOVING = frozenset({"self-trash", "self>hq", "swap-ice", "go-back", "go-outermost"})
"""Effects after which ice may stand elsewhere, or be met again."""
_TAGS = frozenset({"tag", "tags", "untag"})

Clause = tuple[str, str]
"""A key of the notation, and what a card says there."""


def decided(scenario: Scenario) -> Scenario:
    """A scenario with what it decides written into its cards."""
    rig = tuple(
        replace(placed, card=_written(placed.card, _of_rig(placed, scenario)))
        for placed in scenario.runner.rig
    )
    ice = tuple(
        piece
        if piece.card is None
        else replace(piece, card=_written(piece.card, _of_ice(piece.card, place, piece, scenario)))
        for place, piece in enumerate(scenario.ice)
    )
    found = replace(scenario, ice=ice, runner=replace(scenario.runner, rig=rig))
    return found if found == scenario else replace(found, for_games=True)


Decision = tuple[Unexecuted, tuple[Clause, ...]]
"""A clause that is not executed, and those that stand for it."""


def _written(card: Card, found: Iterable[Decision]) -> Card:
    """A card in which these clauses stand for others."""
    decisions = list(found)
    if not decisions:
        return card
    gone = [id(item) for item, _ in decisions]
    left = tuple(item for item in card.rules.unexecuted if id(item) not in gone)
    rules = replace(card.rules, unexecuted=left)
    for key, text in (clause for _, clauses in decisions for clause in clauses):
        rules = _with(rules, key, text)
    before = shortfalls(card.type, card.rules)
    notes = shortfalls(card.type, rules)
    notes += tuple(note for note in card.fidelity.notes if note not in before)
    level = card.fidelity.level if notes else "exact"
    return replace(card, rules=rules, fidelity=Fidelity(level, notes))


def _with(rules: Rules, key: str, text: str) -> Rules:
    """Rules with one more clause."""
    read = parse_rules({key: [text]} if key != "rbreak" else {key: text})
    return replace(
        rules,
        breaks=rules.breaks + read.breaks,
        pumps=rules.pumps + read.pumps,
        statics=rules.statics + read.statics,
        runner_breaks=rules.runner_breaks + read.runner_breaks,
        unexecuted=rules.unexecuted + read.unexecuted,
    )


def _of_rig(placed: RigCard, scenario: Scenario) -> Iterator[Decision]:
    """What is decided of an installed card."""
    runner = scenario.runner
    cards = [each.card for each in runner.rig]
    threat = max(runner.points, scenario.corp.points)
    for item in placed.card.rules.unexecuted:
        text, key = item.text, item.key
        if found := _VIRTUAL.match(text):
            there = [c for c in cards if c.type == "resource" and "virtual" in c.subtypes]
            if not _may_leave(there, scenario):
                yield item, ((key, found[1]),) * (len(there) >= int(found[2]))
        elif found := _CYBERNETIC.match(text):
            less = [c for c in cards if c.type == "hardware" and "cybernetic" in c.subtypes]
            if not _may_leave(less, scenario):
                yield item, ((key, f"{max(0, int(found[1]) - len(less))}c: {found[2]}"),)
        elif text == _ANY_VIRUS:
            if not any(_has_virus(other) for other in runner.rig if other is not placed):
                yield item, ()
        elif found := _BY_EVENT.match(text):
            by_event = runner.event is not None and runner.event.type == "event"
            credits = int(found[1]) - by_event * int(found[3])
            yield item, ((key, f"{credits}c: {found[2]}"),)
        elif text == _CORE and not _may_happen({"core"}, scenario.cards()):
            dealt = sum(map(_core_dealt, cards))
            yield item, ((key, f"str +{dealt}"),) * (dealt > 0)
        elif (found := _LATE_BOOST.match(text)) and threat < int(found[1]):
            yield item, ()


def _of_ice(card: Card, place: int, piece: PlacedIce, scenario: Scenario) -> Iterator[Decision]:
    """What is decided of a piece of ice."""
    for item in card.rules.unexecuted:
        if _never_acts(item, piece, scenario):
            yield item, ()
        elif found := _OUTERMOST.match(item.text):
            if not _may_happen(_MOVING, _of_corp(scenario)):
                yield item, ((item.key, found[1]),) * (place == 0)
        elif found := _UNTAGGED.match(item.text):
            if not _may_happen(_TAGS | _MOVING, _before(place, scenario)):
                yield item, ((item.key, found[1]),) * (not scenario.runner.tags)


def _never_acts(item: Unexecuted, piece: PlacedIce, scenario: Scenario) -> bool:
    """Whether a clause of a piece of ice has nothing to do in this run."""
    if piece.rezzed and (item.key == "rez_change" or _BY_REZZING.match(item.text)):
        return True
    found = _UNPAYABLE.match(item.text)
    threat = max(scenario.runner.points, scenario.corp.points)
    return found is not None and threat < int(found[1])


def _of_corp(scenario: Scenario) -> list[Card]:
    """The Corp's cards that may act before anything is accessed."""
    cards = [card for piece in (*scenario.ice, *scenario.root) for card in titles_of(piece)]
    return cards + ([scenario.corp.identity] if scenario.corp.identity is not None else [])


def _before(place: int, scenario: Scenario) -> list[Card]:
    """The cards that may act before the subroutines of a piece of ice do."""
    ice = {card.id for piece in scenario.ice[place:] for card in titles_of(piece)}
    outer = {card.id for piece in scenario.ice[:place] for card in titles_of(piece)}
    late = ice - outer
    return [card for card in scenario.cards() if card.id not in late]


def _may_happen(names: Iterable[str], cards: Iterable[Card]) -> bool:
    """Whether any of these effects may come of a card, or is a price of it."""
    wanted = frozenset(names)
    effects = [effect for card in cards for effect in nodes_of(card.rules)]
    there = {atom.name for effect in effects for atom in atoms_of(effect)}
    there |= {price.kind for effect in effects for price in prices_of(effect)}
    return bool(wanted & there)


def _may_leave(cards: Iterable[Card], scenario: Scenario) -> bool:
    """Whether one of these installed cards may leave the rig."""
    return any(may_go(card, scenario) or _may_happen({"self-trash"}, [card]) for card in cards)


def _has_virus(placed: RigCard) -> bool:
    """Whether virus counters lie on a card, or may come to lie there on the way."""
    clauses = [clause for clause in placed.card.rules.on if clause.event != "success"]
    coming = {atom.name for clause in clauses for atom in atoms_of(clause.effect)}
    return placed.virus > 0 or "virus" in coming


def _core_dealt(card: Card) -> int:
    """Core damage that a card deals to the Runner as it is installed."""
    found = map(_DEALT.match, texts_outside(card))
    return sum(int(match[1]) for match in found if match)
