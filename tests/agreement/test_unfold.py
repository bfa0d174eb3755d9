"""Games dealt by walking an unfolded scenario are the kernel's, one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from agreement.generator import random_scenario

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.reading import read_scenario
from simcore.record import FIGURES
from simcore.sampling.chunks import Bench, KernelTable
from simcore.tally import WIDTH
from simcore.unfold import Walker
from simcore.unfold.unfolding import unfold_within

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("decks/scenarios/*.toml"), *ROOT.glob("benchmarks/scenarios/w_*.toml")])
PATHS = 60_000
SEED = 20
GAMES = 3_000
SCENARIOS = 400
BATCH = 50


def differences(encoded: Encoded, games: int, limit: int = PATHS) -> list[str] | None:
    """The figures that walks count otherwise than the kernel; None if there is no graph."""
    graph = unfold_within(encoded, limit)
    if graph is None:
        return None
    walker, table = Walker(graph), KernelTable(encoded, Bench.make(WIDTH))
    for each in (walker, table):
        each.play(SEED, 1_000, games)
    walked, played = walker.counted(WIDTH), table.counted(WIDTH)
    assert walked.sum(axis=1).tolist() == [games] * len(walked)
    return [FIGURES[n] for n in range(len(walked)) if not np.array_equal(walked[n], played[n])]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios_of_the_repository_are_walked_as_they_are_played(path: Path) -> None:
    assert differences(encode(read_scenario(path)), 20 * GAMES) == []


@pytest.mark.parametrize("first", range(0, SCENARIOS, BATCH))
def test_random_scenarios_are_walked_as_they_are_played(first: int) -> None:
    found = {}
    for number in range(first, first + BATCH):
        try:
            found[number] = differences(encode(random_scenario(number)), GAMES)
        except CapacityError:
            continue
    unfolded = [number for number, wrong in found.items() if wrong is not None]
    assert not {number: found[number] for number in unfolded if found[number]}
    assert len(unfolded) > BATCH / 2
