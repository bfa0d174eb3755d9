"""Rezzed cards of the root that wait behind all ice, for the server to be approached.

What they ask of the Runner then is part of the price of a server. A text that may end the run
whatever the Runner does is left out, and named: there would be no price at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from simcore.cards.card import Card
from simcore.cards.setting import Setting
from simcore.cards.syntax import Atom, Choice, If, May, Node, Psi, Roll, Trace, Unexecuted, Unless
from simcore.cards.syntax import Sequence as Steps
from simcore.cards.walking import parts_of
from simcore.prices.further_effects import read_effect
from simcore.scenario import PlacedIce, Scenario

EVENT = "approach-server"
_ENDS = frozenset({"etr", "go-back", "go-outermost", "copy-sub"})
"""Effects that may keep the Runner from going on to the server."""
_UNREAD = re.compile(rf"^root: {EVENT}: (.+)$")
_ADVANCED = re.compile(r"\b(\d+)\*advanced-ice-here\b")


@dataclass(frozen=True, slots=True)
class Gate:
    """One such card: its title, how it lies there, what it does."""

    title: str
    setting: Setting
    effects: tuple[Node, ...]


def gates_of(scenario: Scenario) -> tuple[Gate, ...]:
    """The rezzed cards of the root that ask for anything when the server is approached."""
    found = []
    for placed in scenario.root:
        if placed.card is None or not placed.rezzed:
            continue
        effects = tuple(e for e in _effects(placed.card) if not ends_at_will(e))
        if effects:
            registers = {
                "adv": placed.advancement,
                "virus": placed.virus,
                "power": placed.power,
                "ice-here": len(scenario.ice),
                "corp-points": scenario.corp.points,
                "hq": scenario.corp.hq_count,
            }
            setting = Setting(placed.card.title, scenario.server, registers)
            found.append(Gate(placed.card.title, setting, effects))
    return tuple(found)


def closed_gates(scenario: Scenario) -> tuple[str, ...]:
    """What of them is left out, in words."""
    return tuple(
        f"{placed.card.title}: may end the run when the server is approached: that is left out"
        for placed in scenario.root
        if placed.card is not None and placed.rezzed
        if any(map(ends_at_will, _effects(placed.card)))
    )


def _effects(card: Card) -> Iterator[Node]:
    for clause in card.rules.on:
        if clause.event == EVENT and clause.scope == "root":
            yield clause.effect


def read_gate(item: Unexecuted, ice: Sequence[PlacedIce], more: int) -> Node | None:
    """What a clause that no game executes asks for before this ice, on which lie `more`
    advancement counters than are stated; None if it is none of these, or cannot be read."""
    found = _UNREAD.match(item.text)
    if found is None:
        return None
    advanced = sum(piece.advancement + more > 0 for piece in ice)
    text = _ADVANCED.sub(lambda each: str(int(each[1]) * advanced), found[1])
    return read_effect(text)


def ends_at_will(node: Node | None) -> bool:
    """Whether a text may keep the Runner out whatever the Runner does."""
    match node:
        case Atom(name=name):
            return name in _ENDS
        case Choice(side="runner", options=options):
            return all(map(ends_at_will, options))
        case May(side="runner") | Unless():
            return False
        case Steps() | Choice() | If() | Trace() | Psi() | Roll() | May():
            return _any_ends(parts_of(node))
    return False


def _any_ends(nodes: Iterable[Node | None]) -> bool:
    return any(map(ends_at_will, nodes))
