"""What is left to break, and what else the search for ways counts, each by itself."""

from __future__ import annotations

import pytest
from boards import card

from simcore.plan.pieces import PLAIN, TRACING, Ask
from simcore.plan.slot_rules import strength_by_power

ENDS = Ask(3, 2, first=PLAIN, last=TRACING, ends=2)


def test_one_end_of_a_piece_is_broken_by_itself() -> None:
    assert ENDS.without("first") == Ask(2, 2, last=TRACING, ends=2)
    assert ENDS.without("last") == Ask(3, 1, first=PLAIN, ends=2)


def test_ends_of_the_run_are_broken_by_themselves() -> None:
    assert ENDS.without_ends(1) == Ask(2, 2, first=PLAIN, last=TRACING, ends=1)
    assert ENDS.without_ends(2).ends == 0


@pytest.mark.parametrize(
    ("general", "special", "left"),
    [(0, 0, 5), (1, 0, 4), (0, 1, 4), (0, 3, 3), (2, 2, 1), (5, 0, 0), (9, 9, 0)],
)
def test_what_is_left_to_break(general: int, special: int, left: int) -> None:
    """3 that do not trace, and 2 that do."""
    assert Ask(3, 2).left(general, special) == left


def test_strength_by_the_counters_that_a_card_gets_on_the_way() -> None:
    says = {"static": ["str +2*power", "str +1*breakers"]}
    fed = card("Fed", "program", strength=1, on=["full-break: power 1"], **says)
    assert strength_by_power(fed) == 2
    assert strength_by_power(card("Full", "program", strength=1, **says)) == 0
