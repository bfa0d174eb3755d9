"""Clauses of rig cards that games do not execute and prices know: a row for each.

A row says what a clause makes of the card's `Slot`: fields of it, by name. Nothing here changes
a game. Abilities to break and boosts are read in `price_slots.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from simcore.cards.settled import CHEAPER_ONCE_TRASHED
from simcore.plan.offers import Discards, Draws, Gives, Lends, Robs
from simcore.plan.pieces import Ability, Trick, Weakening
from simcore.prices.corp.ground import GOES_PURGED, KEEPS_VIRUS, PURGE_DISCARDS, PURGE_ROBS
from simcore.prices.rig.beside import CHARGES as AS_RUN_BEGINS
from simcore.prices.rig.beside import CLOSES, SHIFTS
from simcore.prices.rig.beside import LIFTS as OF_EVENT
from simcore.prices.rig.charging import ALONE, BEGIN, ON_HOST, WHENEVER
from simcore.prices.rig.discarding import GROWS
from simcore.prices.rig.drawing import DRAWS
from simcore.prices.rig.fetching import FETCHES
from simcore.prices.rig.gnawing import AS_MET, AT_ANY_TIME
from simcore.prices.rig.hand import OF_EVENTS
from simcore.prices.rig.keeping_open import KEEPS_OPEN
from simcore.prices.rig.leaving import FREE_REZ, LEAVING, PENNILESS
from simcore.prices.rig.of_traces import DISRUPTS, LINK_TOO, PAYS, TESTS, is_of_traces
from simcore.prices.rig.preventing import is_prevention
from simcore.prices.rig.raiding import RAIDS
from simcore.prices.rig.taking_back import TAKES_BACK
from simcore.prices.rig.undoing import undoing
from simcore.prices.rig.untagging import UNTAGS
from simcore.prices.stated import BY_FRACTERS_GONE, DEARER_SUBS, OF_COUNTED_ICE, SHELTERED

Fields = dict[str, Any]
"""Fields of a slot, by name."""
Row = Callable[[str], Fields | None]
"""What a clause of this text makes of a slot; None if the row is about other clauses."""
_ALL_STRENGTH = 99


def _text(text: str, **fields: Any) -> Row:
    """A clause of just this text."""
    return lambda given: dict(fields) if given == text else None


def _number(field: str, pattern: str) -> Row:
    """Clauses that differ in one number."""
    return _pattern(pattern, lambda number: {field: int(number)})


def _pattern(pattern: str, fields: Callable[..., Fields]) -> Row:
    """Clauses of a pattern, whose groups say the rest."""
    compiled = re.compile(pattern)

    def row(text: str) -> Fields | None:
        found = compiled.fullmatch(text)
        return None if found is None else fields(*found.groups())

    return row


def _table(field: str, table: Mapping[str, Any]) -> Row:
    """Clauses of one kind, each with its value."""
    return lambda text: {field: table[text]} if text in table else None


def _undoing(text: str) -> Fields | None:
    undoes = undoing(text)
    return None if undoes is None else {"undoes": undoes}


def _prevention(text: str) -> Fields | None:
    """What `preventions_of` reads for all of a card."""
    return {} if is_prevention(text) else None


def _of_traces(text: str) -> Fields | None:
    """What is read where a trace is beaten."""
    return {} if is_of_traces(text) else None


def _trick(credits: str, kind: str | None, derez: str | None, derezzed: str | None) -> Fields:
    types = frozenset(filter(None, (kind, derezzed)))
    return {"trick": Trick(Ability(1, int(credits), types=types), derez=bool(derez))}


def _weakening(
    gone: str | None,
    grip: str | None,
    credits: str | None,
    amount: str,
    lasts: str | None,
    once: str | None,
) -> Fields:
    """Ice that is weakened for more than counters."""
    weakening = Weakening(
        _ALL_STRENGTH if amount == "all" else int(amount),
        int(credits or 0),
        grip=int(grip or 0),
        trash=bool(gone),
        once=bool(once),
        as_met=gone == "rfg",
        wholly=amount == "all",
        lasts=bool(lasts),
    )
    return {"weakening": weakening}


def _hidden_weakening(credits: str, amount: str, kind: str) -> Fields:
    return {"weakening": Weakening(int(amount), int(credits), kind=kind, stealth=True)}


def _draws(power: str | None, cards: str) -> Fields:
    """Cards at any time, for counters or the card."""
    return {"at_will": Draws(int(cards), int(power or 0))}


def _lends(
    power: str | None, trash: str | None, no_ai: str | None, gain: str, until: str
) -> Fields:
    """Strength for another card."""
    lends = Lends(int(gain), int(power or 0), bool(trash), until != "encounter", bool(no_ai))
    return {"lends": lends}


_CHARGING = _table(
    "charges",
    {
        AS_RUN_BEGINS: BEGIN,
        "first sub of the host broken: may charge 1": ON_HOST,
        "full-break [1/turn]: charge 1": ALONE,
        "trash: charge 1": WHENEVER,
    },
)
_LIFTING = _table("lifts", {"run-begin: one icebreaker str +1 this-run": 1, OF_EVENT: 2})
_FETCHING = _table("fetches", FETCHES)
_DRAWING = _table("draws", DRAWS)
_WEAKENING = _pattern(
    r"(?:ice met: )?(?:(rfg|trash)|grip (\d)|(\d)c): ice-str -(\d+|all)( run)?( \[1/turn\])?",
    _weakening,
)
_ROWS: dict[str, tuple[Row, ...]] = {
    "effects": (
        _LIFTING,
        _FETCHING,
        _text(SHIFTS, shifts=True),
        _text(CLOSES, closes=True),
        _number("traced", r"trace-success: core (\d)"),
        _prevention,
        _undoing,
    ),
    "break": (_pattern(r"trash: the (first|last) sub", lambda end: {"breaks": end}),),
    "static": (
        _number("at_host", r"str \+(\d+) at host"),
        _text(BY_FRACTERS_GONE, per_fracter_gone=1),
        _text(CHEAPER_ONCE_TRASHED, rebate=True),
        _text(OF_COUNTED_ICE),
        _text(DEARER_SUBS),
        _text(SHELTERED),
        _prevention,
    ),
    "paid": (
        _CHARGING,
        _FETCHING,
        _DRAWING,
        _table("untags", UNTAGS),
        _table(
            "ignores",
            {
                "0c: no effect of the encounter [1/turn]": 0,
                "pc 1: no effect of the encounter": 1,
            },
        ),
        _text(DISRUPTS),
        _text("trash: prevent the flatline, the grip goes", outlives=True),
        _of_traces,
        _text("vc 1: ice gains any type [1/turn]", gives=Gives(0, "", 1)),
        _text("pc X + trash: the ice met turns down, tag 1", turns_down=True),
        _text(KEEPS_OPEN, keeps_open=True),
        _pattern(rf"(?:trash|pc (\d)): draw (\d)(?:{FREE_REZ})?", _draws),
        _text(RAIDS, raids=True),
        _pattern(
            r"trash: the Corp discards (\d)(\*power)?",
            lambda cards, power: {"discards": Discards(int(cards), bool(power))},
        ),
        _number("surfs", r"(\d)c: the barrier met moves on or back"),
        _number("moves", r"(\d)c: host-on-ice"),
        _number("fells", r"(\d)c \+ trash: the ice met at 0 or less is trashed"),
        _number("cuts", r"tag 1: the ice met has (\d) less \[1/turn\]"),
        _pattern(
            r"(?:pc (\d)|(trash)): one icebreaker( no ai)? str \+(\d) (encounter|run|turn)", _lends
        ),
        _WEAKENING,
        _pattern(r"(\d)c: ice-str -(\d) @([a-z ]+) \[stealth\]", _hidden_weakening),
        _pattern(
            r"(\d)c: (?:no-etr this-encounter @([a-z ]+)|(derez-encountered) ([a-z ]+))"
            r" \[interface\]",
            _trick,
        ),
        _prevention,
        _undoing,
    ),
    "on": (
        _CHARGING,
        _LIFTING,
        _DRAWING,
        _FETCHING,
        _text(OF_EVENTS, draws=OF_EVENTS),
        _table("leaving", LEAVING),
        _table("penniless", PENNILESS),
        _table(
            "gnaws",
            {
                "encounter host: trash it at 0, else virus 1 here": AS_MET,
                "host at 0: trash it": AT_ANY_TIME,
            },
        ),
        _text(
            "ice met [1/turn]: has one more lesser type this run",
            gives=Gives(0, "", lesser=True, lasts=True),
        ),
        _text("full-break: may power 1 there", gathers=True),
        _text(LINK_TOO),
        _pattern(
            r"full-break ([a-z ]+): break 1 ([a-z ]+) next",
            lambda of, kind: {"frees": (of, kind)},
        ),
        _number("tags_first", r"broken by it first: tag (\d)"),
        _text("full-break outermost [1/turn]: may remove it: the ice is trashed", removes=True),
        _text(
            "outermost ice passed, fully broken [1/turn]: may swap it", swaps=True, outermost=True
        ),
        _text("pass if fully-broke [1/turn]: swap ice", swaps=True),
        _text("ice passed: may give it up: to another copy of it", copies=True),
        _text("subs unbroken: in the Runner's order", orders=True),
        _text(TAKES_BACK, takes_back=True),
        _WEAKENING,
        _text("ice met first: power 1"),
        _text(TESTS),
        _pattern(PAYS, lambda _: {}),
        _of_traces,
        _text(GROWS, grows_by_damage=True),
        _text(GOES_PURGED, goes_purged=True),
        _pattern(PURGE_ROBS, lambda credits: {"robs": Robs(credits=int(credits))}),
        _pattern(PURGE_DISCARDS, lambda cards: {"robs": Robs(cards=int(cards))}),
        _pattern(
            r"success(?:\[|: )([a-z]+)\]?: may give it up: the Corp loses (\d)",
            lambda server, credits: {"robs": Robs(credits=int(credits), server=server)},
        ),
        _text(KEEPS_VIRUS, keeps_virus=True),
        _number("idles", r"full-break: next-ice: first (\d) subs do not resolve"),
        _pattern(r"encounter ([a-z ]+): str \+1\*subs encounter", lambda kind: {"swells": kind}),
        _pattern(r"full-break(?:\[[a-z ]+\])?: power 1", dict),
        _prevention,
        _undoing,
    ),
}


@cache
def fields_of(key: str, text: str) -> Mapping[str, Any] | None:
    """What a clause of a rig card, under its key in the tables, makes of its slot; None if no
    price knows it."""
    return next((read for row in _ROWS.get(key, ()) if (read := row(text)) is not None), None)
