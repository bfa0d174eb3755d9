"""Cards of the rig that go by their own clause once the last credit or counter on them is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.plan.marks import NOT_IN_HEAP, USED_UP
from simcore.plan.pieces import Slot
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.bills import Bill
    from simcore.prices.purses import Purses
    from simcore.prices.way.passage import Passage
    from simcore.prices.way.suffering import Sight

_GOES = re.compile(r"(^|; )emptied: |when empty$")
_REMOVED = "removed when empty"


def emptied(way: Bill, rig: Sequence[RigCard], purses: Purses, hidden: int) -> Bill:
    """The cards of a rig that go since a way takes all that lies on them (`used_up`), and those of
    which that is open (`perhaps_used_up`). `hidden`: the most stealth credits that it
    takes."""
    used_up, open_ = list[str](), list[str]()
    for placed in rig:
        title = placed.card.title
        if not goes_when_empty(placed.card) or not _empties(way, placed):
            continue
        taken = title in (*way["trashed"], *way["condemned"], *way.get("cards_lost", ()))
        if not taken and _surely_empties(way, placed, rig, purses):
            used_up.append(title)
        elif taken or not _may_stay(placed, purses, hidden):
            open_.append(title)
    return {"used_up": used_up, "perhaps_used_up": open_}


def words_of_emptied(bills: Iterable[Bill], slots: Sequence[Slot] = ()) -> tuple[str, ...]:
    """What is told of cards that some way may empty, or empties where they may have been taken or
    given up: that they go then is left out; and so it is of those that cards of a rig count."""
    bills = tuple(bills)
    titles = (title for way in bills for title in way.get("perhaps_used_up", ()))
    found = [f"{title}: gone once it is empty" for title in dict.fromkeys(titles)]
    counted = [slot for slot in slots if slot.virtual]
    asked = max((ability.virtual for slot in slots for ability in slot.abilities), default=0)
    emptied = {title for way in bills for title in way.get("used_up", ())}
    short = any(not way.get("affordable", True) for way in bills)
    going = [s.title for s in counted if s.empties and (short or s.title in emptied)]
    if len(counted) >= asked > len(counted) - len(going):
        words = "it is counted as before once it is empty"
        found += [f"{title}: {words}" for title in dict.fromkeys(going)]
    return tuple(found)


def has_gone_empty(sight: Sight, number: int, now: Passage) -> bool:
    """Whether a card of the rig has gone by itself, as far as that is sure: where several hold
    stealth credits, once none of those is left."""
    if not sight.slots[number].empties:
        return False
    placed, card = sight.rig[number], now.rig[number]
    if placed.credits:
        hidden = any(each.slot == number and each.use == "stealth" for each in sight.purses.held)
        return hidden and not now.money.stealth_left
    return bool(placed.virus or placed.power) and not (card.virus or card.power)


def without_emptied(sight: Sight, now: Passage) -> Passage:
    """Without the cards whose last counter has been spent."""
    gone = [
        number
        for number, (slot, card) in enumerate(zip(sight.slots, now.rig, strict=True))
        if slot.empties and card.installed and not sight.rig[number].credits
        if has_gone_empty(sight, number, now)
    ]
    for number in gone:
        spent = now.rig[number].spent | USED_UP | NOT_IN_HEAP
        now = now.with_card(number, now.rig[number]._replace(installed=False, spent=spent))
    return now


def goes_when_empty(card: Card) -> bool:
    """Whether a card is trashed or removed with the last credit or counter on it."""
    texts = [*texts_outside(card), *(item.text for item in card.rules.unexecuted)]
    texts += [clause.text for clause in card.rules.on]
    return any(map(_GOES.search, texts))


def is_removed(card: Card) -> bool:
    """Whether a card does not go to the heap once it is empty, but leaves the game."""
    return any(_REMOVED in text for text in texts_outside(card))


def _surely_empties(way: Bill, placed: RigCard, rig: Sequence[RigCard], purses: Purses) -> bool:
    """Whether a way takes all that lies on a card and its copies; or all credits of purses."""
    if placed.credits:
        return bool(way["from_purses"] >= purses.total - purses.windfall)
    return _takes_counters(way, [each for each in rig if each.card.title == placed.card.title])


def _may_stay(placed: RigCard, purses: Purses, hidden: int) -> bool:
    """Whether a stealth credit that is left may lie on a card as well as on any other one."""
    alike = purses.free in (0, purses.stealth)
    quiet = bool(placed.credits) and "stealth" in placed.card.rules.purse_use
    return quiet and alike and hidden < purses.stealth


def _empties(way: Bill, placed: RigCard) -> bool:
    """Whether a way takes all that lies on a card; of credits, whether it may."""
    if placed.credits:
        return bool(way.get("from_purses", 0) >= placed.credits)
    return _takes_counters(way, [placed])


def _takes_counters(way: Bill, copies: Sequence[RigCard]) -> bool:
    """Whether a way takes all counters of a kind that lie on some copies of a card."""
    title = copies[0].card.title
    lying = {kind: sum(getattr(each, kind) for each in copies) for kind in ("virus", "power")}
    return any(0 < there <= way.get(kind, {}).get(title, 0) for kind, there in lying.items())
