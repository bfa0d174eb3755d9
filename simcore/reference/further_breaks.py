"""What abilities to break ask for beyond their price, as the judge of prices reads it.

Uses of a size of one's choice, uses that strengthen the card before they break, uses that are
limited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simcore.cards.abilities import parse_break
from simcore.cards.syntax import Break

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.cards.card import Card

_NO_SAY = " [then draw 1 each]"


@dataclass(frozen=True, slots=True)
class Further:
    """An ability and what is said of it beyond `Break`.

    `sized`: price, gain and count are those of one, the use is for as many as one likes.
    `gain`: strength for the encounter, before it breaks anything. `all_but`: so many
    subroutines of the ice are always left. `limit`: uses in an encounter, 0 for no limit;
    `once_a_run`: there is none in the rest of the run.
    """

    ability: Break
    sized: bool = False
    gain: int = 0
    all_but: int = 0
    limit: int = 0
    once_a_run: bool = False


def further_breaks(card: Card, unplayed: bool = True) -> Iterator[Further]:
    """The abilities of a card of which there is something to say; those that no game executes
    only if `unplayed`."""
    for ability in card.rules.breaks:
        if ability.is_special:
            yield Further(
                ability,
                ability.sized,
                ability.gain,
                ability.all_but,
                ability.limit,
                ability.once_a_run,
            )
    for item in card.rules.unexecuted if unplayed else ():
        if item.key == "break" and item.text.endswith(_NO_SAY):
            yield Further(parse_break(item.text.removesuffix(_NO_SAY)))


def grows_by_subs(card: Card, subtypes: frozenset[str]) -> bool:
    """Whether a card has one strength more for each subroutine of ice of these subtypes."""
    return any(
        item.key == "on" and item.text == f"encounter {kind}: str +1*subs encounter"
        for item in card.rules.unexecuted
        for kind in subtypes
    )


def breaks_one_piece_a_run(card: Card) -> bool:
    return any(static.kind == "one ice per run" for static in card.rules.statics)


def is_found_out(card: Card) -> bool:
    """Whether the first use of a card in a run brings a tag."""
    return any(item.text.startswith("broken by it first:") for item in card.rules.unexecuted)


def takes_back(card: Card) -> bool:
    """Whether the use of a card is answered for by a program that goes back to the stack."""
    return any(item.text.startswith("enc-end if used:") for item in card.rules.unexecuted)
