"""Credits on cards of the rig that a piece of ice may take: what they are for had better be paid
before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.walking import atoms_of
from simcore.plan.pieces import Slot
from simcore.prices.way.passage import Passage
from simcore.prices.way.targets import TAKES, qualifies

if TYPE_CHECKING:
    from simcore.prices.way.wall import Piece


def going_with_cards(slots: tuple[Slot, ...], number: int, piece: Piece, now: Passage) -> int:
    """How many credits for using the card in a slot are on cards that a piece may take, or have it
    given up."""
    sight, user = piece.sight, slots[number]
    paying = [
        (held.slot, held.credits)
        for held in sight.purses.held
        if (user.icebreaker or held.use != "breakers" or (held.programs and user.program))
        and not (user.loud and held.use == "stealth")
    ]
    both = zip(sight.purses.apart, now.money.apart, strict=True)
    paying += [(purse.slot, left) for purse, left in both if number in purse.serves]
    paying = [(slot, credits) for slot, credits in paying if now.rig[slot].installed]
    if not paying:
        return 0
    atoms = [atom for effect in piece.effects for atom in atoms_of(effect)]
    kinds = {atom.words[0] for atom in atoms if atom.name in (*TAKES, "give-up") and atom.words}
    kinds |= {"prog" for atom in atoms if atom.name == "trash-on-pass"}
    return sum(
        credits
        for slot, credits in paying
        if slot != number and any(qualifies(kind, sight.rig[slot]) for kind in kinds)
    )
