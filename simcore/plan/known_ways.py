"""The ways to break in a state of the rig, looked up where another state has the same.

A search (`find_ways`) cannot tell all states apart. What it can is the *view* made here;
states with one view are searched once. What a search reads, and where that is in the view:

- Of the ice: its strength, the Runner's abilities printed on it, whether it can be
  weakened, what of it follows the rig, and which abilities of which cards may be used on
  it. All but the strength is its `Face`; pieces with one face are one to the search.
- Of a card that is gone or silent: nothing.
- Of a card that does not weaken and none of whose abilities may be used on the piece:
  nothing, it has no say (`has_a_say`).
- Of the other cards: their strength (more than the ice has is as good as as much, unless
  the card is "exact"), counters, whether it is condemned, which abilities are spent. What
  it has broken so far is never read. Counters are only compared with what the uses of one
  encounter take: the view counts them up to the most that those can add up to, which
  follows from the rest of it (and from the most subroutines that there can be).
- Installed icebreakers, fracters and AIs, where a strength or a boost counts them; what a
  card has for programs installed is in its strength.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from simcore.errors import CapacityError
from simcore.plan.aftermath import Part, parts_of, slot_after
from simcore.plan.breaking import find_ways, fitted
from simcore.plan.descent import shortfall, weakenings
from simcore.plan.marks import BLINDED
from simcore.plan.pieces import Ability, Ask, RigState, Slot, SlotState, Standing, Target, Way
from simcore.plan.states import Weather, dearer, under
from simcore.plan.strengths import counted, ice_strength, icebreakers, is_counted, strength_of
from simcore.plan.uses import has_a_say, usable_at_all

MAX_MIXES = 20_000
"""Mixes of weakening searched, one for each set to break and each view of a piece: more
would take seconds before the first game."""


class Face(NamedTuple):
    """What a search sees of a piece of ice besides its strength. `usable`: for each card
    the abilities that may be used, as bits; `own`: the Runner's that are printed on it; `subs`:
    its subroutines, where an ability counts them; `limit`: how many of the printed ones can be
    broken."""

    usable: tuple[int, ...]
    own: tuple[Ability, ...]
    standing: tuple[Standing, ...]
    floor: bool
    subs: int
    limit: int


def face_of(slots: tuple[Slot, ...], target: Target) -> Face:
    """The face that a piece of ice shows to a rig."""
    usable = tuple(
        sum(1 << n for n, a in enumerate(slot.abilities) if usable_at_all(slot, a, target))
        for slot in slots
    )
    counts = any(ability.all_but for slot in slots for ability in slot.abilities)
    subs = target.subs.total if counts else 0
    return Face(usable, target.own, target.standing, target.floor, subs, target.limit)


class Met(NamedTuple):
    """A piece of ice with what lies on it, the number of its face, and the cards that can do
    anything there."""

    target: Target
    face: int
    able: list[int]


class Known(NamedTuple):
    """A way, and what is done with each card of the rig that it uses. `wide`: how many
    subroutines it leaves that has to break all the others; 0: it does not. `giver`: the card
    that gives the piece a subtype first; -1: none does."""

    way: Way
    parts: tuple[Part, ...]
    wide: int
    giver: int = -1


class View(NamedTuple):
    """A piece of ice as the first state met that sees it so; `found` ways by set."""

    slots: tuple[Slot, ...]
    rig: RigState
    target: Target
    found: dict[Ask, tuple[Known, ...]]


class KnownWays:
    """The ways of one rig to break `targets`, found once for each view."""

    def __init__(self, slots: tuple[Slot, ...], targets: Sequence[Target], most: int) -> None:
        """`most`: the greatest number of printed subroutines to break in an encounter."""
        self._slots = slots
        self._targets = targets
        self._most = most
        self._faces: dict[Face, int] = {}
        self._met: dict[tuple[int, Weather], Met] = {}
        self._counted = any(
            slot.per_breaker or any(boost.per_breaker for boost in slot.boosts) for slot in slots
        )
        self._moving = is_counted(slots)
        self._thirst = [_thirst(slot) for slot in slots]
        self._beside: dict[Hashable, tuple[Slot, ...]] = {}
        self._views: dict[Hashable, View] = {}
        self._needed: dict[Hashable, int] = {}
        self._priced: dict[int, tuple[Slot, ...]] = {}
        self._after: dict[Hashable, SlotState] = {}
        self._mixes = 0

    def view(self, rig: RigState, piece: int, here: Weather) -> View:
        """How a state of the rig sees a piece of ice with what lies on it."""
        if (piece, here) not in self._met:
            self._met[piece, here] = self._as_met(piece, here)
        target, face, able = self._met[piece, here]
        slots = self._with(rig)
        counts = (0, 0, 0)
        if self._counted or target.standing:
            there = [slot for slot, now in zip(slots, rig, strict=True) if now.installed]
            fracters, ais = sum(s.fracter for s in there), sum(s.ai for s in there)
            counts = (icebreakers(slots, rig), fracters, ais)
        strength = ice_strength(slots, rig, target)
        active = [number for number in able if rig[number].installed and not rig[number].silent]
        strengths = []
        for number in active:
            own = strength_of(slots[number], rig[number], counts[0])
            strengths.append(own if slots[number].exact else min(own, strength))
        most = self._most + here.etrs
        blind = any(now.spent & BLINDED for now in rig)
        seen = (face, strength, here.uses, most, counts, blind, *active, *strengths)
        if seen not in self._needed:
            self._needed[seen] = shortfall(slots, rig, target, icebreakers(slots, rig))
        needed = self._needed[seen]
        cards = []
        for number in active:
            virus, power = self._thirst[number].of(needed, most)
            now = rig[number]
            cards.append((min(now.virus, virus), min(now.power, power), now.doomed, now.spent))
        key = (seen, *cards)
        if key not in self._views:
            if here.uses not in self._priced:
                self._priced[here.uses] = dearer(self._slots, here)
            self._views[key] = View(self._priced[here.uses], rig, target, {})
        return self._views[key]

    def _with(self, rig: RigState) -> tuple[Slot, ...]:
        """The rig's cards beside those of them that are there."""
        if not self._moving:
            return self._slots
        there = tuple((now.installed, now.silent) for now in rig)
        if there not in self._beside:
            self._beside[there] = counted(self._slots, rig)
        return self._beside[there]

    def _as_met(self, piece: int, here: Weather) -> Met:
        target = under(self._targets[piece], here)
        face = face_of(self._slots, target)
        able = [number for number, slot in enumerate(self._slots) if has_a_say(slot, target)]
        return Met(target, self._faces.setdefault(face, len(self._faces)), able)

    def ways(self, view: View, ask: Ask) -> tuple[Known, ...]:
        """The ways to break a set of subroutines, preferred first."""
        if ask not in view.found:
            slots, rig, target, found = view
            self._mixes += len(weakenings(slots, rig, target))
            if self._mixes > MAX_MIXES:
                raise too_many("ways to spend counters")
            ways = find_ways(slots, rig, target, ask)
            slots = tuple(fitted(slot, now, target) for slot, now in zip(slots, rig, strict=True))
            parts = [parts_of(slots, ask, way, rig) for way in ways]
            found[ask] = tuple(
                Known(way, used, _wide(slots, used)) for way, used in zip(ways, parts, strict=True)
            )
        return view.found[ask]

    def after(self, rig: RigState, known: Known) -> tuple[RigState, int]:
        """The rig once a way has been used, and the programs its prices trashed; the rig
        itself if nothing about it has changed."""
        breakers = icebreakers(self._slots, rig) if self._counted else 0
        after, trashed = rig, 0
        for part in known.parts:
            number, now = part.use.slot, rig[part.use.slot]
            key = (now, part, breakers)
            if key not in self._after:
                self._after[key] = slot_after(self._slots[number], now, *part, breakers)
            left = self._after[key]
            if left != now:
                after = (*after[:number], left, *after[number + 1 :])
                trashed += self._slots[number].program and not left.installed
        return after, trashed


def _wide(slots: tuple[Slot, ...], parts: tuple[Part, ...]) -> int:
    """How many subroutines a way leaves that has to break all the others; 0: it does not."""
    left = [
        slots[part.use.slot].abilities[place].all_but
        for part in parts
        for place, times in enumerate(part.use.breaks)
        if times
    ]
    return min(filter(None, left), default=0)


class Thirst(NamedTuple):
    """The most counters that one card can spend in an encounter, as far as that is bounded:
    for each use to weaken, for each use to break (one for each subroutine at most), and so
    many more."""

    virus: tuple[int, int, int] | None
    power: tuple[int, int, int] | None
    amount: int

    def of(self, needed: int, subs: int) -> tuple[int, int]:
        """Virus and power counters, where ice is to be weakened by `needed` and has `subs`."""
        steps = max(0, -(-needed // self.amount))
        virus, power = (
            steps * each[0] + subs * each[1] + each[2] if each is not None else UNBOUNDED
            for each in (self.virus, self.power)
        )
        return virus, power


UNBOUNDED = 1 << 30


def _thirst(slot: Slot) -> Thirst:
    weakening, mark = slot.weakening, slot.mark
    plain = not any(a.gain or a.sized for a in slot.abilities)
    return Thirst(
        (
            weakening.virus if weakening is not None else 0,
            sum(a.virus for a in slot.abilities),
            mark.virus if mark is not None else 0,
        )
        if plain and not any(boost.virus for boost in slot.boosts)
        else None,
        (
            weakening.power if weakening is not None else 0,
            sum(a.power for a in slot.abilities),
            mark.power if mark is not None else 0,
        )
        if plain and not any(boost.power for boost in slot.boosts)
        else None,
        weakening.amount if weakening is not None else 1,
    )


def too_many(what: str) -> CapacityError:
    """The refusal of a rig with more to prepare than there is room or time for."""
    return CapacityError(
        f"this rig has too many different {what} during the run to prepare a plan for; "
        "give its cards fewer counters"
    )
