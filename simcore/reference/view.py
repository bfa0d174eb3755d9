"""What there is to see on the table during one run: cards, purses, counters, and what the
notation of the cards makes of them. Nothing here changes anything.

All numbers are credits, cards, counters, clicks or points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simcore.cards.card import BLANK
from simcore.cards.vocabulary import COUNTED_OFF
from simcore.editions import EDITIONS
from simcore.hosting import is_guest, silences_guests
from simcore.purses import check_told
from simcore.record import Cause, Checkpoint
from simcore.reference.lasting import ETR, Laid
from simcore.reference.marks import Marks
from simcore.reference.things import (
    Copies,
    Piece,
    RootCard,
    Slot,
    Source,
    Step,
    Tally,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from simcore.cards.syntax import Amount, Break, Condition, Node, Static
    from simcore.reference.hooks import Chance, Decide
    from simcore.scenario import Scenario

POINTS_TO_WIN = 7
CENTRALS = ("hq", "rd", "archives")


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
class View(Marks):
    """Everything that is true at one time of a run of `scenario`, and what follows from it."""

    scenario: Scenario
    chance: Chance
    decide: Decide | None = None
    ice: list[Piece] = field(default_factory=list)
    root: list[RootCard] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    checkpoints: list[Checkpoint] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        self.edition = EDITIONS[self.scenario.edition]
        self.names = [card.title for card in self.scenario.cards()] if self.edition.words else []
        self.server = self.scenario.server
        self._lay_out_rig()
        self._lay_out_runner()
        self._lay_out_corp()

    def _lay_out_rig(self) -> None:
        """Installed cards with what lies on them; behind them an event that started the run."""
        runner = self.scenario.runner
        self.rig: list[Slot] = []
        for place, entry in enumerate(runner.rig):
            recurs = entry.card.rules.recurring > 0
            spends = not recurs and entry.card.rules.holds_purse
            self.rig.append(
                Slot(
                    place,
                    entry.card,
                    entry.virus,
                    entry.power,
                    recurring=entry.credits if recurs else 0,
                    bank=0 if recurs or spends else entry.credits,
                    hosted=entry.credits if spends else 0,
                    host=entry.host,
                    chosen=entry.chosen,
                    on_card=entry.on_card,
                    trashing=entry.for_trashing,
                )
            )
        check_told(runner.rig)
        starts_alone = runner.event is not None and runner.event_slot is None
        self.event = Slot(len(self.rig), runner.event) if starts_alone and runner.event else None
        self.lenders = [
            (slot, static)
            for slot in (*self.rig, *([] if self.event is None else [self.event]))
            for static in slot.card.rules.statics
            if static.kind.endswith(" str")
        ]
        """What stands on the cards of the Runner about the strength of others."""

    def _lay_out_runner(self) -> None:
        """Purses, clicks, tags; the grip and the stack by title."""
        runner = self.scenario.runner
        self.credits = runner.credits
        self.bad_publicity = 0
        self.clicks = runner.clicks
        self.tags = runner.tags
        self.link = runner.link
        self.points = runner.points
        self.extra_accesses = runner.extra_accesses
        # Titles weigh in this order (rule 20): the grip as listed, the stack, blank cards.
        titles = [card for card, _ in (*runner.grip, *runner.stack)] + [BLANK]
        self.titles = list({card.id: card for card in titles}.values())
        self.grip = dict.fromkeys((card.id for card in self.titles), 0)
        for card, copies in runner.grip:
            self.grip[card.id] += copies
        stacked = {card.id: copies for card, copies in runner.stack}
        self.stack = [Copies(card, stacked[card.id]) for card in self.titles if card.id in stacked]

    def _lay_out_corp(self) -> None:
        """The Corp's purse and piles, and what its identity sets."""
        corp = self.scenario.corp
        self.corp_credits = 0
        self.agendas = corp.agendas
        self.hq_count = corp.hq_count
        self.central_count = corp.central_count
        self.pool = [Copies(card, copies) for card, copies in corp.central]
        self.rd_top = list(corp.rd_top) if self.server == "rd" else []
        self.archives = list(corp.archives)
        self.trace_purse = self.of_identity("trace-credits", 0)
        self.to_win = self.of_identity("win", POINTS_TO_WIN)

    def of_identity(self, kind: str, otherwise: int) -> int:
        """A number that the Corp's identity sets."""
        identity = self.scenario.corp.identity
        statics = identity.rules.statics if identity is not None else ()
        return next((s.amount.base for s in statics if s.kind == kind), otherwise)

    def stands_in_root(self, kind: str) -> list[Static]:
        """Standing properties of a kind of active cards of the root."""
        return [
            static
            for card in self.root
            for static in card.card.rules.statics
            if static.kind == kind
            and (
                (card.installed and card.rezzed)
                or (card.lingering and "persistent" in static.words)
            )
        ]

    def next_place(self, place: int) -> int:
        """The place of the first piece still there behind `place`."""
        behind = (piece.place for piece in self.ice[place + 1 :] if piece.installed)
        return next(behind, len(self.ice))

    def is_silent(self, slot: Slot) -> bool:
        """Whether a program sits on a piece of ice that takes its abilities away."""
        if slot.host is None or not is_guest(slot.card):
            return False
        piece = self.ice[slot.host]
        return silences_guests(piece.card) and piece.installed and piece.rezzed

    def is_over(self, piece: Piece) -> bool:
        """Whether an encounter cannot go on: the piece has left or turned face down, or the
        Runner goes elsewhere."""
        return not piece.installed or not piece.rezzed or self.goes_to is not None

    def grip_size(self) -> int:
        return sum(self.grip.values())

    def programs(self) -> list[Slot]:
        return [slot for slot in self.rig if slot.installed and slot.card.type == "program"]

    def memory_limit(self) -> int:
        """Memory units, with those that installed cards give."""
        cards = [slot.card for slot in self.rig if slot.installed]
        identity = self.scenario.runner.identity
        return self.scenario.runner.memory + sum(
            static.amount.base
            for card in (*cards, *([] if identity is None else [identity]))
            for static in card.rules.statics
            if static.kind == "mu"
        )

    def more_advancement(self) -> int:
        """Counters that the ice is taken to have, for rezzed cards of the root."""
        return sum(
            static.amount.base
            for card in self.root
            if card.installed and card.rezzed
            for static in card.card.rules.statics
            if static.kind == "ice-here adv"
        )

    def ice_here(self) -> int:
        return sum(piece.installed for piece in self.ice)

    # -- in the words of card notation ---------------------------------------

    def register(self, name: str, source: Source) -> int:
        """The present value of a register of the notation, seen from `source`."""
        holder = source.holder
        match name:
            case "adv":
                if isinstance(holder, Piece):
                    return holder.adv + self.more_advancement()
                return holder.adv if isinstance(holder, RootCard) else 0
            case "virus" | "virus-but-one":
                less = int(name == "virus-but-one")
                return max(0, holder.virus - less) if holder is not None else 0
            case "power":
                return holder.power if holder is not None else 0
            case _ if name in COUNTED_OFF:
                return COUNTED_OFF[name](holder.power if holder is not None else 0)
            case "breakers":
                return sum(slot.installed and slot.card.is_icebreaker for slot in self.rig)
            case "programs":
                return len(self.programs())
            case "free-mu" | "free-four":
                used = sum(slot.card.memory or 0 for slot in self.programs())
                free = max(0, self.memory_limit() - used)
                return min(free, 4) if name == "free-four" else free
            case "accesses":
                return self.tally.accesses
            case "ice-here":
                return self.ice_here()
            case "roll":
                return self.face
            case "corp-points":
                return self.scenario.corp.points
            case "tags":
                return self.tags
            case "grip":
                return self.grip_size()
            case "hq":
                return self.hq_count
            case "bp":
                return self.scenario.corp.bad_publicity
            case "advanced-ice-here":
                more = self.more_advancement()
                return sum(piece.installed and piece.adv + more > 0 for piece in self.ice)
            case "copies-corp-scored":
                scored = self.scenario.corp.elsewhere
                return sum(placed.card == source.card for placed in scored)
            case "rezzed-assets":
                assets = (card for card in self.root if card.card.type == "asset")
                return sum(card.installed and card.rezzed for card in assets)
        raise AssertionError(f"no register {name}")

    def amount(self, amount: Amount, source: Source) -> int:
        """What a number on a card comes to now."""
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
            "tags": lambda: self.tags,
            "clicks": lambda: self.clicks,
            "hq": lambda: self.hq_count,
            "threat": lambda: max(self.scenario.corp.points, self.points),
            "hq>grip": lambda: int(self.hq_count > self.grip_size()),
            "corp-cr>runner-cr": lambda: int(self.corp_credits > self.credits),
            "stole": lambda: int(self.stole),
            "trashed-odd-cost": lambda: int(self.trashed_odd_cost),
            "successful-run-this-turn": lambda: (
                self.scenario.runner.successful_runs_this_turn + self.tally.success
            ),
            "adv": lambda: self.register("adv", source),
            "runner-cr": lambda: self.credits,
            "corp-cr": lambda: self.corp_credits,
            "grip": self.grip_size,
            "programs": lambda: len(self.programs()),
            "ice-here": self.ice_here,
            "rezzed-this-turn": lambda: int(isinstance(holder, Piece) and holder.turned),
            "fully-broken": lambda: int(self.fully_broken()),
            "passed-rezzed": lambda: int(self.passed_rezzed),
            "trace": lambda: self.trace_strength,
            "broke-in-run": lambda: int(self.broke_before or bool(self.broken)),
            "fracters": lambda: sum(
                slot.installed and "fracter" in slot.card.subtypes for slot in self.rig
            ),
            "ai-installed": lambda: sum(
                slot.installed and "ai" in slot.card.subtypes for slot in self.rig
            ),
        }
        return compare(numbers[subject](), condition.comparison, int(value))

    # -- ice -----------------------------------------------------------------

    def strength(self, source: Source) -> int:
        """Printed strength plus the standing changes whose condition holds; may be negative."""
        total = source.card.strength or 0
        for static in source.card.rules.statics:
            if static.kind == "str" and self.holds(static.condition, source):
                total += self.amount(static.amount, source)
        if isinstance(source.holder, Piece):
            total += self.laid_on(source.holder).strength + self.braced(source)
            total += self.lent_by_rig(source.holder, source)
        else:
            assert isinstance(source.holder, Slot)
            total += self.helped(source.holder)
        return total

    def lent_by_rig(self, piece: Piece, ice: Source) -> int:
        """What cards of the rig do to the strength of a piece of ice; where that cannot be
        lowered, it is not."""
        total = 0
        for slot, static, strength in self._lending():
            here = slot.host == piece.place
            if (
                static.kind == "ice str"
                or (static.kind == "host str" and here)
                or (static.kind == "other-ice str" and slot.host is not None and not here)
            ) and static.suits(piece.card.subtypes):
                kept = strength < 0 and self.has_static(ice, "str-floor")
                total += 0 if kept else strength
        return total

    def helped(self, mine: Slot) -> int:
        """What other cards of the rig add to the strength of an icebreaker."""
        if not mine.card.is_icebreaker:
            return 0
        return sum(
            strength
            for slot, static, strength in self._lending()
            if (
                static.kind == "breakers str"
                or (static.kind == "host str" and slot.on_card == mine.place)
                or (static.kind == "guest str" and mine.on_card == slot.place)
            )
            and static.suits(mine.card.subtypes)
        )

    def guests_of(self, host: Slot) -> list[Slot]:
        """Cards of the rig that are installed on another one."""
        return [slot for slot in self.rig if slot.installed and slot.on_card == host.place]

    def _lending(self) -> Iterator[tuple[Slot, Static, int]]:
        """Standing properties of the rig that change the strength of others, as they are."""
        for slot, static in self.lenders:
            source = Source(slot.card, slot)
            if slot.installed and not self.is_silent(slot) and self.holds(static.condition, source):
                yield slot, static, self.amount(static.amount, source)

    def braced(self, ice: Source) -> int:
        """What rezzed cards of the root and the Corp's identity add to a piece of ice."""
        statics = [
            static
            for card in self.root
            for static in card.card.rules.statics
            if static.kind == "ice-here str" and card.installed and card.rezzed
        ]
        identity = self.scenario.corp.identity
        if identity is not None:
            statics += [each for each in identity.rules.statics if each.kind == "ice str"]
        return sum(
            self.amount(static.amount, ice)
            for static in statics
            if static.suits(ice.card.subtypes) and self.holds(static.condition, ice)
        )

    def has_static(self, source: Source, kind: str) -> bool:
        """Whether a standing property of a card holds now."""
        statics = source.card.rules.statics
        return any(s.kind == kind and self.holds(s.condition, source) for s in statics)

    def break_limit(self, piece: Piece) -> int:
        """How many of its printed subroutines can be broken; more than it has: all."""
        source = self.ice_source(piece)
        there = [s for s in piece.card.rules.statics if s.kind == "break-limit"]
        numbers = (s.amount.base for s in there if self.holds(s.condition, source))
        return min(numbers, default=len(piece.card.rules.subs))

    def breaks_too_many(self, piece: Piece, broken: Iterable[int]) -> bool:
        """Whether so many of its printed subroutines cannot be broken in one encounter."""
        printed = self.printed(piece)
        return sum(number in printed for number in broken) > self.break_limit(piece)

    def subs(self, piece: Piece) -> tuple[Node, ...]:
        """The subroutines of a piece of ice now; those it is short of are the last printed,
        those it has been given stand behind them."""
        given = (ETR,) * self.laid_on(piece).etrs
        before, behind = self.gained(piece)
        return before + piece.card.rules.subs[: self.left_of_printed(piece)] + behind + given

    def printed(self, piece: Piece) -> range:
        """The numbers of those that are printed on it."""
        first = len(self.gained(piece)[0])
        return range(first, first + self.left_of_printed(piece))

    def left_of_printed(self, piece: Piece) -> int:
        """How many of its printed subroutines a piece of ice has."""
        source = self.ice_source(piece)
        lost = sum(
            self.amount(static.amount, source)
            for static in piece.card.rules.statics
            if static.kind == "lose-sub" and self.holds(static.condition, source)
        )
        return max(0, len(piece.card.rules.subs) - lost)

    def gained(self, piece: Piece) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        """Subroutines that a piece of ice has beside its printed ones, before and behind them."""
        before: tuple[Node, ...] = ()
        behind: tuple[Node, ...] = ()
        for gain, number in zip(piece.card.rules.gains, self.gains_of(piece), strict=True):
            before += (gain.effect,) * number * gain.first
            behind += (gain.effect,) * number * (not gain.first)
        return before, behind

    def gains_of(self, piece: Piece) -> tuple[int, ...]:
        """How many of each: on the piece being met as counted once its own effects were over."""
        if self.encountered is piece and self.counted is not None:
            return self.counted
        source = self.ice_source(piece)
        return tuple(
            self.amount(gain.amount, source) if self.holds(gain.condition, source) else 0
            for gain in piece.card.rules.gains
        )

    def works_on(
        self, ability: Break, slot: Slot, piece: Piece, there: frozenset[str] | None = None
    ) -> bool:
        """Whether the place of a card and the looks of a piece of ice let an ability to break
        be used on it. `there`: its subtypes, where they are not the printed ones."""
        kinds = {slot.chosen if kind == "chosen" else kind for kind in ability.types}
        if kinds and not kinds & (piece.card.subtypes if there is None else there):
            return False
        if ability.host_only and slot.host != piece.place:
            return False
        if ability.here_only and slot.host is None:
            return False
        if not self.may_stand(slot, piece):
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

    def is_innermost(self, piece: Piece | None) -> bool:
        """Whether a piece protects the server as the last one."""
        there = [each.place for each in self.ice if each.installed]
        return piece is not None and bool(there) and piece.place == there[-1]

    def event_says(self, kind: str) -> bool:
        """Whether the event that started the run has a standing property."""
        event = self.scenario.runner.event
        return event is not None and any(each.kind == kind for each in event.rules.statics)

    def may_stand(self, slot: Slot, piece: Piece) -> bool:
        """Whether a card that works at some places only may break at this one."""
        there = [each.place for each in self.ice if each.installed]
        trojans = [
            each.host
            for each in self.rig
            if each.installed and each.host is not None and "trojan" in each.card.subtypes
        ]
        for static in slot.card.rules.statics:
            match static.kind:
                case "centrals only" if self.server == "remote":
                    return False
                case "only outermost" if there and piece.place != there[0]:
                    return False
                case "only innermost" if there and piece.place != there[-1]:
                    return False
                case "only ice hosting trojan" if piece.place not in trojans:
                    return False
                case "one ice per run" if slot.broke_at - {piece.place}:
                    return False
        return True

    def is_blind(self) -> bool:
        """Whether the Runner has given up all accesses of this run."""
        return any(slot.blind and slot.installed for slot in self.rig)

    def fully_broken(self) -> bool:
        """Whether the window to break was reached and nothing is left unbroken: who bypasses ice
        without a subroutine there has broken nothing."""
        piece = self.encountered
        if piece is None or not self.may_break:
            return False
        subs = range(len(self.subs(piece)))
        return self.broken.issuperset(subs) if subs else not self.bypassed

    def ice_source(self, piece: Piece) -> Source:
        return Source(piece.card, piece, Cause.ICE, piece.place)

    def laid_on(self, piece: Piece) -> Laid:
        """What lies on the piece being met, or would on one ahead that is met next."""
        if self.encountered is piece:
            return self.lasting.here
        return self.lasting.later.together(self.lasting.following)

    # -- the Runner's purses (rule 8) ----------------------------------------

    def hosts(self) -> list[Slot]:
        """Cards that credits may lie on, in the order they pay."""
        slots = [slot for slot in self.rig if slot.installed]
        return slots + ([self.event] if self.event is not None else [])

    def purses(self) -> int:
        """Credits from bad publicity, recurring and hosted sources, to spend in this run."""
        hosts = self.hosts()
        return self.bad_publicity + sum(slot.recurring + slot.hosted for slot in hosts)

    def in_pool(self) -> int:
        """What effects that take or look at credits see (rule 8)."""
        return self.credits

    def spendable(self, breaking: bool) -> int:
        """Credits that could be paid, for a way to break or for anything else."""
        total = self.credits + self.purses()
        if not breaking:
            total -= sum(
                slot.recurring + slot.hosted
                for slot in self.hosts()
                if "breakers" in slot.card.rules.purse_use
            )
        return total
