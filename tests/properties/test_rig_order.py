"""The price of a server does not hang on the order in which the cards of the rig lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from agreement.invented_passages import robbed, servers

from simcore.cards.pool import load_pool
from simcore.errors import CapacityError
from simcore.prices.server_cost import server_cost
from simcore.scenario import Corp, PlacedIce, RigCard, Runner, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVERS, PICKED = 45, 15
NAMED = ("trashed", "cards_lost", "condemned")
UNTOLD = ("steps", "unbroken", "affordable", "given_up", "cards_taken")
"""What hangs on the order of the rig, or is told by the cards that are gone."""
PICKING = ("Rototurret", "Sapper", "Ichi 1.0", "Archer", "Cobra", "Lethe", "Jua", "Enforcer 1.0")
BESIDE = ("Enigma", "Ice Wall", "Neural Katana")
CARDS = (
    *("Mimic", "Corroder", "Carmen", "Laser Pointer", "Crypsis", "Mayfly", "Leech", "Abagnale"),
    *("Sacrificial Construct", "Multithreader", "Grappling Hook", "Lustig", "Desperado"),
)


def worth_having(scenario: Scenario, passing: bool) -> frozenset[Any] | None:
    """What the payments take, and which cards may be gone and how many; None if the question is
    refused."""
    try:
        found = server_cost(scenario, passing=passing).payments
    except CapacityError:
        return None
    return frozenset(map(taken, found))


def taken(bill: dict[str, Any]) -> tuple[Any, ...]:
    gone = Counter(title for name in NAMED for title in bill.get(name, ()))
    number = sum(len(bill.get(name, ())) for name in NAMED)
    number += bill.get("cards_taken", 0) - len(bill.get("cards_lost", ())) * ("cards_taken" in bill)
    figures = {name: bill[name] for name in bill if name not in (*NAMED, *UNTOLD)}
    return number, repr(sorted(figures.items())), tuple(sorted(gone.items()))


def turned(scenario: Scenario, random: Random) -> Scenario:
    """The same with the rig in another order."""
    rig = random.sample(scenario.runner.rig, len(scenario.runner.rig))
    return replace(scenario, runner=replace(scenario.runner, rig=tuple(rig)))


def picked_from(random: Random) -> Iterator[Scenario]:
    """Servers in which the Corp picks cards of the rig."""
    pool = load_pool("nsg")
    while True:
        titles = random.sample(PICKING, random.randrange(1, 3)) + random.sample(BESIDE, 1)
        random.shuffle(titles)
        ice = tuple(PlacedIce(pool.find(title)) for title in titles)
        there = random.sample(CARDS, random.randrange(2, 6))
        rig = tuple(RigCard(pool.find(title)) for title in there)
        runner = Runner(credits=20, clicks=3, rig=rig, grip=((pool.find("Sure Gamble"), 4),))
        yield Scenario("nsg", "remote", ice, (), Corp(credits_low=9, credits_high=9), runner)


def test_a_rig_turned_round_pays_the_same() -> None:
    random = Random(20_261_121)
    cases = [*islice(servers(random), SERVERS), *islice(robbed(random), SERVERS)]
    asked = [(case.scenario, case.passing) for case in cases]
    asked += [(each, True) for each in islice(picked_from(random), PICKED)]
    compared = 0
    for scenario, passing in asked:
        once = worth_having(scenario, passing)
        assert once == worth_having(turned(scenario, random), passing), scenario
        compared += once is not None and len(scenario.runner.rig) > 1
    assert compared > SERVERS
