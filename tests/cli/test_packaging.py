"""What the wheel will hold is what the tree holds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import simcore

ROOT = Path(__file__).parents[2]


def test_every_package_is_listed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    found = {
        ".".join(path.parent.relative_to(ROOT).parts) for path in (ROOT / "simcore").rglob("*.py")
    }
    assert set(listed["packages"]) == found


def test_public_names_exist() -> None:
    for name in simcore.__all__:
        assert getattr(simcore, name) is not None
