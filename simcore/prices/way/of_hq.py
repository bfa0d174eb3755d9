"""Cards that come to HQ and leave it on the way, where anything looks at how many lie there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def in_hq(sight: Sight, now: Passage) -> int:
    """Cards in HQ."""
    return sight.setting.registers["hq"] + now.changed.hand


def with_hand(sight: Sight, now: Passage, more: int) -> Passage:
    """So many cards more in HQ, or fewer as far as there are any."""
    if not sight.looks.hand:
        return now
    more = max(more, -in_hq(sight, now))
    return now._replace(changed=now.changed._replace(hand=now.changed.hand + more))


def back_in_hq(sight: Sight, now: Passage, number: int) -> Passage:
    """So many cards of Archives in HQ again, as far as there are any."""
    if not sight.looks.hand:
        return now
    number = min(number, sight.setting.registers["archives"] - now.changed.back)
    back = now.changed._replace(back=now.changed.back + number)
    return with_hand(sight, now._replace(changed=back), number)
