"""One seeded game, told step by step by the reference."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from simcore.editions import EDITIONS
from simcore.record import Cause, Result
from simcore.reference import Step, play_seeded
from simcore.reference.state import some

if TYPE_CHECKING:
    from simcore.scenario import Scenario

WIDTH = 80
LABEL = 5

ENDINGS = {
    Cause.COMPLETED: "the run was completed",
    Cause.ICE: "ice ended the run",
    Cause.UPGRADE: "a card in the server ended the run",
    Cause.JACKED_OUT: "the Runner jacked out",
    Cause.FLATLINED: "the Runner was flatlined",
    Cause.WON: "the Runner won the game",
    Cause.REDIRECTED: "the run was redirected",
}


def tell(scenario: Scenario, seed: int, game: int) -> str:
    """The story of game `game` under `seed`: chart steps at the left, 80 columns wide.

    The last line is the result. Raises `SimcoreError` like `reference.play`.
    """
    played = play_seeded(scenario, seed, game)
    lines = [_line(step) for step in played.steps]
    closing = EDITIONS[scenario.edition].speak(_closing(played.result))
    return "\n".join([*lines, textwrap.fill(closing, WIDTH, subsequent_indent=" " * LABEL)])


def _line(step: Step) -> str:
    return textwrap.fill(
        step.text,
        WIDTH,
        initial_indent=step.label.ljust(LABEL),
        subsequent_indent=" " * LABEL,
    )


def _closing(result: Result) -> str:
    parts = [
        ENDINGS[Cause(result.cause)],
        f"{some(result.credits_spent, 'credit')} spent",
        f"{result.credits_lost} lost",
        f"{some(result.accesses, 'card')} accessed",
        f"{some(result.points, 'point')} stolen",
        f"{some(result.grip_left, 'card')} left in the grip",
    ]
    return f"Result: {', '.join(parts)}."
