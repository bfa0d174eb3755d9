"""3,000 further random scenarios and the whole grid, solved and sampled.

python -m pytest tests/verification/test_sampled_against_exact.py
"""

from __future__ import annotations

import pytest
from grid_scenarios import COUNT
from statistical.sampled_against_exact import compare, grid_ones, random_ones

SCENARIOS = 3_000
FIRST = 60_000
BATCH = 250


@pytest.mark.parametrize("first", range(FIRST, FIRST + SCENARIOS, BATCH))
def test_random_scenarios(first: int) -> None:
    found = compare(random_ones(first, BATCH), SCENARIOS)
    assert not found.alarms, found.alarms
    assert found.compared > BATCH * 3 / 4, found


@pytest.mark.parametrize("first", range(10))
def test_real_cards(first: int) -> None:
    found = compare(grid_ones(first, 10), COUNT)
    assert not found.alarms, found.alarms
    assert found.compared >= 20, found
