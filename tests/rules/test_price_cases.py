"""Prices worked out with pencil before any program had run on them: `prices/*.toml`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from simcore.api import break_cost, load_scenario, server_cost
from simcore.commands.break_text import payment_text
from simcore.errors import CapacityError, ScenarioError
from simcore.prices.bills import Bill
from simcore.prices.cost import BreakCost

HERE = Path(__file__).parent / "prices"
Amounts = tuple[int, ...]
PAID = ("credits", "virus", "power", "clicks", "grip", "programs")
MISSED = ("damage", "tags", "points_lost", "credits_lost", "clicks_lost", "dice", "silenced")
SUFFERED = (*MISSED, "lost")
"""What is paid, and what is suffered by the way; with any of this stated every way is."""
WORDS = ("steps", "unbroken", "uncounted", "unused", "assumed", "approximate")
"""What is told beside numbers."""


def cases(name: str) -> list[Any]:
    found = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(case, id=case["name"]) for case in found]


def servers() -> list[Any]:
    """Whatever names a scenario, in any of the files."""
    found = [each for path in sorted(HERE.glob("*.toml")) for each in cases(path.stem)]
    return [each for each in found if "scenario" in each.values[0]]


def amounts(bill: Bill) -> Amounts:
    """Credits, virus and power counters, clicks, cards of the grip, cards given up."""
    given_up = len(bill.get("trashed", ())) + len(bill.get("condemned", ()))
    virus, power = bill.get("virus", {}), bill.get("power", {})
    counters = (sum(virus.values()), sum(power.values()))
    return (bill["credits"], *counters, bill["clicks"], bill.get("cards", 0), given_up)


def suffered(bill: Bill) -> Amounts:
    """What is paid, then damage, tags, credits and clicks lost, cards the Corp takes."""
    lost = bill.get("cards_taken", len(bill.get("cards_lost", ())))
    return (*amounts(bill), *(bill.get(name, 0) for name in MISSED), lost)


def undominated(bills: tuple[Bill, ...]) -> list[Amounts]:
    """By amounts alone, whatever rig they leave."""
    found = {amounts(bill) for bill in bills}
    return sorted(
        each
        for each in found
        if not any(
            other != each and all(a <= b for a, b in zip(other, each, strict=True))
            for other in found
        )
    )


def expected(case: dict[str, Any], names: tuple[str, ...] = PAID) -> list[Amounts]:
    return sorted(tuple(paid.get(name, 0) for name in names) for paid in case["payments"])


TOLD = {"credits": ("credit",), "counters": ("counter", "power", "virus"), "clicks": ("click",)}
UNTOLD = {
    "credits": ("Cortical Scanner", "Pile Driver"),
    "counters": ("Crypsis", "AirbladeX", "Parasite"),
}
"""Taxes on each subroutine broken, and counters that go with what is told of a card."""


def told(steps: list[str], words: tuple[str, ...]) -> int:
    """What the steps of a payment say that it takes of something."""
    word = rf"(\d+) (?:{'|'.join(words)})s?\b"
    prices = [price for step in steps for price in re.findall(r"\(([^()]*)\)(?: and |$)", step)]
    prices += [step for step in steps if re.search(r"(^|: )pay \d", step)]
    return sum(int(number) for price in prices for number in re.findall(word, price))


def add_up(bill: Bill) -> None:
    """Whether a payment is what its steps and its parts say."""
    _, virus, power, _, cards, gone = amounts(bill)
    assert bill["given_up"] == gone + cards
    assert bill["counters"] == virus + power
    if "pool" in bill:
        assert bill["pool"] + bill.get("from_purses", 0) == bill["credits"]
    for name, words in TOLD.items():
        if not any(title in step for title in UNTOLD.get(name, ()) for step in bill["steps"]):
            assert told(bill["steps"], words) == bill[name], (name, bill)


def rank(bill: Bill) -> Amounts:
    """The order of preference: cards that go, clicks, counters, credits, what is suffered."""
    gone = bill["given_up"] + bill.get("cards_taken", len(bill.get("cards_lost", ())))
    suffered = (
        bill.get(name, 0)
        for name in ("damage", "tags", "points_lost", "clicks_lost", "credits_lost")
    )
    return (gone, bill["clicks"], bill["counters"], bill["credits"], *suffered)


def check(case: dict[str, Any], cost: Any) -> None:
    assert cost.cost == case.get("cost")
    for bill in cost.payments:
        add_up(bill)
    if any(name in SUFFERED for paid in case["payments"] for name in paid):
        assert {suffered(bill) for bill in cost.payments} == set(expected(case, PAID + SUFFERED))
    else:
        assert undominated(cost.payments) == expected(case)
    ranks = [rank(bill) for bill in cost.payments]
    assert ranks == sorted(ranks)
    for name in WORDS:
        if name in case:
            assert list(getattr(cost, name)) == case[name]
    if "stopped_by" in case:
        assert cost.stopped_by == case["stopped_by"]
    if "told" in case:
        assert list(map(payment_text, cost.payments)) == case["told"]
    if "ways" in case:  # of them all, with those that leave another rig
        assert len(cost.payments) == case["ways"]
    if "from_purses" in case:
        assert [bill.get("from_purses", 0) for bill in cost.payments] == case["from_purses"]
    if "pool" in case:
        assert cost.pool == case["pool"]
    if "afford" in case:  # the cheapest way the Runner's own purse pays; -1: none
        paid = [bill["credits"] for bill in cost.payments if bill.get("affordable")]
        assert min(paid, default=-1) == case["afford"]
    if "affords" in case:  # all those
        paid = [bill["credits"] for bill in cost.payments if bill.get("affordable")]
        assert sorted(paid) == case["affords"]
    if "resolves" in case and len(cost.payments) == 1:
        assert len(cost.unbroken) == case["resolves"]


@pytest.mark.parametrize("case", [*cases("break"), *cases("unstated")])
def test_a_complete_break(case: dict[str, Any]) -> None:
    found = break_cost(
        case["ice"],
        case["with"],
        advancement=case.get("advancement"),
        server=case.get("server", "remote"),
        edition=case.get("edition", "nsg"),
    )
    check(case, found)


@pytest.mark.parametrize("case", [*cases("pass"), *cases("pass_more")])
def test_a_way_past(case: dict[str, Any]) -> None:
    check(
        case,
        break_cost(
            case["ice"],
            case["with"],
            advancement=case.get("advancement"),
            edition=case.get("edition", "nsg"),
            passing=True,
            grip=case.get("grip", 5),
        ),
    )


@pytest.mark.parametrize("case", cases("suffered"))
def test_what_is_suffered_on_the_way(case: dict[str, Any]) -> None:
    cost = break_cost(
        case["ice"],
        case["with"],
        edition=case.get("edition", "nsg"),
        passing=True,
        grip=case.get("grip", 5),
    )
    assert sorted(map(suffered, cost.payments)) == expected(case, PAID + SUFFERED)


def price_of(case: dict[str, Any]) -> BreakCost:
    return break_cost(
        case["ice"],
        case["with"],
        advancement=case.get("advancement"),
        server=case.get("server", "remote"),
        edition=case.get("edition", "nsg"),
        passing=case.get("pass", False),
        grip=case.get("grip", 5),
    )


@pytest.mark.parametrize("case", cases("stated"))
def test_what_is_left_open(case: dict[str, Any]) -> None:
    found = price_of(case)
    check(case, found)
    lost = min((bill for bill in found.payments), key=lambda bill: bill["credits"], default={})
    assert lost.get("credits_lost", 0) == case.get("lost", 0)


@pytest.mark.parametrize("case", cases("told"))
def test_what_is_told(case: dict[str, Any]) -> None:
    found = price_of(case)
    check(case, found)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One file for all scenarios, each in its turn: folders take longer than prices."""
    return tmp_path_factory.mktemp("servers") / "scenario.toml"


@pytest.mark.parametrize("case", servers())
def test_a_whole_server(case: dict[str, Any], file: Path) -> None:
    file.write_text(case["scenario"], encoding="utf-8")
    scenario = load_scenario(file, breach=False)
    if "refused" in case:
        with pytest.raises((CapacityError, ScenarioError), match=case["refused"]):
            server_cost(scenario, passing=case["mode"] == "pass")
        return
    found = server_cost(scenario, passing=case["mode"] == "pass")
    check(case, found)
    assert found.affordable == case.get("affordable", found.affordable)
