"""Parts of a price that one function says, reckoned by hand: counts, bounds and what is refused."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from boards import board, card, fracter, unread, wall

from simcore.cards.pool import load_pool
from simcore.cards.syntax import Unexecuted
from simcore.errors import CapacityError
from simcore.hosting import lies_on_ice
from simcore.plan.marks import Earning
from simcore.plan.offers import KeepsOff
from simcore.plan.pieces import Ability, Slot, SlotState, Use
from simcore.prices import server_cost as server_cost_of
from simcore.prices.begun import clauses_beside
from simcore.prices.corp import gates
from simcore.prices.corp.as_found import as_found
from simcore.prices.corp.coming import FIRST_PLACE
from simcore.prices.corp.forms import _gone_from_hq
from simcore.prices.corp.gates import APPROACH, BEGIN, BEHIND, COST, FIRST_BEHIND, SUCCEEDING
from simcore.prices.corp.given_up import burning_hq
from simcore.prices.purses import EMPTY, Purse
from simcore.prices.rig.brought_by_use import USED
from simcore.prices.rig.bypassing import ignored
from simcore.prices.rig.charging import _power_at_first
from simcore.prices.rig.drawing import drawn_by_way
from simcore.prices.rig.fetchable import words_of_memory
from simcore.prices.rig.hand import Held, played
from simcore.prices.rig.leaving import words_of_penniless
from simcore.prices.rig.of_traces import DISRUPTS, TESTS
from simcore.prices.rig.preventing import left_to_go
from simcore.prices.rig.price_alone import HAND_AS_IT_IS, no_price_beside
from simcore.prices.server_cost import _dearest, server_cost
from simcore.prices.settled_server import _further_copies
from simcore.prices.uncounted import NO_PART, _of_traces
from simcore.prices.way import journey, looking
from simcore.prices.way.attempt import _behind
from simcore.prices.way.behind_ice import at_the_end, succeeding
from simcore.prices.way.comparing import Looks, best_of
from simcore.prices.way.giving_up import first_alike
from simcore.prices.way.journey import Journey
from simcore.prices.way.passage import Ahead, Changed, Money, Paid, Passage, Suffered
from simcore.prices.way.suffering import Sight
from simcore.prices.way.worse import worse_of
from simcore.purses import spendable, spendable_by_all
from simcore.scenario import PlacedRoot, RigCard

NSG = load_pool("nsg")
NOTHING_PAID = Paid((), ())
NO_SIEVE: Any = None


def test_hq_burns_no_more_cards_than_it_holds() -> None:
    helheim = PlacedRoot(NSG.find("Helheim Servers"), rezzed=True)
    assert len(burning_hq(board(wall(), root=(helheim,), corp={"hq_count": 2}))) == 3


def test_the_dearest_number_of_cards_is_told() -> None:
    free = server_cost(board(wall(), rig=(fracter(),)))
    costs = [replace(free, cost=cost) for cost in (0, 1)]
    assert _dearest(costs).cost == 1
    assert _dearest([*costs, replace(free, cost=None)]).cost is None


def test_the_cheaper_of_two_abilities_breaks_first() -> None:
    slot = Slot("Card", abilities=(Ability(1, power=1), Ability(1, power=3)))
    payment: Any = SimpleNamespace(given=(), way=SimpleNamespace(uses=(Use(0, (1, 1)),)))
    assert _power_at_first((slot,), (SlotState(power=9),), 0, payment) == 8


@pytest.mark.parametrize(
    ("there", "units", "assumed"),
    [(5, None, 0), (5, 0, 0), (5, 1, 1), (4, 1, 0), (3, 2, 0)],
)
def test_memory_is_assumed_where_there_was_too_little_before(
    there: int, units: int | None, assumed: int
) -> None:
    """Where the rig fits into four units, others go for what is new."""
    rig = (RigCard(card("Here", "program", memory=there)),)
    runner = board(rig=rig).runner
    assert len(list(words_of_memory(card("New", "program", memory=units), runner))) == assumed


@pytest.mark.parametrize(("units", "assumed"), [(1, 0), (2, 1)])
def test_memory_is_assumed_where_nobody_knows_what_is_free(units: int, assumed: int) -> None:
    """One unit of four is free, whatever a cloud may take."""
    runner = board(rig=(RigCard(card("Here", "program", memory=3)), CLOUD)).runner
    assert len(list(words_of_memory(card("New", "program", memory=units), runner))) == assumed


def test_a_program_that_needs_no_memory_takes_none() -> None:
    """Three units of four are taken, and none by the second program."""
    taken, free = (RigCard(card(f"Of {units}", "program", memory=units)) for units in (3, 0))
    runner = board(rig=(taken, free, CLOUD)).runner
    assert not list(words_of_memory(card("New", "program", memory=1), runner))


@pytest.mark.parametrize(
    ("joined", "archives", "gone"), [((), 0, 0), ((), 1, 0), ((0,), 1, 0), ((0, 0), 1, 1)]
)
def test_what_came_in_from_archives_has_not_left_hq(
    joined: tuple[int, ...], archives: int, gone: int
) -> None:
    wall = card("Wall", "ice")
    coming = SimpleNamespace(wall=SimpleNamespace(card=wall), archives=archives)
    attempt: Any = SimpleNamespace(ground=SimpleNamespace(again=()), newcomers=(coming,))
    now = Passage((), NOTHING_PAID, changed=Changed(joined=joined))
    assert _gone_from_hq(attempt, wall, now) == gone


def test_what_is_played_is_one_of_its_title() -> None:
    sight: Any = SimpleNamespace(hand=(Held("One", 2), Held("Other", 1)))
    now = Passage((), NOTHING_PAID, suffered=Suffered(thrown=(1, 0)))
    assert played(sight, "One", now).suffered.thrown == (2, 0)


CLOUD = RigCard(card("Cloud", "program", subtypes={"cloud"}))
EATER = RigCard(card("Eater", "program", break_=["grip 1: 1 any"]))
LINK = RigCard(card("Link", "hardware", link=1))


@pytest.mark.parametrize(
    ("by", "rig", "moving", "beside"),
    [
        ("grip", (EATER,), "", "a price in cards of the grip"),
        ("grip", (CLOUD, CLOUD), "", ""),
        ("grip", (LINK,), "rig", ""),
        ("link", (EATER,), "", ""),
        ("link", (CLOUD,), "", ""),
        ("link", (CLOUD, CLOUD), "", "several clouds"),
        ("link", (LINK,), "", ""),
        ("link", (LINK,), "rig", "what takes cards of the rig"),
    ],
)
def test_beside_what_lent_strength_has_no_price(
    by: str, rig: tuple[RigCard, ...], moving: str, beside: str
) -> None:
    item = Unexecuted("paid", f"trash: one icebreaker str +1*{by} run", "")
    assert no_price_beside(item, rig, frozenset({HAND_AS_IT_IS, moving})) == beside


def test_all_pieces_may_be_met_behind_one_that_came_in() -> None:
    pieces: Any = [SimpleNamespace(place=place) for place in (0, 1, FIRST_PLACE, FIRST_PLACE + 1)]
    assert _behind(pieces, pieces[1]) == pieces[2:]
    for newcomer in pieces[2:]:
        assert _behind(pieces, newcomer) == pieces


@pytest.mark.parametrize(("since", "quiet"), [(-1, 1), (1, 2), (3, 1)])
def test_a_stealth_credit_for_anything_pays_what_is_due_later(since: int, quiet: int) -> None:
    """Three are due, not to break; one credit is free to pay them, and another one if it came
    before the last of them."""
    money = Money(stealth_left=3, since=since)
    after = at_the_end(Passage((), Paid((), (), credits=3, other=3), money=money), free=1)
    assert (after.paid.stealth, after.paid.other) == (quiet, 3 - quiet)


@pytest.mark.parametrize(("before", "new", "left"), [(0, 0, 0), (1, 0, 0), (1, 2, 1), (0, 1, 0)])
def test_no_more_tags_are_removed_than_there_are(before: int, new: int, left: int) -> None:
    """Two of those that the Runner had and got."""
    pieces: Any = [SimpleNamespace(sight=SimpleNamespace(place=0, tags=before))]
    now = Passage((), NOTHING_PAID, ahead=Ahead(untags=2), suffered=Suffered(tags=new))
    (after,) = succeeding(pieces, [], NO_SIEVE, now)
    assert before + after.suffered.tags == left


@pytest.mark.parametrize(
    ("corp", "taken", "traces", "short"),
    [(3, 0, 0, False), (3, 1, 0, False), (3, 2, 0, True), (3, 0, 2, True), (4, 0, 2, False)],
)
def test_whether_the_corp_may_be_short(
    corp: int, taken: int, traces: int, short: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two are asked for, beside what it pays in traces; cards that earn may take some of it."""
    monkeypatch.setattr(looking, "most_for_traces", lambda *_: traces)
    slot = Slot("Thief", earns=Earning("passed", 1, taken=taken))
    attempt: Any = SimpleNamespace(
        slots=(slot,), purse=Purse(0, corp), all_walls=(), gates=(), interventions=(),
        ground=SimpleNamespace(returns=False, hearers=(), moves=0),
    )  # fmt: skip
    assert looking._may_be_short(attempt, ["corp-may pay 2: etr"]) == short


def test_of_two_ways_at_their_worst_the_fewest_tags_are_removed() -> None:
    one, two = (Passage((), NOTHING_PAID, ahead=Ahead(untags=number)) for number in (1, 2))
    assert worse_of(one, two).ahead.untags == worse_of(two, one).ahead.untags == 1


@pytest.mark.parametrize("when", [COST, BEGIN, APPROACH, FIRST_BEHIND, BEHIND])
def test_what_waits_before_ice_at_the_server_and_at_the_end_come_apart(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[str] = []

    def let_in(gate: Any, _: Any, now: Passage) -> list[Passage]:
        met.append(gate.title)
        return [now]

    monkeypatch.setattr(journey, "let_in", let_in)
    times = (BEHIND, SUCCEEDING, FIRST_BEHIND, APPROACH, BEGIN, COST)
    waiting = [
        SimpleNamespace(title=t, when=t, place=0, is_there=lambda _: True, ends_for_tags=False)
        for t in times
    ]
    attempt = SimpleNamespace(ground=SimpleNamespace(unsuccessful=True), gates=waiting)
    sieve = SimpleNamespace(best=list)
    this: Any = SimpleNamespace(attempt=attempt, gates=waiting, sieve=sieve, purses=EMPTY)
    Journey._let_in(this, [Passage((), NOTHING_PAID)], when)
    assert met == [when]


@pytest.mark.parametrize("slot", [0, None])
def test_a_card_of_the_rig_that_started_the_run_has_had_its_say(
    slot: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = (f"Job{NO_PART}", "Other")
    monkeypatch.setattr(server_cost_of, "unused_of_rig", lambda *_, **__: words)
    monkeypatch.setattr(server_cost_of, "goes_by_link", lambda _: False)
    runner: Any = SimpleNamespace(
        event=card("Job", "resource"), event_slot=slot, rig=(), heap=(), stack=()
    )
    attempt: Any = SimpleNamespace(slots=(), walls=())
    assert server_cost_of._unused(runner, attempt, ()) == (words if slot is None else words[1:])


def test_what_the_corp_may_pay_for_is_paid_last() -> None:
    guard = card("Guard", "upgrade", corp=["3c: etr"])
    placed = PlacedRoot(guard, rezzed=True)
    told = [len(list(gates._effects(guard, placed, event))) for event in gates.EVENTS]
    assert told == [0] * (len(told) - 1) + [1]


def test_further_copies_are_told_of_what_stands_twice() -> None:
    lone, twice, plain = (
        card(title, "ice", unique=title != "Plain") for title in ("Lone", "Twice", "Plain")
    )
    (words,) = _further_copies((lone, twice, plain, twice, plain))
    assert words.startswith("Twice: ")


@pytest.mark.parametrize(
    ("text", "pools", "said"),
    [(TESTS, True, 1), (DISRUPTS, True, 0), (DISRUPTS, False, 1), ("nothing", False, 0)],
)
def test_what_has_a_part_in_traces_is_named(text: str, pools: bool, said: int) -> None:
    item = Unexecuted("on", text, "")
    plain = card("Plain", "resource")
    holder = replace(plain, rules=replace(plain.rules, unexecuted=(item,)))
    assert len(list(_of_traces(holder, pools))) == said


def test_of_twins_that_stand_alike_the_first_goes() -> None:
    """Three copies, the first of them with a counter more, or more spent; another card between."""
    plain = SlotState()
    for rig, virus in (
        ((SlotState(virus=1), plain, plain, plain), (0, 0, 0, 0)),
        ((plain,) * 4, (1, 0, 0, 0)),
    ):
        now = Passage(rig, Paid(virus, (0, 0, 0, 0)))
        sight: Any = SimpleNamespace(twins=(0, 1, 0, 0))
        assert [first_alike(sight, slot, now) for slot in range(4)] == [0, 1, 2, 2]


@pytest.mark.parametrize(("corp", "runner", "richer"), [(0, 0, 0), (1, 0, 1), (1, 1, 0), (0, 1, 0)])
def test_who_has_more_in_the_pool(corp: int, runner: int, richer: int) -> None:
    this: Any = SimpleNamespace(purse=Purse(runner, corp), _out_of_pool=lambda _: 0)
    now = Passage((), NOTHING_PAID)
    told = [Sight.in_pool(this, subject, now) for subject in ("runner-cr", "corp-cr", "either")]
    assert told == [runner, corp, richer]


def test_what_is_drawn_for_breaking_with_the_first_card() -> None:
    """Three uses, by two cards that draw for each and one that does not."""
    slots = (Slot("One", draws=USED), Slot("Other"), Slot("Third", draws=USED))
    uses = (Use(-1, (4,)), Use(0, (1, 1)), Use(1, (1,)), Use(2, (1,)))
    abilities = tuple(replace(slot, abilities=(Ability(1), Ability(1))) for slot in slots)
    payment: Any = SimpleNamespace(way=SimpleNamespace(uses=uses), given=())
    now = Passage((SlotState(),) * 3, NOTHING_PAID)
    this: Any = SimpleNamespace(questions=None, _bound=lambda different: different[0])
    sight: Any = SimpleNamespace(
        slots=abilities, looks=Looks(), place=0, worst_of=partial(Sight.worst_of, this)
    )
    assert [each.suffered.refill for each in drawn_by_way(sight, payment, now)] == [3]
    sight.looks = Looks(grip=True)
    drawn = [each.suffered.refill for each in drawn_by_way(sight, payment, now)]
    assert sorted(drawn) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("on", "ways"),
    [
        ([], 0),
        (["encounter: net 1"], 1),
        (["encounter: gain-sub {net 1}*grip run"], 1),
        (["encounter: net 1", "encounter: gain-sub {net 1}*grip run"], None),
        (["encounter: net 1", "encounter: tag 1"], None),
        (["encounter: net 1", "pass: tag 1"], 1),
    ],
)
def test_one_thing_that_ice_does_as_it_is_met_is_kept_off(on: list[str], ways: int | None) -> None:
    found = as_found(wall(2, 1, "etr", on=on))
    assert "encounter" not in {clause.event for clause in found.card.rules.on}
    piece: Any = SimpleNamespace(ice=None, target=SimpleNamespace(title="Ice"), place=0)
    attempt: Any = SimpleNamespace(slots=(Slot("Shade", ignores=0),), found={0: found})
    now = Passage((SlotState(),), Paid((0,), (0,)))
    with pytest.raises(CapacityError, match="one of several") if ways is None else nullcontext():
        assert len(list(ignored(attempt, piece, piece, now))) == ways


@pytest.mark.parametrize(("slot", "told"), [(None, []), (0, ["One"]), (1, ["Other"])])
def test_only_the_card_that_started_the_run_acts_on_it(slot: int | None, told: list[str]) -> None:
    rig = [card(title, "resource", on=["run-begin: rgain 1"]) for title in ("One", "Other")]
    started = [
        replace(each, rules=replace(each.rules, on=(replace(each.rules.on[0], scope="this-run"),)))
        for each in rig
    ]
    scenario = board(wall(), rig=tuple(map(RigCard, started)), event_slot=slot)
    assert [holder.title for holder, *_ in clauses_beside(scenario)] == told


def test_credits_for_one_type_are_told_anew_for_what_may_come_in() -> None:
    """Silencer pays for killers: for none in the rig, and for the one that lies behind it; told
    twice, it holds the same credit."""
    pool = load_pool()
    silencer, corroder, killer = map(pool.find, ("Silencer", "Corroder", "MKUltra"))
    rig = spendable((RigCard(silencer, credits=1), RigCard(corroder)), "hq")
    assert (rig[0].credits, rig[0].idle) == (0, 1)
    told = spendable_by_all((*rig, RigCard(killer, in_heap=True)))
    assert (told[0].credits, told[0].idle) == (1, None)
    assert spendable_by_all(told) == told


@pytest.mark.parametrize(("back", "enough"), [(False, 2), (True, 4)])
def test_what_an_identity_pays_is_no_matter_where_the_door_asks_for_less(
    back: bool, enough: int
) -> None:
    """The Corp pays 2 at the door, and once more behind the way back."""
    paying = card("Paying", "identity", side="corp")
    paying = replace(paying, rules=unread("", on=["revealed: cgain 1"]).rules)
    doorman = card("Doorman", "upgrade", effects=["root: approach-server: corp-may pay 2: net 1"])
    cards = (doorman, *([NSG.find("Letheia Nisei")] if back else ()))
    root = tuple(PlacedRoot(each, rezzed=True) for each in cards)
    for credits in range(1, 6):
        corp = {"identity": paying}
        scenario = board(
            wall(1), root=root, rig=(fracter(),), corp=corp, corp_credits=credits, purse=20
        )
        if credits >= enough:
            assert server_cost(scenario, passing=True).possible
        else:
            with pytest.raises(CapacityError, match="Paying"):
                server_cost(scenario, passing=True)


@pytest.mark.parametrize(
    ("part", "points", "times"),
    [
        ("here", "net_here", "nets_here"),
        ("ahead", "net_next", "nets_next"),
        ("ahead", "harm", "harms"),
    ],
)
def test_one_damage_of_two_waits_beside_two_of_one(part: str, points: str, times: str) -> None:
    """What keeps off a point of each, or all of one, sees them apart; less of either is better."""
    start = Passage((), NOTHING_PAID)
    nothing, one, strong, often = (
        start._replace(**{part: getattr(start, part)._replace(**{points: size, times: number})})
        for size, number in ((0, 0), (1, 1), (2, 1), (1, 2))
    )
    assert set(best_of((), [strong, often], Looks())) == {strong, often}
    assert best_of((), [strong, one, often], Looks()) == [one]
    assert best_of((), [one, nothing], Looks()) == [nothing]


@pytest.mark.parametrize(
    ("says", "lies"),
    [
        ({"static": ["hosted-on-ice"]}, True),
        ({"break_": ["1c: 1 any @host"]}, True),
        ({"break_": ["1c: 1 any @host-server"]}, True),
        ({"subtypes": {"trojan"}}, True),
        ({"static": ["host str -1"]}, False),
        ({"break_": ["1c: 1 any"]}, False),
        ({"subtypes": {"virus"}}, False),
    ],
)
def test_who_lies_on_ice(says: dict[str, Any], lies: bool) -> None:
    assert lies_on_ice(card("Guest", "program", **says)) == lies


@pytest.mark.parametrize(
    ("kinds", "affordable", "lost", "told"),
    [
        ("meat", False, (), True),
        ("meat", True, ("Broke",), True),
        ("meat", True, ("Another",), False),
        ("net", False, ("Broke",), False),
    ],
)
def test_that_damage_of_who_goes_penniless_may_be_kept_off_is_said(
    kinds: str, affordable: bool, lost: tuple[str, ...], told: bool
) -> None:
    """Where it may go, and where something keeps that damage off."""
    vest = KeepsOff(frozenset({kinds}))
    slots = [Slot("Broke", penniless=1), Slot("Vest", keeps_off=(vest,))]
    bills: Any = [{"affordable": affordable, "cards_lost": lost}]
    words = "Broke: that its damage as it goes may be kept off is left out"
    assert words_of_penniless(slots, bills) == ((words,) if told else ())


@pytest.mark.parametrize(
    ("other", "told"), [("Jarogniew Mercs", True), ("Tech Trader", False), ("Corroder", False)]
)
def test_a_card_that_goes_when_it_is_empty_is_said_not_to_be_kept(other: str, told: bool) -> None:
    rig = tuple(RigCard(NSG.find(title)) for title in ("Fall Guy", other))
    words = f"Fall Guy: a card that goes by its own text is not kept: {other}"
    assert left_to_go(rig) == ((words,) if told else ())
