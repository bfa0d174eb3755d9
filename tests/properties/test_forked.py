"""Processes that are forked after exact odds were solved keep to tables of their own."""

from __future__ import annotations

import multiprocessing
import sys

import numpy as np
import pytest

from simcore.kernel.jit import records

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing forks there")

_FIELDS = np.dtype([("key", np.int64), ("sum", np.float64)])


@pytest.mark.parametrize("count", [10, 1 << 20])
def test_a_forked_process_writes_into_no_other_table(count: int) -> None:
    table = records(_FIELDS, count)
    table["key"][count - 1] = 7

    def write() -> None:
        assert table["key"][count - 1] == 7
        table["key"][:] = 5

    child = multiprocessing.get_context("fork").Process(target=write)
    child.start()
    child.join()
    assert child.exitcode == 0
    assert table["key"][count - 1] == 7
    assert not table["key"][: count - 1].any()
