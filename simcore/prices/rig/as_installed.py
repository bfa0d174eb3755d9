"""What comes of installing a program on the way: strength, a lower price, a card drawn."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from simcore.cards.card import Card
from simcore.cards.pool import load_pool
from simcore.plan.marks import FETCHED
from simcore.plan.strengths import is_active
from simcore.prices.way.passage import Passage
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

_STRONGER = re.compile(r"^icebreaker installed(, no AI)?: str \+(\d) turn$")
_CHEAPER = re.compile(r"^first program or hardware installed: (\d) less$")
_DRAWS = re.compile(r"^program installed from the heap: draw (\d)$")
_ALL = (_STRONGER, _CHEAPER, _DRAWS)


def texts_outside(card: Card) -> tuple[str, ...]:
    """What a card of the pool does that a run without installs never asks for."""
    return _texts(card.id, card.pool)


@cache
def _texts(card: str, pool: str) -> tuple[str, ...]:
    entry = load_pool("onr" if pool == "1996" else "nsg").entry(card)
    outside: Any = entry.keys.get("outside", ()) if entry is not None else ()
    return tuple(outside)


def looks_at_installs(card: Card | None) -> bool:
    """Whether something comes of it that a program is installed."""
    if card is None:
        return False
    return any(each.match(text) for text in texts_outside(card) for each in _ALL)


def strength_of_new(sight: Sight, placed: RigCard, now: Passage) -> int:
    """Strength that a card has as it is installed, by others of the rig."""
    total = 0
    for holder, card in zip(sight.rig, now.rig, strict=True):
        for text in texts_outside(holder.card) if is_active(card) else ():
            if found := _STRONGER.match(text):
                fits = placed.card.is_icebreaker and not (found[1] and "ai" in placed.card.subtypes)
                total += int(found[2]) * fits
    return total


def paid_for_new(sight: Sight, credits: int, from_heap: bool, now: Passage) -> tuple[int, Passage]:
    """The price of installing a card, and the passage with what else comes of it but that."""
    for number, holder in enumerate(sight.rig):
        card = now.rig[number]
        for text in texts_outside(holder.card) if is_active(card) else ():
            if (found := _CHEAPER.match(text)) and not card.spent & FETCHED:
                credits = max(0, credits - int(found[1]))
                used = card._replace(spent=card.spent | FETCHED)
                now = now._replace(rig=(*now.rig[:number], used, *now.rig[number + 1 :]))
            elif (found := _DRAWS.match(text)) and from_heap:
                now = now.suffers(drawn=int(found[1]))
    return credits, now
