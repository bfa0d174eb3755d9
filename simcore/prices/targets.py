"""Which cards of the rig a text that takes some may take."""

from __future__ import annotations

from simcore.cards.card import RIG_TYPES
from simcore.errors import CapacityError
from simcore.scenario import RigCard

_STANDARD = frozenset({"fracter", "decoder", "killer"})
_TYPES = {"prog": "program", "hw": "hardware", "res": "resource"}


def qualifies(kind: str, placed: RigCard) -> bool:
    """Whether a text that trashes cards of a kind may take this one."""
    card = placed.card
    base, _, subtype = kind.partition(":")
    if base in _TYPES:
        return card.type == _TYPES[base] and (not subtype or subtype in card.subtypes)
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
