"""Real cards of the whole pool in the places of a random scenario's cards, whatever they meet."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from agreement.generator.sides import Sides

from simcore.cards.card import BLANK, Card
from simcore.cards.pool import load_pool
from simcore.reading.spelling import breaks_chosen
from simcore.scenario import Pile, Placed, RigCard, Scenario

P = TypeVar("P", bound=Placed)
COUNTS = (0, 1, 2, 3)


def scenario_of_real_cards(seed: int) -> Scenario:
    """The scenario of this seed: any share of its cards are real ones of the same type."""
    return _Recast(Sides(seed, False).scenario(), random.Random(f"real cards {seed}")).scenario()


@cache
def executed_cards(edition: str) -> dict[tuple[str, str], list[Card]]:
    """Cards that do something in a run, by type and side."""
    found: dict[tuple[str, str], list[Card]] = defaultdict(list)
    for card in load_pool("onr" if edition == "onr" else "nsg"):
        if card.rules != type(card.rules)():
            found[card.type, card.side].append(card)
    return found


class _Recast:
    """One scenario with other cards; a title that stands twice is another one twice."""

    def __init__(self, scenario: Scenario, dice: random.Random) -> None:
        self.made, self.dice = scenario, dice
        self.cards = executed_cards(scenario.edition)
        self.share = dice.choice((0.3, 0.6, 1.0))
        self.cast: dict[str, Card] = {}

    def scenario(self) -> Scenario:
        made = self.made
        corp, runner = made.corp, made.runner
        by_event = runner.event_slot is None
        return replace(
            made,
            ice=tuple(map(self.placed, made.ice)),
            root=tuple(map(self.placed, made.root)),
            corp=replace(
                corp,
                central=self.pile(corp.central),
                rd_top=tuple(map(self.other, corp.rd_top)),
                archives=tuple(map(self.other, corp.archives)),
                identity=None if corp.identity is None else self.other(corp.identity),
            ),
            runner=replace(
                runner,
                rig=self.rig(runner.rig, runner.event_slot),
                identity=None if runner.identity is None else self.other(runner.identity),
                event=self.other(runner.event) if runner.event and by_event else runner.event,
            ),
        )

    def other(self, card: Card) -> Card:
        if card.id not in self.cast:
            alike = self.cards.get((card.type, card.side), [])
            stays = card.id == BLANK.id or not alike or self.dice.random() > self.share
            self.cast[card.id] = card if stays else self.dice.choice(alike)
        return self.cast[card.id]

    def pile(self, cards: Pile) -> Pile:
        found: dict[str, tuple[Card, int]] = {}
        for card, count in cards:
            other = self.other(card)
            found[other.id] = (other, found.get(other.id, (other, 0))[1] + count)
        return tuple(found.values())

    def placed(self, piece: P) -> P:
        if piece.card is None:
            return replace(piece, candidates=self.pile(piece.candidates))
        card = self.other(piece.card)
        rezzed = piece.rezzed and card.type != "agenda"
        virus, power = self.counters(card)
        return replace(piece, card=card, rezzed=rezzed, virus=virus, power=power)

    def counters(self, card: Card) -> tuple[int, int]:
        text = repr(card.rules)
        virus, power = (
            self.dice.choice(COUNTS) if repr(kind) in text else 0 for kind in ("virus", "power")
        )
        return virus, power

    def rig(self, rig: Sequence[RigCard], starter: int | None) -> tuple[RigCard, ...]:
        found = []
        for slot, placed in enumerate(rig):
            card = placed.card if slot == starter else self.other(placed.card)
            found.append(placed if card is placed.card else self.installed(card))
        return tuple(found)

    def installed(self, card: Card) -> RigCard:
        rules = card.rules
        virus, power = self.counters(card)
        on_ice = any(static.kind == "hosted-on-ice" for static in rules.statics)
        hosts = bool(self.made.ice) and (on_ice or any(each.host_only for each in rules.breaks))
        chosen = self.dice.choice(("barrier", "sentry", "code gate"))
        return RigCard(
            card,
            virus=virus,
            power=power,
            credits=rules.recurring or rules.load or 0,
            host=self.dice.randrange(len(self.made.ice)) if hosts else None,
            chosen=chosen if breaks_chosen(card) else "",
        )
