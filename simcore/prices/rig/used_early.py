"""Cards of the rig that may be given up at any time, and are only where what they do is wanted at
once: what is left out of giving them up earlier, or for what others bring by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.outside import texts_outside
from simcore.plan.pieces import Slot
from simcore.plan.slots import MEMORY_AS_GRIP
from simcore.prices.corp.left_out_elsewhere import MATTERS
from simcore.prices.rig.brought_by_use import OWN_TRASHED, TRASHED
from simcore.prices.rig.from_heap import may_install
from simcore.prices.way.attempt import texts_of_ice
from simcore.scenario import RigCard, Scenario

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt

_AT_ANY_TIME = re.compile(
    r"^trash: (fetch|remove tag|look at|expose|breach|charge|jack out|the Corp|rd loses|"
    r"one icebreaker|one piece of|outermost|cards on it)"
)
"""What a card does at any time beside drawing."""
_DRAWS, _STRONGER = "trash: draw ", "trash: one icebreaker str +"
_FOR_A_CARD = re.compile(r"^card installed .*: may grip 1: ")
_TAKES_HARDWARE = re.compile(r"\b(trash|bounce) (any|hw|res)\b|\bown-(hw|res)\b")
"""What ice says that may take such a card."""
_DAMAGE = ("net damage", "meat damage", "core damage")


def words_of_early_use(stated: Scenario, attempt: Attempt, short: bool) -> Iterator[str]:
    """What is left out, where it may matter; `short`: not every way can be paid."""
    yield from _for_others(stated, attempt, short)
    yield from _too_early(stated, attempt)


def _for_others(stated: Scenario, attempt: Attempt, short: bool) -> Iterator[str]:
    """Cards that are not given up for the credits, or the cards, alone that others bring for it."""
    hurt = any(MATTERS[kind](stated) for kind in _DAMAGE)
    for placed, slot in zip(attempt.rig, attempt.slots, strict=True):
        if hurt and slot.draws in (TRASHED, OWN_TRASHED):
            yield from _given_up(slot, "card", placed, attempt.rig)
        if short and slot.earns is not None and slot.earns.when == OWN_TRASHED:
            yield from _given_up(slot, "credits", placed, attempt.rig)


def _given_up(slot: Slot, what: str, placed: RigCard, rig: Sequence[RigCard]) -> Iterator[str]:
    for other in rig:
        drawing = what == "credits" and _says(other, _DRAWS)
        if other is not placed and not other.in_heap:
            if drawing or any(_AT_ANY_TIME.match(i.text) for i in other.card.rules.unexecuted):
                words = f"may be given up for its {what} alone is left out"
                yield f"{slot.title}: that {other.card.title} {words}"


def _says(placed: RigCard, text: str) -> bool:
    return any(item.text.startswith(text) for item in placed.card.rules.unexecuted)


def _too_early(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """Cards that are not given up for strength before ice takes them, or for memory or a price that
    follows the grip."""
    texts = [" ".join(texts_of_ice(wall.card)) for wall in attempt.all_walls]
    taken = len(texts) > 1 and any(map(_TAKES_HARDWARE.search, texts))
    by_grip = any(_says(placed, MEMORY_AS_GRIP) for placed in attempt.rig)
    by_grip |= may_install(stated.runner) and any(
        _FOR_A_CARD.match(item) for placed in attempt.rig for item in texts_outside(placed.card)
    )
    for placed in attempt.rig:
        drawing, stronger = _says(placed, _DRAWS), _says(placed, _STRONGER)
        if placed.in_heap:
            continue
        if (drawing and by_grip) or (stronger and taken):
            words = "that it may be given up before what it does is wanted is left out"
            yield f"{placed.card.title}: {words}"
