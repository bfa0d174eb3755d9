"""Ice that may have the Runner meet another piece in the middle of its encounter."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.errors import CapacityError
from simcore.prices.corp.forms import options, others_there
from simcore.prices.corp.price_ice import calls_others
from simcore.prices.way.bidding import differing, revealed
from simcore.prices.way.passage import Here, Passage
from simcore.prices.way.passing import counters_used, once_turned
from simcore.prices.way.wall import Piece

if TYPE_CHECKING:
    from simcore.prices.way.encounter import Encounters

_MOST = 20
"""Encounters one in the other that are followed: more come of pieces that call each other."""


class Calls:
    """What comes of the pieces that others call. `calling`: those whose encounters wait for it."""

    def __init__(self, encounters: Encounters) -> None:
        self.encounters = encounters
        self.calling: list[Piece] = []
        self._called: dict[tuple[int, int, Hashable], Piece] = {}

    def met(self, piece: Piece, now: Passage) -> list[Passage]:
        """What comes of a piece that may have another one met in the middle of its encounter."""
        if not calls_others(piece.wall.card) or now.here.bypassed or now.here.piece:
            return [now]
        alike = revealed(piece.sight, now)
        if piece.sight.bids_nothing(now):
            return alike
        if len(self.calling) == _MOST:
            raise CapacityError(f"{piece.target.title}: pieces that have each other met endlessly")
        self.calling.append(piece)
        try:
            answers = [alike, *self._answers(piece, now)]
        finally:
            self.calling.pop()
        return piece.arriving.worst_of(now, answers)

    def _answers(self, piece: Piece, now: Passage) -> Iterator[list[Passage]]:
        """What comes of each other piece that may be met, for all that the Corp makes of it."""
        encounters = self.encounters
        for other in others_there(encounters.pieces, piece, now):
            for bid in differing(piece.sight, piece.sight.bid_by_corp(now)):
                apart = bid._replace(here=Here(), climate=now.climate._replace(here=None))
                told = apart.tell(piece.place, f"the Runner meets {other.target.title}")
                met = encounters.as_kept(other, told)
                yield from (
                    [
                        after._replace(here=now.here, climate=after.climate._replace(here=laid))
                        for laid in [now.climate.here]
                        for form, start in option
                        for called in [self._in_between(piece, form)]
                        for each in encounters.through(called, encounters.as_met(called, start))
                        for used in counters_used(form, each)
                        for over in [encounters.over(form, used)]
                        for after in [once_turned(encounters.attempt, form, over)]
                    ]
                    for option in options(encounters.attempt, encounters.pieces, met, told)
                )

    def _in_between(self, piece: Piece, other: Piece) -> Piece:
        """A piece as it is met in the middle of the encounter with one that calls it."""
        key = (piece.place, other.place, other.form)
        if key not in self._called:
            sight = replace(other.sight, needed=piece.arriving.needed)
            self._called[key] = replace(other, sight=sight)
        return self._called[key]
