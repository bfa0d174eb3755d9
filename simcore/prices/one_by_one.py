"""The uses of abilities to break one by one, where something is lost after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simcore.plan.pieces import Slot, Way


class OneUse(NamedTuple):
    """One use of an ability to break: its price, and how many subroutines it may break."""

    credits: int = 0
    subs: int = 0


def uses_of(slots: tuple[Slot, ...], way: Way) -> list[OneUse]:
    """The uses to break of a way."""
    found = []
    for use in way.uses:
        abilities = slots[use.slot].abilities if use.slot >= 0 else ()
        for ability, times in zip(abilities, use.breaks, strict=False):
            if ability.sized and times:
                price = ability.each_use + times * ability.credits
                found.append(OneUse(price, times * ability.count))
            else:
                found += [OneUse(ability.credits, ability.count)] * times
    return sorted(found)


def paid_by_pool(uses: Sequence[OneUse], due: int) -> list[OneUse]:
    """The uses at what of their prices purses have not paid: no more than is `due` in all."""
    found = []
    for use in uses:
        credits = min(use.credits, max(0, due))
        found.append(use._replace(credits=credits))
        due -= credits
    return found


def orders_of(uses: Sequence[OneUse]) -> Iterator[tuple[OneUse, ...]]:
    """The orders of uses; one for none."""
    if not uses:
        yield ()
    for first in sorted(set(uses)):
        place = uses.index(first)
        left = (*uses[:place], *uses[place + 1 :])
        yield from ((first, *later) for later in orders_of(left))
