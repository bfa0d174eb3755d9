"""Every cell of the matrix against `break_cost`. Takes half a minute; run by hand:

python -m pytest tests/verification/test_matrix.py
"""

from __future__ import annotations

import pytest
from properties.test_matrix import agrees, pool

from simcore.prices.matrix import break_matrix


@pytest.mark.parametrize("advancement", [0, 1, 3])
@pytest.mark.parametrize("edition", ["nsg", "onr"])
def test_every_pair_costs_what_break_cost_says(edition: str, advancement: int) -> None:
    ice, breakers = pool(edition)
    costs = break_matrix(ice, breakers, advancement=advancement).costs
    for row, wall in enumerate(ice):
        for column, breaker in enumerate(breakers):
            cell = int(costs[row, column])
            assert agrees(wall, breaker, cell, advancement), (wall.title, breaker.card.title)
