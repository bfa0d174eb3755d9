"""Effects that outlast the piece of ice they are printed on: by hand, in both programs."""

from __future__ import annotations

import pytest
from agreement.compare import difference, report
from boards import board, fracter, wall

from simcore.cards.card import Card
from simcore.record import Result
from simcore.reference import play_seeded
from simcore.scenario import PlacedIce, RunnerPlan, Scenario

NEVER_MORE = RunnerPlan(optional_break_cap=-99)
"""Breaks what it must and nothing else."""


def result(scenario: Scenario) -> Result:
    """The result of game 0, played alike by reference and kernel."""
    found = difference(scenario, 1, 4)
    assert found is None, report(scenario, 1, found)
    return play_seeded(scenario, 1, 0).result


def spent(*ice: Card, purse: int = 30) -> int:
    return result(board(*ice, rig=(fracter(),), purse=purse, plan=NEVER_MORE)).credits_spent


@pytest.mark.parametrize(
    ("subs", "credits"),
    [
        (("nothing",), 2 + 2),
        (("ice-str 2 run",), 4 + 4),  # boosted from 2 to 5 on both
        (("ice-str 2 next",), 4 + 2),
        (("ice-str 1 run", "ice-str 1 next"), 4 + 3),
        (("break-tax 3",), 5 + 5),
        (("use-tax 3",), 5 + 5),
        (("use-tax 1", "break-tax 1"), 4 + 4),
        (("gain-etr later",), 3 + 3),
        (("gain-etr next",), 3 + 2),
        (("gain-etr 2 later", "break-tax 1"), 7 + 7),
    ],
)
def test_what_is_laid_on_later_ice(subs: tuple[str, ...], credits: int) -> None:
    first = wall(9, 1, *subs, title="First")
    assert spent(first, wall(3, 1), wall(3, 1, title="Third")) == credits


def test_a_locked_piece_is_not_broken_and_the_lock_goes_with_it() -> None:
    ice = (wall(9, 1, "lock next", title="First"), wall(2, 1, "net 1"), wall(2, 1, title="Third"))
    assert spent(*ice) == 1
    assert spent(ice[0], ice[2]) == 0  # the Runner goes home before it


def test_an_unrezzed_piece_does_not_use_up_what_is_meant_for_the_next_one() -> None:
    hidden = PlacedIce(wall(0, 99, title="Hidden"))
    ice = (wall(9, 1, "ice-str 2 next", title="First"), hidden, wall(2, 1))
    scenario = board(*ice, rig=(fracter(),), purse=30, corp_credits=0, plan=NEVER_MORE)
    assert result(scenario).credits_spent == 3
