"""What the lowering writes: rows of micro-ops, and programs of rows."""

from __future__ import annotations

from collections.abc import Sequence as Sequence_
from dataclasses import dataclass, field

from simcore.cards.syntax import Atom, Condition
from simcore.errors import CapacityError
from simcore.kernel.layout import (
    CODE_COLUMNS,
    MAX_TRASH,
    TRASH_CLASSES,
    Comparison,
    Op,
    Rest,
    Subject,
)
from simcore.plan.states import Change, Laid, Met, Over, weather_of

Row = list[int]
TRASH_KINDS = {"prog": 0, "hw": 1, "res": 2, "any": 3, "ai": 4}
"""Classes of TRASH_RIG that every scenario has."""

_SUBJECTS = {
    "tagged": Subject.TAGS,
    "stole": Subject.STOLEN,
    "trashed-odd-cost": Subject.ODD,
    "runner-cr": Subject.RUNNER_CREDITS,
    "corp-cr": Subject.CORP_CREDITS,
    "grip": Subject.GRIP,
    "successful-run-this-turn": Subject.SUCCESS,
    "fully-broken": Subject.FULLY_BROKEN,
    "broke-in-run": Subject.BROKE,
    "trace": Subject.TRACE,
    "rezzed-this-turn": Subject.TURNED,
    "tags": Subject.TAGS,
    "clicks": Subject.CLICKS,
    "hq": Subject.HQ,
    "hq>grip": Subject.HQ_OVER_GRIP,
    "corp-cr>runner-cr": Subject.CORP_OVER_RUNNER,
    # of the lowering alone
    "ending": Subject.ENDING,  # see `resolving_whole`
    "encounters": Subject.ENCOUNTERS,
    "bypassed": Subject.BYPASSED,
}
_COMPARISONS = {
    ">=": Comparison.AT_LEAST,
    "<=": Comparison.AT_MOST,
    "=": Comparison.EQUAL,
    "!=": Comparison.DIFFERENT,
}


@dataclass(slots=True)
class Code:
    """All programs of a scenario, one after another; row 0 ends every empty one."""

    rows: list[Row] = field(default_factory=lambda: [row_of(Op.END)])
    trash_kinds: set[int] = field(default_factory=set)
    classes: list[int | tuple[str, bool]] = field(default_factory=list)
    bounces: set[str] = field(default_factory=set)
    flags: int = 0
    changes: list[Change] = field(default_factory=list)
    waiting: list[list[Row]] = field(default_factory=list)

    def program(self, rows: Sequence_[Row]) -> int:
        """Append a program; returns its first row, 0 for one that does nothing."""
        if not rows:
            return 0
        start = len(self.rows)
        self.rows += [*rows, row_of(Op.END)]
        return start

    def wait_for_success(self, rows: list[Row]) -> int:
        """The number of what waits for success; at most 8."""
        if rows not in self.waiting:
            self.waiting.append([list(row) for row in rows])
        if len(self.waiting) > 8:
            raise CapacityError("more than eight effects that wait for success")
        return self.waiting.index(rows)

    def at_success(self) -> list[Row]:
        """What has waited, each as often as it was asked for."""
        rows: list[Row] = []
        for number, body in enumerate(self.waiting):
            held = row_of(Op.IF, Subject.PENDING, Comparison.AT_LEAST, 1, number, len(body) + 2)
            once = row_of(Op.SET, Rest.PENDING, -(1 << 4 * number))
            again = row_of(Op.JUMP, skip=-len(body) - 3)
            rows += [held, once, *(list(row) for row in body), again]
        return rows

    def flag(self) -> int:
        """A fresh once-per-turn flag; at most 30."""
        self.flags += 1
        if self.flags > 30:
            raise CapacityError("more than 30 once-per-turn clauses in one scenario")
        return self.flags - 1

    def self_trash_kind(self, slot: int) -> int:
        """The class of TRASH_RIG that stands for one slot trashing itself."""
        return self.further_class(slot)

    def trash_kind(self, kind: str, own: bool = False) -> int:
        """The class of TRASH_RIG for a kind of rig cards; `own`: of the Runner's choice."""
        if kind in TRASH_KINDS and not own:
            self.trash_kinds.add(TRASH_KINDS[kind])
            return TRASH_KINDS[kind]
        return self.further_class((kind, own))

    def further_class(self, which: int | tuple[str, bool]) -> int:
        if which not in self.classes:
            self.classes.append(which)
        if len(self.classes) > MAX_TRASH - TRASH_CLASSES:
            raise CapacityError("too many rig cards that trash themselves, or kinds to be trashed")
        return TRASH_CLASSES + self.classes.index(which)


def row_of(op: Op, a: int = 0, b: int = 0, c: int = 0, d: int = 0, skip: int = 0) -> Row:
    row = [int(op), a, b, c, d, skip]
    assert len(row) == CODE_COLUMNS
    return row


def branch(head: Row, then: list[Row], otherwise: list[Row]) -> list[Row]:
    """`head` skips `then` when it fails; `then` jumps over `otherwise`."""
    if not then and not otherwise:
        # a trace or psi game is still played for its bids, a die is still counted
        return [head] if head[0] in (int(Op.TRACE), int(Op.PSI), int(Op.ROLL)) else []
    if otherwise:
        then = [*then, row_of(Op.JUMP, skip=len(otherwise))]
    head[-1] = len(then)
    return [head, *then, *otherwise]


def condition_row(condition: Condition) -> Row:
    if condition.subject not in _SUBJECTS:
        raise CapacityError(f"asking for {condition.subject} during the run is not executed yet")
    subject = _SUBJECTS[condition.subject]
    if not condition.comparison:
        comparison = Comparison.AT_MOST if condition.negated else Comparison.AT_LEAST
        return row_of(Op.IF, subject, comparison, 0 if condition.negated else 1)
    value = condition.value
    assert isinstance(value, int)
    comparison = _COMPARISONS[condition.comparison]
    if condition.negated:
        match comparison:
            case Comparison.AT_LEAST:
                comparison, value = Comparison.AT_MOST, value - 1
            case Comparison.AT_MOST:
                comparison, value = Comparison.AT_LEAST, value + 1
            case Comparison.EQUAL:
                comparison = Comparison.DIFFERENT
            case Comparison.DIFFERENT:
                comparison = Comparison.EQUAL
    return row_of(Op.IF, subject, comparison, value)


def change_row(changes: list[Change], atom: Atom, amount: int) -> list[Row]:
    """The row of an effect that lies on later ice; its change joins those of the scenario."""
    return turn_row(changes, Laid(weather_of(atom, amount), "next" in atom.words))


def turn_row(changes: list[Change], change: Change) -> list[Row]:
    """The row of a change of what the rest of the run depends on."""
    if not changes:
        changes += [Met(), Over()]
    if change not in changes:
        changes.append(change)
    return [row_of(Op.TURN, changes.index(change))]
