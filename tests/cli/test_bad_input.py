"""What is wrong in a scenario is told with its place, its near name, and all at once."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from simcore.errors import ScenarioError
from simcore.reading import parse_scenario, read_scenario

ICE = '[[card]]\nname = "Mine"\ntype = "ice"\nstrength = 1\nrez = 1\n'


def scenario(
    server: str = "", corp: str = "", runner: str = "", cards: str = "", kind: str = "remote"
) -> str:
    """A scenario that is right but for the lines given."""
    return (
        f'edition = "nsg"\n[server]\nkind = "{kind}"\n{server}\n'
        f"[corp]\n{'' if 'credits' in corp else 'credits = 5'}\n{corp}\n"
        f"[runner]\n{'' if runner.startswith('credits') else 'credits = 5'}\n{runner}\n{cards}"
    )


def problems(text: str, base: Path = Path()) -> dict[str, str]:
    """The problems of a scenario: place to message."""
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text, base=base)
    return {problem.place: problem.message for problem in caught.value.problems}


def only(text: str) -> tuple[str, str]:
    """The one problem of a scenario."""
    found = problems(text)
    assert len(found) == 1, found
    return next(iter(found.items()))


def test_the_frame_is_right() -> None:
    assert parse_scenario(scenario()).server == "remote"


# the file itself ------------------------------------------------------------------------


def test_not_toml_names_line_and_column() -> None:
    place, message = only('edition = "nsg"\n[server\nkind = 1')
    assert place.startswith("line 2, column ") and "not TOML" in message


def test_not_toml_at_the_end_names_the_last_line() -> None:
    place, message = only('edition = "nsg"\nkind = "')
    assert place.startswith("line 2, column") and "not TOML" in message


@pytest.mark.parametrize("text", ["a = " + "9" * 5000, "a = " + "[" * 3000, "a = 2000-02-31"])
def test_toml_that_breaks_the_parser_is_a_problem(text: str) -> None:
    assert "not TOML" in only(text)[1]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="no such file"):
        read_scenario(tmp_path / "absent.toml")
    with pytest.raises(ScenarioError, match="folder"):
        read_scenario(tmp_path)
    (tmp_path / "latin.toml").write_bytes(b'edition = "\xe9"')
    with pytest.raises(ScenarioError, match="UTF-8"):
        read_scenario(tmp_path / "latin.toml")


def test_an_empty_file_lacks_everything_that_is_required() -> None:
    assert set(problems("")) == {
        *("edition", "server", "corp", "runner"),
        *("server.kind", "corp.credits", "runner.credits"),
    }


# editions -------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["onr", "ffg2012", "ffg2017"])
def test_known_editions_are_not_playable_yet(edition: str) -> None:
    place, message = only(scenario().replace("nsg", edition))
    assert place == "edition" and "not playable yet; playable: nsg" in message


def test_unknown_edition_gets_the_near_name() -> None:
    assert only(scenario().replace("nsg", "ngs"))[1].endswith('did you mean "nsg"?')


# keys -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "near"),
    [
        (scenario("iec = []"), "server.iec", "ice"),
        (scenario(corp="bad_publicty = 1"), "corp.bad_publicty", "bad_publicity"),
        (scenario(runner="clikcs = 1"), "runner.clikcs", "clicks"),
        (
            scenario('ice = [{ card = "Palisade", advancment = 3 }]'),
            "server.ice[0].advancment",
            "advancement",
        ),
        (
            scenario(runner='rig = [{ card = "Leech", viruses = 1 }]'),
            "runner.rig[0].viruses",
            "virus",
        ),
        (scenario(runner="plan = { trace_pay = 1 }"), "runner.plan.trace_pay", "trace_payment"),
        (scenario(corp="plan = { trase = 1 }"), "corp.plan.trase", "trace"),
        (scenario(corp="credits = { low = 1, hihg = 2, high = 2 }"), "corp.credits.hihg", "high"),
        (scenario(cards=ICE + "strenght = 2\n"), "card[0].strenght", "strength"),
        (
            scenario(corp='deck = [{ card = "Hedge Fund", cuont = 1 }]'),
            "corp.deck[0].cuont",
            "count",
        ),
        (scenario(runner="accesses = { hp = 1 }"), "runner.accesses.hp", "hq"),
        ("sever = 1\n" + scenario(), "sever", "server"),
    ],
)
def test_unknown_keys_get_a_near_name(text: str, place: str, near: str) -> None:
    assert only(text) == (place, f'unknown key; did you mean "{near}"?')


@pytest.mark.parametrize(
    ("text", "place", "near"),
    [
        (scenario(kind="remot"), "server.kind", "remote"),
        (scenario(kind="HQ"), "server.kind", "hq"),
        (scenario(runner='objective = "points!"'), "runner.objective", "points"),
        (scenario(runner='plan = "treshold"'), "runner.plan", "threshold"),
        (scenario(runner='plan = { name = "breakall" }'), "runner.plan.name", "break-all"),
        (scenario(corp='plan = "afordable"'), "corp.plan", "affordable"),
        (scenario(runner='plan = { trash = "nevr" }'), "runner.plan.trash", "never"),
    ],
)
def test_words_get_a_near_name(text: str, place: str, near: str) -> None:
    found = problems(text)
    assert found[place].endswith(f'did you mean "{near}"?')


def test_best_plans_are_not_there_yet() -> None:
    found = problems(scenario(corp='plan = "best"', runner='plan = { name = "best" }'))
    assert found == {
        "corp.plan": 'the plan "best" is not there yet; there are affordable, never',
        "runner.plan.name": 'the plan "best" is not there yet; there are threshold, break-all',
    }


# cards ----------------------------------------------------------------------------------


def test_unknown_cards_get_a_near_name() -> None:
    found = problems(
        scenario(
            'ice = ["Ping", { card = "Ping" }, { card = "Paliside" }]',
            runner='rig = ["Cleevr"]\nevent = "Jailbrek"\nidentity = "The Catalist"',
        )
    )
    assert found["server.ice[2].card"] == 'no card is called "Paliside"; did you mean "Palisade"?'
    assert found["runner.rig[0]"].endswith('did you mean "Cleaver"?')
    assert found["runner.event"].endswith('did you mean "Jailbreak"?')
    assert "runner.identity" in found and len(found) == 4


def test_own_cards_are_near_names_too() -> None:
    place, message = only(scenario('ice = ["Minne"]', cards=ICE))
    assert (place, message) == (
        "server.ice[0]",
        'no card is called "Minne"; did you mean your own "Mine"?',
    )


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        (scenario('ice = ["Nico Campaign"]'), "server.ice[0]", "is an asset; ice stands here"),
        (scenario('ice = ["Cleaver"]'), "server.ice[0]", "is a Runner program"),
        (
            scenario('ice = [{ draw_from = ["Ping", "Leech"] }]'),
            "server.ice[0].draw_from[1]",
            "Leech",
        ),
        (scenario('root = ["Palisade"]'), "server.root[0]", "is ice; a root holds"),
        (scenario('root = ["Hedge Fund"]'), "server.root[0]", "is a Corp operation"),
        (scenario('root = ["Nico Campaign"]', kind="archives"), "server.root[0]", "upgrades only"),
        (scenario('root = ["Offworld Office"]', kind="archives"), "server.root[0]", "an agenda"),
        (
            scenario('root = [{ draw_from = ["Nico Campaign"] }]', kind="archives"),
            "server.root[0].draw_from",
            "upgrades only",
        ),
        (scenario(runner='rig = ["Palisade"]'), "runner.rig[0]", "is ice; a rig holds"),
        (scenario(runner='rig = ["Offworld Office"]'), "runner.rig[0]", "is an agenda"),
        (scenario(runner='rig = ["Sure Gamble"]'), "runner.rig[0]", "is a Runner event"),
        (scenario(runner='grip = ["Hedge Fund"]'), "runner.grip[0]", "Corp operation"),
        (scenario(runner='stack = ["Hedge Fund"]'), "runner.stack[0]", "Corp operation"),
        (scenario(corp='archives = ["Sure Gamble"]'), "corp.archives[0]", "Runner event"),
        (
            scenario(corp='identity = "The Catalyst"'),
            "corp.identity",
            "a Corp identity stands here",
        ),
        (scenario(runner='identity = "Palisade"'), "runner.identity", "a Runner identity"),
        (scenario(runner='event = "Palisade"'), "runner.event", "is ice"),
        (scenario(runner='event = "Sure Gamble"'), "runner.event", "starts no run"),
        (
            scenario(runner='event = "Jailbreak"'),
            "runner.event",
            "hq, rd only; this run is on remote",
        ),
        (scenario(runner='event = "Conduit"'), "runner.event", "not installed in runner.rig"),
        (scenario(runner='event = "Leech"\nrig = ["Leech"]'), "runner.event", "starts no run"),
        (
            scenario(runner='plan = { never_trash = ["Leech"] }'),
            "runner.plan.never_trash[0]",
            "Corp",
        ),
    ],
)
def test_cards_in_the_wrong_place(text: str, place: str, words: str) -> None:
    found = only(text)
    assert found[0] == place and words in found[1]


def test_a_remote_holds_one_agenda_or_asset() -> None:
    place, message = only(scenario('root = ["Nico Campaign", "Offworld Office"]'))
    assert place == "server.root[1]" and "server.root[0] is one" in message
    place, message = only(
        scenario('root = [{ draw_from = ["AMAZE Amusements", "Urtica Cipher"] }, "Nico Campaign"]')
    )
    assert place == "server.root[1]" and "server.root[0] may be one" in message


def test_a_root_holds_one_region() -> None:
    region = '[[card]]\nname = "Area {}"\ntype = "upgrade"\nsubtypes = ["region"]\nrez = 1\n'
    text = scenario('root = ["Area 1", "Area 2"]', cards=region.format(1) + region.format(2))
    place, message = only(text)
    assert place == "server.root[1]" and "a region" in message


def test_the_deck_is_no_choice_for_a_central_root() -> None:
    corp = 'deck = [{ card = "Nico Campaign", count = 9 }]'
    text = scenario('root = [{ draw_from = "deck" }]', corp=corp, kind="archives")
    assert only(text)[0] == "server.root[0].draw_from"


def test_hosts_are_places_of_the_server() -> None:
    rig = 'rig = [{ card = "Botulus", host = 1 }]'
    place, message = only(scenario('ice = ["Ping"]', runner=rig))
    assert place == "runner.rig[0].host" and "from 0 to 0" in message
    assert "has no ice" in only(scenario(runner=rig))[1]
    message = only(scenario('ice = ["Ping"]', runner='rig = [{ card = "Cleaver", host = 0 }]'))[1]
    assert message == '"Cleaver" is not hosted on ice'


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
    start = time.perf_counter()
    with pytest.raises(ScenarioError, match="there may be more"):
        parse_scenario(text)
    assert time.perf_counter() - start < 5  # all their near names would take a minute


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


# all at once ----------------------------------------------------------------------------


def test_every_problem_is_listed() -> None:
    text = (
        'edition = "nsq"\n[server]\nkind = "remote"\nice = ["Paliside", { card = "Leech" }]\n'
        'root = ["Nico Campaign", "Urtica Cipher"]\n[corp]\ncredits = -1\npoints = 9\n'
        'plan = "best"\n[runner]\ncredits = true\nrig = ["Cleavr", "Ping"]\nobjectiv = "reach"\n'
        '[[card]]\nname = "Mine"\ntype = "ice"\nsubs = ["ert"]\n'
    )
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text, "bad.toml")
    assert {problem.place for problem in caught.value.problems} == {
        *("edition", "server.ice[0]", "server.ice[1].card", "server.root[1]"),
        *("corp.credits", "corp.points", "corp.plan", "runner.credits", "runner.rig[0]"),
        *("runner.rig[1]", "runner.objectiv", "card[0].strength", "card[0].rez", "card[0].subs[0]"),
    }
    assert str(caught.value).startswith("bad.toml: 14 problems\n  ")


@pytest.mark.parametrize(
    "text",
    [
        "server = 1\ncorp = []\nrunner = 'x'\nedition = 1\ncard = 1",
        "card = [1]\n",
        (
            'edition = "nsg"\n[server]\nkind = 1\nice = 1\nroot = {}\n'
            "[corp]\nplan = 1\n[runner]\nrig = 1"
        ),
        (
            'edition = "nsg"\n[server]\nkind = "hq"\nice = [1, [], {}]\nroot = [{}]\n'
            "[corp]\ncredits = []\nhq = [1, {}]\nrd = {}\n"
            "[runner]\ngrip = {}\nrig = [{}]\naccesses = 1\nplan = []"
        ),
    ],
)
def test_wrong_shapes_are_problems(text: str) -> None:
    assert problems(text)


# files made to be slow ------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        scenario("\n".join(f"k{n} = 1" for n in range(20_000))),
        scenario(
            cards="".join(
                ICE.replace("Mine", f"Mine {n}") + f"subs = {[f'nett{k} {n}' for k in range(32)]}\n"
                for n in range(400)
            )
        ),
    ],
    ids=["unknown keys", "bad clauses"],
)
def test_thousands_of_problems_are_found_in_no_time(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text)
    assert time.perf_counter() - start < 5
    assert "mend these first" in caught.value.problems[-1].message


@pytest.mark.parametrize("line", ["1 x" + " " * 300_000 + "y", "x [id:" * 100_000])
def test_a_deck_of_one_endless_line_is_refused_at_once(line: str, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(line, encoding="utf-8")
    start = time.perf_counter()
    found = problems(scenario(corp='deck = "deck.txt"'), tmp_path)
    assert time.perf_counter() - start < 5
    assert "not a deck list" in found["corp.deck"]


@pytest.mark.parametrize("name", ["palisade", "KARUNA", "ice_wall", "01103"])
def test_no_card_of_ones_own_hides_one_of_the_pool(name: str) -> None:
    place, message = only(scenario(cards=ICE.replace("Mine", name)))
    assert place == "card[0].name"
    assert "already a card of the pool" in message


def test_what_is_no_regular_file_is_called_so() -> None:
    with pytest.raises(ScenarioError, match="not a regular file"):
        read_scenario("/dev/null")
    with pytest.raises(ScenarioError, match="its path is empty"):
        read_scenario("")


def test_nesting_without_braces_says_that_braces_are_missing() -> None:
    found = only(scenario(cards=ICE + 'subs = ["corp: if tagged: net 1 | etr"]\n'))
    assert found[0] == "card[0].subs[0]"
    assert "'if' cannot stand here without braces" in found[1]


def test_credits_on_a_card_that_holds_none_are_noted() -> None:
    read = parse_scenario(scenario(runner='rig = [{ card = "Cleaver", credits = 5 }]'))
    assert read.notes == ('runner.rig[0].credits has no meaning: "Cleaver" holds no credits',)
