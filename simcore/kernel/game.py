"""One seeded run, step by step of the chart, and many of them into a tally.

The steps are those of the `nsg` chart; the decisions are the fixed plans of
`simcore/plan/__init__.py`, with the ways to break looked up in the tables that
`simcore/plan/rigs.py` made before the games were dealt.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.access import (
    IN_ROOT,
    access,
    central_card,
    draw_unknown,
    leave_pool,
    root_row,
    steal_cost_ahead,
)
from simcore.kernel.effects import BREAKING, execute, holds, pay
from simcore.kernel.jit import entry, hot, inlined, source_hash
from simcore.kernel.layout import FIRST_FIGURE, MAX_GRIP, Op
from simcore.kernel.stream import ONE, ZERO, address, bounded, game_key
from simcore.record import FIGURES, Cause
from simcore.sites import NO_ICE, Kind

_COMPLETED, _ICE, _UPGRADE = np.int64(Cause.COMPLETED), np.int64(Cause.ICE), np.int64(Cause.UPGRADE)
_JACKED_OUT = np.int64(Cause.JACKED_OUT)
_CORP_CREDITS = np.int64(Kind.CORP_CREDITS)
_UNLESS, _JUMP, _END = np.int64(Op.UNLESS), np.int64(Op.JUMP), np.int64(Op.END)
_NO_ICE = np.int64(NO_ICE)
_FIGURES = len(FIGURES)
_AT_BEGIN, _AT_APPROACH, _AT_SUCCESS, _AT_END = (np.int64(phase) for phase in range(4))
_ALL_SUBS = (1 << 32) - 1


@inlined
def note(run: Any, kind: int, index: int) -> None:
    """Write a checkpoint, when the caller gave room for any."""
    if run.checkpoints < run.log_room:
        row = run.log[run.checkpoints]
        row[0] = kind
        row[1] = index
        row[2] = run.credits
        row[3] = run.purses_break
        row[4] = run.corp
        row[5] = run.grip
        row[6] = run.tags
        row[7] = run.clicks
        row[8] = run.rig
        row[9] = run.cause
        run.checkpoints += 1


@inlined
def deal(board: Any, run: Any) -> None:
    """What a game starts with beyond the scalars copied from the template."""
    if board.corp_span > 1:
        run.corp += bounded(run.key, address(_CORP_CREDITS, ZERO, ZERO, ZERO), board.corp_span)
    for zone in range(2):
        run.drawn_count[zone] = 0
        if not board.unknown_shared[zone]:
            for title in range(board.titles[zone]):
                run.drawn_taken[zone, title] = 0
    if board.grip_titles > 1 or board.stack_count > 0:
        for title in range(board.grip_titles):
            run.grip_copies[title] = board.grip_copies[title]
            run.stack_left[title] = board.stack_copies[title]
    for purse in range(board.purse_count):
        run.purse[purse] = board.purse[purse]
    for index in range(board.root_count):
        run.root_row[index] = board.root_row[index]


@inlined
def draw_ice(board: Any, run: Any, place: int) -> int:
    """The ICE row at a place; unknown pieces are drawn outermost first."""
    row = board.ice_row[place]
    if row < 0:
        if board.deals_ice and run.place != _NO_ICE:
            return run.ice_row[place]
        title = draw_unknown(board, run, ZERO, place)
        row = board.title_row[0, place, title]
        if board.title_pool[0, title] >= 0:
            leave_pool(board, run, board.title_pool[0, title])
    run.ice_row[place] = row
    return row


@hot
def deal_ice(board: Any, run: Any) -> None:
    """Draw all unknown pieces before the run begins."""
    for place in range(board.ice_count):
        draw_ice(board, run, place)


@inlined
def first_affordable(board: Any, run: Any, at: int, tax: int, tax_clicks: int) -> int:
    """The preferred affordable way of one set (rule 4), or -1."""
    available = run.credits + run.purses_break - tax
    for way in range(board.way_index[at], board.way_index[at + 1]):
        if board.ways[way, 0] <= available and board.ways[way, 1] <= run.clicks - tax_clicks:
            return way
    return -1


@inlined
def break_subroutines(board: Any, run: Any, ice: Any) -> int:
    """Choose and pay a way to break (rule 6); the bits of the broken subroutines."""
    base = run.rig * board.row_length + ice.way_base
    everything = first_affordable(board, run, base + ice.subs, ZERO, ZERO)
    level = min(run.grip, MAX_GRIP)
    must = ice.must_count[level]
    needed = everything
    if must != ice.subs:
        needed = first_affordable(board, run, base + must, ZERO, ZERO) if must else -1
    chosen = -1
    broken = 0
    if everything >= 0:
        saved = 0
        if must:
            saved = board.ways[needed if needed >= 0 else everything, 0]
        if board.ways[everything, 0] - saved <= board.cap:
            chosen = everything
            broken = _ALL_SUBS
    if chosen < 0 and must and needed >= 0:
        chosen = needed
        broken = ice.must[level]
    if chosen >= 0:
        pay(board, run, board.ways[chosen, 0], BREAKING)
        run.clicks -= board.ways[chosen, 1]
        run.clicks_spent += board.ways[chosen, 1]
        run.programs_lost += board.ways[chosen, 3]
        run.rig = board.ways[chosen, 2]
    return broken


@hot
def encounter(board: Any, run: Any, row: int) -> None:
    """3.1 to 3.4, and passing at 4.1."""
    ice = board.ices[row]
    run.source = _ICE
    if ice.on_encounter:
        execute(board, run, ice.on_encounter)
        if run.cause != 0:
            return
    if run.bypassed:
        run.bypassed = 0
    else:
        broken = break_subroutines(board, run, ice)
        if broken != _ALL_SUBS:
            for sub in range(ice.subs):
                if not (broken >> sub) & 1 and ice.sub[sub]:
                    execute(board, run, ice.sub[sub])
                    if run.cause != 0:
                        return
    if ice.on_pass:
        execute(board, run, ice.on_pass)


@hot
def cannot_get_through(board: Any, run: Any, ice: Any) -> bool:
    """Whether no way breaks the must set of a rezzed piece and pays its tax (rule 7)."""
    tax = ZERO
    tax_clicks = ZERO
    tax_grip = ZERO
    pc = ice.tax
    while board.code[pc, 0] != _END:
        op = board.code[pc, 0]
        a = board.code[pc, 1]
        b = board.code[pc, 2]
        c = board.code[pc, 3]
        skip = board.code[pc, 5]
        pc += 1
        if op == _UNLESS:
            if a or b > run.grip:
                able = False
                for offer in range(pc, pc + skip):
                    if (
                        not able
                        and tax + board.code[offer, 1] <= run.credits + run.purses_any
                        and tax_clicks + board.code[offer, 2] <= run.clicks
                        and tax_grip + board.code[offer, 3] <= run.grip
                    ):
                        able = True
                        tax += board.code[offer, 1]
                        tax_clicks += board.code[offer, 2]
                        tax_grip += board.code[offer, 3]
                if not able and c:
                    return True
            pc += skip
        elif op == _JUMP or not holds(board, run, a, b, c, board.code[pc - 1, 4]):
            pc += skip
    must = ice.must_count[min(run.grip, MAX_GRIP)]
    if must == 0:
        return False
    at = run.rig * board.row_length + ice.way_base + must
    return first_affordable(board, run, at, tax, tax_clicks) < 0


@hot
def rez_root(board: Any, run: Any) -> None:
    """4.3 after the last piece: the Corp rezzes what can still act (rule 13)."""
    for index in range(board.root_count):
        card = board.cards[root_row(board, run, index)]
        if (run.root_rezzed | run.root_gone) >> index & 1:
            continue
        if card.rez_cost >= 0 and card.rez_cost <= run.corp:
            run.corp -= card.rez_cost
            run.corp_credits_spent += card.rez_cost
            run.root_rezzed |= 1 << index
            if card.on_rez:
                execute(board, run, card.on_rez)
                if run.cause != 0:
                    return


@hot
def root_programs(board: Any, run: Any, phase: int) -> None:
    """What active root cards do at 1.2, 4.5, 5.1 or when the run ends, in listing order.

    At 1.2 a paid ability costs the card itself (rule 14); at the end of the run a
    persistent card acts although it was trashed.
    """
    active = run.root_rezzed & ~run.root_gone
    if phase == _AT_END:
        active |= run.root_lasting
    for index in range(board.root_count):
        if not (active >> index) & 1:
            continue
        card = board.cards[root_row(board, run, index)]
        if phase == _AT_BEGIN:
            program = card.ability
            if program:
                run.root_gone |= 1 << index
        elif phase == _AT_APPROACH:
            program = card.approach
        elif phase == _AT_SUCCESS:
            program = card.success
        else:
            program = card.end
        if program:
            execute(board, run, program)
            if run.cause != 0:
                return


@hot
def breach(board: Any, run: Any) -> None:
    """5.2: every card of the root in listing order, then central cards."""
    run.source = _UPGRADE
    if board.breach:
        execute(board, run, board.breach)
        if run.cause != 0:
            return
    for index in range(board.root_count):
        root_row(board, run, index)
    accesses = 0
    if board.central == 1:
        there = board.fixed_count + board.pool_count - run.gone_count
        there = min(there, max(0, board.central_count - run.paid_away))
        accesses = min(board.base_accesses + run.more, there)
    elif board.central == 2:
        accesses = board.fixed_count
    for index in range(board.root_count):
        if run.root_gone >> index & 1:
            continue
        row = root_row(board, run, index)
        kept = steal_cost_ahead(board, run, index + 1, ZERO, accesses)
        if access(board, run, row, IN_ROOT, kept):
            run.root_gone |= 1 << index
            if board.cards[row].persistent and run.root_rezzed >> index & 1:
                run.root_lasting |= 1 << index
        note(run, ONE, run.accesses - 1)
        if run.cause != 0:
            return
    for index in range(accesses):
        row = central_card(board, run, index)
        kept = steal_cost_ahead(board, run, board.root_count, index + 1, accesses)
        access(board, run, row, board.central, kept)
        note(run, ONE, run.accesses - 1)
        if run.cause != 0:
            return


@hot
def past_the_ice(board: Any, run: Any) -> None:
    """4.3 after the last piece, 4.5, the success phase."""
    run.place = _NO_ICE
    run.source = _UPGRADE
    if board.root_acts:
        if board.corp_rezzes:
            rez_root(board, run)
        if run.cause == 0:
            root_programs(board, run, _AT_APPROACH)
        if run.cause != 0:
            return
    run.success = 1
    if board.success:
        execute(board, run, board.success)
    if board.root_acts and run.cause == 0:
        root_programs(board, run, _AT_SUCCESS)
    if run.cause == 0:
        breach(board, run)


@hot
def play(board: Any, run: Any) -> None:
    """One run from 1.1 to 6.1; `run` holds the template and the key of the game."""
    deal(board, run)
    if board.deals_ice:
        deal_ice(board, run)
    if board.begin:
        execute(board, run, board.begin)
    if board.root_acts and run.cause == 0:
        root_programs(board, run, _AT_BEGIN)
    for place in range(board.ice_count if run.cause == 0 else 0):
        run.place = place
        row = draw_ice(board, run, place)
        ice = board.ices[row]
        if not (run.rezzed >> place) & 1 and board.corp_rezzes:
            price = ice.rez_cost + board.rez_tax
            if price <= run.corp:
                run.corp -= price
                run.corp_credits_spent += price
                run.rezzed |= 1 << place
                if ice.on_rez:
                    run.source = _ICE
                    execute(board, run, ice.on_rez)
        if (run.rezzed >> place) & 1 and run.cause == 0:
            encounter(board, run, row)
        note(run, ZERO, place)
        if run.cause != 0:
            break
        following = place + 1
        if following < board.ice_count:
            if run.grip < board.minimum_grip:
                run.cause = _JACKED_OUT
                break
            if (run.rezzed >> following) & 1 and board.minimum_grip >= 0:
                ahead = board.ice_row[following]
                if ahead < 0:
                    ahead = run.ice_row[following]
                if cannot_get_through(board, run, board.ices[ahead]):
                    run.cause = _JACKED_OUT
                    break
    if run.cause == 0:
        past_the_ice(board, run)
    finish(board, run)


@hot
def finish(board: Any, run: Any) -> None:
    """6.1, unless the game itself has ended (rule 17)."""
    ended = run.cause if run.cause != 0 else _COMPLETED
    if ended <= _JACKED_OUT:
        run.cause = 0
        run.place = _NO_ICE
        run.source = ended
        if board.end:
            execute(board, run, board.end)
        if board.root_acts and run.cause == 0:
            root_programs(board, run, _AT_END)
        if run.cause == 0 or run.cause == ended:
            run.cause = ended
            run.programs_lost += board.rigs[run.rig].doomed
    run.credits_moved = run.credits_spent + run.credits_lost


def _make_chunk(source: int) -> Any:
    """The chunk entry; `source` keys its cached machine code to the kernel's sources."""

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
        """Play games first … first + count - 1 into `histograms`, int64[figures, width].

        Values of zero are not counted (the rest of the games). `words` are
        the scalars of ``runs[0]``. Returns the games played: fewer than `count` when a value
        does not fit into the histograms.
        """
        run = runs[0]
        for game in range(first, first + count):
            for word in range(template.shape[0]):
                words[word] = template[word]
            run.key = game_key(seed_key, game)
            play(boards[0], run)
            for figure in range(_FIGURES):
                value = words[FIRST_FIGURE + figure]
                if value != 0:
                    if value >= histograms.shape[1]:
                        return game - first
                    histograms[figure, value] += 1
        return count if source else count

    return entry(chunk)


chunk = _make_chunk(source_hash())
