"""How the kernel is compiled: by numba's own passes, those it needs, and optimised once.

Left alone, numba takes a function through some thirty passes, optimises it, makes machine
code of it, and does all but the first again in every function that calls it; that took as
long as everything else together. Here a part of the game remains text, and each entry point
links the text of all its parts, which nobody else can call then, and optimises that. The
machine code is better for it, too: 2 to 4 % more games per second.

Reaches into numba (pinned in `pyproject.toml`) where it offers no option.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite.binding import Linkage
from numba import _dynfunc  # type: ignore[attr-defined]
from numba.core import types
from numba.core.caching import FunctionCache
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


class _Program(_Library):
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


class _Kernel(CompilerBase):
    """Takes a function through `PASSES`."""

    library: type[JITCodeLibrary]

    def define_pipelines(self) -> list[PassManager]:
        name = self.state.func_id.func_qualname
        self.state.library = self.library(self.state.targetctx.codegen(), name)
        passes = PassManager("kernel")
        for each in PASSES:
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


class Part(_Kernel):
    """For what compiled code alone calls: it stays text."""

    library = _Text

    def define_pipelines(self) -> list[PassManager]:
        self.state.targetctx = self.state.targetctx.subtarget(get_executable=_nothing_to_execute)
        return super().define_pipelines()


def _nothing_to_execute(library: JITCodeLibrary, function: Any, environment: Any) -> Any:
    """What stands for a part where numba wants something that Python can call."""
    library.finalize()
    module, name = function.lookup_module(), function.qualname
    return _dynfunc.make_function(module, name, "", 0, environment, (library,))


class Entry(_Kernel):
    """For what Python calls."""

    library = _Program

    def define_pipelines(self) -> list[PassManager]:
        pipelines = super().define_pipelines()
        self.state.library.enable_object_caching()
        return pipelines

    def compile_extra(self, function: Any) -> Any:
        with _nothing_asked_twice():
            return super().compile_extra(function)  # type: ignore[no-untyped-call]


class Kept(FunctionCache):
    """Machine code on disk. To load it takes nothing of what numba knows of Python's functions,
    which it would fetch first: a quarter of a second at every start."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


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
