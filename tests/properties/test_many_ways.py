"""Of very many ways past ice those count as one that differ in nothing that can still matter:
what they cost is the same where ways are few and all of them are told apart."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from agreement.invented_passages import gated, robbed, servers

from simcore.api import load_scenario
from simcore.errors import CapacityError
from simcore.prices.server_cost import ServerCost, server_cost
from simcore.prices.way import all_ways, encounter, journey, sieve, suffering
from simcore.prices.way.found import BOUND, DEARER, FOLDED
from simcore.prices.way.worse import worse_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from simcore.prices.purses import Purses
    from simcore.prices.way.passage import Passage
    from simcore.scenario import Scenario

SERVERS = 60
SEED = 20_261_122
BOARD = """
edition = "nsg"
server = { kind = "rd", ice = [ICE] }
corp = { credits = 8 }

[runner]
credits = 12
clicks = 3
grip = 5
rig = [RIG]
plan = { name = "threshold" }
"""
ICE = ("Fairchild 2.0", "Archer", "Enigma", "Fairchild 1.0", "Tollbooth", "Ice Wall")
RIG = ("Unity", "Carmen", "Cleaver", "Mayfly", "Corroder", "CyberSolutions Mem Chip", "Gauss")
TAKING = (
    "Ichi 1.0", "Whitespace", "Data Raven", "Neural Katana", "Tollbooth", "Karunā", "Fairchild 2.0",
    "Archer", "Turing", "Eli 1.0", "Saisentan", "Drafter",
)  # fmt: skip
PICKING = ("Ichi 1.0", "Archer", "Rototurret")
PICKED = (
    '"Corroder"', '"Gordian Blade"', '"Ninja"', '{ card = "Datasucker", virus = 4 }', '"Mimic"',
    '{ card = "Leech", virus = 2 }', '"Sacrificial Construct"',
)  # fmt: skip
USED_UP = (
    '{ card = "Leech", virus = 2 }', '{ card = "D4v1d", power = 2 }', '"Mayfly"', '"Corroder"',
    '{ card = "Cloak", credits = 1 }', '{ card = "Multithreader", credits = 2 }', '"Faust"',
    '{ card = "Ghost Runner", credits = 2 }', '"Gordian Blade"', '"Carmen"', '"Caldera"',
    '{ card = "Datasucker", virus = 2 }', '"Plascrete Carapace"',
)  # fmt: skip
DEAREST = re.compile(re.escape(DEARER).replace(r"\{\}", r"(\d+)"))
COUNTED = ("credits", "clicks", "counters", "damage", "tags", "credits_lost", "clicks_lost")


def numbers(bill: dict[str, Any]) -> tuple[int, ...]:
    """What a payment takes, cards only by their number: one that goes as the run ends is as good
    as gone."""
    lost = bill.get("cards_taken", len(bill.get("cards_lost", ())))
    gone = lost + sum(len(bill.get(name, ())) for name in ("trashed", "condemned"))
    pool = bill.get("pool", bill["credits"])
    return (*(bill.get(name, 0) for name in COUNTED), pool, gone)


def unbeaten(scenario: Scenario, passing: bool) -> set[tuple[int, ...]] | None:
    try:
        cost = server_cost(scenario, passing=passing)
    except CapacityError:
        return None
    found = {numbers(bill) for bill in cost.payments}
    return {
        each
        for each in found
        if not any(
            other != each and all(a <= b for a, b in zip(other, each, strict=True))
            for other in found
        )
    }


def priced(scenario: Scenario, passing: bool) -> ServerCost | None:
    try:
        return server_cost(scenario, passing=passing)
    except CapacityError:
        return None


def always_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sieve, "MANY", 0)
    monkeypatch.setattr(journey, "MANY", 0)


def test_servers_cost_the_same_however_ways_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = [
        case for some in (servers, gated, robbed) for case in islice(some(Random(SEED)), SERVERS)
    ]
    apart = [unbeaten(case.scenario, case.passing) for case in cases]
    always_merged(monkeypatch)
    assert [unbeaten(case.scenario, case.passing) for case in cases] == apart


def test_of_too_many_ways_all_are_told_that_cost_no_more_than_so_many_credits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The cheapest is found however few are followed, and of the others none is missed up to a
    price, where no answer of the Corp has to be taken at its worst."""
    cases = [
        case for some in (servers, gated, robbed) for case in islice(some(Random(SEED)), SERVERS)
    ]
    costs = [priced(case.scenario, case.passing) for case in cases]
    monkeypatch.setattr(all_ways, "MOST", 9)
    cut = 0
    for case, full in zip(cases, costs, strict=True):
        told = priced(case.scenario, case.passing)
        if full is None or told is None or full.payments == told.payments:
            assert (full is None) == (told is None) or (full is not None and not full.possible)
            continue
        (dearest,) = (int(n) for text in told.approximate for n in DEAREST.findall(text))
        cut += 1
        if not {BOUND, FOLDED} & {*told.approximate}:
            known = {numbers(bill) for bill in full.payments if bill["credits"] <= dearest}
            assert {numbers(bill) for bill in told.payments} == known
            assert told.cost == full.cost
    assert cut > 20


def test_as_bad_as_several_answers_is_the_same_compared_on_the_way_or_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = [case for some in (servers, robbed) for case in islice(some(Random(SEED)), SERVERS)]
    monkeypatch.setattr(journey, "MAX_ANSWERED", 0)
    monkeypatch.setattr(suffering, "MOST_TOGETHER", 10**9)
    apart = [unbeaten(case.scenario, case.passing) for case in cases]
    monkeypatch.setattr(suffering, "MOST_TOGETHER", 0)
    assert [unbeaten(case.scenario, case.passing) for case in cases] == apart


def test_what_the_corp_picks_is_brought_together_without_every_pair_of_outcomes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each of five programs may be the one that goes, three times over: those that no outcome
    beats are few, whatever has been picked before."""
    path = tmp_path / "board.toml"
    ice = ", ".join(f'{{ card = "{title}", rezzed = true }}' for title in PICKING)
    path.write_text(BOARD.replace("ICE", ice).replace("RIG", ", ".join(PICKED)), encoding="utf-8")
    pairs = 0

    def counted(one: Passage, other: Passage, purses: Purses) -> Passage:
        nonlocal pairs
        pairs += 1
        return worse_of(one, other, purses)

    monkeypatch.setattr(journey, "MAX_ANSWERED", 0)
    monkeypatch.setattr(suffering, "worse_of", counted)
    assert server_cost(load_scenario(path, breach=False), passing=True).possible
    assert pairs < 4_500


def test_rigs_of_fodder_cost_the_same_however_ways_are_told_apart(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    random, boards = Random(SEED), []
    for number in range(40):
        ice = ", ".join(
            f'{{ card = "{title}", rezzed = true }}' for title in random.choices(ICE, k=2)
        )
        rig = ", ".join(f'"{title}"' for title in random.sample(RIG, 5))
        path = tmp_path / f"{number}.toml"
        path.write_text(BOARD.replace("ICE", ice).replace("RIG", rig), encoding="utf-8")
        boards.append(load_scenario(path, breach=False))
    apart = [unbeaten(board, True) for board in boards]
    assert sum(bool(found) for found in apart) > 15
    always_merged(monkeypatch)
    for board, found in zip(boards, apart, strict=True):
        assert unbeaten(board, True) == found, board


def test_ways_met_together_cost_what_they_cost_one_by_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With cards that are used up, credits for some uses alone, damage, tags and clicks."""
    random, boards = Random(SEED), []
    for number in range(10):
        ice = ", ".join(
            f'{{ card = "{title}", rezzed = true }}' for title in random.choices(TAKING, k=3)
        )
        rig = ", ".join(random.sample(USED_UP, 5))
        path = tmp_path / f"{number}.toml"
        path.write_text(BOARD.replace("ICE", ice).replace("RIG", rig), encoding="utf-8")
        boards.append(load_scenario(path, breach=False))

    def payments() -> list[list[dict[str, Any]]]:
        costs = [server_cost(board, passing=True) for board in boards]
        told = ("steps", "unbroken")
        return [
            [{name: bill[name] for name in bill if name not in told} for bill in cost.payments]
            for cost in costs
        ]

    monkeypatch.setattr(encounter, "FEWEST", 2)
    together = payments()
    assert sum(len(some) > 9 for some in together) > 4
    monkeypatch.setattr(encounter, "FEWEST", 10**9)
    assert payments() == together
