"""How the kernel is compiled: by numba's own passes, those it needs, and optimised once.

Left alone, numba takes a function through some thirty passes, optimises it, makes machine
code of it, and does all but the first again in every function that calls it; that took as
long as everything else together. Here a part of the game remains text, and each entry point
links the text of all its parts, which nobody else can call then, and optimises that. The
machine code is better for it, too: 2 to 4 % more games per second.

Reaches into numba (pinned in `pyproject.toml`) where it offers no option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dis import get_instructions
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from llvmlite.binding import Linkage
from numba import _dynfunc, njit, typeof  # type: ignore[attr-defined]
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.postproc import PostProcessor
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.untyped_passes import (
    DeadBranchPrune,
    FixupArgs,
    IRProcessing,
    ReconstructSSA,
    TranslateByteCode,
)

from simcore.kernel.parts import PARTS

PASSES = (
    TranslateByteCode,
    FixupArgs,
    IRProcessing,
    DeadBranchPrune,  # what stands behind FULL and EXACT
    ReconstructSSA,
    NopythonTypeInference,
    PreLowerStripPhis,
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
)
"""No closures, no array expressions, no literal arguments, no objects: the kernel has none."""


class _Library(JITCodeLibrary):
    """What one function compiles to; what is added to it is not optimised by itself."""

    def add_llvm_module(self, module: Any) -> None:
        self._final_module.link_in(module)


class _Text(_Library):
    """The text of one function, and the libraries it calls."""

    def finalize(self) -> None:
        self._finalized = True


class Program(_Library):
    """An entry point and all it calls, optimised as one."""

    def add_linking_library(self, library: Any) -> None:
        if library not in self._linking_libraries:
            super().add_linking_library(library)  # type: ignore[no-untyped-call]
            for called in library._linking_libraries:
                self.add_linking_library(called)

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalized = True  # who loads the object file has it ready to be used

    def object_file(self) -> bytes:
        """Its machine code."""
        code: bytes = self._codegen._tm.emit_object(self._final_module)
        return code


class _Part(CompilerBase):
    """Takes a function through `PASSES`."""

    library: type[JITCodeLibrary] = _Text

    def define_pipelines(self) -> list[PassManager]:
        name = self.state.func_id.func_qualname
        self.state.library = self.library(self.state.targetctx.codegen(), name)
        self.state.targetctx = self.state.targetctx.subtarget(get_executable=_nothing_to_execute)
        passes = PassManager("kernel")
        for each in PASSES:
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


class _Whole(_Part):
    """For what Python calls."""

    library = Program


def _nothing_to_execute(library: JITCodeLibrary, function: Any, environment: Any) -> Any:
    """What stands for a function where numba wants something that Python can call."""
    library.finalize()
    module, name = function.lookup_module(), function.qualname
    return _dynfunc.make_function(module, name, "", 0, environment, (library,))


OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
}
"""No reference counts, no interpreter lock, nothing around a function that Python would need."""


def compile_entry(function: Callable[..., Any], arguments: Sequence[Any]) -> tuple[str, bytes]:
    """The name of an entry point in machine code, and its object file."""
    name, program = compile_program(function, arguments)
    return name, program.object_file()


def compile_program(function: Callable[..., Any], arguments: Sequence[Any]) -> tuple[str, Program]:
    """An entry point for such arguments, and all it calls."""
    dispatcher: Any = njit(**OPTIONS, pipeline_class=_Whole)(_with_parts(function))
    kinds = tuple(typeof(_plain(argument)) for argument in arguments)
    with _nothing_asked_twice():
        dispatcher.compile(kinds)
    result = dispatcher.overloads[kinds]
    return result.fndesc.llvm_func_name, result.library


@cache
def _part(function: Callable[..., Any]) -> Any:
    """A part of the game as numba has it."""
    # `forceinline` is always said: else a function inherits it from the one that calls it first
    options = OPTIONS | {"forceinline": PARTS[function]}
    return njit(**options, pipeline_class=_Part)(_with_parts(function))


def _with_parts(function: Callable[..., Any]) -> FunctionType:
    """A function that finds numba's parts where it calls Python's."""
    assert isinstance(function, FunctionType)
    names = {each.argval for each in get_instructions(function) if each.opname == "LOAD_GLOBAL"}
    found = {name: function.__globals__.get(name) for name in names}
    called = {name: _part(each) for name, each in found.items() if _is_part(each)}
    return FunctionType(function.__code__, function.__globals__ | called, function.__name__)


def _is_part(value: Any) -> bool:
    return isinstance(value, FunctionType) and value in PARTS


def _plain(argument: Any) -> Any:
    """An argument without numpy's ways to reach the fields of records by name."""
    if not isinstance(argument, np.recarray):
        return argument
    plain = argument.view(np.ndarray)
    return plain.view(np.dtype((np.void, plain.dtype)))


@contextmanager
def _nothing_asked_twice() -> Iterator[None]:
    """Within, numba does once what it would do over and over: two fifths of its front end.

    It tries all that is overloaded for an operator each time that it is met; it spells the
    types of the arguments, field by field, before each pass; and after most passes it works
    out how long each variable lives, which only the last one reads.
    """
    resolve, lives = types.Function.get_call_type, PostProcessor.run
    known: dict[Any, Any] = {}

    def get_call_type(operator: Any, context: Any, args: Any, keywords: Any) -> Any:
        key = operator, tuple(args), tuple(keywords.items())
        if key not in known:
            known[key] = resolve(operator, context, args, keywords)
        return known[key]

    def run(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        if emit_dels or processor.func_ir.is_generator:
            lives(processor, emit_dels, extend_lifetimes)

    shorter: tuple[tuple[Any, str, Any], ...] = (
        (types.Function, "get_call_type", get_call_type),
        (types.Record, "__repr__", types.Record.__str__),
        (PostProcessor, "run", run),
    )
    before = [getattr(owner, name) for owner, name, _ in shorter]
    for owner, name, new in shorter:
        setattr(owner, name, new)
    try:
        yield
    finally:
        for (owner, name, _), old in zip(shorter, before, strict=True):
            setattr(owner, name, old)
