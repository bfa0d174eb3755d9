"""Small amounts of single functions that the price of a server seldom shows, reckoned by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import le
from types import SimpleNamespace
from typing import Any, cast

import pytest
from boards import ASKS_NOTHING, board, card, fracter, wall

from simcore.cards.card import BLANK, Card
from simcore.cards.pool import load_pool
from simcore.cards.syntax import Amount, Atom, BaseLink, Unexecuted
from simcore.plan.marks import Earning
from simcore.plan.pieces import GONE, Ability, Boost, Slot, SlotState, Use, Weakening
from simcore.plan.strengths import counted
from simcore.plan.targets import alone, break_limit
from simcore.prices import fined
from simcore.prices.apart import scopes
from simcore.prices.bills import _at_most
from simcore.prices.corp import installs
from simcore.prices.corp.asked_to_rez import Asked
from simcore.prices.corp.coming import FIRST_PLACE, Bringing, Newcomer
from simcore.prices.corp.elsewhere import with_counters
from simcore.prices.corp.everywhere import _LEVY, _levy
from simcore.prices.corp.ground import sends_outward
from simcore.prices.corp.price_ice import PricedIce, priced_ice
from simcore.prices.one_by_one import OneUse, orders_of, paid_by_pool, uses_of
from simcore.prices.payments import cheaper
from simcore.prices.purses import Held, Purse, Purses
from simcore.prices.rig.earning import AT_WILL, brought_at_will
from simcore.prices.rig.emptying import _empties, _may_stay
from simcore.prices.rig.fetching import as_before
from simcore.prices.rig.hand import by_type, most_named
from simcore.prices.rig.known_hand import Kind, KnownHand, each_thrown, none_thrown
from simcore.prices.rig.of_traces import LINK_TOO, LOWERS
from simcore.prices.rig.outwitting import reordered
from simcore.prices.rig.price_alone import is_counted_by_others
from simcore.prices.server_cost import _attempt_of, _may_be_rezzed
from simcore.prices.settled_server import _may_hold_ice
from simcore.prices.way import encounter, journey
from simcore.prices.way.base_links import Tracing, free_link, lowered, step_prices
from simcore.prices.way.behind_ice import _surely_lost, _without_counters_of
from simcore.prices.way.breaking import Breaking
from simcore.prices.way.comparing import Looks, _bill, _bill_of_rig
from simcore.prices.way.encounter import Encounters
from simcore.prices.way.journey import Journey
from simcore.prices.way.losses import Losses, losses_of
from simcore.prices.way.passage import OPEN, Lasting, Money, Paid, Passage, Suffered
from simcore.prices.way.suffering import Sight
from simcore.prices.way.tracing import most_for_traces, to_exceed
from simcore.prices.way.wall import Piece, Wall, with_kept
from simcore.prices.way.worse import _worse_total, worse_of
from simcore.scenario import Corp, PlacedIce, PlacedRoot, RigCard

NOTHING_PAID = Paid((), ())


@dataclass(frozen=True)
class Met:
    """A piece of which only the ice is looked at."""

    ice: PricedIce
    place: int = 0


CLOSED = Passage((), NOTHING_PAID, money=Money(pool=2, closed=2))
STILL_OPEN = Passage((), NOTHING_PAID, money=Money(pool=2))
PAID_MORE = Passage((), NOTHING_PAID, money=Money(pool=3))


def test_of_two_limits_on_breaking_the_lower_one_holds() -> None:
    static = ["break-limit 2 printed", "break-limit 1 printed", "break-limit 3 printed"]
    for clauses, limit in ((static, 1), ([], -1)):
        ice = card("Shut", "ice", strength=1, static=clauses)
        assert break_limit(ice, alone(ice, 0, "remote")) == limit


BACK = "self-derez; go-outermost"


def test_what_sends_the_runner_outward() -> None:
    assert sends_outward(wall(1, 1, "etr", f"may-jackout; {BACK}"))
    assert sends_outward(wall(1, 1, BACK))
    assert not sends_outward(wall(1, 1, "self-derez", "go-outermost"))


def test_of_cards_that_nobody_knows_all_may_be_of_a_type() -> None:
    assert by_type(((BLANK, 3),)) == (3,)
    assert by_type(((BLANK, 3), (card("One", "event"), 2), (card("Two", "program"), 1))) == (5, 1)


def test_a_card_that_may_be_gone_is_between_those_that_are_and_are_not() -> None:
    both = (
        (SlotState(), frozenset[int]()),
        (SlotState(), frozenset({0})),
        (GONE, frozenset[int]()),
    )
    bills = [_bill_of_rig((Slot("Card"),), (now,), (True,), some) for now, some in both]
    assert [bill[0] for bill in bills] == [-2, -1, 0]


def test_no_credits_are_moved_for_no_points() -> None:
    bare = card("Levy", "identity")
    said = replace(bare, rules=replace(bare.rules, unexecuted=(Unexecuted("on", _LEVY, ""),)))
    assert _levy(board(corp={"identity": said}, points=0)) is None
    assert _levy(board(corp={"identity": said}, points=1, purse=0)) is None
    assert _levy(board(corp={"identity": said}, points=1, purse=1)) is not None


def test_what_a_program_costs_more_and_what_the_corp_gains_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        installs, "texts_outside", lambda _: ["program installed: 3 more; corp-may cgain 2"]
    )
    toll = PlacedRoot(card("Toll", "asset"), rezzed=True)
    found = installs.installs_of(board(root=(toll, toll)))
    assert (found.dearer, found.gained) == (6, 4)


def test_a_base_link_that_is_enough_takes_no_step() -> None:
    base, step = BaseLink(0, 3), BaseLink(2, 1, step=True)
    assert [list(step_prices(base, step, value)) for value in (1, 2, 3)] == [[0], [0], [2]]
    assert [list(step_prices(base, None, value)) for value in (1, 2, 3)] == [[0], [0], []]


def test_no_base_link_is_none_and_no_limit_is_below_nought() -> None:
    assert free_link(()) == 0
    bare = card("Rabbit", "program")
    rabbit = replace(bare, rules=replace(bare.rules, unexecuted=(Unexecuted("on", LOWERS, ""),)))
    assert [lowered((rabbit,), limit) for limit in (0, 1, 2)] == [0, 0, 1]


LINK = RigCard(card("Link", "program", base_link=["0c: 3"]))


@pytest.mark.parametrize(("limit", "asked"), [(2, 0), (3, 3), (4, 3)])
def test_what_the_corp_would_pay_to_come_up_to_a_link(limit: int, asked: int) -> None:
    scenario = board(wall(), rig=(LINK,))
    attempt = replace(_attempt_of(scenario, scenario, 0, True), tracing=Tracing(by_limit=True))
    assert most_for_traces(attempt, [f"trace {limit}: tag 1"]) == asked


def test_traces_that_nobody_prices_or_beats_take_no_credits() -> None:
    attempt: Any = SimpleNamespace(tracing=None)
    assert most_for_traces(attempt, ["trace 3: tag 1"]) == 0
    beaten = Tracing(by_limit=True, beatable=False)
    sight: Any = SimpleNamespace(tracing=beaten, looks=Looks(credits=True))
    trace: Any = None
    assert to_exceed(sight, trace, STILL_OPEN) == 0


@pytest.mark.parametrize(("pool", "idle"), [(4, [0, 1]), (1, [0, 3]), (0, [1, 3]), (9, [0, 0])])
def test_counters_that_find_no_credit_are_kept(pool: int, idle: list[int]) -> None:
    """One counter of the first piece takes 1, three of the second 2 each."""
    ice = [card(f"Takes {n}", "ice", strength=1, corp=[f"pc 1: rlose {n}"]) for n in (1, 2)]
    walls = [
        Wall(each, alone(each, 0, "rd"), place, counters)
        for place, (each, counters) in enumerate(zip(ice, (1, 3), strict=True))
    ]
    assert [each.kept for each in with_kept(walls, pool, 0)] == idle


def test_a_pool_that_is_closed_has_nothing_for_counters_to_take() -> None:
    nsg = load_pool("nsg")
    lunch = PlacedIce(nsg.find("Free Lunch"), rezzed=True, power=2)
    for event, kept in ((nsg.find("Aircheck"), 2), (None, 0)):
        scenario = board(lunch, server="hq", event=event, rig=(fracter(),))
        assert [each.kept for each in _attempt_of(scenario, scenario, 0, True).walls] == [kept]


def test_an_emptied_pool_is_worse_than_one_that_is_open() -> None:
    assert worse_of(CLOSED, STILL_OPEN).money.closed == 2
    assert worse_of(STILL_OPEN, CLOSED).money.closed == 2
    assert worse_of(CLOSED, PAID_MORE).money.closed == worse_of(PAID_MORE, CLOSED).money.closed == 3
    assert worse_of(STILL_OPEN, PAID_MORE).money.closed == OPEN
    better, worse = (_bill(each, Looks(), ()) for each in (STILL_OPEN, CLOSED))
    assert better != worse
    assert all(map(le, better, worse)) or all(map(le, worse, better))


def test_an_emptied_pool_pays_for_nothing_that_brings_credits() -> None:
    for price, ways in ((0, 2), (1, 1)):
        bank = Slot("Bank", earns=Earning(AT_WILL, 3, trash=True, price=price))
        sight: Any = SimpleNamespace(
            slots=(bank,), place=0, paid_out=lambda _, now: now, in_pool=lambda *_: 0
        )
        now = Passage((SlotState(),), Paid((0,), (0,)))
        assert len(brought_at_will(sight, now)) == ways


@pytest.mark.parametrize(("peak", "early"), [(2, 3), (4, 2), (5, 1), (7, 1)])
def test_the_pool_pays_what_it_had_before_it_gained_more(peak: int, early: int) -> None:
    """Five at first; three are due from purses, two of them since before some were gained."""
    this: Any = SimpleNamespace(
        purse=Purse(5, 0),
        purses=SimpleNamespace(left_to_purses=lambda _: 3),
        in_pool=lambda *_: 9,
    )
    now = Passage((), NOTHING_PAID, money=Money(spared=2, peak=peak))
    assert Sight._paid_for_purses(this, now) == early
    this.purse = None
    assert Sight._paid_for_purses(this, now) == 0


@pytest.mark.parametrize(
    ("price", "credits", "rezzed"),
    [(None, 0, True), (0, 0, True), (2, 2, True), (2, 1, False), (9, 1, False)],
)
def test_ice_comes_in_where_the_corp_can_pay_for_it(
    price: int | None, credits: int, rezzed: bool
) -> None:
    ice = replace(wall(), cost=price)
    coming = Newcomer(Wall(ice, alone(ice, 0, "remote"), FIRST_PLACE), 1, 0, ASKS_NOTHING)
    assert _may_be_rezzed(board(corp_credits=(0, credits)), coming) == rezzed


@pytest.mark.parametrize(
    ("agendas", "credits", "rezzed"), [(1, 4, True), (1, 3, False), (0, 13, False)]
)
def test_ice_comes_in_for_an_agenda_and_the_rest_in_credits(
    agendas: int, credits: int, rezzed: bool
) -> None:
    """A piece of 14, for which an agenda may be forfeited in place of 10."""
    ice = replace(wall(), cost=14)
    asked = Asked(agendas, 0, 10, False)
    coming = Newcomer(Wall(ice, alone(ice, 0, "remote"), FIRST_PLACE), 1, 0, asked)
    assert _may_be_rezzed(board(corp_credits=(0, credits)), coming) == rezzed


def test_what_keeps_off_a_piece_keeps_off_nothing_it_has_gained_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has gained two for cards of the grip as it was met, and gains none now."""
    monkeypatch.setattr(encounter, "found_at", lambda *_: None)
    bare = card("Hungry", "ice", strength=1)
    priced = priced_ice(bare, alone(bare, 0, "remote"), 0)
    piece: Any = Met(replace(priced, by_grip=Atom("net", Amount(1))))
    this: Any = SimpleNamespace(attempt=SimpleNamespace(found=True), standing=lambda *_: piece)
    now = Passage((), NOTHING_PAID).keeps(0, gained=2)
    stands = Encounters.as_it_was_found(this, piece, now)
    assert (len(stands.ice.subs), stands.ice.gained) == (2, 0)


def test_no_title_is_told_more_often_than_cards_may_be_gone() -> None:
    titles = ["One", "Other", "One", "One", "Other"]
    assert _at_most(1, titles) == ["One", "Other"]
    assert _at_most(2, titles) == ["One", "Other", "One", "Other"]
    assert _at_most(0, titles) == []


def test_fracters_in_the_heap_strengthen_those_that_say_so() -> None:
    fracter_gone = Slot("Gone", fracter=True)
    others = Slot("Other", strength=2, per_program=1), Slot("Tide", strength=2, per_fracter_gone=2)
    rig = (GONE, SlotState(), SlotState())
    assert [slot.strength for slot in counted((fracter_gone, *others), rig)] == [0, 4, 4]


def test_ice_has_its_subroutines_once() -> None:
    ice = wall(1, 1, "etr", "net 1")
    priced = priced_ice(ice, alone(ice, 0, "remote"), 0)
    assert [(each.times, len(each.subs)) for each in (priced, priced.twice())] == [(1, 2), (2, 4)]


@dataclass(frozen=True)
class Guarded:
    """A run of which only the cards are looked at that the Corp may use."""

    interventions: tuple[Any, ...]


@pytest.mark.parametrize(("enough", "title"), [(0, "Wall"), (1, "A"), (2, "B"), (3, "C")])
def test_the_card_that_leaves_no_way_is_named(
    enough: int, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many of three cards are enough that there is no way past."""

    def passed(attempt: Guarded) -> SimpleNamespace:
        return SimpleNamespace(ways=len(attempt.interventions) < enough, stopping="Wall")

    monkeypatch.setattr(fined, "passages", passed)
    attempt: Any = Guarded(tuple(SimpleNamespace(title=each) for each in "ABC"))
    past: Any = SimpleNamespace(stopping="nothing")
    assert fined._stopping(attempt, past) == title


@pytest.mark.parametrize(("joined", "from_hq"), [((), 0), ((0,), -1), ((0, 1), -1)])
def test_what_has_come_from_archives_comes_from_hq_next(
    joined: tuple[int, ...], from_hq: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One copy lies in Archives, two in HQ."""
    told: list[int] = []

    def with_hand(_: Any, now: Passage, more: int) -> Passage:
        told.append(more)
        return now

    monkeypatch.setattr(journey, "with_hand", with_hand)
    monkeypatch.setattr(journey, "brought", lambda *_: None)
    this: Any = SimpleNamespace(
        pieces=(),
        newcomers=(SimpleNamespace(),),
        attempt=SimpleNamespace(
            newcomers=tuple(Newcomer(cast(Any, None), n, 1, ASKS_NOTHING) for n in (2, 0))
        ),
    )
    sight = SimpleNamespace(worst_of=lambda _, answers: answers)
    piece: Any = SimpleNamespace(sight=sight, place=0)
    now = Passage((), NOTHING_PAID)
    now = now._replace(changed=now.changed._replace(joined=joined))
    Journey._joined(this, piece, now, 1, Bringing(False, ""))
    assert told == [from_hq]


def test_what_is_gone_for_sure_and_what_may_be() -> None:
    slots = (Slot("One"), Slot("One"), Slot("Other"), Slot("Third"))
    now = Passage(
        (GONE, GONE, GONE, SlotState()), NOTHING_PAID, suffered=Suffered(taken=frozenset({1, 2}))
    )
    for taken, losses in (
        (1, Losses((1, 0, 0), (1, 1, 0), 1)),
        (2, Losses((2, 1, 0), (0, 0, 0), 0)),
        (9, Losses((2, 1, 0), (0, 0, 0), 0)),
    ):
        each = now._replace(total=now.total._replace(taken=taken))
        assert losses_of(slots, each, (True,) * 4) == losses


def test_uses_are_paid_one_by_one() -> None:
    abilities = (Ability(2, 1), Ability(1, 2, each_use=1, sized=True))
    slots = (Slot("Card", abilities=abilities),)
    own = Use(-1, (3,))
    way: Any = SimpleNamespace(uses=(own, Use(0, (2, 3))))
    uses = uses_of(slots, way)
    assert uses == [OneUse(1, 2), OneUse(1, 2), OneUse(7, 3)]
    assert [use.credits for use in paid_by_pool(uses, 4)] == [1, 1, 2]
    assert [use.credits for use in paid_by_pool(uses, 1)] == [1, 0, 0]
    assert [use.credits for use in paid_by_pool(uses, -1)] == [0, 0, 0]
    assert len(list(orders_of(uses))) == 3
    assert list(orders_of(())) == [()]
    assert OneUse() == (0, 0)


@pytest.mark.parametrize(
    ("way", "empty"),
    [
        ({}, [0, 0]),
        ({"from_purses": 2}, [1, 0]),
        ({"from_purses": 1, "virus": {"Card": 3}}, [0, 1]),
    ],
)
def test_what_is_taken_of_a_card_empties_it(way: dict[str, Any], empty: list[int]) -> None:
    bare = card("Card", "program")
    rig = RigCard(bare, credits=2), RigCard(bare, virus=3)
    assert [_empties(way, placed) for placed in rig] == [bool(each) for each in empty]
    assert not _empties({"virus": {"Card": 2}}, rig[1])
    assert not _empties({}, RigCard(bare, credits=1))
    assert not _empties({}, RigCard(bare, virus=1))
    assert not _empties({}, RigCard(bare, power=1))
    assert not _empties({"virus": {"Card": 0}}, RigCard(bare))


def test_a_piece_that_keeps_nothing() -> None:
    assert Lasting()[0] == Lasting().ends == Lasting().gained == Lasting().greeted == 0
    assert Lasting().counters < 0 > Lasting().virus


@pytest.mark.parametrize(
    ("kept", "purged", "virus"), [(-1, False, 4), (-1, True, 0), (0, False, 0), (2, True, 2)]
)
def test_virus_counters_that_a_piece_has_kept(kept: int, purged: bool, virus: int) -> None:
    piece: Any = SimpleNamespace(place=0, virus=4)
    now = Passage((), NOTHING_PAID)
    changed = now.changed._replace(purged=purged).with_lasting(0, Lasting(virus=kept))
    assert Piece.virus_as_met(piece, now._replace(changed=changed)) == virus


def test_what_a_piece_has_gained_is_all_it_has_as_it_is_left() -> None:
    bare = card("Hungry", "ice", strength=1, subs=["etr"])
    priced = priced_ice(bare, alone(bare, 0, "remote"), 0)
    gaining = replace(priced, by_grip=Atom("net", Amount(1)))
    assert [len(gaining.as_kept(number).subs) for number in (0, 1, 3)] == [1, 2, 4]
    tagging = replace(priced, by_tags=Atom("net", Amount(1)), lasting=True)
    assert [len(tagging.as_kept(number).subs) for number in (0, 1, 3)] == [1, 2, 4]
    assert [len(tagging.tagged(tags).subs) for tags in (0, 1, 3)] == [1, 2, 4]
    assert priced.kept == 0
    stronger = replace(tagging, by_any=2)
    assert [stronger.as_kept(1).tagged(tags).target.strength for tags in (0, 1, 2)] == [1, 3, 3]
    assert not priced.target.robs


def test_counters_lie_on_pieces_that_stood_there_alone() -> None:
    now = Passage((), NOTHING_PAID)
    now = now._replace(changed=now.changed._replace(advanced=(1, 2)))
    assert with_counters(now, 1, 3).changed.advanced == (1, 5)
    assert with_counters(now, 2, 3) == now


def test_counters_of_cards_that_are_surely_lost_are_no_price() -> None:
    first = (SlotState(), SlotState(), SlotState())
    left = (GONE, GONE, SlotState(doomed=True))
    now = Passage(left, Paid((1, 2, 3), (4, 5, 6)))
    for losses, lost in ((2, {0, 1, 2}), (1, set())):
        each = now._replace(total=now.total._replace(losses=losses))
        assert _surely_lost(first, each) == lost
    paid = _without_counters_of(frozenset({0, 2}), now).paid
    assert (paid.virus, paid.power) == ((0, 2, 0), (0, 5, 0))


def test_a_card_that_came_back_to_the_heap_it_was_in_has_used_nothing() -> None:
    bare = card("Back", "program")
    copies = RigCard(bare, in_heap=True, one_of=5), RigCard(bare, in_heap=True, one_of=5)
    now = Passage((GONE, SlotState()), Paid((0, 0), (0, 0)))
    assert as_before(copies, now).rig == (SlotState(), GONE)


def test_what_lasts_of_weakening_is_kept_use_by_use() -> None:
    help_ = Slot("Help", weakening=Weakening(2, lasts=True))
    passing = Slot("Other", weakening=Weakening(3))
    this: Any = SimpleNamespace(slots=(help_, passing))
    uses = (Use(-1, (1,)), Use(0, (), 2), Use(1, (), 1))
    payment: Any = SimpleNamespace(way=SimpleNamespace(uses=uses), given=())
    piece: Any = SimpleNamespace(place=0)
    kept = Breaking._kept(this, piece, payment, Passage((), NOTHING_PAID))
    assert kept.changed.lasting_at(0).weaker == 4


@pytest.mark.parametrize(("mine", "its", "taken"), [(1, 3, 3), (2, 2, 3), (1, 1, 2)])
def test_cards_that_are_given_up_and_taken_count_as_taken(mine: int, its: int, taken: int) -> None:
    """So many are taken in each; the last card is given up in one and taken in the other."""
    there = SlotState()
    one, other = (
        Passage(rig, Paid((0, 0, 0), (0, 0, 0)), suffered=Suffered(taken=frozenset(slots)))
        for rig, slots in (((GONE, there, GONE), {0}), ((there, GONE, GONE), {1, 2}))
    )
    one = one._replace(total=one.total._replace(taken=mine))
    other = other._replace(total=other.total._replace(taken=its))
    assert _worse_total(one, other).taken == _worse_total(other, one).taken == taken


def test_a_credit_less_is_never_less_than_nothing() -> None:
    prices = (0, 1, 3)
    slot = cheaper(
        Slot(
            "Card",
            abilities=tuple(Ability(1, credits) for credits in prices),
            boosts=tuple(Boost(1, credits=credits) for credits in prices),
        )
    )
    assert [each.credits for each in slot.abilities] == [0, 0, 2]
    assert [each.credits for each in slot.boosts] == [0, 0, 2]


@pytest.mark.parametrize(("credits", "scope"), [(0, ""), (1, "breakers")])
def test_credits_that_pay_in_traces_too_are_told_apart_if_there_are_any(
    credits: int, scope: str
) -> None:
    tap = card("Tap", "hardware", recurring="2 breakers")
    item = Unexecuted("on", LINK_TOO, "")
    tap = replace(tap, rules=replace(tap.rules, unexecuted=(item,)))
    assert scopes((RigCard(tap, credits=credits),)) == (scope,)


@pytest.mark.parametrize(
    ("left", "empties", "quiet"),
    [(1, True, 0), (2, True, 0), (3, True, 1), (1, False, 0), (2, False, 1), (3, False, 2)],
)
def test_what_a_stealth_card_has_paid_when_it_goes(left: int, empties: bool, quiet: int) -> None:
    """It held two, and another card one that is spent last. Two are due, not to break; if the last
    one takes the card with it, that one has not paid."""
    mine, other = Held(0, "stealth", 2, free=True, empties=empties), Held(1, "stealth", 1)
    paid = Paid((), (), credits=2, other=2)
    now = Passage((), paid, money=Money(stealth_left=left))
    after = Purses._without_stealth(mine, (mine, other), [2], now)
    assert (after.paid.stealth, after.paid.other) == (quiet, 2 - quiet)


@pytest.mark.parametrize(("free", "hidden", "stays"), [(0, 1, 1), (2, 1, 1), (1, 1, 0), (0, 2, 0)])
def test_a_stealth_credit_that_is_left_may_lie_anywhere(
    free: int, hidden: int, stays: bool
) -> None:
    """Of two, if all of them pay for as much."""
    cloak = RigCard(card("Cloak", "program", recurring="1 stealth"), credits=1)
    assert _may_stay(cloak, Purses(stealth=2, free=free), hidden) == stays


@pytest.mark.parametrize(
    ("types", "drawn", "thrown", "most"),
    [
        ((2, 2, 1), 0, 0, 2),
        ((2, 2, 1), 0, 1, 2),
        ((2, 2, 1), 0, 2, 1),
        ((2, 2, 1), 1, 1, 2),
        ((3,), 0, 2, 1),
        ((3,), 0, 3, 0),
        ((1,), 0, 2, 0),
        ((1,), 2, 1, 2),
        ((4, 4), 0, 0, 3),
    ],
)
def test_the_most_of_a_type_that_may_be_named(
    types: tuple[int, ...], drawn: int, thrown: int, most: int
) -> None:
    """The Runner throws one of those of which there are most; three cards are left at the most."""
    kinds = tuple(Kind(str(number), -1, False, "") for number in range(len(types)))
    known = KnownHand(kinds, types, ())
    sight: Any = SimpleNamespace(known=known, rig=(), hand=(), cards_left=lambda _: 3)
    suffered = Suffered(refill=drawn, away=none_thrown(known))
    now = Passage((), Paid((), (), grip=thrown), suffered=suffered)
    ways = [after for after, _ in each_thrown(sight, thrown, now)]
    assert min(most_named(sight, each) for each in ways) == most


def test_five_pieces_in_every_order() -> None:
    sight: Any = SimpleNamespace(worst_of=lambda _, answers: answers)
    pieces: Any = [
        SimpleNamespace(sight=sight, target=SimpleNamespace(title=str(place))) for place in range(5)
    ]
    ground = SimpleNamespace(reorders="Sorter", outgoing=(), roaming=(), moves=0)
    attempt: Any = SimpleNamespace(ground=ground)
    assert len(reordered(attempt, pieces, Passage((), NOTHING_PAID))) == 5 * 4 * 3 * 2


@pytest.mark.parametrize(
    ("counted", "placed"),
    [
        (False, card("Plain", "hardware")),
        (False, card("Limb", "resource", subtypes={"cybernetic"})),
        (False, card("Limb", "hardware", subtypes={"cybernetic"})),
        (True, card("Link", "resource", link=1)),
    ],
)
def test_what_others_count(counted: bool, placed: Card) -> None:
    assert is_counted_by_others(RigCard(placed)) == counted


@pytest.mark.parametrize(("known", "in_hq", "may"), [(2, 2, False), (2, 3, True), (0, 0, False)])
def test_ice_may_lie_in_hq_among_what_is_not_known(known: int, in_hq: int, may: bool) -> None:
    asset = card("Asset", "asset")
    assert _may_hold_ice(Corp(hq=((asset, known),), hq_count=in_hq)) == may
    assert _may_hold_ice(Corp(hq=((asset, known), (wall(), 1)), hq_count=known + 1))
