"""One of several options, to micro-ops: which can be taken, and which the plans take."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Sequence_
from functools import partial
from typing import Protocol

from simcore.cards.endings import ends_run
from simcore.cards.setting import Setting, known
from simcore.cards.syntax import (
    Amount,
    Atom,
    Choice,
    Condition,
    Cost,
    If,
    Later,
    May,
    Node,
    Price,
    Psi,
    Roll,
    Sequence,
    Trace,
    Unless,
)
from simcore.cards.vocabulary import IDLE
from simcore.encode.program import Code, Row, branch, row_of
from simcore.errors import CapacityError
from simcore.kernel.layout import Comparison, Op, Subject

Rows = Callable[[], list[Row]]
"""Fresh rows of one program at each call."""
NOT_MADE = frozenset({"install", "swap-ice"})
"""What the fixed plans never do; an option of the Corp with a part of it is left alone."""
DEALT = frozenset({"net", "meat", "core", "tag", "rgain", "cgain", "rdraw", "cdraw"})
"""Effects of which there may be none, as plain numbers or by advancement counters."""
FORESEEN = frozenset({"", "adv", "ice-here"})
"""Registers by which it is known beforehand whether that comes to nothing; "" is a number."""
UNWEIGHED = frozenset({"rez-ice", "archives-to-rd", "copy-sub"})
"""Effects that the Corp pays for without a look at what they would do."""
WITHOUT_EFFECT = NOT_MADE | {"nothing", "may-jackout", "self>hq"} | IDLE.keys()
_AMONG_ACCESSES = frozenset("access steal agenda-stolen trash-accessed run-end".split())
"""Events by which cards of the root may have left."""
TAKEN = {
    "rclick": Subject.CLICKS,
    "rlose": Subject.RUNNER_CREDITS,
    "closs": Subject.CORP_CREDITS,
    "trash": Subject.ALL_TRASHABLE,
    "own-trash": Subject.ALL_TRASHABLE,
    "bounce": Subject.ALL_TRASHABLE,
}
"""Effects that take away what may not be there, and what tells how much is."""


class Lowers(Protocol):
    """What lowers one card in one setting (`lower.Lowering`)."""

    code: Code
    setting: Setting

    def lower(self, node: Node | None) -> list[Row]:
        """The rows of a tree."""

    def offered(self, cost: Cost, otherwise: list[Row]) -> list[Row]:
        """A price that is paid if it can be, else these rows."""

    def amount(self, amount: Amount) -> int:
        """A number that is known before the run."""

    def test(self, condition: Condition) -> Row:
        """The row that asks for a condition."""

    def refused(self, what: str) -> CapacityError:
        """The error that names what is not executed."""


class Choosing:
    """The options of one card in one setting."""

    def __init__(self, lowering: Lowers) -> None:
        self.lowering = lowering

    def by(self, side: str, options: Sequence_[Node]) -> list[Row]:
        """The rows of a choice."""
        return self._of_runner(options) if side == "runner" else self._of_corp(options)

    def _of_runner(self, options: Sequence_[Node]) -> list[Row]:
        """The first option that can be done in full (rule 44)."""
        if not options:
            return []
        first, *others = options
        if isinstance(first, Atom) and first.name == "pay":
            price = (Price("credits", first.amount),)
            return self.lowering.offered(price, self._of_runner(others))
        return self.if_possible(
            first, partial(self.lowering.lower, first), partial(self._of_runner, others)
        )

    def _of_corp(self, options: Sequence_[Node]) -> list[Row]:
        """The first option that ends the run, else the first that has an effect (rule 11)."""
        for option in options:
            if ends_run(option):
                return self.lowering.lower(option)
        rows = partial(self.lowering.lower, options[0])
        for option in reversed(options):
            rows = partial(self.if_effective, option, partial(self.lowering.lower, option), rows)
        return rows()

    def if_possible(self, node: Node | None, then: Rows, otherwise: Rows) -> list[Row]:
        """`then` if all is there that an option takes away."""
        match node:
            case Atom(name=name) if name in TAKEN:
                return self._if_there(node, self.lowering.amount(node.amount), then, otherwise)
            case Sequence(steps=parts):
                for part in reversed(parts):
                    then = partial(self.if_possible, part, then, otherwise)
            case Choice(options=parts):
                for part in reversed(parts):
                    otherwise = partial(self.if_possible, part, then, otherwise)
                return otherwise()
            case If():
                return self._split(self.if_possible, node, then, otherwise)
        return then()

    def if_effective(self, node: Node | None, then: Rows, otherwise: Rows) -> list[Row]:
        """`then` if an effect would do anything."""
        parts: Sequence_[Node | None] = ()
        match node:
            case Atom(name=name) if name in TAKEN:
                amount = self.lowering.amount(node.amount)
                return self._if_there(node, 1, then, otherwise) if amount > 0 else otherwise()
            case Atom(name=name, amount=amount) if name in DEALT and amount.register in FORESEEN:
                return then() if self.lowering.amount(amount) > 0 else otherwise()
            case Atom(name="rez-ice") if not self.lowering.setting.rezzes:
                pass
            case Atom(name="rez-ice" | "archives-to-rd"):
                raise self.lowering.refused(f"'{node.name}' among the options of a choice")
            case Atom(name="adv", words=words) if "any-card" not in words:
                there = self.lowering.setting.takes_counters
                if there is False:
                    return otherwise()
                if self.lowering.setting.event in _AMONG_ACCESSES:
                    raise self.lowering.refused("'adv' where it is open what can be advanced")
                if there:
                    return then()
                asked = row_of(Op.IF, Subject.TAKES_COUNTERS, Comparison.AT_LEAST, 1)
                return branch(asked, then(), otherwise())
            case Atom(name="copy-sub"):
                for place in {place for place, _, _ in self.lowering.setting.lent}:
                    rezzed = row_of(Op.IF, Subject.REZZED, Comparison.AT_LEAST, 1, place)
                    otherwise = partial(branch, rezzed, then(), otherwise())
            case Atom(name=name) if name not in WITHOUT_EFFECT:
                return then()
            case If():
                return self._split(self.if_effective, node, then, otherwise)
            case Sequence(steps=parts) | Choice(options=parts):
                pass
            case Trace(success=a, failure=b) | Psi(different=a, same=b) | Roll(then=a, otherwise=b):
                parts = (a, b)
            case Unless(penalty=inner) | May(effect=inner) | Later(effect=inner):
                parts = (inner,)
        for part in reversed(parts):
            otherwise = partial(self.if_effective, part, then, otherwise)
        return otherwise()

    def _split(
        self,
        ask: Callable[[Node | None, Rows, Rows], list[Row]],
        node: If,
        then: Rows,
        otherwise: Rows,
    ) -> list[Row]:
        """What holds in either case of a condition."""
        settled = known(node.condition, self.lowering.setting)
        if settled is not None:
            return ask(node.then if settled else node.otherwise, then, otherwise)
        met = ask(node.then, then, otherwise)
        return branch(self.lowering.test(node.condition), met, ask(node.otherwise, then, otherwise))

    def _if_there(self, atom: Atom, amount: int, then: Rows, otherwise: Rows) -> list[Row]:
        if amount <= 0:
            return then()
        subject, kind = TAKEN[atom.name], 0
        if subject == Subject.ALL_TRASHABLE:
            if atom.name == "trash" and len(atom.words) > 1:
                raise self.lowering.refused("'trash' of several types at once")
            kind = self.lowering.code.trash_kind(atom.words[0], atom.name == "own-trash")
            subject = Subject.TRASHABLE if amount == 1 else subject
        test = row_of(Op.IF, subject, Comparison.AT_LEAST, amount, kind)
        return branch(test, then(), otherwise())
