"""Ice that does something when it is rezzed, of which nobody says that it is rezzed already."""

from __future__ import annotations

import re
from collections.abc import Iterable

from simcore.cards.card import Card
from simcore.cards.harmless import is_harmless
from simcore.cards.walking import atoms_of, mentioned
from simcore.scenario import PlacedIce

_KNOWN = frozenset({"bp", "cgain", "power", "virus"})
"""What is known of ice however it was rezzed, or too late for a run that has begun."""
_SETTLED = re.compile(r"^rez: (choose-subtype|corp-may pay (\d+: becomes|X: power X)|adv-self)")
"""Clauses of which is stated, or assumed in words, what they left."""
_ELSEWHERE = re.compile(r"other-server|: tutor ")
"""What goes on in other servers, or is looked for in R&D."""
_THIS_TURN = "rezzed-this-turn"


def words_of_unrezzed(ice: Iterable[PlacedIce]) -> tuple[str, ...]:
    """What is assumed of ice that is not stated to be rezzed, and acts when rezzed in a run."""
    found = [
        f"{piece.card.title}: rezzed before the run; what it does when rezzed in it is left out"
        for piece in ice
        if piece.card is not None and not piece.rezzed and _acts_when_rezzed(piece.card)
    ]
    return tuple(dict.fromkeys(found))


def _acts_when_rezzed(card: Card) -> bool:
    rules = card.rules
    for clause in rules.on:
        if clause.event.startswith("rez") and not _ELSEWHERE.search(clause.text):
            if {atom.name for atom in atoms_of(clause.effect)} - _KNOWN:
                return True
    for item in rules.unexecuted:
        if item.text.startswith(("rez:", "rez-in-run:")) and not _ELSEWHERE.search(item.text):
            if not (_SETTLED.match(item.text) or is_harmless(item.text)):
                return True
    return _THIS_TURN in mentioned(rules)
