"""Ice that a card of the rig bypasses for a price: what the fixed plans do for want of another
way (rule 53 of `simcore.plan`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from simcore.editions import Moment
from simcore.reference import plans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.cards.syntax import Bypass
    from simcore.reference.state import Table
    from simcore.reference.things import Piece, Slot


BYPASSING = "bypass the ice"
"""The question that the Runner is asked."""


class Past(NamedTuple):
    """One way past a piece; they compare by preference."""

    given_up: bool
    counters: int
    credits: int
    place: int
    number: int


def go_past(table: Table, piece: Piece, late: bool) -> None:
    """Bypass the piece being met if there is no other way past it and the price is there; at a
    table where no plan is followed, by whatever way the Runner likes."""
    ways = sorted(_ways_past(table, piece, late, 0))
    if not ways or table.bypassed:
        return
    choose = _by_plan if table.plans_are_followed else _at_will
    best = choose(table, piece, late, ways)
    if best is None:
        return
    slot = table.rig[best.place]
    ability = slot.card.rules.bypasses[best.number]
    label = table.at(Moment.ENCOUNTER)
    table.say(label, f"{slot.card.title} bypasses {piece.card.title} for {ability.text}.")
    table.pay_credits(best.credits, breaking=slot.card.is_icebreaker)
    parts = _parts(ability)
    slot.virus -= parts.get("virus", 0)
    slot.power -= parts.get("power", 0)
    slot.went_past |= ability.once
    if best.given_up:
        table.uninstall(slot)
    table.bypassed = True


def _by_plan(table: Table, piece: Piece, late: bool, ways: list[Past]) -> Past | None:
    needless = not plans.must_set(table, piece) if late else is_way_through(table, piece)
    if needless or not table.ask("runner", BYPASSING, ["no", "yes"], 1):
        return None
    return ways[0]


def _at_will(table: Table, _piece: Piece, _late: bool, ways: list[Past]) -> Past | None:
    names = [table.rig[way.place].card.title for way in ways]
    return (None, *ways)[table.ask("runner", BYPASSING, ["no", *names], 0)]


def is_way_through(table: Table, piece: Piece) -> bool:
    """Whether the must set of a piece, with the tax, can be paid, or the piece be bypassed once
    its effects are over."""
    tax = plans.encounter_tax(table, piece)
    if tax is None:
        return False
    subs = plans.must_set(table, piece)
    if not subs or plans.way_beside(table, piece, subs, tax) is not None:
        return True
    return any(True for _ in _ways_past(table, piece, True, tax.credits))


def can_go_past(table: Table, piece: Piece) -> bool:
    """Whether a piece ahead could be bypassed as its encounter begins."""
    return any(True for _ in _ways_past(table, piece, False, 0))


def _parts(ability: Bypass) -> dict[str, int]:
    return {price.kind: price.amount.base for price in ability.cost}


def _ways_past(table: Table, piece: Piece, late: bool, promised: int) -> Iterator[Past]:
    """What could be paid now, with so many credits promised elsewhere."""
    for slot in table.rig:
        if not slot.installed or table.is_silent(slot):
            continue
        for number, ability in enumerate(slot.card.rules.bypasses):
            if ability.late != late or not ability.is_played or (ability.once and slot.went_past):
                continue
            if not _suits(table, slot, ability, piece):
                continue
            parts = _parts(ability)
            there = len(table.subs(piece)) - (0 if late else _gained_as_met(table, piece))
            credits = parts.get("credits", 0) + ability.per_sub * there
            left = table.spendable(breaking=slot.card.is_icebreaker) - promised
            virus, power = parts.get("virus", 0), parts.get("power", 0)
            if credits <= left and virus <= slot.virus and power <= slot.power:
                gone = bool(parts.keys() & {"trash", "rfg"})
                yield Past(gone, virus + power, credits, slot.place, number)


def _gained_as_met(table: Table, piece: Piece) -> int:
    """How many subroutines a piece gains by its own effect as it is met: the Runner's cards come
    first then (rule 16)."""
    both = zip(piece.card.rules.gains, table.gains_of(piece), strict=True)
    return sum(number for gain, number in both if gain.met)


def _suits(table: Table, slot: Slot, ability: Bypass, piece: Piece) -> bool:
    """Whether a bypass may be used on a piece at all."""
    threat = max(table.scenario.corp.points, table.scenario.runner.points)
    if threat < ability.threat or not ability.fits(piece.card.subtypes):
        return False
    if ability.on_host and slot.host != piece.place:
        return False
    most = ability.most_strength
    return most is None or table.strength(table.ice_source(piece)) <= most
