"""Cards that keep a text of the Corp's from ending the run, once in it, in a turn in which a run
on HQ was successful."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from simcore.plan.marks import NOT_IN_HEAP
from simcore.plan.pieces import GONE, Slot
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.way.passage import Passage
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

KEEPS_OPEN = "rfg: prevent the end of the run"
"""What such a card says (`Slot.keeps_open`)."""
_ENDS = ("etr", "ending")


def may_keep_open(slots: Iterable[Slot], now: Passage) -> bool:
    """Whether such a card is there."""
    return any(s.keeps_open and is_active(card) for s, card in zip(slots, now.rig, strict=True))


def kept_open(sight: Sight, name: str, now: Passage) -> list[Passage]:
    """The ways on behind a text by which the run would end."""
    slots = sight.slots
    for number, slot in enumerate(slots if name in _ENDS else ()):
        if slot.keeps_open and is_active(now.rig[number]):
            gone = GONE._replace(spent=NOT_IN_HEAP)
            rig = unhosted(slots, now.with_card(number, gone).rig)
            after = sight.purses.after(now.rig, now._replace(rig=rig))
            return [after.tell(sight.place, f"{slot.title}: it is given up, the run goes on")]
    return []


def words_of_hq(rig: Iterable[RigCard], earlier_success: bool) -> tuple[str, ...]:
    """What is assumed of the successful run that such cards ask for."""
    found = (placed.card for placed in rig if earlier_success)
    return tuple(
        f"{card.title}: a successful run of this turn was on HQ"
        for card in found
        if any(item.text == KEEPS_OPEN for item in card.rules.unexecuted)
    )
