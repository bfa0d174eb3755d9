"""What is said beside a card that has to keep off damage, and asks for credits or goes for that:
the rules at hand do not say whether others may do so before it, or whether damage that is a price
can be suffered beside it. It comes first, and such damage is suffered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simcore.plan.offers import KeepsOff
from simcore.plan.pieces import Slot
from simcore.prices.corp.left_out_elsewhere import MATTERS, deals_net_damage
from simcore.prices.rig.made_by_rig import texts_of
from simcore.scenario import Scenario, rezzed_in_root

_AS_A_PRICE = re.compile(r"\bunless (net|meat) \d")


def left_out_of_first_ones(scenario: Scenario, slots: Sequence[Slot]) -> tuple[str, ...]:
    """All of it, if it may matter there."""
    return tuple(
        dict.fromkeys(
            each
            for slot in slots
            for option in slot.keeps_off
            if option.always
            for each in (*_of_others(scenario, slots, slot), *_of_prices(scenario, slot, option))
        )
    )


def _of_others(scenario: Scenario, slots: Sequence[Slot], first: Slot) -> Iterator[str]:
    """Cards that could keep off the same damage before one does that has to."""
    free = {kind for s in slots for o in s.keeps_off if o.always == 0 for kind in o.kinds}
    coming = {"net"} if deals_net_damage(scenario) else set[str]()
    coming |= {"meat"} if MATTERS["meat damage"](scenario) else set[str]()
    coming = (coming - free) & {kind for option in first.keeps_off for kind in option.kinds}
    for other in slots:
        if any(o.kinds & coming and o.always is None and not o.turn for o in other.keeps_off):
            yield f"{first.title}: that {other.title} may keep off damage before it is left out"


def _of_prices(scenario: Scenario, slot: Slot, option: KeepsOff) -> Iterator[str]:
    """Cards that ask for damage in place of something else."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    cards += [card for card, _ in rezzed_in_root(scenario)]
    for card in cards:
        asked = (found for text in texts_of(card) for found in _AS_A_PRICE.finditer(text))
        if any(found[1] in option.kinds for found in asked):
            yield f"{slot.title}: damage that {card.title} asks for as a price is not kept off"
