"""Cards that ask for what a lone pair does not state, or that leave something open, before
every piece of ice, or before every breaker: the matrix against every legal sequence of actions.

The judge does not read those clauses. It is given what each card amounts to where nothing
else is there, five cards are in the grip and in HQ, and what is stated in braces holds:
written by hand from the cards.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from agreement.break_search import Case, judged

from simcore.api import find_card
from simcore.card_argument import parse_ice, parse_rig_card
from simcore.cards.notation import parse_rules
from simcore.cards.settled import rolls
from simcore.prices.matrix import NO_SUBS, REFUSED, UNBREAKABLE, break_matrix
from simcore.reference.further_breaks import further_breaks
from simcore.reference.legal_positions import Limits
from simcore.scenario import RigCard
from simcore.selection import choose_breakers, choose_ice

if TYPE_CHECKING:
    from simcore.cards.card import Card

BREAKERS: dict[str, dict[str, Any]] = {
    "Baba Yaga": {},
    "Begemot": {"break": ["1c: any-number barrier"], "static": ["str +1"]},
    "Cradle": {"break": ["2c: any-number code gate"], "static": ["str -5"]},
    "Eater": {"break": ["1c: 1 any"], "pump": ["1c: +1"]},
    "Matryoshka": {},
    "Musaazi": {"break": ["vc 1: 1 sentry"], "pump": ["vc 1: +1"]},
    "Sang Kancil": {"break": ["1c: 1 code gate"], "pump": ["3c: +2"]},
    "Tremolo": {"break": ["3c: 2 barrier"], "pump": ["2c: +2"]},
    "Tunnel Vision": {},
    "Tunnel Vision{mark=hq}": {},
    "Yusuf": {"break": ["vc 1: 1 barrier"], "pump": ["vc 1: +1"]},
    "onr:AI Boon": {"break": ["1c: 1 sentry"], "pump": ["1c: +1"], "strength": 6},
    "onr:AI Boon{roll=2}": {"break": ["1c: 1 sentry"], "pump": ["1c: +1"], "strength": 2},
    "onr:Black Widow": {"break": ["1c: 1 sentry"], "pump": ["2c: +1"]},
    "onr:Black Widow{chosen=ice}": {
        "break": ["1c: 1 sentry"], "pump": ["2c: +1"], "strength": 7,
    },
    "onr:Forward's Legacy": {"break": ["0c: 1 sentry"], "strength": 6},
    "onr:Forward's Legacy{roll=1}": {"break": ["0c: 1 sentry"], "strength": 1},
}  # fmt: skip
ICE: dict[str, dict[str, Any]] = {
    "Anvil": {"subs": ["cgain 1; rlose 1", "trash any 1"]},
    "Ashigaru": {"subs": ["etr"] * 5},
    "Brainstorm": {"subs": ["core 1"] * 5},
    "Chimera{chosen=barrier}": {"subs": ["etr"], "subtypes": {"mythic", "barrier"}},
    "Chimera{chosen=code gate}": {"subs": ["etr"], "subtypes": {"mythic", "code gate"}},
    "Envelopment": {"subs": ["etr"] * 5},
    "Envelopment{power=2}": {"subs": ["etr"] * 3},
    "Gold Farmer": {"subs": ["etr"] * 2},
    "Lycian Multi-Munition": {
        "subs": ["etr"] * 3,
        "subtypes": {"mythic", "destroyer", "barrier", "code gate", "sentry"},
    },
    "Lycian Multi-Munition{chosen=sentry}": {
        "subs": ["etr"] * 3, "subtypes": {"mythic", "destroyer", "sentry"},
    },
    "Peeping Tom": {"subs": ["etr"] * 5},
    "Peeping Tom{revealed=2}": {"subs": ["etr"] * 2},
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
    "onr:Caryatid": {"subs": ["etr"]},
    "onr:Caryatid{chosen=code gate}": {"subs": ["etr"], "subtypes": {"code gate"}},
    "onr:Digiconda": {"subs": ["net 2", "etr"], "strength": 0},
    "onr:Digiconda{paid=2}": {"subs": ["net 2", "etr"], "strength": 2},
    "onr:Food Fight": {"subs": []},
    "onr:Homing Missile": {"subs": ["trace 0: etr"], "strength": 0},
    "onr:Iceberg{paid=4}": {"subs": ["net 1", "etr", "etr"]},
    "onr:Mastermind{outside=3}": {"subs": ["core 3", "etr"], "strength": 3},
    "onr:Minotaur{outside=2}": {"subs": ["etr"] * 2},
    "onr:Riddler": {"subs": []},
    "onr:Roadblock": {"subs": ["etr"], "strength": 5},
    "onr:Sumo 2008{chosen=wall}": {"subs": ["etr"], "subtypes": {"barrier"}},
}  # fmt: skip
REZ = {"IQ": 5}
LIMITS = Limits(credits=40, clicks=6, grip=5)


def standing_in(card: Card, keys: dict[str, Any]) -> Card:
    facts = {name: keys[name] for name in ("strength", "subtypes") if name in keys}
    if "subtypes" in facts:
        facts["subtypes"] = frozenset(facts["subtypes"])
    notation = {name: value for name, value in keys.items() if name not in facts}
    cost = REZ.get(card.title, card.cost)
    return replace(card, cost=cost, rules=parse_rules(notation), **facts)


def printed(text: str) -> tuple[str, str, str]:
    """Edition, title, and the title with what is stated."""
    edition = "onr" if text.startswith("onr:") else "nsg"
    stated = text.removeprefix("onr:")
    return edition, stated.partition("{")[0], stated


def counters(title: str) -> int:
    return 6 if title in ("Musaazi", "Yusuf") else 0


def is_plain(card: Card) -> bool:
    """Whether the judge knows all of a card, who sees no encounter begin."""
    counting = any(
        clause.event == "encounter" and ("virus" in clause.text or "power" in clause.text)
        for clause in card.rules.on
    )
    gaining = card.rules.gains or card.rules.ice_gifts
    unread = card.rules.unexecuted or any(further_breaks(card)) or rolls(card)
    return not (unread or counting or gaining)


@cache
def cells() -> list[tuple[Card, RigCard, Card, RigCard]]:
    """Ice and breaker, and what stands in for them before the judge."""
    ice, rig = {}, {}
    for edition in ("nsg", "onr"):
        walls, breakers = choose_ice(None, edition), choose_breakers(None, edition)
        ice[edition] = [card for card in walls if is_plain(card)]
        rig[edition] = [placed for placed in breakers if is_plain(placed.card)]
    found = []
    for text, keys in BREAKERS.items():
        edition, title, stated = printed(text)
        virus = counters(title)
        placed = replace(parse_rig_card(stated, edition), virus=virus)
        judge = RigCard(standing_in(find_card(title, edition), keys), virus=virus)
        found += [(wall, placed, wall, judge) for wall in ice[edition]]
    for text, keys in ICE.items():
        edition, title, stated = printed(text)
        wall = parse_ice(stated, edition)
        judged_wall = standing_in(find_card(title, edition), keys)
        found += [(wall, placed, judged_wall, placed) for placed in rig[edition]]
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


@pytest.mark.parametrize("text", [*BREAKERS, *ICE])
def test_none_of_them_is_refused(text: str) -> None:
    edition, _, stated = printed(text)
    card = parse_ice(stated, edition)
    ice = [card] if card.type == "ice" else [find_card("Ice Wall")]
    rig = [RigCard(find_card("Corroder"))] if card.type == "ice" else [RigCard(card)]
    assert break_matrix(ice, rig).costs[0, 0] != REFUSED
