"""One piece of ice: approached, rezzed, met, broken, passed, and what may follow it.

The ways to break are looked up in the tables that `simcore/encode/rigs.py` made before
the games were dealt; what is chosen among them are the fixed plans of
`simcore/plan/__init__.py`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import hot, inlined, int64
from simcore.kernel.layout import CHANGE_MET, ICE_FIRST, MOST_APPROACHES, ROOT_FIRST, Op
from simcore.record import Cause

from . import FULL
from .access import note
from .drawing import draw_ice
from .effects import counted_row, execute, holds, stands_rezzed
from .endings import (
    GIVEN,
    begin_encounter,
    bypass_pending,
    end_encounter,
    note_broken,
)
from .primitives import (
    ANYTHING,
    BREAKING,
    LOUD,
    damage,
    discard,
    pay,
    roll,
    trash_rig,
    unprevented,
)
from .roots import rez_behind
from .stream import ONE, ZERO

_ICE = int64(Cause.ICE)
_JACKED_OUT, _FLATLINED = int64(Cause.JACKED_OUT), int64(Cause.FLATLINED)
_UNLESS, _JUMP, _END = int64(Op.UNLESS), int64(Op.JUMP), int64(Op.END)
_MOST_APPROACHES = int64(MOST_APPROACHES)
_ALL_SUBS = (1 << 33) - 1


@inlined
def first_affordable(board: Any, way: int, funds: int, clicks: int) -> int:
    """The preferred affordable way (rule 4) from row `way` of the ways on; 0: none."""
    while way and (board.ways[way].credits > funds or board.ways[way].clicks > clicks):
        way = board.ways[way].more
    return way


@hot
def special_affordable(
    board: Any, run: Any, way: int, tax: int, tax_clicks: int, tax_grip: int
) -> int:
    """As `first_affordable` with `tax` promised elsewhere, for ways that may be loud or take
    stealth credits alone, or cards of the grip."""
    funds = run.credits + run.purses_break - tax
    clicks = run.clicks - tax_clicks
    grip = run.grip - tax_grip
    while way:
        here = board.ways[way]
        loud = ZERO + board.terms[way].loud
        hidden = ZERO + board.terms[way].stealth
        if here.credits <= funds and here.clicks <= clicks and board.terms[way].grip <= grip:
            quiet = here.credits - loud - hidden + tax
            others = run.credits
            for purse in range(board.purse_count):
                there = run.purse[purse]
                if board.purse_stealth[purse]:
                    part = min(there, hidden)
                    hidden -= part
                    there -= part
                part = min(there, quiet)
                quiet -= part
                if not board.purse_stealth[purse]:
                    others += there - part
            if hidden == 0 and loud <= others:  # no purse has anything left if some is not quiet
                break
        way = here.more
    return way


@hot
def take_stealth(board: Any, run: Any, credits: int) -> int:
    """Stealth credits go, recurring ones first, in rig order. How many recurring ones went."""
    left = credits
    recurring = ZERO
    for purse in range(board.purse_count):
        if board.purse_stealth[purse]:
            part = min(run.purse[purse], left)
            run.purse[purse] -= part
            run.purses_break -= part
            if not board.purse_breakers[purse]:
                run.purses_any -= part
            if board.purse_kind[purse] == 1:
                recurring += part
            left -= part
    return recurring


@inlined
def use_way(board: Any, run: Any, chosen: int, tried: int) -> None:
    """Pay for the rest of a way, `tried` credits of which went into attempts, and take its
    consequences."""
    way = board.ways[chosen]
    terms = board.terms[chosen]
    if terms.stealth:
        recurring = take_stealth(board, run, ZERO + terms.stealth)
        run.credits_spent += terms.stealth
        run.recurring_spent += recurring
        run.hosted_spent += terms.stealth - recurring
    pay(board, run, way.credits - terms.loud - terms.stealth - tried, BREAKING)
    pay(board, run, ZERO + terms.loud, LOUD)
    if terms.noise:
        take_stealth(board, run, ZERO + terms.noise)
    if terms.grip:
        discard(board, run, ZERO + terms.grip)
    if terms.blinds:
        run.most = 0
    run.credits += terms.gain
    run.corp -= min(run.corp, ZERO + terms.drain)
    clicks = min(run.clicks, ZERO + way.clicks + terms.forgone)
    run.clicks -= clicks
    run.clicks_spent += clicks
    run.programs_lost += way.programs
    run.rig = way.after
    if terms.ends:
        run.cause = _JACKED_OUT


@inlined
def closed_row(subs: int, vain: int) -> int:
    """Where the ways to break these subroutines stand, those in `vain` closed to the die."""
    count = ZERO
    closed = ZERO
    while subs:
        sub = subs & -subs
        subs ^= sub
        count += 1
        closed += (vain & sub) != 0
    return np.uint64((count * (count + 1) >> 1) + closed)  # type: ignore[return-value]


@hot
def break_specially(board: Any, run: Any, row: int) -> int:
    """As `break_subroutines`, where ways may be loud, forgo actions or end the run, and
    where a die decides over attempts: after a failure the plan is made anew for what is
    still unbroken."""
    ice = board.ices[row]
    left = (ONE << ice.subs) - 1
    given = ZERO
    if FULL and board.changes and board.climates[run.rig].etrs:
        given = GIVEN
        left |= given
    broken = ZERO
    vain = ZERO
    here = run.rig * board.row_length
    while True:
        must = ice.must
        way_must = here + ice.way_must
        way_all = here + ice.way_all
        if run.grip < ice.safe_grip:
            must = board.must_below[row, run.grip]
            way_must = here + board.way_must_below[row, run.grip]
        must = (must | given) & left
        if board.die:
            way_must = way_all + closed_row(must, vain)
            way_all += closed_row(left, vain)
        everything = special_affordable(board, run, way_all, ZERO, ZERO, ZERO)
        needed = special_affordable(board, run, way_must, ZERO, ZERO, ZERO)
        cheaper = needed or everything
        if (
            everything
            and board.terms[everything].ends <= board.terms[needed].ends
            and board.terms[everything].blinds <= board.terms[needed].blinds
            and board.ways[everything].credits - board.ways[cheaper].credits <= board.cap
        ):
            chosen = everything
            aim = left
        elif must and needed:
            chosen = needed
            aim = must
        else:
            if board.passes and must:
                late = special_affordable(board, run, here + ice.way_late, ZERO, ZERO, ZERO)
                if late:
                    use_way(board, run, late, ZERO)
                    run.bypassed = 1
            return broken
        dice = ZERO + board.terms[chosen].dice
        tried = dice * board.die_price
        open_ones = aim & ~vain
        while dice:
            sub = open_ones & -open_ones
            open_ones ^= sub
            dice -= 1
            pay(board, run, board.die_price, BREAKING)
            face = roll(run)
            if face < board.die:
                if board.die_once:
                    vain |= sub
                hurt = unprevented(board, run, face, ZERO)
                run.net_damage += hurt
                damage(board, run, hurt)
                if run.cause != 0:
                    return broken
                break
            broken |= sub
            left &= ~sub
            aim &= ~sub
        else:
            use_way(board, run, chosen, tried)
            if board.terms[chosen].wide:
                aim |= broken_too(left & ~aim, ZERO + board.terms[chosen].wide)
            return broken | aim


@hot
def broken_too(others: int, stay: int) -> int:
    """What is broken of subroutines that a way does not aim at, all but the last `stay`."""
    open_ones = others
    while open_ones:
        open_ones &= open_ones - 1
        stay -= 1
    broken = ZERO
    while stay < 0:
        sub = others & -others
        others ^= sub
        broken |= sub
        stay += 1
    return broken


@inlined
def break_subroutines(board: Any, run: Any, row: int) -> int:
    """Choose and pay a way to break (rule 6); the bits of the broken subroutines."""
    if FULL and board.special_ways:
        return break_specially(board, run, row)
    ice = board.ices[row]
    must = ice.must
    way_must = ice.way_must
    if run.grip < ice.safe_grip:
        must = board.must_below[row, run.grip]
        way_must = board.way_must_below[row, run.grip]
    here = run.rig * board.row_length
    funds = run.credits + run.purses_break
    everything = first_affordable(board, here + ice.way_all, funds, run.clicks)
    needed = first_affordable(board, here + way_must, funds, run.clicks)
    cheaper = needed or everything
    if everything and board.ways[everything].credits - board.ways[cheaper].credits <= board.cap:
        chosen = everything
        broken = _ALL_SUBS
    elif must and needed:
        chosen = needed
        broken = must
    else:
        return ZERO
    way = board.ways[chosen]
    pay(board, run, ZERO + way.credits, BREAKING)
    run.clicks -= way.clicks
    run.clicks_spent += way.clicks
    run.programs_lost += way.programs
    run.rig = way.after
    return broken


@inlined
def is_passed(run: Any) -> bool:
    """Whether this piece lies behind the Runner, still there and face up."""
    return ((run.rezzed & ~run.ice_gone) >> run.place) & 1 and run.goes == 0


@inlined
def encounter(board: Any, run: Any, row: int) -> None:
    """3.1 to 3.4, and passing at 4.1."""
    meet(board, run, row)
    if FULL and board.eventful:
        end_encounter(board, run, row)
    if run.cause == 0 and board.ices[row].on_pass and (not FULL or is_passed(run)):
        execute(board, run, board.ices[row].on_pass)


@hot
def answer_broken(board: Any, run: Any, row: int, broken: int) -> None:
    """What a piece does for each of its subroutines that was broken."""
    for sub in range(board.ices[row].subs):
        if (broken >> sub) & 1 and run.cause == 0:
            execute(board, run, board.ices[row].on_broken)
    if broken & GIVEN and board.ices[row].on_given and board.changes:
        for _ in range(board.climates[run.rig].etrs):
            if run.cause == 0:
                execute(board, run, board.ices[row].on_given)


@hot
def meet(board: Any, run: Any, row: int) -> None:
    """3.1 to 3.3: what waits for the encounter, breaking, what is left unbroken."""
    ice = board.ices[row]
    run.source = _ICE
    if FULL and board.eventful:
        begin_encounter(board, run)
        if run.cause != 0:
            return
    if FULL and board.passes and not run.bypassed:
        go_past(board, run, row)
    if ice.on_encounter and not run.bypassed:
        execute(board, run, ice.on_encounter)
        if run.cause != 0:
            return
        if FULL and run.over and not run.bypassed:
            return
    if FULL and board.counting and not run.bypassed:
        row = counted_row(board, run, row, run.place)
        ice = board.ices[row]
        if run.cause != 0:
            return
    if run.bypassed:
        run.bypassed = 0
    else:
        broken = break_subroutines(board, run, row)
        if FULL and board.eventful:
            note_broken(board, run, row, broken)
        if FULL and ice.on_broken and run.cause == 0:
            answer_broken(board, run, row, broken)
        if FULL and run.cause != 0:
            return
        if FULL and run.bypassed:
            run.bypassed = ZERO
            return
        if broken != _ALL_SUBS:
            for sub in range(ice.subs):
                if not (broken >> sub) & 1 and ice.sub[sub]:
                    execute(board, run, ice.sub[sub])
                    if run.cause != 0 or (FULL and run.over):
                        return
            if FULL and board.changes and not broken & GIVEN and board.climates[run.rig].etrs:
                run.cause = _ICE


@inlined
def cannot_get_through(board: Any, run: Any, row: int) -> bool:
    """Whether no way breaks the must set of a rezzed piece and pays its tax (rule 7)."""
    if FULL and board.bypasses and bypass_pending(board, run):
        return False
    rig = run.rig
    if FULL and board.changes:
        rig = board.climates[rig].after[CHANGE_MET]
    if FULL and board.passes:
        way = rig * board.row_length + board.ices[row].way_past
        if special_affordable(board, run, way, ZERO, ZERO, ZERO):
            return False
    return is_blocked(board, run, row, rig)


@inlined
def is_blocked(board: Any, run: Any, row: int, rig: int) -> bool:
    """Whether no way in a state of the rig breaks the must set of a piece and pays its tax."""
    ice = board.ices[row]
    tax = ZERO
    if FULL:
        tax += run.toll
        if tax > run.credits + run.purses_any:
            return True
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
    must = ice.must
    way_must = ice.way_must
    if run.grip < ice.safe_grip:
        must = board.must_below[row, run.grip]
        way_must = board.way_must_below[row, run.grip]
    if FULL and board.changes:
        must += board.climates[rig].etrs
    if must == 0:
        return False
    way = rig * board.row_length + way_must
    if FULL and board.special_ways:
        if special_affordable(board, run, way, tax, tax_clicks, tax_grip):
            return False
        way = rig * board.row_length + ice.way_late
        return not board.passes or special_affordable(board, run, way, tax, ZERO, ZERO) == 0
    funds = run.credits + run.purses_break - tax
    return first_affordable(board, way, funds, run.clicks - tax_clicks) == 0


@hot
def go_past(board: Any, run: Any, row: int) -> None:
    """Bypass the piece being met for a price, for want of another way (rule 53)."""
    if board.counting:
        row = counted_row(board, run, row, run.place)
        if run.cause != 0:
            return
    way = run.rig * board.row_length + board.ices[row].way_past
    way = special_affordable(board, run, way, ZERO, ZERO, ZERO)
    if way and is_blocked(board, run, row, run.rig):
        use_way(board, run, way, ZERO)
        run.bypassed = 1


@hot
def next_piece(run: Any, place: int) -> int:
    """The next piece that is still there, where the Runner may have gone back."""
    run.approaches += 1
    if run.approaches > _MOST_APPROACHES:
        run.unexplored = 1
        run.cause = _FLATLINED
    place += 1
    while (run.ice_gone >> place) & 1:
        place += 1
    return place


@hot
def trash_behind(board: Any, run: Any, place: int) -> None:
    """What a passed rezzed piece costs once the Runner has stayed."""
    if (run.rezzed >> place) & 1:
        trash_rig(board, run, run.pass_trashes, ZERO)


@inlined
def jacks_out(board: Any, run: Any, ahead: int) -> bool:
    """Whether the Runner goes home before the piece at `ahead` (rule 7)."""
    kept = FULL and board.sets and (run.held or run.leave_cost > run.credits + run.purses_any)
    if kept or not wants_out(board, run, ahead):
        return False
    if FULL and board.sets:
        pay(board, run, run.leave_cost, ANYTHING)
    return True


@hot
def wants_out(board: Any, run: Any, ahead: int) -> bool:
    """Whether the plan goes home where it may."""
    if run.grip < board.minimum_grip:
        return True
    if not (run.rezzed >> ahead) & 1 or board.minimum_grip < 0:
        return False
    if FULL:
        run.innermost = 1 if ahead == board.ice_count - 1 else 0
    row = -1 if FULL and board.advances else board.ice_row[ahead]
    if FULL and board.counting:
        row = counted_row(board, run, row if row >= 0 else run.ice_row[ahead], ahead)
    return cannot_get_through(board, run, row if row >= 0 else run.ice_row[ahead])


@hot
def face(board: Any, run: Any, place: int) -> int:
    """2.1 to 4.2 for one piece; the place where the Runner goes on, if the run does."""
    run.place = place
    following = place + 1
    if FULL and board.moves:
        following = next_piece(run, place)
    if not board.deals_ice:
        draw_ice(board, run, place)
    row = run.ice_row[place]
    if FULL and board.early_roots == ROOT_FIRST:
        rez_behind(board, run, row, following)
    if not (run.rezzed >> place) & 1 and board.corp_rezzes and not (FULL and run.cause != 0):
        price = board.ices[row].rez_cost + board.rez_tax
        able = price <= run.corp and not (FULL and board.ices[row].forfeits > run.agendas)
        if able and not (FULL and board.unique_ice and stands_rezzed(board, run, row)):
            if FULL:
                run.agendas -= board.ices[row].forfeits
            run.corp -= price
            run.corp_credits_spent += price
            run.rezzed |= 1 << place
            if board.ices[row].on_rez:
                run.source = _ICE
                execute(board, run, board.ices[row].on_rez)
    if FULL and board.early_roots == ICE_FIRST and run.cause == 0:
        rez_behind(board, run, row, following)
    there = run.rezzed & ~run.ice_gone if FULL else run.rezzed
    if (there >> place) & 1 and run.cause == 0:
        encounter(board, run, row)
    note(run, ZERO, place)
    if FULL and run.goes > 0 and run.cause == 0:
        following = run.goes - 1
        run.goes = 0
        return following
    if run.cause == 0 and following < board.ice_count and jacks_out(board, run, following):
        run.cause = _JACKED_OUT
    if FULL and board.sets and run.cause == 0:
        late = board.approach_first or board.all_passed
        if not (late and following == board.ice_count):
            trash_behind(board, run, place)
    return following
