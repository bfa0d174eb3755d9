"""All runs of a scenario at once: states of the run with their probabilities, stage by stage.

A state is what the rest of the run can still read of RUN: the words that the key of a
stage names (`simcore/exact/keys.py`). Each state is restored, the odometer follows every
path of chance through one stage of `game.py`, and where two paths leave the same words
they are one state of the next stage: probabilities add. Figures that nothing reads back
are not part of a state; beside its probability it carries their expected values.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import entry, int64, pasted, source_hash
from simcore.kernel.layout import CENTRAL_POOL, FIRST_FIGURE
from simcore.record import FIGURES

from . import EXACT, FULL
from .access import access_at_once
from .game import access_next, begin, finish, open_breach, succeed
from .ice import face
from .stream import ONE, ZERO, mix64

COUNTED = ("cause", "credits", "points", "agendas_stolen")
"""Figures whose every value is counted, in the order of the rows of `counts`."""
DONE, TOO_MANY_PATHS, TOO_MANY_STATES, TOO_MANY_TAKEN, TOO_GREAT, TOO_DEEP = (
    int64(end) for end in range(6)
)
"""What an enumeration comes to."""
REPORT = ("paths", "states", "waiting", "stage", "figure")
"""What it reports: paths followed, states met, states left and the stage when it stopped,
and the figure that was too great."""

_FIGURES = len(FIGURES)
_COUNTED = tuple(FIGURES.index(name) for name in COUNTED)
_CAUSE, _CREDITS, _POINTS, _STOLEN = (int64(FIGURES.index(name)) for name in COUNTED)
_TWO, _FIRST_SIZE = int64(2), int64(256)


@pasted
def empty_table(filled: Any, sizes: Any, slots: Any, table: int) -> None:
    """A table without states."""
    filled[table] = 0
    sizes[table] = _FIRST_SIZE
    for slot in range(_FIRST_SIZE):
        slots[table, slot] = 0


@pasted
def grow(filled: Any, sizes: Any, slots: Any, hashes: Any, table: int) -> None:
    """Twice as many slots for the rows of a table."""
    size = 2 * sizes[table]
    sizes[table] = size
    for empty in range(size):
        slots[table, empty] = 0
    for row in range(filled[table]):
        slot: Any = np.int64(hashes[table, row] & np.uint64(size - 1))
        while slots[table, slot] != 0:
            slot = (slot + 1) & (size - 1)
        slots[table, slot] = row + 1


@pasted
def play_stage(board: Any, run: Any, stage: int, last: int) -> int:
    """One stage, from `run.next` on; the stage that comes next, or -1 when the run is over.

    Stage 0 is the deal and the beginning, the last one an access, the one before it what
    comes between ice and accesses; the others are one piece of ice each, or any piece
    where the Runner may go back.
    """
    following = stage + 1
    if stage == 0:
        begin(board, run)
        run.next = 0
    elif stage == last:
        following = stage
        more = access_next(board, run, run.next, run.due)
        run.next += 1
        if not more or run.next >= board.root_count + run.due:
            following = -ONE
    elif stage == last - 1:
        succeed(board, run)
        if run.cause == 0:
            run.due = open_breach(board, run)
            run.next = 0
        if board.root_count + run.due == 0:
            following = -ONE
        elif FULL and board.at_once and run.cause == 0:
            access_at_once(board, run, run.due)
            following = -ONE
    else:
        run.next = face(board, run, run.next)
        if FULL and board.moves and run.next < board.ice_count:
            following = stage
    if run.cause != 0:
        following = -ONE
    return following


def _make_enumerate(source: int) -> Any:
    """The entry; `source` keys its cached machine code to the kernel's sources."""

    def enumerate_runs(
        boards: Any,
        template: Any,
        words: Any,
        runs: Any,
        keys: Any,
        carried: Any,
        canonical: Any,
        salts: Any,
        rows: Any,
        hashes: Any,
        masses: Any,
        sums: Any,
        slots: Any,
        filled: Any,
        sizes: Any,
        counts: Any,
        means: Any,
        report: Any,
        most_paths: int,
        most_taken: int,
    ) -> int:
        """Follow every path of chance; what it comes to.

        keys int64[stages, words + 1]: how many words of RUN a state of the stage has, and
        which; carried float64[stages, figures]: 1 for a figure that is none of them;
        canonical int64[stages, rigs]: the state of the rig that stands for another one;
        salts uint64[words]. Three tables of states: rows int64[3, room, words], hashes
        uint64[3, room], masses float64[3, room], sums float64[3, room, figures], slots
        int64[3, a power of two from 2 * room on], filled and sizes int64[3]. Results:
        counts float64[counted, width]; means float64[figures + 1], the last one the
        probability of games that no table holds; report int64, see `REPORT`.
        """
        board = boards[0]
        run = runs[0]
        last = keys.shape[0] - 1
        width = counts.shape[1]
        room = rows.shape[1]
        paths = ZERO
        current, again, onward = ZERO, ONE, _TWO
        filled[current] = 1
        masses[current, 0] = 1.0
        for figure in range(_FIGURES):
            sums[current, 0, figure] = 0.0
        for stage in range(last + 1):
            empty_table(filled, sizes, slots, onward)
            while filled[current] > 0:
                empty_table(filled, sizes, slots, again)
                report[1] += filled[current]
                for state in range(filled[current]):
                    run.known = 0
                    while True:
                        paths += 1
                        report[0] = paths
                        if paths > most_paths:
                            report[2] = filled[current] - state + filled[again] + filled[onward]
                            report[3] = stage
                            return TOO_MANY_PATHS
                        for word in range(template.shape[0]):
                            words[word] = template[word]
                        for place in range(keys[stage, 0]):
                            words[keys[stage, place + 1]] = rows[current, state, place]
                        run.depth = 0
                        run.too_deep = 0
                        following = play_stage(board, run, stage, last)
                        if following < 0:
                            finish(board, run)
                        if run.too_deep:
                            report[3] = stage
                            return TOO_DEEP
                        if run.taken_count[CENTRAL_POOL] > most_taken:
                            return TOO_MANY_TAKEN
                        above = 1.0
                        below = 1.0
                        for depth in range(run.known):
                            above *= run.span[depth]
                            below *= run.width[depth]
                        part = above / below
                        mass = masses[current, state] * part
                        if following < 0:
                            if FULL and run.unexplored:
                                means[_FIGURES] += mass
                            else:
                                for figure in range(_FIGURES):
                                    value = words[FIRST_FIGURE + figure]
                                    if value < 0 or value >= width:
                                        report[3] = stage
                                        report[4] = figure
                                        return TOO_GREAT
                                    means[figure] += part * sums[current, state, figure]
                                    means[figure] += mass * value
                                counts[0, run.cause] += mass
                                counts[1, run.credits_moved] += mass
                                counts[2, run.points] += mass
                                counts[3, run.agendas_stolen] += mass
                        else:
                            run.rig = canonical[following, run.rig]
                            run.credits_moved += run.credits_spent + run.credits_lost
                            table = again if following == stage else onward
                            used = keys[following, 0]
                            mixed = np.uint64(0)
                            for place in range(used):
                                mixed += np.uint64(words[keys[following, place + 1]]) * salts[place]
                            mixed = mix64(mixed)
                            slot = np.int64(mixed & np.uint64(sizes[table] - 1))
                            row = slots[table, slot] - 1
                            while row >= 0:
                                if hashes[table, row] == mixed:
                                    same = True
                                    for place in range(used):
                                        word = words[keys[following, place + 1]]
                                        if rows[table, row, place] != word:
                                            same = False
                                    if same:
                                        break
                                slot = (slot + 1) & (sizes[table] - 1)
                                row = slots[table, slot] - 1
                            if row < 0:
                                row = filled[table]
                                if row == room:
                                    report[2] = filled[current] - state + filled[again]
                                    report[2] += filled[onward]
                                    report[3] = stage
                                    return TOO_MANY_STATES
                                filled[table] = row + 1
                                slots[table, slot] = row + 1
                                hashes[table, row] = mixed
                                masses[table, row] = 0.0
                                for place in range(used):
                                    rows[table, row, place] = words[keys[following, place + 1]]
                                for figure in range(_FIGURES):
                                    sums[table, row, figure] = 0.0
                                if 2 * row > sizes[table]:
                                    grow(filled, sizes, slots, hashes, table)
                            masses[table, row] += mass
                            for figure in range(_FIGURES):
                                change = (
                                    words[FIRST_FIGURE + figure] - template[FIRST_FIGURE + figure]
                                )
                                sums[table, row, figure] += carried[following, figure] * (
                                    part * sums[current, state, figure] + mass * change
                                )
                        depth = run.known - 1
                        while depth >= 0:
                            run.branch[depth] += run.span[depth]
                            if run.branch[depth] < run.width[depth]:
                                break
                            depth -= 1
                        if depth < 0:
                            break
                        run.known = depth + 1
                if stage == last or (FULL and board.moves and 0 < stage < last - 1):
                    current, again = again, current
                else:
                    break
            current, onward = onward, current
        return DONE if source else TOO_DEEP

    return entry(enumerate_runs)


enumerate_runs = _make_enumerate(4 * source_hash() + 2 * EXACT + FULL)
