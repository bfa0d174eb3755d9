"""Ice that the Corp rezzes on the way."""

from __future__ import annotations

from simcore.prices.corp.coming import Bringing
from simcore.prices.way.passage import Passage
from simcore.prices.way.tracing import less_raised
from simcore.prices.way.wall import Piece


def once_rezzed(piece: Piece, now: Passage, credits: int | None = None) -> Passage | None:
    """A passage in which the Corp has rezzed a piece for so many `credits`, or for its rez cost;
    None if it cannot."""
    rez = piece.target.rez if credits is None else credits
    if rez > (piece.sight.in_pool("corp-cr", now) or 0):
        return None
    paid = now._replace(changed=now.changed._replace(corp=now.changed.corp - rez))
    return less_raised(piece.sight, paid)


def brought(
    newcomer: Piece, bringing: Bringing, pieces: int, place: int, now: Passage
) -> Passage | None:
    """A passage in which a piece has come in, of late, where so many stood as the run began, and
    has been paid for; told where the Runner stands. None if the Corp cannot pay."""
    there = pieces - len(now.changed.left) + len(now.changed.joined) - 1
    start = once_rezzed(newcomer, now, bringing.price(newcomer.target.rez, there))
    words = "of HQ is met" if bringing.in_hq else "is installed and rezzed"
    return None if start is None else start.tell(place, f"{newcomer.target.title} {words}")
