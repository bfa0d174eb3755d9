"""Credits that cards of the Runner's bring, or take from the Corp, as the run succeeds: they pay
for what cards of the root ask for then."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from simcore.cards.card import Card
from simcore.cards.setting import meant_for
from simcore.cards.syntax import Amount, Atom, Clause, Condition, If, Node, Sequence
from simcore.cards.walking import atoms_of
from simcore.scenario import RigCard, Scenario

SUCCESS = "success"
OPENED = "success: credits on it pay"
_AT_ITS_HOST = re.compile(r"^success on its host's server: gain (\d)$")
_BY_LINK = re.compile(r"^success\[first\] with link (\d): gain (\d)$")
_BRINGS = re.compile(r"^success\b.*\b(gain \d|take \d|credit)")
_BUYS_OFF = re.compile(r"^\dc\b.*: prevent|^prevent .* unless \dc$")
_NO_CREDITS = "success: may a credit on it"
"""What brings credits that pay by another ability alone."""


def buys_off(rig: Iterable[RigCard]) -> bool:
    """Whether cards of a rig keep something off for credits."""
    items = (item for placed in rig for item in placed.card.rules.unexecuted)
    return any(_BUYS_OFF.search(item.text) for item in items)


def clauses_at(
    event: str, card: Card, placed: RigCard | None, scenario: Scenario
) -> Iterator[Clause]:
    """The clauses of a card that wait for an event behind all ice of this run; it lies as `placed`
    if it is one of the rig that has not started the run."""
    for clause in card.rules.on:
        later = "first" in clause.qualifiers and scenario.runner.successful_runs_this_turn
        started = placed is None or clause.scope != "this-run"
        if clause.event == event and started and meant_for(clause, scenario.server) and not later:
            yield clause


def credits_brought(card: Card, placed: RigCard | None, scenario: Scenario) -> Iterator[Atom]:
    """What the Runner can pay with from the success of the run on by a card that lies so."""
    for clause in clauses_at(SUCCESS, card, placed, scenario):
        yield from _for_sure(clause)
    for item in card.rules.unexecuted:
        if item.text == OPENED and placed is not None:
            yield Atom("hosted", Amount(placed.credits))
        elif (found := _AT_ITS_HOST.match(item.text)) and placed and placed.host is not None:
            yield Atom("rgain", Amount(int(found[1])))
        elif (found := _BY_LINK.match(item.text)) and _is_linked(int(found[1]), scenario):
            yield Atom("rgain", Amount(int(found[2])))


def credits_taken(
    card: Card, placed: RigCard | None, scenario: Scenario, asked: bool
) -> Iterator[Node]:
    """What takes credits from the Corp then; without those that bring none to the Runner, if the
    Corp is not `asked` for any."""
    for clause in clauses_at(SUCCESS, card, placed, scenario):
        yield from (e for e in _robbing(clause, scenario) if asked or not _only_takes(e))


def _robbing(clause: Clause, scenario: Scenario) -> Iterator[Node]:
    """Credits of the Corp's that no condition is asked for but that it has some; once in a turn
    nobody knows after another success."""
    effect = clause.effect
    if "1/turn" in clause.qualifiers and scenario.runner.successful_runs_this_turn:
        return
    if isinstance(effect, If) and effect.otherwise is None:
        known = isinstance(effect.condition, Condition) and effect.condition.subject == "corp-cr"
        if known and any(atom.name == "closs" for atom in atoms_of(effect)):
            yield effect
        return
    steps = effect.steps if isinstance(effect, Sequence) else (effect,)
    yield from (step for step in steps if isinstance(step, Atom) and step.name == "closs")


def _only_takes(effect: Node) -> bool:
    """Whether the Runner gains nothing by credits of the Corp's."""
    return isinstance(effect, Atom) and not any(effect.words)


def _for_sure(clause: Clause) -> Iterator[Atom]:
    """Credits that no condition is asked for."""
    steps = clause.effect.steps if isinstance(clause.effect, Sequence) else (clause.effect,)
    yield from (step for step in steps if isinstance(step, Atom) and step.name == "rgain")


def _is_linked(least: int, scenario: Scenario) -> bool:
    """Whether the Runner is digital or has so much link, in the first success of a turn."""
    runner = scenario.runner
    digital = runner.identity is not None and "digital" in runner.identity.subtypes
    return not runner.successful_runs_this_turn and (digital or runner.link >= least)


def credits_left_out(card: Card, placed: RigCard | None, scenario: Scenario) -> Iterator[str]:
    """Clauses by which a card that lies so may bring credits then that are not followed."""
    for clause in clauses_at(SUCCESS, card, placed, scenario):
        names = {atom.name for atom in atoms_of(clause.effect)}
        followed = any(_for_sure(clause)) or any(_robbing(clause, scenario))
        brings = "take" in names or ("rgain" in names and not followed)
        if brings:
            yield clause.text
    for item in card.rules.unexecuted:
        text = item.text
        read = text in (OPENED, _NO_CREDITS) or _AT_ITS_HOST.match(text) or _BY_LINK.match(text)
        if _BRINGS.match(text) and not read:
            yield text
