"""One encounter with a piece of ice, from its beginning to its end."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from operator import add
from typing import Any

from simcore.cards.syntax import Atom, Node
from simcore.plan.aftermath import settle, settled_counters
from simcore.plan.pieces import Target
from simcore.plan.states import CALM, under
from simcore.plan.strengths import unhosted
from simcore.prices.corp.as_found import as_found
from simcore.prices.corp.forms import (
    bought_strength,
    with_early,
    with_strength,
)
from simcore.prices.corp.further_effects import in_words
from simcore.prices.corp.price_ice import (
    ANY_END,
    FULL_BREAK,
    FULL_BREAK_OR_BYPASS,
    OWN_END,
    counts_hq,
)
from simcore.prices.rig.bypassing import bypassed, ignored, meetings_counted, tested
from simcore.prices.rig.changed_hosts import gone_from
from simcore.prices.rig.drawing import behind_gone
from simcore.prices.rig.earning import enriching_corp
from simcore.prices.rig.felling import felled, removed
from simcore.prices.rig.fetching import swapped_once_broken
from simcore.prices.rig.gnawing import (
    gnawed_as_met,
    gnawed_by_charm,
    gnawed_through,
    thrown_as_met,
)
from simcore.prices.rig.surfing import surfed
from simcore.prices.rig.taking_back import taken_back, times_to_take_back
from simcore.prices.rig.undoing import turned
from simcore.prices.rig.untagging import untagged
from simcore.prices.telling import price
from simcore.prices.way.answers import HOPELESS, TooManyAnswers, answering
from simcore.prices.way.attempt import (
    Attempt,
    as_card,
    as_it_stands,
    as_kept,
    found_at,
    without_guests,
)
from simcore.prices.way.behind_ice import by_face, by_presence, has_happened, is_idle, noted
from simcore.prices.way.breaking import Breaking, Way
from simcore.prices.way.calling import Calls
from simcore.prices.way.choices import orders
from simcore.prices.way.hearing import heard
from simcore.prices.way.left_for_later import dealt_at_the_end
from simcore.prices.way.memory import Memory
from simcore.prices.way.passage import (
    NOTHING_BROKEN,
    NOTHING_LASTS,
    Done,
    Here,
    Lasting,
    Passage,
    each_once,
)
from simcore.prices.way.sieve import Sieve
from simcore.prices.way.veiled import FEWEST, Figure, Meeting, met_together
from simcore.prices.way.wall import Piece, for_counters
from simcore.prices.way.windows import Windows

_END = Atom("etr")
Watch = Callable[[str, int, int], None]
"""Told the title of the ice at hand, how many ways led there, and past it so far."""
MOST_RESOLVED = 20
"""Ways behind a subroutine that are carried to the next one without being compared."""


def _counted(now: Passage) -> tuple[object, ...]:
    """What ice may count that changes as it is met."""
    return now.changed.advanced, now.changed.hand


def _resolving(piece: Piece, sub: Node, now: Passage) -> list[Passage]:
    """What comes of a subroutine that would resolve."""
    if not now.ahead.averted:
        return piece.sight.resolve(sub, now)
    averted = now.awaits(averted=now.ahead.averted - 1)
    return [averted.tell(piece.place, f"it does not resolve: {in_words(sub)}")]


class Encounters:
    """What comes of meeting ice with the rig of an attempt."""

    def __init__(
        self,
        attempt: Attempt,
        pieces: Sequence[Piece],
        sieve: Sieve,
        windows: Windows,
        as_met: Callable[[Piece, Passage], list[Passage]],
        on_progress: Watch | None = None,
    ) -> None:
        self.attempt, self.sieve, self.on_progress = attempt, sieve, on_progress
        self.as_met = as_met
        self.windows = windows
        self.slots, self.purses = attempt.slots, attempt.purses
        self.breaking = Breaking(attempt, pieces, sieve)
        self.memory = Memory(attempt)
        self.meetings_counted = meetings_counted(attempt.slots)
        self.grown: dict[Hashable, Piece] = {}
        self.looked_at: dict[int, set[Figure]] = {}
        self.pieces = pieces
        self.comes_back, self.by_place = attempt.comes_back, attempt.looks_at_places
        self.swapping = any(s.fetches is not None and s.fetches.swaps for s in attempt.slots)
        self.calls = Calls(self)
        self._faced: dict[tuple[int, int, int, int], tuple[Piece, Piece]] = {}
        self._kept: dict[tuple[int, Hashable, Lasting], Piece] = {}
        self._barriers: dict[int, tuple[Piece, Piece]] = {}
        self._left: dict[tuple[int, frozenset[int]], Piece] = {}

    def through(self, piece: Piece, passing: Sequence[Passage]) -> list[Passage]:
        """Every way to the end of an encounter that no other one beats, of all that come to it,
        those of the first one first."""
        ended = self._met(piece, passing)
        start = {id(after): n for n, outcomes in enumerate(ended) for after in outcomes}
        best = self.sieve.best(after for outcomes in ended for after in outcomes)
        return sorted(best, key=lambda after: start[id(after)])

    def _met(self, piece: Piece, passing: Sequence[Passage]) -> list[list[Passage]]:
        """What comes of each that meets a piece; of many those together that meet it alike."""
        if len(passing) < FEWEST or self.sieve.veiled:
            return self._encounter(piece, passing)
        found: list[list[Passage]] = [[] for _ in passing]
        seen = self.looked_at.setdefault(piece.place, set())
        answered, patience, past = 0, HOPELESS, 0
        meeting = Meeting(
            lambda now: self._veiled(piece, now), lambda some: self._encounter(piece, some)
        )
        for number, ended in met_together(passing, meeting, seen, piece.sight.questions):
            found[number] = ended = self.sieve.cheap(ended)
            past += len(ended)
            self.sieve.check(past)
            if self.on_progress is not None:
                self.on_progress(piece.target.title, len(passing), past)
            answered += answering(ended)
            if answered > patience:
                answered = self._answering(found)
                patience = answered + HOPELESS
        return found

    def _veiled(self, piece: Piece, now: Passage) -> list[Passage]:
        """What comes of one that meets a piece, though figures of it are veiled."""
        self.sieve.veiled = True
        try:
            return self.sieve.best(self._encounter(piece, [now])[0])
        finally:
            self.sieve.veiled = False

    def _answering(self, ended: list[list[Passage]]) -> int:
        """How many have answers of those that no other one beats."""
        answered = answering(self.sieve.best(after for each in ended for after in each))
        if answered > HOPELESS:
            raise TooManyAnswers
        return answered

    def _encounter(self, piece: Piece, passing: Sequence[Passage]) -> list[list[Passage]]:
        """One encounter, from its beginning to its end, of each that comes to it."""
        found: list[list[Passage]] = []
        faced: dict[tuple[int, int], tuple[Piece, list[tuple[int, Passage]]]] = {}
        for number, now in enumerate(passing):
            found.append([])
            for met in thrown_as_met(self.slots, piece, now):
                over, breaking = self._begun(piece, met)
                found[number] += over
                for stands, each in breaking:
                    tags = stands.sight.tags + each.suffered.tags
                    if stands.ice.lasting and stands.sight.remembers and not each.here.bare:
                        each = each.keeps(piece.place, gained=stands.ice.kept + tags)
                    alike = faced.setdefault((id(stands), tags), (stands.tagged(tags), []))
                    alike[1].append((number, each))
        answered, patience, past = 0, HOPELESS, 0
        for stands, those in faced.values():
            for way in self.breaking.ways_through(stands, those):
                ended = self.sieve.cheap(self._resolved(stands, way))
                found[way.number] += ended
                past += len(ended)
                self.sieve.check(past)
                if self.on_progress is not None and not self.sieve.veiled:
                    self.on_progress(piece.target.title, len(passing), past)
                answered += answering(ended)
                if answered > patience:
                    answered = self._answering(found)
                    patience = answered + HOPELESS
        return found

    def _begun(
        self, piece: Piece, now: Passage
    ) -> tuple[list[Passage], list[tuple[Piece, Passage]]]:
        """The encounters with a piece that are over before anything is broken, and those in which
        it is to be broken as it stands then."""
        printed, approaching = piece, now
        piece = self._before(self.standing(piece, now), now)
        later, following, _ = now.climate
        kept = now.changed.lasting_at(piece.place)
        ends, strength = kept.ends + following.etrs, following.strength - kept.weaker
        following = following._replace(strength=strength, etrs=ends)
        laid = piece.under(later, following)
        if now.changed.shot and now.changed.shot[0] == piece.place:
            laid = laid._replace(strength=laid.strength + now.changed.shot[1])
        laid = laid._replace(strength=laid.strength + self._by_credits(now))
        if piece.sight.remembers:
            now = now.keeps(piece.place, ends=ends)
        climate = now.climate._replace(following=CALM, here=laid)
        now = now._replace(
            climate=climate,
            here=now.here._replace(
                counters=piece.wall.counters if kept.counters < 0 else kept.counters,
                ice_virus=piece.virus_as_met(now),
                net_here=now.ahead.net_next,
                nets_here=now.ahead.nets_next,
                idle=now.ahead.idle_next,
                freed=now.ahead.frees in piece.target.types,
                taken=False,
            ),
            ahead=now.ahead.one_met(self.meetings_counted),
        )
        target = under(piece.target, laid)
        found_so = self.as_it_was_found(printed, now)
        early = under(found_so.target, laid)
        charmed = list(gnawed_by_charm(self.slots, piece, early, now))
        now, gone = gnawed_as_met(self.slots, piece, early, now)
        guided = now.ahead.bypasses > 0 or self.attempt.is_passed_by(piece.place)
        now = now.awaits(bypasses=max(0, now.ahead.bypasses - 1))
        if gone:
            met = [now]
        elif guided and not piece.is_guarded:
            met = [now.meets(bypassed=True).tell(piece.place, "bypassed")]
        else:
            before = now
            if now.ahead.toll:
                now = now.pays(other=now.ahead.toll)
                now = now.tell(piece.place, f"pay {price(now.ahead.toll)} to go on")
            first = list(bypassed(self.attempt, found_so, before, late=False))
            first += tested(self.attempt, piece, before)
            met = self.happens(piece, "encounter", [self._greeted(piece, now)])
            met = [after for each in met for after in self.calls.met(piece, each)] + first
            kept_off = list(ignored(self.attempt, piece, found_so, now))
            met += self.happens(found_so, "encounter", kept_off)  # what is no ability of the ice
            met = [after for each in met for after in untagged(piece.arriving, each)]
        called = self.calls.calling
        moved = [a for m in met for a in surfed(self.attempt, piece, m) if not called]
        met = self._unbroken(piece, target, met) + charmed
        for each in moved:
            stands = self._as_faced(printed, piece, each, approaching)
            met += self._unbroken(stands, under(stands.target, laid), [each])
        found: list[Passage] = []
        breaking: list[Passage] = []
        met = [self._as_rich(now, each) for each in met]
        met = [after for each in met for after in self._bought(piece, now, each)]
        for each in self.sieve.best(met):
            stands = self._as_faced(printed, piece, each, approaching)
            if each.here.bypassed or each.here.piece:
                found += self._ended(stands, [each], NOTHING_BROKEN)
            else:
                breaking.append(each)
                for after in self.breaking.outwitted(stands, each):
                    if after.here.piece:
                        found += self._ended(stands, [after], NOTHING_BROKEN)
                    else:
                        breaking.append(after)
        faced = [(self._as_faced(printed, piece, each, approaching), each) for each in breaking]
        return found, faced

    def _unbroken(self, piece: Piece, target: Target, met: list[Passage]) -> list[Passage]:
        """With the ways to be rid of a piece, or past it, before anything is broken."""
        met = [*met, *(a for m in met for a in gnawed_through(self.slots, piece, target, m))]
        met += [after for each in met for after in bypassed(self.attempt, piece, each, late=True)]
        return met + [a for each in met for a in felled(self.slots, piece, target, each)]

    def _as_faced(self, printed: Piece, piece: Piece, now: Passage, approaching: Passage) -> Piece:
        """A piece as it is to be broken: where it has moved on, the barrier at that place."""
        moved = now.ahead.past > approaching.ahead.past
        if now.here.bare:
            piece = self._before(self.as_it_was_found(printed, now), approaching)
        elif moved or _counted(now) != _counted(approaching):  # it is not as it was approached
            piece = self._before(self.standing(printed, now), approaching)
        if not moved:
            return piece
        if id(piece) not in self._barriers:
            target = replace(piece.target, types=piece.target.types | {"barrier"})
            barrier = replace(piece, ice=replace(piece.ice, target=target))
            self._barriers[id(piece)] = (piece, barrier)  # which keeps the number its own
        return self._barriers[id(piece)][1]

    def as_it_was_found(self, piece: Piece, now: Passage) -> Piece:
        """A piece as it is before it does anything as it is met."""
        if not self.attempt.found:
            return piece
        kept = now.changed.lasting_at(piece.place)
        if kept.gained:  # what it has gained before stays
            stands = self.standing(piece, now)
            return replace(stands, ice=stands.ice.as_kept(kept.gained))
        if kept.grown or kept.subtypes or kept.was_met:
            first = next(each for each in self.pieces if each.place == piece.place)
            card = as_found(self.as_kept(first, now).wall.card).card
        else:
            card = found_at(self.attempt, piece).card
        wall = as_card(self.attempt, piece.wall, with_early(card, piece.grown[len(kept.grown) :]))
        if wall == piece.wall:
            return self.standing(piece, now)
        return self._standing(replace(piece, wall=wall, form=("as found", piece.form)), now)

    def _before(self, piece: Piece, now: Passage) -> Piece:
        """A piece as it is met, the same one by all that meet it alike."""
        grip = piece.counted(now)
        kept = now.changed.lasting_at(piece.place).gained
        key = (id(piece), grip, kept, now.ahead.doubles)
        if key not in self._faced:
            self._faced[key] = (piece, piece.before(now))
        return self._faced[key][1]

    def _greeted(self, piece: Piece, now: Passage) -> Passage:
        """A passage that what the piece does as it is met comes over."""
        if not piece.sight.remembers:
            return now
        kept = now.changed.lasting_at(piece.place)
        return now.keeps(
            piece.place,
            greeted=kept.greeted + piece.counts_meetings,
            gained=kept.gained + piece.ice.gained,
            grown=piece.grown,
        )

    def as_kept(self, piece: Piece, now: Passage) -> Piece:
        """A piece with what it keeps for the run, and without what cards that have gone made of
        it, the same one wherever that is the same."""
        if self.attempt.unchanged:
            piece = self._left_by_guests(piece, now)
        kept = now.changed.lasting_at(piece.place)
        looks = Lasting(
            subtypes=kept.subtypes,
            grown=kept.grown,
            greeted=kept.greeted,
            was_met=kept.was_met,
        )
        if looks == NOTHING_LASTS:
            return piece
        key = (piece.place, piece.form, looks)
        if key not in self._kept:
            self._kept[key] = as_kept(self.attempt, piece, looks)
        return self._kept[key]

    def _left_by_guests(self, piece: Piece, now: Passage) -> Piece:
        """A piece without what cards that have gone made of it."""
        key = (piece.place, gone_from(self.attempt.rig, piece.place, now.rig))
        if key not in self.attempt.unchanged:
            return piece
        if key not in self._left:
            self._left[key] = without_guests(self.attempt, piece, key[1])
        return self._left[key]

    def left_behind(self, piece: Piece, now: Passage) -> Passage:
        """Without what was at hand of a piece, and what it keeps where nothing comes of that."""
        climate = now.climate._replace(here=None)
        changed = now.changed
        if not self.comes_back:
            changed = changed.with_lasting(piece.place, NOTHING_LASTS)
        return now._replace(climate=climate, here=Here(), changed=changed)

    def over(self, piece: Piece, now: Passage) -> Passage:
        """Behind a piece, with the counters that lie on it then."""
        if not piece.sight.remembers:
            return now
        more: dict[str, Any] = {}
        if any(for_counters(piece.wall.card)):
            more["counters"] = now.here.counters
        if now.here.ice_virus != piece.virus_as_met(now):
            more["virus"] = now.here.ice_virus
        if piece.place in self.attempt.later:
            more["was_met"] = True
        return now.keeps(piece.place, **more) if more else now

    def _by_credits(self, now: Passage) -> int:
        """Strength that ice has for what the Corp has now."""
        purse, ground = self.attempt.purse, self.attempt.ground
        if purse is None or not ground.rich:
            return 0
        return ground.by_credits(max(0, purse.corp + now.changed.corp))

    def _as_rich(self, before: Passage, now: Passage) -> Passage:
        """With the strength that the ice at hand has once the Corp has gained or paid."""
        more = self._by_credits(now) - self._by_credits(before)
        here = now.climate.here or CALM
        stronger = now.climate._replace(here=here._replace(strength=here.strength + more))
        return now._replace(climate=stronger) if more else now

    def _bought(self, piece: Piece, before: Passage, now: Passage) -> list[Passage]:
        """With the strength that the Corp may buy of what it has gained at an encounter."""
        if now.here.bypassed or now.here.piece or now.changed.corp <= before.changed.corp:
            return [now]
        answers = [[now]]
        for strength in bought_strength(self.attempt, now):
            here = now.climate.here or CALM
            stronger = here._replace(strength=here.strength + strength)
            bought = with_strength(piece, now, strength)
            answers.append([bought._replace(climate=now.climate._replace(here=stronger))])
        return piece.arriving.worst_of(now, answers)

    def standing(self, piece: Piece, now: Passage) -> Piece:
        """A piece with the counters that have been placed on it on the way, once others have
        left, cards have come to HQ or left it, or the Runner can trash nothing any more."""
        more = now.changed.placed_at(piece.place)
        left, turned_down = now.changed.left, now.changed.turned
        barred = now.curbed.unstolen
        order = now.changed.order if self.by_place else ()
        if not (more or left or turned_down or barred or order or self._in_hand(piece, now)):
            return piece
        return self._standing(piece, now)

    def _in_hand(self, piece: Piece, now: Passage) -> int:
        """Cards that have come to HQ, where a piece counts them."""
        return now.changed.hand if counts_hq(piece.wall.card) else 0

    def _standing(self, piece: Piece, now: Passage) -> Piece:
        """The same, looked up once for all that meet it alike."""
        more, hand = now.changed.placed_at(piece.place), self._in_hand(piece, now)
        left, turned_down = now.changed.left, now.changed.turned
        order = now.changed.order if self.by_place else ()
        stands = (more, left, turned_down, hand, order)
        key = (piece.place, piece.form, *stands, now.curbed.unstolen)
        if key not in self.grown:
            piece = replace(piece, barred=now.curbed.unstolen)
            self.grown[key] = as_it_stands(self.attempt, piece, *stands)
        return self.grown[key]

    def happens(
        self, piece: Piece, event: str, passing: list[Passage], broken: Done = NOTHING_BROKEN
    ) -> list[Passage]:
        """What the piece does at an event, to each of several passages."""
        sight = piece.arriving if event == "encounter" else piece.sight
        for clause in piece.clauses.get(event, ()):
            text = in_words(clause.effect)
            following = []
            for now in passing:
                if has_happened(clause, now):
                    following.append(now)
                    continue
                now = noted(clause, now)
                for after in sight.resolve(clause.effect, now, broken):
                    silent = after.told is now.told and not is_idle(sight, clause, now, broken)
                    after = after.tell(piece.place, text) if silent else after
                    following += self.memory.fitted(sight, after)
            passing = following
        return passing

    def _resolved(self, piece: Piece, way: Way) -> list[Passage]:
        """What is unbroken resolves; then the encounter is over."""
        now, chosen = way.after, way.chosen
        unbroken = [n for n in range(len(piece.subs)) if n not in chosen and n >= now.here.idle]
        found = [
            after
            for settled in self.windows.both(piece.sight, [now])
            for swapped in (
                swapped_once_broken(self.slots, piece, settled) if self.swapping else (settled,)
            )
            for order in orders(self.slots, piece, unbroken, swapped)
            for start in self.memory.fitted(piece.sight, swapped)
            for after in self._in_order(piece, order, start)
        ]
        laid = range(len(piece.subs), len(piece.subs) + (now.climate.here or CALM).etrs)
        ending = [n for n in laid if n not in chosen and n >= now.here.idle]
        for _ in ending if not now.here.endless else ():  # the ends laid on it come last
            over = [each for each in found if each.here.piece]
            there = (each for each in found if not each.here.piece)
            found = over + [a for each in there for a in _resolving(piece, _END, each)]
        return self._ended(piece, found, way.broken)

    def _in_order(self, piece: Piece, order: Sequence[int], now: Passage) -> list[Passage]:
        """What comes of subroutines that resolve one after the other."""
        found = [now]
        for number in order:
            text = piece.words(number)
            over = [each for each in found if each.here.piece]
            found = [
                fit if averted else fit.tell(piece.place, text, resolved=True)
                for each in found
                if not each.here.piece
                for averted in [each.ahead.averted > 0]
                for after in _resolving(piece, piece.subs[number], each)
                for fit in self.memory.fitted(piece.sight, after)
            ] + over
            found = self.sieve.cheap(found)
            if len(found) > MOST_RESOLVED:
                found = self.sieve.unbeaten(found)
            elif len(found) > 1:
                found = each_once(found)
        return found

    def _ended(self, piece: Piece, passing: list[Passage], broken: Done) -> list[Passage]:
        """The encounter is over, however it came."""
        over: list[Passage] = []
        for each in passing:
            after = each.meets(net_here=0, nets_here=0)
            if self.breaking.marked:
                after = enriching_corp(piece, after)
                rig = unhosted(self.slots, settle(self.slots, after.rig)[0])
                virus, power = settled_counters(each.rig, rig)
                after = after._replace(
                    rig=rig,
                    paid=after.paid._replace(
                        virus=tuple(map(add, each.paid.virus, virus)),
                        power=tuple(map(add, each.paid.power, power)),
                    ),
                )
                after = self.purses.after(each.rig, after)
                after = behind_gone(piece.sight, each.rig, after)
            behind = [
                partial(self.happens, piece, event, broken=broken)
                for event in (FULL_BREAK, FULL_BREAK_OR_BYPASS)
                if broken.whole or (each.here.bypassed and event == FULL_BREAK_OR_BYPASS)
            ]
            following = dealt_at_the_end(piece.sight, each.here, broken, behind, after)
            if broken.whole:
                following = [a for each in following for a in removed(self.slots, piece, each)]
            following += [
                turned_down
                for each in following
                if broken.whole or each.here.bypassed
                for turned_down in turned(self.slots, piece, each, broken.whole)
            ]
            following, left = by_presence(following)
            following = self.happens(piece, ANY_END, following, broken)
            face_up, down = by_face(piece.wall.card, following)
            ended = left + down + self.happens(piece, OWN_END, face_up, broken)
            ended = [a for one in ended for a in heard(piece.sight, one.here.felled, one)]
            times = times_to_take_back(self.slots, each.rig)
            over += [a for one in ended for a in taken_back(piece.sight, times, one)]
        return [each.meets(bypassed=False) for each in over]
