"""What is known of the cards in the grip, where ice looks at their types or costs: which of them
the Runner throws away, and cards of the rig that come there on the way.

Cards that look the same to all that asks are counted together. Which ones the Runner picks is
followed; what damage or the Corp takes nobody knows: all of them count as if they were there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.card import BLANK, Card
from simcore.cards.syntax import ANY_NUMBER
from simcore.plan.marks import (
    CAME_HOME,
    IN_HEAP_AT_FIRST,
    IN_STACK,
    MOVED_ON,
    NOT_IN_HEAP,
    ON_STACK,
)
from simcore.prices.corp.everywhere import ice_elsewhere
from simcore.prices.stated import COSTING, GRIP_CHANGES, cards_by_cost
from simcore.prices.way.passage import Passage
from simcore.prices.way.targets import TO_GRIP
from simcore.scenario import Runner, Scenario

if TYPE_CHECKING:
    from simcore.prices.rig.hand import Held
    from simcore.prices.way.suffering import Sight

_ODD = "trashed-odd-cost"
_OF_TYPE = re.compile(r"\bof-(a-)?type\b|\brevealed-of-type\b")
_BY_COST = re.compile(r"\bcost<=margin\b")
_PICKED = re.compile(r"\b(discard \d( stack)?|discard-to-max|grip-to-stack all)$")
"""What ice says by which the Runner picks cards that leave the grip."""
_NOT_PLAYED = IN_STACK | ON_STACK | IN_HEAP_AT_FIRST | NOT_IN_HEAP | MOVED_ON


class Kind(NamedTuple):
    """Cards that nothing tells apart: their type ("" if nobody knows it, or asks), their cost (-1
    likewise) or whether it is odd; the `title` of one that brings something by itself."""

    type: str
    cost: int
    odd: bool
    title: str


class KnownHand(NamedTuple):
    """How many `copies` of each of the `kinds` are in the grip as the run begins; which kind each
    card of the rig is of. Behind those come cards that are drawn. `by_type`: ice asks for that."""

    kinds: tuple[Kind, ...]
    copies: tuple[int, ...]
    of_rig: tuple[int, ...]
    by_type: bool = False


def known_hand(scenario: Scenario, runner: Runner, hand: Sequence[Held]) -> KnownHand | None:
    """What is known of a grip beside a rig; None if no ice, of HQ, Archives and other servers as
    well, looks at its titles."""
    texts = _texts_of_ice(scenario)
    odd = any(_ODD in text for text in texts)
    types = any(map(_OF_TYPE.search, texts))
    costs = any(map(_BY_COST.search, texts)) and bool(changes_of_grip(scenario))
    if not (odd or types or costs):
        return None
    held = {each.title for each in hand}

    def kind_of(card: Card) -> Kind:
        unknown, cost = card.id == BLANK.id, card.cost or 0
        return Kind(
            card.type if types and not unknown else "",
            cost if costs and not unknown else -1,
            odd and (unknown or bool(cost % 2)),
            card.title if card.title in held else "",
        )

    copies = dict[Kind, int]()
    for card, count in runner.grip:
        copies[kind_of(card)] = copies.get(kind_of(card), 0) + count
    for placed in runner.rig:
        copies.setdefault(kind_of(placed.card), 0)
    kinds = tuple(copies)
    of_rig = tuple(kinds.index(kind_of(placed.card)) for placed in runner.rig)
    return KnownHand(kinds, tuple(copies.values()), of_rig, types)


def changes_of_grip(scenario: Scenario) -> dict[str, int]:
    """What is stated where it is known of cards that ice sends to the grip, or that it has the
    Runner pick, which they are: with the costs of those that may come there."""
    texts = _texts_of_ice(scenario)
    sent = any(map(TO_GRIP.search, texts))
    if not sent and not any(map(_PICKED.search, texts)):
        return {}
    rig = [(placed.card, 0) for placed in scenario.runner.rig] if sent else []
    return {GRIP_CHANGES: 1, **cards_by_cost((*rig, *scenario.runner.grip))}


def looks_at_the_sent(scenario: Scenario) -> bool:
    """Whether ice looks at titles of the grip, where cards of the rig may come."""
    known = known_hand(scenario, scenario.runner, ())
    return known is not None and any(map(TO_GRIP.search, _texts_of_ice(scenario)))


def _texts_of_ice(scenario: Scenario) -> list[str]:
    """What all ice says, that of HQ, Archives and other servers as well."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    cards += ice_elsewhere(scenario)
    cards += [card for card, _ in scenario.corp.hq if card.type == "ice"]
    cards += [card for card in scenario.corp.archives if card.type == "ice"]
    return [text for card in cards for text in _texts_of(card)]


def _texts_of(card: Card) -> list[str]:
    rules = card.rules
    texts = [*rules.sub_texts, *(clause.text for clause in rules.on)]
    return texts + [item.text for item in rules.unexecuted]


def none_thrown(known: KnownHand | None) -> tuple[int, ...]:
    """How many of each kind have been thrown away as the run begins, and of those drawn."""
    return (0,) * (len(known.kinds) + 1) if known is not None else ()


def of_each_kind(sight: Sight, now: Passage) -> list[int]:
    """How many cards of each kind are in the grip, but for what the Corp or damage has taken; last
    those drawn, which may be of any."""
    known = sight.known
    assert known is not None
    home, played = [0] * len(known.kinds), [0] * len(known.kinds)
    for placed, kind, card in zip(sight.rig, known.of_rig, now.rig, strict=True):
        swapped = card.spent & IN_STACK > 0 and not placed.in_heap
        home[kind] += not card.installed and (swapped or card.spent & CAME_HOME > 0)
        from_grip = placed.in_heap and placed.source == "grip"
        played[kind] += from_grip and (card.installed or not card.spent & _NOT_PLAYED)
    away = now.suffered.away
    there = [
        max(0, copies + come - (max if kind.title else add)(gone, out))
        for kind, copies, come, gone, out in zip(
            known.kinds, known.copies, home, away[:-1], played, strict=True
        )
    ]
    drawn = now.suffered.refill - sum(home) + sum(played) - away[-1]
    return [*there, max(0, drawn)]


def most_of_a_type(sight: Sight, now: Passage) -> int:
    """How many cards may be of one type: those that nobody knows are of the type of most."""
    if sight.known is None:
        return ANY_NUMBER
    *there, drawn = of_each_kind(sight, now)
    types = dict[str, int]()
    for kind, number in zip(sight.known.kinds, there, strict=True):
        types[kind.type] = types.get(kind.type, 0) + number
    return types.pop("", 0) + drawn + max(types.values(), default=0)


def may_be_odd(sight: Sight, now: Passage) -> bool:
    """Whether damage may have taken a card of an odd cost, whoever chose it."""
    if sight.known is None:
        return True
    both = zip(sight.known.kinds, of_each_kind(sight, now)[:-1], strict=True)
    return any(kind.odd and number for kind, number in both)


def picked_odd(sight: Sight, before: Passage, now: Passage) -> bool | None:
    """Whether any of the cards that the Runner has picked since is of an odd cost; None if none
    was picked."""
    if sight.known is None or before.suffered.away == now.suffered.away:
        return None
    both = zip(before.suffered.away, now.suffered.away, strict=True)
    more = [its > mine for mine, its in both]
    return any(kind.odd for kind, grown in zip(sight.known.kinds, more[:-1], strict=True) if grown)


def is_followed(sight: Sight, damage: bool) -> bool:
    """Whether it is followed which cards the Runner picks; not for `damage` where ice asks for
    types, as that may go on for each card of the type that the Corp names."""
    return sight.known is not None and not (damage and sight.known.by_type)


def taken_by_cost(sight: Sight, words: Sequence[str], number: int, now: Passage) -> int:
    """How many cards a text takes, so many or, by its `words`, those that cost no more than it
    says."""
    most = [int(word.removeprefix(COSTING)) for word in words if word.startswith(COSTING)]
    if sight.known is None or not most:
        return number
    both = zip(sight.known.kinds, of_each_kind(sight, now)[:-1], strict=True)
    return sum(there for kind, there in both if kind.cost <= most[0])


def each_thrown(
    sight: Sight, number: int, now: Passage
) -> Iterator[tuple[Passage, tuple[int, ...]]]:
    """Behind so many cards that have gone already as the Runner liked, whichever those were; and
    how many of each title of the hand were among them, of which damage may have taken some."""
    known = sight.known
    assert known is not None
    before, thrown = of_each_kind(sight, now), now.suffered.thrown
    left = {h.title: h.copies - gone for h, gone in zip(sight.hand, thrown, strict=True)}
    for place, kind in enumerate(known.kinds):
        before[place] = min(before[place], left.get(kind.title, number))
    for gone in _picks(before, min(number, sum(before))):
        away = tuple(map(add, now.suffered.away, gone))
        titles = tuple(
            sum(n for n, kind in zip(gone, known.kinds, strict=False) if kind.title == held.title)
            for held in sight.hand
        )
        yield now._replace(suffered=now.suffered._replace(away=away)), titles


def _picks(there: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """So many cards picked of those that are there of each kind, in every way."""
    if len(there) == 1:
        if number <= there[0]:
            yield (number,)
        return
    for first in range(min(there[0], number), -1, -1):
        yield from ((first, *rest) for rest in _picks(there[1:], number - first))
