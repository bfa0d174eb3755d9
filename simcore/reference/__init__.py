"""The rules of a run in readable Python: slow, and the truth.

`game.py` walks the moments of the edition's chart, `ice.py` and `breach.py` hold what
happens at one piece of ice and in the accesses, `effects.py` walks the syntax tree of
the cards and `moves.py` moves what is on the table, `breaking.py` tries every way to break,
`plans.py` answers for the fixed plans, `state.py` is the table, `view.py` what there is to see
on it, `marks.py` what a run keeps in mind. The judges of prices stand beside them:
`legal_breaks.py`, `legal_passages.py`, `worst_cases.py`. Nothing is imported from
`simcore.plan`, `simcore.kernel` or `simcore.encode`, so that a mistake there cannot hide here.

There are two hooks. `chance(address, weights)` answers every chance event that has more
than one possible outcome; the addressed stream behind it replays the kernel's game, an
enumerator behind it gives exact answers. `decide(side, options, observation)` answers
every decision; the plans of the scenario are its default.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from simcore.record import Checkpoint, Result
from simcore.reference.enumeration import Figures, enumerate_figures, enumerate_results, figures_of
from simcore.reference.game import run
from simcore.reference.hooks import Chance, Decide, Observation, fixed_plans
from simcore.reference.state import Table
from simcore.reference.things import Step
from simcore.sites import choose, game_key, word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcore.scenario import Scenario

__all__ = [
    "Chance",
    "Decide",
    "Figures",
    "Observation",
    "Play",
    "Step",
    "enumerate_figures",
    "enumerate_results",
    "figures_of",
    "fixed_plans",
    "play",
    "play_seeded",
]


@dataclass(frozen=True)
class Play:
    """One game: its record, the state along the way, and the story."""

    result: Result
    checkpoints: tuple[Checkpoint, ...]
    table: Table = field(repr=False, compare=False)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The story; put into words when it is asked for, as most games are not."""
        return self.table.story()


def play(scenario: Scenario, chance: Chance, decide: Decide | None = None) -> Play:
    """Play one game. Without `decide` both sides follow the plans of the scenario."""
    table = Table(scenario, chance, decide)
    cause = run(table)
    return Play(table.result(cause), tuple(table.checkpoints), table)


def play_seeded(scenario: Scenario, seed: int, game: int) -> Play:
    """Game number `game` (from 0) under `seed`, by the addressed stream of `sites`."""
    key = game_key(seed, game)

    def chance(address: int, weights: Sequence[int]) -> int:
        return choose(word(key, address), weights)

    return play(scenario, chance)
