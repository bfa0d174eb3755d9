"""What no game plays rightly, and what is noted where it may matter: on boards so small that it
is seen by looking."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from boards import board, breaker, card, fracter, wall

from simcore.cards.card import BLANK, Card
from simcore.cards.pool import load_pool
from simcore.cards.settled import at_chosen_server
from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.never_played import (
    left_out_of_memory,
    may_go_back,
    refuse_never_played,
    remarks,
)
from simcore.prices.server_cost import server_cost
from simcore.scenario import CorpPlan, PlacedIce, PlacedRoot, RigCard, Scenario

CHIP = card("Chip", "hardware", static=["mu +2"])


def program(units: int | None) -> Card:
    return card(f"Program of {units}", "program", memory=units)


def noted(*rig: Card, taking: str = "trash hw 1", **keys: Any) -> bool:
    notes = left_out_of_memory(board(wall(9, 1, taking), rig=rig, **keys))
    assert notes in ((), ("no program goes for want of memory where Chip is lost",))
    return bool(notes)


@pytest.mark.parametrize(("units", "short"), [(3, False), (4, False), (5, True), (6, True)])
def test_programs_that_would_miss_a_chip(units: int, short: bool) -> None:
    """Four units without it."""
    assert noted(CHIP, program(units)) == short
    assert noted(CHIP, program(units - 2), program(2)) == short
    sized = card("Tool", "hardware", memory=9)
    assert noted(CHIP, program(units), sized, program(None)) == short


def test_memory_that_is_there_besides() -> None:
    giver = card("Giver", "identity", side="runner", static=["mu +1"])
    assert not noted(CHIP, program(5), identity=giver)
    assert noted(CHIP, program(6), identity=giver)
    assert not noted(CHIP, program(5), memory=5)
    other = card("Other", "hardware", static=["str +3"])
    assert noted(CHIP, program(5), other)


@pytest.mark.parametrize(
    ("text", "goes"),
    [
        ("trash hw 1", True),
        ("trash any 1", True),
        ("trash prog 1", False),
        ("tag 1 unless own-hw 1", True),
        ("tag 1 unless own-prog 1", False),
        ("trash console 1", False),
    ],
)
def test_what_takes_a_chip(text: str, goes: bool) -> None:
    assert noted(CHIP, program(5), taking=text) == goes
    console = replace(CHIP, subtypes=frozenset({"console"}))
    assert noted(console, program(5), taking=text) == (goes or "console" in text)


def test_where_what_takes_a_chip_may_stand() -> None:
    taker = card("Taker", "asset", effects=["access: trash hw 1"])
    agency = card("Agency", "identity", on=["success: trash hw 1"])
    rig = (CHIP, program(5))
    plain = board(wall(), rig=rig)
    assert left_out_of_memory(plain) == ()
    pile = {"central": ((taker, 1),), "central_count": 3}
    for corp in (pile, {"archives": (taker,)}, {"rd_top": (taker,)}, {"identity": agency}):
        assert left_out_of_memory(board(wall(), rig=rig, server="rd", corp=corp))
    assert left_out_of_memory(board(wall(), rig=rig, root=(taker,)))
    unknown = PlacedRoot(candidates=((card("Dull", "asset"), 1), (taker, 1)))
    assert left_out_of_memory(board(wall(), rig=rig, root=(unknown,)))


# ---- going back --------------------------------------------------------------------------


def test_ice_that_may_send_the_runner_back() -> None:
    for ice, back in (
        (wall(1, 1, "go-back 1"), True),
        (wall(1, 1, "go-outermost"), True),
        (wall(on=["encounter: go-back 1"]), True),
        (wall(on=["encounter: net 1"]), False),
        (wall(), False),
    ):
        assert may_go_back(board(ice)) == back
        hidden = PlacedIce(candidates=((wall(title="Plain"), 1), (ice, 1)))
        assert may_go_back(board(hidden)) == back


# ---- points of the Corp's ----------------------------------------------------------------


@pytest.mark.parametrize(("scored", "wins"), [(4, False), (5, True), (6, True)])
def test_an_agenda_by_which_the_corp_would_win_in_the_run(scored: int, wins: bool) -> None:
    """Two points for it, of which seven are enough."""
    model = card("Model", "agenda", points=2, effects=["access: if tagged: corp-score-it"])
    scenario = board(root=(model,), corp={"points": scored})
    if wins:
        with pytest.raises(CapacityError, match="Model: the Corp may win by it"):
            refuse_never_played(scenario)
    else:
        refuse_never_played(scenario)


# ---- runs that are not declared successful -----------------------------------------------


def undeclared(*, rig: tuple[Card, ...] = (), root: tuple[Card, ...] = ()) -> Scenario:
    crisis = card("Crisis", "upgrade", effects=["root: no-success"])
    return board(root=(PlacedRoot(crisis, rezzed=True), *root), rig=tuple(map(RigCard, rig)))


def medium(*effects: str) -> Card:
    return card("Medium", "program", on=list(effects))


@pytest.mark.parametrize(
    ("effects", "refused"),
    [
        (["run-end[!success]: rgain 1"], True),
        (["success: virus 1", "breach: access 1*virus"], True),
        (["success: virus 1"], False),  # nothing counts it
        (["success: power 1", "breach: access 1*virus"], False),
        (["run-begin: virus 1", "breach: access 1*virus"], False),
        (["success: virus 1", "breach: access 1*power"], False),
        (["breach: access 1*virus"], False),
    ],
)
def test_what_hangs_on_a_success_that_is_not_declared(effects: list[str], refused: bool) -> None:
    scenario = undeclared(rig=(medium(*effects),))
    if refused:
        with pytest.raises(CapacityError, match=r"Medium: .* beside Crisis"):
            refuse_never_played(scenario)
    else:
        refuse_never_played(scenario)
    refuse_never_played(replace(scenario, root=()))


def test_a_card_of_the_root_that_waits_for_a_run_without_success() -> None:
    waiting = card("Waiting", "upgrade", effects=["root: run-end[!success]: cgain 1"])
    with pytest.raises(CapacityError, match=r"Waiting: .* beside Crisis"):
        refuse_never_played(undeclared(root=(waiting,)))


def test_two_that_wait_for_each_other_to_be_rezzed() -> None:
    camp = card("Camp", "upgrade", effects=["root: ice-here adv +1"])
    brace = card("Brace", "upgrade", effects=["root: ice-here str +2 if adv>=1"])
    with pytest.raises(CapacityError, match="Camp: rezzed in the run beside Brace"):
        refuse_never_played(board(root=(camp, brace)))
    for one, other in ((True, False), (False, True)):
        lying = (PlacedRoot(camp, rezzed=one), PlacedRoot(brace, rezzed=other))
        refuse_never_played(board(root=lying))
    plan = {"plan": CorpPlan("never")}
    refuse_never_played(board(root=(camp, brace), corp=plan))


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("access: net 1*corp-points", True),
        ("access: if threat>=4: net 1", True),
        ("access: net 1*tags", False),
    ],
)
def test_who_asks_for_points_of_the_corp_that_come_in_the_run(text: str, refused: bool) -> None:
    """With 3 points and the one of the model before it there would be 4, not 3."""
    model, thorn = load_pool().find("Quantum Predictive Model"), card("Thorn", "asset", on=[text])
    scenario = board(server="rd", corp={"rd_top": (model, thorn), "points": 3}, tags=1)
    if refused:
        with pytest.raises(CapacityError, match=r"Thorn: '.*' beside Quantum Predictive Model"):
            refuse_never_played(scenario)
    else:
        refuse_never_played(scenario)
    refuse_never_played(board(server="rd", corp={"rd_top": (thorn,), "points": 3}, tags=1))


# ---- where agendas may be ----------------------------------------------------------------


def test_where_an_agenda_may_be_accessed() -> None:
    deal, dull = card("Deal", "agenda", points=1), card("Dull", "asset")
    corp = board().corp
    for server, holding in (
        ("hq", replace(corp, central=((dull, 1), (deal, 1)))),
        ("rd", replace(corp, rd_top=(dull, deal))),
        ("archives", replace(corp, archives=(deal,))),
    ):
        assert not board(server=server).may_hold_agendas()
        assert replace(board(server=server), corp=holding).may_hold_agendas()
    assert not board(root=(dull,)).may_hold_agendas() and not board().may_hold_agendas()
    assert board(root=(dull, deal)).may_hold_agendas()
    assert board(root=(PlacedRoot(candidates=((dull, 2), (deal, 1))),)).may_hold_agendas()


@pytest.mark.parametrize("place", ["outermost", "innermost"])
def test_no_game_says_which_piece_is_the_last_where_one_leaves(place: str) -> None:
    alpha = breaker(9, "0c: 1 any", static=[f"only {place}"])
    scenario = board(wall(9, 1, "self-trash"), wall(9, 1), rig=(RigCard(alpha),))
    with pytest.raises(CapacityError, match=f"Breaker: 'only {place}' beside ice that leaves"):
        encode(scenario)


@pytest.mark.parametrize(("what", "fits"), [("net ice-here", False), ("net 1", True)])
def test_ice_that_leaves_to_end_the_run_is_counted_as_it_ends(what: str, fits: bool) -> None:
    leaving = wall(9, 1, "nothing", corp=["trash: etr"])
    scenario = board(leaving, root=(card("Bomb", "upgrade", on=[f"run-end: {what}"]),))
    if fits:
        encode(scenario)
    else:
        with pytest.raises(CapacityError, match="'self-trash' is not executed"):
            encode(scenario)


@pytest.mark.parametrize(
    ("tries", "fits"), [("0c: 1 barrier [3+ else net]", False), ("1c: 1 barrier", True)]
)
def test_a_card_that_gives_subtypes_beside_attempts_by_die(tries: str, fits: bool) -> None:
    """What it has given would stay after an attempt that fails."""
    giver = card("Giver", "hardware", on=["encounter: 2c: ice gains barrier [1/turn]"])
    breaker = card("Breaker", "program", strength=3, **{"break": [tries]})
    scenario = board(wall(1), rig=(breaker, giver))
    if fits:
        refuse_never_played(scenario)
    else:
        with pytest.raises(CapacityError, match="Giver: gives ice a subtype, beside attempts"):
            refuse_never_played(scenario)


def test_an_offer_that_has_a_price_is_declined_in_so_many_words() -> None:
    free = wall(9, 1, "runner-may: rgain 1")
    asked = wall(9, 1, "runner-may pay 2: rgain 3", title="Dear")
    assert remarks(board(free)) == ()
    assert remarks(board(free, asked)) == ("what has a price is declined: Dear",)
    met = wall(9, 1, title="Gate", on=["encounter: runner-may tag 1: bypass"])
    assert remarks(board(met)) == ("what has a price is declined: Gate",)
    dear = PlacedRoot(card("Costly", "agenda", on=["steal-cost: pay 4"]))
    assert remarks(board(free, root=(dear,))) == ()


@pytest.mark.parametrize(
    ("server", "cards", "held", "dealt"),
    [
        ("hq", ("agenda", "asset"), 1, True),
        ("hq", ("agenda", "asset"), 2, False),
        ("hq", ("agenda", "agenda", "asset"), 2, False),
        ("hq", ("asset", "asset"), 1, False),
        ("rd", ("agenda", "asset"), 1, False),
    ],
)
def test_a_hand_that_holds_an_agenda_in_some_games(
    server: str, cards: tuple[str, ...], held: int, dealt: bool
) -> None:
    """Of more cards than are held it is not known whether an agenda is; nobody knows R&D."""
    pile = tuple((card(f"{kind} {n}", kind), 1) for n, kind in enumerate(cards))
    hand = {"central": pile, "central_count": held}
    assert board(server=server, corp=hand).may_lack_agendas() is dealt


@pytest.mark.parametrize(
    ("title", "server", "earlier", "told"),
    [
        ("Docklands Pass", "hq", 1, True),
        ("Docklands Pass", "hq", 0, False),
        ("Docklands Pass", "rd", 1, False),
        ("Zenit Chip JZ-2MJ", "archives", 1, True),
        ("Zenit Chip JZ-2MJ", "remote", 1, False),
        ("HQ Interface", "hq", 1, False),
    ],
)
def test_what_was_used_in_an_earlier_run_of_the_turn(
    title: str, server: str, earlier: int, told: bool
) -> None:
    """Nobody says which server that was on."""
    rig = (load_pool().find(title),)
    said = remarks(board(server=server, rig=rig, successful_runs_this_turn=earlier))
    words = f"the earlier runs of the turn were on other servers: {title}"
    assert said == ((words,) if told else ())


def test_several_cards_that_replace_a_breach() -> None:
    """One alone does, the first; it is told, as the Runner would choose."""
    siphon, testing = (load_pool().find(title) for title in ("Account Siphon", "Security Testing"))
    tested = at_chosen_server(testing, "hq", "hq")
    words = "the first that can comes in place of the breach: Account Siphon, Security Testing"
    both = board(server="hq", event=siphon, rig=(RigCard(tested),))
    assert remarks(both) == (words,)
    assert remarks(board(server="hq", event=siphon)) == ()


def test_cards_of_a_hand_that_nobody_has_stated() -> None:
    """They are accessed in Archives as cards without a text."""
    words = ("cards that go from HQ to Archives have no text: corp.hq is not stated",)
    unknown = {"central": ((BLANK, 5),)}
    assert remarks(board(server="archives", corp=unknown)) == words
    stated = {"central": ((card("Asset", "asset"), 5),)}
    assert remarks(board(server="archives", corp=stated)) == ()


def test_what_the_corp_may_do_where_no_ice_stands() -> None:
    """Refused by name, where nothing is met at all."""
    knives = PlacedRoot(load_pool().find("House of Knives"), rezzed=True, power=1)
    scenario = board(corp={"elsewhere": (knives,)})
    with pytest.raises(CapacityError, match="House of Knives: where no ice stands"):
        server_cost(scenario, passing=True)


def test_what_rezzing_in_the_run_takes_from_the_corp_is_said() -> None:
    """Bad publicity only where something counts it."""
    given_up = wall(9, 1, title="Dear", rez_change=["forfeit 1"])
    known = wall(9, 1, title="Known", on=["rez: bp 1"])
    counting = wall(9, 1, title="Counting", static=["gain-sub {rlose 1}*bp"])
    points = "an agenda forfeited takes no points of the Corp's, nor a copy that is counted: Dear"
    publicity = "bad publicity that comes in the run is not counted in it: Known"
    assert remarks(unrezzed(given_up)) == (points,)
    assert remarks(unrezzed(known)) == ()
    assert remarks(unrezzed(known, counting)) == (publicity,)
    assert remarks(board(known, counting)) == ()
    assert remarks(board(given_up)) == ()
    never = replace(unrezzed(given_up), corp=replace(unrezzed().corp, plan=CorpPlan("never")))
    assert remarks(never) == ()


def unrezzed(*ice: Card) -> Scenario:
    placed = board(*ice)
    return replace(placed, ice=tuple(replace(piece, rezzed=False) for piece in placed.ice))


@pytest.mark.parametrize(("taking", "refused"), [("trash hw 1", True), ("trash res 1", False)])
def test_a_card_that_lends_its_host_boosts_may_not_go(taking: str, refused: bool) -> None:
    charm = card("Charm", "hardware", static=["hosted-on-breaker"], pump=["1c: +2"])
    scenario = board(wall(9, 1, taking), rig=(RigCard(fracter()), RigCard(charm, on_card=0)))
    if not refused:
        encode(scenario)
        return
    with pytest.raises(CapacityError, match="Charm: changes its host and may be trashed"):
        encode(scenario)


def test_rez_costs_that_the_run_changes() -> None:
    """Only a breaker that asks for them minds."""
    dear = card("Dear", "program", break_=["1c: 1 any [if rez>=5]"])
    tax = card("Tax", "resource", side="runner", effects=["run-begin: rez-cost 1"])
    said = ("Dear: the printed rez costs count for it, without Tax",)
    assert remarks(board(wall(2, 4), rig=(dear, tax))) == said
    assert remarks(board(wall(2, 4), rig=(dear,))) == remarks(board(wall(2, 4), rig=(tax,))) == ()
