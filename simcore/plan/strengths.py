"""How strong breakers and ice are in a state of the rig, and what of the rig is at work then."""

from __future__ import annotations

from dataclasses import replace

from simcore.plan.marks import IN_STACK, MOVED_ON, NOT_IN_HEAP, ON_STACK
from simcore.plan.pieces import GONE, Ability, RigState, Slot, SlotState, Standing, Target, meets

_NOT_IN_HEAP = ON_STACK | IN_STACK | MOVED_ON | NOT_IN_HEAP


def icebreakers(slots: tuple[Slot, ...], state: RigState) -> int:
    """Installed icebreakers."""
    return sum(
        1 for slot, now in zip(slots, state, strict=True) if slot.icebreaker and now.installed
    )


def is_counted(slots: tuple[Slot, ...]) -> bool:
    """Whether some card's strength hangs on what else is installed."""
    return any(slot.follows_programs or slot.aided or slot.is_of_a_hive for slot in slots)


def counted(slots: tuple[Slot, ...], state: RigState) -> tuple[Slot, ...]:
    """The rig with the strength that cards have for the programs installed now, for the memory
    that these leave, for fracters of the rig that lie in the heap, and for counters of a hive."""
    if not is_counted(slots):
        return slots
    installed = [s for s, now in zip(slots, state, strict=True) if now.installed]
    there = [slot for slot in installed if slot.program]
    used = sum(slot.memory for slot in there) - sum(slot.memory_given for slot in installed)
    gone = sum(
        slot.fracter and not (now.installed or now.spent & _NOT_IN_HEAP)
        for slot, now in zip(slots, state, strict=True)
    )
    lent = hive_counters(slots, state)
    found = (_counted(slot, state, len(there), used, gone) for slot in slots)
    return tuple(
        replace(slot, strength=slot.strength + lent * slot.per_virus) if slot.is_of_a_hive else slot
        for slot in found
    )


def hive_counters(slots: tuple[Slot, ...], state: RigState) -> int:
    """Virus counters that lie on all other virus programs, too."""
    rig = zip(slots, state, strict=True)
    return sum(now.virus for slot, now in rig if slot.hive and is_active(now))


def _counted(slot: Slot, state: RigState, programs: int, used: int, gone: int) -> Slot:
    more = (
        slot.per_program * programs
        + slot.per_fracter_gone * gone
        + slot.per_free_mu * max(0, slot.memory_limit - used)
        + sum(gain for helper, gain in slot.aided if is_active(state[helper]))
    )
    return replace(slot, strength=slot.strength + more) if more else slot


def free_memory(slots: tuple[Slot, ...], state: RigState) -> int:
    """Memory units not in use."""
    rig = [slot for slot, now in zip(slots, state, strict=True) if now.installed]
    limit = slots[0].memory_limit if slots else _MEMORY
    used = sum(slot.memory for slot in rig if slot.program)
    return max(0, limit + sum(slot.memory_given for slot in rig) - used)


_MEMORY = 4
"""The limit where nothing says otherwise."""


def is_active(now: SlotState) -> bool:
    """Whether a card is installed and has its abilities."""
    return now.installed and not now.silent


def stands_on(target: Target, number: int) -> bool:
    """Whether the strength of a piece of ice follows the card in a slot."""
    return any(each.slot == number for each in target.standing)


def unhosted(slots: tuple[Slot, ...], rig: RigState) -> RigState:
    """A rig without the cards whose host, another card of the rig, has gone."""
    for number, slot in enumerate(slots):
        if slot.on_card >= 0 and rig[number].installed and not rig[slot.on_card].installed:
            rig = (*rig[:number], GONE, *rig[number + 1 :])
    return rig


def strength_of(slot: Slot, now: SlotState, breakers: int) -> int:
    """The strength of a rig card now."""
    by_power = slot.by_power * now.power
    return slot.strength + slot.per_breaker * breakers + by_power + now.boost + now.rolled


def ice_strength(slots: tuple[Slot, ...], state: RigState, target: Target) -> int:
    """The strength of a piece of ice before it is weakened, with this rig installed."""
    total = target.strength
    if target.standing:
        breakers = icebreakers(slots, state)
        rig = list(zip(slots, state, strict=True))
        fracters = sum(slot.fracter and now.installed for slot, now in rig)
        ais = sum(slot.ai and now.installed for slot, now in rig)
        for each in target.standing:
            if each.slot >= 0:
                of_hive = hive_counters(slots, state) if slots[each.slot].of_hive else 0
                total += _lent(each, state[each.slot], of_hive, target.floor)
            elif meets(each.test, ais if each.ais else fracters):
                total += each.gain + each.per_breaker * breakers
    return total


def _lent(standing: Standing, now: SlotState, of_hive: int, floor: bool) -> int:
    """What a card of the rig does to the strength of ice, with counters `of_hive` on it, too;
    `floor`: it cannot be lowered."""
    if not is_active(now):
        return 0
    lent = standing.gain + standing.per_virus * (now.virus + of_hive)
    return max(0, lent) if floor else lent


def usable(slot: Slot, ability: Ability, target: Target, lowered: int) -> bool:
    """Whether an ability may be used on ice that has been weakened to `lowered`."""
    if target.no_ai and slot.ai:
        return False
    return ability.works_on(target) and meets(ability.test, lowered)
