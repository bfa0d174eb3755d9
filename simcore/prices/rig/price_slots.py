"""Rig cards for prices: clauses that the engine does not execute and the search knows.

Each is read from the text of a clause that `card.rules` lists as not executed; nothing
here changes a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from simcore.cards.abilities import parse_break, parse_pump
from simcore.cards.card import Card
from simcore.cards.syntax import Unexecuted
from simcore.errors import NotationError
from simcore.plan.pieces import Ability, Boost, Slot
from simcore.plan.slot_rules import placed_abilities
from simcore.plan.slots import make_slot
from simcore.prices.rig.as_installed import returns
from simcore.prices.rig.beside import CHARGES as AS_RUN_BEGINS
from simcore.prices.rig.brought_by_use import USED
from simcore.prices.rig.clauses import fields_of
from simcore.prices.rig.emptying import goes_when_empty
from simcore.prices.rig.fetching import fetches
from simcore.prices.rig.holding import held_less_for_use
from simcore.prices.rig.preventing import preventions_of
from simcore.prices.rig.price_alone import is_cybernetic, with_assumptions
from simcore.scenario import RigCard

_DRAWS = " [then draw 1 each]"
_VIRTUAL = re.compile(r" \[if virtual-res>=(\d)\]$")
_BIG_STEP = re.compile(r" \[if threat>=(\d+)\]")
_HIDDEN_STEP = "Xc: +X run [stealth>=1]"
"""A boost of a size of one's choice, of which one credit at least is a stealth credit."""


def is_priced(item: Unexecuted) -> bool:
    """Whether the search for payments knows a clause of a rig card."""
    if fields_of(item.key, item.text) is not None:
        return True
    if item.key == "pump":
        return item.text == _HIDDEN_STEP or _read_boost(item.text) is not None
    return item.key == "break" and _read_break(item.text) is not None


def make_priced_slot(
    placed: RigCard,
    earlier_success: bool,
    stealth: bool,
    ice_here: int,
    server: str,
    trojans: frozenset[int] = frozenset(),
    rig: Sequence[RigCard] = (),
    grip: int = 5,
    threat: int = 0,
    link: int = 0,
    event: bool = False,
) -> Slot:
    """`make_slot`, with the clauses of `is_priced` and cards of the grip as prices.

    `trojans`: places of ice that host one; `rig`: all cards, `grip`: how many are in it.
    """
    slot = make_slot(placed, earlier_success, stealth, ice_here, server, trojans, True)
    slot = with_assumptions(slot, placed, rig or (placed,), grip, server, link, event)
    read: dict[str, Any] = {
        "keeps_off": preventions_of(placed),
        "empties": goes_when_empty(placed.card),
        "per_power": _worth("power", placed.card),
        "per_virus": _worth("virus", placed.card),
        "virtual": is_virtual(placed.card),
        "cybernetic": is_cybernetic(placed.card),
        "trojan_at": placed.host if "trojan" in placed.card.subtypes else None,
        "tires": held_less_for_use(placed.card),
        "enriches": 0,  # where it matters it is named
        "returns": returns(placed.card),
        "fetches": fetches(placed.card),
        "hosts_copies": any(s.kind == "power by copies" for s in placed.card.rules.statics),
    }
    if slot.by_power:  # what it gets on the way is strength that lasts
        strength = slot.strength + slot.by_power * placed.power
        read |= {"strength": strength, "per_power": slot.by_power, "by_power": 0}
    abilities, boosts = list(slot.abilities), list(slot.boosts)
    for item in placed.card.rules.unexecuted:
        if (fields := fields_of(item.key, item.text)) is not None:
            if _holds(item.text, fields, stealth, server, earlier_success):
                read |= fields
        elif item.key == "break":
            abilities += _abilities(placed, item.text, stealth)
            read |= {"draws": USED} if _DRAWS in item.text else {}
        elif item.key == "pump":
            asked = _BIG_STEP.search(item.text)
            if asked is None or threat >= int(asked[1]):
                boosts += _boosts(placed, item.text, stealth)
    if placed.card.rules.bypasses:
        read["bypasses"] = placed.card.rules.bypasses
    if "bypasses" in read or "gnaws" in read:
        read["bypass_host"] = placed.host
    abilities = placed_abilities(placed.card, abilities, ice_here, server, trojans, True)
    if not stealth:
        abilities = [replace(each, noise=0) for each in abilities]  # nothing to drive off
    return replace(slot, abilities=tuple(abilities), boosts=tuple(boosts), **read)


def _worth(kind: str, card: Card) -> int:
    """How much stronger a card is for each counter of a kind on it."""
    strengths = (static.amount for static in card.rules.statics if static.kind == "str")
    return sum(amount.factor for amount in strengths if amount.register == kind)


def _holds(
    text: str, fields: Mapping[str, Any], stealth: bool, server: str, earlier_success: bool
) -> bool:
    """Whether what a clause asks for is there: stealth credits, a server, an earlier success."""
    if "weakening" in fields and fields["weakening"].stealth:
        return stealth
    if "keeps_open" in fields:
        return earlier_success
    return text != AS_RUN_BEGINS or server == "rd"


def is_virtual(card: Card) -> bool:
    """Whether a card is a virtual resource."""
    return card.type == "resource" and "virtual" in card.subtypes


def _read_break(text: str) -> str | None:
    """What is left for `parse_break`."""
    simple = _VIRTUAL.sub("", text.replace(_DRAWS, ""))
    try:
        parse_break(simple)
    except NotationError:
        return None
    return simple


def _abilities(placed: RigCard, text: str, stealth: bool) -> list[Ability]:
    simple = _read_break(text)
    if simple is None:
        return []
    rules = replace(
        placed.card.rules, breaks=(parse_break(simple),), pumps=(), statics=(), unexecuted=()
    )
    alone = replace(placed, card=replace(placed.card, rules=rules))
    asked = _VIRTUAL.search(text)
    virtual = int(asked[1]) if asked else 0
    made = make_slot(alone, False, stealth, 1).abilities
    return [replace(each, virtual=virtual) for each in made]


def _read_boost(text: str) -> str | None:
    """What is left for `parse_pump` of a boost that can be bought once in a run."""
    simple = _BIG_STEP.sub("", text).replace(" [1/run]", "")
    try:
        parse_pump(simple)
    except NotationError:
        return None
    return simple


def _boosts(placed: RigCard, text: str, stealth: bool) -> list[Boost]:
    if text == _HIDDEN_STEP:
        first = Boost(1, credits=1, lasts=True, stealth=1)
        return [first, replace(first, stealth=0, follows=True)] if stealth else []
    simple = _read_boost(text)
    if simple is None:
        return []
    rules = replace(placed.card.rules, breaks=(), pumps=(parse_pump(simple),), unexecuted=())
    alone = replace(placed, card=replace(placed.card, rules=rules))
    slot = make_slot(alone, False, stealth, 1)
    return [replace(boost, once_a_run=" [1/run]" in text) for boost in slot.boosts]
