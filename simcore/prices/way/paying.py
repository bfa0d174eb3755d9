"""What the Runner pays where a text asks for something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import Atom, Cost, Unless
from simcore.errors import CapacityError
from simcore.prices.rig.drawing import drawn_at_will, drawn_when_empty
from simcore.prices.rig.hand import thrown
from simcore.prices.rig.preventing import with_the_first_come
from simcore.prices.telling import price
from simcore.prices.way.hearing import tagged
from simcore.prices.way.passage import Passage
from simcore.prices.way.targets import qualifies
from simcore.prices.way.used import may_be_taken

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def pay(sight: Sight, cost: Cost, now: Passage) -> list[Passage]:
    """The ways to pay a price by the Runner, if it can be."""
    asked = [(part.kind, sight.number(Atom("pay", part.amount), now)) for part in cost]
    found = [now]
    for kind, number in asked:
        found = [after for each in found for after in _paid(sight, kind, number, each)]
    credits, clicks, cards = (
        sum(number for kind, number in asked if kind == wanted)
        for wanted in ("credits", "clicks", "grip")
    )
    if cards:
        found = [drawn_when_empty(sight, each) for each in found]
    if credits or clicks or cards:
        words = f"{sight.title}: pay {price(credits, 0, clicks, cards)}"
        found = [each.tell(sight.place, words) for each in found]
    there = [each for each in found if each.is_paid and sight.purses.as_closed(each)]
    return [after for each in there for after in sight.drained(now, each)]


def _paid(sight: Sight, kind: str, number: int, now: Passage) -> list[Passage]:
    """The ways to pay one part of a price."""
    match kind:
        case "credits":
            return [now.pays(other=number)]
        case "clicks":
            there = number <= now.clicks_left(sight.clicks)
            return [now.pays(clicks=number)] if there else []
        case "grip" if number > sight.cards_left(now):
            ways = drawn_at_will(sight, now)
            return [after for each in ways for after in _paid(sight, kind, number, each)]
        case "grip":
            return thrown(sight, number, now.pays(grip=number))
        case "tags":
            words = f"{sight.title}: take {so_many(number, 'tag')}"
            after = with_the_first_come(sight, "tag", now)
            return [each.tell(sight.place, words) for each in tagged(sight, number, after)]
        case "net" | "core" | "meat":
            words = f"{sight.title}: suffer {number} {kind} damage"
            after = with_the_first_come(sight, kind, now)
            outcomes = sight.damaged(kind, number, after, sure=True)
            return [each.tell(sight.place, words) for each in outcomes]
    raise CapacityError(f"{sight.title}: a price of {kind} for the Runner")


def let_off(sight: Sight, node: Unless, now: Passage) -> list[Passage]:
    """What comes of a Runner who has no card left for a text that takes one or credits: nothing, if
    the pool is known to be empty, too."""
    asked = [part.kind for cost in node.costs for part in cost]
    takes = isinstance(node.penalty, Atom) and node.penalty.name == "give-up"
    if not takes or set(asked) != {"credits"} or sight.purse is None or now.money.raised:
        return []
    there = (slot for slot, placed in enumerate(sight.rig) if qualifies("any", placed))
    if any(may_be_taken(sight, "any", slot, now) for slot in there):
        return []  # one of them has to go, whatever comes of it
    purses = sight.purses
    pool = sight.purse.runner + now.money.gained - now.money.lost - purses.from_pool(now)
    return [] if pool or purses.anything else [now]


def so_many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
