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
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
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


@contextmanager
def _nothing_asked_twice() -> Iterator[None]:
    """Remember what operators give on which types, and spell records by their names.

    numba tries all that is overloaded for an operator each time that it is met, and spells
    the types of the arguments, field by field, before each pass: a third of the front end.
    """
    operators: Any = types.Function
    records: Any = types.Record
    resolve, spell = operators.get_call_type, records.__repr__
    known: dict[Any, Any] = {}

    def get_call_type(operator: Any, context: Any, args: Any, keywords: Any) -> Any:
        key = operator, tuple(args), tuple(keywords.items())
        if key not in known:
            known[key] = resolve(operator, context, args, keywords)
        return known[key]

    operators.get_call_type = get_call_type
    records.__repr__ = records.__str__
    try:
        yield
    finally:
        operators.get_call_type = resolve
        records.__repr__ = spell
