"""Rig cards and ice as the break search sees them, made from card rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcore.cards.card import RIG_TYPES, Card
from simcore.cards.outside import texts_outside
from simcore.cards.settled import makes_lent_cheaper
from simcore.cards.syntax import (
    Atom,
    Break,
    Bypass,
    Condition,
    Cost,
    Roll,
    Static,
    Unless,
)
from simcore.cards.walking import mentioned
from simcore.errors import CapacityError
from simcore.hosting import MEMORY_SETTLED, is_guest, lies_on_breaker
from simcore.plan.marks import IN_HEAP_AT_FIRST, IN_STACK, NOT_IN_HEAP
from simcore.plan.pieces import ANYWHERE, Ability, Boost, Mark, RigState, Slot, SlotState, Weakening
from simcore.plan.slot_rules import (
    enriches,
    fed_by,
    gives_ice,
    is_enriching,
    placed_abilities,
    reward_of,
    says,
    strength_by_power,
)
from simcore.scenario import RigCard

NEGATED = {">=": "<", "<=": ">", "=": "!=", "!=": "="}
BY_PROGRAMS = ("programs", "free-mu")
"""What a card may get strength for and `pieces.counted` adds."""
OF_GUESTS = re.compile(r"^its guests? takes? .*memory$")
"""What a card says of the memory that programs on it take."""
ELSEWHERE = 99
"""Place of ice on another server: an ability bound to it never works here."""


def numbers_of(cost: Cost, card: Card, allowed: str) -> dict[str, int]:
    """How much of each kind a cost asks for; `CapacityError` names a kind that is not allowed."""
    prices = dict.fromkeys(("credits", "clicks", "forgo", "virus", "power", "trash", "grip"), 0)
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


def _ability(placed: RigCard, printed: Break, cost: Cost, discount: int, host: int) -> Ability:
    card = placed.card
    prices = numbers_of(cost, card, "credits clicks forgo virus power trash grip")
    test, asked = printed.ice_strength, printed.ice_is
    return Ability(
        count=printed.count,
        credits=max(0, prices["credits"] - discount),
        clicks=prices["clicks"],
        forgone=prices["forgo"],
        virus=prices["virus"],
        power=prices["power"],
        trash=prices["trash"] > 0,
        dooms=printed.dooms,
        types=frozenset(placed.chosen if kind == "chosen" else kind for kind in printed.types),
        interface=printed.interface,
        host=host,
        tracing=printed.tracing,
        test=(test.comparison, int(test.value)) if test is not None else None,
        ends=printed.ends,
        grows=printed.grows,
        hosted=(printed.host_only or printed.here_only) and card.type == "program",
        noise=printed.noise,
        die=printed.die,
        once=printed.once,
        ice_is=None if asked is None else (asked.subject, asked.comparison, int(asked.value)),
        stealth=min(prices["credits"], printed.stealth),
        grip=prices["grip"],
        limit=printed.limit,
        once_a_run=printed.once_a_run,
        gain=printed.gain,
        sized=printed.sized,
        all_but=printed.all_but,
        after=printed.after,
        blinds=printed.blinds,
    )


def _strength(placed: RigCard, earlier_success: bool, ice_here: int | None) -> tuple[int, int]:
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
            if strength_by_power(card) and amount.register == "power":
                continue  # it is counted as it is then
            if rules.breaks and amount.register in spent:
                raise CapacityError(f"{card.title}: strength by counters that it spends")
            counters = placed.virus if amount.register == "virus" else placed.power
            strength += amount.factor * counters
        elif amount.register == "ice-here" and ice_here is not None:
            strength += amount.factor * ice_here
        elif amount.register and amount.register not in BY_PROGRAMS:
            raise CapacityError(f"{card.title}: strength by {amount.register} is not executed yet")
    return strength, per_breaker


def check_memory(
    rig: Sequence[RigCard], identity: Card | None = None, ice: Sequence[Card] = ()
) -> None:
    """Raises `CapacityError` for a card of the rig, or ice, that counts free memory where it is
    not known how much other cards give or take."""
    counting = [
        placed.card.title
        for placed in rig
        if any(static.amount.register == "free-mu" for static in placed.card.rules.statics)
    ]
    counting += [card.title for card in ice if "free-mu" in mentioned(card.rules)]
    for card in [placed.card for placed in rig] + ([identity] if identity is not None else []):
        if counting and is_odd_in_memory(card):
            raise CapacityError(
                f"{counting[0]} counts memory units not in use: beside {card.title}, which may "
                "change the limit or take none, that number is not known"
            )


MEMORY_AS_GRIP = "mu =grip"
"""What a card says that makes the limit of memory that of the cards in the grip."""


def is_odd_in_memory(card: Card) -> bool:
    """Whether a card may change the limit of memory otherwise than by a number, or it is not known
    what it takes, or what takes some on it."""
    texts = [item.text for item in card.rules.unexecuted]
    unknown = card.fidelity.level == "stats" or any(text.startswith("mu ") for text in texts)
    kinds = {static.kind for static in card.rules.statics}
    told = any(map(OF_GUESTS.match, texts_outside(card)))
    unknown |= "hosts-program" in kinds and not told
    unknown |= any(s.kind == "mu" and s.amount.register for s in card.rules.statics)
    return unknown or ("cloud" in card.subtypes and MEMORY_SETTLED not in kinds)


def make_slot(
    placed: RigCard,
    earlier_success: bool,
    stealth: bool = False,
    ice_here: int | None = None,
    server: str = "",
    trojans: frozenset[int] = frozenset(),
    following: bool = False,
) -> Slot:
    """One rig card for the search; `earlier_success`: a successful run this turn;
    `stealth`: there are stealth credits in the rig; `ice_here`: pieces that protect the
    `server`, None if that changes; `trojans`: places of ice that host one; `following`: as in
    `placed_abilities`.

    Raises `CapacityError` naming the card and what is not executed.
    """
    card = placed.card
    stealthy = stealth and "noisy" not in card.subtypes
    abilities = _abilities(placed, earlier_success, stealthy, ice_here)
    if not stealth:
        abilities = [replace(ability, noise=0) for ability in abilities]
    abilities = placed_abilities(card, abilities, ice_here, server, trojans, following)
    strength, per_breaker = _strength(placed, earlier_success, ice_here)
    per = _by_programs(card)
    return Slot(
        card.title,
        card.type == "program",
        card.is_icebreaker,
        strength,
        per_breaker,
        tuple(abilities),
        tuple(_boosts(card, stealthy)),
        _weakening(card),
        ai="ai" in card.subtypes,
        fracter="fracter" in card.subtypes,
        killer="killer" in card.subtypes,
        exact=_is_exact(card, earlier_success),
        loud=stealth and "noisy" in card.subtypes,
        rolls=any(
            static.kind == "str roll" and _met(static.condition, earlier_success, card)
            for static in card.rules.statics
        ),
        mark=_mark(card),
        memory=card.memory or 0,
        aside=card.type not in RIG_TYPES,
        per_program=per["programs"],
        per_free_mu=per["free-mu"],
        one_piece=says(card, "one ice per run"),
        feeds=fed_by(card),
        by_power=strength_by_power(card),
        reward=reward_of(card),
        gives=gives_ice(card),
        enriches=enriches(card),
        bypasses=card.rules.bypasses,
        bypass_host=placed.host,
    )


def _abilities(
    placed: RigCard, earlier_success: bool, stealthy: bool, ice_here: int | None
) -> list[Ability]:
    """The abilities to break, one for each cost; `stealthy`: stealth credits may pay."""
    card = placed.card
    if any(a.grows and not a.interface for a in card.rules.breaks) and len(card.rules.breaks) > 1:
        raise CapacityError(f"{card.title}: growing to match ice while it breaks it")
    abilities = []
    for printed in card.rules.breaks:
        if printed.stealth and not stealthy:
            continue  # nothing could ever pay for it
        host = ANYWHERE
        here = printed.here_only and (placed.host is None or ice_here == 1)
        if printed.host_only or here:
            host = ELSEWHERE if placed.host is None else placed.host
        discount = 0
        if printed.discount and _met(printed.discount_condition, earlier_success, card):
            discount = printed.discount
        abilities += [_ability(placed, printed, cost, discount, host) for cost in printed.costs]
    return abilities


def _boosts(card: Card, stealthy: bool) -> Iterator[Boost]:
    """The boosts, one for each cost; as `_abilities`."""
    for pump in card.rules.pumps:
        if pump.stealth and not stealthy:
            continue
        if pump.gain.register not in ("", "breakers"):
            raise CapacityError(f"{card.title}: a boost by {pump.gain.register}")
        for cost in pump.costs:
            prices = numbers_of(cost, card, "credits clicks forgo virus power grip")
            yield Boost(
                pump.gain.base,
                pump.gain.factor,
                prices["credits"],
                prices["virus"],
                prices["power"],
                pump.duration != "encounter",
                prices["clicks"],
                prices["forgo"],
                grip=prices["grip"],
                stealth=min(prices["credits"], pump.stealth),
            )


def _by_programs(card: Card) -> dict[str, int]:
    """Strength for each installed program, and for each unit of memory not in use."""
    per = dict.fromkeys(BY_PROGRAMS, 0)
    for static in card.rules.statics:
        if static.kind == "str" and static.amount.register in per:
            if static.condition is not None:
                raise CapacityError(f"{card.title}: '{static.text}' is not executed yet")
            per[static.amount.register] += static.amount.factor
    return per


def the_die(slots: Sequence[Slot]) -> tuple[Slot, Ability] | None:
    """The one ability of the rig that a die decides, if there is any.

    Raises `CapacityError` where what comes before an attempt, or after it, is more than the
    kernel holds.
    """
    found = [(slot, ability) for slot in slots for ability in slot.abilities if ability.die]
    if not found:
        return None
    slot, ability = found[0]
    beside = [a for each in slots for a in each.abilities if a.tracing]
    if (
        len(found) > 1
        or beside
        or slot.boosts
        or slot.loud
        or slot.mark is not None
        or any(each.weakening is not None for each in slots)
        or any(a.stealth for each in slots for a in each.abilities)
        or any(b.stealth for each in slots for b in each.boosts)
        or any(is_special(a) or a.blinds for each in slots for a in each.abilities)
        or any(each.feeds or any(each.reward) for each in slots)
    ):
        raise CapacityError(
            f"{slot.title}: a die beside others, boosts, weakening, stealth alone, breaking of "
            "what traces alone, or uses of a chosen size or number is not executed yet"
        )
    return slot, ability


def is_special(ability: Ability) -> bool:
    """Whether it says more of its uses than what one costs and how much it breaks."""
    return bool(ability.sized or ability.gain or ability.all_but or ability.limit or ability.after)


def _is_exact(card: Card, earlier_success: bool) -> bool:
    exact = any(
        static.kind == "exact" and _met(static.condition, earlier_success, card)
        for static in card.rules.statics
    )
    if exact and any(paid.interface for paid in card.rules.paid):
        raise CapacityError(f"{card.title}: weakening ice at its exact strength")
    if exact and any(ability.grows or ability.gain for ability in card.rules.breaks):
        raise CapacityError(f"{card.title}: growing beyond its exact strength")
    return exact


def _mark(card: Card) -> Mark | None:
    """What comes of the card once it has been used (the events used and passed-used)."""
    found = [clause for clause in card.rules.on if clause.event in ("used", "passed-used")]
    found = [clause for clause in found if not is_enriching(clause)]
    for clause in found:
        match clause.effect:
            case _ if len(found) > 1 or clause.qualifiers:
                break
            case Atom(name="self-trash") if clause.event == "used":
                return Mark()
            case Unless(penalty=Atom(name="self-trash"), costs=((price,),), forced=True) if (
                clause.event == "used" and not price.amount.register
            ):
                if price.kind == "virus":
                    return Mark(virus=price.amount.base)
                if price.kind == "power":
                    return Mark(power=price.amount.base)
            case Roll(then=Atom(name="self-trash"), otherwise=None) if (
                clause.event == "passed-used"
            ):
                return Mark(faces=(clause.effect.low, clause.effect.high))
        break
    if found:
        raise CapacityError(f"{card.title}: '{found[-1].text}' is not executed here yet")
    return None


def _weakening(card: Card) -> Weakening | None:
    found = None
    for paid in card.rules.paid:
        effect = paid.effect
        if not isinstance(effect, Atom) or effect.name != "ice-str" or found is not None:
            raise CapacityError(f"{card.title}: '{paid.text}' is not executed yet")
        prices = numbers_of(paid.costs[0], card, "credits virus power")
        if len(paid.costs) > 1 or not any(prices.values()):
            raise CapacityError(f"{card.title}: '{paid.text}' is not executed yet")
        found = Weakening(
            effect.amount.base, prices["credits"], prices["virus"], prices["power"], paid.interface
        )
        if effect.amount.register or (paid.interface and found.amount != 1):
            raise CapacityError(f"{card.title}: '{paid.text}' is not executed yet")
    return found


def gives_itself_up(slot: Slot) -> bool:
    """Whether a card may be gone for having been used."""
    return (
        slot.mark is not None
        or (slot.weakening is not None and slot.weakening.trash)
        or any(ability.trash or ability.dooms for ability in slot.abilities)
        or any(gives_up(bypass) for bypass in slot.bypasses)
    )


def gives_up(bypass: Bypass) -> bool:
    """Whether a bypass costs its card, to the fixed plans."""
    kinds = {price.kind for price in bypass.cost}
    return bypass.is_played and bool(kinds & {"trash", "rfg"})


def with_help(
    slots: Sequence[Slot],
    rig: Sequence[RigCard],
    event: Card | None = None,
    identity: Card | None = None,
) -> tuple[Slot, ...]:
    """A rig whose cards give each other strength and memory; what the run `event` and the
    `identity` give is there from beginning to end."""
    helped = []
    more = [] if identity is None else [s for s in identity.rules.statics if s.kind == "mu"]
    if more:
        limit = sum(static.amount.base for static in more)
        slots = [replace(slot, memory_limit=slot.memory_limit + limit) for slot in slots]
    for number, (slot, placed) in enumerate(zip(slots, rig, strict=True)):
        aided = tuple(
            (other, _constant(helper.card, static))
            for other, helper in enumerate(rig)
            for static in helper.card.rules.statics
            if placed.card.is_icebreaker and static.suits(placed.card.subtypes)
            if static.kind == "breakers str"
            or (static.kind == "host str" and helper.on_card == number)
            or (static.kind == "guest str" and placed.on_card == other)
        )
        if event is not None and placed.card.is_icebreaker:
            more = [static for static in event.rules.statics if static.kind == "breakers str"]
            lent = [static for static in more if static.suits(placed.card.subtypes)]
            slot = replace(slot, strength=slot.strength + sum(_constant(event, s) for s in lent))
        guests = [n for n, other in enumerate(rig) if other.on_card == number]
        for guest in guests:
            boosts = _boosts_on(placed.card, rig[guest].card, slots[guest])
            slot = replace(slot, boosts=(*slot.boosts, *boosts))
        kinds = {static.kind for guest in guests for static in rig[guest].card.rules.statics}
        if "host boosts last" in kinds:
            slot = keeping_strength(slot)
        given = sum(s.amount.base for s in placed.card.rules.statics if s.kind == "mu")
        hosted = -1 if placed.on_card is None else placed.on_card
        if aided or given or hosted >= 0:
            slot = replace(slot, aided=aided, memory_given=given, on_card=hosted)
        helped.append(slot)
    helpers = {other for slot in helped for other, _ in slot.aided}
    for number in helpers:
        if any(ability.trash for ability in helped[number].abilities):
            raise CapacityError(f"{helped[number].title}: helps others and is trashed to break")
    return tuple(helped)


def keeping_strength(slot: Slot) -> Slot:
    """A card of the rig whose boosts last as long as the run."""
    boosts = tuple(replace(boost, lasts=True) for boost in slot.boosts)
    return replace(slot, boosts=boosts, keeps_strength=True)


def _boosts_on(host: Card, card: Card, guest: Slot) -> tuple[Boost, ...]:
    """The boosts that a card gives the icebreaker it is installed on."""
    if not lies_on_breaker(card):
        return ()
    less = int(makes_lent_cheaper(host))
    return tuple(replace(each, credits=max(0, each.credits - less)) for each in guest.boosts)


def _constant(card: Card, static: Static) -> int:
    if static.amount.register or static.condition is not None:
        raise CapacityError(f"{card.title}: '{static.text}' is not executed here yet")
    return static.amount.base


def first_state(rig: Sequence[RigCard], silencing: int | None = None) -> RigState:
    """The state of the rig at the start of the run, before any die is rolled.

    `silencing`: place of a piece of ice whose guests have no abilities.
    """
    return tuple(
        SlotState(
            installed=not placed.in_heap,
            spent=_at_first(placed),
            virus=placed.virus,
            power=placed.power,
            silent=silencing is not None and placed.host == silencing and is_guest(placed.card),
        )
        for placed in rig
    )


def _at_first(placed: RigCard) -> int:
    """The mark of a card that is not installed as the run begins."""
    if placed.source:
        return IN_STACK | NOT_IN_HEAP
    return IN_HEAP_AT_FIRST if placed.in_heap else 0


def rolled_states(slots: Sequence[Slot], first: RigState) -> tuple[RigState, ...]:
    """The states once the strengths that a die decides are rolled: the faces of the first
    such card count most."""
    states: tuple[RigState, ...] = (first,)
    for number, slot in enumerate(slots):
        if slot.rolls:
            states = tuple(
                (*state[:number], state[number]._replace(rolled=face), *state[number + 1 :])
                for state in states
                for face in range(1, 7)
            )
    return states
