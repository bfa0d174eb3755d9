"""Which cards of the rig a text that takes some may take."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import RIG_TYPES
from simcore.errors import CapacityError
from simcore.plan.marks import CAME_HOME, NOT_IN_HEAP, ON_STACK
from simcore.prices.way.passage import Passage
from simcore.prices.way.used import BROKE, USED
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt

_STANDARD = frozenset({"fracter", "decoder", "killer"})
TYPES = {"prog": "program", "hw": "hardware", "res": "resource"}
"""The types of cards of the rig, as texts say them."""
TO_GRIP = re.compile(r"\bbounce\b.*\bgrip\b")
"""What ice says that takes them to the grip."""
TAKES = ("trash", "own-trash", "bounce")
"""What effects do that take such cards."""


def qualifies(kind: str, placed: RigCard) -> bool:
    """Whether a text that trashes cards of a kind may take this one."""
    card, kind = placed.card, kind.removeprefix(USED).removeprefix(BROKE)
    base, _, subtype = kind.partition(":")
    if base in TYPES:
        return card.type == TYPES[base] and (not subtype or subtype in card.subtypes)
    match base:
        case "any":
            return card.type in RIG_TYPES
        case "ai" | "virus" | "trojan":
            return card.type == "program" and base in card.subtypes
        case "virtual":
            return card.type == "resource" and base in card.subtypes
        case "breaker":
            return card.is_icebreaker
        case "console":
            return "console" in card.subtypes
        case "prog-not-standard":
            return card.type == "program" and not card.subtypes & _STANDARD
    if "," in base:
        return any(qualifies(part, placed) for part in base.split(","))
    raise CapacityError(f"{card.title}: trashing of '{kind}' has no price yet")


def comes_home(attempt: Attempt) -> bool:
    """Whether ice may take cards of the rig to the grip."""
    texts = (text for wall in attempt.all_walls for text in wall.card.rules.sub_texts)
    return any(TO_GRIP.search(text) for text in texts)


def is_moved(words: Sequence[str]) -> bool:
    """Whether a text takes cards to the grip or the stack."""
    return bool({"grip", "stack", "stack-top", "stack-bottom"} & set(words))


def moved(before: Passage, now: Passage, words: Sequence[str]) -> Passage:
    """With the cards that a text has just taken in the grip or the stack, if its words say so."""
    if not is_moved(words):
        return now
    gone = now.suffered.taken - before.suffered.taken
    there = NOT_IN_HEAP | (CAME_HOME if "grip" in words else ON_STACK)
    rig = tuple(
        card if card.installed or number not in gone else card._replace(spent=there)
        for number, card in enumerate(now.rig)
    )
    refill = now.suffered.refill + ("grip" in words) * len(gone)
    return now._replace(rig=rig, suffered=now.suffered._replace(refill=refill))
