"""3,000 further random scenarios, solved and sampled.

python -m pytest tests/verification/test_sampled_against_exact.py
"""

from __future__ import annotations

import pytest
from statistical.sampled_against_exact import compare_random

SCENARIOS = 3_000
FIRST = 60_000
BATCH = 250


@pytest.mark.parametrize("first", range(FIRST, FIRST + SCENARIOS, BATCH))
def test_random_scenarios(first: int) -> None:
    found = compare_random(first, BATCH, SCENARIOS)
    assert not found.alarms, found.alarms
    assert found.compared > BATCH * 3 / 4, found
