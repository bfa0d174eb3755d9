"""What the Runner's prospects depend on during a run, and what changes it.

A `State` is the rig as it stands and the `Climate` that earlier pieces of ice have left
behind for later ones. A `Change` leads from one state to another; `encode/rigs.py` explores
those that occur in a scenario before the games are dealt.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import NamedTuple

from simcore.cards.syntax import Atom
from simcore.plan.pieces import Ability, RigState, Slot, Target


class Weather(NamedTuple):
    """What lies on a piece of ice beyond what is printed on it.

    `strength` is added, `etrs` subroutines "end the run" stand behind the printed ones,
    breaking one subroutine costs `tax` more, each use of an icebreaker to break `uses` more,
    and none can be broken when `locked`. For prices alone: `grip`, cards of it for each that is
    broken.
    """

    strength: int = 0
    etrs: int = 0
    tax: int = 0
    uses: int = 0
    locked: bool = False
    grip: int = 0

    def with_(self, other: Weather) -> Weather:
        return Weather(
            self.strength + other.strength,
            self.etrs + other.etrs,
            self.tax + other.tax,
            self.uses + other.uses,
            self.locked or other.locked,
            self.grip + other.grip,
        )

    def within(self, most: Weather) -> bool:
        """Whether nothing here is above `most` (a lock cannot be)."""
        return all(mine <= bound for mine, bound in zip(self[:4], most[:4], strict=True))


CALM = Weather()


def weather_of(atom: Atom, amount: int) -> Weather:
    """What one of the effects `simcore.cards.vocabulary.LASTING` lays on a piece of ice."""
    match atom.name:
        case "ice-str":
            return Weather(strength=amount)
        case "gain-etr":
            return Weather(etrs=amount)
        case "break-tax":
            return Weather(tax=amount)
        case "use-tax":
            return Weather(uses=amount)
    return Weather(locked=True)


def dearer(slots: tuple[Slot, ...], here: Weather) -> tuple[Slot, ...]:
    """The rig where every use of an icebreaker to break costs more."""
    if not here.uses:
        return slots
    return tuple(
        replace(
            slot,
            abilities=tuple(dearer_ability(a, here.uses) for a in slot.abilities),
            eating=slot.eating + here.uses,
        )
        if slot.icebreaker
        else slot
        for slot in slots
    )


def dearer_ability(ability: Ability, credits: int) -> Ability:
    """An ability each use of which costs so many credits more."""
    if ability.sized:
        return replace(ability, each_use=ability.each_use + credits)
    return replace(ability, credits=ability.credits + credits)


def under(target: Target, here: Weather) -> Target:
    """A piece of ice with what lies on it."""
    if here == CALM:
        return target
    subs = target.subs._replace(plain=target.subs.plain + here.etrs)
    types, number = target.found
    as_found = None if target.as_found is None else (types, number + here.etrs)
    strength = target.strength + here.strength
    return replace(target, strength=strength, subs=subs, as_found=as_found)


class Climate(NamedTuple):
    """`later` lies on every piece met from now on, `following` on the next one met only;
    `here` is what lies on the piece being met, settled when its encounter begins; None
    outside an encounter."""

    later: Weather = CALM
    following: Weather = CALM
    here: Weather | None = None


MILD = Climate()


class State(NamedTuple):
    """The rig and the climate: what the ways to break depend on."""

    slots: RigState
    climate: Climate = MILD


@dataclass(frozen=True, slots=True)
class Change(ABC):
    """One thing that happens to a state; subclasses say what."""

    @abstractmethod
    def of(self, state: State) -> State:
        """The state it leads to."""


@dataclass(frozen=True, slots=True)
class Met(Change):
    """An encounter begins: the piece gets what lies on it."""

    def of(self, state: State) -> State:
        later, following, _ = state.climate
        return state._replace(climate=Climate(later, CALM, later.with_(following)))


@dataclass(frozen=True, slots=True)
class Over(Change):
    """An encounter is over."""

    def of(self, state: State) -> State:
        return state._replace(climate=state.climate._replace(here=None))


@dataclass(frozen=True, slots=True)
class Laid(Change):
    """Something comes to lie on every later piece, or on the `following` one only."""

    weather: Weather
    following: bool = False

    def of(self, state: State) -> State:
        now = state.climate
        if self.following:
            now = now._replace(following=now.following.with_(self.weather))
        else:
            now = now._replace(later=now.later.with_(self.weather))
        return state._replace(climate=now)


@dataclass(frozen=True, slots=True)
class Taken(Change):
    """A piece of ice at `place` takes the first program hosted on another one; those on it
    are silent. `hosts`: where each card of the rig that is a program sits."""

    place: int
    hosts: tuple[int | None, ...]

    def of(self, state: State) -> State:
        silenced = {number for number, host in enumerate(self.hosts) if host == self.place}
        for number, (host, now) in enumerate(zip(self.hosts, state.slots, strict=True)):
            if now.installed and host is not None and host != self.place:
                silenced.add(number)
                break
        slots = [
            now._replace(silent=now.installed and (now.silent or number in silenced))
            for number, now in enumerate(state.slots)
        ]
        return state._replace(slots=tuple(slots))
