"""A scenario to the read-only arrays the kernel plays: the last step before it.

Everything the kernel may not do is found here and said as a `CapacityError`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
    lower_clauses,
)
from simcore.cards.syntax import Clause
from simcore.errors import CapacityError
from simcore.kernel import layout
from simcore.kernel.jit import Array, records, words_of
from simcore.kernel.layout import SCALARS, BOARD, CARD, ICE, MAX_GRIP, MAX_POOL, MAX_TITLES, RUN
from simcore.plan.breaking import Target
from simcore.plan.rigs import Losses, RigTable, compile_rigs
from simcore.plan.slots import first_state, make_slot, make_target
from simcore.scenario import Pile, PlacedIce, PlacedRoot, Scenario

_NO_LIMIT = 1 << 30
_OFF_SERVER = 98
"""A place for ice that hosts nothing: no card names it as its host."""
_SELF_ACTING = ("approach-server", "success", "run-end", "steal-cost")


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

    Raises `CapacityError` for what the kernel cannot hold or does not execute.
    """
    return _Encoder(scenario).encode()


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
        self.hosts = {slot.host for slot in scenario.runner.rig if slot.host is not None}

    # ---- settings -------------------------------------------------------------------

    @cached_property
    def earlier_success(self) -> bool:
        return self.scenario.runner.successful_runs_this_turn > 0

    def setting(self, version: _Version, **more: Any) -> Setting:
        registers = {**version.registers, "ice-here": len(self.scenario.ice)}
        return Setting(
            version.card.title,
            self.scenario.server,
            registers,
            self.earlier_success,
            after_tag=self.after_tag,
            **more,
        )

    @cached_property
    def after_tag(self) -> tuple[tuple[int, ...], ...]:
        """What follows every tag: the Corp's identity, once."""
        identity = self.scenario.corp.identity
        if identity is None:
            return ()
        plain = Setting(identity.title, self.scenario.server, {}, self.earlier_success)
        clauses = [clause for clause in identity.rules.on if clause.event == "tagged"]
        return tuple(tuple(row) for row in lower_clauses(self.code, plain, clauses))

    # ---- the whole ------------------------------------------------------------------

    def encode(self) -> Encoded:
        self.place_ice()
        self.place_root()
        self.place_central()
        self.write_sides()
        self.write_runner_events()
        self.write_ice()
        self.write_cards()
        self.write_steal_costs()
        rig = self.explore_rig()
        self.board.row_length = rig.row_length
        if not self.scenario.runner.link_is_stated:
            self.board.link -= int(rig.rigs[0].link)
        for name, rows in (
            ("rigs", rig.rigs),
            ("code", np.array(self.code.rows, np.int64)),
            ("ways", rig.ways),
            ("way_index", rig.way_index),
        ):
            self.store(name, rows)
        return Encoded(self.board_array, self.template(), rig)

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
        rezzed = known = 0
        for index, piece in enumerate(scenario.root):
            board.root_row[index] = -1
            if piece.card is not None:
                version = self.version(piece, piece.card, None)
                board.root_row[index] = self.cards.row(version)
                if piece.rezzed:
                    self.installed.add(version)
                rezzed |= int(piece.rezzed) << index
                known |= 1 << index
            for card in _titles(piece):
                acts = any(clause.scope == "root" for clause in card.rules.on)
                board.root_acts |= int(acts or bool(card.rules.corp_abilities))
        self.run["root_rezzed"] = rezzed
        self.run["root_known"] = known
        self.write_drawing(1, scenario.root)

    def version(self, piece: PlacedIce | PlacedRoot, card: Card, place: int | None) -> _Version:
        stands = place if place in self.hosts and place is not None else _OFF_SERVER
        return _Version(card, piece.advancement, piece.virus, piece.power, stands)

    def write_drawing(self, zone: int, pieces: Sequence[PlacedIce] | Sequence[PlacedRoot]) -> None:
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
            for card, count in piece.candidates:
                number = numbers[card.id]
                board.weight[zone, index, number] = count
                copies[number] = max(int(copies[number]), count)
                version = self.version(piece, card, None if zone else index)
                board.title_row[zone, index, number] = rows.row(version)
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
        event = runner.event
        if event is not None:
            start = [clause for clause in event.rules.on if clause.scope == "this-run"]
            for clause in start:
                self.fold_start(clause, purses)
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

    def fold_start(self, clause: Clause, purses: list[tuple[int, int, int, int]]) -> None:
        """What the event that started the run sets for all of it."""
        name = getattr(clause.effect, "name", "")
        if name not in ("hosted", "rez-cost"):
            return
        amount = clause.effect.amount.base  # type: ignore[union-attr]
        if name == "rez-cost":
            self.board.rez_tax += amount
        else:
            slot = self.scenario.runner.event_slot
            purses.append((2, 0, -1 if slot is None else slot, amount))

    def write_runner_events(self) -> None:
        """One program per event for all Runner cards, in the order of rule 16."""
        runner = self.scenario.runner
        board = self.board
        names = {
            "begin": "run-begin",
            "success": "success",
            "breach": "breach",
            "stolen": "agenda-stolen",
            "trashed": "trash-accessed",
            "end": "run-end",
        }
        for field_name, event in names.items():
            rows: list[Row] = []
            if runner.identity is not None:
                rows += self.runner_clauses(runner.identity, event, None)
            if runner.event is not None and runner.event_slot is None:
                rows += self.runner_clauses(runner.event, event, None)
            for slot, placed in enumerate(runner.rig):
                rows += self.runner_clauses(placed.card, event, slot)
            board[field_name] = self.code.program(rows)

    def runner_clauses(self, card: Card, event: str, slot: int | None) -> list[Row]:
        runner = self.scenario.runner
        more: dict[str, Any] = {}
        version = _Version(card)
        started = slot is None or slot == runner.event_slot
        if slot is not None:
            placed = runner.rig[slot]
            version = _Version(card, 0, placed.virus, placed.power)
            emptied = any(static.kind == "trash-when-empty" for static in card.rules.statics)
            more = {"slot": slot, "credits": placed.credits, "trashed_when_empty": emptied}
        clauses = [clause for clause in card.rules.on if clause.event == event]
        return lower_clauses(self.code, self.setting(version, **more), clauses, started=started)

    # ---- rows of ice and cards -----------------------------------------------------

    def write_ice(self) -> None:
        ices = records(ICE, len(self.ice.versions))
        base = 0
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
            setting = self.setting(version)
            for number, sub in enumerate(card.rules.subs):
                ice.sub[number] = self.code.program(Lowering(self.code, setting).lower(sub))
            self.wanted.append(self.write_must_sets(ice, version))
            self.targets.append(make_target(card, self.strength(version), version.place))
            ice.way_base = base
            base += len(card.rules.subs) + 1
        self.store("ices", ices)

    def strength(self, version: _Version) -> int:
        """Printed strength and the standing changes that hold on this server."""
        setting = self.setting(version)
        total = version.card.strength or 0
        for static in version.card.rules.statics:
            if static.kind != "str":
                continue
            lowering = Lowering(self.code, setting)
            met = True
            if static.condition is not None:
                known = lowering.known(static.condition)
                if known is None:
                    raise CapacityError(
                        f"{version.card.title}: '{static.text}' changes during the run, "
                        "which is not executed yet"
                    )
                met = known
            if met:
                total += lowering.amount(static.amount)
        return total

    def write_must_sets(self, ice: Any, version: _Version) -> frozenset[int]:
        """The subroutines that have to be broken, for each number of cards in the grip.

        Returns the sizes of the sets that a plan may break.
        """
        subs = version.card.rules.subs
        registers = self.setting(version).registers
        fatal = [ends_run(sub) for sub in subs]
        hurt = [greatest_damage(sub, registers) for sub in subs]
        for grip in range(MAX_GRIP + 1):
            must = [end or damage > grip for end, damage in zip(fatal, hurt, strict=True)]
            ice.must[grip] = sum(1 << number for number, needed in enumerate(must) if needed)
            ice.must_count[grip] = sum(must)
        return frozenset({len(subs), *(int(count) for count in ice.must_count)})

    def card_program(self, version: _Version, *events: str) -> int:
        clauses = [clause for clause in version.card.rules.on if clause.event in events]
        return self.code.program(lower_clauses(self.code, self.setting(version), clauses))

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
        acts = any(c.scope == "root" and c.event in _SELF_ACTING for c in facts.rules.on)
        card.rez_cost = (facts.cost or 0) if acts and facts.type in ("asset", "upgrade") else -1
        for clause in facts.rules.on:
            if clause.event == "steal-cost":
                self.write_steal_cost(card, clause, version)
            card.persistent |= int("persistent" in clause.qualifiers)
        card.access_root = self.access_program(version, "installed")
        card.access_central = self.access_program(version, "central")
        card.access_archives = self.access_program(version, "archives")
        card.on_steal = self.card_program(version, "steal")
        card.on_rez = self.card_program(version, "rez", "rez-in-run")
        card.approach = self.card_program(version, "approach-server")
        card.success = self.card_program(version, "success")
        card.end = self.card_program(version, "run-end")
        if facts.rules.corp_abilities and version in self.installed:
            card.ability = self.ability_program(version)

    def write_steal_cost(self, card: Any, clause: Clause, version: _Version) -> None:
        prefix = "root_" if clause.scope == "root" else ""
        lowering = Lowering(self.code, self.setting(version))
        for price in clause.effect.cost:  # type: ignore[union-attr]
            if price.kind not in ("credits", "clicks"):
                raise CapacityError(
                    f"{version.card.title}: a steal cost of {price.kind} is not executed yet"
                )
            card[f"{prefix}steal_{price.kind}"] += lowering.amount(price.amount)

    def access_program(self, version: _Version, zone: str) -> int:
        """`zone`: installed, central or archives."""
        clauses = []
        for clause in version.card.rules.on:
            words = set(clause.qualifiers)
            if clause.event != "access":
                continue
            if "installed" in words and zone != "installed":
                continue
            if ("!archives" in words and zone == "archives") or (
                "archives" in words and zone != "archives"
            ):
                continue
            clauses.append(clause)
        return self.code.program(lower_clauses(self.code, self.setting(version), clauses))

    def ability_program(self, version: _Version) -> int:
        """A paid ability used at 1.2: the card leaves, and nothing else here changes."""
        paid = version.card.rules.corp_abilities[0]
        kinds = {price.kind for cost in paid.costs for price in cost}
        name = getattr(paid.effect, "name", "")
        if name != "archives-to-rd" or kinds != {"rfg"} or self.scenario.server != "remote":
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
        run = records(RUN, 1)
        for name, value in self.run.items():
            run[0][name] = value
        return words_of(run)[:SCALARS].copy()


def _titles(piece: PlacedIce | PlacedRoot) -> tuple[Card, ...]:
    if piece.card is not None:
        return (piece.card,)
    return tuple(card for card, _ in piece.candidates)


def pile_size(pile: Pile) -> int:
    """Cards in a pile."""
    return sum(count for _, count in pile)
