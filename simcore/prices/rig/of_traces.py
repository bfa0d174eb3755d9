"""What cards of the rig say that have a part in traces."""

from __future__ import annotations

import re

from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Atom, Sequence, Trace

DISRUPTS = "trash: a trace begins at 0"
"""A card that is given up for that."""
TESTS = "ice met [1/turn]: may trace 5: tag 1, end of the run; else past it"
TESTED = Trace(Amount(5), Sequence((Atom("tag", Amount(1)), Atom("etr"))), Atom("bypass"))
"""A card that bypasses ice by a trace of the Corp's, and that trace."""
PAYS = r"trace: (\d) recurring credit pays"
"""A card with credits for that alone."""


def credits_for_traces(card: Card) -> int:
    """Credits on a card that pay in traces alone."""
    texts = (item.text for item in card.rules.unexecuted)
    return sum(int(found[1]) for found in map(re.compile(PAYS).fullmatch, texts) if found)
