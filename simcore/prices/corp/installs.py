"""What cards of the Corp make of it that the Runner installs a program in the run."""

from __future__ import annotations

import re
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.scenario import Scenario

DEARER = re.compile(r"^program installed: (\d) more; corp-may cgain (\d)$")
_INSTALLED = "installed: "


class Installs(NamedTuple):
    """A program that the Runner installs costs so many credits more (`dearer`), and the Corp may
    gain so many for it; one that has been trashed is `removed` from the game."""

    dearer: int = 0
    gained: int = 0
    removed: bool = False


FREE_INSTALLS = Installs()


def installs_of(scenario: Scenario) -> Installs:
    """What rezzed cards of the root make of it; active ones elsewhere are taken to lie there."""
    cards = [placed.card for placed in scenario.root if placed.card is not None and placed.rezzed]
    texts = [text for card in cards for text in texts_outside(card)]
    found = [each for each in map(DEARER.match, texts) if each]
    dearer, gained = (sum(int(each[number]) for each in found) for number in (1, 2))
    return Installs(dearer, gained)


def hears_of_installs(card: Card) -> bool:
    """Whether something comes of it that the Runner installs a card."""
    return bool(installs_heard_of(card))


def installs_heard_of(card: Card) -> tuple[str, ...]:
    """What comes of it, in the notation."""
    return tuple(text for text in texts_outside(card) if _INSTALLED in text)


def counts_installs(card: Card) -> bool:
    """Whether all that comes of that is counted."""
    return all(map(DEARER.match, installs_heard_of(card)))
