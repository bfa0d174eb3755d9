"""What a Runner who has to choose can do in full (rule 44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import Atom, Choice, If, Node
from simcore.cards.syntax import Sequence as Steps
from simcore.prices.way.passage import Done, Passage
from simcore.prices.way.picking import there_to_pick

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def can_be_done(
    sight: Sight, node: Node | None, now: Passage, broken: Done, whatever: bool = True
) -> bool:
    """Whether all is there that an option takes away, as far as that is known (rule 44):
    `whatever` conditions that are unknown come to, or only if they come to that."""
    match node:
        case Atom(name="rclick"):
            return now.clicks_left(sight.clicks) >= sight.number(node, now)
        case Atom(name="rlose"):
            there = sight.in_pool("runner-cr", now)
            return there is None or there >= sight.number(node, now)
        case Atom(name="trash"):
            return len(there_to_pick(sight, node.words[0], now)) >= sight.number(node, now)
        case Steps(steps=steps):
            return all(can_be_done(sight, step, now, broken, whatever) for step in steps)
        case Choice(options=options):
            return any(can_be_done(sight, each, now, broken, whatever) for each in options)
        case If(condition=condition, then=then, otherwise=otherwise):
            met = sight.met(condition, now, broken)
            branches = (then, otherwise) if met is None else (then if met else otherwise,)
            done = (can_be_done(sight, branch, now, broken, whatever) for branch in branches)
            return all(done) if whatever else any(done)
    return True
