"""What cards of both sides do as a run begins, before any ice is met."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.prices.rig.charging import BEGIN as AS_RUN_BEGINS
from simcore.prices.rig.charging import can_be_charged
from simcore.prices.rig.closing import closed
from simcore.prices.rig.known_hand import none_thrown
from simcore.prices.rig.outwitting import reordered
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.passage import AS_IT_BEGINS, Passage
from simcore.prices.way.suffering import Sight
from simcore.prices.way.wall import Piece


def as_begun(
    attempt: Attempt, pieces: Sequence[Piece], gates: Sequence[Sight], start: Passage
) -> list[Passage]:
    """The ways to begin a run: cards lift an icebreaker each, whichever it is. `gates`: what the
    cards behind all ice are read by."""
    thrown = start.suffered._replace(away=none_thrown(attempt.known))
    slots, found = attempt.slots, [start._replace(suffered=thrown)]
    for slot in (each for each in slots if each.lifts):
        found = [
            now.with_card(to, lifted).tell(
                AS_IT_BEGINS, f"{slot.title}: {other.title} is {slot.lifts} stronger"
            )
            for now in found
            for to, other in enumerate(slots)
            if other.icebreaker
            for lifted in [now.rig[to]._replace(boost=now.rig[to].boost + slot.lifts)]
        ] or found
    if attempt.fined:
        words = f"meat damage for credits that are not of the pool: {attempt.fined}"
        sight = next((piece.sight for piece in pieces), *gates[:1])
        told = (each.tell(sight.place, words) for each in found)
        found = [a for each in told for a in sight.damaged("meat", attempt.fined, each)]
    if any(slot.closes for slot in slots):
        found += [after for now in found for after in closed(attempt, pieces, now)]
    if any(slot.charges == AS_RUN_BEGINS for slot in slots):
        found += [
            now.with_card(to, charged)
            for now in found
            for to, card in enumerate(now.rig)
            if can_be_charged(slots[to], card)
            for worth in [slots[to].per_power]
            for charged in [card._replace(power=card.power + 1, boost=card.boost + worth)]
        ]
    return [after for now in found for after in reordered(attempt, pieces, now)]
