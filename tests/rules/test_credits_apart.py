"""Credits for some cards alone, shared out by hand: whose they may be, and what is left to pay."""

from __future__ import annotations

from simcore.plan.pieces import GONE, SlotState
from simcore.prices.apart import Apart, Paid, burdens, paid_by

GENERATOR = Apart(3, 1, True, frozenset({1}))
THREAD = Apart(4, 2, False, frozenset({0, 1}))
MANTLE = Apart(5, 3, True, frozenset({0, 1, 2}))


def test_credits_for_one_kind_leave_all_others_to_pay() -> None:
    # 9 in all, 3 of them stealth: the first kind has 2 (1 stealth), the second 3 (2 stealth)
    assert burdens(9, 3, (2, 3, 1, 2)) == (7, 2, 6, 1, 4, 0)


def test_ordinary_credits_leave_to_stealth_credits_what_those_alone_pay() -> None:
    # due 2 and 3, of that 1 and 2 for stealth credits: Thread pays the other 1 and 1
    purses = (GENERATOR, THREAD, MANTLE)
    found = list(paid_by(purses, (0, 2, 3), None, (2, 3, 0, 1, 2, 0), 3, choosy=False))
    assert found == [Paid((0, 0, 0), 5, 0)]
    found = list(paid_by((GENERATOR, THREAD), (0, 5), None, (2, 3, 1, 2), 3, choosy=False))
    assert found == [Paid((0, 3), 2, 3)]


def test_credits_are_shared_out_in_every_way() -> None:
    # two credits for two cards: 2 and 0, 1 and 1, 0 and 2
    found = list(paid_by((GENERATOR, THREAD), (0, 2), None, (2, 3, 0, 0), 0, choosy=False))
    assert found == [Paid((0, 0), 2, 0)] * 3


def test_a_card_that_is_gone_pays_nothing() -> None:
    rig = (SlotState(), SlotState(), SlotState(), SlotState(), GONE)
    found = list(paid_by((GENERATOR, THREAD), (1, 2), rig, (2, 3, 0, 0), 0, choosy=False))
    assert found == [Paid((0, 2), 1, 0)]


def test_stealth_credits_may_be_kept_back() -> None:
    # the generator's one for its card, or not; then the mantle's for what is left
    due = (0, 2, 0, 1)
    found = set(paid_by((GENERATOR, THREAD), (1, 0), None, due, 1, choosy=True))
    assert found == {Paid((0, 0), 1, 0), Paid((1, 0), 0, 1)}
