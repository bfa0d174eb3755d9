"""A table at which everybody but the Runner is the Runner's enemy.

The texts of the cards are resolved as in any game. Where a game would ask somebody or
draw, the moment is replayed once for every answer: the Runner takes the best of them; the
Corp, dice, bids and conditions that nobody knows take the worst. Traces succeed, unless
somebody says what both sides have (`answers_traces`), and the Corp trashes the cards that the
Runner misses most.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import product
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, Final

from simcore.cards.syntax import ANY_NUMBER
from simcore.reference.going_past import BYPASSING
from simcore.reference.lasting import Lasting
from simcore.reference.state import RunEnds, Table
from simcore.reference.things import Piece, RootCard, Slot, Tally
from simcore.reference.view import compare
from simcore.sites import Kind, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from simcore.cards.syntax import Condition
    from simcore.reference.things import Source

Price = tuple[int, ...]
"""What was paid and suffered, part by part; less is better in each. Behind so many `FIGURES`,
by rig slot: virus and power counters, cards that are gone once the run has ended."""
FIGURES: Final = 16
Prices = tuple[Price, ...]
"""Those that the Runner can be sure of, none of them beaten by another; none: no way."""

UNKNOWN = frozenset({"runner-cr", "corp-cr", "trashed-odd-cost"})
"""Conditions that nobody can know."""
POOLS = ("runner-cr", "corp-cr")
_ALL_PAYMENTS = 30
"""Up to so many credits of the Corp's in a trace every payment is followed."""
PICKING = "a rig card goes"
"""A question about cards: which of them are gone is then no more than a bound."""


class Asked(Exception):
    """Somebody has to answer; `runner`: the Runner does."""

    def __init__(self, runner: bool, answers: int) -> None:
        super().__init__(runner, answers)
        self.runner, self.answers = runner, answers


@dataclass(eq=False, slots=True)
class Answers:
    """The `script` of what is answered at a moment, and how much of it was `given`; `doubtful`,
    `picked`: as in `legal_passages.Passages`, of all that was ever played."""

    script: tuple[int, ...] = ()
    given: int = 0
    doubtful: bool = False
    picked: bool = False


class WorstTable(Table):
    """A table that raises `Asked` at the first question its script does not answer."""

    stated: int | None = None
    """The Runner's credits, if anything looks at them and somebody says what both sides have."""
    drawn = 0
    """Cards that the Runner has drawn."""
    plans_are_followed = False
    goes_past = True
    """Whether ice may be bypassed."""
    purses_go = False
    """Whether cards may leave on which credits lie, or the pool may be lost beside purses."""
    answers_traces = False
    """Whether the Runner may pay in traces, once the Corp has."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.drawn = 0
        self.emptied = False
        """Whether all of the pool has been lost: it pays no more than it gains."""
        self.answers = Answers()
        self.taken_along: dict[int, tuple[int, int]] = {}
        """By rig slot the counters on a card when it left."""
        parts = {name: type(part) for name, part in vars(self).items() if name not in _FIXED}
        self.changing = [(name, _COPIES[kind]) for name, kind in parts.items() if kind in _COPIES]
        """What games change in place, and how to copy it."""
        telling = {name: kind for name, kind in parts.items() if name not in _NO_MATTER}
        self.plain_parts = itemgetter(*(n for n, kind in telling.items() if kind not in _FROZEN))
        self.other_parts = [(n, _FROZEN[kind]) for n, kind in telling.items() if kind in _FROZEN]
        """Parts of the table that what comes can depend on: as they are, and to be frozen."""

    def say(self, label: str, text: str) -> None:
        """No story is told."""

    def ask(self, side: str, question: str, options: Sequence[str], preferred: int) -> int:
        if len(options) == 1:
            return preferred
        if question == BYPASSING and not self.goes_past:
            return 0
        self.answers.picked |= question == PICKING
        if question == "trace" and not self.answers_traces:
            return 0
        if side == "corp" and self.encountered is None and self._uses_counters(question):
            return preferred
        return self._answer(side == "runner", len(options))

    def draw(self, address: int, weights: Sequence[int]) -> int:
        possible = [index for index, weight in enumerate(weights) if weight]
        kind = kind_of(address)
        its_own_bid = kind == Kind.PSI and address >> 24 & 255
        if its_own_bid and self.stated is not None and not self.corp_credits:
            return possible[self._answer(True, len(possible))]  # the Corp's is known
        if len(possible) == 1 or its_own_bid:
            return possible[0]
        if kind == Kind.TRACE and len(possible) > _ALL_PAYMENTS:
            possible = [possible[0], possible[_ALL_PAYMENTS]]  # nothing, or more than is answered
        return possible[self._answer(False, len(possible))]

    def holds(self, condition: Condition | None, source: Source) -> bool:
        if condition is not None and condition.subject == "trace" and not self.answers_traces:
            return bool(self._answer(False, 2))  # the Corp may pay for any strength
        if condition is None or condition.subject not in UNKNOWN:
            return super().holds(condition, source)
        if self.stated is None or condition.subject not in POOLS:
            return bool(self._answer(False, 2))
        there = self.pools()[POOLS.index(condition.subject)]
        return compare(there, condition.comparison, int(condition.value)) != condition.negated

    def pools(self) -> tuple[int, ...]:
        """What would be in the pools with the credits stated."""
        return tuple(max(0, there) for there in self.balances())

    def balances(self) -> tuple[int, ...]:
        """The same, less than nothing where more has been paid than was there."""
        if self.stated is None:
            return ()
        more = self.scenario.runner.credits - self.stated
        return self.credits - more, self.corp_credits

    def in_pool(self) -> int:
        return self.credits if self.stated is None else self.pools()[0]

    def rob(self, credits: int) -> int:
        self.emptied |= credits >= ANY_NUMBER
        return super().rob(credits)

    def spendable(self, breaking: bool) -> int:
        there = super().spendable(breaking)
        if not self.emptied:
            return there
        return there - self.credits + (0 if self.stated is None else self.in_pool())

    def pay_credits(self, amount: int, breaking: bool = False, loud: bool = False) -> None:
        """Where that matters, from what purses the Runner likes."""
        if not self.purses_go:
            super().pay_credits(amount, breaking, loud)
            return
        tally = self.tally
        tally.credits_spent += amount
        part = self._part(amount, self.bad_publicity)
        self.bad_publicity -= part
        tally.bad_publicity_spent += part
        amount -= part
        for slot in self.hosts():
            if breaking or "breakers" not in slot.card.rules.purse_use:
                amount -= self._from_card(slot, amount)
        self.credits -= amount

    def pay_from_breakers(self, amount: int) -> int:
        """Pay with credits that are for breakers alone, stealth credits aside; what is left."""
        for slot in self.hosts():
            if slot.card.rules.purse_use == "breakers":
                part = self._from_card(slot, amount)
                self.tally.credits_spent += part
                amount -= part
        return amount

    def take_stealth(self, credits: int) -> tuple[int, int]:
        """Where cards may go, from what cards the Runner likes."""
        if not self.purses_go:
            return super().take_stealth(credits)
        there = [s for s in self.hosts() if "stealth" in s.card.rules.purse_use]
        left = min(credits, sum(slot.recurring + slot.hosted for slot in there))
        before = self.tally.recurring_spent, self.tally.hosted_spent
        for number, slot in enumerate(there):
            others = sum(each.recurring + each.hosted for each in there[number + 1 :])
            least, most = max(0, left - others), min(left, slot.recurring + slot.hosted)
            part = most - (self._answer(True, most - least + 1) if most > least else 0)
            self._take(slot, part)
            left -= part
        recurring, hosted = self.tally.recurring_spent, self.tally.hosted_spent
        self.tally.recurring_spent, self.tally.hosted_spent = before
        return recurring - before[0], hosted - before[1]

    def _from_card(self, slot: Slot, amount: int) -> int:
        """Credits of a card that pay for so much."""
        part = self._part(amount, slot.recurring + slot.hosted)
        self._take(slot, part)
        return part

    def _take(self, slot: Slot, credits: int) -> None:
        recurring = min(credits, slot.recurring)
        slot.recurring -= recurring
        slot.hosted -= credits - recurring
        self.tally.recurring_spent += recurring
        self.tally.hosted_spent += credits - recurring

    def _part(self, amount: int, there: int) -> int:
        """How much of an amount a purse pays; all that it can beside an emptied pool."""
        most = min(amount, there)
        if self.emptied:
            return most
        return most - self._answer(True, most + 1) if most and self.purses_go else most

    def draw_cards(self, cards: int) -> None:
        super().draw_cards(cards)
        self.drawn += cards

    def to_grip(self) -> None:
        super().to_grip()
        self.drawn += 1

    def uninstall(self, slot: Slot) -> None:
        if slot.installed:
            self.taken_along[slot.place] = (slot.virus, slot.power)
        super().uninstall(slot)

    def _uses_counters(self, question: str) -> bool:
        """Whether it is about an ability of a piece that costs counters: used as often as they
        last (rule 36)."""
        return any(
            question == f"use {piece.card.title}" and piece.card.rules.corp_abilities
            for piece in self.ice
        )

    def _answer(self, runner: bool, answers: int) -> int:
        now = self.answers
        if now.given == len(now.script):
            raise Asked(runner, answers)
        now.given += 1
        return now.script[now.given - 1]


# -- the state of a table --------------------------------------------------------------------

Values = list[tuple[Any, ...]]
Memory = tuple[dict[str, Any], Values, Values, Values]
"""The table, and of each card of the rig, of the ice and of the root what may change."""
_OF_A_SLOT, _OF_A_PIECE, _OF_A_ROOT_CARD = (
    tuple(part.name for part in fields(kind) if part.name not in ("place", "card"))
    for kind in (Slot, Piece, RootCard)
)
_of_a_slot, _of_a_piece = attrgetter(*_OF_A_SLOT), attrgetter(*_OF_A_PIECE)
_of_a_root_card = attrgetter(*_OF_A_ROOT_CARD)
_of_a_tally = attrgetter(*(part.name for part in fields(Tally)))
_of_lasting = attrgetter("later", "following", "here")
_COPIES: dict[type, Callable[[Any], object]] = {
    **{kind: kind.copy for kind in (set, dict, list)},
    Tally: lambda tally: Tally(*_of_a_tally(tally)),
    Lasting: lambda lasting: Lasting(*_of_lasting(lasting)),
}
"""How to copy what games change in place; everything else is kept as it is."""
_FROZEN: dict[type, Callable[[Any], Hashable]] = {
    set: frozenset,
    dict: lambda numbers: frozenset(numbers.items()),
    list: lambda things: tuple(map(id, things)),
    Lasting: _of_lasting,
}
"""The same as keys of a dictionary."""
_FIXED = frozenset(
    "scenario chance decide edition names server rig lenders ice root event steps checkpoints "
    "titles answers taken_along goes_past purses_go stated answers_traces".split()
)
"""Parts of a table that nothing here changes, and that are remembered apart or not at all."""
_MANY = 99
"""More clicks than this are not told apart."""
_NO_MATTER = frozenset("credits clicks corp_credits tally ordinals face drawn unheld".split())
"""Parts of a table that decide nothing here: there is always enough, or it is only counted."""


def remember(table: WorstTable) -> Memory:
    """Everything on the table that a game may change."""
    rest = vars(table).copy()
    for name, copied in table.changing:
        rest[name] = copied(rest[name])
    rig, ice = list(map(_of_a_slot, table.rig)), list(map(_of_a_piece, table.ice))
    return rest, rig, ice, list(map(_of_a_root_card, table.root))


def recall(table: WorstTable, memory: Memory) -> None:
    """Put everything back as it was."""
    rest, rig, ice, root = memory
    now = vars(table)
    now.update(rest)
    for name, copied in table.changing:
        now[name] = copied(rest[name])
    _put_back(table.rig, rig, _OF_A_SLOT)
    _put_back(table.ice, ice, _OF_A_PIECE)
    _put_back(table.root, root, _OF_A_ROOT_CARD)


def _put_back(cards: Sequence[object], memory: Values, names: tuple[str, ...]) -> None:
    for card, values in zip(cards, memory, strict=True):
        for name, each in zip(names, values, strict=True):
            setattr(card, name, each)


def state_of(table: WorstTable) -> Hashable:
    """All that what comes can depend on."""
    rest = vars(table)
    return (
        table.plain_parts(rest),
        tuple([frozen(rest[name]) for name, frozen in table.other_parts]),
        min(table.clicks, _MANY),
        table.balances(),
        tuple(map(_of_a_slot, table.rig)),
        tuple(map(_of_a_piece, table.ice)),
        tuple(map(_of_a_root_card, table.root)),
    )


def _left_behind(table: Table) -> Hashable:
    """What an answer may have changed for better in one thing and for worse in another."""
    pieces = tuple(map(_of_a_piece, table.ice))
    return (pieces, _of_lasting(table.lasting), table.toll, table.net_next, table.pass_trashes)


# -- best and worst --------------------------------------------------------------------------


def unbeaten(found: Iterable[Price]) -> Prices:
    """Those that no other one is at most as high as in everything."""
    kept: list[Price] = []
    for price in sorted(set(found)):
        if not any(all(map(int.__le__, other, price)) for other in kept):
            kept.append(price)
    return tuple(kept)


def as_bad_as_both(one: Price, other: Price) -> Price:
    """The worse of each figure."""
    return tuple(map(max, one, other))


def worst(answers: Iterable[Prices]) -> Prices:
    """What the Runner can be sure of whichever answer comes."""
    found: Prices | None = None
    for prices in answers:
        if found is None:
            found = prices
        else:
            pairs = product(found, prices)
            found = unbeaten(as_bad_as_both(one, other) for one, other in pairs)
        if not found:
            return ()
    return found or ()


def plus(price: Price, more: Prices) -> Prices:
    return tuple(tuple(map(int.__add__, price, each)) for each in more)


def played(
    table: WorstTable,
    act: Callable[[], None],
    spent: Callable[[Memory], Price],
    following: Callable[[], Prices],
) -> Prices:
    """What it takes to get through `act` and all that comes `following` it, from the table as
    it stands. `spent`: the price of the act, against the table before it."""
    before = remember(table)
    ends: list[Hashable] = []
    now = table.answers

    def replay(script: tuple[int, ...]) -> Prices:
        if script:
            recall(table, before)
        now.script, now.given = script, 0
        try:
            act()
        except Asked as asked:
            answers, seen = [], []
            for answer in range(asked.answers):
                known = len(ends)
                answers.append(replay((*script, answer)))
                seen.append(frozenset(ends[known:]))
            if asked.runner:
                return unbeaten(price for prices in answers for price in prices)
            found = worst(answers)
            alike = len({each for each in seen if each}) < 2
            now.doubtful = now.doubtful or found not in answers or not alike
            return found
        except RunEnds:
            return ()
        ends.append(_left_behind(table))
        return plus(spent(before), following())

    return replay(())
