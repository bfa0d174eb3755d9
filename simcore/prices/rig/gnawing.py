"""Ice that a program on it trashes once it has no strength left: as it is met, or by weakening."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from simcore.plan.marks import GAVE, TOO_NEW, WEAKENED
from simcore.plan.pieces import GONE, Boost, RigState, Slot, Target, Weakening
from simcore.plan.strengths import ice_strength, icebreakers, is_active, strength_of, unhosted
from simcore.prices.rig.by_hand import asks_for_grip
from simcore.prices.rig.hand import thrown
from simcore.prices.rig.untagging import untagged
from simcore.prices.telling import price
from simcore.prices.way.gone import trashed_by_runner
from simcore.prices.way.hearing import tagged
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece

AS_MET, AT_ANY_TIME = "as met", "at any time"
"""When a program trashes its host (`Slot.gnaws`)."""


def is_gnawed(slots: tuple[Slot, ...], piece: Piece, rig: RigState) -> bool:
    """Whether a piece is trashed as soon as it has no strength left."""
    return not piece.is_kept and any(
        slot.gnaws == AT_ANY_TIME and slot.bypass_host == piece.place and is_active(now)
        for slot, now in zip(slots, rig, strict=True)
    )


def gnawed_before(
    slots: tuple[Slot, ...], rig: RigState, place: int, target: Target, printed: int
) -> Slot | None:
    """The program that has trashed a rezzed piece before the run, if that is sure: no strength is
    left by counters alone, without what else makes it weaker, maybe only as it is met."""
    here = [n for n, slot in enumerate(slots) if slot.bypass_host == place and is_active(rig[n])]
    here = [n for n in here if slots[n].gnaws == AT_ANY_TIME]
    standing = tuple(s for s in target.standing if s.slot < 0 or s.gain >= 0)
    strongest = replace(target, standing=standing, strength=max(printed, target.strength))
    return slots[here[0]] if here and ice_strength(slots, rig, strongest) <= 0 else None


def gnawed_as_met(
    slots: tuple[Slot, ...], piece: Piece, target: Target, now: Passage
) -> tuple[Passage, bool]:
    """What programs on a piece do as it is met, and whether it is trashed: one that looks at it
    then and finds strength left puts a counter on itself."""
    for number, slot in enumerate(slots):
        if not slot.gnaws or slot.bypass_host != piece.place or not is_active(now.rig[number]):
            continue
        if ice_strength(slots, now.rig, target) + piece.strength_by_tags(now) <= 0:
            if piece.is_kept:
                continue
            trashed = trashed_by_runner(piece.sight, now)
            return trashed.tell(piece.place, f"{slot.title}: the ice is trashed"), True
        if slot.gnaws == AS_MET and not now.rig[number].spent & TOO_NEW:
            card = now.rig[number]._replace(virus=now.rig[number].virus + 1)
            now = now.with_card(number, card)
    return now, False


def gnawed_by_charm(
    slots: tuple[Slot, ...], piece: Piece, target: Target, now: Passage
) -> Iterator[Passage]:
    """The piece weakened as it is met by a card that goes for it, before a program on it looks."""
    here = [
        slot
        for number, slot in enumerate(slots)
        if slot.gnaws and slot.bypass_host == piece.place and is_active(now.rig[number])
    ]
    if not here or target.floor or piece.is_kept:
        return
    later = any(slot.gnaws == AT_ANY_TIME for slot in here)
    strength = ice_strength(slots, now.rig, target) + piece.strength_by_tags(now)
    for weaker, left in charmed(slots, piece, now, strength):
        if weaker is now or (left > 0 and not later):
            continue
        for before, rest in cut_first(slots, piece, target, weaker, left):
            for after in lowered(slots, piece, target, rest, before):
                trashed = trashed_by_runner(piece.sight, after)
                yield trashed.tell(piece.place, f"{here[0].title}: the ice is trashed")


def charmed(
    slots: tuple[Slot, ...], piece: Piece, now: Passage, strength: int, number: int = 0
) -> Iterator[tuple[Passage, int]]:
    """The strength of the ice after any of the cards from a slot on that go for it as it is met,
    or once in a run."""
    if strength <= 0 or number == len(slots):
        yield now, strength
        return
    yield from charmed(slots, piece, now, strength, number + 1)
    weakening, card = slots[number].weakening, now.rig[number]
    if weakening is None or not is_active(card) or card.spent & WEAKENED:
        return
    if weakening.as_met:
        rig = unhosted(slots, now.with_card(number, GONE).rig)
        words = f"{slots[number].title}: it is given up"
        met = [now._replace(rig=rig).tell(piece.place, words)]
    else:
        met = _weakened(slots, piece, number, 1, now) if weakening.once else []
    for each in met:
        yield from charmed(slots, piece, each, weakening.lowered(strength), number + 1)


def thrown_as_met(slots: tuple[Slot, ...], piece: Piece, now: Passage) -> Iterator[Passage]:
    """How a piece is met that counts the cards of the grip, or where their number is asked for or
    those are of use in the heap: as it is, or weaker for the run by a card that has taken one of
    them for it."""
    yield now
    early = piece.ice.by_grip is not None or any(held.comes_back for held in piece.sight.hand)
    early |= asks_for_grip(piece) or any(slot.by_hand < 0 for slot in slots)
    for number, slot in enumerate(slots if early else ()):
        weakening, card = slot.weakening, now.rig[number]
        if weakening is None or not weakening.grip:
            continue
        if card.spent & WEAKENED or not is_active(card):
            continue
        for weaker in _weakened(slots, piece, number, 1, now):
            lost = now.changed.lasting_at(piece.place).weaker + weakening.amount
            yield weaker if piece.target.floor else weaker.keeps(piece.place, weaker=lost)


def gnawed_through(
    slots: tuple[Slot, ...], piece: Piece, target: Target, now: Passage
) -> Iterator[Passage]:
    """The piece weakened until a program on it trashes it."""
    here = [
        slot
        for number, slot in enumerate(slots)
        if slot.gnaws == AT_ANY_TIME
        and slot.bypass_host == piece.place
        and is_active(now.rig[number])
    ]
    if not here or now.here.bypassed or now.here.piece or target.floor or piece.is_kept:
        return
    strength = ice_strength(slots, now.rig, target) + piece.strength_by_tags(now)
    for before, left in cut_first(slots, piece, target, now, strength):
        for after in lowered(slots, piece, target, left, before):
            trashed = trashed_by_runner(piece.sight, after)
            yield trashed.tell(piece.place, f"{here[0].title}: the ice is trashed")


def cut_first(
    slots: tuple[Slot, ...],
    piece: Piece,
    target: Target,
    now: Passage,
    strength: int,
    first: int = 0,
) -> Iterator[tuple[Passage, int]]:
    """The strength of the ice as it is, and with what cards from a slot on take off it for a tag,
    each once."""
    yield now, strength
    for number, slot in enumerate(slots[first:], first):
        card = now.rig[number]
        if slot.cuts and is_active(card) and not card.spent & GAVE and strength > 0:
            if not target.floor:
                spent = card._replace(spent=card.spent | GAVE)
                words = f"{slot.title}: the ice is weaker by {slot.cuts} for a tag"
                taken = tagged(piece.sight, 1, now.with_card(number, spent))
                for after in (a for each in taken for a in untagged(piece.arriving, each)):
                    more = piece.strength_by_tags(after) - piece.strength_by_tags(now)
                    told, left = after.tell(piece.place, words), strength - slot.cuts + more
                    yield from cut_first(slots, piece, target, told, left, number + 1)


def lowered(
    slots: tuple[Slot, ...],
    piece: Piece,
    target: Target,
    left: int,
    now: Passage,
    number: int = 0,
    kept: int = 0,
) -> Iterator[Passage]:
    """Every way to take so much strength off the ice, all but what is `kept`, by the cards from a
    slot on."""
    if left <= 0:
        yield now
        return
    if number == len(slots):
        yield from _matched(slots, piece, left, kept, now)
        return
    yield from lowered(slots, piece, target, left, now, number + 1, kept)
    weakening, card = slots[number].weakening, now.rig[number]
    if weakening is None or weakening.interface or weakening.as_met or not is_active(card):
        return
    if weakening.kind and weakening.kind not in target.types:
        return
    if weakening.once and card.spent & WEAKENED:
        return
    once = weakening.once or weakening.trash
    for times in range(1, 2 if once else -(-left // weakening.amount) + 1):
        rest = weakening.lowered(left, times)
        for paid in _weakened(slots, piece, number, times, now):
            yield from lowered(slots, piece, target, rest, paid, number + 1, kept)


def _weakened(
    slots: tuple[Slot, ...], piece: Piece, number: int, times: int, now: Passage
) -> list[Passage]:
    """The weakening of one card paid for so often; none if that cannot be."""
    weakening, card = slots[number].weakening, now.rig[number]
    assert weakening is not None
    virus, power = times * weakening.virus, times * weakening.power
    credits, grip = times * weakening.credits, times * weakening.grip
    hidden = credits if weakening.stealth else 0
    if virus > card.virus or power > card.power or hidden > now.money.stealth_left:
        return []
    if grip > piece.sight.cards_left(now):
        return []
    used = card._replace(spent=card.spent | WEAKENED) if weakening.once else card
    paid = now.with_card(number, GONE if weakening.trash else used)
    paid = paid._replace(rig=unhosted(slots, paid.rig)).spends(number, virus, power)
    if tired := slots[number].tires:
        paid = paid.curbs(unheld=paid.curbed.unheld + tired)
    words = [f"{virus} virus"] * bool(virus) + [f"{power} power"] * bool(power)
    words += [price(credits)] * bool(credits) + ["it is given up"] * weakening.trash
    words += [f"{grip} card{'s' * (grip > 1)} of the grip"] * bool(grip)
    told = f"{slots[number].title}: the ice is weakened ({', '.join(words) or 'for nothing'})"
    return [
        each.tell(piece.place, told).hides(hidden)
        for each in thrown(piece.sight, grip, paid.pays(credits, grip=grip))
    ]


def _matched(
    slots: tuple[Slot, ...], piece: Piece, left: int, kept: int, now: Passage
) -> Iterator[Passage]:
    """The rest taken off by a card that has to be as strong as the ice, for credits alone; so much
    strength is `kept`."""
    breakers = icebreakers(slots, now.rig)
    for slot, card in zip(slots, now.rig, strict=True):
        weakening = slot.weakening
        if weakening is None or not is_active(card):
            continue
        if weakening != Weakening(weakening.amount, weakening.credits, interface=True):
            continue
        missing = max(0, left + kept - strength_of(slot, card, breakers))
        steps = [
            -(-missing // boost.gain) * boost.credits
            for boost in slot.boosts
            if boost.gain and boost == Boost(boost.gain, credits=boost.credits)
        ]
        if missing and not steps:
            continue
        cost = (min(steps) if missing else 0) + -(-left // weakening.amount) * weakening.credits
        words = f"{slot.title}: the ice is weakened ({price(cost)})"
        for hidden in range(min(cost, now.money.stealth_left), -1, -1):
            yield now.pays(cost).hides(hidden).tell(piece.place, words)
