"""`simcore break` on the command line: prices, and what is wrong with the question."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest

from simcore.api import break_cost, server_cost
from simcore.cli import main
from simcore.commands.console import Line
from simcore.errors import CardError
from simcore.prices.way import all_ways

SCENARIO = str(Path(__file__).parents[2] / "decks" / "scenarios" / "taxing_remote.toml")


def test_break(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["break", "Palisade", "--with", "Cleaver", "--json"]) == 0
    cost = json.loads(capsys.readouterr().out)
    names = [
        "possible",
        "cost",
        "payments",
        "subs",
        "steps",
        "uncounted",
        "unused",
        "assumed",
        "approximate",
    ]
    assert list(cost) == names
    assert cost["possible"]
    assert cost["subs"] == 1
    assert main(["break", "Palisade", "--with", "Cleaver"]) == 0
    assert f"cost: {cost['cost']} credit" in capsys.readouterr().out
    assert main(["break", "Ice Wall", "--with", "Cleaver", "--advancement", "3"]) == 0
    assert "Ice Wall with 3 advancement (1 subroutine) against Cleaver" in capsys.readouterr().out


def test_break_says_every_payment(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["break", "Palisade", "--with", "Cleaver", "--with", "Leech{virus=2}"]
    assert main([*line, "--json"]) == 0
    cost = json.loads(capsys.readouterr().out)
    paid = [(bill["credits"], bill["counters"]) for bill in cost["payments"]]
    assert paid == [(3, 0), (1, 1)]
    assert cost["payments"][1]["steps"] == cost["steps"]
    assert main([*line, "--steps"]) == 0
    said = capsys.readouterr().out
    assert "1 credit, 1 counter of Leech" in said
    assert said.count("Cleaver: breaks 1 subroutine") == 3


def test_break_says_what_it_leaves_out(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["break", "Tollbooth", "--with", "Gordian Blade", "--with", "Mimic"]
    assert main(line) == 0
    said = capsys.readouterr().out
    assert "not counted: 3 credits when encountered" in said
    assert "--pass" in said
    assert "no part in it: Mimic" in said
    assert main([*line, "--pass"]) == 0
    assert "not counted" not in capsys.readouterr().out


def test_break_with_so_many_clicks(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["break", "Eli 1.0", "--json", "--with", "Corroder"]
    costs = []
    for clicks in ("0", "1", "2"):
        assert main([*line, "--clicks", clicks]) == 0
        costs.append(json.loads(capsys.readouterr().out)["cost"])
    assert costs == [4, 3, 0]


def test_break_pass(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["break", "Karunā", "--with", "Carmen", "--pass", "--grip", "2"]
    assert main([*line, "--json"]) == 0
    cost = json.loads(capsys.readouterr().out)
    names = [
        "possible",
        "cost",
        "payments",
        "subs",
        "steps",
        "unbroken",
        "unused",
        "assumed",
        "approximate",
    ]
    assert list(cost) == names
    assert (cost["cost"], len(cost["unbroken"])) == (3, 1)
    assert main(line) == 0
    said = capsys.readouterr().out
    assert "cost: 3 credits, 2 damage\n" in said  # all of the way whose steps follow
    assert "unbroken:" in said
    assert "net damage: 2" in said


def test_cards_that_are_discarded_are_no_damage(capsys: pytest.CaptureFixture[str]) -> None:
    """Harvester behind four cards of the grip: two go, and three with one more in the hand."""
    assert main(["break", "Harvester", "--with", "Gordian Blade", "--pass", "--grip", "4"]) == 0
    said = capsys.readouterr().out
    assert "cost: 0 credits, 5 cards of the grip lost\n" in said
    assert "  2 credits, 2 cards of the grip lost\n" in said
    assert "hand\n    size\n" in said
    assert "damage" not in said


def test_break_server(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["break", "--server", SCENARIO]
    assert main([*line, "--json"]) == 0
    cost = json.loads(capsys.readouterr().out)
    names = ["possible", "cost", "payments", "subs", "steps", "unbroken", "pool"]
    names += ["affordable", "ice", "stopped_by", "uncounted"]
    names += ["unused", "assumed", "approximate", "notes"]
    assert list(cost) == names
    assert cost["possible"]
    assert main([*line, "--pass"]) == 0
    assert "cost: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "messages"),
    [
        ((), ("ICE", "--with")),
        (("Palisade",), ("--with",)),
        (("Palisade", "--with", "Cleaver", "--server", "x.toml"), ("ICE", "--with")),
        (("--server", "x.toml", "--grip", "2", "--advancement", "1"), ("--grip", "--advancement")),
        (("--server", "x.toml", "--clicks", "2"), ("--clicks",)),
        (("--server", "no-such-file.toml"), ("no-such-file.toml",)),
        (("Palisade", "--pass", "--grip", "-1"), ("grip",)),
    ],
)
def test_break_with_options_that_do_not_go_together(
    options: tuple[str, ...], messages: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["break", *options]) == 2
    printed, said = capsys.readouterr()
    assert printed == ""
    for message in messages:
        assert message in said


def test_break_server_with_unknown_ice(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["break", "--server", "decks/scenarios/mystery_server.toml", "--pass"]
    assert main([*line, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    chances = [each["chance"] for each in told["possibilities"]]
    assert abs(sum(chances) - 1) < 1e-12
    assert told["cheapest"] <= told["mean"] <= told["dearest"]
    assert main(line) == 0
    said = capsys.readouterr().out
    assert "unknown" in said
    assert "mean: " in said
    assert max(map(len, said.splitlines())) <= 80


def test_break_that_is_impossible(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["break", "Palisade", "--with", "Unity", "--json"]) == 0
    cost = json.loads(capsys.readouterr().out)
    assert (cost["possible"], cost["cost"]) == (False, None)
    assert main(["break", "Palisade", "--with", "Unity"]) == 0
    assert "cannot be broken" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("ice", "breaker", "message"),
    [
        ("Palisad", "Cleaver", "Palisade"),
        ("Cleaver", "Cleaver", "not ice"),
        ("Palisade", "Leech{virus=-1}", "virus=-1"),
        ("Palisade", "Leech{virus=2", "Title{virus=2}"),
        ("Palisade", "Leech{virus=2} x", "Title{virus=2}"),
        ("Palisade", "Leech{virus=2, virus=3}", "twice"),
        ("Palisade", "Leech{age=2}", "'age' cannot be stated"),
    ],
)
def test_break_with_bad_cards(
    ice: str, breaker: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["break", ice, "--with", breaker]) == 2
    printed, said = capsys.readouterr()
    assert printed == ""
    assert message in said


def test_break_says_all_that_is_wrong_with_its_cards(capsys: pytest.CaptureFixture[str]) -> None:
    rig = ("Nope", "Palisade", "Cleaver", "Leech{age=2}", "Nope")
    assert main(["break", "Qqqq", *(part for card in rig for part in ("--with", card))]) == 2
    assert capsys.readouterr().err.splitlines() == [
        'simcore: no card is called "Qqqq"',
        'simcore: no card is called "Nope"',
        "simcore: Palisade is not an installed Runner card but ice",
        "simcore: Leech: 'age' cannot be stated; there are credits, power, virus",
    ]
    with pytest.raises(CardError, match=r"^no edition is called 'x'[^\n]*$"):
        break_cost("Palisade", ["Cleaver"], edition="x")


def test_break_takes_cards_of_1996(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["break", "onr:Cortical Scanner", "--with", "onr:Codecracker", "--json"]
    assert main(line) == 0
    assert json.loads(capsys.readouterr().out)["cost"] == 3


def test_counters_of_an_installation_are_assumed_and_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["break", "Archer", "--with", "D4v1d"]) == 0
    assert "3 power counters, as when installed" in capsys.readouterr().out
    assert main(["break", "Archer", "--with", "D4v1d{power=0}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cost"] is None


def test_the_cheapest_way_that_can_be_paid_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "poor.toml"
    file.write_text(
        'edition = "nsg"\n[server]\nkind = "remote"\nice = ["DNA Tracker", "Tollbooth"]\n'
        '[corp]\ncredits = 5\n[runner]\ncredits = 12\nrig = ["Gordian Blade"]\n',
        encoding="utf-8",
    )
    assert main(["break", "--server", str(file), "--pass"]) == 0
    # two unbroken subroutines take 4 first, so that only one may stay unbroken
    out = capsys.readouterr().out
    assert "cost: 7 credits" in out and "cannot pay for that, but can pay 10 credits" in out


def test_counters_that_nobody_stated_are_remarked_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "empty.toml"
    file.write_text(
        'edition = "nsg"\n[server]\nkind = "remote"\nice = ["Archer"]\n'
        '[corp]\ncredits = 5\n[runner]\ncredits = 12\nrig = ["D4v1d", "Carmen"]\n',
        encoding="utf-8",
    )
    assert main(["break", "--server", str(file)]) == 0
    note = 'D4v1d" has no power counters'
    assert note in capsys.readouterr().out
    assert main(["break", "--server", str(file), "--json"]) == 0
    assert note in json.loads(capsys.readouterr().out)["notes"][0]


@pytest.mark.parametrize(
    ("ice", "said"),
    [
        ("Ping", ["Ping"]),
        ("Stavka", ["Stavka"]),
        ("Pulse", ["Pulse"]),
        ("Unsmiling Tsarevna", ["Unsmiling Tsarevna"]),
        ("Cloud Eater", ["Cloud Eater"]),
        ("Gatekeeper", ["Gatekeeper"]),
        ("Gatekeeper{rezzed=now}", []),
        ("Chimera{chosen=sentry}", []),
        ("Envelopment", []),
        ("Fenris", []),
        ("Wave", []),
        ("Enigma", []),
    ],
)
def test_ice_that_acts_when_rezzed_is_said_to_be_rezzed_before(
    ice: str, said: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (
        'edition = "nsg"\n[server]\nkind = "remote"\n'
        f'ice = [{{ card = "{ice}", rezzed = REZZED }}, "Ice Wall"]\n'
        '[corp]\ncredits = 5\n[runner]\ncredits = 30\nrig = ["Corroder"]\n'
    )
    file = tmp_path / "new.toml"
    for rezzed, expected in (("false", said), ("true", [])):
        file.write_text(text.replace("REZZED", rezzed), encoding="utf-8")
        assert main(["break", "--server", str(file), "--pass", "--json"]) == 0
        assumed = json.loads(capsys.readouterr().out)["assumed"]
        titles = [line.partition(":")[0] for line in assumed if "rezzed before the run" in line]
        assert titles == expected


def test_how_far_the_ways_past_ice_are_followed_is_told() -> None:
    told: list[tuple[str, int, int]] = []
    cost = server_cost(SCENARIO, passing=True, on_progress=lambda *each: told.append(each))
    assert tuple(dict.fromkeys(title for title, _, _ in told)) == cost.ice
    assert told[0][1] == 1
    assert all(past >= 0 for _, _, past in told)


def test_a_line_is_silent_at_first_and_taken_away_again() -> None:
    patient, prompt = StringIO(), StringIO()
    for stream, patience in ((patient, 60.0), (prompt, 0.0)):
        line = Line(stream, patience)
        line.say(lambda: "so far")
        line.clear()
    assert patient.getvalue() == ""
    assert prompt.getvalue() == "\r\x1b[Kso far\r\x1b[K"


def test_what_is_too_much_says_what_to_ask_instead(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_ways, "MOST", 3)
    monkeypatch.setattr(all_ways, "MOST_OF_CHEAP", 3)
    assert main(["break", "--server", SCENARIO, "--pass"]) == 2
    said = capsys.readouterr().err
    assert "more than 3 ways" in said
    assert "fewer cards" in said


def test_what_a_purse_pays_of_the_only_way(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["break", "Wall of Static", "--with", "Corroder", "--with", "Cyberfeeder"]
    for passing in ([], ["--pass"]):
        assert main([*line, *passing]) == 0
        shown = capsys.readouterr().out
        assert "cost: 2 credits\n" in shown
        assert "from the pool, purses used best: 1 credit\n" in shown
