"""What the Corp may keep for later of what prices have it use at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from simcore.cards.syntax import Atom, Node
from simcore.cards.vocabulary import DAMAGE
from simcore.prices.way.attempt import texts_of_ice
from simcore.prices.way.looking import looks_of
from simcore.prices.way.wall import Wall, for_counters

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt

_OF_GRIP, _OF_POOL = "grip", "pool"
_COUNTS_GRIP = re.compile(r"(?<!reveal-)\bgrip\b|discard-to-max")
_TAKES = {**dict.fromkeys((*DAMAGE, "discard"), _OF_GRIP), "rlose": _OF_POOL}
"""What an effect of a counter takes from."""


def told_of_waiting(attempt: Attempt) -> tuple[str, ...]:
    """What is said of ice whose power counters the Corp uses as soon as there are any, where it may
    be worse for the Runner that it waits: something counts the cards in the grip, or the Runner
    gains credits on the way."""
    asked = set(_asked(attempt))
    words = "its counters are used as soon as there are any: what comes of waiting is left out"
    return tuple(
        f"{title}: {words}"
        for title in dict.fromkeys(
            wall.card.title
            for wall in attempt.all_walls
            if _has_counters(wall)
            and asked & {_taken(effect) for _, effect in for_counters(wall.card)}
        )
    )


def _taken(effect: Node) -> str:
    return _TAKES.get(effect.name, "") if isinstance(effect, Atom) else ""


def _has_counters(wall: Wall) -> bool:
    """Whether counters lie on a piece, or it places some."""
    return wall.counters > 0 or any("power " in text for text in texts_of_ice(wall.card))


def _asked(attempt: Attempt) -> Iterator[str]:
    """What is counted on the way, or grows."""
    texts = [text for wall in attempt.all_walls for text in texts_of_ice(wall.card)]
    texts += [item.text for wall in attempt.all_walls for item in wall.card.rules.unexecuted]
    if looks_of(attempt).grip or any(map(_COUNTS_GRIP.search, texts)):
        yield _OF_GRIP
    if any("rgain" in text for text in texts) or any(slot.earns for slot in attempt.slots):
        yield _OF_POOL
