"""The stages of a run, step by step of the chart, and many seeded runs into a tally.

The steps are those of the `nsg` chart; the decisions are the fixed plans of
`simcore/plan/__init__.py`. A run can be left between two stages and taken up again
from its record alone; `enumeration.py` lives on that.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import entry, hot, int64
from simcore.kernel.layout import (
    AT_APPROACH,
    AT_BEGIN,
    AT_END,
    AT_LATE,
    AT_PASSED,
    AT_REZ,
    AT_SUCCESS,
    CENTRAL_POOL,
    CENTRE,
    FIRST_FIGURE,
    ROW_PADDING,
    STANDS_NO_SUCCESS,
)
from simcore.record import FIGURES, Cause
from simcore.sites import NO_ICE, Kind

from . import EXACT, FULL
from .access import (
    IN_ROOT,
    access,
    access_at_once,
    after_trash,
    central_card,
    lacks_agendas,
    leave_root,
    lies_rezzed,
    note,
    note_arrivals,
    pays_to_access,
    stands_in_root,
    steal_cost_ahead,
)
from .drawing import draw_ice, root_row
from .effects import execute
from .ice import face, trash_behind
from .primitives import roll
from .stream import ONE, ZERO, address, bounded, game_key

_COMPLETED, _ICE, _UPGRADE = int64(Cause.COMPLETED), int64(Cause.ICE), int64(Cause.UPGRADE)
_JACKED_OUT = int64(Cause.JACKED_OUT)
_CORP_CREDITS = int64(Kind.CORP_CREDITS)
_FACES = np.uint64(6)
_NO_ICE = int64(NO_ICE)
_CENTRE = int64(CENTRE)
_FIGURES = len(FIGURES)


@hot
def deal(board: Any, run: Any) -> None:
    """What a game starts with beyond the scalars copied from the template."""
    if board.corp_span > 1:
        run.corp += bounded(run, address(_CORP_CREDITS, ZERO, ZERO, ZERO), board.corp_span)
    if board.deals_lists:
        deal_lists(board, run)
    if FULL:
        run.counters = board.counters
        for _ in range(board.rolled):
            run.rig = run.rig * _FACES + np.uint64(roll(run) - 1)
    if board.deals_ice:
        for place in range(board.ice_count):
            draw_ice(board, run, place)


@hot
def deal_lists(board: Any, run: Any) -> None:
    """Copies of titles and credits in purses, as at the start of the run."""
    for zone in range(2):
        for title in range(board.titles[zone]):
            run.drawn_taken[zone][title] = 0
    for title in range(board.grip_titles):
        run.grip_copies[title] = board.grip_copies[title]
        run.stack_left[title] = board.stack_copies[title]
    for purse in range(board.purse_count):
        run.purse[purse] = board.purse[purse]


@hot
def use_ice_abilities(board: Any, run: Any) -> None:
    """Rezzed pieces with counters, outermost first (rule 14)."""
    for place in range(board.ice_count):
        if run.cause == 0 and (run.rezzed >> place) & 1:
            run.place = place
            run.source = _ICE
            execute(board, run, board.ices[board.ice_row[place]].ability)
    run.place = _NO_ICE
    run.source = _UPGRADE


@hot
def answer(board: Any, run: Any, program: int, phase: int) -> None:
    """What cards do in a phase of the run: `program` is the Runner's, then the root's follow.

    A paid ability used at the beginning costs the card itself (rule 14); before the
    approach the Corp rezzes what can still act (rule 13); at the end a persistent card
    acts although it was trashed.
    """
    if program:
        execute(board, run, program)
    if FULL and phase == AT_BEGIN and board.ice_abilities:
        use_ice_abilities(board, run)
    if not board.root_acts or run.cause != 0:
        return
    for index in range(board.root_count):
        away = run.root_gone & ~run.root_lasting if phase == AT_END else run.root_gone
        rezzed = (run.root_rezzed >> index) & 1
        if (away >> index) & 1 or rezzed == (phase == AT_REZ):
            continue
        card = board.cards[root_row(board, run, index)]
        if FULL:
            run.here = index
        if phase == AT_REZ:
            price = ZERO + card.rez_cost
            if FULL and board.may_be_bare and card.rez_bare != price:
                price = ZERO + card.rez_bare if lacks_agendas(board, run) else price
            if price < 0 or price > run.corp:
                continue
            if FULL and board.unique_roots and lies_rezzed(board, run, index):
                continue
            run.corp -= price
            run.corp_credits_spent += price
            run.root_rezzed |= 1 << index
        elif phase == AT_BEGIN and card.acts[phase]:
            run.root_gone |= 1 << index
        if card.acts[phase]:
            execute(board, run, card.acts[phase])
            if run.cause != 0:
                return


@hot
def use_late_abilities(board: Any, run: Any) -> None:
    """Abilities of rezzed ice that the Corp has kept for the last window, outermost first."""
    for place in range(board.ice_count):
        if ((run.rezzed & ~run.ice_gone) >> place) & 1 and run.cause == 0:
            late = board.ices[run.ice_row[place]].late
            if late:
                run.place = place
                run.source = _ICE
                execute(board, run, late)
    run.place = _NO_ICE
    run.source = _UPGRADE


@hot
def begin(board: Any, run: Any) -> None:
    """1.2, after the deal."""
    deal(board, run)
    if board.begin or board.root_acts or (FULL and board.ice_abilities):
        answer(board, run, board.begin, AT_BEGIN)


@hot
def succeed(board: Any, run: Any) -> None:
    """4.1 and 4.3 after the last piece, 4.5 and the success phase."""
    run.place = _NO_ICE
    run.source = _UPGRADE
    if FULL and board.all_passed:
        answer(board, run, ZERO, AT_PASSED)
        if run.cause != 0:
            return
    if FULL and board.approach_first and board.root_acts:
        answer(board, run, ZERO, AT_APPROACH)
        if run.cause != 0:
            return
    if FULL and board.sets and (board.approach_first or board.all_passed) and board.ice_count:
        trash_behind(board, run, board.ice_count - 1)
    if FULL and board.late:
        use_late_abilities(board, run)
        if run.cause != 0:
            return
    if board.root_acts:
        if run.cause == 0 and board.corp_rezzes:
            answer(board, run, ZERO, AT_REZ)
        if FULL and run.cause == 0 and board.late:
            answer(board, run, ZERO, AT_LATE)
        if run.cause == 0 and not (FULL and board.approach_first):
            answer(board, run, ZERO, AT_APPROACH)
        if run.cause != 0:
            return
    if FULL and board.root_stands and stands_in_root(board, run, STANDS_NO_SUCCESS) > 0:
        return
    run.success = 1
    if board.success or board.root_acts:
        answer(board, run, board.success, AT_SUCCESS)


@hot
def come_instead(board: Any, run: Any) -> None:
    """What comes in place of the breach; of cards of the root that are trashed by it, all
    together, hear those that lay there rezzed, too."""
    lying = ~run.root_gone
    trashed = ZERO + run.corp_cards_trashed
    execute(board, run, board.instead)
    if run.corp_cards_trashed == trashed:
        return
    lasting = ZERO + run.root_lasting
    run.root_lasting |= lying & run.root_rezzed
    for index in range(board.root_count):
        if (lying >> index) & 1 and run.cause == 0:
            run.at = index
            after_trash(board, run, root_row(board, run, index))
    run.root_lasting = lasting


@hot
def open_breach(board: Any, run: Any) -> int:
    """5.2 up to the first access: how many central cards will be accessed. Where there is no
    breach, as many fewer than none as there are cards of the root."""
    if FULL and board.instead and run.success and run.most >= 0:
        come_instead(board, run)
        if run.cause != 0:
            return ZERO
    if FULL and run.most < 0:
        return ZERO - board.root_count
    if board.breach:
        execute(board, run, board.breach)
        if run.cause != 0:
            return ZERO
    for index in range(board.root_count):
        root_row(board, run, index)
    accesses = ZERO
    if board.central == 1:
        there = board.fixed_count + board.pool_count - run.taken_count[CENTRAL_POOL]
        there = min(there, max(ZERO, board.central_count - run.paid_away))
        accesses = min(board.base_accesses + run.more, there)
    elif board.central == 2:
        accesses = board.fixed_count
        if FULL and board.fills_archives:
            accesses += note_arrivals(board, run)
    return accesses


@hot
def access_next(board: Any, run: Any, number: int, accesses: int) -> None:
    """The card with this number is accessed, if it is there and may be: every card of the
    root in listing order, then central cards, `accesses` of them."""
    if FULL and run.accesses >= run.most:
        return
    roots = board.root_count
    if FULL:
        if (run.barred >> min(number, _CENTRE)) & 1 or not pays_to_access(board, run, number):
            return
        run.at = number if number < roots else -ONE
    if number < roots:
        if (run.root_gone >> number) & 1:
            return
        zone = IN_ROOT
        row = root_row(board, run, number)
    else:
        zone = board.central
        row = central_card(board, run, number - roots)
    kept = ZERO
    if board.steal_costs:
        ahead = number + 1
        central = max(ZERO, ahead - roots)
        kept = steal_cost_ahead(board, run, min(ahead, roots), central, accesses)
    left = access(board, run, row, zone, kept)
    if left and zone == IN_ROOT:
        leave_root(board, run, number, row)
    note(run, ONE, run.accesses - 1)


@hot
def breach(board: Any, run: Any) -> None:
    """5.2: all accesses, one after another or at once."""
    accesses = open_breach(board, run)
    if run.cause != 0 or (FULL and run.most < 0):
        return
    if FULL and board.at_once:
        access_at_once(board, run, accesses)
        return
    for number in range(board.root_count + accesses):
        access_next(board, run, number, accesses)
        if run.cause != 0:
            return


@hot
def finish(board: Any, run: Any) -> None:
    """6.1, unless the game itself has ended (rule 17)."""
    ended = run.cause if run.cause != 0 else _COMPLETED
    run.cause = ended
    if ended <= _JACKED_OUT:
        if board.end or board.root_acts:
            run.cause = 0
            run.place = _NO_ICE
            run.source = ended
            answer(board, run, board.end, AT_END)
            if run.cause == 0:
                run.cause = ended
        if run.cause == ended:
            run.programs_lost += board.rigs[run.rig].doomed
    if EXACT:  # it holds what earlier stages have moved
        run.credits_moved += run.credits_spent + run.credits_lost
    else:
        run.credits_moved = run.credits_spent + run.credits_lost
    if FULL:  # a game that left what was explored does not fit into any histogram
        run.credits_moved += run.unexplored << 40


@entry
def chunk(
    boards: Any,
    template: Any,
    words: Any,
    runs: Any,
    histograms: Any,
    seed_key: Any,
    first: int,
    count: int,
) -> int:
    """Play games first … first + count - 1 into int64[figures, width + padding].

    The width is a power of two. `words` are the scalars of ``runs[0]``. Returns the
    games played: fewer than `count` when a value does not fit into the histograms.
    """
    board = boards[0]
    run = runs[0]
    for game in range(first, first + count):
        for word in range(template.shape[0]):
            words[word] = template[word]
        run.key = game_key(seed_key, game)
        begin(board, run)
        place = ZERO
        while run.cause == 0 and place < board.ice_count:
            place = face(board, run, place)
        if run.cause == 0:
            succeed(board, run)
        if run.cause == 0:
            breach(board, run)
        finish(board, run)
        bits = ZERO
        for figure in range(_FIGURES):
            bits |= words[FIRST_FIGURE + figure]
        if bits >= histograms.shape[1] - ROW_PADDING:
            return game - first
        for figure in range(_FIGURES):
            histograms[figure, np.uint64(words[FIRST_FIGURE + figure])] += 1
    return count
