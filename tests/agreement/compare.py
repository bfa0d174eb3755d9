"""One scenario, several games, both programs: where they part first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial

from agreement.generator import describe, random_scenario
from agreement.generator.real_cards import scenario_of_real_cards

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.record import Checkpoint, Result
from simcore.reference import play_seeded
from simcore.sampling.replay import replay
from simcore.scenario import Scenario

SEED = 20_260_101
"""Seed of the games that random scenarios are compared on."""
GAMES = 8
KINDS: dict[str, Callable[[int], Scenario]] = {
    "ordinary": random_scenario,
    "wide": partial(random_scenario, wide=True),
    "real": scenario_of_real_cards,
}
"""Random scenarios by what they hold: what the kernel plays, clauses that it has to refuse where
they matter, real cards (of which it does not play all either)."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference in one game, in words."""

    game: int
    text: str


def _parts(kernel: object, reference: object, kind: type) -> str:
    """The fields of two records that differ."""
    names = [part.name for part in fields(kind)]
    return ", ".join(
        f"{name}: kernel {getattr(kernel, name)}, reference {getattr(reference, name)}"
        for name in names
        if getattr(kernel, name) != getattr(reference, name)
    )


def difference(scenario: Scenario, seed: int, games: int) -> Difference | None:
    """Where kernel and reference part first in games 0 … games - 1; None: they agree.

    Raises `CapacityError` for a scenario that the kernel refuses.
    """
    return difference_of(encode(scenario), scenario, seed, games)


def difference_of(encoded: Encoded, scenario: Scenario, seed: int, games: int) -> Difference | None:
    """The same for a scenario that has been encoded."""
    for game in range(games):
        result, checkpoints = replay(encoded, seed, game)
        judge = play_seeded(scenario, seed, game)
        for index, (ours, theirs) in enumerate(zip(checkpoints, judge.checkpoints, strict=False)):
            if ours != theirs:
                name = f"checkpoint {index} ({theirs.kind} {theirs.index})"
                return Difference(game, f"{name}: {_parts(ours, theirs, Checkpoint)}")
        if len(checkpoints) != len(judge.checkpoints):
            numbers = f"{len(checkpoints)} in the kernel, {len(judge.checkpoints)} in the reference"
            return Difference(game, f"checkpoints: {numbers}")
        if result != judge.result:
            return Difference(game, f"result: {_parts(result, judge.result, Result)}")
    return None


def report(scenario: Scenario, seed: int, found: Difference) -> str:
    """Everything needed to work on a difference."""
    steps = play_seeded(scenario, seed, found.game).steps
    story = "\n".join(f"    {step.label}  {step.text}" for step in steps)
    return (
        f"game {found.game} under seed {seed}: {found.text}\n"
        f"{describe(scenario)}\n  told by the reference:\n{story}"
    )


@dataclass(frozen=True, slots=True)
class Batch:
    """What comparing some random scenarios gave: those refused, those that differ."""

    scenarios: int
    refused: tuple[tuple[int, str], ...]
    reports: tuple[str, ...]


def compare_batch(
    first: int, count: int, seed: int = SEED, games: int = GAMES, kind: str = "ordinary"
) -> Batch:
    """Compare the random scenarios first … first + count - 1 of a kind."""
    refused: list[tuple[int, str]] = []
    reports: list[str] = []
    for number in range(first, first + count):
        scenario = KINDS[kind](number)
        try:
            found = difference(scenario, seed, games)
        except CapacityError as error:
            refused.append((number, str(error)))
            continue
        if found is not None:
            reports.append(f"random scenario {number} ({kind}), {report(scenario, seed, found)}")
    return Batch(count, tuple(refused), tuple(reports))
