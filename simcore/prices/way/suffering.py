"""What comes of a text that resolves, for a Runner who wants to get past.

The conservative reading: traces succeed, if the Corp can pay for that and the Runner does not
pay to have them fail (`tracing`); of what the Corp chooses, of bids, dice and of conditions nobody
can know, the worst happens: the Runner needs a way on for each answer (`answers`). The Runner
chooses freely: whether to pay and with what. An outcome in which the run ends, in which damage
exceeds the cards in the grip, or which sends the Runner back before this piece, is no passage: it
stops the Runner. What the Corp trashes is of its choice. Once a piece has left or turned face
down, nothing more of it resolves (rule 35).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from simcore.cards.setting import LENT_ADVANCEMENT, Setting, constant, known
from simcore.cards.syntax import (
    ANY_NUMBER,
    Amount,
    Atom,
    Choice,
    Condition,
    Cost,
    If,
    Later,
    May,
    Node,
    Price,
    Psi,
    Roll,
    Trace,
    Unless,
)
from simcore.cards.syntax import (
    Sequence as Steps,
)
from simcore.cards.vocabulary import HIGHEST_FACE
from simcore.errors import CapacityError
from simcore.plan.descent import is_picky
from simcore.plan.pieces import GONE, Slot, meets
from simcore.plan.strengths import free_memory, icebreakers, unhosted
from simcore.prices.corp.elsewhere import (
    Lender,
    advanced_here,
    with_counters,
)
from simcore.prices.corp.everywhere import HURT
from simcore.prices.corp.further_effects import FOR_TRACE, in_words
from simcore.prices.corp.ground import Hearer
from simcore.prices.corp.installs import FREE_INSTALLS, Installs
from simcore.prices.purses import EMPTY, Purse, Purses
from simcore.prices.rig.changed_hosts import check_leaving
from simcore.prices.rig.drawing import (
    drawn_at_will,
    drawn_for_damage,
    drawn_when_empty,
)
from simcore.prices.rig.earning import brought_at_will
from simcore.prices.rig.hand import Held, thrown
from simcore.prices.rig.known_hand import KnownHand
from simcore.prices.rig.leaving import hurt_by_leaving, outlived
from simcore.prices.rig.preventing import kept_off, protected
from simcore.prices.way.answers import answered
from simcore.prices.way.base_links import Tracing
from simcore.prices.way.bidding import differing, revealed
from simcore.prices.way.comparing import Comparison, Looks
from simcore.prices.way.doable import can_be_done
from simcore.prices.way.doing import what_comes_of, with_smaller_hand
from simcore.prices.way.gone import without_the_piece
from simcore.prices.way.hearing import for_net_damage, heard, or_else, with_the_first
from simcore.prices.way.left_for_later import left_for_success
from simcore.prices.way.of_hq import in_hq, with_hand
from simcore.prices.way.passage import ABSENT, NOTHING_BROKEN, OPEN, OVERDRAWN, Done, Passage
from simcore.prices.way.paying import let_off, pay
from simcore.prices.way.picking import Picking
from simcore.prices.way.seeing import POOLS, next_of_text, rich_and_poor, seen
from simcore.prices.way.tracing import asked_or_not, further_paid, less_raised, resolved, unasked
from simcore.prices.way.worse import is_spared, keeps_more, worse_of
from simcore.scenario import HAND_SIZE, RigCard

Outcomes = list[Passage]
MOST_TOGETHER = 5
"""Outcomes as bad as those of several answers that are brought together without being compared."""
_A_CREDIT = Price("credits", Amount(1))
"""What makes a bid differ from none."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What texts of one piece of ice are read by.

    `grip`: cards in it when the run began, `hand`: of them those that bring something as they go;
    `tags` then. `alone`: no other ice is there or
    behind it; `advanceable`: places of pieces behind it, and of cards of the root, that count
    the counters on them; `lenders`: all rezzed ice, `lenders_abroad`: that of other servers;
    `drains`: a click lost or spent takes the pool; `counts_ice`: another piece looks at how many
    there are, `looks`: what any piece looks
    at. `place` of the piece. `clicks`: when the run began, None for as many as are needed.
    `purse`: what both sides have then, None if nobody says; `purses`: the Runner's. `needed`:
    cards of the rig that may matter later; `prey`: by what each of them may go; `kinds`: the
    first card equal to each, `twins`: that nobody tells from it. `questions`: their numbers; None
    if the worst of each figure is taken at once. `rolled`: the most that the die can show.
    `stands`: counters on all ice as the run began. `known`, `holds`: as in
    `Attempt`.
    `guarded`: it cannot be bypassed. `trace_tags`: for each trace that succeeds; `more_meat`: by so
    many points meat damage is more each time; the Corp may do one point of net damage less for
    credits (`sells_net`). `hearers` as in `Ground`. `shut`: the pool is closed.
    `takes_one`: it trashes a card of the rig, and then no other. `tracing`: what decides traces,
    where that is known. `incoming`: it has ice installed directly inward. `in_full`: the Runner has
    chosen what resolves, so that all of it is done (rule 44). `installs`: what the Corp makes of
    installing programs. `outward`: it is known what comes of going before the outermost piece.
    `remembers`: what becomes of ice for the rest of the run may matter once more. `leaned`: cards
    of the rig of which it is not known what comes of their going.
    """

    title: str
    setting: Setting
    rig: Sequence[RigCard]
    slots: tuple[Slot, ...]
    grip: int
    tags: int
    alone: bool
    advanceable: tuple[int, ...]
    lenders: tuple[Lender, ...]
    drains: bool
    counts_ice: bool
    counted: bool
    looks: Looks
    place: int
    clicks: int | None = None
    purse: Purse | None = None
    purses: Purses = EMPTY
    needed: tuple[bool, ...] = ()
    prey: tuple[Hashable, ...] = ()
    kinds: tuple[int, ...] = ()
    twins: tuple[int, ...] = ()
    questions: Iterator[int] | None = None
    rolled: int = HIGHEST_FACE
    stands: tuple[int, ...] = ()
    known: KnownHand | None = None
    holds: int = HAND_SIZE
    guarded: bool = False
    trace_tags: int = 0
    more_meat: int = 0
    sells_net: bool = False
    hearers: tuple[Hearer, ...] = ()
    shut: bool = False
    takes_one: bool = False
    tracing: Tracing | None = None
    incoming: bool = False
    lenders_abroad: tuple[Lender, ...] = ()
    hand: tuple[Held, ...] = ()
    in_full: bool = False
    installs: Installs = FREE_INSTALLS
    outward: bool = False
    remembers: bool = False
    leaned: frozenset[int] = frozenset()

    def resolve(self, node: Node | None, now: Passage, broken: Done = NOTHING_BROKEN) -> Outcomes:
        """How it may go on, the Runner choosing; empty if it does not. `broken`:
        what of the piece was."""
        match node:
            case None:
                return [now]
            case Atom():
                return what_comes_of(self, node, now, broken)
            case Steps(steps=steps):
                found = [now]
                for step in steps:
                    nexts = ((next_of_text(self, step, now, each), each) for each in found)
                    found = [after for each in nexts for after in self.resolve(*each, broken)]
                return found
            case If(condition=condition) if self.in_doubt(now) and condition.subject in POOLS:
                return self._branches(node, now, broken)
            case If(condition=condition) if self.looks.rich and condition.subject == "runner-cr":
                both = rich_and_poor(self, condition, now, broken)
                return [after for each in both for after in self._branch(node, each, broken)]
            case If():
                return self._branch(node, now, broken)
            case Trace():
                return resolved(self, node, now, broken)
            case Psi(different=different, same=same) if self.bids_nothing(now):
                bids = pay(self, (_A_CREDIT,), now)
                other = [a for each in bids for a in self._differing(different, each, broken)]
                return self._revealed(same, now, broken) + other
            case Psi(different=different, same=same):
                differs = self._differing(different, self.bid_by_corp(now), broken)
                return self.worst_of(now, [differs, self._revealed(same, now, broken)])
            case Later(effect=Atom(name="meat") as atom):
                return [left_for_success(self, self.number(atom, now), now)]
            case Later(effect=Atom(name="untag") as atom):
                return [now.awaits(untags=now.ahead.untags + self.number(atom, now))]
            case Later():
                return [now]  # behind all ice
            case Roll():
                return self._rolled(node, now, broken)
            case Choice(side="runner", options=options):
                return self._chosen(options, now, broken)
            case Choice(options=options):
                return self.worst(options, now, broken)
            case May(side="corp", effect=effect, cost=cost):
                bought = self.paid_by_corp(cost, now)
                done = [] if bought is None else [self.resolve(effect, bought, broken)]
                return self.worst_of(now, [*done, [now]])
            case May(effect=effect, cost=cost):
                taken = [
                    after for paid in pay(self, cost, now) for after in self.resolve(effect, paid)
                ]
                return [now, *(each for each in taken if each != now)]
            case Unless(penalty=penalty, costs=costs, forced=forced):
                paid = [after for cost in costs for after in pay(self, cost, now)]
                if paid and forced:
                    return paid
                return paid + (self.resolve(penalty, now, broken) or let_off(self, node, now))
        raise AssertionError(node)

    def in_doubt(self, now: Passage) -> bool:
        """Whether it matters how much the Corp has asked for in traces by now."""
        return now.money.raised > 0 and self.questions is not None

    def _branches(self, node: If, now: Passage, broken: Done) -> Outcomes:
        """What comes of a condition about pools, whatever the Corp has asked for by now."""
        asked = list(asked_or_not(self, now))
        met = {self.met(node.condition, each, broken) for each in asked}
        if len(met - {None}) == 1 == len(met) and not self.looks.rich:
            return self.resolve(node.then if met.pop() else node.otherwise, now, broken)
        return self.worst_of(now, [self.resolve(node, each, broken) for each in asked])

    def _branch(self, node: If, now: Passage, broken: Done) -> Outcomes:
        """What comes of a condition that is met, or not, or of which nobody can know."""
        met = self.met(node.condition, now, broken)
        if met is not None:
            return self.resolve(node.then if met else node.otherwise, now, broken)
        return self.worst((node.then, node.otherwise), now, broken)

    def paid_by_corp(self, cost: Cost, now: Passage) -> Passage | None:
        """A price paid by the Corp; None if it is known not to be there."""
        for part in cost:
            if part.kind == FOR_TRACE:
                return further_paid(self, part, now)
        prices = {part.kind: part.amount.base for part in cost}
        credits, cards, advanced = (prices.get(kind, 0) for kind in ("credits", "hq", "adv"))
        if cards > in_hq(self, now) or advanced > self._removable():
            return None
        now = with_hand(self, now, -cards)
        if advanced:
            now = with_counters(now, self.place, -advanced)
        if self.purse is None or not self.looks.credits:
            return now
        if credits > max(0, self.purse.corp + now.changed.corp):
            return None
        paid = now._replace(changed=now.changed._replace(corp=now.changed.corp - credits))
        return less_raised(self, paid) if credits else now

    def worst(self, nodes: Sequence[Node | None], now: Passage, broken: Done) -> Outcomes:
        """Somebody else, or chance, decides: whatever comes, the Runner has an answer."""
        return self.worst_of(now, [self.resolve(node, now, broken) for node in nodes])

    def _rolled(self, node: Roll, now: Passage, broken: Done) -> Outcomes:
        """The worst face; where something looks at the cards in the grip, that may be any."""
        faces = range(1, HIGHEST_FACE + 1)
        within = [face for face in faces if node.low <= face <= node.high]
        without = [face for face in faces if face not in within]
        both = ((node.then, within), (node.otherwise, without))
        answers = [
            replace(self, rolled=face).resolve(effect, now, broken)
            for effect, shown in both
            for face in (shown if self.looks.grip else shown[-1:])
        ]
        return self.worst_of(now, answers)

    def worst_of(self, now: Passage, answers: Sequence[Outcomes]) -> Outcomes:
        """Whatever is answered, the Runner has to have a way on. Where one answer is the worst
        in everything it comes; else the passage goes on by itself for each."""
        if not all(answers):
            return []
        different = [each for n, each in enumerate(answers) if each not in answers[:n]]
        if all(len(outcomes) == 1 for outcomes in different):
            passages = [outcomes[0] for outcomes in different]
            for each in passages:
                if all(self._is_worst(each, other) for other in passages if other is not each):
                    return [each]
        elif len(different) == 1:
            return different[0]
        if self.questions is None:
            return self._bound(different)
        return answered(now, next(self.questions), different)

    def _bound(self, answers: Sequence[Outcomes]) -> Outcomes:
        """Each outcome of one answer with each of the others, as bad as both."""
        found = answers[0]
        for outcomes in answers[1:]:
            found = [self._worse(one, other) for one in found for other in outcomes]
            found = list(dict.fromkeys(found)) if len(found) > 1 else found
            if len(found) > MOST_TOGETHER:
                found = self._unbeaten(found)
        return found

    def _unbeaten(self, found: Outcomes) -> Outcomes:
        """Those that no other one beats, whether figures of them are veiled or not."""
        late = frozenset(slot for slot, placed in enumerate(self.rig) if placed.in_heap)
        everywhere = (True,) * len(self.slots)
        return Comparison(self.slots, self.looks, everywhere, late).best(found, veiled=True)

    def _worse(self, one: Passage, other: Passage) -> Passage:
        """As bad as both; there is none where ice looks at what they differ in."""
        if self.looks.told_apart(one) != self.looks.told_apart(other) or (
            one.climate != other.climate and any(map(is_picky, self.slots))
        ):
            raise CapacityError(
                f"{self.title}: the Corp or chance decides about something that ice looks at, "
                "and there are too many answers to follow each"
            )
        return self._worse_of(one, other)

    def _worse_of(self, one: Passage, other: Passage) -> Passage:
        purses = self.purses
        return worse_of(purses.beside(one, other), purses.beside(other, one), purses)

    def _is_worst(self, one: Passage, other: Passage) -> bool:
        """Whether a passage is at least as bad as another in everything."""
        if keeps_more(one, other) or is_spared(self.slots, one, other):
            return False
        if self.looks.told_apart(one) != self.looks.told_apart(other):
            return False
        if one.climate != other.climate and any(map(is_picky, self.slots)):
            return False
        if one.answers != other.answers:
            return False
        both = self._worse_of(one, other)
        suffered = both.suffered._replace(surely=one.suffered.surely)
        return both._replace(told=one.told, suffered=suffered) == one

    def _chosen(self, options: Sequence[Node], now: Passage, broken: Done) -> Outcomes:
        open_ = self._open(options, now, broken)
        if not open_:
            return [now]
        found = self._unable(options, now, broken)
        sight = replace(self, in_full=True) if self.purse is not None else self
        for option in open_:
            words = f"{self.title}: chosen: {in_words(option)}"
            found += [
                after.tell(self.place, words) if after.told is now.told else after
                for after in sight.resolve(option, now, broken)
            ]
        return found

    def _open(self, options: Sequence[Node], now: Passage, broken: Done) -> list[Node]:
        """Those that can be done for sure; if none can, those that have to be if they can."""
        for whatever in (True, False):
            found = [each for each in options if can_be_done(self, each, now, broken, whatever)]
            if found:
                return found
        return []

    def _unable(self, options: Sequence[Node], now: Passage, broken: Done) -> Outcomes:
        """The pool may have paid so much in place of purses that no option is left."""
        there, first = self.in_pool("runner-cr", now), self.purses.left_to_pool(now)
        for more in range(1, min(there or 0, now.due - first) + 1):
            each = self.purses.by_pool(now, first + more)
            if not self._open(options, each, broken):
                return [each]
        return []

    def met(self, condition: Condition, now: Passage, broken: Done) -> bool | None:
        """Whether a condition holds; None if nobody can know."""
        value = seen(self, condition.subject, now, broken)
        if value is None:
            return known(condition, self.setting)
        comparison, number = condition.comparison or ">=", condition.value
        test = (comparison, int(number) if condition.comparison else 1)
        return meets(test, value) != condition.negated

    def bid_by_corp(self, now: Passage) -> Passage:
        """With the credit of the Corp's that makes its bid differ from none."""
        return self.paid_by_corp((_A_CREDIT,), now) or now

    def bids_nothing(self, now: Passage) -> bool:
        """Whether the Corp is known to have no credit to bid, so that the Runner bids none."""
        return self.looks.credits and self.in_pool("corp-cr", now) == 0

    def in_pool(self, subject: str, now: Passage) -> int | None:
        """What is in the pools, as far as that is known."""
        if self.purse is None:
            return None
        if subject == "corp-cr":
            return max(0, self.purse.corp + now.changed.corp)
        mine = max(0, self.purse.runner + now.money.gained - self._out_of_pool(now))
        if subject == "runner-cr":
            return mine
        return int(max(0, self.purse.corp + now.changed.corp) > mine)

    def _out_of_pool(self, now: Passage) -> int:
        """What the pool has paid and lost."""
        return self.purses.from_pool(now) + now.money.lost

    def robbed(self, number: int, now: Passage) -> Outcomes:
        """So many credits are lost, as far as the pool goes where that is known. It may have paid
        before what purses could have paid: the less is there to lose, if not all is asked for."""
        short = (self.in_pool("runner-cr", now) or 0) < number
        if self.in_doubt(now) and (short or self.purses.held):
            return self.worst_of(now, [self.robbed(number, a) for a in asked_or_not(self, now)])
        there = self.in_pool("runner-cr", unasked(self.tracing, now))
        if there is None:
            return [_with_lost(now, number)]
        if self.in_full and number <= there:
            return [_with_lost(now, number)]
        first = self.purses.left_to_pool(now)
        more = range(max(1, there - number + 1), min(there, now.due - first) + 1)
        return [
            _with_lost(now, min(number, there)),
            *(_with_lost(self.purses.by_pool(now, first + n), there - n) for n in more),
        ]

    def paid_out(self, number: int, now: Passage) -> Passage:
        """The pool gains credits: what it had to have up to now is kept in mind."""
        money = now.money
        closed = money.closed + number if self.purses.as_closed(now) else OVERDRAWN
        return now._replace(
            money=money._replace(
                gained=money.gained + number,
                peak=max(money.peak, self._out_of_pool(now) - money.gained),
                spared=self.purses.left_to_purses(now),
                closed=OPEN if money.closed == OPEN else closed,
            )
        )

    def cards_left(self, now: Passage) -> int:
        """Cards in the grip."""
        return max(0, self.grip + now.suffered.refill - now.paid.grip - now.suffered.damage)

    def number(self, atom: Atom, now: Passage) -> int:
        if not atom.amount.register:
            return max(0, atom.amount.base)
        registers = {
            **self.setting.registers,
            "roll": self.rolled,
            "power": now.here.counters,
            "hq": in_hq(self, now),
            "breakers": icebreakers(self.slots, now.rig),
            "tags": self.tags + now.suffered.tags,
            "grip": self.cards_left(now),
            "free-mu": free_memory(self.slots, now.rig),
            "ice-here": self.ice_here(now),
            "advanced-ice-here": advanced_here(self.stands, now),
        }
        return max(0, constant(atom.amount, registers, self.title))

    def _removable(self) -> int:
        """Advancement counters that lie on the piece."""
        registers = self.setting.registers
        return registers["adv"] - registers.get(LENT_ADVANCEMENT, 0)

    def ice_here(self, now: Passage) -> int:
        """Pieces that protect the server, this one as long as it stands."""
        behind = sum(place < len(self.stands) for place in now.changed.left)
        gone = behind if self.stands else now.here.piece == ABSENT
        return self.setting.registers["ice-here"] - gone

    def drained(self, before: Passage, now: Passage) -> Outcomes:
        """With nothing left in the pool, if that goes with a click that has gone since."""

        def gone(each: Passage) -> int:
            return each.paid.clicks + each.suffered.clicks_lost + each.suffered.regained

        return self.emptied(now) if self.drains and gone(now) > gone(before) else [now]

    def emptied(self, now: Passage) -> Outcomes:
        """Nothing is left in the pool, which has paid all that it could of what is due by now: what
        comes to be due, purses pay, and what the pool gains from now on."""
        if self.in_doubt(now):
            return self.worst_of(now, [self.emptied(each) for each in asked_or_not(self, now)])
        asked = unasked(self.tracing, now)
        there, more = self.in_pool("runner-cr", asked), self._paid_for_purses(asked)
        paid = self.purses.by_pool(asked, self.purses.left_to_pool(asked) + more)
        lost = ANY_NUMBER if there is None else there - more
        closed = self.purses.from_pool(paid) if self.purses.as_closed(now) else OVERDRAWN
        money = paid.money._replace(lost=paid.money.lost + lost, closed=closed)
        paid = paid._replace(money=money).pays(other=now.paid.other - asked.paid.other)
        return brought_at_will(self, paid)

    def _paid_for_purses(self, now: Passage) -> int:
        """As many of the credits due as the pool may have paid in place of purses by now: not those
        that were due before it gained some, and that it had not then."""
        if self.purse is None:
            return 0
        due, money = self.purses.left_to_purses(now), now.money
        early = due - money.spared + max(0, self.purse.runner - money.peak)
        return max(0, min(due, early, self.in_pool("runner-cr", now) or 0))

    def _differing(self, effect: Node, now: Passage, broken: Done) -> Outcomes:
        """What comes of bids that differ."""
        return [a for each in differing(self, now) for a in self.resolve(effect, each, broken)]

    def _revealed(self, effect: Node | None, now: Passage, broken: Done) -> Outcomes:
        """What comes of bids once they are revealed."""
        return [a for each in revealed(self, now) for a in self.resolve(effect, each, broken)]

    def damaged(self, kind: str, number: int, now: Passage, sure: bool = False) -> Outcomes:
        if kind == "core" and number:
            more, now = with_the_first(self, now)
            number += more
        number += self.more_meat if kind == "meat" and number else 0
        if sure:
            return self.dealt(kind, number, now)
        hearers, now = for_net_damage(self, now) if kind == "net" and number else ([], now)
        return [
            after
            for left, each in kept_off(self, kind, number, now)
            for after in or_else(self, kind, left, hearers if left else [], each)
        ]

    def dealt(self, kind: str, number: int, now: Passage) -> Outcomes:
        """Damage that nothing keeps off."""
        if number > self.cards_left(now):
            ways = drawn_at_will(self, now)
            found = [after for each in ways for after in self.dealt(kind, number, each)]
            return found + [a for each in outlived(self, now) for a in self._all_lost(kind, each)]
        if not number:
            return [now]
        if kind == "core" and self.looks.size:
            now = with_smaller_hand(now, number)
        dealt = [
            drawn_when_empty(self, drawn_for_damage(self.slots, kind, each))
            for each in thrown(self, number, now.suffers(number), kind)
        ]
        return [a for each in dealt for a in heard(self, HURT, each)] if kind == "core" else dealt

    def _all_lost(self, kind: str, now: Passage) -> Outcomes:
        """All cards of the grip lost by damage."""
        return self.dealt(kind, self.cards_left(now), now)

    def without_the_piece(self, now: Passage) -> Passage:
        """The piece has left, and the programs that need it as their host with it."""
        return without_the_piece(self, now)

    def trash(self, kind: str, number: int, now: Passage, kept: bool = False) -> Outcomes:
        """The Corp trashes so many cards of the rig, those that the Runner misses most; or they
        go elsewhere (`kept`)."""
        if self.purses.held and self.in_doubt(now):  # those credits may have paid in traces
            both = asked_or_not(self, now)
            return self.worst_of(now, [self.trash(kind, number, each, kept) for each in both])
        picking = Picking(self, kind, number, now, guarding=not kept)
        answers = [
            [
                after
                for lost, each in (((gone, now),) if kept else protected(self, gone, now))
                for after in self._lost(lost, picking, each, kept=kept)
            ]
            for gone in picking.followed()
        ]
        return self.worst_of(now, answers)

    def may_lose(self, slot: int, now: Passage) -> Outcomes:
        """A die decides whether a card stays."""
        return self.worst_of(now, [[self._without((slot,), now)], [now]])

    def _lost(self, gone: Sequence[int], picking: Picking, now: Passage, kept: bool) -> Outcomes:
        """Cards of the rig that the Corp has taken, or some of those beside them, and what comes
        of that."""
        taken = now.here.taken or (self.takes_one and bool(gone))
        after = self.taken(gone, now, picking.is_open).meets(taken=taken)
        if beside := picking.beside(gone):
            perhaps = now.suffered.perhaps | beside
            after = after._replace(suffered=after.suffered._replace(perhaps=perhaps))
        return [after] if kept else hurt_by_leaving(self, gone, after)

    def taken(self, gone: Sequence[int], now: Passage, picked: bool = False) -> Passage:
        """Cards of the rig trashed; the Corp might have `picked` others."""
        for slot in gone:
            check_leaving(self, slot, self.title)
        ways = {self.prey[n] for n in gone} if self.prey and self.purses.held else set()
        there = (slot for slot, card in enumerate(now.rig) if ways and card.installed)
        rivals = frozenset(slot for slot in there if self.prey[slot] in ways)
        after = self._without(gone, now, rivals)
        both = enumerate(zip(now.rig, after.rig, strict=True))
        lost = (slot for slot, (card, left) in both if card.installed and not left.installed)
        return after._replace(suffered=after.suffered.takes(lost, picked))

    def _without(
        self, gone: Sequence[int], now: Passage, rivals: frozenset[int] = frozenset()
    ) -> Passage:
        """Without some cards, and those on them; `rivals` as in `Purses.after`."""
        rig = tuple(
            GONE._replace(doomed=card.doomed) if slot in gone else card
            for slot, card in enumerate(now.rig)
        )
        return self.purses.after(now.rig, now._replace(rig=unhosted(self.slots, rig)), rivals)


def _with_lost(now: Passage, number: int) -> Passage:
    return now._replace(money=now.money._replace(lost=now.money.lost + number))
