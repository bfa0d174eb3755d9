"""Ice that does something as each subtype that was chosen for it, and gains others in the run: what
it would do as these is left out, and named."""

from __future__ import annotations

from collections.abc import Iterable

from simcore.cards.card import Card
from simcore.cards.settled import in_braces
from simcore.hosting import KINDS
from simcore.plan.pieces import Slot
from simcore.prices.rig.gifts import kinds_of


def left_out_of_chosen_kinds(
    ice: Iterable[Card], slots: Iterable[Slot], passing: bool
) -> tuple[str, ...]:
    """What is said of pieces that gain subtypes which were not chosen for them."""
    given = kinds_of(slots) if passing else frozenset()
    found = ((card, _gained(card, given)) for card in ice if passing)
    return tuple(
        dict.fromkeys(
            f"{card.title}: what it does as a {kind} that it gains is left out"
            for card, kinds in found
            for kind in sorted(kinds)
        )
    )


def _gained(card: Card, given: frozenset[str]) -> frozenset[str]:
    """Subtypes that a piece has, or may be given, beside those chosen for it, if some of its
    subroutines do nothing for want of them."""
    chosen = in_braces(card.title)[1].get("chosen")
    if chosen is None or "nothing" not in card.rules.sub_texts:
        return frozenset()
    return (card.subtypes | given) & KINDS - set(chosen.split("+"))
