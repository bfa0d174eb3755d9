"""What is said behind ice that the Runner may take as an agenda of negative points."""

from __future__ import annotations

from simcore.cards.card import Card
from simcore.cards.walking import mentioned
from simcore.scenario import Scenario


def of_threat(scenario: Scenario, passing: bool) -> tuple[str, ...]:
    """What is taken of the threat, and of the Runner's agendas, behind ice that the Runner may take
    for negative points."""
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
    return tuple(
        f"{card.title}: {what} before {ice[first].title}" for card, what in dict.fromkeys(found)
    )


def _asks_for_threat(card: Card) -> bool:
    texts = (*card.rules.sub_texts, *(item.text for item in card.rules.unexecuted))
    return "threat" in mentioned(card.rules) or any("threat" in text for text in texts)


def _asks_for_agendas(card: Card) -> bool:
    texts = [*(item.text for item in card.rules.unexecuted), *(each.text for each in card.rules.on)]
    return any("runner-agendas" in text for text in texts)
