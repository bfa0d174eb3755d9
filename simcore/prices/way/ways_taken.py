"""The ways to break a piece of ice with a rig as it stands, and what each leaves of the rig."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from simcore.plan.aftermath import settle, settled_counters, state_after
from simcore.plan.marks import BROKE_AT, BROKE_HERE
from simcore.plan.pieces import Ask, RigState, Slot, SlotState
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
from simcore.prices.shared_counters import with_moved
from simcore.prices.way.wall import Piece


class WayTaken(NamedTuple):
    """A way to break: the rig as the breaking is done, and the counters spent by then. `alone`:
    the slot of a card that has broken all of the piece, if one did; `words`: what else comes of
    it."""

    payment: Payment
    rig: RigState
    virus: tuple[int, ...]
    power: tuple[int, ...]
    alone: int = -1
    words: tuple[str, ...] = ()


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
        self._found: dict[object, tuple[Payment, ...]] = {}
        self._taken: dict[object, tuple[WayTaken, ...]] = {}

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
        known = (piece.target, rig, ask, weather)
        if known in self._taken:
            return self._taken[known]
        full = self._with_all_counters(rig)
        slots, target = as_met(self.slots, rig, piece.target, weather)
        matters = tuple(
            now
            if slot.is_giver or has_a_say(slot, target) or stands_on(target, number)
            else (now.installed, now.silent)
            for number, (slot, now) in enumerate(zip(slots, full, strict=True))
        )
        key = (piece.target, matters, ask, weather)
        if key not in self._found:
            found = undominated(
                self.slots,
                full,
                piece.target,
                ask,
                weather,
                counting=self.counting,
                beyond=self.beyond.get(piece.place, 0),
            )
            self._found[key] = tuple(payment for payment in found if not payment.ends)
        whole = ask.total == len(piece.subs) + weather.etrs
        found_here = []
        for payment in self._found[key]:
            if not _are_there(payment, full, rig):
                continue
            left = left_to_break(ask, payment)
            after = state_after(slots, rig, left, payment.way, growing=True)
            virus, power = settled_counters(after, settle(slots, after)[0])
            after = with_moved(unhosted(slots, given_away(after, payment)), payment.moved)
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
        self._taken[known] = tuple(found_here)
        return self._taken[known]

    def _with_all_counters(self, rig: RigState) -> RigState:
        """With the counters the cards came with, where fewer of them only rule ways out."""
        return tuple(
            now._replace(virus=max(first.virus, now.virus), power=max(first.power, now.power))
            if now.installed and slot.mark is None and not slot.feeds and not slot.gnaws
            else now
            for slot, now, first in zip(self.slots, rig, self.first, strict=True)
        )


def _broke_at(here: int, now: SlotState) -> SlotState:
    """A card that broke on one piece alone, as it is known where that was."""
    if now.spent & BROKE_HERE and now.spent < BROKE_AT:
        return now._replace(spent=now.spent | here)
    return now._replace(spent=now.spent | BROKE_HERE) if now.spent >= BROKE_AT else now


def _are_there(payment: Payment, full: RigState, rig: RigState) -> bool:
    """Whether the counters for a way are there, that was found with `full` ones."""
    return full == rig or all(
        virus <= now.virus and power <= now.power
        for virus, power, now, all_of_them in zip(
            payment.virus, payment.power, rig, full, strict=True
        )
        if now is not all_of_them
    )
