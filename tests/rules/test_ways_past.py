"""Ways past ice, worked out by hand where cards are lost, given up or taken on the way."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from boards import board, card, fracter, wall

from simcore.api import find_card
from simcore.cards.card import Card
from simcore.prices.bills import Bill
from simcore.prices.cost import break_cost as cost_of
from simcore.prices.server_cost import server_cost
from simcore.scenario import RigCard


def past(ice: Card, *rig: RigCard, **keys: Any) -> tuple[Bill, ...]:
    """Every way past one piece of ice."""
    return cost_of(ice, rig, passing=True, **keys).payments


def through(*ice: Card, rig: tuple[RigCard, ...], **keys: Any) -> tuple[Bill, ...]:
    """Every way past a server of these pieces."""
    return server_cost(board(*ice, rig=rig, **keys), passing=True).payments


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


# ---- credits on cards that are taken --------------------------------------------------------


def purse(credits: int, use: str = "", title: str = "Purse") -> RigCard:
    """Hardware with recurring credits on it."""
    recurring = f"{credits} {use}".strip()
    return RigCard(card(title, "hardware", recurring=recurring), credits=credits)


def test_credits_are_spent_before_their_card_is_trashed_or_never() -> None:
    """2 credits lie on hardware that the first piece trashes. Broken for 1 (a point of strength,
    a break: 2) nothing is lost: 2 and 2 for both pieces, 2 of them from the card. Or 1 is
    paid for the toll of that piece, which is all that the card still gives; it is gone
    for the second, 2 from the pool. Without the toll it gives nothing."""
    tolled = wall(3, 1, "trash hw 1", on=["encounter: must-pay 1 else etr"])
    rig = (purse(2), RigCard(fracter(2)))
    paid = named(through(tolled, wall(3), rig=rig), "credits", "pool", "given_up", "cards_lost")
    assert paid == [(3, 2, 0, ["Purse"]), (5, 3, 0, 0)]
    plain = wall(3, 1, "trash hw 1")
    paid = named(through(plain, wall(3), rig=rig), "credits", "pool", "cards_lost")
    assert paid == [(2, 2, ["Purse"]), (4, 2, 0)]


def test_nothing_is_paid_with_credits_of_a_card_that_the_same_piece_has_trashed() -> None:
    """The second text asks for 1 when the card is gone; in the other order the card pays."""
    first = wall(0, 1, "trash hw 1", "etr unless pay 1")
    rig = (purse(2),)
    assert named(past(first, *rig), "credits", "pool") == [(1, 1)]
    assert named(past(wall(0, 1, "etr unless pay 1", "trash hw 1"), *rig), "pool") == [(0,)]


def test_of_two_purses_the_one_that_will_go_pays_first() -> None:
    """The first piece takes a toll of 2, then the first of two cards with 2 credits each. That
    one has paid the toll, so that the other pays 2 at the second piece: nothing is left for
    the pool, though the other stands behind it in the rig, or in front of it."""
    robber = wall(0, 1, "trash hw 1", on=["encounter: must-pay 2 else etr"])
    keeper = RigCard(card("Bank", "resource", recurring="2"), credits=2)
    for rig in ((purse(2), keeper), (keeper, purse(2))):
        bills = through(robber, wall(2, 1, "etr unless pay 2"), rig=rig)
        assert named(bills, "credits", "pool", "cards_lost") == [(4, 0, ["Purse"])]


def test_what_pays_for_anything_leaves_breaks_to_what_pays_for_nothing_else() -> None:
    """A toll of 1 and a break for 1; then the card with 1 credit for anything is taken. It has
    paid the toll, the credit for breakers the break."""
    robber = wall(2, 1, "etr", on=["encounter: must-pay 1 else etr", "pass: trash hw 1"])
    tools = RigCard(card("Tools", "resource", recurring="1 breakers"), credits=1)
    rig = (purse(1), tools, RigCard(fracter(2)))
    assert named(past(robber, *rig), "credits", "pool") == [(2, 0)]


def test_stealth_credits_wait_where_others_are_about_to_go() -> None:
    """1 for each of two walls. Hardware with 1 credit for breakers goes behind the first, the
    stealth credit stays: the first break is paid with the one, the second with the other."""
    robber = wall(2, 1, "etr", on=["pass: trash hw 1"])
    cloak = RigCard(card("Cloak", "resource", recurring="1 breakers stealth"), credits=1)
    rig = (purse(1, "breakers"), cloak, RigCard(fracter(2)))
    assert named(through(robber, wall(2), rig=rig), "credits", "pool") == [(2, 0)]


def test_stealth_credits_go_with_their_card() -> None:
    """Two stealth credits: one is spent at the first wall, the other is gone behind it."""
    robber = wall(2, 1, "etr", on=["pass: trash hw 1"])
    rig = (purse(2, "breakers stealth"), RigCard(fracter(2)))
    assert named(through(robber, wall(2), rig=rig), "credits", "pool") == [(2, 1)]


# ---- what the Corp picks, and what nobody knows ---------------------------------------------


@pytest.mark.parametrize(
    ("ice", "titles", "cost"),
    [
        # the trash is broken with Mimic: 1, then 1 + 1 at the wall; unbroken it takes Corroder
        (("Cobra", "Wall of Static"), ("Corroder", "Mimic"), 3),
        # 4 for strength 8, the end and both trashes 3, the wall 2: it would take Corroder
        (("Archer", "Wall of Static"), ("Carmen", "Corroder"), 9),
    ],
)
def test_the_corp_takes_what_is_missed_however_the_cards_lie(
    ice: tuple[str, ...], titles: tuple[str, ...], cost: int
) -> None:
    pieces = [find_card(title) for title in ice]
    for order in permutations(titles):
        rig = tuple(RigCard(find_card(title)) for title in order)
        assert min(bill["credits"] for bill in through(*pieces, rig=rig)) == cost


def test_one_card_is_lost_and_the_other_does_its_work() -> None:
    """Two fracters: the cheap one pays 1 at the wall, the dear one 3. Unbroken the thief takes
    the cheap one: 3, for one card of the two. Broken (4 for strength, 1) both stay: 6."""
    thief = wall(6, 1, "trash prog 1", title="Thief")
    cheap = fracter(2, title="Cheap")
    dear = fracter(2, title="Dear", break_=["3c: 1 barrier"], pump=["9c: +1"])
    for rig in permutations((RigCard(cheap), RigCard(dear))):
        bills = through(thief, wall(2), rig=rig)
        assert named(bills, "credits", "cards_taken") == [(3, 1), (6, 0)]
        assert {len(bill.get("cards_lost", ())) for bill in bills} == {0, 2}


def test_the_runner_needs_a_way_on_for_each_answer_not_for_all_at_once() -> None:
    """The Corp gives a tag or takes both cards of the grip. Behind it a tag costs 1 at one
    piece, an empty grip 1 at the other: 1 in all, not 2."""
    torn = wall(0, 1, "corp: {tag 1} | {net 2}", title="Torn")
    marked = wall(0, 1, "if tagged: {etr unless pay 1}", title="Marked")
    empty = wall(0, 1, "if grip<=0: {etr unless pay 1}", title="Empty")
    bills = through(torn, marked, empty, rig=(), grip=2)
    assert named(bills, "credits", "tags", "damage") == [(1, 1, 2)]


def test_an_answer_without_a_way_on_stops_the_runner() -> None:
    torn = wall(0, 1, "corp: {tag 1} | {net 2}", title="Torn")
    marked = wall(0, 1, "if tagged: {etr}", title="Marked")
    found = server_cost(board(torn, marked, rig=()), passing=True)
    assert (found.possible, found.stopped_by) == (False, "Marked")
    breaker = (RigCard(fracter(0)),)
    bills = through(torn, marked, rig=breaker)
    assert named(bills, "credits", "tags", "damage") == [(1, 0, 0)]


def test_what_the_corp_has_by_trashing_ice_comes_when_all_has_been_paid() -> None:
    """1 for the break, then the Corp trashes the wall: a click, or the run ends."""
    trap = wall(2, 1, corp=["trash: etr unless click 1"])
    bills = through(trap, rig=(RigCard(fracter(2)),), clicks=1)
    assert named(bills, "credits", "clicks") == [(1, 1)]
    assert not through(trap, rig=(RigCard(fracter(2)),), clicks=0)


def test_where_the_corp_may_end_the_run_whatever_is_paid_that_is_said() -> None:
    gate = wall(2, 1, title="Gate", corp=["trash: etr"])
    found = cost_of(gate, (RigCard(fracter(2)),), passing=True)
    assert found.cost == 1
    assert found.approximate == ("Gate: the Corp may trash it to end the run: that is left out",)


def test_the_first_encounter_is_the_one_with_ice_that_cannot_be_bypassed() -> None:
    """The guide bypasses the first piece met. The guard cannot be: 1; the chance is gone, so
    that the wall behind it is broken for 1 as well."""
    guide = RigCard(card("Guide", "resource", on=["encounter[first]: bypass"]))
    rig = (guide, RigCard(fracter(3)))
    guard = find_card("Guard")
    bare = wall(2, 1)
    assert named(through(bare, bare, rig=rig), "credits") == [(1,)]
    rules = replace(bare.rules, unexecuted=guard.rules.unexecuted)
    guarded = replace(bare, rules=rules)
    assert named(through(guarded, bare, rig=rig), "credits") == [(2,)]


def test_one_stealth_credit_for_one_boost_of_the_run() -> None:
    """Fawkes (1) at Caduceus (3, two subroutines) and Archer (6, four), one stealth credit: 5 at
    once, 2 and 4 for the breaks: 11, of which the cloak pays 1. Without it no boost at all."""
    pieces = [find_card(title) for title in ("Caduceus", "Archer")]
    fawkes, cloak = RigCard(find_card("Fawkes")), RigCard(find_card("Cloak"), credits=1)
    found = server_cost(board(*pieces, rig=(fawkes, cloak), purse=20))
    assert named(found.payments, "credits", "pool") == [(11, 10)]
    assert not server_cost(board(*pieces, rig=(fawkes,), purse=20)).possible
    one = cost_of(find_card("Archer"), (fawkes, cloak))
    assert [bill["steps"][0] for bill in one.payments] == [
        "Fawkes: boosts to strength 6 (5 credits)"
    ]


def test_the_corp_does_not_take_what_goes_by_itself() -> None:
    """The loyal card breaks one of two alike subroutines for 1 and has no counter to stay: for
    the other one the Corp takes the idle card, and both are gone."""
    thief = wall(2, 1, "trash any 1", "trash any 1")
    loyal = RigCard(fracter(2, on=["used: vc 1 else self-trash"]))
    idle = RigCard(card("Idle", "hardware"))
    for rig in ((loyal, idle), (idle, loyal)):
        paid = named(past(thief, *rig), "credits", "given_up", "cards_lost")
        assert paid == [(0, 0, ["Fracter", "Idle"]), (2, 1, 0)] or paid == [
            (0, 0, ["Idle", "Fracter"]),
            (2, 1, 0),
        ]


# ---- once nothing is accessed any more ------------------------------------------------------


def test_nothing_is_accessed_also_once_the_card_has_gone_that_did_it() -> None:
    """Eater breaks the wall for 1; it is lost at the trap, or breaks that, too, for 1 more."""
    eater = RigCard(find_card("Eater"))
    ways = through(wall(1, 1, "etr"), wall(0, 1, "own-trash prog 1"), rig=(eater,))
    assert named(ways, "credits", "no_access") == [(1, True), (2, True)]
