"""What is wrong in a scenario is told with its place, its near name, and all at once."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from faults import ICE, only, problems, scenario

from simcore.api import break_cost, break_matrix, fractions
from simcore.errors import ScenarioError, SimcoreError
from simcore.reading import parse_scenario, read_scenario


def test_the_frame_is_right() -> None:
    assert parse_scenario(scenario()).server == "remote"


# the file itself ------------------------------------------------------------------------


def test_not_toml_names_line_and_column() -> None:
    place, message = only('edition = "nsg"\n[server\nkind = 1')
    assert place.startswith("line 2, column ") and "not TOML" in message


def test_not_toml_at_the_end_names_the_last_line() -> None:
    place, message = only('edition = "nsg"\nkind = "')
    assert place == "line 2, column 9" and "not TOML" in message


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
    assert set(problems("")) == {"edition", "server", "corp", "runner"}
    bare = 'edition = "nsg"\n[server]\n[corp]\n[runner]\n'
    assert set(problems(bare)) == {"server.kind", "corp.credits", "runner.credits"}


# editions -------------------------------------------------------------------------------


def test_link_is_a_matter_of_cards_in_1996() -> None:
    place, message = only(scenario(runner="link = 2").replace("nsg", "onr"))
    assert place == "runner.link" and "base-link cards" in message


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
    start = time.process_time()
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(text)
    assert time.process_time() - start < 5
    assert "mend these first" in caught.value.problems[-1].message


@pytest.mark.parametrize("line", ["1 x" + " " * 300_000 + "y", "x [id:" * 100_000])
def test_a_deck_of_one_endless_line_is_refused_at_once(line: str, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text(line, encoding="utf-8")
    start = time.process_time()
    found = problems(scenario(corp='deck = "deck.txt"'), tmp_path)
    assert time.process_time() - start < 5
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
    assert read.notes == ('runner.rig[0].credits has no meaning: "Cleaver" holds none for runs',)


def test_an_empty_stack_is_noted() -> None:
    assert parse_scenario(scenario()).notes == ()
    read = parse_scenario(scenario(runner="stack = []"))
    assert read.notes == ("runner.stack is empty: cards drawn are blank all the same",)


def test_counters_of_a_root_card_are_keys_of_its_table() -> None:
    place, message = only(scenario(server='root = ["Marcus Batty{power=2}"]'))
    assert place == "server.root[0]"
    assert '{ card = "Marcus Batty", power = 2 }' in message


@pytest.mark.parametrize(
    ("entry", "place", "words"),
    [
        ('"Leech{virus=100}"', "runner.rig[0].virus", "from 0 to 99, not 100"),
        ('"Leech{virus=two}"', "runner.rig[0].virus", 'from 0 to 99, not "two"'),
        ('"Parasite{virus=1, host=7}"', "runner.rig[0].host", "7 is no place of ice"),
        ('{ card = "Leech{virus=1}", virus = 1 }', "runner.rig[0].virus", "stated twice"),
        ('{ card = "Leech", roll = 3 }', "runner.rig[0]", "'roll' cannot be stated"),
        ('{ card = "Leech", roll = [3] }', "runner.rig[0].roll", "a word or a number"),
        ('{ card = "Leech", paid = 3 }', "runner.rig[0].paid", "unknown key"),
        ('"Leech{virus}"', "runner.rig[0]", "cannot read 'virus'"),
        ('"Leech{virus=1"', "runner.rig[0]", "write counters as"),
    ],
)
def test_braces_of_a_rig_card_are_checked_as_its_table_is(
    entry: str, place: str, words: str
) -> None:
    found = only(scenario(runner=f"rig = [{entry}]"))
    assert found[0].startswith(place) and words in found[1]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ('card = "Chimera", chosen = "moon"', "chosen is one of barrier, code gate, sentry"),
        ('card = "Enigma", chosen = "sentry"', "'chosen' cannot be stated"),
        ('card = "Chimera{chosen=sentry}", chosen = "sentry"', "stated twice"),
        ('card = "Chimera", chosen = ["sentry"]', "expected a word or a number, not a list"),
        ('card = "Chimera", chosen = "{"', "expected a word or a number"),
        ('draw_from = ["Chimera"], chosen = "sentry"', "unknown key"),
        ('card = "onr:Riddler", paid = 3', "paid is a multiple of 2, not 3"),
        ('card = "onr:Roadblock", roll = 7', "roll is 1 … 6, not '7'"),
        ('card = "onr:Digiconda", paid = 7', "paid is 0 … 6, not '7'"),
    ],
)
def test_what_ice_leaves_open_is_checked_in_a_table(entry: str, words: str) -> None:
    assert words in only(scenario(server=f"ice = [{{ {entry} }}]"))[1]


@pytest.mark.parametrize(
    ("server", "rig", "noted"),
    [
        ("", '"Corroder{virus=2}"', "runner.rig[0].virus"),
        ("", '{ card = "Corroder", power = 1 }', "runner.rig[0].power"),
        ("", '"Leech{virus=2}", "Earthrise Hotel{power=3}", "Atman{power=1}"', ""),
        ("", '{ card = "Corroder", virus = 0 }', ""),
        ('{ card = "Enigma", advancement = 1 }', "", "server.ice[0].advancement"),
        ('{ card = "Enigma", virus = 1 }', "", "server.ice[0].virus"),
        ('{ card = "Ice Wall", advancement = 1 }, { card = "Envelopment", power = 1 }', "", ""),
    ],
)
def test_counters_on_a_card_that_counts_none_are_noted(server: str, rig: str, noted: str) -> None:
    read = parse_scenario(scenario(server=f"ice = [{server}]", runner=f"rig = [{rig}]"))
    found = [note.partition(":")[0] for note in read.notes if "itself counts no" in note]
    assert found == ([noted] if noted else [])


# the Python interface -------------------------------------------------------------------


def test_a_server_that_there_is_not_has_no_price() -> None:
    for ask in (break_cost, break_matrix):
        with pytest.raises(SimcoreError, match="hq, rd, archives, remote, not 'moon'"):
            ask("Palisade", "Cleaver", server="moon")


def test_one_breaker_may_be_named_without_a_list() -> None:
    assert break_cost("Palisade", "Cleaver") == break_cost("Palisade", ["Cleaver"])


@pytest.mark.parametrize("limit", [0, -1, 1.5, "x"])
def test_a_limit_of_paths_is_a_number(limit: Any) -> None:
    with pytest.raises(SimcoreError, match="limit must be a whole number"):
        fractions(Path("decks/scenarios/last_window.toml"), limit)
