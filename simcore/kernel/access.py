"""The breach and every access in it: 5.2 of the chart."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.effects import ANYTHING, execute, pay
from simcore.kernel.jit import hot, inlined
from simcore.kernel.stream import ONE, ZERO, address, bounded
from simcore.record import Cause
from simcore.sites import Kind

_WON = np.int64(Cause.WON)
_ACCESS = np.int64(Kind.ACCESS)
_UNKNOWN_ICE = np.int64(Kind.UNKNOWN_ICE)
IN_ROOT, IN_CENTRAL, IN_ARCHIVES = np.int64(0), np.int64(1), np.int64(2)


@inlined
def insert_ascending(positions: Any, count: int, position: int) -> None:
    """Insert into the ascending list `positions` of `count` entries."""
    at = count
    while at > 0 and positions[at - 1] > position:
        positions[at] = positions[at - 1]
        at -= 1
    positions[at] = position


@inlined
def nth_left(positions: Any, count: int, number: int) -> int:
    """The `number`-th position of a flat pool that is not in the ascending `positions`."""
    for taken in range(count):
        if number < positions[taken]:
            break
        number += 1
    return number


@hot
def draw_unknown(board: Any, run: Any, zone: int, place: int) -> int:
    """The title of an unknown piece: a copy not yet drawn that its list names."""
    site = address(_UNKNOWN_ICE + zone, place, ZERO, ZERO)
    if board.unknown_shared[zone]:
        count = run.drawn_count[zone]
        positions = run.drawn_position[zone]
        number = bounded(run.key, site, board.flat_count[zone] - count)
        position = nth_left(positions, count, number)
        insert_ascending(positions, count, position)
        run.drawn_count[zone] += 1
        return board.flat_title[zone, position]
    weights = board.weight[zone, place]
    listed = board.listed[zone, place]
    taken = run.drawn_taken[zone]
    total = 0
    for entry in range(board.listed_count[zone, place]):
        title = listed[entry]
        total += min(weights[entry], board.copies[zone, title] - taken[title])
    number = bounded(run.key, site, total)
    for entry in range(board.listed_count[zone, place]):
        title = listed[entry]
        left = min(weights[entry], board.copies[zone, title] - taken[title])
        if number < left:
            taken[title] += 1
            return title
        number -= left
    return -1


@hot
def leave_pool(board: Any, run: Any, row: int) -> None:
    """A copy of CARD `row` is not in the pool of central cards, if it still holds one."""
    first = board.cards[row].pool_start
    position = first
    for gone in range(run.gone_count):
        if run.gone[gone] == position:
            position += 1
    if position < first + board.cards[row].pool_copies:
        insert_ascending(run.gone, run.gone_count, position)
        run.gone_count += 1


@inlined
def root_row(board: Any, run: Any, index: int) -> int:
    """The CARD row of a root card; an unknown one is drawn the first time it matters."""
    if (run.root_known >> index) & 1:
        return run.root_row[index]
    run.root_known |= 1 << index
    row = board.root_row[index]
    if row < 0:
        title = draw_unknown(board, run, ONE, index)
        row = board.title_row[1, index, title]
        if board.title_pool[1, title] >= 0:
            leave_pool(board, run, board.title_pool[1, title])
    run.root_row[index] = row
    return row


@hot
def steal(board: Any, run: Any, card: Any) -> bool:
    """Steal an agenda if its costs can be paid; seven points end the game at once."""
    credits = card.steal_credits
    clicks = card.steal_clicks
    if board.root_acts:
        for index in range(board.root_count):
            if ((run.root_rezzed & ~run.root_gone) | run.root_lasting) >> index & 1:
                credits += board.cards[run.root_row[index]].root_steal_credits
                clicks += board.cards[run.root_row[index]].root_steal_clicks
    if credits > run.credits + run.purses_any or clicks > run.clicks:
        return False
    pay(board, run, credits, ANYTHING)
    run.clicks -= clicks
    run.clicks_spent += clicks
    run.points += card.points
    run.agendas_stolen += 1
    run.score += card.points
    if run.score >= 7:
        run.cause = _WON
        return True
    if board.stolen:
        execute(board, run, board.stolen)
    if card.on_steal and run.cause == 0:
        execute(board, run, card.on_steal)
    return True


@hot
def access(
    board: Any,
    run: Any,
    row: int,
    zone: int,
    kept: int,
) -> bool:
    """Access one card; True when it has left its server (stolen or trashed).

    `kept`: credits the plan keeps for steal costs that may still come (rule 12).
    """
    card = board.cards[row]
    run.accesses += 1
    if zone == IN_ROOT:
        program = card.access_root
    elif zone == IN_CENTRAL:
        program = card.access_central
    else:
        program = card.access_archives
    if program:
        execute(board, run, program)
        if run.cause != 0:
            return False
    if run.no_steal:
        return False
    if card.agenda:
        return steal(board, run, card)
    if card.trash < 0 or zone == IN_ARCHIVES:
        return False
    if card.trash + board.reserve + kept > run.credits + run.purses_any:
        return False
    pay(board, run, card.trash, ANYTHING)
    run.corp_cards_trashed += 1
    if board.trashed:
        execute(board, run, board.trashed)
    return True


@hot
def steal_cost_ahead(
    board: Any, run: Any, first_root: int, first_central: int, accesses: int
) -> int:
    """The greatest printed credit steal cost of any title that may still be accessed.

    `first_root` and `first_central` are the next of each; `accesses` central ones in all.
    """
    if not board.steal_costs:
        return 0
    greatest = 0
    for index in range(first_root, board.root_count):
        row = board.root_row[index]
        if row >= 0:
            greatest = max(greatest, board.cards[row].steal_credits)
        else:
            for entry in range(board.listed_count[1, index]):
                row = board.title_row[1, index, board.listed[1, index, entry]]
                greatest = max(greatest, board.cards[row].steal_credits)
    if first_central < accesses:
        if board.pool_steal_cost > greatest:
            gone = 0
            for position in range(board.pool_count):
                if gone < run.gone_count and run.gone[gone] == position:
                    gone += 1
                else:
                    greatest = max(greatest, board.cards[board.pool[position]].steal_credits)
        for index in range(first_central, board.fixed_count):
            greatest = max(greatest, board.cards[board.fixed[index]].steal_credits)
    return greatest


@hot
def central_card(board: Any, run: Any, index: int) -> int:
    """The CARD row of the `index`-th card accessed in HQ or R&D."""
    if index < board.fixed_count:
        return board.fixed[index]
    ordinal = index - board.fixed_count
    left = board.pool_count - run.gone_count
    number = bounded(run.key, address(_ACCESS, ZERO, ZERO, ordinal), left)
    position = nth_left(run.gone, run.gone_count, number)
    insert_ascending(run.gone, run.gone_count, position)
    run.gone_count += 1
    return board.pool[position]
