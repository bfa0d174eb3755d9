"""Records and arrays as Python itself is quick to read: where the kernel is interpreted.

A field of numpy's records takes a microsecond to reach, and a game looks at a hundred; its
numbers are slow to count with. These look the same to the kernel, over the same memory.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from simcore.kernel.jit import Array, words_of


def constant(array: Array) -> list[Constant]:
    """A record that nothing changes."""
    return [Constant(array.view(np.ndarray)[0])]


class Constant:
    """A record that nothing changes: a field is fetched when it is first asked for."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = _constant(self._record[name])
        setattr(self, name, value)
        return value


class _ConstantCells(dict[Any, Any]):
    """An array that nothing changes, likewise."""

    def __init__(self, array: Array) -> None:
        self._array = array

    def __missing__(self, index: Any) -> Any:
        value = self[index] = _constant(self._array[index])
        return value


def _constant(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return _ConstantCells(value)
    return Constant(value) if isinstance(value, np.void) else int(value)


class Lines(list[memoryview]):
    """A table that is taken line by line."""

    def __init__(self, array: Array) -> None:
        super().__init__(memoryview(line) for line in array)
        self.shape = array.shape


def changing(array: Array) -> list[Any]:
    """A record that is played with."""
    fields: Any = array.dtype.fields
    scalars = {name: offset // 8 for name, (kind, offset, *_) in fields.items() if not kind.shape}
    record = _class_of(tuple(scalars.items()))()
    words: Any = words_of(array)
    record.words = memoryview(words)
    for name in fields.keys() - scalars:
        cells: Any = array.view(np.ndarray)[name][0]
        setattr(record, name, memoryview(cells) if cells.ndim == 1 else Lines(cells))
    return [record]


@cache
def _class_of(scalars: tuple[tuple[str, int], ...]) -> type[Any]:
    """Records whose attributes are words of their memory."""
    return type("Changing", (), {name: _attribute(word) for name, word in scalars})


def _attribute(word: int) -> property:
    def get(record: Any) -> Any:
        return record.words[word]

    def put(record: Any, value: Any) -> None:
        record.words[word] = int(value)  # also what comes of comparing numpy's numbers

    return property(get, put)
