"""Ways past whole servers by all that is paid and suffered, worked out with pencil:
`prices/ways_on.toml`. The judge of random servers is held to them, too."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from agreement.invented_passages import SMALL
from agreement.passage_search import Whole, whole_apart

from simcore.api import load_scenario, server_cost
from simcore.prices.bills import Bill

PAID = ("credits", "virus", "power", "clicks", "grip", "programs")
SUFFERED = ("damage", "tags", "credits_lost", "clicks_lost", "lost")
CASES = tomllib.loads(
    (Path(__file__).parent / "prices" / "ways_on.toml").read_text(encoding="utf-8")
)["case"]


def amounts(bill: Bill) -> tuple[int, ...]:
    """What is paid and suffered, as the cases name it."""
    lost = bill.get("cards_taken", len(bill.get("cards_lost", ())))
    stated: dict[str, int] = {
        "credits": bill["credits"],
        "virus": sum(bill.get("virus", {}).values()),
        "power": sum(bill.get("power", {}).values()),
        "clicks": bill["clicks"],
        "grip": bill.get("cards", 0),
        "programs": len(bill.get("trashed", ())) + len(bill.get("condemned", ())),
        "lost": lost,
    }
    return tuple(stated[name] if name in stated else bill.get(name, 0) for name in PAID + SUFFERED)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_the_ways_on(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "scenario.toml"
    file.write_text(case["board"], encoding="utf-8")
    scenario, passing = load_scenario(file), case["mode"] == "pass"
    found = sorted(map(amounts, server_cost(scenario, passing=passing).payments))
    stated = [tuple(paid.get(name, 0) for name in PAID + SUFFERED) for paid in case["payments"]]
    assert found == sorted(stated)
    assert whole_apart(Whole(scenario, passing, SMALL)) == ""
