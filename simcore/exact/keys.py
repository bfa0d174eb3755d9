"""What the rest of a run can still read, by stage: the words that make up a state.

A word is left out of the key of a stage only for one of three reasons: nothing can change
it in this scenario, so that the template has it; every reader of it in the stages to come
writes it first; or it is a figure that no program reads, which is carried as a sum. When
in doubt it stays in: a word too many costs time, never a number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from simcore.encode import Encoded
from simcore.kernel.jit import Array
from simcore.kernel.layout import (
    AT_END,
    CENTRAL_POOL,
    FIRST_FIGURE,
    RUN,
    Op,
    Subject,
)
from simcore.record import FIGURES

_FIELDS = RUN.names[FIRST_FIGURE : FIRST_FIGURE + len(FIGURES)]  # type: ignore[index]
"""The figures by the names that RUN has for them."""

_ALWAYS = (
    *("next", "credits", "purses_any", "purses_break", "points", "score", "agendas_stolen"),
    *("credits_moved", "success", "rig", "bypassed", "no_steal", "used", "more", "paid_away"),
    *("rezzed", "root_known", "root_rezzed", "root_gone", "root_lasting", "stack_total", "hq"),
)
_FULL = (
    *("held", "leave_cost", "toll", "most", "pass_trashes", "trace_bits", "top_gone", "agendas"),
    *("ending", "prevented", "encounters", "net_next", "counters", "ice_gone", "goes"),
)
"""What only `simcore.exact_full_kernel` changes."""


def word(name: str, *index: int) -> int:
    """The number of a word of RUN; `index` into its list."""
    dtype, offset, *_ = RUN.fields[name]  # type: ignore[index]
    for number, size in enumerate(dtype.shape):
        step = int(np.prod(dtype.shape[number + 1 :], dtype=int))
        assert 0 <= index[number] < size
        offset += index[number] * step * dtype.base.itemsize
    return int(offset) // 8


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of every stage as `kernel.enumeration` takes them."""

    keys: Array
    carried: Array
    canonical: Array
    most_taken: int
    """Cards taken from the pool of central cards that a key has room for."""

    @property
    def words(self) -> int:
        return int(self.keys.shape[1]) - 1

    @property
    def stages(self) -> int:
        return int(self.keys.shape[0])


class Programs:
    """The micro-ops that can still be executed from some stage on."""

    def __init__(self, code: list[list[int]], starts: Iterable[int]) -> None:
        self.ops: set[int] = set()
        self.subjects: set[int] = set()
        self.per_access = False
        self.by_die = False
        self.more = 0
        for start in set(starts):
            row = start
            while start and code[row][0] != Op.END:
                self.note(code[row])
                row += 1

    def note(self, row: list[int]) -> None:
        op = row[0]
        self.ops.add(op)
        if op == Op.IF:
            self.subjects.add(row[1])
        self.more += row[1] if op == Op.ACCESS_MORE else 0
        self.per_access |= op == Op.RUNNER_CREDITS and row[2] != 0
        self.by_die |= (op == Op.DAMAGE and row[4] != 0) or (op == Op.GO_BACK and row[2] != 0)

    def any(self, *ops: Op) -> bool:
        return not self.ops.isdisjoint(ops)

    def looks(self, *subjects: Subject) -> bool:
        return not self.subjects.isdisjoint(subjects)


def keys_of(encoded: Encoded, most_taken: int | None = None) -> Keys:
    """The keys of a scenario: stage 0 has none, the last is an access, the one before it
    the way from ice to accesses. `most_taken`: cards taken from the pool of central cards
    that there has to be room for."""
    board = encoded.board[0]
    count = int(board["ice_count"])
    pieces = 1 if board["moves"] and count else count
    code = board["code"]
    used = len(code) - int(np.argmax(code[::-1].any(axis=1))) if code.any() else 0
    rows = [*code[:used].tolist(), [0] * code.shape[1]]
    everything = Programs(rows, _starts(rows))
    if most_taken is None:
        most_taken = min(int(board["pool_count"]), _most_drawn(encoded, everything.more))
    later = Programs(rows, _access_programs(encoded, rows))
    stages: list[list[int]] = [[]]
    for place in range(pieces):
        unknown = range(0) if board["deals_ice"] else range(place, count)
        ahead = sum(1 for piece in unknown if board["ice_row"][piece] < 0)
        stages.append(_words(encoded, everything, most_taken, ahead, ice=True))
    stages.append(_words(encoded, everything, most_taken, 0, ice=False))
    stages.append(_words(encoded, later, most_taken, 0, ice=False, corp=_corp_acts(later)))
    keys = np.zeros((len(stages), 1 + max(map(len, stages))), np.int64)
    carried = np.zeros((len(stages), len(FIGURES)), np.float64)
    for stage, names in enumerate(stages):
        keys[stage, 0] = len(names)
        keys[stage, 1 : 1 + len(names)] = names
        inside = set(names)
        for figure in range(len(FIGURES)):
            carried[stage, figure] = FIRST_FIGURE + figure not in inside
    states = len(encoded.rig.states)
    canonical = np.tile(np.arange(states, dtype=np.int64), (len(stages), 1))
    return Keys(keys, carried, canonical, most_taken)


def _starts(rows: list[list[int]]) -> list[int]:
    """Every program: they stand one behind the other, each with its END."""
    return [1 + row for row in range(len(rows) - 1) if rows[row][0] == Op.END]


def _access_programs(encoded: Encoded, rows: list[list[int]]) -> list[int]:
    """Where the programs begin that can run from the first access on."""
    board = encoded.board[0]
    starts = [int(board[name]) for name in ("stolen", "trashed", "end")]
    cards = board["cards"]
    for name in ("access", "on_steal"):
        starts += np.unique(cards[name]).tolist()
    starts += np.unique(cards["acts"][:, AT_END]).tolist()
    found = Programs(rows, starts)
    if found.any(Op.REZ_ICE):
        starts += np.unique(board["ices"]["on_rez"]).tolist()
    return starts


def _corp_acts(programs: Programs) -> bool:
    """Whether the credits of the Corp matter to these programs."""
    spends = programs.any(Op.TRACE, Op.PSI, Op.CORP_MAY)
    return spends or programs.looks(Subject.CORP_CREDITS)


def _words(
    encoded: Encoded,
    programs: Programs,
    most_taken: int,
    ice_ahead: int,
    *,
    ice: bool,
    corp: bool = True,
) -> list[int]:
    """The words of a state in front of a stage, where `programs` may be executed from it on.

    `ice_ahead`: unknown pieces that have not been drawn; `ice`: some ice may still be met.
    """
    board = encoded.board[0]
    names = [*_ALWAYS, "grip", "clicks"]
    if corp:
        names.append("corp")
    if encoded.full:
        names += _FULL
        if programs.by_die:
            names.append("face")
        if programs.looks(Subject.FULLY_BROKEN):
            names.append("fully_broken")
        if board["moves"]:
            names.append("approaches")
    if programs.looks(Subject.TAGS):
        names.append("tags")
    if programs.looks(Subject.ODD):
        names.append("odd")
    if programs.per_access or board["sets"] or board["at_once"]:
        names.append("accesses")
    if not ice:
        names.append("due")
    found = [word(name) for name in names]
    if ice_ahead:
        found += _drawn(encoded, 0, int(board["ice_count"]))
    unknown_root = int((board["root_row"][: board["root_count"]] < 0).sum())
    if unknown_root:
        found += _drawn(encoded, 1, unknown_root)
        found += [word("root_row", index) for index in range(int(board["root_count"]))]
    if board["central"] == 1 and board["pool_count"]:
        found.append(word("taken_count", int(CENTRAL_POOL)))
        found += [word("taken", int(CENTRAL_POOL), index) for index in range(most_taken)]
    if board["deals_ice"]:
        found += [word("ice_row", 2 * pair) for pair in range((int(board["ice_count"]) + 1) // 2)]
    found += [word("purse", index) for index in range(int(board["purse_count"]))]
    if board["grip_titles"] > 1:
        found += [word("grip_copies", index) for index in range(int(board["grip_titles"]))]
    if board["stack_count"] > 0:
        found += [word("stack_left", index) for index in range(int(board["grip_titles"]))]
    return found


def _drawn(encoded: Encoded, zone: int, most: int) -> list[int]:
    """What has been drawn of the unknown pieces of a zone."""
    board = encoded.board[0]
    if board["unknown_shared"][zone]:
        most = min(most, int(board["flat_count"][zone]))
        return [word("taken_count", zone), *(word("taken", zone, n) for n in range(most))]
    return [word("drawn_taken", zone, title) for title in range(int(board["titles"][zone]))]


def _most_drawn(encoded: Encoded, more: int) -> int:
    """Cards that leave the pool of central cards in one run, as far as one can tell."""
    board = encoded.board[0]
    unknown = int((board["ice_row"][: board["ice_count"]] < 0).sum())
    unknown += int((board["root_row"][: board["root_count"]] < 0).sum())
    return unknown + int(board["base_accesses"]) + more
