"""Cards that ask for what a lone pair does not state, before every piece of ice, or before
every breaker: the matrix against every legal sequence of actions.

The judge does not read those clauses. It is given what each card amounts to where nothing
else is there, five cards are in the grip and in HQ: written by hand from the cards.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest
from agreement.break_search import Case, judged

from simcore.cards.notation import parse_rules
from simcore.cards.pool import load_pool
from simcore.plan.matrix import NO_SUBS, REFUSED, UNBREAKABLE, break_matrix
from simcore.reference.further_breaks import further_breaks
from simcore.reference.legal_positions import Limits
from simcore.scenario import RigCard
from simcore.selection import choose_breakers, choose_ice

if TYPE_CHECKING:
    from simcore.cards.card import Card

BREAKERS: dict[str, dict[str, object]] = {
    "Baba Yaga": {},
    "Begemot": {"break": ["1c: any-number barrier"], "static": ["str +1"]},
    "Cradle": {"break": ["2c: any-number code gate"], "static": ["str -5"]},
    "Eater": {"break": ["1c: 1 any"], "pump": ["1c: +1"]},
    "Matryoshka": {},
    "Musaazi": {"break": ["vc 1: 1 sentry"], "pump": ["vc 1: +1"]},
    "Sang Kancil": {"break": ["1c: 1 code gate"], "pump": ["3c: +2"]},
    "Tremolo": {"break": ["3c: 2 barrier"], "pump": ["2c: +2"]},
    "Tunnel Vision": {},
    "Yusuf": {"break": ["vc 1: 1 barrier"], "pump": ["vc 1: +1"]},
}
ICE: dict[str, dict[str, object]] = {
    "Anvil": {"subs": ["cgain 1; rlose 1", "trash any 1"]},
    "Ashigaru": {"subs": ["etr"] * 5},
    "Brainstorm": {"subs": ["core 1"] * 5},
    "Echo": {"subs": ["etr"]},
    "Galahad": {"subs": ["etr"]},
    "IQ": {"subs": ["etr"], "static": ["str +5"]},
    "Komainu": {"subs": ["net 1"] * 5},
    "Lancelot": {"subs": ["trash prog 1"]},
    "Loki": {"subs": ["etr"]},
    "Merlin": {"subs": ["net 2"]},
    "Mother Goddess": {"subs": ["etr"]},
    "NEXT Bronze": {"subs": ["etr"], "static": ["str +1"]},
    "NEXT Opal": {"subs": ["nothing"]},
    "NEXT Silver": {"subs": ["etr"]},
    "Rime": {"subs": ["rlose 1"], "static": ["str +1"]},
    "Stavka": {"subs": ["trash prog 1", "trash prog 1"]},
}
REZ = {"IQ": 5}
LIMITS = Limits(credits=40, clicks=6, grip=12)


def standing_in(card: Card, keys: dict[str, object]) -> Card:
    cost = REZ.get(card.title, card.cost)
    return replace(card, cost=cost, rules=parse_rules(keys))


def counters(title: str) -> int:
    return 6 if title in ("Musaazi", "Yusuf") else 0


def is_plain(card: Card) -> bool:
    """Whether the judge knows all of a card, who sees no encounter begin."""
    counting = any(
        clause.event == "encounter" and ("virus" in clause.text or "power" in clause.text)
        for clause in card.rules.on
    )
    return not (card.rules.unexecuted or any(further_breaks(card)) or counting)


@cache
def cells() -> list[tuple[Card, RigCard, Card, RigCard]]:
    """Ice and breaker, and what stands in for them before the judge."""
    pool = load_pool("nsg")
    ice = [card for card in choose_ice(None, "nsg") if is_plain(card)]
    rig = [placed for placed in choose_breakers(None, "nsg") if is_plain(placed.card)]
    found = []
    for title, keys in BREAKERS.items():
        placed = RigCard(pool.find(title), virus=counters(title))
        found += [(wall, placed, wall, replace(placed, card=standing_in(placed.card, keys)))
                  for wall in ice]  # fmt: skip
    for title, keys in ICE.items():
        wall = pool.find(title)
        found += [(wall, placed, standing_in(wall, keys), placed) for placed in rig]
    return found


def told_apart(ice: Card, placed: RigCard, wall: Card, judge: RigCard) -> str:
    """In what matrix and judge part; empty if they agree."""
    (cell,) = break_matrix([ice], [placed]).costs[0].tolist()
    hosted = any(a.host_only or a.here_only for a in judge.card.rules.breaks)
    case = Case(wall, (replace(judge, host=0) if hosted else judge,), limits=LIMITS)
    credits = min((outcome.sums.credits for outcome in judged(case)), default=UNBREAKABLE)
    wanted = NO_SUBS if not wall.rules.subs else credits
    return "" if cell == wanted else f"{ice.title} by {placed.card.title}: {cell}, judge {wanted}"


def check(pairs: list[tuple[Card, RigCard, Card, RigCard]]) -> None:
    assert [text for pair in pairs if (text := told_apart(*pair))] == []


def test_cards_alone_cost_what_legal_actions_cost() -> None:
    assert len(cells()) > 2000
    check(cells())


@pytest.mark.parametrize("title", [*BREAKERS, *ICE])
def test_none_of_them_is_refused(title: str) -> None:
    pool = load_pool("nsg")
    card = pool.find(title)
    ice = [card] if card.type == "ice" else [pool.find("Ice Wall")]
    rig = [RigCard(pool.find("Corroder"))] if card.type == "ice" else [RigCard(card)]
    assert break_matrix(ice, rig).costs[0, 0] != REFUSED
