"""What the rest of a run can still read, by stage: the words that make up a state.

A word is left out of the key of a stage only for one of three reasons: nothing can change
it in this scenario, so that the template has it; every reader of it in the stages to come
writes it first; or it is a figure that no program reads, which is carried as a sum. When
in doubt it stays in: a word too many costs time, never a number.

Whatever sets these, their stage ends with them as they were, or with the run: `bypassed` and
`goes` are set while ice is encountered and taken back when the piece is left; after `ending`
the same subroutine ends the run; `fully_broken` begins each encounter at 0 and is asked at its
end alone; `trace_bits` are taken when an encounter ends; `innermost` is written before it is
asked about.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.exact.classes import Coarse, plain, text_of
from simcore.kernel.jit import Array
from simcore.kernel.layout import (
    AT_END,
    AT_TRASH,
    CENTRAL_POOL,
    FIRST_FIGURE,
    MAX_POOL,
    MAX_TITLES,
    RUN,
    Op,
    Rest,
    Subject,
)
from simcore.record import FIGURES

_SIZES = {name: dtype.base.itemsize for name, (dtype, *_) in RUN.fields.items()}  # type: ignore[union-attr]
_OFFSETS = {name: int(field[1]) for name, field in RUN.fields.items()}  # type: ignore[union-attr]


def word(name: str, index: int = 0) -> int:
    """The number of a word of RUN; `index`: of an entry of a list, counted flat."""
    return (_OFFSETS[name] + index * _SIZES[name]) // 8


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of every stage as `kernel.enumeration` takes them."""

    keys: Array
    carried: Array
    canonical: Array
    alike: Array
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
        self.rests: set[int] = set()
        self.per_access = False
        self.trades = False
        self.by_die = False
        self.more = 0
        for start in set(starts):
            row = start
            while start and row < len(code) and code[row][0] != Op.END:
                self.note(code[row])
                row += 1

    def note(self, row: list[int]) -> None:
        op = row[0]
        self.ops.add(op)
        if op in (Op.IF, Op.MEASURE):
            self.subjects.add(row[1])
        if op == Op.SET:
            self.rests.add(row[1])
        self.more += row[1] if op == Op.ACCESS_MORE else 0
        self.more += row[3] if op == Op.CORP_MAY else 0
        self.per_access |= op == Op.RUNNER_CREDITS and row[2] != 0
        self.trades |= op == Op.CORP_CREDITS and row[2] != 0
        self.by_die |= (op == Op.DAMAGE and row[4] != 0) or (op == Op.GO_BACK and row[2] != 0)

    def any(self, *ops: Op) -> bool:
        return not self.ops.isdisjoint(ops)

    def sets(self, *rests: Rest) -> bool:
        return not self.rests.isdisjoint(rests)

    def looks(self, *subjects: Subject) -> bool:
        return not self.subjects.isdisjoint(subjects)


def keys_of(coarse: Coarse, most_taken: int | None = None, *, drawing: bool = False) -> Keys:
    """The keys of a board: stage 0 has none, the last is an access, the one before it the
    way from ice to accesses.

    `most_taken`: cards taken from the pool of central cards that there has to be room for.
    `drawing`: for runs whose chance is drawn. Then a key also tells states apart that draw
    at other sites, and not those that differ only in figures.
    """
    board: Any = plain(coarse.board)
    count = int(board["ice_count"])
    pieces = 1 if board["moves"] and count else count
    everything = Programs(coarse.rows, _starts(coarse.rows))
    ending = _access_programs(board, coarse.rows)
    later = Programs(coarse.rows, ending)
    arriving = Programs(coarse.rows, [*ending, *_server_programs(board)])
    if most_taken is None:
        most_taken = min(int(board["pool_count"]), _most_drawn(board, everything.more))
    facing = _Key(board, coarse.full, everything, everything, most_taken, ICE, drawing)
    behind = _Key(board, coarse.full, arriving, everything, most_taken, SERVER, drawing)
    within = _Key(board, coarse.full, later, everything, most_taken, ACCESS, drawing)
    unknown = [board["ice_row"][place] < 0 for place in range(count)]
    known = facing.words()
    unseen = known + facing.drawn(0) if any(unknown) and not board["deals_ice"] else known
    stages: list[list[int]] = [[]]
    stages += [unseen if any(unknown[place:]) else known for place in range(pieces)]
    stages += [behind.words(), within.words()]
    keys = np.zeros((len(stages), 1 + max(map(len, stages))), np.int64)
    carried = np.ones((len(stages), len(FIGURES)), np.float64)
    for stage, names in enumerate(stages):
        keys[stage, 0] = len(names)
        keys[stage, 1 : 1 + len(names)] = names
        kept = [name - FIRST_FIGURE for name in names if 0 <= name - FIRST_FIGURE < len(FIGURES)]
        carried[stage, kept] = 0
    canonical = np.tile(np.arange(coarse.rigs, dtype=np.int64), (len(stages), 1))
    for stage, key in ((-2, behind), (-1, within)):
        if not key.reads_rig():
            doomed = board["rigs"]["doomed"][: coarse.rigs]
            _, first, place = np.unique(doomed, return_index=True, return_inverse=True)
            canonical[stage] = first[place]
    closes_up = behind.turns_ice() and not coarse.full and not drawing
    alike = _alike_when_rezzed(board, coarse.rows) if closes_up else np.zeros(0, np.int64)
    return Keys(keys, carried, canonical, alike, most_taken)


def _alike_when_rezzed(board: Any, code: list[list[int]]) -> Array:
    """For each row of ICE the first one that does the same when it is rezzed."""
    firsts: dict[Hashable, int] = {}
    starts = board["ices"]["on_rez"].tolist()
    texts = {start: text_of(code, start) for start in set(starts)}
    return np.array([firsts.setdefault(texts[start], row) for row, start in enumerate(starts)])


def _starts(rows: list[list[int]]) -> list[int]:
    """Every program: they stand one behind the other, each with its END."""
    return [1 + row for row in range(len(rows) - 1) if rows[row][0] == Op.END]


def _access_programs(board: Any, rows: list[list[int]]) -> list[int]:
    """Where the programs begin that can run from the first access on."""
    starts = [int(board[name]) for name in ("stolen", "trashed", "end")]
    cards = board["cards"]
    acting = (cards["acts"][:, AT_END], cards["acts"][:, AT_TRASH])
    for starting in (cards["access"], cards["on_steal"], cards["on_trash"], *acting):
        starts += set(starting.ravel().tolist())
    if Programs(rows, starts).any(Op.REZ_ICE):
        starts += set(board["ices"]["on_rez"].tolist())
    return starts


def _server_programs(board: Any) -> list[int]:
    """Where the programs begin that can run between the last piece of ice and an access."""
    starts = [int(board[name]) for name in ("success", "instead", "breach")]
    starts += set(board["ices"]["late"].tolist())
    return [*starts, *set(board["cards"]["acts"].ravel().tolist())]


READ_AT_ICE = {
    "held": (Rest.HELD, Rest.HELD_UNTIL_MET),
    "leave_cost": (Rest.LEAVE_COST,),
    "toll": (Rest.TOLL,),
}
READ_LATE = {
    "most": (Rest.MOST_ACCESSES,),
    "top_gone": (Rest.TOP_GONE,),
    "barred": (Rest.OTHERS_BARRED, Rest.SELF_BARRED),
    "pending": (Rest.PENDING,),
}
"""Words that some effect sets for the rest of the run."""

ICE, SERVER, ACCESS = range(3)
"""What a stage begins with: a piece of ice, the way to the accesses, an access."""


class _Key:
    """The words of a state in front of a stage, where some programs may yet be executed."""

    def __init__(
        self,
        board: Any,
        full: bool,
        programs: Programs,
        somewhere: Programs,
        most_taken: int,
        stage: int,
        drawing: bool,
    ) -> None:
        self.board, self.full, self.programs = board, full, programs
        self.somewhere = somewhere
        """All programs: what one of them has changed may be read long after."""
        self.most_taken = most_taken
        self.stage = stage
        self.drawing = drawing

    def words(self) -> list[int]:
        """All but what has been drawn of unknown ice."""
        names = self.scalars()
        if self.full:
            names += self.rare_scalars()
        if self.drawing:
            names = [*filter(self.is_read, names), *self.ordinals()]
        return [*(word(name) for name in names), *self.lists()]

    def is_read(self, name: str) -> bool:
        """Whether a word is more than a figure whose values are counted."""
        if name == "agendas_stolen":
            return self.programs.looks(Subject.STOLEN) or bool(self.board["steal_limit"])
        return name not in ("points", "credits_moved")

    def ordinals(self) -> list[str]:
        """How often chance has come of each kind that can come again: its next site."""
        programs = self.programs
        comes = {
            "damage_points": bool(self.board["grip_titles"] > 1) and self.reads_grip(),
            "traces": programs.any(Op.TRACE),
            "psis": programs.any(Op.PSI),
            "draws": bool(self.board["stack_count"]) and programs.any(Op.DRAW),
            "rolls": self.full and (self.stage == ICE or programs.any(Op.ROLL)),
        }
        return [name for name, may in comes.items() if may]

    def reads_corp(self) -> bool:
        """Whether the credits of the Corp still matter: at ice, and wherever it may rez."""
        rezzes = self.stage == ICE or (self.stage == SERVER and self.board["root_acts"])
        spends = self.programs.any(Op.TRACE, Op.PSI, Op.CORP_MAY)
        asks = self.programs.looks(Subject.CORP_CREDITS, Subject.CORP_OVER_RUNNER)
        return bool(rezzes or spends or asks or self.programs.trades)

    def reads_grip(self) -> bool:
        programs = self.programs
        hurts = programs.any(Op.DAMAGE, Op.UNLESS, Op.OFFER, Op.DRAW)
        asks = programs.looks(Subject.GRIP, Subject.ODD, Subject.HQ_OVER_GRIP)
        return bool(self.stage == ICE or hurts or asks or self.board["steals_hurt"])

    def reads_clicks(self) -> bool:
        cards = self.board["cards"]
        steals = cards["steal_clicks"].any() or cards["root_steal_clicks"].any()
        spends = self.programs.any(Op.OFFER, Op.LOSE_CLICKS)
        asks = self.programs.looks(Subject.CLICKS)
        return bool(self.stage == ICE or spends or steals or asks)

    def reads_rig(self) -> bool:
        """Whether more of the rig matters behind the ice than the programs that go when the run
        ends."""
        programs = self.programs
        does = programs.any(Op.TRASH_RIG, Op.IF_INSTALLED, Op.TRACE, Op.TURN, Op.BYPASS)
        prevents = self.board["prevent_count"] and programs.any(Op.DAMAGE)
        asks = programs.looks(Subject.TRASHABLE, Subject.ALL_TRASHABLE)
        board = self.board
        steals = board["cards"]["steal_rig"].any()
        kept = self.trashes_late() or steals or board["trash_purses"]
        return bool(does or prevents or asks or kept)

    def counts(self, subject: Subject) -> bool:
        """Whether some piece of ice still to come has rows by this."""
        counted = self.board["counting"] and self.stage == ICE
        return bool(counted and (self.board["ices"]["counted"] == int(subject) + 1).any())

    def keeps_abilities(self) -> bool:
        """Whether ice may have an ability for the last window, which is still to come."""
        return bool(self.stage != ACCESS and self.board["ices"]["late"].any())

    def trashes_late(self) -> bool:
        """Whether programs go behind the last piece only once the server is approached."""
        board = self.board
        last = board["approach_first"] or board["all_passed"]
        late = self.stage != ACCESS and last and board["ice_count"]
        return bool(late and self.somewhere.sets(Rest.PASS_TRASHES))

    def turns_ice(self) -> bool:
        """Whether an effect rezzes ice and something comes of it."""
        programs = self.programs
        ahead = self.stage == ICE and self.board["deals_ice"]
        comes = ahead or self.board["ices"]["on_rez"].any()
        return bool(programs.any(Op.REZ_ICE) and comes)

    def fills_archives(self) -> bool:
        """Whether ice that has left is still to be looked for in Archives."""
        return bool(self.board["fills_archives"] and self.stage != ACCESS)

    def reads_rezzed(self) -> bool:
        """Whether it still matters which pieces of ice are rezzed, of those behind too."""
        asks = self.programs.looks(Subject.REZZED)
        returns = self.stage == ICE and (self.board["moves"] or self.board["unique_ice"])
        late = self.trashes_late() or self.keeps_abilities()
        return bool(self.turns_ice() or asks or returns or late)

    def scalars(self) -> list[str]:
        board, programs = self.board, self.programs
        names = ["next", "credits", "points", "score", "agendas_stolen", "credits_moved"]
        names.append("rig")
        reads = (self.reads_corp(), self.reads_grip(), self.reads_clicks(), self.stage == ACCESS)
        kept = zip(("corp", "grip", "clicks", "due"), reads, strict=True)
        names += [name for name, needed in kept if needed]
        if board["purse_count"]:
            names += ["purses_any", "purses_break"]
        if board["root_count"]:
            names += ["root_known", "root_rezzed", "root_gone", "root_lasting"]
        if board["stack_count"] and programs.any(Op.DRAW):
            names.append("stack_total")
        looks, does = programs.looks, self.somewhere.any
        if looks(Subject.SUCCESS):
            names.append("success")
        if looks(Subject.TAGS) or self.counts(Subject.TAGS):
            names.append("tags")
        if looks(Subject.ODD):
            names.append("odd")
        if does(Op.NO_STEAL):
            names.append("no_steal")
        if programs.any(Op.ONCE):
            names.append("used")
        if does(Op.ACCESS_MORE) and self.stage != ACCESS:  # `due` holds them from there on
            names.append("more")
        hq = looks(Subject.HQ, Subject.HQ_OVER_GRIP) or self.counts(Subject.HQ)
        if programs.any(Op.CORP_MAY) or hq:
            names.append("hq")
        if does(Op.CORP_MAY, Op.HQ_CARDS) and self.stage != ACCESS:
            names.append("paid_away")
        if self.reads_rezzed():
            names.append("rezzed")
        limited = self.somewhere.sets(Rest.MOST_ACCESSES)
        if programs.per_access or limited or board["at_once"]:
            names.append("accesses")
        return names

    def rare_scalars(self) -> list[str]:
        """Those that only `simcore.exact_full_kernel` changes."""
        board, programs = self.board, self.programs
        ice = self.stage == ICE
        names = []
        sets = self.somewhere.sets
        names += [name for name, rests in READ_LATE.items() if sets(*rests)]
        names += [name for name, rests in READ_AT_ICE.items() if ice and sets(*rests)]
        if sets(Rest.PASS_TRASHES) and (ice or self.trashes_late()):
            names.append("pass_trashes")
        if board["forfeits"] and ice:
            names.append("agendas")
        if board["prevent_count"] and (ice or programs.any(Op.DAMAGE)):
            names.append("prevented")
        if board["trash_purses"]:
            names.append("trash_paid")
        if programs.looks(Subject.BROKE):
            names.append("broke")
        if programs.looks(Subject.TRACE):
            names.append("trace_strength")
        if programs.looks(Subject.ENCOUNTERS):
            names.append("encounters")
        if self.somewhere.any(Op.NET_NEXT) and ice:
            names.append("net_next")
        if programs.any(Op.COUNTERS, Op.SPEND) or self.counts(Subject.COUNTERS):
            names.append("counters")
        if board["trace_purse"] and programs.any(Op.TRACE):
            names.append("trace_purse")
        leaves = self.somewhere.any(Op.LEAVE_ICE)
        asked = programs.any(Op.ADVANCE) or programs.looks(Subject.TAKES_COUNTERS)
        if leaves and (self.reads_rezzed() or asked or self.fills_archives()):
            names.append("ice_gone")
        if board["fills_archives"] and self.stage == ACCESS:
            names.append("arrived")
        if board["may_be_bare"] and self.stage == ACCESS:
            names += ["hand", "hand_agendas"]
        if programs.by_die:
            names.append("face")
        if board["moves"] and ice:
            names.append("approaches")  # no figure, but what ends a run that ever goes back
        return names

    def lists(self) -> list[int]:
        board = self.board
        found: list[int] = []
        roots = int(board["root_count"])
        if (board["root_row"][:roots] < 0).any():
            found += self.drawn(1)
            found += [word("root_row", index) for index in range(roots)]
        if board["pool_count"]:
            found += self.taken(int(CENTRAL_POOL), self.most_taken)
        dealt = self.stage == ICE and (board["deals_ice"] or board["unique_ice"])
        dealt |= self.keeps_abilities() or bool(board["fills_archives"])
        dealt |= bool(board["deals_ice"]) and self.programs.looks(Subject.TAKES_COUNTERS)
        if dealt or self.turns_ice() or self.programs.any(Op.ADVANCE):
            found += sorted({word("ice_row", n) for n in range(int(board["ice_count"]))})
        found += [word("purse", index) for index in range(int(board["purse_count"]))]
        titles = int(board["grip_titles"])
        if titles > 1 and self.reads_grip():
            found += [word("grip_copies", index) for index in range(titles)]
        if board["stack_count"] and self.programs.any(Op.DRAW):
            found += [word("stack_left", index) for index in range(titles)]
        return found

    def drawn(self, zone: int) -> list[int]:
        """What has been drawn of the unknown pieces of a zone."""
        board = self.board
        if not board["unknown_shared"][zone]:
            first = zone * MAX_TITLES
            return [word("drawn_taken", first + n) for n in range(int(board["titles"][zone]))]
        count = ("ice_count", "root_count")[zone]
        rows = (board["ice_row"], board["root_row"])[zone][: int(board[count])]
        most = min(int((rows < 0).sum()), int(board["flat_count"][zone]))
        return self.taken(zone, most)

    def taken(self, pool: int, most: int) -> list[int]:
        first = pool * MAX_POOL
        return [word("taken_count", pool), *(word("taken", first + n) for n in range(most))]


def _most_drawn(board: Any, more: int) -> int:
    """Cards that leave the pool of central cards in one run, as far as one can tell."""
    unknown = int((board["ice_row"][: board["ice_count"]] < 0).sum())
    unknown += int((board["root_row"][: board["root_count"]] < 0).sum())
    return unknown + int(board["base_accesses"]) + more
