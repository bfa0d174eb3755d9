"""Clauses to micro-ops: what a card does at an event, behind the guards its words set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from simcore.cards.setting import Setting, is_folded, meant_for
from simcore.cards.syntax import Clause
from simcore.cards.vocabulary import BROKEN
from simcore.encode.lower import Lowering
from simcore.encode.program import Code, Row, row_of
from simcore.errors import CapacityError
from simcore.kernel.layout import Comparison, Op, Subject

ONCE_A_RUN = frozenset(
    "run-begin all-passed approach-server success instead breach run-end steal".split()
)
"""Events that come once in a run, for one card: "first" and "1/turn" say nothing more."""
STAY = frozenset({"run-end", "steal-cost", "trash-accessed"})
"""Events that a persistent card of the root still answers once it has been trashed."""
_KINDS_OF_ICE = frozenset({"barrier", "code gate", "sentry"})
_TOLD_APART = _KINDS_OF_ICE | {"installed", "!installed", "rezzed", "!archives"}
_UNASKED = {
    "access": _KINDS_OF_ICE,
    "steal": _TOLD_APART | {"archives"},
    "trash-accessed": (_TOLD_APART | {"archives"}) - {"installed", "rezzed"},
}
"""Words that no row asks for at these events; at others, all that tells cards apart."""


def lower_clauses(
    code: Code, setting: Setting, clauses: Iterable[Clause], *, started: bool = True
) -> list[Row]:
    """The rows of all `clauses` of one card in order, each behind its guards.

    `started`: this card started the run, so that its "this-run" clauses hold.
    """
    rows: list[Row] = []
    for clause in clauses:
        if clause.scope == "this-run" and not started:
            continue
        if not meant_for(clause, setting.server) or is_folded(clause, setting.holder):
            continue
        event, words = clause.event, set(clause.qualifiers)
        first = "first" in words and event not in ONCE_A_RUN
        once = "1/turn" in words and event not in ONCE_A_RUN
        used_up = ("first" in words and event in ("success", "instead")) or (
            not words.isdisjoint({"first", "1/turn"}) and event == "run-begin"
        )
        if used_up and setting.earlier_success:
            continue  # rule 19
        body = Lowering(code, replace(setting, event=event)).lower(clause.effect)
        if not body:
            continue
        if not words.isdisjoint(_UNASKED.get(event, _TOLD_APART)):
            raise CapacityError(f"{setting.title}: '{clause.text}' is not executed here yet")
        if setting.holder == "ice":
            if first or (once and event in BROKEN):
                raise CapacityError(f"{setting.title}: '{clause.text}' is not executed here yet")
            if once and setting.moves:
                raise CapacityError(f"{setting.title}: '{clause.text}' where ice is met again")
            once = False  # every piece is met once
        elif setting.holder == "card" and (first or (once and not setting.single)):
            raise CapacityError(f"{setting.title}: '{clause.text}' is not executed here yet")
        if once:
            body = [row_of(Op.ONCE, code.flag(), skip=len(body)), *body]
        if setting.empties and event == "trash-accessed":
            body = _beside_an_emptied_root(code, words, body)
        for subject in _accessed_as(words, event):
            body = [row_of(Op.IF, subject, Comparison.AT_LEAST, 1, skip=len(body)), *body]
        if "!success" in words:
            body = [row_of(Op.IF, Subject.SUCCESS, Comparison.EQUAL, 0, skip=len(body)), *body]
        if event == "instead":  # there is nothing left to replace
            still = row_of(Op.IF, Subject.MOST_ACCESSES, Comparison.AT_LEAST, 0, skip=len(body))
            body = [still, *body]
        if "first-two" in words:
            if event != "encounter" or setting.holder in ("ice", "card"):
                raise CapacityError(f"{setting.title}: '{clause.text}' is not executed here yet")
            at_most = row_of(Op.IF, Subject.ENCOUNTERS, Comparison.AT_MOST, 1, skip=len(body))
            body = [at_most, *body]
        if "innermost" in words:
            if event != "encounter" or setting.holder in ("ice", "card") or not setting.still_ice:
                raise CapacityError(f"{setting.title}: '{clause.text}' is not executed here yet")
            body = [row_of(Op.IF, Subject.INNERMOST, Comparison.AT_LEAST, 1, skip=len(body)), *body]
        if "success" in words:
            body = [row_of(Op.IF, Subject.SUCCESS, Comparison.AT_LEAST, 1, skip=len(body)), *body]
        if first and event == "encounter":
            test = row_of(Op.IF, Subject.ENCOUNTERS, Comparison.EQUAL, 0, skip=len(body))
            body = [test, *body]
        elif first:
            body = [row_of(Op.ONCE, code.flag(), skip=len(body)), *body]
        if setting.slot is not None:
            body = [row_of(Op.IF_INSTALLED, setting.slot, skip=len(body)), *body]
        rows += body
    return rows


def _beside_an_emptied_root(code: Code, words: set[str], body: list[Row]) -> list[Row]:
    """What is done for cards that the Runner trashes, where those of a root may go together and
    without an access: in a run that has none."""
    if "together" in words:
        apart = row_of(Op.IF, Subject.ACCESSES, Comparison.EQUAL, 0, skip=1)
        body = [apart, row_of(Op.ONCE, code.flag(), skip=len(body)), *body]
    if "accessed" in words:
        seen = row_of(Op.IF, Subject.ACCESSES, Comparison.AT_LEAST, 1, skip=len(body))
        body = [seen, *body]
    return body


def _accessed_as(words: set[str], event: str) -> list[Subject]:
    """What the words ask about the place of the accessed card, where that is not known."""
    asked = []
    if "rezzed" in words:
        asked.append(Subject.AT_REZZED)
    if "installed" in words and event == "trash-accessed":
        asked.append(Subject.AT_ROOT)
    return asked
