"""Cards of the rig that remove tags at any time: before ice that asks for them, or once they
have been taken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.plan.offers import Untags
from simcore.plan.pieces import GONE
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.rig.drawing import given_up_for_use
from simcore.prices.rig.earning import UNTAGGED, earned_by, may_earn
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

UNTAGS = {
    "trash: remove tag 1": Untags(trash=True),
    "pc 1: remove tag 1, draw 1": Untags(power=1, draws=1),
}
"""How a card removes a tag, by the text that says so (`Slot.untags`)."""


def removes_tags(card: Card) -> bool:
    """Whether a card of the rig may take a tag away before ice looks at it."""
    return any(item.text in UNTAGS for item in card.rules.unexecuted)


def takes_tags(card: Card) -> bool:
    """Whether a card of the rig may take a tag for what it does at ice."""
    return any(_TAKES.search(item.text) for item in card.rules.unexecuted)


_TAKES = re.compile(r"^tag 1: the ice met |the ice met .*, tag 1$|^broken by it first: tag \d$")


def untagged(sight: Sight, now: Passage) -> list[Passage]:
    """With none, or some, of the tags removed: of all that ice may ask for, or of those taken on
    the way."""
    found = [now]
    for number, slot in enumerate(sight.slots):
        more = found if slot.untags is not None else []
        while more := [after for each in more for after in _used(sight, number, each)]:
            found = found + more
    return found


def _used(sight: Sight, number: int, now: Passage) -> Iterator[Passage]:
    """A tag removed by the card in a slot, if it can be."""
    slot, card = sight.slots[number], now.rig[number]
    how = slot.untags
    if how is None or not is_active(card) or card.power < how.power:
        return
    felt = sight.looks.tags or may_earn(sight.slots, now.rig, UNTAGGED)
    if now.suffered.tags + (sight.tags if felt else 0) <= 0:
        return
    left = GONE if how.trash else card
    rig = unhosted(sight.slots, now.with_card(number, left).rig)
    price = "it is given up" if how.trash else f"{how.power} power"
    after = now._replace(rig=rig).spends(number, power=how.power)
    after = after.suffers(tags=-1, drawn=how.draws)
    after = sight.purses.after(now.rig, after)
    after = after.tell(sight.place, f"{slot.title}: a tag is removed ({price})")
    if how.trash:
        after = given_up_for_use(sight, after)
    yield earned_by(sight.slots, sight, after, [UNTAGGED])
