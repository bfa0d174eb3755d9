"""What a card of the rig has done, or what was done to it, as bits of `SlotState.spent`: the
lowest ones say which of its abilities, once in a run each, have been used."""

from __future__ import annotations

from typing import NamedTuple

(
    TOO_NEW,  # installed as the piece at hand was met, too late for what it does then
    ON_STACK,  # not installed, it has come onto the stack in this run, or to its bottom
    FETCHED,  # it has installed a program, as it may do once
    IN_STACK,  # not installed, it lies in the stack, or in the grip, since before the run
    MOVED_ON,  # it has been moved, and lies there as another slot; installed, as which it came here
    CAME_BACK,  # it was trashed in this run and has been installed again
    IN_HEAP_AT_FIRST,  # not installed, it lies in the heap since before the run
    LENT_BY_HAND,  # it has strength for each card in the grip, for the rest of the run
    BROKE_HERE,  # a card that may break on one piece in a run has done so
    GAVE,  # it has given ice a subtype
    BLINDED,  # because of it nothing will be accessed in this run
    BYPASSED,  # it has bypassed ice, as it may do once
    WEAKENED,  # it has weakened ice, as it may do once
    IGNORED,  # it has kept off what waits for an encounter, as it may do once
    TOO_LATE,  # what it keeps off the first time in a turn has come
    MOVED,  # it has been hosted on another piece of ice than at the beginning
    REWARDED,  # it has been rewarded for breaking all of a piece, as it may be once
    NOT_IN_HEAP,  # not installed, it lies in the grip or the stack, or has left the game
    CHEAPER,  # the Runner has trashed a card of the rig, for which its abilities cost less
    FOUND_OUT,  # it has broken something, and has brought a tag for that
    USED_AGAIN,  # it has come back, and has been used since
    USED_UP,  # not installed, it went with the last counter on it
    CAME_HOME,  # not installed, it has come to the grip on the way
    TAKEN_BACK,  # not installed, a card for whose use it had to go has put it on the stack
    KEPT_OFF,  # so many times: points of damage it has kept off
) = (1 << bit for bit in range(32, 57))
BROKE_AT = 1 << 100
"""The place of the piece that a card has broken which may break on one alone, a bit each, where
it may be met again (prices alone)."""
MOVED_TO = 1 << 200
"""The place of the piece that a card has been hosted on last, a bit each, behind all those."""

CORP_GAINS = "corp gains"
"""When a card earns by it that something has paid the Corp."""


class Earning(NamedTuple):
    """So many credits that a card brings on the way, and when: `by_breaking`, or else. `taken`
    from the Corp at once. What that costs, `at_will`: counters, or the card, and a `price` in
    credits that are there before; `dearer`: another price, and what it brings in place of that."""

    when: str
    credits: int
    taken: int = 0
    virus: int = 0
    power: int = 0
    trash: bool = False
    price: int = 0
    dearer: tuple[int, int] = (0, 0)

    @property
    def by_breaking(self) -> bool:
        return self.when in ("alone", "broken", "weak")
