"""Servers of printed cards: ice, cards of the root, identities of both sides, and whatever the
Runner has installed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

from agreement.break_search import SERVERS, placed
from agreement.generator.real_cards import executed_cards
from agreement.invented_passages import RICH, SMALL, played_ice, printed_rig
from agreement.passage_search import Whole

from simcore.cards.card import BLANK
from simcore.cards.harmless import is_harmless
from simcore.cards.settled import rolls
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Runner, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from simcore.cards.card import Card

INSTALLED = ("program", "hardware", "resource")


@cache
def judged_whole(edition: str, side: str, *types: str) -> tuple[Card, ...]:
    """Cards of which the judge of passages plays all that prices may count: they make no ice
    something else and lead past it for nothing but what games pay, nothing is rolled for them,
    no program needs their memory, and the Corp uses none of their abilities."""
    cards = (card for kind in types for card in executed_cards(edition)[kind, side])
    return tuple(card for card in cards if _is_judged_whole(card))


def _is_judged_whole(card: Card) -> bool:
    rules = card.rules
    return (
        card.fidelity.level == "exact"
        and all(is_harmless(item.text) for item in rules.unexecuted)
        and all(each.is_played for each in rules.bypasses)
        and not (rules.ice_gifts or rules.corp_abilities or rolls(card))
        and all(static.kind != "mu" for static in rules.statics)
    )


def printed_servers(random: Random) -> Iterator[Whole]:
    """One to three pieces of printed ice before one to four installed cards, at times with a
    card in the root and identities, without end."""
    for _ in count():
        edition = random.choice(("nsg", "nsg", "nsg", "onr"))
        ice = tuple(_piece(random, edition) for _ in range(random.choice((1, 2, 2, 3))))
        root = _some(random, judged_whole(edition, "corp", "upgrade"), 0.5)
        runner = Runner(
            credits=random.randrange(12),
            clicks=random.randrange(4),
            tags=random.choice((0, 0, 1)),
            rig=_rig(random, edition, len(ice)),
            grip=((BLANK, random.randrange(6)),),
            identity=_one(random, judged_whole(edition, "runner", "identity"), 0.3),
        )
        corp = replace(
            RICH,
            bad_publicity=random.choice((0, 0, 0, 1)),
            identity=_one(random, judged_whole(edition, "corp", "identity"), 0.3),
        )
        there = tuple(PlacedRoot(card, rezzed=random.random() < 0.8) for card in root)
        scenario = Scenario(edition, random.choice(SERVERS), ice, there, corp, runner)
        yield Whole(scenario, passing=True, limits=SMALL)


def _some(random: Random, cards: tuple[Card, ...], odds: float) -> tuple[Card, ...]:
    """At times one of them."""
    return (random.choice(cards),) if cards and random.random() < odds else ()


def _one(random: Random, cards: tuple[Card, ...], odds: float) -> Card | None:
    return next(iter(_some(random, cards, odds)), None)


def _piece(random: Random, edition: str) -> PlacedIce:
    card = random.choice([each for each in played_ice(edition) if each.fidelity.level == "exact"])
    rezzed = random.random() < 0.5
    return PlacedIce(card, rezzed=rezzed, advancement=random.choice((0, 0, 0, 1, 3)))


def _rig(random: Random, edition: str, pieces: int) -> tuple[RigCard, ...]:
    """Cards that break, at times with others, each with what lies on it."""
    others = judged_whole(edition, "runner", *INSTALLED)
    drawn = [card for _ in range(2) for card in _some(random, others, 0.45)]
    rig = [
        *printed_rig(random, edition, 2),
        *(_with_credits(placed(card, random)) for card in drawn),
    ]
    return tuple(
        replace(card, host=random.randrange(pieces)) if card.host is not None else card
        for card in rig
    )


def _with_credits(there: RigCard) -> RigCard:
    """With the credits that lie on it."""
    return replace(there, credits=there.card.rules.recurring or there.card.rules.load or 0)
