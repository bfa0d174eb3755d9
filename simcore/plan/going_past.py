"""Ice that a card of the rig bypasses for a price, as the fixed plans weigh it (rule 53)."""

from __future__ import annotations

from typing import NamedTuple

from simcore.cards.syntax import Bypass
from simcore.plan.marks import BYPASSED
from simcore.plan.pieces import GONE, RigState, Slot, SlotState, Target
from simcore.plan.slots import gives_up
from simcore.plan.strengths import counted, ice_strength, is_active


class Past(NamedTuple):
    """One way past a piece; they compare by preference. `left`: the card afterwards."""

    given_up: bool
    counters: int
    credits: int
    slot: int
    number: int
    left: SlotState


def ways_past(
    slots: tuple[Slot, ...], rig: RigState, target: Target, place: int, late: bool, threat: int
) -> list[Past]:
    """All that counters and conditions allow, preferred first."""
    strength = ice_strength(counted(slots, rig), rig, target)
    found = []
    for number, (slot, now) in enumerate(zip(slots, rig, strict=True)):
        for which, ability in enumerate(slot.bypasses if is_active(now) else ()):
            if ability.late != late or not ability.is_played or threat < ability.threat:
                continue
            if ability.on_host and slot.bypass_host != place:
                continue
            if ability.most_strength is not None and strength > ability.most_strength:
                continue
            if ability.fits(target.types) and not (ability.once and now.spent & BYPASSED):
                past = _priced(number, which, ability, now, target.subs.total)
                if past is not None:
                    found.append(past)
    return sorted(found)


def _priced(number: int, which: int, ability: Bypass, now: SlotState, subs: int) -> Past | None:
    parts = {price.kind: price.amount.base for price in ability.cost}
    virus, power = parts.get("virus", 0), parts.get("power", 0)
    if virus > now.virus or power > now.power:
        return None
    left = now._replace(
        virus=now.virus - virus,
        power=now.power - power,
        spent=now.spent | BYPASSED * ability.once,
    )
    gone = gives_up(ability)
    credits = parts.get("credits", 0) + ability.per_sub * subs
    return Past(gone, virus + power, credits, number, which, GONE if gone else left)
