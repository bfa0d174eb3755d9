"""The table during one run: cards, purses, counters, and the primitive changes to them.

Nothing here decides anything, and nothing here knows the steps of the chart. All
numbers are credits, cards, counters, clicks or points.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from simcore.cards.card import BLANK, Card
from simcore.cards.walking import atoms_of
from simcore.editions import EDITIONS, Moment
from simcore.record import FIGURES, Cause, Checkpoint, Result
from simcore.reference.lasting import ETR, Laid, Lasting, laid_on
from simcore.reference.things import (
    Accessed,
    Copies,
    Piece,
    RootCard,
    Slot,
    Source,
    Tally,
)
from simcore.sites import Kind, site

if TYPE_CHECKING:
    from simcore.cards.syntax import Amount, Break, Condition, Node
    from simcore.scenario import Scenario

CENTRALS = ("hq", "rd", "archives")
POINTS_TO_WIN = 7

Chance = Callable[[int, Sequence[int]], int]
"""``chance(address, weights) -> index`` of the entry drawn; weights are not negative."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What a side sees when it is asked; `preferred` is what its fixed plan would choose.

    `position`: place of the ice at hand (outermost 0), the number of pieces at the server.
    """

    question: str
    preferred: int
    position: int
    runner_credits: int
    purses: int
    corp_credits: int
    grip: int
    tags: int
    clicks: int
    installed: tuple[bool, ...]


Decide = Callable[[str, Sequence[str], Observation], int]
"""``decide(side, options, observation) -> index``; `side` is "corp" or "runner"."""


def fixed_plans(_side: str, _options: Sequence[str], observation: Observation) -> int:
    """The plans of the scenario: the default behind the `decide` hook."""
    return observation.preferred


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a story: `label` is the step of the chart ("3.2")."""

    label: str
    text: str


class RunEnds(Exception):
    """The run ends at once; the chart goes on at 6."""

    def __init__(self, cause: Cause) -> None:
        super().__init__(cause.name)
        self.cause = cause


class GameEnds(RunEnds):
    """The game ends at once (flatline, seven points); nothing further happens (rule 17)."""


def some(number: int, noun: str) -> str:
    """A number with its noun: ``1 credit``, ``2 credits``."""
    return f"{number} {noun}{'s' * (number != 1)}"


def compare(value: int, comparison: str, other: int) -> bool:
    """``value comparison other``; an empty comparison asks for any at all."""
    match comparison:
        case ">=":
            return value >= other
        case "<=":
            return value <= other
        case "=":
            return value == other
        case "!=":
            return value != other
    return value > 0


@dataclass(eq=False)
class Table:
    """The state of one run of `scenario`. Ice and root are dealt by `game.deal`."""

    scenario: Scenario
    chance: Chance
    decide: Decide | None = None
    ice: list[Piece] = field(default_factory=list)
    root: list[RootCard] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        runner, corp = self.scenario.runner, self.scenario.corp
        self.edition = EDITIONS[self.scenario.edition]
        self.names = [card.title for card in self.scenario.cards()] if self.edition.words else []
        self.server = self.scenario.server
        self.rig: list[Slot] = []
        for place, entry in enumerate(runner.rig):
            recurs = entry.card.rules.recurring > 0
            self.rig.append(
                Slot(
                    place,
                    entry.card,
                    entry.virus,
                    entry.power,
                    recurring=entry.credits if recurs else 0,
                    bank=0 if recurs else entry.credits,
                    host=entry.host,
                    chosen=entry.chosen,
                )
            )
        starts_alone = runner.event is not None and runner.event_slot is None
        self.event = Slot(len(self.rig), runner.event) if starts_alone and runner.event else None
        self.credits = runner.credits
        self.bad_publicity = 0
        self.clicks = runner.clicks
        self.tags = runner.tags
        self.link = runner.link
        self.points = runner.points
        # Titles weigh in this order (rule 20): the grip as listed, the stack, blank cards.
        titles = [card for card, _ in (*runner.grip, *runner.stack)] + [BLANK]
        self.titles = list({card.id: card for card in titles}.values())
        self.grip = dict.fromkeys((card.id for card in self.titles), 0)
        for card, copies in runner.grip:
            self.grip[card.id] += copies
        stacked = {card.id: copies for card, copies in runner.stack}
        self.stack = [Copies(card, stacked[card.id]) for card in self.titles if card.id in stacked]
        self.corp_credits = 0
        self.hq_count = corp.hq_count
        self.central_count = corp.central_count
        self.pool = [Copies(card, copies) for card, copies in corp.central]
        self.rd_top = list(corp.rd_top)
        self.archives = list(corp.archives)
        self.position = 0
        self.ahead = 0
        self.resolves_whole = False
        self.held = False
        self.held_until_met = False
        self.leave_cost = 0
        self.toll = 0
        self.most_accesses = 1 << 30
        self.pass_trashes = 0
        self.passed_rezzed = False
        self.trace_bits = 0
        self.agendas = corp.agendas
        self.rd_bottom: list[Card] = []
        self.ending: Cause | None = None
        self.encountered: Piece | None = None
        self.bypassed = False
        self.may_break = False
        self.net_next = 0
        self.net_due = 0
        self.broken: set[int] = set()
        self.tried: set[tuple[int, int]] = set()
        self.weakened = 0
        self.accessing: Accessed | None = None
        self.central_left = 0
        self.pool_here = 0
        self.archives_left: list[Card] = []
        self.extra_accesses = runner.extra_accesses
        self.rez_extra = 0
        self.stole = False
        self.no_steal_trash = False
        self.trashed_odd_cost = False
        self.times: dict[str, int] = {}
        self.used: set[tuple[int, int]] = set()
        self.ordinals: dict[Kind, int] = {}
        self.goes_to: int | None = None
        self.came_back = False
        self.abilities_used = False
        self.approaches = 0
        self.face = 0
        self.lasting = Lasting()

    def next_place(self, place: int) -> int:
        """The place of the first piece still there behind `place`."""
        behind = (piece.place for piece in self.ice[place + 1 :] if piece.installed)
        return next(behind, len(self.ice))

    def is_silent(self, slot: Slot) -> bool:
        """Whether a program sits on a piece of ice that takes its abilities away."""
        if slot.host is None or slot.host >= len(self.ice):
            return False
        piece = self.ice[slot.host]
        atoms = (atom for clause in piece.card.rules.on for atom in atoms_of(clause.effect))
        takes = any(atom.name == "take-trojan" for atom in atoms)
        return takes and piece.installed and piece.rezzed

    def is_over(self, piece: Piece) -> bool:
        """Whether an encounter cannot go on: the piece has left or turned face down, or the
        Runner goes elsewhere."""
        return not piece.installed or not piece.rezzed or self.goes_to is not None

    def forget_encounter(self) -> None:
        """What lasts no longer than an encounter: what is broken, what was tried in vain (rig
        slot, subroutine), weakened ice, boosts, what was used, what lay on the piece."""
        self.encountered = None
        self.bypassed = self.may_break = False
        self.broken.clear()
        self.tried.clear()
        self.weakened = 0
        self.lasting.here = Laid()
        for slot in self.rig:
            slot.used, slot.boosted = False, 0

    # -- hooks ---------------------------------------------------------------

    def draw(self, address: int, weights: Sequence[int]) -> int:
        """Ask `chance`, unless only one entry is possible."""
        possible = [index for index, weight in enumerate(weights) if weight]
        if len(possible) == 1:
            return possible[0]
        return self.chance(address, weights)

    def next_ordinal(self, kind: Kind) -> int:
        """0, 1, 2 … per kind, counted also where no draw is needed: addresses stay put."""
        ordinal = self.ordinals.get(kind, 0)
        self.ordinals[kind] = ordinal + 1
        return ordinal

    def roll(self, source: Source) -> int:
        """A six-sided die, for an effect of `source`."""
        address = site(Kind.ROLL, source.place, ordinal=self.next_ordinal(Kind.ROLL))
        return 1 + self.draw(address, [1] * 6)

    def ask(self, side: str, question: str, options: Sequence[str], preferred: int) -> int:
        """Ask `decide`; without one the fixed plan's choice stands."""
        if self.decide is None or len(options) == 1:
            return preferred
        observation = Observation(
            question,
            preferred,
            self.position,
            self.credits,
            self.purses(),
            self.corp_credits,
            self.grip_size(),
            self.tags,
            self.clicks,
            tuple(slot.installed for slot in self.rig),
        )
        return self.decide(side, options, observation)

    def at(self, moment: Moment) -> str:
        """The step of the edition's chart for a moment, now."""
        return self.edition.label(moment, self.ahead >= len(self.ice))

    def tell(self, moment: Moment, text: str) -> None:
        """Add a line to the story if the chart of the edition has a step for the moment."""
        if self.edition.has(moment):
            self.say(self.at(moment), text)

    def say(self, label: str, text: str) -> None:
        """Add a line to the story, in the words of the edition."""
        self.steps.append(Step(label, self.edition.speak(text, self.names)))

    # -- looking -------------------------------------------------------------

    def grip_size(self) -> int:
        return sum(self.grip.values())

    def programs(self) -> list[Slot]:
        return [slot for slot in self.rig if slot.installed and slot.card.type == "program"]

    def ice_here(self) -> int:
        return sum(piece.installed for piece in self.ice)

    def register(self, name: str, source: Source) -> int:
        """The present value of a register of the notation, seen from `source`."""
        holder = source.holder
        match name:
            case "adv":
                return holder.adv if isinstance(holder, Piece | RootCard) else 0
            case "virus":
                return holder.virus if holder is not None else 0
            case "power":
                return holder.power if holder is not None else 0
            case "breakers":
                return sum(slot.installed and slot.card.is_icebreaker for slot in self.rig)
            case "programs":
                return len(self.programs())
            case "free-mu":
                used = sum(slot.card.memory or 0 for slot in self.programs())
                return max(0, self.scenario.runner.memory - used)
            case "accesses":
                return self.tally.accesses
            case "ice-here":
                return self.ice_here()
            case "roll":
                return self.face
            case "corp-points":
                return self.scenario.corp.points
        raise AssertionError(f"no register {name}")

    def amount(self, amount: Amount, source: Source) -> int:
        if not amount.register:
            return amount.base
        return amount.base + amount.factor * self.register(amount.register, source)

    def server_is(self, word: str) -> bool:
        """Whether `word` (hq, rd, archives, remote, central, any) names this server."""
        return word in (self.server, "any") or (word == "central" and self.server in CENTRALS)

    def holds(self, condition: Condition | None, source: Source) -> bool:
        """Whether a condition holds on the present state; None always does."""
        if condition is None:
            return True
        return self._test(condition, source) != condition.negated

    def _test(self, condition: Condition, source: Source) -> bool:
        subject, value, holder = condition.subject, condition.value, source.holder
        if subject == "server":
            return self.server_is(str(value)) == (condition.comparison == "=")
        numbers: dict[str, Callable[[], int]] = {
            "tagged": lambda: self.tags,
            "stole": lambda: int(self.stole),
            "trashed-odd-cost": lambda: int(self.trashed_odd_cost),
            "successful-run-this-turn": lambda: (
                self.scenario.runner.successful_runs_this_turn + self.tally.success
            ),
            "adv": lambda: self.register("adv", source),
            "runner-cr": lambda: self.credits,
            "corp-cr": lambda: self.corp_credits,
            "grip": self.grip_size,
            "ice-here": self.ice_here,
            "rezzed-this-turn": lambda: int(isinstance(holder, Piece) and holder.turned),
            "fully-broken": lambda: int(self.fully_broken()),
            "fracters": lambda: sum(
                slot.installed and "fracter" in slot.card.subtypes for slot in self.rig
            ),
            "ai-installed": lambda: sum(
                slot.installed and "ai" in slot.card.subtypes for slot in self.rig
            ),
        }
        return compare(numbers[subject](), condition.comparison, int(value))

    def strength(self, source: Source) -> int:
        """Printed strength plus the standing changes whose condition holds; may be negative."""
        total = source.card.strength or 0
        for static in source.card.rules.statics:
            if static.kind == "str" and self.holds(static.condition, source):
                total += self.amount(static.amount, source)
        if isinstance(source.holder, Piece):
            total += laid_on(self, source.holder).strength + self.braced(source)
        return total

    def braced(self, ice: Source) -> int:
        """What rezzed cards of the root add to the strength of a piece of ice."""
        return sum(
            self.amount(static.amount, ice)
            for card in self.root
            for static in card.card.rules.statics
            if static.kind == "ice-here str" and card.installed and card.rezzed
            if self.holds(static.condition, ice)
        )

    def has_static(self, source: Source, kind: str) -> bool:
        """Whether a standing property of a card holds now."""
        statics = source.card.rules.statics
        return any(s.kind == kind and self.holds(s.condition, source) for s in statics)

    def subs(self, piece: Piece) -> tuple[Node, ...]:
        """The subroutines of a piece of ice now; those it is short of are the last printed,
        those it has been given stand behind them."""
        source, printed = self.ice_source(piece), piece.card.rules.subs
        lost = sum(
            self.amount(static.amount, source)
            for static in piece.card.rules.statics
            if static.kind == "lose-sub" and self.holds(static.condition, source)
        )
        given = (ETR,) * laid_on(self, piece).etrs
        return printed[: max(0, len(printed) - lost)] + given

    def works_on(self, ability: Break, slot: Slot, piece: Piece) -> bool:
        """Whether the place of a card and the looks of a piece of ice let an ability to break
        be used on it."""
        kinds = {slot.chosen if kind == "chosen" else kind for kind in ability.types}
        if kinds and not kinds & piece.card.subtypes:
            return False
        if ability.host_only and slot.host != piece.place:
            return False
        if ability.here_only and slot.host is None:
            return False
        asked = ability.ice_is
        if asked is None:
            return True
        counts = {
            "rez": piece.card.cost or 0,
            "nsubtypes": len(piece.card.subtypes),
            "nsubs": len(self.subs(piece)),
        }
        return compare(counts[asked.subject], asked.comparison, int(asked.value))

    def fully_broken(self) -> bool:
        """Whether the window to break was reached and nothing is left unbroken."""
        piece = self.encountered
        if piece is None or not self.may_break:
            return False
        return self.broken.issuperset(range(len(self.subs(piece))))

    def ice_source(self, piece: Piece) -> Source:
        return Source(piece.card, piece, Cause.ICE, piece.place)

    # -- the Runner's purses (rule 8) ----------------------------------------

    def hosts(self) -> list[Slot]:
        """Cards that credits may lie on, in the order they pay."""
        slots = [slot for slot in self.rig if slot.installed]
        return slots + ([self.event] if self.event is not None else [])

    def purses(self) -> int:
        """Credits from bad publicity, recurring and hosted sources, to spend in this run."""
        hosts = self.hosts()
        return self.bad_publicity + sum(slot.recurring + slot.hosted for slot in hosts)

    def spendable(self, breaking: bool) -> int:
        """Credits that could be paid, for a way to break or for anything else."""
        total = self.credits + self.purses()
        if not breaking:
            total -= sum(slot.recurring for slot in self.hosts() if slot.card.rules.recurring_use)
        return total

    def pay_stealth(self, amount: int) -> None:
        """Pay what only stealth credits pay, in rig order."""
        self.tally.credits_spent += amount
        self.tally.recurring_spent += self.take_stealth(amount)

    def pay_credits(self, amount: int, breaking: bool = False, loud: bool = False) -> None:
        """Pay from the purses in the order of rule 8; the caller has checked `spendable`.

        `loud`: for a noisy breaker, which stealth credits never pay for.
        """
        self.tally.credits_spent += amount
        part = min(amount, self.bad_publicity)
        self.bad_publicity -= part
        self.tally.bad_publicity_spent += part
        amount -= part
        for slot in self.hosts():
            use = slot.card.rules.recurring_use
            if (breaking or not use) and not (loud and "stealth" in use):
                part = min(amount, slot.recurring)
                slot.recurring -= part
                self.tally.recurring_spent += part
                amount -= part
        for slot in self.hosts():
            part = min(amount, slot.hosted)
            slot.hosted -= part
            self.tally.hosted_spent += part
            amount -= part
        assert amount <= self.credits, "paid more than there is"
        self.credits -= amount

    def take_stealth(self, credits: int) -> int:
        """Stealth credits go, in rig order; driven off by noise they are neither spent nor
        lost. How many went."""
        gone = 0
        for slot in self.hosts():
            if "stealth" in slot.card.rules.recurring_use:
                part = min(credits, slot.recurring)
                slot.recurring -= part
                credits -= part
                gone += part
        return gone

    def pay_clicks(self, clicks: int) -> None:
        self.clicks -= clicks
        self.tally.clicks_spent += clicks  # a price, hence not lost (rule 22)

    # -- cards come and go ---------------------------------------------------

    def uninstall(self, slot: Slot) -> None:
        """A rig card leaves: its boosts, counters and credits go with it."""
        if not slot.installed:
            return
        slot.installed = False
        slot.virus = slot.power = slot.recurring = slot.bank = slot.hosted = slot.boost = 0
        if slot.card.type == "program":
            self.tally.programs_lost += 1
        if not self.scenario.runner.link_is_stated:
            self.link -= slot.card.link

    def uninstall_ice(self, piece: Piece) -> None:
        """A piece of ice leaves the server; programs that need it as host are trashed."""
        piece.installed = False
        for slot in self.rig:
            needs_host = any(s.kind == "hosted-on-ice" for s in slot.card.rules.statics)
            if needs_host and slot.host == piece.place:
                self.uninstall(slot)

    def discard(self, copies: int) -> None:
        """The Runner trashes cards of their choice from the grip: the first listed."""
        for _ in range(copies):
            held = [card for card in self.titles if self.grip[card.id]]
            names = [card.title for card in held]
            chosen = held[self.ask("runner", "trash from the grip", names, 0)]
            self.grip[chosen.id] -= 1

    def prevent(self, kind: str, points: int) -> int:
        """What is left of damage once the cards of the rig have kept off what they can."""
        for slot in self.rig:
            source = Source(slot.card, slot)
            for static in slot.card.rules.statics if slot.installed else ():
                if static.kind == "prevent" and kind in static.words:
                    able = self.amount(static.amount, source) - slot.prevented
                    part = max(0, min(points, able)) if self.holds(static.condition, source) else 0
                    slot.prevented += part
                    points -= part
        return points

    def suffer(self, kind: str, points: int, price: bool = False) -> None:
        """Damage point by point; raises `GameEnds` at a point that finds no card.

        Damage that is a `price` cannot be prevented.
        """
        if not price:
            points = self.prevent(kind, points)
        name = f"{kind}_damage"
        setattr(self.tally, name, getattr(self.tally, name) + points)
        self.trashed_odd_cost = False
        for _ in range(points):
            if not self.grip_size():
                raise GameEnds(Cause.FLATLINED)
            address = site(Kind.DAMAGE, ordinal=self.next_ordinal(Kind.DAMAGE))
            index = self.draw(address, [self.grip[card.id] for card in self.titles])
            card = self.titles[index]
            self.grip[card.id] -= 1
            if card.cost is not None and card.cost % 2:
                self.trashed_odd_cost = True

    def draw_cards(self, cards: int) -> None:
        """The Runner draws; an unstated stack gives blank cards, an empty one nothing."""
        for _ in range(cards):
            if not self.scenario.runner.stack:
                self.grip[BLANK.id] += 1
                continue
            weights = [entry.left for entry in self.stack]
            if not any(weights):
                return
            address = site(Kind.DRAW, ordinal=self.next_ordinal(Kind.DRAW))
            entry = self.stack[self.draw(address, weights)]
            entry.left -= 1
            self.grip[entry.card.id] += 1

    def take_from_pool(self, card: Card) -> None:
        """A card drawn for this server no longer stands in HQ or R&D."""
        for entry in self.pool:
            if entry.card.id == card.id and entry.left:
                entry.left -= 1

    def add_to_pool(self, card: Card) -> None:
        for entry in self.pool:
            if entry.card.id == card.id:
                entry.left += 1
                return
        self.pool.append(Copies(card, 1))

    # -- records -------------------------------------------------------------

    def checkpoint(self, kind: str, index: int, cause: Cause) -> None:
        """Note the state after one piece of ice or one access."""
        self.checkpoints.append(
            Checkpoint(
                kind,
                index,
                self.credits,
                self.purses(),
                self.corp_credits,
                self.grip_size(),
                self.tags,
                self.clicks,
                tuple(slot.installed for slot in self.rig),
                tuple(slot.boost for slot in self.rig),
                tuple(slot.virus for slot in self.rig),
                int(cause),
            )
        )

    def result(self, cause: Cause) -> Result:
        """The figures of the finished game."""
        counted = {part.name: getattr(self.tally, part.name) for part in fields(self.tally)}
        counted["cause"] = int(cause)
        counted["credits"] = self.tally.credits_spent + self.tally.credits_lost
        counted["grip_left"] = self.grip_size()
        return Result(**{name: counted[name] for name in FIGURES})
