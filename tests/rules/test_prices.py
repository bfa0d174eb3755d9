"""What it costs to break, to get past, to get through a server: worked out by hand from
the cards, credit by credit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from boards import board, card, fracter, unread, wall

from simcore.api import break_cost, break_matrix, drawn_cost, find_card
from simcore.cards.card import Card
from simcore.errors import CapacityError, ScenarioError
from simcore.prices.cost import break_cost as cost_of
from simcore.prices.server_cost import ServerCost, server_cost
from simcore.scenario import PlacedIce, PlacedRoot, RigCard

Price = tuple[int, int, int, int]


def prices(ice: str, *breakers: str, **keys: Any) -> list[Price]:
    """Credits, counters, clicks and cards given up of every payment, preferred first."""
    found = break_cost(ice, breakers, **keys)
    assert found.cost == min((bill["credits"] for bill in found.payments), default=None)
    return [four(bill) for bill in found.payments]


def four(bill: dict[str, Any]) -> Price:
    return bill["credits"], bill["counters"], bill["clicks"], bill["given_up"]


def placed(title: str, **keys: Any) -> RigCard:
    return RigCard(find_card(title), **keys)


def through(
    *ice: str | Card | PlacedIce, rig: tuple[RigCard | str, ...], **keys: Any
) -> ServerCost:
    """The price of a server of these pieces, for this rig."""
    passing = keys.pop("passing", False)
    pieces = [find_card(each) if isinstance(each, str) else each for each in ice]
    cards = tuple(placed(each) if isinstance(each, str) else each for each in rig)
    return server_cost(board(*pieces, rig=cards, **keys), passing=passing)


# ---- one piece of ice ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ice", "breakers", "paid"),
    [
        # strength 4 before a remote server: 2 for one step of Cleaver, 1 for the break
        ("Palisade", ["Cleaver"], [(3, 0, 0, 0)]),
        # or one counter of Leech: strength 3 is matched
        ("Palisade", ["Cleaver", "Leech{virus=2}"], [(3, 0, 0, 0), (1, 1, 0, 0)]),
        # a bioroid: 2 to match and 1 a subroutine, or a click for each
        ("Eli 1.0", ["Corroder"], [(4, 0, 0, 0), (3, 0, 1, 0), (0, 0, 2, 0)]),
        # Faerie matches strength 2 for nothing, and is gone
        ("Swordsman", ["Faerie"], [(0, 0, 0, 1)]),
        # without counters Crypsis goes: given up
        ("Ice Wall", ["Crypsis"], [(2, 0, 0, 1)]),
        ("Ice Wall", ["Crypsis{virus=1}"], [(2, 1, 0, 0)]),
        # an AI in front of ice that is closed to them, beside one that is no AI
        ("Swordsman", ["Mayfly"], []),
        ("Swordsman", ["Mayfly", "Carmen"], [(2, 0, 0, 0)]),
        # Mayfly goes at the end of the run: 2 to match, 1 to break
        ("Wall of Static", ["Mayfly"], [(3, 0, 0, 1)]),
        # a trojan on the ice asks for no strength; with 1 counter Cleaver breaks the other
        ("Eli 1.0", ["Botulus{virus=2}"], [(0, 0, 2, 0), (0, 1, 1, 0), (0, 2, 0, 0)]),
        # three breakers: 1 for Unity is +3
        ("Tollbooth", ["Unity", "Carmen", "Cleaver"], [(3, 0, 0, 0)]),
        # 7 more strength as long as no fracter is there
        ("Wraparound", ["Mayfly"], [(7, 0, 0, 1)]),
        ("Wraparound", ["Mayfly", "Corroder"], [(1, 0, 0, 0)]),
    ],
)
def test_every_payment_worth_having(ice: str, breakers: list[str], paid: list[Price]) -> None:
    assert sorted(prices(ice, *breakers)) == sorted(paid)


def test_the_preferred_payment_comes_first() -> None:
    """No card given up, then no click, then no counter."""
    clicks_last = prices("Eli 1.0", "Corroder", "Botulus{virus=1}")
    assert clicks_last[0] == (4, 0, 0, 0)
    assert [clicks for _, _, clicks, _ in clicks_last] == sorted(c for _, _, c, _ in clicks_last)


def test_strength_that_lasts_is_part_of_a_payment() -> None:
    """Hortum: 2 steps and 2 breaks of Gordian Blade, whose strength stays; Unity gains 3 a
    step with three icebreakers, for the encounter. With two it is as dear, and worth less."""
    found = break_cost("Hortum", ["Gordian Blade", "Unity", "Carmen"])
    assert [(bill["credits"], bill.get("lasts")) for bill in found.payments] == [
        (3, None),
        (4, {"Gordian Blade": 2}),
    ]
    found = break_cost("Hortum", ["Gordian Blade", "Unity"])
    assert [(bill["credits"], bill.get("lasts")) for bill in found.payments] == [
        (4, {"Gordian Blade": 2})
    ]


def test_a_card_for_strong_ice_breaks_before_the_ice_is_weakened() -> None:
    """Strength 5, two subroutines: the counter that needs strength 5 comes first."""
    giant = card("Giant", "program", break_=["pc 1: 1 any [if str>=5] [no-interface]"])
    leech = card("Leech", "program", paid=["vc 1: ice-str -1"])
    small = fracter(3, pump=[], break_=["0c: 1 barrier"])
    keep = wall(5, 1, "etr", "net 1")
    rig = [RigCard(giant, power=1), RigCard(leech, virus=2), RigCard(small)]
    found = cost_of(keep, rig)
    assert [four(bill) for bill in found.payments] == [(0, 2, 0, 0)]
    assert found.payments[0]["virus"] == {"Leech": 2}
    rig = [RigCard(giant, power=1), RigCard(leech, virus=1), RigCard(fracter(4, pump=[]))]
    found = cost_of(keep, rig)
    assert [four(bill) for bill in found.payments] == [(2, 1, 0, 0), (1, 2, 0, 0)]
    assert found.payments[1]["steps"] == [
        "Giant: breaks 1 subroutine (1 counter)",
        "Leech: weaken the ice to strength 4 (1 counter)",
        "Fracter: breaks 1 subroutine (1 credit)",
    ]


def test_an_exact_card_breaks_on_the_way_down() -> None:
    """At strength 4 it breaks one, then the ice is weakened for the other breaker."""
    atman = placed("Atman", power=4)
    leech = placed("Leech", virus=1)
    other = card("Other", "program", strength=3, subtypes={"icebreaker"}, break_=["0c: 1 any"])
    keep = wall(4, 1, "etr", "net 1")
    found = cost_of(keep, [atman, leech, RigCard(other)])
    assert [four(bill) for bill in found.payments] == [(2, 0, 0, 0), (0, 1, 0, 0)]
    once = card("Once", "program", strength=3, subtypes={"icebreaker"}, break_=["trash: 1 any"])
    found = cost_of(keep, [atman, leech, RigCard(once)])
    assert [four(bill) for bill in found.payments] == [(2, 0, 0, 0), (1, 1, 0, 1)]


def test_copies_of_a_breaker_each_pay_for_themselves() -> None:
    trojans = [placed("Botulus", virus=1, host=0), placed("Botulus", virus=1, host=0)]
    found = cost_of(find_card("Eli 1.0"), trojans)
    assert (0, 2, 0, 0) in [four(bill) for bill in found.payments]


def test_what_purses_can_pay_is_said() -> None:
    """Cloak is for icebreakers: 1 of 3 credits."""
    found = break_cost("Palisade", ["Cleaver", "Cloak"])
    assert found.cost == 3
    assert found.payments[0]["from_purses"] == 1


def test_a_clause_that_decides_and_is_not_executed_is_an_error() -> None:
    strange = unread("Strange", static=["gain-sub {etr}*moons"])
    with pytest.raises(CapacityError, match=r"Strange.*moons"):
        break_cost(strange, ["Gordian Blade"])
    with pytest.raises(CapacityError, match=r'say which, as in "Chimera{chosen=sentry}"'):
        break_cost("Chimera", ["Gordian Blade"])


def test_ice_that_counts_hq_beside_what_has_cards_come_there() -> None:
    with pytest.raises(CapacityError, match="Atman beside IQ"):
        through("Eli 2.0", "IQ", rig=("Atman", "Corroder", "Gordian Blade"))


def test_pieces_that_have_each_other_met_without_end_are_refused() -> None:
    """By bids of nothing the one has the other met, and that one the first again."""
    assert through("Konjin", "Ice Wall", rig=("Corroder",), passing=True).payments
    with pytest.raises(CapacityError, match="Konjin: pieces that have each other met endlessly"):
        through("Konjin", "Konjin", rig=("Corroder",), passing=True)


def test_credits_that_come_as_the_run_begins_do_not_pay_to_begin_it() -> None:
    asked = PlacedRoot(find_card("Cold Site Server"), rezzed=True, power=2)
    with pytest.raises(CapacityError, match="Cold Site Server beside credits that come"):
        through("Ice Wall", rig=("Corroder",), root=(asked,), event=find_card("Stimhack"))


def test_what_nothing_prevents_comes_beside_what_would() -> None:
    drone = PlacedRoot(find_card("Drone Screen"), rezzed=True)
    for beside in ("Muresh Bodysuit", "Net Shield"):
        cost = through("Ice Wall", rig=("Corroder", beside), root=(drone,), tags=1)
        assert (cost.cost, cost.payments[0].get("damage")) == (1, 1)


def test_what_hosts_no_card_has_no_guests() -> None:
    assert break_cost("Tithonium", ["Corroder"]).cost == 6
    for chosen in ("Botulus", "Chisel"):
        with pytest.raises(CapacityError, match=rf"Tithonium hosts no card, {chosen}"):
            break_cost("Tithonium", ["Corroder", chosen])


def test_free_memory_beside_cards_that_may_change_it_is_an_error() -> None:
    assert break_cost("Palisade", ["Adept"]).cost == 2
    with pytest.raises(CapacityError, match=r"Adept counts memory units"):
        break_cost("Palisade", ["Adept", "Cloak", "Knobkierie"])


# ---- not to be stopped ---------------------------------------------------------------------


def test_damage_is_suffered_as_long_as_the_runner_lives() -> None:
    """Karunā: 2 net damage twice. With 5 cards nothing is broken, with 3 one subroutine
    (2 + 1 credits), with 1 both."""
    costs = {
        grip: break_cost("Karunā", ["Carmen"], passing=True, grip=grip).cost
        for grip in (5, 4, 3, 2, 1)
    }
    assert costs == {5: 0, 4: 0, 3: 3, 2: 3, 1: 4}
    assert break_cost("Karunā", [], passing=True, grip=3).possible is False
    free = break_cost("Karunā", [], passing=True)
    assert [bill["damage"] for bill in free.payments] == [4]
    assert len(free.unbroken) == 2


def test_an_encounter_has_its_price() -> None:
    """Tollbooth: 3 to begin with, 3 to match 5 from 2, 1 to break."""
    assert break_cost("Tollbooth", ["Gordian Blade"]).cost == 4
    assert break_cost("Tollbooth", ["Gordian Blade"], passing=True).cost == 7
    tags = [bill["tags"] for bill in break_cost("Funhouse", [], passing=True).payments]
    assert tags == [2, 1]  # the second tag or 4 credits


def test_a_card_lost_for_nothing_is_no_way_past_ice() -> None:
    found = break_cost("Fairchild 3.0", ["Gordian Blade"], passing=True)
    bills = [(bill["credits"], bill["clicks"], bill.get("trashed")) for bill in found.payments]
    assert bills == [(6, 0, None), (0, 3, None), (5, 0, ["Gordian Blade"])]


def test_only_what_stops_is_broken() -> None:
    """Rototurret ends the run with its second subroutine; the first takes the breaker."""
    found = break_cost("Rototurret", ["Carmen"], passing=True)
    assert found.cost == 1
    assert {bill["credits"]: bill.get("cards_lost") for bill in found.payments} == {
        1: ["Carmen"],
        2: None,
    }
    assert found.unbroken == ("the Corp trashes 1 program of its choice",)


def test_what_only_moves_cards_of_decks_is_told_in_words() -> None:
    box = break_cost("Loot Box", [], passing=True)
    assert box.unbroken[1].startswith("3 cards from the top of the stack are turned up; then 1 of")
    swarm = break_cost("Mlinzi", [], passing=True)
    assert swarm.steps[0] == "Mlinzi: chosen: cards from the top of the stack are trashed: 2"
    assert not [words for words in swarm.unbroken if "'" in words]


def test_no_way_past() -> None:
    assert break_cost("Wall of Static", [], passing=True).cost is None


# ---- a whole server ------------------------------------------------------------------------


def test_taxes_and_lasting_strength_carried_from_ice_to_ice() -> None:
    """Tollbooth twice: 3 + 3 + 1, then 3 + 1."""
    found = through("Tollbooth", "Tollbooth", rig=("Gordian Blade",))
    assert found.cost == 11
    assert found.steps[1] == "Tollbooth: Gordian Blade: boosts to strength 5 (3 credits)"


def test_the_cheapest_on_one_piece_is_not_the_cheapest_of_the_run() -> None:
    """Strength 5: Corroder pays 3 + 1 for each wall, Inti 8 + 1 for the first and 1 for
    every further one. Two walls are Corroder's, three are Inti's."""
    keep = wall(5)
    assert through(keep, rig=("Corroder", "Inti")).cost == 4
    assert through(keep, keep, rig=("Corroder", "Inti")).cost == 8
    assert through(keep, keep, keep, rig=("Corroder", "Inti")).cost == 11


def test_counters_are_shared_between_the_pieces() -> None:
    """Cleaver pays 2 a step: counters go where they save most, one for each strength 4
    wall, or both for the one of strength 5; what is left is paid."""
    leech = placed("Leech", virus=2)
    four_, five = wall(4), wall(5)
    found = through(four_, five, rig=("Cleaver", leech))
    by_counters = {bill["counters"]: bill["credits"] for bill in found.payments}
    assert by_counters == {0: 8, 1: 6, 2: 4}
    found = through(four_, four_, five, rig=("Cleaver", leech))
    assert {bill["counters"]: bill["credits"] for bill in found.payments} == {0: 11, 1: 9, 2: 7}


def test_a_card_that_is_given_up_is_gone_at_the_next_piece() -> None:
    """Faerie serves once: the second sentry is Carmen's."""
    sentry = card("Sentry", "ice", strength=2, subtypes={"sentry"}, subs=["etr"])
    found = through(sentry, sentry, rig=("Faerie", "Carmen"))
    assert {bill["given_up"]: bill["credits"] for bill in found.payments} == {0: 2, 1: 1}
    assert not through(sentry, sentry, rig=("Faerie",)).possible
    assert through(sentry, sentry, rig=("Faerie",)).stopped_by == "Sentry"


def test_bad_publicity_pays_before_the_pool() -> None:
    found = through("Tollbooth", rig=("Gordian Blade", "Cloak"), corp={"bad_publicity": 2})
    assert (found.cost, found.pool) == (7, 5)
    cloak = RigCard(find_card("Cloak"), credits=1)
    found = through("Tollbooth", rig=("Gordian Blade", cloak), corp={"bad_publicity": 2})
    assert (found.cost, found.pool) == (7, 4)
    assert found.affordable  # 5 in the pool
    assert not through("Tollbooth", rig=("Gordian Blade",)).affordable


def test_credits_for_breakers_do_not_pay_taxes() -> None:
    """3 of tax from the pool, though 9 recurring credits are there."""
    cloak = RigCard(find_card("Cloak"), credits=9)
    assert through("Tollbooth", rig=("Gordian Blade", cloak)).pool == 3


def test_noise_drives_off_what_was_not_spent() -> None:
    """Hammer (2 a wall, 2 driven off) in front of Codecracker (quiet, 1 + 2): of two
    stealth credits none is left for the code gate behind the wall; before it both pay."""
    loud = card(
        "Loud", "program", strength=3, subtypes={"icebreaker", "noisy"},
        break_=["2c: 1 barrier [noisy 2]"],
    )  # fmt: skip
    quiet = card(
        "Quiet", "program", strength=3, subtypes={"icebreaker"}, break_=["2c: 1 code gate"]
    )
    purse = card("Purse", "program", recurring="2 breakers stealth")
    gate = card("Gate", "ice", strength=3, subtypes={"code gate"}, subs=["etr"])
    rig = (RigCard(loud), RigCard(quiet), RigCard(purse, credits=2))
    behind = through(wall(3), gate, rig=rig)
    before = through(gate, wall(3), rig=rig)
    assert (behind.cost, behind.pool) == (4, 4)
    assert (before.cost, before.pool) == (4, 2)


def test_a_trojan_works_on_its_host_alone() -> None:
    on_the_second = placed("Botulus", virus=1, host=1)
    found = through("Wall of Static", "Wall of Static", rig=("Corroder", on_the_second))
    assert {bill["counters"]: bill["credits"] for bill in found.payments} == {0: 4, 1: 2}


def test_what_earlier_ice_does_to_later_ice() -> None:
    """Chum unbroken: the wall behind it has strength 5, and unless all of it is broken
    there are 3 net damage. Breaking Chum is 2 + 1 for Gordian Blade."""
    broken = through("Chum", "Wall of Static", rig=("Gordian Blade", "Corroder"))
    assert broken.cost == 5  # 3 for Chum, 1 + 1 for the wall
    passed = through("Chum", "Wall of Static", rig=("Gordian Blade", "Corroder"), passing=True)
    assert passed.cost == 4  # 3 + 1 for the wall of strength 5
    assert passed.unbroken[0].startswith("Chum: the next ice met has 2 more strength")


def test_damage_that_ice_leaves_for_the_next_piece_adds_up() -> None:
    """Chum broken for 3: Karunā deals 4 of 5 cards, and nothing else is worth having. Chum
    unbroken: Karunā of strength 5 is broken for 2 + 2; half of it leaves 2 + 3 damage."""
    rig = ("Gordian Blade", "Carmen")
    found = through("Chum", "Karunā", rig=rig, passing=True, grip=5)
    assert [(bill["credits"], bill.get("damage")) for bill in found.payments] == [
        (3, 4),
        (4, None),
    ]
    assert through("Chum", "Karunā", rig=rig, passing=True, grip=3).cost == 4


def test_a_lock_in_front_of_a_wall() -> None:
    """Inazuma unbroken: nothing of the wall behind it can be broken."""
    rig = ("Gordian Blade", "Corroder")
    assert through("Inazuma", "Wall of Static", rig=rig, passing=True).cost == 4 + 2
    assert through("Inazuma", rig=("Corroder",), passing=True).cost == 0


def test_counters_on_ice_are_used_once_it_is_passed() -> None:
    """Data Raven: a tag to begin with, a counter if the trace is not broken: another."""
    found = through("Data Raven", rig=("Carmen",), passing=True)
    assert {bill["credits"]: bill["tags"] for bill in found.payments} == {0: 2, 3: 1}


def test_counters_that_ice_gains_when_it_is_met() -> None:
    """Quicksand is a point stronger at its first encounter, Sandstone a point weaker."""
    quicksand, sandstone = find_card("Quicksand"), find_card("Sandstone")
    rig = (RigCard(fracter(0)),)
    for ice, change in ((quicksand, 1), (sandstone, -1)):
        assert ice.strength is not None
        for passing in (False, True):
            met = cost_of(ice, rig, passing=passing).cost
            assert met == ice.strength + change + len(ice.rules.subs)
        alone = break_cost(ice, ["Corroder"]).cost
        assert through(ice, rig=("Corroder",)).cost == alone
        assert break_matrix([ice], ["Corroder"]).costs[0, 0] == alone


def test_a_harmless_subroutine_is_broken_where_all_of_them_count() -> None:
    """Anansi deals 3 damage unless fully broken: a grip of 2 has to see to that."""
    found = break_cost("Anansi", ["Living Mural"], passing=True, grip=2)
    assert found.cost == break_cost("Anansi", ["Living Mural"]).cost == 5
    # two credits for a fourth card
    assert break_cost("Anansi", ["Living Mural"], passing=True, grip=3).cost == 2


def test_advancement_by_ice_is_harmless_where_nothing_counts_it() -> None:
    rig = ("Carmen", "Corroder")
    found = through("Matrix Analyzer", "Wall of Static", rig=rig, passing=True)
    assert found.cost == 2
    assert through("Matrix Analyzer", "Fire Wall", rig=rig, passing=True).cost == 5


def test_a_bypass_takes_the_first_piece() -> None:
    job = find_card("Inside Job")
    found = through("Tollbooth", "Wall of Static", rig=("Corroder",), event=job)
    assert found.cost == 2
    assert not through("Wall of Static", "Tollbooth", rig=("Corroder",), event=job).possible


def test_clicks_of_a_bioroid_against_credits() -> None:
    found = through("Eli 1.0", "Eli 1.0", rig=("Corroder",), clicks=2)
    assert {bill["clicks"]: bill["credits"] for bill in found.payments} == {0: 8, 1: 7, 2: 4}
    assert found.affordable  # 2 clicks and 4 credits of 5
    assert through("Eli 1.0", "Eli 1.0", rig=("Corroder",), clicks=4).cost == 0


def test_clicks_lost_are_not_there_any_more() -> None:
    """The first piece takes a click that the bioroid behind it would be paid with."""
    thief = card("Thief", "ice", strength=9, subtypes={"sentry"}, subs=["rclick 1"])
    found = through(thief, "Eli 1.0", rig=("Corroder",), clicks=2, passing=True)
    assert {bill["clicks"]: bill["credits"] for bill in found.payments} == {0: 4, 1: 3}
    found = through("Eli 1.0", thief, rig=("Corroder",), clicks=2, passing=True)
    assert {bill["clicks"]: bill["credits"] for bill in found.payments} == {0: 4, 1: 3, 2: 0}


def test_cards_of_the_grip_are_a_price_as_long_as_there_are_any() -> None:
    """One card of two is lost on the way: only one is left to pay with."""
    razor = card(
        "Razor", "program", strength=9, subtypes={"icebreaker"}, break_=["grip 1: 1 barrier"]
    )
    needle = card("Needle", "ice", strength=9, subtypes={"sentry"}, subs=["net 1"])
    rig = (RigCard(razor),)
    assert through(wall(1), rig=rig, grip=1).possible
    assert not through(wall(1), rig=rig, grip=0).possible
    assert through(needle, wall(1), rig=rig, grip=2, passing=True).possible
    assert not through(needle, wall(1), rig=rig, grip=1, passing=True).possible


def test_what_breaking_leaves_out_is_said() -> None:
    found = break_cost("Tollbooth", ["Gordian Blade", "Mimic"])
    assert found.uncounted == ("3 credits when encountered, or the run ends",)
    assert found.unused == ("Mimic (nothing to do here)",)
    raven = break_cost("Data Raven", ["Carmen"])
    assert len(raven.uncounted) == 2
    past = break_cost("Tollbooth", ["Gordian Blade", "Bukhgalter"], passing=True)
    assert past.uncounted == ()
    assert past.unused == ("Bukhgalter: 'full-break[1/turn]: rgain 2'",)
    assert break_cost("Komainu", ["Carmen"]).uncounted == ()  # it gains what is broken
    assert break_cost("Tollbooth", ["Unity", "Carmen", "Cloak"]).unused == ()  # all count
    leech = through("Ice Wall", rig=("Corroder", "Mimic"))
    assert leech.unused == ("Mimic (nothing to do here)",)


def test_cards_lost_on_the_way_are_gone() -> None:
    """Rototurret unbroken takes what is missed, Corroder: no way past the wall then. So both of
    its subroutines are broken, whatever order the cards lie in."""
    for rig in (("Corroder", "Carmen"), ("Carmen", "Corroder")):
        found = through("Rototurret", "Wall of Static", rig=rig, passing=True)
        assert found.cost == 2 + 2


def test_a_server_without_ice_costs_nothing() -> None:
    found = through(rig=("Corroder",))
    assert (found.possible, found.cost, found.steps) == (True, 0, ())


def test_unknown_pieces_are_named() -> None:
    unknown = PlacedIce(candidates=((wall(1), 1),))
    with pytest.raises(ScenarioError, match=r"server\.ice\[1\]"):
        through(wall(1), unknown, rig=("Corroder",))


def test_unknown_ice_is_priced_draw_by_draw() -> None:
    """Two of three copies: walls of strength 1 (twice) and 4. Corroder pays 1 and 3. Both
    pieces: weak and weak 1/3, one of each 2/3; the dear pair costs 4."""
    weak, strong = wall(1, title="Weak"), wall(4, title="Strong")
    unknown = PlacedIce(candidates=((weak, 2), (strong, 1)))
    found = drawn_cost(board(unknown, unknown, rig=(placed("Corroder"),)))
    chances = {each.ice: each.chance for each in found.possibilities}
    assert chances == {
        ("Weak", "Weak"): Fraction(1, 3),
        ("Weak", "Strong"): Fraction(1, 3),
        ("Strong", "Weak"): Fraction(1, 3),
    }
    assert (found.cheapest, found.dearest) == (2, 4)
    assert found.mean == Fraction(10, 3)
    assert found.possible == found.affordable == Fraction(1)
    assert drawn_cost(board(unknown, rig=())).possible == 0
    many = tuple((wall(1, title=f"Wall {n}"), 1) for n in range(25))
    with pytest.raises(CapacityError, match="draws"):
        drawn_cost(board(*([PlacedIce(candidates=many)] * 2), rig=(placed("Corroder"),)))


def test_the_frame_has_a_row_for_each_payment() -> None:
    pytest.importorskip("pandas")
    frame = break_cost("Eli 1.0", ["Corroder"]).frame()
    assert list(frame["credits"]) == [4, 3, 0]
    assert list(frame["clicks"]) == [0, 1, 2]


def test_what_counts_tags_knows_those_that_ice_has_given() -> None:
    """Information Overload tags before it is broken; Data Raven leaves three tags or four."""
    assert through("Information Overload", rig=("Carmen",), tags=1).subs == 1
    assert through("Information Overload", rig=("Carmen",), tags=1).cost == 4
    assert through("Resistor", rig=("Corroder",), tags=3).cost == 2
    behind = through("Data Raven", "Resistor", rig=("Corroder", "Carmen"), tags=3)
    assert behind.cost == 6
    assert through("Ice Wall", rig=("Rising Tide",)).cost == 1


def test_clicks_are_lost_as_far_as_there_are_any() -> None:
    bills = through("Hourglass", rig=(), passing=True, clicks=1).payments
    assert [bill["clicks_lost"] for bill in bills] == [1]


def test_credits_of_an_event_may_be_stealth_credits() -> None:
    event: dict[str, Any] = {"event": find_card("Cold Read")}
    assert through("Ice Wall", rig=("Corroder",), **event).cost == 1
    assert through("Tollbooth", rig=("Refractor",), **event).pool == 1
