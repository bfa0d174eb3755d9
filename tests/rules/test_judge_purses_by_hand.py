"""The worst cases of the judge of prices where purses may go, worked out by hand."""

from __future__ import annotations

import pytest
from boards import board, card, purse

from simcore.reference.worst_cases import Answers, Asked, WorstTable
from simcore.scenario import RigCard


def rich(*cards: RigCard, script: tuple[int, ...]) -> WorstTable:
    """A table at which the Runner says from where to pay, as in the script."""
    table = WorstTable(board(rig=cards), lambda *_: 0)
    table.purses_go = True
    table.answers = Answers(script)
    return table


def lying(table: WorstTable) -> list[tuple[int, int]]:
    return [(slot.recurring, slot.hosted) for slot in table.rig]


STEALTH = (
    purse(2, "anything stealth", "A"),
    RigCard(card("B", "resource", load="3 anything stealth"), credits=3),
    purse(1, "anything", "C"),
)


@pytest.mark.parametrize(
    ("credits", "script", "options", "paid", "left"),
    [
        (3, (0,), 3, (2, 1), [(0, 0), (0, 2), (1, 0)]),
        (3, (1,), 3, (1, 2), [(1, 0), (0, 1), (1, 0)]),
        (3, (2,), 3, (0, 3), [(2, 0), (0, 0), (1, 0)]),
        (4, (0,), 2, (2, 2), [(0, 0), (0, 1), (1, 0)]),
        (4, (1,), 2, (1, 3), [(1, 0), (0, 0), (1, 0)]),
        (5, (), 0, (2, 3), [(0, 0), (0, 0), (1, 0)]),
        (7, (), 0, (2, 3), [(0, 0), (0, 0), (1, 0)]),
    ],
)
def test_stealth_credits_from_what_cards_the_runner_likes(
    credits: int,
    script: tuple[int, ...],
    options: int,
    paid: tuple[int, int],
    left: list[tuple[int, int]],
) -> None:
    table = rich(*STEALTH, script=script)
    table.tally.recurring_spent, table.tally.hosted_spent = 5, 7
    assert table.take_stealth(credits) == paid
    assert (table.tally.recurring_spent, table.tally.hosted_spent) == (5, 7)
    assert lying(table) == left
    if script:
        with pytest.raises(Asked) as asked:
            rich(*STEALTH, script=()).take_stealth(credits)
        assert (asked.value.runner, asked.value.answers) == (True, options)


def test_a_card_with_credits_of_both_kinds() -> None:
    table = rich(*STEALTH, script=(1,))
    table.rig[0].recurring, table.rig[0].hosted = 1, 2
    assert table.take_stealth(4) == (1, 3)  # two of the first card, two of the second
    assert lying(table) == [(0, 1), (0, 1), (1, 0)]
    other = rich(*STEALTH, script=())
    other.rig[1].recurring, other.rig[1].hosted = 1, 2
    assert other.take_stealth(5) == (3, 2)


def test_credits_from_what_purses_the_runner_likes() -> None:
    """Four: of bad publicity, then of each card in turn, the rest out of the pool."""
    rig = (purse(2, "", "A"), purse(3, "breakers", "B"), purse(2, "", "C"))
    for script, breaking, left, pool in (
        ((0, 0, 0), False, [(0, 0), (3, 0), (1, 0)], 5),
        ((1, 1, 1), False, [(1, 0), (3, 0), (1, 0)], 3),
        ((1, 2, 2), False, [(2, 0), (3, 0), (2, 0)], 1),
        ((1, 1, 2, 1), True, [(1, 0), (2, 0), (1, 0)], 4),
    ):
        table = rich(*rig, script=script)
        table.bad_publicity = 1
        table.pay_credits(4, breaking)
        assert (lying(table), table.credits) == (left, pool)
        tally = table.tally
        assert (tally.credits_spent, tally.bad_publicity_spent) == (4, 1 - script[0])
        assert tally.recurring_spent == 4 - tally.bad_publicity_spent - (5 - pool)
    with pytest.raises(Asked) as asked:
        rich(*rig, script=()).pay_credits(4)
    assert asked.value.answers == 3


def test_credits_for_breakers_go_first() -> None:
    rig = (purse(2, "", "A"), purse(3, "breakers", "B"))
    table = rich(*rig, script=(1,))
    assert table.pay_from_breakers(2) == 1
    assert (lying(table), table.tally.credits_spent) == ([(2, 0), (2, 0)], 1)
    table.purses_go = False
    assert table.pay_from_breakers(4) == 2
    assert (lying(table), table.tally.credits_spent) == ([(2, 0), (0, 0)], 3)


def test_credits_of_both_kinds_on_a_purse() -> None:
    both = (RigCard(card("Both", "resource", load="3 anything"), credits=2),)
    for script, left in (((0,), 0), ((2,), 2)):
        table = rich(*both, script=script)
        table.pay_credits(3)
        assert (lying(table), table.credits) == ([(0, left)], 4 - left)
