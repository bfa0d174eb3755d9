"""What breaking costs where a clause of a card is not executed: nobody knows, unless the
clause has no say there.

One breaker stands before one piece of ice that was rezzed in an earlier run. What is not
stated is not there: no tags, no bad publicity, no agenda points, no other card. A clause
that asks for any of these does nothing, executed or not. Where they are there (`Around`)
it may do something.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from simcore.cards.pool import NO_STRENGTH
from simcore.cards.unplayed import for_prices

if TYPE_CHECKING:
    from simcore.cards.card import Card

_NO_SAY = (
    *("no-trash-ice", "reveal-in-rd", "no-bypass", "no-spend-while-resolving", "no-host"),
    *("trash-limit", "rez ", "one ice per run", "only outermost", "only innermost"),
    *("only chosen-server", "mu ", "text of the identity on it"),
)
"""Standing properties that leave breaking alone, or hold for the only ice there is."""

_CHANGES = (
    *("gain-sub", "gain-grail", "copy-ice", "choose-subtype", "becomes", " gains "),
    *("str +", "break-limit", "printed-broken: rlose"),
)
"""What a triggered clause says when it changes ice, a breaker, or what a break costs."""

_NEVER = re.compile(r"\bif (installed-this-turn|trashed-own-this-turn)")
"""Conditions that no scenario can state."""

_COUNTED = re.compile(
    r"\*(tags|bp|rezzed-outside|rezzed-assets|archives-transactions|heap|current)\b"
    r"|\bif (threat|virtual-res)>=(\d)"
)
"""What a clause counts, and what it asks to be so many."""

Around = Mapping[str, int]
"""How much there is at most of what `_COUNTED` names, and of `threat` (agenda points)."""

_STEALTH = re.compile(r"\[stealth\b")
_ADVANCED = re.compile(r"\bif adv>=(\d+)")
_SERVER = re.compile(r"\bif server=(\w+)")


UNKNOWN = "what it does is not entered, so that no price beside it is known; leave it out"
"""Of a card of which there are figures alone."""


def undecided(
    card: Card,
    *,
    advancement: int = 0,
    server: str = "remote",
    stealth: bool = False,
    around: Around | None = None,
) -> tuple[str, ...]:
    """The clauses of a piece of ice or a rig card that are not executed and decide what
    breaking costs. `stealth`: there are stealth credits; `around`: None for nothing.

    >>> from simcore.cards.pool import load_pool
    >>> undecided(load_pool().find("Curtain Wall"))
    ("'str +4 if outermost' is not executed yet",)
    """
    if card.fidelity.level == "stats":
        return (UNKNOWN,)
    card = for_prices(card)
    found = [
        f"'{clause.text}' is not executed yet"
        for clause in card.rules.unexecuted
        if _tells(clause.key, clause.text)
        and not _is_idle(clause.text, advancement, server, stealth, around or {})
    ]
    return (*found, *(note for note in card.fidelity.notes if note == NO_STRENGTH))


def _tells(key: str, text: str) -> bool:
    """Whether a clause may change strength, subtypes or subroutines, or who may break."""
    match key:
        case "break" | "pump" | "rbreak":
            return True
        case "static":
            return not text.startswith(_NO_SAY)
        case "paid":
            return "break" in text or "str" in text
        case "on":
            return not text.startswith("rez-in-run") and any(word in text for word in _CHANGES)
    return False


def _is_idle(text: str, advancement: int, server: str, stealth: bool, around: Around) -> bool:
    """Whether a clause does nothing here."""
    if _NEVER.search(text) or (not stealth and _STEALTH.search(text)):
        return True
    for counted, asked, needed in _COUNTED.findall(text):
        if around.get(counted or asked, 0) < int(needed or 1):
            return True
    if text.endswith("*adv") or " if adv" in f" {text}":
        needed = _ADVANCED.search(text)
        if needed:
            return advancement < int(needed[1])
        return advancement == 0 or ("adv odd" in text and advancement % 2 == 0)
    place = _SERVER.search(text)
    return place is not None and place[1] in ("hq", "rd", "remote") and place[1] != server


def vague_trace(card: Card) -> str:
    """Why it is not known which subroutines of a piece of ice trace; "" if it is."""
    for clause in card.rules.unexecuted:
        if clause.key == "subs" and "trace" in clause.text:
            return f"{card.title}: '{clause.text}' is not executed yet"
    return ""
