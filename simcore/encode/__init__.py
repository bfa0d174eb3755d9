"""A scenario to the read-only arrays the kernel plays: the last step before it.

Everything the kernel may not do is found here and said as a `CapacityError`.

`encode` below is the order of things. A draft of the board (`draft.py`) is written part by
part: `sides.py`, `server.py`, and one row for each card that can be met (`rows.py`, a card as
it stands somewhere is one of `versions.py`). What cards do becomes micro-ops: `clauses.py`
for what waits for an event, `lower.py` for effects, `program.py` for the rows they write.
The rig (`installed.py`) is explored: the ways to break, found by `simcore.plan`, become
tables in `rigs.py`. Which parts of the kernel a run needs is written last (`switches.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simcore.encode.installed import RigPart
from simcore.encode.rigs import RigTable
from simcore.encode.rows import RowsPart
from simcore.encode.server import ServerPart
from simcore.encode.sides import SidesPart
from simcore.encode.switches import SwitchesPart
from simcore.errors import CapacityError
from simcore.kernel.jit import Array, records, words_of
from simcore.kernel.layout import RUN, SCALARS
from simcore.never_played import refuse_never_played
from simcore.record import Cause
from simcore.scenario import Scenario
from simcore.sites import NO_ICE


@dataclass(frozen=True, slots=True)
class Encoded:
    """What one kernel call reads; shapes and dtypes as in `kernel/layout.py`.

    `template` holds the leading int64 words of RUN that every game starts from.
    `rig` holds the reachable states of the rig (a checkpoint's `rig` names one).
    `full`: it takes the kernel with everything in it.
    """

    board: Array
    template: Array
    rig: RigTable
    full: bool


def encode(scenario: Scenario) -> Encoded:
    """The arrays of a scenario, with its rig explored.

    Raises `CapacityError`, naming the file, for what the kernel cannot hold or does
    not execute.
    """
    try:
        refuse_never_played(scenario)
        return _Encoder(scenario).encode()
    except CapacityError as error:
        if not scenario.source:
            raise
        raise CapacityError(f"{scenario.source}: {error}") from None


class _Encoder(ServerPart, SidesPart, RowsPart, RigPart, SwitchesPart):
    """Writes the board in the order of its parts, then explores the rig."""

    def encode(self) -> Encoded:
        self.place_ice()
        self.place_root()
        self.place_central()
        self.write_sides()
        self.write_rig()
        self.write_events()
        self.write_ice()
        self.write_cards()
        self.write_success()
        self.write_steal_costs()
        self.refuse_moving()
        self.write_early_switches()
        self.check_bounces()
        rig = self.explore_rig()
        self.refuse_together()
        self.write_switches(rig)
        if not self.scenario.runner.link_is_stated:
            self.board.link -= int(rig.rigs[0].link)
        for name, rows in (
            ("rigs", rig.rigs),
            ("code", np.array(self.code.rows, np.int64)),
            ("climates", rig.climates),
            ("ways", rig.ways),
            ("terms", rig.terms),
        ):
            self.store(name, rows)
        return Encoded(self.board_array, self.template(), rig, self.needs_full_kernel())

    def template(self) -> Array:
        # before the first piece of ice an end of the run is nobody's but the cards'
        self.run.update(place=NO_ICE, source=int(Cause.UPGRADE))
        run = records(RUN, 1)
        for name, value in self.run.items():
            run[0][name] = value
        return words_of(run)[:SCALARS].copy()
