"""Credits that cards of the rig bring on the way: they pay for what comes behind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcore.plan.marks import REWARDED
from simcore.plan.pieces import Earning, Slot, is_active
from simcore.plan.slot_rules import reward_of
from simcore.prices.passage import Passage
from simcore.prices.telling import price
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.wall import Piece

ALONE, BROKEN, PASSED, WEAK = "alone", "broken", "passed", "weak"
"""When a card earns: it alone has broken all of a piece, anyone has, its host is passed, or a
subroutine of ice without strength is broken."""
_WHEN = {
    "full-break [1/turn]": BROKEN,
    "host passed": PASSED,
    "sub broken at 0 or less [1/turn]": WEAK,
}
_EARNS = re.compile(rf"^({'|'.join(map(re.escape, _WHEN))}): gain (\d)$")


def is_earning(text: str) -> bool:
    """Whether a clause of a rig card that no game executes brings credits on the way."""
    return _EARNS.match(text) is not None


def earning_of(placed: RigCard) -> Earning | None:
    """What a card earns on the way."""
    reward, _ = reward_of(placed.card)
    if reward:
        return Earning(ALONE, reward)
    found = (_EARNS.match(item.text) for item in placed.card.rules.unexecuted)
    read = [(_WHEN[each[1]], int(each[2])) for each in found if each]
    return Earning(*read[0]) if read else None


def earned(
    slots: Sequence[Slot], piece: Piece, now: Passage, events: Sequence[str], alone: int = -1
) -> Passage:
    """A passage in which something has happened at a piece that cards of the rig earn by; the
    card in the slot `alone` has broken it, if one did."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        earning = slot.earns
        if earning is None or earning.when not in events or not is_active(card):
            continue
        if earning.when == ALONE and number != alone:
            continue
        if earning.when == PASSED:
            if piece.sight.rig[number].host != piece.place:
                continue
        elif card.spent & REWARDED:
            continue
        else:
            card = card._replace(spent=card.spent | REWARDED)
            now = now._replace(rig=(*now.rig[:number], card, *now.rig[number + 1 :]))
        now = piece.sight.paid_out(earning.credits, now)
        now = now.tell(piece.place, f"{slot.title}: gain {price(earning.credits)}")
    return now
