"""What small slips in the reference would change: each board worked out by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from boards import board, breaker, card, fracter, wall

from simcore.cards.card import BLANK, Card
from simcore.cards.notation import parse_rules
from simcore.errors import CapacityError
from simcore.record import Cause
from simcore.reference import Observation, Play, enumerate_results, play, play_seeded
from simcore.reference.deal import deal
from simcore.reference.further_breaks import breaks_one_piece_a_run, further_breaks
from simcore.reference.question import Spend
from simcore.reference.telling import _price
from simcore.reference.worst_cases import Asked, WorstTable
from simcore.scenario import CorpPlan, PlacedIce, PlacedRoot, RigCard, RunnerPlan, Scenario


def played(*pieces: PlacedIce | Card, **keys: Any) -> Play:
    return play_seeded(board(*pieces, **keys), seed=3, game=1)


def told(*pieces: PlacedIce | Card, **keys: Any) -> str:
    return "\n".join(f"{step.label} {step.text}" for step in played(*pieces, **keys).steps)


def asked(
    scenario: Scenario, answer: Callable[[str, Sequence[str], Observation], int]
) -> tuple[Play, list[tuple[str, tuple[str, ...]]]]:
    """A game in which somebody else decides, and what was asked."""
    questions: list[tuple[str, tuple[str, ...]]] = []

    def decide(side: str, options: Sequence[str], seen: Observation) -> int:
        questions.append((seen.question, tuple(options)))
        return answer(side, options, seen)

    return play(scenario, lambda *_: 0, decide), questions


def door(title: str, *ways: str, virus: int = 0, power: int = 0) -> RigCard:
    """A program that does nothing but bypass ice."""
    return RigCard(card(title, "program", bypass=list(ways)), virus, power)


# ---- bypassing for a price ---------------------------------------------------------------


def test_a_bypass_takes_the_counters_it_costs_and_no_others() -> None:
    for way, power, virus in (("1c: any", 2, 2), ("pc 1: any", 1, 2), ("vc 2: any", 2, 0)):
        slot = played(wall(9), rig=(door("Door", way, power=2, virus=2),)).table.rig[0]
        assert (slot.power, slot.virus) == (power, virus)


def test_fewest_counters_come_before_fewest_credits() -> None:
    rig = (door("Charged", "pc 1: any", power=1), door("Paid", "1c: any"))
    game = played(wall(9), rig=rig)
    assert (game.result.credits_spent, game.table.rig[0].power) == (1, 1)
    both = (door("Both", "vc 1 + pc 1: any", virus=1, power=1), door("One", "pc 1: any", power=1))
    assert [slot.power for slot in played(wall(9), rig=both).table.rig] == [1, 0]


def test_credits_for_the_tax_do_not_bypass_as_well() -> None:
    """Three for the encounter and one for the door, of four; of three the Runner stays away."""
    taxing = wall(9, on=["encounter: must-pay 3 else etr"], title="Taxing")
    first = wall(1, 1, "nothing", title="First")
    for purse, cause in ((4, Cause.COMPLETED), (3, Cause.JACKED_OUT)):
        game = played(first, taxing, rig=(door("Door", "1c: any [late]"),), purse=purse)
        assert game.result.cause == cause


# ---- when to leave -----------------------------------------------------------------------


def test_with_the_least_grip_a_door_is_reason_enough_to_stay() -> None:
    pieces = (wall(1, 1, "nothing", title="First"), wall(9))
    for grip, cause in ((3, Cause.COMPLETED), (2, Cause.JACKED_OUT)):
        plan = RunnerPlan(minimum_grip=3)
        game = played(*pieces, rig=(door("Door", "1c: any"),), grip=grip, plan=plan)
        assert game.result.cause == cause


def test_who_decides_is_asked_where_there_is_a_choice() -> None:
    scenario = board(wall(1, 1, "nothing"), wall(1, 1, "nothing"))
    game, questions = asked(scenario, lambda *_: 1)
    assert (game.result.cause, questions) == (
        Cause.JACKED_OUT,
        [("jack out", ("go on", "jack out"))],
    )
    alone, questions = asked(board(wall(1, 1, "trash prog 1"), rig=(fracter(0),)), lambda *_: 0)
    assert alone.result.programs_lost == 1
    assert "a rig card goes" not in {question for question, _ in questions}


# ---- traces ------------------------------------------------------------------------------


def test_a_trace_below_the_link_is_answered_for_nothing() -> None:
    game = told(wall(9, 1, "trace 2: tag 1"), link=2)
    assert "strength 2 against link 2; the trace fails." in game


def test_the_last_credits_may_answer_a_trace() -> None:
    scenario = board(wall(9, 1, "trace 3: tag 1"), purse=3)
    game, questions = asked(scenario, lambda *_: 1)
    assert ("trace", ("let it succeed", "pay 3")) in questions
    assert (game.result.tags, game.result.credits_spent) == (0, 3)
    _, poor = asked(board(wall(9, 1, "trace 3: tag 1"), purse=2), lambda *_: 0)
    assert "trace" not in {question for question, _ in poor}


def test_credits_for_traces_of_an_encounter_are_gone_behind_it() -> None:
    ice = wall(9, 1, "trace-bits 3", on=["pass: trace 9: tag 1"])
    game = played(ice, corp={"plan": CorpPlan(trace_low=3, trace_high=3)})
    assert (game.table.corp_credits, game.result.tags) == (2, 1)


# ---- cards that go, and counters on them --------------------------------------------------


def test_the_runner_gives_up_the_last_card() -> None:
    rig = tuple(card(title, "program") for title in ("One", "Two", "Three"))
    for who, left in (("own-trash", (True, True, False)), ("trash", (False, True, True))):
        game = played(wall(9, 1, f"{who} prog 1"), rig=rig)
        assert game.checkpoints[0].installed == left


def test_a_card_does_not_go_to_a_stack_that_is_known() -> None:
    rig = (card("One", "program"),)
    known = ((BLANK, 3),)
    game = played(wall(9, 1, "bounce prog 1 stack"), rig=rig)
    assert (game.result.programs_lost, game.result.grip_left) == (1, 5)
    assert played(wall(9, 1, "trash prog 1"), rig=rig, stack=known).result.programs_lost == 1
    with pytest.raises(CapacityError, match="One: goes to a stack that is known"):
        played(wall(9, 1, "bounce prog 1 stack"), rig=rig, stack=known)


def test_a_card_hosted_elsewhere_goes_like_any_other() -> None:
    """A host that is none of the pieces here."""
    for host in (1, 2):
        rig = (RigCard(card("Guest", "program"), host=host),)
        assert played(wall(9, 1, "trash prog 1"), rig=rig).result.programs_lost == 1


def test_what_is_placed_is_named() -> None:
    assert "Wall gets 2 virus counters." in told(wall(9, 1, "virus 2"))
    assert "Wall gets 1 power counter." in told(wall(9, 1, "power 1"))


def test_a_card_in_a_hand_has_no_counters() -> None:
    for number in ("1*virus", "1*power", "1*power-one"):
        trap = card("Trap", "asset", effects=[f"access: net {number}"])
        corp = {"central": ((trap, 5),), "central_count": 5}
        assert played(server="hq", corp=corp).result.net_damage == 0


def test_units_of_memory_are_those_of_the_cards_that_give_some() -> None:
    more = card("More", "hardware", static=["mu +2"])
    other = card("Other", "hardware", static=["str +5"])
    game = played(wall(9, 1, "rlose 1*free-mu"), rig=(more, other), purse=9)
    assert game.result.credits_lost == 6


# ---- what the Corp uses ------------------------------------------------------------------


def test_the_first_price_that_can_be_paid_is_paid() -> None:
    both = card("Both", "upgrade", paid=["2c | trash: rlose 1"])
    game = played(root=(PlacedRoot(both, rezzed=True),), purse=5, corp_credits=5)
    assert (game.result.credits_lost, game.result.corp_credits_spent) == (1, 2)


def test_a_death_is_told_at_the_step_it_comes_at() -> None:
    """A subroutine ends the run; what waits for the end of the encounter kills."""
    game = played(wall(9, on=["end: net 1"]), grip=0)
    *_, ending, killing, last = [(step.label, step.text) for step in game.steps]
    assert ending[0] != killing[0]
    assert last == (killing[0], "The Runner is flatlined: the game stops here.")


def test_a_run_back_and_forth_is_given_up() -> None:
    with pytest.raises(CapacityError, match="back and forth"):
        played(wall(9, 1, "go-outermost"))


def test_a_roll_is_nothing_before_there_is_a_die() -> None:
    assert played(wall(9, 1, "net 1*roll")).result.net_damage == 0


# ---- the worst case ----------------------------------------------------------------------


def test_abilities_for_counters_are_used_between_encounters_and_weighed_in_them() -> None:
    raven = card("Raven", "ice", strength=1, subs=["nothing"], corp=["pc 1: tag 1"])
    table = WorstTable(board(raven), lambda *_: 0)
    deal(table)
    options = ["no", "yes"]
    assert table.ask("corp", "use Raven", options, 1) == 1
    for side, question in (("corp", "advance a card"), ("runner", "use Raven")):
        with pytest.raises(Asked):
            table.ask(side, question, options, 1)
    table.encountered = table.ice[0]
    with pytest.raises(Asked):
        table.ask("corp", "use Raven", options, 1)


# ---- abilities to break, as the search reads them ----------------------------------------


def test_what_is_drawn_for_breaking_has_no_say() -> None:
    text = "1c: 1 any [then draw 1 each]"
    rules = parse_rules({"break": [text, "1c: 1 any"], "on": [f"pass {text}"]})
    plain = card("Plain", "program")
    (found,) = further_breaks(replace(plain, rules=rules))
    assert (found.ability.count, found.ability.types) == (1, ())
    assert (found.gain, found.all_but, found.limit) == (0, 0, 0)
    assert not list(further_breaks(replace(plain, rules=rules), unplayed=False))


def test_one_piece_a_run() -> None:
    assert breaks_one_piece_a_run(card("One", "program", static=["one ice per run"]))
    assert not breaks_one_piece_a_run(card("Other", "program", static=["centrals only"]))
    assert not breaks_one_piece_a_run(card("Bare", "program"))


# ---- every path --------------------------------------------------------------------------


def test_games_are_cut_at_the_first_access_and_nowhere_else() -> None:
    """Six faces of a die, then one of two cards: two ways in, by the tag, of two cards each."""
    die = wall(9, 1, "roll 1-3: tag 1")
    cards = ((card("Dull", "asset"), 2), (card("Bright", "asset"), 1))
    scenario = board(die, server="hq", corp={"central": cards, "central_count": 3})
    whole = enumerate_results(scenario)
    for limit in (10, 9):
        if limit == 10:
            cut = enumerate_results(scenario, limit=limit, matters=lambda table: table.tags)
            assert cut == whole
        else:
            with pytest.raises(CapacityError):
                enumerate_results(scenario, limit=limit, matters=lambda table: table.tags)


# ---- what is laid out --------------------------------------------------------------------


def test_recurring_credits_are_not_taken_to_the_pool() -> None:
    odd = RigCard(card("Odd", "hardware", recurring=1, on=["run-begin: take 2"]), credits=1)
    table = played(rig=(odd,), purse=5).table
    assert (table.credits, table.rig[0].recurring) == (5, 1)


def test_a_program_without_a_size_takes_no_memory() -> None:
    sized = card("Sized", "program", memory=2)
    game = played(wall(9, 1, "rlose 1*free-mu"), rig=(card("Bare", "program"), sized), purse=9)
    assert game.result.credits_lost == 2
    full = card("Full", "program", memory=4)
    assert played(wall(9, 1, "rlose 1*free-mu"), rig=(full,)).result.credits_lost == 0


def test_as_many_credits_are_not_more() -> None:
    for corp_credits, tags in ((5, 0), (6, 1)):
        game = played(wall(9, 1, "if corp-cr>runner-cr: tag 1"), corp_credits=corp_credits)
        assert game.result.tags == tags


# ---- trashing ----------------------------------------------------------------------------


def test_nothing_is_kept_for_an_agenda_that_is_not_accessed_any_more() -> None:
    """The agenda behind the asset costs a credit to steal; with the ice one card is accessed."""
    asset = card("Asset", "asset", trash=2)
    dear = card("Dear", "agenda", points=1, on=["steal-cost: pay 1"])
    for ice, trashed in (((), 0), ((wall(1, 1, "max-access 1"),), 1)):
        game = played(*ice, root=(asset, dear), purse=2)
        assert game.result.corp_cards_trashed == trashed


def test_nothing_but_what_is_paid_is_told_of_a_price() -> None:
    assert _price(Spend(credits=1), 2) == "2 credits"
    assert _price(Spend(virus=1, power=1), 1) == "2 counters"
    assert _price(Spend(), 1) == "nothing"


# ---- what has left -----------------------------------------------------------------------


def test_the_outermost_piece_is_that_of_those_left() -> None:
    """The trap trashes itself, so that the wall is the outermost: its end costs 1."""
    bound = fracter(static=["only outermost"])
    result = played(wall(9, 1, "self-trash"), wall(2), rig=(bound,)).result
    assert (result.success, result.credits_spent) == (1, 1)


def test_a_card_that_follows_a_throw_has_not_broken_all() -> None:
    """The die breaks the end, the other card the trace: no 2 credits for breaking all alone."""
    dicer = breaker(9, "1c: 1 any [4+ else net]", title="Dicer")
    second = breaker(9, "0c: 1 {trace}", title="Second", on=["full-break: rgain 2"])
    scenario = board(wall(1, 1, "etr", "trace 3: etr"), rig=(dicer, second))
    game = play(scenario, lambda _, weights: len(weights) - 1)
    assert (game.result.credits_spent, game.table.credits) == (1, 4)


def test_a_card_in_a_score_area_asks_for_nothing_any_more() -> None:
    """The statue, accessed first, is worth -1; the agenda behind it is stolen for nothing."""
    texts = {"on": ["access: score-it-less 1"], "effects": ["root: steal-cost: pay 2"]}
    statue = PlacedRoot(card("Statue", "asset", **texts), rezzed=True)
    result = played(root=(statue, card("Deal", "agenda", points=2))).result
    assert (result.agendas_stolen, result.credits_spent) == (1, 0)
