"""A plugin of pytest under which a file of the package is imported with another text: that of
`ALTERED_TEXT` for the file `ALTERED_FILE`, under all names that the file has."""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import CodeType, ModuleType

FILE = os.environ["ALTERED_FILE"]
TEXT = Path(os.environ["ALTERED_TEXT"]).read_bytes()


class Altered(SourceFileLoader):
    """Reads the other text."""

    def get_code(self, fullname: str) -> CodeType:
        assert fullname == self.name
        code: CodeType = compile(TEXT, self.path, "exec", dont_inherit=True)
        return code


class Finder(PathFinder):
    """Finds modules as ever."""

    @classmethod
    def find_spec(
        cls,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        spec: ModuleSpec | None = super().find_spec(fullname, path, target)
        if spec is not None and spec.origin == FILE:
            spec.loader = Altered(fullname, FILE)
        return spec


sys.meta_path.insert(0, Finder)
