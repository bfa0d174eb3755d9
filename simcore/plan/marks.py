"""What a card of the rig has done, or what was done to it, as bits of `SlotState.spent`: the
lowest ones say which of its abilities, once in a run each, have been used."""

from __future__ import annotations

from typing import NamedTuple

BROKE_HERE = 1 << 40
"""A card that may break on one piece in a run has done so."""
BROKE_AT = 1 << 100
"""The place of that piece, a bit each, where it may be met again (prices alone)."""
REWARDED = 1 << 48
"""It has been rewarded for breaking all of a piece, as it may be once."""
BLINDED = 1 << 42
"""Because of it nothing will be accessed in this run."""
GAVE = 1 << 41
"""It has given ice a subtype."""
IGNORED = 1 << 45
"""It has kept off what waits for an encounter, as it may do once."""
MOVED = 1 << 47
"""It has been hosted on another piece of ice than at the beginning."""
WEAKENED = 1 << 44
"""It has weakened ice, as it may do once."""
BYPASSED = 1 << 43
"""It has bypassed ice, as it may do once."""
TOO_LATE = 1 << 46
"""What it keeps off the first time in a turn has come."""
KEPT_OFF = 1 << 50
"""So many times: points of damage it has kept off."""
NOT_IN_HEAP = 1 << 49
"""A card that is not installed lies in the grip or the stack."""
ON_STACK = 1 << 33
"""A card that is not installed has come onto the stack in this run, or to its bottom."""
IN_HEAP_AT_FIRST = 1 << 38
"""A card that is not installed lies in the heap since before the run."""
CAME_BACK = 1 << 37
"""It was trashed in this run and has been installed again."""
MOVED_ON = 1 << 36
"""It has been moved, and lies there as another slot."""
IN_STACK = 1 << 35
"""A card that is not installed lies in the stack, or in the grip, since before the run."""
TOO_NEW = 1 << 32
"""It was installed as the piece at hand was met, too late for what it does then."""
FETCHED = 1 << 34
"""It has installed a program, as it may do once."""
LENT_BY_HAND = 1 << 39
"""It has strength for each card in the grip, for the rest of the run."""


class Earning(NamedTuple):
    """So many credits that a card brings on the way, and when: `by_breaking`, or else. `taken`
    from the Corp at once. What that costs, `at_will`: counters, or the card."""

    when: str
    credits: int
    taken: int = 0
    virus: int = 0
    power: int = 0
    trash: bool = False

    @property
    def by_breaking(self) -> bool:
        return self.when in ("alone", "broken", "weak")
