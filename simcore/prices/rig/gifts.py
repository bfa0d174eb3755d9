"""What cards of the rig give before ice is broken: a subtype to the ice, strength to others, its
first or last subroutine broken, or themselves, moved to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import combinations, product
from math import prod
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.cards.syntax import Atom, Node, Static
from simcore.cards.walking import traces
from simcore.errors import CapacityError
from simcore.hosting import KINDS
from simcore.plan.marks import GAVE, LENT_BY_HAND, MOVED, MOVED_TO, TOO_NEW
from simcore.plan.offers import Lends
from simcore.plan.pieces import (
    ANYWHERE,
    GONE,
    NOWHERE,
    PLAIN,
    TRACING,
    Ask,
    RigState,
    Slot,
    SlotState,
    Target,
    Use,
)
from simcore.plan.slot_rules import INNERMOST, OUTERMOST
from simcore.plan.strengths import ice_strength, is_active, strength_of
from simcore.prices.corp.price_ice import OF_OTHERS
from simcore.prices.telling import price
from simcore.scenario import RigCard

MOST_GIVEN = 400
"""Choices of what is given at one piece of ice that are tried."""


class Gift(NamedTuple):
    """What the card in `slot` gives, `times` in a row: the subtype `kind` to the ice, or `gain`
    strength to the card in the slot `to`, for good if it `lasts`; or it `breaks` the "first" or
    the "last" subroutine; or it `moves` to the piece; or it `cuts` the strength of the ice for
    `tags`; or it breaks an end of the run for each card `eaten`; and what that costs. `by_hand`:
    the strength goes by the grip, of which so many cards have come since the run began; `place`:
    of the piece it moves to."""

    slot: int
    kind: str = ""
    to: int = -1
    gain: int = 0
    lasts: bool = False
    credits: int = 0
    virus: int = 0
    power: int = 0
    trash: bool = False
    breaks: str = ""
    moves: bool = False
    cuts: int = 0
    tags: int = 0
    eaten: tuple[int, ...] = ()
    by_hand: int | None = None
    place: int = 0

    def slots(self, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
        """The rig with what is given to its cards."""
        if self.moves:
            here = _hosted(slots[self.slot], ANYWHERE)
            return tuple(here if n == self.slot else slot for n, slot in enumerate(slots))
        if self.to < 0:
            return slots
        gain = self.gain + (self.by_hand or 0)
        stronger = replace(slots[self.to], strength=slots[self.to].strength + gain)
        return tuple(stronger if n == self.to else slot for n, slot in enumerate(slots))

    def target(self, target: Target) -> Target:
        """The ice with the subtype that is given, or as weak as it becomes."""
        if self.cuts:
            return replace(target, strength=target.strength - self.cuts)
        if not self.kind:
            return target
        target = replace(target, types=target.types | {self.kind})
        return replace(target, closed=True) if self.kind in target.shut_as else target

    def leaves(self, rig: RigState) -> RigState:
        """The rig once this has been given."""
        giver = rig[self.slot]
        if giver.installed:
            giver = giver._replace(virus=giver.virus - self.virus, power=giver.power - self.power)
            if self.kind or self.cuts:
                giver = giver._replace(spent=giver.spent | GAVE)
            if self.moves:
                spent = giver.spent % MOVED_TO | MOVED | MOVED_TO << self.place
                giver = giver._replace(spent=spent)
            giver = GONE if self.trash else giver
        if self.eaten:
            return tuple(GONE if n in self.eaten else card for n, card in enumerate(rig))
        rig = (*rig[: self.slot], giver, *rig[self.slot + 1 :])
        if self.lasts and rig[self.to].installed:
            mine = rig[self.to]._replace(boost=rig[self.to].boost + self.gain)
            if self.by_hand is not None:
                mine = mine._replace(spent=mine.spent | LENT_BY_HAND)
            rig = (*rig[: self.to], mine, *rig[self.to + 1 :])
        return rig

    def left(self, ask: Ask) -> Ask:
        """What is still to break."""
        if self.eaten:
            return ask.without_ends(len(self.eaten))
        return ask.without(self.breaks) if self.breaks else ask

    def told(self, slots: tuple[Slot, ...]) -> str:
        """What is given, in words."""
        paid = [price(self.credits)] if self.credits else []
        paid += [f"{self.virus} virus"] if self.virus else []
        paid += [f"{self.power} power"] if self.power else []
        paid += [f"{self.tags} tag"] if self.tags else []
        paid += ["it is given up"] if self.trash else []
        what = f"the ice gains {self.kind}" if self.kind else ""
        if self.to >= 0:
            what = f"{slots[self.to].title} gets {self.gain + (self.by_hand or 0)} strength"
        elif self.breaks:
            what = f"the {self.breaks} subroutine is broken"
        elif self.moves:
            what = "it is hosted here"
        elif self.eaten:
            titles = ", ".join(slots[number].title for number in self.eaten)
            what = f"breaks {len(self.eaten)} that end the run, for {titles}"
        elif self.cuts:
            what = f"the ice is weaker by {self.cuts}"
        how = f" ({', '.join(paid)})" if paid else ""
        return f"{slots[self.slot].title}: {what}{how}"


def elsewhere_or_here(slot: Slot, now: SlotState, target: Target) -> Slot:
    """A card that has been moved: to the piece at hand, or to another one."""
    return _hosted(slot, ANYWHERE if now.spent & (MOVED_TO << target.place) else NOWHERE)


def _hosted(slot: Slot, where: int) -> Slot:
    both = ((a, replace(a, host=where, hosted=where == NOWHERE)) for a in slot.abilities)
    return replace(slot, abilities=tuple(here if a.hosted else a for a, here in both))


Gifts = tuple[Gift, ...]
_OTHERS = {"another subtype", "one more subtype"}
"""Stand for any, where ice has to have so many."""
_END = Atom("etr")


def with_ends(ask: Ask, subs: Sequence[Node], chosen: Iterable[int], total: int) -> Ask:
    """A set of `total` subroutines that knows what the first and the last of them are, if it
    holds them; those laid on the ice stand behind its own `subs`."""

    def kind(number: int) -> int:
        return TRACING if number < len(subs) and traces(subs[number]) else PLAIN

    wanted = set(chosen)
    first = kind(0) if 0 in wanted else 0
    last = kind(total - 1) if total - 1 in wanted else 0
    ends = sum(number >= len(subs) or subs[number] == _END for number in wanted)
    return ask._replace(first=first, last=last, ends=ends)


def gifts(slots: tuple[Slot, ...], state: RigState, target: Target, ask: Ask) -> Iterator[Gifts]:
    """All that could be given before so much of a piece of ice is broken, one way at a time."""
    choices: list[list[Gift | None]] = []
    for giver in range(len(slots)):
        found = list(_given_by(slots, state, giver, target, ask))
        if found:
            choices.append([None, *found])
    if prod(map(len, choices)) > MOST_GIVEN:
        titles = {slots[each.slot].title: None for some in choices for each in some if each}
        raise CapacityError(f"{' and '.join(titles)}: too many ways to give something first")
    for some in product(*choices):
        given = tuple(each for each in some if each is not None)
        ends = [each for each in given if each.breaks]
        twice = len(ends) > len({each.breaks for each in ends})
        twice |= any(each.trash and each.slot in eaten_by(given) for each in given)
        if given and not twice and not (len(ends) > 1 and target.subs.total == 1):
            yield given


def eaten_by(given: Gifts) -> set[int]:
    """The cards that are given up for what others break; none of them is given up once more."""
    return {number for gift in given for number in gift.eaten}


def are_there_in_time(
    given: Gifts, slots: tuple[Slot, ...], state: RigState, uses: Sequence[Use], left: RigState
) -> bool:
    """Whether cards that are given up for what others break can also do what a way has them do:
    none is emptied by that and goes, and one that waits until something is broken is not
    itself given up for the first of it. `left`: the rig behind the way."""
    eaten = eaten_by(given)
    for number in eaten:
        had, has = state[number], left[number]
        if slots[number].empties and had.virus + had.power > 0 == has.virus + has.power:
            return False
    breaking = {use.slot for use in uses if any(use.breaks)}
    waiting = {n for n in breaking if n >= 0 and any(a.after for a in slots[n].abilities)}
    if not waiting & eaten:
        return True
    return any(gift.breaks for gift in given) or bool((eaten | breaking) - waiting)


def _given_by(
    slots: tuple[Slot, ...], state: RigState, number: int, target: Target, ask: Ask
) -> Iterator[Gift]:
    """All that one card could give."""
    slot, now = slots[number], state[number]
    if not is_active(now):
        return
    if slot.gives is not None:
        yield from kinds_given(slots, state, number, target, _kinds_asked_for(slots))
    if slot.lends is not None and slot.lends.gain:
        for to, other in enumerate(slots):
            if not other.icebreaker or (slot.lends.no_ai and other.ai) or not is_active(state[to]):
                continue
            for times in range(1, _lent(slot.lends, now.power) + 1):
                yield Gift(
                    number,
                    to=to,
                    gain=times * slot.lends.gain,
                    lasts=slot.lends.lasts or other.keeps_strength,
                    power=times * slot.lends.power,
                    trash=slot.lends.trash,
                    by_hand=now.rolled if slot.by_hand else None,
                )
    helping = slot.icebreaker or not target.breakers_only
    if not helping:
        return
    if (slot.breaks == "first" and ask.first) or (slot.breaks == "last" and ask.last):
        yield Gift(number, trash=True, breaks=slot.breaks)
    if slot.eats and ask.ends and strength_of(slot, now, 0) >= ice_strength(slots, state, target):
        both = enumerate(zip(slots, state, strict=True))
        there = [n for n, (other, card) in both if card.installed and not other.aside]
        for many in range(1, min(ask.ends, len(there)) + 1):
            for eaten in combinations(there, many):
                yield Gift(number, eaten=eaten, credits=many * slot.eating)
    if slot.cuts and not now.spent & GAVE and not target.floor:
        yield Gift(number, cuts=slot.cuts, tags=1)
    if slot.moves is not None and not target.silencing and _is_elsewhere(slot, now, target):
        yield Gift(number, credits=slot.moves, moves=True, place=target.place)


def _is_elsewhere(slot: Slot, now: SlotState, target: Target) -> bool:
    """Whether a card is hosted on no ice, or on another piece."""
    if now.spent & (MOVED_TO << target.place):
        return False
    moved = bool(now.spent & MOVED)
    return any(each.hosted and (moved or each.host != target.place) for each in slot.abilities)


def _lent(lends: Lends, power: int) -> int:
    """How often a card can lend strength."""
    return 1 if lends.trash else power // lends.power


def kinds_given(
    slots: tuple[Slot, ...],
    state: RigState,
    number: int,
    target: Target,
    asked_for: AbstractSet[str],
) -> Iterator[Gift]:
    """The subtypes of those `asked_for` that one card could give a piece of ice."""
    gives, now = slots[number].gives, state[number]
    if gives is None or now.spent & GAVE or now.virus < gives.virus or not is_active(now):
        return
    if now.spent & TOO_NEW and not gives.virus:  # a counter pays for it at any time
        return
    asked = {gives.kind} if gives.kind else set(asked_for)
    if gives.lesser:
        asked -= KINDS
    for kind in sorted(asked - target.types):
        yield Gift(number, kind=kind, credits=gives.credits, virus=gives.virus)


def as_it_may_be(target: Target, slots: Iterable[Slot]) -> Target:
    """A piece with all the subtypes that cards may give it, wherever it may come to stand."""
    return replace(
        target, types=target.types | kinds_of(slots), at=frozenset({OUTERMOST, INNERMOST})
    )


def left_out_of_kinds(
    slots: Sequence[Slot],
    rig: Iterable[RigCard],
    statics: Iterable[Static],
    beside: Iterable[tuple[Card, str]],
) -> tuple[str, ...]:
    """What is said of strength that ice of a subtype has, of cards that such ice goes by, or that
    gain by breaking it, where a card gives it that subtype; and of the clauses of cards `beside` it
    that ask for one."""
    stronger = dict.fromkeys(kind for static in statics for kind in static.words)
    undoing = [(slot.title, slot.undoes.kind) for slot in slots if slot.undoes is not None]
    words = [("that ice becomes stronger", kind) for kind in stronger]
    words += [(f"that ice goes by {title}", kind) for title, kind in undoing if kind]
    words += [
        (f"that {placed.card.title} gains by ice", kind)
        for placed in rig
        for clause in placed.card.rules.on
        for kind in clause.qualifiers
        if kind in KINDS
    ]
    words += [
        (f"what {card.title} makes of ice", kind)
        for card, text in beside
        for kind in sorted(kinds_of(slots))
        if kind and re.search(rf"\b{kind}\b", text)
    ]
    found = (
        f"{slot.title}: {what} as {'an' if kind[0] in 'aeio' else 'a'} {kind} is left out"
        for slot in slots
        for what, kind in words
        if slot.gives is not None and slot.gives.kind in ("", kind)
    )
    return tuple(dict.fromkeys(found))


def left_out_of_lasting_kinds(
    slots: Sequence[Slot], ice: Iterable[Card], again: bool
) -> tuple[str, ...]:
    """What is said of a subtype that a card gives for the rest of the run, where other ice has it
    by that, or where ice may be met `again`."""
    lasting = [slot for slot in slots if slot.gives is not None and slot.gives.lasts]
    texts = [(card, [item.text for item in card.rules.unexecuted]) for card in ice]
    taking = [card for card, said in texts if OF_OTHERS in said]
    words = [f"that {card.title} has it too is left out" for card in taking]
    words += ["that it gives one for a later encounter alone is left out"] if again else []
    found = (f"{slot.title}: {what}" for slot in lasting for what in words)
    return tuple(dict.fromkeys(found))


def kinds_of(slots: Iterable[Slot]) -> frozenset[str]:
    """The subtypes that cards of a rig may give."""
    slots = tuple(slots)
    given = {slot.gives.kind for slot in slots if slot.gives is not None}
    return frozenset(given | _kinds_asked_for(slots) if "" in given else given)


def _kinds_asked_for(slots: Iterable[Slot]) -> set[str]:
    """The subtypes that abilities to break ask for; and others, where they are counted."""
    abilities = [ability for slot in slots for ability in slot.abilities]
    counted = any(each.ice_is is not None and each.ice_is[0] == "nsubtypes" for each in abilities)
    return {kind for each in abilities for kind in each.types} | (_OTHERS if counted else set())


def with_gifts(
    given: Gifts, slots: tuple[Slot, ...], target: Target, ask: Ask
) -> tuple[tuple[Slot, ...], Target, Ask]:
    """Rig, ice and what is left to break once all that has been given."""
    for gift in given:
        slots, target = gift.slots(slots), gift.target(target)
        ask = gift.left(ask)
    if any(gift.breaks or gift.eaten for gift in given):
        slots = tuple(map(_awake, slots))
    return slots, target, Ask(ask.plain, ask.tracing, ask.closed)


def _awake(slot: Slot) -> Slot:
    """A card that waits until a subroutine is broken, once one has been."""
    if not any(each.after for each in slot.abilities):
        return slot
    return replace(slot, abilities=tuple(replace(each, after=False) for each in slot.abilities))
