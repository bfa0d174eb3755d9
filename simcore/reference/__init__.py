"""The rules of a run in readable Python: slow, and the truth.

`game.py` walks the moments of the edition's chart, `ice.py` and `breach.py` hold what
happens at one piece of ice and in the accesses, `effects.py` walks the syntax tree of
the cards, `breaking.py` tries every way to break, `plans.py` answers for the fixed
plans, `state.py` is the table. Nothing is imported from `simcore.plan`,
`simcore.kernel` or the lowering, so that a mistake there cannot hide here.

There are two hooks. `chance(address, weights)` answers every chance event that has more
than one possible outcome; the addressed stream behind it replays the kernel's game, an
enumerator behind it gives exact answers. `decide(side, options, observation)` answers
every decision; the plans of the scenario are its default.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from simcore.errors import CapacityError
from simcore.record import Cause, Checkpoint, Result
from simcore.reference.game import run
from simcore.reference.state import Chance, Decide, Observation, Step, Table, fixed_plans
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
    "fixed_plans",
    "play",
    "play_seeded",
]

Figures = dict[str, "Fraction | dict[str, Fraction] | list[Fraction]"]
"""Exact figures under the keys of `simcore odds --json`."""

MEANS = (
    "points",
    "accesses",
    "credits_spent",
    "credits_lost",
    "corp_credits_spent",
    "net_damage",
    "meat_damage",
    "core_damage",
    "tags",
    "corp_cards_trashed",
    "programs_lost",
    "clicks_lost",
    "clicks_spent",
    "bad_publicity_spent",
    "recurring_spent",
    "hosted_spent",
    "grip_left",
)


@dataclass(frozen=True)
class Play:
    """One game: its record, the state along the way, and the story."""

    result: Result
    checkpoints: tuple[Checkpoint, ...]
    steps: tuple[Step, ...]


def play(scenario: Scenario, chance: Chance, decide: Decide | None = None) -> Play:
    """Play one game. Without `decide` both sides follow the plans of the scenario."""
    table = Table(scenario, chance, decide)
    cause = run(table)
    return Play(table.result(cause), tuple(table.checkpoints), tuple(table.steps))


def play_seeded(scenario: Scenario, seed: int, game: int) -> Play:
    """Game number `game` (from 0) under `seed`, by the addressed stream of `sites`."""
    key = game_key(seed, game)

    def chance(address: int, weights: Sequence[int]) -> int:
        return choose(word(key, address), weights)

    return play(scenario, chance)


def enumerate_results(scenario: Scenario, limit: int = 200_000) -> dict[Result, Fraction]:
    """Every result with its exact probability, one game per path of chance events.

    Raises `CapacityError` when there are more than `limit` paths.
    """
    found: dict[Result, Fraction] = {}
    path: list[tuple[int, Sequence[int]]] = []
    paths = 0
    while True:
        depth = 0

        def chance(_address: int, weights: Sequence[int]) -> int:
            nonlocal depth
            if depth == len(path):
                path.append((_next_possible(weights, 0), tuple(weights)))
            depth += 1
            return path[depth - 1][0]

        paths += 1
        if paths > limit:
            raise CapacityError(f"more than {limit} paths of chance: sample this scenario")
        result = play(scenario, chance).result
        above = below = 1
        for index, weights in path:
            above *= weights[index]
            below *= sum(weights)
        found[result] = found.get(result, Fraction(0)) + Fraction(above, below)
        while path:
            index, weights = path.pop()
            following = _next_possible(weights, index + 1)
            if following < len(weights):
                path.append((following, weights))
                break
        else:
            return found


def _next_possible(weights: Sequence[int], start: int) -> int:
    """The first index from `start` with a weight; the length when there is none."""
    for index in range(start, len(weights)):
        if weights[index]:
            return index
    return len(weights)


def enumerate_figures(scenario: Scenario, limit: int = 200_000) -> Figures:
    """The exact figures of a scenario; means are per game, histograms by value from 0.

    Raises `CapacityError` like `enumerate_results`.
    """
    results = enumerate_results(scenario, limit)

    def chance_of(name: str, value: int) -> Fraction:
        share = (p for result, p in results.items() if getattr(result, name) == value)
        return sum(share, Fraction(0))

    def mean(name: str) -> Fraction:
        return sum((getattr(result, name) * p for result, p in results.items()), Fraction(0))

    def histogram(name: str) -> list[Fraction]:
        top = max(getattr(result, name) for result in results)
        return [chance_of(name, value) for value in range(top + 1)]

    success, no_steal = chance_of("success", 1), chance_of("agendas_stolen", 0)
    figures: Figures = {
        "p_success": success,
        "p_keeps_out": 1 - success,
        "p_no_steal": no_steal,
        "p_steal": 1 - no_steal,
        "p_win": chance_of("cause", Cause.WON),
    }
    for name in MEANS:
        figures[f"mean_{name}"] = mean(name)
    causes = [cause for cause in Cause if cause is not Cause.RUNNING]
    figures["ended"] = {cause.name.lower(): chance_of("cause", cause) for cause in causes}
    figures["credits_histogram"] = histogram("credits")
    figures["points_histogram"] = histogram("points")
    return figures
