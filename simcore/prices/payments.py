"""What it can cost to break: every payment that no other one beats, and the rig it leaves.

A payment is a whole way to break, taken as the prices it has: credits, clicks and actions
given up, counters of each card, cards of the grip, cards of the rig. One payment beats
another if it is at most as high in every one of them and leaves a rig at least as good:
the same, or one that differs by more installed cards, by strength that lasts, or by cards
that are not condemned; equal ones count once, the preferred one (rule 2 of
`simcore.plan`).

Icebreakers are counted as the encounter begins. Unlike a fixed plan, which weakens first
and boosts in one set manner (rule 1), payments cover every legal order: a card that works
at one strength alone may break on the way down. Nothing is bought in advance: of the steps
of a boost, of weakening and of uses to break, none could be left out at this piece of ice.
Strength that lasts is bought where it is first needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import starmap, zip_longest
from operator import le

from simcore.plan.aftermath import counters_spent, settle, slot_after, state_after
from simcore.plan.boosts import boosts_worth_having
from simcore.plan.breaking import fitted, refuse_two_after, search
from simcore.plan.marks import CHEAPER, MOVED, TOO_NEW
from simcore.plan.pieces import (
    NOWHERE,
    Ability,
    Ask,
    RigState,
    Slot,
    SlotState,
    Target,
    Use,
    Way,
    is_limited,
)
from simcore.plan.states import CALM, Weather, dearer, under
from simcore.plan.strengths import icebreakers, unhosted
from simcore.plan.uses import Worth, added, owes
from simcore.plan.uses import apart as apart_of
from simcore.prices.apart import burdens, nothing_apart
from simcore.prices.limits import killers_first, refuse_sharing
from simcore.prices.one_by_one import OneUse, uses_of
from simcore.prices.rig.brought_by_use import brought, with_given_up, without_draws
from simcore.prices.rig.gifts import (
    Gifts,
    are_there_in_time,
    eaten_by,
    elsewhere_or_here,
    gifts,
    with_gifts,
)
from simcore.prices.shared_counters import refuse_weaker_hives, shared_out, sharing, together


@dataclass(frozen=True, slots=True)
class Payment:
    """One way to break, as what it costs and the rig it `left` once the encounter is over.

    `credits` in all; `loud`: the part that stealth credits never pay (0 where the rig has
    none), `stealth`: the part that only they pay; `noise`: stealth credits it drives off.
    `clicks` spent; `forgone`: actions given up, clicks as far as there are any. `virus`
    and `power`: counters spent, slot by slot. `grip`: cards of the grip. `given_up`: slots
    of cards that are trashed or condemned. `ends`: it ends the run. `dice`: attempts that a
    die decides, counted as if they succeeded. `way`: what is done; `given`: what cards
    gave first. `apart`: as in `Way`. `moved`: virus counters that cards
    have paid for others, or others for them (less than 0). `enriching`: credits that the Corp
    gains by it, where anything looks at them, and cards drawn (`brought_by_use.py`).
    """

    credits: int
    loud: int
    stealth: int
    noise: int
    clicks: int
    forgone: int
    virus: tuple[int, ...]
    power: tuple[int, ...]
    grip: int
    given_up: tuple[int, ...]
    ends: bool
    dice: int
    left: RigState
    way: Way
    given: Gifts = ()
    apart: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    enriching: tuple[int, ...] = ()

    @property
    def tags(self) -> int:
        """Tags that are a price."""
        return sum(gift.tags for gift in self.given)

    @property
    def counters(self) -> int:
        return sum(self.virus) + sum(self.power)

    def prices(self) -> tuple[int, ...]:
        """All that two payments are compared by, the rig they leave aside."""
        return (
            self.credits,
            self.loud,
            self.stealth,
            self.noise,
            self.clicks,
            self.forgone,
            self.grip,
            int(self.ends),
            self.dice,
            self.tags,
            *self.enriching,
            *self.virus,
            *self.power,
            *(burdens(self.credits, self.stealth, self.apart) if self.apart else ()),
        )


def undominated(
    slots: tuple[Slot, ...],
    state: RigState,
    target: Target,
    ask: Ask,
    weather: Weather = CALM,
    *,
    counting: bool = False,
    beyond: int = 0,
    drawing: bool = False,
) -> tuple[Payment, ...]:
    """Every payment worth having to break the subroutines `ask` of `target`, in the order
    of preference of rule 2, those that end the run last; none if it cannot be done.

    Counters and cards are those of `state`; credits, clicks and the grip are not limited.
    `weather`: what earlier pieces have laid on this one; `ask` counts the subroutines it
    adds. `counting`: something counts what is installed, so that a card kept may be worse
    than one given up. `beyond`: so much more strength may serve at ice that comes later.
    `drawing`: cards drawn by it may be of use.
    """
    slots = slots if drawing else without_draws(slots)
    if weather.locked and ask.total:
        return ()
    refuse_two_after(slots, state)
    rigs = [slots]
    if is_limited(target, ask):
        if not target.killers_many:
            return ()
        rigs = killers_first(slots, state, target, target.limit + ask.gained)
        ask = ask._replace(ends=min(1, ask.ends))
    if target.fracters_only:
        if ask.gained:
            refuse_sharing(slots, state, target)
        ask = ask._replace(first=0, last=0, ends=0)
    who = sharing(slots, state)
    rig = together(state, who) if who else state
    ways = (_found(one, rig, target, ask, weather, counting, beyond) for one in rigs)
    found = list(dict.fromkeys(each for some in ways for each in some))
    if who:
        if any(slot.is_of_a_hive for slot in slots):
            met = as_met(slots, state, target, weather)
            for payment in found:
                refuse_weaker_hives(*met, state, who, payment.way)
        found = [each for payment in found for each in shared_out(slots, state, who, payment)]
    found.sort(key=_preference)
    return tuple(
        payment
        for payment in found
        if not any(
            _makes_needless(slots, target, other, payment, counting)
            for other in found
            if other is not payment
        )
    )


def _found(
    slots: tuple[Slot, ...],
    state: RigState,
    target: Target,
    ask: Ask,
    weather: Weather,
    counting: bool,
    beyond: int,
) -> list[Payment]:
    """The payments that a search finds worth having, with everything that may be given first."""
    priced, piece = as_met(slots, state, target, weather)
    keep = _Comparison(priced, state, counting, target.robs).keep
    boosts = partial(boosts_worth_having, beyond=beyond) if beyond else boosts_worth_having
    worth = Worth(keep, boosts, any_order=True)
    found = [
        payment_of(priced, state, ask, _taxed(priced, piece, way, ask, weather))
        for way in search(priced, state, piece, ask, worth)
    ]
    there = dearer(slots, weather) if ask.total and not target.closed else ()
    piece = replace(piece, as_found=piece.found) if any(s.swells for s in slots) else piece
    for given in gifts(there, state, piece, ask) if there else ():
        lent, changed, left = with_gifts(given, priced, piece, ask)
        fitting, met = _fitted(lent, state, changed)
        for way in search(fitting, state, met, left, worth):
            paid = _taxed(fitting, met, way, ask, weather)
            paid = paid._replace(credits=paid.credits + sum(gift.credits for gift in given))
            for gift in (each for each in given if each.credits):
                row = apart_of(slots[gift.slot], gift.credits)
                paid = paid._replace(apart=added(paid.apart, row))
            payment = payment_of(fitting, state, left, paid)
            if eaten_by(given) & set(payment.given_up):
                continue
            if are_there_in_time(given, slots, state, way.uses, payment.left):
                found.append(_with_gifts(fitting, payment, given))
    return found


def broken_in_all(slots: tuple[Slot, ...], target: Target, ask: Ask, way: Way) -> int:
    """How many subroutines a way breaks: those asked for, or all that a use has to break."""
    used = (
        (slots[use.slot].abilities[place], times)
        for use in way.uses
        if use.slot >= 0
        for place, times in enumerate(use.breaks)
    )
    whole = [target.subs.total - a.all_but for a, times in used if times and a.all_but]
    return max(ask.total, *whole) if whole else ask.total


def _taxed(slots: tuple[Slot, ...], target: Target, way: Way, ask: Ask, weather: Weather) -> Way:
    """With what each subroutine costs more that is broken."""
    if not weather.tax and not weather.grip:
        return way
    total = broken_in_all(slots, target, ask, way)
    tax = total * weather.tax
    cards = total * weather.grip
    return way._replace(
        credits=way.credits + tax,
        grip=way.grip + cards,
        given_up=way.given_up + cards,
    )


def _makes_needless(
    slots: tuple[Slot, ...], target: Target, one: Payment, other: Payment, counting: bool
) -> bool:
    """Whether `one` does in place of `other`; what is lost after each use, it loses alike."""
    if _gives_less(one, other) and _spares(slots, one.way, other.way):
        return True
    alike = not target.robs or uses_of(slots, one.way) == uses_of(slots, other.way)
    return alike and beats(slots, one, other, counting)


def _preference(payment: Payment) -> tuple[bool, Way]:
    """The order of rule 2, what was given first counted in."""
    way = payment.way._replace(
        given_up=len(payment.given_up) + payment.grip, counters=payment.counters
    )
    return payment.ends, way


def _gives_less(one: Payment, other: Payment) -> bool:
    """Whether all that was given first for one payment was given for another one, too."""
    return set(one.given) <= set(other.given)


def _spares(slots: tuple[Slot, ...], one: Way, other: Way) -> bool:
    """Whether a way does without something that another one uses, and with nothing more.

    What makes a card grow is never used in vain."""
    if one.uses == other.uses:
        return False
    uses = {use.slot: use for use in other.uses}
    if _growing(slots, one) != _growing(slots, other):
        return False
    if _of_any_size(slots, one) != _of_any_size(slots, other):
        return False
    if _thrown_instead(slots, other) - _thrown_instead(slots, one):
        return False
    return all(
        (its := uses.get(use.slot)) is not None
        and use.weakening <= its.weakening
        and all(map(le, use.breaks, its.breaks))
        and all(starmap(le, zip_longest(use.steps, its.steps, fillvalue=0)))
        for use in one.uses
    )


def _of_any_size(slots: tuple[Slot, ...], way: Way) -> list[tuple[int, ...]]:
    """The steps of boosts whose size is the Runner's choice."""
    return [
        use.steps
        for use in way.uses
        if use.slot >= 0 and any(boost.follows for boost in slots[use.slot].boosts)
    ]


def _thrown_instead(slots: tuple[Slot, ...], way: Way) -> set[int]:
    """The cards trashed by their uses that would otherwise have to give counters for them."""
    return {
        use.slot
        for use in way.uses
        if use.slot >= 0 and owes(slots[use.slot])
        for ability, times in zip(slots[use.slot].abilities, use.breaks, strict=False)
        if times and ability.trash
    }


def _growing(slots: tuple[Slot, ...], way: Way) -> list[tuple[int, int, int]]:
    """The uses that make a card grow: slot, ability, how often."""
    return [
        (use.slot, place, times)
        for use in way.uses
        if use.slot >= 0
        for place, times in enumerate(use.breaks)
        if times and slots[use.slot].abilities[place].grows
    ]


def as_met(
    slots: tuple[Slot, ...], state: RigState, target: Target, weather: Weather
) -> tuple[tuple[Slot, ...], Target]:
    """Rig and ice in front of each other: what lies on the ice, and what each does to the
    other's abilities."""
    return _fitted(dearer(slots, weather), state, under(target, weather))


def _fitted(
    slots: tuple[Slot, ...], state: RigState, target: Target
) -> tuple[tuple[Slot, ...], Target]:
    fitting = []
    virtual = sum(slot.virtual and now.installed for slot, now in zip(slots, state, strict=True))
    for slot, now in zip(slots, state, strict=True):
        types, subs = target.found
        if slot.swells in types and not now.spent & TOO_NEW:
            slot = replace(slot, strength=slot.strength + subs)
        if any(a.virtual > virtual for a in slot.abilities):
            there = (replace(a, host=NOWHERE) if a.virtual > virtual else a for a in slot.abilities)
            slot = replace(slot, abilities=tuple(there))
        if any(a.bare for a in slot.abilities):
            slot = _without_cybernetics(slot, slots, state)
        if any(a.trojan for a in slot.abilities) and not _hosts_a_trojan(slots, state, target):
            slot = replace(slot, abilities=tuple(map(_unless_beside_a_trojan, slot.abilities)))
        if slot.rebate and now.spent & CHEAPER:
            slot = cheaper(slot)
        if slot.at_host and slot.bypass_host == target.place:
            slot = replace(slot, strength=slot.strength + slot.at_host)
        if now.spent & MOVED and any(a.hosted for a in slot.abilities):
            slot = elsewhere_or_here(slot, now, target)
        closed = target.closed or (target.fracters_only and not slot.fracter)
        closed = closed or (target.breakers_only and not slot.icebreaker)
        fitting.append(fitted(slot, now, target, closed))
    if target.breakers_only:
        target = replace(target, own=())
    return tuple(fitting), target


def _without_cybernetics(slot: Slot, slots: tuple[Slot, ...], state: RigState) -> Slot:
    """A card whose abilities are dearer by what has gone of the hardware they are cheaper for."""
    first = sum(each.cybernetic for each in slots)
    left = sum(each.cybernetic and now.installed for each, now in zip(slots, state, strict=True))
    both = ((a, max(0, a.bare - left) - max(0, a.bare - first)) for a in slot.abilities)
    return replace(slot, abilities=tuple(replace(a, credits=a.credits + more) for a, more in both))


def _hosts_a_trojan(slots: tuple[Slot, ...], state: RigState, target: Target) -> bool:
    """Whether a trojan that the piece hosted as the run began, or was put on it, is there."""
    both = zip(slots, state, strict=True)
    there = (slot for slot, now in both if now.installed and not now.spent & MOVED)
    return any(slot.trojan_at == target.place for slot in there)


def _unless_beside_a_trojan(ability: Ability) -> Ability:
    return replace(ability, host=NOWHERE) if ability.trojan else ability


def cheaper(slot: Slot) -> Slot:
    """A card whose abilities cost a credit less."""
    abilities = tuple(replace(a, credits=max(0, a.credits - 1)) for a in slot.abilities)
    boosts = tuple(replace(boost, credits=max(0, boost.credits - 1)) for boost in slot.boosts)
    return replace(slot, abilities=abilities, boosts=boosts)


def payment_of(slots: tuple[Slot, ...], state: RigState, ask: Ask, way: Way) -> Payment:
    """A way to break as a payment."""
    used = state_after(slots, state, ask, way, growing=True)
    left = _still_used(slots, used, unhosted(slots, settle(slots, used)[0]))
    virus, power = [0] * len(slots), [0] * len(slots)
    for use in way.uses:
        if use.slot >= 0:
            virus[use.slot], power[use.slot] = counters_spent(slots[use.slot], use)
    for number, (between, after) in enumerate(zip(used, left, strict=True)):
        virus[number] += max(0, between.virus - after.virus) if after.installed else 0
        power[number] += max(0, between.power - after.power) if after.installed else 0
    given_up = tuple(
        number
        for number, (before, after) in enumerate(zip(state, left, strict=True))
        if before.installed > after.installed or (after.doomed and not before.doomed)
    )
    return Payment(
        way.credits, way.loud, way.stealth, way.noise, way.clicks - way.forgone, way.forgone,
        tuple(virus), tuple(power), way.grip, given_up, way.ends, way.dice, left, way,
        apart=_all_kinds(slots, way), enriching=brought(slots, way),
    )  # fmt: skip


def _still_used(slots: tuple[Slot, ...], used: RigState, left: RigState) -> RigState:
    """A rig after an encounter in which it is known which cards take others back."""
    if not any(slot.takes_back for slot in slots):
        return left
    return tuple(
        after._replace(used=before.used) if slot.takes_back else after
        for slot, before, after in zip(slots, used, left, strict=True)
    )


def _all_kinds(slots: tuple[Slot, ...], way: Way) -> tuple[int, ...]:
    return way.apart or nothing_apart(slots)


def beats(slots: tuple[Slot, ...], one: Payment, other: Payment, counting: bool = False) -> bool:
    """Whether `one` makes `other` not worth having; of equal ones the preferred does.
    `counting`: as in `undominated`."""
    prices, against = one.prices(), other.prices()
    if (eater := sole_breaker(other.way)) is not None and slots[eater].is_moved_by_breaking:
        if sole_breaker(one.way) != eater:
            return False
    if any(mine > its for mine, its in zip(prices, against, strict=True)):
        return False
    if not all(starmap(_as_good, zip(slots, one.left, other.left, strict=True))):
        return False
    if counting and _there(one.left) != _there(other.left):
        return False
    if prices != against or not all(
        starmap(_as_good, zip(slots, other.left, one.left, strict=True))
    ):
        return True
    return one.way < other.way


def _there(rig: RigState) -> list[bool]:
    return [now.installed for now in rig]


def _as_good(slot: Slot, mine: SlotState, its: SlotState) -> bool:
    """Whether a card is at least as good in one state as in another.

    Counters are compared as prices: they differ in nothing else.
    """
    if not its.installed:
        return True
    return (
        mine.installed
        and (mine.boost == its.boost if slot.exact else mine.boost >= its.boost)
        and mine.doomed <= its.doomed
        and mine.used <= its.used
        and mine.spent | its.spent == its.spent
        and (mine.rolled, mine.silent) == (its.rolled, its.silent)
    )


class _Comparison:
    """Ways that break the same so far, compared in the middle of a search. `counting`: as in
    `undominated`; `robs`: as in `Target`."""

    def __init__(
        self, slots: tuple[Slot, ...], state: RigState, counting: bool, robs: bool = False
    ) -> None:
        self._slots, self._state, self._counting, self._robs = slots, state, counting, robs
        self._breakers = icebreakers(slots, state)
        self._payers = any(slot.payers for slot in slots)
        self._after = lru_cache(maxsize=None)(self._slot_after)

    def _slot_after(self, use: Use) -> tuple[tuple[int, int], SlotState]:
        """Counters spent on a card, those for having been used among them, and the card after
        the encounter; one that grows by what it breaks is not asked about."""
        slot, now = self._slots[use.slot], self._state[use.slot]
        after = slot_after(slot, now, use, (), self._breakers)
        left = _still_used((slot,), (after,), settle((slot,), (after,))[0])[0]
        if not left.installed:
            return counters_spent(slot, use), left
        return (now.virus - left.virus, now.power - left.power), left

    def keep(self, ways: list[Way]) -> list[Way]:
        """Those that no other one beats, in order of preference."""
        if len(ways) < 2:
            return ways
        if not self._robs:
            return self._kept(ways)
        alike: dict[tuple[OneUse, ...], list[Way]] = {}
        for way in ways:
            alike.setdefault(tuple(uses_of(self._slots, way)), []).append(way)
        return sorted(way for some in alike.values() for way in self._kept(some))

    def _kept(self, ways: list[Way]) -> list[Way]:
        """Those of ways by which as much is lost."""
        kept: list[tuple[Way, tuple[int, ...], dict[int, Use]]] = []
        for way in sorted(ways):
            bill: tuple[int, ...] = (
                way.credits, way.loud, way.stealth, way.noise, way.clicks - way.forgone,
                way.forgone, way.grip, int(way.ends), way.dice, *brought(self._slots, way),
            )  # fmt: skip
            if self._payers:
                bill += burdens(way.credits, way.stealth, _all_kinds(self._slots, way))
            uses = {use.slot: use for use in way.uses if use.slot >= 0}
            if any(self._beats(mine, its, bill, uses) for _, mine, its in kept):
                continue
            kept = [each for each in kept if not self._beats(bill, uses, each[1], each[2])]
            kept.append((way, bill, uses))
        return [way for way, _, _ in kept]

    def _beats(
        self,
        bill: tuple[int, ...],
        uses: dict[int, Use],
        other: tuple[int, ...],
        others: dict[int, Use],
    ) -> bool:
        if any(mine > its for mine, its in zip(bill, other, strict=True)):
            return False
        for number in uses.keys() | others.keys():
            mine, its = uses.get(number), others.get(number)
            if mine == its:
                continue
            slot = self._slots[number]
            if slot.is_moved_by_breaking or any(ability.grows for ability in slot.abilities):
                return False  # what it grows by is known when all is allotted
            (virus, power), after = self._after(mine) if mine else ((0, 0), self._state[number])
            (other_virus, other_power), instead = (
                self._after(its) if its else ((0, 0), self._state[number])
            )
            if virus > other_virus or power > other_power or not _as_good(slot, after, instead):
                return False
            if self._counting and after.installed != instead.installed:
                return False
        return True


def quiet_part(slots: tuple[Slot, ...], payment: Payment, own: int) -> int:
    """The credits of a payment that stealth ones may pay, if credits for some cards alone have
    paid `own` of them: first for noisy cards, as far as they are for those."""
    noisy = {slot.payer for slot in slots if slot.loud}
    for_noisy = sum(due for kind, due in enumerate(payment.apart) if kind in noisy)
    return payment.credits - payment.loud - own + min(own, payment.loud, for_noisy)


def sole_breaker(way: Way) -> int | None:
    """The slot of the only card that breaks anything, if there is just one."""
    found = [use.slot for use in way.uses if any(use.breaks)]
    return found[0] if len(found) == 1 and found[0] >= 0 else None


def fed(slots: tuple[Slot, ...], rig: RigState, way: Way, target: Target) -> RigState:
    """A rig once a piece of ice is fully broken: the card that did it may get a counter."""
    number = sole_breaker(way)
    if number is None or not rig[number].installed:
        return rig
    slot, now = slots[number], rig[number]
    if slot.feeds != "any" and slot.feeds not in target.types:
        return rig
    grown = now._replace(power=now.power + 1, boost=now.boost + slot.per_power)
    return (*rig[:number], grown, *rig[number + 1 :])


def _with_gifts(slots: tuple[Slot, ...], payment: Payment, given: Gifts) -> Payment:
    """A payment that something was given for first."""
    virus, power = list(payment.virus), list(payment.power)
    given_up, left = payment.given_up, payment.left
    for gift in given:
        virus[gift.slot] += gift.virus
        power[gift.slot] += gift.power
        gone = (gift.slot,) if gift.trash else gift.eaten
        given_up = (*given_up, *(number for number in gone if number not in given_up))
        left = gift.leaves(left)
    return replace(
        payment,
        virus=tuple(virus),
        power=tuple(power),
        given_up=given_up,
        left=left,
        given=given,
        enriching=with_given_up(
            slots, payment.enriching, ((each.trash, bool(each.eaten)) for each in given)
        ),
    )


def given_away(rig: RigState, payment: Payment) -> RigState:
    """A rig once all that a payment needed has been given."""
    for gift in payment.given:
        rig = gift.leaves(rig)
    return rig


def left_to_break(ask: Ask, payment: Payment) -> Ask:
    """What of a set of subroutines the rig itself breaks in a payment."""
    for gift in payment.given:
        ask = gift.left(ask)
    return Ask(ask.plain, ask.tracing, ask.closed)
