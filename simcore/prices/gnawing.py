"""Ice that a program on it trashes once it has no strength left: as it is met, or by weakening."""

from __future__ import annotations

from collections.abc import Iterator

from simcore.plan.pieces import (
    GONE,
    RigState,
    Slot,
    Target,
    ice_strength,
    is_active,
    unhosted,
)
from simcore.prices.passage import Passage
from simcore.prices.wall import Piece

AS_MET, AT_ANY_TIME = "as met", "at any time"
"""When a program trashes its host (`Slot.gnaws`)."""


def gnawed_as_met(
    slots: tuple[Slot, ...], piece: Piece, target: Target, now: Passage
) -> tuple[Passage, bool]:
    """What programs on a piece do as it is met, and whether it is trashed: one that looks at it
    then and finds strength left puts a counter on itself."""
    for number, slot in enumerate(slots):
        if not slot.gnaws or slot.bypass_host != piece.place or not is_active(now.rig[number]):
            continue
        if ice_strength(slots, now.rig, target) <= 0:
            if piece.is_kept:
                continue
            trashed = piece.sight.without_the_piece(now)
            return trashed.tell(piece.place, f"{slot.title}: the ice is trashed"), True
        if slot.gnaws == AS_MET:
            card = now.rig[number]._replace(virus=now.rig[number].virus + 1)
            now = now._replace(rig=(*now.rig[:number], card, *now.rig[number + 1 :]))
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
    strength = ice_strength(slots, now.rig, target)
    for number, slot in enumerate(slots):
        weakening = slot.weakening
        if weakening is None or not weakening.as_met or not is_active(now.rig[number]):
            continue
        if 0 < strength <= weakening.amount:
            rig = unhosted(slots, (*now.rig[:number], GONE, *now.rig[number + 1 :]))
            trashed = piece.sight.without_the_piece(now._replace(rig=rig))
            words = f"{slot.title}: it is given up; {here[0].title}: the ice is trashed"
            yield trashed.tell(piece.place, words)


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
    for after in lowered(slots, 0, ice_strength(slots, now.rig, target), now):
        trashed = piece.sight.without_the_piece(after)
        yield trashed.tell(piece.place, f"{here[0].title}: the ice is weakened and trashed")


def lowered(slots: tuple[Slot, ...], number: int, left: int, now: Passage) -> Iterator[Passage]:
    """Every way to take so much strength off the ice by abilities that need no strength."""
    if left <= 0:
        yield now
        return
    if number == len(slots):
        return
    yield from lowered(slots, number + 1, left, now)
    weakening, card = slots[number].weakening, now.rig[number]
    if weakening is None or weakening.interface or not is_active(card):
        return
    if weakening.grip or weakening.trash or weakening.once or weakening.stealth:
        return
    for times in range(1, -(-left // weakening.amount) + 1):
        virus, power = times * weakening.virus, times * weakening.power
        if virus > card.virus or power > card.power:
            return
        rig: RigState = (
            *now.rig[:number],
            card._replace(virus=card.virus - virus, power=card.power - power),
            *now.rig[number + 1 :],
        )
        paid = now._replace(rig=rig).spends(number, virus, power)
        paid = paid.pays(times * weakening.credits)
        yield from lowered(slots, number + 1, left - times * weakening.amount, paid)
