"""From an encoded scenario to the graph that its games walk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from simcore.encode import Encoded
from simcore.exact.classes import actual_board
from simcore.exact.keys import keys_of
from simcore.exact.solving import (
    FIRST_ROOM,
    UNCOMPILED,
    End,
    Followed,
    Trail,
    follow,
    follow_uncompiled,
)
from simcore.kernel.jit import Array, plain, words_of
from simcore.kernel.layout import FIRST_FIGURE, MAX_CHANCES
from simcore.record import FIGURES
from simcore.sites import PHI
from simcore.tally import WIDTH
from simcore.unfold.folding import BRANCH, DONE, EVENT, OPEN, fold
from simcore.unfold.walking import CELL_BITS, GROUP_BITS, GROUPS

LEAST_GAMES = 4_000_000
"""Fewer games are over sooner when the kernel plays them, if it is compiled."""
MOST_PATHS = 100_000
"""Paths of chance followed at most."""
GAMES_PER_PATH = 16
"""Games asked for that make it worth following one path."""
STEPS_PER_PATH = 4
CELLS = 1 << 21


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Where a figure stands in the words that a walk adds up."""

    figure: int
    part: int
    shift: int
    bits: int


@dataclass(frozen=True, slots=True, eq=False)
class Unfolded:
    """The graph of a scenario's chance events, and where its figures are counted.

    `events` and `numbers` as `walking.py` has them; `edges` and `bases` (what a game starts
    with) for each word of figures; `start`: the place where a game starts. `constants` holds
    the figures that are the same in every game, 0 for the others. It was made of `paths`.
    """

    events: Array
    numbers: Array
    edges: tuple[Array, ...]
    bases: tuple[int, ...]
    start: int
    fields: tuple[Field, ...]
    constants: Array
    paths: int

    @property
    def groups(self) -> int:
        """Groups of figures in the fullest word."""
        return max((1 + field.shift // GROUP_BITS for field in self.fields), default=1)


def unfold(encoded: Encoded, games: int) -> Unfolded | None:
    """The graph of a scenario, or None where playing so many games takes less time.

    That is decided by counts: of games, of paths, of memory.
    """
    if games < LEAST_GAMES:
        return None
    return unfold_within(encoded, min(games // GAMES_PER_PATH, MOST_PATHS))


def unfold_uncompiled(encoded: Encoded) -> Unfolded | None:
    """The graph of a scenario, made by Python itself; None where that takes too many paths."""
    return unfold_within(encoded, UNCOMPILED, compiled=False)


def unfold_within(encoded: Encoded, limit: int, compiled: bool = True) -> Unfolded | None:
    """The graph of a scenario, or None where that takes following more paths than `limit`."""
    board = actual_board(encoded)
    keys = keys_of(board, drawing=True)
    following = follow if compiled else follow_uncompiled
    trail = Trail.make(limit, limit * STEPS_PER_PATH + MAX_CHANCES)
    found = following(encoded, board, keys, limit, FIRST_ROOM, trail)
    if found is not None and found.end == End.TOO_MANY_TAKEN:
        keys = keys_of(board, int(board.board["pool_count"][0]), drawing=True)
        found = following(encoded, board, keys, limit, FIRST_ROOM, trail)
    if found is None or found.end != End.DONE:
        return None
    return graph_of(encoded, trail, found, fold if compiled else plain(fold))


def graph_of(
    encoded: Encoded, trail: Trail, found: Followed, build: Callable[..., int] = fold
) -> Unfolded | None:
    """The graph of all paths of a scenario, or None where it is too large."""
    count = int(found.report[0])
    paths, added = trail.paths[:count], trail.added[:count]
    base = words_of(encoded.template)[FIRST_FIGURE : FIRST_FIGURE + len(FIGURES)]
    greatest = found.means[: len(FIGURES)].astype(np.int64)
    if greatest.max() >= WIDTH:
        return None
    fields = place_fields(np.flatnonzero(added.any(axis=0)).tolist(), greatest.tolist())
    parts = 1 + max((field.part for field in fields), default=0)
    words = np.zeros((count, parts), np.uint64)
    bases = [0] * parts
    constants = base.copy()
    for field in fields:
        words[:, field.part] += added[:, field.figure].astype(np.uint64) << np.uint64(field.shift)
        bases[field.part] += int(base[field.figure]) << field.shift
        constants[field.figure] = 0
    return _folded(build, paths, trail.steps, words, bases, fields, constants)


def place_fields(figures: list[int], greatest: list[int]) -> tuple[Field, ...]:
    """Room for the greatest value of each figure, in groups that are counted together."""
    left: list[int] = []
    found = []
    for figure in sorted(figures, key=lambda each: (-greatest[each], each)):
        bits = max(1, greatest[figure].bit_length())
        group = next((n for n, room in enumerate(left) if room >= bits), len(left))
        if group == len(left):
            left.append(GROUP_BITS)
        part, within = divmod(group, GROUPS)
        shift = within * GROUP_BITS + GROUP_BITS - left[group]
        left[group] -= bits
        found.append(Field(figure, part, shift, bits))
    return tuple(found)


def _folded(
    build: Callable[..., int],
    paths: Array,
    steps: Array,
    words: Array,
    bases: list[int],
    fields: tuple[Field, ...],
    constants: Array,
) -> Unfolded | None:
    count, parts = words.shape
    states = 1 + int(paths[:, :2].max())
    taken = int(paths[-1, 4] + paths[-1, 3] - paths[-1, 2])
    room = taken + 3
    slots = 1 << (2 * room).bit_length()
    events = np.zeros((room, len(EVENT)), np.int64)
    children = np.zeros(room, np.int64)
    adds = np.zeros((room, parts), np.uint64)
    numbers = np.empty(CELLS, np.uint16)
    leads = np.zeros(states, np.int64)
    brought = np.zeros((states, parts), np.uint64)
    marks = np.array([1, 1, 1, 0], np.int64)  # the end of the run leads to itself
    numbers[0] = 0
    end = build(
        paths,
        steps,
        words,
        np.zeros((MAX_CHANCES, len(OPEN)), np.int64),
        leads,
        brought,
        events,
        children,
        adds,
        numbers,
        np.zeros(slots, np.int64),
        np.zeros(slots, np.int64),
        np.zeros((room, len(BRANCH)), np.int64),
        np.zeros((room, parts), np.uint64),
        marks,
    )
    if end != DONE:
        return None
    filled, edges, cells, _ = (int(mark) for mark in marks)
    if max(cells, edges) >= 1 << CELL_BITS:
        return None
    return Unfolded(
        _events_to_walk(events[:filled].astype(np.uint64)),
        numbers[:cells].copy(),
        tuple(_pairs(2 * children[:edges].astype(np.uint64), column[:edges]) for column in adds.T),
        tuple((brought[0] + np.array(bases, np.uint64)).tolist()),
        2 * int(leads[0]),
        fields,
        constants,
        count,
    )


def _events_to_walk(events: Array) -> Array:
    sites, widths, first_cells, first_edges, _ = events.T
    shapes = widths << np.uint64(48) | first_cells << np.uint64(CELL_BITS) | first_edges
    return _pairs(sites * np.uint64(PHI), shapes)


def _pairs(first: Array, second: Array) -> Array:
    """Two columns side by side: what is read together lies together."""
    return np.stack([first, second], axis=1).ravel()
