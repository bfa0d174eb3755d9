"""Machine code for all tests, compiled before several processes ask for it at once."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from simcore import api
from simcore.encode import encode
from simcore.kernel.jit import COMPILED
from simcore.reading import read_scenario
from simcore.sampling.chunks import warm_up
from simcore.tally import WIDTH
from simcore.threads import available_threads

ROOT = Path(__file__).resolve().parents[1]
PLAIN = ROOT / "benchmarks" / "scenarios" / "w_remote.toml"
FULL = ROOT / "decks" / "scenarios" / "noisy_fort_1996.toml"
MANY = 10**9
"""Games that a scenario is unfolded for."""
LOADS = (
    ((FULL, "condition", 1),),
    ((FULL, "sample", 1),),
    ((PLAIN, "condition", 1), (PLAIN, "sample", MANY)),
    ((PLAIN, "sample", 1),),
)
"""What is compiled side by side, what takes longest first: nothing twice."""


def _compile(load: tuple[tuple[Path, str, int], ...]) -> None:
    for path, method, games in load:
        encoded = encode(read_scenario(path))
        assert encoded.full == (path == FULL)
        if method == "sample" and games == 1:
            warm_up(encoded, WIDTH)
        else:
            api.warm_up(encoded, method, games)


def compile_once() -> None:
    """Compile what is not compiled yet, by as many processes as there are processors."""
    if not COMPILED:
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(available_threads(), len(LOADS)), mp_context=spawn) as pool:
        for done in [pool.submit(_compile, load) for load in LOADS]:
            done.result()
