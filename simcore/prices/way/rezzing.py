"""Ice that the Corp rezzes on the way, and what cards of the Runner's make of that."""

from __future__ import annotations

import re

from simcore.cards.card import Card
from simcore.plan.marks import REWARDED
from simcore.plan.strengths import is_active
from simcore.prices.corp.coming import Bringing
from simcore.prices.rig.earning import FIRST_REZZED, REZZED, earned
from simcore.prices.way.corp_pool import least_of_corp
from simcore.prices.way.passage import Passage
from simcore.prices.way.tracing import less_raised
from simcore.prices.way.wall import Piece

_FIRST_IS_DEARER = re.compile(r"^first ice rezzed in a turn: (\d) more to rez$")
_FIRST_PAYS = re.compile(r"^ice rezzed \[1/turn\]: gain \d$")
_OF_THE_RICH = re.compile(r"^ice rezzed with corp-cr>=(\d+): (\d)\*subs more$")


def waits_for_rezzing(card: Card | None) -> bool:
    """Whether an identity has a say as the first piece is rezzed in a turn."""
    items = card.rules.unexecuted if card is not None else ()
    return any(_FIRST_IS_DEARER.match(i.text) or _FIRST_PAYS.match(i.text) for i in items)


def dearer_to_rez(piece: Piece, now: Passage) -> int:
    """What cards of the Runner's add to what the Corp pays for rezzing a piece now."""
    more = 0
    for placed, card in zip(piece.sight.rig, now.rig, strict=True):
        for item in placed.card.rules.unexecuted if is_active(card) else ():
            if (first := _FIRST_IS_DEARER.match(item.text)) and not card.spent & REWARDED:
                more += int(first[1])
            elif rich := _OF_THE_RICH.match(item.text):
                is_rich = least_of_corp(piece.sight, now) >= int(rich[1])
                more += int(rich[2]) * len(piece.subs) * is_rich
    return more


def once_rezzed(piece: Piece, now: Passage, credits: int | None = None) -> Passage | None:
    """A passage in which the Corp has rezzed a piece for so many `credits`, all told, or for its
    rez cost and what is added to that; None if it cannot."""
    rez = piece.target.rez + dearer_to_rez(piece, now) if credits is None else credits
    paid = _paid_for(piece, now, rez)
    return None if paid is None else _seen(piece, paid)


def brought(
    newcomer: Piece, bringing: Bringing, pieces: int, place: int, now: Passage
) -> Passage | None:
    """A passage in which a piece has come in, of late, where so many stood as the run began, and
    has been paid for; told where the Runner stands. None if the Corp cannot pay."""
    there = pieces - len(now.changed.left) + len(now.changed.joined) - 1
    more = 0 if bringing.in_hq else dearer_to_rez(newcomer, now)
    start = _paid_for(newcomer, now, bringing.price(newcomer.target.rez + more, there))
    if bringing.in_hq:
        return None if start is None else _told(newcomer, "of HQ is met", place, start)
    told = None if start is None else _told(newcomer, "is installed and rezzed", place, start)
    return None if told is None else _seen(newcomer, told)


def _paid_for(piece: Piece, now: Passage, credits: int) -> Passage | None:
    """The Corp's part; None if it cannot pay."""
    if credits > (piece.sight.in_pool("corp-cr", now) or 0):
        return None
    paid = now._replace(changed=now.changed._replace(corp=now.changed.corp - credits))
    return less_raised(piece.sight, paid)


def _told(piece: Piece, words: str, place: int, now: Passage) -> Passage:
    return now.tell(place, f"{piece.target.title} {words}")


def _seen(piece: Piece, now: Passage) -> Passage:
    """With what comes of it for the Runner that a piece has been rezzed."""
    for number, (placed, card) in enumerate(zip(piece.sight.rig, now.rig, strict=True)):
        if any(_FIRST_IS_DEARER.match(item.text) for item in placed.card.rules.unexecuted):
            now = now.with_card(number, card._replace(spent=card.spent | REWARDED))
    return earned(piece.sight.slots, piece, now, [REZZED, FIRST_REZZED])
