"""Card notation: short clauses to syntax trees.

    effects := clause (';' clause)*
    clause  := 'trace' N ':' clause ['else' clause]     | 'psi' ':' clause ['else' clause]
             | 'roll' A-B ':' clause ['else' clause]
             | 'if' COND ':' clause ['else' clause]
             | ('corp-may'|'runner-may'|'corp-will'|'runner-will') [COST] ':' clause
             | ('corp'|'runner') ':' block ('|' block)+
             | 'must-pay' N 'else' block                  | ('vc'|'pc') N 'else' block
             | block ['unless' COST ('|' COST)*]
    block   := '{' effects '}' | atom
    atom    := NAME (AMOUNT | WORD)*                     AMOUNT := N | N*REG | REG | N+N*REG
    COST    := price ('+' price)*                        price := 'pay' N | 'click' N | 'tag' N | …
    event   := ['root' ['[persistent]'] ':' | 'this-run:'] NAME ['[' word,… ']'] ':' effects

    break   := COST ':' (N | 'any-number' | 'all' | 'all-but-N' | 'X') TYPE (',' TYPE)* [PLACE]
               ['[' condition ']']*
    welded  := N 'c: +' N '; if can-interface: break' N TYPE                (X for every N)
    PLACE   := '@host' | '@host-server'
    pump    := COST ':' '+' AMOUNT ['run' | 'turn' | 'keep'] ['[stealth]' | '[stealth>=N]']
    bypass  := COST ':' TYPE (',' TYPE)* ['[' condition ']']*      (of prices alone)
    static  := ['root: ice-here'] 'str' ('+'|'-') AMOUNT ['if' COND] | 'advanceable' | …
    link    := N 'c:' N | N 'c:' '+' N

A clause that cannot be read raises `NotationError`. One that can be read but
is not executed yet ends in `Rules.unexecuted`, named, never guessed at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcore.cards.abilities import (
    Purse,
    check_base_links,
    gains_subs,
    gives_ice,
    is_welded,
    parse_base_link,
    parse_break,
    parse_bypass,
    parse_costs,
    parse_forfeit,
    parse_gain,
    parse_ice_gift,
    parse_load,
    parse_paid,
    parse_pump,
    parse_recurring,
    parse_runner_break,
    parse_static,
    parse_welded,
    stands,
)
from simcore.cards.clauses import parse_amount, parse_clause, parse_condition, parse_effects
from simcore.cards.syntax import Rules, Sequence, Unexecuted
from simcore.cards.vocabulary import (
    ATOMS,
    CONDITIONS,
    CONTROL,
    EVENTS,
    FLAGS,
    ICE_TYPES,
    NOT_MADE,
    PRICES,
    QUALIFIERS,
    REGISTERS,
    SERVERS,
    STATICS,
    STATICS_WRITTEN,
)
from simcore.cards.walking import atoms_of
from simcore.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = [
    "ATOMS",
    "CONDITIONS",
    "CONTROL",
    "EVENTS",
    "FLAGS",
    "ICE_TYPES",
    "NOT_MADE",
    "PRICES",
    "QUALIFIERS",
    "REGISTERS",
    "SERVERS",
    "STATICS",
    "STATICS_WRITTEN",
    "atoms_of",
    "check_base_links",
    "parse_amount",
    "parse_base_link",
    "parse_break",
    "parse_bypass",
    "parse_clause",
    "parse_condition",
    "parse_costs",
    "parse_effects",
    "parse_load",
    "parse_paid",
    "parse_pump",
    "parse_recurring",
    "parse_rules",
    "parse_runner_break",
    "parse_static",
]

_KEYS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "subs": ("subs", parse_effects),
    "on": ("on", parse_clause),
    "effects": ("on", parse_clause),
    "static": ("statics", parse_static),
    "break": ("breaks", parse_break),
    "pump": ("pumps", parse_pump),
    "paid": ("paid", parse_paid),
    "rbreak": ("runner_breaks", parse_runner_break),
    "corp": ("corp_abilities", parse_paid),
    "base_link": ("base_links", parse_base_link),
    "rez_change": ("forfeits", parse_forfeit),
    "bypass": ("bypasses", parse_bypass),
}
"""Keys of a card table or a card of one's own: field of `Rules`, parser of one clause."""


def parse_rules(
    keys: Mapping[str, object], complain: Callable[[str, NotationError], None] | None = None
) -> Rules:
    """The rules of one card from its notation keys (``subs``, ``on``, ``break`` …).

    A clause that cannot be read is passed to ``complain(place, error)`` when given;
    otherwise it is kept as `Unexecuted`, which makes the card approximate.
    """
    fields: dict[str, list[Any]] = {"sub_texts": [], "unexecuted": []}

    def fail(place: str, text: str, error: NotationError) -> None:
        if complain is not None:
            complain(place, error)
        key = place.partition("[")[0]
        fields["unexecuted"].append(Unexecuted(key, text, str(error)))

    recurring, load = Purse(0), Purse(0)
    for key, value in keys.items():
        if key in ("recurring", "load"):
            try:
                if key == "load":
                    load = parse_load(value)
                else:
                    recurring = parse_recurring(value)
            except NotationError as error:
                fail(key, str(value), error)
            continue
        if key not in _KEYS:
            for text in value if isinstance(value, list) else [value]:
                fail(key, str(text), NotationError(f"{key} is not executed yet"))
            continue
        field, parser = _KEYS[key]
        texts = value if isinstance(value, (list, tuple)) else [value]
        for index, text in enumerate(texts):
            place = f"{key}[{index}]"
            parsed: Any = None
            try:
                if not isinstance(text, str):
                    raise NotationError(f"expected a clause in quotation marks, found {text!r}")
                if key == "effects" and stands(text):
                    fields.setdefault("statics", []).append(parse_static(text))
                    continue
                if key in ("on", "static") and gains_subs(text):
                    fields.setdefault("gains", []).append(parse_gain(key, text))
                    continue
                if key == "on" and gives_ice(text):
                    fields.setdefault("ice_gifts", []).append(parse_ice_gift(text))
                    continue
                if key == "paid" and is_welded(text):
                    fields.setdefault("breaks", []).append(parse_welded(text))
                    continue
                parsed = parser(text)
            except NotationError as error:
                fail(place, str(text), error)
                parsed = Sequence(()) if key == "subs" else None  # keeps its place, does nothing
            if key == "subs":
                fields["sub_texts"].append(str(text))
            if parsed is not None:
                fields.setdefault(field, []).append(parsed)
        if key == "base_link" and len(fields.get(field, ())) == len(texts):
            try:
                check_base_links(fields[field])
            except NotationError as error:
                fail(key, " | ".join(map(str, texts)), error)
                del fields[field]
    return Rules(
        recurring=recurring.number,
        recurring_use=recurring.use,
        recurring_at=recurring.at,
        recurring_per=recurring.per,
        load=load.number,
        load_use=load.use or None,
        **{name: tuple(items) for name, items in fields.items()},
    )
