"""What the Runner's cards beside the rig, and the Corp's identity, do as a run begins: pieces
bypassed for nothing, credits that come to the pool or beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcore.cards.card import Card
from simcore.cards.setting import is_folded, meant_for
from simcore.cards.syntax import Amount, Atom, Clause
from simcore.editions import EDITIONS
from simcore.prices.purses import Purses, purses_of
from simcore.scenario import Scenario

ON_THE_WAY = ("run-begin", "encounter", "pass", "end", "tagged")
"""Events of cards beside the ice that come while ice is met."""


def clauses_beside(scenario: Scenario) -> Iterator[tuple[Card, str, Clause]]:
    """Clauses of the Runner's cards and the Corp's identity that act while ice is met."""
    runner = scenario.runner
    holders: list[tuple[Card | None, str, bool]] = [
        (runner.identity, "identity", True),
        (runner.event if runner.event_slot is None else None, "event", True),
        *((p.card, "rig", slot == runner.event_slot) for slot, p in enumerate(runner.rig)),
        (scenario.corp.identity, "identity", True),
    ]
    for card, holder, started in holders:
        for clause in card.rules.on if card is not None else ():
            if clause.event not in ON_THE_WAY or not meant_for(clause, scenario.server):
                continue
            if clause.scope != "this-run" or started:
                assert card is not None
                yield card, holder, clause


_BYPASSED = {"first": 1, "first-two": 2, "innermost": 0}
"""How many pieces of ice are bypassed for nothing, the first ones met, by what is said of them."""


def is_bypass(clause: Clause) -> bool:
    """Whether a clause bypasses pieces of ice for nothing."""
    return (
        clause.event == "encounter"
        and clause.effect == Atom("bypass")
        and len(clause.qualifiers) == 1
        and clause.qualifiers[0] in _BYPASSED
    )


def bypasses_of(scenario: Scenario) -> int:
    """Pieces that a card of the Runner bypasses for nothing: the first ones met."""
    found = [clause for _, _, clause in clauses_beside(scenario) if is_bypass(clause)]
    return max((_BYPASSED[clause.qualifiers[0]] for clause in found), default=0)


def inner_bypassed(scenario: Scenario) -> int:
    """The place of the piece that the event bypasses wherever it stands, or -1."""
    found = [clause for _, _, clause in clauses_beside(scenario) if is_bypass(clause)]
    inner = any("innermost" in clause.qualifiers for clause in found)
    return len(scenario.ice) - 1 if inner else -1


AVERTS = "this-run: the first sub that would resolve does not"
"""What a card says that starts the run."""


def averted_by(scenario: Scenario) -> int:
    """How many subroutines that would resolve do not, the first ones of the run."""
    event = scenario.runner.event
    return 0 if event is None else sum(item.text == AVERTS for item in event.rules.unexecuted)


def gain_of(clause: Clause) -> int:
    """Credits that a clause brings as the run begins."""
    match clause.effect:
        case Atom(name="rgain", amount=Amount(base=base, register="")) if (
            clause.event == "run-begin" and clause.scope == "this-run"
        ):
            return base
    return 0


def gained(scenario: Scenario) -> int:
    """Credits that come to the pool as the run begins."""
    return sum(gain_of(clause) for _, _, clause in clauses_beside(scenario))


def purses_beside(scenario: Scenario) -> Purses:
    """The credits of the scenario that are not in the pool, or come to it as the run begins."""
    anything = 0
    if EDITIONS[scenario.edition].bad_publicity:
        anything += scenario.corp.bad_publicity
    for _, holder, clause in clauses_beside(scenario):
        effect: Any = clause.effect
        if is_folded(clause, holder) and effect.name == "hosted":
            anything += effect.amount.base
    return purses_of(scenario.runner.rig, anything, gained(scenario))
