"""Every way to break subroutines, tried one by one (plan rules 1 to 4).

The search is brute force on purpose: it is the judge of the clever one in `plan`.
Subroutines are alike to every break ability in the notation, so a question asks for
*how many* are to be broken. Equal questions are answered from memory.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from simcore.cards.syntax import Atom, Cost
from simcore.reference.state import Piece, Slot, Source, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

ICE_ITSELF = -1
"""Slot of an ability printed on the ice for the Runner (bioroids)."""


@dataclass(frozen=True, slots=True)
class Spend:
    """The price of one use. `given_up`: the card itself is trashed or removed."""

    credits: int = 0
    clicks: int = 0
    virus: int = 0
    power: int = 0
    grip: int = 0
    given_up: bool = False


@dataclass(frozen=True, slots=True)
class Ability:
    """A break ability at one of its alternative prices: up to `count` subroutines a use.

    `dooms`: a use condemns the card, which has not been condemned before (rule 3).
    """

    slot: int
    count: int
    spend: Spend
    interface: bool
    dooms: bool


@dataclass(frozen=True, slots=True)
class Weakener:
    """An ability that lowers the strength of the ice by `amount` for the encounter."""

    slot: int
    amount: int
    spend: Spend


@dataclass(frozen=True, slots=True)
class Boost:
    """A strength boost; `lasting` beyond the encounter."""

    gain: int
    lasting: bool
    spend: Spend


@dataclass(frozen=True, slots=True)
class Breaker:
    """What a rig slot brings: its strength now, its boosts, its counters."""

    strength: int
    boosts: tuple[Boost, ...]
    virus: int
    power: int


@dataclass(frozen=True, slots=True)
class Question:
    """Break `subs` subroutines of ice of `strength` with what is there."""

    subs: int
    strength: int
    abilities: tuple[Ability, ...]
    weakeners: tuple[Weakener, ...]
    breakers: tuple[Breaker, ...]
    credits: int
    clicks: int
    grip: int


@dataclass(frozen=True, slots=True)
class Way:
    """How often each ability, weakener and boost (by slot) is used, and its price."""

    uses: tuple[int, ...]
    weakenings: tuple[int, ...]
    boosts: tuple[tuple[int, ...], ...]
    credits: int
    clicks: int
    virus: tuple[int, ...]
    power: tuple[int, ...]
    grip: int
    given_up: int


# -- from the table to a question ------------------------------------------


def _spend(table: Table, cost: Cost, source: Source, discount: int = 0) -> Spend:
    parts: dict[str, int] = {}
    for price in cost:
        parts[price.kind] = parts.get(price.kind, 0) + table.amount(price.amount, source)
    return Spend(
        credits=max(0, parts.get("credits", 0) - discount),
        clicks=parts.get("clicks", 0),
        virus=parts.get("virus", 0),
        power=parts.get("power", 0),
        grip=parts.get("grip", 0),
        given_up="trash" in parts or "rfg" in parts,
    )


def question(
    table: Table, piece: Piece, subs: int, tax: int = 0, clicks: int = 0, grip: int = 0
) -> Question:
    """The question a piece of ice puts now, with so much already promised elsewhere."""
    ice = table.ice_source(piece)
    abilities: list[Ability] = []
    weakeners: list[Weakener] = []
    breakers: list[Breaker] = []
    for slot in table.rig:
        source = Source(slot.card, slot)
        if slot.installed:
            abilities += _abilities(table, slot, source, piece)
            weakeners += _weakeners(table, slot, source)
        boosts = _boosts(table, source) if slot.installed else ()
        strength = table.strength(source) + slot.boost
        breakers.append(Breaker(strength, boosts, slot.virus, slot.power))
    for ability in piece.card.rules.runner_breaks:
        for cost in ability.costs:
            spend = _spend(table, cost, ice)
            abilities.append(Ability(ICE_ITSELF, ability.count, spend, False, False))
    return Question(
        subs,
        table.strength(ice),
        tuple(abilities),
        tuple(weakeners),
        tuple(breakers),
        table.spendable(breaking=True) - tax,
        table.clicks - clicks,
        table.grip_size() - grip,
    )


def _abilities(table: Table, slot: Slot, source: Source, piece: Piece) -> Iterator[Ability]:
    for ability in slot.card.rules.breaks:
        if ability.types and not piece.card.subtypes.intersection(ability.types):
            continue
        if ability.host_only and slot.host != piece.place:
            continue
        holds = table.holds(ability.discount_condition, source)
        discount = ability.discount if holds else 0
        for cost in ability.costs:
            yield Ability(
                slot.place,
                ability.count,
                _spend(table, cost, source, discount),
                ability.interface,
                ability.dooms and not slot.doomed,
            )


def _weakeners(table: Table, slot: Slot, source: Source) -> Iterator[Weakener]:
    for paid in slot.card.rules.paid:
        effect = paid.effect
        if isinstance(effect, Atom) and effect.name == "ice-str":
            amount = table.amount(effect.amount, source)
            for cost in paid.costs if amount > 0 else ():
                yield Weakener(slot.place, amount, _spend(table, cost, source))


def _boosts(table: Table, source: Source) -> tuple[Boost, ...]:
    return tuple(
        Boost(
            table.amount(pump.gain, source),
            pump.duration != "encounter",
            _spend(table, cost, source),
        )
        for pump in source.card.rules.pumps
        for cost in pump.costs
    )


# -- from a question to the preferred affordable way ------------------------


@lru_cache(maxsize=200_000)
def preferred_way(asked: Question) -> Way | None:
    """The first affordable way in the order of rule 2; None when there is none."""
    best: Way | None = None
    best_rank: tuple[object, ...] | None = None
    for way in ways(asked):
        if _affordable(asked, way):
            rank = _rank(asked, way)
            if best_rank is None or rank < best_rank:
                best, best_rank = way, rank
    return best


def ways(asked: Question) -> Iterator[Way]:
    """All ways, affordable or not; none of them has a use it could do without."""
    for uses in _uses(asked.abilities, asked.subs):
        used = [
            ability.slot
            for ability, times in zip(asked.abilities, uses, strict=True)
            if times and ability.interface
        ]
        gaps = {slot: asked.strength - asked.breakers[slot].strength for slot in used}
        for weakenings in _weakenings(asked.weakeners, max(gaps.values(), default=0)):
            weaker = sum(
                times * weakener.amount
                for weakener, times in zip(asked.weakeners, weakenings, strict=True)
            )
            boosts: list[tuple[int, ...]] = []
            for slot, breaker in enumerate(asked.breakers):
                mix = boost_mix(breaker.boosts, gaps.get(slot, 0) - weaker)
                if mix is None:
                    break
                boosts.append(mix)
            else:
                yield _priced(asked, uses, weakenings, tuple(boosts))


def _uses(abilities: tuple[Ability, ...], subs: int) -> Iterator[tuple[int, ...]]:
    """Numbers of uses that break `subs` subroutines, none of the uses superfluous."""

    def extend(index: int, left: int) -> Iterator[tuple[int, ...]]:
        if index == len(abilities):
            if left <= 0:
                yield ()
            return
        ability = abilities[index]
        most = -(-max(left, 0) // ability.count)
        if ability.spend.given_up:
            most = min(most, 1)  # the card is gone after one use
        for times in range(most + 1):
            for rest in extend(index + 1, left - times * ability.count):
                yield (times, *rest)

    for uses in extend(0, subs):
        spare = sum(a.count * n for a, n in zip(abilities, uses, strict=True)) - subs
        needed = all(a.count > spare for a, n in zip(abilities, uses, strict=True) if n)
        trashed = [a.slot for a, n in zip(abilities, uses, strict=True) if n and a.spend.given_up]
        if needed and len(trashed) == len(set(trashed)):
            yield uses


def _weakenings(weakeners: tuple[Weakener, ...], gap: int) -> Iterator[tuple[int, ...]]:
    """Numbers of weakenings up to the widest gap in strength, none superfluous."""
    ranges = [
        range(1 + (min(1, most) if weakener.spend.given_up else most))
        for weakener in weakeners
        for most in [-(-max(gap, 0) // weakener.amount)]
    ]
    for times in itertools.product(*ranges):
        total = sum(w.amount * n for w, n in zip(weakeners, times, strict=True))
        if all(total - w.amount < gap for w, n in zip(weakeners, times, strict=True) if n):
            yield times


@lru_cache(maxsize=100_000)
def boost_mix(boosts: tuple[Boost, ...], gap: int) -> tuple[int, ...] | None:
    """Steps of each boost that close the gap: least (counters, credits, steps), then
    more of the earlier listed (rule 1). None when the gap cannot be closed."""
    if gap <= 0:
        return (0,) * len(boosts)
    ranges = [range(-(-gap // boost.gain) + 1) if boost.gain > 0 else range(1) for boost in boosts]
    best: tuple[int, ...] | None = None
    best_rank: tuple[object, ...] | None = None
    for steps in itertools.product(*ranges):
        pairs = list(zip(boosts, steps, strict=True))
        if sum(boost.gain * n for boost, n in pairs) < gap:
            continue
        rank = (
            sum((boost.spend.virus + boost.spend.power) * n for boost, n in pairs),
            sum(boost.spend.credits * n for boost, n in pairs),
            sum(steps),
            tuple(-n for n in steps),
        )
        if best_rank is None or rank < best_rank:
            best, best_rank = steps, rank
    return best


def _priced(
    asked: Question,
    uses: tuple[int, ...],
    weakenings: tuple[int, ...],
    boosts: tuple[tuple[int, ...], ...],
) -> Way:
    spends: list[tuple[int, Spend, int]] = []
    for ability, times in zip(asked.abilities, uses, strict=True):
        spends.append((ability.slot, ability.spend, times))
    for weakener, times in zip(asked.weakeners, weakenings, strict=True):
        spends.append((weakener.slot, weakener.spend, times))
    for slot, breaker in enumerate(asked.breakers):
        for boost, times in zip(breaker.boosts, boosts[slot], strict=True):
            spends.append((slot, boost.spend, times))
    virus, power = [0] * len(asked.breakers), [0] * len(asked.breakers)
    for slot, spend, times in spends:
        if slot != ICE_ITSELF:
            virus[slot] += spend.virus * times
            power[slot] += spend.power * times
    condemned = {
        ability.slot
        for ability, times in zip(asked.abilities, uses, strict=True)
        if times and ability.dooms
    }
    grip = sum(spend.grip * times for _, spend, times in spends)
    return Way(
        uses,
        weakenings,
        boosts,
        credits=sum(spend.credits * times for _, spend, times in spends),
        clicks=sum(spend.clicks * times for _, spend, times in spends),
        virus=tuple(virus),
        power=tuple(power),
        grip=grip,
        # Cards of the grip are "cards given up" in plans.md; rule 3 names only the rig.
        given_up=sum(times for _, spend, times in spends if spend.given_up) + len(condemned) + grip,
    )


def _affordable(asked: Question, way: Way) -> bool:
    return (
        way.credits <= asked.credits
        and way.clicks <= asked.clicks
        and way.grip <= asked.grip
        and all(n <= b.virus for n, b in zip(way.virus, asked.breakers, strict=True))
        and all(n <= b.power for n, b in zip(way.power, asked.breakers, strict=True))
    )


def _rank(asked: Question, way: Way) -> tuple[object, ...]:
    """The order of preference (rule 2); smaller is better."""
    by_slot = [0] * len(asked.breakers)
    for ability, times in zip(asked.abilities, way.uses, strict=True):
        if ability.slot != ICE_ITSELF:
            by_slot[ability.slot] += times
    for weakener, times in zip(asked.weakeners, way.weakenings, strict=True):
        by_slot[weakener.slot] += times
    return (
        way.given_up,
        way.clicks,
        sum(way.virus) + sum(way.power),
        way.credits,
        tuple(slot for slot, times in enumerate(by_slot) if times),
        tuple(reversed(by_slot)),
        tuple(-times for times in (*way.uses, *way.weakenings)),
    )
