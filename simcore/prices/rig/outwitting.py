"""Ways past ice that want the strength of a card but break nothing: subroutines that cannot end
the run, or a piece that is turned face down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from math import factorial, perm

from simcore.errors import CapacityError
from simcore.plan.aftermath import state_after
from simcore.plan.pieces import GONE, Ask, RigState, Slot
from simcore.plan.states import Weather
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.corp.ground import Ground
from simcore.prices.corp.price_ice import swaps_itself
from simcore.prices.payments import Payment, given_away, undominated
from simcore.prices.rig.earning import turned_by_runner
from simcore.prices.rig.gnawing import gnawed_before
from simcore.prices.telling import price
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.comparing import Looks
from simcore.prices.way.passage import ABSENT, AS_IT_BEGINS, Passage
from simcore.prices.way.wall import Piece
from simcore.prices.way.ways_taken import WayTaken

_ONE = Ask(1)
USED_UP = (-2, -2)
"""`Passage.swap` when nothing can be swapped any more."""
ENDLESS = "no subroutine ends the run"
"""What is told where the ends of a piece are kept off."""


def tricks(
    slots: tuple[Slot, ...], piece: Piece, now: Passage, weather: Weather
) -> Iterator[tuple[int, WayTaken]]:
    """The ways to use such an ability of a card, boosts and weakening before it: nothing is broken,
    so that what bars or taxes that does not matter."""
    target = replace(piece.target, limit=-1, fracters_only=False, closed=False, own=())
    plain = weather._replace(tax=0, uses=0, locked=False, grip=0)
    for number, slot in enumerate(slots):
        if slot.trick is None or not is_active(now.rig[number]):
            continue
        alone = tuple(
            replace(
                each,
                abilities=(each.trick.ability,) if n == number and each.trick else (),
            )
            for n, each in enumerate(slots)
        )
        for payment in undominated(alone, now.rig, target, _ONE, plain):
            yield number, _taken(alone, now.rig, payment)


def _taken(slots: tuple[Slot, ...], rig: RigState, payment: Payment) -> WayTaken:
    after = state_after(slots, rig, _ONE, payment.way)
    left = unhosted(slots, given_away(after, payment))
    return WayTaken(payment, left, payment.virus, payment.power)


def outwitted(
    slots: tuple[Slot, ...], number: int, piece: Piece, now: Passage, paid: Payment
) -> Passage:
    """A passage in which such an ability has been used, `paid` with all boosts."""
    slot = slots[number]
    assert slot.trick is not None
    if slot.trick.derez:
        words, now = (
            "the ice is turned face down",
            turned_by_runner(piece.sight, now),
        )
    else:
        words, now = (
            ENDLESS,
            now.meets(endless=True),
        )
    return now.tell(piece.place, f"{slot.title}: {words} ({price(paid.credits, paid.counters)})")


def once_broken(
    slots: tuple[Slot, ...],
    piece: Piece,
    now: Passage,
    taken: WayTaken,
    whole: bool,
    looks: Looks,
) -> Passage:
    """A passage in which a way to break has been taken, with what comes of breaking the `whole`
    piece, by one card alone or by anyone."""
    if taken.payment.tags and looks.tags:
        raise CapacityError(f"{piece.target.title}: a tag as a price beside what asks for tags")
    swaps = (
        whole
        and piece.wall.is_outermost
        and any(
            slot.outermost and is_active(card) for slot, card in zip(slots, now.rig, strict=True)
        )
    )
    if taken.alone >= 0:
        sole = slots[taken.alone]
        of, kind = sole.frees
        now = now.awaits(idle_next=sole.idles, frees=kind if of in piece.target.types else "")
        swaps = swaps or sole.swaps
    if swaps and now.ahead.swap == (-1, -1):
        now = now.awaits(swap=(piece.place, piece.place))
    return now


def swapped(pieces: Sequence[Piece], piece: Piece, at: int, now: Passage) -> list[Passage]:
    """Behind a piece at a place that one card may swap with another one once it alone has broken
    it: with any of those that are still ahead. What stands on other servers is not stated."""
    if now.ahead.swap != (piece.place, piece.place):
        return [now]
    if now.here.piece == ABSENT:  # it has gone, so that another one may be swapped
        return [now.awaits(swap=(-1, -1))]
    now = now.awaits(swap=USED_UP)
    return [now, *_with_one_ahead(pieces, piece, at, now)]


def _with_one_ahead(
    pieces: Sequence[Piece], piece: Piece, at: int, now: Passage
) -> Iterator[Passage]:
    """A piece at a place swapped with each of those further in that are still there."""
    order = now.changed.order or tuple(range(len(pieces)))
    for inside in range(at + 1, len(pieces)):
        other = order[inside]
        if other in now.changed.left:
            continue
        moved = list(order)
        moved[at], moved[inside] = other, order[at]
        words = f"it is swapped with {pieces[other].target.title}"
        after = now._replace(changed=now.changed._replace(order=tuple(moved)))
        yield after.tell(piece.place, words)


def standing_at(pieces: Sequence[Piece], piece: Piece, now: Passage) -> Piece:
    """What stands at the place of a piece, once some may have been swapped."""
    return pieces[now.changed.order[piece.place]] if now.changed.order else piece


def rearranged(
    attempt: Attempt, pieces: Sequence[Piece], piece: Piece, at: int, now: Passage
) -> list[Passage]:
    """Behind a piece at a place, once the Corp may have swapped it with another one: with those
    outside nothing comes of it."""
    by_itself = swaps_itself(piece.wall.card) and not now.here.piece  # face down it has no text
    if not (attempt.ground.rearranges or by_itself) or now.here.piece == ABSENT:
        return [now]
    answers = [[now], *([after] for after in _with_one_ahead(pieces, piece, at, now))]
    return piece.sight.worst_of(now, answers)


_MOST_REORDERED = 5
"""Pieces of ice of which every order is followed."""
_MOST_ORDERS = factorial(_MOST_REORDERED)


def reordered(attempt: Attempt, pieces: Sequence[Piece], now: Passage) -> list[Passage]:
    """As a run begins, the ice in whatever order the Corp likes best."""
    ground = attempt.ground
    title, moving = ground.reorders, ground.outgoing or ground.roaming
    if not title or len(pieces) < 2:
        return [now]
    if perm(len(pieces), ground.moves) > _MOST_ORDERS:
        raise CapacityError(f"{title}: more than {_MOST_ORDERS} orders that the ice may stand in")
    if len(moving or pieces) > _MOST_REORDERED:
        raise CapacityError(f"{title}: more than {_MOST_REORDERED} pieces of ice in any order")
    (first, _), *others = _orders(range(len(pieces)), ground)
    answers = [[now._replace(changed=now.changed._replace(order=first))]]
    for order, credits in others:
        titles = ", ".join(pieces[number].target.title for number in order)
        after = now._replace(
            changed=now.changed._replace(order=order, corp=now.changed.corp - credits)
        )
        answers.append([after.tell(AS_IT_BEGINS, f"{title}: the ice is {titles}")])
    *_, seen = [pieces[number] for number in moving] or pieces
    return seen.sight.worst_of(now, answers)


def _orders(places: Sequence[int], ground: Ground) -> Iterable[tuple[tuple[int, ...], int]]:
    """The orders that pieces can be brought into, first the one they stand in, and what the Corp
    pays for each: any, or those in which some of the `outgoing` have gone before all others one
    after the other, or some that are `roaming` to any place."""
    if ground.roaming:
        return _roamed(places, ground).items()
    outgoing = ground.outgoing
    if not outgoing:
        return ((order, 0) for order in permutations(places))
    out = (some for many in range(len(outgoing) + 1) for some in permutations(outgoing, many))
    orders = ((*some, *(n for n in places if n not in some)) for some in out)
    return dict.fromkeys(orders, 0).items()


def _roamed(places: Sequence[int], ground: Ground) -> dict[tuple[int, ...], int]:
    """By the order that some pieces have brought about how many of them went at least."""
    found: dict[tuple[int, ...], int] = {}
    for number in range(ground.moves + 1):
        for gone in combinations(ground.roaming, number):
            orders = [tuple(n for n in places if n not in gone)]
            for piece in gone:
                orders = [
                    (*order[:at], piece, *order[at:])
                    for order in orders
                    for at in range(len(order) + 1)
                ]
            for order in orders:
                found.setdefault(order, number)
    return found


def copied(
    slots: Sequence[Slot], pieces: Sequence[Piece], piece: Piece, at: int, now: Passage
) -> Iterator[Passage]:
    """Behind a piece at a place, on behind another copy of it that stands further in: what lies
    between is not met."""
    if now.here.piece:
        return
    order = now.changed.order or tuple(range(len(pieces)))
    for number, slot in enumerate(slots):
        for copy in pieces if slot.copies and is_active(now.rig[number]) else ():
            place = order.index(copy.place)
            another = copy.place != piece.place and copy.place not in now.changed.left
            if another and place > at and copy.wall.card.title == piece.wall.card.title:
                printed = copy.wall.card.strength or 0
                if not copy.is_kept and gnawed_before(
                    tuple(slots), now.rig, copy.place, copy.target, printed
                ):
                    continue  # it is trashed as soon as it is rezzed
                rig = unhosted(tuple(slots), now.with_card(number, GONE).rig)
                words = f"{slot.title}: it is given up, the Runner goes on behind the other one"
                after = now._replace(rig=rig).awaits(past=place)
                yield after.tell(piece.place, words)
