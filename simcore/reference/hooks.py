"""The two hooks of the reference: who answers for chance, and who decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Chance = Callable[[int, Sequence[int]], int]
"""``chance(address, weights) -> index`` of the entry drawn; weights are not negative."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a side sees when it is asked; `preferred` is what its fixed plan would choose.

    `position`: place of the ice at hand (outermost 0), the number of pieces at the server.
    """

    question: str
    preferred: int
    position: int
    runner_credits: int
    purses: int
    corp_credits: int
    grip: int
    tags: int
    clicks: int
    installed: tuple[bool, ...]


Decide = Callable[[str, Sequence[str], Observation], int]
"""``decide(side, options, observation) -> index``; `side` is "corp" or "runner"."""


def fixed_plans(_side: str, _options: Sequence[str], observation: Observation) -> int:
    """The plans of the scenario: the default behind the `decide` hook."""
    return observation.preferred
