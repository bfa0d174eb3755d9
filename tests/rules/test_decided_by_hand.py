"""Clauses that what is stated decides: at the very number they ask for, and one below."""

from __future__ import annotations

import pytest

from simcore.reading import parse_scenario
from simcore.scenario import Scenario


def stated(rig: str = "", ice: str = '"Palisade"', points: tuple[int, int] = (0, 0)) -> Scenario:
    text = f"""
edition = "nsg"
[server]
kind = "remote"
ice = [{ice}]
[corp]
credits = 5
points = {points[0]}
[runner]
credits = 9
points = {points[1]}
rig = [{rig}]
"""
    return parse_scenario(text, "decided")


@pytest.mark.parametrize("points", [(4, 0), (0, 4), (3, 3)])
def test_threat_is_what_the_side_ahead_has(points: tuple[int, int]) -> None:
    """Pressure Spike asks for 4, Attini for 3: below that they do nothing more than is played."""
    (spike,) = stated('"Pressure Spike"', points=points).runner.rig
    assert (spike.card.fidelity.level == "exact") == (max(points) < 4)
    (attini,) = stated(ice='"Attini"', points=points).ice
    assert attini.card is not None and attini.card.rules.unexecuted
    (attini,) = stated(ice='"Attini"', points=(points[0] // 2, points[1] // 2)).ice
    assert attini.card is not None and not attini.card.rules.unexecuted


@pytest.mark.parametrize(
    ("beside", "exact"),
    [
        ("", True),
        ('"Corroder"', True),
        ('"Leech"', True),
        ('{ card = "Leech", virus = 1 }', False),
        ('"Corroder", { card = "Datasucker", virus = 2 }', False),
    ],
)
def test_counters_of_other_cards_are_asked_for_where_there_may_be_some(
    beside: str, exact: bool
) -> None:
    """Leech gets its first counter behind all ice; Yusuf's own count for itself."""
    for title in ("Yusuf", "Musaazi"):
        first = stated(f'{{ card = "{title}", virus = 2 }}, {beside}').runner.rig[0].card
        assert (first.rules.unexecuted == ()) == exact


@pytest.mark.parametrize(("price", "decided"), [("pay 1", True), ("core 1", False)])
def test_core_damage_that_is_a_price_leaves_open_how_much_was_dealt(
    price: str, decided: bool
) -> None:
    """Begemot is a point stronger for its own damage, and for a point paid on the way one more."""
    text = f"""
edition = "nsg"
[[card]]
name = "Own Gate"
type = "ice"
subtypes = ["code gate"]
strength = 9
rez = 1
subs = ["etr unless {price}"]
[server]
kind = "remote"
ice = ["Own Gate", "Wall of Static"]
[corp]
credits = 5
[runner]
credits = 9
rig = ["Begemot"]
"""
    (begemot,) = parse_scenario(text, "decided").runner.rig
    assert (begemot.card.rules.unexecuted == ()) == decided
