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

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from simcore.errors import CapacityError
from simcore.plan.boosts import Steps, cheapest_boost, cheapest_boosts
from simcore.plan.descent import Descent, descents, shortfall, straight_down, weakenings
from simcore.plan.pieces import (
    ANYWHERE,
    GONE,
    NOTHING,
    NOWHERE,
    Ability,
    Ask,
    Boost,
    Mark,
    RigState,
    Slot,
    SlotState,
    Standing,
    Target,
    Use,
    Way,
    Weakening,
    counted,
    ice_strength,
    icebreakers,
    meets,
    strength_of,
    usable,
)

__all__ = [
    "ANYWHERE",
    "FOR_TABLES",
    "GONE",
    "NOTHING",
    "NOWHERE",
    "Ability",
    "Ask",
    "Boost",
    "Mark",
    "RigState",
    "Slot",
    "SlotState",
    "Standing",
    "Steps",
    "Target",
    "Use",
    "Way",
    "Weakening",
    "Worth",
    "cheapest_boost",
    "descents",
    "find_ways",
    "ice_strength",
    "icebreakers",
    "loses_itself",
    "meets",
    "search",
    "shortfall",
    "strength_of",
    "usable",
    "weakenings",
    "worth_having",
]


class Worth(NamedTuple):
    """What a search finds worth having: the ways to `keep` of some that break the same,
    the `boosts` to a needed strength (slot, state, icebreakers, needed, exactly), and
    whether weakening and breaking are done in `any_order`."""

    keep: Callable[[list[Way]], list[Way]]
    boosts: Callable[[Slot, SlotState, int, int, bool], Sequence[Steps]]
    any_order: bool = False


def worth_having(ways: list[Way]) -> list[Way]:
    """In order of preference, without those an earlier one beats in all it may lack:
    credits, those that are not stealth credits, those that are, and clicks.

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
    preferred first; those that end the run behind all others. Empty when it cannot be done.

    Counters and cards are those of `state`; credits and clicks are not limited here.
    """
    if not any(ability.ends for slot in slots for ability in slot.abilities):
        return search(slots, state, target, wanted, FOR_TABLES)
    ways = search(tuple(map(_staying, slots)), state, target, wanted, FOR_TABLES)
    return ways + [way for way in search(slots, state, target, wanted, FOR_TABLES) if way.ends]


def _staying(slot: Slot) -> Slot:
    """A rig card without the abilities that end the run; the others keep their places."""
    abilities = (replace(a, host=NOWHERE) if a.ends else a for a in slot.abilities)
    return replace(slot, abilities=tuple(abilities))


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
    lean = worth.any_order or any(a.is_free and a.count > 1 for a in abilities)
    found: list[Way] = []
    going_down = descents if worth.any_order else straight_down
    acting = [
        number
        for number in range(len(slots) - 1, -1, -1)
        if state[number].installed and not state[number].silent and has_a_say(slots[number], target)
    ]
    for down in going_down(slots, state, target, strength):
        fronts = {(0, 0): [NOTHING]}
        _use_own_ability(fronts, target, wanted)
        for number in acting:
            slot, now = slots[number], state[number]
            own = strength_of(slot, now, breakers)
            part = _Part(slot, number, now, target, down, own, breakers, worth, {})
            extended = _use_slot(fronts, part, wanted)
            if lean and (done := extended.get((wanted.total, 0))):
                done[:] = [
                    way
                    for way in done
                    if not _superfluous(slots, target, way, wanted, worth.any_order)
                ]
            fronts = {reached: worth.keep(ways) for reached, ways in extended.items()}
        for (general, special), ways in fronts.items():
            if wanted.left(general, special) == 0:
                found += ways
    return worth.keep(found)


def _refuse_moving_counts(slots: tuple[Slot, ...], state: RigState, target: Target) -> None:
    """Icebreakers trashed one after the other, where strength counts those installed."""
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
    counting = by_programs or any(
        s.per_breaker or any(b.per_breaker for b in s.boosts) for s in working
    )
    freed = any(s.per_free_mu for s in working)
    moved = any(each.per_breaker or each.test is not None for each in target.standing)
    if freed or (len(going) > 1 and counting) or (moved and (len(working) > 1 or target.own)):
        raise CapacityError(
            f"{going[0].title} is trashed while it breaks: strength by installed breakers "
            "that moves during an encounter is not executed yet"
        )


Fronts = dict[tuple[int, int], list[Way]]
"""Ways by what they have broken: with any ability, and with those for tracing ones."""


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


class _Part(NamedTuple):
    """One slot in one descent. `own`: its strength before boosts; `known`: the boosts
    already looked for, by the strength needed."""

    slot: Slot
    number: int
    now: SlotState
    target: Target
    down: Descent
    own: int
    breakers: int
    worth: Worth
    known: dict[tuple[int, bool], Sequence[Steps]]

    @property
    def weakening(self) -> int:
        return self.down.uses.get(self.number, 0)

    def boosts(self, level: int, exact: bool) -> Sequence[Steps]:
        """The boosts that bring the card to the strength `level`."""
        key = (level, exact)
        if key not in self.known:
            now, slot = self.now, self.slot
            needed = level - self.own
            self.known[key] = self.worth.boosts(slot, now, self.breakers, needed, exact)
        return self.known[key]

    def levels(self, ability: Ability) -> list[int]:
        """The strengths of the ice at which an ability may be used, least first."""
        if not usable_at_all(self.slot, ability, self.target):
            return []
        met = self.down.met[self.number]
        exact = self.slot.exact
        return [
            level
            for level in self.down.levels
            if meets(ability.test, level)
            and (
                not ability.interface
                or ability.gain
                or self.boosts(level if exact else max(level, met), exact)
            )
        ]


def has_a_say(slot: Slot, target: Target) -> bool:
    """Whether a card can do anything at a piece of ice, whatever its strength."""
    if slot.weakening is not None:
        return True
    return any(usable_at_all(slot, ability, target) for ability in slot.abilities)


def usable_at_all(slot: Slot, ability: Ability, target: Target) -> bool:
    """Whether an ability may be used on this piece, whatever its strength."""
    return not (target.no_ai and slot.ai) and ability.works_on(target)


def _use_slot(fronts: Fronts, part: _Part, wanted: Ask) -> Fronts:
    """Every way extended by every mix of uses of one slot."""
    options: dict[tuple[int, int], list[tuple[int, int, Way]]] = {}
    extended: Fronts = {}
    total = wanted.total
    levels = [part.levels(ability) for ability in part.slot.abilities]
    idle = [_idle(part.slot)] if not any(levels) and not part.weakening else None
    for (general, special), ways in fronts.items():
        left = wanted.left(general, special)
        key = (left, min(left, max(0, wanted.tracing - special)))
        if idle is not None:
            options[key] = idle
        elif key not in options:
            options[key] = list(_options(part, levels, *key, wanted))
        for covered, traced, use in options[key]:
            reached = (min(total, general + covered), min(wanted.tracing, special + traced))
            if left == 0 or wanted.left(*reached) == 0:
                reached = (total, 0)
            extended.setdefault(reached, []).extend([_join(way, use) for way in ways])
    return extended


def _idle(slot: Slot) -> tuple[int, int, Way]:
    """The only option of a card that nothing is done with."""
    unused = (0,) * len(slot.abilities)
    return 0, 0, NOTHING._replace(totals=(0,), mix=(unused,))


def _join(way: Way, use: Way) -> Way:
    return Way(
        way.given_up + use.given_up,
        way.clicks + use.clicks,
        way.counters + use.counters,
        way.credits + use.credits,
        use.slots + way.slots,
        way.totals + use.totals,
        use.mix + way.mix,
        use.uses + way.uses,
        way.forgone + use.forgone,
        way.loud + use.loud,
        way.noise + use.noise,
        way.ends or use.ends,
        way.dice + use.dice,
        way.grip + use.grip,
        way.stealth + use.stealth,
    )


def _most_uses(
    part: _Part, place: int, levels: list[int], left: int, tracing: int, wanted: Ask
) -> int:
    """The most uses of one ability that could make sense."""
    ability = part.slot.abilities[place]
    open_to = tracing if ability.tracing else left
    if ability.grows and part.worth.any_order:  # it may break what others could for less
        open_to = wanted.tracing if ability.tracing else wanted.total
    if ability.once:
        open_to = min(left, wanted.total - wanted.closed)
    if not open_to or not levels:
        return 0
    gap = levels[0] - part.own
    if ability.sized:
        most = max(-(-open_to // ability.count), -(-gap // ability.gain) if ability.gain else 0)
    else:
        most = -(-open_to // ability.count)
        if ability.gain:
            most += max(0, -(-gap // ability.gain) - 1)
        if ability.limit:
            most = min(most, ability.limit)
    return 0 if ability.once_a_run and part.now.spent >> place & 1 else most


def _boosted(
    part: _Part, used: list[tuple[int, Ability, int]], levels: list[list[int]]
) -> Iterator[tuple[Steps, tuple[int, ...]]]:
    """The boosts for a mix of uses, and the strength each ability is used at."""
    met = part.down.met[part.number]
    at = [0] * len(part.slot.abilities)
    matched = []
    for place, ability, _ in used:
        at[place] = levels[place][0]
        if ability.interface and not ability.gain:
            matched.append(place)
    if not part.slot.exact or not matched:
        level = max([met, *(at[place] for place in matched)])
        if not matched:
            for steps in part.boosts(met, False):
                yield steps, tuple(at)
            return
        for steps in part.boosts(level, False):
            yield steps, tuple(at)
        return
    for level in sorted(set(levels[matched[0]]).intersection(*(levels[m] for m in matched))):
        for place in matched:
            at[place] = level
        for steps in part.boosts(level, True):
            yield steps, tuple(at)


def broken_by(ability: Ability, times: int, gap: int) -> int:
    """Room for subroutines in so many uses (or a use of that size), by a card that is
    `gap` below the ice."""
    if not ability.gain:
        return ability.count * times
    if ability.sized:
        return ability.count * times if ability.gain * times >= gap else 0
    return ability.count * max(0, times - max(0, -(-gap // ability.gain) - 1))


def _options(
    part: _Part, levels: list[list[int]], left: int, tracing: int, wanted: Ask
) -> Iterator[tuple[int, int, Way]]:
    """Subroutines covered, by any ability and by those for tracing ones, and the part of a
    way, for every mix of uses of one slot."""
    slot, now, number = part.slot, part.now, part.number
    if part.weakening and not part.boosts(part.down.met[number], False):
        return
    ranges = [
        range(_most_uses(part, place, levels[place], left, tracing, wanted) + 1)
        for place in range(len(slot.abilities))
    ]
    weaken, weakened = slot.weakening, part.weakening
    for mix in product(*ranges):
        used = [(i, a, n) for i, (a, n) in enumerate(zip(slot.abilities, mix, strict=True)) if n]
        plain = traced = 0
        for place, ability, times in used:
            room = broken_by(ability, times, levels[place][0] - part.own)
            if not room:
                break
            if ability.tracing:
                traced += room
            else:
                plain += room
        else:
            spent = _spent_on(used)
            if spent.trashed > 1:
                continue
            total = sum(mix) + weakened
            condemned = spent.dooms and not now.doomed
            for steps, at in _boosted(part, used, levels):
                virus, power = steps.virus + spent.virus, steps.power + spent.power
                credits = steps.credits + spent.credits
                if weaken is not None:
                    virus += weakened * weaken.virus
                    power += weakened * weaken.power
                    credits += weakened * weaken.credits
                if virus > now.virus or power > now.power:
                    continue
                lowered = part.down.lowered
                if (
                    weakened
                    and spent.trashed
                    and any(a.trash and at[i] > lowered for i, a, _ in used)
                ):
                    continue  # it would weaken the ice once it is gone
                marked, lost = 0, False
                if slot.mark is not None and slot.mark.faces is None and used and not spent.trashed:
                    lost = loses_itself(slot.mark, now.virus - virus, now.power - power)
                    marked = 0 if lost else slot.mark.virus + slot.mark.power
                grip = steps.grip + spent.grip
                use = Use(number, mix, weakened, (steps.number, *steps.order), steps.steps)
                if spent.gains or any(level > lowered for level in at if level):
                    use = use._replace(at=at)
                way = Way(
                    spent.trashed + int(condemned) + int(lost) + grip,
                    steps.clicks + spent.clicks,
                    virus + power + marked,
                    credits,
                    (number,) if total else (),
                    (total,),
                    (tuple([-n for n in mix]),),
                    (use,) if total else (),
                    steps.forgone + spent.forgone,
                    credits if slot.loud else 0,
                    spent.noise,
                    spent.ends,
                    spent.dice,
                    grip,
                    steps.stealth + spent.stealth,
                )
                yield plain, traced, way


class _Spent(NamedTuple):
    """What a mix of uses costs and does, boosts and weakening aside; `clicks` with the
    actions forgone."""

    trashed: int = 0
    dooms: bool = False
    gains: bool = False
    ends: bool = False
    clicks: int = 0
    forgone: int = 0
    virus: int = 0
    power: int = 0
    credits: int = 0
    noise: int = 0
    dice: int = 0
    grip: int = 0
    stealth: int = 0


_UNUSED = _Spent()


def _spent_on(used: list[tuple[int, Ability, int]]) -> _Spent:
    if not used:
        return _UNUSED
    trashed = clicks = forgone = virus = power = credits = noise = dice = grip = stealth = 0
    dooms = gains = ends = False
    for _, a, n in used:
        once = 1 if a.sized else n
        trashed += a.trash * n
        dooms = dooms or a.dooms
        gains = gains or a.gain != 0
        ends = ends or a.ends
        clicks += (a.clicks + a.forgone) * once
        forgone += a.forgone * once
        virus += a.virus * once
        power += a.power * once
        credits += a.credits * n + a.each_use
        noise += a.noise * once
        dice += n if a.die else 0
        grip += a.grip * once
        stealth += a.stealth * n
    return _Spent(
        trashed, dooms, gains, ends, clicks, forgone, virus, power, credits, noise, dice, grip,
        stealth,
    )  # fmt: skip


def loses_itself(mark: Mark, virus: int, power: int) -> bool:
    """Whether a card that was used is trashed for want of counters."""
    return not (mark.virus or mark.power) or virus < mark.virus or power < mark.power


def _superfluous(
    slots: tuple[Slot, ...], target: Target, way: Way, wanted: Ask, growing: bool
) -> bool:
    """Whether some use could be left out: one that costs nothing would not show. `growing`:
    a use that makes a card grow could not."""
    used: list[tuple[Ability, int]] = []
    for use in way.uses:
        printed = slots[use.slot].abilities if use.slot >= 0 else target.own
        used += [(a, n) for a, n in zip(printed, use.breaks, strict=True) if n]
    if any(a.gain for a, _ in used):
        return False  # such a use serves for strength as well
    general = sum(a.count * n for a, n in used if not a.tracing)
    special = sum(a.count * n for a, n in used if a.tracing)
    fewer = [
        (0, a.count) if a.tracing else (a.count, 0) for a, _ in used if not (growing and a.grows)
    ]
    return any(wanted.left(general - one, special - other) == 0 for one, other in fewer)
