"""What the reference tells of a way to break, use by use, and what dice leave to be paid."""

from __future__ import annotations

from dataclasses import replace

import pytest
from boards import board, card, wall

from simcore.cards.card import Card
from simcore.reference import play_seeded
from simcore.reference.enumeration import enumerate_results
from simcore.scenario import RigCard


def breaker(strength: int, ability: str, title: str = "Breaker") -> Card:
    kinds = {"icebreaker"}
    return card(title, "program", strength=strength, subtypes=kinds, break_=[ability])


def told(ability: str, edition: str) -> list[str]:
    scenario = board(wall(2, 1, "etr", "etr"), rig=(breaker(2, ability),))
    game = play_seeded(replace(scenario, edition=edition), 3, 1)
    steps = [step.text for step in game.steps]
    return [
        text
        for text in steps
        if text.startswith(("Breaker", "The Runner chooses", "The Runner has"))
    ]


def test_all_uses_at_once() -> None:
    assert told("1c: 1 any", "nsg") == [
        "Breaker breaks 2 subroutines for 2 credits.",
        "The Runner has 3 credits left.",
    ]


def test_one_use_after_another() -> None:
    assert told("1c: 1 any", "onr") == [
        "The Runner chooses subroutine 1.",
        "Breaker breaks it for 1 bit.",
        "The Runner chooses subroutine 2.",
        "Breaker breaks it for 1 bit.",
        "The Runner has 3 bits left.",
    ]
    assert told("Xc: X any", "onr") == [
        "The Runner chooses subroutines 1 and 2.",
        "Breaker breaks them for 2 bits.",
        "The Runner has 3 bits left.",
    ]


@pytest.mark.parametrize(("counters", "success"), [(1, 0), (2, 1)])
def test_what_weakens_before_a_die_does_so_once(counters: int, success: int) -> None:
    """A die and a counter break the first wall, or a card of the grip where the die fails, and
    such a card the second, each time after a counter has weakened it."""
    weak = RigCard(card("Weak", "program", paid=["pc 1: ice-str -1"]), power=counters)
    rig = (
        weak,
        breaker(2, "2c: 1 any [2+ else net]", "Die"),
        RigCard(breaker(3, "pc 1: 1 any", "Sure"), power=1),
        breaker(2, "grip 1: 1 any", "Last"),
    )
    found = enumerate_results(board(wall(3, 1, "etr", "etr"), wall(3), rig=rig, purse=2))
    assert {each.success for each in found} == {success}


def test_boosts_are_told_by_the_strength_that_they_come_to() -> None:
    """Two steps of two each, for a credit each: from 1 to 5, for 2."""
    strong = card(
        "Breaker",
        "program",
        strength=1,
        subtypes={"icebreaker"},
        break_=["1c: 1 any"],
        pump=["1c: +2"],
    )
    game = play_seeded(board(wall(4), rig=(strong,)), 3, 1)
    steps = [step.text for step in game.steps if step.text.startswith("Breaker")]
    assert steps == [
        "Breaker goes to strength 5 for 2 credits.",
        "Breaker breaks 1 subroutine for 1 credit.",
    ]
