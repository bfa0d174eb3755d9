"""What one card does at the edge of a count, reckoned by hand: clicks that come back, what the
Corp loses as virus counters are purged, ice that is weakened until it falls, and strength bought
before credits are lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from simcore.cards.notation import parse_rules
from simcore.plan.offers import Robs
from simcore.plan.pieces import Ability, Ask, Boost, Slot, SlotState, Target, Weakening
from simcore.prices.purses import EMPTY
from simcore.prices.rig import gnawing, robbing
from simcore.prices.rig.drawing import HOST_PASSED, _with_click, without_idle_clicks
from simcore.prices.rig.felling import _at_most
from simcore.prices.rig.gnawing import cut_first, lowered
from simcore.prices.rig.strengthening import _closes_the_pool, strengthened
from simcore.prices.way.passage import Paid, Passage, Suffered

ONE = (SlotState(),)
NOW = Passage(ONE, Paid((0,), (0,)))
ICE = Target("Wall", 2, frozenset({"barrier"}), Ask(1))


def test_a_card_that_gave_a_second_click_is_one_card_more_in_the_grip() -> None:
    sight: Any = SimpleNamespace(
        slots=(Slot("Host", draws=HOST_PASSED),), clicks=4, purses=EMPTY, place=0
    )
    now = NOW._replace(suffered=Suffered(regained=1))
    kept, gained = _with_click(sight, 0, now)
    assert kept.suffered.refill == 0
    assert gained.suffered.refill == 1


@pytest.mark.parametrize(
    ("clicks", "regained", "idle"), [(1, 1, 0), (2, 1, 1), (2, 2, 1), (4, 1, 1)]
)
def test_clicks_gained_that_are_left_in_the_end_are_idle(
    clicks: int, regained: int, idle: int
) -> None:
    """Of so many clicks one is gone for good: as many as are left beside it may be idle, and never
    more than were gained."""
    now = NOW._replace(suffered=Suffered(clicks_lost=1, regained=regained))
    after = without_idle_clicks(clicks, False, now)
    assert after.suffered == Suffered(clicks_lost=1 + idle, regained=regained - idle)


@pytest.mark.parametrize(
    ("pool", "least", "robs", "lost"),
    [
        (2, 2, 2, [2]),
        (2, 1, 2, [1]),  # it had 2 and loses both, or had 1, loses nothing and keeps that
        (5, 0, 2, [2]),
        (1, 1, 2, []),
        (None, 0, 1, []),  # nobody says what it has: nothing is counted on
    ],
)
def test_what_the_corp_may_have_left_once_it_is_robbed(
    pool: int | None, least: int, robs: int, lost: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It loses all of the credits, or none where it has fewer; the most that it may have left
    counts."""
    taken: list[int] = []

    def less(_: object, number: int, now: Passage) -> Passage:
        taken.append(number)
        return now

    monkeypatch.setattr(robbing, "least_of_corp", lambda *_: least)
    monkeypatch.setattr(robbing, "less_for_corp", less)
    looks = SimpleNamespace(hand=False, credits=True)
    sight: Any = SimpleNamespace(
        looks=looks, place=0, in_doubt=lambda _: False, in_pool=lambda *_: pool
    )
    assert len(robbing._purged(sight, "Robber", Robs(credits=robs), NOW)) == 1
    assert taken == lost


def test_all_strength_taken_off_is_matched_by_what_is_left_of_it() -> None:
    """A card as strong as the ice, 2, takes that off for a credit each, with no strength bought."""
    worm = Slot(
        "Worm",
        strength=2,
        boosts=(Boost(1, credits=1),),
        weakening=Weakening(1, credits=1, interface=True),
    )
    piece: Any = SimpleNamespace(place=0)
    assert [each.paid.credits for each in lowered((worm,), piece, ICE, 2, NOW)] == [2]
    assert [each.paid.credits for each in _at_most((worm,), piece, ICE, 2, NOW)] == [2]
    kept = lowered((worm,), piece, ICE, 2, NOW, kept=1)  # another card takes one off later
    assert [each.paid.credits for each in kept] == [3]


def test_the_first_card_of_a_rig_may_weaken_ice_for_a_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gnawing, "tagged", lambda _, number, now: [now.suffers(tags=number)])
    monkeypatch.setattr(gnawing, "untagged", lambda _, now: [now])
    piece: Any = SimpleNamespace(place=0, sight=None, arriving=None, strength_by_tags=lambda _: 0)
    found = cut_first((Slot("Crew", cuts=2),), piece, ICE, NOW, 2)
    assert [(each.suffered.tags, left) for each, left in found] == [(0, 2), (1, 0)]


def test_a_pool_that_is_lost_whole_is_closed_behind_that() -> None:
    (some, whole) = parse_rules({"subs": ["rlose 3", "rlose all"]}).subs
    assert _closes_the_pool(whole)
    assert not _closes_the_pool(some)


@pytest.mark.parametrize(("pool", "ways"), [(5, 1), (4, 3)])
def test_strength_is_bought_ahead_only_if_the_credits_that_are_left_are_too_few(
    pool: int, ways: int
) -> None:
    """Three may be lost, and two steps of a credit are asked for: with five both come out even,
    with four one step or both may come before."""
    breaker = Slot(
        "Breaker",
        icebreaker=True,
        abilities=(Ability(1, credits=1),),
        boosts=(Boost(1, credits=1, lasts=True),),
    )
    purses = SimpleNamespace(to_use=lambda _slot, credits, now: [now.pays(credits)])
    sight = SimpleNamespace(
        drains=False, number=lambda *_: 3, in_pool=lambda *_: pool, purses=purses
    )
    piece: Any = SimpleNamespace(
        sight=sight, subs=parse_rules({"subs": ["rlose 3"]}).subs, target=ICE, place=0
    )
    assert len(strengthened((breaker,), piece, (), NOW)) == ways
