"""Ice that the Corp rezzes on the way."""

from __future__ import annotations

from simcore.prices.way.passage import Passage
from simcore.prices.way.tracing import less_raised
from simcore.prices.way.wall import Piece


def once_rezzed(piece: Piece, now: Passage, free: bool = False) -> Passage | None:
    """A passage in which the Corp has rezzed a piece, and has paid for it unless that is `free`;
    None if it cannot."""
    rez = 0 if free else piece.target.rez
    if rez > (piece.sight.in_pool("corp-cr", now) or 0):
        return None
    paid = now._replace(changed=now.changed._replace(corp=now.changed.corp - rez))
    return less_raised(piece.sight, paid)
