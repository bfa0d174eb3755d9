"""Cards of which nothing can matter in a run: the list as it was read, and runs beside them."""

from __future__ import annotations

import hashlib
import tomllib

import pytest

from simcore.api import break_cost
from simcore.cards.pool import DATA, load_pool
from simcore.reading import parse_scenario
from simcore.reference import enumerate_results

ROWS = tomllib.loads((DATA / "inert.toml").read_text(encoding="utf-8"))
READ = 252
FINGERPRINT = "c4bbdc3f4d28cdf0"
"""Of ids and texts in the order of the table: whoever changes it has read the cards again."""
MEMORY_AND_HOSTS = {"mu", "hosts-program"}

RUN = """
edition = "nsg"
[server]
kind = "{kind}"
ice = [{{ card = "Rototurret", rezzed = true }}, {{ card = "Data Raven", rezzed = true }}]
{root}
[corp]
credits = 6
{cards}
[runner]
credits = 4
rig = ["Mimic", "Corroder"{more}]
"""
KINDS = [
    ("remote", 'root = ["Snare!"]', ""),
    ("hq", "", 'hq = ["Hokusai Grid", "Fetal AI"]'),
    ("rd", "", 'rd = ["Shock!", "Hedge Fund"]'),
    ("archives", "", 'archives = ["Shock!"]'),
]


def test_the_list_is_the_one_that_was_read() -> None:
    told = ";".join(f"{name}:{keys['src']}" for name, keys in ROWS.items())
    assert (len(ROWS), hashlib.sha256(told.encode()).hexdigest()[:16]) == (READ, FINGERPRINT)


@pytest.mark.parametrize("name", ROWS)
def test_a_card_that_does_nothing_in_a_run_says_nothing(name: str) -> None:
    card = load_pool().card(name)
    assert card.type in ("program", "hardware", "resource", "event", "identity")
    assert card.type != "event" or "run" not in card.subtypes
    assert card.fidelity.level == "exact"
    assert {static.kind for static in card.rules.statics} <= MEMORY_AND_HOSTS
    rules = card.rules
    assert not (rules.on or rules.breaks or rules.pumps or rules.paid or rules.holds_purse)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind[0])
def test_runs_are_alike_with_and_without_them(kind: tuple[str, str, str]) -> None:
    """Resources and hardware without link: no effect counts them here."""
    server, root, cards = kind
    pool = load_pool()
    more = [
        card.title
        for card in map(pool.card, ROWS)
        if card.type in ("resource", "hardware") and not card.link
    ]
    alone = parse_scenario(RUN.format(kind=server, root=root, cards=cards, more=""), "x")
    expected = enumerate_results(alone)
    for start in range(0, len(more), 20):
        beside = "".join(f', "{title}"' for title in more[start : start + 20])
        text = RUN.format(kind=server, root=root, cards=cards, more=beside)
        assert enumerate_results(parse_scenario(text, "x")) == expected


def test_runs_are_alike_with_and_without_such_an_identity() -> None:
    pool = load_pool()
    kind, root, cards = KINDS[0]
    alone = parse_scenario(RUN.format(kind=kind, root=root, cards=cards, more=""), "x")
    expected = enumerate_results(alone)
    identities = [c for c in map(pool.card, ROWS) if c.type == "identity" and not c.link]
    assert len(identities) > 20
    for card in identities:
        text = RUN.format(kind=kind, root=root, cards=cards, more="")
        text += f"identity = '{card.title}'"
        assert enumerate_results(parse_scenario(text, "x")) == expected


def test_prices_name_them_and_are_not_refused() -> None:
    rig = ["Corroder", "Daily Casts", "Grimoire", "Magnum Opus"]
    cost = break_cost("Ice Wall", rig)
    assert cost.cost == 1
    assert [text.partition(" (")[0] for text in cost.unused] == rig[1:]
