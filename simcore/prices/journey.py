"""The price of getting past ice: one piece after the other, everything carried along.

What "not stopped" means: the run goes on behind every piece and the Runner is alive.

* A piece is met as if it had been rezzed before the run, outermost first. What happens at
  an encounter, at its end and on passing is part of the price: taxes are paid, options
  chosen as suits the Runner, and what cannot be avoided is suffered.
* Every subroutine is broken, or, if asked for the cheapest way through (`passing`), those
  that it takes. The others resolve in printed order by the conservative reading of
  `suffering`: traces succeed, the Corp, bids and dice do their worst. A subroutine that
  ends the run, that deals more damage than there are cards in the grip then, or that sends
  the Runner back has to be broken, and so has one that is not executed unless it cannot
  matter (`simcore.cards.harmless`). Damage adds up: cards paid and lost before count.
* Ways to break that end the run do not count; attempts that a die decides count at their
  prices, as if they succeeded.
* Credits to pay with are not limited, nor are clicks where nobody says how many there are;
  counters, stealth credits that a card insists on, cards of the rig and of the grip are.
* Of the root only rezzed cards are counted: what they make of ice, and what they ask for when
  the server is approached. The Corp's abilities printed on ice are used for power counters on
  it alone: of those that lie there at the beginning, of others behind the piece (rule 36).

Every partial way that no other beats is carried on with the rig it leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from operator import add
from typing import NamedTuple

from simcore.cards.syntax import Amount, Atom
from simcore.errors import CapacityError
from simcore.plan.aftermath import settle, settled_counters
from simcore.plan.pieces import Ask, RigState, Slot, SlotState, Target, unhosted
from simcore.plan.slots import ask_for
from simcore.plan.states import CALM, Climate, Weather, under
from simcore.plan.uses import has_a_say
from simcore.prices.answers import brought_together, still_open
from simcore.prices.apart import paid_by
from simcore.prices.attempt import (
    Attempt,
    as_it_stands,
    gate_sights,
    looks_of,
    may_lose_credits,
    pieces_of,
)
from simcore.prices.behind_ice import at_the_end, beyond, by_presence, let_in
from simcore.prices.by_hand import with_the_hand
from simcore.prices.bypassing import bypassed, ignored
from simcore.prices.choices import Wants, choices
from simcore.prices.felling import felled, removed
from simcore.prices.forms import options
from simcore.prices.from_heap import come_back
from simcore.prices.further_effects import in_words, is_unread
from simcore.prices.gifts import kinds_of, with_ends
from simcore.prices.gnawing import gnawed_as_met, gnawed_by_charm, gnawed_through
from simcore.prices.outwitting import once_broken, outwitted, standing_at, swapped, tricks
from simcore.prices.passage import (
    FACE_DOWN,
    NOTHING_BROKEN,
    Done,
    Looks,
    Passage,
    best_of,
    cheapest_and_mildest,
)
from simcore.prices.payments import Payment
from simcore.prices.price_ice import FULL_BREAK, FULL_BREAK_OR_BYPASS
from simcore.prices.telling import price
from simcore.prices.wall import ETR, Piece, by_trashing, for_counters
from simcore.prices.ways_taken import WaysTaken, WayTaken

CROWD = 20_000
"""Ways of which each is compared with each; of more the cheapest and mildest of alike ones."""
MANY = 200
"""Ways of which it is told which cards they leave; of more only how many."""
MAX_ANSWERED = 1000
"""Passages with answers of the Corp or of chance that are carried to the next piece."""


class Broken(NamedTuple):
    """A way to break that was taken, and all that its words need."""

    target: Target
    state: RigState
    ask: Ask
    weather: Weather
    payment: Payment


class TooManyAnswers(Exception):
    """More answers of the Corp and of chance than can be followed one by one."""


class Found(NamedTuple):
    """Every way past all the ice that no other one beats; or none, and the title of what there
    is no way past first. `bound`: there were too many answers of the Corp and of chance to
    follow each, so that the worst of each figure was taken where they came. `folded`: there were
    too many ways to compare each with each."""

    ways: list[Passage]
    stopping: str | None
    bound: bool = False
    folded: bool = False


def passages(attempt: Attempt) -> Found:
    """Every way past all the ice.

    Raises `CapacityError`, naming the clause, for what has no price yet.
    """
    try:
        return _Journey(attempt).passages()
    except TooManyAnswers:
        return _Journey(attempt, bound=True).passages()._replace(bound=True)


class _Journey:
    def __init__(self, attempt: Attempt, bound: bool = False) -> None:
        self.attempt = attempt
        self.slots, self.purses = attempt.slots, attempt.purses
        self.looks = looks_of(attempt)
        questions = None if bound else count()
        self.folded = False
        self.pieces = pieces_of(attempt, self.looks, questions)
        self.gates = gate_sights(attempt, self.looks, questions, self.pieces)
        self.grown: dict[tuple[int, int, int, frozenset[int]], Piece] = {}
        self.needed = {piece.place: self._needed(piece.place) for piece in self.pieces}
        self.ways = WaysTaken(self.slots, attempt.state, self.looks.installed, beyond(self.pieces))
        self.marked = any(slot.mark is not None for slot in self.slots)
        self.choosy = any(
            [a.stealth for s in self.slots for a in s.abilities]
            + [b.stealth for s in self.slots for b in s.boosts]
            + [self.purses.stealth and may_lose_credits(attempt)]
            + [s.weakening is not None and s.weakening.stealth for s in self.slots]
        )
        self.tricky = attempt.passing and any(slot.trick is not None for slot in self.slots)
        self.by_place = any(slot.breaks or slot.eats for slot in self.slots)
        grows = any(slot.is_moved_by_breaking for slot in self.slots)
        grows |= any(a.grows for slot in self.slots for a in slot.abilities)
        self.wants = Wants(attempt.passing, grows or self.looks.installed)

    def passages(self) -> Found:
        attempt = self.attempt
        none = (0,) * len(self.slots)
        purses = attempt.purses
        start = Passage(
            attempt.state, none, none, stealth_left=purses.stealth, apart=purses.apart_full
        )
        climate = Climate(later=Weather(strength=attempt.ground.strength, uses=attempt.taxed))
        found = self._lifted(start._replace(bypasses=attempt.bypasses, climate=climate))
        for wall, piece in zip(attempt.walls, self.pieces, strict=True):
            found = [
                after._replace(counters=0)
                for each in found
                for after in self._counters_used(piece, each._replace(counters=wall.counters))
            ]
            if not found:
                return Found([], wall.card.title)
        for piece in self.pieces:
            ways = (
                after
                for each in found
                for after in self._met(standing_at(self.pieces, piece, each), each)
            )
            met = self._best(ways, piece.sight.needed)
            found = still_open(met)
            if sum(len(each.answers) > 0 for each in found) > MAX_ANSWERED:
                raise TooManyAnswers
            if not found:
                if closed := [text for text in piece.left_out if text and is_unread(text)]:
                    raise CapacityError(
                        f"{piece.target.title}: '{closed[0]}' is not executed yet, and there is "
                        "no way to break it"
                    )
                return Found([], piece.target.title)
        for gate, sight in zip(attempt.gates, self.gates, strict=True):
            found = still_open(self._best(a for each in found for a in let_in(gate, sight, each)))
            if not found:
                return Found([], gate.title)
        behind = Looks(kinds=self.looks.kinds, behind=True)
        ended = (self._afterwards(each) for each in found)
        sure = brought_together(ended, lambda some: best_of(self.slots, some, behind))
        if len(sure) > MANY:
            sure = best_of(self.slots, sure, behind, (False,) * len(self.slots))
        return Found(sure, None, folded=self.folded)

    def _lifted(self, start: Passage) -> list[Passage]:
        """The ways to begin a run: cards lift an icebreaker each, whichever it is."""
        found = [start]
        for slot in (each for each in self.slots if each.lifts):
            found = [
                now._replace(rig=(*now.rig[:to], lifted, *now.rig[to + 1 :]))
                for now in found
                for to, other in enumerate(self.slots)
                if other.icebreaker
                for lifted in [now.rig[to]._replace(boost=now.rig[to].boost + slot.lifts)]
            ] or found
        if any(slot.charges for slot in self.slots):
            found += [
                now._replace(rig=(*now.rig[:to], charged, *now.rig[to + 1 :]))
                for now in found
                for to, card in enumerate(now.rig)
                if card.power
                for worth in [self.slots[to].per_power]
                for charged in [card._replace(power=card.power + 1, boost=card.boost + worth)]
            ]
        return found

    def _afterwards(self, now: Passage) -> Passage:
        """Behind all ice, with what it took in all."""
        now = at_the_end(now, self.purses.free_left(now.rig))
        both = zip(now.rig, self.attempt.state, strict=True)
        there = [card for card, first in both if first.installed]
        gone = sum(not card.installed for card in there)
        given_up = sum(card.doomed or not card.installed for card in there)
        purse, short = self.attempt.purse, False
        if purse is not None:
            short = (
                max(now.peak, purse.purses.from_pool(now) + now.lost - now.gained) > purse.runner
            )
        pool = self.purses.from_pool(now)
        now = now._replace(pool=pool, gained=0, peak=0, short=short)
        return now._replace(losses=gone, given_up=given_up)

    def _best(
        self, found: Iterable[Passage], missed: tuple[bool, ...] | None = None
    ) -> list[Passage]:
        met = [each for each in found if each.is_paid]
        if self.attempt.shut:
            met = [each for each in met if not self.purses.from_pool(each)]
        if len(met) > CROWD:
            met = cheapest_and_mildest(self.slots, met, self.looks)
            self.folded = True
        best = best_of(self.slots, met, self.looks)
        if missed is None or len(best) <= MANY:
            return best
        return best_of(self.slots, best, self.looks, missed)

    # -- one encounter -----------------------------------------------------------------------

    def _met(self, piece: Piece, now: Passage) -> list[Passage]:
        """Past one piece of ice, whatever the Corp makes of it."""
        if piece.place in now.left:
            return [now]
        found = [
            [
                after
                for form, start in option
                for each in come_back(self.slots, form, start)
                for after in self._past(form, each)
            ]
            for option in options(self.attempt, self.pieces, piece, now, self._encountered)
        ]
        return found[0] if len(found) == 1 else piece.sight.worst_of(now, found)

    def _past(self, piece: Piece, now: Passage) -> list[Passage]:
        """Past a piece as it stands."""
        ended = self._best(self._encounter(piece, now))
        return self._best(
            (after for each in ended for after in self._over(piece, each)), piece.sight.needed
        )

    def _encountered(self, piece: Piece, now: Passage) -> list[Passage]:
        """An encounter with a piece that is not passed then."""
        return [
            each._replace(
                climate=each.climate._replace(here=None),
                counters=0,
                ice_virus=0,
                piece=0,
                bypassed=False,
                endless=False,
                idle=0,
            )
            for each in self._best(self._encounter(piece, now))
        ]

    def _encounter(self, piece: Piece, now: Passage) -> list[Passage]:
        """One encounter, from its beginning to its end."""
        printed, approaching = piece, now
        piece = self._standing(piece, now).before(now)
        later, following, _ = now.climate
        climate = now.climate._replace(following=CALM, here=later.with_(following))
        now = now._replace(
            climate=climate,
            counters=piece.wall.counters,
            ice_virus=0 if now.purged else piece.virus,
            net_here=now.net_next,
            net_next=0,
            doubles=False,
            idle=now.idle_next,
            idle_next=0,
        )
        target = under(piece.target, now.climate.here or CALM)
        charmed = list(gnawed_by_charm(self.slots, piece, target, now))
        now, gone = gnawed_as_met(self.slots, piece, target, now)
        guided = now.bypasses > 0 or self.attempt.bypassed == piece.place
        now = now._replace(bypasses=max(0, now.bypasses - 1))
        if gone:
            met = [now]
        elif guided and not piece.is_guarded:
            met = [now._replace(bypassed=True).tell(piece.place, "bypassed")]
        else:
            before = now
            if now.toll:
                now = now._replace(credits=now.credits + now.toll, other=now.other + now.toll)
                now = now.tell(piece.place, f"pay {price(now.toll)} to go on")
            first = list(bypassed(self.attempt, piece, before, late=False))
            met = self._happens(piece, "encounter", [now]) + first
            met += ignored(self.attempt, piece, now)
        met += [after for each in met for after in gnawed_through(self.slots, piece, target, each)]
        met += [after for each in met for after in bypassed(self.attempt, piece, each, late=True)]
        met += charmed
        met += [after for each in met for after in felled(self.slots, piece, target, each)]
        found: list[Passage] = []
        breaking: list[Passage] = []
        for each in self._best(met):
            if each.bypassed or each.piece:
                found += self._ended(piece, [each], NOTHING_BROKEN)
            else:
                breaking.append(each)
                for after in self._outwitted(piece, each):
                    if after.piece:
                        found += self._ended(piece, [after], NOTHING_BROKEN)
                    else:
                        breaking.append(after)
        faced: dict[tuple[int, tuple[int, ...], bool], list[Passage]] = {}
        for each in breaking:
            tags = piece.sight.tags + each.tags
            faced.setdefault((tags, each.advanced, each.bare), []).append(each)
        for (tags, advanced, bare), alike in faced.items():
            stands = piece
            if bare or advanced != approaching.advanced:  # it is not as it was approached
                stands = self._standing(printed, alike[0]).before(approaching, bare)
            found += self._break(stands.tagged(tags), alike)
        return found

    def _standing(self, piece: Piece, now: Passage) -> Piece:
        """A piece with the counters that have been placed on it on the way, once others have
        left."""
        more = now.advanced[piece.place] if piece.place < len(now.advanced) else 0
        if not more and not now.left:
            return piece
        key = (piece.place, piece.form, more, now.left)
        if key not in self.grown:
            self.grown[key] = as_it_stands(self.attempt, piece, more, now.left)
        return self.grown[key]

    def _happens(
        self, piece: Piece, event: str, passing: list[Passage], broken: Done = NOTHING_BROKEN
    ) -> list[Passage]:
        """What the piece does at an event, to each of several passages."""
        sight = piece.arriving if event == "encounter" else piece.sight
        for clause in piece.clauses.get(event, ()):
            text = in_words(clause.effect)
            following = []
            for now in passing:
                for after in sight.resolve(clause.effect, now, broken):
                    silent = after.told is now.told
                    following.append(after.tell(piece.place, text) if silent else after)
            passing = following
        return passing

    def _outwitted(self, piece: Piece, now: Passage) -> Iterator[Passage]:
        """Past the piece, or past its ends, without breaking."""
        weather = now.climate.here or CALM
        for number, taken in tricks(self.slots, piece, now, weather) if self.tricky else ():
            if self._can_pay(piece, now, taken.payment):
                for paid in self._paid(piece, now, taken, Ask(0), weather):
                    yield outwitted(self.slots, number, piece, paid, taken.payment)

    def _break(self, piece: Piece, passing: list[Passage]) -> list[Passage]:
        """Break what is to be broken, let the rest resolve."""
        paid: dict[tuple[int, ...], list[Passage]] = {}
        for now in (each for one in passing for each in with_the_hand(self.slots, piece, one)):
            weather = now.climate.here or CALM
            for chosen in choices(piece, now, weather, self.wants):
                ask = ask_for(piece.subs, (n for n in chosen if n < len(piece.subs)))
                ask = ask._replace(plain=ask.plain + sum(n >= len(piece.subs) for n in chosen))
                if self.by_place:
                    ask = with_ends(ask, piece.subs, chosen, len(piece.subs) + weather.etrs)
                for taken in self.ways.before(piece, now.rig, ask, weather):
                    if self._can_pay(piece, now, taken.payment):
                        after = self._paid(piece, now, taken, ask, weather)
                        paid.setdefault(chosen, []).extend(after)
        found: list[Passage] = []
        for chosen, ways in paid.items():
            # what a card pays for having been used is not known yet: those are not compared
            for each in ways if self.marked else self._best(ways):
                broken = Done(
                    some=bool(chosen),
                    printed=any(number in piece.ice.printed for number in chosen),
                    whole=len(chosen) == len(piece.subs) + (each.climate.here or CALM).etrs,
                )
                found += self._resolved(piece, piece.robbed(each, chosen), chosen, broken)
        return found

    def _can_pay(self, piece: Piece, now: Passage, payment: Payment) -> bool:
        """Whether clicks and cards of the grip are there."""
        clicks = now.clicks_left(self.attempt.clicks)
        return payment.clicks <= clicks and payment.grip <= piece.sight.cards_left(now)

    def _paid(
        self, piece: Piece, now: Passage, taken: WayTaken, ask: Ask, weather: Weather
    ) -> Iterator[Passage]:
        """A way to break taken: the rig used, stealth credits spent as far as may be."""
        payment = taken.payment
        after = now._replace(
            rig=taken.rig,
            virus=tuple(map(add, now.virus, taken.virus)),
            power=tuple(map(add, now.power, taken.power)),
            credits=now.credits + payment.credits,
            clicks=now.clicks + payment.clicks,
            clicked=now.clicked or payment.clicks > 0,
            forgone=now.forgone + payment.forgone,
            grip=now.grip + payment.grip,
            dice=now.dice + payment.dice,
            tags=now.tags + payment.tags,
        )
        whole = ask.total == len(piece.subs) + weather.etrs
        after = once_broken(self.slots, piece, after, taken, whole, self.looks)
        if ask.total:
            done = Broken(piece.target, now.rig, ask, weather, payment)
            after = after.tell(piece.place, done)
        for own in paid_by(
            self.purses.apart, now.apart, now.rig, payment.apart, payment.stealth, self.choosy
        ):
            some = after._replace(apart=own.left, covered=after.covered + own.credits)
            most = min(now.stealth_left, payment.credits - max(payment.loud, own.credits))
            least = own.stealth if self.choosy else most
            for spent in range(most, least - 1, -1):
                left = max(0, now.stealth_left - spent - payment.noise)
                paid = some._replace(stealth=now.stealth + spent, stealth_left=left)
                yield piece.sight.drained(now, self.purses.after(now.rig, paid))

    def _resolved(
        self,
        piece: Piece,
        now: Passage,
        chosen: tuple[int, ...],
        broken: Done,
    ) -> list[Passage]:
        """What is unbroken resolves; then the encounter is over."""
        found = [now]
        for number, sub in enumerate(piece.subs):
            if number in chosen or number < now.idle:
                continue
            text = piece.words(number)
            over = [each for each in found if each.piece]
            found = [
                after.tell(piece.place, text, resolved=True)
                for each in found
                if not each.piece
                for after in piece.sight.resolve(sub, each)
            ] + over
        laid = range(len(piece.subs), len(piece.subs) + (now.climate.here or CALM).etrs)
        if not now.endless and any(n not in chosen and n >= now.idle for n in laid):
            found = [each for each in found if each.piece]  # the ends laid on it come last
        return self._ended(piece, found, broken)

    def _ended(self, piece: Piece, passing: list[Passage], broken: Done) -> list[Passage]:
        """The encounter is over, however it came."""
        ended: list[Passage] = []
        for each in passing:
            after = each._replace(net_here=0)
            if self.marked:
                rig = unhosted(self.slots, settle(self.slots, each.rig)[0])
                virus, power = settled_counters(each.rig, rig)
                after = after._replace(
                    rig=rig,
                    virus=tuple(map(add, each.virus, virus)),
                    power=tuple(map(add, each.power, power)),
                )
                after = self.purses.after(each.rig, after)
            following = [after]
            if each.net_here and not broken.whole:
                text = f"net damage left for this encounter: {each.net_here}"
                following = [
                    dealt.tell(piece.place, text)
                    for dealt in piece.sight.resolve(Atom("net", Amount(each.net_here)), after)
                ]
            for event in (FULL_BREAK, FULL_BREAK_OR_BYPASS):
                if broken.whole or (each.bypassed and event == FULL_BREAK_OR_BYPASS):
                    following = self._happens(piece, event, following, broken)
            if broken.whole:
                following += [a for each in following for a in removed(self.slots, piece, each)]
            following, left = by_presence(following)
            ended += left
            ended += self._happens(piece, "end", following, broken)
        return [each._replace(bypassed=False) for each in ended]

    def _over(self, piece: Piece, now: Passage) -> list[Passage]:
        """Passing the piece, and what waits behind it."""
        found = self._rolled_for(piece, now._replace(bypassed=False))
        if not now.piece:
            found = self._happens(piece, "pass", found)
            found = [after for each in found for after in self._counters_used(piece, each)]
            found = [after for each in found for after in self._trashed_for(piece, each)]
        behind = []
        if not now.piece:
            found = [after for each in found for after in self._met_again(piece, each)]
        found = [after for each in found for after in swapped(self.pieces, piece, each)]
        for each in found:
            losing = 0 if now.piece == FACE_DOWN else each.losing
            for after in piece.sight.trash("prog", losing, each) if losing else [each]:
                if after.taken != each.taken:
                    after = after.tell(piece.place, "the Corp trashes a program behind this piece")
                climate = after.climate._replace(here=None)
                after = after._replace(
                    climate=climate,
                    counters=0,
                    ice_virus=0,
                    piece=0,
                    endless=False,
                    idle=0,
                    bare=False,
                )
                behind.append(self._no_longer_needed(piece, after))
        return behind

    def _met_again(self, piece: Piece, now: Passage) -> list[Passage]:
        """A piece that the Corp may put before the Runner once more."""
        used = now.again or (0,) * len(self.attempt.ground.again)
        found = [[now]]
        for number, (title, times) in enumerate(self.attempt.ground.again):
            if used[number] >= times or title not in ("", piece.wall.card.title):
                continue
            if self.pieces[piece.place].ice.by_grip is not None:
                raise CapacityError(f"{piece.target.title}, met again, keeps what it has gained")
            climate = now.climate._replace(here=None)
            spent = (*used[:number], used[number] + 1, *used[number + 1 :])
            once_more = now._replace(
                climate=climate, counters=0, ice_virus=0, endless=False, idle=0, again=spent
            )
            once_more = once_more.tell(piece.place, "it is met once more")
            found.append(self._met(self.pieces[piece.place], once_more))
        return piece.sight.worst_of(now, found) if len(found) > 1 else [now]

    def _rolled_for(self, piece: Piece, now: Passage) -> list[Passage]:
        """The dice of cards that answer for what they broke, once the piece is passed."""
        rig = tuple(card._replace(used=False) for card in now.rig)
        found = [now._replace(rig=rig)]
        for number, (slot, card) in enumerate(zip(self.slots, now.rig, strict=True)):
            if self._may_lose(slot, card):
                found = [a for each in found for a in piece.sight.may_lose(number, each)]
        return found

    @staticmethod
    def _trashed_for(piece: Piece, now: Passage) -> list[Passage]:
        """What the Corp has by trashing the piece, once all has been paid there."""
        found = [now]
        for effect in by_trashing(piece.wall.card):
            if now.piece or effect == ETR:
                continue
            words = f"the Corp trashes it: {in_words(effect)}"
            found = [
                after.tell(piece.place, words)
                for each in found
                for after in piece.sight.resolve(effect, each)
            ]
        return found

    def _no_longer_needed(self, piece: Piece, now: Passage) -> Passage:
        """Without lasting strength of cards that have no say at any later piece."""
        if not any(card.boost or card.broken for card in now.rig):
            return now
        rig = tuple(
            card if needed or not card.installed else card._replace(boost=0, broken=0)
            for card, needed in zip(now.rig, self.needed[piece.place], strict=True)
        )
        return now._replace(rig=rig)

    def _needed(self, place: int) -> tuple[bool, ...]:
        """Which cards may do anything at the pieces behind a place."""
        given = kinds_of(self.slots)
        later = [
            replace(piece.target, types=piece.target.types | given)
            for piece in self.pieces
            if piece.place > place
        ]
        swaps = any(slot.swaps for slot in self.slots)
        return tuple(
            swaps or any(has_a_say(slot, target) for target in later) for slot in self.slots
        )

    @staticmethod
    def _may_lose(slot: Slot, card: SlotState) -> bool:
        """Whether a die may trash a card behind a piece that it broke something of: it does."""
        return card.used and slot.mark is not None and slot.mark.faces is not None

    def _counters_used(self, piece: Piece, now: Passage) -> list[Passage]:
        """The Corp's abilities on the piece that cost its power counters."""
        found = [now]
        if now.piece:
            return found
        for number, effect in for_counters(piece.wall.card):
            used: list[Passage] = []
            for each in found:
                outcomes = [each._replace(counters=each.counters % number)]
                for _ in range(each.counters // number):
                    outcomes = [a for o in outcomes for a in piece.sight.resolve(effect, o)]
                    outcomes = [o.tell(piece.place, in_words(effect)) for o in outcomes]
                used += outcomes
            found = used
        return found
