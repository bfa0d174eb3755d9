"""Games as walks through the graph of chance events, block by block.

All games of a block take their next step one after the other: a step waits for memory and
for its own arithmetic, and meanwhile the processor takes those of other games. A game that
has come to its end leaves the block without a branch in the code that could be mispredicted.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import entry, inlined
from simcore.kernel.stream import PHI, mix64

BLOCK = 256
"""Games in a block: with all that is kept of them they fit into the nearest cache."""
ABREAST = 1 << 14
"""Games that numpy takes together: enough to forget the overhead."""
GROUP_BITS = 12
"""Figures are counted together in groups of so many bits."""
GROUPS = 64 // GROUP_BITS
"""Groups in a word."""
GROUP = 1 << GROUP_BITS
CELL_BITS = 24
"""Bits for where the cells and edges of an event begin; 16 more hold its width."""

_NONE, _ONE = np.uint64(0), np.uint64(1)
_16, _48 = np.uint64(16), np.uint64(48)
_CELL_BITS = np.uint64(CELL_BITS)
_CELL = np.uint64((1 << CELL_BITS) - 1)
_GROUP_BITS, _IN_GROUP = np.uint64(GROUP_BITS), np.uint64(GROUP - 1)


@inlined
def take_edge(key: Any, site: Any, shape: Any, numbers: Any) -> Any:
    """The row of the edge that a game takes from an event."""
    word = mix64(key + site)
    number = ((word >> _16) * (shape >> _48)) >> _48
    cell = ((shape >> _CELL_BITS) & _CELL) + number
    return ((shape & _CELL) + np.uint64(numbers[cell])) << _ONE


def walk_abreast(
    events: Any,
    numbers: Any,
    edges: Any,
    counts: Any,
    start: Any,
    base: Any,
    seed_key: Any,
    first: int,
    count: int,
    groups: int,
) -> None:
    """As `walk`, where nothing is compiled: numpy takes a step with all games at once."""
    for begin in range(first, first + count, ABREAST):
        games = np.arange(begin, min(begin + ABREAST, first + count)).astype(np.uint64)
        keys: Any = mix64(seed_key + games * PHI)
        places = np.full(len(games), start)
        sums = np.full(len(games), base)
        ended = []
        while len(keys):
            edge = take_edge(keys, events[places], events[places + _ONE], numbers)
            places = edges[edge]
            sums += edges[edge + _ONE]
            stays = places != _NONE
            ended.append(sums[~stays])
            keys, places, sums = keys[stays], places[stays], sums[stays]
        totals = np.concatenate(ended)
        for group in range(groups):
            shift = np.uint64(group) * _GROUP_BITS
            together = ((totals >> shift) & _IN_GROUP).astype(np.int64)
            counts[group * GROUP : (group + 1) * GROUP] += np.bincount(together, minlength=GROUP)


@entry
def walk(
    events: Any,
    numbers: Any,
    edges: Any,
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

    events uint64[2 * events]: the site, multiplied out, and the width above where its
    cells and where its edges begin; the first is the end. numbers uint16: edges by
    number. edges uint64[2 * edges]: the place of the event it leads to and what it
    adds. keys, places, sums, ended: uint64[BLOCK]. counts int64[groups * GROUP]. A
    game starts at the place `start` with the figures `base`.
    """
    site = events[start]
    shape = events[start + _ONE]
    game = first
    while game < first + count:
        block = min(first + count - game, len(ended))
        live = _NONE
        over = _NONE
        number = seed_key + np.uint64(game) * PHI
        for _ in range(block):
            key = mix64(number)
            number += PHI
            edge = take_edge(key, site, shape, numbers)
            child = edges[edge]
            total = base + edges[edge + _ONE]
            keys[live] = key
            places[live] = child
            sums[live] = total
            ended[over] = total
            stays = np.uint64(child != _NONE)
            live += stays
            over += _ONE - stays
        while live > _NONE:
            staying = _NONE
            for lane in range(live):
                at = np.uint64(lane)
                key = keys[at]
                place = places[at]
                edge = take_edge(key, events[place], events[place + _ONE], numbers)
                child = edges[edge]
                total = sums[at] + edges[edge + _ONE]
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
                total = ended[np.uint64(lane)]
                counts[offset + ((total >> shift) & _IN_GROUP)] += 1
        game += block
    return count
