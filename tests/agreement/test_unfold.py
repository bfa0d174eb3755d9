"""Games dealt by walking an unfolded scenario are the kernel's, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from agreement.generator import random_scenario
from agreement.planted import Mutant
from agreement.planting import Forge
from agreement.test_exact_keys import ice
from agreement.test_kernel_build import run_python
from agreement.walks import BUGS, MORE, differences

from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.exact import solving
from simcore.exact.classes import actual_board
from simcore.exact.keys import keys_of
from simcore.exact.solving import UNCOMPILED, End, Trail
from simcore.kernel.jit import COMPILED
from simcore.reading import parse_scenario, read_scenario
from simcore.record import FIGURES
from simcore.sampling.dealing import Dealing, prepare
from simcore.sampling.sampler import sample_encoded
from simcore.sites import Kind, site
from simcore.unfold import folding, unfold, unfold_uncompiled, unfolding
from simcore.unfold.unfolding import LEAST_GAMES, place_fields, unfold_within
from simcore.unfold.walking import GROUP_BITS

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("decks/scenarios/*.toml"), *ROOT.glob("benchmarks/scenarios/w_*.toml")])
W = ROOT / "benchmarks" / "scenarios"
PATHS = 60_000
GAMES = 3_000
SCENARIOS = 400
BATCH = 50
ARRAYS = ("events", "numbers", "edges", "constants")
compiled_only = pytest.mark.skipif(not COMPILED, reason="runs without the compiler")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenarios_of_the_repository_are_walked_as_they_are_played(path: Path) -> None:
    assert differences(encode(read_scenario(path)), 20 * GAMES, PATHS) == []


@pytest.mark.parametrize("first", range(0, SCENARIOS, BATCH))
def test_random_scenarios_are_walked_as_they_are_played(first: int) -> None:
    found = {}
    for number in range(first, first + BATCH):
        try:
            found[number] = differences(encode(random_scenario(number)), GAMES, PATHS)
        except CapacityError:
            continue
    unfolded = [number for number, wrong in found.items() if wrong is not None]
    assert not {number: found[number] for number in unfolded if found[number]}
    assert len(unfolded) > 0.8 * BATCH


@pytest.mark.nojit_sample
@pytest.mark.parametrize("number", [0, 3, 4, 14, 17])
def test_walks_need_no_compiler_and_keep_within_bounds(number: int) -> None:
    assert differences(encode(random_scenario(number)), 100, 300) == []


@compiled_only
def test_a_tally_depends_on_neither_way_nor_threads_nor_chunks() -> None:
    board, games = encode(read_scenario(W / "w_hq.toml")), 100_000
    played = sample_encoded(board, games, 3, threads=1, dealing=Dealing(board, None))
    walked = Dealing(board, unfold_within(board, PATHS))
    assert walked.unfolded is not None
    assert prepare(board, LEAST_GAMES).unfolded is not None
    abreast = Dealing(board, walked.unfolded, compiled=False)
    for threads, chunk in ((1, games), (2, 1_001), (3, 40_000)):
        for dealing in (walked, abreast):
            tally = sample_encoded(board, games, 3, threads, chunk=chunk, dealing=dealing)
            assert tally == played
    parts = [(0, 1), (1, 600), (601, games - 601)]
    tallies = [
        sample_encoded(board, count, 3, first_game=first, dealing=walked) for first, count in parts
    ]
    assert tallies[0] + tallies[1] + tallies[2] == played


@compiled_only
def test_scenarios_are_unfolded_where_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    board = encode(read_scenario(W / "w_hq.toml"))
    assert unfold(board, LEAST_GAMES - 1) is None
    graph = unfold(board, LEAST_GAMES)
    assert graph is not None
    assert unfold_within(board, graph.paths) is not None
    assert unfold_within(board, graph.paths - 1) is None
    for name, little in (("CELLS", 50), ("FIRST_ROOM", 20), ("STEPS_PER_PATH", 0)):
        with monkeypatch.context() as less:
            less.setattr(unfolding, name, little)
            assert unfold_within(board, PATHS) is None


def test_paths_are_noted_as_a_hand_writes_them() -> None:
    # two dice at one piece: a credit is lost on 1 to 3 of the first, a tag comes of 1 and 2 of the
    # second. What is left of the game knows the credit alone: two states behind that piece, and
    # two behind the next one, where a credit is lost in any case
    text = ice("{roll 1-3: rlose 1} / {roll 1-2: tag 1}", "rlose 1", runner="credits = 2")
    board = encode(parse_scenario(text, "noted"))
    whole = actual_board(board)
    keys = keys_of(whole, drawing=True)
    first, second = (site(Kind.ROLL, ordinal=number) for number in range(2))
    paths, added = [[0, 1, 0, 0, 0]], [(0, 0, 0)]
    steps: list[list[int]] = []
    for one, other in product(range(6), range(6)):
        paths.append([1, 2 if one < 3 else 3, int(other > 0), 2, len(steps)])
        steps += [[first, 6, 1]] if other == 0 else []
        steps.append([second, 6, 1])
        added.append((int(one < 3), int(other < 2), 0))
    paths += [[state, state + 2, 0, 0, len(steps)] for state in (2, 3)]
    paths += [[state, -1, 0, 0, len(steps)] for state in (4, 5)]
    added += [(1, 0, 0)] * 2 + [(0, 0, 1)] * 2
    trail = Trail.make(len(paths), len(steps))
    found = solving.follow(board, whole, keys, len(paths), 10, trail)
    assert found.end == End.DONE
    assert trail.paths.tolist() == paths
    assert trail.steps.tolist() == steps
    figures = [FIGURES.index(name) for name in ("credits_lost", "tags", "success")]
    assert trail.added[:, figures].tolist() == [*map(list, added)]
    assert found.means[figures].tolist() == [2, 1, 1]
    for room in ((len(paths) - 1, len(steps)), (len(paths), len(steps) - 1)):
        less = solving.follow(board, whole, keys, room[0], 10, Trail.make(*room))
        assert less.end == End.TOO_MANY_PATHS


@compiled_only
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_python_makes_the_graph_that_machine_code_makes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = encode(read_scenario(path))
    machine = unfold_within(board, UNCOMPILED)
    monkeypatch.setattr(solving, "_uncompiled", solving._Uncompiled(2 * UNCOMPILED))
    python = unfold_uncompiled(board)
    assert (python is None) == (machine is None)
    if python is not None and machine is not None:
        for field in fields(machine):
            ours, theirs = getattr(python, field.name), getattr(machine, field.name)
            assert (
                np.array_equal(ours, theirs) if field.name in ARRAYS else str(ours) == str(theirs)
            )


@compiled_only
def test_nothing_is_compiled_for_a_million_games_of_little_chance(tmp_path: Path) -> None:
    program = f"""
import sys, zlib
from simcore.encode import encode
from simcore.exact import solving
from simcore.reading import parse_scenario, read_scenario
from simcore.record import FIGURES
from simcore.sampling.sampler import sample
scenario = read_scenario({str(W / "w_hq.toml")!r})
for paths in (solving.UNCOMPILED, 0):
    solving._uncompiled.paths = paths
    print(zlib.crc32(sample(scenario, 1_000_000, 1).counts.tobytes()), "numba" in sys.modules)
"""
    cold, compiled = run_python(program, cache=str(tmp_path)).split("\n")
    assert cold.replace("False", "True") == compiled != cold


@pytest.mark.parametrize("bits", [1, 12])
def test_figures_stand_side_by_side(bits: int) -> None:
    figures = list(range(21))
    fields = place_fields(figures, [(1 << (1 + figure % bits)) - 1 for figure in figures])
    assert sorted(field.figure for field in fields) == figures
    taken = np.zeros((1 + max(field.part for field in fields), 64), int)
    for field in fields:
        taken[field.part, field.shift : field.shift + field.bits] += 1
        assert field.shift // GROUP_BITS == ((field.shift + field.bits - 1) // GROUP_BITS)
    assert taken.max() == 1


@pytest.fixture(scope="module")
def forge() -> Iterator[Forge]:
    with Forge() as made:
        yield made


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_caught(forge: Forge, bug: Mutant) -> None:
    assert forge.hunt(bug, "agreement.walks", bug.soon, MORE) is not None


def test_branches_that_are_short_of_numbers_are_no_whole_event() -> None:
    """Two and one numbers make an event of three; four numbers need another branch."""
    branches = np.array([[9, 0, 0], [2, 0, 0], [1, 0, 0]], np.int64)
    marks = np.zeros(len(folding.MARKS), np.int64)
    marks[-1] = 3
    assert [folding.falls_whole(1, width, branches, marks) for width in (2, 3, 4)] == [
        False,
        True,
        False,
    ]
