"""What the Runner pays where a text asks for something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import Atom, Cost
from simcore.errors import CapacityError
from simcore.prices.rig.drawing import drawn_when_empty
from simcore.prices.telling import price
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def pay(sight: Sight, cost: Cost, now: Passage) -> list[Passage]:
    """A price paid by the Runner, if it can be."""
    before, credits, clicks, cards = now, 0, 0, 0
    for part in cost:
        number = sight.number(Atom("pay", part.amount), now)
        match part.kind:
            case "credits":
                credits += number
                now = now.pays(other=number)
            case "clicks":
                if number > now.clicks_left(sight.clicks):
                    return []
                clicks += number
                now = now.pays(clicks=number)
            case "grip":
                if number > sight.cards_left(now):
                    return []
                cards += number
                now = now.pays(grip=number)
            case "tags":
                now = now.suffers(tags=number)
                now = now.tell(sight.place, f"{sight.title}: take {so_many(number, 'tag')}")
            case "net":
                outcomes = sight.damaged("net", number, now, as_price=True)
                if not outcomes:
                    return []
                words = f"{sight.title}: suffer {number} of net damage"
                now = outcomes[0].tell(sight.place, words)
            case _:
                raise CapacityError(f"{sight.title}: a price of {part.kind} for the Runner")
    if credits and now.money.frozen >= 0:
        return []
    now = drawn_when_empty(sight, now) if cards else now
    if credits or clicks or cards:
        now = now.tell(sight.place, f"{sight.title}: pay {price(credits, 0, clicks, cards)}")
    return [sight.drained(before, now)]


def so_many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
