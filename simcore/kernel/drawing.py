"""Unknown cards of the server: each is drawn the first time it matters."""

from __future__ import annotations

from typing import Any

from simcore.kernel.jit import hot, inlined, int64
from simcore.kernel.layout import CENTRAL_POOL, ICE_POOL, ROOT_POOL
from simcore.sites import Kind

from . import EXACT
from .stream import ZERO, address, alike, bounded

_UNKNOWN_ICE = int64(Kind.UNKNOWN_ICE)


@inlined
def insert_ascending(positions: Any, count: int, position: int) -> None:
    """Insert into the ascending list `positions` of `count` entries, without branches."""
    for index in range(count):
        here = positions[index]
        positions[index] = min(here, position)
        position = max(here, position)
    positions[count] = position


@inlined
def take_left(run: Any, pool: int, number: int) -> int:
    """Take the `number`-th position that is left in a flat pool, and return it."""
    count = run.taken_count[pool]
    positions = run.taken[pool]
    position = number
    for index in range(count):
        here = positions[index]
        number += number >= here
        position += position >= here
        positions[index] = min(here, position)  # what is carried on comes in before it
        position = max(here, position)
    positions[count] = position
    run.taken_count[pool] = count + 1
    return number


@inlined
def draw_unknown(board: Any, run: Any, zone: int, place: int) -> int:
    """The title of an unknown piece: a copy not yet drawn that its list names."""
    if not board.unknown_shared[zone]:
        return draw_listed(board, run, zone, place)
    site = address(_UNKNOWN_ICE + zone, place, ZERO, ZERO)
    left = board.flat_count[zone] - run.taken_count[zone]
    position = take_left(run, zone, bounded(run, site, left))
    title = board.flat_title[zone, position]
    if EXACT:  # positions of a title are taken in their order: the later ones are all there
        end = position + 1
        while end < board.flat_count[zone] and board.flat_title[zone, end] == title:
            end += 1
        alike(run, end - position)
    return title


@hot
def draw_listed(board: Any, run: Any, zone: int, place: int) -> int:
    """As `draw_unknown`, for places whose lists differ: each title by its copies left."""
    site = address(_UNKNOWN_ICE + zone, place, ZERO, ZERO)
    weights = board.weight[zone, place]
    listed = board.listed[zone, place]
    taken = run.drawn_taken[zone]
    total = ZERO
    for entry in range(board.listed_count[zone, place]):
        title = listed[entry]
        total += min(weights[entry], board.copies[zone, title] - taken[title])
    number = bounded(run, site, total)
    for entry in range(board.listed_count[zone, place]):
        title = listed[entry]
        left = min(weights[entry], board.copies[zone, title] - taken[title])
        if number < left:
            if EXACT:
                alike(run, left)
            taken[title] += 1
            return title
        number -= left
    return -1


@hot
def leave_pool(board: Any, run: Any, row: int) -> None:
    """A copy of CARD `row` is not in the pool of central cards, if it still holds one."""
    first = board.cards[row].pool_start
    position = first
    count = run.taken_count[CENTRAL_POOL]
    positions = run.taken[CENTRAL_POOL]
    for index in range(count):
        position += position == positions[index]
    if position < first + board.cards[row].pool_copies:
        insert_ascending(positions, count, position)
        run.taken_count[CENTRAL_POOL] = count + 1


@hot
def draw_ice(board: Any, run: Any, place: int) -> None:
    """Settle the ICE row at a place; unknown pieces are drawn outermost first."""
    row = board.ice_row[place]
    if row < 0:
        title = draw_unknown(board, run, ICE_POOL, place)
        row = board.title_row[0, place, title]
        if board.title_pool[0, title] >= 0:
            leave_pool(board, run, board.title_pool[0, title])
    run.ice_row[place] = row


@inlined
def root_row(board: Any, run: Any, index: int) -> int:
    """The CARD row of a root card; an unknown one is drawn the first time it matters."""
    row = board.root_row[index]
    if row >= 0:
        return row
    if not (run.root_known >> index) & 1:
        run.root_known |= 1 << index
        title = draw_unknown(board, run, ROOT_POOL, index)
        run.root_row[index] = board.title_row[1, index, title]
        if board.title_pool[1, title] >= 0:
            leave_pool(board, run, board.title_pool[1, title])
    return run.root_row[index]


@hot
def takes_counters(board: Any, run: Any) -> bool:
    """Whether some card of the server can be advanced: the Corp knows its own cards. Where ice
    can be, all of it is dealt."""
    if board.deals_ice:
        for place in range(board.ice_count):
            there = not (run.ice_gone >> place) & 1
            if there and board.ices[run.ice_row[place]].advanceable:
                return True
    found = False
    for index in range(board.root_count):
        row = root_row(board, run, index)
        found |= board.cards[row].advanceable != 0 and not (run.root_gone >> index) & 1
    return found
