"""One seeded run, step by step of the chart, and many of them into a tally.

The steps are those of the `nsg` chart; the decisions are the fixed plans of
`simcore/plan/__init__.py`, with the ways to break looked up in the tables that
`simcore/plan/rigs.py` made before the games were dealt.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.access import (
    access,
    central_card,
    draw_unknown,
    leave_pool,
    root_row,
    steal_cost_ahead,
)
from simcore.kernel.effects import execute, pay
from simcore.kernel.jit import entry, hot, inlined, source_hash
from simcore.kernel.layout import FIRST_FIGURE, MAX_GRIP, Op
from simcore.kernel.stream import address, bounded, game_key
from simcore.record import FIGURES, Cause
from simcore.sites import NO_ICE, Kind

_COMPLETED, _ICE, _UPGRADE = int(Cause.COMPLETED), int(Cause.ICE), int(Cause.UPGRADE)
_JACKED_OUT = int(Cause.JACKED_OUT)
_CORP_CREDITS = int(Kind.CORP_CREDITS)
_UNLESS, _OFFER, _END = int(Op.UNLESS), int(Op.OFFER), int(Op.END)
_NO_ICE = NO_ICE
_FIGURES = len(FIGURES)
_ALL_SUBS = np.uint32(0xFFFFFFFF)


@inlined
def note(board: Any, run: Any, checkpoints: Any, kind: int, index: int) -> None:
    """Write a checkpoint, when the caller gave room for any."""
    if run.checkpoints < checkpoints.shape[0]:
        row = checkpoints[run.checkpoints]
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
def deal(board: Any, run: Any, desk: Any) -> None:
    """What a game starts with beyond the scalars copied from the template."""
    if board.corp_span > 1:
        run.corp += bounded(run.key, address(_CORP_CREDITS, 0, 0, 0), board.corp_span)
    for zone in range(2):
        desk.drawn_count[zone] = 0
        if not board.unknown_shared[zone]:
            for title in range(board.titles[zone]):
                desk.drawn_taken[zone, title] = 0
    if board.grip_titles > 1 or board.stack_count > 0:
        for title in range(board.grip_titles):
            desk.grip_copies[title] = board.grip_copies[title]
            desk.stack_left[title] = board.stack_copies[title]
    for purse in range(board.purse_count):
        desk.purse[purse] = board.purse[purse]
    for index in range(board.root_count):
        desk.root_row[index] = board.root_row[index]


@inlined
def draw_ice(board: Any, cards: Any, run: Any, desk: Any, place: int) -> int:
    """The ICE row at a place; unknown pieces are drawn outermost first."""
    row = board.ice_row[place]
    if row < 0:
        title = draw_unknown(board, desk, run.key, 0, place)
        row = board.title_row[0, place, title]
        if board.title_pool[0, title] >= 0:
            leave_pool(cards, run, desk, board.title_pool[0, title])
    desk.ice_row[place] = row
    return row


@inlined
def first_affordable(
    ways: Any, way_index: Any, run: Any, at: int, tax: int, tax_clicks: int
) -> int:
    """The preferred affordable way of one set (rule 4), or -1."""
    available = run.credits + run.purses_break - tax
    for way in range(way_index[at], way_index[at + 1]):
        if ways[way, 0] <= available and ways[way, 1] <= run.clicks - tax_clicks:
            return way
    return -1


@inlined
def break_subroutines(
    board: Any, ice: Any, rig_base: int, ways: Any, way_index: Any, run: Any, desk: Any
) -> np.uint32:
    """Choose and pay a way to break (rule 6); the bits of the broken subroutines."""
    base = rig_base + ice.way_base
    everything = first_affordable(ways, way_index, run, base + ice.subs, 0, 0)
    level = min(run.grip, MAX_GRIP)
    must = ice.must_count[level]
    needed = everything
    if must != ice.subs:
        needed = first_affordable(ways, way_index, run, base + must, 0, 0) if must else -1
    chosen = -1
    broken = np.uint32(0)
    if everything >= 0:
        saved = 0
        if must:
            saved = ways[needed if needed >= 0 else everything, 0]
        if ways[everything, 0] - saved <= board.cap:
            chosen = everything
            broken = _ALL_SUBS
    if chosen < 0 and must and needed >= 0:
        chosen = needed
        broken = ice.must[level]
    if chosen >= 0:
        pay(board, run, desk, ways[chosen, 0], True)
        run.clicks -= ways[chosen, 1]
        run.clicks_spent += ways[chosen, 1]
        run.programs_lost += ways[chosen, 3]
        run.rig = ways[chosen, 2]
    return broken


@hot
def encounter(
    board: Any,
    ices: Any,
    rigs: Any,
    code: Any,
    ways: Any,
    way_index: Any,
    run: Any,
    desk: Any,
    row: int,
) -> None:
    """3.1 to 3.4, and passing at 4.1."""
    ice = ices[row]
    run.source = _ICE
    if ice.on_encounter:
        execute(board, ices, rigs, code, run, desk, ice.on_encounter)
        if run.cause != 0:
            return
    if run.bypassed:
        run.bypassed = 0
    else:
        broken = break_subroutines(
            board, ice, run.rig * board.row_length, ways, way_index, run, desk
        )
        if broken != _ALL_SUBS:
            for sub in range(ice.subs):
                if not (broken >> np.uint32(sub)) & np.uint32(1) and ice.sub[sub]:
                    execute(board, ices, rigs, code, run, desk, ice.sub[sub])
                    if run.cause != 0:
                        return
    if ice.on_pass:
        execute(board, ices, rigs, code, run, desk, ice.on_pass)


@hot
def cannot_get_through(
    board: Any, ice: Any, code: Any, ways: Any, way_index: Any, run: Any
) -> bool:
    """Whether no way breaks the must set of a rezzed piece and pays its tax (rule 7)."""
    tax = 0
    tax_clicks = 0
    pc = ice.on_encounter
    while code[pc, 0] != _END:
        if code[pc, 0] == _UNLESS and (code[pc, 1] or code[pc, 2] > run.grip):
            pc += 1
            able = False
            while code[pc, 0] == _OFFER:
                if (
                    not able
                    and tax + code[pc, 1] <= run.credits + run.purses_any
                    and tax_clicks + code[pc, 2] <= run.clicks
                    and code[pc, 3] <= run.grip
                ):
                    able = True
                    tax += code[pc, 1]
                    tax_clicks += code[pc, 2]
                pc += 1
            if not able:
                return True
        else:
            pc += 1
    must = ice.must_count[min(run.grip, MAX_GRIP)]
    if must == 0:
        return False
    at = run.rig * board.row_length + ice.way_base + must
    return first_affordable(ways, way_index, run, at, tax, tax_clicks) < 0


@hot
def rez_root(
    board: Any, ices: Any, cards: Any, rigs: Any, code: Any, run: Any, desk: Any
) -> None:
    """4.3 after the last piece: the Corp rezzes what can still act (rule 13)."""
    for index in range(board.root_count):
        card = cards[root_row(board, cards, run, desk, index)]
        if (run.root_rezzed | run.root_gone) >> index & 1:
            continue
        if card.rez_cost >= 0 and card.rez_cost <= run.corp:
            run.corp -= card.rez_cost
            run.corp_credits_spent += card.rez_cost
            run.root_rezzed |= 1 << index
            if card.on_rez:
                execute(board, ices, rigs, code, run, desk, card.on_rez)
                if run.cause != 0:
                    return


@hot
def root_abilities(
    board: Any, ices: Any, cards: Any, rigs: Any, code: Any, run: Any, desk: Any
) -> None:
    """1.2: paid abilities of rezzed root cards, which cost the card itself (rule 14)."""
    for index in range(board.root_count):
        if run.root_rezzed >> index & 1:
            card = cards[root_row(board, cards, run, desk, index)]
            if card.ability:
                run.root_gone |= 1 << index
                execute(board, ices, rigs, code, run, desk, card.ability)


@hot
def root_events(
    board: Any,
    ices: Any,
    cards: Any,
    rigs: Any,
    code: Any,
    run: Any,
    desk: Any,
    approach: bool,
) -> None:
    """4.5 (approach) or the end of the run: the clauses of active root cards."""
    for index in range(board.root_count):
        if ((run.root_rezzed & ~run.root_gone) | run.root_lasting) >> index & 1:
            card = cards[desk.root_row[index]]
            program = card.approach if approach else card.end
            if program:
                execute(board, ices, rigs, code, run, desk, program)
                if run.cause != 0:
                    return


@hot
def root_success(
    board: Any, ices: Any, cards: Any, rigs: Any, code: Any, run: Any, desk: Any
) -> None:
    """5.1: the clauses of active root cards."""
    for index in range(board.root_count):
        if (run.root_rezzed & ~run.root_gone) >> index & 1:
            card = cards[desk.root_row[index]]
            if card.success:
                execute(board, ices, rigs, code, run, desk, card.success)
                if run.cause != 0:
                    return


@hot
def breach(
    board: Any,
    ices: Any,
    cards: Any,
    rigs: Any,
    code: Any,
    run: Any,
    desk: Any,
    checkpoints: Any,
) -> None:
    """5.2: every card of the root in listing order, then central cards."""
    run.source = _UPGRADE
    if board.breach:
        execute(board, ices, rigs, code, run, desk, board.breach)
    accesses = 0
    if board.central == 1:
        there = board.fixed_count + board.pool_count - run.gone_count
        accesses = min(board.base_accesses + run.more, min(board.central_count, there))
    elif board.central == 2:
        accesses = board.fixed_count
    for index in range(board.root_count):
        if run.root_gone >> index & 1:
            continue
        row = root_row(board, cards, run, desk, index)
        kept = steal_cost_ahead(board, cards, index + 1, 0, accesses)
        if access(board, ices, cards, rigs, code, run, desk, row, 0, kept):
            run.root_gone |= 1 << index
            if cards[row].persistent and run.root_rezzed >> index & 1:
                run.root_lasting |= 1 << index
        note(board, run, checkpoints, 1, run.accesses - 1)
        if run.cause != 0:
            return
    for index in range(accesses):
        row = central_card(board, run, desk, index)
        kept = steal_cost_ahead(board, cards, board.root_count, index + 1, accesses)
        access(board, ices, cards, rigs, code, run, desk, row, board.central, kept)
        note(board, run, checkpoints, 1, run.accesses - 1)
        if run.cause != 0:
            return


@hot
def past_the_ice(
    board: Any,
    ices: Any,
    cards: Any,
    rigs: Any,
    code: Any,
    run: Any,
    desk: Any,
    checkpoints: Any,
) -> None:
    """4.3 after the last piece, 4.5, the success phase."""
    run.place = _NO_ICE
    run.source = _UPGRADE
    if board.root_acts:
        if board.corp_rezzes:
            rez_root(board, ices, cards, rigs, code, run, desk)
        if run.cause == 0:
            root_events(board, ices, cards, rigs, code, run, desk, True)
        if run.cause != 0:
            return
    run.success = 1
    if board.success:
        execute(board, ices, rigs, code, run, desk, board.success)
    if board.root_acts and run.cause == 0:
        root_success(board, ices, cards, rigs, code, run, desk)
    if run.cause == 0:
        breach(board, ices, cards, rigs, code, run, desk, checkpoints)


@hot
def play(
    board: Any,
    ices: Any,
    cards: Any,
    rigs: Any,
    code: Any,
    ways: Any,
    way_index: Any,
    run: Any,
    desk: Any,
    checkpoints: Any,
) -> None:
    """One run from 1.1 to 6.1; `run` holds the template and the key of the game."""
    deal(board, run, desk)
    if board.begin:
        execute(board, ices, rigs, code, run, desk, board.begin)
    if board.root_acts:
        root_abilities(board, ices, cards, rigs, code, run, desk)
    for place in range(board.ice_count):
        run.place = place
        row = draw_ice(board, cards, run, desk, place)
        ice = ices[row]
        if not (run.rezzed >> place) & 1 and board.corp_rezzes:
            price = ice.rez_cost + board.rez_tax
            if price <= run.corp:
                run.corp -= price
                run.corp_credits_spent += price
                run.rezzed |= 1 << place
                if ice.on_rez:
                    run.source = _ICE
                    execute(board, ices, rigs, code, run, desk, ice.on_rez)
        if (run.rezzed >> place) & 1 and run.cause == 0:
            encounter(board, ices, rigs, code, ways, way_index, run, desk, row)
        note(board, run, checkpoints, 0, place)
        if run.cause != 0:
            break
        following = place + 1
        if following < board.ice_count:
            if run.grip < board.minimum_grip:
                run.cause = _JACKED_OUT
                break
            if (run.rezzed >> following) & 1 and board.minimum_grip >= 0:
                ahead = ices[board.ice_row[following]]
                if cannot_get_through(board, ahead, code, ways, way_index, run):
                    run.cause = _JACKED_OUT
                    break
    if run.cause == 0:
        past_the_ice(board, ices, cards, rigs, code, run, desk, checkpoints)
    finish(board, ices, cards, rigs, code, run, desk)


@hot
def finish(
    board: Any, ices: Any, cards: Any, rigs: Any, code: Any, run: Any, desk: Any
) -> None:
    """6.1, unless the game itself has ended (rule 17)."""
    ended = run.cause if run.cause != 0 else _COMPLETED
    if ended <= _JACKED_OUT:
        run.cause = 0
        run.place = _NO_ICE
        run.source = ended
        if board.end:
            execute(board, ices, rigs, code, run, desk, board.end)
        if board.root_acts and run.cause == 0:
            root_events(board, ices, cards, rigs, code, run, desk, False)
        if run.cause == 0:
            run.cause = ended
            run.programs_lost += rigs[run.rig].doomed
    run.credits_moved = run.credits_spent + run.credits_lost


def _make_chunk(source: int) -> Any:
    """The chunk entry; `source` keys its cached machine code to the kernel's sources."""

    def chunk(
        board: Any,
        ices: Any,
        cards: Any,
        rigs: Any,
        code: Any,
        ways: Any,
        way_index: Any,
        template: Any,
        words: Any,
        runs: Any,
        desks: Any,
        checkpoints: Any,
        histograms: Any,
        seed_key: Any,
        first: int,
        count: int,
    ) -> int:
        """Play games first … first + count - 1 into `histograms`, int64[figures, width].

        Values of zero are not counted (the rest of the games). `words` is `runs`
        seen as int64. Returns the games played: fewer than `count` when a value
        does not fit into the histograms.
        """
        run = runs[0]
        for game in range(first, first + count):
            for word in range(template.shape[0]):
                words[word] = template[word]
            run.key = game_key(seed_key, game)
            play(
                board[0],
                ices,
                cards,
                rigs,
                code,
                ways,
                way_index,
                run,
                desks[0],
                checkpoints,
            )
            for figure in range(_FIGURES):
                value = words[FIRST_FIGURE + figure]
                if value != 0:
                    if value >= histograms.shape[1]:
                        return game - first
                    histograms[figure, value] += 1
        return count if source else count

    return entry(chunk)


chunk = _make_chunk(source_hash())
