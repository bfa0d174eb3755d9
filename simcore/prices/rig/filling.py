"""A card of the rig on which a credit is placed as each run begins, until there are so many that
the Runner takes them all and draws a card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from simcore.scenario import RigCard

_FILLS = re.compile(r"^'run-begin: a credit on it; all taken with (\d)'$")
PAYS_OUT = ", and the card drawn with them"
"""Behind such a clause, where this run begins with enough credits: it is more than credits."""


def as_filled(placed: RigCard, clauses: Iterable[str]) -> Iterator[str]:
    """The clauses of a card that are left out, by what is stated to lie on it: until it is full
    it does nothing in a run."""
    for text in clauses:
        fills = _FILLS.match(text)
        if fills is None or not placed.credits:
            yield text
        elif placed.credits + 1 >= int(fills[1]):
            yield text + PAYS_OUT
