"""By which way the fixed plans break, and what it costs, where a small slip shows in few games:
each worked out by hand, and played by the reference and the kernel."""

from __future__ import annotations

from typing import Any

import pytest
from agreement.compare import difference
from boards import board, breaker, card, wall

from simcore.cards.card import Card
from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.record import Result
from simcore.reference import play_seeded
from simcore.reference.telling import listed
from simcore.scenario import PlacedIce, RigCard


def result(*ice: PlacedIce | Card, **keys: Any) -> Result:
    scenario = board(*ice, **keys)
    assert difference(scenario, seed=3, games=2) is None
    return play_seeded(scenario, 3, 1).result


@pytest.mark.parametrize(("strength", "success"), [(2, 1), (3, 0)])
def test_a_card_that_is_given_up_weakens_once(strength: int, success: int) -> None:
    given_up = card("Given", "program", paid=["trash: ice-str -1"])
    scenario = board(wall(strength), rig=(given_up, breaker(1)))
    assert play_seeded(scenario, 3, 1).result.success == success
    with pytest.raises(CapacityError, match="a cost of trash"):
        encode(scenario)


def test_the_last_counter_keeps_a_card() -> None:
    """One counter of the first card is less than two of the other, and no card is lost."""
    first = RigCard(breaker(2, "1c: 1 any", on=["used: vc 1 else self-trash"]), virus=1)
    other = RigCard(breaker(2, "pc 2: 1 any", title="Other"), power=2)
    game = result(wall(2), rig=(first, other))
    assert (game.credits_spent, game.programs_lost) == (1, 0)


@pytest.mark.parametrize(("strength", "success"), [(1, 0), (2, 1), (3, 0), (4, 1)])
def test_a_card_that_has_to_be_just_as_strong(strength: int, success: int) -> None:
    exact = breaker(2, static=["exact"], pump=["1c: +2"])
    assert result(wall(strength), rig=(exact,)).success == success


@pytest.mark.parametrize(("counters", "success"), [(0, 0), (1, 1)])
def test_a_boost_by_counters_that_are_not_there(counters: int, success: int) -> None:
    charged = RigCard(breaker(2, pump=["1c: +1*power"]), power=counters)
    scenario = board(wall(3), rig=(charged,))
    assert play_seeded(scenario, 3, 1).result.success == success
    with pytest.raises(CapacityError):
        encode(scenario)


def test_a_use_of_a_chosen_size_is_one_use() -> None:
    taxing = wall(9, 1, "use-tax 1", title="Taxing")
    game = result(taxing, wall(2, 1, "etr", "etr"), rig=(breaker(2, "Xc: X any"),))
    assert (game.success, game.credits_spent) == (1, 3)


@pytest.mark.parametrize(("strength", "success"), [(3, 1), (4, 0)])
def test_a_card_grows_by_what_it_breaks_not_by_what_it_could(strength: int, success: int) -> None:
    snow = breaker(1, "1c: 3 any [then str +1 run]")
    assert result(wall(1, 1, "etr", "etr"), wall(strength), rig=(snow,)).success == success


def test_cards_of_the_grip_are_given_up_before_those_of_the_rig() -> None:
    for costs in ("own-prog 1 | grip 1", "grip 1 | own-prog 1"):
        scenario = board(wall(9, 1, f"etr unless {costs}"), rig=(card("One", "program"),))
        game = play_seeded(scenario, 3, 1).result
        assert (game.success, game.programs_lost, game.grip_left) == (1, 0, 4)


def test_cards_in_front_are_used_before_one_between_them() -> None:
    """Both pairs cost 2: the first and the last break the first wall, the dear one the second."""
    once = {name: breaker(2, "1c: 1 any [1/run]", title=name) for name in ("First", "Last")}
    dear = breaker(2, "2c: 2 any [1/run]", title="Dear")
    rig = (once["First"], dear, once["Last"])
    game = result(wall(2, 1, "etr", "etr"), wall(2), rig=rig, purse=9)
    assert (game.success, game.credits_spent) == (1, 4)


@pytest.mark.parametrize(("more", "success"), [((), 0), (("tag 1",), 1)])
def test_all_but_one_of_one_are_none(more: tuple[str, ...], success: int) -> None:
    hook = breaker(0, "trash: all-but-1 any [no-interface]")
    assert result(wall(9, 1, "etr", *more), rig=(hook,)).success == success


def test_clicks_are_given_up_before_cards_of_the_grip() -> None:
    for costs in ("click 1 | grip 1", "grip 1 | click 1"):
        game = play_seeded(board(wall(9, 1, f"etr unless {costs}"), clicks=1), 3, 1).result
        assert (game.success, game.clicks_spent, game.grip_left) == (1, 1, 5)


def test_a_weakening_by_nothing_is_none() -> None:
    idle = card("Idle", "program", paid=["1c: ice-str -0"])
    for strength, success in ((2, 1), (3, 0)):
        scenario = board(wall(strength), rig=(idle, breaker(2)))
        assert play_seeded(scenario, 3, 1).result.success == success


def test_parts_are_listed() -> None:
    assert [listed([*"123"[:n]]) for n in (1, 2, 3)] == ["1", "1 and 2", "1, 2 and 3"]


@pytest.mark.parametrize(("limits", "success"), [((1, 2), 0), ((2, 1), 0), ((2, 2), 1)])
def test_of_two_limits_on_breaking_the_lower_one_holds(
    limits: tuple[int, int], success: int
) -> None:
    ice = wall(1, 1, "etr", "etr", static=[f"break-limit {n} printed" for n in limits])
    assert result(ice, rig=(breaker(1),)).success == success
