"""Small amounts on the way past ice, each of which one slip would change: invented cards, and
figures reckoned by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from boards import board, card, fracter, unread, wall

from simcore.prices.server_cost import ServerCost, server_cost
from simcore.prices.way.comparing import packed_rows
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Scenario

PROGRAM = card("Idle", "program")


def told(scenario: Scenario, *names: str) -> list[tuple[int, ...]]:
    """So much of each of these, or so many, in every way past a server."""
    cost: ServerCost = server_cost(scenario, passing=True)
    return sorted(tuple(_number(bill.get(name, 0)) for name in names) for bill in cost.payments)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else len(value)


@pytest.mark.parametrize(
    "rows",
    [
        [(-3, 2), (-1, 0), (0, 1), (-3, 1)],  # two columns that differ
        [(4, 7), (4, 9), (4, 8)],  # one
        [(4, 7), (4, 7)],  # none
        [(0, -5, 1, 3), (-9, 0, 1, 2), (-9, -5, 1, 3), (0, 0, 1, 2)],
        [(-5, 1), (5, 0), (5, 1), (-5, 0)],  # as far below nought as above it
    ],
)
def test_packed_rows_compare_as_their_numbers_do(rows: list[tuple[int, ...]]) -> None:
    packed, guard = packed_rows(rows)
    for (row, one), (other, two) in product(zip(rows, packed, strict=True), repeat=2):
        no_greater = all(b <= a for a, b in zip(row, other, strict=True))
        assert (((one | guard) - two) & guard == guard) == no_greater


def test_the_only_program_is_enough_for_who_has_to_choose() -> None:
    fork = wall(9, 1, "runner: {trash prog 1} | {tag 1}", title="Fork")
    assert told(board(fork, rig=(PROGRAM,)), "cards_lost", "tags") == [(0, 1), (1, 0)]
    assert told(board(fork), "cards_lost", "tags") == [(0, 1)]


def test_all_is_lost_with_what_was_lost_before() -> None:
    thieves = [wall(9, 1, f"rlose {number}", title=f"Thief {number}") for number in (2, 99)]
    assert told(board(*thieves, purse=5), "credits_lost") == [(5,)]


@pytest.mark.parametrize(("enough", "damage"), [(4, {0, 1}), (3, {1})])
def test_the_pool_pays_no_more_than_was_due(enough: int, damage: set[int]) -> None:
    """Two credits are due, one of which the bank may pay: 3 or 4 of the pool are left."""
    bank = RigCard(card("Bank", "hardware", recurring="1 breakers"), credits=1)
    fence = wall(2, 1, "etr", "etr", title="Fence")
    greedy = unread("Greedy", subs=[f"if runner-cr>={enough}: net 1"])
    greedy = replace(greedy, subtypes=frozenset({"sentry"}))
    scenario = board(fence, greedy, rig=(fracter(), bank), purse=5)
    assert {each for (each,) in told(scenario, "damage")} == damage


def bell(kind: str, *, counts: bool) -> PlacedRoot:
    """A card of the root that is heard as the server is approached."""
    says = "net 1*adv" if counts else "nothing"
    return PlacedRoot(card(kind, "upgrade", on=[f"root: approach-server: {says}"]), rezzed=True)


@pytest.mark.parametrize(("where", "damage"), [("card", 1), ("ice", 0)])
@pytest.mark.parametrize("first", [True, False])
def test_counters_placed_on_cards_of_the_root(where: str, damage: int, first: bool) -> None:
    """The one that counts them has one, wherever it lies; what may go on ice does not."""
    helper = unread("Helper", subs=[f"adv 1 {where}"])
    root = (bell("Loud", counts=first), bell("Low", counts=not first))
    assert told(board(helper, root=root), "damage") == [(damage,)]
