"""What is said of cards whose work on a piece of ice no price follows to another encounter with
it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simcore.cards.card import Card
from simcore.prices.way.attempt import Attempt
from simcore.scenario import Scenario

_OF_THE_RIG = re.compile(
    r"\bice-str -\d+ run|one more lesser type this run|ice gains [a-z ]+ run|gain-sub .+ first$"
)
"""What a card of the Runner's says that a piece keeps for the run, or has once in it."""
_OF_ICE = re.compile(r"^encounter: (gain-grail|copy-ice|corp-may adv)\b")
"""What ice gains each time it is met, and keeps, or loses a counter by."""


def told_of_meetings(attempt: Attempt, stated: Scenario) -> tuple[str, ...]:
    """The cards of a scenario as it was `stated` of which that is left out, where ice may be met
    more than once."""
    if not attempt.meets_again:
        return ()
    runner = stated.runner
    mine = [placed.card for placed in runner.rig]
    mine += [runner.identity] if runner.identity is not None else []
    ice = [piece.card for piece in stated.ice if piece.card is not None]
    found = [card for card in mine if any(map(_OF_THE_RIG.search, _texts(card)))]
    found += [card for card in ice if any(map(_OF_ICE.match, _texts(card)))]
    words = "what lasts of it for the run is not followed to another encounter with a piece"
    return tuple(f"{card.title}: {words}" for card in dict.fromkeys(found))


def _texts(card: Card) -> Iterator[str]:
    yield from (item.text for item in card.rules.unexecuted)
    yield from (clause.text for clause in card.rules.on)
    yield from (ability.text for ability in card.rules.paid)
