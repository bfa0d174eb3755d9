"""Ways to break a piece of ice taken: who pays what for it, and how the Runner stands then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add
from typing import NamedTuple

from simcore.cards.syntax import Amount, Atom
from simcore.plan.aftermath import blinded
from simcore.plan.marks import FOUND_OUT
from simcore.plan.pieces import Ask, RigState, Target
from simcore.plan.states import CALM, Weather, dearer, under
from simcore.plan.strengths import ice_strength, usable
from simcore.plan.targets import ask_for
from simcore.prices.apart import paid_by
from simcore.prices.one_by_one import orders_of, paid_by_pool, uses_of
from simcore.prices.payments import Payment, quiet_part
from simcore.prices.rig.changed_hosts import check_leaving
from simcore.prices.rig.charging import prepared, ways_before
from simcore.prices.rig.drawing import (
    STEALTH,
    drawn_by_way,
    drawn_when_empty,
    draws_when_empty,
    paid_for_stealth,
    pays_for_stealth,
    trashed_by_way,
    trashes_others,
)
from simcore.prices.rig.earning import (
    ALONE,
    BROKEN,
    WEAK,
    earned,
    earned_for_trash,
    may_earn,
)
from simcore.prices.rig.gifts import eaten_by, with_ends
from simcore.prices.rig.gnawing import cut_first, is_gnawed, lowered
from simcore.prices.rig.hand import may_be_drawn, thrown
from simcore.prices.rig.leaving import hurt_by_leaving
from simcore.prices.rig.outwitting import once_broken, outwitted, tricks
from simcore.prices.rig.taken_by_ice import taking_before_damage
from simcore.prices.rig.undoing import once_undone
from simcore.prices.way.attempt import Attempt, may_lose_credits, may_lose_from_pool
from simcore.prices.way.behind_ice import beyond
from simcore.prices.way.choices import Wants, choices
from simcore.prices.way.hearing import tagged
from simcore.prices.way.passage import UNSEEN, Done, Passage, each_once
from simcore.prices.way.sieve import Sieve
from simcore.prices.way.used import asks_for_used, with_used
from simcore.prices.way.wall import Piece
from simcore.prices.way.ways_taken import WaysTaken, WayTaken


class Broken(NamedTuple):
    """A way to break that was taken, and all that its words need."""

    target: Target
    state: RigState
    ask: Ask
    weather: Weather
    payment: Payment
    waiting: int = -1


class Way(NamedTuple):
    """A piece of which the subroutines `chosen` are broken, so much of it in all, by one that
    came to it with a `number`."""

    number: int
    after: Passage
    chosen: tuple[int, ...]
    broken: Done


_ANY_BREAKER: frozenset[str] = frozenset()


class Breaking:
    """Breaks ice with the rig of an attempt."""

    def __init__(self, attempt: Attempt, pieces: Sequence[Piece], sieve: Sieve) -> None:
        self.attempt, self.sieve, self.looks = attempt, sieve, sieve.looks
        self.slots, self.purses = attempt.slots, attempt.purses
        self.ways = WaysTaken(
            self.slots,
            attempt.state,
            self.looks.installed,
            beyond(
                pieces,
                attempt.shuffles or bool(attempt.newcomers) or attempt.ground.goes_back,
                growing=bool(attempt.ground.rich) or self.looks.hand_apart,
            ),
            attempt.meets_again,
        )
        self.marked = any(
            slot.mark is not None or slot.enriches or slot.takes_back for slot in self.slots
        )
        self.choosy = any(
            [a.stealth for s in self.slots for a in s.abilities]
            + [b.stealth for s in self.slots for b in s.boosts]
            + [self.purses.stealth and may_lose_credits(attempt)]
            + [held.empties for held in self.purses.held]
            + [s.weakening is not None and s.weakening.stealth for s in self.slots]
            + [self.purses.free and (self.purses.breakers or self.purses.apart)]
            + [slot.draws == STEALTH for slot in self.slots]
        )
        self.lossy = attempt.purse is not None and may_lose_from_pool(attempt)
        self.earning = any(slot.earns is not None for slot in self.slots)
        self.tricky = attempt.passing and any(slot.trick is not None for slot in self.slots)
        self.by_place = any(slot.breaks or slot.eats for slot in self.slots)
        grows = any(slot.is_moved_by_breaking for slot in self.slots)
        grows |= any(a.grows for slot in self.slots for a in slot.abilities)
        self.early = taking_before_damage(attempt)
        self.marks_used = asks_for_used(attempt)
        self.wants = Wants(attempt.passing, grows or self.looks.installed)

    def outwitted(self, piece: Piece, now: Passage) -> Iterator[Passage]:
        """Past the piece, or past its ends, without breaking."""
        weather = now.climate.here or CALM
        for number, taken in tricks(self.slots, piece, now, weather) if self.tricky else ():
            if self._can_pay(piece, now, taken.payment):
                for paid in self._paid(piece, now, taken, Ask(0), weather):
                    yield outwitted(self.slots, number, piece, paid, taken.payment)

    def ways_through(self, piece: Piece, passing: list[tuple[int, Passage]]) -> Iterator[Way]:
        """Every way to break what is to be broken, of all that have come to the piece."""
        paid: dict[tuple[tuple[int, ...], frozenset[str]], list[Passage]] = {}
        numbers: dict[int, int] = {}
        for number, now in passing:
            for chosen, by, ways in self._ways_of(piece, now):
                paid.setdefault((chosen, by), []).extend(ways)
                numbers.update((id(each), number) for each in ways)
        for (chosen, by), ways in paid.items():
            # what a card pays for having been used is not known yet: those are not compared
            for each in ways if self.marked else self.sieve.best(ways):
                printed = any(number in piece.ice.printed for number in chosen)
                broken = Done(
                    some=bool(chosen),
                    printed=printed,
                    whole=len(chosen) == len(piece.subs) + (each.climate.here or CALM).etrs,
                    by=by if printed else frozenset(),
                )
                yield Way(numbers[id(each)], each, chosen, broken)

    def _ways_of(
        self, piece: Piece, passing: Passage
    ) -> Iterator[tuple[tuple[int, ...], frozenset[str], list[Passage]]]:
        """The ways to break what is to be broken of one that has come to the piece, and by what,
        where it looks at that."""
        for now in prepared(self.slots, piece, passing, piece.place in self.early):
            weather = now.climate.here or CALM
            for chosen in choices(piece, now, weather, self.wants):
                for start, asked in _but_freed(piece, now, chosen, weather):
                    ask = self._ask(piece, asked, weather)
                    for taken in self._ways_taken(piece, now.rig, ask, weather):
                        if self._can_pay(piece, now, taken.payment):
                            after = self._paid(piece, start, taken, ask, weather)
                            yield (
                                chosen,
                                self._breakers(taken) if piece.asks_for_breaker else _ANY_BREAKER,
                                [
                                    robbed
                                    for each in after
                                    for robbed in self._robbed(
                                        piece, chosen, taken.payment, now, each
                                    )
                                ],
                            )

    def _ask(self, piece: Piece, chosen: Sequence[int], weather: Weather) -> Ask:
        """What the rig has to break of the subroutines chosen."""
        ask = ask_for(piece.subs, (n for n in chosen if n < len(piece.subs)))
        ask = ask._replace(
            plain=ask.plain + sum(n >= len(piece.subs) for n in chosen),
            gained=piece.ice.not_printed(chosen),
        )
        if self.by_place:
            ask = with_ends(ask, piece.subs, chosen, len(piece.subs) + weather.etrs)
        return ask

    def _ways_taken(
        self, piece: Piece, rig: RigState, ask: Ask, weather: Weather
    ) -> Iterator[WayTaken]:
        """The ways to break no other one beats, and those by the breakers that the piece asks
        for, which may be dearer."""
        yield from ways_before(self.ways, piece, rig, ask, weather)
        if not piece.asks_for_breaker:
            return
        others = [
            slot.icebreaker and piece.asks_for_breaker not in placed.card.subtypes
            for slot, placed in zip(self.slots, self.attempt.rig, strict=True)
        ]
        both = zip(rig, others, strict=True)
        without = tuple(now._replace(silent=now.silent or other) for now, other in both)
        for taken in ways_before(self.ways, piece, without, ask, weather):
            after = (
                now._replace(silent=was.silent) if now.installed else now
                for now, was in zip(taken.rig, rig, strict=True)
            )
            yield taken._replace(rig=tuple(after))

    def _breakers(self, taken: WayTaken) -> frozenset[str]:
        """Subtypes of the cards that break something by a way."""
        used = (u.slot for u in taken.payment.way.uses if u.slot >= 0 and any(u.breaks))
        return _ANY_BREAKER.union(*(self.attempt.rig[slot].card.subtypes for slot in used))

    def _robbed(
        self,
        piece: Piece,
        chosen: tuple[int, ...],
        payment: Payment,
        before: Passage,
        now: Passage,
    ) -> list[Passage]:
        """With what the piece takes or pays for each subroutine that was broken."""
        if piece.ice.robs:
            slots = dearer(self.slots, now.climate.here or CALM)
            due = now.due - before.due
            paid = (paid_by_pool(uses, due) for uses in orders_of(uses_of(slots, payment.way)))
            found = each_once(a for uses in paid for a in piece.robbed(now, chosen, uses))
        else:
            found = piece.robbed(now, chosen, ())
        stings = self.attempt.ground.stings
        if not stings or now.changed.stung or not chosen or "ap" not in piece.target.types:
            return found
        stung = (each._replace(changed=each.changed._replace(stung=True)) for each in found)
        words = f"net damage for what is broken first: {stings}"
        hurt = [each.tell(piece.place, words) for each in stung]
        for _ in range(stings):  # each card by itself
            hurt = [after for each in hurt for after in piece.sight.damaged("net", 1, each)]
        return hurt

    def _can_pay(self, piece: Piece, now: Passage, payment: Payment) -> bool:
        """Whether clicks and cards of the grip are there."""
        if payment.clicks and payment.clicks > now.clicks_left(self.attempt.clicks):
            return False
        if not payment.grip:
            return True
        cards = piece.sight.cards_left(now)
        cards += bool(cards) and draws_when_empty(self.slots, now)
        cards += bool(cards) and may_be_drawn(piece.sight, now)
        return payment.grip <= cards

    def _paid(
        self, piece: Piece, now: Passage, taken: WayTaken, ask: Ask, weather: Weather
    ) -> Iterator[Passage]:
        """A way to break taken: the rig used, stealth credits spent as far as may be."""
        payment = taken.payment
        sold = piece.ice.sold(payment.way.uses)
        after = now._replace(
            rig=taken.rig,
            paid=now.paid._replace(
                virus=tuple(map(add, now.paid.virus, taken.virus)),
                power=tuple(map(add, now.paid.power, taken.power)),
                credits=now.paid.credits + payment.credits,
                other=now.paid.other + sold,
                clicks=now.paid.clicks + payment.clicks,
                clicked=now.paid.clicked or payment.clicks > 0,
                forgone=now.paid.forgone + payment.forgone,
                grip=now.paid.grip + payment.grip,
                dice=now.paid.dice + payment.dice,
            ),
        )
        if piece.sight.remembers:
            after = self._kept(piece, payment, after)
        if self.marks_used:
            after = with_used(payment, ask.total > 0, after)
        tired = sum(
            self.slots[u.slot].tires for u in payment.way.uses if u.slot >= 0 and u.weakening
        )
        after = after.curbs(unheld=after.curbed.unheld + tired) if tired else after
        if blinded(taken.rig):  # also once the card has gone that did it
            after = after.curbs(unseen=UNSEEN)
        for number in eaten_by(payment.given):
            check_leaving(piece.sight, number, "what asks for installed cards")
        for drawn in drawn_by_way(piece.sight, payment, after) if ask.total else [after]:
            for each in self._found_out(piece, now, drawn, payment):
                for thrown_away in thrown(piece.sight, payment.grip, each):
                    yield from self._with_what_follows(piece, now, thrown_away, taken, ask, weather)

    def _found_out(
        self, piece: Piece, now: Passage, after: Passage, payment: Payment
    ) -> list[Passage]:
        """With the tags that are a price, those that cards bring as they are used first, and the
        damage of cards given up for the abilities of others."""
        found = tagged(piece.sight, payment.tags, after)
        eaten = sorted(eaten_by(payment.given))
        found = [a for each in found for a in hurt_by_leaving(piece.sight, eaten, each)]
        for slot, was, card in zip(self.slots, now.rig, after.rig, strict=True):
            if slot.tags_first and card.spent & ~was.spent & FOUND_OUT:
                tag = Atom("tag", Amount(slot.tags_first))
                found = [fit for each in found for fit in piece.sight.resolve(tag, each)]
        return found

    def _kept(self, piece: Piece, payment: Payment, now: Passage) -> Passage:
        """With what the piece keeps for the run of what was done to it before it was broken."""
        kept = now.changed.lasting_at(piece.place)
        used = [(self.slots[u.slot].weakening, u) for u in payment.way.uses if u.slot >= 0]
        weaker = sum(w.amount * use.weakening for w, use in used if w is not None and w.lasts)
        given = [(self.slots[each.slot].gives, each.kind) for each in payment.given]
        kinds = {kind for gives, kind in given if kind and gives is not None and gives.lasts}
        if not weaker and not kinds:
            return now
        subtypes = kept.subtypes | kinds
        return now.keeps(piece.place, weaker=kept.weaker + weaker, subtypes=subtypes)

    def _with_what_follows(
        self,
        piece: Piece,
        now: Passage,
        after: Passage,
        taken: WayTaken,
        ask: Ask,
        weather: Weather,
    ) -> Iterator[Passage]:
        """What a way to break brings at once, and who pays for it."""
        payment = taken.payment
        whole = ask.total == len(piece.subs) + weather.etrs
        after = drawn_when_empty(piece.sight, after) if payment.grip else after
        after = once_broken(self.slots, piece, after, taken, whole, self.looks)
        if ask.total:
            done = Broken(piece.target, now.rig, ask, weather, payment, taken.waiting)
            after = after.tell(piece.place, done)
        for words in taken.words:
            after = after.tell(piece.place, words)
        sole, broken = taken.alone, bool(whole and ask.total)
        for undone in once_undone(self.slots, piece, after, sole, broken):
            yield from self._from_purses(piece, now, undone, taken, ask, weather)

    def _from_purses(
        self,
        piece: Piece,
        now: Passage,
        after: Passage,
        taken: WayTaken,
        ask: Ask,
        weather: Weather,
    ) -> Iterator[Passage]:
        """Who pays for a way to break."""
        payment = taken.payment
        sold = piece.ice.sold(payment.way.uses)
        asked = (payment.apart, payment.stealth, self.choosy, self.lossy)
        for own in paid_by(self.purses.apart, now.money.apart, now.rig, *asked):
            some = after._replace(
                money=after.money._replace(
                    apart=own.left, covered=after.money.covered + own.credits
                )
            )
            quiet = quiet_part(self.slots, payment, own.credits) - sold
            there = now.money.stealth_left
            more = there > 0 and pays_for_stealth(self.slots, some) >= 0
            # what comes for the first of them may pay a further use
            most = min(there + (more and _is_paid_in_parts(payment)), quiet)
            least = own.stealth if self.choosy or self.lossy else most
            for spent in range(most, least - 1, -1):
                paid = some._replace(
                    paid=some.paid._replace(stealth=now.paid.stealth + spent),
                    money=some.money._replace(stealth_left=there),
                )
                for back in paid_for_stealth(piece.sight, paid) if more and spent else (paid,):
                    left = back.money.stealth_left - spent
                    if left < 0:
                        continue
                    money = back.money._replace(stealth_left=max(0, left - payment.noise))
                    settled = self.purses.after(now.rig, back._replace(money=money))
                    for each in piece.sight.drained(now, settled):
                        if self.earning:
                            yield from self._earned(piece, now, each, taken, ask, weather)
                        else:
                            yield each

    def _earned(
        self, piece: Piece, now: Passage, paid: Passage, taken: WayTaken, ask: Ask, weather: Weather
    ) -> Iterator[Passage]:
        """A passage in which a way to break has been taken, with what comes of it at once; and
        with the ice weakened by more than it took, where that brings something."""
        events = [BROKEN, ALONE] if ask.total == len(piece.subs) + weather.etrs else []
        target = under(piece.target, weather)
        strength = ice_strength(self.slots, now.rig, target)
        strength -= sum(gift.cuts for gift in taken.payment.given)
        for use in taken.payment.way.uses:
            weakening = self.slots[use.slot].weakening if use.slot >= 0 else None
            if weakening is not None:
                strength = weakening.lowered(strength, use.weakening)
        trashed = trashed_by_way(self.slots, taken.payment) if ask.total else 0
        if trashed or trashes_others(taken.payment):
            paid = earned_for_trash(piece.sight, trashed, paid)
        weak = [WEAK] if ask.total and strength <= 0 else []
        yield earned(self.slots, piece, paid, events + weak, taken.alone)
        if weak or not may_earn(self.slots, paid.rig, WEAK) or target.floor:
            return
        if is_gnawed(self.slots, piece, now.rig):
            return
        if self._is_broken_at_nothing(target, taken.payment):
            for cut, left in cut_first(self.slots, piece, target, paid, strength):
                for weakened in lowered(self.slots, piece, target, left, cut):
                    yield earned(self.slots, piece, weakened, [*events, WEAK], taken.alone)

    def _is_broken_at_nothing(self, target: Target, payment: Payment) -> bool:
        """Whether something may be broken by a way while the ice has no strength."""
        return any(
            usable(self.slots[use.slot], ability, target, 0)
            for use in payment.way.uses
            if use.slot >= 0 and not self.slots[use.slot].exact
            for ability, times in zip(self.slots[use.slot].abilities, use.breaks, strict=False)
            if times
        )


def _but_freed(
    piece: Piece, now: Passage, chosen: tuple[int, ...], weather: Weather
) -> Iterator[tuple[Passage, tuple[int, ...]]]:
    """The subroutines that the rig itself has to break of some, which one that is broken for
    nothing may be none of."""
    yield now, chosen
    if now.here.freed and not weather.locked:
        for number in chosen:
            words = "one subroutine of it is broken for nothing"
            yield now.tell(piece.place, words), tuple(n for n in chosen if n != number)


def _is_paid_in_parts(payment: Payment) -> bool:
    """Whether more than one use is made of cards in a way to break."""
    uses = (use for use in payment.way.uses if use.slot >= 0)
    return sum(sum(use.breaks) + sum(use.steps) + use.weakening for use in uses) > 1
