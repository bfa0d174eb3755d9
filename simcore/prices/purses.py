"""Credits that are not in the pool, while cards that hold some may go.

All that has been paid is `due` to some purse or to the pool. As long as nothing is lost it need
not be known what has paid for what: that is reckoned when all ice has been passed, with purses
before the pool. When a card goes, its credits have paid what they could of what was due by then,
and of that first what credits for breakers cannot pay; the rest of them is gone. When the pool
loses credits, every amount is tried that it may have paid by then in place of purses
(`Sight.robbed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from simcore.plan.uses import apart
from simcore.prices.apart import Apart, apart_in, paid_by, printed_scope, scopes, to_install
from simcore.prices.rig.emptying import goes_when_empty
from simcore.prices.way.passage import OPEN
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.plan.pieces import RigState, Slot
    from simcore.prices.way.passage import Passage


class Held(NamedTuple):
    """Credits on the rig card at `slot`; `use`: "stealth", "breakers" or "" for anything.
    `free`: stealth credits that pay for more than breaking; `programs`: those for breakers are
    for all that programs do. The card goes once it `empties`."""

    slot: int
    use: str
    credits: int
    free: bool = False
    programs: bool = False
    empties: bool = False


@dataclass(frozen=True, slots=True)
class Purses:
    """Credits that are not in the pool: for `breakers` alone, `stealth` ones, and for
    `anything`. Of the stealth ones so many are `free` to pay for more than breaking; `held`:
    those on cards of the rig; `apart`: those there that are for
    some cards alone. `windfall`: credits that come to the pool as the run begins."""

    stealth: int = 0
    breakers: int = 0
    anything: int = 0
    free: int = 0
    held: tuple[Held, ...] = ()
    apart: tuple[Apart, ...] = ()
    windfall: int = 0

    @property
    def total(self) -> int:
        """Credits that the pool had not before the run."""
        held = self.stealth + self.breakers + self.anything + sum(self.apart_full)
        return held + self.windfall

    @property
    def apart_full(self) -> tuple[int, ...]:
        """What is there when the run begins of the credits for some cards alone."""
        return tuple(purse.credits for purse in self.apart)

    def of_own_pool(self, passage: Passage) -> int:
        """The credits that the pool has to pay of those that were in it before the run."""
        return max(0, self.from_pool(passage) - self.windfall)

    def from_pool(self, passage: Passage) -> int:
        """The credits that the pool has to pay."""
        if passage.total.pool >= 0:
            return passage.total.pool
        return passage.money.pool + self.left_to_pool(passage)

    def as_closed(self, passage: Passage) -> bool:
        """Whether the pool pays no more than it may, if it has been emptied."""
        closed = passage.money.closed
        return closed == OPEN or self.from_pool(passage) <= closed

    def left_to_pool(self, passage: Passage) -> int:
        """Those of them of which it is not settled yet what has paid them."""
        if not (self.breakers or self.anything):
            return passage.due
        breakers = self.breakers - self._gone(passage.rig, "breakers")
        anything = self.anything - self._gone(passage.rig, "")
        rest = passage.due
        rest -= min(breakers, rest - passage.due_other)
        return max(0, rest - anything)

    def left_to_purses(self, passage: Passage) -> int:
        """The rest of those."""
        return passage.due - self.left_to_pool(passage)

    def by_pool(self, now: Passage, credits: int) -> Passage:
        """So many of the credits due paid by the pool for good, though purses may be there; those
        that fewer purses can pay first. What purses had paid when the pool last gained, and do not
        pay now, it has to have had before."""
        other, money = min(credits, now.due_other), now.money
        settled = now._replace(
            money=money._replace(
                covered=money.covered + credits,
                covered_other=money.covered_other + other,
                pool=money.pool + credits,
            )
        )
        early = max(0, money.spared - self.left_to_purses(settled))
        return settled._replace(
            money=settled.money._replace(peak=money.peak + early, spared=money.spared - early)
        )

    def _gone(self, rig: RigState, use: str) -> int:
        """Credits that lay on cards which are gone."""
        return sum(h.credits for h in self.held if h.use == use and not rig[h.slot].installed)

    def free_left(self, rig: RigState) -> int:
        """Stealth credits that pay for more than breaking, those on cards that are gone aside."""
        return self.free - sum(h.credits for h in self.held if h.free and not rig[h.slot].installed)

    def to_use(self, slot: Slot, credits: int, now: Passage) -> Iterator[Passage]:
        """So many credits paid to use a card of the rig other than to break, first of those that
        are for such cards alone. Of the rest stealth credits may pay: those that pay for
        breakers alone are spent now or never."""
        lent = [card.programs for card in self.held if card.use == "breakers"]
        as_breaker = slot.icebreaker or (slot.program and bool(lent) and all(lent))
        now = now.pays(credits) if as_breaker else now.pays(other=credits)
        row, money = apart(slot, credits), now.money
        for own in paid_by(self.apart, money.apart, now.rig, row, 0, choosy=False):
            paid = now._replace(
                money=money._replace(
                    apart=own.left,
                    covered=money.covered + own.credits,
                    covered_other=money.covered_other + (0 if as_breaker else own.credits),
                )
            )
            left, due = money.stealth_left, credits - own.credits
            if not slot.icebreaker:
                left = min(left, self.free_left(now.rig))
            most = min(left, due) if as_breaker and not slot.loud else 0
            for hidden in range(most, -1, -1):
                yield paid.hides(hidden)

    def to_traces(self, credits: int, now: Passage) -> Passage:
        """Of so many credits that are paid in traces what those for that alone have paid, as much
        as they can."""
        for number, purse in enumerate(self.apart):
            left = now.money.apart[number]
            if not (purse.traces and (paid := min(left, credits))):
                continue
            money, credits = now.money, credits - paid
            apart = (*money.apart[:number], left - paid, *money.apart[number + 1 :])
            now = now._replace(
                money=money._replace(
                    apart=apart,
                    covered=money.covered + paid,
                    covered_other=money.covered_other + paid,
                )
            )
        return now

    def to_install(self, slot: int, credits: int, now: Passage) -> list[Passage]:
        """So many credits paid to install the card in a slot, first of those for that, each way
        to take these."""
        now = now.pays(other=credits)
        return [
            now._replace(
                money=now.money._replace(
                    apart=left,
                    covered=now.money.covered + paid,
                    covered_other=now.money.covered_other + paid,
                )
            )
            for left, paid in to_install(self.apart, now.money.apart, now.rig, slot, credits)
        ]

    def after(
        self, before: RigState, now: Passage, rivals: frozenset[int] = frozenset()
    ) -> Passage:
        """A passage in which cards have just left the rig that was there `before`. The Corp might
        have picked one of their `rivals` as well: the fullest goes."""
        if before is now.rig:
            return now
        if self.apart:
            both = zip(self.apart, now.money.apart, strict=True)
            left = tuple(n if now.rig[p.slot].installed else 0 for p, n in both)
            now = now._replace(money=now.money._replace(apart=left))
        there = [card for card in self.held if before[card.slot].installed]
        for card in self.held:
            if now.rig[card.slot].installed or not before[card.slot].installed:
                continue
            alike = [
                each.credits
                for each in there
                if each.use == card.use and (each is card or {each.slot, card.slot} <= rivals)
            ]
            if card.use == "stealth":
                now = self._without_stealth(card, there, alike, now)
            else:
                now = self._without(card, alike, now)
            there.remove(card)
        return now

    @staticmethod
    def _without_stealth(
        card: Held, there: Sequence[Held], alike: Sequence[int], now: Passage
    ) -> Passage:
        held = sum(each.credits for each in there if each.use == "stealth")
        left = now.money.stealth_left
        unused = min(left, _fullest(alike, card.credits, sum(alike) - (held - left)))
        payable = max(0, unused - card.empties)  # the last one would have emptied it
        quiet = min(payable, now.due_other) if card.free else 0
        return now._replace(
            money=now.money._replace(stealth_left=left - unused),
            paid=now.paid._replace(stealth=now.paid.stealth + quiet, other=now.paid.other - quiet),
        )

    @staticmethod
    def _without(card: Held, alike: Sequence[int], now: Passage) -> Passage:
        to_break = now.due - now.due_other
        due = to_break if card.use else now.due
        used = card.credits - _fullest(alike, card.credits, sum(alike) - due)
        other = 0 if card.use else min(used, now.due_other)
        return now._replace(
            money=now.money._replace(
                covered=now.money.covered + used,
                covered_other=now.money.covered_other + other,
            )
        )

    def beside(self, one: Passage, other: Passage) -> Passage:
        """`one` with the credits reckoned as if the cards that `other` has lost were gone."""
        if not (self.held or self.apart):
            return one
        pairs = zip(one.rig, other.rig, strict=True)
        rig = tuple(mine if its.installed else its for mine, its in pairs)
        return self.after(one.rig, one._replace(rig=rig))._replace(rig=one.rig)


def _fullest(cards: Sequence[int], own: int, left: int) -> int:
    """How many credits are lost with a card of `own`, if of all that lay on `cards` so many are
    `left`, as evenly as may be, and the fullest goes."""
    level = 0
    while sum(min(each, level) for each in cards) < left:
        level += 1
    return min(own, level)


EMPTY = Purses()


@dataclass(frozen=True, slots=True)
class Purse:
    """What is in both pools when the run begins; the Corp has `corp_least` at least."""

    runner: int
    corp: int
    corp_least: int = 0


def purses_of(rig: Sequence[RigCard], anything: int = 0, windfall: int = 0) -> Purses:
    """The credits on cards of a rig, others that pay for anything, and a `windfall`."""
    held = tuple(
        _held(slot, placed.card.rules.purse_use, placed.credits)._replace(
            programs=bool(printed_scope(placed)),
            empties=goes_when_empty(placed.card),
        )
        for slot, (placed, scope) in enumerate(zip(rig, scopes(rig), strict=True))
        if placed.card.rules.holds_purse and placed.credits and not scope
    )

    def of(use: str) -> int:
        return sum(card.credits for card in held if card.use == use)

    free = sum(card.credits for card in held if card.free)
    apart = apart_in(rig)
    loose = anything + of("")
    return Purses(of("stealth"), of("breakers"), loose, free, held, apart, windfall)


def _held(slot: int, words: str, credits: int) -> Held:
    if "stealth" in words:
        return Held(slot, "stealth", credits, "breakers" not in words)
    return Held(slot, "breakers" if words == "breakers" else "", credits)
