"""A piece of ice that is derezzed as the run begins, by the event that has started it.

The Corp pays for it once more where it can: then nothing has come of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcore.errors import CapacityError
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.passage import Passage
from simcore.prices.way.rezzing import dearer_to_rez
from simcore.prices.way.wall import Piece

_PAYS = "cgain"


def closed(attempt: Attempt, pieces: Sequence[Piece], now: Passage) -> Iterator[Passage]:
    """The ways to begin a run in which a piece turns down that the Corp cannot pay for."""
    if attempt.purse is None:
        return
    credits = attempt.purse.corp
    there = [piece for piece in pieces if piece.target.rez + dearer_to_rez(piece, now) > credits]
    for piece in there:
        outside = [each for each in pieces if each.place < piece.place]
        if attempt.counts_left or any(map(_pays, outside)):
            raise CapacityError(
                f"{piece.target.title}: turned face down beside ice that counts others, or pays "
                "the Corp, is not executed yet"
            )
        words = f"{piece.target.title}: it is face down, and the Corp cannot pay for it"
        left = now.changed.left | {piece.place}
        after = now._replace(changed=now.changed._replace(left=left))
        yield after.tell(piece.place, words)


def _pays(piece: Piece) -> bool:
    """Whether a piece of ice may pay the Corp."""
    rules = piece.wall.card.rules
    texts = [*rules.sub_texts, *(clause.text for clause in rules.on)]
    return any(_PAYS in text for text in texts + [item.text for item in rules.unexecuted])
