"""What it costs to break one piece of ice completely: `simcore break`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simcore.cards.card import Card
from simcore.cards.standing import subs_of
from simcore.errors import CapacityError, CardError
from simcore.plan.aftermath import allot
from simcore.plan.breaking import (
    RigState,
    Slot,
    Target,
    Use,
    Way,
    find_ways,
    ice_strength,
    icebreakers,
    strength_of,
)
from simcore.plan.slots import alone, ask_for, first_state, make_slot, make_target
from simcore.scenario import RigCard


@dataclass(frozen=True, slots=True)
class BreakCost:
    """The price of breaking every subroutine of one piece of ice.

    `cost`: the fewest credits, None if it cannot be done. `payments`: the ways worth
    having, in the order of preference of rule 2, each as credits, counters, clicks and
    cards given up. `steps`: what the cheapest of them does, in words.
    """

    possible: bool
    cost: int | None
    payments: tuple[dict[str, int], ...]
    subs: int
    steps: tuple[str, ...]


def break_cost(
    ice: Card, breakers: Sequence[RigCard], *, advancement: int = 0, server: str = "remote"
) -> BreakCost:
    """The ways to break all of `ice` with `breakers`, credits and clicks without limit.

    The ice protects `server` alone, with `advancement` counters on it; cards that sit
    on ice sit on this piece. Raises `CardError` for cards that cannot be installed
    and `CapacityError` for what is not executed.
    """
    for placed in breakers:
        if placed.card.type not in ("program", "hardware", "resource"):
            raise CardError(f"{placed.card.title} is not an installed Runner card")
    setting = alone(ice, advancement, server)
    subs = subs_of(ice, setting)
    target = make_target(ice, setting, 0, ask_for(subs, range(len(subs))))
    rig = [_hosted_here(placed) for placed in breakers]
    stealth = any("stealth" in placed.card.rules.recurring_use for placed in rig)
    slots = tuple(make_slot(placed, False, stealth, 1) for placed in rig)
    for slot in slots:
        if slot.rolls:
            raise CapacityError(f"{slot.title}: its strength is rolled when a run begins")
    state = first_state(rig)
    ways = find_ways(slots, state, target, target.subs)
    if not ways:
        return BreakCost(False, None, (), len(subs), ())
    cheapest = min(ways, key=lambda way: way.credits)
    return BreakCost(
        True,
        cheapest.credits,
        tuple(_payment(way) for way in ways),
        len(subs),
        tuple(_steps(slots, state, target, cheapest)),
    )


def _hosted_here(placed: RigCard) -> RigCard:
    if placed.host is not None or not any(b.host_only for b in placed.card.rules.breaks):
        return placed
    return RigCard(placed.card, placed.virus, placed.power, placed.credits, 0)


def _payment(way: Way) -> dict[str, int]:
    return {
        "credits": way.credits,
        "counters": way.counters,
        "clicks": way.clicks,
        "given_up": way.given_up,
    }


def _steps(slots: tuple[Slot, ...], state: RigState, target: Target, way: Way) -> list[str]:
    """A way in words, in the order of play: weaken, then boost and break card by card."""
    lines = []
    strength = ice_strength(slots, state, target)
    breakers = icebreakers(slots, state)
    weakeners = [use for use in way.uses if use.slot >= 0 and use.weakening]
    for interface in (False, True):
        for use in weakeners:
            weakening = slots[use.slot].weakening
            assert weakening is not None
            if weakening.interface != interface:
                continue
            if interface:
                lines += _boost_line(slots, state, use, breakers)
            strength -= use.weakening * weakening.amount
            paid = _price(
                use.weakening * weakening.credits,
                use.weakening * (weakening.virus + weakening.power),
                0,
            )
            lines.append(f"{slots[use.slot].title}: weaken the ice to strength {strength} ({paid})")
    left = target.subs
    for use in way.uses:
        title = target.title if use.slot < 0 else slots[use.slot].title
        weakening = slots[use.slot].weakening if use.slot >= 0 and use.weakening else None
        if use.slot >= 0 and (weakening is None or not weakening.interface):
            lines += _boost_line(slots, state, use, breakers)
        abilities = target.own if use.slot < 0 else slots[use.slot].abilities
        for ability, times in zip(abilities, use.breaks, strict=True):
            if times:
                broken, left = allot(left, ability, times)
                paid = _price(
                    times * ability.credits,
                    times * (ability.virus + ability.power),
                    times * (ability.clicks + ability.forgone),
                )
                gone = " and is trashed" if ability.trash else ""
                gone = " and is trashed when the run ends" if ability.dooms else gone
                gone = " and ends the run" if ability.ends else gone
                gone = f" if it rolls {ability.die} or more each time" if ability.die else gone
                plural = "" if broken == 1 else "s"
                lines.append(f"{title}: breaks {broken} subroutine{plural} ({paid}){gone}")
    return lines


def _boost_line(slots: tuple[Slot, ...], state: RigState, use: Use, breakers: int) -> list[str]:
    slot = slots[use.slot]
    steps = list(zip(slot.boosts, use.steps, strict=False))
    gain = sum((boost.gain + boost.per_breaker * breakers) * n for boost, n in steps)
    if not gain:
        return []
    paid = _price(
        sum(boost.credits * n for boost, n in steps),
        sum((boost.virus + boost.power) * n for boost, n in steps),
        sum((boost.clicks + boost.forgone) * n for boost, n in steps),
    )
    reached = strength_of(slot, state[use.slot], breakers) + gain
    return [f"{slot.title}: boosts to strength {reached} ({paid})"]


def _price(credits: int, counters: int, clicks: int) -> str:
    parts = [
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in ((credits, "credit"), (counters, "counter"), (clicks, "click"))
        if number
    ]
    return ", ".join(parts) or "free"
