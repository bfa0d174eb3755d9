"""How many paths a run would take: estimates from few states beside the counts themselves."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest
from grid_scenarios import grid

from simcore import api
from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.exact import ExactOdds, TooLarge, extent, solve
from simcore.exact.classes import coarse_board
from simcore.exact.extent import FACTOR, paths_in_all
from simcore.exact.keys import keys_of
from simcore.exact.solving import End
from simcore.kernel.enumeration import note_found, surveyed_state
from simcore.reading import parse_scenario

KEPT = 64
LARGE = 60 * KEPT
"""Paths that a run takes at least, so that most of its states are left out."""


def test_most_estimates_are_within_the_stated_factor() -> None:
    ratios = {}
    for cell in grid():
        if cell.unknown < 3:
            continue
        try:
            encoded = encode(parse_scenario(cell.text, cell.name))
            found = solve(encoded)
        except CapacityError:
            continue
        if isinstance(found, ExactOdds) and found.paths >= LARGE:
            coarse = coarse_board(encoded)
            estimate = paths_in_all(encoded, coarse, keys_of(coarse), KEPT, 0)
            assert estimate is not None, cell.name
            ratios[cell.name] = estimate / found.paths
    assert len(ratios) > 20
    outside = {name: r for name, r in ratios.items() if not 1 / FACTOR < r < FACTOR}
    assert len(outside) <= len(ratios) / 20, outside
    assert all(1 / FACTOR**2 < ratio < FACTOR**2 for ratio in outside.values()), outside


def test_what_follows_every_state_counts_them() -> None:
    for cell in grid()[::60]:
        encoded = encode(parse_scenario(cell.text, cell.name))
        found = solve(encoded)
        coarse = coarse_board(encoded)
        assert isinstance(found, ExactOdds)
        assert paths_in_all(encoded, coarse, keys_of(coarse), 1 << 18, 0) == found.paths


@pytest.mark.parametrize(
    ("estimate", "said"),
    [
        (63_400_000.0, "; about 63,000,000 in all, by an estimate mostly within a factor of 4"),
        (None, "; about 12,000,000 paths or more in all"),
        (3.0, "; about 12,000,000 paths or more in all"),
    ],
)
def test_the_estimate_is_told_with_what_it_means(estimate: float | None, said: str) -> None:
    found = TooLarge(4_000_000, 4_000_001, 9_000, 2, 5, 12_345_678)
    assert api.too_large(found, estimate) == (
        f"too large to solve exactly: more than 4,000,000 paths of chance{said}"
    )


@pytest.mark.parametrize(
    ("found", "kept", "scale", "grown"),
    [
        # as many again with each doubling
        ([2, 4, 8], 8, 2.0, 16.0),
        ([2, 4, 8], 8, 8.0, 64.0),
        # four times as many, twice as many: then by roots, one half and a quarter of a doubling
        ([1, 4, 8], 8, 2.0, 8 * 2**0.5),
        ([1, 4, 8], 8, 4.0, 8 * 2**0.75),
        # nothing is slower than what adds nothing
        ([4, 4, 8], 8, 2.0, 16.0),
        ([1, 2, 8], 8, 2.0, 32.0),
        # all are known, or no more are found
        ([1, 4, 8], 8, 1.0, 8.0),
        ([1, 8, 8], 8, 4.0, 8.0),
        # too few to see how it goes on
        ([1, 2, 3], 3, 2.0, 6.0),
        ([0, 2, 3], 8, 2.0, 6.0),
        ([1, 2, 2], 3, 3.0, 6.0),
        ([1, 4, 8], 4, 2.0, 8 * 2**0.5),
    ],
)
def test_what_more_states_lead_to(found: list[int], kept: int, scale: float, grown: float) -> None:
    assert extent._grown(found, kept, scale) == pytest.approx(grown)


def test_a_survey_is_summed_up() -> None:
    # the deal leads to 8 states; 4 of those are followed, by 20 paths, to 4 of the next stage
    # and one of their own; with all 8 it is twice that. That one has 5 paths to 3 more.
    # Of those 11, two are followed, by 30 paths in all
    survey = [
        [0, 1, 10, 0, 0, 0, 8, 8, 8],
        [1, 4, 20, 1, 1, 1, 1, 2, 4],
        [1, 1, 5, 0, 0, 0, 3, 3, 3],
        [2, 2, 30, 0, 0, 0, 0, 0, 0],
    ]
    assert extent._sum_up(survey) == 10 + 2 * 20 + 5 + 11 / 2 * 30
    # more than was thought were followed: as many as there were
    survey[3][1] = 22
    assert extent._sum_up(survey) == 10 + 2 * 20 + 5 + 30


class _Told:
    """In place of a `Follower`: what a survey comes to for so many states kept."""

    ends: ClassVar[dict[int, int]] = {}
    asked: ClassVar[list[int]] = []

    def __init__(self, *_: Any) -> None:
        self.asked.clear()

    def survey(self, kept: int, _: int) -> tuple[int, Any]:
        self.asked.append(kept)
        return self.ends.get(kept, End.DONE), np.array([[0, 1, kept, 0, 0, 0, 0, 0, 0]])


@pytest.mark.parametrize(
    ("kept", "enough", "ends", "asked", "said"),
    [
        (64, 256, {}, [64, 256], 256),
        (64, 257, {}, [64, 256, 1024], 1024),
        (1 << 16, 1 << 40, {}, [1 << 16, 1 << 18], 1 << 18),
        # what is too much is not asked for twice
        (64, 300, {256: End.TOO_MANY_PATHS}, [64, 256], 64),
        (256, 300, {256: End.TOO_MANY_STATES}, [256, 64], 64),
        (256, 300, {256: End.TOO_MANY_PATHS, 64: End.TOO_MANY_PATHS}, [256, 64, 16], 16),
        (64, 300, {64: End.TOO_MANY_PATHS, 16: End.TOO_MANY_PATHS}, [64, 16], None),
        (64, 300, {64: End.TOO_DEEP}, [64], None),
    ],
)
def test_as_many_states_are_kept_as_can_be(
    kept: int,
    enough: int,
    ends: dict[int, int],
    asked: list[int],
    said: float | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extent, "Follower", _Told)
    monkeypatch.setattr(_Told, "ends", ends)
    nothing: Any = None
    assert paths_in_all(nothing, nothing, nothing, kept, enough) == said
    assert _Told.asked == asked


@pytest.mark.parametrize("kept", range(1, 12))
def test_states_are_followed_evenly(kept: int) -> None:
    turns = [surveyed_state(turn, kept) for turn in range(kept)]
    fourth = list(range(0, kept, 4))
    assert turns == [*fourth, *range(2, kept, 4), *range(1, kept, 2)]
    noted = np.zeros((2, 9), np.int64)
    for turn in range(1, kept + 1):
        note_found(noted, 1, turn, kept, turn, 100 + turn)
    half = len(range(0, kept, 2))
    assert noted[1].tolist() == [
        *(0, 0, 0),
        *(len(fourth), half, kept),
        *(100 + len(fourth), 100 + half, 100 + kept),
    ]
