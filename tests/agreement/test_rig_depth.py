"""How far a rig is explored: as many broken pieces as there are, and not one less."""

from __future__ import annotations

from inspect import signature
from typing import Any

import pytest
from agreement.generator import random_scenario
from agreement.test_exact import differences
from grid_scenarios import grid

from simcore.encode import encode
from simcore.encode.rigs import MAX_STATES, RigTable, compile_rigs
from simcore.errors import CapacityError
from simcore.reading import parse_scenario

MANY_STATES = 126
"""A cell of the grid whose rig has many states, few of which two pieces lead to."""

SCENARIOS = 40


def shows(number: int) -> bool:
    """Whether exact odds and the reference part; histograms of other lengths are one way."""
    try:
        return bool(differences(random_scenario(number), 400))
    except CapacityError:
        return False
    except AssertionError:
        return True


def test_a_rig_is_not_explored_for_ice_that_is_not_there() -> None:
    cell = grid()[MANY_STATES]
    assert len(encode(parse_scenario(cell.text, cell.name)).rig.states) < MAX_STATES


def test_a_piece_less_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    explore: Any = compile_rigs
    place = list(signature(compile_rigs).parameters).index("deepest")

    def shallow(*given: Any) -> RigTable:
        deepest = given[place]
        less = None if deepest is None else max(0, deepest - 1)
        found: RigTable = explore(*given[:place], less, *given[place + 1 :])
        return found

    monkeypatch.setattr("simcore.encode.installed.compile_rigs", shallow)
    assert any(shows(number) for number in range(SCENARIOS))
