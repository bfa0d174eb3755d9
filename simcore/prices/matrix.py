"""What every breaker pays for every piece of ice: `simcore matrix`.

Each pair is one breaker alone before one piece of ice, all subroutines to be broken,
and costs what `break_cost` says. Much ice looks alike to a breaker (strength, number of
subroutines, and whether it matches): the search is made once for each such look.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.cards.card import Card
from simcore.cards.coverage import LEVELS
from simcore.cards.settled import rolls, settle
from simcore.cards.undecided import vague_trace
from simcore.cards.unplayed import for_prices
from simcore.errors import CapacityError, CardError, SimcoreError
from simcore.plan.aftermath import blinded
from simcore.plan.pieces import Ask, RigState, Slot, Target
from simcore.plan.targets import advanced, alone
from simcore.prices.corp.price_ice import is_robbing, once_met, priced_ice
from simcore.prices.cost import (
    check_rig,
    hosted_here,
    is_tracer,
    rig_of,
    settled_rig,
    unpriced_ice,
    unpriced_rig,
)
from simcore.prices.payments import Payment, undominated
from simcore.prices.rig.gifts import with_ends
from simcore.scenario import RigCard

if TYPE_CHECKING:
    import pandas as pd

UNBREAKABLE, NO_SUBS, REFUSED = -1, -2, -3
"""Cells without a cost: it cannot be broken; there is nothing to break; a rule that
decides is not executed."""


@dataclass(frozen=True, slots=True)
class Average:
    """One breaker over the ice of a matrix.

    `breaks` of the `of` pieces that count can be broken, for `mean` credits each (None:
    none of them). `overall`: the mean over all that count, if those that cannot be broken
    have a price. `refused`: pieces left out because a rule is not executed.
    """

    breaker: str
    breaks: int
    of: int
    mean: float | None
    overall: float | None
    refused: int

    @property
    def share(self) -> float | None:
        """The part that can be broken; None when nothing counts."""
        return self.breaks / self.of if self.of else None


@dataclass(frozen=True, eq=False)
class BreakMatrix:
    """The fewest credits that break all of `ice[i]` with `breakers[j]` alone.

    `costs`: int16, one row for each piece of ice and one column for each breaker, credits
    or one of `UNBREAKABLE` (-1), `NO_SUBS` (-2) and `REFUSED` (-3: a rule that decides is
    not executed). `extras`: whether credits are not all: it also takes clicks, counters,
    cards, luck, or the rest of the run. `subs`: subroutines of each piece, -1 if that is
    not known. `reasons`: why pairs were refused, with how many. `cards`: what the matrix
    rests on, by fidelity, with notes on what stands in. `assumed`: what nobody stated.
    """

    ice: tuple[str, ...]
    breakers: tuple[str, ...]
    costs: NDArray[np.int16]
    extras: NDArray[np.bool_]
    subs: tuple[int, ...]
    reasons: dict[str, int]
    cards: dict[str, dict[str, tuple[str, ...]]]
    assumed: tuple[str, ...] = ()

    def rows(self) -> Iterator[tuple[str, list[int | str | None]]]:
        """Each piece of ice with its cells: credits, None for what cannot be broken, or
        the words "no subs" and "refused"."""
        words: dict[int, str | None] = {UNBREAKABLE: None, NO_SUBS: "no subs", REFUSED: "refused"}
        for title, row in zip(self.ice, self.costs.tolist(), strict=True):
            yield title, [words.get(cost, cost) for cost in row]

    def averages(self, unbreakable: int | None = None, no_subs: str = "skip") -> list[Average]:
        """One `Average` for each breaker, in order.

        `unbreakable`: what ice that cannot be broken counts as in `overall`; None leaves
        that mean out. `no_subs`: ice without subroutines does not count ("skip") or is
        broken for nothing ("zero"). Refused pairs never count.
        """
        if no_subs not in ("skip", "zero"):
            raise SimcoreError(f'no_subs is "skip" or "zero", not {no_subs!r}')
        if unbreakable is not None and unbreakable < 0:
            raise SimcoreError(f"unbreakable is None or a number of credits, not {unbreakable!r}")
        costs = self.costs.astype(np.int64)
        if no_subs == "zero":
            costs[costs == NO_SUBS] = 0
        broken = costs >= 0
        breaks = broken.sum(axis=0)
        closed = (costs == UNBREAKABLE).sum(axis=0)
        refused = (costs == REFUSED).sum(axis=0)
        spent = np.where(broken, costs, 0).sum(axis=0)
        found = []
        for number, breaker in enumerate(self.breakers):
            many, total = int(breaks[number]), int(spent[number])
            of = many + int(closed[number])
            overall = None
            if unbreakable is not None and of:
                overall = (total + unbreakable * int(closed[number])) / of
            mean = total / many if many else None
            found.append(Average(breaker, many, of, mean, overall, int(refused[number])))
        return found

    def frame(self) -> pd.DataFrame:
        """Ice down, breakers across; credits, or <NA> where there is no cost."""
        import pandas as pd

        table = pd.DataFrame(
            self.costs, index=pd.Index(self.ice, name="ice"), columns=self.breakers
        )
        return table.astype("Int16").mask(table < 0)

    def to_dict(self) -> dict[str, Any]:
        """Plain lists, numbers and strings, ready for JSON; cells as in `rows`."""
        return {
            "ice": list(self.ice),
            "breakers": list(self.breakers),
            "subs": [None if number < 0 else number for number in self.subs],
            "costs": [cells for _, cells in self.rows()],
            "refused": dict(self.reasons),
            "cards": {
                level: list(group) if level == "exact" else {t: list(n) for t, n in group.items()}
                for level, group in self.cards.items()
            },
            "assumed": list(self.assumed),
        }


def break_matrix(
    ice: Sequence[Card],
    breakers: Sequence[RigCard],
    *,
    advancement: int | None = None,
    server: str = "remote",
    only_credits: bool = False,
    grip: int = 5,
) -> BreakMatrix:
    """The cost of every pair. All ice carries `advancement` counters (None: those it
    gets when it is rezzed) and protects `server`
    alone; cards that sit on ice sit on the piece at hand. There are `grip` cards in the grip,
    five in HQ, no other card anywhere (`simcore.prices.rig.price_alone`).

    A cost is the fewest credits whatever else is paid, as in `break_cost`: also clicks,
    counters, or the breaker itself, and as if dice helped. `only_credits`: nothing but
    credits may be paid, no die thrown.
    """
    costs = np.full((len(ice), len(breakers)), REFUSED, np.int16)
    extras = np.zeros(costs.shape, np.bool_)
    reasons: Counter[str] = Counter()
    names = _names([*ice, *(placed.card for placed in breakers)])
    pieces, notes = zip(*map(settle, map(for_prices, ice)), strict=True) if ice else ((), ())
    check_rig(breakers)
    rig, rolled = settled_rig(list(map(hosted_here, breakers)), luck=not only_credits)
    met = [_meet(card, advancement, server, grip) for card in pieces]
    robbing = [any(map(is_robbing, card.rules.unexecuted)) for card in pieces]
    vague = [vague_trace(card) for card in pieces]
    looks = _Looks(met, only_credits, grip)
    for column, placed in enumerate(rig):
        breaker = _take_up(placed, server, grip)
        lucky = not only_credits and rolls(breakers[column].card)
        if isinstance(breaker, str):
            reasons[breaker] += len(ice)
            continue
        for row in range(len(ice)):
            hidden = breaker.is_tracer and vague[row]
            found = hidden or looks.cell(breaker, row)
            if isinstance(found, str):
                reasons[found] += 1
            else:
                costs[row, column] = found.cost
                more = found.more or lucky or (robbing[row] and not only_credits)
                extras[row, column] = more and found.cost >= 0
    costs.flags.writeable = extras.flags.writeable = False
    return BreakMatrix(
        tuple(names[card] for card in ice),
        tuple(label(placed, names[placed.card]) for placed in breakers),
        costs,
        extras,
        tuple(target.subs.total if isinstance(target, Target) else -1 for target in met),
        dict(reasons.most_common()),
        _fidelity(names),
        tuple(dict.fromkeys([text for each in notes for text in each] + list(rolled))),
    )


def _names(cards: Iterable[Card]) -> dict[Card, str]:
    """What each card is called: its title, with its pool where both pools have it."""
    found = dict.fromkeys(cards, "")
    titles = Counter(card.title for card in found)
    for card in found:
        prefix = "onr:" if titles[card.title] > 1 and card.pool == "1996" else ""
        found[card] = prefix + card.title
    return found


def label(placed: RigCard, name: str) -> str:
    """A rig card as text: ``"Leech{virus=2}"``."""
    stated = [
        f"{name}={value}"
        for name in ("virus", "power", "credits", "chosen")
        if (value := getattr(placed, name))
    ]
    return name + (f"{{{', '.join(stated)}}}" if stated else "")


class _Cell(NamedTuple):
    """Credits, or a cell without a cost; whether more than credits is paid."""

    cost: int
    more: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Breaker:
    """One breaker on its own, as the search takes it: `slots` and `state` of one card, none
    for a card that has no say; the subtypes it asks for."""

    slots: tuple[Slot, ...] = ()
    state: RigState = ()
    types: frozenset[str] = frozenset()
    is_tracer: bool = False

    def works_on(self, target: Target) -> bool:
        """Whether some ability may be used on this piece, strength aside."""
        return self.goes_by_place or any(
            a.works_on(target) or (slot.gives is not None and slot.gives.kind in a.types)
            for slot in self.slots
            for a in slot.abilities
            if not (slot.ai and target.no_ai)
        )

    @property
    def goes_by_place(self) -> bool:
        """Whether it breaks the first or the last subroutine, or one that ends the run."""
        return any(slot.breaks or slot.eats for slot in self.slots)

    def asked_for(self, target: Target) -> tuple[bool, ...]:
        """Whether the ice is what abilities that ask for more than a subtype ask for."""
        abilities = (a for slot in self.slots for a in slot.abilities if a.ice_is is not None)
        return tuple(a.works_on(target) for a in abilities)


_NOBODY = _Breaker()


def _look(target: Target) -> Target:
    """A piece of ice without what only some breakers see of it, or only AIs, which cannot
    break it then."""
    subs = Ask(target.subs.plain, target.subs.tracing, target.subs.closed)
    return replace(target, title="", types=frozenset(), rez=0, no_ai=False, subs=subs)


class _Looks:
    """Costs by what a breaker sees of a piece of ice: all but its title, its rez cost and
    the subtypes that the breaker does not ask for; and which of its abilities may be used.
    Where it has no say only the piece itself counts."""

    def __init__(self, met: Sequence[Target | str], only_credits: bool, grip: int) -> None:
        self._met = met
        self._grip = grip
        self._only_credits = only_credits
        numbers: dict[Target, int] = {}
        self._shapes = [
            numbers.setdefault(_look(target), len(numbers)) if isinstance(target, Target) else -1
            for target in met
        ]
        self._known: dict[tuple[object, ...], _Cell | str] = {}

    def cell(self, breaker: _Breaker, row: int) -> _Cell | str:
        """What a piece costs, or why it is refused."""
        target = self._met[row]
        if isinstance(target, str):
            return target
        if not target.subs.total:
            return _Cell(NO_SUBS)
        if not breaker.works_on(target):
            if not target.own:
                return _Cell(UNBREAKABLE)
            breaker = _NOBODY
        asked = breaker.asked_for(target)
        ends = target.subs if breaker.goes_by_place else None
        look = (breaker, self._shapes[row], target.types & breaker.types, asked, ends)
        if look not in self._known:
            self._known[look] = self._search(breaker, target)
        return self._known[look]

    def _search(self, breaker: _Breaker, target: Target) -> _Cell | str:
        try:
            found = undominated(breaker.slots, breaker.state, target, target.subs)
        except CapacityError as error:
            return str(error)
        paid = [
            _Cell(each.credits, _takes_more(each))
            for each in found
            if not each.stealth and each.grip <= self._grip
        ]
        if self._only_credits:
            paid = [cell for cell in paid if not cell.more]
        return min(paid, default=_Cell(UNBREAKABLE))


def _takes_more(payment: Payment) -> bool:
    way = payment.way
    gone = not all(card.installed for card in payment.left)
    return bool(
        gone
        or way.clicks
        or way.counters
        or way.given_up
        or way.dice
        or way.ends
        or blinded(payment.left)
    )


def _take_up(placed: RigCard, server: str, grip: int) -> _Breaker | str:
    """A breaker, or why it is refused."""
    if missing := unpriced_rig([placed], server, passing=False):
        return missing[0]
    try:
        (slot,), state = rig_of([placed], 1, server, grip=grip)
    except CapacityError as error:
        return str(error)
    types = frozenset({slot.swells}).union(*(ability.types for ability in slot.abilities))
    return _Breaker((slot,), state, types, is_tracer(slot))


def _meet(card: Card, advancement: int | None, server: str, grip: int) -> Target | str:
    """A piece of ice, or why it is refused."""
    if card.type != "ice":
        raise CardError(f"{card.title} is not ice but {card.type}")
    lying = advanced(card, advancement)
    if missing := unpriced_ice(card, lying, server):
        return missing[0]
    setting = alone(card, lying, server)
    try:
        whole = priced_ice(card, once_met(card, setting), 0).before(grip)
    except CapacityError as error:
        return str(error)
    number = len(whole.subs)
    ask = with_ends(whole.target.subs, whole.subs, range(number), number)
    return replace(whole.target, subs=ask)


def _fidelity(names: dict[Card, str]) -> dict[str, dict[str, tuple[str, ...]]]:
    return {
        level: {
            name: card.fidelity.notes
            for card, name in names.items()
            if card.fidelity.level == level
        }
        for level in LEVELS
    }
