"""What is still said of cards of which a scenario decides something."""

from __future__ import annotations

import pytest

from simcore.reading import parse_scenario

SERVER = """
edition = "nsg"
[server]
kind = "remote"
ice = [{{ card = "{ice}", rezzed = {rezzed} }}]
[corp]
credits = 5
[runner]
credits = 5
"""


@pytest.mark.parametrize(
    ("ice", "rezzed", "told"),
    [
        ("Stavka", True, 0),  # nothing is trashed for what was rezzed before
        ("Stavka", False, 1),
        ("Masvingo", True, 1),  # the counter of its rezzing may not be stated
    ],
)
def test_what_is_done_when_rezzed(ice: str, rezzed: bool, told: int) -> None:
    scenario = parse_scenario(SERVER.format(ice=ice, rezzed=str(rezzed).lower()))
    card = scenario.ice[0].card
    assert card is not None and len(card.fidelity.notes) == told
