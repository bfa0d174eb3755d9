"""Games dealt by walking the graph of a scenario, and counted."""

from __future__ import annotations

from functools import partial

import numpy as np

from simcore.kernel.jit import Array, on
from simcore.record import FIGURES
from simcore.sites import seed_key
from simcore.unfold.unfolding import Unfolded
from simcore.unfold.walking import BLOCK, GROUP, GROUP_BITS, walk, walk_abreast


class Walker:
    """One thread's own memory: a block of games, and what it has counted."""

    def __init__(self, unfolded: Unfolded, *, compiled: bool = True) -> None:
        self.unfolded = unfolded
        self._lanes = np.zeros((4, BLOCK), np.uint64)
        self._counts = np.zeros((len(unfolded.edges), unfolded.groups * GROUP), np.int64)
        self._walks = [
            on(walk, unfolded.events, unfolded.numbers, edges, *self._lanes, counts)
            if compiled
            else partial(walk_abreast, unfolded.events, unfolded.numbers, edges, counts)
            for edges, counts in zip(unfolded.edges, self._counts, strict=True)
        ]

    def play(self, seed: int, first: int, count: int) -> None:
        """Deal games first … first + count - 1 and count their figures."""
        start, groups = np.uint64(self.unfolded.start), self.unfolded.groups
        key = np.uint64(seed_key(seed))
        for deal, base in zip(self._walks, self.unfolded.bases, strict=True):
            deal(start, np.uint64(base), key, first, count, groups)

    def counted(self, width: int) -> Array:
        """Histograms int64[figures, width] of the games dealt."""
        found = np.zeros((len(FIGURES), width), np.int64)
        games = int(self._counts[0, :GROUP].sum())
        for figure, value in enumerate(self.unfolded.constants.tolist()):
            found[figure, value] = games
        together = np.arange(GROUP)
        for field in self.unfolded.fields:
            group, shift = divmod(field.shift, GROUP_BITS)
            values = (together >> shift) & ((1 << field.bits) - 1)
            games_by = self._counts[field.part, group * GROUP : (group + 1) * GROUP]
            found[field.figure] = 0
            np.add.at(found[field.figure], values, games_by)
        return found
