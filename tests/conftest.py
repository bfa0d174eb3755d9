"""What all tests share."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # other work may run beside the tests
settings.load_profile("any machine")


def pytest_configure(config: pytest.Config) -> None:
    """Several processes (``-n auto``) find the machine code there: none compiles it again.

    Each takes whole files, which begin with what they share, in the order of their names:
    those of `agreement`, which take longest, come first.
    """
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        config.option.dist = "loadfile"
        config.option.loadscopereorder = False
        from machine_code import compile_once

        compile_once()


def pytest_collection_finish() -> None:
    """What has been collected stays: nobody has to look again and again whether it may go."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def machine_code(request: pytest.FixtureRequest) -> None:
    """For tests that start processes themselves."""
    if not hasattr(request.config, "workerinput"):
        from machine_code import compile_once

        compile_once()
