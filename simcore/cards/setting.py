"""What is known of a card before the run: its setting, and what amounts, conditions and
clauses come to in it."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.cards.syntax import (
    Amount,
    Atom,
    Clause,
    Condition,
    Later,
    Node,
    Sequence,
)
from simcore.cards.vocabulary import DAMAGE, HIGHEST_FACE
from simcore.cards.walking import parts_of
from simcore.errors import CapacityError

LENT_ADVANCEMENT = "adv-lent"
"""The register of counters that ice is only taken to have (prices alone): nobody removes them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of a card and the run before it starts.

    `registers`: adv, virus, power, ice-here. `credits`: hosted on the rig card in
    `slot`. `after_tag`: rows to run whenever the Runner takes tags. `holder`: what the
    card is here (ice, card of the Corp, rig, event, identity). `event`: what the effect
    waits for ("sub": it is a subroutine). `reads`: registers the card looks at; `acts_by`:
    those that its effects look at, not what stands on it.
    `leaves`: nobody counts the ice here, so that a piece may leave. `guests`: rig cards
    that go with it. `moves`: the Runner may be sent back. `spends`: counters that the
    Corp's abilities on the card cost. `place` of a piece that hosts programs; `hosts` of
    the rig's programs. `advances`: what may be advanced and makes a difference ("ice" or
    "root", else nothing). `takes_counters`: whether something here can be advanced on the way, if
    that is not open. `rezzes`: the Corp's plan rezzes ice.
    `still`: nothing happens before or beside it, the Runner has no tags and the card has
    been there for turns.
    `lent`: subroutines of other pieces that this one may borrow, each with its place and
    its own setting. `counted`: the register that the piece has rows of its own for. `single`: it
    lies in one place of the root at the most. `still_ice`: no ice leaves its place in the run.
    `roots`: places of the attacked root; `empties`: the Runner may trash all of it in place of
    its breach.
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
    acts_by: frozenset[str] = frozenset()
    leaves: bool = False
    guests: tuple[int, ...] = ()
    moves: bool = False
    place: int = 0
    hosts: tuple[int | None, ...] = ()
    advances: str = ""
    takes_counters: bool | None = None
    spends: frozenset[str] = frozenset()
    rezzes: bool = True
    still: bool = False
    lent: tuple[tuple[int, Node, Setting], ...] = ()
    counted: str = ""
    single: bool = False
    still_ice: bool = False
    roots: tuple[int, ...] = ()
    empties: bool = False


def constant(amount: Amount, registers: dict[str, int], title: str) -> int:
    if not amount.register:
        return amount.base
    if amount.register not in registers:
        raise CapacityError(f"{title}: an amount by {amount.register} is not executed here yet")
    return amount.base + amount.factor * registers[amount.register]


STOLEN_YET = frozenset("access steal agenda-stolen trash-accessed run-end".split())
"""Events that come when an agenda may have been stolen."""


def meets(number: int, comparison: str, value: int) -> bool:
    """``number comparison value``; an empty comparison asks for any at all."""
    return {
        ">=": number >= value,
        "<=": number <= value,
        "=": number == value,
        "!=": number != value,
    }[comparison]


def known(condition: Condition, setting: Setting) -> bool | None:
    """The truth of a condition that does not change during the run, else None."""
    subject, value = condition.subject, condition.value
    if subject == "server":
        central = setting.server != "remote"
        met = value == "any" or value == setting.server or (value == "central" and central)
        return (met == (condition.comparison == "=")) != condition.negated
    if subject == "successful-run-this-turn":
        # this run counts as well once it is successful
        return not condition.negated if setting.earlier_success else None
    if subject == "threat" and "threat" in setting.registers and setting.event not in STOLEN_YET:
        subject_value = setting.registers["threat"]
        assert isinstance(value, int)
        return meets(subject_value, condition.comparison, value) != condition.negated
    if subject in ("tagged", "tags") and "tags" in setting.registers:
        number = 1 if subject == "tagged" else int(value)
        return meets(setting.registers["tags"], condition.comparison or ">=", number) != (
            condition.negated
        )
    if subject == "rezzed-this-turn" and "turned" in setting.registers:
        return (setting.registers["turned"] > 0) != condition.negated
    if setting.still and subject in ("tagged", "rezzed-this-turn"):
        return condition.negated
    if subject not in ("adv", "ice-here"):
        return None
    number = setting.registers[subject]
    assert isinstance(value, int)
    met = meets(number, condition.comparison, value)
    return met != condition.negated


def greatest_damage(node: Node | None, registers: dict[str, int]) -> int:
    """The most damage a tree can do on one way through it."""
    match node:
        case None:
            return 0
        case Atom(name=name, amount=amount):
            most = {**registers, "roll": HIGHEST_FACE}
            return constant(amount, most, name) if name in DAMAGE else 0
        case Later():
            return 0  # it is not the damage of this text
        case Sequence(steps=parts):
            return sum(greatest_damage(part, registers) for part in parts)
        case _:
            return max(greatest_damage(part, registers) for part in parts_of(node))


def meant_for(clause: Clause, server: str) -> bool:
    """Whether the servers a clause names, if any, include the attacked one."""
    named = {word for word in clause.qualifiers if word in _SERVERS}
    if not named or "any" in named or server in named:
        return True
    return "central" in named and server != "remote"


_SERVERS = frozenset("hq rd archives remote central any".split())


def is_folded(clause: Clause, holder: str) -> bool:
    """Whether a clause is a price or a purse that is set once, when the run begins."""
    effect = clause.effect
    return (
        clause.event == "run-begin"
        and isinstance(effect, Atom)
        and not effect.amount.register
        and not {"success"} & set(clause.qualifiers)
        and (effect.name == "rez-cost" or (effect.name == "hosted" and holder in ("rig", "event")))
    )
