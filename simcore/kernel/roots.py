"""Cards of the root that are rezzed while a piece of ice is approached."""

from __future__ import annotations

from typing import Any

from simcore.kernel.jit import hot, int64
from simcore.kernel.layout import AT_REZ, ROOT_FIRST
from simcore.record import Cause
from simcore.sites import NO_ICE

from .access import lies_rezzed
from .drawing import root_row
from .effects import execute, stands_rezzed
from .stream import ZERO

_UPGRADE = int64(Cause.UPGRADE)
_NO_ICE = int64(NO_ICE)
_YES, _NEVER = int64(1), int64(-1)


@hot
def rez_behind(board: Any, run: Any, row: int, following: int) -> None:
    """Those that change this piece, or act if the run fails there, if it is going to be met; at
    the last one those that act before there is another window (rule 13).

    The price of the piece is kept back if its turn is still to come.
    """
    place = run.place
    met = ((run.rezzed & ~run.ice_gone) >> place) & 1
    kept = ZERO
    if board.early_roots == ROOT_FIRST and not (run.rezzed >> place) & 1:
        price = board.ices[row].rez_cost + board.rez_tax
        able = price <= run.corp and board.ices[row].forfeits <= run.agendas
        if able and not (board.unique_ice and stands_rezzed(board, run, row)):
            met = _YES
            kept = price
    last = following == board.ice_count
    run.place = _NO_ICE
    run.source = _UPGRADE
    for index in range(board.root_count):
        card = board.cards[root_row(board, run, index)]
        price = _NEVER
        if met and card.rez_for_ice >= 0:
            price = card.rez_for_ice
        if last and card.rez_early >= 0:
            price = card.rez_early
        out = ((run.root_gone | run.root_rezzed) >> index) & 1
        if out or price < 0 or price + kept > run.corp or run.cause != 0:
            continue
        if board.unique_roots and lies_rezzed(board, run, index):
            continue
        run.corp -= price
        run.corp_credits_spent += price
        run.root_rezzed |= 1 << index
        if card.acts[AT_REZ]:
            execute(board, run, card.acts[AT_REZ])
    run.place = place
