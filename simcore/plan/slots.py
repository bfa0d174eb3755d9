"""Rig cards and ice as the break search sees them, made from card rules."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.cards.card import Card
from simcore.cards.syntax import ANY_NUMBER, Atom, Break, Condition, Cost
from simcore.errors import CapacityError
from simcore.plan.breaking import (
    ANYWHERE,
    Ability,
    Boost,
    RigState,
    Slot,
    SlotState,
    Target,
    Weakening,
)
from simcore.scenario import RigCard

MOST_SUBS = 32
"""Stands for "any number" of subroutines: no encounter has more."""
ELSEWHERE = 99
"""Place of ice on another server: an ability bound to it never works here."""


def _prices(cost: Cost, card: Card, allowed: str) -> dict[str, int]:
    prices = dict.fromkeys(("credits", "clicks", "virus", "power", "trash"), 0)
    for price in cost:
        if price.kind not in allowed.split():
            raise CapacityError(f"{card.title}: a cost of {price.kind} is not executed yet")
        prices[price.kind] += price.amount.base
    return prices


def _met(condition: Condition | None, earlier_success: bool, card: Card) -> bool:
    if condition is None:
        return True
    if condition.subject != "successful-run-this-turn":
        raise CapacityError(f"{card.title}: asking for {condition.subject} is not executed yet")
    return earlier_success != condition.negated


def _ability(card: Card, printed: Break, cost: Cost, discount: int, host: int) -> Ability:
    prices = _prices(cost, card, "credits clicks virus power trash")
    return Ability(
        count=MOST_SUBS if printed.count == ANY_NUMBER else printed.count,
        credits=max(0, prices["credits"] - discount),
        clicks=prices["clicks"],
        virus=prices["virus"],
        power=prices["power"],
        trash=prices["trash"] > 0,
        dooms=printed.dooms,
        types=frozenset(printed.types),
        interface=printed.interface,
        host=host,
    )


def _strength(placed: RigCard, earlier_success: bool) -> tuple[int, int]:
    """Strength without icebreakers installed, and what each of them adds."""
    card = placed.card
    strength, per_breaker = card.strength or 0, 0
    for static in card.rules.statics:
        if static.kind != "str" or not _met(static.condition, earlier_success, card):
            continue
        amount = static.amount
        strength += amount.base
        if amount.register == "breakers":
            per_breaker += amount.factor
        elif amount.register in ("virus", "power"):
            # counters that the card spends would change its strength during the run
            rules = card.rules
            costs = [ability.costs for ability in rules.breaks]
            costs += [pump.costs for pump in rules.pumps]
            costs += [paid.costs for paid in rules.paid]
            spent = {price.kind for each in costs for cost in each for price in cost}
            if rules.breaks and amount.register in spent:
                raise CapacityError(f"{card.title}: strength by counters that it spends")
            counters = placed.virus if amount.register == "virus" else placed.power
            strength += amount.factor * counters
        elif amount.register:
            raise CapacityError(f"{card.title}: strength by {amount.register} is not executed yet")
    return strength, per_breaker


def make_slot(placed: RigCard, earlier_success: bool) -> Slot:
    """One rig card for the search; `earlier_success`: a successful run this turn.

    Raises `CapacityError` naming the card and what is not executed.
    """
    card = placed.card
    abilities = []
    for printed in card.rules.breaks:
        host = ANYWHERE
        if printed.host_only:
            host = ELSEWHERE if placed.host is None else placed.host
        discount = 0
        if printed.discount and _met(printed.discount_condition, earlier_success, card):
            discount = printed.discount
        abilities += [_ability(card, printed, cost, discount, host) for cost in printed.costs]
    boosts = []
    for pump in card.rules.pumps:
        if pump.gain.register not in ("", "breakers"):
            raise CapacityError(f"{card.title}: a boost by {pump.gain.register}")
        for cost in pump.costs:
            prices = _prices(cost, card, "credits virus power")
            boosts.append(
                Boost(
                    pump.gain.base,
                    pump.gain.factor,
                    prices["credits"],
                    prices["virus"],
                    prices["power"],
                    pump.duration != "encounter",
                )
            )
    strength, per_breaker = _strength(placed, earlier_success)
    return Slot(
        card.title,
        card.type == "program",
        card.is_icebreaker,
        strength,
        per_breaker,
        tuple(abilities),
        tuple(boosts),
        _weakening(card),
    )


def _weakening(card: Card) -> Weakening | None:
    found = None
    for paid in card.rules.paid:
        effect = paid.effect
        if not isinstance(effect, Atom) or effect.name != "ice-str" or found is not None:
            raise CapacityError(f"{card.title}: '{paid.text}' is not executed yet")
        prices = _prices(paid.costs[0], card, "credits virus power")
        if len(paid.costs) > 1 or not (prices["virus"] or prices["power"]):
            raise CapacityError(f"{card.title}: '{paid.text}' is not executed yet")
        found = Weakening(effect.amount.base, prices["credits"], prices["virus"], prices["power"])
    return found


def make_target(card: Card, strength: int, place: int) -> Target:
    """A piece of ice of this strength at a place, for the search."""
    own = []
    for printed in card.rules.runner_breaks:
        for cost in printed.costs:
            prices = _prices(cost, card, "credits clicks")
            own.append(Ability(printed.count, prices["credits"], prices["clicks"], interface=False))
    return Target(card.title, strength, card.subtypes, len(card.rules.subs), place, tuple(own))


def first_state(rig: Sequence[RigCard]) -> RigState:
    """The state of the rig at the start of the run."""
    return tuple(SlotState(virus=placed.virus, power=placed.power) for placed in rig)
