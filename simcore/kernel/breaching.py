"""Many seeded games, each left where its breach begins: the state is tallied, not played on.

What follows from a state there is summed by `enumeration.py`, once for all games that came
to it; `simcore/exact/conditioning.py` puts the two together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import entry, hot, int64
from simcore.kernel.layout import CENTRAL_POOL, FIRST_FIGURE, ROOT_POOL, ROW_PADDING
from simcore.record import FIGURES

from . import FULL
from .enumeration import TOO_GREAT, TOO_MANY_STATES, TOO_MANY_TAKEN, find_state, forget_ice
from .game import begin, finish
from .ice import face
from .stream import ONE, ZERO, game_key

_FIGURES = len(FIGURES)
_BEHIND_OTHERS = int64(_FIGURES)


@hot
def tidy_lists(board: Any, run: Any, most_taken: int) -> None:
    """Lists as far as the breach reads them: nothing beyond what was drawn. Of the root all cards
    are known by now, or none: nothing is drawn beside those that are."""
    taken = run.taken[CENTRAL_POOL]
    for place in range(run.taken_count[CENTRAL_POOL], most_taken):
        taken[place] = 0
    taken = run.taken[ROOT_POOL]
    for place in range(board.root_count):
        taken[place] = 0
        if not run.root_known:
            run.root_row[place] = 0


@entry
def chunk_to_breach(
    boards: Any,
    template: Any,
    words: Any,
    runs: Any,
    histograms: Any,
    seed_key: Any,
    first: int,
    count: int,
    key: Any,
    canonical: Any,
    alike: Any,
    salts: Any,
    rows: Any,
    sums: Any,
    slots: Any,
    marks: Any,
    most_taken: int,
) -> int:
    """Play games first … first + count - 1 until they are over or their breach begins.

    Histograms int64[2 * figures, width + padding]: of games that are over, then of the
    others, by the figures they had. The first table of states (`enumeration.py`) holds
    those of the others, with whole numbers for sums: their figures, then how many
    they are. Returns the games played, as far as one whose figures are
    too great; -1 when there is no room. ``marks[0]`` says what it was.
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
        above = ZERO
        if run.cause != 0:
            finish(board, run)
        else:
            above = _BEHIND_OTHERS
            run.credits_moved = run.credits_spent + run.credits_lost
        bits = ZERO
        for figure in range(_FIGURES):
            bits |= words[FIRST_FIGURE + figure]
        if bits >= histograms.shape[1] - ROW_PADDING:
            marks[0] = TOO_GREAT
            return game - first
        if above:
            if run.taken_count[CENTRAL_POOL] > most_taken:
                marks[0] = TOO_MANY_TAKEN
                return -ONE
            tidy_lists(board, run, most_taken)
            run.next = 0
            run.rig = canonical[run.rig]
            if not FULL and alike.shape[0]:
                forget_ice(board, run, alike)
            row = find_state(words, key, salts, rows, sums, slots, marks, ZERO)
            if row < 0:
                marks[0] = TOO_MANY_STATES
                return -ONE
            for figure in range(_FIGURES):
                sums[row, 0, figure] += words[FIRST_FIGURE + figure]
            sums[row, 0, _FIGURES] += 1.0
        for figure in range(_FIGURES):
            histograms[above + figure, np.uint64(words[FIRST_FIGURE + figure])] += 1
    return count
