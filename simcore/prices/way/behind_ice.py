"""What comes before all ice, and once all of it has been passed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from simcore.plan.marks import CAME_BACK, IN_HEAP_AT_FIRST, IN_STACK, ON_STACK, USED_AGAIN, USED_UP
from simcore.plan.pieces import RigState
from simcore.plan.states import MILD
from simcore.prices.corp.further_effects import in_words
from simcore.prices.corp.gates import COST, Gate
from simcore.prices.way.answers import Best
from simcore.prices.way.passage import ABSENT, OPEN, Ahead, Changed, Passage
from simcore.prices.way.suffering import Sight
from simcore.prices.way.wall import Piece

_WHERE_FROM = CAME_BACK | USED_AGAIN | IN_STACK | ON_STACK | IN_HEAP_AT_FIRST
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
    return found


def succeeding(pieces: Sequence[Piece], now: Passage) -> list[Passage]:
    """What ice has left for the success of the run, before anything else comes of that."""
    if not now.ahead.harm and not now.ahead.untags:
        return [now]
    place, sight = pieces[-1].place, pieces[-1].sight
    if gone := min(now.ahead.untags, max(0, sight.tags + now.suffered.tags)):
        now = now.suffers(tags=-gone).tell(place, f"tags removed as the run succeeds: {gone}")
    if not now.ahead.harm:
        return [now]
    text = f"meat damage as the run succeeds: {now.ahead.harm}"
    each_more = now.ahead.harm - sight.more_meat  # of each source by now
    return [a.tell(place, text) for a in sight.damaged("meat", each_more, now)]


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
            spent=card.spent & _WHERE_FROM,
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
        suffered=now.suffered._replace(refill=0, tags=max(0, now.suffered.tags)),
    )


def without_counters_of_lost(ways: Iterable[Passage], first: RigState, best: Best) -> list[Passage]:
    """Of the ways behind all ice that surely lose the same cards those that no other one beats,
    whatever counters these cards paid before: they are gone as well. `first`: the rig as the run
    began."""
    alike: dict[frozenset[int], list[Passage]] = {}
    for each in sorted(ways, key=lambda each: sum(each.paid.virus) + sum(each.paid.power)):
        alike.setdefault(_surely_lost(first, each), []).append(each)
    found: list[Passage] = []
    for lost, those in alike.items():
        bare = [_without_counters_of(lost, each) for each in those]
        left = set(map(id, best(bare)))
        found += [each for each, stripped in zip(those, bare, strict=True) if id(stripped) in left]
    return found


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
