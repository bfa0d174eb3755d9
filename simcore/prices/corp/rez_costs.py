"""What cards make of the rez costs of ice, for those that ask what a piece costs to rez: an
icebreaker that breaks dear ice alone, the Corp that rezzes a piece on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Atom
from simcore.prices.corp.coming import brings, innermost_of
from simcore.prices.corp.rezzed_in_run import may_be_rezzed
from simcore.prices.corp.table_elsewhere import cheaper_to_rez
from simcore.prices.rig.made_by_rig import texts_of
from simcore.scenario import PlacedIce, RigCard, Scenario, rezzed_in_root

_OF_ALL_ICE = "rez-cost"
_OF_ICE_HERE = re.compile(r"^root: rez-ice-here ([+-]\d)(?: \[([a-z ]+)\])?$")
_OF_KIND = re.compile(r"^rez ([+-]\d) ([a-z ]+)$")
_BY_GUEST = re.compile(r"^ice of its host's server: (\d) more to rez$")
_BY_COUNTERS = re.compile(r"^-(\d)\*adv$")
_GOING = ("trash", "bounce", "rfg")
_BY_COST = "rez"
_IN_THE_RUN = ("ice rezzed with corp-cr>=", "first ice rezzed in a turn: ")
"""What a card of the Runner's says first by which a rich Corp pays more, or for one piece."""


def asks_for_rez_costs(rig: Iterable[RigCard]) -> bool:
    """Whether a card of the rig breaks ice by what it costs to rez."""
    return any(_asks(placed.card) for placed in rig)


def asking_for_rez_costs(rig: Iterable[RigCard]) -> Iterator[int]:
    """The rez costs from which on, or up to which, cards of the rig break ice."""
    tests = (each.ice_is for placed in rig for each in placed.card.rules.breaks)
    yield from (int(t.value) for t in tests if t is not None and t.subject == _BY_COST)


def _asks(card: Card) -> bool:
    tests = (each.ice_is for each in card.rules.breaks)
    return any(test is not None and test.subject == _BY_COST for test in tests)


def is_cheaper_advanced(ice: Card) -> bool:
    """Whether a piece costs less to rez for each advancement counter on it."""
    items = (item for item in ice.rules.unexecuted if item.key == "rez_change")
    return any(_BY_COUNTERS.match(item.text) for item in items)


def with_rez_costs(
    ice: Sequence[PlacedIce], scenario: Scenario, rig: Sequence[RigCard]
) -> list[PlacedIce]:
    """Ice with what rezzed cards of the root, the rig and the event of the run make of its rez
    costs. What a piece makes of its own comes on top, so that they may be below nothing here."""
    event = scenario.runner.event
    sources = [card for card, _ in rezzed_in_root(scenario)]
    sources += [event] if event is not None and scenario.runner.event_slot is None else []
    less = cheaper_to_rez(scenario)
    return [
        replace(piece, card=_costing(card, _dearer(card, sources, rig) - less))
        for piece in ice
        if (card := piece.card) is not None
    ]


def lone_rez_cost(ice: Card, rig: Sequence[RigCard]) -> Card:
    """A lone piece of ice with what the rig makes of its rez cost."""
    return _costing(ice, _dearer(ice, (), rig))


def _costing(ice: Card, more: int) -> Card:
    """A piece of ice that costs so many credits more to rez."""
    return replace(ice, cost=(ice.cost or 0) + more)


def _dearer(ice: Card, cards: Iterable[Card], rig: Sequence[RigCard]) -> int:
    """What active cards and those of the rig add to the rez cost of a piece of ice."""
    more = sum(_change(card, ice) for card in cards)
    return more + sum(_by_rig(placed, ice) for placed in rig if not placed.in_heap)


def _by_rig(placed: RigCard, ice: Card) -> int:
    """What a card of the rig adds to the rez cost of a piece of ice."""
    texts = (item.text for item in placed.card.rules.unexecuted)
    guests = (_BY_GUEST.match(text) for text in texts if placed.host is not None)
    return _change(placed.card, ice) + sum(int(each[1]) for each in guests if each)


def _change(card: Card, ice: Card) -> int:
    """What an active card adds to the rez cost of a piece of ice, wherever that stands."""
    return sum(more for more, kind in _changes(card) if not kind or kind in ice.subtypes)


def _changes(card: Card) -> Iterator[tuple[int, str]]:
    """What an active card adds to the rez costs of ice, and of which subtype that is."""
    for clause in card.rules.on:
        match clause.effect:
            case Atom(name=name, amount=Amount(base=base, register="")) if name == _OF_ALL_ICE:
                yield base, ""
    for item in card.rules.unexecuted:
        if found := _OF_ICE_HERE.match(item.text):
            yield int(found[1]), found[2] or ""
        elif found := _OF_KIND.match(item.text):
            yield int(found[1]), found[2]


def _changes_of_rig(placed: RigCard) -> bool:
    """Whether a card of the rig changes rez costs of ice."""
    texts = (item.text for item in placed.card.rules.unexecuted)
    return any(_changes(placed.card)) or any(map(_BY_GUEST.match, texts))


def counts_for_rez_costs(placed: RigCard, rig: Iterable[RigCard]) -> bool:
    """Whether a card of the rig changes rez costs of ice, where these are asked for."""
    return _changes_of_rig(placed) and asks_for_rez_costs(rig)


def counted_for_rezzing(scenario: Scenario) -> set[str]:
    """The titles of cards of the root and the rig that have their say of what ice costs to rez,
    where that is asked for, or where the Corp may rez ice on the way."""
    rig, ice = scenario.runner.rig, [p.card for p in scenario.ice if p.card is not None]
    coming = bool(innermost_of(scenario)) or any(map(brings, ice)) or may_be_rezzed(scenario)
    if not (coming or asks_for_rez_costs(rig)):
        return set()
    cards = [card for card, _ in rezzed_in_root(scenario)]
    changing = [card.title for card in cards if any(_changes(card))]
    changing += [placed.card.title for placed in rig if _changes_of_rig(placed)]
    if coming:
        beside = [*(placed.card for placed in rig), scenario.runner.identity]
        mine = [card for card in beside if card is not None]
        said = ((card, item.text) for card in mine for item in card.rules.unexecuted)
        changing += [card.title for card, text in said if text.startswith(_IN_THE_RUN)]
    return set(changing)


def left_out_of_rez_costs(scenario: Scenario) -> tuple[str, ...]:
    """That cards of the rig may go on the way and then leave ice as cheap as it was, where that is
    asked for."""
    rig = scenario.runner.rig
    asking = [placed.card.title for placed in rig if _asks(placed.card)]
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    if not asking or not _may_go(scenario, ice):
        return ()
    making = (placed.card.title for placed in rig if any(_by_rig(placed, card) for card in ice))
    return tuple(
        f"{asking[0]}: what ice costs to rez once {title} is gone is left out" for title in making
    )


def _may_go(scenario: Scenario, ice: Iterable[Card]) -> bool:
    """Whether a card of the rig may be trashed on the way."""
    cards = [*ice, *(placed.card for placed in scenario.runner.rig)]
    cards += [card for card, _ in rezzed_in_root(scenario)]
    return any(word in text for card in cards for text in _all_texts(card) for word in _GOING)


def _all_texts(card: Card) -> Iterator[str]:
    rules = card.rules
    yield from texts_of(card)
    yield from (each.text for each in rules.breaks)
    yield from (each.text for each in rules.bypasses)
