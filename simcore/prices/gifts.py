"""What cards of the rig give before ice is broken: a subtype to the ice, strength to others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from simcore.errors import CapacityError
from simcore.plan.pieces import GAVE, GONE, RigState, Slot, Target, is_active
from simcore.prices.telling import price


class Gift(NamedTuple):
    """What the card in `slot` gives, `times` in a row: the subtype `kind` to the ice, or `gain`
    strength to the card in the slot `to`, for good if it `lasts`; and what that costs."""

    slot: int
    kind: str = ""
    to: int = -1
    gain: int = 0
    lasts: bool = False
    credits: int = 0
    virus: int = 0
    power: int = 0
    trash: bool = False

    def slots(self, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        """The rig with the strength that is given."""
        if self.to < 0:
            return slots
        stronger = replace(slots[self.to], strength=slots[self.to].strength + self.gain)
        return (*slots[: self.to], stronger, *slots[self.to + 1 :])

    def target(self, target: Target) -> Target:
        """The ice with the subtype that is given."""
        return replace(target, types=target.types | {self.kind}) if self.kind else target

    def leaves(self, rig: RigState) -> RigState:
        """The rig once this has been given."""
        giver = rig[self.slot]
        if giver.installed:
            giver = giver._replace(
                virus=giver.virus - self.virus,
                power=giver.power - self.power,
                spent=giver.spent | (GAVE if self.kind else 0),
            )
            giver = GONE if self.trash else giver
        rig = (*rig[: self.slot], giver, *rig[self.slot + 1 :])
        if self.lasts and rig[self.to].installed:
            mine = rig[self.to]._replace(boost=rig[self.to].boost + self.gain)
            rig = (*rig[: self.to], mine, *rig[self.to + 1 :])
        return rig

    def told(self, slots: tuple[Slot, ...]) -> str:
        """What is given, in words."""
        paid = [price(self.credits)] if self.credits else []
        paid += [f"{self.virus} virus"] if self.virus else []
        paid += [f"{self.power} power"] if self.power else []
        paid += ["it is given up"] if self.trash else []
        what = f"the ice gains {self.kind}" if self.kind else ""
        if self.to >= 0:
            what = f"{slots[self.to].title} gets {self.gain} strength"
        return f"{slots[self.slot].title}: {what} ({', '.join(paid)})"


def gifts(slots: tuple[Slot, ...], state: RigState, target: Target) -> Iterator[Gift]:
    """All that could be given before a piece of ice is broken; one card gives at a piece."""
    givers = [n for n, slot in enumerate(slots) if slot.lends is not None and is_active(state[n])]
    able = [n for n in givers if _lent(slots[n], state[n].power)]
    kinds = [n for n, slot in enumerate(slots) if slot.gives is not None]
    if len(able) > 1 or (able and kinds):
        both = able[:2] if len(able) > 1 else [able[0], kinds[0]]
        titles = " and ".join(slots[number].title for number in both)
        raise CapacityError(f"{titles}: both give something before ice is broken, not executed yet")
    for number in kinds:
        yield from _kinds_given(slots, state, number, target)
    for number in able:
        lends = slots[number].lends
        assert lends is not None
        for to, slot in enumerate(slots):
            if not slot.icebreaker or (lends.no_ai and slot.ai) or not is_active(state[to]):
                continue
            for times in range(1, _lent(slots[number], state[number].power) + 1):
                yield Gift(
                    number,
                    to=to,
                    gain=times * lends.gain,
                    lasts=lends.lasts,
                    power=times * lends.power,
                    trash=lends.trash,
                )


def _lent(slot: Slot, power: int) -> int:
    """How often a card can lend strength."""
    lends = slot.lends
    if lends is None:
        return 0
    return 1 if lends.trash else power // lends.power


def _kinds_given(
    slots: tuple[Slot, ...], state: RigState, number: int, target: Target
) -> Iterator[Gift]:
    gives, now = slots[number].gives, state[number]
    if gives is None or now.spent & GAVE or not is_active(now) or now.virus < gives.virus:
        return
    asked = {gives.kind} if gives.kind else _kinds_asked_for(slots)
    for kind in sorted(asked - target.types):
        yield Gift(number, kind=kind, credits=gives.credits, virus=gives.virus)


def kinds_of(slots: Iterable[Slot]) -> frozenset[str]:
    """The subtypes that cards of a rig may give."""
    slots = tuple(slots)
    given = {slot.gives.kind for slot in slots if slot.gives is not None}
    return frozenset(given | _kinds_asked_for(slots) if "" in given else given)


def _kinds_asked_for(slots: Iterable[Slot]) -> set[str]:
    """The subtypes that abilities to break ask for."""
    return {kind for slot in slots for ability in slot.abilities for kind in ability.types}
