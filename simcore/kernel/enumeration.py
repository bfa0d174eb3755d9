"""All runs of a scenario at once: states of the run with their probabilities, stage by stage.

A state is what the rest of the run can still read of RUN: the words that the key of a
stage names (`simcore/exact/keys.py`). Each state is restored, the odometer follows every
path of chance through one stage of `game.py`, and where two paths leave the same words
they are one state of the next stage: probabilities add. Figures that nothing reads back
are not part of a state; beside its probability it carries their expected values.

Where a scenario is unfolded (`simcore/unfold`), every path is noted instead: its chance
events and branches, where it leads to, and what it adds to the figures.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.kernel.jit import entry, hot, inlined, int64
from simcore.kernel.layout import CENTRAL_POOL, FIRST_FIGURE
from simcore.record import FIGURES

from . import FULL, INTERPRETED
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
REPORT = ("paths", "states", "ahead", "stage", "figure")
"""What it reports: paths followed, states met, paths that it would have taken at least
about, the stage when it stopped, and the figure that was too great."""
SURVEY = (
    *("stage", "kept", "paths"),
    *("again_quarter", "again_half", "again", "onward_quarter", "onward_half", "onward"),
)
"""What a survey notes of each round through the states of a stage: how many were followed,
along how many paths, to how many new states of the stage itself and of the next one, after
a quarter of them, half of them and in the end."""
TABLES = 3
"""Tables of states: of the stage being played, and what paths lead to in it and behind it."""

_FIGURES = len(FIGURES)
_ALL = int64(_FIGURES)
_CAUSE, _CREDITS, _POINTS, _STOLEN, _MEANS = (int64(row) for row in range(len(COUNTED) + 1))
_FILLED, _SIZE = int64(len(REPORT)), int64(len(REPORT) + TABLES)
_STEPS, _CREATED = int64(len(REPORT) + 2 * TABLES), int64(len(REPORT) + 2 * TABLES + 1)
MARKS = len(REPORT) + 2 * TABLES + 2
PATH = ("origin", "target", "shared", "length", "first_step")
"""What is noted of a path: the states it leads from and to (-1: the end of the run), how
many chance events it has in common with the path before, how many in all, and the row of
the first step that is new."""
STEP = ("site", "width", "span")
"""What is noted of a step: the chance event, its numbers, and how many this branch has."""
_WELL_ON = int64(16)
"""States of a stage after which the paths ahead can be told."""
_TWO, FIRST_SIZE = int64(2), int64(256)


@hot
def empty_table(marks: Any, slots: Any, table: int) -> None:
    """A table without states."""
    marks[_FILLED + table] = 0
    marks[_SIZE + table] = FIRST_SIZE
    for slot in range(FIRST_SIZE):
        slots[table, slot] = 0


@inlined
def hash_of_state(words: Any, key: Any, salts: Any) -> int:
    """A number for the words of RUN that a key names."""
    if INTERPRETED:
        return hash(tuple([words[word] for word in key[1 : 1 + key[0]]]))
    mixed = np.uint64(0)
    for place in range(key[0]):
        mixed += np.uint64(words[key[place + 1]]) * salts[place]
    return np.int64(mix64(mixed))  # type: ignore[return-value]


@hot
def find_state(
    words: Any, key: Any, salts: Any, rows: Any, sums: Any, slots: Any, marks: Any, table: int
) -> int:
    """The row in a table of the state that RUN is in; -1 when a new one finds no room."""
    room = rows.shape[0] // TABLES
    base = table * room
    used = key[0]
    mark = hash_of_state(words, key, salts)
    size = marks[_SIZE + table]
    slot = mark & (size - 1)
    while slots[table, slot] != 0:
        row = base + slots[table, slot] - 1
        if rows[row, 0] == mark:
            same = True
            for place in range(used):
                same &= rows[row, place + 1] == words[key[place + 1]]
            if same:
                return row
        slot = (slot + 1) & (size - 1)
    filled = marks[_FILLED + table]
    if filled == room:
        return -ONE
    row = base + filled
    filled += 1
    slots[table, slot] = filled
    marks[_FILLED + table] = filled
    rows[row, 0] = mark
    for place in range(used):
        rows[row, place + 1] = words[key[place + 1]]
    for figure in range(_FIGURES + 1):
        sums[row, 0, figure] = 0.0
        sums[row, 1, figure] = 0.0
    if 2 * filled > size:
        size *= 2
        marks[_SIZE + table] = size
        for empty in range(size):
            slots[table, empty] = 0
        for number in range(filled):
            slot = rows[base + number, 0] & (size - 1)
            while slots[table, slot] != 0:
                slot = (slot + 1) & (size - 1)
            slots[table, slot] = number + 1
    return row


@inlined
def plus(cells: Any, row: int, column: int, value: float) -> None:
    """Add to a cell; what rounding cuts off is kept beside it."""
    before = cells[row, 0, column]
    after = before + value
    added = after - before
    cells[row, 0, column] = after
    cells[row, 1, column] += (before - (after - added)) + (value - added)


@hot
def next_path(run: Any) -> bool:
    """Turn the odometer to the next path; False when there is none."""
    depth = run.known - 1
    while depth >= 0:
        run.branch[depth] += run.span[depth]
        if run.branch[depth] < run.width[depth]:
            run.known = depth + 1
            return True
        depth -= 1
    return False


@hot
def note_path(
    run: Any, words: Any, paths: Any, steps: Any, added: Any, marks: Any, shared: int, origin: Any
) -> bool:
    """Note a path that has been played but for where it leads; False when there is no room."""
    number = marks[0] - 1
    first = marks[_STEPS]
    if first + run.known - shared > steps.shape[0]:
        return False
    marks[_STEPS] += run.known - shared
    paths[number, 0] = origin
    paths[number, 1] = -ONE
    paths[number, 2] = shared
    paths[number, 3] = run.known
    paths[number, 4] = first
    for depth in range(shared, run.known):
        step = first + depth - shared
        steps[step, 0] = run.site[depth]
        steps[step, 1] = run.width[depth]
        steps[step, 2] = run.span[depth]
    for figure in range(_FIGURES):
        added[number, figure] += words[FIRST_FIGURE + figure]
    return True


@hot
def forget_ice(board: Any, run: Any, alike: Any) -> None:
    """Behind the ice all that matters of it is what is rezzed next and what comes of that:
    pieces that can still be rezzed close up, as far as the last one that does something."""
    count = ZERO
    last = ZERO
    for place in range(board.ice_count):
        if not (run.rezzed >> place) & 1:
            row = run.ice_row[place]
            run.ice_row[count] = alike[row]
            count += 1
            if board.ices[row].on_rez:
                last = count
    for place in range(last, board.ice_count):
        run.ice_row[place] = 0
    run.rezzed = (ONE << board.ice_count) - (ONE << last)


@hot
def forget_passed(board: Any, run: Any, alike: Any) -> None:
    """Of ice that was passed all that matters is what can still be rezzed, in its order."""
    target = min(run.next, board.ice_count) - 1
    for place in range(target, -ONE, -ONE):
        if not (run.rezzed >> place) & 1:
            row = alike[run.ice_row[place]]
            run.rezzed |= ONE << place
            run.rezzed &= ~(ONE << target)
            run.ice_row[target] = row
            target -= 1
    for place in range(target + 1):
        run.ice_row[place] = 0


@hot
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
        access_next(board, run, run.next, run.due)
        run.next += 1
        if run.next >= board.root_count + run.due:
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


@hot
def play_path(board: Any, run: Any, canonical: Any, alike: Any, stage: int, last: int) -> int:
    """One path through a stage, as far as its end is told apart from others; as `play_stage`."""
    run.depth = 0
    run.too_deep = 0
    following = play_stage(board, run, stage, last)
    if following == -ONE:
        finish(board, run)
        return following
    run.rig = canonical[following, run.rig]
    if not FULL and alike.shape[0]:
        if following >= last - 1:
            forget_ice(board, run, alike)
        else:
            forget_passed(board, run, alike)
    run.credits_moved += run.credits_spent + run.credits_lost
    return following


@hot
def reach_state(
    words: Any, template: Any, sums: Any, carried: Any, stage: int, row: int, at: int, part: float
) -> None:
    """A path leads from one state to another: probabilities and expected figures add.

    To unfold (`part` is 0): the figures are the greatest that any path brings.
    """
    mass = sums[at, 0, _FIGURES] * part
    for figure in range(_FIGURES):
        word = FIRST_FIGURE + figure
        change = words[word] - template[word]
        if part == 0.0:
            value = (change + sums[at, 0, figure]) * carried[stage, figure]
            sums[row, 0, figure] = max(sums[row, 0, figure], value)
            continue
        value = mass * change + part * sums[at, 0, figure]
        if value != 0.0:
            plus(sums, row, figure, value * carried[stage, figure])
    if part != 0.0:
        plus(sums, row, _ALL, mass)


@hot
def count_end(run: Any, words: Any, sums: Any, counts: Any, at: int, part: float) -> int:
    """A path ends the run: its probability counts at each value counted, and in the means.

    To unfold (`part` is 0): the means are the greatest values. What comes back is the first
    figure of a value that no count has room for; -1 for none.
    """
    mass = sums[at, 0, _FIGURES] * part
    for figure in range(_ALL):
        word = words[FIRST_FIGURE + figure]
        if word < 0 or word >= counts.shape[2]:
            return figure
        if part == 0.0:
            counts[_MEANS, 0, figure] = max(counts[_MEANS, 0, figure], word + sums[at, 0, figure])
            continue
        plus(counts, _MEANS, figure, mass * word + part * sums[at, 0, figure])
    if part != 0.0:
        plus(counts, _CAUSE, run.cause, mass)
        plus(counts, _CREDITS, run.credits_moved, mass)
        plus(counts, _POINTS, run.points, mass)
        plus(counts, _STOLEN, run.agendas_stolen, mass)
    return -ONE


@hot
def surveyed_state(turn: int, kept: int) -> int:
    """Which of the states kept a survey follows next: every fourth, those half-way between,
    then all others, so that a quarter and a half of them are drawn evenly, too."""
    quarter = (kept + 3) // 4
    half = (kept + 1) // 2
    if turn < quarter:
        return 4 * turn
    if turn < half:
        return 4 * (turn - quarter) + 2
    return 2 * (turn - half) + 1


@hot
def note_found(survey: Any, rounds: int, turn: int, kept: int, of_stage: int, of_next: int) -> None:
    """Note how many new states were found after a quarter, after half and after all of a round."""
    if turn == (kept + 3) // 4:
        survey[rounds, 3] = of_stage
        survey[rounds, 6] = of_next
    if turn == (kept + 1) // 2:
        survey[rounds, 4] = of_stage
        survey[rounds, 7] = of_next
    if turn == kept:
        survey[rounds, 5] = of_stage
        survey[rounds, 8] = of_next


@entry
def enumerate_runs(
    boards: Any,
    template: Any,
    words: Any,
    runs: Any,
    keys: Any,
    carried: Any,
    canonical: Any,
    alike: Any,
    salts: Any,
    rows: Any,
    sums: Any,
    slots: Any,
    counts: Any,
    paths: Any,
    steps: Any,
    added: Any,
    marks: Any,
    survey: Any,
    most_kept: int,
    most_paths: int,
    most_taken: int,
    first: int,
) -> int:
    """Follow every path of chance from stage `first` on; what it comes to.

    The run begins with stage 0. A later one begins in the state whose words stand in
    the first row of the first table.

    keys int64[stages, words + 1]: how many words of RUN a state of the stage has, and
    which; carried float64[stages, figures]: 1 for a figure that is none of them;
    canonical int64[stages, rigs]: the state of the rig that stands for another one;
    alike int64[rows of ICE]: the row that stands for another one behind the ice, or none
    where that does not matter or more of the row does;
    salts uint64[words]. The tables of states: rows int64[tables * room, 1 + words], a
    hash before the words; sums float64[tables * room, 2, figures + 1], the probability
    behind the figures, and what rounding has cut off; slots int64[tables, a power of
    two from 4 * room on].
    Results: counts float64[counted + 1, 2, width], the last row for the means,
    behind them the probability of games that no table holds; marks int64, see `REPORT`.
    To unfold: paths int64[most_paths, 5], see `PATH`; steps int64[room, 3], see `STEP`;
    added int64[most_paths, figures]; without rows when it is odds that are asked for.
    Then there are no probabilities: the row of means has the greatest values.
    To survey: survey int64[rounds, 7], see `SURVEY`, and at most `most_kept` states
    followed of each round, evenly taken; without rows when all of them are.
    """
    board = boards[0]
    run = runs[0]
    last = keys.shape[0] - 1
    room = rows.shape[0] // TABLES
    unfolding = paths.shape[0] > 0
    current, again, onward = ZERO, ONE, _TWO
    rounds = ZERO
    for table in range(TABLES):
        empty_table(marks, slots, table)
    marks[_FILLED] = 1
    for figure in range(_FIGURES + 1):
        sums[0, 0, figure] = 0.0
        sums[0, 1, figure] = 0.0
    sums[0, 0, _FIGURES] = 1.0
    for stage in range(first, last + 1):
        marks[3] = stage
        key = keys[stage]
        while marks[_FILLED + current] > 0:
            filled = marks[_FILLED + current]
            marks[1] += filled
            before = marks[0]
            found = marks[_FILLED + onward]
            stride = ONE
            kept = filled
            if survey.shape[0]:
                if rounds == survey.shape[0]:
                    return TOO_DEEP
                stride = (filled + most_kept - 1) // most_kept
                kept = (filled + stride - 1) // stride
            for turn in range(kept):
                state = turn
                if survey.shape[0]:
                    state = stride * surveyed_state(turn, kept)
                if state:
                    done = marks[0] - before
                    marks[2] = before + done * filled // state
                    marks[2] += marks[_FILLED + again] + marks[_FILLED + onward]
                if unfolding and state >= _WELL_ON and marks[2] > _TWO * most_paths:
                    return TOO_MANY_PATHS
                at = current * room + state
                origin = np.int64(sums[at, 1, _FIGURES])
                for figure in range(_FIGURES + 1):
                    sums[at, 0, figure] += sums[at, 1, figure]
                run.known = 0
                going = True
                while going:
                    marks[0] += 1
                    if marks[0] > most_paths:
                        return TOO_MANY_PATHS
                    for word in range(template.shape[0]):
                        words[word] = template[word]
                    for place in range(key[0]):
                        words[key[place + 1]] = rows[at, place + 1]
                    shared = max(run.known - 1, ZERO)
                    if unfolding:
                        for figure in range(_FIGURES):
                            added[marks[0] - 1, figure] = -words[FIRST_FIGURE + figure]
                    following = play_path(board, run, canonical, alike, stage, last)
                    if run.too_deep:
                        return TOO_DEEP
                    if run.taken_count[CENTRAL_POOL] > most_taken:
                        return TOO_MANY_TAKEN
                    if unfolding:
                        if FULL and run.unexplored:
                            return TOO_GREAT
                        if not note_path(run, words, paths, steps, added, marks, shared, origin):
                            return TOO_MANY_PATHS
                    above = 0.0 if unfolding else 1.0
                    below = 1.0
                    for depth in range(run.known):
                        above *= run.span[depth]
                        below *= run.width[depth]
                    part = above / below
                    if following != -ONE:
                        table = again if following == stage else onward
                        there = marks[_FILLED + table]
                        row = find_state(
                            words, keys[following], salts, rows, sums, slots, marks, table
                        )
                        if row < 0:
                            return TOO_MANY_STATES
                        if unfolding:
                            if marks[_FILLED + table] > there:
                                marks[_CREATED] += 1
                                sums[row, 1, _FIGURES] = marks[_CREATED]
                            paths[marks[0] - 1, 1] = np.int64(sums[row, 1, _FIGURES])
                        reach_state(words, template, sums, carried, following, row, at, part)
                    elif FULL and run.unexplored:
                        plus(counts, _MEANS, _ALL, sums[at, 0, _FIGURES] * part)
                    else:
                        figure = count_end(run, words, sums, counts, at, part)
                        if figure != -ONE:
                            marks[4] = figure
                            return TOO_GREAT
                    going = next_path(run)
                if survey.shape[0]:
                    of_stage = marks[_FILLED + again]
                    of_next = marks[_FILLED + onward] - found
                    note_found(survey, rounds, turn + 1, kept, of_stage, of_next)
            if survey.shape[0]:
                survey[rounds, 0] = stage
                survey[rounds, 1] = kept
                survey[rounds, 2] = marks[0] - before
                rounds += 1
            empty_table(marks, slots, current)
            if stage == last or (FULL and board.moves and 0 < stage < last - 1):
                current, again = again, current
        current, onward = onward, current
    return DONE
