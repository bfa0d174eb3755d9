"""The ways to break subroutines that are worth having, preferred ones first.

A dynamic program over the cards of a rig, from the highest slot to the lowest: for
every number of subroutines still to break it keeps the ways that no other way beats
both in the order of preference and in the credits and clicks it needs (rules 1-4 of
`simcore.plan`). The order is lexicographic, and every step adds the same to both
sides of a comparison, so that a way dropped early cannot win later.

Abilities tell subroutines apart only by whether they trace: how many of either kind are
to be broken (an `Ask`) is enough to know.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

ANYWHERE = -1
NOWHERE = -2
NOTHING_MET = -(1 << 30)
"""The strength that a card faces whose strength nothing asks for."""


class SlotState(NamedTuple):
    """One rig card now. `doomed`: it goes when the run ends. `used`: it broke something of
    the piece at hand. `broken`: how much it broke in this run, if that makes it grow.
    `rolled`: strength of a die. `silent`: it has lost its abilities."""

    installed: bool = True
    boost: int = 0
    virus: int = 0
    power: int = 0
    doomed: bool = False
    used: bool = False
    broken: int = 0
    rolled: int = 0
    silent: bool = False


class Ask(NamedTuple):
    """Subroutines to break: those that do not trace, and those that do; `closed` of them
    to the die, which has failed at them."""

    plain: int
    tracing: int = 0
    closed: int = 0

    @property
    def total(self) -> int:
        return self.plain + self.tracing

    def left(self, general: int, special: int) -> int:
        """Still to break, once so many were broken by any ability and for tracing ones."""
        return max(0, self.plain + max(0, self.tracing - special) - general)


GONE = SlotState(installed=False)
RigState = tuple[SlotState, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """A break ability at one price. `host`: place of the only ice it works on, or ANYWHERE.

    `tracing`: for subroutines that trace alone. `test`: comparison and number for the
    strength of the ice once it is weakened. `ends`, `grows`, `noise`, `die`: as in
    `syntax.Break`; a die is planned as if it succeeded.
    """

    count: int
    credits: int = 0
    clicks: int = 0
    forgone: int = 0
    virus: int = 0
    power: int = 0
    trash: bool = False
    dooms: bool = False
    types: frozenset[str] = frozenset()
    interface: bool = True
    host: int = ANYWHERE
    tracing: bool = False
    test: tuple[str, int] | None = None
    ends: bool = False
    grows: int = 0
    noise: int = 0
    die: int = 0
    once: bool = False

    def works_on(self, target: Target) -> bool:
        """Whether it may be used on this piece at all, strength aside."""
        if self.types and not self.types & target.types:
            return False
        return self.host in (ANYWHERE, target.place)

    @property
    def is_free(self) -> bool:
        """Whether a use costs nothing that ways are compared by."""
        prices = (self.credits, self.clicks, self.forgone, self.virus, self.power, self.trash)
        return not any(prices)


@dataclass(frozen=True, slots=True)
class Boost:
    """A boost: `gain` strength and `per_breaker` for each installed icebreaker."""

    gain: int
    per_breaker: int = 0
    credits: int = 0
    virus: int = 0
    power: int = 0
    lasts: bool = False
    clicks: int = 0
    forgone: int = 0


@dataclass(frozen=True, slots=True)
class Weakening:
    """Takes `amount` strength off the ice for the encounter, for counters or credits.

    `interface`: its card has to match the ice then; those that need not come before it."""

    amount: int
    credits: int = 0
    virus: int = 0
    power: int = 0
    interface: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """What comes of a card that broke something: when the encounter ends it loses counters
    or is trashed; with `faces` it is trashed once the piece is passed, on these rolls."""

    virus: int = 0
    power: int = 0
    faces: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Slot:
    """One rig card as the search sees it.

    `exact`: it works at the strength of the ice alone. `loud`: stealth credits, of which
    there are some, never pay for it.
    """

    title: str
    program: bool = True
    icebreaker: bool = False
    strength: int = 0
    per_breaker: int = 0
    abilities: tuple[Ability, ...] = ()
    boosts: tuple[Boost, ...] = ()
    weakening: Weakening | None = None
    ai: bool = False
    fracter: bool = False
    exact: bool = False
    loud: bool = False
    rolls: bool = False
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Strength of ice that follows the rig: `gain` and `per_breaker` for each icebreaker,
    while the installed fracters meet `test` (comparison, number; None: always)."""

    gain: int = 0
    per_breaker: int = 0
    test: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """One piece of ice as the search sees it. `own`: the Runner's abilities printed on it.

    `no_ai`: closed to cards of the subtype AI. `floor`: its strength cannot be lowered.
    """

    title: str
    strength: int
    types: frozenset[str]
    subs: Ask
    place: int = ANYWHERE
    own: tuple[Ability, ...] = ()
    standing: tuple[Standing, ...] = ()
    no_ai: bool = False
    floor: bool = False


class Use(NamedTuple):
    """How often one slot is used: per break ability, weakening, steps per boost."""

    slot: int
    breaks: tuple[int, ...]
    weakening: int = 0
    steps: tuple[int, ...] = ()


class Way(NamedTuple):
    """One way to break; compares by preference (rule 2), except that ways that end the
    run come last.

    Cards given up, clicks with actions forgone, counters, credits; the slots used,
    ascending; uses per slot from the highest down; uses per ability, negated, from the
    lowest up; what is used. Then what no preference looks at.
    """

    given_up: int
    clicks: int
    counters: int
    credits: int
    slots: tuple[int, ...]
    totals: tuple[int, ...]
    mix: tuple[tuple[int, ...], ...]
    uses: tuple[Use, ...]
    forgone: int = 0
    loud: int = 0
    noise: int = 0
    ends: bool = False
    dice: int = 0


NOTHING = Way(0, 0, 0, 0, (), (), (), ())


def icebreakers(slots: tuple[Slot, ...], state: RigState) -> int:
    """Installed icebreakers."""
    return sum(
        1 for slot, now in zip(slots, state, strict=True) if slot.icebreaker and now.installed
    )


def strength_of(slot: Slot, now: SlotState, breakers: int) -> int:
    """The strength of a rig card now."""
    return slot.strength + slot.per_breaker * breakers + now.boost + now.rolled


_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


def meets(test: tuple[str, int] | None, value: int) -> bool:
    """Whether a number passes a test (comparison, number); None lets all pass."""
    return test is None or _COMPARE[test[0]](value, test[1])


def ice_strength(slots: tuple[Slot, ...], state: RigState, target: Target) -> int:
    """The strength of a piece of ice before it is weakened, with this rig installed."""
    total = target.strength
    if target.standing:
        breakers = icebreakers(slots, state)
        fracters = sum(s.fracter and now.installed for s, now in zip(slots, state, strict=True))
        for each in target.standing:
            if meets(each.test, fracters):
                total += each.gain + each.per_breaker * breakers
    return total


def usable(slot: Slot, ability: Ability, target: Target, lowered: int) -> bool:
    """Whether an ability may be used on ice that has been weakened to `lowered`."""
    if target.no_ai and slot.ai:
        return False
    return ability.works_on(target) and meets(ability.test, lowered)


def worth_having(ways: list[Way]) -> list[Way]:
    """In order of preference, without those an earlier one beats in all it may lack:
    credits, those that are not stealth credits, and clicks."""
    if len(ways) < 2:
        return ways
    kept: list[Way] = []
    for way in sorted(ways):
        clicks = way.clicks - way.forgone
        if not any(
            k.clicks - k.forgone <= clicks and k.credits <= way.credits and k.loud <= way.loud
            for k in kept
        ):
            kept.append(way)
    return kept


class Steps(NamedTuple):
    """The boosts bought for one encounter: price, lasting gain, steps per boost."""

    clicks: int
    counters: int
    credits: int
    number: int
    order: tuple[int, ...]  # fewest of the later listed first
    virus: int
    power: int
    lasting: int
    steps: tuple[int, ...]
    forgone: int


_NO_STEPS = Steps(0, 0, 0, 0, (), 0, 0, 0, (), 0)


def cheapest_boost(slot: Slot, breakers: int, needed: int, exact: bool = False) -> Steps | None:
    """The mix of boosts of one card that gains `needed` strength (rule 1), or None.

    `exact`: no more than that may be gained.
    """
    if needed <= 0:
        return None if exact and needed < 0 else _NO_STEPS
    gains = [boost.gain + boost.per_breaker * breakers for boost in slot.boosts]
    found = []
    for steps in _step_mixes(gains, needed):
        if exact and sum(gain * n for gain, n in zip(gains, steps, strict=True)) > needed:
            continue
        paid = list(zip(slot.boosts, steps, strict=True))
        forgone = sum(boost.forgone * n for boost, n in paid)
        clicks = forgone + sum(boost.clicks * n for boost, n in paid)
        virus = sum(boost.virus * n for boost, n in paid)
        power = sum(boost.power * n for boost, n in paid)
        credits = sum(boost.credits * n for boost, n in paid)
        lasting = sum(g * n for g, (boost, n) in zip(gains, paid, strict=True) if boost.lasts)
        order = tuple(-n for n in steps)
        found.append(
            Steps(
                clicks, virus + power, credits, sum(steps), order,
                virus, power, lasting, steps, forgone,
            )
        )  # fmt: skip
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


def find_ways(slots: tuple[Slot, ...], state: RigState, target: Target, wanted: Ask) -> list[Way]:
    """All ways worth having to break `wanted` subroutines of `target`, preferred first;
    those that end the run behind all others. Empty when it cannot be done.

    Counters and cards are those of `state`; credits and clicks are not limited here.
    """
    if not any(ability.ends for slot in slots for ability in slot.abilities):
        return _search(slots, state, target, wanted)
    ways = _search(tuple(map(_staying, slots)), state, target, wanted)
    return ways + [way for way in _search(slots, state, target, wanted) if way.ends]


def _staying(slot: Slot) -> Slot:
    """A rig card without the abilities that end the run; the others keep their places."""
    abilities = (replace(a, host=NOWHERE) if a.ends else a for a in slot.abilities)
    return replace(slot, abilities=tuple(abilities))


def _search(slots: tuple[Slot, ...], state: RigState, target: Target, wanted: Ask) -> list[Way]:
    if wanted == Ask(0):
        return [NOTHING]
    breakers = icebreakers(slots, state)
    strength = ice_strength(slots, state, target)
    abilities = [a for slot in slots for a in slot.abilities] + list(target.own)
    idle = any(a.is_free and a.count > 1 for a in abilities)
    found: list[Way] = []
    for weakening in weakenings(slots, state, target):
        met, lowered = _strengths_met(slots, weakening, strength)
        fronts = {(0, 0): [NOTHING]}
        _use_own_ability(fronts, target, wanted)
        for number in range(len(slots) - 1, -1, -1):
            slot, now = slots[number], state[number]
            if not now.installed or now.silent:
                continue
            own = strength_of(slot, now, breakers)
            weakened = weakening.get(number, 0)
            to_weaken = cheapest_boost(slot, breakers, met[number] - own) if weakened else _NO_STEPS
            to_break = cheapest_boost(
                slot, breakers, max(lowered, met[number]) - own, exact=slot.exact
            )
            part = _Part(slot, number, now, target, lowered, to_weaken, to_break, weakened)
            extended = _use_slot(fronts, part, wanted)
            if idle and (done := extended.get((wanted.total, 0))):
                done[:] = [way for way in done if not _superfluous(slots, target, way, wanted)]
            fronts = {reached: worth_having(ways) for reached, ways in extended.items()}
        for (general, special), ways in fronts.items():
            if wanted.left(general, special) == 0:
                found += ways
    return worth_having(found)


def _strengths_met(
    slots: tuple[Slot, ...], weakening: dict[int, int], strength: int
) -> tuple[list[int], int]:
    """The strength of the ice when an interface ability of each slot first weakens it
    (NOTHING_MET for the others), and once all of them have."""
    met = [NOTHING_MET] * len(slots)
    for interface in (False, True):
        for number, times in weakening.items():
            ability = slots[number].weakening
            if ability is not None and ability.interface == interface:
                if interface:
                    met[number] = strength
                strength -= times * ability.amount
    return met, strength


def shortfall(slots: tuple[Slot, ...], state: RigState, target: Target, breakers: int) -> int:
    """How far this piece is above what the weakest card that could break it needs."""
    strength = ice_strength(slots, state, target)
    gaps = [0]
    for slot, now in zip(slots, state, strict=True):
        if not now.installed or now.silent or (target.no_ai and slot.ai):
            continue
        for ability in slot.abilities:
            if ability.works_on(target):
                if ability.interface:
                    gaps.append(strength - strength_of(slot, now, breakers))
                if ability.test is not None and ability.test[0] in ("<=", "="):
                    gaps.append(strength - ability.test[1])
    return max(gaps)


def weakenings(slots: tuple[Slot, ...], state: RigState, target: Target) -> list[dict[int, int]]:
    """Every mix of weakening, slot to uses, without a use that could be left out."""
    if target.floor:
        return [{}]
    needed = shortfall(slots, state, target, icebreakers(slots, state))
    mixes: list[tuple[dict[int, int], int]] = [({}, 0)]
    for number, (slot, now) in enumerate(zip(slots, state, strict=True)):
        weakening = slot.weakening
        if weakening is None or not now.installed or now.silent:
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
    """One slot in one mix of weakening, with the boosts it needs to weaken and to break."""

    slot: Slot
    number: int
    now: SlotState
    target: Target
    lowered: int
    to_weaken: Steps | None
    to_break: Steps | None
    weakening: int


def _use_slot(fronts: Fronts, part: _Part, wanted: Ask) -> Fronts:
    """Every way extended by every mix of uses of one slot."""
    options: dict[tuple[int, int], list[tuple[int, int, Way]]] = {}
    extended: Fronts = {}
    total = wanted.total
    for (general, special), ways in fronts.items():
        left = wanted.left(general, special)
        key = (left, min(left, max(0, wanted.tracing - special)))
        if key not in options:
            options[key] = list(_options(part, *key, wanted))
        for covered, traced, use in options[key]:
            reached = (min(total, general + covered), min(wanted.tracing, special + traced))
            if left == 0 or wanted.left(*reached) == 0:
                reached = (total, 0)
            extended.setdefault(reached, []).extend([_join(way, use) for way in ways])
    return extended


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
    )


def _options(part: _Part, left: int, tracing: int, wanted: Ask) -> Iterator[tuple[int, int, Way]]:
    """Subroutines covered, by any ability and by those for tracing ones, and the part of a
    way, for every mix of uses of one slot."""
    slot, now, number = part.slot, part.now, part.number
    if part.to_weaken is None:
        return
    ranges = []
    for ability in slot.abilities:
        open_to = tracing if ability.tracing else left
        if ability.once:
            open_to = min(left, wanted.total - wanted.closed)
        ready = part.to_break is not None or not ability.interface
        if not open_to or not ready or not usable(slot, ability, part.target, part.lowered):
            open_to = 0
        ranges.append(range(-(-open_to // ability.count) + 1))
    weaken = slot.weakening
    for mix in product(*ranges):
        used = [(a, n) for a, n in zip(slot.abilities, mix, strict=True) if n]
        steps = part.to_weaken
        if part.to_break is not None and any(a.interface for a, _ in used):
            steps = part.to_break
        virus = steps.virus + sum(a.virus * n for a, n in used)
        power = steps.power + sum(a.power * n for a, n in used)
        credits = steps.credits + sum(a.credits * n for a, n in used)
        if weaken is not None:
            virus += part.weakening * weaken.virus
            power += part.weakening * weaken.power
            credits += part.weakening * weaken.credits
        if virus > now.virus or power > now.power or sum(n for a, n in used if a.trash) > 1:
            continue
        total = sum(mix) + part.weakening
        trashed = any(a.trash for a, _ in used)
        condemned = any(a.dooms for a, _ in used) and not now.doomed
        marked, lost = 0, False
        if slot.mark is not None and slot.mark.faces is None and used and not trashed:
            lost = loses_itself(slot.mark, now.virus - virus, now.power - power)
            marked = 0 if lost else slot.mark.virus + slot.mark.power
        forgone = steps.forgone + sum(a.forgone * n for a, n in used)
        use = Use(number, mix, part.weakening, steps.steps)
        yield (
            sum(a.count * n for a, n in used if not a.tracing),
            sum(a.count * n for a, n in used if a.tracing),
            Way(
                int(trashed) + int(condemned) + int(lost),
                steps.clicks + sum((a.clicks + a.forgone) * n for a, n in used),
                virus + power + marked,
                credits,
                (number,) if total else (),
                (total,),
                (tuple(-n for n in mix),),
                (use,) if total else (),
                forgone,
                credits if slot.loud else 0,
                sum(a.noise * n for a, n in used),
                any(a.ends for a, _ in used),
                sum(n for a, n in used if a.die),
            ),
        )


def loses_itself(mark: Mark, virus: int, power: int) -> bool:
    """Whether a card that was used is trashed for want of counters."""
    return not (mark.virus or mark.power) or virus < mark.virus or power < mark.power


def _superfluous(slots: tuple[Slot, ...], target: Target, way: Way, wanted: Ask) -> bool:
    """Whether some use could be left out: one that costs nothing would not show."""
    used: list[tuple[Ability, int]] = []
    for use in way.uses:
        printed = slots[use.slot].abilities if use.slot >= 0 else target.own
        used += [(a, n) for a, n in zip(printed, use.breaks, strict=True) if n]
    general = sum(a.count * n for a, n in used if not a.tracing)
    special = sum(a.count * n for a, n in used if a.tracing)
    fewer = [(0, a.count) if a.tracing else (a.count, 0) for a, _ in used]
    return any(wanted.left(general - one, special - other) == 0 for one, other in fewer)
