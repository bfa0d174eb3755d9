"""What the micro-ops are made of: paying, damage, draws, trashing, bids and dice.

The rules cited are those of `simcore/plan/__init__.py`.
"""

from __future__ import annotations

from typing import Any

from simcore.kernel.jit import hot, inlined, int64
from simcore.record import Cause
from simcore.sites import Kind

from . import EXACT, FULL
from .stream import ONE, ZERO, address, alike, bounded

ANYTHING, BREAKING, LOUD = ZERO, ONE, int64(2)
"""What a payment is for: purses "for breakers" pay for ways to break only, stealth
credits never for noisy breakers."""
_FLATLINED = int64(Cause.FLATLINED)
_DAMAGE = int64(Kind.DAMAGE)
_TRACE = int64(Kind.TRACE)
_PSI = int64(Kind.PSI)
_DRAW = int64(Kind.DRAW)
_ROLL = int64(Kind.ROLL)
_FACES = int64(6)


@hot
def pay_from_purses(board: Any, run: Any, price: int, purpose: int) -> int:
    """Take what the purses can give towards `price`; the rest is returned (rule 8)."""
    for purse in range(board.purse_count):
        if board.purse_breakers[purse] and purpose == ANYTHING:
            continue
        if FULL and board.purse_stealth[purse] and purpose == LOUD:
            continue
        part = min(run.purse[purse], price)
        if part == 0:
            continue
        run.purse[purse] -= part
        price -= part
        run.purses_break -= part
        if not board.purse_breakers[purse]:
            run.purses_any -= part
        kind = board.purse_kind[purse]
        if kind == 0:
            run.bad_publicity_spent += part
        elif kind == 1:
            run.recurring_spent += part
        else:
            run.hosted_spent += part
    return price


@inlined
def pay(board: Any, run: Any, price: int, purpose: int) -> None:
    """The Runner pays `price` credits; the caller has checked that they are there."""
    run.credits_spent += price
    if run.purses_break > 0:
        price = pay_from_purses(board, run, price, purpose)
    run.credits -= price


@hot
def choose_copy(copies: Any, count: int, number: int) -> int:
    """The first of `count` titles whose cumulated copies exceed `number`."""
    for title in range(count):
        if number < copies[title]:
            return title
        number -= copies[title]
    return count - 1


@hot
def damage(board: Any, run: Any, amount: int) -> None:
    """Trash `amount` random cards of the grip, one by one; none left flatlines."""
    run.odd = 0
    if board.grip_titles <= 1:
        if amount > 0 and run.grip > 0:
            run.odd = board.grip_odd[0]
        if amount > run.grip:
            run.grip = 0
            run.cause = _FLATLINED
        else:
            run.grip -= amount
        return
    for _ in range(amount):
        if run.grip == 0:
            run.cause = _FLATLINED
            return
        site = address(_DAMAGE, ZERO, ZERO, run.damage_points)
        title = choose_copy(run.grip_copies, board.grip_titles, bounded(run, site, run.grip))
        if EXACT:
            alike(run, run.grip_copies[title])
        run.grip_copies[title] -= 1
        run.odd |= board.grip_odd[title]
        run.grip -= 1
        run.damage_points += 1


@hot
def discard(board: Any, run: Any, count: int) -> None:
    """Cards of the grip as a price: the first listed."""
    run.grip -= count
    for title in range(board.grip_titles):
        part = min(count, run.grip_copies[title])
        run.grip_copies[title] -= part
        count -= part


@hot
def unprevented(board: Any, run: Any, amount: int, kind: int) -> int:
    """What is left of damage once the rig has kept off what it can; it goes on record."""
    mask = board.rigs[run.rig].mask
    for index in range(board.prevent_count):
        if (mask >> board.prevent_slot[index]) & 1 and (board.prevent_kinds[index] >> kind) & 1:
            gone = (run.prevented >> (8 * index)) & 255
            part = min(amount, board.prevent_points[index] - gone)
            run.prevented += part << (8 * index)
            amount -= part
    return amount


@hot
def draw_cards(board: Any, run: Any, count: int) -> None:
    """The Runner draws; with no stack stated the cards are blank (rule 20)."""
    for _ in range(count):
        title = board.blank_title
        if board.stack_count > 0:
            if run.stack_total == 0:
                return
            site = address(_DRAW, ZERO, ZERO, run.draws)
            number = bounded(run, site, run.stack_total)
            title = choose_copy(run.stack_left, board.grip_titles, number)
            if EXACT:
                alike(run, run.stack_left[title])
            run.stack_left[title] -= 1
            run.stack_total -= 1
        run.draws += 1
        if board.grip_titles > 1:
            run.grip_copies[title] += 1
        run.grip += 1


@hot
def trash_rig(board: Any, run: Any, count: int, kind: int) -> None:
    """Trash the first cards of the rig that are of class `kind`, one by one (rule 15)."""
    for _ in range(count):
        rig = board.rigs[run.rig]
        following = rig.after[kind]
        if following < 0:
            return
        run.programs_lost += rig.program[kind]
        for purse in range(board.purse_count):
            if board.purse_slot[purse] == rig.slot[kind]:
                run.purses_break -= run.purse[purse]
                if not board.purse_breakers[purse]:
                    run.purses_any -= run.purse[purse]
                run.purse[purse] = 0
        run.rig = following


@hot
def trace_succeeds(board: Any, run: Any, base: int) -> bool:
    """Both bids of a trace (rule 9); strictly greater than the link succeeds."""
    bits = run.trace_bits + run.trace_purse if FULL else ZERO
    top = min(board.trace_high, run.corp + bits)
    if FULL and board.trace_by_limit:
        top = min(top, base)
    low = min(board.trace_low, top)
    bid = low
    if top > low:
        site = address(_TRACE, run.place, ZERO, run.traces)
        bid += bounded(run, site, top - low + 1)
    run.traces += 1
    own = bid
    if FULL:
        own = max(ZERO, bid - bits)
        given = min(run.trace_bits, bid - own)
        run.trace_bits -= given
        run.trace_purse -= bid - own - given
    run.corp -= own
    run.corp_credits_spent += bid
    if FULL and board.trace_by_limit:
        run.trace_strength = bid
        return not links_above(board, run, bid)
    if FULL:
        run.trace_strength = base + bid
    gap = base + bid - board.link - board.rigs[run.rig].link
    if gap <= 0:
        return False
    if gap > board.trace_payment or gap > run.credits + run.purses_any:
        return True
    pay(board, run, gap, ANYTHING)
    return False


@hot
def links_above(board: Any, run: Any, value: int) -> bool:
    """Whether the Runner pays for one base link above the Corp's payment (rule 9)."""
    best = board.trace_payment + 1
    for number in range(board.base_links):
        link = board.base_link[number]
        if not (board.rigs[run.rig].mask >> link.slot) & 1:
            continue
        price = link.cost
        missing = value + 1 - link.value
        if missing > 0:
            if link.step_cost < 0:
                continue
            price += (missing + link.step - 1) // link.step * link.step_cost
        best = min(best, price)
    if best > board.trace_payment or best > run.credits + run.purses_any:
        return False
    pay(board, run, best, ANYTHING)
    return True


@hot
def bids_differ(board: Any, run: Any) -> bool:
    """Both bids of a psi game, each uniform on 0 … min(2, credits)."""
    corp = bounded(run, address(_PSI, run.place, ZERO, run.psis), min(2, run.corp) + 1)
    limit = min(2, run.credits + run.purses_any)
    runner = bounded(run, address(_PSI, run.place, ONE, run.psis), limit + 1)
    run.psis += 1
    run.corp -= corp
    run.corp_credits_spent += corp
    pay(board, run, runner, ANYTHING)
    return corp != runner


@hot
def roll(run: Any) -> int:
    """A six-sided die."""
    run.rolls += 1
    return 1 + bounded(run, address(_ROLL, run.place, ZERO, run.rolls - 1), _FACES)
