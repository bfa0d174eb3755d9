"""Ice that the Corp may have met once more, by cards of the root and by cards elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from simcore.prices.corp.everywhere import MET_AGAIN
from simcore.prices.corp.subtypes import kinds_there
from simcore.prices.corp.table_elsewhere import counted
from simcore.scenario import Scenario

AGAIN = re.compile(r"^root: pass: corp-may (self-trash: re-approach|reveal-copy hq: re-encounter)")


class Again(NamedTuple):
    """How often a piece of a title, or any, is met again; of `kinds`, if any are named, the first
    one that is passed alone."""

    title: str
    times: int
    kinds: frozenset[str] = frozenset()

    @property
    def trashes_itself(self) -> bool:
        """Whether the card that has it met is trashed for that."""
        return not (self.title or self.kinds)


def first_again(scenario: Scenario) -> Iterator[Again]:
    """The first piece of some kinds, which a card elsewhere has met once more for a card of HQ or
    a credit."""
    corp = scenario.corp
    for said in counted(scenario):
        if found := MET_AGAIN.match(said.text):
            kinds = frozenset(found[1].split(" or "))
            if kinds & kinds_there(scenario) and (corp.hq_count or corp.credits_high):
                yield Again("", 1, kinds)


def copies(scenario: Scenario) -> Iterator[Again]:
    """How many copies of its ice are known to be in HQ, by title."""
    here = {piece.card.id for piece in scenario.ice if piece.card is not None}
    for card, number in scenario.corp.hq:
        if card.id in here:
            yield Again(card.title, number)


def met_again(text: str, scenario: Scenario) -> Iterator[Again]:
    """The same by a clause of a card of the root."""
    if found := AGAIN.match(text):
        yield from [Again("", 1)] if found[1].startswith("self") else copies(scenario)
