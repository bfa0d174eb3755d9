"""What is compiled, and what runs without the compiler.

The functions of the kernel are functions of Python's, marked here; `pipeline.py` hands them to
numba, `machine_code.py` keeps what comes of them.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from simcore.kernel.machine_code import Entry
from simcore.kernel.parts import PARTS

Function = TypeVar("Function", bound=Callable[..., Any])
Array = npt.NDArray[Any]

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""False under ``NUMBA_DISABLE_JIT=1``: everything runs as plain Python."""

_LARGE = 1 << 20


def int64(value: int) -> int:
    """A constant that numba takes for any int64: it compiles anew for every literal number."""
    return np.int64(value)  # type: ignore[return-value]


def hot(function: Function) -> Function:
    """A part of the game."""
    PARTS[function] = False
    return function


def inlined(function: Function) -> Function:
    """As `hot`, and always inlined: for the few helpers called from one hot place.

    Where chance is enumerated games are few, and compiling sooner counts for more.
    """
    PARTS[function] = not function.__module__.startswith("simcore.exact")
    return function


def entry(function: Function) -> Function:
    """An entry point of the game, which Python calls."""
    if _is_interpreted(function):
        return _interpreted(function)  # type: ignore[return-value]
    return Entry(function)  # type: ignore[return-value]


def _interpreted(function: Callable[..., int]) -> Callable[..., int]:
    @wraps(function)
    def call(*arguments: Any) -> int:
        with np.errstate(over="ignore"):  # the stream and hashes wrap around by design
            return function(*arguments)

    return call


def on(function: Callable[..., int], *tables: Array) -> Callable[..., int]:
    """An entry point with its first arguments, to be called with the others, all numbers."""
    if isinstance(function, Entry):
        return function.on(*tables)
    return partial(function, *tables)


def plain(function: Function) -> Function:
    """An entry point as Python runs it."""
    if isinstance(function, Entry):
        return _interpreted(function.function)  # type: ignore[return-value]
    return function


def is_kept(function: Callable[..., int], *arguments: Any) -> bool:
    """Whether an entry point can be called with such arguments without being compiled first."""
    return not isinstance(function, Entry) or function.is_kept(*arguments)


def _is_interpreted(function: Callable[..., Any]) -> bool:
    """Whether Python itself runs the build that a function belongs to."""
    build: Any = sys.modules[function.__module__.rpartition(".")[0]]
    return not COMPILED or getattr(build, "INTERPRETED", False)


def records(dtype: np.dtype[Any], count: int) -> Array:
    """`count` zeroed records whose fields can be set by name."""
    size = count * dtype.itemsize
    if size < _LARGE:
        return np.zeros(count, dtype).view(np.recarray)
    # most of a large table is never used: the system gives it page by page, when touched; as a
    # copy, or else forked processes would write into the same table
    own = mmap.mmap(-1, size, access=mmap.ACCESS_COPY)
    return np.frombuffer(own, dtype).view(np.recarray)


def words_of(array: Array) -> Array:
    """The memory of a record array as int64 words."""
    return array.view(np.ndarray).view(np.uint8).view(np.int64)
