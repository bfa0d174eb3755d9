"""What is printed for people: amounts, plurals, digits and columns, of answers made up for it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from boards import board, card, fracter, wall

from simcore import table
from simcore.cards.card import Fidelity as OfCard
from simcore.commands.break_text import break_text, drawn_text, payment_text, server_text
from simcore.estimate import Fidelity, Odds
from simcore.prices.cost import BreakCost, break_cost
from simcore.prices.drawn_cost import DrawnCost, Possibility
from simcore.prices.server_cost import ServerCost, server_cost
from simcore.scenario import RigCard, Scenario

# ---- what is paid ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bill", "words"),
    [
        ({}, "nothing"),
        ({"credits": 1}, "1 credit"),
        ({"credits": 3, "from_purses": 2}, "3 credits (2 from purses)"),
        ({"counters": 1, "virus": {"Leech": 1}}, "1 counter of Leech"),
        (
            {"counters": 3, "virus": {"Leech": 1}, "power": {"Cat": 2}},
            "3 counters (1 of Leech, 2 of Cat)",
        ),
        ({"counters": 3, "virus": {"A": 1}, "power": {"A": 2}}, "3 counters of A"),
        ({"counters": 2}, "2 counters"),
        ({"cards": 1, "clicks": 1}, "1 card of the grip, 1 click"),
        ({"cards": 2, "clicks": 2}, "2 cards of the grip, 2 clicks"),
        ({"dice": 1, "tags": 1}, "1 throw of a die, 1 tag"),
        ({"dice": 2, "tags": 2}, "2 throws of a die, 2 tags"),
        ({"damage": 3, "discarded": 1}, "2 damage, 1 card of the grip lost"),
        ({"damage": 2, "discarded": 2}, "2 cards of the grip lost"),
        ({"credits_lost": 1, "clicks_lost": 1}, "1 credit lost, 1 click lost"),
        ({"credits_lost": 2, "clicks_lost": 2}, "2 credits lost, 2 clicks lost"),
        ({"points_lost": 1, "noise": 1}, "1 agenda point lost, 1 stealth credit driven off"),
        ({"points_lost": 2, "noise": 2}, "2 agenda points lost, 2 stealth credits driven off"),
        (
            {"trashed": ["A"], "condemned": ["B"], "cards_lost": ["C"]},
            "A trashed, B trashed when the run ends, C lost",
        ),
        (
            {"trashed": ["A", "B", "A"], "to_grip": ["A"]},
            "A back to the grip, B trashed, A trashed",
        ),
        (
            {"trashed": ["A", "B", "C"], "to_grip": ["A"], "to_stack": ["C"]},
            "A back to the grip, B trashed, C back to the stack",
        ),
        ({"cards_lost": ["A", "B", "C"], "cards_taken": 2}, "2 of A, B, C lost"),
        (
            {"cards_lost": ["A", "B", "C"], "cards_taken": 2, "surely_lost": ["B"]},
            "B lost, 1 of A, C lost",
        ),
        (
            {"ends_run": True, "no_access": True, "no_steal": True},
            "the run ends, nothing is accessed, nothing stolen or trashed",
        ),
        (
            {"fewer_accessed": 1, "most_accessed": 2, "last_run": True},
            "1 card fewer accessed, at most 2 cards accessed, no further run this turn",
        ),
        ({"fewer_accessed": 2, "hand_less": 2}, "2 cards fewer accessed, hand size 2 smaller"),
        ({"most_accessed": 1}, "at most 1 card accessed"),
        ({"silenced": 1}, "1 program that cannot be used"),
        ({"silenced": 2, "tags": 1}, "1 tag, 2 programs that cannot be used"),
        ({"credits": 2, "lasts": {"A": 3, "B": 1}}, "2 credits (for the run: A +3, B +1)"),
    ],
)
def test_a_payment(bill: dict[str, Any], words: str) -> None:
    assert payment_text({"credits": 0} | bill) == words


SURE = RigCard(card("Sure", "program", strength=2, break_=["1c: 1 barrier"]))
CLICK = RigCard(card("Click", "program", strength=2, break_=["click 1: 1 barrier"]))


def test_one_piece_of_ice() -> None:
    one = break_cost(wall(2), [SURE])
    assert break_text("Wall against Sure", one, "nsg", False, False).splitlines() == [
        "Wall (1 subroutine) against Sure",
        "cost: 1 credit",
        "  Sure: breaks 1 subroutine (1 credit)",
    ]
    assert break_text("Wall against Sure", one, "onr", False, False).splitlines()[1] == (
        "cost: 1 bit"
    )
    two = break_cost(wall(2, 1, "etr", "net 2"), [SURE, CLICK], passing=True)
    assert break_text("Wall against both", two, "nsg", True, True).splitlines() == [
        "Wall (2 subroutines) against both",
        "cost: 0 credits, 1 click, 2 damage",
        "  Click: breaks 1 subroutine (1 click)",
        "unbroken:",
        "  net damage: 2",
        "ways to pay (5):",
        "  1 credit, 2 damage",
        "      Sure: breaks 1 subroutine (1 credit)",
        "  2 credits",
        "      Sure: breaks 2 subroutines (2 credits)",
        "  1 click, 2 damage",
        "      Click: breaks 1 subroutine (1 click)",
        "  1 credit, 1 click",
        "      Sure: breaks 1 subroutine (1 credit)",
        "      Click: breaks 1 subroutine (1 click)",
        "  2 clicks",
        "      Click: breaks 2 subroutines (2 clicks)",
    ]
    none = break_cost(wall(2), [])
    for passing, words in ((False, "cannot be broken completely"), (True, "stops the Runner")):
        told = break_text("Wall against nothing", none, "nsg", passing, False)
        assert told.splitlines() == ["Wall (1 subroutine) against nothing", words]


def bill(credits: int, **more: Any) -> dict[str, Any]:
    return {"credits": credits, "steps": [f"Sure: pays {credits}"], "affordable": True} | more


def priced(*bills: dict[str, Any], **more: Any) -> ServerCost:
    """A price of as many ways, the first of them the cheapest."""
    return ServerCost(
        **{
            "possible": bool(bills),
            "cost": bills[0]["credits"] if bills else None,
            "payments": bills,
            "subs": 2,
            "steps": tuple(bills[0]["steps"]) if bills else (),
            "unbroken": (),
            "pool": bills[0]["credits"] if bills else None,
            "affordable": any(each["affordable"] for each in bills),
            "ice": ("Low", "High"),
            "stopped_by": None if bills else "High",
            "uncounted": (),
            **more,
        }
    )


BOARD: Scenario = replace(board(wall(), wall()), source="x.toml", notes=("odd",))


def test_a_server() -> None:
    told = server_text(BOARD, priced(bill(2), pool=1, uncounted=("Camp",)), False, False)
    assert told.splitlines() == [
        "x.toml: a remote server, Low, High (2 subroutines)",
        "cost: 2 credits",
        "  Sure: pays 2",
        "from the pool, purses used best: 1 credit",
        "the Runner of the scenario can pay for that",
        "not counted, in the root: Camp",
        "note: odd",
    ]
    stopped = server_text(BOARD, priced(subs=1, ice=("Low",)), False, False)
    assert stopped.splitlines() == [
        "x.toml: a remote server, Low (1 subroutine)",
        "all broken, no way past High",
        "note: odd",
    ]
    passing = server_text(BOARD, priced(ice=()), True, False).splitlines()
    assert passing[:2] == ["x.toml: a remote server, no ice (2 subroutines)", "no way past High"]


def test_what_the_runner_can_pay_instead() -> None:
    ways = (bill(2, affordable=False), bill(5), bill(4, unbroken=["tags: 1"]))
    told = server_text(BOARD, priced(*ways), True, False).splitlines()
    assert told[3:-1] == [
        "ways to pay (3):",
        "  2 credits (more than the Runner has)",
        "  5 credits",
        "  4 credits",
        "the Runner of the scenario cannot pay for that, but can pay 4 credits:",
        "  Sure: pays 4",
        "unbroken:",
        "  tags: 1",
    ]
    alike = (bill(2, affordable=False), bill(2, tags=1), bill(1))
    dearer = server_text(BOARD, priced(*alike[:2]), True, False)
    assert "cannot pay for that, but can pay 2 credits, 1 tag:" in dearer
    assert "the Runner of the scenario can pay for that" in server_text(
        BOARD, priced(*alike), True, False
    )
    none = server_text(BOARD, priced(bill(2, affordable=False)), True, False)
    assert "the Runner of the scenario cannot pay for any of these ways" in none


@pytest.mark.parametrize(("ways", "more"), [(1, None), (12, None), (13, 1), (15, 3)])
def test_twelve_ways_are_shown(ways: int, more: int | None) -> None:
    cost = priced(*map(bill, range(2, 2 + ways)))
    told = server_text(BOARD, cost, False, False)
    assert told.count("\n  ") == 1 + (min(ways, 12) if ways > 1 else 0) + bool(more)
    assert (f"… and {more} more; --json has them all" in told) == bool(more)
    assert ("… and" in told) == bool(more)
    every = server_text(BOARD, cost, False, True)
    assert "… and" not in every and (ways == 1 or every.count("      Sure") == ways)


def drawn(*draws: tuple[Fraction, ServerCost | None], unknown: int = 1) -> list[str]:
    found = [
        Possibility(chance, (f"Ice {n}",), cost, "" if cost else "Odd: unread")
        for n, (chance, cost) in enumerate(draws)
    ]
    return drawn_text(BOARD, DrawnCost(tuple(found), unknown), False).splitlines()


def test_draws_of_unknown_ice() -> None:
    third, half, sixth = Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)
    told = drawn((third, priced(bill(2))), (half, priced(bill(5, affordable=False), pool=4)))
    assert told == [
        "x.toml: a remote server, 1 of 2 pieces of ice unknown, 2 draws",
        "  chance  cost  ice",
        "  50.0 %     5  Ice 1",
        "  33.3 %     2  Ice 0",
        "mean: 3.80 credits (cheapest 2, dearest 5)",
        "from the pool, purses used best: 3.20 credits",
        "not all can be broken (—): 16.7 %",
        "the Runner of the scenario can pay: 33.3 %",
    ]
    told = drawn((half, None), (third, priced()), (sixth, priced(bill(1))), unknown=2)
    assert told == [
        "x.toml: a remote server, 2 of 2 pieces of ice unknown, 3 draws",
        "  chance  cost  ice",
        "  50.0 %     ?  Ice 0",
        "  33.3 %     —  Ice 1",
        "  16.7 %     1  Ice 2",
        "not worked out (?): Odd: unread",
        "mean: 1.00 credits (cheapest 1, dearest 1)",
        "not all can be broken (—): 33.3 %",
        "the Runner of the scenario can pay: 16.7 %",
    ]
    assert "1 draw" in drawn((Fraction(1), priced(bill(1))))[0].replace("draws", "many")
    assert len(drawn((Fraction(1), priced(bill(1))))) == 5


@pytest.mark.parametrize(("number", "more"), [(40, None), (41, 1), (43, 3)])
def test_forty_draws_are_shown(number: int, more: int | None) -> None:
    told = drawn(*[(Fraction(1, number), priced(bill(1)))] * number)
    assert sum("Ice" in line for line in told) == min(number, 40)
    assert ([line for line in told if "… and" in line] == []) == (more is None)
    assert more is None or f"  … and {more} more; --json has them all" in told


def test_long_lines_go_on_below() -> None:
    title = "Long " * 30
    cost = BreakCost(True, 1, (bill(1) | {"steps": [title]},), 1, (title,))
    told = break_text("Wall against Sure", cost, "nsg", False, False).splitlines()
    assert all(len(line) <= 80 for line in told)
    assert told[2].startswith("  Long") and told[3].startswith("    Long")
    draws = DrawnCost((Possibility(Fraction(1), ("Long",) * 30, priced(bill(1))),), 1)
    lines = drawn_text(BOARD, draws, False).splitlines()
    assert lines[3].startswith(" " * 16 + "Long") and max(map(len, lines)) <= 80


# ---- odds --------------------------------------------------------------------------------


def odds(**given: Any) -> Odds:
    names = [name for name in Odds.__dataclass_fields__ if name.startswith(("p_", "mean_"))]
    known: dict[str, Any] = dict.fromkeys(names, 0.0)
    known |= {
        "method": "exact",
        "edition": "nsg",
        "games": 0,
        "seed": 0,
    }
    known |= {"credits_histogram": [1.0], "points_histogram": [1.0], "intervals": {}}
    known |= {"games_per_second": 0.0, "cards": Fidelity([], {}, {}), "states": 3}
    given["ended"] = dict.fromkeys(table.ENDS, 0.0) | given.get("ended", {})
    return Odds(**known | given)


def test_a_table_of_odds() -> None:
    found = odds(
        p_keeps_out=0.25,
        p_no_steal=1.0,
        mean_tags=0.5,
        mean_net_damage=0.00004,
        mean_meat_damage=5e-5,
        mean_core_damage=1e-13,
        mean_grip_left=5.0,
        ended={"completed": 0.75, "ice": 0.25, "won": 0.0},
        cards=Fidelity(["A", "B"], {"C": ["odd"], "D": []}, {"E": ["bare", "too"]}),
        notes=("strange",),
    )
    assert table.odds_table(found, BOARD).splitlines() == [
        "x.toml: a run on a remote server, 2 pieces of ice (edition nsg)",
        "exact, 3 states",
        "",
        f"{'':34}      odds",
        "keeps the Runner out               25.0000 %",
        "no agenda stolen                  100.0000 %",
        "Runner reaches seven points         0.0000 %",
        "",
        "why the run ended",
        "  completed                        75.0000 %",
        "  ended by ice                     25.0000 %",
        "",
        "per game                                mean",
        "Runner: credits spent                 0.0000",
        "Corp: credits spent                   0.0000",
        "cards accessed                        0.0000",
        "agenda points stolen                  0.0000",
        "net damage                           4.0e-05",
        "meat damage                           0.0001",
        "core damage                           0.0000",
        "tags                                  0.5000",
        "cards left in the grip                5.0000",
        "",
        "none in any game: bad publicity spent, recurring credits spent, hosted credits",
        "  spent, credits lost, Corp cards trashed, programs lost, clicks lost, clicks",
        "  spent",
        "cards: 2 of 5 exact",
        "  approximate: C - odd",
        "  approximate: D",
        "  stats only: E - bare; too",
        "note: strange",
    ]


def test_heads_of_tables() -> None:
    def head(found: Odds, scenario: Scenario = BOARD, asked: int | None = None) -> list[str]:
        return table.odds_table(found, scenario, asked).split("\n\n")[0].splitlines()

    alone = replace(BOARD, ice=BOARD.ice[:1], source="", edition="onr")
    assert head(odds(states=1, edition="onr"), alone) == [
        "a run on a subsidiary data fort, 1 piece of ice (edition onr)",
        "exact, 1 state",
    ]
    assert head(odds(states=0), replace(BOARD, ice=()))[0].endswith("no ice (edition nsg)")
    assert head(odds(states=0))[1] == "exact, path by path"
    sampled = {"method": "sampled", "seed": 7, "games_per_second": 45_249_000.0}
    assert head(odds(games=1, **sampled))[1] == "1 game, seed 7, 45.2 million games per second"
    stopped = head(odds(games=1200, **sampled), asked=2000)
    assert stopped[1].startswith("1,200 games, seed 7, ")
    assert stopped[2] == "INTERRUPTED: 1,200 of 2,000 games were played"
    assert len(head(odds(games=1200, **sampled), asked=1200)) == 2
    between = sampled | {"method": "conditioned"}
    for states, words in ((1, "1 state"), (3, "3 states")):
        first = " ".join(head(odds(games=2, states=states, **between))[1:])
        told = f"2 games until the breach, accesses exact from {words} on, seed 7, 45.2 million"
        assert first.startswith(told)
    idle = replace(
        BOARD, runner=replace(BOARD.runner, rig=(RigCard(fracter(break_=[], title="Idle")),))
    )
    assert "careful: in these games Idle cannot break anything" in head(odds(), idle)[2]


def test_intervals_beside_figures() -> None:
    found = odds(
        method="sampled",
        games=10,
        p_keeps_out=0.25,
        mean_tags=0.5,
        intervals={"p_keeps_out": (0.2, 0.31), "mean_tags": (0.4, 0.61)},
    )
    lines = table.odds_table(found, BOARD).splitlines()
    assert f"{'':34}      odds   95 % interval" in lines
    assert "keeps the Runner out                 25.00 %   20.00 … 31.00 %" in lines
    assert "tags                                  0.5000   0.4000 … 0.6100" in lines
    between = table.odds_table(replace(found, method="conditioned", states=2), BOARD).splitlines()
    assert "keeps the Runner out               25.0000 %   20.0000 … 31.0000 %" in between
    exact = table.odds_table(replace(found, method="exact"), BOARD)
    assert "…" not in exact


def test_fractions_beside_figures() -> None:
    long = "1" * 100
    figures: Any = dict.fromkeys(("p_win", *table.ALWAYS), Fraction(0))
    figures |= {"p_keeps_out": Fraction(1, 4), "p_no_steal": long, "ended": {"ice": Fraction(1)}}
    found = odds(p_keeps_out=0.25, ended={"ice": 1.0})
    lines = table.fractions_table(found, BOARD, figures).splitlines()
    assert lines[1] == "exact, in fractions"
    assert "keeps the Runner out               25.0000 %   1/4" in lines
    assert "  ended by ice                    100.0000 %   1" in lines
    at = lines.index("no agenda stolen                    0.0000 %")
    assert [len(each) for each in lines[at + 1 : at + 3]] == [80, 4 + 100 - 76]


@pytest.mark.parametrize(("length", "lines"), [(33, 1), (34, 2)])
def test_a_remark_is_below_where_it_is_too_long(length: int, lines: int) -> None:
    """47 columns with the figure, of 80."""
    assert len(table._row("x" * 47, "y" * length).splitlines()) == lines


@pytest.mark.parametrize(
    ("share", "places", "words"),
    [
        (0.28634, 2, "28.63 %"),
        (0.0, 4, "0.0000 %"),
        (1.0, 4, "100.0000 %"),
        (4.9e-7, 4, "4.9e-05 %"),
        (5e-7, 4, "5.0e-05 %"),
        (6e-7, 4, "0.0001 %"),
        (1e-13, 4, "0.0000 %"),
        (1 - 1e-13, 4, "100.0000 %"),
        (1 - 1e-9, 4, "> 99.9999 %"),
        (1 - 1e-9, 2, "100.00 %"),
        (1e-9, 2, "0.00 %"),
    ],
)
def test_shares(share: float, places: int, words: str) -> None:
    assert table.percent(share, places) == words


@pytest.mark.parametrize(
    ("games", "words"),
    [
        (999_999, "999,999 games per second"),
        (1e6, "1 million games per second"),
        (45_249_000, "45.2 million games per second"),
    ],
)
def test_speeds(games: float, words: str) -> None:
    assert table.speed(games) == words


def test_lines_of_cards() -> None:
    long = "A title that is longer than its column"
    cards = [
        replace(wall(3, 4, title=long), fidelity=OfCard("approximate", ("odd",))),
        card("Bare", "event", subtypes={"run"}, side="runner"),
    ]
    assert table.cards_table(cards).splitlines() == [
        f"{'title':32} {'type':26} cost str fidelity",
        f"{long[:31]}… {'ice barrier':26}    4   3 approximate",
        f"{'Bare':32} {'event run':26}    -   - exact",
    ]
    assert table._cut("x" * 32, 32) == "x" * 32
    assert table._cut("x" * 33, 32) == "x" * 31 + "…"


def test_no_cards_and_all_of_them() -> None:
    assert list(table._cards(odds())) == ["cards: none"]
    assert list(table._cards(odds(cards=Fidelity(["A"], {}, {})))) == ["cards: all 1 exact"]


def test_editions_are_compared_answer_by_answer() -> None:
    lines = table.editions_table().splitlines()
    assert lines[0].startswith("nsg       ") and all(len(line) <= 80 for line in lines)
    at = lines.index("jack out")
    assert lines[at + 1 : at + 4] == [
        f"  {'nsg':26}4.2",
        f"  {'ffg2012, ffg2017':26}2.2, 4.2",
        f"  {'onr':26}s13",
    ]


def test_a_price_of_a_real_server() -> None:
    purse = RigCard(card("Purse", "hardware", recurring="1 breakers"), credits=1)
    scenario = replace(board(wall(2), rig=(fracter(), purse), purse=3), source="x.toml")
    assert server_text(scenario, server_cost(scenario), False, False).splitlines() == [
        "x.toml: a remote server, Wall (1 subroutine)",
        "cost: 1 credit",
        "  Fracter: breaks 1 subroutine (1 credit)",
        "from the pool, purses used best: 0 credits",
        "the Runner of the scenario can pay for that",
    ]
