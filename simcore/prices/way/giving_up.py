"""Cards of the rig that go by a text of ice, as the Runner likes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from simcore.plan.pieces import GONE
from simcore.plan.strengths import unhosted
from simcore.prices.rig.changed_hosts import check_leaving
from simcore.prices.rig.drawing import once_gone
from simcore.prices.rig.leaving import hurt_by_leaving
from simcore.prices.rig.preventing import protected
from simcore.prices.way.passage import Passage
from simcore.prices.way.targets import qualifies
from simcore.prices.way.used import may_be_taken

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def given_up(
    sight: Sight, kind: str, number: int, now: Passage, as_price: bool, sure: bool = False
) -> list[Passage]:
    """So many cards of a kind, each choice once; as many as there are, if they are no price. A
    price is kept off by nothing, nor what is `sure`."""
    there = [
        slot
        for slot, placed in enumerate(sight.rig)
        if may_be_taken(sight, kind, slot, now) and qualifies(kind, placed)
    ]
    if not there:
        return [] if as_price else [now]
    return [
        after
        for gone in each_kind(sight, combinations(there, min(number, len(there))), now)
        for lost, each in (((gone, now),) if as_price or sure else protected(sight, gone, now))
        for after in (trashed(sight, lost, each, sight.title, as_price) if lost else [each])
    ]


def each_kind(
    sight: Sight, choices: Iterable[tuple[int, ...]], now: Passage
) -> Iterator[tuple[int, ...]]:
    """Choices among cards of the rig: of those that differ in nothing but which of several alike
    cards they take, the first."""
    seen = set()
    for some in choices:
        kinds = tuple(sorted(first_alike(sight, slot, now) for slot in some))
        if kinds not in seen:
            seen.add(kinds)
            yield some


def first_alike(sight: Sight, slot: int, now: Passage) -> int:
    """The first of the twins of a card that are as it is now."""

    def stands(number: int) -> tuple[object, ...]:
        return now.rig[number], now.paid.virus[number], now.paid.power[number]

    first = sight.twins[slot]
    twins = (n for n, its in enumerate(sight.twins) if its == first)
    return next(n for n in twins if stands(n) == stands(slot))


def trashed(
    sight: Sight, gone: Sequence[int], now: Passage, why: str, as_price: bool = False
) -> list[Passage]:
    """Some cards gone that the Runner has chosen."""
    for slot in gone:
        check_leaving(sight, slot, why)
    rig = [GONE if slot in gone else card for slot, card in enumerate(now.rig)]
    titles = ", ".join(sight.slots[slot].title for slot in gone)
    suffered = now.suffered if as_price else now.suffered.takes(gone)
    after = now._replace(rig=unhosted(sight.slots, tuple(rig)), suffered=suffered)
    after = sight.purses.after(now.rig, after).tell(sight.place, f"{why}: {titles} trashed")
    return hurt_by_leaving(sight, gone, once_gone(sight, after))
