"""A scenario to the read-only arrays the kernel plays: the last step before it.

Everything the kernel may not do is found here and said as a `CapacityError`.

`encode` below is the order of things. A draft of the board (`draft.py`) is written part by
part: `sides.py`, `server.py`, and one row for each card that can be met (`rows.py`, a card as
it stands somewhere is one of `versions.py`). What cards do becomes micro-ops: `clauses.py`
for what waits for an event, `lower.py` for effects, `program.py` for the rows they write.
The ways to break, found by `simcore.plan`, become tables in `rigs.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simcore.encode.lower import DAMAGE_KINDS
from simcore.encode.program import row_of
from simcore.encode.rigs import Forecast, Losses, RigTable, compile_rigs
from simcore.encode.rows import RowsPart
from simcore.encode.server import ServerPart
from simcore.encode.sides import SidesPart
from simcore.encode.versions import is_kind, takes_trojans
from simcore.errors import CapacityError
from simcore.hosting import check_stays
from simcore.kernel import layout
from simcore.kernel.jit import Array, records, words_of
from simcore.kernel.layout import ICE_FIRST, ROOT_FIRST, RUN, SCALARS, Op, Rest, Subject
from simcore.never_played import refuse_never_played
from simcore.plan.slots import (
    check_memory,
    first_state,
    gives_itself_up,
    make_slot,
    rolled_states,
    the_die,
    with_help,
)
from simcore.plan.states import State
from simcore.record import Cause
from simcore.scenario import Scenario, titles_of
from simcore.sites import NO_ICE

FEATURES = (
    *("eventful", "bypasses", "changes", "special_ways", "rolled", "prevent_count"),
    *("trace_by_limit", "at_once", "approach_first", "early_roots", "sets", "forfeits"),
    *("passes", "steals_hurt", "counting", "root_stands", "watches", "late", "steal_limit"),
    *("access_cost", "trace_purse", "answers"),
)
"""Switches of the board that only `simcore.full_kernel` has behind them."""
RARE_OPS = tuple(int(op) for op in Op if op >= Op.ROLL)
RARE_SUBJECTS = tuple(int(subject) for subject in Subject if subject >= Subject.ENDING)


@dataclass(frozen=True, slots=True)
class Encoded:
    """What one kernel call reads; shapes and dtypes as in `kernel/layout.py`.

    `template` holds the leading int64 words of RUN that every game starts from.
    `rig` holds the reachable states of the rig (a checkpoint's `rig` names one).
    `full`: it takes the kernel with everything in it.
    """

    board: Array
    template: Array
    rig: RigTable
    full: bool


def encode(scenario: Scenario) -> Encoded:
    """The arrays of a scenario, with its rig explored.

    Raises `CapacityError`, naming the file, for what the kernel cannot hold or does
    not execute.
    """
    try:
        refuse_never_played(scenario)
        return _Encoder(scenario).encode()
    except CapacityError as error:
        if not scenario.source:
            raise
        raise CapacityError(f"{scenario.source}: {error}") from None


class _Encoder(ServerPart, SidesPart, RowsPart):
    """Writes the board in the order of its parts, then explores the rig."""

    def encode(self) -> Encoded:
        self.place_ice()
        self.place_root()
        self.place_central()
        self.write_sides()
        self.write_rig()
        self.write_events()
        self.write_ice()
        self.write_cards()
        self.write_success()
        self.write_steal_costs()
        laid = self.most_laid
        if self.moves and any(
            (slot.mark is not None and slot.mark.faces is not None)
            or any(ability.grows for ability in slot.abilities)
            for slot in self.slots
        ):
            raise CapacityError("a breaker that grows or rolls a die, and ice that sends back")
        if self.board.die and (laid.etrs or laid.tax or laid.uses):
            raise CapacityError("attempts by die at ice that earlier pieces have changed")
        self.board.approach_first = self.approach_first()
        self.board.early_roots = self.early_roots()
        self.check_bounces()
        rig = self.explore_rig()
        self.board.row_length = rig.row_length
        self.board.special_ways = bool(
            len(rig.terms) or self.board.die or self.code.changes or self.board.passes
        )
        self.board.deals_lists = self.deals_lists()
        self.board.changes = bool(self.code.changes)
        self.board.sets = any(row[0] == Op.SET for row in self.code.rows)
        if self.board.sets and self.board.steal_costs:
            limits = (Rest.MOST_ACCESSES, Rest.TOP_GONE)
            if any(row[0] == Op.SET and row[1] in limits for row in self.code.rows):
                raise CapacityError("steal costs beside a limit of accesses or cards moved in R&D")
        rests = {row[1] for row in self.code.rows if row[0] == Op.SET}
        draws = any(row[0] == Op.HQ_CARDS and row[1] > 0 for row in self.code.rows)
        if draws and self.scenario.server == "rd" and self.scenario.corp.rd_top:
            raise CapacityError("the Corp draws cards of R&D that are known, not executed yet")
        if Rest.GRIP_GONE in rests and self.board.grip_titles > 1:
            raise CapacityError("cards of a grip that are told apart are trashed, not executed")
        if Rest.SPARED in rests and self.board.at_once:
            raise CapacityError("an agenda that cannot be stolen, where all accesses come at once")
        if Rest.SCORE in rests and self.board.at_once:
            raise CapacityError("a card that is scored, where all accesses come at once")
        if Rest.PASS_TRASHES in rests and self.moves and self.board.approach_first:
            raise CapacityError("programs lost behind ice, beside ice that sends back")
        if self.board.passes and Rest.TOLL in rests:
            raise CapacityError("a toll at each encounter, beside cards that bypass for a price")
        if any(row[0] == Op.NET_NEXT for row in self.code.rows):
            self.board.aftermath = 1
        parts = (self.board.changes, self.board.sets, self.board.met, self.board.aftermath)
        self.board.eventful = any(parts) or any(row[0] == Op.LEAVE_ICE for row in self.code.rows)
        self.board.advances = any(row[0] == Op.ADVANCE for row in self.code.rows)
        self.board.eventful |= int(self.moves or self.board.ice_abilities or self.board.advances)
        self.board.deals_ice = (
            self.moves or self.board.advances or self.board.early_roots or self.rezzes_ahead()
        )
        self.board.moves = self.moves
        if not self.scenario.runner.link_is_stated:
            self.board.link -= int(rig.rigs[0].link)
        for name, rows in (
            ("rigs", rig.rigs),
            ("code", np.array(self.code.rows, np.int64)),
            ("climates", rig.climates),
            ("ways", rig.ways),
            ("terms", rig.terms),
        ):
            self.store(name, rows)
        features = any(self.board[feature] for feature in FEATURES)
        rare = any(
            row[0] in RARE_OPS
            or (row[0] == Op.IF and row[1] in RARE_SUBJECTS)
            or (row[0] == Op.TRASH_RIG and row[3])
            or (row[0] == Op.OFFER and row[4])
            for row in self.code.rows
        )
        full = features or rare
        return Encoded(self.board_array, self.template(), rig, full)

    def approach_first(self) -> bool:
        """Whether the server is approached before the last window, and somebody looks."""
        acts = bool((self.board_array["cards"][0]["rez_early"] >= 0).any())
        looks = acts or any(row[0] == Op.SET for row in self.code.rows)
        return looks and self.edition.approach_before_last_window

    def early_roots(self) -> int:
        """Whether, and when, cards of the root are rezzed while ice is approached."""
        cards = self.board_array["cards"][0]
        braces = bool((cards["rez_for_ice"] >= 0).any())
        if self.edition.root_before_ice:
            return int(ROOT_FIRST) if braces else 0
        early = self.board.approach_first and bool((cards["rez_early"] >= 0).any())
        return int(ICE_FIRST) if (braces or early) and self.board.corp_rezzes else 0

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

    def write_rig(self) -> None:
        """The rig as the search sees it, and what the board says of it."""
        stealth = bool(self.board.purse_stealth.any())
        rig = self.scenario.runner.rig
        check_memory(rig, self.scenario.runner.identity)
        self.slots = with_help(
            [
                make_slot(
                    p,
                    self.earlier_success,
                    stealth,
                    self.ice_that_stays,
                    self.scenario.server,
                    self.trojans,
                )
                for p in rig
            ],
            rig,
            self.scenario.runner.event if self.scenario.runner.event_slot is None else None,
            self.scenario.runner.identity,
        )
        self.board.rolled = sum(slot.rolls for slot in self.slots)
        self.write_prevention()
        self.write_bypasses()
        if any(ability.blinds for slot in self.slots for ability in slot.abilities):
            self.code.program([row_of(Op.SET, Rest.MOST_ACCESSES, 0)])  # what the game then does
        if self.moves and any(slot.one_piece for slot in self.slots):
            raise CapacityError("a card that breaks one piece in a run, and ice that sends back")
        self.board.aftermath = any(slot.mark is not None or slot.enriches for slot in self.slots)
        if (thrown := the_die(self.slots)) is not None:
            _, ability = thrown
            self.board.die = ability.die
            self.board.die_price = ability.credits
            self.board.die_once = ability.once

    def write_bypasses(self) -> None:
        """Whether some card bypasses ice for a price."""
        found = [(slot, b) for slot in self.slots for b in slot.bypasses if b.is_played]
        self.board.passes = bool(found)
        priced = [
            slot for slot, b in found if b.per_sub or any(p.kind == "credits" for p in b.cost)
        ]
        if any(not slot.icebreaker for slot in priced) and self.board.purse_breakers.any():
            raise CapacityError(f"{priced[0].title}: beside credits for icebreakers alone")

    def write_prevention(self) -> None:
        """Cards that keep damage off."""
        found = [
            (number, static)
            for number, placed in enumerate(self.scenario.runner.rig)
            for static in placed.card.rules.statics
            if static.kind == "prevent"
        ]
        for index, (number, static) in enumerate(found):
            points = static.amount.base
            if index >= layout.MAX_PREVENTING - 1 or static.condition or points > 255:
                title = self.scenario.runner.rig[number].card.title
                raise CapacityError(f"{title}: '{static.text}' is not executed here yet")
            self.board.prevent_slot[index] = number
            self.board.prevent_points[index] = points
            self.board.prevent_kinds[index] = sum(1 << DAMAGE_KINDS[w] for w in static.words)
        self.board.prevent_count = len(found)

    def silencing(self) -> int | None:
        """The place of a rezzed piece whose guests are silent; refused is what hangs on where
        they sit."""
        takers = [
            place
            for place, piece in enumerate(self.scenario.ice)
            if any(takes_trojans(card) for card in titles_of(piece))
        ]
        if not takers:
            return None
        guests = [placed.card for placed in self.scenario.runner.rig if placed.host is not None]
        if (
            len(takers) > 1
            or any(card.rules.on or card.rules.holds_purse for card in guests)
            or (guests and any(row[0] == Op.LEAVE_ICE for row in self.code.rows))
        ):
            raise CapacityError("ice that takes over these programs is not executed yet")
        return takers[0] if self.scenario.ice[takers[0]].rezzed else None

    def explore_rig(self) -> RigTable:
        rig = self.scenario.runner.rig
        first = first_state(rig, self.silencing())
        stated = self.scenario.runner.link_is_stated
        links = [0 if stated else placed.card.link for placed in rig]
        members = [
            frozenset(slot for slot, placed in enumerate(rig) if placed.card.type == kind)
            for kind in ("program", "hardware", "resource")
        ]
        members.append(frozenset.union(*members))
        members.append(frozenset(slot for slot in members[0] if "ai" in rig[slot].card.subtypes))
        members += [self.class_of(which) for which in self.code.classes]
        self.refuse_lost_hosts(members)
        trashing_themselves = range(layout.TRASH_CLASSES, len(members))
        return compile_rigs(
            self.slots,
            [State(rolled) for rolled in rolled_states(self.slots, first)],
            links,
            self.targets,
            self.wanted,
            Losses(
                tuple(members),
                frozenset({*self.code.trash_kinds, *trashing_themselves}),
                frozenset(
                    layout.TRASH_CLASSES + number
                    for number, which in enumerate(self.code.classes)
                    if isinstance(which, tuple) and which[1]
                ),
            ),
            len(self.scenario.ice),
            Forecast(tuple(self.code.changes), self.most_laid),
            None if self.moves else len(self.scenario.ice),
            max(self.scenario.corp.points, self.scenario.runner.points),
        )

    def class_of(self, which: int | tuple[str, bool]) -> frozenset[int]:
        """The slots that a further class of trash effects takes from."""
        if isinstance(which, int):
            return frozenset({which})
        kinds = which[0].split(",")
        rig = enumerate(self.scenario.runner.rig)
        return frozenset(s for s, placed in rig if any(is_kind(placed.card, k) for k in kinds))

    def check_bounces(self) -> None:
        """Cards that go to a grip whose titles are told apart, or to a stack that is known."""
        if "grip" in self.code.bounces and self.board.grip_titles > 1:
            raise CapacityError("a rig card goes to a grip whose cards are told apart")
        if "stack" in self.code.bounces and self.scenario.runner.stack:
            raise CapacityError("a rig card goes to a stack that is known, not executed")

    def refuse_lost_hosts(self, classes: list[frozenset[int]]) -> None:
        """Programs that go with another card of the rig are not counted."""
        rig = self.scenario.runner.rig
        kinds = {*self.code.trash_kinds, *range(layout.TRASH_CLASSES, len(classes))}
        lost = frozenset[int]().union(*(classes[kind] for kind in kinds))
        lost |= {number for number, slot in enumerate(self.slots) if gives_itself_up(slot)}
        needs_trojans = any(
            static.kind == "only ice hosting trojan"
            for placed in rig
            for static in placed.card.rules.statics
        )
        for slot in lost:
            if needs_trojans and rig[slot].host in self.trojans:
                raise CapacityError(f"{rig[slot].card.title}: goes, and ice that hosts it is asked")
            if rig[slot].host is not None or rig[slot].on_card is not None:
                check_stays(rig[slot].card, "what happens in the run")
        for placed in rig:
            if placed.card.type == "program" and placed.on_card in lost:
                host = rig[placed.on_card].card.title if placed.on_card is not None else ""
                raise CapacityError(f"{host}: may be trashed with a program on it, not executed")

    def template(self) -> Array:
        # before the first piece of ice an end of the run is nobody's but the cards'
        self.run.update(place=NO_ICE, source=int(Cause.UPGRADE))
        run = records(RUN, 1)
        for name, value in self.run.items():
            run[0][name] = value
        return words_of(run)[:SCALARS].copy()
