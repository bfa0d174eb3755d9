"""Payments worked out by hand where the search over legal actions once had another answer
than the optimiser."""

from __future__ import annotations

from typing import Any

import pytest
from agreement.break_search import Case, Terms, disagreement, payments, payments_apart
from boards import card

from simcore.cards.card import Card
from simcore.errors import CapacityError
from simcore.scenario import RigCard


def ice(strength: int, *subs: str, kind: str = "barrier", **keys: Any) -> Card:
    return card("Ice", "ice", strength=strength, cost=1, subtypes={kind}, subs=list(subs), **keys)


def program(strength: int, *breaks: str, title: str = "Card", **keys: Any) -> Card:
    keys.setdefault("subtypes", {"icebreaker"})
    return card(title, "program", strength=strength, cost=1, break_=list(breaks), **keys)


def prices(case: Case) -> set[tuple[int, ...]]:
    """Credits, clicks, virus and power counters in all, cards gone."""
    assert payments_apart(case) == ""

    def price(each: Terms) -> tuple[int, ...]:
        gone = sum(not installed for installed, *_ in each.left)
        sums = each.sums
        return (sums.credits, sums.clicks, sum(each.virus), sum(each.power), gone)

    return {price(each) for each in payments(case)}


def test_two_ways_that_cost_the_same_do_not_put_each_other_out() -> None:
    wall = ice(0, "tag 1", "tag 1", rbreak=["1c: 1"])
    grower = program(0, "1c + pc 1: 1 sentry [then str +2 run]", "2c | click 1: 3 barrier")
    assert prices(Case(wall, (RigCard(grower),))) == {(2, 0, 0, 0, 0), (0, 1, 0, 0, 0)}


def test_a_counter_for_having_been_used_is_a_price_beside_the_card() -> None:
    faithful = program(
        1, "trash: 1 any [no-interface]", "0c: 1 any", on=["used: vc 1 else self-trash"]
    )
    case = Case(ice(1, "net 1", "tag 1", "etr"), (RigCard(faithful, virus=2),))
    # three free uses and a counter; or two of them, and the card for the third
    assert prices(case) == {(0, 0, 1, 0, 0), (0, 0, 0, 0, 1)}


def test_nothing_is_weakened_in_vain() -> None:
    lowering = program(
        2, "2c: 1 sentry", pump=["1c: +1 run"], paid=["1c: ice-str -1 [interface]"], title="Low"
    )
    case = Case(ice(3, "etr"), (RigCard(program(3, "1c: 1 barrier")), RigCard(lowering)))
    assert prices(case) == {(1, 0, 0, 0, 0)}


def test_noise_costs_nothing_where_there_is_nothing_to_hear() -> None:
    loud = program(3, "1c: 1 barrier [noisy 2]", subtypes={"icebreaker", "noisy"}, title="Loud")
    case = Case(ice(3, "etr"), (RigCard(loud), RigCard(program(3, "2c: 1 barrier"))))
    assert prices(case) == {(1, 0, 0, 0, 0)}


def test_a_strength_that_will_not_do_is_passed_by() -> None:
    picky = program(2, "1c: 1 barrier [if str!=1]")
    leech = card("Leech", "program", paid=["vc 1: ice-str -2"])
    case = Case(ice(5, "etr"), (RigCard(picky), RigCard(leech, virus=4)))
    assert prices(case) == {(1, 0, 3, 0, 0)}  # 5, 3, 1, -1


def test_boosts_at_other_prices_are_told_where_credits_do_not_suffice() -> None:
    two = program(1, "1c: 1 barrier", pump=["2c: +1", "vc 1: +2"])
    case = Case(ice(4, "etr"), (RigCard(two, virus=2),))
    assert prices(case) == {(7, 0, 0, 0, 0), (3, 0, 1, 0, 0), (1, 0, 2, 0, 0)}


def test_two_exact_cards_break_on_the_way_down() -> None:
    high, low = (program(n, "1c: 1 barrier", static=["exact"], title=str(n)) for n in (3, 2))
    leech = card("Leech", "program", paid=["vc 1: ice-str -1"])
    three = Case(ice(3, "etr", "etr"), (RigCard(high), RigCard(low), RigCard(leech, virus=1)))
    assert prices(three) == {(2, 0, 0, 0, 0)}
    once = program(3, "trash: 1 barrier", static=["exact"], title="Once")
    mixed = Case(ice(3, "etr", "etr"), (RigCard(once), RigCard(low), RigCard(leech, virus=1)))
    assert prices(mixed) == {(2, 0, 1, 0, 0), (1, 0, 1, 0, 1)}


def test_a_card_that_is_gone_weakens_nothing() -> None:
    lone = program(5, "trash: 1 barrier", static=["exact"], paid=["1c: ice-str -1"], title="Lone")
    other = program(4, "1c: 1 barrier", title="Other")
    case = Case(ice(5, "etr", "etr"), (RigCard(lone), RigCard(other)))
    assert prices(case) == {(3, 0, 0, 0, 0)}  # weakened by 1, both by the other card


def test_a_way_without_a_use_too_many_is_preferred() -> None:
    tracer = program(3, "0c: 1 {trace}", title="Tracer")
    case = Case(
        ice(3, "trace 3: etr", "tag 1"), (RigCard(tracer), RigCard(program(3, "1c: 3 any")))
    )
    assert disagreement(case) == ""
    assert prices(case) == {(1, 0, 0, 0, 0)}


def test_strength_by_cards_that_are_trashed_meanwhile_is_refused() -> None:
    crowbar = program(0, "trash: 3 barrier", static=["str +1*breakers"])
    pair = (RigCard(crowbar), RigCard(crowbar))
    with pytest.raises(CapacityError, match="moves during an encounter"):
        payments(Case(ice(2, "etr", "etr", "etr", "etr"), pair))
    growing = program(2, "1c: 1 barrier [then str +1 run]", static=["exact"])
    with pytest.raises(CapacityError, match="beyond its exact strength"):
        payments(Case(ice(2, "etr"), (RigCard(growing),)))


def test_a_card_that_may_not_be_too_strong_could_wait_until_another_is_trashed() -> None:
    """From 0 to 3 by 2 for two icebreakers and 1 for the one that is left: refused. Where the
    card that counts them is the one that goes, there is nothing to wait for."""
    once, steps = program(4, "trash: 1 any", title="Once"), ["1c: +1*breakers run"]
    patient = program(0, "1c: 1 barrier", static=["exact"], pump=steps)
    with pytest.raises(CapacityError, match="Once is trashed while it breaks"):
        payments(Case(ice(3, "etr", "etr"), (RigCard(patient), RigCard(once))))
    hasty = program(0, "trash: 1 barrier", static=["exact"], pump=steps)
    lasting = program(4, "3c: 1 any", title="Lasting")
    case = Case(ice(4, "etr", "etr"), (RigCard(hasty), RigCard(lasting)))
    assert prices(case) == {(6, 0, 0, 0, 0), (5, 0, 0, 0, 1)}


def test_each_use_that_makes_a_card_grow_has_a_subroutine_of_its_own() -> None:
    """One or the other, for nothing or for 2: not both, though the step of the second lasts."""
    first = program(1, "0c: 1 any [then str +1 run]", title="First")
    second = program(0, "1c: 1 any [then str +1 run]", pump=["1c: +1 run"], title="Second")
    case = Case(ice(1, "etr"), (RigCard(first), RigCard(second)))
    assert prices(case) == {(0, 0, 0, 0, 0), (2, 0, 0, 0, 0)}
    assert {tuple(grown for _, grown, *_ in each.left) for each in payments(case)} == {
        (1, 0),
        (0, 2),
    }


def test_what_breaks_two_that_trace_breaks_one_of_them_beside_another_use() -> None:
    """1 for the one that traces, though the use has room for two of them, and 2 for the other;
    2 and 2 is dearer."""
    keen = program(1, "1c: 2 {trace}", "2c: 1 any")
    assert prices(Case(ice(1, "tag 1", "trace 2: tag 1"), (RigCard(keen),))) == {(3, 0, 0, 0, 0)}
