"""Cards of the rig that hurt the Runner once they are trashed, or once the pool is empty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.plan.pieces import GONE, Slot
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.rig.brought_by_use import OWN_TRASHED
from simcore.prices.way.passage import AS_IT_ENDS, Passage
from simcore.scenario import PlacedRoot, RigCard

if TYPE_CHECKING:
    from simcore.prices.bills import Bill
    from simcore.prices.way.suffering import Sight

LEAVING = {"it goes: meat 3": ("meat", 3), "it goes: core 2": ("core", 2)}
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
    for kind, number in filter(None, (sight.slots[slot].leaving for slot in gone)):
        found = [after for each in found for after in sight.damaged(kind, number, each)]
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
    """What is said where the damage of such a card may be kept off, or where it, or one whose last
    credit is spent, is heard of by another one as it goes: that is not followed."""
    ways = list(bills)
    lost = {title for bill in ways for title in gone_by(bill)}
    short = not ways or any(not bill["affordable"] for bill in ways)
    parting = [s for s in slots if s.penniless or _empties_a_purse(s)]
    going = [s for s in parting if (short and s.penniless) or not ways or s.title in lost]
    kept_off = any("meat" in option.kinds for slot in slots for option in slot.keeps_off)
    words = "that its damage as it goes may be kept off is left out"
    hurting = [s.title for s in going if s.penniless and kept_off and ways]
    heard = [s.title for s in going if any(map(_hears_of_own, slots))]
    return (
        *(f"{title}: {words}" for title in dict.fromkeys(hurting)),
        *(f"{title}: what others bring as it goes is left out" for title in dict.fromkeys(heard)),
    )


def _hears_of_own(slot: Slot) -> bool:
    """Whether something comes for a card whenever the Runner has trashed one of the rig."""
    earning = slot.earns is not None and slot.earns.when == OWN_TRASHED
    return slot.draws == OWN_TRASHED or earning or slot.rebate


def gone_by(bill: Bill) -> Iterator[str]:
    """Titles of cards that a way loses."""
    for key in ("cards_lost", "used_up", "perhaps_used_up"):
        yield from bill.get(key, ())


def _empties_a_purse(slot: Slot) -> bool:
    """Whether a card goes with its last credit, not with its last counter."""
    counters = slot.keeps_off or slot.abilities or slot.bypasses or slot.ignores is not None
    return slot.empties and not counters


def told_as_empty(slots: Sequence[Slot], going: Sequence[int], now: Passage) -> Passage:
    """With the damage of cards told that go as the pool is empty."""
    for number in going:
        words = f"{slots[number].title}: the pool is empty, {slots[number].penniless} damage"
        now = now.tell(AS_IT_ENDS, words)
    return now


def without_money(
    slots: tuple[Slot, ...], going: Sequence[int], grip: int, now: Passage
) -> Passage | None:
    """Behind all ice, the pool having become empty on the way; None if the Runner does not
    bear that. `grip`: cards in it when the run began."""
    damage = sum(slots[number].penniless for number in going)
    if damage > grip + now.suffered.refill - now.paid.grip - now.suffered.damage:
        return None
    rig = tuple(GONE if number in going else card for number, card in enumerate(now.rig))
    after = now._replace(rig=unhosted(slots, rig)).suffers(damage)
    return after._replace(suffered=after.suffered.takes(going))
