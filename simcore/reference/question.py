"""What breaking a piece of ice comes to: the question that the search is asked.

Abilities tell subroutines apart only by whether they trace, so a question asks for
*how many* of either kind are to be broken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.settled import cheaper_pump, makes_lent_cheaper
from simcore.cards.syntax import (
    Atom,
    Cost,
    Unless,
)
from simcore.cards.walking import traces
from simcore.hosting import lies_on_breaker
from simcore.reference.state import Table
from simcore.reference.things import Piece, Slot, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

ICE_ITSELF = -1
"""Slot of an ability printed on the ice for the Runner (bioroids)."""


class Spend(NamedTuple):
    """The price of one use. `given_up`: the card itself is trashed or removed.
    `forgone`: actions given up, which cost clicks as far as there are any. `stealth`: the
    part of the credits that has to be stealth credits."""

    credits: int = 0
    clicks: int = 0
    forgone: int = 0
    virus: int = 0
    power: int = 0
    grip: int = 0
    given_up: bool = False
    stealth: int = 0

    def times(self, number: int) -> Spend:
        """The price of so many uses."""
        return Spend(
            self.credits * number,
            self.clicks * number,
            self.forgone * number,
            self.virus * number,
            self.power * number,
            self.grip * number,
            self.given_up and number > 0,
            self.stealth * number,
        )


class Ability(NamedTuple):
    """A break ability at one of its alternative prices: up to `subs` subroutines a use.

    `dooms`: a use condemns the card, which has not been condemned before (rule 3).
    `tracing`: for subroutines that trace alone. `test`: comparison and number for the
    strength of the ice once it is weakened. `ends`, `grows`, `noise`, `die`: as in
    `syntax.Break`. `closed`: places in the question of subroutines it has tried in vain.
    `sized`, `gain`, `limit`, `after`: as there as well; `each_use` credits beside those of its
    size. `number`: which ability of the card it is. `blinds`: from its use on nothing is
    accessed, which was not so before. `all_but`: so many subroutines of the piece it leaves.
    """

    slot: int
    subs: int
    spend: Spend
    interface: bool
    dooms: bool
    tracing: bool = False
    test: tuple[str, int] | None = None
    ends: bool = False
    grows: int = 0
    noise: int = 0
    die: int = 0
    once: bool = False
    closed: frozenset[int] = frozenset()
    sized: bool = False
    gain: int = 0
    limit: int = 0
    after: bool = False
    each_use: int = 0
    number: int = 0
    blinds: bool = False
    all_but: int = 0

    def room(self, times: int, gap: int) -> int:
        """Subroutines that so many uses break, by a card that is `gap` too weak."""
        if not self.gain or gap <= 0:
            return self.subs * times
        missing = -(-gap // self.gain)
        if self.sized:
            return self.subs * times if times >= missing else 0
        return self.subs * max(0, times - (missing - 1))

    def spent(self, times: int) -> Spend:
        """What so many uses cost, or one use of this size."""
        one = self.spend
        if not self.sized:
            return one.times(times)
        used = min(times, 1)
        return one.times(used)._replace(credits=one.credits * times + self.each_use * used)


class Weakener(NamedTuple):
    """An ability that lowers the strength of the ice by `amount` for the encounter.

    `interface`: its card has to match the ice when it is first used; those that need not
    are used before it.
    """

    slot: int
    amount: int
    spend: Spend
    interface: bool = False


class Boost(NamedTuple):
    """A strength boost; `lasting` beyond the encounter."""

    gain: int
    lasting: bool
    spend: Spend


class Breaker(NamedTuple):
    """What a rig slot brings: its strength now, its boosts, its counters.

    `exact`: it works at the strength of the ice alone. `loud`: stealth credits never pay
    for it. `once_used`: what having broken anything costs at the end of the encounter:
    "" nothing, "trash" the card, else the kind of counter, `once_used_number` of them or
    the card.
    """

    strength: int
    boosts: tuple[Boost, ...]
    virus: int
    power: int
    exact: bool = False
    loud: bool = False
    once_used: str = ""
    once_used_number: int = 0


class Question(NamedTuple):
    """Break `plain` subroutines and `tracing` ones of ice of `strength` with what is there.


    `purses`: credits beside the pool in the order they pay, and whether they are stealth
    credits; none of them is told apart when no stealth credits are there. `order`: whether
    each subroutine traces, in printed order, where a die is thrown for one of them.
    `tax`: what each of them costs beyond the abilities; `locked`: none can be broken.
    """

    plain: int
    tracing: int
    strength: int
    abilities: tuple[Ability, ...]
    weakeners: tuple[Weakener, ...]
    breakers: tuple[Breaker, ...]
    credits: int
    clicks: int
    grip: int
    purses: tuple[tuple[int, bool], ...] = ()
    order: tuple[bool, ...] = ()
    tax: int = 0
    locked: bool = False


# -- from the table to a question ------------------------------------------


def _spend(
    table: Table,
    cost: Cost,
    source: Source,
    discount: int = 0,
    dearer: int = 0,
    stealth: int = 0,
) -> Spend:
    parts: dict[str, int] = {}
    for price in cost:
        parts[price.kind] = parts.get(price.kind, 0) + table.amount(price.amount, source)
    credits = max(0, parts.get("credits", 0) - discount)
    return Spend(
        credits=credits + dearer,
        clicks=parts.get("clicks", 0),
        forgone=parts.get("forgo", 0),
        virus=parts.get("virus", 0),
        power=parts.get("power", 0),
        grip=parts.get("grip", 0),
        given_up="trash" in parts or "rfg" in parts,
        stealth=min(credits, stealth),
    )


def question(
    table: Table,
    piece: Piece,
    subs: tuple[int, ...],
    tax: int = 0,
    clicks: int = 0,
    grip: int = 0,
    gift: int | None = None,
) -> Question:
    """The question a piece of ice puts now, with so much already promised elsewhere.

    `subs`: indices of the subroutines to break. `gift`: the slot of the card that gives the
    piece a subtype first, the price of which is promised.
    """
    given = None if gift is None else table.rig[gift].card.rules.ice_gifts[0]
    kinds = piece.card.subtypes | ({given.kind} if given is not None else set())
    tax += given.credits if given is not None else 0
    ice = table.ice_source(piece)
    laid = table.laid_on(piece)
    there = table.subs(piece)
    tracing = sum(traces(there[index]) for index in subs)
    stealth = any(is_stealth(slot) and slot.recurring + slot.hosted for slot in table.hosts())
    abilities: list[Ability] = []
    weakeners: list[Weakener] = []
    breakers: list[Breaker] = []
    for slot in table.rig:
        source = Source(slot.card, slot)
        if slot.installed and not table.is_silent(slot):
            abilities += _abilities(table, slot, source, piece, subs, kinds)
            if not table.has_static(ice, "str-floor"):
                weakeners += _weakeners(table, slot, source)
        breakers.append(_breaker(table, slot, source, stealth))
    for ability in piece.card.rules.runner_breaks:
        for cost in ability.costs:
            spend = _spend(table, cost, ice)
            abilities.append(Ability(ICE_ITSELF, ability.count, spend, False, False))
    # What is promised comes out of the purses as any payment that is not loud.
    purses = ((tax, False), *_purses(table)) if stealth else ()
    return Question(
        len(subs) - tracing,
        tracing,
        table.strength(ice) - table.weakened,
        tuple(abilities),
        tuple(weakeners),
        tuple(breakers),
        table.spendable(breaking=True) - tax,
        table.clicks - clicks,
        table.grip_size() - grip,
        purses,
        tuple(traces(there[i]) for i in subs) if any(a.die for a in abilities) else (),
        laid.tax,
        laid.locked or table.breaks_too_many(piece, subs),
    )


def is_stealth(slot: Slot) -> bool:
    """Whether the credits on a card are stealth credits."""
    return "stealth" in slot.card.rules.purse_use


def _purses(table: Table) -> Iterator[tuple[int, bool]]:
    """Credits beside the pool in the order of rule 8, and whether they are stealth credits."""
    yield table.bad_publicity, False
    for slot in table.hosts():
        yield slot.recurring, is_stealth(slot)
    for slot in table.hosts():
        yield slot.hosted, is_stealth(slot)


def _breaker(table: Table, slot: Slot, source: Source, stealth: bool) -> Breaker:
    mark, number = _once_used(table, source)
    return Breaker(
        table.strength(source) + slot.rolled + slot.boost + slot.boosted,
        _boosts(table, source) if slot.installed and not table.is_silent(slot) else (),
        slot.virus,
        slot.power,
        exact=table.has_static(source, "exact"),
        loud=stealth and "noisy" in slot.card.subtypes,
        once_used=mark,
        once_used_number=number,
    )


def _once_used(table: Table, source: Source) -> tuple[str, int]:
    """What a card costs at the end of an encounter in which it broke a subroutine."""
    for clause in source.card.rules.on:
        if clause.event != "used":
            continue
        match clause.effect:
            case Atom(name="self-trash"):
                return "trash", 0
            case Unless(penalty=Atom(name="self-trash"), costs=((price,),), forced=True):
                return price.kind, table.amount(price.amount, source)
    return "", 0


def _abilities(
    table: Table,
    slot: Slot,
    source: Source,
    piece: Piece,
    subs: tuple[int, ...],
    kinds: frozenset[str],
) -> Iterator[Ability]:
    vain = frozenset(n for n, sub in enumerate(subs) if (slot.place, sub) in table.tried)
    if "ai" in slot.card.subtypes and table.has_static(table.ice_source(piece), "no-ai"):
        return
    dearer = table.laid_on(piece).uses if slot.card.is_icebreaker else 0
    everything = len(table.subs(piece))
    for number, ability in enumerate(slot.card.rules.breaks):
        if not table.works_on(ability, slot, piece, kinds) or number in slot.spent:
            continue
        if ability.all_but >= everything and ability.all_but:
            continue
        if ability.stealth and "noisy" in slot.card.subtypes:
            continue
        holds = table.holds(ability.discount_condition, source)
        discount = ability.discount if holds else 0
        test = ability.ice_strength
        for cost in ability.costs:
            more = 0 if ability.sized else dearer
            yield Ability(
                slot.place,
                everything - ability.all_but if ability.all_but else ability.count,
                _spend(table, cost, source, discount, more, ability.stealth),
                ability.interface,
                ability.dooms and not slot.doomed,
                ability.tracing,
                (test.comparison, int(test.value)) if test is not None else None,
                ability.ends,
                ability.grows,
                ability.noise,
                ability.die,
                ability.once,
                vain if ability.once else frozenset(),
                ability.sized,
                ability.gain,
                ability.limit,
                ability.after,
                dearer if ability.sized else 0,
                number,
                ability.blinds and not table.is_blind(),
                ability.all_but,
            )


def _weakeners(table: Table, slot: Slot, source: Source) -> Iterator[Weakener]:
    for paid in slot.card.rules.paid:
        effect = paid.effect
        if isinstance(effect, Atom) and effect.name == "ice-str":
            amount = table.amount(effect.amount, source)
            for cost in paid.costs if amount > 0 else ():
                yield Weakener(slot.place, amount, _spend(table, cost, source), paid.interface)


def keeps_strength(table: Table, slot: Slot) -> bool:
    """Whether a card on it has whatever strength it gets last for the run."""
    guests = table.guests_of(slot)
    return any(s.kind == "host boosts last" for guest in guests for s in guest.card.rules.statics)


def _boosts(table: Table, source: Source) -> tuple[Boost, ...]:
    """The boosts of a card, with those that cards installed on it give."""
    holder = source.holder
    guests = table.guests_of(holder) if isinstance(holder, Slot) else []
    pumps = [*source.card.rules.pumps]
    on_it = [guest.card for guest in guests if lies_on_breaker(guest.card)]
    lent = [pump for card in on_it for pump in card.rules.pumps]
    pumps += map(cheaper_pump, lent) if makes_lent_cheaper(source.card) else lent
    lasting = isinstance(holder, Slot) and keeps_strength(table, holder)
    return tuple(
        Boost(
            table.amount(pump.gain, source),
            pump.duration != "encounter" or lasting,
            _spend(table, cost, source, stealth=pump.stealth),
        )
        for pump in pumps
        if not (pump.stealth and "noisy" in source.card.subtypes)
        for cost in pump.costs
    )
