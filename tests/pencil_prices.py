"""What breaking a piece of ice costs, by the textbook: so many boosts, so many uses.

The figures are those of `rules/pencil_ice.csv` and its companions, which people who had read
neither the code nor its tables wrote from the printed cards. Nothing here asks the engine.

The ice stands alone on a remote server, just rezzed, with one breaker before it: that is
what the column `alone` works out. A price is in credits; None: it cannot be broken whole.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

HERE = Path(__file__).parent / "rules"
ALL = 99
"""Subroutines per use of a breaker that breaks any number of them."""

GRIP = 5
"""Cards in the grip unless it is said how many."""

MODERN = {"wall": "barrier"}
"""What the subtypes of 1996 are called today."""


@dataclass(frozen=True)
class Ice:
    id: str
    rez: int
    strength: int
    subs: int
    types: frozenset[str]
    extras: tuple[str, ...] = ()
    tracing: int = 0
    server: str = "remote"

    @property
    def sold(self) -> int | None:
        """Credits for which the Runner may break one of its subroutines on the card itself."""
        prices = [re.fullmatch(r"(?:if untagged )?(\d)c: break 1", each) for each in self.extras]
        return next((int(each[1]) for each in prices if each), None)


@dataclass(frozen=True)
class Breaker:
    id: str
    strength: int | None
    types: frozenset[str]
    breaks: tuple[str, ...]
    cost: int
    pay: str
    subs: int
    boost_cost: int
    boost_pay: str
    boost: int
    counters: int
    extras: tuple[str, ...]
    special: bool

    @property
    def installed(self) -> list[str]:
        """The counters it gets when it is installed."""
        if "on install: power 1 per free mu" in self.extras:
            return ["3"]  # it takes one of the four units itself
        got = [re.fullmatch(r"on install: (?:power|virus) (\d)", each) for each in self.extras]
        return [each[1] for each in got if each]


def rows(name: str) -> list[dict[str, str]]:
    """The lines of a table of figures."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def parts(text: str, mark: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(mark) if each.strip())


def stated(text: str, word: str, otherwise: str) -> str:
    """The number after a word in the column `alone`, which stands above the printed one."""
    found = re.search(rf"\b{word} (\d+)", text)
    return found[1] if found else otherwise


def figure(text: str) -> int:
    """A number of the table; X and blanks count nothing."""
    return int(text) if text.isdigit() else 0


def ice_of(row: dict[str, str]) -> Ice:
    """A piece as the table has it, alone on a remote server."""
    alone = row.get("alone", "")
    kinds = alone.removeprefix("as ").split("/") if alone.startswith("as ") else []
    subs = parts(row["subs"], "|")
    return Ice(
        id=row.get("id") or row["name"],
        rez=figure(stated(alone, "rez", row["rez"])),
        strength=figure(stated(alone, "str", row["strength"])),
        subs=int(stated(alone, "subs", row["count"])),
        types=frozenset(MODERN.get(kind, kind) for kind in [*row["subtypes"].split("/"), *kinds]),
        extras=parts(row["extras"], ";"),
        tracing=sum(each.startswith("trace") for each in subs),
    )


def placed(ice: Ice, server: str = "remote", advanced: int = 0, grip: int = GRIP) -> Ice:
    """The piece on this server, with so many advancement counters, before so many cards."""
    ice = replace(ice, server=server)
    if any(extra.startswith("on rez: adv 1") for extra in ice.extras):
        advanced = advanced or 1  # nobody states how many: those of its rezzing
    if any(re.search(r"sub per (grip|revealed) card", extra) for extra in ice.extras):
        ice = replace(ice, subs=grip)
    for extra in ice.extras:
        here = extra.removeprefix(f"on {server}: ")
        if here != extra:
            ice = _with(ice, here)
        if extra.startswith("sub per adv"):
            ice = replace(ice, subs=ice.subs + advanced)
        if extra == "adv 1: rez -3":
            ice = replace(ice, rez=max(0, ice.rez - 3 * advanced))
        if advanced % 2 and (turned := re.fullmatch(r"adv odd: (.+) not (.+)", extra)):
            ice = replace(ice, types=ice.types - {turned[2]} | {turned[1]})
        if step := re.fullmatch(r"adv 1: \+(\d) str", extra):
            ice = replace(ice, strength=ice.strength + int(step[1]) * advanced)
        elif advanced >= 3 and extra.startswith("adv 3: "):
            ice = _with(ice, extra.removeprefix("adv 3: "))
    return ice


def _with(ice: Ice, more: str) -> Ice:
    """The piece with what it has under a condition that holds."""
    if grown := re.fullmatch(r"\+(\d) str", more):
        return replace(ice, strength=ice.strength + int(grown[1]))
    if more.startswith("sub last"):
        return replace(ice, subs=ice.subs + 1)
    return replace(ice, extras=(*ice.extras, more))


def facing(ice: Ice, breaker: Breaker) -> Ice:
    """The piece while this breaker alone is installed."""
    installed = {
        "fracters 0: +7 str": "fracter" not in breaker.types,
        "if ai: +3 str": "ai" in breaker.types,
        "per icebreaker: -1 str": breaker.strength is not None,
    }
    for extra in ice.extras:
        if installed.get(extra):
            change = re.search(r"[+-]\d", extra)
            assert change
            ice = replace(ice, strength=ice.strength + int(change[0]))
    return ice


def breaker_of(row: dict[str, str]) -> Breaker:
    alone = row.get("alone", "")
    strength = stated(alone, "str", row["strength"])
    return Breaker(
        id=row.get("id") or row["name"],
        strength=figure(strength) if strength else None,
        types=frozenset(row["subtypes"].split("/")),
        breaks=tuple(MODERN.get(kind, kind) for kind in parts(row["breaks"], " or ")),
        cost=figure(row["break_cost"]),
        pay=row["break_pay"],
        subs=ALL if row["subs"] == "all" else figure(row["subs"]),
        boost_cost=figure(stated(alone, "for", row["boost_cost"])),
        boost_pay=row["boost_pay"],
        boost=figure(stated(alone, "boost", row["boost"])),
        counters=int(stated(alone, "counters", "0")),
        extras=parts(row["extras"], ";"),
        special=bool(row["irregular"]),
    )


def held(breaker: Breaker, grip: int) -> Breaker:
    """The breaker while the grip holds so many cards."""
    if breaker.strength is None or "-1 str per grip card" not in breaker.extras:
        return breaker
    return replace(breaker, strength=breaker.strength + GRIP - grip)


GIVEN_UP = (
    "on encounter end if used: self trash",
    "on encounter end if used: virus -1 or self trash",
    "on run end if used: self trash",
    "on break: no access",
)


def with_credits_alone(breaker: Breaker) -> Breaker:
    """What is left of a breaker that spends no counters, no cards, no accesses, nor itself."""
    dear = breaker.pay in ("trash", "grip") or any(each in GIVEN_UP for each in breaker.extras)
    special = breaker.special and breaker.id not in ("faust", "lobisomem")
    return replace(breaker, counters=0, special=special, subs=0 if dear else breaker.subs)


def times(amount: int, each: int) -> int:
    """How often so much has to be done to make up an amount, rounded up."""
    return -(-amount // each)


def meets(breaker: Breaker, ice: Ice) -> bool:
    """Whether the breaker may break subroutines of this ice at all, strength aside."""
    kinds = set(breaker.breaks)
    if kinds != {"any"} and kinds != {"traces"} and not kinds & ice.types:
        return False
    if "ai" in breaker.types and "no ai" in ice.extras:
        return False
    if "fracter" not in breaker.types and "fracter only" in ice.extras:
        return False
    if "killer" not in breaker.types and "no killer: break at most 1" in ice.extras:
        return ice.subs < 2
    if "break at most 1" in ice.extras and ice.subs > 1:
        return False
    unhosting = {"on rez: takes a hosted program", "cannot host"}
    if unhosting & set(ice.extras) and "host ice only" in breaker.extras:
        return False  # its guests do nothing, or are none
    conditions = {
        "if rez 5 or more": ice.rez >= 5,
        "if subtypes 3 or more": len(ice.types) >= 3,
        "if subs exactly 1": ice.subs == 1,
        "if ice str 5 or more": ice.strength >= 5,
        "not on remote": ice.server != "remote",
        "mark only": False,  # never a remote server, and not known
        "host of trojan only": False,
        "traces only": ice.tracing == ice.subs,
    }
    return all(conditions.get(each, True) for each in breaker.extras)


def gap(breaker: Breaker, ice: Ice) -> int:
    """The strength that is wanting."""
    return 0 if breaker.strength is None else max(0, ice.strength - breaker.strength)


def regular(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """Boosts and uses of a breaker with one ability of each kind."""
    if not breaker.subs or not meets(breaker, ice):
        return None
    if "once per encounter" in breaker.extras and subs > breaker.subs:
        return None
    short = gap(breaker, ice)
    if short and not breaker.boost:
        return None
    boosts = times(short, breaker.boost) if short else 0
    uses = times(subs, breaker.subs)
    left = breaker.counters
    credits = 0
    for count, pay, cost in (
        (boosts, breaker.boost_pay, breaker.boost_cost),
        (uses, breaker.pay, breaker.cost),
    ):
        if pay in ("c", "c + forgo"):
            credits += count * cost
        elif count and "stealth" in pay:
            return None  # no stealth credits
        elif "virus" in pay or "power" in pay:
            left -= count * cost
        elif pay == "trash" and count > 1:
            return None
    return None if left < 0 else credits


def textbook(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """The price of so many subroutines of the ice, by an irregular ability if it has one."""
    way = IRREGULAR.get(breaker.id) if breaker.special else None
    return way(breaker, ice, subs) if way else regular(breaker, ice, subs)


def price(breaker: Breaker, ice: Ice) -> int | None:
    """The fewest credits, some subroutines paid for on the ice itself where it offers that."""
    ice = facing(ice, breaker)
    found = [textbook(breaker, ice, ice.subs)]
    if ice.sold is not None:
        for bought in range(1, ice.subs + 1):
            rest = textbook(breaker, ice, ice.subs - bought) if bought < ice.subs else 0
            found.append(None if rest is None else bought * ice.sold + rest)
    return min((each for each in found if each is not None), default=None)


def _equal(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """Atman without counters: strength 0 and nothing else."""
    return regular(breaker, ice, subs) if ice.strength == breaker.strength else None


def _berserker(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    grown = ice.strength <= (breaker.strength or 0) + ice.subs
    return breaker.cost * times(subs, breaker.subs) if grown and meets(breaker, ice) else None


def _joined(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """Each use boosts first and then breaks, once the strength is there."""
    if not meets(breaker, ice):
        return None
    first = max(1, times(gap(breaker, ice), breaker.boost))
    return breaker.cost * (first - 1 + times(subs, breaker.subs))


def _paperclip(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """X credits give X strength and X subroutines: one use of the larger X."""
    return max(gap(breaker, ice), subs) if meets(breaker, ice) else None


def _faust(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """No credits, but cards of the grip, one for two of strength and one a subroutine."""
    cards = times(gap(breaker, ice), 2) + subs
    return 0 if meets(breaker, ice) and cards <= GRIP else None


def _widening(kind: str) -> Callable[[Breaker, Ice, int], int | None]:
    """2 credits when it is met make the ice of a kind."""

    def way(breaker: Breaker, ice: Ice, subs: int) -> int | None:
        known = kind in ice.types
        found = regular(breaker, replace(ice, types=ice.types | {kind}), subs)
        return None if found is None else found + (0 if known else 2)

    return way


def _lobisomem(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """Code gates as usual; a barrier for X credits and its one counter."""
    if not {"barrier", "code gate"} & ice.types or not meets_any(breaker, ice):
        return None
    return times(gap(breaker, ice), breaker.boost) * breaker.boost_cost + subs


def _utae(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """X credits, once, for X subroutines."""
    return gap(breaker, ice) * breaker.boost_cost + subs if meets(breaker, ice) else None


def _savant(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """2 credits for one subroutine of a sentry, or for two of a code gate."""
    if not meets(breaker, ice) or gap(breaker, ice):
        return None
    return 2 * times(subs, 2 if "code gate" in ice.types else 1)


def _wyrm(breaker: Breaker, ice: Ice, subs: int) -> int | None:
    """Up to the strength of the ice, then the ice down to 0, then 3 a subroutine."""
    lowered = max(0, ice.strength)
    if not meets(breaker, ice) or (lowered and "strength floor" in ice.extras):
        return None
    return gap(breaker, ice) + lowered + breaker.cost * subs


def meets_any(breaker: Breaker, ice: Ice) -> bool:
    """Whether the ice lets cards of these subtypes break it, whatever they break."""
    return meets(replace(breaker, breaks=("any",)), ice)


IRREGULAR: dict[str, Callable[[Breaker, Ice, int], int | None]] = {
    "atman": _equal,
    "berserker": _berserker,
    "black_orchestra": _joined,
    "mkultra": _joined,
    "paperclip": _paperclip,
    "faust": _faust,
    "engolo": _widening("code gate"),
    "laamb": _widening("barrier"),
    "lobisomem": _lobisomem,
    "savant": _savant,
    "utae": _utae,
    "wyrm": _wyrm,
}

LEFT_OUT = {
    "baba_yaga": "has what it hosts",
    "endless_hunger": "pays with installed cards",
    "grappling_hook": "never breaks the last subroutine",
}
