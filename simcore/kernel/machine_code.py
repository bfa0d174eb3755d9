"""Machine code: kept on disk, loaded without numba, and called.

To import numba takes longer than a million games, and what it has once compiled needs none
of it: an object file of LLVM's, whose function takes numbers and addresses like any in C.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

PACKAGE = Path(__file__).parents[1]
SHARED = (*sorted(PACKAGE.glob("kernel/*.py")), PACKAGE / "sites.py", PACKAGE / "record.py")
"""Files whose text ends up in every entry point."""
_CHECKED = hashlib.sha256().digest_size


class Entry:
    """A function of the kernel that Python calls: compiled or loaded when it is first called.

    It takes whole numbers and arrays, for each kind of which there is machine code of its own,
    and returns a whole number.
    """

    def __init__(self, function: Callable[..., int]) -> None:
        self.function = function
        self._codes: dict[Any, Callable[..., int]] = {}
        self._lock = threading.Lock()

    def __call__(self, *arguments: Any) -> int:
        return self.on(*arguments)()

    def on(self, *tables: Any) -> Callable[..., int]:
        """The function with its first arguments, looked at once: for one thread at a time."""
        fixed = tuple(map(_kind_of, tables))
        result, error = ctypes.c_int64(), ctypes.c_void_p()
        words = [ctypes.c_int64(word) for table in tables for word in _words_of(table)]
        begin = ctypes.byref(result), ctypes.byref(error), *words
        codes: dict[tuple[type, ...], Callable[..., int]] = {}

        def call(*numbers: Any) -> int:
            code = codes.get(types := tuple(map(type, numbers)))
            if code is None:
                kinds = fixed + tuple(map(_kind_of, numbers))
                code = codes[types] = self._code_for(kinds, (*tables, *numbers))
            if code(*begin, *[ctypes.c_int64(int(number)) for number in numbers]):
                raise IndexError(f"{self.function.__qualname__} has left one of its tables")
            return result.value

        return call

    def is_kept(self, *arguments: Any) -> bool:
        """Whether there is machine code for such arguments, so that nothing is compiled."""
        kinds = tuple(map(_kind_of, arguments))
        return kinds in self._codes or _file_for(self.function, kinds).exists()

    def _code_for(self, kinds: Any, arguments: tuple[Any, ...]) -> Callable[..., int]:
        with self._lock:
            if kinds not in self._codes:
                kept = _file_for(self.function, kinds)
                program = _read(kept)
                if program is None:
                    from simcore.kernel.pipeline import compile_entry  # imports numba

                    program = compile_entry(self.function, arguments)
                    _write(kept, program)
                self._codes[kinds] = _loaded(*program)
            return self._codes[kinds]


def _kind_of(argument: Any) -> Any:
    """All of an argument that machine code depends on; what is in a record, its size tells."""
    if isinstance(argument, np.ndarray):
        flags = argument.flags
        return argument.dtype.str, argument.ndim, flags.c_contiguous, flags.writeable
    return isinstance(argument, np.uint64)


def _words_of(argument: Any) -> tuple[int, ...]:
    """An argument as numba's machine code takes it."""
    if not isinstance(argument, np.ndarray):
        return (int(argument),)
    address = argument.ctypes.data
    owner = parent = 0
    sizes = argument.size, argument.itemsize
    return (owner, parent, *sizes, address, *argument.shape, *argument.strides)


def _folder() -> Path:
    """Where machine code is kept."""
    if given := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(given)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "simcore"


def _file_for(function: Callable[..., int], kinds: Any) -> Path:
    """The file of a function's machine code: its name says all that this depends on.

    The last part is of the sources: a new version takes the place of those before.
    """
    own = Path(function.__code__.co_filename)
    around = hashlib.sha256(repr((own.parent, kinds, _surroundings())).encode())
    sources = hashlib.sha256(_shared_sources() + own.read_bytes())
    name = f"{function.__module__}.{function.__qualname__}"
    return _folder() / f"{name}-{around.hexdigest()[:16]}-{sources.hexdigest()[:16]}.code"


@cache
def _shared_sources() -> bytes:
    return b"".join(path.read_bytes() for path in SHARED)


@cache
def _surroundings() -> tuple[Any, ...]:
    """The processor, the compilers and their settings."""
    import llvmlite
    from llvmlite import binding

    numba = find_spec("numba")
    version = Path(numba.origin or "").with_name("_version.py").read_bytes() if numba else b""
    settings = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
    settings.pop("NUMBA_CACHE_DIR", None)
    processor = binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()
    return processor, llvmlite.__version__, version, sorted(settings.items())


def _read(path: Path) -> tuple[str, bytes] | None:
    """The name of a function and its object file, if they are there, and whole."""
    try:
        kept = path.read_bytes()
    except OSError:
        return None
    check, rest = kept[:_CHECKED], kept[_CHECKED:]
    if hashlib.sha256(rest).digest() != check:
        return None
    name, _, program = rest.partition(b"\0")
    return name.decode(), program


def _write(path: Path, program: tuple[str, bytes]) -> None:
    """Keep machine code, if the system lets us; other processes see all of it or nothing."""
    name, code = program
    rest = name.encode() + b"\0" + code
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(hashlib.sha256(rest).digest() + rest)
        os.replace(file.name, path)
        before, _, _ = path.name.rpartition("-")
        for old in path.parent.glob(f"{before}-*"):
            if old != path:
                old.unlink(missing_ok=True)
    except OSError as error:
        print(f"simcore: machine code is not kept: {error}", file=sys.stderr)


def _loaded(name: str, code: bytes) -> Callable[..., int]:
    """A function from its object file; while it runs, other threads may."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine(jit=True)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    return ctypes.CFUNCTYPE(ctypes.c_int32)(engine.get_function_address(name))


_engines: list[Any] = []
"""They hold the memory of what was loaded."""
