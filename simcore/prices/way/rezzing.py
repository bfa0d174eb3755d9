"""Ice that the Corp rezzes on the way."""

from __future__ import annotations

from simcore.prices.way.passage import Passage
from simcore.prices.way.tracing import less_raised
from simcore.prices.way.wall import Piece


def once_rezzed(piece: Piece, now: Passage, words: str, place: int | None = None) -> Passage | None:
    """A passage in which the Corp has paid to rez a piece, told at a place; None if it cannot."""
    rez = piece.target.rez
    if rez > (piece.sight.in_pool("corp-cr", now) or 0):
        return None
    paid = now._replace(changed=now.changed._replace(corp=now.changed.corp - rez))
    return less_raised(piece.sight, paid).tell(piece.place if place is None else place, words)
