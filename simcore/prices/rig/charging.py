"""Cards that charge another one of the rig: a power counter more where there is one already.

Some do so at any time for being given up, some the first time in a turn that a subroutine of
their host is broken, or that they alone have broken all of a piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from simcore.plan.marks import REWARDED
from simcore.plan.pieces import GONE, Ask, RigState, Slot, SlotState
from simcore.plan.states import Weather
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.payments import Payment
from simcore.prices.rig.by_hand import grows_by_hand, with_the_hand
from simcore.prices.rig.drawing import click_at_will, drawn_at_will, given_up_for_use, pays_by_hand
from simcore.prices.rig.fetching import fetched
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece
from simcore.prices.way.ways_taken import WaysTaken, WayTaken

BEGIN, ON_HOST, ALONE, WHENEVER = "begin", "host", "alone", "whenever"
"""When a card charges another one (`Slot.charges`)."""
_ASKS_FOR_CARDS = "hq>grip"
"""What a subroutine asks that resolves otherwise where enough cards are in the grip."""


class _Charge(NamedTuple):
    """The card in slot `by` charges the one in slot `to`."""

    by: int
    to: int

    def of(self, slots: tuple[Slot, ...], rig: RigState) -> RigState:
        """The rig once that has happened."""
        worth = slots[self.to].per_power
        return tuple(
            card._replace(power=card.power + 1, boost=card.boost + worth)
            if number == self.to
            else card
            for number, card in enumerate(self.noted(slots, rig))
        )

    def noted(self, slots: tuple[Slot, ...], rig: RigState) -> RigState:
        """The rig whose card cannot do it again."""
        mine = rig[self.by]._replace(spent=rig[self.by].spent | REWARDED)
        mine = GONE if slots[self.by].charges == WHENEVER else mine
        return (*rig[: self.by], mine, *rig[self.by + 1 :])

    def told(self, slots: tuple[Slot, ...]) -> str:
        price = " (it is given up)" if slots[self.by].charges == WHENEVER else ""
        return f"{slots[self.by].title}: {slots[self.to].title} is charged{price}"


def prepared(
    slots: tuple[Slot, ...], piece: Piece, now: Passage, early: bool = False
) -> Iterator[Passage]:
    """The ways to be ready for breaking: the hand looked at, a card given up to charge another.
    `early`: cards are drawn that may be of use behind the piece."""
    ready = fetched(slots, piece, now, breaking=True)
    asks = any(_ASKS_FOR_CARDS in text for text in piece.wall.card.rules.sub_texts)
    if early or asks or pays_by_hand(slots) or grows_by_hand(slots):
        for each in ready:
            ready += drawn_at_will(piece.sight, each)
    ready += [after for each in ready for after in click_at_will(piece.sight, each)]
    for each in (seen for one in ready for seen in with_the_hand(slots, piece, one)):
        yield each
        yield from charged_at_will(slots, piece, each)


def charged_at_will(
    slots: tuple[Slot, ...], piece: Piece, now: Passage, only: int = -1
) -> Iterator[Passage]:
    """Behind a card given up to charge another one, or `only` the one in this slot."""
    for charge in _charges(slots, now.rig, WHENEVER):
        if only < 0 or charge.to == only:
            rig = unhosted(slots, charge.of(slots, now.rig))
            charged = now._replace(rig=rig).tell(piece.place, charge.told(slots))
            yield given_up_for_use(piece.sight, charged)


def ways_before(
    ways: WaysTaken, piece: Piece, rig: RigState, ask: Ask, weather: Weather
) -> Iterator[WayTaken]:
    """The ways to break with a rig, also those by which, or in which, a card is charged."""
    slots = ways.slots
    plain = ways.before(piece, rig, ask, weather)
    yield from plain
    if not ask.total:
        return
    for taken in plain:  # what gathers counters by the same has them first
        for charge in _charges(slots, rig, ALONE, taken.rig) if taken.alone >= 0 else ():
            if taken.alone == charge.by:
                yield _charged(slots, charge, taken)
    for charge in _charges(slots, rig, ON_HOST):
        if slots[charge.by].bypass_host != piece.place:
            continue
        if slots[charge.to].per_power:  # it is stronger from then on
            for taken in plain:
                if _power_at_first(slots, rig, charge.to, taken.payment) > 0:
                    yield _charged(slots, charge, taken)
            continue
        charged = charge.of(slots, rig)
        found = ways.before(piece, charged, ask, weather)
        if any(_power_at_first(slots, rig, charge.to, each.payment) <= 0 for each in found):
            others = ways.behind_others(charge.to)
            more = others.before(piece, charged, ask, weather) if others is not None else ()
            there = {taken.payment.way.uses for taken in found}
            behind = (taken for taken in more if taken.payment.way.uses not in there)
            found += tuple(taken._replace(waiting=charge.to) for taken in behind)
        for taken in found:
            if _power_at_first(slots, rig, charge.to, taken.payment) > 0:
                yield taken._replace(words=(charge.told(slots),))


def _charges(
    slots: tuple[Slot, ...], rig: RigState, when: str, there: RigState | None = None
) -> Iterator[_Charge]:
    """All that a card could charge that does so then, of those that are `there`."""
    for by, slot in enumerate(slots):
        if slot.charges != when or not is_active(rig[by]) or rig[by].spent & REWARDED:
            continue
        for to, card in enumerate(rig if there is None else there):
            if to != by and can_be_charged(slots[to], card):
                yield _Charge(by, to)


def can_be_charged(slot: Slot, card: SlotState) -> bool:
    """Whether there are power counters on a card, not copies of it that are stated as such."""
    return card.installed and card.power > 0 and not slot.hosts_copies


def _charged(slots: tuple[Slot, ...], charge: _Charge, taken: WayTaken) -> WayTaken:
    """A way behind which a card is charged."""
    rig = taken.rig
    if not rig[charge.by].installed or not rig[charge.to].installed:
        return taken
    return taken._replace(rig=charge.of(slots, rig), words=(charge.told(slots),))


def _power_at_first(slots: tuple[Slot, ...], rig: RigState, to: int, payment: Payment) -> int:
    """Counters on a card once the first subroutine is broken, by another card if there is one:
    what makes it strong enough is paid before it breaks anything."""
    there, slot = rig[to].power, slots[to]
    if _others_break(to, payment):
        return there
    for use in (each for each in payment.way.uses if each.slot == to):
        there -= sum(b.power * n for b, n in zip(slot.boosts, use.steps, strict=False))
        there -= min(a.power for a, n in zip(slot.abilities, use.breaks, strict=True) if n)
    return there


def _others_break(to: int, payment: Payment) -> bool:
    by_gift = any(gift.breaks or gift.eaten for gift in payment.given)
    return by_gift or any(use.slot != to and any(use.breaks) for use in payment.way.uses)
