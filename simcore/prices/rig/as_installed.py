"""What comes of a program that is installed on the way: strength, counters, a lower price, a card
drawn; and which of them install themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.outside import texts_declined, texts_outside
from simcore.cards.syntax import Amount, Atom, May
from simcore.plan.marks import FETCHED
from simcore.plan.strengths import icebreakers, is_active
from simcore.prices.corp.everywhere import FIRST_INSTALLED
from simcore.prices.rig.drawing import CLICK_FOR_NEW, drawn_when_empty
from simcore.prices.rig.hand import thrown
from simcore.prices.telling import price
from simcore.prices.way.hearing import heard
from simcore.prices.way.passage import Passage
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

_STRONGER = re.compile(r"^icebreaker installed(, no AI)?: str \+(\d) turn$")
_CHEAPER = re.compile(r"^first program(?: or hardware)? installed: (\d) less$")
_DRAWS = re.compile(r"^program installed from the heap: draw (\d)$")
_DRAWS_FIRST = re.compile(r"^first program installed: draw (\d)$")
_FOR_A_CARD = re.compile(r"^card installed \[1/turn\]: may grip 1: (\d) less$")
_VIRUS = re.compile(r"^virus program installed: (?:may )?virus (\d)$")
_VIRUS_ON_IT = re.compile(r"^virus program installed \[1/turn\]: virus (\d) on it$")
_RETURNS = re.compile(r"^encounter ([a-z ]+): may install from heap$")
_AFTER_SUCCESS = re.compile(r"^install-cost -(\d) if successful-run-this-turn$")
_PER_BREAKER = re.compile(r"^install-cost -(\d)\*other-breakers$")
ANOTHER = "first card installed: may install another of its type of the grip"
_WHOLE = re.compile(f"^({ANOTHER}|{CLICK_FOR_NEW})$")
_ON_NEW = (_STRONGER, _CHEAPER, _DRAWS, _DRAWS_FIRST, _FOR_A_CARD)
_ALL = (*_ON_NEW, _VIRUS, _VIRUS_ON_IT, _WHOLE)


def returns(card: Card) -> tuple[str, int]:
    """The subtype of ice as which is met a card installs itself from the heap, and its price;
    ("", 0) for others."""
    found = (_RETURNS.match(text) for text in texts_declined(card))
    return next(((match[1], card.cost or 0) for match in found if match), ("", 0))


def looks_at_installs(card: Card | None) -> bool:
    """Whether something comes of it that a program is installed."""
    if card is None:
        return False
    return any(each.match(text) for text in texts_outside(card) for each in _ALL)


def drawn_for_new(rig: Sequence[RigCard]) -> int:
    """Cards that come at the most for programs that are installed on the way."""
    coming = sum(placed.in_heap for placed in rig)
    texts = [text for placed in rig for text in texts_outside(placed.card)]
    each = sum(int(found[1]) for found in map(_DRAWS.match, texts) if found)
    first = sum(int(found[1]) for found in map(_DRAWS_FIRST.match, texts) if found)
    return each * coming + first * (coming > 0)


def strength_of_new(sight: Sight, placed: RigCard, now: Passage) -> int:
    """Strength that a card has as it is installed, by others of the rig."""
    total = 0
    for holder, card in zip(sight.rig, now.rig, strict=True):
        for text in texts_outside(holder.card) if is_active(card) else ():
            if found := _STRONGER.match(text):
                fits = placed.card.is_icebreaker and not (found[1] and "ai" in placed.card.subtypes)
                total += int(found[2]) * fits
    return total


def cost_of_new(sight: Sight, placed: RigCard, now: Passage) -> int:
    """The price of installing a card, by what it says itself, and what the Corp makes of it."""
    credits = (placed.card.cost or 0) + sight.installs.dearer
    for text in texts_outside(placed.card):
        if (found := _AFTER_SUCCESS.match(text)) and sight.setting.earlier_success:
            credits -= int(found[1])
        elif found := _PER_BREAKER.match(text):
            credits -= int(found[1]) * icebreakers(sight.slots, now.rig)
    return max(0, credits)


def heard_by_corp(sight: Sight, now: Passage) -> list[Passage]:
    """A card having been installed, with what the Corp may gain by that, and what its cards do."""
    gained = sight.installs.gained
    paid = sight.resolve(May("corp", Atom("cgain", Amount(gained))), now) if gained else [now]
    return [after for each in paid for after in heard(sight, FIRST_INSTALLED, each)]


def virus_on_new(sight: Sight, placed: RigCard, now: Passage) -> int:
    """Virus counters that others of the rig place on a card as it is installed."""
    if not _is_virus(placed.card):
        return 0
    return sum(
        int(found[1])
        for holder, card in zip(sight.rig, now.rig, strict=True)
        for text in (texts_outside(holder.card) if is_active(card) else ())
        if (found := _VIRUS.match(text))
    )


def paid_for_new(
    sight: Sight, placed: RigCard, credits: int, now: Passage
) -> list[tuple[int, Passage]]:
    """The prices of installing a card, each with the passage in which all else has come of it
    but that it is paid and there."""
    found = [(credits, now)]
    for number, holder in enumerate(sight.rig):
        for text in texts_outside(holder.card) if is_active(now.rig[number]) else ():
            found += [
                cheaper
                for credits, each in found
                for cheaper in _for_a_card(sight, placed, text, number, credits, each)
            ]
            found = [
                _with_one(sight, placed, text, number, credits, each) for credits, each in found
            ]
    return found


def _with_one(
    sight: Sight, placed: RigCard, text: str, number: int, credits: int, now: Passage
) -> tuple[int, Passage]:
    """The price of a card, and the passage, with what a text of another makes of it."""
    if (cheaper := _CHEAPER.match(text)) and not now.rig[number].spent & FETCHED:
        return max(0, credits - int(cheaper[1])), _used(number, now)
    if (drawn := _DRAWS.match(text)) and not placed.source:
        return credits, now.suffers(drawn=int(drawn[1]))
    if (drawn := _DRAWS_FIRST.match(text)) and not now.rig[number].spent & FETCHED:
        return credits, _used(number, now).suffers(drawn=int(drawn[1]))
    if (mine := _VIRUS_ON_IT.match(text)) and _is_virus(placed.card):
        card = now.rig[number]
        if not card.spent & FETCHED:
            gaining = now.with_card(number, card._replace(virus=card.virus + int(mine[1])))
            return credits, _used(number, gaining)
    if text == CLICK_FOR_NEW and placed.source == "grip" and not now.rig[number].spent & FETCHED:
        words = f"{sight.slots[number].title}: a click is gained"
        return credits, _used(number, now).gains_click().tell(sight.place, words)
    return credits, now


def _for_a_card(
    sight: Sight, placed: RigCard, text: str, number: int, credits: int, now: Passage
) -> list[tuple[int, Passage]]:
    """The price of a card once another one of the grip goes for it, if that may be."""
    asked = _FOR_A_CARD.match(text)
    there = sight.cards_left(now) - (placed.source == "grip")
    if asked is None or now.rig[number].spent & FETCHED or not credits or there <= 0:
        return []
    words = f"{sight.slots[number].title}: a card of the grip is trashed ({price(0, 0, 0, 1)})"
    return [
        (max(0, credits - int(asked[1])), drawn_when_empty(sight, each).tell(sight.place, words))
        for each in thrown(sight, 1, _used(number, now).pays(grip=1))
    ]


def _used(number: int, now: Passage) -> Passage:
    """A passage in which a card has done what it may do once."""
    card = now.rig[number]
    used = card._replace(spent=card.spent | FETCHED)
    return now.with_card(number, used)


def _is_virus(card: Card) -> bool:
    """Whether a card is a virus program."""
    return card.type == "program" and "virus" in card.subtypes
