"""Rig cards for prices: clauses that the engine does not execute and the search knows.

Each is read from the text of a clause that `card.rules` lists as not executed; nothing
here changes a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from simcore.cards.abilities import parse_break, parse_pump
from simcore.cards.card import Card
from simcore.cards.syntax import Unexecuted
from simcore.errors import NotationError
from simcore.plan.offers import Gives, Lends
from simcore.plan.pieces import Ability, Boost, Slot, Trick, Weakening
from simcore.plan.slot_rules import placed_abilities
from simcore.plan.slots import make_slot
from simcore.prices.rig.beside import CHARGES as AS_RUN_BEGINS
from simcore.prices.rig.beside import CLOSES, SHIFTS
from simcore.prices.rig.beside import LIFTS as OF_EVENT
from simcore.prices.rig.charging import ALONE, BEGIN, ON_HOST, WHENEVER
from simcore.prices.rig.drawing import AT_WILL, DRAWS, USED
from simcore.prices.rig.fetching import FETCHES
from simcore.prices.rig.from_heap import returns
from simcore.prices.rig.gnawing import AS_MET, AT_ANY_TIME
from simcore.prices.rig.keeping_open import KEEPS_OPEN
from simcore.prices.rig.leaving import LEAVING, PENNILESS
from simcore.prices.rig.preventing import is_prevention, preventions_of
from simcore.prices.rig.price_alone import with_assumptions
from simcore.prices.rig.taking_back import TAKES_BACK
from simcore.prices.rig.undoing import undoing
from simcore.prices.rig.untagging import UNTAGS
from simcore.scenario import RigCard

_DRAWS = " [then draw 1 each]"
_VIRTUAL = re.compile(r" \[if virtual-res>=(\d)\]$")
_SWELLS = re.compile(r"^encounter ([a-z ]+): str \+1\*subs encounter$")
_WEAKENS = re.compile(
    r"^(?:(rfg|trash)|grip (\d)|(\d)c): ice-str -(\d+|all)(?: run)?( \[1/turn\])?$"
)
_HIDDEN_WEAKENING = re.compile(r"^(\d)c: ice-str -(\d) @([a-z ]+) \[stealth\]$")
_LENDS = re.compile(
    r"^(?:pc (\d)|(trash)): one icebreaker( no ai)? str \+(\d) (encounter|run|turn)$"
)
_LESSER_KIND = "ice met [1/turn]: has one more lesser type this run"
_ANY_KIND = "vc 1: ice gains any type [1/turn]"
_IGNORES = {
    "0c: no effect of the encounter [1/turn]": 0,
    "pc 1: no effect of the encounter": 1,
}
_LIFTS = {"run-begin: one icebreaker str +1 this-run": 1, OF_EVENT: 2}
_GNAWS = {
    "encounter host: trash it at 0, else virus 1 here": AS_MET,
    "host at 0: trash it": AT_ANY_TIME,
}
_CHARGES = {
    AS_RUN_BEGINS: BEGIN,
    "first sub of the host broken: may charge 1": ON_HOST,
    "full-break [1/turn]: charge 1": ALONE,
    "trash: charge 1": WHENEVER,
}
_END = re.compile(r"^trash: the (first|last) sub$")
_MOVES = re.compile(r"^(\d)c: host-on-ice$")
_TRICK = re.compile(
    r"^(\d)c: (?:no-etr this-encounter @([a-z ]+)|(derez-encountered) ([a-z ]+)) \[interface\]$"
)
AT_HOST = re.compile(r"^str \+(\d+) at host$")
"""Strength at the piece of ice that a card's place names."""
_IDLES = re.compile(r"^full-break: next-ice: first (\d) subs do not resolve$")
_ORDERS = "subs unbroken: in the Runner's order"
_COPIES = "ice passed: may give it up: to another copy of it"
_SWAPS = "pass if fully-broke [1/turn]: swap ice"
_TRACED = re.compile(r"^trace-success: core (\d)$")
_GATHERS = "full-break: may power 1 there"
_REMOVES = "full-break outermost [1/turn]: may remove it: the ice is trashed"
_OUTERMOST = "outermost ice passed, fully broken [1/turn]: may swap it"
_FELLS = re.compile(r"^(\d)c \+ trash: the ice met at 0 or less is trashed$")
_CUTS = re.compile(r"^tag 1: the ice met has (\d) less \[1/turn\]$")
_TURNS_DOWN = "pc X + trash: the ice met turns down, tag 1"
MET_FIRST = "ice met first: power 1"
_ALL_STRENGTH = 99
_BIG_STEP = re.compile(r" \[if threat>=(\d+)\]")
_FEEDS = re.compile(r"^full-break(?:\[([a-z ]+)\])?: power 1$")
_HIDDEN_STEP = "Xc: +X run [stealth>=1]"
"""A boost of a size of one's choice, of which one credit at least is a stealth credit."""


def is_priced(item: Unexecuted) -> bool:
    """Whether the search for payments knows a clause of a rig card."""
    text = item.text
    match item.key:
        case "effects":
            return (
                text in (*_LIFTS, *FETCHES, SHIFTS, CLOSES)
                or is_prevention(text)
                or undoing(text) is not None
                or bool(_TRACED.match(text))
            )
        case "break":
            return bool(_END.match(text)) or _read_break(text) is not None
        case "pump":
            return text == _HIDDEN_STEP or _read_boost(text) is not None
        case "paid":
            return bool(
                _WEAKENS.match(text)
                or AT_WILL.match(text)
                or text in _IGNORES
                or text in (_ANY_KIND, _TURNS_DOWN, KEEPS_OPEN, *_CHARGES, *FETCHES)
                or _LENDS.match(text)
                or _MOVES.match(text)
                or _FELLS.match(text)
                or _CUTS.match(text)
                or _HIDDEN_WEAKENING.match(text)
                or _TRICK.match(text)
                or is_prevention(text)
                or undoing(text)
                or text in (*UNTAGS, *DRAWS)
            )
        case "static":
            return is_prevention(text) or AT_HOST.match(text) is not None
        case "on":
            return (
                text in (*_GNAWS, *_CHARGES, _LESSER_KIND, _GATHERS, _REMOVES, _OUTERMOST)
                or text
                in (TAKES_BACK, MET_FIRST, _SWAPS, _COPIES, _ORDERS, *DRAWS, *LEAVING, *PENNILESS)
                or _IDLES.match(text) is not None
                or is_prevention(text)
                or text in _LIFTS
                or undoing(text) is not None
                or any(each.match(text) for each in (_SWELLS, _FEEDS))
            )
    return False


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
    slot = make_slot(placed, earlier_success, stealth, ice_here, server, trojans)
    slot = with_assumptions(slot, placed, rig or (placed,), grip, server, link, event)
    by_power = [s for s in placed.card.rules.statics if s.amount.register == "power"]
    worth = sum(static.amount.factor for static in by_power if static.kind == "str")
    read: dict[str, Any] = {
        "keeps_off": preventions_of(placed),
        "per_power": worth,
        "virtual": is_virtual(placed.card),
        "enriches": 0,  # where it matters it is named
        "returns": returns(placed.card),
    }
    if slot.by_power:  # what it gets on the way is strength that lasts
        strength = slot.strength + slot.by_power * placed.power
        read |= {"strength": strength, "per_power": slot.by_power, "by_power": 0}
    abilities, boosts = list(slot.abilities), list(slot.boosts)
    for item in placed.card.rules.unexecuted:
        text = item.text
        if end := _END.match(text):
            read["breaks"] = end[1]
        elif trick := _TRICK.match(text):
            types = frozenset({trick[2] or trick[4]})
            ability = Ability(1, int(trick[1]), types=types)
            read["trick"] = Trick(ability, derez=bool(trick[3]))
        elif hidden := _HIDDEN_WEAKENING.match(text):
            if stealth:
                weaker = Weakening(int(hidden[2]), int(hidden[1]), kind=hidden[3], stealth=True)
                read["weakening"] = weaker
        elif at_host := AT_HOST.match(text):
            read["at_host"] = int(at_host[1])
        elif traced := _TRACED.match(text):
            read["traced"] = int(traced[1])
        elif idles := _IDLES.match(text):
            read["idles"] = int(idles[1])
        elif text == _LESSER_KIND:
            read["gives"] = Gives(0, "", lesser=True)
        elif text == _GATHERS:
            read["gathers"] = True
        elif text == _REMOVES:
            read["removes"] = True
        elif text == _OUTERMOST:
            read |= {"swaps": True, "outermost": True}
        elif fells := _FELLS.match(text):
            read["fells"] = int(fells[1])
        elif cuts := _CUTS.match(text):
            read["cuts"] = int(cuts[1])
        elif text == _TURNS_DOWN:
            read["turns_down"] = True
        elif text in _CHARGES and (text != AS_RUN_BEGINS or server == "rd"):
            read["charges"] = _CHARGES[text]
        elif at_will := AT_WILL.match(text):
            read["at_will"] = int(at_will[1])
        elif text == TAKES_BACK:
            read["takes_back"] = True
        elif text == KEEPS_OPEN:
            read["keeps_open"] = earlier_success
        elif text in UNTAGS:
            read["untags"] = UNTAGS[text]
        elif undoes := undoing(text):
            read["undoes"] = undoes
        elif text in (SHIFTS, CLOSES):
            read |= {"shifts": text == SHIFTS, "closes": text == CLOSES}
        elif text in FETCHES:
            read["fetches"] = FETCHES[text]
        elif text in DRAWS:
            read["draws"] = DRAWS[text]
        elif text in LEAVING:
            read["leaving"] = LEAVING[text]
        elif text in PENNILESS:
            read["penniless"] = PENNILESS[text]
        elif text == _ORDERS:
            read["orders"] = True
        elif text == _COPIES:
            read["copies"] = True
        elif text == _SWAPS:
            read["swaps"] = True
        elif moves := _MOVES.match(text):
            read["moves"] = int(moves[1])
        elif item.key == "break":
            abilities += _abilities(placed, text, stealth)
            read |= {"draws": USED} if _DRAWS in text else {}
        elif item.key == "pump":
            asked = _BIG_STEP.search(text)
            if asked is None or threat >= int(asked[1]):
                boosts += _boosts(placed, text, stealth)
        elif item.key == "paid" and text in _IGNORES:
            read["ignores"] = _IGNORES[text]
        elif item.key == "paid" and text == _ANY_KIND:
            read["gives"] = Gives(0, "", 1)
        elif item.key == "paid" and (lends := _LENDS.match(text)):
            read["lends"] = _lends(*lends.groups())
        elif item.key == "paid" and (weakens := _WEAKENS.match(text)):
            read["weakening"] = _weakening(*weakens.groups())
        elif text in _LIFTS:
            read["lifts"] = _LIFTS[text]
        elif item.key == "on" and text in _GNAWS:
            read |= {"gnaws": _GNAWS[text], "bypass_host": placed.host}
        elif item.key == "on" and (swells := _SWELLS.match(text)):
            read["swells"] = swells[1]
    if placed.card.rules.bypasses:
        read |= {"bypasses": placed.card.rules.bypasses, "bypass_host": placed.host}
    abilities = placed_abilities(placed.card, abilities, ice_here, server, trojans)
    if not stealth:
        abilities = [replace(each, noise=0) for each in abilities]  # nothing to drive off
    return replace(slot, abilities=tuple(abilities), boosts=tuple(boosts), **read)


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


def _weakening(gone: str, grip: str, credits: str, amount: str, once: str) -> Weakening:
    """Ice that is weakened for more than counters."""
    return Weakening(
        _ALL_STRENGTH if amount == "all" else int(amount),
        int(credits or 0),
        grip=int(grip or 0),
        trash=bool(gone),
        once=bool(once),
        as_met=gone == "rfg",
        wholly=amount == "all",
    )


def _lends(power: str, trash: str, no_ai: str, gain: str, until: str) -> Lends:
    """Strength for another card."""
    return Lends(int(gain), int(power or 0), bool(trash), until != "encounter", bool(no_ai))
