"""Wrong numbers, hands, decks and cards of one's own in a scenario are told."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from faults import ICE, only, problems, scenario

from simcore.errors import ScenarioError
from simcore.reading import parse_scenario

# numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value", ["-1", "256", "1e3", "2.5", "true", '"5"', "[5]", "9" * 400, "nan"]
)
def test_numbers_are_whole_and_bounded(value: str) -> None:
    place, message = only(scenario(runner=f"credits = {value}"))
    assert place == "runner.credits"
    assert message.startswith("expected a whole number from 0 to 255, not ") and len(message) < 120


@pytest.mark.parametrize(
    ("text", "place", "top"),
    [
        (scenario(corp="points = 7"), "corp.points", 6),
        (scenario(runner="points = 7"), "runner.points", 6),
        (scenario(corp="bad_publicity = 100"), "corp.bad_publicity", 99),
        (scenario(runner="tags = 100"), "runner.tags", 99),
        (scenario(runner='rig = [{ card = "Leech", virus = 100 }]'), "runner.rig[0].virus", 99),
        (scenario('ice = [{ card = "Ping", power = -1 }]'), "server.ice[0].power", 99),
        (scenario(corp="hq_size = 100"), "corp.hq_size", 99),
        (scenario(corp='hq = [{ card = "Ping", count = 0 }]'), "corp.hq[0].count", 99),
        (
            scenario(runner="accesses = { hq = 1000 }", kind="hq", corp="hq = []"),
            "runner.accesses.hq",
            99,
        ),
        (scenario(corp="plan = { trace = { high = 300 } }"), "corp.plan.trace.high", 255),
    ],
)
def test_bounds(text: str, place: str, top: int) -> None:
    found = only(text)
    assert found[0] == place and f" to {top}, not " in found[1]


def test_ranges_run_upwards() -> None:
    assert only(scenario(corp="credits = { low = 5, high = 4 }"))[0] == "corp.credits"
    assert only(scenario(corp="credits = { low = 5 }"))[0] == "corp.credits.high"


def test_ten_thousand_ice_are_one_problem() -> None:
    text = scenario("ice = [" + '"Paliside",' * 10_000 + "]")
    assert only(text) == ("server.ice", "10000 pieces of ice; the limit is 16")


def test_a_thousand_problems_are_cut_short() -> None:
    text = scenario("".join(f"key{n} = 1\n" for n in range(1000)))
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text)
    assert len(caught.value.problems) == 51
    assert caught.value.problems[-1].message.startswith("at least 950 more")


def test_thousands_of_unknown_names_take_no_time() -> None:
    names = ", ".join(f'"Paliside {n}"' for n in range(255))
    text = scenario("ice = [" + f"{{ draw_from = [{names}] }}," * 16 + "]")
    start = time.process_time()
    with pytest.raises(ScenarioError, match="there may be more"):
        parse_scenario(text)
    assert time.process_time() - start < 5  # all their near names would take a minute


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (scenario(runner="rig = [" + '"Leech",' * 25 + "]"), "runner.rig", "25 cards in the rig"),
        (
            scenario(runner="rig = [" + '"Unity",' * 13 + "]"),
            "runner.rig",
            "13 breakers; the limit is 12",
        ),
        (
            scenario(
                corp='deck = [{ card = "Ping", count = 200 }, { card = "Tithe", count = 200 }]'
            ),
            "corp.deck",
            "400 cards",
        ),
        (scenario(runner="grip = 100"), "runner.grip", "from 0 to 99"),
        (
            scenario(
                runner='grip = [{ card = "Leech", count = 60 }, { card = "Unity", count = 60 }]'
            ),
            "runner.grip",
            "120 cards",
        ),
        (
            scenario(cards=ICE + "subs = [" + '"etr",' * 33 + "]\n"),
            "card[0].subs",
            "33 subroutines; the limit is 32",
        ),
    ],
)
def test_lists_are_bounded(text: str, place: str, words: str) -> None:
    found = only(text)
    assert found[0] == place and words in found[1]


def test_titles_to_draw_from_are_bounded() -> None:
    cards = "".join(
        f'[[card]]\nname = "Piece {n}"\ntype = "ice"\nstrength = 1\nrez = 1\n' for n in range(65)
    )
    names = ", ".join(f'"Piece {n}"' for n in range(65))
    place, message = only(scenario(f"ice = [{{ draw_from = [{names}] }}]", cards=cards))
    assert place == "server" and "65 titles" in message and "64" in message


# hands and decks ------------------------------------------------------------------------


def test_hq_is_not_larger_than_the_deck() -> None:
    corp = 'deck = [{ card = "Hedge Fund", count = 4 }]'
    place, message = only(scenario(corp=corp, kind="hq"))
    assert place == "corp.hq_size" and "has 4 left" in message
    place, message = only(scenario(corp=corp + "\nhq_size = 6"))
    assert place == "corp.hq_size"
    corp += '\narchives = ["Hedge Fund"]\nhq_size = 4'
    assert "has 3 left" in only(scenario(corp=corp, kind="rd"))[1]


def test_hq_size_is_the_length_of_the_list() -> None:
    assert only(scenario(corp='hq = ["Ping"]\nhq_size = 2'))[0] == "corp.hq_size"
    assert parse_scenario(scenario(corp='hq = ["Ping"]\nhq_size = 1')).corp.hq_count == 1


@pytest.mark.parametrize("key", ["hq", "rd"])
def test_deck_stands_alone(key: str) -> None:
    corp = f'deck = [{{ card = "Hedge Fund", count = 9 }}]\n{key} = ["Ping"]'
    assert only(scenario(corp=corp)) == (
        f"corp.{key}",
        f"deck and {key} together; state one of them",
    )


@pytest.mark.parametrize("kind", ["hq", "rd"])
def test_a_breach_needs_stated_cards(kind: str) -> None:
    place, message = only(scenario(kind=kind))
    assert place == "corp" and "needs cards to access" in message


def test_a_top_of_rd_covers_every_access() -> None:
    text = scenario(corp='rd_top = ["Ping"]', runner="accesses = { rd = 1 }", kind="rd")
    place, message = only(text)
    assert place == "corp.rd_top" and message.startswith("2 cards can be accessed")
    text = scenario(corp='rd_top = ["Ping"]', runner='event = "Jailbreak"', kind="rd")
    assert only(text)[0] == "corp.rd_top"


def test_archives_may_be_empty() -> None:
    assert parse_scenario(scenario(kind="archives")).corp.archives == ()


def test_lists_that_can_run_empty() -> None:
    mine = '{ draw_from = ["Mine"] }'
    place, message = only(scenario(f"ice = [{mine}, {mine}]", cards=ICE))
    assert place == "server.ice[1].draw_from" and "can run empty" in message
    pair = '{ draw_from = ["Mine", "Ping"] }'
    assert only(scenario(f"ice = [{pair}, {mine}]", cards=ICE))[0] == "server.ice[1].draw_from"
    assert (
        only(scenario(f"ice = [{pair}, {pair}, {pair}]", cards=ICE))[0] == "server.ice[2].draw_from"
    )
    two = '{ draw_from = [{ card = "Mine", count = 2 }] }'
    assert parse_scenario(scenario(f"ice = [{mine}, {two}]", cards=ICE))
    assert only(scenario("ice = [{ draw_from = [] }]"))[0] == "server.ice[0].draw_from"


def test_draw_from_deck_needs_a_deck_with_such_cards() -> None:
    place, message = only(scenario('ice = [{ draw_from = "deck" }]'))
    assert (place, message) == ("server.ice[0].draw_from", '"deck", but corp.deck is not stated')
    corp = 'deck = [{ card = "Hedge Fund", count = 9 }]'
    assert "no ice is left" in only(scenario('ice = [{ draw_from = "deck" }]', corp=corp))[1]
    corp = 'deck = ["Ping", { card = "Hedge Fund", count = 9 }]'
    text = scenario('ice = ["Ping", { draw_from = "deck" }]', corp=corp)
    assert only(text)[0] == "server.ice[1].draw_from"


def test_unknown_cards_are_not_rezzed() -> None:
    text = scenario('ice = [{ draw_from = ["Ping"], rezzed = true }]')
    assert only(text)[0] == "server.ice[0].rezzed"
    assert only(scenario('ice = [{ draw_from = "dekc" }]'))[0] == "server.ice[0].draw_from"
    assert only(scenario('ice = [{ card = "Ping", draw_from = ["Ping"] }]'))[0].endswith(
        "draw_from"
    )
    assert only(scenario('root = [{ card = "Offworld Office", rezzed = true }]'))[0].endswith(
        "rezzed"
    )


def test_deck_files(tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("3 Hedge Fund\n2 Palisad\n")
    found = problems(scenario(corp='deck = "deck.txt"'), tmp_path)
    assert found == {
        "corp.deck": '"deck.txt": line 2: no card is called "Palisad"; did you mean "Palisade"?'
    }
    assert "no such file" in problems(scenario(corp='deck = "none.txt"'), tmp_path)["corp.deck"]
    (tmp_path / "runner.txt").write_text("3 Sure Gamble\n")
    assert "Runner deck" in problems(scenario(corp='deck = "runner.txt"'), tmp_path)["corp.deck"]
    assert only(scenario(corp="deck = 5"))[0] == "corp.deck"


# cards of one's own ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "place", "words"),
    [
        ('type = "ice"\nstrength = 1\nrez = 1', "card[0].name", "missing"),
        ('name = "A"', "card[0].type", "missing"),
        ('name = "A"\ntype = "ise"', "card[0].type", 'did you mean "ice"?'),
        ('name = "A"\ntype = "ice"\nrez = 1', "card[0].strength", "missing"),
        ('name = "A"\ntype = "ice"\nstrength = 1', "card[0].rez", "missing"),
        ('name = "A"\ntype = "agenda"', "card[0].points", "missing"),
        ('name = "A"\ntype = "identity"', "card[0].side", "missing"),
        ('name = "A"\ntype = "asset"\neffects = ["access: net 1"]', "card[0].rez", "missing"),
        ('name = "A"\ntype = "program"\npump = ["1c: +1"]', "card[0].strength", "missing"),
        ('name = "A"\ntype = "agenda"\npoints = 2\nsubs = ["etr"]', "card[0].subs", "unknown key"),
        ('name = "A"\ntype = "asset"\nsubtypes = ["ambsh"]', "card[0].subtypes[0]", '"ambush"'),
        ('name = "PALISADE"\ntype = "asset"', "card[0].name", "already a card of the pool"),
        ('name = "karuna"\ntype = "asset"', "card[0].name", '"Karunā"'),
        ('name = ""\ntype = "asset"', "card[0].name", "expected words"),
    ],
)
def test_keys_of_own_cards(card: str, place: str, words: str) -> None:
    found = only(scenario(cards=f"[[card]]\n{card}\n"))
    assert found[0] == place and words in found[1]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('subs = ["etr", "nett 2"]', "card[1].subs[1]"),
        ('subs = ["net 2 {"]', "card[1].subs[0]"),
        ("subs = [5]", "card[1].subs[0]"),
        ('subs = ["' + "{" * 200 + '"]', "card[1].subs[0]"),
        ('subs = ["' + "net 1;" * 60 + 'etr"]', "card[1].subs[0]"),
        ('subs = ["net 99999999999999999999"]', "card[1].subs[0]"),
        ('subs = ["nét 1"]', "card[1].subs[0]"),
        ('on = ["encountr: etr"]', "card[1].on[0]"),
        ('static = ["str up"]', "card[1].static[0]"),
        ('rbreak = "click: 1"', "card[1].rbreak"),
        ('corp = ["1c: boom"]', "card[1].corp[0]"),
        ('x = "2*adv"', "card[1].x"),
        ('rez_change = "-1"', "card[1].rez_change"),
        ('subs = "etr"', "card[1].subs"),
    ],
)
def test_clauses_of_own_cards(line: str, place: str) -> None:
    cards = ICE + '[[card]]\nname = "Other"\ntype = "ice"\nstrength = 1\nrez = 1\n' + line + "\n"
    assert only(scenario(cards=cards))[0] == place


def test_clauses_of_own_breakers_and_their_neighbours() -> None:
    cards = (
        '[[card]]\nname = "Own"\ntype = "program"\nstrength = 1\n'
        'break = ["1c: 1 barrier", "1c 1 barrier", 3]\npump = ["1c: up"]\npaid = ["1c: nix"]\n'
        'recurring = "2 cards"\n'
    )
    assert set(problems(scenario(cards=cards))) == {
        *("card[0].break[1]", "card[0].break[2]", "card[0].pump[0]", "card[0].paid[0]"),
        "card[0].recurring",
    }


def test_own_names_stand_once() -> None:
    place, message = only(scenario(cards=ICE + ICE.replace("Mine", "MINE")))
    assert place == "card[1].name" and "twice" in message
