"""What cards of the rig say that have a part in traces."""

from __future__ import annotations

import re
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Atom, Sequence, Trace

DISRUPTS = "trash: a trace begins at 0"
"""A card that is given up for that."""
TESTS = "ice met [1/turn]: may trace 5: tag 1, end of the run; else past it"
TESTED = Trace(Amount(5), Sequence((Atom("tag", Amount(1)), Atom("etr"))), Atom("bypass"))
"""A card that bypasses ice by a trace of the Corp's, and that trace."""
PAYS = r"trace: (\d) (?:recurring credit pays|bits? increases? link)"
"""A card with credits for that alone."""

LINK_TOO = "trace: its credits increase link, too"
"""A card with credits for icebreakers that pay in traces as well."""

SUCCEEDS = "trace: it succeeds, tag 1"
"""A card by which no trace is beaten, and each brings a tag more."""
LOWERS = "trace by ice: its limit is 1 less"
CANCELS = re.compile(r"^(\d)c \+ trash: a trace that succeeds does nothing$")
"""A card that is given up for that, and for credits."""
AVOIDED = re.compile(r"^trace avoided by it: gain (\d)$")
"""What a card brings by whose base link a trace has failed."""
MORE_LINK = "this-run: on ice: link +"
_ONCE = re.compile(r"^(?:(\d)c|trash): link \+(\d) \[1/trace\]$")


class Once(NamedTuple):
    """Link that a card adds once to a trace, for credits, or for itself (`trash`)."""

    link: int
    credits: int = 0
    trash: bool = False


def added_once(card: Card) -> Once | None:
    """The link that a card may add once to each trace."""
    for item in card.rules.unexecuted:
        if found := _ONCE.match(item.text):
            return Once(int(found[2]), int(found[1] or 0), not found[1])
    return None


def more_link(event: Card | None) -> int:
    """The link that a run event gives for every trace of its run."""
    texts = [item.text for item in event.rules.unexecuted] if event is not None else []
    return sum(int(t.removeprefix(MORE_LINK)) for t in texts if t.startswith(MORE_LINK))


def decides_traces(card: Card) -> bool:
    """Whether traces may succeed or fail by an installed card: by its link, or by what it makes
    of that of others or of the numbers of traces."""
    texts = [item.text for item in card.rules.unexecuted]
    more = added_once(card) or LOWERS in texts
    return bool(card.link or card.rules.base_links or more)


def is_of_traces(text: str) -> bool:
    """Whether a clause is about traces of 1996 alone, and prices know it."""
    once = _ONCE.match(text) or CANCELS.match(text) or AVOIDED.match(text)
    return text in (SUCCEEDS, LOWERS) or once is not None


def gained_by(card: Card) -> int:
    """Credits that a card brings whenever a trace fails by its base link."""
    found = map(AVOIDED.match, (item.text for item in card.rules.unexecuted))
    return sum(int(match[1]) for match in found if match)


def cancelled_for(card: Card) -> int | None:
    """Credits for which a card that is given up has a trace that succeeds do nothing, if it can."""
    found = map(CANCELS.match, (item.text for item in card.rules.unexecuted))
    return next((int(match[1]) for match in found if match), None)


def credits_for_traces(card: Card) -> int:
    """Credits on a card that pay in traces alone."""
    texts = (item.text for item in card.rules.unexecuted)
    return sum(int(found[1]) for found in map(re.compile(PAYS).fullmatch, texts) if found)
