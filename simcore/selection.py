"""Which ice and which breakers a question is about: titles and queries, or a whole pool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from simcore.card_argument import parse_ice, parse_rig_card
from simcore.cards.card import RIG_TYPES, Card
from simcore.cards.counters import counters_when_installed
from simcore.cards.pool import load_pool
from simcore.cards.settled import choices
from simcore.errors import CardError, found_of
from simcore.scenario import RigCard

CHOICES = ("barrier", "code gate", "sentry")
"""What a breaker of a chosen subtype is set to, unless its text says more."""

_Asked = TypeVar("_Asked")


def choose_ice(asked: Sequence[Card | str] | str | None, edition: str) -> list[Card]:
    """The ice that titles and queries name, each piece once, or once for each choice that
    decides what it is; all of the pool for None.
    `CardError` says all that is wrong with them."""

    def ice_of(each: Card | str) -> list[Card]:
        if isinstance(each, str) and "{" in each:
            return [_stated_ice(each, edition)]
        cards = _search(each, edition) if isinstance(each, str) else [each]
        ice = [card for card in cards if card.type == "ice"]
        if not ice:
            raise _nothing("ice", each, cards, edition)
        return [one for card in ice for one in choices(card)]

    queries = list(_queries(asked))
    if not queries:
        raise CardError("no ice is named")
    found = [card for ice in found_of(ice_of, queries) for card in ice]
    return list({(card.pool, card.title): card for card in found}.values())


def choose_breakers(
    asked: Sequence[RigCard | Card | str] | str | None, edition: str
) -> list[RigCard]:
    """The breakers that titles and queries name, as they come into play, each once; all
    icebreakers of the pool, and other cards that break, for None. `CardError` says all
    that is wrong with them."""

    def breakers_of(each: RigCard | Card | str) -> list[RigCard]:
        if isinstance(each, RigCard):
            return [each]
        if isinstance(each, str) and "{" in each:
            return [_stated(each, edition)]
        cards = _search(each, edition) if isinstance(each, str) else [each]
        breakers = [card for card in cards if _breaks(card)]
        if not breakers:
            raise _nothing("breaker", each, cards, edition)
        return [
            placed for card in breakers for one in choices(card) for placed in as_installed(one)
        ]

    queries = list(_queries(asked))
    if not queries:
        raise CardError("no breaker is named")
    found = [placed for breakers in found_of(breakers_of, queries) for placed in breakers]
    return list(dict.fromkeys(found))


def as_installed(card: Card) -> Iterator[RigCard]:
    """A breaker with the counters it gets when it is installed; one that breaks a chosen
    subtype once for each choice."""
    counters = counters_when_installed(card)
    chooses = any("chosen" in ability.types for ability in card.rules.breaks)
    for chosen in CHOICES if chooses else ("",):
        yield RigCard(card, counters.get("virus", 0), counters.get("power", 0), chosen=chosen)


def _queries(asked: Sequence[_Asked] | str | None) -> Iterable[_Asked | str]:
    if asked is None:
        return ("",)
    return (asked,) if isinstance(asked, str) else asked


def _search(query: str, edition: str) -> list[Card]:
    pool = load_pool(edition)
    return pool.search(query) if query.strip() else list(pool)


def _breaks(card: Card) -> bool:
    return card.type in RIG_TYPES and (card.is_icebreaker or bool(card.rules.breaks))


def _stated(text: str, edition: str) -> RigCard:
    placed = parse_rig_card(text, edition)
    if not _breaks(placed.card):
        raise CardError(f"{placed.card.title} is not a breaker")
    return placed


def _stated_ice(text: str, edition: str) -> Card:
    card = parse_ice(text, edition)
    if card.type != "ice":
        raise CardError(f"{card.title} is not ice")
    return card


def _nothing(kind: str, asked: Card | str, cards: Sequence[Card], edition: str) -> CardError:
    """What is wrong with a selection that holds no card of the kind."""
    if len(cards) == 1:
        return CardError(f"{cards[0].title} is not {'ice' if kind == 'ice' else 'a breaker'}")
    if not cards and isinstance(asked, str):
        try:
            load_pool(edition).find(asked)
        except CardError as error:
            return error
    return CardError(f"no {kind} matches {str(asked)[:60]!r}")
