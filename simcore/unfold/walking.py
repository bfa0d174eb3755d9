"""Games as walks through the graph of chance events, block by block.

All games of a block take their next step one after the other: a step waits for memory and
for its own arithmetic, and meanwhile the processor takes those of other games. A game that
has come to its end leaves the block without a branch in the code that could be mispredicted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import entry, source_hash
from simcore.kernel.stream import game_key, mix64

BLOCK = 512
"""Games in a block: with all that is kept of them they fit into the nearest cache."""
GROUP_BITS = 10
GROUPS = 6
"""A word of figures is counted in so many groups of so many bits."""
GROUP = 1 << GROUP_BITS
CELL_BITS = 24
"""Bits for where the cells and edges of an event begin; 16 more hold its width."""

_ONE, _NONE = np.uint64(1), np.uint64(0)
_16, _48 = np.uint64(16), np.uint64(48)
_CELL_BITS = np.uint64(CELL_BITS)
_CELL = np.uint64((1 << CELL_BITS) - 1)
_GROUP_BITS, _IN_GROUP = np.uint64(GROUP_BITS), np.uint64(GROUP - 1)


def _make_walk(source: int) -> Any:
    """The entry; `source` keys its cached machine code to the kernel's sources."""

    def walk(
        sites: Any,
        shapes: Any,
        numbers: Any,
        children: Any,
        adds: Any,
        keys: Any,
        places: Any,
        sums: Any,
        ended: Any,
        counts: Any,
        start: Any,
        base: Any,
        seed_key: Any,
        first: int,
        count: int,
        groups: int,
    ) -> int:
        """Deal games first … first + count - 1 and count what their figures add up to.

        By event, 0 the end: sites uint64, multiplied out; shapes uint64, the width above
        where its cells and where its edges begin. numbers uint16, edges by number; children
        and adds uint64 by edge. keys, places, sums, ended: uint64[BLOCK]. counts
        int64[groups * GROUP]. A game starts at event `start` with the figures `base`.
        """
        game = first
        while game < first + count:
            block = min(first + count - game, len(ended))
            for lane in range(block):
                keys[lane] = game_key(seed_key, game + lane)
                places[lane] = start
                sums[lane] = base
            live = np.uint64(block)
            over = _NONE
            while live > _NONE:
                staying = _NONE
                for lane in range(live):
                    at = np.uint64(lane)
                    key = keys[at]
                    place = places[at]
                    shape = shapes[place]
                    word = mix64(key + sites[place])
                    number = ((word >> _16) * (shape >> _48)) >> _48
                    cell = ((shape >> _CELL_BITS) & _CELL) + number
                    edge = (shape & _CELL) + np.uint64(numbers[cell])
                    child = children[edge]
                    total = sums[at] + adds[edge]
                    keys[staying] = key
                    places[staying] = child
                    sums[staying] = total
                    ended[over] = total
                    stays = np.uint64(child != _NONE)
                    staying += stays
                    over += _ONE - stays
                live = staying
            for group in range(groups):
                shift = np.uint64(group) * _GROUP_BITS
                offset = np.uint64(group) << _GROUP_BITS
                for lane in range(block):
                    at = np.uint64(lane)
                    counts[offset + ((ended[at] >> shift) & _IN_GROUP)] += 1
            game += block
        return count if source else 0

    return entry(walk)


walk = _make_walk(source_hash())
"""Compiled when it is first called."""
