"""Credits on cards of the rig that a piece of ice may take: what they are for had better be paid
before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.walking import atoms_of
from simcore.prices.way.passage import Passage
from simcore.prices.way.targets import TAKES, qualifies

if TYPE_CHECKING:
    from simcore.prices.way.wall import Piece


def going_with_cards(piece: Piece, now: Passage) -> int:
    """How many credits are on cards that a piece may take, or may have the Runner trash."""
    sight = piece.sight
    paying = [(held.slot, held.credits) for held in sight.purses.held]
    both = zip(sight.purses.apart, now.money.apart, strict=True)
    paying += [(purse.slot, left) for purse, left in both]
    if not paying:
        return 0
    atoms = [atom for effect in piece.effects for atom in atoms_of(effect)]
    kinds = {atom.words[0] for atom in atoms if atom.name in TAKES and atom.words}
    kinds |= {"prog" for atom in atoms if atom.name == "trash-on-pass"}
    return sum(
        credits
        for slot, credits in paying
        if any(qualifies(kind, sight.rig[slot]) for kind in kinds)
    )
