"""The ways to break subroutines that are worth having, preferred ones first.

A dynamic program over the cards of a rig, from the highest slot to the lowest: for
every number of subroutines still to break it keeps the ways that no other way beats
both in the order of preference and in the credits and clicks it needs (rules 1-4 of
`simcore.plan`). The order is lexicographic, and every step adds the same to both
sides of a comparison, so that a way dropped early cannot win later.

All abilities here break any subroutine of an ice alike, so that the number to break
is enough to know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

ANYWHERE = -1


class SlotState(NamedTuple):
    """One rig card now: lasting boosts, counters, and whether it goes when the run ends."""

    installed: bool = True
    boost: int = 0
    virus: int = 0
    power: int = 0
    doomed: bool = False


GONE = SlotState(installed=False)
RigState = tuple[SlotState, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """A break ability at one price. `host`: place of the only ice it works on, or ANYWHERE."""

    count: int
    credits: int = 0
    clicks: int = 0
    virus: int = 0
    power: int = 0
    trash: bool = False
    dooms: bool = False
    types: frozenset[str] = frozenset()
    interface: bool = True
    host: int = ANYWHERE

    def works_on(self, target: Target) -> bool:
        """Whether it may be used on this piece at all, strength aside."""
        if self.types and not self.types & target.types:
            return False
        return self.host in (ANYWHERE, target.place)


@dataclass(frozen=True, slots=True)
class Boost:
    """A boost: `gain` strength and `per_breaker` for each installed icebreaker."""

    gain: int
    per_breaker: int = 0
    credits: int = 0
    virus: int = 0
    power: int = 0
    lasts: bool = False


@dataclass(frozen=True, slots=True)
class Weakening:
    """Takes `amount` strength off the ice for the encounter, for counters."""

    amount: int
    credits: int = 0
    virus: int = 0
    power: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """One rig card as the search sees it."""

    title: str
    program: bool = True
    icebreaker: bool = False
    strength: int = 0
    per_breaker: int = 0
    abilities: tuple[Ability, ...] = ()
    boosts: tuple[Boost, ...] = ()
    weakening: Weakening | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """One piece of ice as the search sees it. `own`: the Runner's abilities printed on it."""

    title: str
    strength: int
    types: frozenset[str]
    subs: int
    place: int = ANYWHERE
    own: tuple[Ability, ...] = ()


class Use(NamedTuple):
    """How often one slot is used: per break ability, weakening, steps per boost."""

    slot: int
    breaks: tuple[int, ...]
    weakening: int = 0
    steps: tuple[int, ...] = ()


class Way(NamedTuple):
    """One way to break; compares by preference (rule 2).

    Cards given up, clicks, counters, credits; the slots used, ascending; uses per slot
    from the highest down; uses per ability, negated, from the lowest up; what is used.
    """

    given_up: int
    clicks: int
    counters: int
    credits: int
    slots: tuple[int, ...]
    totals: tuple[int, ...]
    mix: tuple[tuple[int, ...], ...]
    uses: tuple[Use, ...]


NOTHING = Way(0, 0, 0, 0, (), (), (), ())


def icebreakers(slots: tuple[Slot, ...], state: RigState) -> int:
    """Installed icebreakers."""
    return sum(
        1 for slot, now in zip(slots, state, strict=True) if slot.icebreaker and now.installed
    )


def strength_of(slot: Slot, now: SlotState, breakers: int) -> int:
    """The strength of a rig card now."""
    return slot.strength + slot.per_breaker * breakers + now.boost


def worth_having(ways: list[Way]) -> list[Way]:
    """In order of preference, without those an earlier one beats in credits and clicks."""
    kept: list[Way] = []
    for way in sorted(ways):
        if not any(k.clicks <= way.clicks and k.credits <= way.credits for k in kept):
            kept.append(way)
    return kept


class Steps(NamedTuple):
    """The boosts bought for one encounter: price, lasting gain, steps per boost."""

    counters: int
    credits: int
    number: int
    order: tuple[int, ...]  # fewest of the later listed first
    virus: int
    power: int
    lasting: int
    steps: tuple[int, ...]


_NO_STEPS = Steps(0, 0, 0, (), 0, 0, 0, ())


def cheapest_boost(slot: Slot, breakers: int, needed: int) -> Steps | None:
    """The mix of boosts of one card that gains `needed` strength (rule 1), or None."""
    if needed <= 0:
        return _NO_STEPS
    gains = [boost.gain + boost.per_breaker * breakers for boost in slot.boosts]
    found = []
    for steps in _step_mixes(gains, needed):
        paid = list(zip(slot.boosts, steps, strict=True))
        virus = sum(boost.virus * n for boost, n in paid)
        power = sum(boost.power * n for boost, n in paid)
        credits = sum(boost.credits * n for boost, n in paid)
        lasting = sum(g * n for g, (boost, n) in zip(gains, paid, strict=True) if boost.lasts)
        order = tuple(-n for n in steps)
        found.append(Steps(virus + power, credits, sum(steps), order, virus, power, lasting, steps))
    return min(found, default=None)


def _step_mixes(gains: list[int], needed: int) -> Iterator[tuple[int, ...]]:
    """Step counts that gain enough, the last boost filling what the others leave."""
    if not gains or max(gains) <= 0:
        return
    most = [-(-needed // gain) if gain > 0 else 0 for gain in gains]
    for head in product(*(range(n + 1) for n in most[:-1])):
        rest = needed - sum(gain * n for gain, n in zip(gains, head, strict=False))
        if rest <= 0:
            yield (*head, 0)
        elif gains[-1] > 0:
            yield (*head, -(-rest // gains[-1]))


def find_ways(slots: tuple[Slot, ...], state: RigState, target: Target, wanted: int) -> list[Way]:
    """All ways worth having to break `wanted` subroutines of `target`, preferred first.

    Counters and cards are those of `state`; credits and clicks are not limited here.
    Empty when it cannot be done.
    """
    if wanted == 0:
        return [NOTHING]
    breakers = icebreakers(slots, state)
    found: list[Way] = []
    for weakening in weakenings(slots, state, target):
        lowered = sum(
            n * ability.amount
            for slot, n in weakening.items()
            if (ability := slots[slot].weakening) is not None
        )
        fronts: list[list[Way]] = [[] for _ in range(wanted + 1)]
        fronts[wanted] = [NOTHING]
        _use_own_ability(fronts, target, wanted)
        for slot in range(len(slots) - 1, -1, -1):
            if state[slot].installed:
                needed = target.strength - lowered - strength_of(slots[slot], state[slot], breakers)
                _use_slot(
                    fronts, slots[slot], slot, state[slot], target, needed, breakers,
                    weakening.get(slot, 0),
                )  # fmt: skip
        found += fronts[0]
    return worth_having(found)


def shortfall(slots: tuple[Slot, ...], state: RigState, target: Target, breakers: int) -> int:
    """How far the weakest card that could break this piece is below its strength."""
    return max(
        (
            target.strength - strength_of(slot, now, breakers)
            for slot, now in zip(slots, state, strict=True)
            if now.installed and any(a.interface and a.works_on(target) for a in slot.abilities)
        ),
        default=0,
    )


def weakenings(slots: tuple[Slot, ...], state: RigState, target: Target) -> list[dict[int, int]]:
    """Every mix of weakening, slot to uses, without a use that could be left out."""
    needed = shortfall(slots, state, target, icebreakers(slots, state))
    mixes: list[tuple[dict[int, int], int]] = [({}, 0)]
    for number, (slot, now) in enumerate(zip(slots, state, strict=True)):
        weakening = slot.weakening
        if weakening is None or not now.installed:
            continue
        most = max(0, -(-needed // weakening.amount))
        if weakening.virus:
            most = min(most, now.virus // weakening.virus)
        if weakening.power:
            most = min(most, now.power // weakening.power)
        mixes = [
            (mix | {number: times} if times else mix, lowered + times * weakening.amount)
            for mix, lowered in mixes
            for times in range(most + 1)
            if not times or lowered + (times - 1) * weakening.amount < needed
        ]
    return [mix for mix, _ in mixes]


def _use_own_ability(fronts: list[list[Way]], target: Target, wanted: int) -> None:
    """The Runner's abilities printed on the ice: a bioroid's clicks."""
    for mix in product(*(range(-(-wanted // ability.count) + 1) for ability in target.own)):
        if any(mix):
            used = list(zip(target.own, mix, strict=True))
            way = NOTHING._replace(
                clicks=sum(times * ability.clicks for ability, times in used),
                credits=sum(times * ability.credits for ability, times in used),
                uses=(Use(-1, mix),),
            )
            broken = sum(times * ability.count for ability, times in used)
            fronts[max(0, wanted - broken)].append(way)


def _use_slot(
    fronts: list[list[Way]],
    slot: Slot,
    number: int,
    now: SlotState,
    target: Target,
    needed: int,
    breakers: int,
    weakening: int,
) -> None:
    """Extend every way by every mix of uses of one slot, in place."""
    boost = cheapest_boost(slot, breakers, needed)
    options: dict[int, list[tuple[int, Way]]] = {}
    extended: list[list[Way]] = [[] for _ in fronts]
    for left, ways in enumerate(fronts):
        if not ways:
            continue
        if left not in options:
            options[left] = list(_options(slot, number, now, target, left, boost, weakening))
        for way in ways:
            for covered, use in options[left]:
                extended[max(0, left - covered)].append(_join(way, use))
    for left, ways in enumerate(extended):
        fronts[left] = worth_having(ways) if len(ways) > 1 else ways


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
    )


def _options(
    slot: Slot,
    number: int,
    now: SlotState,
    target: Target,
    left: int,
    boost: Steps | None,
    weakening: int,
) -> Iterator[tuple[int, Way]]:
    """Subroutines covered and the part of a way, for every mix of uses of one slot."""
    ranges = []
    for ability in slot.abilities:
        usable = ability.works_on(target) and (boost is not None or not ability.interface)
        ranges.append(range(-(-left // ability.count) + 1 if usable and left else 1))
    weaken = slot.weakening
    for mix in product(*ranges):
        used = [(a, n) for a, n in zip(slot.abilities, mix, strict=True) if n]
        steps = _NO_STEPS
        if boost is not None and any(a.interface for a, _ in used):
            steps = boost
        virus = steps.virus + sum(a.virus * n for a, n in used)
        power = steps.power + sum(a.power * n for a, n in used)
        credits = steps.credits + sum(a.credits * n for a, n in used)
        if weaken is not None:
            virus += weakening * weaken.virus
            power += weakening * weaken.power
            credits += weakening * weaken.credits
        if virus > now.virus or power > now.power or sum(n for a, n in used if a.trash) > 1:
            continue
        total = sum(mix) + weakening
        trashed = any(a.trash for a, _ in used)
        condemned = any(a.dooms for a, _ in used) and not now.doomed
        use = Use(number, mix, weakening, steps.steps)
        yield (
            sum(a.count * n for a, n in used),
            Way(
                int(trashed) + int(condemned),
                sum(a.clicks * n for a, n in used),
                virus + power,
                credits,
                (number,) if total else (),
                (total,),
                (tuple(-n for n in mix),),
                (use,) if total else (),
            ),
        )


def state_after(slots: tuple[Slot, ...], state: RigState, way: Way) -> tuple[RigState, int]:
    """The rig once a way has been used, and the programs its prices trashed."""
    breakers = icebreakers(slots, state)
    after, trashed = list(state), 0
    for use in way.uses:
        if use.slot < 0:
            continue
        slot, now = slots[use.slot], state[use.slot]
        used = [(a, n) for a, n in zip(slot.abilities, use.breaks, strict=True) if n]
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
            now.boost + lasting,
            now.virus - virus,
            now.power - power,
            now.doomed or any(a.dooms for a, _ in used),
        )
    return tuple(after), trashed
