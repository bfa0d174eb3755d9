"""Cards of the rig that go by their own clause once the last credit or counter on them is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.cost import Bill

_GOES = re.compile(r"(^|; )emptied: |when empty$")


def words_of_emptied(rig: Sequence[RigCard], bills: Iterable[Bill]) -> tuple[str, ...]:
    """What is told of cards that some way empties: that they go is no part of its price."""
    ways = list(bills)
    going = (placed for placed in rig if _goes_when_empty(placed.card))
    titles = [each.card.title for each in going if any(_empties(way, each) for way in ways)]
    return tuple(f"{title}: gone once it is empty" for title in dict.fromkeys(titles))


def _goes_when_empty(card: Card) -> bool:
    texts = [*texts_outside(card), *(item.text for item in card.rules.unexecuted)]
    texts += [clause.text for clause in card.rules.on]
    return any(map(_GOES.search, texts))


def _empties(way: Bill, placed: RigCard) -> bool:
    """Whether a way takes all that lies on a card; of credits, whether it may."""
    if placed.credits:
        return bool(way.get("from_purses", 0) >= placed.credits)
    lying = {"virus": placed.virus, "power": placed.power}
    return any(
        0 < there <= way.get(kind, {}).get(placed.card.title, 0) for kind, there in lying.items()
    )
