"""Random cases as quick tests try them, in small portions: so few of them show each change
that `altered_runs.py` plants. Nothing to run by itself.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from agreement import test_break_search, test_exact, test_passage_search
from agreement.break_search import pairs, settings
from agreement.compare import compare_batch, difference
from agreement.generator import random_scenario
from agreement.invented_cards import inventions
from agreement.invented_passages import lone_settings, robbed, servers
from agreement.passage_search import lone_apart, lone_pairs, whole_apart
from agreement.walks import differences
from agreement.worked_cases import WorkedCase, worked_cases
from recorded import RECORDS, path_of, recorded

from simcore.encode import encode
from simcore.errors import CapacityError

PORTIONS = range(40)
EDITIONS = ("nsg", "onr")
FEW_BOARDS = 10
TENS = [
    pytest.param(name, first, id=f"{name}-{first}")
    for name in ("prices", "drawn")
    for first in range(0, len(path_of(name).read_bytes().splitlines()), FEW_BOARDS)
]
CASES = [pytest.param(case, id=f"{case.file}-{case.name}") for case in worked_cases()]


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_played_alike(case: WorkedCase) -> None:
    assert difference(case.scenario, seed=3, games=6) is None


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_solved(case: WorkedCase) -> None:
    assert not test_exact.differences(case.scenario)


@pytest.mark.parametrize("first", range(0, 1200, 6))
def test_random_scenarios_are_played_alike(first: int) -> None:
    assert not compare_batch(first, 6).reports


@pytest.mark.parametrize("first", range(0, 240, 6))
def test_wide_scenarios_are_played_alike(first: int) -> None:
    assert not compare_batch(first, 6, kind="wide").reports


@pytest.mark.parametrize("number", range(100))
def test_exact_odds(number: int) -> None:
    try:
        assert not test_exact.differences(random_scenario(number), test_exact.FEW_PATHS)
    except CapacityError:
        return


@pytest.mark.parametrize("number", range(60))
def test_walks(number: int) -> None:
    try:
        assert not differences(encode(random_scenario(number)), 200, 5_000)
    except CapacityError:
        return


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", PORTIONS)
def test_breaking_pairs(seed: int, edition: str) -> None:
    test_break_search.compared(pairs(edition, Random(seed)), 30)


@pytest.mark.parametrize("seed", PORTIONS)
def test_breaking_settings(seed: int) -> None:
    test_break_search.compared(settings(Random(seed)), 20)


@pytest.mark.parametrize("seed", PORTIONS)
def test_breaking_inventions(seed: int) -> None:
    test_break_search.compared(inventions(Random(seed)), 20)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", PORTIONS)
def test_passing_pairs(seed: int, edition: str) -> None:
    test_passage_search.told(map(lone_apart, islice(lone_pairs(edition, Random(seed)), 30)))


@pytest.mark.parametrize("seed", PORTIONS)
def test_passing_settings(seed: int) -> None:
    test_passage_search.told(map(lone_apart, islice(lone_settings(Random(seed)), 12)))


@pytest.mark.parametrize("seed", PORTIONS)
def test_passing_servers(seed: int) -> None:
    test_passage_search.told(map(whole_apart, islice(servers(Random(seed)), 5)))


@pytest.mark.parametrize("seed", range(15))
def test_passing_what_is_robbed(seed: int) -> None:
    test_passage_search.told(map(whole_apart, islice(robbed(Random(seed)), 2)))


@pytest.mark.parametrize(("name", "first"), TENS)
def test_passing_boards_on_record(name: str, first: int) -> None:
    for board in islice(recorded(name), first, first + FEW_BOARDS):
        assert RECORDS[name](board) == board["answer"]
