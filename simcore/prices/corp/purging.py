"""Purges of virus counters, as far as they leave those on ice where they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simcore.cards.card import Card
from simcore.cards.walking import mentioned
from simcore.prices.corp.table_elsewhere import active_elsewhere
from simcore.scenario import Scenario, rezzed_in_root

PURGES = "root: corp [trash]: purge"
_PURGES_AS_IT_ENDS = re.compile(r"^end: if virus.*\bpurge\b")


def words_of_purges(scenario: Scenario) -> list[str]:
    """Which counters of ice that goes by them are not taken, though the Corp may purge."""
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    counting = [card.title for card in ice if "virus" in mentioned(card.rules)]
    titles = dict.fromkeys(card.title for card in _purging(scenario, ice))
    found = [(title, other) for title in titles for other in counting]
    return [
        f"{title}: virus counters on {other} are not purged"
        for title, other in dict.fromkeys([*found, *_as_they_act(scenario)])
    ]


def purges_at_will(scenario: Scenario) -> list[str]:
    """The titles of active cards by which the Corp may purge whenever it likes."""
    rezzed = (card for card, _ in rezzed_in_root(scenario))
    cards = (*rezzed, *active_elsewhere(scenario))
    return [c.title for c in cards if any(item.text == PURGES for item in c.rules.unexecuted)]


def _as_they_act(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Ice that purges as its encounter ends, for the counters on it, with the ice whose strength
    counts its own: what clauses ask of theirs is followed. Ice outside of the other may be met
    again, with a counter more."""
    ice = scenario.ice
    for place, piece in enumerate(ice):
        texts = [item.text for item in piece.card.rules.unexecuted] if piece.card else []
        if piece.card is None or not (piece.virus and any(map(_PURGES_AS_IT_ENDS.match, texts))):
            continue
        yield from (
            (piece.card.title, other.card.title)
            for there, other in enumerate(ice)
            if other.card is not None and "virus" in mentioned(other.card.rules.statics)
            if other.virus or there < place
        )


def _purging(scenario: Scenario, ice: list[Card]) -> Iterator[Card]:
    rezzed = (card for card, _ in rezzed_in_root(scenario))
    for card in (*rezzed, *active_elsewhere(scenario)):
        if any(item.text == PURGES for item in card.rules.unexecuted):
            yield card
    yield from (card for card in ice if any("purge" in text for text in card.rules.sub_texts))
