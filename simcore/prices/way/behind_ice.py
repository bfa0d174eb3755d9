"""What comes before all ice, and once all of it has been passed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial

from simcore.cards.card import Card
from simcore.cards.syntax import Clause, If
from simcore.cards.walking import atoms_of
from simcore.errors import CapacityError
from simcore.plan.marks import (
    CAME_BACK,
    CAME_HOME,
    IN_HEAP_AT_FIRST,
    IN_STACK,
    MOVED_ON,
    ON_STACK,
    TAKEN_BACK,
    USED_AGAIN,
    USED_UP,
)
from simcore.plan.pieces import RigState
from simcore.plan.states import MILD
from simcore.prices.corp.further_effects import in_words
from simcore.prices.corp.gates import COST, Gate, asks_for_bids
from simcore.prices.corp.price_ice import IN_A_RUN, OWN_END
from simcore.prices.rig.robbing import robbed_as_it_succeeds
from simcore.prices.way.answers import Best
from simcore.prices.way.passage import ABSENT, FACE_DOWN, OPEN, Ahead, Changed, Done, Passage
from simcore.prices.way.sieve import Sieve
from simcore.prices.way.suffering import Sight
from simcore.prices.way.wall import Piece

_CAME = CAME_BACK | CAME_HOME | TAKEN_BACK
_WHERE_FROM = _CAME | USED_AGAIN | IN_STACK | ON_STACK | IN_HEAP_AT_FIRST
Event = Callable[[Passage], list[Passage]]
"""Something that comes of the success of a run."""
MOST_AT_ONCE = 5
"""Different things of which every order is followed."""
_OF_ACCESS = frozenset("access-only access-except nothing".split())
_MOST_GROWTH = 9
"""Strength that ice may get by counters placed on the way."""


def let_in(gate: Gate, sight: Sight, now: Passage) -> list[Passage]:
    """What a card of the root does to who wants to run, or as the server is approached, if it is
    still there."""
    if not gate.is_there(now.rig) or sight.place in now.changed.left:
        return [now]
    found = [now.meets(counters=sight.setting.registers.get("power", 0))]
    if placed := now.changed.placed_at(sight.place):  # counters on the card itself
        registers = sight.setting.registers
        grown = {**registers, "adv": registers["adv"] + placed}
        sight = replace(sight, setting=replace(sight.setting, registers=grown))
    for effect in gate.effects:
        text = in_words(effect)
        silent = gate.when == COST  # what is paid is told as it is paid
        found = [
            after.tell(sight.place, text) if after.told is each.told and not silent else after
            for each in found
            for after in sight.resolve(effect, each)
        ]
    return [each.meets(counters=0) for each in found]  # how it lay there nobody looks at any more


def succeeding(
    pieces: Sequence[Piece], gates: Iterable[tuple[Gate, Sight]], sieve: Sieve, now: Passage
) -> list[Passage]:
    """What ice has left for the success of the run, and what cards of the Corp's do then, in the
    order that it chooses. `gates`: those cards, with what each is read by."""
    last = pieces[-1].sight if pieces else None
    events: list[Event] = []
    if last is not None:
        if now.ahead.untags:
            events.append(partial(_untagged, last))
        events += [partial(_harmed, last, now.ahead.harm)] * now.ahead.harms
    waiting = list(gates)
    last_of_all = [each for each in waiting if _is_of_access(each[0])]
    events += [partial(let_in, *each) for each in waiting if each not in last_of_all]
    if len(set(events)) > MOST_AT_ONCE:
        titles = ", ".join(gate.title for gate, _ in waiting)
        raise CapacityError(f"{titles}: in which order so many act at once is not executed yet")
    found = [now]
    if events:
        sight = last or waiting[0][1]
        order = _Order(sight, sieve)
        if any(asks_for_bids(gate) for gate, _ in waiting):
            found = robbed_as_it_succeeds(sight, now)
        found = [after for each in found for after in order.worst(tuple(events), each)]
    for gate, sight in last_of_all:
        found = sieve.best(a for each in found for a in let_in(gate, sight, each))
    return found


class _Order:
    """In which several things come at one moment: the Corp says each time what comes next.
    `sight`: what its choice is read by; `known`: what came of things still to come."""

    def __init__(self, sight: Sight, sieve: Sieve) -> None:
        self.sight, self.sieve = sight, sieve
        self.known: dict[Hashable, list[Passage]] = {}

    def worst(self, events: tuple[Event, ...], now: Passage) -> list[Passage]:
        """Behind all of them, whatever order the Corp chooses."""
        if len(events) < 2:
            return [after for event in events for after in event(now)]
        key = (events, now._replace(told=None))
        if key not in self.known:
            self.known[key] = self._worst(events, now)
        return self.known[key]

    def _worst(self, events: tuple[Event, ...], now: Passage) -> list[Passage]:
        answers: list[list[Passage]] = []
        for number, event in enumerate(events):
            if event in events[:number]:
                continue
            rest = events[:number] + events[number + 1 :]
            first = self.sieve.best(event(now))
            behind = self.sieve.best(last for each in first for last in self.worst(rest, each))
            if not any(self._is_no_better(other, behind) for other in answers):
                answers = [other for other in answers if not self._is_no_better(behind, other)]
                answers.append(behind)
        return self.sight.worst_of(now, answers)

    def _is_no_better(self, those: list[Passage], others: list[Passage]) -> bool:
        """Whether each of some ways is one of others, or beaten by one of them: the Corp has no
        reason to let the Runner have those others."""
        same = {each._replace(told=None) for each in others}
        mine = [each for each in those if each._replace(told=None) not in same]
        left = set(map(id, self.sieve.unbeaten([*others, *mine])))
        return left.isdisjoint(map(id, mine))


def _is_of_access(gate: Gate) -> bool:
    """Whether a card does nothing but say what is accessed, and has neither side bid for that: it
    does not matter when."""
    if asks_for_bids(gate):
        return False
    return all(atom.name in _OF_ACCESS for each in gate.effects for atom in atoms_of(each))


def _untagged(sight: Sight, now: Passage) -> list[Passage]:
    """Without the tags that ice lets the Runner remove."""
    if gone := min(now.ahead.untags, max(0, sight.tags + now.suffered.tags)):
        now = now.suffers(tags=-gone).tell(sight.place, f"tags removed as the run succeeds: {gone}")
    return [now]


def _harmed(sight: Sight, number: int, now: Passage) -> list[Passage]:
    """Behind one damage that ice has left."""
    text = f"meat damage as the run succeeds: {number + sight.more_meat}"
    return [a.tell(sight.place, text) for a in sight.damaged("meat", number, now)]


def at_the_end(now: Passage, free: int) -> Passage:
    """Behind all ice: what ends with the run is worth nothing any more. So many stealth
    credits, if they are left, are `free` to have paid what was not for breaking; one that came
    on the way, what was due later. What went with its last counter is told by that alone."""
    money = now.money
    later = 0 <= money.since < now.due_other
    quiet = min(free + later, money.stealth_left, now.due_other)
    rig = tuple(
        card._replace(
            installed=card.installed or card.spent & USED_UP > 0,
            boost=0,
            broken=0,
            spent=card.spent & (_WHERE_FROM | MOVED_ON * card.installed),
        )
        for card in now.rig
    )
    return now._replace(
        rig=rig,
        climate=MILD,
        paid=now.paid._replace(
            stealth=now.paid.stealth + quiet, other=now.paid.other - quiet, clicked=False
        ),
        money=money._replace(
            stealth_left=0, apart=(0,) * len(money.apart), frozen=-1, since=-1, closed=OPEN
        ),
        ahead=Ahead(),
        changed=Changed(),
        suffered=now.suffered._replace(
            refill=0,
            tags=max(0, now.suffered.tags),
            thrown=(0,) * len(now.suffered.thrown),
            away=(0,) * len(now.suffered.away),
        ),
    )


def without_counters_of_lost(ways: Iterable[Passage], first: RigState, best: Best) -> list[Passage]:
    """Of the ways behind all ice those that no other one beats, whatever counters the cards paid
    before that are surely lost in both: they are gone as well. `first`: the rig as the run
    began."""
    alike: dict[frozenset[int], list[Passage]] = {}
    for each in sorted(ways, key=lambda each: sum(each.paid.virus) + sum(each.paid.power)):
        alike.setdefault(_surely_lost(first, each), []).append(each)
    for lost, those in alike.items():
        if any(each.paid.virus[n] or each.paid.power[n] for each in those for n in lost):
            for more in [also for also in alike if lost <= also]:
                both = those if more == lost else [*those, *alike[more]]
                bare = [_without_counters_of(lost, each) for each in both]
                left = set(map(id, best(bare)))
                beaten = {
                    id(each) for each, rest in zip(both, bare, strict=True) if id(rest) not in left
                }
                alike[more] = [each for each in alike[more] if id(each) not in beaten]
    return [each for those in alike.values() for each in those]


def _surely_lost(first: RigState, each: Passage) -> frozenset[int]:
    both = enumerate(zip(first, each.rig, strict=True))
    lost = {n for n, (was, card) in both if was.installed and not card.installed}
    if len(lost) > each.total.losses:  # the Corp takes some of them
        return frozenset()
    return frozenset(lost) | {n for n, card in enumerate(each.rig) if card.doomed}


def _without_counters_of(lost: frozenset[int], each: Passage) -> Passage:
    virus, power = (
        tuple(0 if n in lost else paid for n, paid in enumerate(counters))
        for counters in (each.paid.virus, each.paid.power)
    )
    return each._replace(paid=each.paid._replace(virus=virus, power=power))


def by_presence(passages: Iterable[Passage]) -> tuple[list[Passage], list[Passage]]:
    """Those in which the piece at hand is there, and those in which it has left."""
    found: tuple[list[Passage], list[Passage]] = ([], [])
    for each in passages:
        found[each.here.piece == ABSENT].append(each)
    return found


def is_idle(sight: Sight, clause: Clause, now: Passage, broken: Done) -> bool:
    """Whether a clause asks for something that is known not to be so, and then does nothing."""
    effect = clause.effect
    if not isinstance(effect, If) or effect.otherwise is not None:
        return False
    return sight.met(effect.condition, now, broken) is False


def has_happened(clause: Clause, now: Passage) -> bool:
    """Whether a clause is of what comes once in a run, and has come."""
    return clause.text in now.changed.heard


def noted(clause: Clause, now: Passage) -> Passage:
    """With what comes once in a run marked as come."""
    return now.notes(clause.text) if IN_A_RUN in clause.text else now


def by_face(card: Card, passages: Iterable[Passage]) -> tuple[list[Passage], list[Passage]]:
    """Those in which a piece still does something itself, and those in which it has turned face
    down; one that turns itself down before the end does what waits for that all the same."""
    on = (clause.text for clause in card.rules.on if clause.event != OWN_END)
    by_itself = any("self-derez" in text for text in (*card.rules.sub_texts, *on))
    found: tuple[list[Passage], list[Passage]] = ([], [])
    for each in passages:
        found[each.here.piece == FACE_DOWN and not by_itself].append(each)
    return found


def beyond(pieces: Sequence[Piece], moving: bool, growing: bool = False) -> dict[int, int]:
    """For the place of each piece how much stronger the strongest one behind it may be; any may
    come there where they are `moving`; `growing`: strength may come on the way."""
    strengths = [piece.target.strength for piece in pieces]
    growing |= any(piece.sight.advanceable for piece in pieces)
    more = _MOST_GROWTH if growing else 0
    return {
        piece.place: max(
            0, *(other - strengths[n] + more for other in strengths[0 if moving else n :])
        )
        for n, piece in enumerate(pieces)
    }
