"""Two ways that the Runner may have come: the worse of both, and what is kept of several."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

from boards import card

from simcore.plan.pieces import GONE, RigState, Slot, SlotState
from simcore.plan.slots import make_slot
from simcore.plan.states import Climate, Weather
from simcore.prices.way.comparing import Looks, best_of
from simcore.prices.way.passage import (
    ABSENT,
    FACE_DOWN,
    Ahead,
    Changed,
    Curbed,
    Here,
    Money,
    Paid,
    Passage,
    Suffered,
    Total,
)
from simcore.prices.way.worse import worse_of
from simcore.scenario import RigCard

PAIRS = 400
BEHIND = Looks(behind=True)
CARDS = tuple(card(name, "program", strength=2, break_=["1c: 1 any"]) for name in "ABC")
SLOTS: tuple[Slot, ...] = tuple(make_slot(RigCard(each), False, False) for each in CARDS)
FEWER = (
    *("gained", "stealth", "stealth_left", "bypasses", "bypassed", "piece", "purged"),
    *("endless", "bare", "idle", "freed", "named", "idle_next", "averted", "refill", "past"),
    *("staff", "stung", "raised", "beyond", "traced", "untags", "at_most", "back"),
)
"""What is worse when it is less; `APART`: what has a test of its own, or counts as `due`."""
APART = (
    *("virus", "power", "taken", "perhaps", "surely", "thrown", "covered", "covered_other"),
    *(
        "clicks_lost",
        "regained",
        "frozen",
        "advanced",
        "again",
        "left",
        "turned",
        "order",
        "apart",
        "swap",
        "frees",
    ),
    *("heard", "shot", "joined", "lasting", "lost", "closed", "met", "away"),
)
FLAGS = (
    *("short", "bypassed", "clicked", "doubles", "purged", "endless", "bare", "freed"),
    *("stung", "dry", "barred"),
)
PARTS: dict[str, Any] = {
    "paid": Paid, "money": Money, "suffered": Suffered, "here": Here, "ahead": Ahead,
    "changed": Changed, "total": Total, "curbed": Curbed,
}  # fmt: skip


def random_weather(random: Random) -> Weather:
    strength, etrs, tax, uses = (random.randrange(3) for _ in range(4))
    return Weather(strength, etrs, tax, uses, locked=random.random() < 0.5)


def random_card(random: Random) -> SlotState:
    if random.random() < 0.3:
        return GONE
    return SlotState(
        boost=random.randrange(4),
        virus=random.randrange(4),
        power=random.randrange(4),
        doomed=random.random() < 0.5,
        used=random.random() < 0.5,
        broken=random.randrange(4),
        rolled=random.randrange(4),
        silent=random.random() < 0.5,
        spent=random.randrange(4),
    )


def random_passage(random: Random) -> Passage:
    def numbers(count: int) -> tuple[int, ...]:
        return tuple(random.randrange(4) for _ in range(count))

    rig: RigState = tuple(random_card(random) for _ in SLOTS)
    here = random_weather(random) if random.random() < 0.5 else None
    climate = Climate(random_weather(random), random_weather(random), here)
    parts = {}
    for name, part in PARTS.items():
        plain: dict[str, Any] = {
            field: random.random() < 0.5 if field in FLAGS else random.randrange(4)
            for field in part._fields
            if field not in APART
        }
        for field in {"virus", "power"} & set(part._fields):
            plain[field] = numbers(3)
        parts[name] = part(**plain)
    passage = Passage(rig, parts.pop("paid"), climate)._replace(**parts)
    taken, perhaps = (frozenset(random.sample(range(3), random.randrange(3))) for _ in range(2))
    surely = frozenset(n for n in taken if random.random() < 0.5)
    return passage._replace(
        money=passage.money._replace(apart=numbers(2), lost=random.randrange(4)),
        suffered=passage.suffered._replace(
            taken=taken, perhaps=perhaps, surely=surely, thrown=numbers(2), away=numbers(2)
        ),
        here=passage.here._replace(piece=random.choice([0, FACE_DOWN, ABSENT])),
    )


def pairs() -> list[tuple[Passage, Passage]]:
    random = Random(20_261_121)
    return [(random_passage(random), random_passage(random)) for _ in range(PAIRS)]


def test_what_is_paid_and_suffered_is_the_worse_of_both() -> None:
    for one, other in pairs():
        worse = worse_of(one, other)
        for part in PARTS:
            now, mine, its = (getattr(each, part) for each in (worse, one, other))
            for name in set(now._fields) - set(APART):
                of_two = min if name in FEWER else max
                assert getattr(now, name) == of_two(getattr(mine, name), getattr(its, name)), name
        clicks_gone = max(one.clicks_gone, other.clicks_gone)
        paid = worse.paid.clicks + worse.paid.forgone
        in_all = [each.clicks_gone + each.suffered.regained for each in (worse, one, other)]
        assert worse.clicks_gone == max(clicks_gone, paid - worse.suffered.regained)
        assert in_all[0] == max(*in_all[1:], paid)
        assert worse.due == max(one.due, other.due)
        assert worse.due_other == max(one.due_other, other.due_other)
        of_pool = [each.total.pool + each.money.lost for each in (worse, one, other)]
        assert of_pool[0] == max(of_pool[1:])
        mine, its = one.suffered, other.suffered
        assert worse.suffered.taken == mine.taken | its.taken
        assert worse.suffered.perhaps == mine.perhaps | its.perhaps
        assert worse.suffered.surely == mine.surely & its.surely
        assert worse.suffered.thrown == tuple(map(max, mine.thrown, its.thrown))
        assert worse.suffered.away == tuple(map(min, mine.away, its.away))
        assert worse.money.apart == tuple(map(min, one.money.apart, other.money.apart))


def test_of_the_rig_the_worse_is_left() -> None:
    for one, other in pairs():
        worse = worse_of(one, other)
        for slot, (now, mine, its) in enumerate(zip(worse.rig, one.rig, other.rig, strict=True)):
            if not mine.installed or not its.installed:
                assert now == GONE._replace(doomed=mine.doomed or its.doomed)
            else:
                for name in ("boost", "virus", "power", "broken", "rolled"):
                    assert getattr(now, name) == min(getattr(mine, name), getattr(its, name))
                for name in ("doomed", "used", "silent"):
                    assert getattr(now, name) == (getattr(mine, name) or getattr(its, name))
                assert now.spent == mine.spent | its.spent
            for kind in ("virus", "power"):
                spent = [getattr(each.paid, kind)[slot] for each in (one, other)]
                assert getattr(worse.paid, kind)[slot] == max(spent)


def test_on_ice_lies_the_worse_of_both() -> None:
    for one, other in pairs():
        for now, mine, its in zip(
            worse_of(one, other).climate, one.climate, other.climate, strict=True
        ):
            there = [each for each in (mine, its) if each is not None]
            worst = Weather._make(map(max, zip(*there, strict=True))) if there else None
            assert now == worst


def test_the_worse_of_both_beats_neither() -> None:
    for one, other in pairs():
        rig = tuple(now._replace(silent=False, spent=0) for now in one.rig)
        none: dict[str, Any] = {"virus": (0,) * 3, "power": (0,) * 3}
        same = [
            each._replace(
                rig=rig, paid=each.paid._replace(**none), money=each.money._replace(lost=0)
            )
            for each in (one, other)
        ]
        worse = worse_of(same[0], same[1])
        for each in same:
            assert len(best_of(SLOTS, [worse, each], BEHIND)) == 1
            kept = best_of(SLOTS, [each, worse], BEHIND)
            assert kept == [each]


def test_what_is_dropped_is_beaten_and_what_is_kept_is_not() -> None:
    random = Random(20_261_122)
    for _ in range(60):
        first = random_passage(random)
        changed = [
            first._replace(
                paid=first.paid._replace(credits=random.randrange(3)),
                suffered=first.suffered._replace(
                    tags=random.randrange(3), damage=random.randrange(3)
                ),
            )
            for _ in range(8)
        ]
        kept = best_of(SLOTS, changed, BEHIND)
        for one, other in combinations(kept, 2):
            assert best_of(SLOTS, [one, other], BEHIND) == [one, other] or best_of(
                SLOTS, [other, one], BEHIND
            ) == [one, other]
        for each in set(changed) - set(kept):
            assert any(best_of(SLOTS, [it, each], BEHIND) == [it] for it in kept)


def test_the_earlier_a_credit_for_anything_came_the_more_it_can_have_paid() -> None:
    first = random_passage(Random(3))
    never, at_once, late = (
        first._replace(money=first.money._replace(since=since)) for since in (-1, 0, 2)
    )
    assert best_of(SLOTS, [late, at_once], Looks()) == [at_once]
    assert set(best_of(SLOTS, [never, at_once], Looks())) == {never, at_once}
