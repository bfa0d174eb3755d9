"""What the search over legal actions moves between: positions, payments, outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.syntax import Break, Cost, Paid, Pump

if TYPE_CHECKING:
    from simcore.reference.further_breaks import Further


class CardNow(NamedTuple):
    """What an encounter may change on one rig card. `boost` outlasts the encounter,
    `boosted` does not. `used`: it broke a subroutine of this piece."""

    installed: bool
    virus: int
    power: int
    boost: int
    boosted: int
    doomed: bool
    used: bool


class Position(NamedTuple):
    """All that decides what may be done next. `ends`: an ability was used that ends the
    run once the breaking is done."""

    broken: frozenset[int]
    weakened: int
    cards: tuple[CardNow, ...]
    ends: bool


class Sums(NamedTuple):
    """What was paid beyond counters and cards of the rig, which the position shows.

    `loud`: the part of the credits that stealth credits cannot pay, `noise`: stealth
    credits driven off; both 0 where there are no stealth credits. `stealth`: the part that
    only they pay. `forgone`: actions given up, clicks as far as there are any. `dice`:
    attempts that a die decides, which are taken to succeed.
    """

    credits: int = 0
    loud: int = 0
    clicks: int = 0
    forgone: int = 0
    grip: int = 0
    noise: int = 0
    stealth: int = 0
    dice: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How far the search goes; a sequence that costs more is not followed."""

    credits: int
    clicks: int
    grip: int
    forgone: int = 40


@dataclass(frozen=True, slots=True)
class Outcome:
    """One end of the search: the payments and the rig behind the encounter (`left`, where
    only cards stay used that answer for it later).

    `virus`, `power`: counters spent per rig slot, also those a card costs at the end of
    the encounter for having been used. `given_up`: slots of cards that are trashed, or
    condemned for the end of the run. `uses`: of each ability to break in rig order, those
    printed on the ice last, then of each weakening, then of each boost. `rank`: the order
    of rule 2, ways that end the run last.
    """

    sums: Sums
    virus: tuple[int, ...]
    power: tuple[int, ...]
    given_up: frozenset[int]
    ends: bool
    left: tuple[CardNow, ...]
    uses: tuple[int, ...]
    rank: tuple[object, ...]
    spent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """One ability at one of its alternative prices; `slot` is `ON_THE_ICE` or a rig slot.

    `gain`: strength for the encounter before it breaks. `further`: what is said of it
    beyond its syntax tree, `group`: which of them.
    """

    slot: int
    ability: Break | Pump | Paid
    cost: Cost
    gain: int = 0
    group: int = -1
    further: Further | None = None

    @property
    def interface(self) -> bool:
        """Whether the card has to match the strength of the ice."""
        return not isinstance(self.ability, Pump) and self.ability.interface
