"""What becomes of a rig once a way to break has been used: at once, and when the
encounter is over."""

from __future__ import annotations

from simcore.plan.breaking import (
    GONE,
    Ability,
    Ask,
    RigState,
    Slot,
    SlotState,
    Way,
    icebreakers,
    loses_itself,
)


def allot(left: Ask, ability: Ability, times: int) -> tuple[int, Ask]:
    """What so many uses break of what is left: first the subroutines that do not trace."""
    room = ability.count * times
    plain = 0 if ability.tracing else min(room, left.plain)
    tracing = min(room - plain, left.tracing)
    return plain + tracing, Ask(left.plain - plain, left.tracing - tracing)


def state_after(
    slots: tuple[Slot, ...], state: RigState, wanted: Ask, way: Way
) -> tuple[RigState, int]:
    """The rig once a way has been used, and the programs its prices trashed."""
    breakers = icebreakers(slots, state)
    after, trashed = list(state), 0
    left = Ask(wanted.plain, wanted.tracing)
    for use in way.uses:
        if use.slot < 0:
            continue
        slot, now = slots[use.slot], state[use.slot]
        used = [(a, n) for a, n in zip(slot.abilities, use.breaks, strict=True) if n]
        grown, grows = 0, any(ability.grows for ability in slot.abilities)
        for ability, times in used:
            broken, left = allot(left, ability, times)
            grown += ability.grows * broken
            now = now._replace(broken=now.broken + broken * grows)
        if any(a.trash for a, _ in used):
            after[use.slot] = GONE
            trashed += slot.program
            continue
        steps = list(zip(slot.boosts, use.steps, strict=False))
        virus = sum(b.virus * n for b, n in steps) + sum(a.virus * n for a, n in used)
        power = sum(b.power * n for b, n in steps) + sum(a.power * n for a, n in used)
        if slot.weakening is not None:
            virus += use.weakening * slot.weakening.virus
            power += use.weakening * slot.weakening.power
        lasting = sum((b.gain + b.per_breaker * breakers) * n for b, n in steps if b.lasts)
        after[use.slot] = SlotState(
            True,
            now.boost + lasting + grown,
            now.virus - virus,
            now.power - power,
            now.doomed or any(a.dooms for a, _ in used),
            slot.mark is not None and bool(used),
            now.broken,
            now.rolled,
        )
    return tuple(after), trashed


def settle(slots: tuple[Slot, ...], state: RigState) -> tuple[RigState, int]:
    """The rig at the end of an encounter, and the programs trashed for having been used."""
    after, trashed = list(state), 0
    for number, (slot, now) in enumerate(zip(slots, state, strict=True)):
        mark = slot.mark
        if not now.used or mark is None or mark.faces is not None:
            continue
        if loses_itself(mark, now.virus, now.power):
            after[number] = GONE
            trashed += slot.program
        else:
            after[number] = now._replace(
                used=False, virus=now.virus - mark.virus, power=now.power - mark.power
            )
    return tuple(after), trashed


def first_to_roll(slots: tuple[Slot, ...], state: RigState) -> int:
    """The first card that rolls a die once the piece at hand is passed, or -1."""
    for number, (slot, now) in enumerate(zip(slots, state, strict=True)):
        if now.used and slot.mark is not None and slot.mark.faces is not None:
            return number
    return -1
