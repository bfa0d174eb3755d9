"""What becomes of a rig once a way to break has been used: at once, and when the
encounter is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simcore.plan.marks import BLINDED, BROKE_HERE, CAME_BACK, FOUND_OUT, USED_AGAIN, WEAKENED
from simcore.plan.pieces import GONE, Ability, Ask, RigState, Slot, SlotState, Use, Way
from simcore.plan.strengths import counted, icebreakers, is_active, strength_of
from simcore.plan.uses import broken_by, loses_itself


def allot(left: Ask, ability: Ability, times: int, room: int | None = None) -> tuple[int, Ask]:
    """What so many uses, with `room` for so many subroutines, break of what is left: first
    those that do not trace."""
    if room is None:
        room = ability.count * times
    plain = 0 if ability.tracing else min(room, left.plain)
    tracing = min(room - plain, left.tracing)
    return plain + tracing, Ask(left.plain - plain, left.tracing - tracing)


class Part(NamedTuple):
    """What a way does with one card, and how much each of its abilities breaks by that."""

    use: Use
    broken: tuple[int, ...]


def parts_of(
    slots: tuple[Slot, ...], wanted: Ask, way: Way, state: RigState, growing: bool = False
) -> tuple[Part, ...]:
    """What a way does with each card of the rig, as `fitted`, that it uses. `growing`: what
    makes a card grow breaks as much as it can, against rule 26."""
    left = Ask(wanted.plain, wanted.tracing)
    used = [use for use in way.uses if use.slot >= 0]
    broken: dict[tuple[int, int], int] = {}
    places = [(part, place) for part, use in enumerate(used) for place in range(len(use.breaks))]
    if growing:
        places.sort(key=lambda each: -slots[used[each[0]].slot].abilities[each[1]].grows)
    for part, place in places:
        use = used[part]
        ability, times = slots[use.slot].abilities[place], use.breaks[place]
        room = ability.count * times
        if times and ability.gain:
            here = counted(slots, state)[use.slot]
            own = strength_of(here, state[use.slot], icebreakers(slots, state))
            room = broken_by(ability, times, use.at[place] - own)
        broken[part, place], left = allot(left, ability, times, room)
    return tuple(
        Part(use, tuple(broken[part, place] for place in range(len(use.breaks))))
        for part, use in enumerate(used)
    )


def state_after(
    slots: tuple[Slot, ...], state: RigState, wanted: Ask, way: Way, growing: bool = False
) -> RigState:
    """The rig once a way has been used. `growing`: as in `parts_of`."""
    breakers = icebreakers(slots, state)
    after = list(state)
    for use, broken in parts_of(slots, wanted, way, state, growing):
        now = state[use.slot]
        after[use.slot] = slot_after(slots[use.slot], now, use, broken, breakers)
    return tuple(after)


def slot_after(
    slot: Slot, now: SlotState, use: Use, broken: Sequence[int], breakers: int
) -> SlotState:
    """One card once it has been used, each of its abilities having broken so many."""
    used = [a for a, n in zip(slot.abilities, use.breaks, strict=True) if n]
    weakening = slot.weakening
    thrown = weakening is not None and weakening.trash and use.weakening > 0
    if thrown or any(a.trash for a in used):
        return GONE
    weakened = weakening is not None and weakening.once and use.weakening > 0
    grows = any(ability.grows for ability in slot.abilities)
    grown = sum(a.grows * number for a, number in zip(slot.abilities, broken, strict=False))
    virus, power = counters_spent(slot, use)
    steps = list(zip(slot.boosts, use.steps, strict=False))
    lasting = sum((b.gain + b.per_breaker * breakers) * n for b, n in steps if b.lasts)
    if slot.keeps_strength:
        lasting += sum(a.gain * n for a, n in zip(slot.abilities, use.breaks, strict=True))
    return now._replace(
        boost=now.boost + lasting + grown,
        virus=now.virus - virus,
        power=now.power - power,
        doomed=now.doomed or any(a.dooms for a in used),
        used=(slot.mark is not None or slot.enriches > 0 or slot.takes_back) and bool(used),
        broken=now.broken + sum(broken) * grows,
        spent=now.spent
        | _once_a_run(slot, use)
        | BROKE_HERE * (slot.one_piece and bool(used))
        | BLINDED * any(a.blinds for a in used)
        | FOUND_OUT * (slot.tags_first > 0 and bool(used))
        | WEAKENED * weakened
        | USED_AGAIN * bool(now.spent & CAME_BACK and (used or use.weakening)),
    )


def counters_spent(slot: Slot, use: Use) -> tuple[int, int]:
    """Virus and power counters that the uses of one card cost."""
    used = [(a, 1 if a.sized else n) for a, n in zip(slot.abilities, use.breaks, strict=True) if n]
    steps = list(zip(slot.boosts, use.steps, strict=False))
    virus = sum(b.virus * n for b, n in steps) + sum(a.virus * n for a, n in used)
    power = sum(b.power * n for b, n in steps) + sum(a.power * n for a, n in used)
    if slot.weakening is not None:
        virus += use.weakening * slot.weakening.virus
        power += use.weakening * slot.weakening.power
    return virus, power


def _once_a_run(slot: Slot, use: Use) -> int:
    """The abilities used that can be used once in a run each, as bits."""
    found = [a.once_a_run and n > 0 for a, n in zip(slot.abilities, use.breaks, strict=True)]
    found += [b.once_a_run and n > 0 for b, n in zip(slot.boosts, use.steps, strict=False)]
    return sum(1 << place for place, spent in enumerate(found) if spent)


def blinded(rig: RigState) -> bool:
    """Whether nothing will be accessed in this run for what a card has broken."""
    return any(now.spent & BLINDED for now in rig)


def settle(slots: tuple[Slot, ...], state: RigState) -> tuple[RigState, int]:
    """The rig at the end of an encounter, and the programs trashed for having been used."""
    after, trashed = list(state), 0
    for number, (slot, now) in enumerate(zip(slots, state, strict=True)):
        mark = slot.mark
        if now.used and mark is None:
            after[number] = now._replace(used=False)
        if not now.used or mark is None or mark.faces is not None:
            continue
        if not loses_itself(mark, now.virus, now.power):
            after[number] = now._replace(
                used=False, virus=now.virus - mark.virus, power=now.power - mark.power
            )
        elif (hive := giving_hive(slots, after, number)) is not None:
            after[number] = now._replace(used=False)
            left = after[hive].virus - mark.virus
            after[hive] = after[hive]._replace(virus=left)
        else:
            after[number] = GONE
            trashed += slot.program
    return tuple(after), trashed


def giving_hive(slots: tuple[Slot, ...], rig: Sequence[SlotState], number: int) -> int | None:
    """The hive that has the virus counters which a card gives for its use."""
    mark = slots[number].mark
    if mark is None or not slots[number].of_hive or not mark.virus or mark.power:
        return None
    both = enumerate(zip(slots, rig, strict=True))
    full = (n for n, (s, now) in both if s.hive and is_active(now) and now.virus >= mark.virus)
    return next(full, None)


def settled_counters(before: RigState, after: RigState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Virus and power counters that cards which stay have lost, slot by slot."""
    pairs = list(zip(before, after, strict=True))
    return (
        tuple(a.installed * (b.virus - a.virus) for b, a in pairs),
        tuple(a.installed * (b.power - a.power) for b, a in pairs),
    )


def first_to_roll(slots: tuple[Slot, ...], state: RigState) -> int:
    """The first card that rolls a die once the piece at hand is passed, or -1."""
    for number, (slot, now) in enumerate(zip(slots, state, strict=True)):
        if now.used and slot.mark is not None and slot.mark.faces is not None:
            return number
    return -1
