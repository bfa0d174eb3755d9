"""How many cards the Runner may hold at most, where a text of ice asks for that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.cards.syntax import Amount, Atom
from simcore.plan.strengths import is_active
from simcore.prices.rig.price_alone import core_dealt
from simcore.scenario import Runner, Scenario

if TYPE_CHECKING:
    from simcore.prices.way.passage import Passage
    from simcore.prices.way.suffering import Sight

_ASKS = "discard-to-max"
"""What a subroutine says that asks for it."""
_MORE = re.compile(r"^hand ([+-]\d)(?:\*(power|tags|copies))?$")
_FOR_A_USE = re.compile(r"^a use: hand -(\d) next turn$")
_OTHERWISE = "hand by what nobody states"


def held_before(scenario: Scenario) -> int:
    """Cards that the Runner may hold, with the core damage that cards of the rig have dealt and
    the Corp's identity, before installed cards change that."""
    runner, identity = scenario.runner, scenario.corp.identity
    dealt = sum(core_dealt(placed) for placed in runner.rig if not placed.in_heap)
    more = sum(number for number, _ in _more(identity)) if identity is not None else 0
    return runner.hand_size - dealt + more


def most_held(sight: Sight, now: Passage) -> int:
    """Cards that the Runner may hold now."""
    there = [n for n, card in enumerate(now.rig) if is_active(card)]
    titles = [sight.rig[n].card.id for n in there]
    tags = sight.number(Atom("tags", Amount(0, 1, "tags")), now)
    found = sight.holds - now.changed.smaller
    for number in there:
        card = sight.rig[number].card
        counts = {"power": now.rig[number].power, "tags": tags, "copies": titles.count(card.id)}
        found += sum(more * counts.get(by, 1) for more, by in _more(card))
    return max(0, found)


def _more(card: Card) -> Iterator[tuple[int, str]]:
    """How many cards more a card lets the Runner hold, and for each of what."""
    for found in filter(None, map(_MORE.match, texts_outside(card))):
        yield int(found[1]), found[2] or ""


def held_less_for_use(card: Card) -> int:
    """By how many cards fewer can be held for a while once a card has been used."""
    found = map(_FOR_A_USE.match, texts_outside(card))
    return sum(int(match[1]) for match in found if match)


def asks_for_hands(ice: Card) -> bool:
    """Whether a piece of ice asks how many cards the Runner may hold."""
    return any(_ASKS in text for text in ice.rules.sub_texts)


def changes_hands(card: Card) -> bool:
    """Whether a card changes how many the Runner may hold."""
    return any(_more(card)) or _OTHERWISE in texts_outside(card)


def words_of_hands(ice: Sequence[Card], runner: Runner) -> tuple[str, ...]:
    """What is taken of the cards that the Runner may hold, where ice asks for that."""
    asking = [card for card in ice if asks_for_hands(card)]
    unknown = [p.card for p in runner.rig if asking and _OTHERWISE in texts_outside(p.card)]
    words = f"the maximum hand size is {runner.hand_size} but for what cards told here make of it"
    unsaid = "what it makes of the maximum hand size is left out (state runner.hand_size)"
    return tuple(
        dict.fromkeys(
            [f"{card.title}: {words}" for card in asking]
            + [f"{card.title}: {unsaid}" for card in unknown]
        )
    )
