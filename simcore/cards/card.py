"""One card as the engine sees it: stats, parsed rules, and how far they are executed."""

from __future__ import annotations

from dataclasses import dataclass, field

from simcore.cards.syntax import Rules

CARD_TYPES = [
    "ice",
    "program",
    "agenda",
    "asset",
    "upgrade",
    "operation",
    "event",
    "hardware",
    "resource",
    "identity",
]
RIG_TYPES = frozenset({"program", "hardware", "resource"})
ROOT_TYPES = frozenset({"agenda", "asset", "upgrade"})


@dataclass(frozen=True, slots=True)
class Fidelity:
    """`level` is "exact", "approximate" or "stats"; `notes` name the clauses and stand-ins."""

    level: str = "exact"
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """Printed facts (credits, cards, points) and parsed rules of one title.

    `cost` is the printed play, install or rez cost, None for a blank card and for
    cards without one; `subtypes` are lower-case words such as ``"code gate"``. `pool` is
    "modern" or "1996"; the words are the modern ones in both. Of a `unique` title a player has
    one active copy at the most.
    """

    id: str
    title: str
    type: str
    side: str = "corp"
    subtypes: frozenset[str] = frozenset()
    cost: int | None = None
    strength: int | None = None
    trash: int | None = None
    advancement: int | None = None
    points: int = 0
    memory: int | None = None
    link: int = 0
    codes: tuple[str, ...] = ()
    pool: str = "modern"
    sets: tuple[str, ...] = ()
    unique: bool = False
    rules: Rules = field(default_factory=Rules)
    fidelity: Fidelity = field(default_factory=Fidelity)

    @property
    def is_icebreaker(self) -> bool:
        return "icebreaker" in self.subtypes


BLANK = Card(id="blank", title="(blank)", type="event", side="runner")
"""A card nothing is known of: in a grip or a stack given as a number."""
