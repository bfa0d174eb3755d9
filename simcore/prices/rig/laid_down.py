"""A card of the rig that may be given up at any time for cards of the stack that lie face down:
they do nothing but go in place of others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simcore.cards.outside import texts_declined
from simcore.scenario import RigCard

_LAYS = "trash: facedown cards"
_HEARS = re.compile(
    r"^(?:installed|own) card trashed\b|\btrashed-own-this-turn$|\bas many cards as\b"
)
"""What a card of the Runner's says by which it may be worth a card, whichever goes."""


def words_of_facedown(rig: Sequence[RigCard], wanted: bool) -> Iterator[str]:
    """Such cards, where any installed card may have to go or be given up (`wanted`), or others of
    the Runner's make something of it."""
    laying = [placed.card for placed in rig if _LAYS in texts_declined(placed.card)]
    if not laying:
        return
    rules = [placed.card.rules for placed in rig]
    texts = [item.text for each in rules for item in each.unexecuted]
    texts += [static.text for each in rules for static in each.statics]
    if wanted or any(map(_HEARS.search, texts)):
        for title in dict.fromkeys(card.title for card in laying):
            yield f"{title}: that it may be given up for facedown cards is left out"
