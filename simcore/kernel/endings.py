"""Around an encounter: what waits for its beginning, what for its end."""

from __future__ import annotations

from typing import Any

from simcore.kernel.jit import hot, int64
from simcore.kernel.layout import CHANGE_MET, CHANGE_OVER, Op
from simcore.record import Cause
from simcore.sites import NO_ICE

from . import FULL
from .effects import execute, holds, turn
from .primitives import ANYTHING, damage, pay, roll, unprevented
from .stream import ONE, ZERO

_ICE, _UPGRADE = int64(Cause.ICE), int64(Cause.UPGRADE)
_FLATLINED = int64(Cause.FLATLINED)
_END, _ONCE = int64(Op.END), int64(Op.ONCE)
_IF_INSTALLED, _BYPASS = int64(Op.IF_INSTALLED), int64(Op.BYPASS)
_NO_ICE = int64(NO_ICE)
GIVEN = int64(1 << 32)
"""Among the bits of broken subroutines: those that earlier pieces have given this one."""


@hot
def begin_encounter(board: Any, run: Any) -> None:
    """What comes before the effects of the piece itself: cards of both sides, then the toll."""
    if FULL and board.changes:
        turn(board, run, CHANGE_MET)
    run.over = 0
    run.fully_broken = 0
    run.net_due = run.net_next
    run.net_next = 0
    run.held &= 1
    if board.met:
        answer_encounter(board, run)
    if run.cause != 0 or run.bypassed:
        return
    if run.toll > run.credits + run.purses_any:
        run.cause = _ICE
    else:
        pay(board, run, run.toll, ANYTHING)


@hot
def note_broken(board: Any, run: Any, row: int, broken: int) -> None:
    """Whether the piece is fully broken, for what waits for the end of the encounter; whether
    anything has been broken in this run."""
    everything = (ONE << board.ices[row].subs) - 1
    if FULL and board.changes and board.climates[run.rig].etrs:
        everything |= GIVEN
    run.fully_broken = (broken & everything) == everything
    if broken & everything:
        run.broke = 1


@hot
def end_encounter(board: Any, run: Any, row: int) -> None:
    """The end of an encounter, however it came but by a flatline."""
    if board.aftermath and run.cause != _FLATLINED:
        settle(board, run, row)
    run.trace_bits = 0
    if FULL and board.changes and run.cause == 0:
        turn(board, run, CHANGE_OVER)


@hot
def settle(board: Any, run: Any, row: int) -> None:
    """What waits for the end of an encounter (rule 27), also when the run ended in it; then,
    if the piece is passed, the dice of cards that broke something."""
    rig = board.rigs[run.rig]
    run.programs_lost += rig.settled_programs
    run.corp += rig.settled_corp
    run.rig = rig.settled
    ended = run.cause
    run.cause = 0
    if run.net_due > 0 and run.fully_broken == 0:
        hurt = unprevented(board, run, run.net_due, ZERO)
        run.net_damage += hurt
        damage(board, run, hurt)
    if run.cause == 0 and board.ices[row].on_end and not (run.ice_gone >> run.place) & 1:
        run.source = _ICE
        execute(board, run, board.ices[row].on_end)
    if ended != 0 and run.cause != _FLATLINED:
        run.cause = ended
    while run.cause == 0 and board.rigs[run.rig].rolls:
        rig = board.rigs[run.rig]
        face = roll(run)
        if rig.roll_low <= face <= rig.roll_high:
            run.programs_lost += rig.roll_programs
            run.rig = rig.roll_hit
        else:
            run.rig = rig.roll_miss


@hot
def answer_encounter(board: Any, run: Any) -> None:
    """What cards of both sides do when any ice is encountered."""
    place = run.place
    run.innermost = 1 if place == board.ice_count - 1 else 0
    run.place = _NO_ICE
    run.source = _UPGRADE
    execute(board, run, board.met)
    run.encounters += 1
    run.place = place
    run.source = _ICE


@hot
def bypass_pending(board: Any, run: Any) -> bool:
    """Whether a card of the Runner will bypass the next piece that is encountered."""
    pc = board.bypasses
    while board.code[pc, 0] != _END:
        op = board.code[pc, 0]
        a = board.code[pc, 1]
        if op == _BYPASS:
            return True
        if op == _ONCE:
            holding = (run.used >> a) & 1 == 0
        elif op == _IF_INSTALLED:
            holding = (board.rigs[run.rig].mask >> a) & 1 != 0
        else:
            holding = holds(board, run, a, board.code[pc, 2], board.code[pc, 3], ZERO)
        pc += 1 if holding else 1 + board.code[pc, 5]
    return False
