"""Paths of chance into a graph of chance events: what goes on alike is one event.

The paths of one stage from one state form a tree, whose leaves are states of a later stage
or the end of the run. Trees are built from the last state back to the first, so that what a
leaf leads to is known; an event that differs from an earlier one in nothing is that one.
What an event adds in any case is added on the way to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import entry, hot, int64
from simcore.kernel.stream import mix64

DONE, NO_ROOM, UNSOUND = int64(0), int64(1), int64(2)
"""What folding comes to; unsound: the branches of an event are not all of its numbers."""
MARKS = ("events", "edges", "cells", "branches")
"""How much is filled; the branches are those of the tree being built."""
EVENT = ("site", "width", "first_cell", "first_edge", "edges")
"""A row of `events`. The first is the end of the run: one cell, one edge, to itself."""
BRANCH = ("span", "child", "edge")
"""A row of `branches`: how many numbers, the event they lead to, which edge that is."""
OPEN = ("site", "width", "first_branch", "span")
"""An event of the tree some of whose paths are still to come; the span of its last branch."""

ZERO, ONE = int64(0), int64(1)
_EVENTS, _EDGES, _CELLS, _BRANCHES = (int64(mark) for mark in range(len(MARKS)))
_SALT = np.uint64(0x9E3779B97F4A7C15)


@hot
def number_edges(
    first: int, children: Any, adds: Any, branches: Any, brings: Any, marks: Any
) -> int:
    """Give each branch from `first` on its edge, the first as 0; how many there are.

    An edge adds what its branch brings beyond the first one.
    """
    base = marks[_EDGES]
    edges = ZERO
    for branch in range(first, marks[_BRANCHES]):
        edge = ZERO
        while edge < edges:
            same = children[base + edge] == branches[branch, 1]
            for part in range(adds.shape[1]):
                more = brings[branch, part] - brings[first, part]
                same &= adds[base + edge, part] == more
            if same:
                break
            edge += 1
        if edge == edges:
            if base + edge == children.shape[0]:
                return ZERO
            children[base + edge] = branches[branch, 1]
            for part in range(adds.shape[1]):
                adds[base + edge, part] = brings[branch, part] - brings[first, part]
            edges += 1
        branches[branch, 2] = edge
    return edges


@hot
def falls_whole(first: int, width: int, branches: Any, marks: Any) -> bool:
    """Whether the branches from `first` on have all numbers of their event between them."""
    count = ZERO
    for branch in range(first, marks[_BRANCHES]):
        count += branches[branch, 0]
    return count == width


@hot
def find_cells(
    first: int, width: int, numbers: Any, cell_slots: Any, branches: Any, marks: Any
) -> int:
    """Where the edges stand that the numbers of an event lead to; negative without room."""
    cell = marks[_CELLS]
    if cell + width > numbers.shape[0]:
        return -NO_ROOM
    mixed = np.uint64(width)
    count = ZERO
    for branch in range(first, marks[_BRANCHES]):
        edge = branches[branch, 2]
        for _ in range(branches[branch, 0]):
            numbers[cell + count] = edge
            count += 1
            mixed = mixed * _SALT + np.uint64(edge)
    last = cell_slots.shape[0] - 1
    slot = np.int64(mix64(mixed)) & last
    while cell_slots[slot] != 0:
        there = cell_slots[slot] - 1
        same = there + width <= cell  # what is written behind is not there to stay
        for number in range(width):
            same &= numbers[there + number] == numbers[cell + number]
        if same:
            return there  # type: ignore[no-any-return]
        slot = (slot + 1) & last
    cell_slots[slot] = cell + 1
    marks[_CELLS] = cell + width
    return cell  # type: ignore[no-any-return]


@hot
def find_event(
    site: int,
    width: int,
    cell: int,
    edges: int,
    events: Any,
    children: Any,
    adds: Any,
    event_slots: Any,
    marks: Any,
) -> int:
    """The event with these numbers and the edges that stand behind all others."""
    base = marks[_EDGES]
    mixed = mix64(np.uint64(site) * _SALT + np.uint64(cell))
    for edge in range(base, base + edges):
        mixed = mix64(mixed * _SALT + np.uint64(children[edge]))
        for part in range(adds.shape[1]):
            mixed = mixed * _SALT + adds[edge, part]
    last = event_slots.shape[0] - 1
    slot = np.int64(mix64(mixed)) & last
    while event_slots[slot] != 0:
        there = event_slots[slot]
        event = events[there]
        same = event[0] == site and event[1] == width and event[2] == cell and event[4] == edges
        if same:
            for edge in range(edges):
                same &= children[event[3] + edge] == children[base + edge]
                for part in range(adds.shape[1]):
                    same &= adds[event[3] + edge, part] == adds[base + edge, part]
        if same:
            return there  # type: ignore[no-any-return]
        slot = (slot + 1) & last
    number = marks[_EVENTS]
    if 2 * number > last:
        return -NO_ROOM
    event_slots[slot] = number
    event = events[number]
    event[0] = site
    event[1] = width
    event[2] = cell
    event[3] = base
    event[4] = edges
    marks[_EVENTS] = number + 1
    marks[_EDGES] = base + edges
    return number  # type: ignore[no-any-return]


@hot
def close_event(
    open_event: Any,
    events: Any,
    children: Any,
    adds: Any,
    numbers: Any,
    event_slots: Any,
    cell_slots: Any,
    branches: Any,
    brings: Any,
    marks: Any,
) -> int:
    """The event whose last branches are held, or what all of them lead to; negative when
    there is none. What it adds in any case is what its first branch brings."""
    first = open_event[2]
    width = open_event[1]
    if not falls_whole(first, width, branches, marks):
        return -UNSOUND
    edges = number_edges(first, children, adds, branches, brings, marks)
    if edges == 0:
        return -NO_ROOM
    if edges == 1:
        marks[_BRANCHES] = first
        return branches[first, 1]  # type: ignore[no-any-return]
    cell = find_cells(first, width, numbers, cell_slots, branches, marks)
    marks[_BRANCHES] = first
    if cell < 0:
        return cell
    return find_event(open_event[0], width, cell, edges, events, children, adds, event_slots, marks)


@entry
def fold(
    paths: Any,
    steps: Any,
    added: Any,
    tree: Any,
    leads: Any,
    brought: Any,
    events: Any,
    children: Any,
    adds: Any,
    numbers: Any,
    event_slots: Any,
    cell_slots: Any,
    branches: Any,
    brings: Any,
    marks: Any,
) -> int:
    """Build the graph; what it comes to.

    paths and steps as `kernel.enumeration` notes them; added uint64[paths, parts].
    Scratch: tree int64[depth, 4], see `OPEN`; branches int64[room, 3], see `BRANCH`,
    and brings uint64[room, parts], what they add; event_slots and cell_slots
    int64[a power of two], 0 everywhere. By state, results: leads int64[states], the
    event where it goes on, and brought uint64[states, parts], what is added before.
    The graph: events int64[room, 5], see `EVENT`; children int64[room] and adds
    uint64[room, parts], the edges; numbers uint16[room], edges by number; marks
    int64, see `MARKS`.
    """
    end = paths.shape[0]
    while end > 0:
        begin = end - 1
        origin = paths[begin, 0]
        while begin > 0 and paths[begin - 1, 0] == origin:
            begin -= 1
        depth = ZERO
        for number in range(begin, end + 1):
            shared = -ONE if number == end else paths[number, 2]
            while depth > shared + 1 and number > begin:
                depth -= 1
                first = tree[depth, 2]
                child = close_event(
                    tree[depth],
                    events,
                    children,
                    adds,
                    numbers,
                    event_slots,
                    cell_slots,
                    branches,
                    brings,
                    marks,
                )
                if child < 0:
                    return -child
                if depth > 0:
                    branches[first, 0] = tree[depth - 1, 3]
                    branches[first, 1] = child
                    marks[_BRANCHES] = first + 1
                else:
                    leads[origin] = child
                    for part in range(added.shape[1]):
                        brought[origin, part] = brings[first, part]
            if number == end:
                break
            length = paths[number, 3]
            row = paths[number, 4]
            for at in range(shared, length):
                step = steps[row + at - shared]
                if at >= depth:
                    tree[at, 0] = step[0]
                    tree[at, 1] = step[1]
                    tree[at, 2] = marks[_BRANCHES]
                tree[at, 3] = step[2]
            depth = length
            target = paths[number, 1]
            child = ZERO
            branch = marks[_BRANCHES]
            if branch == branches.shape[0]:
                return NO_ROOM
            for part in range(added.shape[1]):
                brings[branch, part] = added[number, part]
            if target >= 0:
                child = leads[target]
                for part in range(added.shape[1]):
                    brings[branch, part] += brought[target, part]
            if length > 0:
                branches[branch, 0] = tree[length - 1, 3]
                branches[branch, 1] = child
                marks[_BRANCHES] = branch + 1
            else:
                leads[origin] = child
                for part in range(added.shape[1]):
                    brought[origin, part] = brings[branch, part]
        end = begin
    return DONE
