"""The ways to break a piece of ice with a rig as it stands, and what each leaves of the rig."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from simcore.plan.aftermath import settle, settled_counters, state_after
from simcore.plan.marks import BROKE_AT, BROKE_HERE, MOVED_TO, WEAKENED
from simcore.plan.pieces import Ask, RigState, Slot, SlotState, Target
from simcore.plan.states import Weather
from simcore.plan.strengths import is_active, stands_on, unhosted
from simcore.plan.uses import has_a_say
from simcore.prices.payments import (
    Payment,
    as_met,
    fed,
    given_away,
    left_to_break,
    sole_breaker,
    undominated,
)
from simcore.prices.rig.gifts import kinds_of
from simcore.prices.rig.gnawing import is_gnawed
from simcore.prices.shared_counters import with_moved
from simcore.prices.way.wall import Piece


class WayTaken(NamedTuple):
    """A way to break: the rig as the breaking is done, and the counters spent by then. `alone`:
    the slot of a card that has broken all of the piece, if one did; `words`: what else comes of
    it; `waiting`: the slot of a card that breaks only what another one leaves."""

    payment: Payment
    rig: RigState
    virus: tuple[int, ...]
    power: tuple[int, ...]
    alone: int = -1
    words: tuple[str, ...] = ()
    waiting: int = -1


class _Met(NamedTuple):
    """Rig and ice in front of each other, and which cards do anything there."""

    slots: tuple[Slot, ...]
    target: Target
    acting: tuple[bool, ...]


class WaysTaken:
    """Looks every way up once. `first`: the rig before all ice; `counting`: ice looks at the
    cards that are installed; `beyond`: by place, how much stronger ice behind a piece is. `again`:
    a piece may be met more than once."""

    def __init__(
        self,
        slots: tuple[Slot, ...],
        first: RigState,
        counting: bool,
        beyond: Mapping[int, int],
        again: bool = False,
    ) -> None:
        self.slots = slots
        self.first = first
        self.counting = counting
        self.beyond = beyond
        self.again = again and any(slot.one_piece for slot in slots)
        self._behind: dict[int, WaysTaken] = {}
        self._given = kinds_of(slots)
        self._sharing = any(slot.any_virus or slot.of_hive for slot in slots)
        self._by_fracters = any(slot.per_fracter_gone for slot in slots)
        self._met: dict[object, _Met] = {}
        self._found: dict[object, tuple[Payment, ...]] = {}
        self._taken: dict[object, tuple[RigState, tuple[WayTaken, ...]]] = {}

    def behind_others(self, number: int) -> WaysTaken | None:
        """The ways in which the card in a slot breaks nothing first; not looked for where another
        card waits like that for its own reasons."""
        if any(ability.after for slot in self.slots for ability in slot.abilities):
            return None
        if number not in self._behind:
            slots = made_to_wait(self.slots, number)
            self._behind[number] = WaysTaken(
                slots, self.first, self.counting, self.beyond, self.again
            )
        return self._behind[number]

    def before(
        self, piece: Piece, rig: RigState, ask: Ask, weather: Weather
    ) -> tuple[WayTaken, ...]:
        """The ways to break with a rig, and what each leaves of it."""
        if not self.again:
            return self._before(piece, rig, ask, weather)
        here = BROKE_AT << piece.place
        opened = tuple(
            now._replace(spent=now.spent & ~BROKE_HERE) if now.spent & here else now for now in rig
        )
        return tuple(
            taken._replace(rig=tuple(_broke_at(here, now) for now in taken.rig))
            for taken in self._before(piece, opened, ask, weather)
        )

    def _before(
        self, piece: Piece, rig: RigState, ask: Ask, weather: Weather
    ) -> tuple[WayTaken, ...]:
        """Looked up where only cards that do nothing here differ, and nothing becomes of those."""
        met = self._as_met(piece.target, rig, weather)
        mine = tuple(
            now if acts or now.used or self._sharing else (now.installed, now.silent)
            for now, acts in zip(rig, met.acting, strict=True)
        )
        key = (piece.target, piece.is_kept, mine, ask, weather)
        if key not in self._taken:
            self._taken[key] = (rig, self._looked_up(piece, rig, ask, weather, met))
        first, ways = self._taken[key]
        if first == rig:
            return ways
        aside = [n for n, now in enumerate(mine) if now is not rig[n]]
        if any(taken.rig[n] is not first[n] for taken in ways for n in aside):
            return self._looked_up(piece, rig, ask, weather, met)
        return tuple(
            taken._replace(
                rig=tuple(
                    here if here is not before else now
                    for here, before, now in zip(taken.rig, first, rig, strict=True)
                )
            )
            for taken in ways
        )

    def _as_met(self, target: Target, rig: RigState, weather: Weather) -> _Met:
        """Rig and ice in front of each other, each looked at once."""
        key = (target, weather, tuple((now.installed, now.spent) for now in rig))
        if key not in self._met:
            slots, there = as_met(self.slots, rig, target, weather)
            asked = replace(there, types=there.types | self._given)
            acting = tuple(
                slot.is_giver
                or slot.hive
                or has_a_say(slot, asked)
                or stands_on(there, number)
                or (self._by_fracters and slot.fracter)
                for number, slot in enumerate(slots)
            )
            self._met[key] = _Met(slots, there, acting)
        return self._met[key]

    def _looked_up(
        self, piece: Piece, rig: RigState, ask: Ask, weather: Weather, met: _Met
    ) -> tuple[WayTaken, ...]:
        """The ways to break with a rig, found by all it may have been."""
        full = self._with_all_counters(rig)
        slots = met.slots
        matters = tuple(
            now if acts else (now.installed, now.silent)
            for now, acts in zip(full, met.acting, strict=True)
        )
        target = replace(piece.target, falls=is_gnawed(slots, piece, rig))
        key = (target, matters, ask, weather)
        if key not in self._found:
            found = [
                payment
                for state in dict.fromkeys((full, _untired(slots, full)))
                for payment in undominated(
                    self.slots,
                    state,
                    target,
                    ask,
                    weather,
                    counting=self.counting,
                    beyond=self.beyond[piece.place],
                    drawing=True,
                )
            ]
            self._found[key] = tuple(payment for payment in found if not payment.ends)
        whole = ask.total == len(piece.subs) + weather.etrs
        found_here = []
        for payment in self._found[key]:
            if not _are_there(payment, full, rig):
                continue
            left = left_to_break(ask, payment)
            after = state_after(slots, rig, left, payment.way, growing=True)
            virus, power = settled_counters(after, settle(slots, after)[0])
            after = with_moved(slots, unhosted(slots, given_away(after, payment)), payment.moved)
            alone = -1
            if whole and left.total == ask.total:
                sole = sole_breaker(payment.way)
                alone = -1 if sole is None else sole
                after = fed(slots, after, payment.way, piece.target)
            if whole:
                after = tuple(
                    now._replace(power=now.power + 1) if slot.gathers and is_active(now) else now
                    for slot, now in zip(slots, after, strict=True)
                )
            spent_virus = tuple(a - b for a, b in zip(payment.virus, virus, strict=True))
            spent_power = tuple(a - b for a, b in zip(payment.power, power, strict=True))
            found_here.append(WayTaken(payment, after, spent_virus, spent_power, alone))
        return tuple(found_here)

    def _with_all_counters(self, rig: RigState) -> RigState:
        """With the counters the cards came with, where fewer of them only rule ways out."""
        return tuple(
            now._replace(virus=max(first.virus, now.virus), power=max(first.power, now.power))
            if now.installed and slot.mark is None and not (slot.feeds or slot.gnaws or slot.hive)
            else now
            for slot, now, first in zip(self.slots, rig, self.first, strict=True)
        )


def made_to_wait(slots: tuple[Slot, ...], number: int) -> tuple[Slot, ...]:
    """The rig with a card that breaks only what another one leaves."""
    if number < 0:
        return slots
    waiting = tuple(replace(ability, after=True) for ability in slots[number].abilities)
    return (*slots[:number], replace(slots[number], abilities=waiting), *slots[number + 1 :])


def _untired(slots: tuple[Slot, ...], rig: RigState) -> RigState:
    """The rig without uses that cost more than what a payment tells: it may do without them."""
    return tuple(
        now._replace(spent=now.spent | WEAKENED) if slot.tires and now.installed else now
        for slot, now in zip(slots, rig, strict=True)
    )


def _broke_at(here: int, now: SlotState) -> SlotState:
    """A card that broke on one piece alone, as it is known where that was."""
    known = now.spent % MOVED_TO >= BROKE_AT
    if now.spent & BROKE_HERE and not known:
        return now._replace(spent=now.spent | here)
    return now._replace(spent=now.spent | BROKE_HERE) if known else now


def _are_there(payment: Payment, full: RigState, rig: RigState) -> bool:
    """Whether the counters for a way are there, that was found with `full` ones."""
    return full == rig or all(
        virus <= now.virus and power <= now.power
        for virus, power, now, all_of_them in zip(
            payment.virus, payment.power, rig, full, strict=True
        )
        if now is not all_of_them
    )
