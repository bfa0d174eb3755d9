"""What rezzed cards of the root make of the Runner's rig."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.counters import outside_of
from simcore.cards.syntax import Amount, Cost, Price
from simcore.hosting import lies_on_breaker
from simcore.prices.corp.ground import (
    BY_HQ,
    GOES_PURGED,
    KEEPS_VIRUS,
    NO_KIND,
    NO_STEALTH,
    OF_NOISY,
    QUIET,
    clauses_of_root,
    says,
)
from simcore.prices.corp.purging import PURGES
from simcore.scenario import RigCard, Scenario

_ABILITIES = ("break", "pump", "paid")
_CONDITIONAL = "its abilities are conditional"
"""What is said of a card whose abilities, entered as paid ones, are not."""


def rig_on(scenario: Scenario, rig: Sequence[RigCard]) -> tuple[tuple[RigCard, ...], list[str]]:
    """The rig as rezzed cards of the root leave it, and what is assumed for it."""
    found, assumed = tuple(rig), list[str]()
    for card, text in clauses_of_root(scenario):
        if text == PURGES and any(p.virus or says(p.card, GOES_PURGED) for p in found):
            going = [p.card.title for p in found if says(p.card, GOES_PURGED) and not p.in_heap]
            found = tuple(_purged(placed, found) for placed in found)
            lost = f", with that {', '.join(going)} trashed" if going else ""
            assumed.append(f"{card.title}: virus counters are purged as the run begins{lost}")
        elif text == QUIET:
            found = tuple(
                placed
                if placed.card.is_icebreaker
                or placed.card.type == "identity"
                or lies_on_breaker(placed.card)  # what it says there is its host's
                or _CONDITIONAL in outside_of(placed.card)
                else replace(placed, card=silenced(placed.card))
                for placed in found
            )
        elif text == NO_STEALTH:
            found = tuple(replace(p, credits=0) if _holds_stealth(p) else p for p in found)
        elif kind := NO_KIND.match(text):
            found = unused_of_kind(found, kind[1])
        elif taxed := OF_NOISY.match(text):
            found = tuple(with_dearer_uses(placed, int(taxed[1])) for placed in found)
        elif found_strength := BY_HQ.match(text):
            number = scenario.corp.hq_count
            more = int(found_strength[1]) * number
            cards = "1 card" if number == 1 else f"{number} cards"
            words = "of HQ trashed as the run begins, none later; all ice has"
            assumed.append(f"{card.title}: {cards} {words} +{more} strength")
    return found, assumed


def unused_of_kind(rig: Sequence[RigCard], kind: str) -> tuple[RigCard, ...]:
    """A rig whose cards of a subtype cannot be used."""
    return tuple(
        replace(placed, card=silenced(placed.card)) if kind in placed.card.subtypes else placed
        for placed in rig
    )


def with_dearer_uses(placed: RigCard, credits: int) -> RigCard:
    """A card of the rig each use of which costs so much more, if it is a noisy icebreaker."""
    card, rules = placed.card, placed.card.rules
    if not card.is_icebreaker or "noisy" not in card.subtypes:
        return placed

    def dearer(costs: tuple[Cost, ...]) -> tuple[Cost, ...]:
        return tuple((Price("credits", Amount(credits)), *cost) for cost in costs)

    breaks = tuple(replace(each, costs=dearer(each.costs)) for each in rules.breaks)
    pumps = tuple(replace(each, costs=dearer(each.costs)) for each in rules.pumps)
    return replace(placed, card=replace(card, rules=replace(rules, breaks=breaks, pumps=pumps)))


def _holds_stealth(placed: RigCard) -> bool:
    return "stealth" in placed.card.rules.purse_use


def _purged(placed: RigCard, rig: Sequence[RigCard]) -> RigCard:
    """A card of a rig once virus counters have been purged; one that goes for that lies in the
    heap."""
    if says(placed.card, GOES_PURGED):
        return replace(placed, virus=0, in_heap=True)
    host = None if placed.on_card is None else rig[placed.on_card].card
    stays = host is not None and says(host, KEEPS_VIRUS)
    return replace(placed, virus=min(placed.virus, int(stays)))


def silenced(card: Card) -> Card:
    """A card without abilities that somebody has to pay for, or use."""
    rules = card.rules
    left = tuple(item for item in rules.unexecuted if item.key not in _ABILITIES)
    early = tuple(ability for ability in rules.bypasses if not ability.late)
    return replace(
        card,
        rules=replace(rules, breaks=(), pumps=(), paid=(), bypasses=early, unexecuted=left),
    )
