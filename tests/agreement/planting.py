"""Bugs planted in the package while it is imported, in processes that begin warm.

Nothing is copied: a finder hands out the text of one file with the replacement made. What
all these processes need and no bug touches is imported once, by the `Forge` they are
parted off from.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from agreement.planted import Mutant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import CodeType, ModuleType

ROOT = Path(__file__).resolve().parents[2]


def text_with(mutant: Mutant) -> str:
    """The text of the file with the bug in it; what is replaced has to be there once."""
    text = (ROOT / "simcore" / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1, (
        f"{mutant.name}: {mutant.file} holds {text.count(mutant.old)} times {mutant.old!r}"
    )
    return text.replace(mutant.old, mutant.new)


class _Planted(SourceFileLoader):
    """Loads a file with another text than stands in it."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, _name: str) -> CodeType:
        code: CodeType = compile(self._text, self.path, "exec", dont_inherit=True)
        return code


class _Planter(MetaPathFinder):
    """Finds the file of the bug under whatever name it is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self._path, self._text = ROOT / "simcore" / mutant.file, text_with(mutant)

    def find_spec(
        self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path)
        if spec is None or spec.origin is None or Path(spec.origin) != self._path:
            return None
        spec.loader = _Planted(name, spec.origin, self._text)
        return spec


class Forge:
    """A process that parts off others, each with one bug in it."""

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
            "NUMBA_DISABLE_JIT": "1",
        }
        if environment.pop("PYTHONDONTWRITEBYTECODE", None):
            environment["PYTHONPYCACHEPREFIX"] = self._folder.name
        self._process = subprocess.Popen(
            [sys.executable, "-m", "agreement.planting"],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()
        self._folder.cleanup()

    def hunt(self, mutant: Mutant, module: str, *given: int | str) -> int | None:
        """What `hunt(*given)` of a module says where the bug is planted."""
        asked = [mutant.name, mutant.file, mutant.old, mutant.new, module, *given]
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert not answer["error"], f"{mutant.name}:\n{answer['error']}"
        tried: int | None = answer["tried"]
        return tried


def hunted(
    catch: Callable[[Forge, Mutant, bool], int | None], mutants: Sequence[Mutant]
) -> list[int | None]:
    """How long each bug stays unseen, by as many processes as there are processors."""
    from simcore.threads import available_threads

    threads = available_threads()
    with ExitStack() as stack:
        free: SimpleQueue[Forge] = SimpleQueue()
        for _ in range(threads):
            free.put(stack.enter_context(Forge()))

        def hunt(mutant: Mutant) -> int | None:
            forge = free.get()
            try:
                return catch(forge, mutant, False)
            finally:
                free.put(forge)

        pool = stack.enter_context(ThreadPoolExecutor(threads))
        return list(pool.map(hunt, mutants))


def _hunt_planted(
    name: str, file: str, old: str, new: str, module: str, *given: int | str
) -> dict[str, Any]:
    """In a process parted off: plant the bug, then look for it."""
    try:
        sys.meta_path.insert(0, _Planter(Mutant(name, file, old, new)))
        return {"tried": import_module(module).hunt(*given), "error": ""}
    except Exception:
        return {"tried": None, "error": traceback.format_exc()}


def _serve() -> None:
    import numba  # noqa: F401  (shared by all that are parted off)

    assert "simcore" not in sys.modules
    for line in sys.stdin:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            with open(writing, "w") as answer:
                json.dump(_hunt_planted(*json.loads(line)), answer)
            os._exit(0)
        os.close(writing)
        with open(reading) as answer:
            print(answer.read(), flush=True)
        os.waitpid(child, 0)


if __name__ == "__main__":
    _serve()
