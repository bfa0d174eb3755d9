"""A rig card with its counters, as a person writes it in one argument."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from simcore.cards.pool import load_pool
from simcore.cards.vocabulary import ICE_TYPES, ICE_TYPES_1996
from simcore.errors import CardError
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.cards.card import Card

COUNTERS = ("virus", "power", "credits")
"""What a card argument may state in braces."""


def parse_rig_card(breaker: RigCard | Card | str, edition: str) -> RigCard:
    """A rig card from ``"Title"`` or ``"Title{virus=2, power=1, credits=3}"``, or `CardError`.

    Titles are those of the pool of `edition`. A card that breaks a chosen subtype takes it
    as in ``"Title{chosen=code gate}"``.
    """
    if isinstance(breaker, RigCard):
        return breaker
    if not isinstance(breaker, str):
        return RigCard(breaker)
    title, brace, rest = breaker.partition("{")
    numbers: dict[str, int] = {}
    chosen = ""
    if brace:
        body, closing, tail = rest.partition("}")
        if not closing or tail.strip():
            raise CardError(f'{breaker!r}: write counters as "Title{{virus=2}}"')
        for part in filter(None, (piece.strip() for piece in body.split(","))):
            if not chosen and (word := re.fullmatch(r"chosen\s*=\s*(\D+)", part)):
                chosen = word[1].casefold()
                continue
            match = re.fullmatch(r"(\w+)\s*=\s*([0-9]{1,3})", part)
            if match is None or match[1] not in COUNTERS or int(match[2]) > 255:
                known = ", ".join(COUNTERS)
                raise CardError(f"{breaker!r}: {part!r} is not one of {known} = 0 … 255")
            if match[1] in numbers:
                raise CardError(f"{breaker!r}: {match[1]} is given twice")
            numbers[match[1]] = int(match[2])
    card = load_pool(edition).find(title.strip())
    needs = any("chosen" in ability.types for ability in card.rules.breaks)
    if needs != bool(chosen) or (chosen and chosen not in ICE_TYPES | ICE_TYPES_1996):
        what = "takes no chosen subtype" if not needs else "needs a subtype, as in {chosen=sentry}"
        raise CardError(f"{breaker!r}: {card.title} {what}")
    return RigCard(card, chosen=chosen, **numbers)
