"""The one place that owns compiler options, caching, and running without the compiler.

numba caches by the file of the function it compiles alone, so that an edit in an
imported file would go unseen; each entry point therefore captures `source_hash()`
of all kernel files as a closure integer, which keys its cache entry.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Function = TypeVar("Function", bound=Callable[..., Any])
Array = npt.NDArray[Any]


def _prepare_cache_folder() -> None:
    """Point numba at a folder of the user's; checked code gets one of its own.

    Code compiled with bounds checks and without share a cache key in numba, so the
    two must never share a folder.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    checked = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
    folder = Path(root) / "simcore" / ("checked" if checked else "plain")
    os.environ["NUMBA_CACHE_DIR"] = str(folder)


_prepare_cache_folder()

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""False under ``NUMBA_DISABLE_JIT=1``: everything runs as plain Python."""

_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
}
_LARGE = 1 << 20


@cache
def source_hash() -> int:
    """A 60-bit hash of every file whose code ends up in an entry point."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in (*sorted(package.glob("kernel/*.py")), package / "sites.py", package / "record.py"):
        digest.update(path.read_bytes())
    return int.from_bytes(digest.digest()[:8], "big") >> 4


def int64(value: int) -> int:
    """A constant that numba takes for any int64: it compiles anew for every literal number."""
    return np.int64(value)  # type: ignore[return-value]


def hot(function: Function) -> Function:
    """Compile a part of the game: no reference counts, no interpreter lock."""
    return _part(function, forceinline=False)


def inlined(function: Function) -> Function:
    """As `hot`, and always inlined: for the few helpers called from one hot place.

    Where chance is enumerated games are few, and compiling sooner counts for more.
    """
    return _part(function, forceinline=not function.__module__.startswith("simcore.exact"))


def _part(function: Function, forceinline: bool) -> Function:
    if _is_interpreted(function):
        return function
    from numba import njit  # after the cache folder is set; and what is interpreted needs none

    from simcore.kernel.pipeline import Part

    # `forceinline` is always said: else a function inherits it from the one that calls it first
    options = {**_OPTIONS, "no_cpython_wrapper": True, "forceinline": forceinline}
    return njit(**options, pipeline_class=Part)(function)


def entry(function: Function) -> Function:
    """Compile an entry point of the game and keep its machine code on disk."""
    if _is_interpreted(function):
        return function
    from numba import njit

    from simcore.kernel.pipeline import Entry, Kept

    dispatcher: Any = njit(**_OPTIONS, pipeline_class=Entry)(function)
    dispatcher._cache = Kept(function)  # type: ignore[no-untyped-call]
    return dispatcher


def _is_interpreted(function: Callable[..., Any]) -> bool:
    """Whether Python itself runs the build that a function belongs to."""
    build: Any = sys.modules[function.__module__.rpartition(".")[0]]
    return not COMPILED or getattr(build, "INTERPRETED", False)


def records(dtype: np.dtype[Any], count: int) -> Array:
    """`count` zeroed records whose fields can be set by name."""
    size = count * dtype.itemsize
    if size < _LARGE:
        return np.zeros(count, dtype).view(np.recarray)
    # most of a large table is never used: the system gives it page by page, when touched
    return np.frombuffer(mmap.mmap(-1, size), dtype).view(np.recarray)


def for_kernel(array: Array, interpreted: bool = not COMPILED) -> Array:
    """Records as the kernel takes them: plain when compiled, by name when not."""
    if interpreted:
        return array.view(np.recarray)
    plain = array.view(np.ndarray)
    return plain.view(np.dtype((np.void, plain.dtype))) if plain.dtype.names else plain


def words_of(array: Array) -> Array:
    """The memory of a record array as int64 words."""
    return array.view(np.ndarray).view(np.uint8).view(np.int64)
