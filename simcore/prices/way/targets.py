"""Which cards of the rig a text that takes some may take."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.cards.card import RIG_TYPES
from simcore.errors import CapacityError
from simcore.plan.marks import NOT_IN_HEAP, ON_STACK
from simcore.prices.way.passage import Passage
from simcore.prices.way.used import BROKE, USED
from simcore.scenario import RigCard

_STANDARD = frozenset({"fracter", "decoder", "killer"})
TYPES = {"prog": "program", "hw": "hardware", "res": "resource"}
"""The types of cards of the rig, as texts say them."""
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


def is_moved(words: Sequence[str]) -> bool:
    """Whether a text takes cards to the grip or the stack."""
    return bool({"grip", "stack", "stack-top", "stack-bottom"} & set(words))


def moved(before: Passage, now: Passage, words: Sequence[str]) -> Passage:
    """With the cards that a text has just taken in the grip or the stack, if its words say so."""
    if not is_moved(words):
        return now
    gone = now.suffered.taken - before.suffered.taken
    there = NOT_IN_HEAP | (0 if "grip" in words else ON_STACK)
    rig = tuple(
        card if card.installed or number not in gone else card._replace(spent=there)
        for number, card in enumerate(now.rig)
    )
    refill = now.suffered.refill + ("grip" in words) * len(gone)
    return now._replace(rig=rig, suffered=now.suffered._replace(refill=refill))
