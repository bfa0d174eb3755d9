"""The ways to break subroutines that are worth having, preferred ones first.

A dynamic program over the cards of a rig, from the highest slot to the lowest: for
every number of subroutines still to break it keeps the ways that no other way beats.
What beats what is the `Worth` of the search. The tables of the fixed plans keep a way
unless an earlier one in the order of preference needs no more credits and clicks (rules
1-4 of `simcore.plan`): the order is lexicographic, and every step adds the same to both
sides of a comparison, so that a way dropped early cannot win later. `payments.py` keeps
whatever is better in anything at all.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from simcore.errors import CapacityError
from simcore.plan.boosts import Steps, cheapest_boosts
from simcore.plan.descent import descents, straight_down
from simcore.plan.marks import BLINDED, BROKE_HERE
from simcore.plan.pieces import (
    NOTHING,
    NOWHERE,
    Ability,
    Ask,
    RigState,
    Slot,
    SlotState,
    Target,
    Use,
    Way,
    is_limited,
)
from simcore.plan.strengths import counted, ice_strength, icebreakers, strength_of
from simcore.plan.uses import (
    Fronts,
    Part,
    Worth,
    broken_by,
    has_a_say,
    owes,
    usable_at_all,
    use_slot,
)


def worth_having(ways: list[Way]) -> list[Way]:
    """In order of preference, without those an earlier one beats in all it may lack:
    credits, those that are not stealth credits, those that are, clicks and cards of the grip.

    What only stealth credits pay leaves others for noisy cards: the more of it, the better.
    """
    if len(ways) < 2:
        return ways
    kept: list[Way] = []
    for way in sorted(ways):
        clicks = way.clicks - way.forgone
        if not any(
            k.clicks - k.forgone <= clicks
            and k.credits <= way.credits
            and k.loud <= way.loud
            and k.grip <= way.grip
            and (k.stealth == way.stealth or (k.stealth < way.stealth and not k.loud))
            for k in kept
        ):
            kept.append(way)
    return kept


def _preferred_boost(
    slot: Slot, _now: SlotState, breakers: int, needed: int, exact: bool
) -> tuple[Steps, ...]:
    return tuple(cheapest_boosts(slot, breakers, needed, exact))


FOR_TABLES = Worth(worth_having, _preferred_boost)
"""What the fixed plans may ever choose."""


def find_ways(slots: tuple[Slot, ...], state: RigState, target: Target, wanted: Ask) -> list[Way]:
    """All ways the fixed plans may choose to break `wanted` subroutines of `target`,
    preferred first; behind them those after which nothing is accessed, if that is not so yet,
    then those that end the run. Empty when it cannot be done.

    Counters and cards are those of `state`; credits, clicks and the grip are not limited here.
    """
    if is_limited(target, wanted):
        return []
    refuse_two_after(slots, state)
    slots = tuple(fitted(slot, now, target) for slot, now in zip(slots, state, strict=True))
    abilities = [ability for slot in slots for ability in slot.abilities]
    blind = any(now.spent & BLINDED for now in state)
    ends = [False, True] if any(a.ends for a in abilities) else [False]
    blinds = [False, True] if any(a.blinds for a in abilities) and not blind else [False]
    found: list[Way] = []
    for ending, blinding in product(ends, blinds):
        open_ones = tuple(_closed(slot, not ending, not (blinding or blind)) for slot in slots)
        found += [
            way
            for way in search(open_ones, state, target, wanted, FOR_TABLES)
            if way.ends == ending and (blind or way.blinds == blinding)
        ]
    return found


def _closed(slot: Slot, ending: bool, blinding: bool) -> Slot:
    """A rig card without the abilities that end the run, or after a use of which nothing is
    accessed; the others keep their places."""
    closed = [(a.ends and ending) or (a.blinds and blinding) for a in slot.abilities]
    if not any(closed):
        return slot
    both = zip(slot.abilities, closed, strict=True)
    return replace(slot, abilities=tuple(replace(a, host=NOWHERE) if c else a for a, c in both))


def fitted(slot: Slot, now: SlotState, target: Target, closed: bool = False) -> Slot:
    """A rig card before a piece of ice: what it breaks of all subroutines there, and nothing
    (`closed`) if it may break on one piece alone and has done so."""
    closed |= bool(now.spent & BROKE_HERE)
    if not closed and not any(a.all_but for a in slot.abilities):
        return slot
    return replace(slot, abilities=tuple(_fit(a, target, closed) for a in slot.abilities))


def _fit(ability: Ability, target: Target, closed: bool) -> Ability:
    count = target.subs.total - ability.all_but if ability.all_but else ability.count
    if closed or count < 1:
        return replace(ability, host=NOWHERE)
    return replace(ability, count=count)


def refuse_two_after(slots: tuple[Slot, ...], state: RigState) -> None:
    """Two cards that wait until another one has broken something might wait for each other."""
    waiting = [
        slot.title
        for slot, now in zip(slots, state, strict=True)
        if now.installed and any(ability.after for ability in slot.abilities)
    ]
    if len(waiting) > 1:
        raise CapacityError(
            f"{waiting[0]} and {waiting[1]}: both wait for another card to break, not executed"
        )


def search(
    slots: tuple[Slot, ...], state: RigState, target: Target, wanted: Ask, worth: Worth
) -> list[Way]:
    """All ways to break `wanted` subroutines of `target` that are worth having."""
    if wanted == Ask(0):
        return [NOTHING]
    _refuse_moving_counts(slots, state, target)
    slots = counted(slots, state)
    breakers = icebreakers(slots, state)
    strength = ice_strength(slots, state, target)
    abilities = [a for slot in slots for a in slot.abilities] + list(target.own)
    lean = worth.any_order or any(a.is_free for a in abilities)
    owns = [strength_of(slot, now, breakers) for slot, now in zip(slots, state, strict=True)]
    found: list[Way] = []
    going_down = descents if worth.any_order else straight_down
    acting = [
        number
        for number in range(len(slots) - 1, -1, -1)
        if state[number].installed and not state[number].silent and has_a_say(slots[number], target)
    ]
    for down in going_down(slots, state, target, strength):
        if target.falls and down.lowered <= 0:
            continue
        fronts = {(0, 0): [NOTHING]}
        _use_own_ability(fronts, target, wanted)
        for number in acting:
            slot, now = slots[number], state[number]
            part = Part(slot, number, now, target, down, owns[number], breakers, worth, {})
            extended = use_slot(fronts, part, wanted)
            if lean and (done := extended.get((wanted.total, 0))):
                done[:] = [
                    way
                    for way in done
                    if not _superfluous(slots, owns, target, way, wanted, worth.any_order)
                ]
            fronts = {reached: worth.keep(ways) for reached, ways in extended.items()}
        for (general, special), ways in fronts.items():
            if wanted.left(general, special) == 0:
                found += ways
    return worth.keep(found)


def _refuse_moving_counts(slots: tuple[Slot, ...], state: RigState, target: Target) -> None:
    """Icebreakers trashed one after the other, where strength counts those installed; a single
    one beside a card that may not be too strong, which could wait until it is gone."""
    working = [
        slot
        for slot, now in zip(slots, state, strict=True)
        if now.installed and not now.silent
        if any(usable_at_all(slot, ability, target) for ability in slot.abilities)
    ]
    by_programs = any(slot.per_program or slot.per_free_mu for slot in working)
    going = [
        slot
        for slot in working
        if (slot.icebreaker or slot.fracter or (slot.program and by_programs))
        and any(a.trash and usable_at_all(slot, a, target) for a in slot.abilities)
    ]
    if not going:
        return
    counting = [
        s
        for s in working
        if s.follows_programs or s.per_breaker or any(b.per_breaker for b in s.boosts)
    ]
    waiting = any(s.exact and s is not going[0] for s in counting)
    freed = any(s.per_free_mu or s.per_fracter_gone for s in working)
    moved = any(each.per_breaker or each.test is not None for each in target.standing)
    several = len(going) > 1 and counting
    if freed or several or waiting or (moved and (len(working) > 1 or target.own)):
        counted = "installed breakers"
        if any(s.per_free_mu for s in working):
            counted = "free memory"
        elif any(s.per_fracter_gone for s in working):
            counted = "fracters in the heap"
        raise CapacityError(
            f"{going[0].title} is trashed while it breaks: strength by {counted} "
            "that moves during an encounter is not executed yet"
        )


def _use_own_ability(fronts: Fronts, target: Target, wanted: Ask) -> None:
    """The Runner's abilities printed on the ice: a bioroid's clicks."""
    total = wanted.total
    for mix in product(*(range(-(-total // ability.count) + 1) for ability in target.own)):
        if any(mix):
            used = list(zip(target.own, mix, strict=True))
            forgone = sum(times * ability.forgone for ability, times in used)
            way = NOTHING._replace(
                clicks=forgone + sum(times * ability.clicks for ability, times in used),
                credits=sum(times * ability.credits for ability, times in used),
                forgone=forgone,
                uses=(Use(-1, mix),),
            )
            broken = min(total, sum(times * ability.count for ability, times in used))
            fronts.setdefault((broken, 0), []).append(way)


def _superfluous(
    slots: tuple[Slot, ...],
    owns: list[int],
    target: Target,
    way: Way,
    wanted: Ask,
    growing: bool,
) -> bool:
    """Whether some use could be left out: one that costs nothing would not show. `growing`:
    a use that makes a card grow could not, as long as there is a subroutine for each, nor one that
    trashes a card which would give counters for its uses. `owns`: strength of each card before
    boosts."""
    used: list[tuple[Ability, int, int]] = []
    sparing: list[bool] = []
    for use in way.uses:
        printed = slots[use.slot].abilities if use.slot >= 0 else target.own
        for place, (ability, times) in enumerate(zip(printed, use.breaks, strict=True)):
            if times:
                gap = use.at[place] - owns[use.slot] if ability.gain else 0
                used.append((ability, times, gap))
                sparing.append(ability.trash and use.slot >= 0 and owes(slots[use.slot]))
    if growing and _grow_in_vain([(a, n) for a, n, _ in used], wanted):
        return True
    if growing and any(a.gain or a.after for a, _, _ in used):
        return False  # such a use serves for strength as well, or waits for another one
    general, special = _room(used, wanted)
    for place, (ability, times, gap) in enumerate(used):
        if growing and (ability.grows or sparing[place]):
            continue
        if any(a.gain or a.after or a.sized for a, _, _ in used):
            fewer = [*used[:place], (ability, times - 1, gap), *used[place + 1 :]]
            if wanted.left(*_room(fewer, wanted)) == 0:
                return True
            continue
        one, other = (0, ability.count) if ability.tracing else (ability.count, 0)
        if wanted.left(general - one, special - other) == 0:
            return True
    return False


def _room(used: list[tuple[Ability, int, int]], wanted: Ask) -> tuple[int, int]:
    """Subroutines that so many uses have room for, with any ability and with those for tracing
    ones."""
    general = special = 0
    for ability, times, gap in used:
        room = broken_by(ability, times, gap)
        if ability.after:
            room = min(room, wanted.total - 1)
        if ability.tracing:
            special += room
        else:
            general += room
    return general, special


def _grow_in_vain(used: list[tuple[Ability, int]], wanted: Ask) -> bool:
    """Whether there are more uses that make a card grow than subroutines for them."""
    growers = [(a, n) for a, n in used if a.grows]
    tracing = sum(n for a, n in growers if a.tracing)
    return tracing > wanted.tracing or sum(n for _, n in growers) > wanted.total
