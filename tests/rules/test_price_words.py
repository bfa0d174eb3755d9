"""What prices tell besides numbers, what they refuse, and growth by what was really broken."""

from __future__ import annotations

import pytest
from boards import board, card, wall

from simcore import api
from simcore.cards.pool import load_pool
from simcore.errors import CapacityError
from simcore.plan.cost import break_cost, hosted_here
from simcore.plan.server_cost import server_cost
from simcore.scenario import RigCard

ENDS = wall(2, 1, "etr", title="Low")


@pytest.mark.parametrize(
    ("subs", "words"),
    [
        (1, "Sweeper: breaks 1 subroutine (1 credit)"),
        (2, "Sweeper: breaks 2 subroutines (1 credit)"),
        (3, "Sweeper: breaks 3 subroutines (2 credits)"),
        (5, "Sweeper: breaks 5 subroutines (3 credits)"),
    ],
)
def test_no_more_is_told_than_was_broken(subs: int, words: str) -> None:
    sweeper = card("Sweeper", "program", strength=2, break_=["1c: 2 barrier"])
    keep = wall(2, 1, *["etr"] * subs)
    assert break_cost(keep, [RigCard(sweeper)]).steps == (words,)


@pytest.mark.parametrize(("strength", "cost"), [(2, 2), (3, 2), (4, 3), (5, 4)])
def test_a_card_grows_by_what_there_was_to_break(strength: int, cost: int) -> None:
    """Strength 2, and one more for the first wall's only subroutine: 1, then what is missing
    from 3, and 1."""
    snowball = card(
        "Snowball",
        "program",
        strength=2,
        subtypes={"icebreaker"},
        break_=["1c: 2 barrier [then str +1 run]"],
        pump=["1c: +1"],
    )
    scenario = board(ENDS, wall(strength, 1, "etr", title="High"), rig=(snowball,), purse=20)
    assert server_cost(scenario).cost == cost


@pytest.mark.parametrize(
    "title", ["Banner", "Flashbang", "Golden", "Inversificator", "Mass-Driver", "Saker"]
)
def test_cards_that_get_past_ice_in_ways_without_a_price_are_named(title: str) -> None:
    with pytest.raises(CapacityError, match=title):
        api.break_cost("Wall of Static", [title], passing=True)
    api.break_cost("Wall of Static", [title])


@pytest.mark.parametrize("register", ["virus", "power"])
def test_strength_by_counters_that_are_spent_is_refused(register: str) -> None:
    short = {"virus": "vc", "power": "pc"}[register]
    static = [f"str +1*{register}"]
    rig = {
        spends: card(
            "Hungry",
            "program",
            strength=1,
            break_=[f"{short} 1: 1 barrier" if spends else "1c: 1 barrier"],
            static=static,
        )
        for spends in (True, False)
    }
    virus, power = (2, 0) if register == "virus" else (0, 2)
    hungry, sated = (RigCard(rig[spends], virus, power) for spends in (True, False))
    with pytest.raises(CapacityError, match="counters that it spends"):
        break_cost(ENDS, [hungry])
    assert break_cost(ENDS, [sated]).cost == 1
    assert break_cost(wall(4, 1), [sated]).cost is None


def test_only_what_needs_a_host_is_put_on_ice() -> None:
    pool = load_pool()
    hosted = {"Botulus", "Knight", "Living Mural", "Monkeywrench", "Slap Vandal", "Tranquilizer"}
    for title in (*hosted, "Corroder", "Adept", "Leech", "Desperado", "Cloak"):
        assert (hosted_here(RigCard(pool.find(title))).host == 0) == (title in hosted), title
