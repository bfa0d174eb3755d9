"""What decides traces, and the base links of 1996 that beat them.

The number of a trace is then a limit of what the Corp pays; the Runner pays for one base link,
and for steps to as much of it as exceeds that. A Runner with one card for that pays for the
steps once, as for what the Corp may raise other traces by; with several, for each trace by
itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import inf
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.card import Card
from simcore.cards.syntax import BaseLink
from simcore.plan.pieces import GONE
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.corp.ground import says
from simcore.prices.rig.drawing import given_up_for_use
from simcore.prices.rig.of_traces import LOWERS, SUCCEEDS, added_once, gained_by, more_link
from simcore.prices.telling import price
from simcore.prices.way.passage import Passage
from simcore.scenario import Runner

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


_HIGHEST = 20
"""More than the Corp may pay in any trace of 1996."""


class Tracing(NamedTuple):
    """What decides traces: the Runner's `link` as the run begins, and `credits` of the Corp's for
    them alone; `beatable`: the Runner may pay to have them fail, each credit that the Corp raises
    them by for so many (`rate`; 0: each trace by itself). `by_rig`: cards of the rig take their
    link along. `by_limit`: numbers of traces are limits, and only base links that are paid for beat
    them. `more`: what is added to every base; `first`: the Runner pays before the Corp does;
    `forgotten`: the link counts for nothing in the first trace."""

    link: int = 0
    credits: int = 0
    beatable: bool = True
    by_rig: bool = False
    rate: int = 1
    by_limit: bool = False
    more: int = 0
    first: bool = False
    forgotten: bool = False


def by_links(runner: Runner, credits: int) -> Tracing:
    """By the base links of a Runner; `credits`: the Corp's for traces alone."""
    cards = [placed.card for placed in runner.rig if placed.card.rules.base_links]
    cheapest = next((card for card in cards if _is_cheapest(card, cards)), None)
    base, step = _links(cheapest) if cheapest is not None else (None, None)
    beatable = not any(says(placed.card, SUCCEEDS) for placed in runner.rig)
    each = any(added_once(placed.card) for placed in runner.rig) or more_link(runner.event)
    if each or base is None or step is None or step.value > 1:
        return Tracing(credits=credits, beatable=beatable, rate=0, by_limit=True)
    return Tracing(base.value - 1, credits, beatable, rate=step.cost, by_limit=True)


def _is_cheapest(card: Card, cards: Iterable[Card]) -> bool:
    """Whether the base link of a card is no dearer than others, above whatever value, nor is what
    has to be paid before any step of it; and whether none of those brings anything."""
    own, _ = _links(card)
    for other in (other for other in cards if other is not card):
        base, _ = _links(other)
        if own is None or base is None or own.cost > base.cost or gained_by(other):
            return False
        if any(link_price(card, value) > link_price(other, value) for value in range(_HIGHEST)):
            return False
    return True


def by_base_link(
    sight: Sight, tracing: Tracing, limit: int, there: int, now: Passage
) -> Iterator[Passage]:
    """The Runner pays for a link above what the Corp may have paid of what is `there`."""
    both = enumerate(zip(sight.rig, now.rig, strict=True))
    cards = {number: placed.card for number, (placed, there) in both if is_active(there)}
    limit = lowered(cards.values(), limit)
    if not tracing.rate:
        yield from _by_itself(sight, cards, min(limit, there), now)
        return
    asked = tracing.link + 1, tracing.rate  # of the cheapest one, which may have gone
    alike = (
        (base.cost, card)
        for card in cards.values()
        for base, step in combinations(sorted(card.rules.base_links, key=attrgetter("step")), 2)
        if (base.value, step.cost) == asked
    )
    offer = next(alike, None)
    if offer is None:
        yield from _by_itself(sight, cards, min(limit, there), now)
        return
    cost, card = offer
    title = card.title
    was, free = now.money.raised, tracing.link
    here = min(limit, there) - free
    raised = max(was, here, min(was + here, there - now.money.beyond - free))
    paid = now.pays(other=cost + (raised - was) * tracing.rate)
    paid = paid._replace(money=paid.money._replace(raised=raised, beyond=tracing.link))
    words = f"{title}: pay {price(cost)}" if cost else title
    paid = sight.paid_out(gained, paid) if (gained := gained_by(card)) else paid
    yield paid.tell(sight.place, f"{sight.title}: {words}: its trace is beaten")


def avoided(sight: Sight, now: Passage) -> Passage:
    """With what a card brings whose base link, for nothing, is above what the Corp has paid."""
    both = zip(sight.rig, now.rig, strict=True)
    there = [placed.card for placed, card in both if is_active(card)]
    highest = free_link(there)
    links = (card for card in there if free_link([card]) == highest > 0)
    gained = max(map(gained_by, links), default=0)
    return sight.paid_out(gained, now) if gained else now


def _by_itself(
    sight: Sight, cards: Mapping[int, Card], value: int, now: Passage
) -> Iterator[Passage]:
    """One trace of a value beaten by each base link, with what other cards add once, for every
    choice of those that are given up for it. Bits for steps alone may make a dearer one cheaper for
    the pool."""
    once = {number: more for number, card in cards.items() if (more := added_once(card))}
    lasting = [more for more in once.values() if not more.trash]
    going = [number for number, more in once.items() if more.trash]
    for gone in (some for n in range(len(going) + 1) for some in combinations(going, n)):
        left = value - sum(once[number].link for number in gone)
        offers = [
            (base.cost + steps + sum(more.credits for more in bought), steps, card)
            for card in cards.values()
            for base, step in (_links(card),)
            if base is not None
            for n in range(len(lasting) + 1)
            for bought in combinations(lasting, n)
            for steps in step_prices(base, step, left - sum(more.link for more in bought))
        ]
        rig = unhosted(sight.slots, tuple(GONE if n in gone else c for n, c in enumerate(now.rig)))
        alike: dict[tuple[int, int, int], str] = {}
        for cost, steps, card in sorted(offers, key=lambda offer: offer[2].title):
            alike.setdefault((cost, steps, gained_by(card)), card.title)
        for (cost, steps, gained), title in alike.items():
            paid = sight.purses.to_traces(steps, now._replace(rig=rig).pays(other=cost))
            paid = given_up_for_use(sight, paid, len(gone))
            paid = sight.paid_out(gained, paid) if gained else paid
            words = f"{title}: pay {price(cost)}" if cost else title
            words += "".join(f", {cards[number].title} given up" for number in gone)
            yield paid.tell(sight.place, f"{sight.title}: {words}: its trace is beaten")


def free_link(cards: Iterable[Card]) -> int:
    """The highest base link that costs nothing: the Runner has it in every trace."""
    links = (link for card in cards for link in card.rules.base_links)
    return max((link.value for link in links if not link.step and not link.cost), default=0)


def lowered(cards: Iterable[Card], limit: int) -> int:
    """The limit of a trace, as cards of the rig leave it."""
    return max(0, limit - sum(says(card, LOWERS) for card in cards))


def link_price(card: Card, value: int) -> float:
    """What a link above a value costs by the base link of a card, without end if it has none that
    can be."""
    base, step = _links(card)
    return inf if base is None else base.cost + next(step_prices(base, step, value), inf)


def step_prices(base: BaseLink, step: BaseLink | None, value: int) -> Iterator[int]:
    """What the steps to a link above a value cost by a base link, if that can be."""
    missing = max(0, value + 1 - base.value)
    if not missing:
        yield 0
    elif step is not None:
        yield -(-missing // step.value) * step.cost


def _links(card: Card) -> tuple[BaseLink | None, BaseLink | None]:
    """The base link of a card, and a step to more of it."""
    links = card.rules.base_links
    base = next((link for link in links if not link.step), None)
    return base, next((link for link in links if link.step), None)
