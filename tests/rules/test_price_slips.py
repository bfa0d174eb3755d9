"""What small slips in the code of prices would change, where no table of cases can ask for it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from boards import board, card, fracter, unread, wall

from simcore import api
from simcore.cards.pool import load_pool
from simcore.cards.syntax import (
    Amount,
    Atom,
    Choice,
    May,
    Node,
    Price,
    Trace,
    Unexecuted,
    Unless,
)
from simcore.cards.syntax import Sequence as Steps
from simcore.errors import CapacityError, ScenarioError
from simcore.prices.corp.further_effects import FOR_TRACE, read_effect
from simcore.prices.corp.gates import ADVANCED_HERE, APPROACH, read_gate
from simcore.prices.corp.words_of_root import blank_ones
from simcore.prices.cost import break_cost
from simcore.prices.drawn_cost import drawn_cost
from simcore.prices.matrix import REFUSED, break_matrix
from simcore.prices.rig.earning import is_earning
from simcore.prices.server_cost import server_cost
from simcore.prices.way import all_ways, journey, sieve
from simcore.prices.way.found import DEARER
from simcore.scenario import PlacedIce, RigCard

ENDS = wall(2, 1, "etr", title="Low")
LEECH = card("Leech", "program", subtypes={"virus"}, paid=["vc 1: ice-str -1"])


def found(title: str, edition: str = "nsg", **state: Any) -> RigCard:
    return RigCard(load_pool(edition).find(title), **state)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("disable prog 1", Atom("disable", Amount(1))),
        ("disable prog all", Atom("disable", Amount(99))),
        ("bounce any 1 stack-top", Atom("trash", Amount(1), ("any", "stack-top"))),
        ("{purge}", Atom("purge")),
        ("corp: purge | no-spend", Choice("corp", (Atom("purge"), Atom("no-spend")))),
        ("if installed: purge", May("corp", Atom("purge"))),
        ("purge unless core 1", Choice("runner", (Atom("purge"), Atom("core", Amount(1))))),
        ("if {purge}; {no-spend}", None),
        ("net 1*tags", Atom("net", Amount(0, 1, "tags"))),
        ("trash prog all", Atom("trash", Amount(99), ("prog",))),
        ("trash prog 2 by-runner", Atom("own-trash", Amount(2), ("prog",))),
        ("copy-sub bioroid other", Atom("copy-sub", words=("bioroid", "other"))),
        (
            "corp-may pay 1..2: adv 1*paid card-advanceable",
            Choice(
                "corp",
                tuple(
                    May(
                        "corp",
                        Atom("adv", Amount(n), ("any-card",)),
                        (Price("credits", Amount(n)),),
                    )
                    for n in (1, 2)
                ),
            ),
        ),
        ("next-ice gain-etr", Atom("gain-etr", Amount(1), ("next",))),
        ("runner: pay 2 | no-spend", Unless(Atom("no-spend"), ((Price("credits", Amount(2)),),))),
        (
            "trace 2: purge; if trace>=5: no-spend",
            Trace(
                Amount(2),
                Steps(
                    (
                        Atom("purge"),
                        May("corp", Atom("no-spend"), (Price(FOR_TRACE, Amount(3, 2)),)),
                    )
                ),
            ),
        ),
        (
            "trace 5: purge; if trace>=2: no-spend",
            Trace(
                Amount(5),
                Steps(
                    (
                        Atom("purge"),
                        May("corp", Atom("no-spend"), (Price(FOR_TRACE, Amount(0, 5)),)),
                    )
                ),
            ),
        ),
    ],
)
def test_what_prices_read(text: str, node: Node | None) -> None:
    assert read_effect(text) == node


def test_counters_of_a_card_that_is_gone_are_not_lost_again() -> None:
    """The Corp trashes the only program, with two counters; what is purged then is nothing."""
    robber = wall(2, 1, "trash prog 1", title="Robber")
    scenario = board(robber, unread("Cleaner", subs=["purge"]), rig=(RigCard(LEECH, virus=2),))
    (bill,) = server_cost(scenario, passing=True).payments
    assert (bill["counters"], bill["cards_lost"]) == (0, ["Leech"])
    assert "cards_taken" not in bill  # as many as are told


SEEKER = {"on": ["end: if virus>=3: purge", "end: if virus>=1: net 1"]}


@pytest.mark.parametrize(("virus", "damage"), [((2, 0), 1), ((3, 0), 0), ((3, 2), 0), ((2, 2), 2)])
def test_virus_counters_that_are_purged_from_ice(virus: tuple[int, int], damage: int) -> None:
    """Three on a piece purge all there are, on it and on the piece behind it."""
    ice = [unread(title, **SEEKER) for title in ("First", "Second")]
    placed = [PlacedIce(each, virus=n) for each, n in zip(ice, virus, strict=True)]
    (bill,) = server_cost(board(*placed), passing=True).payments
    assert bill.get("damage", 0) == damage


def test_a_program_is_not_lost_behind_ice_that_turns_face_down() -> None:
    """Viral ice first; behind the second piece, face down, nothing is trashed."""
    viral = wall(2, 1, "trash-on-pass", title="Viral")
    shy = wall(2, 1, "self-derez", title="Shy")
    (bill,) = server_cost(board(viral, shy, rig=(LEECH, LEECH)), passing=True).payments
    assert bill["cards_lost"] == ["Leech"]


@pytest.mark.parametrize(("first", "refused"), [(True, True), (False, False)])
def test_cards_taken_before_the_breaking_are_refused(first: bool, refused: bool) -> None:
    """Begemot has strength for core damage, which may come as the ice is met."""
    event = "encounter" if first else "end"
    ice = wall(0, 1, "nothing", title="Low", on=[f"{event}: core 1"])
    if refused:
        with pytest.raises(CapacityError, match="Begemot"):
            break_cost(ice, [found("Begemot")], passing=True)
    else:
        assert break_cost(ice, [found("Begemot")], passing=True).cost == 0


def test_a_table_of_payments_has_a_nought_for_what_is_not_paid() -> None:
    dear = card("Dear", "program", strength=2, break_=["click 1: 1 barrier"])
    actions = card("Giver", "program", strength=2, break_=["forgo 1: 1 barrier"])
    frame = break_cost(wall(1, 1), [RigCard(dear), RigCard(actions)]).frame()
    assert sorted(frame["actions"]) == [0, 1]


@pytest.mark.parametrize(("cost", "words"), [("click 1", "1 click"), ("forgo 1", "1 click")])
def test_actions_forgone_are_told_as_clicks(cost: str, words: str) -> None:
    giver = card("Giver", "program", strength=2, break_=[f"{cost}: 1 barrier"])
    told = break_cost(wall(1, 1), [RigCard(giver)])
    assert told.steps == (f"Giver: breaks 1 subroutine ({words})",)
    assert told.payments[0]["clicks"] == 1


def test_counters_that_pay_for_a_bypass_are_gone() -> None:
    charm = card("Charm", "program", subtypes={"virus"}, bypass=["vc 1: barrier"])
    rig = (RigCard(charm, virus=1), fracter())
    bills = server_cost(board(ENDS, ENDS, rig=rig), passing=True).payments
    assert sorted((bill["credits"], bill["counters"]) for bill in bills) == [(1, 1), (2, 0)]


@pytest.mark.parametrize("weak", [{"paid": ["1c: ice-str -1 [interface]"]}, {}])
def test_strength_that_lasts_is_not_bought_beside_a_click_for_all(weak: dict[str, Any]) -> None:
    """A click breaks it, or a step and two credits do: what would weaken it as well does not."""
    ram = fracter(0, title="Ram", break_=["2c: 3 barrier"], pump=["1c: +5 turn"], **weak)
    fence = wall(3, 1, "net 1", title="Fence", rbreak=["click 1: 1"])
    bills = break_cost(fence, [RigCard(ram)]).payments
    assert sorted((bill["credits"], bill["clicks"]) for bill in bills) == [(0, 1), (3, 0)]


@pytest.mark.parametrize(
    ("taking", "taken"), [("{trash hw 1} | {trash res 1}", 1), ("{trash hw,res 2}", 2)]
)
def test_how_many_of_the_others_the_corp_takes(taking: str, taken: int) -> None:
    """It takes some of the others, or the wall behind gets stronger, for which the bomb is given
    up."""
    key = fracter(1, title="Key", pump=[])
    bomb = fracter(2, title="Bomb", break_=["trash: 1 barrier"], pump=[])
    others = (card("Box", "hardware"), card("Friend", "resource"), card("Pet", "resource"))
    choice = f"corp: {taking} | {{ice-str 1 next}}"
    watch = card("Watch", "ice", strength=4, subtypes={"sentry"}, subs=[choice])
    scenario = board(watch, wall(1, 1, title="Low"), rig=(key, bomb, *others))
    bills = server_cost(scenario, passing=True).payments
    told = [(b["credits"], b["trashed"], b["cards_lost"], b["cards_taken"]) for b in bills]
    assert told == [(n, ["Bomb"], ["Box", "Friend", "Pet"], taken) for n in (0, 1)]


def test_weakening_down_to_where_each_card_works() -> None:
    """Strength 6: an exact card breaks one at 5, another one two at 3; two weaken, the first
    one twice."""
    exact = card("Exact", "program", strength=5, break_=["pc 1: 1 barrier"], static=["exact"])
    cutter = fracter(3, title="Cutter", pump=[])
    other = card("Ooze", "program", subtypes={"virus"}, paid=["pc 1: ice-str -1"])
    rig = [RigCard(LEECH, 2), RigCard(other, power=1), RigCard(exact, power=1), RigCard(cutter)]
    told = break_cost(wall(6, 1, "etr", "etr", "etr"), rig)
    assert told.steps == (
        "Leech: weaken the ice to strength 5 (1 counter)",
        "Exact: breaks 1 subroutine (1 counter)",
        "Leech: weaken the ice to strength 4 (1 counter)",
        "Ooze: weaken the ice to strength 3 (1 counter)",
        "Cutter: breaks 2 subroutines (2 credits)",
    )


@pytest.mark.parametrize(("inside", "refused"), [(True, False), (False, True)])
def test_what_nobody_reads_matters_where_ice_is_behind(inside: bool, refused: bool) -> None:
    odd, high = unread("Odd", on=["pass: nobody knows"]), wall(2, 1, title="High")
    scenario = board(*((high, odd) if inside else (odd, high)), rig=(fracter(),))
    if refused:
        with pytest.raises(CapacityError, match="Odd: 'pass: nobody knows' is not executed yet"):
            server_cost(scenario, passing=True)
    else:
        assert server_cost(scenario, passing=True).cost == 1


def test_strength_for_each_breaker_is_there_while_its_condition_holds() -> None:
    ice = wall(2, 1, static=["str +1*breakers if adv>=1"])
    breakers = [RigCard(fracter(2))]
    assert [break_cost(ice, breakers, advancement=number).cost for number in (0, 1)] == [1, 2]


def test_an_identity_that_acts_on_the_way_has_no_price() -> None:
    hunter = card("Hunter", "identity", side="corp", on=["encounter: tag 1"])
    with pytest.raises(CapacityError, match="Hunter: 'encounter: tag 1' has no price yet"):
        server_cost(board(ENDS, rig=(fracter(),), corp={"identity": hunter}), passing=True)


@pytest.mark.parametrize(("credits", "refused"), [(2, True), (3, False)])
def test_what_an_identity_pays_matters_where_a_trace_may_be_too_weak(
    credits: int, refused: bool
) -> None:
    """A trace of 2 takes 3 to be strong, and nobody can tell what the Corp has gained by then."""
    gamenet = found("GameNET: Where Dreams are Real").card
    scenario = board(found("Gemini").card, corp_credits=credits, corp={"identity": gamenet})
    if refused:
        with pytest.raises(CapacityError, match=r"GameNET.* looks at the Corp's credits"):
            server_cost(scenario, passing=True)
    else:
        assert server_cost(scenario, passing=True).cost == 0


def test_counters_given_before_are_not_there_to_be_purged() -> None:
    """One counter makes the wall a sentry; the other one is purged behind it."""
    killer = card("Killer", "program", strength=2, break_=["1c: 1 sentry"])
    rig = (RigCard(killer), found("Pelangi", virus=2))
    scenario = board(ENDS, unread("Cleaner", subs=["purge"]), rig=rig)
    bill = min(server_cost(scenario, passing=True).payments, key=lambda each: each["credits"])
    assert (bill["credits"], bill["virus"]) == (1, {"Pelangi": 2})


def test_two_clouds_beside_a_chip_are_refused() -> None:
    """All clouds at once get what the chip lends."""
    chip, clouds = found("Security Chip"), [found("GS Striker M1"), found("ZU.13 Key Master")]
    ice = load_pool().find("Enigma")
    assert break_cost(ice, [clouds[1], chip]).cost is not None
    with pytest.raises(CapacityError, match="Security Chip"):
        break_cost(ice, [*clouds, chip])


def amounts(told: Any, *names: str) -> list[tuple[int, ...]]:
    """So much of each of these in every way."""
    return sorted(tuple(bill.get(name, 0) for name in names) for bill in told.payments)


def test_weakening_by_a_card_as_strong_as_the_ice_comes_last() -> None:
    """A counter takes 1 of 5, so that Key has its strength; its two steps make it 2."""
    key = card("Key", "program", strength=4, paid=["1c: ice-str -1 [interface]"])
    cutter = fracter(2, title="Cutter", pump=[], break_=["0c: 1 barrier"])
    told = break_cost(wall(5, 1), [RigCard(key), RigCard(LEECH, 1), RigCard(cutter)])
    assert told.steps == (
        "Leech: weaken the ice to strength 4 (1 counter)",
        "Key: weaken the ice to strength 2 (2 credits)",
        "Cutter: breaks 1 subroutine (free)",
    )


def test_all_strength_goes_once_nothing_asks_for_it_any_more() -> None:
    """D4v1d breaks two of strength 6, Mimic the others of strength 0."""
    rig = [found("\u015eifr"), found("D4v1d", power=2), found("Mimic")]
    told = break_cost(load_pool().find("Archer"), rig)
    assert told.steps == (
        "D4v1d: breaks 2 subroutines (2 counters)",
        "\u015eifr: weaken the ice to strength 0 (free)",
        "Mimic: breaks 2 subroutines (2 credits)",
    )


def test_a_step_of_two_is_not_taken_for_one() -> None:
    """Strength 6: by 1 to 5 for the exact card, then by 2 to 3 for the other one."""
    two = card("Two", "program", subtypes={"virus"}, paid=["vc 1: ice-str -2"])
    exact = card("Exact", "program", strength=5, break_=["pc 1: 1 barrier"], static=["exact"])
    cutter = fracter(3, title="Cutter", pump=[])
    rig = [RigCard(two, 1), RigCard(LEECH, 1), RigCard(exact, power=1), RigCard(cutter)]
    assert break_cost(wall(6, 1, "etr", "etr"), rig).steps == (
        "Leech: weaken the ice to strength 5 (1 counter)",
        "Exact: breaks 1 subroutine (1 counter)",
        "Two: weaken the ice to strength 3 (1 counter)",
        "Cutter: breaks 1 subroutine (1 credit)",
    )


LAYS = wall(9, 1, "gain-etr later", "net-next 2", title="Layer")


def test_all_of_a_piece_with_what_was_laid_on_it() -> None:
    """The end alone for 1, and two damage; its own subroutine with it for 2."""
    cutter = fracter(2, pump=[])
    told = server_cost(board(LAYS, wall(2, 1, "nothing"), rig=(cutter,)), passing=True)
    assert amounts(told, "credits", "damage") == [(1, 2), (2, 0)]


class TestFirstAndLast:
    TRACER = card("Sniffer", "program", strength=2, break_=["1c: 1 {trace}"])

    @pytest.mark.parametrize(
        ("subs", "title", "cost"),
        [
            (("trace 1: etr", "etr"), "first", None),
            (("etr", "trace 1: etr"), "first", 1),
            (("etr", "trace 1: etr"), "last", None),
            (("trace 1: etr", "etr"), "last", 1),
        ],
    )
    def test_which_one_is_gone(self, subs: tuple[str, ...], title: str, cost: int | None) -> None:
        """Only those that trace can be broken for credits: the other one has to be gone."""
        bomb = unread("Bomb", **{"break": [f"trash: the {title} sub"]})
        bomb = replace(bomb, type="program", side="runner", subtypes=frozenset())
        told = break_cost(wall(2, 1, *subs), [RigCard(bomb), RigCard(self.TRACER)])
        assert told.cost == cost

    def test_the_last_one_is_what_was_laid(self) -> None:
        bomb = unread("Bomb", **{"break": ["trash: the last sub"]})
        bomb = replace(bomb, type="program", side="runner", subtypes=frozenset())
        told = server_cost(board(LAYS, wall(2, 1, "nothing"), rig=(bomb,)), passing=True)
        assert amounts(told, "credits", "given_up", "damage") == [(0, 1, 2)]


def test_the_poorer_runner_is_left_alone() -> None:
    """A credit lost, and no damage; or one gained, and six of them are seen."""
    fork = wall(9, 1, "runner: {rlose 1} | {rgain 1}", title="Fork")
    greedy = wall(9, 1, "if runner-cr>=6: net 1", title="Greedy")
    told = server_cost(board(fork, greedy, purse=5), passing=True)
    assert amounts(told, "credits_lost", "damage") == [(0, 1), (1, 0)]


def test_the_smaller_hand_is_left_alone() -> None:
    """A card lost, and no tag; or one drawn, and four of them are seen."""
    fork = wall(9, 1, "runner: {net 1} | {rdraw 1}", title="Fork")
    greedy = wall(9, 1, "if grip>=4: tag 1", title="Greedy")
    told = server_cost(board(fork, greedy, grip=3), passing=True)
    assert amounts(told, "damage", "tags") == [(0, 1), (1, 0)]


@pytest.mark.parametrize("cost", ["trash", "0c"])
def test_a_card_that_nothing_needs_any_more_is_not_nothing(
    cost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given up, or condemned, or a credit in its place; behind it no wall is left."""
    monkeypatch.setattr(sieve, "MANY", 0)
    text = "trash: 1 barrier" if cost == "trash" else "0c: 1 barrier [then trash-self at run-end]"
    once = card("Once", "program", strength=2, break_=[text])
    rig = (fracter(2, pump=[]), once)
    told = server_cost(board(wall(2, 1), wall(2, 1, "nothing"), rig=rig), passing=True)
    assert amounts(told, "credits", "given_up") == [(0, 1), (1, 0)]


def test_a_counter_that_has_weakened_ice_is_gone() -> None:
    """Two walls of strength 1 with a parasite each; one counter for one of them."""
    ooze = card("Ooze", "program", subtypes={"virus"}, paid=["pc 1: ice-str -1"])
    rig = (
        *(found("Parasite", host=place) for place in range(2)),
        RigCard(ooze, power=1),
        RigCard(fracter(2, pump=[])),
    )
    told = server_cost(board(wall(1, 1), wall(1, 1, title="Two"), rig=rig), passing=True)
    assert set(amounts(told, "credits", "counters")) == {(1, 1), (2, 0)}


def test_what_is_laid_on_doubled_ice_is_not_robbed() -> None:
    """Gold Farmer twice, and an end of Sensei: of five broken two are printed, 1 lost for each."""
    pool = load_pool()
    ice = [pool.find(title) for title in ("Sensei", "TL;DR", "Gold Farmer")]
    once = card("Once", "program", strength=4, break_=["pc 1: 1 code gate"])
    rig = (found("Corroder"), RigCard(once, power=1))
    told = server_cost(board(*ice, rig=rig, purse=40), passing=True)
    assert max(bill.get("credits_lost", 0) for bill in told.payments) == 2


def test_a_piece_brought_to_nothing_by_a_card_as_strong() -> None:
    """Strength 3: Key gets the third point for 1, not for 2, and takes off three for 3."""
    key = card(
        "Key",
        "program",
        strength=2,
        subtypes={"icebreaker"},
        paid=["1c: ice-str -1 [interface]"],
    )
    key = replace(
        key, rules=replace(key.rules, pumps=fracter(pump=["2c: +1", "1c: +1"]).rules.pumps)
    )
    rig = (found("Parasite", host=0), RigCard(key))
    told = server_cost(board(wall(3, 1), rig=rig), passing=True)
    assert (told.cost, told.pool, len(told.payments)) == (4, 4, 1)
    cloak = found("Cloak", credits=1)
    told = server_cost(board(wall(3, 1), rig=(*rig, cloak)), passing=True)
    assert (told.cost, told.pool) == (4, 3)


def test_two_steps_of_three_for_strength_four() -> None:
    saw = card("Saw", "program", paid=["1c: ice-str -3"])
    rig = (found("Parasite", host=0), RigCard(saw))
    assert server_cost(board(wall(4, 1), rig=rig), passing=True).cost == 2


def test_a_dearer_way_that_leaves_no_more_is_not_worth_having() -> None:
    """Snowball for 1 is the stronger for it; the other one takes 2."""
    snowball = card(
        "Snowball",
        "program",
        strength=2,
        subtypes={"icebreaker"},
        break_=["1c: 1 barrier [then str +1 run]"],
        pump=["1c: +1"],
    )
    dear = fracter(2, pump=[], break_=["2c: 1 barrier"])
    assert amounts(break_cost(ENDS, [RigCard(snowball), RigCard(dear)]), "credits") == [(1,)]


FICKLE = "corp-may: self-trash"


def test_an_end_that_was_laid_stops_unless_the_piece_has_left() -> None:
    """The Corp may keep it: the end has to be broken."""
    layer = wall(9, 1, "gain-etr later", title="Layer")
    rig = (fracter(2, pump=[]),)
    told = server_cost(board(layer, wall(2, 1, FICKLE), rig=rig), passing=True)
    assert amounts(told, "credits") == [(1,)]


def test_an_end_that_was_laid_behind_three_that_do_nothing() -> None:
    """Mass-Driver breaks the gate; of the next piece three do nothing, the end does."""
    layer = wall(9, 1, "gain-etr later", title="Layer")
    gate = card("Gate", "ice", strength=0, cost=1, subtypes={"code gate"}, subs=["nothing"])
    last = wall(2, 1, "nothing", "nothing", FICKLE, title="Last")
    driver = found("Mass-Driver")
    both = server_cost(board(layer, gate, last, rig=(driver, fracter(2, pump=[]))), passing=True)
    none = server_cost(board(layer, gate, last, rig=(driver,)), passing=True)
    assert (both.cost is not None, none.cost) == (True, None)


class TestDrawn:
    def test_a_draw_for_nothing_counts_as_nothing(self) -> None:
        """One of two has nothing to break, the other one costs 1."""
        free, dear = wall(1, 1, "nothing", title="Free"), wall(2, 1, title="Dear")
        unknown = PlacedIce(candidates=((free, 1), (dear, 1)))
        told = drawn_cost(board(unknown, rig=(fracter(),)), passing=True)
        assert (told.cheapest, told.dearest, told.mean) == (0, 1, Fraction(1, 2))
        assert (told.possible, told.refused) == (Fraction(1), Fraction(0))
        alone = drawn_cost(board(PlacedIce(candidates=((free, 2),))), passing=True)
        assert (alone.cheapest, alone.dearest, alone.mean) == (0, 0, Fraction(0))

    @pytest.mark.parametrize(("several", "end"), [(3, "C)"), (4, "C …)")])
    def test_what_an_unknown_piece_may_be(self, several: int, end: str) -> None:
        unknown = PlacedIce(candidates=tuple((wall(title=title), 1) for title in "ABCD"[:several]))
        with pytest.raises(ScenarioError) as refused:
            server_cost(board(unknown))
        assert str(refused.value).endswith(f"(it may be A, B, {end}")


class TestMatrix:
    def test_no_credits_for_what_cannot_be_broken(self) -> None:
        """One of two walls is too high: 1 for the other, and nothing for that one."""
        low, high = wall(2, 1, title="Low"), wall(3, 1, title="High")
        matrix = break_matrix([low, high], [RigCard(fracter(2, pump=[]))])
        (mean,) = matrix.averages(unbreakable=0)
        assert (mean.breaks, mean.of, mean.mean, mean.overall) == (1, 2, 1.0, 0.5)

    def test_what_a_table_holds(self) -> None:
        pool = load_pool()
        bare, shut = wall(1, 1, title="Bare"), pool.find("Peeping Tom")
        bare = unread("Bare")
        matrix = break_matrix([bare, pool.find("Ice Wall"), shut], [found("Botulus", virus=1)])
        told = matrix.to_dict()
        assert told["subs"][:2] == [0, 1]
        assert matrix.costs[:2, 0].tolist() == [-2, 0]
        cells = matrix.frame().iloc[:, 0]
        assert [bool(gone) for gone in cells.isna()][:2] == [True, False]
        assert isinstance(told["cards"]["exact"], list)
        assert isinstance(told["cards"]["approximate"], dict)

    def test_a_refused_piece_has_no_number_of_subroutines(self) -> None:
        odd = unread("Odd", static=["str +1 if nobody-knows"])
        matrix = break_matrix([odd], [RigCard(fracter())])
        assert (matrix.costs[0, 0], matrix.subs) == (REFUSED, (-1,))


WALLS = (wall(2, 1, title="One"), wall(3, 1, title="Two"))


class TestTooMany:
    """What is done where there is too much to follow, with a bound that a small server meets."""

    def test_without_answers_nothing_is_too_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(journey, "MAX_ANSWERED", 0)
        told = server_cost(board(*WALLS, rig=(fracter(),)), passing=True)
        assert (told.cost, told.approximate) == (3, ())

    def test_a_choice_that_a_card_for_one_strength_looks_at_is_refused(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Stronger ice behind is not the worse for an exact card, and the Corp may leave it."""
        exact = fracter(3, title="Exact", pump=[], static=["exact"])
        gate = unread("Gate", subs=["corp: {ice-str 1 next; tag 1} | {tag 2; net 1}"])
        monkeypatch.setattr(journey, "MAX_ANSWERED", 0)
        with pytest.raises(CapacityError, match="Gate"):
            server_cost(board(gate, WALLS[0], rig=(exact,)), passing=True)

    def test_a_choice_about_anything_else_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        exact = fracter(2, title="Exact", pump=[], static=["exact"])
        gate = unread("Gate", subs=["corp: {tag 1} | {net 1}"])
        monkeypatch.setattr(journey, "MAX_ANSWERED", 0)
        (bill,) = server_cost(board(gate, WALLS[0], rig=(exact,)), passing=True).payments
        assert (bill["credits"], bill["damage"], bill["tags"]) == (1, 1, 1)

    def test_answers_taken_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Bids: two damage, or a tag and a damage; both at once are what is reckoned with."""
        ice = wall(2, 1, "psi: net 2 else {tag 1; net 1}", title="Bid")
        sure = server_cost(board(ice, WALLS[0], rig=(fracter(),)), passing=True)
        assert not sure.approximate
        monkeypatch.setattr(journey, "MAX_ANSWERED", 0)
        told = server_cost(board(ice, WALLS[0], rig=(fracter(),)), passing=True)
        worst = [(b["credits"], b.get("damage", 0), b.get("tags", 0)) for b in told.payments]
        assert sorted(worst) == [(1, 2, 1), (2, 0, 0)]
        assert told.approximate

    def test_of_too_many_ways_those_that_cost_no_more_than_the_cheapest(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """1 past what lies behind, with four damage, two and a tag, or two tags; 8 more to break,
        which is not told."""
        options = ("net 4", "{net 2; tag 1}", "tag 2")
        fork = wall(9, 1, f"runner: {' | '.join(options)}", title="Fork")
        scenario = board(fork, WALLS[0], rig=(fracter(),), purse=20)
        full = server_cost(scenario, passing=True)
        monkeypatch.setattr(all_ways, "MOST", 3)
        told = server_cost(scenario, passing=True)
        assert [bill["credits"] for bill in full.payments] == [1, 1, 1, 9]
        assert told.payments == full.payments[:3]
        assert told.cost == full.cost == 1
        assert told.approximate == (*full.approximate, DEARER.format(1))


class TestWhatIsRead:
    """Texts of cards that no game executes, as prices read them one by one."""

    def test_what_the_server_asks_for_by_its_advanced_ice(self) -> None:
        item = Unexecuted("effects", f"root: approach-server: etr unless pay 2*{ADVANCED_HERE}", "")
        asked = Price("credits", Amount(0, 2, ADVANCED_HERE))
        found = read_gate(item, board(), True)
        assert found is not None
        assert (found.event, found.effect) == (APPROACH, Unless(Atom("etr"), ((asked,),)))

    @pytest.mark.parametrize("text", ["pass: nobody knows", "trash: take what is there"])
    def test_what_brings_no_credits(self, text: str) -> None:
        assert not is_earning(text)

    def test_identities_that_are_entered_are_not_blank(self) -> None:
        assert blank_ones([load_pool().find("Null: Whistleblower")]) == ()

    def test_a_copy_of_ice_that_gains_subroutines_is_refused(self) -> None:
        ice = map(load_pool().find, ("Loki", "NEXT Silver"))
        scenario = board(*ice, rig=(fracter(),), grip=2)
        with pytest.raises(CapacityError, match="Loki as NEXT Silver"):
            server_cost(scenario, passing=True)


def test_the_corp_takes_a_card_and_a_die_another() -> None:
    """One program for Banpei; then Bartmoss's own die shows a 1, if it was not that one."""
    rig = ("Reflector", "Flak", "Bartmoss Memorial Icebreaker")
    told = api.break_cost("Banpei", rig, edition="onr", passing=True)
    taken = [(bill["credits"], bill.get("cards_taken")) for bill in told.payments]
    assert taken == [(2, None), (1, 2)]
