"""Both sides: plans, purses, grip, and the programs of Runner cards and identities."""

from __future__ import annotations

from simcore.cards.card import BLANK, Card
from simcore.cards.setting import is_folded, meant_for
from simcore.cards.syntax import Atom, Clause, Condition
from simcore.cards.walking import atoms_of
from simcore.encode.clauses import lower_clauses
from simcore.encode.draft import Draft
from simcore.encode.program import Row, branch, condition_row
from simcore.encode.versions import trashes_itself
from simcore.errors import CapacityError
from simcore.kernel import layout
from simcore.kernel.layout import MAX_TITLES, Op
from simcore.never_played import POINTS_TO_WIN
from simcore.purses import OF_ASSETS, check_told

_NO_LIMIT = 1 << 30
_OWN_EVENTS = (
    *("steal", "rez", "rez-in-run", "run", "steal-cost", "tagged"),
    *("used", "passed-used", "full-break"),
)
"""Events of Runner cards and identities that the kernel sees, or that never concern them."""
_PLAYED = {
    "begin": "run-begin",
    "success": "success",
    "instead": "instead",
    "breach": "breach",
    "stolen": "agenda-stolen",
    "trashed": "trash-accessed",
    "end": "run-end",
}
"""Programs of the board and the events they answer."""


def _rig_order(purse: tuple[int, int, int, int]) -> int:
    """Hosted credits pay in rig order, those of the event last."""
    return purse[2] if purse[2] >= 0 else _NO_LIMIT


class SidesPart(Draft):
    """Writes what each side has and does."""

    def write_sides(self) -> None:
        scenario, board = self.scenario, self.board
        corp, runner = scenario.corp, scenario.runner
        board.corp_rezzes = corp.plan.name == "affordable"
        board.corp_span = corp.credits_high - corp.credits_low + 1
        board.trace_low = corp.plan.trace_low
        board.trace_high = corp.plan.trace_high
        plan = runner.plan
        careful = plan.name == "threshold"
        board.cap = plan.optional_break_cap if careful else _NO_LIMIT
        board.minimum_grip = plan.minimum_grip if careful else -1
        board.trace_payment = plan.trace_payment if careful else _NO_LIMIT
        board.trace_by_limit = self.edition.trace == "limit"
        board.at_once = self.edition.accesses == "at once"
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
            agendas=corp.agendas,
            most=_NO_LIMIT,
            grip=sum(count for _, count in runner.grip),
        )
        self.write_base_links()
        self.write_grip()
        self.write_purses()
        self.write_trash_purses()

    def write_base_links(self) -> None:
        """Cards of the rig that give a base link, where traces ask for one."""
        links = []
        for slot, placed in enumerate(self.scenario.runner.rig):
            for base in (link for link in placed.card.rules.base_links if not link.step):
                steps = [link for link in placed.card.rules.base_links if link.step]
                cost, step = (steps[0].cost, steps[0].value) if steps else (-1, 1)
                links.append((slot, base.cost, base.value, cost, step))
        if len(links) > layout.MAX_BASE_LINKS:
            raise CapacityError(f"more than {layout.MAX_BASE_LINKS} base links in one rig")
        self.board.base_links = len(links)
        for number, link in enumerate(links):
            self.board.base_link[number] = link

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
        check_told(runner.rig)
        purses: list[tuple[int, int, int, int]] = []  # kind, breakers only, slot, credits
        if self.scenario.corp.bad_publicity and self.edition.bad_publicity:
            purses.append((0, 0, -1, self.scenario.corp.bad_publicity))
        for slot, placed in enumerate(runner.rig):
            if placed.card.rules.recurring and placed.credits:
                only = int("breakers" in placed.card.rules.purse_use)
                purses.append((1, only, slot, placed.credits))
        purses += sorted(self.hosted_purses() + self.folded_purses(), key=_rig_order)
        for _, _, slot, _ in purses:
            if slot >= 0 and trashes_itself(runner.rig[slot].card):
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
            rules = runner.rig[slot].card.rules if slot >= 0 else None
            stealth = rules is not None and "stealth" in rules.purse_use
            self.board.purse_stealth[index] = stealth
            self.board.purse[index] = amount
            self.run["purses_break"] = self.run.get("purses_break", 0) + amount
            if not only:
                self.run["purses_any"] = self.run.get("purses_any", 0) + amount

    def write_trash_purses(self) -> None:
        """Credits for trash costs alone: those for assets first, then in rig order."""
        purses = [
            (placed.card.rules.purse_use != OF_ASSETS, slot, placed.for_trashing)
            for slot, placed in enumerate(self.scenario.runner.rig)
            if placed.for_trashing
        ]
        if len(purses) > layout.MAX_TRASH_PURSES:
            raise CapacityError(f"more than {layout.MAX_TRASH_PURSES} cards with credits to trash")
        self.board.trash_purses = len(purses)
        for index, (anything, slot, amount) in enumerate(sorted(purses)):
            self.board.trash_assets[index] = not anything
            self.board.trash_slot[index] = slot
            self.board.trash_credits[index] = amount

    def hosted_purses(self) -> list[tuple[int, int, int, int]]:
        """Credits that lie on cards of the rig and are spent from there."""
        return [
            (2, int("breakers" in placed.card.rules.purse_use), slot, placed.credits)
            for slot, placed in enumerate(self.scenario.runner.rig)
            if placed.card.rules.load_use is not None and placed.credits
        ]

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
            for clause in card.rules.on if card is not None else ():
                if not self.is_folded_here(clause, holder, slot):
                    continue
                assert isinstance(clause.effect, Atom)
                amount = clause.effect.amount.base
                if clause.effect.name == "rez-cost":
                    self.board.rez_tax += amount * self.times_to_rez()
                else:
                    if card is not None and (card.rules.recurring or card.rules.holds_purse):
                        raise self.refused(card, clause)
                    purses.append((2, 0, slot, amount))
        return purses

    def is_folded_here(self, clause: Clause, holder: str, slot: int | None) -> bool:
        """Whether a clause is no program but a number of the board, in this run."""
        runner = self.scenario.runner
        started = holder != "rig" or slot == runner.event_slot
        return (
            is_folded(clause, holder)
            and meant_for(clause, self.scenario.server)
            and (clause.scope != "this-run" or started)
        )

    def pays_before_hosting(self) -> bool:
        """Whether something may be paid while the run begins, before the credits that a card
        hosts for it: the purse lies there from the start."""
        rows: list[Row] = []
        for card, holder, slot in self.side_cards():
            for clause in (each for each in card.rules.on if each.event == "run-begin"):
                hosts = isinstance(clause.effect, Atom) and clause.effect.name == "hosted"
                paid = any(row[0] in (Op.OFFER, Op.TRACE, Op.PSI) for row in rows)
                if hosts and paid and self.is_folded_here(clause, holder, slot):
                    return True
                rows += self.lower_side(card, holder, slot, [clause])
        return False

    def write_encounters(self) -> None:
        """What waits for an encounter with any ice: a bypass that is taken skips the rest.

        The guards of clauses that do nothing but bypass are kept for the jack-out test.
        """
        steps: list[tuple[list[Row], bool]] = []
        pending: list[Row] = []
        for card, holder, slot in self.side_cards():
            for clause in card.rules.on:
                if clause.event != "encounter":
                    continue
                rows = self.lower_side(card, holder, slot, [clause])
                steps.append((rows, any(row[0] == Op.BYPASS for row in rows)))
                if clause.effect == Atom("bypass") and card is not self.scenario.corp.identity:
                    pending += [list(row) for row in rows]
        program: list[Row] = []
        for rows, may_bypass in reversed(steps):
            if may_bypass and program:
                test = condition_row(Condition("bypassed", negated=True))
                program = branch(test, program, [])
            program = rows + program
        self.board.met = self.code.program(program)
        self.board.bypasses = self.code.program(pending)

    def root_beginnings(self) -> list[Row]:
        """What rezzed cards of the root do when the run begins."""
        rows: list[Row] = []
        for piece in self.scenario.root:
            if piece.card is None or not piece.rezzed:
                continue
            for clause in piece.card.rules.on:
                if clause.event == "run-begin" and clause.scope == "root":
                    if is_folded(clause, "card"):
                        raise self.refused(piece.card, clause)
                    setting = self.setting(self.version(piece, piece.card, None), "card")
                    rows += lower_clauses(self.code, setting, [clause])
        return rows

    def write_identity(self) -> None:
        """Numbers that the Corp's identity sets."""
        identity = self.scenario.corp.identity
        for static in identity.rules.statics if identity is not None else ():
            number = static.amount.base
            match static.kind:
                case "win":
                    self.run["score"] += POINTS_TO_WIN - number
                case "steal-limit":
                    self.board.steal_limit = number + 1
                case "access-cost" if self.scenario.server == "remote":
                    self.board.access_cost = number
                case "trace-credits":
                    self.board.trace_purse = number
                    self.run["trace_purse"] = number

    def write_success(self) -> None:
        """What cards of both sides do on success, then what has waited for it; once all else that
        may wait for it is known."""
        rows = [*self.sides_clauses("success"), *self.code.at_success()]
        self.board.success = self.code.program(rows)

    def write_events(self) -> None:
        """One program per event for the cards of both sides, in the order of rule 16."""
        for name, event in _PLAYED.items():
            if name == "success":
                continue
            rows = self.sides_clauses(event)
            if event == "run-begin":
                rows = [*rows, *self.root_beginnings()]
            self.board[name] = self.code.program(rows)
        self.write_identity()
        self.write_encounters()
        if self.pays_before_hosting():
            raise CapacityError("payments while the run begins, beside credits hosted for it")
        known = {*_PLAYED.values(), *_OWN_EVENTS, "encounter"}
        for card, holder, slot in self.side_cards():
            for clause in card.rules.on:
                if clause.event not in known and self.does_anything(card, clause, holder, slot):
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
