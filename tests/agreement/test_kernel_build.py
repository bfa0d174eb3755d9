"""The kernel as machine code: no reference counts, bounds that hold, a cache that keeps up."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from simcore.encode import Encoded, encode
from simcore.kernel.jit import COMPILED, words_of
from simcore.kernel.layout import MAX_TITLES
from simcore.reading import read_scenario
from simcore.sampling.chunks import Bench, play_games
from simcore.sampling.sampler import sample_encoded
from simcore.sites import seed_key
from simcore.tally import WIDTH

ROOT = Path(__file__).resolve().parents[2]
W = ROOT / "benchmarks" / "scenarios"
GAMES = 200
PLAYS = f"""
from simcore.encode import encode
from simcore.reading import read_scenario
from simcore.sampling.dealing import Dealing
from simcore.sampling.sampler import sample_encoded
def play():
    board = encode(read_scenario({str(W / "w_hq.toml")!r}))
    return sample_encoded(board, {GAMES}, 1, threads=1, dealing=Dealing(board, None))
"""
"""The start of a program that has the kernel play some games."""
WALKS = """
import numpy as np
from simcore.unfold.walking import walk
def play():
    words = [np.zeros(2, np.uint64) for _ in range(6)]
    events, *lanes = words
    start = base = key = np.uint64(0)
    numbers, counts = np.zeros(1, np.uint16), np.zeros(1, np.int64)
    return walk(events, numbers, *lanes, counts, start, base, key, 0, 0, 1)
"""
"""The start of a program that asks for as little machine code as there is."""
compiled_only = pytest.mark.skipif(not COMPILED, reason="runs without the compiler")


@pytest.fixture
def board() -> Encoded:
    return encode(read_scenario(W / "w_hq.toml"))


@pytest.mark.nojit_sample
def test_a_game_depends_on_seed_and_number_alone(board: Encoded) -> None:
    whole, parts = Bench.make(WIDTH), Bench.make(WIDTH)
    play_games(board, whole, 5, 0, GAMES)
    for first in (150, 0, 50, 100):
        play_games(board, parts, 5, first, 50)
    assert np.array_equal(whole.histograms, parts.histograms)


def test_results_do_not_depend_on_how_the_kernel_runs() -> None:
    program = PLAYS + "import zlib; print(zlib.crc32(play().counts.tobytes()))\n"
    modes = ("", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT")
    assert len({run_python(program, mode=mode) for mode in modes}) == 1


@compiled_only
def test_bounds_checks_are_there_when_asked_for() -> None:
    # a title beyond its table: silent damage in machine code without checks
    program = f"""
from simcore.encode import encode
from simcore.reading import read_scenario
from simcore.sampling.chunks import Bench, play_games
board = encode(read_scenario({str(W / "w_hq.toml")!r}))
board.board["flat_title"] = {MAX_TITLES}
try:
    play_games(board, Bench.make(1024), 1, 0, 10)
except IndexError:
    print("caught")
"""
    assert run_python(program, mode="NUMBA_BOUNDSCHECK") == "caught"


COUNTS_NOTHING = """
import sys
from simcore.kernel import pipeline
assert "numba" in sys.modules
(program,) = compiled
text, machine_code = program.get_llvm_str(), program.get_asm_str()
body = text[text.index("chunk"):]
assert "NRT_" not in body, "counts references or allocates"
assert "Py" not in machine_code, "calls Python"
print("compiled")
"""
KEEPS_WHAT_IS_COMPILED = """
from simcore.kernel import pipeline
compiled = []
compile_program = pipeline.compile_program
def keep(*arguments):
    name, program = compile_program(*arguments)
    compiled.append(program)
    return name, program
pipeline.compile_program = keep
"""
LOADS = """
import sys
play()
print("compiled" if "numba" in sys.modules else "loaded")
"""


@compiled_only
def test_machine_code_counts_no_references_and_is_kept(tmp_path: Path) -> None:
    cache = str(tmp_path)
    program = f"{KEEPS_WHAT_IS_COMPILED}{PLAYS}play()\n{COUNTS_NOTHING}"
    assert run_python(program, cache) == "compiled"
    assert run_python(PLAYS + LOADS, cache) == "loaded"


@compiled_only
def test_machine_code_is_kept_until_the_kernel_is_edited(tmp_path: Path) -> None:
    copy = tmp_path / "tree"
    shutil.copytree(
        ROOT / "simcore", copy / "simcore", ignore=shutil.ignore_patterns("__pycache__")
    )
    cache = str(tmp_path / "cache")
    assert run_python(WALKS + LOADS, cache, copy) == "compiled"
    assert run_python(WALKS + LOADS, cache, copy) == "loaded"
    inner = copy / "simcore" / "kernel" / "effects.py"
    inner.write_text(inner.read_text().replace("run.tags += a", "run.tags += a + 0"))
    assert run_python(WALKS + LOADS, cache, copy) == "compiled"
    assert run_python(WALKS + LOADS, cache, copy) == "loaded"
    kept = list((tmp_path / "cache").iterdir())
    assert len(kept) == 1  # the new one in place of the old one
    kept[0].write_bytes(kept[0].read_bytes()[:-1])
    assert run_python(WALKS + LOADS, cache, copy) == "compiled"


@compiled_only
def test_machine_code_that_cannot_be_kept_is_made_all_the_same() -> None:
    assert run_python(WALKS + LOADS, cache="/proc/nowhere") == "compiled"


@compiled_only
def test_figures_that_do_not_fit_stop_the_chunk(board: Encoded) -> None:
    from simcore.kernel.game import chunk

    bench = Bench.make(4)  # credits spent are often more than three
    played = chunk(
        board.board,
        board.template,
        words_of(bench.runs),
        bench.runs,
        bench.histograms,
        np.uint64(seed_key(1)),
        0,
        GAMES,
    )
    assert 0 <= played < GAMES
    assert bench.histograms.sum(axis=1).tolist() == [played] * len(bench.histograms)


@pytest.mark.nojit_sample
def test_threads_and_chunks_change_nothing(board: Encoded) -> None:
    one = sample_encoded(board, GAMES, 3, threads=1)
    many = sample_encoded(board, GAMES, 3, threads=3, chunk=7)
    assert np.array_equal(one.counts, many.counts)


def run_python(program: str, cache: str = "", tree: Path = ROOT, mode: str = "") -> str:
    """What a program prints in a process of its own; warnings are errors there.

    `cache`: its folder of machine code; by default that of this user and mode.
    `mode`: a variable of numba's that is set to 1.
    """
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")
    }
    environment |= {"PYTHONPATH": str(tree), "PYTHONWARNINGS": "error"}
    if mode:
        environment[mode] = "1"
    if cache:
        environment["NUMBA_CACHE_DIR"] = cache
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment, cwd=tree, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_both_kernels_play_a_plain_scenario_alike(board: Encoded) -> None:
    assert not board.full
    full = replace(board, full=True)
    plain, everything = (sample_encoded(each, GAMES, 5, threads=1) for each in (board, full))
    assert np.array_equal(plain.counts, everything.counts)
