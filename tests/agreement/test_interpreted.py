"""Paths of chance come to the same bits whether Python or machine code follows them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from agreement.generator import random_scenario
from agreement.test_kernel_build import ROOT, compiled_only, run_python

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.exact.classes import coarse_board
from simcore.exact.keys import keys_of
from simcore.exact.solving import FIRST_ROOM, UNCOMPILED, Follower
from simcore.reading import read_scenario

EXAMPLES = sorted((ROOT / "decks" / "scenarios").glob("*.toml"))
W = ROOT / "benchmarks" / "scenarios" / "w_rd.toml"
PATHS = 60
RANDOM = 150


def assert_alike(encoded: Encoded, paths: int) -> None:
    """All that both leave behind, also where the limit stops them."""
    coarse = coarse_board(encoded)
    keys = keys_of(coarse)
    python, machine = (
        Follower(encoded, coarse, keys, FIRST_ROOM, interpreted=each) for each in (True, False)
    )
    ours, theirs = python.follow(paths), machine.follow(paths)
    assert ours.end == theirs.end
    assert np.array_equal(ours.report, theirs.report)
    assert np.array_equal(python.counts, machine.counts)


@compiled_only
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples(path: Path) -> None:
    assert_alike(encode(read_scenario(path)), UNCOMPILED)


@compiled_only
def test_random_scenarios() -> None:
    builds = {False: 0, True: 0}
    for number in range(RANDOM):
        try:
            encoded = encode(random_scenario(number))
        except CapacityError:
            continue
        assert_alike(encoded, PATHS)
        builds[encoded.full] += 1
    assert min(builds.values()) >= RANDOM / 12


@compiled_only
def test_a_process_has_the_compiler_only_for_what_is_not_small() -> None:
    program = f"""
import sys
from simcore.encode import encode
from simcore.exact import solving
from simcore.reading import read_scenario
few, many = (encode(read_scenario(path)) for path in ({str(EXAMPLES[-1])!r}, {str(W)!r}))
solving.solve(few)
print("llvmlite" in sys.modules, end=" ")
solving._uncompiled.paths = solving.solve(few).paths
solving.solve(few)
print("llvmlite" in sys.modules, solving._uncompiled.paths, end=" ")
alone = solving.solve(many)
print("llvmlite" in sys.modules, solving._uncompiled.paths, alone.paths > solving.UNCOMPILED)
"""
    assert run_python(program) == "False False 0 True 0 True"
