"""Scenarios built by hand for the tests of the reference: no files, no card tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from simcore.cards.card import BLANK, Card
from simcore.cards.notation import parse_rules
from simcore.errors import NotationError
from simcore.prices.corp.asked_to_rez import Asked
from simcore.scenario import (
    Corp,
    CorpPlan,
    Pile,
    PlacedIce,
    PlacedRoot,
    RigCard,
    Runner,
    RunnerPlan,
    Scenario,
)

Places = tuple[PlacedIce | Card, ...]
Roots = tuple[PlacedRoot | Card, ...]

ASKS_NOTHING = Asked(0, 0, 0, False)
"""Ice that is rezzed for its credits alone."""


def _refuse(place: str, error: NotationError) -> None:
    raise AssertionError(f"{place}: {error}")


def card(title: str, kind: str, **keys: Any) -> Card:
    """A card; keys that `Card` does not know are notation (`break` is written `break_`)."""
    facts = {name: keys.pop(name) for name in list(keys) if name in Card.__dataclass_fields__}
    facts["subtypes"] = frozenset(facts.get("subtypes", ()))
    facts.setdefault("side", "runner" if kind in ("program", "hardware", "event") else "corp")
    notation = {name.rstrip("_"): value for name, value in keys.items()}
    rules = parse_rules(notation, _refuse)
    return Card(id=title.lower(), title=title, type=kind, rules=rules, **facts)


def unread(title: str, **notation: Any) -> Card:
    """A piece of ice of strength 1 with clauses that nobody can read."""
    bare = card(title, "ice", strength=1, subtypes={"barrier", "sentry"})
    return replace(bare, rules=parse_rules(notation))


def wall(strength: int = 1, rez: int = 1, *subs: str, title: str = "Wall", **keys: Any) -> Card:
    """A barrier that ends the run, or with the given subroutines."""
    return card(
        title,
        "ice",
        strength=strength,
        cost=rez,
        subtypes={"barrier"},
        subs=list(subs or ("etr",)),
        **keys,
    )


def breaker(strength: int, *breaks: str, **keys: Any) -> Card:
    """An icebreaker of these `kinds`, by default for everything at a credit each."""
    return card(
        keys.pop("title", "Breaker"),
        "program",
        strength=strength,
        subtypes={"icebreaker", *keys.pop("kinds", ())},
        break_=list(breaks or ("1c: 1 any",)),
        **keys,
    )


def sentry(strength: int, *subs: str, **keys: Any) -> Card:
    return card("Sentry", "ice", strength=strength, subtypes={"sentry"}, subs=list(subs), **keys)


def fracter(strength: int = 2, **keys: Any) -> Card:
    """A breaker of barriers: 1 credit a subroutine, 1 credit a point of strength."""
    keys = {"break_": ["1c: 1 barrier"], "pump": ["1c: +1"], **keys}
    return card(
        keys.pop("title", "Fracter"),
        "program",
        strength=strength,
        subtypes={"icebreaker", "fracter"},
        **keys,
    )


def board(
    *ice: PlacedIce | Card,
    server: str = "remote",
    root: Roots = (),
    rig: tuple[RigCard | Card, ...] = (),
    purse: int = 5,
    corp_credits: int | tuple[int, int] = 5,
    grip: int | Pile = 5,
    corp: dict[str, Any] | None = None,
    plan: RunnerPlan | None = None,
    **runner: Any,
) -> Scenario:
    """A scenario of the `nsg` edition; cards of the server given bare are rezzed ice
    and unrezzed roots."""
    low, high = corp_credits if isinstance(corp_credits, tuple) else (corp_credits,) * 2
    return Scenario(
        "nsg",
        server,
        tuple(PlacedIce(each, rezzed=True) if isinstance(each, Card) else each for each in ice),
        tuple(PlacedRoot(each) if isinstance(each, Card) else each for each in root),
        Corp(credits_low=low, credits_high=high, **(corp or {})),
        Runner(
            credits=purse,
            grip=((BLANK, grip),) if isinstance(grip, int) else grip,
            rig=tuple(RigCard(each) if isinstance(each, Card) else each for each in rig),
            plan=plan or RunnerPlan(),
            **runner,
        ),
    )


def yardstick(server: str) -> Scenario:
    """W of the benchmark: `remote`, `hq` or `rd`."""
    deck = (
        (card("Dull", "asset"), 14),
        (card("One", "agenda", points=1), 2),
        (card("Two", "agenda", points=2), 5),
        (card("Three", "agenda", points=3), 2),
        (card("T2", "asset", trash=2), 6),
        (card("T4", "asset", trash=4), 4),
        (card("T3", "asset", trash=3), 4),
        (card("T5", "asset", trash=5), 3),
    )
    hidden = PlacedIce(candidates=tuple((each, 1) for each in W_ICE[:12]))
    layouts: dict[str, tuple[Places, Roots, int]] = {
        "remote": (
            (W_ICE[12], hidden, hidden),
            (PlacedRoot(candidates=deck, from_deck=True), card("Up", "upgrade", trash=5)),
            0,
        ),
        "hq": ((hidden, hidden, W_ICE[13]), (), 1),
        "rd": ((hidden, hidden, hidden), (), 2),
    }
    ice, root, extra = layouts[server]
    return board(
        *ice,
        server=server,
        root=root,
        rig=W_RIG,
        purse=12,
        corp_credits=(4, 19),
        corp={
            "plan": CorpPlan(trace_low=0, trace_high=3),
            "central": () if server == "remote" else deck,
            "central_count": 40,
        },
        link=1,
        link_is_stated=True,
        extra_accesses=extra,
        plan=RunnerPlan(never_trash=frozenset({"t3"})),
    )


def _ice(number: int, strength: int, types: str, rez: int, *subs: str, tax: int = 0) -> Card:
    return card(
        f"Ice {number}",
        "ice",
        strength=strength,
        cost=rez,
        subtypes=types.split(", "),
        subs=list(subs),
        on=[f"encounter: must-pay {tax} else etr"] if tax else [],
    )


W_ICE = (
    _ice(0, 1, "barrier", 1, "etr"),
    _ice(1, 2, "code gate", 3, "rlose 1", "etr"),
    _ice(2, 3, "sentry, ap", 4, "net 3"),
    _ice(3, 4, "sentry", 4, "trace 3: tag 1"),
    _ice(4, 3, "barrier", 3, "etr"),
    _ice(5, 5, "code gate", 8, "etr", tax=3),
    _ice(6, 6, "sentry", 4, "rlose 2", "trash prog 1", "trash prog 1", "etr"),
    _ice(7, 3, "sentry", 3, "trace 3: rlose 3", "trace 2: etr"),
    _ice(8, 4, "sentry", 1, "trace 3: tag 1"),
    _ice(9, 0, "sentry", 4, "trash prog 1", "etr"),
    _ice(10, 4, "barrier", 3, "etr", "etr"),
    _ice(11, 4, "code gate", 3, "trace 3: rlose 2", "trace 3: etr"),
    _ice(12, 3, "code gate, ap", 5, "net 1", "tag 1", "etr"),
    _ice(13, 6, "barrier, ap", 8, "net 1", "etr", "etr"),
)


def _program(number: int, strength: int, breaks: str, pump: str) -> Card:
    return card(
        f"Program {number}",
        "program",
        strength=strength,
        subtypes={"icebreaker"},
        break_=[breaks],
        pump=[pump],
    )


W_RIG = (
    _program(0, 2, "1c: 1 barrier", "1c: +1"),
    _program(1, 2, "1c: 1 code gate", "1c: +1 run"),
    _program(2, 0, "1c: 1 sentry", "3c: +5"),
    _program(3, 1, "2c: 3 barrier,code gate,sentry", "2c: +1 run"),
)


def purse(credits: int, use: str, title: str = "Purse") -> RigCard:
    return RigCard(card(title, "hardware", recurring=f"{credits} {use}".strip()), credits=credits)
