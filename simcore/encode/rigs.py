"""Every state the rig can be in during a run, and the ways to break in each of them.

Breadth-first from the rig as it stands: using a way, losing a card, or a change of the
climate leads to the next state. Made before the games are dealt, so that a game only looks up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from simcore.errors import CapacityError
from simcore.kernel.jit import Array, records
from simcore.kernel.layout import CLIMATE, MAX_CHANGES, MAX_RIGS, MAX_TRASH, RIG, TERMS, WAY
from simcore.plan.aftermath import first_to_roll, settle
from simcore.plan.going_past import ways_past
from simcore.plan.known_ways import Known, KnownWays, View, too_many
from simcore.plan.marks import BLINDED, GAVE, REWARDED
from simcore.plan.pieces import GONE, Ask, RigState, Slot, Target, Way
from simcore.plan.states import CALM, Change, State, Weather, under
from simcore.plan.strengths import is_active, unhosted

MAX_STATES = 4096
"""As many as a table is made for; a rig beyond it is an error that says so."""
PAST_EARLY, PAST_LATE = Ask(-1), Ask(-2)
"""Among the sets to break: bypassing the piece for a price, as it is met or afterwards."""
Row = tuple[int, ...]
"""A way in the order of the fields of WAY, then of TERMS."""
_MORE = WAY.names.index("more")  # type: ignore[union-attr]
_NO_WAY: Row = (1 << 30, *(0 for _ in (*WAY.names[1:], *TERMS.names)))  # type: ignore[index,misc]
"""Nobody can afford it."""


@dataclass(frozen=True, slots=True)
class RigTable:
    """The states and their ways.

    `states`: one `State` per row of `rigs` RIG[n] and of `climates` CLIMATE[n] (empty
    when no change occurs). `ways` WAY[w]: row 0 stands for none, then come the preferred
    ways for each (state, target, set asked for), `row_length` for one state, then the
    ways next in preference that they lead to. `terms` TERMS[w]: what more there is to
    them, empty if nothing.
    """

    states: tuple[State, ...]
    rigs: Array
    climates: Array
    ways: Array
    terms: Array
    row_length: int


@dataclass(frozen=True, slots=True)
class Losses:
    """Which slots a class of trash effects takes from, the first installed one first.

    `members`: slots of each class; `occurs`: classes that some card of the run uses; `last`:
    those that take the last installed one, by the Runner's choice.
    """

    members: tuple[frozenset[int], ...]
    occurs: frozenset[int]
    last: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Forecast:
    """The changes that some card of the run makes, and the `most` they can add up to.

    Beyond `most` a state is not explored: a game that gets there is not counted but
    reported.
    """

    changes: tuple[Change, ...] = ()
    most: Weather = CALM


def compile_rigs(
    slots: tuple[Slot, ...],
    firsts: Sequence[State],
    links: Sequence[int],
    targets: Sequence[Target],
    wanted: Sequence[Sequence[Ask]],
    losses: Losses,
    encounters: int,
    forecast: Forecast,
    deepest: int | None = None,
    threat: int = 0,
) -> RigTable:
    """Explore from the states `firsts`, the rows of which come first; see `RigTable`.

    `wanted`: for each target the sets of printed subroutines that a plan may break.
    `encounters`: the most there can be in a run: what breakers grow by breaking is not
    followed further. `deepest`: the most pieces there are to break, if the Runner meets
    each once: what is left of the rig behind the last one breaks nothing more.
    Raises `CapacityError` beyond `MAX_STATES` states.
    """
    explorer = _Explorer(slots, targets, wanted, losses, encounters, forecast, threat)
    explorer.explore(firsts, deepest)
    states = explorer.states
    seen = [explorer.seen[number] for number in range(len(states))]
    rigs = _rig_records(slots, states, links, losses, [each.after for each in seen])
    for name in Settled._fields:
        rigs[name] = [getattr(each.settled, name) for each in seen]
    ways = _chained([chain for each in seen for chain in each.chains])
    return RigTable(
        tuple(states),
        rigs,
        _climate_records(states, [each.turns for each in seen]),
        np.array([way[: _MORE + 1] for way in ways], WAY),
        np.array([way[_MORE + 1 :] for way in ways], TERMS)
        if any(any(way[_MORE + 1 :]) for way in ways)
        else records(TERMS, 0),
        sum(len(asks) for asks in wanted),
    )


class _Seen(NamedTuple):
    """What can come of one state of the rig; `chains`: by piece and set asked for."""

    after: list[int]
    settled: Settled
    turns: list[int]
    chains: list[list[Row]]


class _At(NamedTuple):
    """A state of the rig to be looked at, its number, what lies on the piece being met, whether
    nothing is accessed any more, and how it sees the piece of a number."""

    state: State
    number: int
    here: Weather
    blind: bool
    sees: Callable[[int], View]


class _Explorer:
    """Goes through the states of a rig, those first that the fewest broken pieces lead to."""

    def __init__(
        self,
        slots: tuple[Slot, ...],
        targets: Sequence[Target],
        wanted: Sequence[Sequence[Ask]],
        losses: Losses,
        encounters: int,
        forecast: Forecast,
        threat: int,
    ) -> None:
        self.slots, self.wanted, self.losses, self.forecast = slots, wanted, losses, forecast
        self.targets, self.threat = targets, threat
        most = max((ask.total for asks in wanted for ask in asks), default=0)
        kinds = {slot.gives.kind for slot in slots if slot.gives is not None}
        self.givers = [n for n, slot in enumerate(slots) if slot.gives is not None]
        self.gifted: dict[tuple[int, str], int] = {}
        faces = list(targets)
        for number, kind in ((n, kind) for n in range(len(targets)) for kind in sorted(kinds)):
            self.gifted[number, kind] = len(faces)
            target = targets[number]
            faces.append(replace(target, types=target.types | {kind}))
        self.known = KnownWays(slots, faces, most)
        self.rewards = any(slot.feeds or any(slot.reward) for slot in slots)
        self.most_broken = encounters * (most + forecast.most.etrs)
        self.states: list[State] = []
        self.seen: dict[int, _Seen] = {}
        self._numbers: dict[State, int] = {}
        self._waiting: list[int] = []
        self._later: list[int] = []
        """States that take one more broken piece than those waiting."""

    def explore(self, firsts: Sequence[State], deepest: int | None) -> None:
        """Every state; from those behind `deepest` broken pieces nothing more is broken."""
        for state in firsts:
            self.number_of(state)
        broken = 0
        while self._waiting:
            number = self._waiting.pop()
            if number not in self.seen:
                self.look_at(number, breaks=broken != deepest)
            if not self._waiting:
                self._waiting, self._later = self._later, []
                broken += 1

    def number_of(self, state: State) -> int:
        """The number of a state that takes no more broken pieces than the one looked at."""
        number = self._number(state)
        if number not in self.seen:
            self._waiting.append(number)
        return number

    def _number(self, state: State) -> int:
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            if number >= MAX_STATES:
                raise too_many("states (counters, boosts that last, programs lost)")
            self.states.append(state)
        return number

    def look_at(self, number: int, breaks: bool) -> None:
        """What can come of a state; `breaks`: of a break too."""
        state = self.states[number]
        breaks &= state.climate.here is not None or not self.forecast.changes
        here = state.climate.here or CALM
        sees = cache(lambda piece: self.known.view(state.slots, piece, here))
        blind = any(slot.spent & BLINDED for slot in state.slots)
        at = _At(state, number, here, blind, sees)
        pairs = [(piece, ask) for piece, asks in enumerate(self.wanted) for ask in asks]
        self.seen[number] = _Seen(
            _after_losses(self.slots, state, self.losses, self.number_of, number),
            _settled(self.slots, state, self.number_of),
            _after_changes(state, self.forecast, self.number_of),
            [self.ways(at, *pair) if breaks else [] for pair in pairs],
        )

    def ways(self, at: _At, piece: int, ask: Ask) -> list[Row]:
        """The ways to break a set of subroutines, and the states they lead to."""
        state, now, here, blind, _ = at
        if ask.plain < 0:
            return self.past(state, now, piece, here, ask == PAST_LATE)
        asked = ask._replace(plain=ask.plain + here.etrs, gained=here.etrs) if here.etrs else ask
        if here.locked and asked.total:
            return []
        found = []
        for each in self.offers(at, piece, asked):
            rig, trashed = self.known.after(state.slots, each)
            gain = drain = 0
            if self.rewards:
                rig, gain, drain = self.rewarded(rig, piece, asked, here, each)
            if each.giver >= 0:
                rig = given_away(rig, each.giver)
            if rig is not state.slots:
                rig = unhosted(self.slots, rig)
            following = now
            if rig is not state.slots:
                if any(rig[part.use.slot].broken > self.most_broken for part in each.parts):
                    continue  # no run has so many encounters
                following = self._number(state._replace(slots=rig))
                if following not in self.seen:
                    self._later.append(following)
            credits = each.way.credits + asked.total * here.tax
            row = _way_row(each.way, credits, trashed, following)
            more = (each.way.grip, int(each.way.blinds and not blind), each.wide)
            found.append((*row, *more, gain, drain))
        return found

    def offers(self, at: _At, piece: int, asked: Ask) -> Sequence[Known]:
        """The ways to break, with those by which a card first gives the piece a subtype."""
        state, _, _, blind, sees = at
        known = self.known.ways(sees(piece), asked)
        if not self.givers or not asked.total:
            return known
        found = list(known)
        for giver in self.givers:
            now, gives = state.slots[giver], self.slots[giver].gives
            if gives is None or not is_active(now) or now.spent & GAVE:
                continue
            given = self.gifted[piece, gives.kind]
            for each in self.known.ways(sees(given), asked):
                way = each.way._replace(credits=each.way.credits + gives.credits)
                found.append(each._replace(way=way, giver=giver))
        return sorted(
            found,
            key=lambda k: (k.way.ends, k.way.blinds and not blind, by_what_it_uses(k.way), k.giver),
        )

    def past(self, state: State, now: int, piece: int, here: Weather, late: bool) -> list[Row]:
        """The ways to bypass a piece for a price, and the states they lead to."""
        target = under(self.targets[piece], here)
        found = []
        place = self.targets[piece].place
        for each in ways_past(self.slots, state.slots, target, place, late, self.threat):
            rig = (*state.slots[: each.slot], each.left, *state.slots[each.slot + 1 :])
            rig = unhosted(self.slots, rig)
            following = now
            if rig != state.slots:
                following = self._number(state._replace(slots=rig))
                if following not in self.seen:
                    self._later.append(following)
            trashed = int(each.given_up and self.slots[each.slot].program)
            found.append((each.credits, 0, trashed, following, *_NO_WAY[_MORE:]))
        return found

    def rewarded(
        self, rig: RigState, piece: int, asked: Ask, here: Weather, known: Known
    ) -> tuple[RigState, int, int]:
        """The rig once a card that broke all of a piece alone has its reward, and the credits
        gained and taken."""
        target = self.targets[piece]
        used = [part.use for part in known.parts if any(part.use.breaks)]
        if asked.total < target.subs.total + here.etrs or len(used) != 1:
            return rig, 0, 0
        number = used[0].slot
        slot, now = self.slots[number], rig[number]
        if any(use.slot < 0 for use in known.way.uses) or not now.installed:
            return rig, 0, 0
        gain = drain = 0
        if slot.feeds == "any" or slot.feeds in target.types:
            now = now._replace(power=now.power + 1)
        if any(slot.reward) and not now.spent & REWARDED:
            gain, drain = slot.reward
            now = now._replace(spent=now.spent | REWARDED)
        if now == rig[number]:
            return rig, 0, 0
        return (*rig[:number], now, *rig[number + 1 :]), gain, drain


def by_what_it_uses(way: Way) -> Way:
    """A way without the slots it does not use: against ice of another subtype others count."""
    return way._replace(
        totals=tuple(filter(None, way.totals)), mix=tuple(uses for uses in way.mix if any(uses))
    )


def given_away(rig: RigState, giver: int) -> RigState:
    """The rig once a card has given ice a subtype, as it may do once."""
    now = rig[giver]
    if not now.installed:
        return rig
    return (*rig[:giver], now._replace(spent=now.spent | GAVE), *rig[giver + 1 :])


def _way_row(way: Way, credits: int, trashed: int, after: int) -> Row:
    clicks = way.clicks - way.forgone
    extra = (way.forgone, int(way.ends), way.loud, way.stealth, way.noise, way.dice)
    return (credits, clicks, trashed, after, 0, *extra)


def _after_changes(state: State, forecast: Forecast, number_of: Any) -> list[int]:
    """For each change the state it leads to; `MAX_RIGS` beyond what is explored."""
    after = []
    for change in forecast.changes:
        changed = change.of(state)
        inside = all(weather.within(forecast.most) for weather in changed.climate[:2])
        after.append(number_of(changed) if inside else MAX_RIGS)
    return after


def _climate_records(states: Sequence[State], turns: Sequence[Sequence[int]]) -> Array:
    """What the kernel asks of the climate; nothing when it never changes."""
    if not turns[0]:
        return records(CLIMATE, 0)
    if len(turns[0]) > MAX_CHANGES:
        raise CapacityError(f"more than {MAX_CHANGES} different changes that outlast an ice")
    climates = records(CLIMATE, len(states))
    for number, state in enumerate(states):
        climate: Any = climates[number]
        climate.etrs = (state.climate.here or CALM).etrs
        climate.after[:] = MAX_RIGS
        climate.after[: len(turns[number])] = turns[number]
    return climates


def _chained(found: Sequence[Sequence[Row]]) -> list[Row]:
    """The ways in chains: the preferred one of each set first, the others behind them all."""
    ways = [_NO_WAY, *(chain[0] if chain else _NO_WAY for chain in found)]
    for first, chain in enumerate(found, 1):
        last = first
        for way in chain[1:]:
            ways[last] = (*ways[last][:_MORE], len(ways), *ways[last][_MORE + 1 :])
            last = len(ways)
            ways.append(way)
    return ways


class Settled(NamedTuple):
    """What comes of the cards that broke something: the fields of RIG of these names."""

    settled: int
    settled_programs: int
    settled_corp: int = 0
    rolls: int = 0
    roll_low: int = 0
    roll_high: int = 0
    roll_programs: int = 0
    roll_hit: int = 0
    roll_miss: int = 0


def _settled(slots: tuple[Slot, ...], state: State, number_of: Any) -> Settled:
    rig = state.slots

    def number_with(slots_left: RigState) -> int:
        return int(number_of(state._replace(slots=slots_left)))

    following, trashed = settle(slots, rig)
    following = unhosted(slots, following)
    gains = [slot.enriches for slot, now in zip(slots, rig, strict=True) if now.used]
    found = Settled(number_with(following), trashed, sum(gains))
    roller = first_to_roll(slots, rig)
    if roller < 0:
        return found
    mark = slots[roller].mark
    assert mark is not None and mark.faces is not None
    spared = rig[roller]._replace(used=False)
    return found._replace(
        rolls=1,
        roll_low=mark.faces[0],
        roll_high=mark.faces[1],
        roll_programs=int(slots[roller].program),
        roll_hit=number_with(unhosted(slots, (*rig[:roller], GONE, *rig[roller + 1 :]))),
        roll_miss=number_with((*rig[:roller], spared, *rig[roller + 1 :])),
    )


def _taken_of(state: State, losses: Losses, kind: int) -> int:
    """The slot that goes when a card of a class does, or -1."""
    choose = max if kind in losses.last else min
    members = losses.members[kind]
    return choose((slot for slot in members if state.slots[slot].installed), default=-1)


def _after_losses(
    slots: tuple[Slot, ...], state: State, losses: Losses, number_of: Any, now: int
) -> list[int]:
    """For each class the state once its first card is gone; -1 when it has none left."""
    after = []
    for kind in range(len(losses.members)):
        slot = _taken_of(state, losses, kind)
        if slot < 0:
            after.append(-1)
        elif kind in losses.occurs:
            left = (*state.slots[:slot], GONE, *state.slots[slot + 1 :])
            left = unhosted(slots, left)
            after.append(number_of(state._replace(slots=left)))
        else:
            after.append(now)
    return after


def _rig_records(
    slots: tuple[Slot, ...],
    states: Sequence[State],
    links: Sequence[int],
    losses: Losses,
    after: Sequence[Sequence[int]],
) -> Array:
    """What the kernel asks of a state: mask, link, condemned programs, losses."""
    kinds = range(min(MAX_TRASH, len(losses.members)))
    masks, linked, doomed, firsts = [], [], [], []
    for state in states:
        installed = [slot for slot, now in enumerate(state.slots) if now.installed]
        masks.append(sum(1 << slot for slot in installed))
        linked.append(sum(links[slot] for slot in installed))
        doomed.append(sum(state.slots[slot].doomed and slots[slot].program for slot in installed))
        firsts.append([_taken_of(state, losses, kind) for kind in kinds])
    rigs = records(RIG, len(states))
    rigs["mask"], rigs["link"], rigs["doomed"] = masks, linked, doomed
    rigs["after"] = -1
    rigs["after"][:, : len(kinds)] = [each[: len(kinds)] for each in after]
    rigs["slot"][:, : len(kinds)] = firsts
    rigs["program"][:, : len(kinds)] = [
        [slot >= 0 and slots[slot].program for slot in each] for each in firsts
    ]
    return rigs
