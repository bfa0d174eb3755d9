"""What the encoder makes of a scenario, where a small slip would not show in most games: each
game worked out by hand, and played by both the reference and the kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from agreement.compare import difference
from agreement.test_exact import differences_of
from agreement.worked_cases import worked_cases
from boards import board, breaker, card, fracter, purse, wall

from simcore.cards.card import Card
from simcore.cards.pool import load_pool
from simcore.encode import encode
from simcore.encode.program import Code, row_of
from simcore.errors import CapacityError
from simcore.kernel.layout import MAX_TRASH, TRASH_CLASSES, Op
from simcore.record import Cause, Result
from simcore.reference import figures_of, play_seeded
from simcore.reference.enumeration import enumerate_results
from simcore.scenario import CorpPlan, PlacedIce, PlacedRoot, RigCard, RunnerPlan

ALL = RunnerPlan(name="break-all")


def result(*ice: PlacedIce | Card, **keys: Any) -> Result:
    scenario = board(*ice, **keys)
    assert difference(scenario, seed=3, games=2) is None
    return play_seeded(scenario, 3, 1).result


def test_of_what_a_row_does_not_say_there_is_none() -> None:
    assert row_of(Op.ETR) == [int(Op.ETR), 0, 0, 0, 0, 0]


def test_what_is_for_the_first_encounter_is_gone_with_it() -> None:
    around = ["encounter[first]: bypass"]
    rig = (RigCard(card("One", "resource", on=around)), RigCard(card("Two", "resource", on=around)))
    # the second card does not keep its bypass for the second piece
    assert result(wall(2, 1, "tag 1"), wall(2, 1, "tag 1"), rig=rig).tags == 1


def test_a_card_grows_by_all_that_a_run_has() -> None:
    snow = breaker(1, "1c: 1 any [then str +1 run]")
    game = result(*[wall(1, 1, "etr", "etr", "etr")] * 3, rig=(snow,), purse=9)
    assert (game.success, game.credits_spent) == (1, 9)


def test_cards_of_the_grip_alone_pay() -> None:
    eater = breaker(2, "grip 1: 1 any")
    assert [result(wall(2), rig=(eater,), grip=grip).success for grip in (1, 0)] == [1, 0]


def test_actions_forgone_alone_pay() -> None:
    waiting = breaker(2, "forgo 1: 1 any")
    game = result(wall(2), rig=(waiting,), clicks=2)
    assert (game.success, game.clicks_spent) == (1, 1)


def test_a_run_earlier_in_the_turn_makes_it_cheaper() -> None:
    cheap = breaker(2, "3c: 1 any [-2c if successful-run-this-turn]")
    spent = [
        result(wall(2), rig=(cheap,), successful_runs_this_turn=n).credits_spent for n in (0, 1)
    ]
    assert spent == [3, 1]


def test_a_trojan_that_goes_is_counted_where_somebody_asks() -> None:
    going = breaker(2, "trash: 1 any @host [no-interface]", kinds=("trojan",), title="Going")
    plain = breaker(2, static=["exact"], title="Plain")
    asking = breaker(2, static=["only ice hosting trojan"], title="Asking")
    assert result(wall(2), rig=(RigCard(going, host=0), plain)).success == 1
    with pytest.raises(CapacityError, match="hosts it"):
        encode(board(wall(2), rig=(RigCard(going, host=0), asking)))


def test_counters_that_ice_is_taken_to_have() -> None:
    camp = card("Camp", "upgrade", cost=0, effects=["root: ice-here adv +1"])
    for rezzed, name in ((True, "affordable"), (False, "never")):
        corp = {"plan": CorpPlan(name=name)}
        scenario = board(wall(2), root=(PlacedRoot(camp, rezzed=rezzed),), corp=corp)
        assert difference(scenario, seed=3, games=2) is None
    late = board(wall(2), root=(PlacedRoot(camp),), corp={"plan": CorpPlan(name="affordable")})
    with pytest.raises(CapacityError, match="Camp: rezzed in the run"):
        encode(late)


def test_what_is_laid_on_ice_as_the_run_begins() -> None:
    begun = card("Begun", "resource", on=["run-begin: ice-str 1 run"])
    assert result(wall(2), rig=(fracter(2), RigCard(begun))).credits_spent == 2
    met = card("Met", "resource", on=["encounter: ice-str 1 run"])
    with pytest.raises(CapacityError, match="encounter"):
        encode(board(wall(2), rig=(fracter(2), RigCard(met))))


def test_ice_takes_programs_over_not_hardware() -> None:
    taker = wall(2, 0, "tag 1", title="Taker", on=["rez: take-trojan"])
    hosted = breaker(2, "1c: 1 any @host", kinds=("trojan",))
    rig = (RigCard(card("Tool", "hardware"), host=1), RigCard(hosted, host=1))
    assert result(PlacedIce(taker), wall(2), rig=rig).success == 0
    assert result(wall(2, 0, "tag 1"), wall(2), rig=rig).success == 1


def test_damage_by_a_die_is_kept_off_as_any_other() -> None:
    twin = breaker(0, static=["prevent 6 net,core"], title="Twin")
    scenario = board(wall(9, 1, "roll 1-6: net 1*roll"), rig=(twin,))
    assert difference(scenario, seed=3, games=4) is None
    assert [play_seeded(scenario, 3, game).result.net_damage for game in range(4)] == [0] * 4


def test_a_card_that_the_next_piece_asks_for_breaks_nothing_there() -> None:
    asking = wall(2, 1, "etr", title="Asking", on=["encounter: etr unless net 1"])
    eater, bold = breaker(2, "grip 1: 1 any"), RunnerPlan(minimum_grip=0)
    for grip, cause in ((1, Cause.JACKED_OUT), (2, Cause.COMPLETED)):
        game = result(wall(9, 1, "tag 1"), asking, rig=(eater,), grip=grip, plan=bold)
        assert game.cause == cause


# ---- what is refused together, and what is not -------------------------------------------


def test_a_bypass_for_credits_beside_credits_for_icebreakers() -> None:
    purse = RigCard(card("Purse", "hardware", recurring="2 breakers"), credits=2)
    for way, icebreaker, refused in (
        ("1c: any", False, True),
        ("1c*subs: any", False, True),
        ("pc 1: any", False, False),
        ("1c: any", True, False),
    ):
        kinds = {"icebreaker"} if icebreaker else set()
        door = RigCard(card("Door", "program", subtypes=kinds, bypass=[way]), power=1)
        if refused:
            with pytest.raises(CapacityError, match="beside credits for icebreakers alone"):
                encode(board(wall(9), rig=(door, purse)))
        else:
            assert result(wall(9), rig=(door, purse)).success == 1


def test_a_link_that_is_stated_stays() -> None:
    pieces = (wall(9, 1, "trash hw 1"), wall(9, 1, "trace 2: tag 1"))
    linked = card("Linked", "hardware", link=1)
    for stated, tags in ((True, 0), (False, 1)):
        game = result(*pieces, rig=(linked,), link=2, link_is_stated=stated, purse=0)
        assert game.tags == tags
    # stated, it is no more than that before the card goes, too
    one = result(pieces[1], rig=(linked,), link=1, link_is_stated=True, purse=0)
    assert one.tags == 1


def test_what_the_runner_gives_up_is_the_last_of_its_kind() -> None:
    rig = tuple(card(f"{kind} {n}", kind) for n in (1, 2) for kind in ("program", "hardware"))
    scenario = board(wall(9, 1, "own-trash prog 1", "own-trash hw 1"), rig=rig)
    assert difference(scenario, seed=3, games=2) is None
    assert play_seeded(scenario, 3, 1).checkpoints[0].installed == (True, True, False, False)
    nothing = result(wall(9, 1, "etr unless own-prog 1"), rig=(card("Tool", "hardware"),))
    assert nothing.cause == Cause.ICE


def test_credits_for_breakers_pay_for_nothing_else() -> None:
    for keys in ({"recurring": "2 breakers"}, {"load": "2 breakers"}):
        purse = RigCard(card("Purse", "hardware", **keys), credits=2)
        game = result(wall(9, 1, "etr unless pay 2"), rig=(purse,), purse=1)
        assert (game.cause, game.credits_spent) == (Cause.ICE, 0)


def test_each_kind_of_card_goes_by_itself() -> None:
    rig = (card("A", "hardware"), card("B", "program"), card("C", "resource", side="runner"))
    for kind, left in (
        ("prog", (True, False, True)),
        ("hw", (False, True, True)),
        ("res", (True, True, False)),
        ("any", (False, True, True)),
        ("hw,res", (False, True, True)),
        ("prog,virtual", (True, False, True)),
    ):
        scenario = board(wall(9, 1, f"trash {kind} 1"), rig=rig)
        assert difference(scenario, seed=3, games=2) is None
        assert play_seeded(scenario, 3, 1).checkpoints[0].installed == left


def test_threat_is_the_points_of_the_side_that_has_more() -> None:
    door = card("Door", "program", bypass=["0c: any [threat>=3]"])
    for corp, runner, success in ((3, 0, 1), (0, 3, 1), (2, 2, 0)):
        game = result(wall(9), rig=(door,), corp={"points": corp}, points=runner)
        assert game.success == success


ASKING = wall(9, 1, "net 1; if trashed-odd-cost: tag 1", title="Asking")
TWO = ((card("Odd", "event", cost=1), 1), (card("Even", "event", cost=2), 1))


def test_cards_that_go_to_a_grip_whose_cards_are_told_apart() -> None:
    ice, rig = wall(9, 1, "bounce prog 1 grip"), (card("A", "program"),)
    assert result(ice, rig=rig, grip=2).grip_left == 3
    with pytest.raises(CapacityError, match="goes to a grip"):
        encode(board(ASKING, ice, rig=rig, grip=TWO))


def test_cards_of_a_grip_that_is_told_apart_are_not_discarded() -> None:
    ice = wall(9, 1, "discard 1")
    assert result(ice, grip=2).grip_left == 1
    with pytest.raises(CapacityError, match="told apart are trashed"):
        encode(board(ASKING, ice, grip=TWO))


def test_the_corp_draws_no_card_of_rd_that_is_known() -> None:
    corp = {"rd_top": (card("Top", "asset"),), "central_count": 3, "hq_count": 5}
    pool = {"central": ((card("Dull", "asset"), 5),), "central_count": 5}
    for server, cards in (("rd", corp), ("hq", corp | pool)):
        with pytest.raises(CapacityError, match="draws cards of R&D"):
            encode(board(wall(9, 1, "cdraw 1"), server=server, corp=cards))
    assert result(wall(9, 1, "cdraw 1"), server="remote", corp=corp).accesses == 0
    assert result(wall(9, 1, "tag 1"), server="rd", corp=corp).tags == 1


@pytest.mark.parametrize(
    ("sub", "keys", "figure", "number"),
    [
        ("if clicks>=2: tag 1", {"clicks": 2}, "tags", 1),
        ("if clicks>=2: tag 1", {"clicks": 1}, "tags", 0),
        ("if hq>grip: tag 1", {"grip": 4}, "tags", 1),
        ("bounce prog 1 grip", {}, "grip_left", 6),
        ("tag 1 unless own-prog 1", {}, "tags", 1),
        ("etr unless own-prog 1", {}, "programs_lost", 1),
    ],
)
def test_a_single_clause_that_few_runs_have(
    sub: str, keys: dict[str, Any], figure: str, number: int
) -> None:
    game = result(wall(9, 1, sub), rig=(card("One", "program"),), **keys)
    assert getattr(game, figure) == number


def test_ice_that_costs_twice_as_much_to_rez() -> None:
    event = card("Event", "event", effects=["run[any]:"], static=["double-rez"])
    tax = card("Tax", "event", effects=["run[any]:", "this-run: run-begin: rez-cost 2"])
    both = card("Both", "event", static=["double-rez"], on=["run-begin: rez-cost 2"])
    ice = PlacedIce(wall(2, 3, "tag 1"))
    bare = PlacedIce(card("Bare", "ice", strength=2, subs=["tag 1"]))
    for run_event, spent in ((None, 3), (event, 6), (tax, 5), (both, 10)):
        for credits, there in ((spent, True), (spent - 1, False)):
            game = result(ice, event=run_event, corp_credits=credits)
            assert (game.tags, game.corp_credits_spent) == (there, spent if there else 0)
    assert result(bare, event=event, corp_credits=0).tags == 1


def test_credits_that_are_lost_are_no_more_than_there_are() -> None:
    for there, lost in ((5, 3), (3, 3), (2, 2), (0, 0)):
        assert result(wall(9, 1, "rlose 3"), purse=there).credits_lost == lost


def test_root_cards_that_need_an_agenda_are_not_rezzed_without_one() -> None:
    """In a remote server with an agenda, or in a central one."""
    guard = card("Guard", "upgrade", cost=2, effects=["root: steal-cost: pay 1"])
    holding = card("Holding", "upgrade", cost=2, effects=["root: no-steal"])
    waiting = card("Waiting", "upgrade", cost=2, effects=["root: success: tag 1"])
    deal = card("Deal", "agenda", points=1)
    for each, alone in ((guard, 0), (holding, 0), (waiting, 2)):
        assert result(root=(each,)).corp_credits_spent == alone
        assert result(root=(each, deal)).corp_credits_spent == 2
        corp = {"central": ((deal, 1), (card("Dull", "asset"), 4)), "central_count": 5}
        assert result(root=(each,), server="hq", corp=corp).corp_credits_spent == 2


@pytest.mark.parametrize(("credits", "spent"), [(2, 2), (1, 1)])
def test_a_card_of_the_root_takes_the_last_credits(credits: int, spent: int) -> None:
    """It makes the wall stronger by one for all of two credits."""
    brace = card("Brace", "upgrade", cost=2, effects=["root: ice-here str +1"])
    game = result(wall(2), root=(brace,), rig=(fracter(2),), corp_credits=credits)
    assert game.credits_spent == spent
    never = {"plan": CorpPlan(name="never")}
    game = result(wall(2), root=(brace,), rig=(fracter(2),), corp_credits=credits, corp=never)
    assert (game.credits_spent, game.corp_credits_spent) == (1, 0)
    late = card("Late", "upgrade", cost=2, effects=["root: success: tag 1"])
    assert result(root=(late,), corp_credits=credits).tags == spent - 1


def test_a_card_that_makes_some_ice_stronger_is_there_from_the_start() -> None:
    """Barriers alone: 2 for the wall, 1 for the sentry. Rezzed in the run it would be all ice."""
    some = card("Some", "upgrade", effects=["root: ice-here str +1 [barrier]"])
    sentry = card("Sentry", "ice", strength=2, cost=0, subtypes={"sentry"}, subs=["etr"])
    rig = (breaker(2, pump=["1c: +1"]),)
    root = (PlacedRoot(some, rezzed=True),)
    assert result(wall(2), PlacedIce(sentry), rig=rig, root=root).credits_spent == 3
    with pytest.raises(CapacityError, match=r"Some: .* rezzed in the run"):
        encode(board(wall(2), rig=rig, root=(some,)))


def test_the_last_of_all_ice_is_passed_before_the_root_acts() -> None:
    """A card that waits for that acts once, and the run goes on."""
    waits = PlacedRoot(card("Waits", "upgrade", effects=["root: all-passed: tag 1"]), rezzed=True)
    deal = card("Deal", "agenda", points=1)
    game = result(wall(1, 1, "net 1"), root=(waits, deal))
    assert (game.tags, game.success, game.accesses) == (1, 1, 2)


def test_what_passing_each_piece_costs_comes_before_what_waits_for_all_of_them() -> None:
    """A program goes behind the piece that says so, and one behind the last."""
    waits = PlacedRoot(card("Waits", "upgrade", effects=["root: all-passed: tag 1"]), rezzed=True)
    rig = tuple(card(title, "program") for title in ("One", "Two", "Three"))
    ice = (wall(1, 1, "trash-on-pass 1"), wall(1, 1, "net 1", title="Second"))
    game = result(*ice, root=(waits,), rig=rig)
    assert (game.tags, game.programs_lost) == (1, 2)


def test_no_counters_lie_on_ice_that_nobody_knew() -> None:
    sick = wall(1, 1, "etr", title="Sick", static=["str +1*virus"])
    game = result(PlacedIce(None, candidates=((sick, 1),)), rig=(fracter(1),))
    assert (game.success, game.credits_spent) == (1, 1)


def test_each_of_two_cards_has_a_die_of_its_own() -> None:
    boon = load_pool("onr").find("AI Boon")
    rig = (RigCard(boon), RigCard(boon))
    scenario = replace(board(wall(6), wall(4), rig=rig, purse=20), edition="onr")
    assert difference(scenario, seed=3, games=40) is None


@pytest.mark.parametrize("counted", ["virus", "power-one"])
def test_no_counters_lie_on_a_card_of_a_central_server(counted: str) -> None:
    trap = card("Trap", "asset", effects=[f"access: net 1*{counted}"])
    corp = {"central": ((trap, 1),), "central_count": 1}
    game = result(server="hq", corp=corp | {"hq_count": 1})
    assert (game.accesses, game.net_damage) == (1, 0)


def test_clicks_that_break_a_piece_make_no_noise() -> None:
    """Two stealth credits are there for the second wall, however the first one was broken."""
    first = wall(9, 1, "etr", title="First", rbreak=["click 1: 1"])
    quiet = breaker(2, "1c: 1 any [stealth]")
    game = result(first, wall(2), rig=(purse(2, "breakers stealth"), quiet), clicks=1, purse=0)
    assert (game.success, game.clicks_spent) == (1, 1)


@pytest.mark.parametrize(
    ("counted", "cards"),
    [
        ("power-one", (1, 2, 2, 2, 2)),
        ("power-two", (1, 2, 3, 3, 3)),
        ("power-three", (1, 2, 3, 4, 4)),
        ("power-pairs", (1, 1, 2, 2, 3)),
    ],
)
def test_counters_are_counted_off(counted: str, cards: tuple[int, ...]) -> None:
    """One card is accessed anyway; so many more for none to four counters."""
    implant = card("Implant", "hardware", on=[f"breach[rd]: access 1*{counted}"])
    corp = {"central": ((card("Dull", "asset"), 9),), "central_count": 9}
    found = [
        result(rig=(RigCard(implant, power=power),), server="rd", corp=corp).accesses
        for power in range(5)
    ]
    assert tuple(found) == cards


@pytest.mark.parametrize(("grip", "spent"), [(5, 1), (6, 0)])
def test_a_die_has_six_faces(grip: int, spent: int) -> None:
    """Six cards outlive whatever it shows, five do not: the subroutine is broken."""
    ice, needed = wall(2, 1, "roll 1-6: net 1*roll"), RunnerPlan(optional_break_cap=0)
    assert result(ice, rig=(fracter(2),), grip=grip, plan=needed).credits_spent == spent


def test_a_price_to_come_in_credits_takes_no_card() -> None:
    """The last credit pays as the second wall is met, two cards break it."""
    eater = breaker(1, "grip 2: 1 barrier")
    second = wall(1, 1, "etr", title="Second", on=["encounter: etr unless pay 1"])
    first = card("First", "ice", strength=1, cost=1, subtypes={"sentry"}, subs=["tag 1"])
    game = result(first, second, rig=(eater,), grip=2, purse=1)
    assert (game.success, game.credits_spent, game.grip_left) == (1, 1, 0)


def test_prices_to_steal_stand_beside_cards_after_which_nothing_is_accessed() -> None:
    blind = breaker(2, "1c: 1 any [no-access]")
    guard = PlacedRoot(card("Guard", "upgrade", effects=["root: steal-cost: pay 1"]), rezzed=True)
    deal = card("Deal", "agenda", points=1)
    assert result(wall(2), rig=(blind,), root=(guard, deal)).accesses == 0


def test_the_last_credits_buy_a_subtype_for_ice_that_is_broken_for_nothing() -> None:
    giver = card("Giver", "resource", on=["encounter: 2c: ice gains barrier [1/turn]"])
    free = breaker(3, "0c: 1 barrier")
    warder = replace(wall(3), subtypes=frozenset({"sentry"}))
    assert [result(warder, rig=(giver, free), purse=n).success for n in (1, 2)] == [0, 1]


@pytest.mark.parametrize(("edition", "spent"), [("nsg", 2), ("onr", 1)])
def test_what_ice_gains_as_it_is_rezzed_pays_for_the_root_of_the_same_step(
    edition: str, spent: int
) -> None:
    """Where the root is rezzed at an earlier step, the brace comes too late."""
    giving = PlacedIce(wall(2, 2, title="Giving", on=["rez: cgain 2"]))
    brace = card("Brace", "upgrade", cost=2, effects=["root: ice-here str +1"])
    scenario = board(giving, root=(brace,), rig=(fracter(2),), corp_credits=2)
    scenario = replace(scenario, edition=edition)
    assert difference(scenario, seed=3, games=2) is None
    assert play_seeded(scenario, 3, 1).result.credits_spent == spent


@pytest.mark.parametrize(("counters", "lost"), [(0, 1), (1, 4), (2, 4)])
def test_ice_pays_with_its_last_counter(counters: int, lost: int) -> None:
    greedy = wall(
        9, 1, "rlose 1", on=["encounter: corp-may adv 1: rlose 3"], static=["advanceable"]
    )
    assert result(PlacedIce(greedy, rezzed=True, advancement=counters)).credits_lost == lost


def test_so_many_effects_have_room() -> None:
    """Eight that wait for success, thirty that are used once, seven further kinds that are lost."""
    code = Code()
    rooms: list[tuple[Callable[[int], int], int, int]] = [
        (lambda n: code.wait_for_success([row_of(Op.TAG, n)]), 8, 0),
        (lambda _: code.flag(), 30, 0),
        (code.further_class, MAX_TRASH - TRASH_CLASSES, TRASH_CLASSES),
    ]
    for put, room, first in rooms:
        assert [put(n) for n in range(room)] == [*range(first, first + room)]
        with pytest.raises(CapacityError):
            put(room)


@pytest.mark.parametrize(("strength", "success"), [(2, 1), (3, 0)])
def test_all_of_one_piece_is_one_counter(strength: int, success: int) -> None:
    fed = breaker(1, on=["full-break: power 1"], static=["str +1*power"])
    assert result(wall(1), wall(strength), rig=(fed,)).success == success


def test_ice_of_which_several_may_be_active_stands_beside_such_as_may_not() -> None:
    """The wall is rezzed, and one of the two copies of the other."""
    solo = replace(wall(1, 1, "tag 1", title="Solo"), unique=True)
    plain = wall(1, 1, "tag 1", title="Plain")
    game = result(*(PlacedIce(each) for each in (plain, plain, solo, solo)))
    assert (game.tags, game.corp_credits_spent) == (3, 3)


@pytest.mark.parametrize("limit", [0, 1])
def test_a_limit_on_breaking_beside_a_card_that_breaks_all_but_some(limit: int) -> None:
    ice = wall(1, 1, "tag 1", "etr", static=[f"break-limit {limit} printed"])
    assert result(ice, rig=(breaker(1),)).success == limit
    with pytest.raises(CapacityError, match="so many subroutines broken at the most"):
        encode(board(ice, rig=(breaker(1, "1c: all-but-1 any"),)))


def test_seven_power_counters_have_room_on_a_piece_of_ice() -> None:
    growing = wall(1, 1, "power 1", "etr", static=["str +1*power"])
    game = result(PlacedIce(growing, rezzed=True, power=7), rig=(fracter(8),))
    assert (game.success, game.credits_spent) == (1, 2)
    with pytest.raises(CapacityError, match="so many counters"):
        encode(board(PlacedIce(growing, rezzed=True, power=8), rig=(fracter(9),)))


def test_an_agenda_beside_a_card_that_has_gone_is_guarded() -> None:
    deal = card("Deal", "agenda", points=1)
    leaving = PlacedRoot(card("Leaving", "upgrade", corp=["rfg: archives-to-rd 1"]), rezzed=True)
    guard = card("Guard", "upgrade", cost=2, effects=["root: steal-cost: pay 1"])
    for hidden, spent in ((deal, 2), (card("Dull", "asset"), 0)):
        unknown = PlacedRoot(candidates=((hidden, 1),))
        for root in ((unknown, leaving), (leaving, unknown)):
            game = result(root=(*root, PlacedRoot(guard)), corp={"archives": (deal,)})
            assert game.corp_credits_spent == spent


def test_sixteen_base_links_have_room() -> None:
    links = [card(f"Link {n}", "hardware", base_link=["1c: 3"]) for n in range(17)]
    traced = wall(1, 1, "trace 2: tag 1")
    assert encode(board(traced, rig=tuple(links[:16]))).board
    with pytest.raises(CapacityError, match="more than 16 base links"):
        encode(board(traced, rig=tuple(links)))


@pytest.mark.parametrize(
    ("others", "spent"), [(4, Fraction(2)), (5, Fraction(10, 6)), (6, Fraction(10, 7))]
)
def test_the_corp_knows_whether_its_hand_has_an_agenda(others: int, spent: Fraction) -> None:
    """Five cards of HQ: with four others the agenda is always there, with more of them in five
    hands of as many as there are cards."""
    deal, dull = card("Deal", "agenda", points=1), card("Dull", "asset")
    guard = card("Guard", "upgrade", cost=2, effects=["root: steal-cost: pay 1"])
    corp = {"central": ((deal, 1), (dull, others)), "central_count": 5}
    scenario = board(root=(guard,), server="hq", corp=corp)
    assert difference(scenario, seed=3, games=6) is None
    found = enumerate_results(scenario)
    assert sum(share * each.corp_credits_spent for each, share in found.items()) == spent


def test_cards_that_the_corp_draws_do_not_go_to_archives() -> None:
    """One card of HQ is given up: it and the one that lies there are accessed."""
    deal, dull = card("Deal", "agenda", points=1), card("Dull", "asset")
    ice = wall(9, 1, "cdraw 2", "corp-may hq 1: tag 1")
    corp = {"archives": (dull,), "central": ((deal, 9),), "central_count": 5, "hq_count": 5}
    game = result(ice, server="archives", corp=corp)
    assert (game.tags, game.accesses, game.points) == (1, 2, 1)


def test_all_that_has_gone_to_archives_on_the_way_is_accessed() -> None:
    """Both pieces of ice, and no card of HQ but the one that is given up."""
    deal, gone = card("Deal", "agenda", points=1), wall(9, 1, "self-trash", title="Gone")
    giving = wall(9, 1, "corp-may hq 1: tag 1", "self-trash", title="Giving")
    corp = {"central": ((deal, 9),), "central_count": 5, "hq_count": 5}
    for first, given in ((gone, 0), (giving, 1)):
        game = result(first, gone, server="archives", corp=corp)
        assert (game.tags, game.accesses, game.points) == (given, 2 + given, given)


def solved(name: str) -> None:
    """A hand-worked case in the kernel, by exact odds and game by game."""
    (case,) = (each for each in worked_cases() if each.name == name)
    figures = figures_of(enumerate_results(case.scenario))
    assert not differences_of(encode(case.scenario), figures)
    assert difference(case.scenario, seed=3, games=2) is None


def test_who_hears_cards_one_by_one_hears_each_whole() -> None:
    solved("each_card_alone_is_heard_of_whole_where_nothing_goes_together")


def test_the_rest_is_done_where_nothing_is_scored() -> None:
    solved("only_the_score_is_left_out_of_what_a_trashed_card_says")


def test_a_breach_without_accesses_has_its_clauses() -> None:
    solved("bids_of_a_breach_without_accesses")


def test_a_breach_of_1996_without_an_access_is_a_breach() -> None:
    solved("a_breach_of_1996_without_an_access_is_a_breach")


def test_the_threat_goes_by_whoever_has_more_points() -> None:
    solved("jaguarundi_threat_four")


def test_what_a_root_is_emptied_by_trashes_nothing_where_nothing_can_be_trashed() -> None:
    solved("singularity_trashes_nothing_where_nothing_can_be_trashed")
    solved("because_i_can_takes_the_root_where_nothing_can_be_trashed")
