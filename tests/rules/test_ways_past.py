"""Ways past ice, worked out by hand where cards are lost, given up or taken on the way."""

from __future__ import annotations

from typing import Any

from boards import fracter, wall

from simcore.cards.card import Card
from simcore.plan.cost import Bill
from simcore.plan.cost import break_cost as cost_of
from simcore.scenario import RigCard


def past(ice: Card, *rig: RigCard, **keys: Any) -> tuple[Bill, ...]:
    """Every way past one piece of ice."""
    return cost_of(ice, rig, passing=True, **keys).payments


def named(bills: tuple[Bill, ...], *names: str) -> list[tuple[Any, ...]]:
    """What the payments say of these names, in order of amounts."""
    return sorted(tuple(bill.get(name, 0) for name in names) for bill in bills)


# ---- where something counts what is installed -----------------------------------------------


def test_a_card_is_given_up_where_it_is_worse_to_keep_it() -> None:
    """Behind the wall 1 net damage for each installed icebreaker: for 1 credit the fracter
    breaks and stays, or goes along and spares the card of the grip."""
    thorns = wall(2, 1, "etr", on=["pass: net 1*breakers"])
    keen = fracter(2, break_=["1c: 1 barrier", "1c + trash: 1 barrier"])
    bills = past(thorns, RigCard(keen))
    assert named(bills, "credits", "damage", "given_up") == [(1, 0, 1), (1, 1, 0)]


def test_the_last_counter_goes_into_strength_so_that_the_card_goes() -> None:
    """It loses a counter for having broken something, or is trashed. The point of strength
    may cost a credit or that very counter: with the counter and a credit for the break
    it is gone, and behind the wall nothing is counted."""
    thorns = wall(3, 1, "etr", on=["pass: net 1*breakers"])
    loyal = fracter(2, pump=["0c: +1", "pc 1: +1"], on=["used: pc 1 else self-trash"])
    bills = past(thorns, RigCard(loyal, power=1))
    paid = named(bills, "credits", "damage", "given_up", "counters")
    assert paid == [(1, 0, 1, 1), (1, 1, 0, 1)]


def test_ice_is_weakened_for_a_use_that_gives_the_card_up() -> None:
    """The use that trashes the card is closed at strength 1; for a credit and a counter it
    is open, and the damage for installed icebreakers behind the piece is none."""
    thorns = wall(1, 1, "etr", on=["pass: net 1*breakers"])
    sly = fracter(
        3,
        pump=[],
        break_=["1c: 1 barrier", "trash: 1 barrier [if str!=1]"],
        paid=["1c + vc 1: ice-str -1"],
    )
    paid = named(past(thorns, RigCard(sly, virus=2)), "credits", "damage", "given_up", "counters")
    assert paid == [(1, 0, 1, 1), (1, 1, 0, 0)]


def test_a_card_that_is_kept_is_better_where_nothing_counts_it() -> None:
    keen = fracter(2, break_=["1c: 1 barrier", "1c + trash: 1 barrier"])
    assert named(past(wall(2), RigCard(keen)), "credits", "given_up") == [(1, 0)]
