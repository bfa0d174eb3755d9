"""The price of getting past ice: one piece after the other, everything carried along.

What "not stopped" means: the run goes on behind every piece and the Runner is alive.

* A piece is met as if it had been rezzed before the run, outermost first. What happens at
  an encounter, at its end and on passing is part of the price: taxes are paid, options
  chosen as suits the Runner, and what cannot be avoided is suffered.
* A piece that its own text, or the card that started the run, bypasses has nothing left to break;
  what else gets past it unbroken is a way past alone (`passing`).
* Every subroutine is broken, or, if asked for the cheapest way through (`passing`), those that
  it takes. The others resolve in printed order by the conservative reading of `suffering`:
  traces succeed if the Corp can pay for that and the Runner does not (`tracing`); the Corp, bids
  and dice do their worst. A subroutine that ends the run, that deals more damage than there are
  cards in the grip then, or that sends the Runner back has to be broken, and so has one that is
  not executed unless it cannot matter (`simcore.cards.harmless`). Damage adds up: cards paid
  and lost before count.
* Ways to break that end the run do not count; attempts that a die decides count at their
  prices, as if they succeeded.
* Credits to pay with are not limited, nor are clicks where nobody says how many there are;
  counters, stealth credits that a card insists on, cards of the rig and of the grip are.
* Of the root only rezzed cards are counted: what they make of ice, what the Corp may do with
  them at any time, and what they ask for to run at all, as the run begins and each time all
  ice has been passed or the server is approached; nobody gets past one that may end the run
  whatever is paid. The Corp's abilities printed on ice are used for power counters on it alone: of
  those that lie there at the beginning, of others behind the piece (rule 36).

Every partial way that no other beats is carried on with the rig it leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from simcore.errors import CapacityError
from simcore.plan.states import Climate, Weather
from simcore.plan.uses import has_a_say
from simcore.prices.corp.at_any_time import after_uses
from simcore.prices.corp.coming import FIRST_PLACE, Bringing, bringing_of
from simcore.prices.corp.forms import Option, options
from simcore.prices.corp.further_effects import is_unread
from simcore.prices.corp.gates import (
    ALL_PASSED,
    BEGIN,
    BEHIND,
    COST,
    EVENTS,
    FIRST_BEHIND,
    SUCCEEDING,
)
from simcore.prices.corp.price_ice import FACED_DOWN, stands_for_others
from simcore.prices.rig.changed_hosts import check_guests
from simcore.prices.rig.discarding import with_fewer_in_hq
from simcore.prices.rig.drawing import wasted_a_click, with_clicks
from simcore.prices.rig.earning import (
    HOST_TURNED,
    PASSED,
    earned,
    helped_out_behind,
    with_those_gone,
)
from simcore.prices.rig.fetching import as_before, fetched, installed_behind, lost_on_the_way
from simcore.prices.rig.from_heap import come_back
from simcore.prices.rig.gifts import as_it_may_be
from simcore.prices.rig.leaving import penniless, told_as_empty, without_money
from simcore.prices.rig.outwitting import copied, rearranged, standing_at, swapped
from simcore.prices.rig.raiding import raided
from simcore.prices.rig.strengthening import strengthened
from simcore.prices.rig.untagging import untagged
from simcore.prices.way.answers import (
    MAX_ANSWERED,
    Questions,
    TooManyAnswers,
    answering,
    brought_together,
    still_open,
)
from simcore.prices.way.attempt import Attempt, gate_sights, may_lose_from_pool, pieces_of
from simcore.prices.way.beginning import as_begun
from simcore.prices.way.behind_ice import at_the_end, let_in, succeeding, without_counters_of_lost
from simcore.prices.way.bidding import differing, revealed
from simcore.prices.way.comparing import Looks, best_of
from simcore.prices.way.encounter import Encounters, Watch
from simcore.prices.way.found import Found
from simcore.prices.way.looking import looks_of
from simcore.prices.way.lost_behind import lost_behind
from simcore.prices.way.of_hq import in_hq, with_hand
from simcore.prices.way.passage import (
    FACE_DOWN,
    Curbed,
    Here,
    Money,
    Paid,
    Passage,
    Suffered,
    with_more,
)
from simcore.prices.way.passing import (
    counters_used,
    ended_by_trashing,
    no_longer_needed,
    once_turned,
    rolled_for,
    taken_home,
    trashed_for,
)
from simcore.prices.way.picking import without_those_in_doubt
from simcore.prices.way.rezzing import brought, once_rezzed
from simcore.prices.way.sieve import MANY, Followed, Sieve
from simcore.prices.way.tracing import told_of_raised
from simcore.prices.way.wall import Piece
from simcore.prices.way.windows import Windows

_ALREADY_SUCCESSFUL = (SUCCEEDING, BEHIND)
"""Times before which nobody acts any more."""


class Journey:
    """`unasked`: the ways that have come to a piece (by number) without a question being asked."""

    def __init__(
        self,
        attempt: Attempt,
        questions: Questions | None,
        on_progress: Watch | None,
        followed: Followed,
    ) -> None:
        self.attempt, self.questions = attempt, questions
        self.unasked: tuple[int, list[Passage]] | None = None
        self.slots, self.purses = attempt.slots, attempt.purses
        self.looks, self.lossy = looks_of(attempt), may_lose_from_pool(attempt)
        self.sieve = Sieve(attempt, self.looks, followed)
        pieces = pieces_of(attempt, self.looks, questions)
        outside = len(attempt.walls)
        self.pieces, self.newcomers = pieces[:outside], pieces[outside:]
        self.gates = gate_sights(attempt, self.looks, questions, self.pieces)
        self.needed = {piece.place: self._needed(piece.place) for piece in pieces}
        sights = [*(piece.sight for piece in self.pieces), *self.gates]
        self.behind_ice = [sights.pop()] if sights else []
        self.windows = Windows(attempt, self.gates, pieces)
        self.encounters = Encounters(
            attempt, pieces, self.sieve, self.windows, self._as_met, on_progress
        )

    def passages(self, begun: tuple[int, list[Passage]] | None = None) -> Found:
        """Past all the ice, or on from a piece that so many ways have come to."""
        attempt = self.attempt
        if ending := ended_by_trashing(attempt):
            return Found([], ending)
        stopping = ""
        first, found = begun or (0, [])
        if begun is None:
            found, stopping = self._begun()
            found = self.windows.with_clicks(found)
            for when in (COST, BEGIN):
                found, stopping = self._let_in(found, when) if found else (found, stopping)
            found = [each._replace(curbed=Curbed()) for each in found]  # so before the run
            found, stopping = self.windows.as_begun(found) if found else (found, stopping)
        if not found:
            return Found([], stopping)
        for number, piece in enumerate(self.pieces[first:], first):
            if self.questions is not None and not self.questions.asked:
                self.unasked = number, found
            coming, found = found, still_open(self._met_by_all(piece, found))
            if answering(found) > MAX_ANSWERED:
                raise TooManyAnswers
            if not found:
                if closed := [text for text in piece.left_out if text and is_unread(text)]:
                    raise CapacityError(
                        f"{piece.target.title}: '{closed[0]}' is not executed yet, and there is "
                        "no way to break it"
                    )
                return Found([], self._stopping(piece, coming))
        found = self._behind_all_ice(found)
        for bringing in attempt.innermost:
            last = self.pieces[-1]
            past = still_open(a for each in found for a in self._joined(last, each, 1, bringing))
            if not past:
                firm = (
                    n for n in self.newcomers if not any(self._met(n, e, n.place) for e in found)
                )
                return Found([], next(firm, self.newcomers[0]).target.title)
            found = past
        for when in self._at_the_door():
            found, waiting = self._at(when, found)
            if not found:
                return Found([], waiting)
        for title in attempt.ground.returns:
            found = still_open(a for each in found for a in self._sent_back(title, each))
            if not found:
                return Found([], title)
        for when in (FIRST_BEHIND, *_ALREADY_SUCCESSFUL):
            found, waiting = self._at(when, found)
            if not found:
                return Found([], waiting)
        behind = Looks(kinds=self.looks.kinds, behind=True)
        for sight in self.behind_ice:
            found = [fit for each in found for fit in self.encounters.memory.fitted(sight, each)]
            found = [after for each in found for after in untagged(sight, each)]
        kept = tuple(not placed.in_heap for placed in attempt.rig)  # what has come is not won
        best = partial(best_of, self.slots, looks=behind, missed=kept)
        sure = brought_together((a for each in found for a in self._afterwards(each)), best)
        sure = without_counters_of_lost(sure, attempt.state, best)
        told = len(sure)
        if len(sure) > MANY:
            sure = best_of(self.slots, sure, behind, (False,) * len(self.slots))
        most = self.sieve.followed.credits
        ways = [each for each in sure if each.paid.credits <= most]
        return Found(ways, None, counted=self.sieve.counted or len(sure) < told)

    def _stopping(self, piece: Piece, coming: Sequence[Passage]) -> str:
        """The title of what nobody gets past at the place of a piece: of what has been swapped to
        it, if it is that."""
        swapped = [each for each in coming if each.changed.order]
        firm = (each for each in swapped if not self._met_by_all(piece, [each]))
        stops = next(firm, None)
        return (piece if stops is None else standing_at(self.pieces, piece, stops)).target.title

    def _behind_all_ice(self, found: list[Passage]) -> list[Passage]:
        """What the Runner does once no ice is ahead, before anything that waits there."""
        for sight in self.behind_ice:
            found = self.windows.in_time(sight, found)
            if self.windows.untagging:
                found = [after for each in found for after in untagged(sight, each)]
            found = [after for each in found for after in with_fewer_in_hq(sight, each)]
            found = [after for each in found for after in raided(self.attempt, sight, each)]
        return found

    def _at_the_door(self) -> list[str]:
        """The times at which cards wait behind all ice, up to the approach of the server."""
        return [w for w in EVENTS if any(gate.when == w for gate in self.attempt.gates)]

    def _at(
        self, when: str, found: list[Passage], among_others: bool = False
    ) -> tuple[list[Passage], str]:
        """Past a time behind all ice; and the title of what there is no way past, if there is none.
        `among_others`: other ways may have come there."""
        for sight in self.behind_ice if when not in _ALREADY_SUCCESSFUL else ():
            found = [a for each in found for a in self.windows.runner_first(sight, each)]
        found = [after for each in found for after in self._intervened(each, when)]
        found = found if among_others else still_open(found)
        if not found:
            return [], self.attempt.interventions[0].title
        return self._let_in(found, when, among_others)

    def _let_in(
        self, found: list[Passage], when: str, among_others: bool = False
    ) -> tuple[list[Passage], str]:
        """Past the cards that wait at some time; and the title of what there is no way past, if
        there is none. What a run costs to begin the pool has to pay."""
        if when == SUCCEEDING:
            return self._succeeded(found)
        for gate, sight in zip(self.attempt.gates, self.gates, strict=True):
            if gate.when == when:
                if gate.ends_for_tags:
                    found = self.windows.both(sight, found)
                through = [after for each in found for after in let_in(gate, sight, each)]
                if when == COST:
                    through = [self.purses.by_pool(each, each.due) for each in through]
                found = self.sieve.best(through)
                found = found if among_others else still_open(found)
                if not found:
                    return [], gate.title
        return found, ""

    def _succeeded(self, found: list[Passage]) -> tuple[list[Passage], str]:
        """Past what the Corp has for the success of the run; or the card of it that nobody gets
        past, if it is one alone."""
        if self.attempt.ground.unsuccessful:
            return found, ""
        both = zip(self.attempt.gates, self.gates, strict=True)
        waiting = [(gate, sight) for gate, sight in both if gate.when == SUCCEEDING]
        through = (a for each in found for a in succeeding(self.pieces, waiting, self.sieve, each))
        if behind := still_open(self.sieve.best(through)):
            return behind, ""
        for gate, sight in waiting:
            if not still_open(a for each in found for a in let_in(gate, sight, each)):
                return [], gate.title
        return [], "what comes as the run succeeds"

    def _begun(self) -> tuple[list[Passage], str]:
        """The ways to come to the first piece; and what there is no way past, if there is none."""
        attempt = self.attempt
        none = (0,) * len(self.slots)
        purses = attempt.purses
        money = Money(stealth_left=purses.stealth, apart=purses.apart_full)
        suffered = Suffered(thrown=(0,) * len(attempt.hand))
        start = Passage(attempt.state, Paid(none, none), money=money, suffered=suffered)
        nothing = (0,) * (len(attempt.walls) + len(attempt.gates))
        changed = start.changed._replace(barred=attempt.ground.bars, advanced=nothing)
        stronger = Weather(strength=attempt.ground.strength)
        climate = Climate(later=stronger.with_(attempt.taxed))
        ahead = start.ahead._replace(bypasses=attempt.bypasses, averted=attempt.averted)
        start = start._replace(changed=changed, climate=climate, ahead=ahead)
        found = as_begun(attempt, self.pieces, self.gates, start)
        for wall, piece in zip(attempt.walls, self.pieces, strict=True):
            found = [
                after.meets(counters=0)
                for each in found
                for start in [each.meets(counters=wall.counters - wall.kept)]
                for used in counters_used(piece, start)
                for after in self.windows.of_corp(piece.sight, start, used)
            ]
            if not found:
                return [], wall.card.title
        return found, ""

    def _sent_back(self, title: str, now: Passage) -> list[Passage]:
        """At the server, where a bid may send the Runner before all ice once more. Whatever else
        waits there has its say in either order, and again behind the ice: the Corp has it first,
        as the Runner does not know the bids then."""
        if not self.pieces:
            return [now]
        sight, last = self.pieces[-1].sight, self.pieces[-1].place
        alike = revealed(sight, now)
        if sight.bids_nothing(now):
            return alike
        words = f"{title}: the Runner goes on from the outermost ice"
        sent = [each.tell(last, words) for each in differing(sight, sight.bid_by_corp(now))]
        again = self._behind_all_ice([a for e in sent for a in self._from_outside(e, last)])
        for when in self._at_the_door() if again else ():
            again, _ = self._at(when, again, among_others=True)
            if not again:
                break
        return sight.worst_of(now, [alike, again])

    def _from_outside(self, now: Passage, last: int) -> list[Passage]:
        """Once more past all pieces up to a place."""
        found = [now.awaits(past=-1)]
        for piece in self.pieces:
            if piece.place <= last:
                found = self._met_by_all(piece, found)
        return found

    def _afterwards(self, now: Passage) -> list[Passage]:
        """Behind all ice, with what it took; a short pool also with what cards bring at will."""
        if wasted_a_click(self.slots, self.attempt.clicks, self.windows.counts_clicks, now):
            return []
        now = told_of_raised(self.attempt.tracing, self.purses, now)
        free, missing, purse = self.purses.free_left(now.rig), 0, self.attempt.purse
        if purse is not None:
            behind = at_the_end(now, free)
            asked = self.purses.from_pool(behind) + now.money.lost - now.money.gained
            missing = max(now.money.peak, asked) - purse.runner
        now = self.windows.as_settled(now)
        emptied = purse is not None and purse.runner > 0 and not missing
        going = penniless(self.slots, now) if emptied else ()
        paid = told_as_empty(self.slots, going, now)
        if going:  # the pool has become empty
            after = without_money(self.slots, going, self.attempt.grip, paid)
            if after is not None:
                return [self._in_all(at_the_end(after, self.purses.free_left(after.rig)), False)]
            missing = 1
        found = [self._in_all(at_the_end(paid, free), missing > 0)]
        if missing > 0 and purse is not None:
            there = now if self.lossy else with_those_gone(self.slots, self.attempt.rig, now)
            helped = helped_out_behind(self.slots, now, there, missing, purse.runner)
            found += [self._in_all(at_the_end(each, free), False) for each in helped]
        return found

    def _in_all(self, now: Passage, short: bool) -> Passage:
        """What is lost and given up of the rig, and what the pool paid."""
        now = as_before(self.attempt.rig, now)
        both = list(zip(now.rig, self.attempt.state, strict=True))
        gone = sum(first.installed and not card.installed for card, first in both)
        gone_again = frozenset(lost_on_the_way(self.attempt.rig, now))
        gone += len(gone_again)
        given_up = gone + sum(card.installed and card.doomed for card, _ in both)
        silenced = sum(card.installed and card.silent > first.silent for card, first in both)
        pool = self.purses.of_own_pool(now)
        counted = now._replace(
            total=now.total._replace(
                pool=pool,
                short=short,
                losses=gone,
                given_up=given_up,
                taken=sum(not now.rig[slot].doomed for slot in now.suffered.taken),
                silenced=silenced,
                gone_again=gone_again,
            ),
            money=now.money._replace(pool=0, gained=0, peak=0, spared=0),
        )
        return without_those_in_doubt(counted)

    def _met_by_all(self, here: Piece, passing: Sequence[Passage]) -> list[Passage]:
        """Past the piece at a place of all that have come there: those that meet it alike meet
        it together, so that only what no other one beats is followed to its end."""
        alike: dict[int, tuple[Piece, list[Passage]]] = {}
        apart: list[Passage] = []
        for now in self.windows.before(here.arriving, passing):
            piece = standing_at(self.pieces, here, now)
            if self._is_left(piece, now, here.place):
                apart.append(now)
                continue
            if piece.place in now.changed.turned:
                apart += self._face_down(piece, now, here.place)
                continue
            piece = self.encounters.as_kept(piece, now)
            met = list(options(self.attempt, self.pieces, piece, now))
            if len(met) > 1:
                apart += self._any_of(piece, now, met, here.place)
                continue
            for form, start in met[0]:
                those = alike.setdefault(id(form), (form, []))
                those[1].extend(self._as_met(form, start))
        together = [
            after
            for form, those in alike.values()
            for each in self.encounters.through(form, those)
            for after in self._over(form, each, here.place)
        ]
        return self.sieve.best([*together, *apart], here.sight.needed)

    def _met(self, piece: Piece, now: Passage, at: int) -> list[Passage]:
        """Past one piece of ice that stands at a place, whatever the Corp makes of it."""
        if self._is_left(piece, now, at):
            return [now]
        piece = self.encounters.as_kept(piece, now)
        met = list(options(self.attempt, self.pieces, piece, now))
        return self._any_of(piece, now, met, at)

    @staticmethod
    def _is_left(piece: Piece, now: Passage, at: int) -> bool:
        """Whether a piece that stands at a place is not met."""
        return piece.place in now.changed.left or at <= now.ahead.past

    def _face_down(self, piece: Piece, now: Passage, at: int) -> list[Passage]:
        """Past a piece that has turned face down, if the Corp does not rez it again."""
        turned = now.changed.turned - {piece.place}
        up = now._replace(changed=now.changed._replace(turned=turned))
        rezzed = once_rezzed(piece, up)
        met = []
        if rezzed is not None:
            told = rezzed.tell(piece.place, "it is rezzed again")
            met.append(self._met(piece, earned(self.slots, piece, told, [HOST_TURNED]), at))
        return piece.sight.worst_of(now, [[now], *met])

    def _any_of(self, piece: Piece, now: Passage, met: Sequence[Option], at: int) -> list[Passage]:
        """Past one piece of ice, whatever the Corp makes of it."""
        found = [
            [
                after
                for form, start in option
                for after in self._past(form, self._as_met(form, start), at)
            ]
            for option in met
        ]
        return piece.sight.worst_of(now, found)

    def _as_met(self, piece: Piece, now: Passage) -> list[Passage]:
        """The ways to meet a piece of ice: what comes from the heap for it, tags that go first."""
        check_guests(self.attempt.rig, now.rig, piece.target.title)
        return [
            left
            for fit in self.encounters.memory.fitted(piece.arriving, now)
            for types in [self.encounters.as_it_was_found(piece, fit).target.types]
            for back in come_back(self.slots, piece, types, fit)
            for strong in strengthened(self.slots, piece, self._ahead(piece.place), back)
            for each in fetched(self.slots, piece, strong, breaking=False)
            for fewer in untagged(piece.arriving, each)
            for left in with_fewer_in_hq(piece.arriving, fewer)
        ]

    def _past(self, piece: Piece, passing: Sequence[Passage], at: int) -> list[Passage]:
        """Past a piece as it stands."""
        ended = self.encounters.through(piece, passing)
        return self.sieve.best(
            (after for each in ended for after in self._over(piece, each, at)), piece.sight.needed
        )

    def _over(self, piece: Piece, now: Passage, at: int) -> list[Passage]:
        """Passing the piece, and what waits behind it."""
        found = rolled_for(self.slots, piece, now.meets(bypassed=False))
        found = [a for each in found for a in installed_behind(self.slots, piece, each)]
        if not now.here.piece:
            found = [after for each in found for after in with_clicks(piece.sight, each)]
            found = [earned(self.slots, piece, each, [PASSED]) for each in found]
            found = self.encounters.happens(self.encounters.standing(piece, now), "pass", found)
            found = [
                after
                for each in found
                for used in counters_used(piece, each)
                for after in self.windows.of_corp(piece.sight, each, used)
            ]
        elif now.here.piece == FACE_DOWN:
            found = self.encounters.happens(piece, FACED_DOWN, found)
        found = [a for each in found for a in trashed_for(self.attempt, piece, each)]
        found = [self.encounters.over(piece, each) for each in found]
        behind, to = [], max(at, now.ahead.past)  # it may have moved on while it was met
        if not now.here.piece:
            found = [after for each in found for after in self._met_again(piece, each, to)]
        found = [a for e in found for a in rearranged(self.attempt, self.pieces, piece, to, e)]
        found = [after for each in found for after in swapped(self.pieces, piece, to, each)]
        found += [a for each in found for a in copied(self.slots, self.pieces, piece, to, each)]
        for each in found:
            each = once_turned(self.attempt, piece, each)
            for after in lost_behind(piece, each):
                after = self.encounters.left_behind(piece, after)
                after = no_longer_needed(self.needed[piece.place], after)
                bringing, standing = bringing_of(piece.wall.card), not each.here.piece
                for home in taken_home(self.attempt, piece, after) if standing else (after,):
                    if each.here.outward:
                        behind += self._from_outside(home, at)
                    else:
                        behind += self._joined(piece, home, each.here.coming, bringing)
        return behind

    def _joined(self, piece: Piece, now: Passage, times: int, bringing: Bringing) -> list[Passage]:
        """Behind a piece inward of which so many others may come in: what does is met."""
        answers = [[now]]
        for number, newcomer in enumerate(self.newcomers if times else ()):
            come = self.attempt.newcomers[number]
            copies = come.hq if bringing.from_hq else come.hq + come.archives
            way = bringing.of(come, [self.attempt.newcomers[n] for n in now.changed.joined])
            if now.changed.joined.count(number) >= copies or way is None:
                continue
            joined = now.changed._replace(joined=(*now.changed.joined, number))
            from_hq = bringing.from_hq or now.changed.joined.count(number) >= come.archives
            taken = with_hand(piece.sight, now._replace(changed=joined), -from_hq)
            start = brought(newcomer, way, len(self.pieces), piece.place, taken)
            if start is None or (from_hq and not in_hq(piece.sight, now)):
                continue
            met = self._met(newcomer, start, newcomer.place)
            behind = (self._joined(piece, each, times - 1, bringing) for each in met)
            answers.append([after for some in behind for after in some])
        return piece.sight.worst_of(now, answers)

    def _met_again(self, piece: Piece, now: Passage, at: int) -> list[Passage]:
        """A piece that the Corp may put before the Runner once more."""
        used, past = now.changed.again or self.attempt.nothing_used, now.ahead.past
        found, declined = [[now]], used
        for number, each in enumerate(self.attempt.ground.again):
            if used[number] >= each.times or each.title not in ("", piece.wall.card.title):
                continue
            from_hq = bool(each.title)
            if from_hq and not in_hq(piece.sight, now):
                continue
            if each.kinds and not each.kinds & self._kinds(piece, now):
                continue
            if each.kinds:  # no other piece will be the first one
                declined = with_more(declined, number, 1)
                found[0] = [now._replace(changed=now.changed._replace(again=declined))]
            once_more = now._replace(
                climate=now.climate._replace(here=None),
                here=Here(),
                changed=now.changed._replace(again=with_more(used, number, 1)),
            )
            once_more = with_hand(piece.sight, once_more, -from_hq)
            starts = [once_more]
            if self._has_passed_all(at, now):
                starts = self._behind_all_ice(starts)
                starts, _ = self._let_in(starts, ALL_PASSED, among_others=True)
            starts = [start.tell(piece.place, "it is met once more") for start in starts]
            starts = [start.awaits(past=min(past, at - 1)) for start in starts]
            there = self.pieces[piece.place]
            met = [after for start in starts for after in self._met(there, start, at)]
            found.append([each.awaits(past=max(past, each.ahead.past)) for each in met])
        return piece.sight.worst_of(now, found)

    def _kinds(self, piece: Piece, now: Passage) -> frozenset[str]:
        """The subtypes of a piece as it is passed: what it had for the encounter alone has gone,
        as has what guests gave it that have left."""
        return self.encounters.standing(self.encounters.as_kept(piece, now), now).target.types

    def _has_passed_all(self, at: int, now: Passage) -> bool:
        """Whether no ice is ahead behind a place."""
        inward = [each for each in self.pieces if each.place > at]
        return all(
            self._is_left(standing_at(self.pieces, each, now), now, each.place) for each in inward
        )

    def _intervened(self, now: Passage, when: str) -> list[Passage]:
        """Behind all ice, before what comes then, whatever the Corp still does there."""
        if not self.attempt.interventions or when in _ALREADY_SUCCESSFUL:
            return [now]
        sights = [*self.gates, *(piece.sight for piece in self.pieces)]
        if not sights:
            title = self.attempt.interventions[0].title
            raise CapacityError(f"{title}: where no ice stands its use is not executed yet")
        sight = sights[-1]
        return sight.worst_of(now, after_uses(self.attempt, sight, now, behind=True))

    def _ahead(self, place: int) -> list[Piece]:
        """The pieces behind a place, and all of them where one may call any other."""
        behind = [piece for piece in self.pieces if piece.place > place or place >= FIRST_PLACE]
        behind += self.newcomers
        anywhere = self.attempt.ground.outward or any(
            stands_for_others(p.wall.card) for p in behind
        )
        return self.pieces if anywhere else behind

    def _needed(self, place: int) -> tuple[bool, ...]:
        """Which cards may do anything at the pieces behind a place."""
        later = [as_it_may_be(piece.target, self.slots) for piece in self._ahead(place)]
        swaps = any(slot.swaps for slot in self.slots) or self.attempt.shuffles
        swaps |= self.attempt.ground.goes_back
        return tuple(
            swaps or any(has_a_say(slot, target) for target in later) for slot in self.slots
        )
