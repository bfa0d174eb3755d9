"""A card with its counters and choices, as a person writes it in one argument."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from simcore.cards.pool import load_pool
from simcore.cards.settled import COUNTERS, in_braces, settle, stated_card
from simcore.cards.vocabulary import ICE_TYPES, ICE_TYPES_1996
from simcore.errors import CardError
from simcore.hosting import as_clouds, hosted
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcore.cards.card import Card


def parse_rig_card(breaker: RigCard | Card | str, edition: str) -> RigCard:
    """A rig card from ``"Title"`` or ``"Title{virus=2, power=1, credits=3}"``, or `CardError`.

    Titles are those of the pool of `edition`. A card that breaks a chosen subtype takes it
    as in ``"Title{chosen=code gate}"``, one whose strength is a die as in ``"Title{roll=4}"``.
    """
    if isinstance(breaker, RigCard):
        return breaker
    if not isinstance(breaker, str):
        return RigCard(breaker)
    title, stated = in_braces(breaker)
    card = load_pool(edition).find(title)
    stated.pop("host", None)  # read where the rest of the rig is known
    numbers: dict[str, int] = {}
    for name in [name for name in stated if name in COUNTERS]:
        text = stated.pop(name)
        if not re.fullmatch("[0-9]{1,3}", text) or int(text) > 255:
            raise CardError(f"{breaker!r}: {name} is a whole number from 0 to 255, not {text!r}")
        numbers[name] = int(text)
    needs = any("chosen" in ability.types for ability in card.rules.breaks)
    chosen = stated.pop("chosen", "") if needs else ""
    host = None
    if any(ability.on_host for ability in card.rules.bypasses) and stated.get("chosen") == "ice":
        host = 0  # the only piece there is
        del stated["chosen"]
    if needs and chosen not in ICE_TYPES | ICE_TYPES_1996:
        instead = f", not {chosen!r}" if chosen else ""
        raise CardError(
            f"{breaker!r}: chosen is a subtype of ice, as in {{chosen=sentry}}{instead}"
        )
    card = settle(card, stated).card if stated else card
    virus, power, credits = (numbers.get(kind, 0) for kind in ("virus", "power", "credits"))
    return RigCard(card, virus, power, credits, host, chosen)


def parse_rig(breakers: Sequence[RigCard | Card | str], rig: Sequence[RigCard]) -> list[RigCard]:
    """Rig cards on each other, as in ``"The Personal Touch{host=Corroder}"``."""
    titles = [in_braces(b)[1].get("host", "") if isinstance(b, str) else "" for b in breakers]
    if any(isinstance(b, RigCard) and b.on_card is not None for b in breakers):
        return list(rig)
    return list(as_clouds(hosted(rig, titles), sum(each.card.link for each in rig), 0))


def parse_ice(ice: Card | str, edition: str) -> Card:
    """A piece of ice from ``"Title"`` or ``"Title{chosen=sentry}"``, or `CardError`; what may
    be stated in braces is said in `simcore.cards.settled`."""
    return stated_card(ice, load_pool(edition).find) if isinstance(ice, str) else ice
