"""What one card may do at a piece of ice: every mix of its uses that could make sense, each
way to break extended by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import add
from typing import NamedTuple

from simcore.plan.boosts import Steps
from simcore.plan.descent import Descent
from simcore.plan.pieces import (
    NOTHING,
    Ability,
    Ask,
    Mark,
    Slot,
    SlotState,
    Target,
    Use,
    Way,
    meets,
)


class Worth(NamedTuple):
    """What a search finds worth having: the ways to `keep` of some that break the same,
    the `boosts` to a needed strength (slot, state, icebreakers, needed, exactly), and
    whether weakening and breaking are done in `any_order`."""

    keep: Callable[[list[Way]], list[Way]]
    boosts: Callable[[Slot, SlotState, int, int, bool], Sequence[Steps]]
    any_order: bool = False


Fronts = dict[tuple[int, int], list[Way]]
"""Ways by what they have broken: with any ability, and with those for tracing ones."""


class Part(NamedTuple):
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
        return [
            level
            for level in self.down.levels
            if meets(ability.test, level)
            and (not ability.interface or ability.gain or self.boosts(level, self.slot.exact))
        ]


_Used = list[tuple[int, Ability, int]]
"""Abilities that are used: place, ability, how often."""


def has_a_say(slot: Slot, target: Target) -> bool:
    """Whether a card can do anything at a piece of ice, whatever its strength."""
    if slot.weakening is not None:
        return True
    return any(usable_at_all(slot, ability, target) for ability in slot.abilities)


def usable_at_all(slot: Slot, ability: Ability, target: Target) -> bool:
    """Whether an ability may be used on this piece, whatever its strength."""
    return not (target.no_ai and slot.ai) and ability.works_on(target)


def use_slot(fronts: Fronts, part: Part, wanted: Ask) -> Fronts:
    """Every way extended by every mix of uses of one slot."""
    options: dict[tuple[int, int], list[tuple[int, int, Way]]] = {}
    extended: Fronts = {}
    total = wanted.total
    levels = [part.levels(ability) for ability in part.slot.abilities]
    idle = [_idle(part.slot)] if not any(levels) and not part.weakening else None
    for (general, special), ways in fronts.items():
        left = wanted.left(general, special)
        key = (left, min(left, wanted.tracing - special))
        if idle is not None:
            options[key] = idle
        elif key not in options:
            options[key] = list(_options(part, levels, *key, wanted))
        for covered, traced, use in options[key]:
            reached = (min(total, general + covered), min(wanted.tracing, special + traced))
            if wanted.left(*reached) == 0:
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
        added(way.apart, use.apart),
        way.blinds or use.blinds,
    )


def added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """Two rows of numbers added up; the empty one holds nothing."""
    return tuple(map(add, one, other)) if one and other else one or other


def _most_uses(
    part: Part, place: int, levels: list[int], left: int, tracing: int, wanted: Ask
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
        most = max(open_to, gap * ability.gain)
    else:
        most = -(-open_to // ability.count)
        if ability.gain:
            most += max(0, -(-gap // ability.gain) - 1)
        if ability.limit:
            most = min(most, ability.limit)
    return 0 if ability.once_a_run and part.now.spent >> place & 1 else most


def _boosted(
    part: Part, used: _Used, levels: list[list[int]]
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
    part: Part, levels: list[list[int]], left: int, tracing: int, wanted: Ask
) -> Iterator[tuple[int, int, Way]]:
    """Subroutines covered, by any ability and by those for tracing ones, and the part of a
    way, for every mix of uses of one slot."""
    slot = part.slot
    if part.weakening and not part.boosts(part.down.met[part.number], False):
        return
    ranges = [
        range(_most_uses(part, place, levels[place], left, tracing, wanted) + 1)
        for place in range(len(slot.abilities))
    ]
    for mix in product(*ranges):
        used = [(i, a, n) for i, (a, n) in enumerate(zip(slot.abilities, mix, strict=True)) if n]
        covered = _covered(part, levels, used, wanted.total)
        if covered is None:
            continue
        spent = _spent_on(used)
        if spent.trashed > 1:
            continue
        for steps, at in _boosted(part, used, levels):
            way = _way_of(part, mix, used, spent, steps, at)
            if way is not None:
                yield *covered, way


def _covered(
    part: Part, levels: list[list[int]], used: _Used, total: int
) -> tuple[int, int] | None:
    """Subroutines covered by any ability and by those for tracing ones, of `total` to break;
    None where some use covers nothing."""
    plain = traced = 0
    for place, ability, times in used:
        room = broken_by(ability, times, levels[place][0] - part.own)
        if ability.after:
            room = min(room, total - 1)
        if not room:
            return None
        if ability.tracing:
            traced += room
        else:
            plain += room
    return plain, traced


def _way_of(
    part: Part,
    mix: tuple[int, ...],
    used: _Used,
    spent: _Spent,
    steps: Steps,
    at: tuple[int, ...],
) -> Way | None:
    """A mix of uses of one slot, with boosts, as the part of a way; None if it cannot be."""
    slot, now, number = part.slot, part.now, part.number
    weaken, weakened, lowered = slot.weakening, part.weakening, part.down.lowered
    virus, power = steps.virus + spent.virus, steps.power + spent.power
    credits = steps.credits + spent.credits
    if weaken is not None:
        virus += weakened * weaken.virus
        power += weakened * weaken.power
        credits += weakened * weaken.credits
    if virus > now.virus or power > now.power:
        return None
    if weakened and spent.trashed and any(a.trash and at[i] > lowered for i, a, _ in used):
        return None  # it would weaken the ice once it is gone
    marked, lost = 0, False
    if slot.mark is not None and slot.mark.faces is None and used and not spent.trashed:
        lost = loses_itself(slot.mark, now.virus - virus, now.power - power)
        marked = 0 if lost else slot.mark.virus + slot.mark.power
    condemned = spent.dooms and not now.doomed
    grip, stealth = steps.grip + spent.grip, steps.stealth + spent.stealth
    thrown = 0
    if weaken is not None and weakened:
        grip += weakened * weaken.grip
        thrown = int(weaken.trash)
        stealth += weakened * weaken.credits if weaken.stealth else 0
    total = sum(mix) + weakened
    use = Use(number, mix, weakened, (steps.number, *steps.order), steps.steps)
    if spent.gains or any(at[place] > lowered for place, _, _ in used):
        use = use._replace(at=at)
    return Way(
        spent.trashed + thrown + int(condemned) + int(lost) + grip,
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
        stealth,
        apart(slot, credits, stealth) if slot.payer >= 0 else (),
        spent.blinds,
    )


def apart(slot: Slot, credits: int, stealth: int = 0) -> tuple[int, ...]:
    """Credits for using a card, as `Way.apart`."""
    row = [0] * (2 * slot.payers)
    if slot.payer >= 0:
        row[slot.payer], row[slot.payers + slot.payer] = credits, stealth
    return tuple(row)


class _Spent(NamedTuple):
    """What a mix of uses costs and does, boosts and weakening aside; `clicks` with the
    actions forgone."""

    trashed: int
    dooms: bool
    gains: bool
    ends: bool
    clicks: int
    forgone: int
    virus: int
    power: int
    credits: int
    noise: int
    dice: int
    grip: int
    stealth: int
    blinds: bool


def _spent_on(used: _Used) -> _Spent:
    trashed = clicks = forgone = virus = power = credits = noise = dice = grip = stealth = 0
    dooms = gains = ends = blinds = False
    for _, a, n in used:
        once = 1 if a.sized else n
        trashed += a.trash * n
        dooms = dooms or a.dooms
        gains = gains or a.gain != 0
        ends = ends or a.ends
        blinds = blinds or a.blinds
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
        stealth, blinds,
    )  # fmt: skip


def loses_itself(mark: Mark, virus: int, power: int) -> bool:
    """Whether a card that was used is trashed for want of counters."""
    return not (mark.virus or mark.power) or virus < mark.virus or power < mark.power


def owes(slot: Slot) -> bool:
    """Whether a card gives counters, if it is still there, for having been used."""
    return slot.mark is not None and bool(slot.mark.virus or slot.mark.power)
