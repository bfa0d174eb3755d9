"""Boosts: the mixes of steps that bring one card to a strength."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from simcore.plan.pieces import Slot, SlotState


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
    grip: int = 0
    stealth: int = 0


NO_STEPS = Steps(0, 0, 0, 0, (), 0, 0, 0, (), 0)


def cheapest_boosts(slot: Slot, breakers: int, needed: int, exact: bool = False) -> list[Steps]:
    """The mixes of boosts of one card that gain `needed` strength (rule 1), one for every number
    of stealth credits that boosts may take.

    `exact`: no more than that may be gained.
    """
    if needed <= 0:
        return [] if exact and needed < 0 else [NO_STEPS]
    kept: list[Steps] = []
    for mix in sorted(_mixes(slot, breakers, needed, exact)):
        if all(mix.stealth < each.stealth for each in kept):
            kept.append(mix)
    return kept


def boosts_worth_having(
    slot: Slot, now: SlotState, breakers: int, needed: int, exact: bool, beyond: int = 0
) -> list[Steps]:
    """The mixes that gain `needed` strength of which no step could be left out, without
    those that another one beats in all its prices and in the strength that lasts.

    A use of a size of one's choice may be so much larger (`beyond`) for ice that comes later.
    A card that loses counters for having been used, or is trashed, may be better off without
    them: then it goes, and takes along what it has left."""
    if needed <= 0:
        return [] if exact and needed < 0 else [NO_STEPS]
    kept: list[tuple[Steps, tuple[int, ...]]] = []
    sized = any(boost.follows for boost in slot.boosts) and not exact
    mixes = (
        mix
        for level in range(needed, needed + (beyond if sized else 0) + 1)
        for mix in _mixes(slot, breakers, level, exact)
        if not _is_wasteful(slot, now, breakers, level, mix)
    )
    for mix in sorted(mixes):
        last = -mix.lasting if not slot.exact else 0
        clicks = mix.clicks - mix.forgone
        counters = (mix.virus, mix.power)
        once = sum(n for boost, n in zip(slot.boosts, mix.steps, strict=True) if boost.once_a_run)
        bill = (mix.credits, clicks, mix.forgone, *counters, mix.grip, mix.stealth, last, once)
        if not any(
            all(mine <= other for mine, other in zip(paid, bill, strict=True))
            and (not slot.exact or each.lasting == mix.lasting)
            and not (slot.mark is not None and slot.mark.virus and each.virus != mix.virus)
            and not (slot.mark is not None and slot.mark.power and each.power != mix.power)
            for each, paid in kept
        ):
            kept.append((mix, bill))
    return [mix for mix, _ in kept]


def _is_wasteful(slot: Slot, now: SlotState, breakers: int, needed: int, mix: Steps) -> bool:
    """Whether a step could be left out, or is taken more often than it may be."""
    gains = [boost.gain + boost.per_breaker * breakers for boost in slot.boosts]
    total = sum(gain * n for gain, n in zip(gains, mix.steps, strict=True))
    for place, (boost, gain, times) in enumerate(zip(slot.boosts, gains, mix.steps, strict=True)):
        if times and total - gain >= needed:
            return True
        used = now.spent >> (len(slot.abilities) + place) & 1
        if boost.once_a_run and times + used > 1:
            return True
    return False


def _mixes(slot: Slot, breakers: int, needed: int, exact: bool) -> Iterator[Steps]:
    gains = [boost.gain + boost.per_breaker * breakers for boost in slot.boosts]
    for steps in _step_counts(gains, needed):
        if exact and sum(gain * n for gain, n in zip(gains, steps, strict=True)) > needed:
            continue
        if any(b.follows and steps[n] and not steps[n - 1] for n, b in enumerate(slot.boosts)):
            continue
        paid = list(zip(slot.boosts, steps, strict=True))
        forgone = sum(boost.forgone * n for boost, n in paid)
        virus = sum(boost.virus * n for boost, n in paid)
        power = sum(boost.power * n for boost, n in paid)
        yield Steps(
            forgone + sum(boost.clicks * n for boost, n in paid),
            virus + power,
            sum(boost.credits * n for boost, n in paid),
            sum(steps),
            tuple(-n for n in steps),
            virus,
            power,
            sum(g * n for g, (boost, n) in zip(gains, paid, strict=True) if boost.lasts),
            steps,
            forgone,
            sum(boost.grip * n for boost, n in paid),
            sum(boost.stealth * n for boost, n in paid),
        )


def _step_counts(gains: list[int], needed: int) -> Iterator[tuple[int, ...]]:
    """Step counts that gain enough, the last boost filling what the others leave."""
    if not gains:
        return
    most = [-(-needed // gain) if gain > 0 else 0 for gain in gains]
    for head in product(*(range(n + 1) for n in most[:-1])):
        rest = needed - sum(gain * n for gain, n in zip(gains, head, strict=False))
        if rest <= 0:
            yield (*head, 0)
        elif gains[-1] > 0:
            yield (*head, -(-rest // gains[-1]))
