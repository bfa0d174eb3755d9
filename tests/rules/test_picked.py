"""Cards of the rig that the Corp picks: what is told of them, and what no other way beats; worked
by hand from the cards."""

from __future__ import annotations

from typing import Any

import pytest

from simcore.cards.pool import load_pool
from simcore.prices.server_cost import server_cost
from simcore.prices.way import sieve
from simcore.prices.way.found import COUNTED
from simcore.scenario import Corp, PlacedIce, RigCard, Runner, Scenario

WAYS: dict[tuple[tuple[str, ...], tuple[str, ...]], list[dict[str, Any]]] = {
    # either program may go; the pointer given up keeps the other one for sure
    (("Sapper",), ("Laser Pointer", "Carmen")): [
        {"credits": 1},
        {"credits": 0, "trashed": {"Laser Pointer"}},
    ],
    # the same for one of two, and a tag for getting past
    (("Lethe",), ("Laser Pointer", "Carmen")): [
        {"credits": 5},
        {"credits": 0, "lost": {"Laser Pointer", "Carmen"}, "taken": 1},
        {"credits": 0, "tags": 1, "trashed": {"Laser Pointer"}},
    ],
    # 8 and a program of the Corp's choice is no better than the hook
    (("Archer",), ("Grappling Hook", "Ninja")): [
        {"credits": 9},
        {"credits": 0, "trashed": {"Grappling Hook"}},
    ],
    (("Rototurret",), ("Mimic", "Paperclip", "Corroder")): [
        {"credits": 2},
        {"credits": 1, "lost": {"Mimic", "Paperclip", "Corroder"}, "taken": 1},
    ],
    (("Rototurret", "Rototurret"), ("Mimic", "Paperclip", "Corroder")): [
        {"credits": 4},
        {"credits": 3, "lost": {"Mimic", "Paperclip", "Corroder"}, "taken": 1},
    ],
    # of two copies it may be either
    (("Rototurret",), ("Mimic", "Mimic")): [
        {"credits": 2},
        {"credits": 1, "lost": {"Mimic"}},
    ],
    # two of three go, both fracters for one; where Crypsis has broken what trashes at Cobra and
    # goes for that, only one of them
    (("Cobra", "Sapper"), ("Crypsis", "Cleaver", "Cleaver")): [
        {"credits": 0, "damage": 2, "lost": {"Crypsis", "Cleaver"}, "taken": 2},
        {"credits": 2, "damage": 2, "trashed": {"Crypsis"}, "lost": {"Cleaver"}},
        {"credits": 3, "trashed": {"Crypsis"}, "lost": {"Cleaver"}},
        {"credits": 2, "lost": {"Crypsis", "Cleaver"}},
    ],
    # it keeps whatever is picked from going, but goes itself
    (("Rototurret",), ("Mimic", "Leech", "Sacrificial Construct")): [
        {"credits": 2},
        {"credits": 1, "trashed": {"Sacrificial Construct"}},
        {"credits": 1, "lost": {"Mimic", "Leech"}, "taken": 1},
    ],
    # what goes as the run ends is gone if it is given up before
    (("Conundrum",), ("Mayfly",)): [
        {"credits": 7, "clicks_lost": 1, "lost": {"Mayfly"}},
        {"credits": 8, "lost": {"Mayfly"}},
    ],
    # by strength 4 for 2 credits each subroutine costs 1: who leaves one of the two that trash
    # programs and the one that trashes hardware loses the console and a program of the Corp's
    # choice; who leaves both that trash programs keeps it
    (("Machicolation A",), ("Gordian Blade", "Corroder", "Desperado")): [
        {"credits": 3, "lost": {"Gordian Blade", "Corroder", "Desperado"}},
        {"credits": 4, "lost": {"Gordian Blade", "Corroder"}},
        {
            "credits": 4,
            "taken": 2,
            "surely": {"Desperado"},
            "lost": {"Gordian Blade", "Corroder", "Desperado"},
        },
        {"credits": 5, "lost": {"Gordian Blade", "Corroder"}, "taken": 1},
        {"credits": 5, "lost": {"Desperado"}},
        {"credits": 6},
    ],
    # Mayfly goes anyway, so of the pick one of the others is the worst
    (("Rototurret",), ("Mayfly", "Leech", "Corroder")): [
        {"credits": 2, "condemned": {"Mayfly"}},
        {"credits": 1, "condemned": {"Mayfly"}, "lost": {"Leech", "Corroder"}, "taken": 1},
    ],
}


def told(bill: dict[str, Any]) -> dict[str, Any]:
    names = {"trashed": "trashed", "condemned": "condemned", "cards_lost": "lost"}
    names["surely_lost"] = "surely"
    same = {name: name for name in ("damage", "tags", "clicks_lost")}
    numbers = {"cards_taken": "taken"} | same
    found: dict[str, Any] = {"credits": bill["credits"]}
    found |= {new: set(bill[name]) for name, new in names.items() if name in bill}
    return found | {new: bill[name] for name, new in numbers.items() if name in bill}


def server(board: tuple[tuple[str, ...], tuple[str, ...]], turned: bool = False) -> Scenario:
    pool = load_pool("nsg")
    ice, rig = ([pool.find(title) for title in titles] for titles in board)
    there = tuple(map(RigCard, reversed(rig) if turned else rig))
    runner = Runner(credits=30, rig=there, grip=((pool.find("Sure Gamble"), 5),))
    corp = Corp(credits_low=20, credits_high=20)
    return Scenario("nsg", "rd", tuple(map(PlacedIce, ice)), (), corp, runner)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("board", WAYS, ids=lambda board: " ".join(map("; ".join, board)))
def test_which_cards_may_go(board: tuple[tuple[str, ...], tuple[str, ...]], turned: bool) -> None:
    scenario = server(board, turned)
    found = [told(bill) for bill in server_cost(scenario, passing=True).payments]
    assert len(found) == len(WAYS[board])
    assert all(each in WAYS[board] for each in found)


def test_it_is_said_where_only_the_number_of_cards_that_go_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scenario = server((("Fairchild 3.0",), ("Corroder", "Mimic", "Gordian Blade")))
    all_told = server_cost(scenario, passing=True)
    assert COUNTED not in all_told.approximate
    monkeypatch.setattr(sieve, "MANY", 2)
    some_told = server_cost(scenario, passing=True)
    assert len(some_told.payments) < len(all_told.payments)
    assert COUNTED in some_told.approximate
