"""The micro-ops: everything a clause of a card can do to a game.

A program ends at `Op.END` or as soon as the game's `cause` is set. `run.source` says
what a program belongs to, and so the cause if it ends the run. The rules cited are
those of `simcore/plan/__init__.py`.
"""

from __future__ import annotations

from typing import Any

from simcore.kernel.jit import hot, inlined, int64
from simcore.kernel.layout import CENTRE, MAX_RIGS, OWN_CARDS, Comparison, Op, Rest, Subject
from simcore.record import Cause

from . import FULL
from .drawing import takes_counters
from .primitives import (
    ANYTHING,
    bids_differ,
    damage,
    draw_cards,
    pay,
    roll,
    trace_succeeds,
    trash_rig,
    unprevented,
)
from .stream import ONE, ZERO

_FLATLINED = int64(Cause.FLATLINED)
_ICE = int64(Cause.ICE)

_END, _ETR, _HURT, _TAG = int64(Op.END), int64(Op.ETR), int64(Op.DAMAGE), int64(Op.TAG)
_RUNNER_CREDITS, _CORP_CREDITS = int64(Op.RUNNER_CREDITS), int64(Op.CORP_CREDITS)
_LOSE_CLICKS, _TRASH_RIG = int64(Op.LOSE_CLICKS), int64(Op.TRASH_RIG)
_TRACE_OP, _PSI_OP = int64(Op.TRACE), int64(Op.PSI)
_UNLESS, _OFFER, _JUMP, _IF = int64(Op.UNLESS), int64(Op.OFFER), int64(Op.JUMP), int64(Op.IF)
_CORP_MAY, _NO_STEAL, _DRAW_OP = int64(Op.CORP_MAY), int64(Op.NO_STEAL), int64(Op.DRAW)
_HQ_CARDS, _REZ_ICE, _ONCE = int64(Op.HQ_CARDS), int64(Op.REZ_ICE), int64(Op.ONCE)
_IF_INSTALLED, _ACCESS_MORE, _BYPASS = (
    int64(Op.IF_INSTALLED),
    int64(Op.ACCESS_MORE),
    int64(Op.BYPASS),
)
_ROLL_OP, _ENDING_OP, _SET = int64(Op.ROLL), int64(Op.ENDING), int64(Op.SET)
_HELD, _HELD_UNTIL_MET = int64(Rest.HELD), int64(Rest.HELD_UNTIL_MET)
_LEAVE_COST, _TOLL = int64(Rest.LEAVE_COST), int64(Rest.TOLL)
_MOST_ACCESSES, _PASS_TRASHES = int64(Rest.MOST_ACCESSES), int64(Rest.PASS_TRASHES)
_TRACE_BITS = int64(Rest.TRACE_BITS)

_TOP_GONE, _SPARED = int64(Rest.TOP_GONE), int64(Rest.SPARED)
_TAGS_GONE, _SCORE = int64(Rest.TAGS_GONE), int64(Rest.SCORE)
_REST_PENDING, _SELF_BARRED = int64(Rest.PENDING), int64(Rest.SELF_BARRED)
_ROOT_GONE = int64(Rest.ROOT_GONE)
_GRIP_GONE, _SELF_GONE = int64(Rest.GRIP_GONE), int64(Rest.SELF_GONE)
_EVERYWHERE = int64((2 << CENTRE) - 1)
_OWN_CARDS = int64(OWN_CARDS)
_WON, _TO_WIN = int64(Cause.WON), int64(7)
_LEAVE_ICE, _GO_BACK = int64(Op.LEAVE_ICE), int64(Op.GO_BACK)
_ADVANCE = int64(Op.ADVANCE)
_COUNTERS, _SPEND = int64(Op.COUNTERS), int64(Op.SPEND)
_TURN, _NET_NEXT = int64(Op.TURN), int64(Op.NET_NEXT)
_RIGS = int64(MAX_RIGS)

_TAGS, _STOLEN, _ODD = int64(Subject.TAGS), int64(Subject.STOLEN), int64(Subject.ODD)
_POOL, _CORP_POOL, _GRIP = (
    int64(Subject.RUNNER_CREDITS),
    int64(Subject.CORP_CREDITS),
    int64(Subject.GRIP),
)
_SUCCESS, _ENDING = int64(Subject.SUCCESS), int64(Subject.ENDING)
_FULLY_BROKEN, _ENCOUNTERS = int64(Subject.FULLY_BROKEN), int64(Subject.ENCOUNTERS)
_BYPASSED, _TURNED = int64(Subject.BYPASSED), int64(Subject.TURNED)
_REZZED = int64(Subject.REZZED)
_CLICKS, _ALL_TRASHABLE = int64(Subject.CLICKS), int64(Subject.ALL_TRASHABLE)
_HQ, _OWN_COUNTERS = int64(Subject.HQ), int64(Subject.COUNTERS)
_INNERMOST, _TAKES_COUNTERS = int64(Subject.INNERMOST), int64(Subject.TAKES_COUNTERS)
_BROKE, _TRACE_STRENGTH = int64(Subject.BROKE), int64(Subject.TRACE)
_HQ_OVER_GRIP = int64(Subject.HQ_OVER_GRIP)
_CORP_OVER_RUNNER = int64(Subject.CORP_OVER_RUNNER)
_PENDING, _AT_ROOT = int64(Subject.PENDING), int64(Subject.AT_ROOT)
_AT_REZZED = int64(Subject.AT_REZZED)
_MOST_ALLOWED, _ACCESSES = int64(Subject.MOST_ACCESSES), int64(Subject.ACCESSES)
_MEASURE = int64(Op.MEASURE)
_AT_LEAST, _AT_MOST, _EQUAL = (
    int64(Comparison.AT_LEAST),
    int64(Comparison.AT_MOST),
    int64(Comparison.EQUAL),
)


@hot
def all_trashable(board: Any, run: Any, kind: int) -> int:
    """How many cards of the rig are of class `kind`."""
    there = ZERO
    rig = board.rigs[run.rig].after[kind]
    while rig >= 0:
        there += 1
        rig = board.rigs[rig].after[kind]
    return there


@hot
def lacks_cards(board: Any, run: Any, price: int) -> bool:
    """Whether the rig has fewer cards of a class than a price asks for."""
    return price > 0 and all_trashable(board, run, price % _OWN_CARDS) < price // _OWN_CARDS


@hot
def counted_by(run: Any, subject: int, place: int) -> int:
    """What a piece of ice at this place counts, or an effect goes by."""
    if subject == _TAGS:
        return run.tags
    if subject == _GRIP:
        return run.grip
    if subject == _OWN_COUNTERS:
        return (run.counters >> (3 * place)) & 7
    if subject == _HQ_OVER_GRIP:
        return run.hq - run.grip
    if subject == _CORP_OVER_RUNNER:
        return run.corp - run.credits
    if subject == _AT_ROOT:
        return ONE if run.at >= 0 else ZERO
    if subject == _AT_REZZED:
        return (run.root_rezzed >> run.at) & 1 if run.at >= 0 else ZERO
    return run.hq


@hot
def counted_row(board: Any, run: Any, row: int, place: int) -> int:
    """The ICE row of a piece for what it counts now; a game that counts beyond what was
    foreseen is given up."""
    counted = board.ices[row].counted
    if counted == 0:
        return row + 0
    if counted - 1 == _TURNED:
        count = 1 - ((board.ice_rezzed >> place) & 1)
    else:
        count = counted_by(run, counted - 1, place)
    if count > board.ices[row].counted_most:
        run.unexplored = 1
        run.cause = _FLATLINED
        return row + 0
    if count <= 0:
        return row + 0
    return board.ices[row].counted_first + count - 1


@hot
def holds(board: Any, run: Any, subject: int, comparison: int, value: int, kind: int) -> bool:
    """A condition on the state of the game."""
    if subject == _TAGS:
        left = run.tags
    elif subject == _STOLEN:
        left = run.agendas_stolen
    elif subject == _ODD:
        left = run.odd
    elif subject == _POOL:
        left = run.credits
    elif subject == _CORP_POOL:
        left = run.corp
    elif subject == _GRIP:
        left = run.grip
    elif subject == _SUCCESS:
        left = run.success
    elif FULL and subject == _ENDING:
        left = run.ending
    elif FULL and subject == _FULLY_BROKEN:
        left = run.fully_broken
    elif FULL and subject == _ENCOUNTERS:
        left = run.encounters
    elif FULL and subject == _REZZED:
        left = ((run.rezzed & ~run.ice_gone) >> kind) & 1
    elif FULL and subject == _TURNED:
        left = 1 - ((board.ice_rezzed >> run.place) & 1)
    elif FULL and subject == _BYPASSED:
        left = run.bypassed
    elif FULL and subject == _CLICKS:
        left = run.clicks
    elif FULL and subject == _ALL_TRASHABLE:
        left = all_trashable(board, run, kind)
    elif FULL and subject == _PENDING:
        left = (run.pending >> (4 * kind)) & 15
    elif FULL and subject == _INNERMOST:
        left = run.innermost
    elif FULL and subject == _BROKE:
        left = run.broke
    elif FULL and subject == _TRACE_STRENGTH:
        left = run.trace_strength
    elif FULL and subject == _MOST_ALLOWED:
        left = run.most
    elif FULL and subject == _ACCESSES:
        left = run.accesses
    elif FULL and subject == _TAKES_COUNTERS:
        left = ONE if takes_counters(board, run) else ZERO
    elif FULL and subject >= _HQ:
        left = counted_by(run, subject, run.place)
    else:
        left = 1 if board.rigs[run.rig].after[kind] >= 0 else 0
    if comparison == _AT_LEAST:
        return left >= value
    if comparison == _AT_MOST:
        return left <= value
    if comparison == _EQUAL:
        return left == value
    return left != value


@inlined
def outermost_unrezzed(board: Any, run: Any) -> int:
    """The place of the outermost unrezzed piece, or -1."""
    for place in range(board.ice_count):
        closed = run.rezzed | run.ice_gone if FULL else run.rezzed
        if not (closed >> place) & 1:
            if FULL and board.unique_ice and stands_rezzed(board, run, run.ice_row[place]):
                continue
            return place
    return -1


@inlined
def stands_rezzed(board: Any, run: Any, row: int) -> bool:
    """Whether another copy of this ice, of which one can be active, is rezzed (rule 56)."""
    unique = board.ices[row].unique
    if unique:
        for place in range(board.ice_count):
            if ((run.rezzed & ~run.ice_gone) >> place) & 1:
                known = board.ice_row[place]  # of ice not yet reached the run knows no row
                if board.ices[known if known >= 0 else run.ice_row[place]].unique == unique:
                    return True
    return False


@hot
def turn(board: Any, run: Any, change: int) -> None:
    """The climate changes; a game that leaves what was explored is given up."""
    following = board.climates[run.rig].after[change]
    if following >= _RIGS:
        run.unexplored = 1
        run.cause = _FLATLINED
    else:
        run.rig = following


@hot
def set_rest(run: Any, what: int, amount: int) -> None:
    """What the rest of the run goes by."""
    if what == _HELD:
        run.held |= 1
    elif what == _HELD_UNTIL_MET:
        run.held |= 2
    elif what == _LEAVE_COST:
        run.leave_cost += amount
    elif what == _TOLL:
        run.toll += amount
    elif what == _MOST_ACCESSES:
        run.most = min(run.most, amount)
    elif what == _PASS_TRASHES:
        run.pass_trashes += amount
    elif what == _TRACE_BITS:
        run.trace_bits += amount
    elif what == _TOP_GONE:
        run.top_gone += amount
    else:
        set_late_rest(run, what, amount)


@hot
def set_late_rest(run: Any, what: int, amount: int) -> None:
    """What is accessed, stolen and scored from now on, and what waits for that."""
    if what == _SPARED:
        run.spared = amount
    elif what == _TAGS_GONE:
        run.tags = max(0, run.tags - amount)
    elif what == _SCORE:
        run.spared = 2
        run.points += max(0, amount)
        run.score += amount
        if run.score >= _TO_WIN:
            run.cause = _WON
    elif what == _REST_PENDING:
        run.pending += amount
    elif what == _GRIP_GONE:
        run.grip -= min(amount, run.grip)
    elif what == _SELF_BARRED:
        run.barred |= ONE << run.here
    elif what == _SELF_GONE:
        run.root_gone |= ONE << run.here
    elif what == _ROOT_GONE:
        if not (amount >> 6 and run.no_steal):
            there = ONE & ~(run.root_gone >> (amount & 63))
            run.corp_cards_trashed += there * (amount >> 6)
            run.root_gone |= ONE << (amount & 63)
    else:
        run.barred |= _EVERYWHERE & ~(ONE << run.here)


@hot
def leave_ice(run: Any, turns_down: int, at_hand: bool) -> None:
    """This piece of ice is trashed, or turns face down; either way nothing more of it comes."""
    here = 1 << run.place
    if not turns_down:
        run.ice_gone |= here
    elif not run.ice_gone & here:
        run.rezzed &= ~here
    if at_hand:
        run.over = 1


@hot
def advance(board: Any, run: Any) -> None:
    """A counter on the outermost piece that can be advanced."""
    for place in range(board.ice_count):
        ice = board.ices[run.ice_row[place]]
        if ice.advanceable and not (run.ice_gone >> place) & 1:
            if ice.advanced < 0:
                run.unexplored = 1
                run.cause = _FLATLINED
            else:
                run.ice_row[place] = ice.advanced
            return


@hot
def go_back(board: Any, run: Any, steps: int) -> None:
    """The Runner goes back over so many rezzed pieces, to the outermost one if there are
    not so many or `steps` is negative."""
    target = ZERO
    while (run.ice_gone >> target) & 1:
        target += 1
    if target == board.ice_count or steps == 0:
        return
    place = run.place
    while steps > 0 and place > 0:
        place -= 1
        if ((run.rezzed & ~run.ice_gone) >> place) & 1:
            steps -= 1
            if steps == 0:
                target = place
    run.goes = target + 1
    run.over = 1


@hot
def change_counters(run: Any, change: int) -> bool:
    """Power counters come to this piece of ice or go; False if there are too few."""
    shift = 3 * run.place
    there = ((run.counters >> shift) & 7) + change
    if there < 0:
        return False
    if there > 7:
        run.unexplored = 1
        run.cause = _FLATLINED
        return False
    run.counters += change << shift
    return True


@hot
def trade(board: Any, run: Any, most: int, gain: int) -> None:
    """The Corp loses credits, for each of which the Runner gains some or pays one."""
    lost = min(most, run.corp)
    if gain < 0:
        lost = min(lost, run.credits + run.purses_any)
        pay(board, run, lost, ANYTHING)
    else:
        run.credits += lost * gain
    run.corp -= lost


@hot
def execute(board: Any, run: Any, start: int) -> None:
    """Run the program that begins at row `start`."""
    pc = start
    back = -1  # where the program goes on after the rez effects of an ice it rezzed
    place = run.place
    source = run.source
    while True:
        op = board.code[pc, 0]
        a = board.code[pc, 1]
        if FULL and run.measured:
            a = run.amount
            run.measured = 0
        step = 1
        if op == _END:
            if back < 0:
                return
            pc = back
            back = -1
            run.place = place
            run.source = source
        elif op == _ETR:
            run.cause = run.source
        elif op == _RUNNER_CREDITS:
            change = a + board.code[pc, 2] * run.accesses
            if change < 0:
                lost = min(-change, run.credits)
                run.credits -= lost
                run.credits_lost += lost
            else:
                run.credits += change
        elif op == _TAG:
            run.tags += a
            run.tags_taken += a
        elif op == _HURT:
            kind = board.code[pc, 2]
            if FULL:
                a += board.code[pc, 4] * run.face
            if FULL and board.prevent_count and not board.code[pc, 3]:
                a = unprevented(board, run, a, kind)
            if kind == 0:
                run.net_damage += a
            elif kind == 1:
                run.meat_damage += a
            else:
                run.core_damage += a
            damage(board, run, a)
        elif op == _TRACE_OP:
            if not trace_succeeds(board, run, a):
                step += board.code[pc, 5]
        elif op == _TRASH_RIG:
            if FULL and board.code[pc, 3] and board.rigs[run.rig].after[board.code[pc, 2]] >= 0:
                run.grip += 1
            trash_rig(board, run, a, board.code[pc, 2])
        elif op == _UNLESS:
            if a == 0 and board.code[pc, 2] <= run.grip:
                step += board.code[pc, 5]
        elif op == _OFFER:
            clicks = board.code[pc, 2]
            if (
                a <= run.credits + run.purses_any
                and clicks <= run.clicks
                and board.code[pc, 3] <= run.grip
                and not (FULL and lacks_cards(board, run, board.code[pc, 4]))
            ):
                pay(board, run, a, ANYTHING)
                run.clicks -= clicks
                run.clicks_spent += clicks
                step += board.code[pc, 5]
        elif op == _JUMP:
            step += board.code[pc, 5]
        elif op == _IF:
            if not holds(board, run, a, board.code[pc, 2], board.code[pc, 3], board.code[pc, 4]):
                step += board.code[pc, 5]
        elif op == _CORP_CREDITS:
            if FULL and board.code[pc, 2] != 0:
                trade(board, run, -a, board.code[pc, 2])
            else:
                run.corp = max(0, run.corp + a)
        elif op == _LOSE_CLICKS:
            gone = min(a, run.clicks)
            run.clicks -= gone
            run.clicks_lost += gone
        elif op == _CORP_MAY:
            cards = board.code[pc, 2]
            if a <= run.corp and cards <= run.hq:
                run.corp -= a
                run.corp_credits_spent += a
                run.hq -= cards
                run.paid_away += board.code[pc, 3]
            else:
                step += board.code[pc, 5]
        elif op == _PSI_OP:
            if not bids_differ(board, run):
                step += board.code[pc, 5]
        elif op == _NO_STEAL:
            run.no_steal = 1
        elif op == _DRAW_OP:
            draw_cards(board, run, a)
        elif op == _HQ_CARDS:
            run.hq += a
            run.paid_away += a * board.code[pc, 2]
        elif op == _ONCE:
            if (run.used >> a) & 1:
                step += board.code[pc, 5]
            else:
                run.used |= 1 << a
        elif op == _IF_INSTALLED:
            if not (board.rigs[run.rig].mask >> a) & 1:
                step += board.code[pc, 5]
        elif op == _ACCESS_MORE:
            run.more += a
        elif op == _BYPASS:
            run.bypassed = 1
        elif FULL and op == _SET:
            set_rest(run, a, board.code[pc, 2])
        elif FULL and op == _MEASURE:
            run.amount = board.code[pc, 2] + board.code[pc, 3] * counted_by(run, a, run.place)
            run.measured = 1
        elif FULL and op == _ENDING_OP:
            run.ending = 1
        elif FULL and op == _ROLL_OP:
            face = roll(run)
            run.face = face
            if face < a or face > board.code[pc, 2]:
                step += board.code[pc, 5]
        elif FULL and op == _LEAVE_ICE:
            leave_ice(run, a, back < 0)
        elif FULL and op == _GO_BACK:
            go_back(board, run, a + board.code[pc, 2] * run.face)
        elif FULL and op == _ADVANCE:
            advance(board, run)
        elif FULL and op == _COUNTERS:
            change_counters(run, a)
        elif FULL and op == _SPEND:
            if not change_counters(run, -a):
                step += board.code[pc, 5]
        elif FULL and op == _NET_NEXT:
            run.net_next += a
        elif FULL and op == _TURN:
            turn(board, run, a)
        elif op == _REZ_ICE:
            target = outermost_unrezzed(board, run)
            if target >= 0:
                run.rezzed |= 1 << target
                back = pc
                place = run.place
                source = run.source
                run.place = target
                run.source = _ICE
                pc = board.ices[run.ice_row[target]].on_rez - 1
        if run.cause != 0:
            return
        pc += step
