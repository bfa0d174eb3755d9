"""What lies on the table: pieces of ice, root cards, rig cards, and what is counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from simcore.record import Cause
from simcore.sites import NO_ICE

if TYPE_CHECKING:
    from simcore.cards.card import Card
    from simcore.scenario import Pile


@dataclass(eq=False, slots=True)
class Piece:
    """A piece of ice in the attacked server. `turned`: it was rezzed during this run.

    `trashed`: by its own text, so that it lies in Archives.
    """

    place: int
    card: Card
    rezzed: bool
    adv: int
    virus: int
    power: int
    installed: bool = True
    turned: bool = False
    trashed: bool = False


@dataclass(eq=False, slots=True)
class RootCard:
    """A card in the root. `candidates`: what the Runner believes it to be, if unknown.

    `lingering`: trashed while accessed and rezzed, so that persistent clauses stay. `trashed`:
    by its own text. `watching`: it hears of cards that have been trashed together with it.
    """

    place: int
    card: Card
    rezzed: bool
    candidates: Pile
    adv: int
    virus: int
    power: int
    installed: bool = True
    lingering: bool = False
    trashed: bool = False
    watching: bool = False


@dataclass(eq=False, slots=True)
class Slot:
    """An installed Runner card, or the event that started the run.

    `recurring` and `hosted` are credits to spend, `trashing` those for trash costs alone, `bank`
    those that only `take` moves.
    `boost`: strength bought that outlasts the encounter. `doomed`: trashed at 6.1.
    `chosen`: the subtype it breaks, where its player chose one. `rolled`: strength by the
    die of this run. `used`: it broke a subroutine of the piece at hand, `boosted`: strength
    bought for it apart from `boost`. `prevented`: points
    of damage it has kept away. `on_card`: the place in the rig of the card it is hosted on.
    `spent`: which of its abilities to break, once in a run each, were used; `blind`: because
    of it nothing is accessed in this run; `broke_at`: the pieces it broke something of;
    `went_past`: it has bypassed ice, `gave`: given it a subtype, as it may do once in a turn.
    """

    place: int
    card: Card
    virus: int = 0
    power: int = 0
    recurring: int = 0
    bank: int = 0
    hosted: int = 0
    host: int | None = None
    boost: int = 0
    doomed: bool = False
    installed: bool = True
    chosen: str = ""
    rolled: int = 0
    used: bool = False
    prevented: int = 0
    boosted: int = 0
    on_card: int | None = None
    spent: frozenset[int] = frozenset()
    blind: bool = False
    broke_at: frozenset[int] = frozenset()
    went_past: bool = False
    gave: bool = False
    trashing: int = 0


@dataclass(eq=False, slots=True)
class Copies:
    """Copies of one title left in a pile."""

    card: Card
    left: int


@dataclass(eq=False, slots=True)
class Accessed:
    """The card being accessed: from the root (`root` set), Archives, HQ or R&D.

    Not `seen`: trashed there without an access; `first`: of those trashed together.
    """

    card: Card
    root: RootCard | None = None
    in_archives: bool = False
    gone: bool = False
    seen: bool = True
    first: bool = True


@dataclass(eq=False, slots=True)
class Source:
    """The card whose text resolves, where its counters lie, and what a run it ends died of. Made
    all the time and never changed: frozen it would take three times as long to make.

    `place`: place of the ice for sites of chance, `NO_ICE` for every other card.
    """

    card: Card
    holder: Piece | RootCard | Slot | None = None
    cause: Cause = Cause.UPGRADE
    place: int = NO_ICE


@dataclass(eq=False, slots=True)
class Tally:
    """The figures of the run that grow as it goes on; named as in `Result`."""

    success: int = 0
    accesses: int = 0
    points: int = 0
    agendas_stolen: int = 0
    credits_spent: int = 0
    credits_lost: int = 0
    bad_publicity_spent: int = 0
    recurring_spent: int = 0
    hosted_spent: int = 0
    corp_credits_spent: int = 0
    net_damage: int = 0
    meat_damage: int = 0
    core_damage: int = 0
    tags: int = 0
    corp_cards_trashed: int = 0
    programs_lost: int = 0
    clicks_lost: int = 0
    clicks_spent: int = 0


class Step(NamedTuple):
    """One line of a story: `label` is the step of the chart ("3.2")."""

    label: str
    text: str
