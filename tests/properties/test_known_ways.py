"""What one view of a piece of ice finds holds for every state that shares the view."""

from __future__ import annotations

import pytest
from agreement.generator import random_scenario

from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.plan.aftermath import state_after
from simcore.plan.breaking import find_ways
from simcore.plan.known_ways import Known, KnownWays, View
from simcore.plan.pieces import Ask, RigState
from simcore.plan.states import Weather, dearer, under


@pytest.mark.parametrize("wide", [False, True])
def test_ways_looked_up_are_the_ways_found(monkeypatch: pytest.MonkeyPatch, wide: bool) -> None:
    view, ways = KnownWays.view, KnownWays.ways
    asked: list[tuple[RigState, int, Weather]] = []
    looked_up = 0

    def noted(self: KnownWays, rig: RigState, piece: int, here: Weather) -> View:
        asked.append((rig, piece, here))
        return view(self, rig, piece, here)

    def compared(self: KnownWays, seen: View, ask: Ask) -> tuple[Known, ...]:
        nonlocal looked_up
        rig, piece, here = asked[-1]
        known = ways(self, seen, ask)
        if rig != seen.rig:
            looked_up += 1
            slots = dearer(self._slots, here)
            found = find_ways(slots, rig, under(self._targets[piece], here), ask)
            assert [each.way for each in known] == found
            for each in known:
                left, trashed = self.after(rig, each)
                assert left == state_after(slots, rig, ask, each.way)
                both = zip(slots, rig, left, strict=True)
                assert trashed == sum(s.program and b.installed > a.installed for s, b, a in both)
        return known

    monkeypatch.setattr(KnownWays, "view", noted)
    monkeypatch.setattr(KnownWays, "ways", compared)
    for seed in (*range(60), 506):  # the last: as many counters as subroutines, then more of these
        try:
            encode(random_scenario(seed, wide))
        except CapacityError:
            continue
    assert looked_up > 1000
