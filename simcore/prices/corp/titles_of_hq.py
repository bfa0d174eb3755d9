"""Cards of the Corp's to which it matters which cards lie in HQ: ice that it installs from there,
swaps, or reveals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf

from simcore.cards.card import Card
from simcore.prices.corp.coming import brings, innermost_of
from simcore.prices.corp.ground import ground_of
from simcore.prices.rig.made_by_rig import texts_of
from simcore.scenario import Scenario, rezzed_in_root

_BY_TITLE = re.compile(r"\bgain-grail\b|\breveal-copy hq\b|\bhq-ice\b")
"""What a card says by which ice of HQ is revealed, or swapped with some that is met."""
_TO_HQ = re.compile(r"\bcdraw\b|\barchives-to-hq\b")
_FOR_TAGS = re.compile(r"^tagged\b")
_LATE = re.compile(r"^(root: )?(run-end|steal|agenda-stolen|access|trash-accessed|rez)\b")
"""What comes when all ice has been passed, or came before the run."""
_TAGS = re.compile(r"\btag [1-9X]")


def using_titles(scenario: Scenario) -> tuple[str, ...]:
    """The titles of cards that do something with ice of HQ."""
    return tuple(dict.fromkeys(title for title, _ in _using(scenario)))


def _using(scenario: Scenario) -> list[tuple[str, float]]:
    """Each with the place of the ice that does so; others may do it behind all ice, at least."""
    cards = [(piece.card, float(place)) for place, piece in enumerate(scenario.ice) if piece.card]
    cards += [(card, inf) for card, _ in rezzed_in_root(scenario)]
    found = [
        (card.title, place)
        for card, place in cards
        if brings(card) or any(map(_BY_TITLE.search, texts_of(card)))
    ]
    return found + [(title, inf) for title, _ in innermost_of(scenario)]


def words_of_draws(scenario: Scenario, passing: bool) -> tuple[str, ...]:
    """What is left out of ice that comes to HQ on the way, where it is stated what lies there."""
    corp, again = scenario.corp, ground_of(scenario).meets_again
    if not passing or (corp.hq_count and not corp.hq):
        return ()
    found = (
        f"{title}: ice that comes to HQ on the way by {by} is left out"
        for title, place in _using(scenario)
        for by, sooner in _drawing(scenario)
        if sooner < place or again
    )
    return tuple(dict.fromkeys(found))


def _drawing(scenario: Scenario) -> Iterator[tuple[str, float]]:
    """The titles of cards by which others come to HQ in the run, with the place of ice; others may
    do so before all ice."""
    identity = scenario.corp.identity
    cards = [(piece.card, float(place)) for place, piece in enumerate(scenario.ice) if piece.card]
    cards += [(card, -1.0) for card, _ in rezzed_in_root(scenario)]
    cards += [(identity, -1.0)] if identity is not None else []
    texts = [(card.title, place, text) for card, place in cards for text in _all_texts(card)]
    tagging = [text for *_, text in texts]
    tagging += [text for card in scenario.runner.cards() for text in texts_of(card)]
    tagged = any(map(_TAGS.search, tagging))
    for title, place, text in texts:
        if _TO_HQ.search(text) and not _LATE.match(text):
            if tagged or not _FOR_TAGS.match(text):
                yield title, place


def _all_texts(card: Card) -> list[str]:
    return [*texts_of(card), *(ability.text for ability in card.rules.corp_abilities)]
