"""What cards of the rig do for others, or gain by what others do, and no payment takes into
account: it is named where such others are there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.plan.pieces import Slot
from simcore.scenario import RigCard

_DRAWS_UNTAGGED = "tags removed: may pc 1: draw 2"
_AGAIN = "in a run: genetics act a second time"
_GROWS_BY_TRASH = "corp card trashed: virus 1 there"


def left_out_for_others(
    placed: RigCard, slot: Slot, rig: Sequence[RigCard], slots: Sequence[Slot]
) -> Iterator[str]:
    """What of a card is left out beside the others of a rig."""
    texts = _texts(placed.card)
    if placed.power and _DRAWS_UNTAGGED in texts and any(s.untags is not None for s in slots):
        yield "cards drawn as tags are removed are left out"
    if slot.moves is not None and any(a.trojan for each in slots for a in each.abilities):
        yield "that it may be hosted for others is left out"
    if _AGAIN in texts:
        both = zip(slots, rig, strict=True)
        again = (s.title for s, other in both if "genetics" in other.card.subtypes and s.draws)
        yield from (f"that {title} acts a second time is left out" for title in again)
    if _GROWS_BY_TRASH in texts and any(each.any_virus for each in slots):
        yield "counters for ice that is trashed on the way are left out"


def _texts(card: Card) -> list[str]:
    return [*texts_outside(card), *(item.text for item in card.rules.unexecuted)]
