"""A run to be played, checked and with its cards resolved: the input of everything.

`reading` makes a `Scenario` from a TOML file; nothing here knows of files. All
numbers are credits, cards, counters or clicks; ice is listed outermost first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from simcore.cards.card import Card
from simcore.cards.departing import may_take_from_hand

Pile = tuple[tuple[Card, int], ...]
"""Copies by title, in the order they were listed; a title stands once."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One card of the server. Either `card` is set, or `candidates` (unknown to the Runner).

    `candidates` holds the titles it may be, with the copies its list names; a card drawn
    from the Corp's deck has `from_deck` and what the deck has of its kind as candidates.
    An unknown card is unrezzed. `emptied`: kinds of counters of which it is said that there
    are none.
    """

    card: Card | None = None
    candidates: Pile = ()
    from_deck: bool = False
    rezzed: bool = False
    advancement: int = 0
    virus: int = 0
    power: int = 0
    emptied: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlacedIce(Placed):
    """One piece of ice; `printed`: the card without what programs on it make of it, if they make
    anything else of it."""

    printed: Card | None = None


@dataclass(frozen=True, slots=True)
class PlacedRoot(Placed):
    """One card in the root, or active elsewhere: there `host` is the place of the ice that it lies
    on or that was chosen for it, `chosen` the subtype of ice or the server that was."""

    host: int | None = None
    chosen: str = ""


@dataclass(frozen=True, slots=True)
class RigCard:
    """One installed Runner card. `credits` are those hosted on it (or recurring) now, or
    `for_installs` or `for_trashing` if they pay for nothing else, `idle` ones if no card of the
    rig is one that they pay for; `printed_use`: what they are for where that is told as less.

    `host` is the place of the ice it is hosted on (outermost 0); None: not on this server.
    `on_card` is the place in the rig of the card it is hosted on, if it is.
    `chosen` is the subtype of ice that was chosen for a card that breaks a chosen one.
    `in_heap`: for prices alone, a card that lies in the heap and may install itself, or be
    installed, from there (or from a `source` that is named, of which it may get to the heap and
    be of use there if it `comes_back`); those that are `one_of` a number are one card at several
    places.
    """

    card: Card
    virus: int = 0
    power: int = 0
    credits: int = 0
    host: int | None = None
    chosen: str = ""
    on_card: int | None = None
    in_heap: bool = False
    source: str = ""
    one_of: int = -1
    comes_back: bool = False
    for_installs: int = 0
    for_trashing: int = 0
    idle: int | None = None
    printed_use: str = ""


@dataclass(frozen=True, slots=True)
class CorpPlan:
    """`name`: "affordable" or "never". Trace payments are uniform on
    ``min(trace_low, top) … top`` with ``top = min(trace_high, credits)``."""

    name: str = "affordable"
    trace_low: int = 0
    trace_high: int = 0


@dataclass(frozen=True, slots=True)
class RunnerPlan:
    """`name`: "threshold" or "break-all"; the other fields as in the scenario file."""

    name: str = "threshold"
    optional_break_cap: int = 6
    minimum_grip: int = 2
    trace_payment: int = 3
    trash: str = "affordable"
    never_trash: frozenset[str] = frozenset()  # card ids
    reserve: int = 0


@dataclass(frozen=True, slots=True)
class Corp:
    """The Corp's side. Credits are uniform on ``credits_low … credits_high``.

    `agendas` are scored ones that can be forfeited.

    `central` is the pool that central cards are accessed from: for HQ its cards (or
    the deck it is dealt from), for R&D the cards below `rd_top`, for Archives those of an HQ
    of which the Corp may trash some in the run. `central_count` is
    the number of cards in that server. `hq_count` is the size of HQ in any run, `hq` what
    is known to lie there, if anybody says. `elsewhere`: active cards that lie in no server
    stated here, which prices alone look at.
    Cards drawn in a game for unknown ice or root leave `central` when they stand in it.
    """

    identity: Card | None = None
    credits_low: int = 0
    credits_high: int = 0
    points: int = 0
    agendas: int = 0
    bad_publicity: int = 0
    central: Pile = ()
    central_count: int = 0
    rd_top: tuple[Card, ...] = ()
    archives: tuple[Card, ...] = ()
    hq_count: int = 5
    hq: Pile = ()
    elsewhere: tuple[PlacedRoot, ...] = ()
    plan: CorpPlan = field(default_factory=CorpPlan)


HAND_SIZE = 5
"""The cards that a player may hold, if no card says otherwise."""


@dataclass(frozen=True, slots=True)
class Runner:
    """The Runner's side; `link` is the total at the start of the run.

    `link_is_stated`: then cards that leave the rig do not change it. `memory` is the limit
    of memory units, `hand_size` of cards held, before cards change that. `event` is the card
    that started the run: an event, or a rig card whose
    ability did (`event_slot` is its index in `rig` then). `grip` holds the grip by title,
    blank cards as one entry of `BLANK`; `stack` likewise (empty: drawn cards are blank); `heap`:
    what is known to lie there, which prices alone look at; `elsewhere`: active
    cards that are not installed, likewise; `agendas`: how many are in the score area, None if
    nobody says, likewise.
    """

    identity: Card | None = None
    credits: int = 0
    points: int = 0
    clicks: int = 3
    event: Card | None = None
    event_slot: int | None = None
    grip: Pile = ()
    stack: Pile = ()
    heap: Pile = ()
    elsewhere: Pile = ()
    tags: int = 0
    link: int = 0
    memory: int = 4
    hand_size: int = HAND_SIZE
    link_is_stated: bool = False
    agendas: int | None = None
    successful_runs_this_turn: int = 0
    rig: tuple[RigCard, ...] = ()
    extra_accesses: int = 0
    plan: RunnerPlan = field(default_factory=RunnerPlan)

    def cards(self) -> tuple[Card, ...]:
        """Those that take part from the start: identity, event, rig."""
        beside = (card for card in (self.identity, self.event) if card is not None)
        return (*beside, *(placed.card for placed in self.rig))


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything a run depends on. `notes` are remarks for the user (ignored keys). `for_games`:
    what it decides is written into its cards (`reading/decided.py`), for every run it has."""

    edition: str
    server: str
    ice: tuple[PlacedIce, ...]
    root: tuple[PlacedRoot, ...]
    corp: Corp
    runner: Runner
    objective: str = "reach"
    source: str = ""
    notes: tuple[str, ...] = ()
    for_games: bool = False

    def cards(self) -> tuple[Card, ...]:
        """Every card that can take part, each title once, in order of appearance: of several
        copies the one of which more is left out."""
        found: dict[str, Card] = {}

        def add(card: Card | None) -> None:
            if card is None or card.id == "blank":
                return
            if len(found.get(card.id, card).fidelity.notes) <= len(card.fidelity.notes):
                found[card.id] = card

        pieces: tuple[Placed, ...] = (*self.ice, *self.root)
        for piece in pieces:
            add(piece.card)
            for card, _ in piece.candidates:
                add(card)
        for single in (self.corp.identity, self.runner.identity, self.runner.event):
            add(single)
        for slot in self.runner.rig:
            add(slot.card)
        for pile in (self.corp.central, self.runner.grip, self.runner.stack):
            for card, _ in pile:
                add(card)
        for card in (*self.corp.rd_top, *self.corp.archives):
            add(card)
        return tuple(found.values())

    def knows_what_is_drawn(self) -> bool:
        """Whether cards that the Corp draws are known, and may be accessed or are no more."""
        return bool(self.corp.rd_top) and (self.server == "rd" or bool(self.corp.central))

    def may_lack_agendas(self) -> bool:
        """Whether some games have agendas in the attacked HQ, or in Archives that cards of HQ go
        to, and others have none."""
        agendas = sum(count for card, count in self.corp.central if card.type == "agenda")
        others = sum(count for _, count in self.corp.central) - agendas
        if self.server == "archives":
            return agendas > 0 and all(card.type != "agenda" for card in self.corp.archives)
        there = [card for piece in (*self.ice, *self.root) for card in titles_of(piece)]
        acting = (*there, *self.runner.cards())
        least = 0 if any(map(may_take_from_hand, acting)) else self.corp.central_count
        return self.server == "hq" and agendas > 0 and others >= least

    def may_hold_agendas(self) -> bool:
        """Whether an agenda may be accessed there, by the lists: in a remote server only in its
        root."""
        there = [card for piece in self.root for card in titles_of(piece)]
        there += [card for card, _ in self.corp.central]
        there += {"rd": self.corp.rd_top, "archives": self.corp.archives}.get(self.server, ())
        return any(card.type == "agenda" for card in there)


def titles_of(piece: Placed) -> tuple[Card, ...]:
    """The cards that a piece may turn out to be."""
    if piece.card is not None:
        return (piece.card,)
    return tuple(card for card, _ in piece.candidates)


def rezzed_in_root(scenario: Scenario) -> Iterator[tuple[Card, PlacedRoot]]:
    """The rezzed cards of the root, and how they lie there."""
    for placed in scenario.root:
        if placed.card is not None and placed.rezzed:
            yield placed.card, placed
