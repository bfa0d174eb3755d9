"""A scenario to the read-only arrays the kernel plays: the last step before it.

Everything the kernel may not do is found here and said as a `CapacityError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from simcore.cards.card import BLANK, Card
from simcore.cards.lower import (
    Code,
    Lowering,
    Row,
    Setting,
    ends_run,
    greatest_damage,
    is_folded,
    lower_clauses,
    meant_for,
    mentioned,
    standing_strength,
)
from simcore.cards.notation import atoms_of
from simcore.cards.syntax import Atom, Break, Clause, Paid, Pump
from simcore.cards.syntax import Sequence as Steps
from simcore.errors import CapacityError
from simcore.kernel import layout
from simcore.kernel.jit import Array, records, words_of
from simcore.kernel.layout import (
    AT_APPROACH,
    AT_BEGIN,
    AT_END,
    AT_REZ,
    AT_SUCCESS,
    BOARD,
    CARD,
    ICE,
    MAX_GRIP,
    MAX_POOL,
    MAX_TITLES,
    RUN,
    SCALARS,
    Op,
)
from simcore.plan.breaking import Target
from simcore.plan.rigs import Losses, RigTable, compile_rigs
from simcore.plan.slots import first_state, make_slot, make_target
from simcore.record import Cause
from simcore.scenario import PlacedIce, PlacedRoot, Scenario
from simcore.sites import NO_ICE

_NO_LIMIT = 1 << 30
_OFF_SERVER = 98
"""A place for ice that hosts nothing: no card names it as its host."""
_OVER_AT_4_3 = ("run", "run-begin", "encounter", "pass")
_ROOT_EVENTS = ("approach-server", "success", "run-end", "steal-cost", "rez", "rez-in-run")
_OWN_EVENTS = ("steal", "rez", "rez-in-run", "run", "steal-cost", "tagged")
"""Events of Runner cards and identities that the kernel sees, or that never concern them."""
_PLAYED = {
    "begin": "run-begin",
    "success": "success",
    "breach": "breach",
    "stolen": "agenda-stolen",
    "trashed": "trash-accessed",
    "end": "run-end",
}
"""Programs of the board and the events they answer."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """What one kernel call reads; shapes and dtypes as in `kernel/layout.py`.

    `template` holds the leading int64 words of RUN that every game starts from.
    `rig` holds the reachable states of the rig (a checkpoint's `rig` names one).
    """

    board: Array
    template: Array
    rig: RigTable


@dataclass(frozen=True, slots=True)
class _Version:
    """A card as it stands somewhere: what its effects can see of itself."""

    card: Card
    advancement: int = 0
    virus: int = 0
    power: int = 0
    place: int = _OFF_SERVER

    @property
    def registers(self) -> dict[str, int]:
        return {"adv": self.advancement, "virus": self.virus, "power": self.power}


@dataclass(slots=True)
class _Rows:
    """Versions in the order they were met; a version's place is its row."""

    versions: list[_Version] = field(default_factory=list)
    known: dict[_Version, int] = field(default_factory=dict)

    def row(self, version: _Version) -> int:
        if version not in self.known:
            self.known[version] = len(self.versions)
            self.versions.append(version)
        return self.known[version]


def encode(scenario: Scenario) -> Encoded:
    """The arrays of a scenario, with its rig explored.

    Raises `CapacityError`, naming the file, for what the kernel cannot hold or does
    not execute.
    """
    try:
        return _Encoder(scenario).encode()
    except CapacityError as error:
        if not scenario.source:
            raise
        raise CapacityError(f"{scenario.source}: {error}") from None


class _Encoder:
    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.code = Code()
        self.targets: list[Target] = []
        self.wanted: list[frozenset[int]] = []
        self.ice = _Rows()
        self.cards = _Rows()
        self.board_array = records(BOARD, 1)
        self.board: Any = self.board_array[0]
        self.run: dict[str, int] = {}
        self.installed: set[_Version] = set()
        self.in_root: set[_Version] = set()
        self.hosts = {slot.host for slot in scenario.runner.rig if slot.host is not None}

    # ---- settings -------------------------------------------------------------------

    @cached_property
    def earlier_success(self) -> bool:
        return self.scenario.runner.successful_runs_this_turn > 0

    def setting(self, version: _Version, holder: str, **more: Any) -> Setting:
        registers = {**version.registers, "ice-here": len(self.scenario.ice)}
        if "after_tag" not in more:
            more["after_tag"] = self.after_tag
        return Setting(
            version.card.title,
            self.scenario.server,
            registers,
            self.earlier_success,
            holder=holder,
            reads=mentioned(version.card.rules),
            rezzes=self.scenario.corp.plan.name != "never",
            **more,
        )

    @cached_property
    def after_tag(self) -> tuple[tuple[int, ...], ...]:
        """What follows every tag: the Runner's cards, then the Corp's identity (rule 16)."""
        rows = self.sides_clauses("tagged", after_tag=())
        allowed = (Op.ETR, Op.TRACE, Op.PSI, Op.TAG, Op.REZ_ICE)
        if any(row[0] in allowed for row in rows):
            raise CapacityError(
                "a tag that ends the run, starts a trace or a bid, gives tags or rezzes ice "
                "is not executed yet"
            )
        return tuple(tuple(row) for row in rows)

    # ---- the whole ------------------------------------------------------------------

    def encode(self) -> Encoded:
        self.place_ice()
        self.place_root()
        self.place_central()
        self.write_sides()
        self.write_events()
        self.write_ice()
        self.write_cards()
        self.write_steal_costs()
        rig = self.explore_rig()
        self.board.row_length = rig.row_length
        self.board.deals_lists = self.deals_lists()
        self.board.deals_ice = any(row[0] == Op.REZ_ICE for row in self.code.rows)
        if not self.scenario.runner.link_is_stated:
            self.board.link -= int(rig.rigs[0].link)
        for name, rows in (
            ("rigs", rig.rigs),
            ("code", np.array(self.code.rows, np.int64)),
            ("ways", rig.ways),
        ):
            self.store(name, rows)
        return Encoded(self.board_array, self.template(), rig)

    def deals_lists(self) -> bool:
        """Whether a game starts with more than the scalars of RUN."""
        board = self.board
        weighed = any(board.titles[zone] and not board.unknown_shared[zone] for zone in (0, 1))
        titles = board.grip_titles > 1 or board.stack_count > 0
        return bool(weighed or titles or board.purse_count > 0)

    def store(self, name: str, rows: Array) -> None:
        """Put rows at the head of a table of the board."""
        room = self.board_array[name][0]
        if len(rows) > len(room):
            raise CapacityError(f"the scenario needs {len(rows):,} {name} of {len(room):,}")
        room[: len(rows)] = rows

    # ---- what stands where ------------------------------------------------------------

    def place_ice(self) -> None:
        scenario, board = self.scenario, self.board
        board.ice_count = len(scenario.ice)
        rezzed = 0
        for place, piece in enumerate(scenario.ice):
            board.ice_row[place] = -1
            if piece.card is not None:
                board.ice_row[place] = self.ice.row(self.version(piece, piece.card, place))
                rezzed |= int(piece.rezzed) << place
        self.run["rezzed"] = rezzed
        self.write_drawing(0, scenario.ice)

    def place_root(self) -> None:
        scenario, board = self.scenario, self.board
        if len(scenario.root) > layout.MAX_ROOT:
            raise CapacityError(f"a root of more than {layout.MAX_ROOT} cards")
        board.root_count = len(scenario.root)
        rezzed = 0
        for index, piece in enumerate(scenario.root):
            board.root_row[index] = -1
            if piece.card is not None:
                version = self.version(piece, piece.card, None)
                board.root_row[index] = self.cards.row(version)
                self.in_root.add(version)
                if piece.rezzed:
                    self.installed.add(version)
                    if piece.card.rules.paid:
                        raise CapacityError(f"{piece.card.title}: paid abilities are not used yet")
                rezzed |= int(piece.rezzed) << index
            for card in _titles(piece):
                self.check_root_card(card)
                acts = any(clause.scope == "root" for clause in card.rules.on)
                board.root_acts |= int(acts or bool(card.rules.corp_abilities))
        self.run["root_rezzed"] = rezzed
        self.write_drawing(1, scenario.root)

    def check_root_card(self, card: Card) -> None:
        """What a card does from a root beyond the programs of its row is refused."""
        acting = [clause for clause in card.rules.on if clause.scope == "root"]
        lasting = {
            "persistent" in clause.qualifiers
            for clause in acting
            if clause.event in ("run-end", "steal-cost")
        }
        if len(lasting) > 1:
            raise CapacityError(f"{card.title}: persistent for some of its clauses only")
        for clause in acting:
            known = clause.event in _ROOT_EVENTS and card.type != "agenda"
            if not known and self.does_anything(card, clause):
                raise self.refused(card, clause)

    def does_anything(self, card: Card, clause: Clause) -> bool:
        """Whether a clause has micro-ops at all; declined and other empty ones have none."""
        scratch = Code()
        return bool(lower_clauses(scratch, self.setting(_Version(card), "card"), [clause]))

    def refused(self, card: Card, clause: Clause) -> CapacityError:
        return CapacityError(f"{card.title}: '{clause.text}' is not executed here yet")

    def version(self, piece: PlacedIce | PlacedRoot, card: Card, place: int | None) -> _Version:
        stands = place if place in self.hosts and place is not None else _OFF_SERVER
        return _Version(card, piece.advancement, piece.virus, piece.power, stands)

    def write_drawing(self, zone: int, pieces: Sequence[PlacedIce | PlacedRoot]) -> None:
        """The pool that unknown pieces are drawn from; `zone` 0 ice, 1 root."""
        board = self.board
        unknown = [(index, piece) for index, piece in enumerate(pieces) if piece.card is None]
        titles: dict[str, Card] = {}
        for _, piece in unknown:
            for card, _ in piece.candidates:
                titles.setdefault(card.id, card)
        if len(titles) > MAX_TITLES:
            raise CapacityError(f"more than {MAX_TITLES} titles for unknown cards of a server")
        numbers = {card_id: number for number, card_id in enumerate(titles)}
        board.titles[zone] = len(titles)
        copies = board.copies[zone]
        rows = (self.ice, self.cards)[zone]
        for index, piece in unknown:
            board.listed_count[zone, index] = len(piece.candidates)
            for entry, (card, count) in enumerate(piece.candidates):
                number = numbers[card.id]
                board.listed[zone, index, entry] = number
                board.weight[zone, index, entry] = count
                copies[number] = max(int(copies[number]), count)
                version = self.version(piece, card, None if zone else index)
                board.title_row[zone, index, number] = rows.row(version)
                if zone:
                    self.in_root.add(version)
        central = {card.id: card for card, _ in self.scenario.corp.central}
        for card_id, number in numbers.items():
            board.title_pool[zone, number] = -1
            if card_id in central and self.scenario.server in ("hq", "rd"):
                board.title_pool[zone, number] = self.cards.row(_Version(central[card_id]))
        total = int(copies.sum())
        if len({piece.candidates for _, piece in unknown}) == 1 and total <= MAX_POOL:
            board.unknown_shared[zone] = 1
            board.flat_count[zone] = total
            flat = [number for number in numbers.values() for _ in range(copies[number])]
            board.flat_title[zone, :total] = flat

    def place_central(self) -> None:
        scenario, board = self.scenario, self.board
        corp = scenario.corp
        if scenario.server == "archives":
            board.central = 2
            fixed: Sequence[Card] = corp.archives
        elif scenario.server in ("hq", "rd"):
            board.central = 1
            fixed = corp.rd_top if scenario.server == "rd" else ()
        else:
            return
        if len(fixed) > layout.MAX_FIXED:
            raise CapacityError(f"more than {layout.MAX_FIXED} known cards in one server")
        board.base_accesses = 1 + scenario.runner.extra_accesses
        board.central_count = corp.central_count
        board.fixed_count = len(fixed)
        for index, card in enumerate(fixed):
            board.fixed[index] = self.cards.row(_Version(card))
        if board.central == 2:
            return
        pool = [self.cards.row(_Version(card)) for card, n in corp.central for _ in range(n)]
        if len(pool) > MAX_POOL:
            raise CapacityError(f"more than {MAX_POOL} cards in one server")
        board.pool_count = len(pool)
        board.pool[: len(pool)] = pool

    # ---- the two sides ----------------------------------------------------------------

    def write_sides(self) -> None:
        scenario, board = self.scenario, self.board
        corp, runner = scenario.corp, scenario.runner
        board.corp_rezzes = corp.plan.name == "affordable"
        board.corp_low = corp.credits_low
        board.corp_span = corp.credits_high - corp.credits_low + 1
        board.trace_low = corp.plan.trace_low
        board.trace_high = corp.plan.trace_high
        plan = runner.plan
        careful = plan.name == "threshold"
        board.cap = plan.optional_break_cap if careful else _NO_LIMIT
        board.minimum_grip = plan.minimum_grip if careful else -1
        board.trace_payment = plan.trace_payment if careful else _NO_LIMIT
        board.link = runner.link
        board.trashes = plan.trash == "affordable"
        board.reserve = plan.reserve
        self.run.update(
            credits=runner.credits,
            corp=corp.credits_low,
            tags=runner.tags,
            clicks=runner.clicks,
            score=runner.points,
            hq=corp.hq_count,
            grip=sum(count for _, count in runner.grip),
        )
        self.write_grip()
        self.write_purses()

    def write_grip(self) -> None:
        """Titles of the grip, told apart only when an effect can (an odd cost)."""
        board, runner = self.board, self.scenario.runner
        titles = [card for card, _ in runner.grip]
        titles += [card for card, _ in runner.stack if card not in titles]
        if BLANK not in titles:
            titles.append(BLANK)
        odd = [int(card.cost is not None and card.cost % 2 == 1) for card in titles]
        board.stack_count = sum(count for _, count in runner.stack)
        self.run["stack_total"] = int(board.stack_count)
        alike = len({odd[titles.index(card)] for card, _ in (*runner.grip, *runner.stack)}) <= 1
        draws_blank = not runner.stack and any(odd)
        if alike and not draws_blank:
            board.grip_titles = 1
            board.grip_odd[0] = odd[0]
            board.stack_copies[0] = board.stack_count
            return
        if len(titles) > MAX_TITLES:
            raise CapacityError(f"more than {MAX_TITLES} titles in grip and stack together")
        board.grip_titles = len(titles)
        board.blank_title = titles.index(BLANK)
        board.grip_odd[: len(titles)] = odd
        for card, count in runner.grip:
            board.grip_copies[titles.index(card)] = count
        for card, count in runner.stack:
            board.stack_copies[titles.index(card)] = count

    def write_purses(self) -> None:
        """Bad publicity, then recurring, then hosted credits, in the order they pay (rule 8)."""
        runner = self.scenario.runner
        purses: list[tuple[int, int, int, int]] = []  # kind, breakers only, slot, credits
        if self.scenario.corp.bad_publicity:
            purses.append((0, 0, -1, self.scenario.corp.bad_publicity))
        for slot, placed in enumerate(runner.rig):
            if placed.card.rules.recurring and placed.credits:
                only = int(placed.card.rules.recurring_use == "breakers")
                purses.append((1, only, slot, placed.credits))
        purses += self.folded_purses()
        for _, _, slot, _ in purses:
            if slot >= 0 and _trashes_itself(runner.rig[slot].card):
                raise CapacityError(
                    f"{runner.rig[slot].card.title}: credits on a card that is trashed to break"
                )
        if len(purses) > layout.MAX_PURSES:
            raise CapacityError(f"more than {layout.MAX_PURSES} sources of credits")
        self.board.purse_count = len(purses)
        for index, (kind, only, slot, amount) in enumerate(purses):
            self.board.purse_kind[index] = kind
            self.board.purse_breakers[index] = only
            self.board.purse_slot[index] = slot
            self.board.purse[index] = amount
            self.run["purses_break"] = self.run.get("purses_break", 0) + amount
            if not only:
                self.run["purses_any"] = self.run.get("purses_any", 0) + amount

    def folded_purses(self) -> list[tuple[int, int, int, int]]:
        """Credits hosted for this run, rig first; prices of ice go to the board."""
        runner = self.scenario.runner
        holders: list[tuple[Card | None, str, int]] = [
            (placed.card, "rig", slot) for slot, placed in enumerate(runner.rig)
        ]
        if runner.event_slot is None:
            holders.append((runner.event, "event", -1))
        holders += [
            (runner.identity, "identity", -1),
            (self.scenario.corp.identity, "identity", -1),
        ]
        purses = []
        for card, holder, slot in holders:
            started = holder != "rig" or slot == runner.event_slot
            for clause in card.rules.on if card is not None else ():
                if (
                    not is_folded(clause, holder)
                    or not meant_for(clause, self.scenario.server)
                    or (clause.scope == "this-run" and not started)
                ):
                    continue
                assert isinstance(clause.effect, Atom)
                amount = clause.effect.amount.base
                if clause.effect.name == "rez-cost":
                    self.board.rez_tax += amount
                else:
                    purses.append((2, 0, slot, amount))
        return purses

    def write_events(self) -> None:
        """One program per event for the cards of both sides, in the order of rule 16."""
        for name, event in _PLAYED.items():
            self.board[name] = self.code.program(self.sides_clauses(event))
        hosting = 2 in self.board.purse_kind[: int(self.board.purse_count)]
        paying = (Op.OFFER, Op.TRACE, Op.PSI)
        if hosting and any(
            self.code.rows[row][0] in paying for row in self.rows_of(int(self.board.begin))
        ):
            # the purse lies there from the start; its own clause may come after the payment
            raise CapacityError("payments while the run begins, beside credits hosted for it")
        known = {*_PLAYED.values(), *_OWN_EVENTS}
        for card, holder, _ in self.side_cards():
            for clause in card.rules.on:
                if clause.event not in known and self.does_anything(card, clause):
                    raise self.refused(card, clause)
            if (
                holder == "rig"
                and sum(
                    atom.name == "take"
                    for clause in card.rules.on
                    for atom in atoms_of(clause.effect)
                )
                > 1
            ):
                raise CapacityError(f"{card.title}: credits taken more than once in a run")

    def side_cards(self) -> list[tuple[Card, str, int | None]]:
        """Cards that wait for events of the run, with what they are and their rig slot."""
        runner = self.scenario.runner
        cards: list[tuple[Card, str, int | None]] = []
        if runner.identity is not None:
            cards.append((runner.identity, "identity", None))
        if runner.event is not None and runner.event_slot is None:
            cards.append((runner.event, "event", None))
        cards += [(placed.card, "rig", slot) for slot, placed in enumerate(runner.rig)]
        if self.scenario.corp.identity is not None:
            cards.append((self.scenario.corp.identity, "identity", None))
        return cards

    def sides_clauses(self, event: str, **more: Any) -> list[Row]:
        rows: list[Row] = []
        for card, holder, slot in self.side_cards():
            rows += self.side_clauses(card, holder, slot, event, **more)
        return rows

    def side_clauses(
        self, card: Card, holder: str, slot: int | None, event: str, **more: Any
    ) -> list[Row]:
        runner = self.scenario.runner
        clauses = [clause for clause in card.rules.on if clause.event == event]
        if not clauses:
            return []
        version = _Version(card)
        if slot is not None:
            placed = runner.rig[slot]
            version = _Version(card, 0, placed.virus, placed.power)
            for clause in clauses:
                self.check_rig_clause(card, clause)
            emptied = any(static.kind == "trash-when-empty" for static in card.rules.statics)
            bank = 0 if card.rules.recurring else placed.credits
            more |= {"slot": slot, "credits": bank, "trashed_when_empty": emptied}
        started = slot is None or slot == runner.event_slot
        return lower_clauses(
            self.code, self.setting(version, holder, **more), clauses, started=started
        )

    def check_rig_clause(self, card: Card, clause: Clause) -> None:
        """Amounts by counters that breaking spends, and credits taken again and again."""
        spent = {
            price.kind for ability in _abilities(card) for cost in ability.costs for price in cost
        }
        read = spent & mentioned(clause.effect)
        takes = any(atom.name == "take" for atom in atoms_of(clause.effect))
        often = clause.event in ("agenda-stolen", "trash-accessed", "tagged")
        if read or (takes and often) or set(clause.qualifiers) & {"installed", "!archives"}:
            raise self.refused(card, clause)

    # ---- rows of ice and cards -----------------------------------------------------

    def write_ice(self) -> None:
        if len(self.ice.versions) > layout.MAX_ICE_ROWS:
            raise CapacityError(f"more than {layout.MAX_ICE_ROWS} kinds of ice in their places")
        ices = records(ICE, len(self.ice.versions))
        base = 1
        for index, version in enumerate(self.ice.versions):
            ice: Any = ices[index]
            card = version.card
            if len(card.rules.subs) > layout.MAX_SUBS:
                raise CapacityError(f"{card.title}: more than {layout.MAX_SUBS} subroutines")
            ice.rez_cost = card.cost or 0
            ice.subs = len(card.rules.subs)
            ice.on_rez = self.card_program(version, "rez", "rez-in-run")
            ice.on_encounter = self.card_program(version, "encounter")
            ice.on_pass = self.card_program(version, "pass")
            if any(self.code.rows[row][0] == Op.REZ_ICE for row in self.rows_of(ice.on_rez)):
                raise CapacityError(f"{card.title}: ice that rezzes ice is not executed yet")
            setting = self.setting(version, "ice", event="sub")
            for number, sub in enumerate(card.rules.subs):
                last = number == len(card.rules.subs) - 1
                leaves = last and self.may_leave(version)
                lowering = Lowering(self.code, replace(setting, leaves=leaves))
                ice.sub[number] = self.code.program(lowering.lower(sub))
            encounter = [clause for clause in card.rules.on if clause.event == "encounter"]
            taxing = Lowering(self.code, replace(setting, event="encounter"))
            ice.tax = self.code.program(
                [row for clause in encounter for row in taxing.tax(clause.effect)]
            )
            if any(clause.qualifiers for clause in encounter):
                raise CapacityError(f"{card.title}: conditions on an encounter are not executed")
            self.wanted.append(self.write_must_sets(ice, index, version, base))
            self.targets.append(make_target(card, standing_strength(card, setting), version.place))
            base += len(card.rules.subs) + 1
        self.store("ices", ices)

    def rows_of(self, start: int) -> range:
        """The rows of one program, up to its END."""
        end = start
        while self.code.rows[end][0] != Op.END:
            end += 1
        return range(start, end)

    def may_leave(self, version: _Version) -> bool:
        """Whether nobody looks when this ice trashes itself as the very last thing it does."""
        rules = version.card.rules
        sub = rules.subs[-1]
        steps = sub.steps if isinstance(sub, Steps) else (sub,)
        alone = sum(atom.name == "self-trash" for atom in atoms_of(sub)) == 1
        return (
            alone
            and isinstance(steps[-1], Atom)
            and steps[-1].name == "self-trash"
            and version.place == _OFF_SERVER
            and not any(clause.event == "pass" for clause in rules.on)
            and not any("ice-here" in mentioned(card.rules) for card in self.scenario.cards())
        )

    def write_must_sets(self, ice: Any, row: int, version: _Version, base: int) -> frozenset[int]:
        """The subroutines that have to be broken, for each number of cards in the grip.

        `base`: row of the ways to break none of them. Returns the sizes of the sets that
        a plan may break.
        """
        subs = version.card.rules.subs
        registers = self.setting(version, "ice").registers
        fatal = [ends_run(sub) for sub in subs]
        hurt = [greatest_damage(sub, registers) for sub in subs]
        sizes = {len(subs)}
        ice.way_all = base + len(subs)
        for grip in range(MAX_GRIP, -1, -1):
            must = [end or damage > grip for end, damage in zip(fatal, hurt, strict=True)]
            sizes.add(sum(must))
            bits = sum(1 << number for number, needed in enumerate(must) if needed)
            if grip == MAX_GRIP:
                ice.must, ice.way_must = bits, base + sum(must)
                continue
            self.board.must_below[row, grip] = bits
            self.board.way_must_below[row, grip] = base + sum(must)
            if bits != ice.must and not ice.safe_grip:
                ice.safe_grip = grip + 1
        return frozenset(sizes)

    def card_program(self, version: _Version, *events: str) -> int:
        """The clauses of a piece of ice for events about itself."""
        clauses = [
            clause
            for clause in version.card.rules.on
            if clause.event in events and clause.scope != "root"
        ]
        setting = self.setting(version, "ice")
        return self.code.program(lower_clauses(self.code, setting, clauses))

    def root_program(self, version: _Version, *events: str) -> int:
        """The clauses of a root card: those of its rez, and those with the scope "root"."""
        if version not in self.in_root:
            return 0
        clauses = [
            clause
            for clause in version.card.rules.on
            if clause.event in events
            and (clause.scope == "root" or clause.event in ("rez", "rez-in-run"))
        ]
        setting = self.setting(version, "card")
        return self.code.program(lower_clauses(self.code, setting, clauses))

    def write_cards(self) -> None:
        cards = records(CARD, len(self.cards.versions))
        pool = list(self.board.pool[: int(self.board.pool_count)])
        for index, version in enumerate(self.cards.versions):
            card: Any = cards[index]
            self.write_card(card, version)
            copies = pool.count(index)
            card.pool_start = pool.index(index) if copies else 0
            card.pool_copies = copies
        self.store("cards", cards)

    def write_card(self, card: Any, version: _Version) -> None:
        facts = version.card
        plan = self.scenario.runner.plan
        spared = facts.id in plan.never_trash or not self.board.trashes
        card.points = facts.points
        card.agenda = facts.type == "agenda"
        card.trash = -1 if facts.trash is None or spared else facts.trash
        acts = any(c.scope == "root" and c.event not in _OVER_AT_4_3 for c in facts.rules.on)
        card.rez_cost = (facts.cost or 0) if acts and facts.type in ("asset", "upgrade") else -1
        for clause in facts.rules.on:
            if clause.event == "steal-cost":
                self.write_steal_cost(card, clause, version)
            card.persistent |= int("persistent" in clause.qualifiers)
            if clause.event == "trash-accessed" and self.does_anything(facts, clause):
                raise self.refused(facts, clause)
        for place, zone in enumerate(("installed", "central", "archives")):
            card.access[place] = self.access_program(version, zone)
        stolen = [c for c in facts.rules.on if c.event in ("steal", "agenda-stolen")]
        if facts.type == "agenda":
            setting = self.setting(version, "card")
            card.on_steal = self.code.program(lower_clauses(self.code, setting, stolen))
        card.acts[AT_REZ] = self.root_program(version, "rez", "rez-in-run")
        card.acts[AT_APPROACH] = self.root_program(version, "approach-server")
        card.acts[AT_SUCCESS] = self.root_program(version, "success")
        card.acts[AT_END] = self.root_program(version, "run-end")
        if facts.rules.corp_abilities and version in self.installed:
            card.acts[AT_BEGIN] = self.ability_program(version)

    def write_steal_cost(self, card: Any, clause: Clause, version: _Version) -> None:
        prefix = "root_" if clause.scope == "root" else ""
        lowering = Lowering(self.code, self.setting(version, "card"))
        words = {"installed", "archives", "!archives", "first", "1/turn"}
        if words & set(clause.qualifiers):
            raise self.refused(version.card, clause)
        if not meant_for(clause, self.scenario.server):
            return
        for price in clause.effect.cost:  # type: ignore[union-attr]
            if price.kind not in ("credits", "clicks"):
                raise CapacityError(
                    f"{version.card.title}: a steal cost of {price.kind} is not executed yet"
                )
            if price.amount.register:
                raise self.refused(version.card, clause)
            card[f"{prefix}steal_{price.kind}"] += lowering.amount(price.amount)

    def access_program(self, version: _Version, zone: str) -> int:
        """`zone`: installed, central or archives."""
        clauses = []
        for clause in version.card.rules.on:
            words = set(clause.qualifiers)
            if clause.event != "access" or clause.scope == "root":
                continue
            if "installed" in words and zone != "installed":
                continue
            if ("!archives" in words and zone == "archives") or (
                "archives" in words and zone != "archives"
            ):
                continue
            clauses.append(clause)
        setting = self.setting(version, "card")
        return self.code.program(lower_clauses(self.code, setting, clauses))

    def ability_program(self, version: _Version) -> int:
        """A paid ability used at 1.2: the card leaves, and nothing else here changes."""
        paid = version.card.rules.corp_abilities[0]
        kinds = {price.kind for cost in paid.costs for price in cost}
        name = getattr(paid.effect, "name", "")
        if (
            len(version.card.rules.corp_abilities) > 1
            or name != "archives-to-rd"
            or kinds != {"rfg"}
            or self.scenario.server != "remote"
        ):
            raise CapacityError(f"{version.card.title}: '{paid.text}' is not executed here yet")
        if not self.scenario.corp.archives:
            return 0
        return self.code.program([[0] * layout.CODE_COLUMNS])

    def write_steal_costs(self) -> None:
        cards = self.board_array["cards"][0].view(np.recarray)
        for version in self.cards.versions:
            row: Any = cards[self.cards.known[version]]
            if row.steal_credits or row.root_steal_credits:
                self.board.steal_costs = 1
        for card, _ in self.scenario.corp.central:
            if self.board.pool_count:
                row = cards[self.cards.known[_Version(card)]]
                self.board.pool_steal_cost = max(
                    int(self.board.pool_steal_cost), int(row.steal_credits)
                )

    # ---- the rig ----------------------------------------------------------------------

    def explore_rig(self) -> RigTable:
        rig = self.scenario.runner.rig
        stated = self.scenario.runner.link_is_stated
        links = [0 if stated else placed.card.link for placed in rig]
        members = [
            frozenset(slot for slot, placed in enumerate(rig) if placed.card.type == kind)
            for kind in ("program", "hardware", "resource")
        ]
        members.append(frozenset(range(len(rig))))
        members += [frozenset({slot}) for slot in self.code.self_trashing]
        trashing_themselves = range(layout.TRASH_CLASSES, len(members))
        return compile_rigs(
            tuple(make_slot(placed, self.earlier_success) for placed in rig),
            first_state(rig),
            links,
            self.targets,
            self.wanted,
            Losses(tuple(members), frozenset({*self.code.trash_kinds, *trashing_themselves})),
        )

    def template(self) -> Array:
        # before the first piece of ice an end of the run is nobody's but the cards'
        self.run.update(place=NO_ICE, source=int(Cause.UPGRADE))
        run = records(RUN, 1)
        for name, value in self.run.items():
            run[0][name] = value
        return words_of(run)[:SCALARS].copy()


def _titles(piece: PlacedIce | PlacedRoot) -> tuple[Card, ...]:
    if piece.card is not None:
        return (piece.card,)
    return tuple(card for card, _ in piece.candidates)


def _abilities(card: Card) -> tuple[Break | Pump | Paid, ...]:
    return (*card.rules.breaks, *card.rules.pumps, *card.rules.paid)


def _trashes_itself(card: Card) -> bool:
    """Whether using an ability of the card trashes it on the spot."""
    prices = [price for a in _abilities(card) for cost in a.costs for price in cost]
    return any(price.kind == "trash" for price in prices)
