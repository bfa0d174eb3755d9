"""Cards of the rig that hurt the Runner once they are trashed, or once the pool is empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.plan.pieces import GONE, Slot
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.way.passage import Passage
from simcore.scenario import PlacedRoot, RigCard

if TYPE_CHECKING:
    from simcore.prices.bills import Bill
    from simcore.prices.way.suffering import Sight

LEAVING = {"it goes: meat 3": 3}
"""Damage for a card that is trashed (`Slot.leaving`)."""
PENNILESS = {"no credits: it goes; meat 3": 3}
"""Damage of a card that goes as soon as the pool is empty (`Slot.penniless`)."""


FREE_REZ = ", the Corp rezzes a card"
"""What a card says last, by whose going the Corp may rez a card for nothing."""


def words_of_free_rezzing(
    rig: Sequence[RigCard], slots: Sequence[Slot], root: Sequence[PlacedRoot]
) -> tuple[str, ...]:
    """What is left out where such a card goes, if anything may lie there face down then."""
    turning = any(
        slot.undoes is not None or slot.closes or slot.turns_down or slot.trick is not None
        for slot in slots
    )
    if not turning and all(placed.rezzed for placed in root):
        return ()
    return tuple(
        f"{placed.card.title}: what the Corp may rez as it goes is left out"
        for placed in rig
        if any(item.text.endswith(FREE_REZ) for item in placed.card.rules.unexecuted)
    )


def hurt_by_leaving(sight: Sight, gone: Sequence[int], now: Passage) -> list[Passage]:
    """Behind the trashing of some cards of the rig, whoever did that."""
    found = [now]
    for number in filter(None, (sight.slots[slot].leaving for slot in gone)):
        found = [after for each in found for after in sight.damaged("meat", number, each)]
    return found


def outlived(sight: Sight, now: Passage) -> Iterator[Passage]:
    """Without a card that is given up where damage would kill."""
    for number, slot in enumerate(sight.slots):
        if slot.outlives and is_active(now.rig[number]):
            rig = unhosted(sight.slots, now.with_card(number, GONE).rig)
            after = sight.purses.after(now.rig, now._replace(rig=rig))
            yield after.tell(sight.place, f"{slot.title}: it is given up, the Runner survives")
            return


def penniless(slots: tuple[Slot, ...], now: Passage) -> tuple[int, ...]:
    """Cards that go once the pool is empty."""
    both = enumerate(zip(slots, now.rig, strict=True))
    return tuple(number for number, (slot, card) in both if slot.penniless and is_active(card))


def words_of_penniless(slots: Sequence[Slot], bills: Iterable[Bill]) -> tuple[str, ...]:
    """What is said where the damage of such a card may be kept off: that is not followed."""
    if not any("meat" in option.kinds for slot in slots for option in slot.keeps_off):
        return ()
    lost = {title for bill in bills for title in bill.get("cards_lost", ())}
    short = any(not bill["affordable"] for bill in bills)
    going = dict.fromkeys(slot.title for slot in slots if slot.penniless)
    words = "that its damage as it goes may be kept off is left out"
    return tuple(f"{title}: {words}" for title in going if short or title in lost)


def without_money(
    slots: tuple[Slot, ...], going: Sequence[int], grip: int, now: Passage
) -> Passage | None:
    """Behind all ice, the pool having become empty on the way; None if the Runner does not
    bear that. `grip`: cards in it when the run began."""
    damage = sum(slots[number].penniless for number in going)
    if damage > grip + now.suffered.refill - now.paid.grip - now.suffered.damage:
        return None
    rig = tuple(GONE if number in going else card for number, card in enumerate(now.rig))
    taken = now.suffered.taken.union(going)
    after = now._replace(rig=unhosted(slots, rig)).suffers(damage)
    return after._replace(suffered=after.suffered._replace(taken=taken))
