"""What is said behind ice that the Runner may take as an agenda of negative points."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from simcore.cards.card import Card
from simcore.cards.syntax import Condition
from simcore.cards.walking import found_in, mentioned
from simcore.scenario import Scenario

_THREAT = re.compile(r"\bthreat(?:>=| )(\d)")


def of_threat(scenario: Scenario, passing: bool, rig: Collection[str] = ()) -> tuple[str, ...]:
    """What is taken of the threat, and of the Runner's agendas, behind ice that the Runner may take
    for negative points; by the titles of `rig` cards may come to lie in it."""
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    takes = [any("score-ice" in text for text in card.rules.sub_texts) for card in ice]
    if not passing or True not in takes:
        return ()
    first = takes.index(True)
    rezzed = (placed.card for placed in scenario.root if placed.card is not None and placed.rezzed)
    found = [
        (card, "the Runner's agendas are taken to be what they were")
        for card in rezzed
        if _asks_for_agendas(card)
    ]
    if scenario.runner.points > scenario.corp.points:
        found += [
            (card, "the threat is taken to be what it was")
            for card in ice[first + 1 :]
            if _asks_for_threat(card)
        ]
        found += [
            (card, "the threat is taken to be what it was")
            for card in _of_the_runner(scenario, rig)
            if len(ice) - 1 > first and _told_apart(card, scenario, sum(takes))
        ]
    return tuple(
        f"{card.title}: {what} before {ice[first].title}" for card, what in dict.fromkeys(found)
    )


def _asks_for_threat(card: Card) -> bool:
    texts = (*card.rules.sub_texts, *(item.text for item in card.rules.unexecuted))
    return "threat" in mentioned(card.rules) or any("threat" in text for text in texts)


def _of_the_runner(scenario: Scenario, rig: Collection[str]) -> Iterator[Card]:
    """The Runner's cards that act in the run: the rig, and what may join it."""
    runner = scenario.runner
    yield from (card for card in (runner.identity, runner.event) if card is not None)
    yield from (placed.card for placed in runner.rig)
    piles = (*runner.grip, *runner.stack, *runner.heap)
    yield from (card for card, _ in piles if card.title in rig)


def _told_apart(card: Card, scenario: Scenario, times: int) -> bool:
    """Whether a card asks for a threat that so many points less put an end to."""
    most = scenario.runner.points
    left = max(most - times, scenario.corp.points)
    return any(left < number <= most for number in _threats(card))


def _threats(card: Card) -> Iterator[int]:
    """What threats a card asks for."""
    rules = card.rules
    conditions = (each for each in found_in(rules, Condition) if each.subject == "threat")
    yield from (int(each.value) for each in conditions)
    yield from (bypass.threat for bypass in rules.bypasses)
    texts = (item.text for item in rules.unexecuted)
    yield from (int(number) for text in texts for number in _THREAT.findall(text))


def _asks_for_agendas(card: Card) -> bool:
    texts = [*(item.text for item in card.rules.unexecuted), *(each.text for each in card.rules.on)]
    return any("runner-agendas" in text for text in texts)
