"""What a run keeps in mind beside cards and purses: where it is, what waits, what is barred.

All start empty. Numbers are credits, cards, accesses or points of damage.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simcore.reference.lasting import Lasting

if TYPE_CHECKING:
    from simcore.cards.card import Card
    from simcore.cards.syntax import Node
    from simcore.record import Cause
    from simcore.reference.things import Accessed, Piece, RootCard, Source
    from simcore.sites import Kind

NO_LIMIT = 1 << 30


@dataclass(eq=False, kw_only=True)
class OnTheWay:
    """Between the pieces of ice."""

    position: int = 0
    """The place of the piece at hand; behind the last one, the server."""
    ahead: int = 0
    """The place of the piece that is approached next, likewise."""
    goes_to: int | None = None
    """A place to which the Runner is sent, until the run goes on from there."""
    came_back: bool = False
    at_server: bool = False
    approaches: int = 0
    abilities_used: bool = False
    """Whether root cards were asked before the first approach."""
    ending: Cause | None = None
    held: bool = False
    """The Runner cannot jack out …"""
    held_until_met: bool = False
    """… before ice has been encountered."""
    leave_cost: int = 0
    """Credits for jacking out."""
    toll: int = 0
    """Credits for each encounter to come; who cannot pay is stopped."""
    pass_trashes: int = 0
    """Programs lost behind each rezzed piece that is passed."""
    passed_rezzed: bool = False
    """Such a piece has just been passed."""
    later: list[tuple[Node, Source]] = field(default_factory=list)
    """What waits for the success of the run."""
    lasting: Lasting = field(default_factory=Lasting)
    """What is laid on ice for the rest of the run."""


@dataclass(eq=False, kw_only=True)
class AtIce:
    """Of the encounter at hand."""

    encountered: Piece | None = None
    bypassed: bool = False
    may_break: bool = False
    broken: set[int] = field(default_factory=set)
    broke_before: bool = False
    """A subroutine of an earlier piece was broken in this run."""
    tried: set[tuple[int, int]] = field(default_factory=set)
    """Slot and subroutine where an attempt by die has failed."""
    weakened: int = 0
    """Strength taken off the piece."""
    counted: tuple[int, ...] | None = None
    """How often the piece has gained each subroutine it gains by count, fixed as it is met."""
    resolves_whole: bool = False
    """A subroutine is carried out to its last word though the run is ending."""
    trace_bits: int = 0
    """Of the Corp, for traces of this piece alone."""
    net_next: int = 0
    """Net damage at the next piece unless all of it is broken …"""
    net_due: int = 0
    """… and at this one."""
    rez_extra: int = 0
    """What rezzing the piece approached costs beyond its price."""
    face: int = 0
    """What the last die showed."""
    trace_strength: int = 0
    """What the last trace came to."""


@dataclass(eq=False, kw_only=True)
class AtServer:
    """Of the breach."""

    most_accesses: int = NO_LIMIT
    unbreached: bool = False
    """There is no breach."""
    trashed_together: list[RootCard] = field(default_factory=list)
    """Cards of the root that the Runner has trashed without an access."""
    accessing: Accessed | None = None
    central_left: int = 0
    """Accesses of HQ or R&D that are left."""
    pool_here: int = 0
    """Cards there whose titles are not known."""
    from_hand: int = 0
    """Cards of HQ that the Corp has trashed as a price."""
    hand: list[int] | None = None
    """Agendas and other cards of HQ not accessed yet; None: the Corp had no need to look."""
    archives_left: list[Card] = field(default_factory=list)
    rd_bottom: list[Card] = field(default_factory=list)
    barred: set[int] = field(default_factory=set)
    """Places of the root that cannot be accessed."""
    centre_barred: bool = False
    """The same of what lies in HQ, R&D or Archives itself."""
    spared: list[Accessed | None] = field(default_factory=list)
    """What could not be stolen as it was accessed; None where nothing was being accessed."""
    no_steal_trash: bool = False
    """Nothing can be stolen or trashed in the rest of the run."""
    no_more_runs: bool = False
    """No further run can be made in this turn."""
    unheld: int = 0
    """Cards by which the maximum hand size is smaller until the Corp's turn."""
    stole: bool = False
    trashed_odd_cost: bool = False


@dataclass(eq=False, kw_only=True)
class Marks(OnTheWay, AtIce, AtServer):
    """All of these, and how often things have happened."""

    times: dict[str, int] = field(default_factory=dict)
    """How often each event has come about."""
    used: set[tuple[int, int]] = field(default_factory=set)
    """Clauses, by their card and number, that happen once a turn and have."""
    ordinals: dict[Kind, int] = field(default_factory=dict)
    """How many draws of chance of each kind there were."""
