"""Ice that a card of the rig trashes or turns face down while it is met, once it is weak enough,
or trashes once all of it is broken."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.cards.syntax import Amount, Atom
from simcore.plan.marks import REWARDED
from simcore.plan.pieces import GONE, Slot, Target
from simcore.plan.strengths import ice_strength, is_active, unhosted
from simcore.prices.rig.drawing import given_up_for_use
from simcore.prices.rig.earning import turned_by_runner
from simcore.prices.rig.gnawing import charmed, cut_first, lowered
from simcore.prices.telling import price
from simcore.prices.way.gone import trashed_by_runner
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece

_TAG = Atom("tag", Amount(1))


def felled(
    slots: tuple[Slot, ...], piece: Piece, target: Target, now: Passage
) -> Iterator[Passage]:
    """Past a piece that is weakened and then trashed, or turned face down."""
    if now.here.bypassed or now.here.piece:
        return
    if all(slot.fells is None and not slot.turns_down for slot in slots):
        return
    strength = ice_strength(slots, now.rig, target) + piece.strength_by_tags(now)
    met = [(now, strength)] if target.floor else charmed(slots, piece, now, strength)
    for start, weak in met:
        yield from _felled_at(slots, piece, target, weak, start)


def _felled_at(
    slots: tuple[Slot, ...], piece: Piece, target: Target, strength: int, now: Passage
) -> Iterator[Passage]:
    """The same, once cards that go for it have weakened the piece to a strength."""
    for number, slot in enumerate(slots):
        if slot.fells is None and not slot.turns_down:
            continue
        if not is_active(now.rig[number]):
            continue
        if slot.fells is not None and not piece.is_kept:
            for before, left in cut_first(slots, piece, target, now, strength):
                for after in _at_most(slots, piece, target, left, before):
                    yield _trashed(slots, piece, number, slot.fells, after)
        if slot.turns_down:
            for before, left in cut_first(slots, piece, target, now, strength):
                for counters in range(before.rig[number].power + 1):
                    for after in _at_most(slots, piece, target, left - counters, before, counters):
                        yield from _turned_down(slots, piece, number, counters, after)


def _at_most(
    slots: tuple[Slot, ...],
    piece: Piece,
    target: Target,
    strength: int,
    now: Passage,
    kept: int = 0,
) -> Iterator[Passage]:
    """With so much strength taken off by other cards, all but what is `kept`."""
    if strength <= 0:
        yield now
    elif not target.floor:
        yield from lowered(slots, piece, target, strength, now, kept=kept)


def _trashed(
    slots: tuple[Slot, ...], piece: Piece, number: int, credits: int, now: Passage
) -> Passage:
    slot = slots[number]
    rig = unhosted(slots, now.with_card(number, GONE).rig)
    words = f"{slot.title}: the ice is trashed ({price(credits)}, it is given up)"
    paid = now._replace(rig=rig).pays(other=credits).tell(piece.place, words)
    return trashed_by_runner(piece.sight, given_up_for_use(piece.sight, paid))


def _turned_down(
    slots: tuple[Slot, ...], piece: Piece, number: int, counters: int, now: Passage
) -> Iterator[Passage]:
    rig = unhosted(slots, now.with_card(number, GONE).rig)
    words = f"{slots[number].title}: the ice is turned face down ({counters} power, it is given up)"
    paid = now._replace(rig=rig).spends(number, power=counters).tell(piece.place, words)
    gone = given_up_for_use(piece.sight, piece.sight.purses.after(now.rig, paid))
    for after in piece.sight.resolve(_TAG, gone):
        yield turned_by_runner(piece.sight, after)


def removed(slots: tuple[Slot, ...], piece: Piece, now: Passage) -> Iterator[Passage]:
    """The first outermost piece that has been fully broken: left there, or trashed by a card that
    is given up for it."""
    first = [
        number
        for number, slot in enumerate(slots)
        if slot.removes and not now.rig[number].spent & REWARDED
    ]
    if not piece.wall.is_outermost:
        yield now
        return
    left = now
    for number in first:
        card = now.rig[number]
        left = left.with_card(number, card._replace(spent=card.spent | REWARDED))
    yield left
    for number in first if not now.here.piece and not piece.is_kept else ():
        if is_active(now.rig[number]):
            rig = unhosted(slots, left.with_card(number, GONE).rig)
            paid = piece.sight.purses.after(now.rig, left._replace(rig=rig))
            after = trashed_by_runner(piece.sight, paid)
            yield after.tell(
                piece.place, f"{slots[number].title}: it is given up, the ice is trashed"
            )
