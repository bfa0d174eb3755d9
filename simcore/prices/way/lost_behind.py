"""Programs that go behind every rezzed piece that the Runner passes."""

from __future__ import annotations

from simcore.prices.way.giving_up import given_up
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece


def lost_behind(piece: Piece, now: Passage) -> list[Passage]:
    """Behind a piece, without as many programs of the Runner's choice as go for each that is passed
    rezzed: none for one that has left or turned face down."""
    losing = 0 if now.here.piece else now.ahead.losing
    if not losing:
        return [now]
    return given_up(piece.sight, "prog", losing, now, as_price=False)
