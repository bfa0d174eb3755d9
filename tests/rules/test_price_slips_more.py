"""More small slips in the code of prices, worked out by hand where a table of cases has no room."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from boards import ASKS_NOTHING, board, card, fracter, unread, wall

from simcore.api import break_cost, break_matrix
from simcore.cards.card import Card
from simcore.cards.pool import load_pool
from simcore.cards.syntax import Amount, Atom, Node
from simcore.errors import CapacityError
from simcore.plan.pieces import NOTHING, SlotState
from simcore.plan.slots import make_slot
from simcore.plan.targets import alone
from simcore.prices.apart import Apart
from simcore.prices.bills import bill_of, preferred
from simcore.prices.corp import forms
from simcore.prices.corp.asked_to_rez import Asked
from simcore.prices.corp.coming import (
    FIRST_PLACE,
    Newcomer,
    _ice_at_hand,
    newcomers,
    upgrades_left_out,
)
from simcore.prices.corp.everywhere import unstated_assets
from simcore.prices.corp.further_effects import read_effect
from simcore.prices.corp.ground import hears_of_trash
from simcore.prices.corp.words_of_root import _can_be_used
from simcore.prices.drawn_cost import drawn_cost
from simcore.prices.payments import Payment
from simcore.prices.purses import Purse, Purses
from simcore.prices.server_cost import server_cost
from simcore.prices.way import all_ways
from simcore.prices.way.found import Found
from simcore.prices.way.passage import UNLIMITED
from simcore.prices.way.wall import Wall
from simcore.scenario import PlacedIce, PlacedRoot, RigCard


def rezzed(title: str, advancement: int = 0) -> PlacedIce:
    return PlacedIce(load_pool("nsg").find(title), rezzed=True, advancement=advancement)


def root(title: str) -> PlacedRoot:
    return PlacedRoot(load_pool("nsg").find(title), rezzed=True)


def lying(title: str) -> RigCard:
    return RigCard(load_pool("nsg").find(title))


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("net 1*rezzed:next", Atom("net", Amount(0, 1, "rezzed:next"))),
        ("rlose 1*rezzed:code gate", Atom("rlose", Amount(0, 1, "rezzed:code gate"))),
        ("copy-sub psi", Atom("copy-sub", words=("psi",))),
        ("copy-sub code gate other", Atom("copy-sub", words=("code", "gate", "other"))),
    ],
)
def test_what_prices_alone_read(text: str, node: Node) -> None:
    assert read_effect(text) == node


def test_counters_placed_on_the_way_beside_a_card_that_counts_them() -> None:
    """Oduduwa places one on itself, and so many on the wall; Isaac makes both stronger."""
    isaac, rig = root("Isaac Liberdade"), (lying("Gordian Blade"), lying("Corroder"))
    with pytest.raises(CapacityError, match="Oduduwa: counters placed on the way"):
        server_cost(board(rezzed("Oduduwa"), root=(isaac,), rig=rig))
    with pytest.raises(CapacityError, match="Ice Wall: counters placed on the way"):
        server_cost(board(rezzed("Herald"), rezzed("Ice Wall"), root=(isaac,)), passing=True)


def test_beside_what_a_clause_has_no_price() -> None:
    """Parasite's counters could pay for Musaazi, and the ice would be stronger without them."""
    rig = (lying("Musaazi"), replace(lying("Parasite"), virus=2, host=0))
    with pytest.raises(CapacityError, match=r"Musaazi beside Parasite: .* has no price"):
        server_cost(board(rezzed("Rototurret"), rig=rig))


@pytest.mark.parametrize("several", [1, 2])
def test_which_bioroid_was_chosen_has_to_be_known(several: int) -> None:
    ice = [rezzed("Eli 1.0")] * several
    told = board(*ice, root=(root("Trieste Model Bioroids"),), rig=(lying("Corroder"),))
    if several == 1:
        assert [bill["clicks"] for bill in server_cost(told).payments] == [2]
        return
    with pytest.raises(CapacityError, match="Trieste Model Bioroids"):
        server_cost(told)


def test_one_of_several_effects_as_ice_is_met() -> None:
    """Hunting Grounds would keep off one of them: the tag, or what is gained for cards."""
    gains = "encounter: choose-type; reveal-grip; gain-sub {etr unless tag 1}*revealed-of-type run"
    told = board(unread("Eye", on=[gains, "encounter: tag 1"]), rig=(lying("Hunting Grounds"),))
    with pytest.raises(CapacityError, match="one of several effects of Eye"):
        server_cost(told, passing=True)


def test_the_outer_ice_that_pays_the_corp_beside_ice_turned_face_down() -> None:
    """Window of Opportunity turns Enigma down, which a credit more would pay for."""
    event = load_pool("nsg").find("Window of Opportunity")
    pays = unread("Payer", on=["encounter: corp-may: cgain 1"])
    told = board(pays, rezzed("Enigma"), corp_credits=2, event=event, rig=(lying("Corroder"),))
    with pytest.raises(CapacityError, match="Enigma: turned face down beside ice"):
        server_cost(told, passing=True)


def test_copies_that_two_beliefs_tell_of() -> None:
    """Two copies of one in the first belief, one in the second: after one of them is drawn the
    other may still be second, as likely as the other card."""
    one, other = wall(2, title="One"), wall(3, title="Other")
    first, second = PlacedIce(candidates=((one, 2),)), PlacedIce(candidates=((one, 1), (other, 1)))
    found = drawn_cost(board(first, second, rig=(fracter(),)))
    assert {each.ice: each.chance for each in found.possibilities} == {
        ("One", "One"): Fraction(1, 2),
        ("One", "Other"): Fraction(1, 2),
    }


def test_pieces_that_are_known_are_not_told_as_unknown() -> None:
    hidden = PlacedIce(candidates=((wall(2, title="One"), 1), (wall(3, title="Other"), 1)))
    for ice, unknown in (((wall(1), hidden), 1), ((hidden, wall(1), hidden), 2)):
        assert drawn_cost(board(*ice, rig=(fracter(),))).unknown == unknown


def test_what_is_not_suffered_counts_for_nothing() -> None:
    plain = {"given_up": 0, "clicks": 0, "counters": 0, "credits": 2}
    suffering = [plain | {name: 1} for name in ("credits_lost", "points_lost", "tags", "damage")]
    assert preferred([*suffering, plain]) == [plain, *suffering]


def test_cards_of_which_the_corp_takes_some_count_as_many_as_it_takes() -> None:
    plain = {"given_up": 0, "clicks": 0, "counters": 0, "credits": 2}
    one = plain | {"cards_lost": ["A", "B", "C"], "cards_taken": 1}
    two = plain | {"cards_lost": ["A", "B"], "credits": 1}
    assert preferred([two, one]) == [one, two]


@pytest.mark.parametrize(("grip", "breaks"), [(0, False), (1, True)])
def test_as_many_cards_as_the_grip_holds(grip: int, breaks: bool) -> None:
    (found,) = break_matrix("Quandary", "Faust", grip=grip).costs.tolist()
    assert (found[0] == 0) is breaks


NOISY = {"subtypes": {"icebreaker", "fracter", "noisy"}, "strength": 2}
HIDDEN = card("Hidden", "program", recurring="1 breakers stealth")


def test_stealth_credits_pay_for_no_ability_of_the_ice() -> None:
    """Noise for 2 and a counter, and 3 for what the ice sells: none of it is for the hidden one;
    nor are 6 for both of what the ice sells."""
    ram = card("Ram", "program", break_=["2c + pc 1: 1 barrier"], **NOISY)
    ice = wall(2, 1, "etr", "etr", rbreak="3c: 1")
    found = break_cost(ice, [RigCard(ram, power=1), RigCard(HIDDEN, credits=1)])
    paid = {bill["credits"]: bill.get("from_purses", 0) for bill in found.payments}
    assert paid == {5: 0, 6: 0}


def test_credits_for_noisy_cards_leave_stealth_credits_to_quiet_ones() -> None:
    """2 for the noisy decoder, of which its own credit pays 1; 1 for the fracter, all hidden."""
    ram = card("Ram", "program", break_=["2c + pc 1: 1 code gate"], **NOISY)
    ram = replace(ram, subtypes=frozenset({"icebreaker", "decoder", "noisy"}))
    quiet = fracter(2, break_=["1c + pc 1: 1 barrier"], pump=[])
    chip = card("Chip", "hardware", recurring="1 decoders")
    ice = card("Both", "ice", strength=2, subtypes={"barrier", "code gate"}, subs=["etr", "etr"])
    rig = [RigCard(ram, power=1), RigCard(quiet, power=1)]
    found = break_cost(ice, [*rig, RigCard(chip, credits=1), RigCard(HIDDEN, credits=1)])
    (bill,) = found.payments
    assert (bill["credits"], bill["from_purses"]) == (3, 2)


def test_ghost_runner_pays_for_abilities_of_the_ice() -> None:
    """Negotiator sells each for 2; the three credits are for anything."""
    found = break_cost("Negotiator", ["Ghost Runner{credits=3}"])
    (bill,) = found.payments
    assert (bill["credits"], bill["from_purses"]) == (4, 3)


def test_a_stealth_credit_for_anything_pays_once() -> None:
    """1 for the fracter and 3 for what the ice sells, or 6 for both: one of it is hidden."""
    ghost = card("Ghost", "resource", load="3 anything stealth")
    quiet = fracter(2, break_=["1c + pc 1: 1 barrier"], pump=[])
    ice = wall(2, 1, "etr", "etr", rbreak="3c: 1")
    found = break_cost(ice, [RigCard(quiet, power=1), RigCard(ghost, credits=1)])
    paid = {bill["credits"]: bill.get("from_purses", 0) for bill in found.payments}
    assert paid == {4: 1, 6: 1}


@pytest.mark.parametrize(("points", "cost"), [(3, 0), (4, 2)])
def test_the_threat_is_that_of_the_side_that_has_more(points: int, cost: int) -> None:
    effects = ["root: approach-server: if threat>=4: {etr unless pay 2}"]
    gate = PlacedRoot(card("Gate", "upgrade", effects=effects), rezzed=True)
    told = board(wall(2, 1, "nothing"), root=(gate,), points=points)
    assert server_cost(told, passing=True).cost == cost


def test_own_credits_are_shared_out_as_well_as_may_be() -> None:
    """1 that stealth credits alone pay, 2 for a second card, 1 for a third. The mantle's one pays
    the first, the thread's two the second, the cloak's one the third; were the mantle's spent on
    the second, the thread would pay 1 and the cloak the first."""
    slots = tuple(make_slot(RigCard(fracter(title=title)), False) for title in "ABC")
    payment = Payment(
        *(4, 0, 1, 0, 0, 0, (0, 0, 0), (0, 0, 0), 0, (), False, 0, (SlotState(),) * 3, NOTHING),
        apart=(1, 2, 1, 0),
    )
    apart = (
        Apart(5, 0, False, frozenset({1})),
        Apart(3, 1, True, frozenset({0, 1})),
        Apart(4, 2, False, frozenset({0, 1})),
    )
    assert bill_of(slots, payment, Purses(stealth=1, apart=apart))["from_purses"] == 4


def test_actions_forgone_are_clicks_where_ways_are_put_in_order() -> None:
    """Hammer 2 for strength and 1; Water Torture 2 and two actions."""
    told = break_cost(
        "Fire Wall", ("Japanese Water Torture", "Hammer"), edition="onr", passing=True, clicks=9
    )
    assert [(bill["credits"], bill["clicks"]) for bill in told.payments] == [(3, 0), (2, 2)]


def test_what_came_in_and_went_is_given_up_where_ways_are_put_in_order() -> None:
    """Femme Fatale 8 for strength and 4; or 2 for Faerie, 4 for strength, and both are gone."""
    rig, stack = (lying("Self-modifying Code"), lying("Femme Fatale")), lying("Faerie").card
    told = server_cost(board(rezzed("Archer"), rig=rig, purse=40, stack=((stack, 1),))).payments
    assert [(bill["credits"], bill["given_up"]) for bill in told] == [(12, 0), (6, 2)]


class TestIceThatLimitsWhatIsBroken:
    """A killer and a fracter pay 1 a subroutine; the hunger breaks an end of the run for a card,
    whichever."""

    KILLER = card("Killer", "program", subtypes={"icebreaker", "killer"}, break_=["1c: 1 sentry"])
    BOTH = frozenset({(1, 1), (2, 0)})

    def told(self, breaker: Card, *limits: str) -> set[tuple[int, int]]:
        """Credits and cards given up before two ends of the run."""
        guard = replace(unread("Guard", subs=["etr", "etr"], static=list(limits)), strength=0)
        rig = (RigCard(breaker), lying("Endless Hunger"))
        bills = server_cost(board(guard, rig=rig, purse=40)).payments
        return {(bill["credits"], bill["given_up"]) for bill in bills}

    def test_without_a_limit_two_cards_are_enough(self) -> None:
        assert self.told(self.KILLER) == {(0, 2), *self.BOTH}

    def test_others_than_killers_break_one(self) -> None:
        assert self.told(self.KILLER, "break-limit 1 printed except:killer") == self.BOTH

    def test_others_than_killers_may_break_what_is_not_printed(self) -> None:
        limits = "break-limit 1 printed except:killer", "gain-sub {etr} if server=remote"
        with pytest.raises(CapacityError, match="killers and Endless Hunger sharing"):
            self.told(self.KILLER, *limits)

    def test_others_than_fracters_break_none(self) -> None:
        assert self.told(fracter(), "break-only fracter printed") == {(2, 0)}


class TestIceThatComesFromElsewhere:
    """Ice of which copies lie in HQ and Archives, and what else lies there."""

    WALL, GATE = card("Low", "ice"), card("Gate", "ice")
    GRID = card("Grid", "upgrade")

    def test_how_many_copies_of_each_are_at_hand(self) -> None:
        corp = {
            "hq": ((self.WALL, 2), (self.GRID, 1), (self.WALL, 1)),
            "archives": (self.WALL, self.GATE, self.WALL),
        }
        found = _ice_at_hand(board(corp=corp))
        assert found == {"low": (self.WALL, 3, 2), "gate": (self.GATE, 0, 1)}

    def test_each_stands_at_a_place_of_its_own(self) -> None:
        walls = [Wall(each, alone(each, 0, "remote"), 0) for each in (self.GATE, self.WALL)]
        none, one = ASKS_NOTHING, Asked(1, 1, 0, False)
        both = newcomers((*walls, *walls), ((1, 0, none), (2, 3, one)), ())
        assert both == (
            Newcomer(replace(walls[0], place=FIRST_PLACE), 1, 0, none),
            Newcomer(replace(walls[1], place=FIRST_PLACE + 1), 2, 3, one),
        )

    def test_upgrades_that_may_be_installed_are_named(self) -> None:
        there = board(rezzed("Ansel 2.0"), corp={"archives": (self.GRID,)})
        (words,) = upgrades_left_out(there, True)
        assert words.startswith("Ansel 2.0: upgrades")
        assert upgrades_left_out(there, False) == ()
        assert (
            upgrades_left_out(board(rezzed("Ansel 2.0"), corp={"hq": ((self.WALL, 1),)}), True)
            == ()
        )


@pytest.mark.parametrize(("kind", "assumed"), [("asset", 0), ("upgrade", 1)])
def test_assets_elsewhere_are_stated_by_assets(kind: str, assumed: int) -> None:
    other = PlacedRoot(card("Other", kind), rezzed=True)
    there = board(rezzed("Tour Guide"), corp={"elsewhere": (other,)})
    assert len(unstated_assets(there)) == assumed


@pytest.mark.parametrize(
    ("credits", "asked", "bought"), [(3, False, [3]), (3, True, [1, 2, 3]), (0, False, [])]
)
def test_what_strength_the_corp_may_buy(
    credits: int, asked: bool, bought: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that it can, and less where it may have to pay for something else."""
    monkeypatch.setattr(forms, "asks_the_corp", lambda _: asked)
    attempt: Any = SimpleNamespace(ground=SimpleNamespace(buys=True), purse=Purse(0, credits))
    now: Any = SimpleNamespace(changed=SimpleNamespace(shot=(), corp=0))
    assert list(forms.bought_strength(attempt, now)) == bought


def test_what_hears_of_trash() -> None:
    assert hears_of_trash(load_pool("nsg").find("Hostile Infrastructure"))
    assert not hears_of_trash(card("Deaf", "asset", on=["access: net 1"]))


def test_what_is_gained_is_broken_where_nothing_printed_can_be() -> None:
    """The gained one for 1, the printed one is suffered; or both."""
    guard = unread(
        "Guard",
        subs=["net 1"],
        static=["break-limit 0 printed", "gain-sub {net 1} if server=remote"],
    )
    bills = server_cost(board(guard, rig=(fracter(),)), passing=True).payments
    assert {(bill["credits"], bill.get("damage")) for bill in bills} == {(0, 2), (1, 1)}


@pytest.mark.parametrize(("when", "refused"), [("rez", False), ("encounter", True)])
def test_what_was_done_as_ice_was_rezzed_is_over(when: str, refused: bool) -> None:
    """A program is hosted on another piece; what takes it would do so now, or has done so."""
    thief = wall(title="Thief", on=[f"{when}: take-trojan"])
    scenario = board(thief, wall(), rig=(RigCard(fracter(), host=1),))
    with pytest.raises(CapacityError, match="take-trojan") if refused else nullcontext():
        server_cost(scenario)


@pytest.mark.parametrize(
    ("ways", "cheapest"),
    [
        (((5, True), (4, True), (1, True), (0, True)), 0),
        (((5, True), (4, False)), 5),
        (((5, False), (4, True), (2, True)), 2),
    ],
)
def test_cheaper_ways_are_looked_for_until_there_are_none(
    ways: tuple[tuple[int, bool], ...], cheapest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Credits of ways, and whether the Runner can pay for them. Each look finds the dearest that
    is asked for, and one that costs more; the cheapest that can be paid is left."""
    asked: list[int] = []

    def passage(credits: int, payable: bool) -> Any:
        total = SimpleNamespace(short=0 if payable else 1)
        return SimpleNamespace(paid=SimpleNamespace(credits=credits), total=total)

    def looking(*given: Any) -> Any:
        followed = given[-1]
        asked.append(followed.credits)
        assert len(asked) <= len(ways) + 1
        most = 99 if followed.credits == UNLIMITED else followed.credits
        there = [each for each in ways if each[0] <= most][:1]
        dearer = [(credits + 4, payable) for credits, payable in there]
        found = Found([passage(*each) for each in (*there, *dearer)], None)
        return SimpleNamespace(passages=lambda: found)

    monkeypatch.setattr(all_ways, "Journey", looking)
    found = all_ways._Search(SimpleNamespace(), None)._few()  # type: ignore[arg-type]
    assert found.ways[0].paid.credits == cheapest


@pytest.mark.parametrize(("power", "usable"), [(0, False), (1, False), (2, True)])
def test_an_ability_takes_all_the_counters_it_says(power: int, usable: bool) -> None:
    acts = card("Acts", "upgrade", corp=["pc 2: tag 1"])
    placed = PlacedRoot(acts, rezzed=True, power=power)
    assert _can_be_used(acts.rules.corp_abilities[0], placed) == usable


def test_counters_that_were_used_do_not_lie_on_ice_that_is_met_again() -> None:
    """Three counters take the one credit there is, two of them stay and take what is gained for
    passing it first. Met again, fully broken for 6 in all, it takes nothing more: 3. For 5 one
    counter comes, for 4, 3 or nothing two or more, for one credit each."""
    lunch = load_pool("nsg").find("Free Lunch")
    rig = (replace(lying("Kyuban"), host=0), lying("Gordian Blade"))
    corp = {"bad_publicity": 6, "hq": ((lunch, 1),)}
    there = PlacedIce(lunch, rezzed=True, power=3)
    asked = board(there, rig=rig, purse=1, root=(root("The Twins"),), corp=corp)
    bills = [bill for bill in server_cost(asked, passing=True).payments if bill["affordable"]]
    paid = {(bill["credits"], bill["pool"], bill["credits_lost"]) for bill in bills}
    assert paid == {(0, 0, 5), (5, 0, 4), (6, 0, 3)}
