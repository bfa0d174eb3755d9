"""What neither the games nor the judge play rightly: refused by name, whoever is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import Amount, Atom
from simcore.cards.walking import atoms_of
from simcore.errors import CapacityError
from simcore.scenario import titles_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.cards.card import Card
    from simcore.scenario import Scenario

MOVES = frozenset({"go-back", "go-outermost"})
"""Effects that send the Runner back over ice."""


def may_go_back(scenario: Scenario) -> bool:
    """Whether some piece of ice may send the Runner back."""
    effects = [effect for card in _ice(scenario) for effect in card.rules.subs]
    effects += [clause.effect for card in _ice(scenario) for clause in card.rules.on]
    return any(atom.name in MOVES for effect in effects for atom in atoms_of(effect))


def refuse_never_played(scenario: Scenario) -> None:
    """Raises `CapacityError` for what is not played rightly anywhere."""
    _refuse_undeclared(scenario)
    if may_go_back(scenario):
        for card in _ice(scenario):
            if any(gain.met for gain in card.rules.gains):
                raise CapacityError(
                    f"{card.title}: subroutines gained for the run, where ice is met again"
                )


def _ice(scenario: Scenario) -> Iterator[Card]:
    for piece in scenario.ice:
        yield from titles_of(piece)


def _refuse_undeclared(scenario: Scenario) -> None:
    """A run that is not declared successful is not unsuccessful either, and leaves no counter
    of its success: what tells that apart is refused beside a card that does this."""
    rig = [placed.card for placed in scenario.runner.rig]
    root = [card for piece in scenario.root for card in titles_of(piece)]
    standing = {static.kind: card for card in root for static in card.rules.statics}
    if "no-success" not in standing:
        return
    for card in (*root, *rig):
        atoms = [atom for clause in card.rules.on for atom in atoms_of(clause.effect)]
        counts = any(atom.amount.register == "virus" for atom in atoms)
        for clause in card.rules.on:
            laid = clause.event == "success" and clause.effect == Atom("virus", Amount(1))
            if "!success" in clause.qualifiers or (laid and counts):
                title = standing["no-success"].title
                raise CapacityError(f"{card.title}: '{clause.text}' beside {title}")
