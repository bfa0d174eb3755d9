"""The functions that entry points are made of: `jit.py` marks them, `pipeline.py` compiles them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PARTS: dict[Callable[..., Any], bool] = {}
"""Each with whether it is always inlined."""
