"""What the lowering writes: rows of micro-ops, programs of rows, the setting of a card."""

from __future__ import annotations

from collections.abc import Sequence as Sequence_
from dataclasses import dataclass, field

from simcore.cards.syntax import Condition, Node
from simcore.errors import CapacityError
from simcore.kernel.layout import CODE_COLUMNS, TRASH_CLASSES, Comparison, Op, Subject
from simcore.plan.states import Change

Row = list[int]

_SUBJECTS = {
    "tagged": Subject.TAGS,
    "stole": Subject.STOLEN,
    "trashed-odd-cost": Subject.ODD,
    "runner-cr": Subject.RUNNER_CREDITS,
    "corp-cr": Subject.CORP_CREDITS,
    "grip": Subject.GRIP,
    "successful-run-this-turn": Subject.SUCCESS,
    "fully-broken": Subject.FULLY_BROKEN,
    "rezzed-this-turn": Subject.TURNED,
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


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of a card and the run before it starts.

    `registers`: adv, virus, power, ice-here. `credits`: hosted on the rig card in
    `slot`. `after_tag`: rows to run whenever the Runner takes tags. `holder`: what the
    card is here (ice, card of the Corp, rig, event, identity). `event`: what the effect
    waits for ("sub": it is a subroutine). `reads`: registers the card looks at.
    `leaves`: nobody counts the ice here, so that a piece may leave. `guests`: rig cards
    that go with it. `moves`: the Runner may be sent back. `spends`: counters that the
    Corp's abilities on the card cost. `place` of a piece that hosts programs; `hosts` of
    the rig's programs. `advances`: what may be advanced and makes a difference ("ice" or
    "root", else nothing). `rezzes`: the Corp's plan rezzes ice.
    `still`: nothing happens before or beside it, the Runner has no tags and the card has
    been there for turns.
    `lent`: subroutines of other pieces that this one may borrow, each with its place and
    its own setting.
    """

    title: str
    server: str
    registers: dict[str, int]
    earlier_success: bool = False
    slot: int | None = None
    credits: int = 0
    trashed_when_empty: bool = False
    after_tag: tuple[tuple[int, ...], ...] = ()
    holder: str = ""
    event: str = ""
    reads: frozenset[str] = frozenset()
    leaves: bool = False
    guests: tuple[int, ...] = ()
    moves: bool = False
    place: int = 0
    hosts: tuple[int | None, ...] = ()
    advances: str = ""
    spends: frozenset[str] = frozenset()
    rezzes: bool = True
    still: bool = False
    lent: tuple[tuple[int, Node, Setting], ...] = ()


@dataclass(slots=True)
class Code:
    """All programs of a scenario, one after another; row 0 ends every empty one."""

    rows: list[Row] = field(default_factory=lambda: [row_of(Op.END)])
    trash_kinds: set[int] = field(default_factory=set)
    self_trashing: list[int] = field(default_factory=list)
    flags: int = 0
    changes: list[Change] = field(default_factory=list)

    def program(self, rows: Sequence_[Row]) -> int:
        """Append a program; returns its first row, 0 for one that does nothing."""
        if not rows:
            return 0
        start = len(self.rows)
        self.rows += [*rows, row_of(Op.END)]
        return start

    def flag(self) -> int:
        """A fresh once-per-turn flag; at most 30."""
        self.flags += 1
        if self.flags > 30:
            raise CapacityError("more than 30 once-per-turn clauses in one scenario")
        return self.flags - 1

    def self_trash_kind(self, slot: int) -> int:
        """The class of TRASH_RIG that stands for one slot trashing itself."""
        if slot not in self.self_trashing:
            self.self_trashing.append(slot)
        if len(self.self_trashing) > 4:
            raise CapacityError("more than four rig cards that trash themselves")
        return TRASH_CLASSES + self.self_trashing.index(slot)


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
        comparison = Comparison.EQUAL if condition.negated else Comparison.AT_LEAST
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
