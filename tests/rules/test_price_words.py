"""What prices tell besides numbers, what they refuse, and growth by what was really broken."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from boards import board, card, fracter, wall

from simcore.cards.pool import load_pool
from simcore.errors import CapacityError
from simcore.prices.cost import break_cost, hosted_here
from simcore.prices.drawn_cost import drawn_cost
from simcore.prices.server_cost import server_cost
from simcore.prices.way.answers import SEVERAL
from simcore.reading import parse_scenario
from simcore.scenario import PlacedIce, RigCard

POOL = load_pool()
ENDS = wall(2, 1, "etr", title="Low")


@pytest.mark.parametrize(
    ("subs", "words"),
    [
        (1, "Sweeper: breaks 1 subroutine (1 credit)"),
        (2, "Sweeper: breaks 2 subroutines (1 credit)"),
        (3, "Sweeper: breaks 3 subroutines (2 credits)"),
        (5, "Sweeper: breaks 5 subroutines (3 credits)"),
    ],
)
def test_no_more_is_told_than_was_broken(subs: int, words: str) -> None:
    sweeper = card("Sweeper", "program", strength=2, break_=["1c: 2 barrier"])
    keep = wall(2, 1, *["etr"] * subs)
    assert break_cost(keep, [RigCard(sweeper)]).steps == (words,)


@pytest.mark.parametrize(("strength", "cost"), [(2, 2), (3, 2), (4, 3), (5, 4)])
def test_a_card_grows_by_what_there_was_to_break(strength: int, cost: int) -> None:
    """Strength 2, and one more for the first wall's only subroutine: 1, then what is missing
    from 3, and 1."""
    snowball = card(
        "Snowball",
        "program",
        strength=2,
        subtypes={"icebreaker"},
        break_=["1c: 2 barrier [then str +1 run]"],
        pump=["1c: +1"],
    )
    scenario = board(ENDS, wall(strength, 1, "etr", title="High"), rig=(snowball,), purse=20)
    assert server_cost(scenario).cost == cost


@pytest.mark.parametrize("register", ["virus", "power"])
def test_strength_by_counters_that_are_spent_is_refused(register: str) -> None:
    short = {"virus": "vc", "power": "pc"}[register]
    static = [f"str +1*{register}"]
    rig = {
        spends: card(
            "Hungry",
            "program",
            strength=1,
            break_=[f"{short} 1: 1 barrier" if spends else "1c: 1 barrier"],
            static=static,
        )
        for spends in (True, False)
    }
    virus, power = (2, 0) if register == "virus" else (0, 2)
    hungry, sated = (RigCard(rig[spends], virus, power) for spends in (True, False))
    with pytest.raises(CapacityError, match="counters that it spends"):
        break_cost(ENDS, [hungry])
    assert break_cost(ENDS, [sated]).cost == 1
    assert break_cost(wall(4, 1), [sated]).cost is None


def test_only_what_needs_a_host_is_put_on_ice() -> None:
    pool = load_pool()
    hosted = {"Botulus", "Knight", "Living Mural", "Monkeywrench", "Slap Vandal", "Tranquilizer"}
    for title in (*hosted, "Corroder", "Adept", "Leech", "Desperado", "Cloak"):
        assert (hosted_here(RigCard(pool.find(title))).host == 0) == (title in hosted), title


@pytest.mark.parametrize(("host", "cost"), [(0, 2), (1, 2), (None, None)])
def test_a_card_on_one_piece_that_works_at_all_of_its_server(
    host: int | None, cost: int | None
) -> None:
    mural = card(
        "Mural",
        "program",
        strength=2,
        break_=["1c: 1 barrier @host-server"],
        static=["hosted-on-ice"],
    )
    scenario = board(ENDS, wall(2, 1, title="High"), rig=(RigCard(mural, host=host),))
    assert server_cost(scenario).cost == cost


@pytest.mark.parametrize(("host", "cost"), [(0, None), (1, None), (None, None)])
def test_a_card_on_one_piece_that_works_there_alone(host: int | None, cost: int | None) -> None:
    knight = card("Rider", "program", strength=2, break_=["1c: 1 barrier @host"])
    scenario = board(ENDS, wall(2, 1, title="High"), rig=(RigCard(knight, host=host),))
    assert server_cost(scenario).cost == cost
    beside = board(ENDS, wall(2, 1, "nothing", title="High"), rig=(RigCard(knight, host=host),))
    assert server_cost(beside, passing=True).cost == (1 if host == 0 else None)


@pytest.mark.parametrize(("others", "cost"), [(0, 3), (1, 2), (2, 2)])
def test_a_step_for_every_icebreaker_may_be_no_step(others: int, cost: int) -> None:
    """Strength 1 before strength 2: a step for each icebreaker at 1, or one step for 2."""
    lever = card(
        "Lever",
        "program",
        strength=1,
        break_=["1c: 1 barrier"],
        pump=["1c: +1*breakers", "2c: +1"],
    )
    idle = card("Idle", "program", strength=0, subtypes={"icebreaker"}, break_=["1c: 1 sentry"])
    assert break_cost(ENDS, [RigCard(lever), *[RigCard(idle)] * others]).cost == cost


def test_known_ice_beside_unknown_is_the_same_in_every_draw() -> None:
    low, high = wall(2, 1, title="One"), wall(4, 1, title="Two")
    unknown = PlacedIce(candidates=((low, 2), (high, 1)))
    found = drawn_cost(board(ENDS, unknown, unknown, rig=(fracter(),), purse=20))
    costs = {each.ice: (each.chance, each.cost and each.cost.cost) for each in found.possibilities}
    assert costs == {
        ("Low", "One", "One"): (Fraction(1, 3), 3),
        ("Low", "One", "Two"): (Fraction(1, 3), 5),
        ("Low", "Two", "One"): (Fraction(1, 3), 5),
    }


@pytest.mark.parametrize(("static", "cost"), [("str +1", 1), ("str +2", 1), ("str -1", None)])
def test_strength_that_a_card_always_has(static: str, cost: int | None) -> None:
    steady = fracter(1, pump=[], static=[static])
    assert break_cost(ENDS, [RigCard(steady)]).cost == cost


def bomb(title: str, *subtypes: str) -> RigCard:
    return RigCard(card(title, "program", subtypes=subtypes, break_=["trash: 1 barrier"]))


def counter(text: str) -> RigCard:
    return RigCard(card("Counter", "program", static=[text], break_=["1c: 1 barrier"]))


@pytest.mark.parametrize(
    ("rig", "refused"),
    [
        ([bomb("A"), bomb("B"), counter("str +1*programs")], True),
        ([bomb("A"), counter("str +1*programs")], False),
        ([bomb("A"), counter("str +1*free-mu")], True),
        ([bomb("A", "icebreaker"), bomb("B", "icebreaker"), counter("str +1*breakers")], True),
        ([bomb("A"), bomb("B"), counter("str +1*breakers")], False),
        ([bomb("A"), bomb("B"), counter("str +1")], False),
    ],
)
def test_cards_that_go_while_others_count_them(rig: list[RigCard], refused: bool) -> None:
    keep = wall(1, 1, "etr", "etr", "etr")
    if refused:
        with pytest.raises(CapacityError, match="trashed while it breaks"):
            break_cost(keep, rig)
    else:
        break_cost(keep, rig)


def test_a_condition_that_is_not_met_is_not_told() -> None:
    """Broken wholly, the ice does nothing more; else three damage are told as what they are."""
    anansi = wall(2, 1, "etr", "net 1", title="Web", on=["end: if !fully-broken: net 3"])
    sweeper = card("Sweeper", "program", strength=2, break_=["1c: 1 barrier"])
    whole, past = (break_cost(anansi, [RigCard(sweeper)], passing=now) for now in (False, True))
    assert whole.steps == ("Sweeper: breaks 2 subroutines (2 credits)",)
    told = "unless every subroutine of the ice was broken in this encounter: net damage: 3"
    assert past.steps == ("Sweeper: breaks 1 subroutine (1 credit)", f"Web: {told}")


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Palisade", ("Palisade: it protects a remote server",)),
        ("Curtain Wall", ("Curtain Wall: it is the outermost ice",)),
        ("Surveyor", ("Surveyor: it is the only ice of its server",)),
        ("IQ", ("IQ: 5 cards in HQ",)),
        ("Enigma", ()),
    ],
)
def test_where_a_lone_piece_stands_is_said_if_it_counts(title: str, said: tuple[str, ...]) -> None:
    assert break_cost(POOL.find(title), [RigCard(POOL.find("Corroder"))]).assumed == said


def test_figures_of_several_answers_are_told_from_steps_of_one() -> None:
    """The Corp may close Anvil for the wall, or keep the wall: what is broken at Anvil where it
    does not (2, and 2 for the wall) cannot be where it does, and a card goes there."""
    rig = tuple(map(POOL.find, ("Gordian Blade", "Corroder")))
    scenario = board(POOL.find("Anvil"), POOL.find("Wall of Static"), rig=rig, purse=20)
    cost = server_cost(scenario, passing=True)
    told = {bill["credits"]: bill["steps"] for bill in cost.payments}
    assert SEVERAL not in told[2]
    assert told[4][-1] == SEVERAL


def test_counters_of_ice_are_counters_in_words() -> None:
    text = """edition = "nsg"
[server]
kind = "rd"
ice = [{ card = "Knowledge Seeker", virus = 2 }]
[corp]
credits = 20
[runner]
credits = 10
rig = [{ card = "Aumakua", virus = 5 }]
"""
    found = server_cost(parse_scenario(text, breach=False), passing=True)
    assert any("virus counters on the card are at least 3: all virus" in s for s in found.steps)


def test_that_unique_ice_stands_twice_is_told() -> None:
    """Two copies of one title, 1 credit each; of a title that is not unique nothing is said."""
    one = replace(ENDS, unique=True)
    twice = server_cost(board(one, ENDS, one, rig=(fracter(2),)))
    said = "Low: each copy is rezzed as it is met, though it is unique"
    assert (twice.cost, twice.assumed) == (3, (said,))
    assert not server_cost(board(ENDS, ENDS, rig=(fracter(2),))).assumed


@pytest.mark.parametrize(
    ("sub", "damage"),
    [
        ("self-trash; if ice-here>=2: tag 1 else net 1", 1),
        ("if ice-here>=2: net 2; self-trash", 2),
        ("self-trash; net 1*ice-here", 1),
        ("net 1*ice-here; self-trash", 2),
    ],
)
def test_ice_that_has_left_protects_no_more(sub: str, damage: int) -> None:
    """Two pieces, of which the outer one leaves as it resolves: then there is one."""
    ice = (wall(3, 1, sub), wall(2, 1, "etr", title="Low"))
    cost = server_cost(board(*ice, rig=(fracter(2),)), passing=True)
    assert [bill.get("damage", 0) for bill in cost.payments if bill["credits"] == 1] == [damage]


@pytest.mark.parametrize(("sub", "damage"), [("self-trash", 0), ("nothing", 1)])
def test_what_passing_does_counts_the_ice_that_is_left(sub: str, damage: int) -> None:
    """The inner piece of two hurts the Runner who passes it, unless it stands alone by then."""
    inner = wall(2, 1, "etr", title="Low", on=["pass: if ice-here>=2: net 1"])
    cost = server_cost(board(wall(9, 1, sub), inner, rig=(fracter(2),)), passing=True)
    assert [bill.get("damage", 0) for bill in cost.payments if bill["credits"] == 1] == [damage]


@pytest.mark.parametrize("before", ["", "trash prog 1; ", "net 1; "])
def test_an_option_that_may_have_to_be_taken_is(before: str) -> None:
    """Whether damage has trashed a card of an odd cost nobody knows: if so, neither option can
    be done, for want of hardware and of more programs; if not, the first one ends the run."""
    options = "runner: {if trashed-odd-cost: trash prog 2 else etr} | trash hw 1"
    rig = [RigCard(card("Helper", "program", cost=1))]
    cost = break_cost(wall(3, 1, before + options), rig, passing=True, grip=2)
    assert not cost.possible
    harmless = wall(3, 1, before + options.replace("etr", "tag 1"))
    assert break_cost(harmless, rig, passing=True, grip=2).payments[0]["tags"] == 1


def test_a_tag_that_a_card_takes_beside_ice_that_counts_them_is_refused() -> None:
    pool = load_pool()
    ice = [pool.find(title) for title in ("Fire Wall", "Resistor")]
    rig = tuple(RigCard(pool.find(title)) for title in ("Corroder", "Arruaceiras Crew"))
    assert server_cost(board(ice[0], rig=rig), passing=True).payments
    with pytest.raises(CapacityError, match="a tag as a price"):
        server_cost(board(*ice, rig=rig), passing=True)


@pytest.mark.parametrize(("outer", "stopping"), [("Wall of Static", "Enigma"), ("", "")])
def test_ice_that_comes_in_is_named_where_it_cannot_be_passed(outer: str, stopping: str) -> None:
    """Of three pieces of HQ there is no way past the gate alone; where no ice stands it is not
    known how one comes in."""
    text = f"""
edition = "nsg"
[server]
kind = "remote"
ice = [{f'"{outer}"' if outer else ""}]
[corp]
credits = 9
identity = "Mti Mwekundu: Life Improved"
hq = ["Data Raven", "Enigma", "Ice Wall"]
[runner]
credits = 20
rig = ["Corroder"]
"""
    scenario = parse_scenario(text, breach=False)
    if outer:
        assert server_cost(scenario, passing=True).stopped_by == stopping
        return
    with pytest.raises(CapacityError, match="installed where no ice stands"):
        server_cost(scenario, passing=True)


def _server(ice: str, rig: str, points: int = 0) -> str:
    return f"""
edition = "nsg"
[server]
kind = "hq"
ice = ["{ice}"]
[corp]
credits = 0
[runner]
credits = 9
points = {points}
rig = ["{rig}"]
"""


@pytest.mark.parametrize(
    ("ice", "rig", "points", "words"),
    [
        (
            "Gold Farmer", "Dai V", 0,
            ("Dai V: that it may not break fewer than it says is left out",),
        ),
        ("Gold Farmer", "Corroder", 0, ()),
        ("Wall of Static", "Dai V", 0, ()),
        (
            "Attini", "Net Shield", 3,
            ("Net Shield: that no credits can be spent on it while the ice resolves is left out",),
        ),
        ("Attini", "Net Shield", 2, ()),
        ("Attini", "Mimic", 3, ()),
    ],
)  # fmt: skip
def test_what_ice_makes_of_credits_is_told_where_it_is_left_out(
    ice: str, rig: str, points: int, words: tuple[str, ...]
) -> None:
    found = server_cost(parse_scenario(_server(ice, rig, points), breach=False), passing=True)
    assert found.approximate == words


def test_what_breaks_all_is_told_of_one_piece_of_ice_too() -> None:
    farmer, all_of_it, few = map(POOL.find, ("Gold Farmer", "Dai V", "Mimic"))
    words = ("Dai V: that it may not break fewer than it says is left out",)
    rig = [RigCard(all_of_it), RigCard(POOL.find("Ghost Runner"), credits=3)]
    assert break_cost(farmer, rig, passing=True).approximate == words
    assert break_cost(farmer, [RigCard(few)], passing=True).approximate == ()
