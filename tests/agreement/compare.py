"""One scenario, several games, both programs: the first difference between them."""

from __future__ import annotations

from dataclasses import fields

from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.record import Checkpoint, Result
from simcore.reference import play_seeded
from simcore.sampling.replay import replay
from simcore.scenario import Scenario


def _parts(ours: object, theirs: object, kind: type) -> str:
    """The fields of two records that differ, `kernel` and `reference`."""
    names = [part.name for part in fields(kind)]
    return ", ".join(
        f"{name}: kernel {getattr(ours, name)}, reference {getattr(theirs, name)}"
        for name in names
        if getattr(ours, name) != getattr(theirs, name)
    )


def difference(scenario: Scenario, seed: int, games: int, first: int = 0) -> str:
    """Where kernel and reference part first, in words; empty when they agree.

    Raises `CapacityError` for a scenario that the kernel refuses.
    """
    encoded = encode(scenario)
    for game in range(first, first + games):
        result, checkpoints = replay(encoded, seed, game)
        judge = play_seeded(scenario, seed, game)
        for index, (ours, theirs) in enumerate(
            zip(checkpoints, judge.checkpoints, strict=False)
        ):
            if ours != theirs:
                name = f"checkpoint {index} ({theirs.kind} {theirs.index})"
                return f"game {game}, {name}: {_parts(ours, theirs, Checkpoint)}"
        if len(checkpoints) != len(judge.checkpoints):
            return (
                f"game {game}: {len(checkpoints)} checkpoints in the kernel, "
                f"{len(judge.checkpoints)} in the reference"
            )
        if result != judge.result:
            return f"game {game}, result: {_parts(result, judge.result, Result)}"
    return ""


def story(scenario: Scenario, seed: int, game: int) -> str:
    """The reference's story of one game."""
    steps = play_seeded(scenario, seed, game).steps
    return "\n".join(f"  {step.label}  {step.text}" for step in steps)


__all__ = ["CapacityError", "difference", "story"]
