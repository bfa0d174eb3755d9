"""What decides traces, and the base links of 1996 that beat them.

The number of a trace is then a limit of what the Corp pays; the Runner pays for one base link,
and for steps to as much of it as exceeds that. A Runner with one card for that pays for the
steps once, as for what the Corp may raise other traces by; with several, for each trace by
itself the cheapest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.card import Card
from simcore.cards.syntax import BaseLink
from simcore.prices.telling import price
from simcore.prices.way.passage import Passage
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


class Tracing(NamedTuple):
    """What decides traces: the Runner's `link` as the run begins, and `credits` of the Corp's for
    them alone; `beatable`: the Runner may pay to have them fail, each credit that the Corp raises
    them by for so many (`rate`; 0: each trace by itself). `by_rig`: cards of the rig take their
    link along. `by_limit`: numbers of traces are limits, and only base links that are paid for beat
    them. `more`: what is added to every base; `first`: the Runner pays before the Corp does."""

    link: int = 0
    credits: int = 0
    beatable: bool = True
    by_rig: bool = False
    rate: int = 1
    by_limit: bool = False
    more: int = 0
    first: bool = False


def by_links(rig: Sequence[RigCard], credits: int) -> Tracing:
    """By the base links of a rig; `credits`: the Corp's for traces alone."""
    cards = [placed.card for placed in rig if placed.card.rules.base_links]
    base, step = _links(cards[0]) if len(cards) == 1 else (None, None)
    if base is None or step is None or step.value > 1:
        return Tracing(credits=credits, rate=0, by_limit=True)
    return Tracing(base.value - 1, credits, rate=step.cost, by_limit=True)


def by_base_link(
    sight: Sight, tracing: Tracing, limit: int, there: int, now: Passage
) -> Iterator[Passage]:
    """The Runner pays for a link above what the Corp may have paid of what is `there`."""
    both = zip(sight.rig, now.rig, strict=True)
    cards = [placed.card for placed, there in both if there.installed]
    value = 0 if tracing.rate else min(limit, there)
    offers = [(cost, card.title) for card in cards for cost in link_prices(card, value)]
    if not offers:
        return
    cost, title = min(offers)
    was = raised = now.money.raised
    if tracing.rate:
        free = tracing.link
        here = min(limit, there) - free
        raised = max(was, here, min(was + here, there - now.money.beyond - free))
    paid = now.pays(other=cost + (raised - was) * tracing.rate)
    paid = paid._replace(money=paid.money._replace(raised=raised, beyond=tracing.link))
    words = f"{title}: pay {price(cost)}" if cost else title
    yield paid.tell(sight.place, f"{sight.title}: {words}: its trace is beaten")


def free_link(cards: Iterable[Card]) -> int:
    """The highest base link that costs nothing: the Runner has it in every trace."""
    links = (link for card in cards for link in card.rules.base_links)
    return max((link.value for link in links if not link.step and not link.cost), default=0)


def link_prices(card: Card, value: int) -> Iterator[int]:
    """What a link above a value costs by the base link of a card, if it has one that can be."""
    base, step = _links(card)
    if base is None:
        return
    missing = max(0, value + 1 - base.value)
    if not missing:
        yield base.cost
    elif step is not None:
        yield base.cost + -(-missing // step.value) * step.cost


def _links(card: Card) -> tuple[BaseLink | None, BaseLink | None]:
    """The base link of a card, and a step to more of it."""
    links = card.rules.base_links
    base = next((link for link in links if not link.step), None)
    return base, next((link for link in links if link.step), None)
