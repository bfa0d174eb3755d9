"""What is done when ice is rezzed, by it or by cards beside it, where nobody says that it is rezzed
already."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simcore.cards.card import Card
from simcore.cards.harmless import is_harmless
from simcore.cards.walking import atoms_of, mentioned
from simcore.prices.corp.everywhere import acts_on_rezzing
from simcore.prices.corp.table_elsewhere import active_elsewhere
from simcore.scenario import Scenario

_KNOWN = frozenset({"bp", "cgain", "power", "virus"})
"""What is known of ice however it was rezzed, or too late for a run that has begun."""
_SETTLED = re.compile(r"^rez: (choose-subtype|corp-may pay (\d+: becomes|X: power X)|adv-self)")
"""Clauses of which is stated, or assumed in words, what they left."""
_LOADED = "rez: corp-may pay X: power X"
_ELSEWHERE = re.compile(r"other-server|: tutor ")
"""What goes on in other servers, or is looked for in R&D."""
_THIS_TURN = "rezzed-this-turn"
_BESIDE = re.compile(r"^(root: on-rez-ice|rez-(ice(?!.*search)|advertisement)|approach-unrezzed)")
"""What a card beside it says that acts on ice which is not rezzed yet."""


def words_of_unrezzed(scenario: Scenario, hq_counts: bool = False) -> tuple[str, ...]:
    """What is assumed where ice is not stated to be rezzed: of that which acts when rezzed in a
    run, and of cards beside it that do. `hq_counts`: it matters that a card comes to HQ."""
    hidden = [piece.card for piece in scenario.ice if piece.card is not None and not piece.rezzed]
    bare = {p.card.id for p in scenario.ice if p.card is not None and not (p.rezzed or p.power)}
    found = [
        f"{card.title}: rezzed before the run; what it does when rezzed in it is left out"
        for card in hidden
        if acts_when_rezzed(card)
        or (hq_counts and _looks_for_cards(card))
        or (card.id in bare and _is_loaded(card))
    ]
    found += [
        f"{card.title}: all ice was rezzed before the run; what it does at other ice is left out"
        for card in (_beside(scenario) if hidden else ())
        if acts_on_rezzing(card) or looks_at_rezzing(card)
    ]
    return tuple(dict.fromkeys(found))


def looks_at_rezzing(card: Card) -> list[str]:
    """What a card beside ice says that acts on some which is not rezzed yet."""
    return [item.text for item in card.rules.unexecuted if _BESIDE.match(item.text)]


def _beside(scenario: Scenario) -> Iterator[Card]:
    """The Corp's active cards that are no ice of this server."""
    if scenario.corp.identity is not None:
        yield scenario.corp.identity
    for placed in scenario.root:
        if placed.card is not None and placed.rezzed:
            yield placed.card
    yield from active_elsewhere(scenario)


def _looks_for_cards(card: Card) -> bool:
    """Whether a piece of ice brings cards of R&D to HQ as it is rezzed in a run."""
    return any(item.text.startswith("rez-in-run: tutor ") for item in card.rules.unexecuted)


def _is_loaded(card: Card) -> bool:
    """Whether the Corp may pay for counters on a piece of ice as it is rezzed, which nobody has
    stated to be there."""
    return any(item.text == _LOADED for item in card.rules.unexecuted)


def acts_when_rezzed(card: Card) -> bool:
    """Whether it matters that a piece of ice is rezzed in a run."""
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
