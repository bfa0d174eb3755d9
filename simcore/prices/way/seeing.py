"""What the conditions of texts look at while ice is met."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import Condition, If, Node
from simcore.prices.corp.further_effects import BROKEN_BY
from simcore.prices.rig.known_hand import may_be_odd, picked_odd
from simcore.prices.rig.preventing import makes_tagged
from simcore.prices.way.of_hq import in_hq
from simcore.prices.way.passage import FACE_DOWN, Done, Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

POOLS = frozenset({"runner-cr", "corp-cr", "corp-cr>runner-cr"})
"""Conditions that look at what both sides have."""
_TRASHED_ODD = "trashed-odd-cost"
"""A condition that looks at the cards that the damage of the same text has trashed."""


def seen(sight: Sight, subject: str, now: Passage, broken: Done) -> int | None:
    """What a condition looks at, as far as it is known now."""
    if subject.startswith(BROKEN_BY):
        return int(subject.removeprefix(BROKEN_BY) in broken.by)
    match subject:
        case "tagged":
            return sight.tags + now.suffered.tags + _by_cards(sight, now)
        case "tags":
            return sight.tags + now.suffered.tags
        case "trashed-odd-cost" if not may_be_odd(sight, now):
            return 0
        case "fully-broken":
            return int(broken.whole)
        case "passed-rezzed":
            return int(now.here.piece != FACE_DOWN)
        case "broke":
            return int(broken.some)
        case "broke-printed":
            return int(broken.printed)
        case "virus":
            return now.here.ice_virus
        case "rezzed-this-turn" | "stole":
            return 0
        case "successful-run-this-turn":
            return int(sight.setting.earlier_success)
        case "grip":
            return sight.cards_left(now)
        case "fracters":
            both = zip(sight.slots, now.rig, strict=True)
            return sum(slot.fracter and card.installed for slot, card in both)
        case "ai-installed":
            both = zip(sight.slots, now.rig, strict=True)
            return sum(slot.ai and card.installed for slot, card in both)
        case "clicks":
            return now.clicks_left(sight.clicks)
        case "hq":
            return in_hq(sight, now)
        case "ice-here":
            return sight.ice_here(now)
        case "threat":
            return sight.setting.registers["threat"]
        case "click-broke":
            return int(now.paid.clicked)
        case "hq>grip":
            return int(in_hq(sight, now) > sight.cards_left(now))
        case "runner-cr" | "corp-cr>runner-cr" if now.money.raised:
            return None  # the Corp may not have asked for that yet
        case "runner-cr" | "corp-cr" | "corp-cr>runner-cr":
            return sight.in_pool(subject, now)
    return None


def next_of_text(sight: Sight, step: Node, before: Passage, now: Passage) -> Node | None:
    """What comes next of a text that began `before`: one that asks which cards its damage has
    trashed finds none if all of it was kept off, and those that the Runner has picked."""
    if not isinstance(step, If) or step.condition.subject != _TRASHED_ODD:
        return step
    odd = picked_odd(sight, before, now)
    if odd is False or now.suffered.damage == before.suffered.damage:
        return step.otherwise
    return step.then if odd else step


def _by_cards(sight: Sight, now: Passage) -> int:
    """Cards of the rig that are there and by which the Runner is tagged without a tag."""
    both = zip(sight.rig, now.rig, strict=True)
    return sum(card.installed and makes_tagged(placed.card) for placed, card in both)


def rich_and_poor(sight: Sight, condition: Condition, now: Passage, broken: Done) -> list[Passage]:
    """As purses have paid all they can, and as the pool has paid so much more in place of them
    that a condition is seen otherwise."""
    first = sight.purses.left_to_pool(now)
    more = range(1, min(sight.in_pool("runner-cr", now) or 0, now.due - first) + 1)
    poorer = (sight.purses.by_pool(now, first + number) for number in more)
    met = sight.met(condition, now, broken)
    turned = (each for each in poorer if sight.met(condition, each, broken) != met)
    first_turned = next(turned, None)
    return [now] if first_turned is None else [now, first_turned]
