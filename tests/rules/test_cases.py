"""Every hand-worked case: exactly in the reference; in the kernel by sampling, by exact odds, and
game by game against the reference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest
from agreement.compare import difference_of, report
from agreement.test_exact import differences_of
from agreement.worked_cases import AHEAD, WorkedCase, worked_cases

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.record import FIGURES, Result
from simcore.reference import enumerate_results, figures_of
from simcore.sampling.chunks import Bench, play_games
from simcore.tally import WIDTH

CASES = worked_cases()
CASES_AHEAD = worked_cases(AHEAD)
GAMES = 20_000
SEED = 3
PLAYED_ALIKE = 6
"""Games of each case that are compared one by one."""
ERRORS = 5
"""Standard errors that a sampled frequency may lie off; the seed is fixed."""


def named(case: WorkedCase) -> str:
    return f"{case.file}-{case.name}"


@cache
def enumerated(case: WorkedCase) -> dict[Result, Fraction]:
    """What the reference makes of a case; two tests ask."""
    return enumerate_results(case.scenario)


def figure(figures: Mapping[str, object], key: str) -> Fraction:
    """A figure by its dotted key; beyond the end of a histogram lie zeros."""
    found: object = figures
    for part in key.split("."):
        if isinstance(found, Mapping):
            assert part in found, f"no figure is called {key}; there are {sorted(found)}"
            found = found[part]
        else:
            assert isinstance(found, list)
            found = found[int(part)] if int(part) < len(found) else Fraction(0)
    assert isinstance(found, Fraction), f"{key} is no single figure"
    return found


def test_names_are_told_apart() -> None:
    assert len({named(case) for case in CASES}) == len(CASES) > 400


@pytest.mark.parametrize("case", [*CASES, *CASES_AHEAD], ids=named)
def test_the_reference_gives_exactly_what_was_worked_out_by_hand(case: WorkedCase) -> None:
    figures = figures_of(enumerated(case))
    found = {key: figure(figures, key) for key, _ in case.expect}
    expected = {key: Fraction(str(value)) for key, value in case.expect}
    assert found == expected, case.why


@pytest.mark.parametrize("file", sorted({case.file for case in CASES}))
def test_the_kernel_samples_solves_and_replays_what_the_reference_plays(file: str) -> None:
    for case in CASES:
        if case.file == file:
            scenario, exact = case.scenario, enumerated(case)
            encoded = encode(scenario)
            check_sampled(case.name, encoded, exact)
            assert not differences_of(encoded, figures_of(exact)), case.name
            found = difference_of(encoded, scenario, SEED, PLAYED_ALIKE)
            assert found is None, f"{case.name}: {report(scenario, SEED, found)}"


def check_sampled(name: str, encoded: Encoded, exact: Mapping[Result, Fraction]) -> None:
    """Frequencies of the kernel's games are those that the reference enumerates."""
    bench = Bench.make(WIDTH)
    play_games(encoded, bench, seed=17, first=0, count=GAMES)
    for row, part in enumerate(FIGURES):
        chances: dict[int, Fraction] = {}
        for result, chance in exact.items():
            value = getattr(result, part)
            chances[value] = chances.get(value, Fraction(0)) + chance
        counts = {value: int(n) for value, n in enumerate(bench.histograms[row]) if n}
        counts[0] = GAMES - sum(n for value, n in counts.items() if value)
        for value in sorted({*chances, *counts}):
            chance = chances.get(value, Fraction(0))
            seen = counts.get(value, 0)
            slack = ERRORS * sqrt(GAMES * chance * (1 - chance))
            assert abs(seen - GAMES * chance) <= slack, (
                f"{name}: {part} = {value}: {seen} of {GAMES} games, "
                f"{float(GAMES * chance):.1f} expected"
            )


@pytest.mark.parametrize("case", CASES_AHEAD, ids=named)
def test_what_the_kernel_does_not_play_yet_it_refuses_by_name(case: WorkedCase) -> None:
    words = r"not executed|has to be stated|is not known|may be bypassed"
    with pytest.raises(CapacityError, match=words):
        encode(case.scenario)
