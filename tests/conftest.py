"""What all tests share."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Several processes (``-n auto``) find the machine code there: none compiles it again."""
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        from machine_code import compile_once

        compile_once()


@pytest.fixture(scope="session")
def machine_code(request: pytest.FixtureRequest) -> None:
    """For tests that start processes themselves."""
    if not hasattr(request.config, "workerinput"):
        from machine_code import compile_once

        compile_once()
