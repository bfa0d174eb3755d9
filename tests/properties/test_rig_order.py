"""The price of a server does not hang on the order in which the cards of the rig lie."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from agreement.invented_passages import robbed, servers

from simcore.errors import CapacityError
from simcore.prices.server_cost import server_cost

if TYPE_CHECKING:
    from agreement.passage_search import Whole

SERVERS = 60
FIGURES = ("credits", "pool", "clicks", "cards", "damage", "tags", "credits_lost", "clicks_lost")
Amounts = tuple[int, ...]


def amounts(case: Whole, turned: bool) -> set[Amounts] | None:
    """What the payments take that no other one beats in that; None if the question is refused.
    `turned`: the rig lies the other way round."""
    scenario = case.scenario
    rig = scenario.runner.rig[::-1] if turned else scenario.runner.rig
    asked = replace(scenario, runner=replace(scenario.runner, rig=rig))
    try:
        found = server_cost(asked, passing=case.passing).payments
    except CapacityError:
        return None
    paid = {tuple(bill.get(name, 0) for name in FIGURES) for bill in found}
    return {each for each in paid if not any(beats(other, each) for other in paid)}


def beats(one: Amounts, other: Amounts) -> bool:
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


def test_a_rig_turned_round_pays_the_same() -> None:
    random = Random(20_261_121)
    cases = [*islice(servers(random), SERVERS), *islice(robbed(random), SERVERS)]
    compared = 0
    for case in cases:
        once = amounts(case, turned=False)
        assert once == amounts(case, turned=True), case
        compared += once is not None and len(case.scenario.runner.rig) > 1
    assert compared > SERVERS / 2
