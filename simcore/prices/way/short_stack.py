"""What is said of a stack that holds fewer cards than may be drawn: those it lacks come all the
same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.walking import atoms_of
from simcore.prices.rig.as_installed import drawn_for_new
from simcore.prices.rig.brought_by_use import TRASHED, USED
from simcore.prices.rig.by_hand import counts_hand
from simcore.prices.rig.drawing import (
    BEGUN_BEFORE_TWO,
    CLICK_AT_WILL,
    CLICK_LOST,
    HOST_PASSED,
    brings_cards,
)
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.way.attempt import Attempt, texts_of_ice
from simcore.scenario import Pile

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_WORDS = (
    "up to {} cards may be drawn on the way, the stack holds {}: those that it lacks are taken to "
    "be there, and blank"
)
_DRAWN = re.compile(r"\brdraw (\d)")
_MILLED = re.compile(r"\bmill (\d)")
_OF_GRIP = ("damage", "cards", "discarded")
"""What a way says that has taken cards of the grip."""


def told_of_short_stack(attempt: Attempt, stack: Pile, bills: Sequence[Bill]) -> tuple[str, ...]:
    """What is said where a stack is stated and cards of the grip go, or are counted."""
    if not stack or not attempt.passing or not bills:
        return ()
    felt = counts_hand(attempt.slots) or any(bill.get(name) for bill in bills for name in _OF_GRIP)
    gone = sum(_in_texts(_MILLED, attempt)) + sum(_milled_by_breaking(attempt))
    gone += max(sum("from the stack" in step for step in bill["steps"]) for bill in bills)
    left = max(0, sum(count for _, count in stack) - gone)
    most = _most_drawn(attempt)
    return (_WORDS.format(most, left),) if felt and most > left else ()


def _milled_by_breaking(attempt: Attempt) -> Iterator[int]:
    """Cards of the stack that go as all subroutines of a piece are broken."""
    for card in (wall.card for wall in attempt.all_walls):
        for text in texts_of(card):
            asked = "ai-installed" in text and not any(slot.ai for slot in attempt.slots)
            if text.startswith("sub-broken") and not asked:
                yield from (int(n) * len(card.rules.subs) for n in _MILLED.findall(text))


def _most_drawn(attempt: Attempt) -> int:
    """How many cards may be drawn at the most, each source for itself."""
    found = sum(held.draws * held.copies for held in attempt.hand)
    found += sum(_in_texts(_DRAWN, attempt)) + drawn_for_new(attempt.rig)
    atoms = (atom for gate in attempt.gates for node in gate.effects for atom in atoms_of(node))
    found += sum(atom.amount.base for atom in atoms if atom.name == "rdraw")
    subs = sum(len(wall.card.rules.sub_texts) for wall in attempt.all_walls)
    for placed, slot in zip(attempt.rig, attempt.slots, strict=True):
        if (how := slot.at_will) is not None:
            found += how.cards * (placed.power // how.power if how.power else 1)
        elif slot.untags is not None and slot.untags.draws:
            found += slot.untags.draws * (placed.power // max(1, slot.untags.power))
        elif slot.draws == BEGUN_BEFORE_TWO:
            found += 2
        elif slot.draws == USED:
            found += subs
        elif slot.draws == TRASHED:
            found += len(attempt.rig) - 1
        elif slot.draws not in _NO_DRAW and brings_cards(slot):
            found += 1
    return found


_NO_DRAW = (HOST_PASSED, CLICK_LOST, CLICK_AT_WILL)


def _in_texts(words: re.Pattern[str], attempt: Attempt) -> Iterator[int]:
    """The numbers behind such words of all ice."""
    texts = (text for wall in attempt.all_walls for text in texts_of_ice(wall.card))
    return (int(number) for text in texts for number in words.findall(text))
