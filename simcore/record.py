"""What one game leaves behind: its result, and checkpoints along the way.

Reference and kernel both produce these; the equality tests compare them field by
field, and the tally has one histogram per field of `FIGURES`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, unique


@unique
class Cause(IntEnum):
    """Why a run ended; exclusive."""

    RUNNING = 0
    COMPLETED = 1
    ICE = 2
    UPGRADE = 3
    JACKED_OUT = 4
    FLATLINED = 5
    WON = 6
    REDIRECTED = 7


@dataclass(frozen=True, slots=True)
class Result:
    """One game's figures (`shared` meaning: the table of figures in `decks/README.md`).

    Credits spent count every purse; the parts from bad publicity, recurring and
    hosted credits stand apart as well. `credits` is spent and lost together.
    """

    cause: int
    success: int
    accesses: int
    points: int
    agendas_stolen: int
    credits: int
    credits_spent: int
    credits_lost: int
    bad_publicity_spent: int
    recurring_spent: int
    hosted_spent: int
    corp_credits_spent: int
    net_damage: int
    meat_damage: int
    core_damage: int
    tags: int
    corp_cards_trashed: int
    programs_lost: int
    clicks_lost: int
    clicks_spent: int
    grip_left: int


FIGURES: tuple[str, ...] = tuple(Result.__dataclass_fields__)
"""Names of the figures, in the order of the tally's rows."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state after one piece of ice (`kind` "ice", its place, outermost 0; also when
    it was passed unrezzed or ended the run) or one access (`kind` "access", counted from 0;
    where all cards are seen before anything is scored, "batch" stands for the rest).

    `purses`: credits left from bad publicity, recurring and hosted sources together.
    `installed`: one flag per rig card. `boosts`: lasting strength bought per rig card
    (run or turn), 0 for one that has left. `counters`: virus counters per rig card,
    0 for one that has left. `cause`: RUNNING while the run goes on.
    """

    kind: str
    index: int
    runner_credits: int
    purses: int
    corp_credits: int
    grip: int
    tags: int
    clicks: int
    installed: tuple[bool, ...]
    boosts: tuple[int, ...]
    counters: tuple[int, ...]
    cause: int
