"""Credits that the Corp loses on the way, where anything looks at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def less_for_corp(sight: Sight, number: int, now: Passage) -> Passage:
    """So many credits of the Corp's lost, as far as there are any."""
    there = sight.in_pool("corp-cr", now)
    lost = number if there is None else min(number, there)
    if not sight.looks.credits or not lost:
        return now
    return now._replace(changed=now.changed._replace(corp=now.changed.corp - lost))


def least_of_corp(sight: Sight, now: Passage) -> int:
    """The fewest credits that the Corp may have, as far as that is known."""
    return 0 if sight.purse is None else max(0, sight.purse.corp_least + now.changed.corp)
