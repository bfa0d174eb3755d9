"""Small amounts on the way past ice, each of which one slip would change: invented cards, and
figures reckoned by hand."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from boards import board, card, fracter, unread, wall

from simcore.cards.pool import load_pool
from simcore.errors import CapacityError
from simcore.plan.marks import IN_STACK
from simcore.plan.pieces import GONE
from simcore.plan.targets import alone
from simcore.prices.cost import break_cost
from simcore.prices.rig.fetching import _is_held
from simcore.prices.server_cost import ServerCost, server_cost
from simcore.prices.way.base_links import link_price
from simcore.prices.way.comparing import Known, unbeaten_rows
from simcore.prices.way.losses import Losses
from simcore.prices.way.passage import Answer, Paid, Passage
from simcore.prices.way.wall import Wall, with_kept
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Scenario

PROGRAM = card("Idle", "program")
SENTRY = frozenset({"sentry"})
CLOAK = RigCard(card("Cloak", "program", recurring="1 breakers stealth"), credits=1)


def told(scenario: Scenario, *names: str) -> list[tuple[int, ...]]:
    """So much of each of these, or so many, in every way past a server."""
    cost: ServerCost = server_cost(scenario, passing=True)
    return sorted(tuple(_number(bill.get(name, 0)) for name in names) for bill in cost.payments)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else len(value)


FIRST, OTHER, BEHIND = Answer(0, 0, 2), Answer(0, 1, 2), Answer(1, 0, 2)


@pytest.mark.parametrize(
    ("rows", "unbeaten"),
    [
        ([((-3, 1), ()), ((-3, 2), ()), ((-1, 0), ()), ((0, 1), ())], [0, 2]),
        ([((4, 7), ()), ((4, 8), ()), ((4, 9), ())], [0]),  # one column differs
        ([((-9, -5, 1), ()), ((-9, 0, 0), ()), ((0, -5, 0), ()), ((0, 0, 0), ())], [0, 1, 2]),
        # who was asked less may beat who was asked the same and more, not the other way round
        ([((1,), ()), ((1,), (FIRST,)), ((2,), (OTHER, BEHIND))], [0]),
        ([((1,), (FIRST,)), ((2,), ()), ((2,), (FIRST, BEHIND)), ((3,), (OTHER,))], [0, 1]),
        ([((1,), (FIRST, BEHIND)), ((1,), (OTHER, BEHIND)), ((2,), (FIRST,))], [0, 1, 2]),
    ],
)
def test_rows_are_beaten_by_those_with_no_more_in_any_column(
    rows: list[tuple[tuple[int, ...], tuple[Answer, ...]]], unbeaten: list[int]
) -> None:
    assert unbeaten_rows([Known(*row) for row in rows]) == unbeaten


@pytest.mark.parametrize(
    ("losses", "unbeaten"),
    [
        # both cards of two for certain, or the third and one of the two
        ([Losses((1, 1, 0), (0, 0, 0), 0), Losses((0, 0, 1), (1, 1, 0), 1)], [0, 1]),
        # one for certain is no more than one of two, one of two no more than one of three
        ([Losses((1, 0, 0), (0, 0, 0), 0), Losses((0, 0, 0), (1, 1, 0), 1)], [0]),
        ([Losses((0, 0, 0), (1, 1, 0), 1), Losses((0, 0, 0), (1, 1, 1), 1)], [0]),
        # one of two no more than both of them; two of three are not
        ([Losses((0, 0, 0), (1, 1, 0), 1), Losses((1, 1, 0), (0, 0, 0), 0)], [0]),
        ([Losses((1, 1, 0), (0, 0, 0), 0), Losses((0, 0, 0), (1, 1, 1), 2)], [0]),
        ([Losses((2, 0, 0), (0, 0, 0), 0), Losses((0, 0, 0), (1, 1, 1), 2)], [0, 1]),
    ],
)
def test_losses_are_no_more_if_whatever_is_picked_may_be_picked_in_the_other_way(
    losses: list[Losses], unbeaten: list[int]
) -> None:
    rows = sorted((Known((0,), (), each) for each in losses), key=lambda row: row.rank)
    found = [losses.index(each) for each in (rows[n].losses for n in unbeaten_rows(rows)) if each]
    assert sorted(found) == unbeaten


def test_the_only_program_is_enough_for_who_has_to_choose() -> None:
    fork = wall(9, 1, "runner: {trash prog 1} | {tag 1}", title="Fork")
    assert told(board(fork, rig=(PROGRAM,)), "cards_lost", "tags") == [(0, 1), (1, 0)]
    assert told(board(fork), "cards_lost", "tags") == [(0, 1)]


def test_which_of_two_alike_goes_makes_no_other_payment() -> None:
    """One of the three programs and then another: two that are alike, or one of these and the
    one with a counter, which has another name."""
    thieves = [wall(9, 1, "own-trash prog 1", title=f"Thief {number}") for number in (1, 2)]
    rig = (PROGRAM, RigCard(replace(PROGRAM, title="Other"), virus=1), PROGRAM)
    assert told(board(*thieves, rig=rig), "trashed", "cards_lost") == [(0, 2)] * 2


def test_all_is_lost_with_what_was_lost_before() -> None:
    thieves = [wall(9, 1, f"rlose {number}", title=f"Thief {number}") for number in (2, 99)]
    assert told(board(*thieves, purse=5), "credits_lost") == [(5,)]


@pytest.mark.parametrize(("enough", "damage"), [(4, {0, 1}), (3, {1})])
def test_the_pool_pays_no_more_than_was_due(enough: int, damage: set[int]) -> None:
    """Two credits are due, one of which the bank may pay: 3 or 4 of the pool are left."""
    bank = RigCard(card("Bank", "hardware", recurring="1 breakers"), credits=1)
    fence = wall(2, 1, "etr", "etr", title="Fence")
    greedy = replace(unread("Greedy", subs=[f"if runner-cr>={enough}: net 1"]), subtypes=SENTRY)
    scenario = board(fence, greedy, rig=(fracter(), bank), purse=5)
    assert {each for (each,) in told(scenario, "damage")} == damage


@pytest.mark.parametrize(("value", "price"), [(0, 1), (1, 1), (2, 4), (3, 4), (4, 7), (6, 10)])
def test_steps_to_a_link_are_whole(value: int, price: int) -> None:
    ladder = card("Ladder", "program", base_link=["1c: 2", "3c: +2"])
    assert link_price(ladder, value) == price


def test_a_trace_that_may_have_no_base_takes_a_credit_to_exceed_no_link() -> None:
    """So it looks at the Corp's credits, which an identity may gain unseen."""
    gains = found("Hyoubu Institute: Absolute Clarity").card
    tracer = wall(2, 1, "trace 3: etr", title="Tracer")
    with pytest.raises(CapacityError, match="Hyoubu"):
        told(board(tracer, rig=(found("Disrupter"),), corp_credits=0, corp={"identity": gains}))


def bell(kind: str, *, counts: bool) -> PlacedRoot:
    """A card of the root that is heard as the server is approached."""
    says = "net 1*adv" if counts else "nothing"
    return PlacedRoot(card(kind, "upgrade", on=[f"root: approach-server: {says}"]), rezzed=True)


@pytest.mark.parametrize(("where", "damage"), [("card", 1), ("ice", 0)])
@pytest.mark.parametrize("first", [True, False])
def test_counters_placed_on_cards_of_the_root(where: str, damage: int, first: bool) -> None:
    """The one that counts them has one, wherever it lies; what may go on ice does not."""
    helper = unread("Helper", subs=[f"adv 1 {where}"])
    root = (bell("Loud", counts=first), bell("Low", counts=not first))
    assert told(board(helper, root=root), "damage") == [(damage,)]


@pytest.mark.parametrize(("does", "damage"), [("self-derez", 0), ("nothing", 1)])
def test_the_only_piece_of_a_kind_face_down(does: str, damage: int) -> None:
    counting = replace(unread("Counting", subs=["net 1*rezzed:barrier"]), subtypes=SENTRY)
    assert told(board(wall(2, 1, does), counting), "damage") == [(damage,)]


@pytest.mark.parametrize("where", ["ice", "root"])
def test_the_pool_pays_first_where_it_is_lost(where: str) -> None:
    """3 in the pool: one pays for the break and two are lost, though a stealth credit is there."""
    thief = replace(unread("Thief", subs=["rlose 9"]), subtypes=SENTRY)
    office = card("Office", "upgrade", on=["root: approach-server: rlose 9"])
    root = (PlacedRoot(office, rezzed=True),) * (where == "root")
    ice = (wall(2, 1), thief) if where == "ice" else (wall(2, 1),)
    scenario = board(*ice, root=root, rig=(fracter(), CLOAK), purse=3)
    assert min(told(scenario, "credits_lost")) == (2,)


def found(title: str) -> RigCard:
    return RigCard(load_pool("nsg").find(title))


MERCUR = found("Net Mercur")


@pytest.mark.parametrize(
    ("keys", "strength", "ends", "pool"),
    [
        ({"break_": ["2c: 1 barrier"]}, 2, 1, 1),
        ({}, 2, 2, 0),
        ({}, 3, 1, 0),
        ({"pump": [], "paid": ["1c: ice-str -1"]}, 3, 1, 0),
    ],
)
def test_what_a_stealth_credit_brings_pays_for_no_part_of_the_same_use(
    keys: dict[str, Any], strength: int, ends: int, pool: int
) -> None:
    """One stealth credit, and one that comes for it: two uses of 1, a step, or one use of 2.
    Without the first none comes."""
    fence = wall(strength, 1, *["etr"] * ends, title="Fence")
    rig = (MERCUR, RigCard(fracter(2, **keys)))
    assert min(told(board(fence, rig=(*rig, CLOAK)), "credits", "pool")) == (2, pool)
    assert min(told(board(fence, rig=rig), "credits", "from_purses")) == (2, 0)


LEECH = RigCard(card("Leech", "program", subtypes={"virus"}, paid=["vc 1: ice-str -1"]), virus=1)


@pytest.mark.parametrize(
    ("strength", "keys", "other"),
    [
        (1, {}, ()),
        (1, {"static": ["exact"]}, ()),
        (2, {}, (LEECH,)),
        (3, {}, (found("Arruaceiras Crew"),)),
    ],
)
def test_what_is_broken_without_strength_pays_for_the_next(
    strength: int, keys: dict[str, Any], other: tuple[RigCard, ...]
) -> None:
    """The Tailor takes 1 of the strength, a counter 1, the Crew 2: a credit comes, the only one
    for the second wall."""
    ice = (wall(strength, 1, title="High"), wall(1, 1, title="Low"))
    rig = (*other, RigCard(fracter(0, pump=[], **keys)), found("The Tungsten Tailor"))
    assert server_cost(board(*ice, rig=rig, purse=1), passing=True).affordable
    assert not server_cost(board(*ice, rig=rig, purse=0), passing=True).affordable


def test_a_card_that_goes_by_a_text_of_ice_is_no_price_of_an_ability() -> None:
    """The Trader pays for abilities that cost their card; nothing comes for what ice takes."""
    taker = replace(unread("Taker", subs=["trash prog 1 by-runner"]), subtypes=SENTRY)
    rig = (PROGRAM, RigCard(fracter()), found("Tech Trader"))
    for purse in (0, 1):
        cost = server_cost(board(taker, wall(1, 1), rig=rig, purse=purse), passing=True)
        assert cost.affordable == (purse > 0)


def test_counters_on_ice_that_is_met_again() -> None:
    """Strength 2 both times; one counter and then two, a point of damage each, or 1 credit."""
    keys = {"on": ["encounter: power 1"], "static": ["str +1*adv"]}
    sink = wall(0, 1, "etr", "net 1*power", title="Sink", **keys)
    again = PlacedRoot(found("The Twins").card, rezzed=True)
    ice = PlacedIce(sink, rezzed=True, advancement=2)
    scenario = board(ice, root=(again,), rig=(fracter(),), corp={"hq": ((sink, 1),)})
    assert told(scenario, "credits", "damage") == [(2, 3), (3, 1), (4, 0)]


BRINGER = replace(unread("Bringer", subs=["corp-may: install ice"]), subtypes=SENTRY)
NEW = wall(2, 1, title="New")


@pytest.mark.parametrize(
    ("copies", "credits", "cost"), [(1, 5, 1), (2, 5, 2), (2, 2, 2), (2, 1, 1), (2, 0, 0)]
)
def test_ice_comes_in_as_often_as_it_is_there_and_can_be_rezzed(
    copies: int, credits: int, cost: int
) -> None:
    hq = {"hq": ((NEW, copies),)}
    scenario = board(BRINGER, BRINGER, rig=(fracter(),), corp=hq, corp_credits=credits)
    assert told(scenario, "credits") == [(cost,)]


def test_one_piece_comes_in_as_the_server_is_approached() -> None:
    life = load_pool("nsg").find("Mti Mwekundu: Life Improved")
    told_of = {"hq": ((NEW, 2),), "identity": life}
    assert told(board(wall(2, 1), rig=(fracter(),), corp=told_of), "credits") == [(2,)]


@pytest.mark.parametrize(("asked", "possible"), [(1, False), (4, True)])
def test_the_corp_keeps_a_credit_for_what_asks_for_one(asked: int, possible: bool) -> None:
    """Three credits are three counters for strength, and the sentry has to be left alone; or two,
    and one for an end that costs two counters of the one that is left."""
    breaks = ["0c: 1 barrier", "pc 2: 1 sentry"]
    tool = card("Tool", "program", strength=2, pump=["pc 1: +1"], break_=breaks)
    sentry = replace(unread("Guard", subs=[f"corp-may pay {asked}: etr"]), subtypes=SENTRY)
    root = (PlacedRoot(found("Corporate Troubleshooter").card, rezzed=True),)
    scenario = board(wall(2, 1), sentry, root=root, rig=(RigCard(tool, power=3),), corp_credits=3)
    assert server_cost(scenario, passing=True).possible == possible


def test_a_counter_that_its_host_keeps_is_not_purged() -> None:
    """The first card of the rig keeps one of two counters of its guest."""
    cleaner = replace(unread("Cleaner", subs=["purge"]), subtypes=SENTRY)
    guest = replace(LEECH, virus=2, on_card=0)
    assert told(board(cleaner, rig=(found("Progenitor"), guest)), "counters") == [(1,)]


@pytest.mark.parametrize(("core", "grip", "damage"), [(4, 5, 4), (5, 6, 6)])
def test_no_card_may_be_held(core: int, grip: int, damage: int) -> None:
    """One is left each time, of five less so many that may be held."""
    shrink = replace(unread("Shrink", subs=[f"core {core}", "discard-to-max"]), subtypes=SENTRY)
    assert told(board(shrink, grip=grip), "damage") == [(damage,)]


def test_nothing_was_rezzed_in_this_turn() -> None:
    late = unread("Late", subs=["nothing"], on=["end: if rezzed-this-turn: net 1"])
    assert told(board(replace(late, subtypes=SENTRY)), "damage") == [(0,)]


@pytest.mark.parametrize(("credits", "cost"), [(0, 3), (1, 4)])
def test_what_the_corp_gains_as_ice_is_met_buys_strength(credits: int, cost: int) -> None:
    """1 for the subroutine, and all that the Corp has then in strength."""
    fund = wall(2, 1, title="Fund", on=["encounter: cgain 2"])
    root = (PlacedRoot(found("Corporate Troubleshooter").card, rezzed=True),)
    scenario = board(fund, root=root, rig=(fracter(),), corp_credits=credits)
    assert told(scenario, "credits") == [(cost,)]


def test_what_is_broken_pays_the_corp_once_the_runner_is_tagged() -> None:
    """A tag before the first wall; 2 credits for its subroutine are 2 of strength of the next."""
    tagging = replace(unread("Tagging", subs=["tag 1"]), subtypes=SENTRY)
    cards = (found("Henry Phillips").card, found("Corporate Troubleshooter").card)
    root = tuple(PlacedRoot(each, rezzed=True) for each in cards)
    ice = (tagging, wall(2, 1), wall(2, 1))
    scenario = board(*ice, root=root, rig=(fracter(),), corp_credits=0)
    assert told(scenario, "credits", "tags") == [(4, 1)]


def test_strength_that_lasts_is_there_behind_ice_that_has_come_in() -> None:
    """Two steps and one for each of both walls; the sentry that comes between asks for nothing."""
    guest = replace(unread("Guest", subs=["nothing"]), subtypes=SENTRY, cost=0)
    ice = (wall(4, 1), BRINGER, wall(4, 1))
    scenario = board(*ice, rig=(fracter(pump=["1c: +1 run"]),), corp={"hq": ((guest, 1),)})
    assert told(scenario, "credits") == [(4,)]


def test_ice_that_comes_in_has_no_counters() -> None:
    new = wall(2, 1, title="New", static=["advanceable", "str +1*adv"])
    scenario = board(BRINGER, rig=(fracter(),), corp={"hq": ((new, 1),)})
    assert told(scenario, "credits") == [(1,)]


BANK = RigCard(card("Bank", "hardware", recurring="1 breakers"), credits=1)


@pytest.mark.parametrize("purse", [BANK, CLOAK])
def test_credits_for_breakers_pay_for_no_ability_of_the_ice(purse: RigCard) -> None:
    fence, rig = wall(9, 1, title="Fence", rbreak=["2c: 1"]), (purse, fracter())
    assert told(board(fence, rig=rig[:1]), "credits", "from_purses") == [(2, 0)]
    assert min(told(board(fence, wall(2, 1), rig=rig), "credits", "from_purses")) == (3, 1)


def test_a_tag_for_weaker_ice_is_told() -> None:
    rig = (RigCard(fracter(0, pump=[])), found("Arruaceiras Crew"))
    assert told(board(wall(2, 1), rig=rig), "credits", "tags") == [(1, 1)]


def test_all_of_a_piece_is_broken_with_the_end_that_lies_on_it() -> None:
    laying = replace(unread("Laying", subs=["gain-etr later"]), subtypes=SENTRY)
    fence = wall(2, 1, "etr", title="Fence", on=["full-break: tag 1"])
    assert told(board(laying, fence, rig=(fracter(),)), "credits", "tags") == [(2, 1)]


@pytest.mark.parametrize(("event", "tags"), [("full-break", 0), ("full-break|bypass", 1)])
def test_what_comes_of_breaking_all_or_of_a_bypass(event: str, tags: int) -> None:
    fence = unread("Fence", subs=["etr"], on=[f"{event}: tag 1"])
    charm = card("Charm", "program", subtypes={"virus"}, bypass=["vc 1: barrier"])
    scenario = board(fence, rig=(RigCard(charm, virus=1),))
    assert told(scenario, "counters", "tags") == [(1, tags)]


def test_a_card_for_one_piece_a_run_has_had_it_though_that_is_met_again() -> None:
    """Mongoose is for the second piece, so that the first one, met twice, does its damage: who
    breaks it once, and not again, is stopped behind it."""
    first = card("First", "ice", strength=1, subtypes={"sentry"}, subs=["net 1"])
    second = card("Second", "ice", strength=1, subtypes={"sentry"}, subs=["etr"])
    root = (PlacedRoot(found("The Twins").card, rezzed=True),)
    scenario = board(first, second, root=root, rig=(found("Mongoose"),), corp={"hq": ((first, 1),)})
    assert told(scenario, "credits", "damage") == [(1, 2)]


def test_paying_is_no_way_where_nothing_can_be_paid() -> None:
    """All is lost first: who has to pay if able is not able, and gets the tag."""
    thief = replace(unread("Thief", subs=["rlose 99", "must-pay 1 else tag 1"]), subtypes=SENTRY)
    assert told(board(thief, purse=3), "credits", "tags") == [(0, 1)]


@pytest.mark.parametrize(
    ("does", "alone", "possible"),
    [
        ("self-trash; go-outermost", True, True),
        ("self-trash; go-outermost", False, False),
        ("go-outermost", True, False),
    ],
)
def test_there_is_nothing_to_go_back_to(does: str, alone: bool, possible: bool) -> None:
    """The only piece of ice has left, before the Runner would meet it again."""
    shy = replace(unread("Shy", subs=[does]), subtypes=SENTRY)
    outer = replace(unread("Outer", subs=["nothing"]), subtypes=SENTRY)
    ice = (shy,) if alone else (outer, shy)
    assert server_cost(board(*ice), passing=True).possible == possible


@pytest.mark.parametrize(("credits", "cost"), [(13, 3), (14, 4)])
def test_ice_is_as_strong_as_the_corp_is_rich_once_it_has_been_met(credits: int, cost: int) -> None:
    """2, and 1 for 5 credits with the one that comes as it is met: 4 or 5, and 1 to break."""
    fund = wall(2, 1, title="Fund", on=["encounter: cgain 1"])
    elsewhere = {"elsewhere": (PlacedRoot(found("Sandburg").card, rezzed=True),)}
    scenario = board(fund, rig=(fracter(),), corp=elsewhere, corp_credits=credits)
    assert told(scenario, "credits") == [(cost,)]


@pytest.mark.parametrize(
    ("cards", "draws", "possible"), [(1, 0, True), (1, 1, False), (2, 0, False)]
)
def test_cards_that_the_corp_draws_on_the_way(cards: int, draws: int, possible: bool) -> None:
    """Two cards of HQ end the run at the server."""
    giving = replace(unread("Giving", subs=[f"cdraw {draws}"]), subtypes=SENTRY)
    void = card("Void", "upgrade", on=["root: approach-server: corp-may pay 1 + hq 2: etr"])
    scenario = board(giving, root=(PlacedRoot(void, rezzed=True),), corp={"hq_count": cards})
    assert server_cost(scenario, passing=True).possible == possible


def test_the_corp_pays_credits_without_a_card_in_hand() -> None:
    asking = replace(unread("Asking", subs=["corp-may pay 1: net 1"]), subtypes=SENTRY)
    assert told(board(asking, corp={"hq_count": 0}, corp_credits=1), "damage") == [(1,)]
    assert told(board(asking, corp={"hq_count": 0}, corp_credits=0), "damage") == [(0,)]


WELL = RigCard(replace(PROGRAM, rules=unread("", paid=["vc 1: gain 1"]).rules), virus=1)


def test_a_card_that_could_pay_is_left_alone_where_nobody_says_what_the_pool_has() -> None:
    cost = break_cost(wall(2, 1), [RigCard(fracter()), WELL], passing=True)
    assert [(bill["credits"], bill["counters"]) for bill in cost.payments] == [(1, 0)]


@pytest.mark.parametrize(
    ("purse", "grip", "helped", "affordable", "damage"),
    [
        (1, 3, False, True, {3}),  # the last credit goes
        (1, 2, False, False, {0}),  # that would kill
        (1, 2, True, True, {0}),  # a credit is left
        (2, 2, False, True, {0}),
    ],
)
def test_nobody_stays_without_money(
    purse: int, grip: int, helped: bool, affordable: bool, damage: set[int]
) -> None:
    rig = (found("Dadiana Chacon"), RigCard(fracter()), WELL)[: 2 + helped]
    scenario = board(wall(2, 1), rig=rig, purse=purse, grip=grip)
    assert server_cost(scenario, passing=True).affordable == affordable
    assert {each for (each,) in told(scenario, "damage")} == damage


def test_who_had_no_money_before_the_run_has_not_lost_it_there() -> None:
    fence = wall(9, 1, "nothing", title="Fence")
    assert told(board(fence, rig=(found("Dadiana Chacon"),), purse=0), "damage") == [(0,)]


@pytest.mark.parametrize(("enough", "affordable"), [(4, True), (3, False)])
def test_what_only_the_poor_are_given(enough: int, affordable: bool) -> None:
    """5 credits and one on the bank: the pool pays for the first wall, and has 4; with the 3 that
    come it has 7, and the bank 1, for the second one."""
    alms = replace(unread("Alms", subs=[f"if runner-cr<={enough}: rgain 3"]), subtypes=SENTRY)
    scenario = board(wall(2, 1), alms, wall(9, 1), rig=(fracter(), BANK), purse=5)
    assert server_cost(scenario, passing=True).affordable == affordable


@pytest.mark.parametrize(("credits", "damage"), [(2, 0), (3, 1)])
def test_a_trace_is_as_strong_as_the_corp_can_pay_for(credits: int, damage: int) -> None:
    """2 exceed a link of 0; 5 take three credits."""
    probe = unread("Probe", subs=["trace 2: tag 1; if trace>=5: net 1"])
    scenario = board(replace(probe, subtypes=SENTRY), corp_credits=credits, purse=0)
    assert {each for (each,) in told(scenario, "damage")} == {damage}


@pytest.mark.parametrize(("credits", "damage"), [(1, 1), (0, 0)])
def test_the_corp_pays_behind_all_ice_if_it_can(credits: int, damage: int) -> None:
    """Nothing else asks it for a credit."""
    toll = card("Toll", "upgrade", on=["root: approach-server: corp-may pay 1: net 1"])
    root = (PlacedRoot(toll, rezzed=True),)
    open_ = replace(unread("Open", subs=["nothing"]), subtypes=SENTRY)
    assert told(board(open_, root=root, corp_credits=credits), "damage") == [(damage,)]


@pytest.mark.parametrize(("cards", "possible"), [(1, True), (2, True), (3, False)])
def test_cards_that_bring_others_are_paid_as_all_are(cards: int, possible: bool) -> None:
    """Two in the grip, one of which brings two once it has been trashed: too late for this."""
    grip = ((found("Steelskin Scarring").card, 1), (found("Sure Gamble").card, 1))
    asking = replace(unread("Asking", subs=[f"etr unless grip {cards}"]), subtypes=SENTRY)
    assert server_cost(board(asking, grip=grip), passing=True).possible == possible


@pytest.mark.parametrize(
    ("keys", "strength", "cost"), [({}, 3, 1), ({"static": ["str +1*virus"]}, 1, 3)]
)
def test_strength_by_counters_that_are_purged(
    keys: dict[str, Any], strength: int, cost: int
) -> None:
    """Of strength 3, with two counters or by them; once they have gone, of 3 or of 1."""
    cleaner = replace(unread("Cleaner", subs=["purge"]), subtypes=SENTRY)
    breaker = RigCard(fracter(strength, **keys), virus=2)
    scenario = board(cleaner, wall(3, 1), rig=(breaker,))
    assert told(scenario, "credits", "counters") == [(cost, 2)]


@pytest.mark.parametrize(("asked", "lost"), [(3, {3}), (4, {0, 4})])
def test_who_can_do_neither_does_nothing(asked: int, lost: set[int]) -> None:
    """Of 5 the pool has paid 1 or 2, and the bank the other one: 4 or 3 are left."""
    bank, fence = BANK, wall(2, 1, "etr", "etr", title="Fence")
    fork = unread("Fork", subs=[f"runner: {{rlose {asked}}} | {{rlose {asked + 1}; tag 1}}"])
    fork = replace(fork, subtypes=SENTRY)
    scenario = board(fence, fork, rig=(fracter(), bank), purse=5)
    assert {number for number, tags in told(scenario, "credits_lost", "tags") if not tags} == lost


def test_each_click_takes_what_has_come_since_the_last() -> None:
    """5 with the first click, and 2 that come then with the second one."""
    root = (PlacedRoot(found("Heinlein Grid").card, rezzed=True),)
    slow = replace(unread("Slow", subs=["etr unless click 1"]), subtypes=SENTRY)
    kind = replace(unread("Kind", subs=["rgain 2"]), subtypes=SENTRY)
    scenario = board(slow, kind, slow, root=root, purse=5)
    assert told(scenario, "clicks", "credits_lost") == [(2, 7)]


@pytest.mark.parametrize("subs", [["nothing", "nobody knows"], ["nobody knows", "nothing"]])
@pytest.mark.parametrize("twice", [False, True])
def test_what_nobody_reads_has_to_be_broken_where_it_stands(subs: list[str], twice: bool) -> None:
    """1 for it, and 1 for its copy."""
    doubling = replace(unread("Doubling", subs=["next-ice double-subs"]), subtypes=SENTRY)
    ice = (doubling,) * twice + (unread("Odd", subs=subs),)
    assert told(board(*ice, rig=(fracter(),)), "credits") == [(1 + twice,)]


def test_what_nobody_reads_stands_behind_what_is_gained_first() -> None:
    odd = unread("Odd", subs=["nobody knows"], static=["gain-sub {nothing}*power first"])
    scenario = board(PlacedIce(odd, rezzed=True, power=1), rig=(fracter(),))
    assert told(scenario, "credits") == [(1,)]


def test_an_ability_of_the_corp_for_counters() -> None:
    mine = unread("Mine", subs=["nothing"], corp=["pc 1: net 1*rezzed:sentry"])
    for power in range(3):
        placed = PlacedIce(replace(mine, subtypes=SENTRY), rezzed=True, power=power)
        assert told(board(placed), "damage") == [(power,)]


@pytest.mark.parametrize(
    ("says", "link", "enough"),
    [
        ("trace 2: tag 1; if trace>=5: net 1", 0, 3),  # as strong as that
        ("trace 5: tag 1; if trace>=2: net 1", 0, 0),
        ("trace 2: tag 1", 3, 2),  # to exceed the link
        ("psi: net 1", 0, 1),  # to bid anything
        ("corp-may pay 2: net 1", 0, 2),
    ],
)
def test_what_an_identity_pays_is_no_matter_where_the_corp_has_enough(
    says: str, link: int, enough: int
) -> None:
    """Nobody follows what it pays; that is said where the Corp has a credit less."""
    paying = card("Paying", "identity", side="corp")
    paying = replace(paying, rules=unread("", on=["revealed: cgain 1"]).rules)
    asking = replace(unread("Asking", subs=[says]), subtypes=SENTRY)
    for credits in range(4):
        corp = {"identity": paying}
        scenario = board(asking, corp=corp, corp_credits=credits, link=link)
        if credits >= enough:
            assert server_cost(scenario, passing=True).possible
        else:
            with pytest.raises(CapacityError, match="Paying"):
                server_cost(scenario, passing=True)


def test_all_of_a_piece_with_the_end_that_lies_on_it_is_rewarded() -> None:
    """2 and 2 for both walls with the ends laid on them; 1 comes with the first."""
    laying = replace(unread("Laying", subs=["gain-etr later"]), subtypes=SENTRY)
    rewarded = fracter(on=["full-break[1/turn]: rgain 1"])
    for purse in (2, 3):
        scenario = board(laying, wall(2, 1), wall(2, 1), rig=(rewarded,), purse=purse)
        assert server_cost(scenario, passing=True).affordable == (purse > 2)


@pytest.mark.parametrize(
    ("title", "comes_back", "damage", "left", "held"),
    [
        ("Wanted", True, 1, 0, True),
        ("Another", True, 1, 4, False),
        ("Wanted", False, 0, 1, True),
        ("Wanted", False, 0, 0, False),
        ("Wanted", False, 1, 4, False),
    ],
)
def test_whether_the_only_copy_of_a_program_is_still_in_the_grip(
    title: str, comes_back: bool, damage: int, left: int, held: bool
) -> None:
    wanted = RigCard(card("Wanted", "program"), source="grip", one_of=0)
    sight: Any = SimpleNamespace(
        rig=(wanted,),
        hand=(SimpleNamespace(title=title, comes_back=comes_back),),
        cards_left=lambda _: left,
    )
    now = Passage((GONE._replace(spent=IN_STACK),), Paid((0,), (0,))).suffers(damage)
    assert _is_held(sight, now, wanted) == held


@pytest.mark.parametrize(
    ("before", "cards", "idle"),
    [("net 1", 2, 2), ("net 3", 2, 3), ("discard 1 corp", 2, 2), ("discard 3 corp", 2, 3)],
)
def test_counters_that_find_no_card_are_kept(before: str, cards: int, idle: int) -> None:
    """One counter of the first piece takes so many of the cards; three of the second find the
    others, one each."""
    texts = (before, "discard 1 corp")
    ice = [card(text, "ice", strength=1, corp=[f"pc 1: {text}"]) for text in texts]
    first, second = (
        Wall(each, alone(each, 0, "rd"), place, counters)
        for place, (each, counters) in enumerate(zip(ice, (1, 3), strict=True))
    )
    assert [each.kept for each in with_kept((first, second), 0, cards)] == [0, idle]
