"""The switches of the board: what a run needs besides its tables, and what may not meet in one.

They are read off the micro-ops, so they are written when every program stands.
"""

from __future__ import annotations

from simcore.encode.draft import Draft
from simcore.encode.rigs import RigTable
from simcore.errors import CapacityError
from simcore.kernel.layout import ICE_FIRST, ROOT_FIRST, Op, Rest, Subject

FEATURES = (
    *("eventful", "bypasses", "changes", "special_ways", "rolled", "prevent_count"),
    *(
        "trace_by_limit",
        "at_once",
        "approach_first",
        "all_passed",
        "early_roots",
        "sets",
        "forfeits",
    ),
    *("passes", "steals_hurt", "counting", "root_stands", "watches", "late", "steal_limit"),
    *("access_cost", "trace_purse", "answers", "unique_ice", "unique_roots"),
    *("may_be_bare", "fills_archives", "trash_purses"),
)
"""Switches of the board that only `simcore.full_kernel` has behind them."""
RARE_OPS = tuple(int(op) for op in Op if op >= Op.ROLL)
RARE_SUBJECTS = tuple(int(subject) for subject in Subject if subject >= Subject.ENDING)


class SwitchesPart(Draft):
    """Writes the switches, and refuses what the kernel does not hold together."""

    def does(self, *ops: Op) -> bool:
        """Whether any program has one of these micro-ops."""
        return any(row[0] in ops for row in self.code.rows)

    def asks(self, subject: Subject) -> bool:
        """Whether any program looks at something."""
        return any(row[:2] == [Op.IF, subject] for row in self.code.rows)

    def refuse_moving(self) -> None:
        """What the search of the rig cannot be asked: ice sends back, or is changed, beside it."""
        laid = self.most_laid
        if self.moves and any(
            (slot.mark is not None and slot.mark.faces is not None)
            or any(ability.grows for ability in slot.abilities)
            for slot in self.slots
        ):
            raise CapacityError("a breaker that grows or rolls a die, and ice that sends back")
        if self.board.die and (laid.etrs or laid.tax or laid.uses):
            raise CapacityError("attempts by die at ice that earlier pieces have changed")

    def check_bounces(self) -> None:
        """Cards that go to a grip whose titles are told apart, or to a stack that is known."""
        if "grip" in self.code.bounces and self.board.grip_titles > 1:
            raise CapacityError("a rig card goes to a grip whose cards are told apart")
        if "stack" in self.code.bounces and self.scenario.runner.stack:
            raise CapacityError("a rig card goes to a stack that is known, not executed")

    def refuse_together(self) -> None:
        """What the rest of a run goes by, beside what does not know of it."""
        board = self.board
        rests = {row[1] for row in self.code.rows if row[0] == Op.SET}
        # where nothing is accessed any more, no price is kept back for what is
        some = {row[1] for row in self.code.rows if row[0] == Op.SET and row[2] > 0}
        draws = any(row[0] == Op.HQ_CARDS and row[1] > 0 for row in self.code.rows)
        together = (
            (
                bool(some & {Rest.MOST_ACCESSES, Rest.TOP_GONE}) and board.steal_costs,
                "steal costs beside a limit of accesses or cards moved in R&D",
            ),
            (
                draws and self.scenario.knows_what_is_drawn(),
                "the Corp draws cards of R&D that are known, not executed yet",
            ),
            (
                Rest.GRIP_GONE in rests and board.grip_titles > 1,
                "cards of a grip that are told apart are trashed, not executed",
            ),
            (
                Rest.SPARED in rests and board.at_once,
                "an agenda that cannot be stolen, where all accesses come at once",
            ),
            (
                Rest.SCORE in rests and board.at_once,
                "a card that is scored, where all accesses come at once",
            ),
            (
                Rest.PASS_TRASHES in rests
                and self.moves
                and (board.approach_first or board.all_passed),
                "programs lost behind ice, beside ice that sends back",
            ),
            (
                board.passes and Rest.TOLL in rests,
                "a toll at each encounter, beside cards that bypass for a price",
            ),
        )
        for meet, what in together:
            if meet:
                raise CapacityError(what)

    def write_early_switches(self) -> None:
        """Those that the search of the rig does not change."""
        self.board.approach_first = self.approach_first()
        self.board.early_roots = self.early_roots()

    def write_switches(self, rig: RigTable) -> None:
        """Those that tell which parts of the kernel this run needs."""
        board = self.board
        changes = bool(self.code.changes)
        board.row_length = rig.row_length
        board.special_ways = bool(len(rig.terms) or board.die or changes or board.passes)
        board.deals_lists = self.deals_lists()
        board.changes = changes
        board.sets = self.does(Op.SET)
        board.aftermath |= int(self.does(Op.NET_NEXT))
        board.advances = self.does(Op.ADVANCE)
        board.moves = self.moves
        board.eventful = bool(
            (changes or board.sets or board.met or board.aftermath or self.does(Op.LEAVE_ICE))
            or (self.moves or board.ice_abilities or board.advances)
            or self.asks(Subject.BROKE)
        )
        board.deals_ice = (self.moves or board.advances or board.early_roots) or (
            self.rezzes_ahead() or self.looks_for_counters()
        )

    def needs_full_kernel(self) -> bool:
        """Whether the run needs what only `simcore.full_kernel` holds."""
        return any(self.board[feature] for feature in FEATURES) or any(
            row[0] in RARE_OPS
            or (row[0] == Op.IF and row[1] in RARE_SUBJECTS)
            or (row[0] == Op.TRASH_RIG and row[3])
            or (row[0] == Op.OFFER and row[4])
            or (row[0] == Op.CORP_CREDITS and row[2])
            for row in self.code.rows
        )

    def approach_first(self) -> bool:
        """Whether the server is approached before the last window, and somebody looks."""
        acts = bool((self.board_array["cards"][0]["rez_early"] >= 0).any())
        looks = acts or any(row[0] == Op.SET for row in self.code.rows)
        return looks and self.edition.approach_before_last_window

    def early_roots(self) -> int:
        """Whether, and when, cards of the root are rezzed while ice is approached."""
        cards = self.board_array["cards"][0]
        acts = bool((cards["rez_for_ice"] >= 0).any() or (cards["rez_early"] >= 0).any())
        if not acts or not self.board.corp_rezzes:
            return 0
        return int(ROOT_FIRST if self.edition.root_before_ice else ICE_FIRST)

    def looks_for_counters(self) -> bool:
        """Whether the Corp asks for ice that can be advanced, and some can."""
        advanceable = bool(self.board_array["ices"][0]["advanceable"].any())
        return advanceable and self.asks(Subject.TAKES_COUNTERS)

    def rezzes_ahead(self) -> bool:
        """Whether some effect may rez ice that the Runner has not come to: one that does not
        belong to an access, for which all ice has been passed."""
        cards = self.board_array["cards"][0]
        late = {int(self.board.stolen), int(self.board.trashed)}
        late |= {*cards["access"].ravel().tolist(), *cards["on_steal"].tolist()}
        accessed = {row for start in late for row in self.rows_of(start)}
        return any(
            row[0] == Op.REZ_ICE and number not in accessed
            for number, row in enumerate(self.code.rows)
        )

    def deals_lists(self) -> bool:
        """Whether a game starts with more than the scalars of RUN."""
        board = self.board
        weighed = any(board.titles[zone] and not board.unknown_shared[zone] for zone in (0, 1))
        titles = board.grip_titles > 1 or board.stack_count > 0
        return bool(weighed or titles or board.purse_count > 0)
