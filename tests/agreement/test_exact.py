"""Exact odds from the kernel's own source are what the reference enumerates, figure by figure; of
hand-worked cases too: `tests/rules/test_cases.py`."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from agreement.generator import random_scenario
from agreement.worked_cases import worked_cases

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.exact import LIMIT, ExactOdds, TooLarge, solve
from simcore.exact.classes import Coarse, coarse_board, text_of
from simcore.exact.keys import Keys, Programs, keys_of, word
from simcore.exact.solving import ROOM, End, Follower, follow, odds_of
from simcore.kernel.layout import RUN, SCALARS, Op
from simcore.reading import parse_scenario, read_scenario
from simcore.record import FIGURES, Cause
from simcore.reference import Figures, enumerate_figures
from simcore.scenario import Scenario

ROOT = Path(__file__).resolve().parents[2]
W = ROOT / "benchmarks" / "scenarios"
EXPECTED = ROOT / "tests" / "golden" / "w_expected.json"
CLOSE = 1e-12
PATHS = 400
"""Scenarios that have to show a planted bug have no more paths than that."""
FEW_PATHS = 200
"""Random scenarios with more paths than that are left to the sampled comparison."""
BATCH = 50


def flat(figures: Figures) -> dict[str, float]:
    """Every figure by name, histograms by value."""
    found: dict[str, float] = {}
    for name, value in figures.items():
        if isinstance(value, dict):
            found |= {f"{name}.{key}": float(part) for key, part in value.items()}
        elif isinstance(value, list):
            found |= {f"{name}.{index}": float(part) for index, part in enumerate(value)}
        else:
            found[name] = float(value)
    return found


def named(odds: ExactOdds) -> dict[str, float]:
    """The same figures under the same names, from the kernel."""
    return flat(
        {
            "p_success": Fraction(odds.p_success),
            "p_keeps_out": 1 - Fraction(odds.p_success),
            "p_no_steal": 1 - Fraction(odds.p_steal),
            "p_steal": Fraction(odds.p_steal),
            "p_win": Fraction(odds.p_win),
            **{f"mean_{name}": Fraction(mean) for name, mean in odds.means.items()},
            "ended": {cause.name.lower(): Fraction(p) for cause, p in odds.ended.items()},
            "credits_histogram": [Fraction(share) for share in odds.credits_histogram],
            "points_histogram": [Fraction(share) for share in odds.points_histogram],
        }
    )


def differences(scenario: Scenario, paths: int = 200_000) -> dict[str, tuple[float, float]]:
    """Figures that differ: exact, then the reference's."""
    return differences_of(encode(scenario), enumerate_figures(scenario, paths))


def differences_of(encoded: Encoded, figures: Figures) -> dict[str, tuple[float, float]]:
    """The same for a scenario that has been encoded, and enumerated by the reference."""
    found = solve(encoded)
    assert isinstance(found, ExactOdds)
    ours, theirs = named(found), flat(figures)
    missing = [name for name in theirs if name not in ours]
    assert not missing, missing
    lengths = [name for name in ours if "histogram" in name and name not in theirs]
    assert not lengths, lengths
    return {
        name: (ours[name], value)
        for name, value in theirs.items()
        if abs(ours[name] - value) > CLOSE
    }


@pytest.mark.parametrize("first", range(0, 200, BATCH))
def test_random_scenarios(first: int) -> None:
    compared = 0
    for number in range(first, first + BATCH):
        scenario = random_scenario(number)
        try:
            odds = solve(encode(scenario))
            if not isinstance(odds, ExactOdds) or odds.paths > FEW_PATHS:
                continue
            found = differences(scenario, FEW_PATHS)
        except CapacityError:
            continue
        assert not found, number
        compared += 1
    assert compared > BATCH / 2


@pytest.mark.nojit_sample
def test_a_few_scenarios_however_the_kernel_runs() -> None:
    for case in worked_cases()[::150]:
        assert not differences(case.scenario), case.name


def test_programs_that_say_nothing_may_lie_behind_all_that_is_kept() -> None:
    rows = [[int(Op.END)] * 6, [int(Op.TAG), 1, 0, 0, 0, 0], [int(Op.END)] * 6]
    assert Programs(rows, [3, 4]).ops == set()
    assert text_of(rows, 3) == text_of(rows, 4) == ()
    assert Programs(rows, [1, 4]).ops == {Op.TAG}
    solve(encode(random_scenario(62_066)), limit=100)


def test_memory_is_used_again_without_traces() -> None:
    first, second = (encode(random_scenario(number)) for number in (3, 282))
    alone = solve(second)
    solve(first)
    again = solve(second)
    assert isinstance(alone, ExactOdds)
    assert isinstance(again, ExactOdds)
    assert named(alone) == named(again)


def taking(*amounts: int) -> Encoded:
    """A run on pieces of ice, each of which takes so many credits in half the games."""
    pieces = ", ".join(f'{{ card = "Own {amount}", rezzed = true }}' for amount in amounts)
    cards = "".join(
        f"""[[card]]
        name = "Own {amount}"
        type = "ice"
        subtypes = ["sentry"]
        rez = 1
        strength = 1
        subs = ["{{roll 1-3: rlose {amount}}}"]
        """
        for amount in amounts
    )
    text = f"""
        edition = "nsg"
        server = {{ kind = "remote", ice = [{pieces}] }}
        corp = {{ credits = 0 }}
        runner = {{ credits = 200 }}
        {cards}"""
    return encode(parse_scenario(text, "taking"))


def test_as_many_paths_and_states_as_a_hand_counts() -> None:
    # each piece takes its credits in half the games, and with the credits that are left two
    # games are told apart: 1, 2, 4 … 128 states in front of the pieces. Behind the last one 0 to
    # 127 are lost, or 40 to 167. Six faces of the die each; the deal and the end are one path
    board = taking(1, 2, 4, 8, 16, 32, 64, 40)
    found = solve(board, limit=1 + 6 * 255 + 168, room=168)
    assert isinstance(found, ExactOdds)
    assert (found.paths, found.states) == (1 + 6 * 255 + 168, 1 + 255 + 168)
    assert found.credits_histogram == pytest.approx(
        [(value < 128) / 256 + (value >= 40) / 256 for value in range(168)]
    )
    assert isinstance(solve(board, limit=6 * 255 + 168), TooLarge)
    assert isinstance(solve(board, room=167), TooLarge)
    # 43 paths to the fourth piece; 6 from the first of its 8 states, to 2 more, then it is over;
    # 91 to the fifth with its 16 states
    assert solve(board, limit=50) == TooLarge(50, 51, 16, 4, 11, 43 + 6 * 8 + 2)
    assert solve(board, limit=100) == TooLarge(100, 101, 32, 5, 11, 91 + 6 * 16 + 2)


def test_a_survey_notes_what_a_hand_counts() -> None:
    # of the states in front of each piece at most two are followed, the first and one half-way:
    # each by six faces to two states more
    board = taking(1, 2, 4, 8)
    coarse = coarse_board(board)
    end, survey = Follower(board, coarse, keys_of(coarse), 64).survey(2, 1_000)
    assert end == End.DONE
    assert survey.tolist() == [
        [0, 1, 1, 0, 0, 0, 1, 1, 1],
        [1, 1, 6, 0, 0, 0, 2, 2, 2],
        [2, 2, 12, 0, 0, 0, 2, 2, 4],
        [3, 2, 12, 0, 0, 0, 2, 2, 4],
        [4, 2, 12, 0, 0, 0, 2, 2, 4],
        [5, 2, 2, 0, 0, 0, 0, 0, 0],
    ]


@pytest.mark.parametrize("run", ["remote", "hq"])
def test_the_reference_workload_to_twelve_digits(run: str) -> None:
    expected: dict[str, Any] = next(
        each for each in json.loads(EXPECTED.read_text()) if each["server"] == run
    )
    odds = solve(encode(read_scenario(W / f"w_{run}.toml")))
    assert isinstance(odds, ExactOdds)
    found = {
        "p_run_ended_by_ice": odds.ended[Cause.ICE],
        "p_success": odds.p_success,
        "p_jacked_out": odds.ended[Cause.JACKED_OUT],
        "p_flatlined": odds.ended[Cause.FLATLINED],
        "mean_credits_spent_and_lost": odds.means["credits"],
        "p_any_points": 1 - odds.points_histogram[0],
        **{
            f"mean_{name}": odds.means[name]
            for name in ("points", "net_damage", "tags", "corp_cards_trashed", "accesses")
        },
    }
    for name, value in found.items():
        assert abs(value - expected[name]) <= CLOSE, name
    for name, shares in (
        ("credits_spent_and_lost_histogram", odds.credits_histogram),
        ("points_histogram", odds.points_histogram),
    ):
        padded = [*shares, *[0.0] * (len(expected[name]) - len(shares))]
        for ours, theirs in zip(padded, expected[name], strict=True):
            assert abs(ours - theirs) <= CLOSE, name


ORDINALS = ("damage_points", "traces", "psis", "draws", "rolls")
"""They number the sites of the stream: nothing reads them where chance is enumerated."""
OUTSIDE = ("key", "padding", "full_padding", "checkpoints", "log_room", "taken_count", *ORDINALS)
SPENT = ("credits_spent", "credits_lost")
"""In the key they are `credits_moved`, both together."""
NEXT = ("next", "due")


def everything(encoded: Encoded) -> tuple[Coarse, Keys]:
    """The board as it is and keys that hold all there is: no class, no word left out."""
    narrow = coarse_board(encoded)
    whole = Coarse(encoded.board, narrow.rows, narrow.full, narrow.rigs)
    keys = keys_of(whole, int(encoded.board["pool_count"][0]))
    names = RUN.names or ()
    scalars = [name for name in names[: names.index("ice_row")] if name not in OUTSIDE + SPENT]
    lists = {int(n) for row in keys.keys for n in row[1 : 1 + row[0]] if n >= SCALARS}
    counts = [word("taken_count", pool) for pool in range(3)]
    words = sorted({*(word(name) for name in (*scalars, *NEXT)), *counts, *lists})
    full = np.array([len(words), *words], np.int64)
    stages = np.stack([np.zeros_like(full), *[full] * (keys.stages - 1)])
    carried = np.zeros_like(keys.carried)
    carried[:, [FIGURES.index(name) for name in SPENT]] = 1
    return whole, replace(keys, keys=stages, carried=carried)


@pytest.mark.parametrize("first", range(200, 440, 2 * BATCH))
def test_nothing_is_left_out_that_matters(first: int) -> None:
    compared = 0
    for number in range(first, first + 2 * BATCH):
        try:
            encoded = encode(random_scenario(number))
            whole, keys = everything(encoded)
            theirs = follow(encoded, whole, keys, LIMIT // 20, ROOM)
            ours = solve(encoded)
        except CapacityError:
            continue
        if theirs.end != End.DONE:
            continue
        assert isinstance(ours, ExactOdds)
        pairs = zip(named(ours).items(), named(odds_of(theirs, 0, 0)).items(), strict=True)
        for (name, value), (_, other) in pairs:
            assert abs(value - other) <= CLOSE, (number, name, value, other)
        compared += 1
    assert compared > BATCH
