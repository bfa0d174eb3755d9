"""What every part of the encoding shares: the board being written, and what is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from simcore.cards.card import Card
from simcore.cards.departing import may_leave
from simcore.cards.setting import Setting, constant
from simcore.cards.standing import ice_statics, on_all_ice
from simcore.cards.syntax import Clause, Static
from simcore.cards.vocabulary import LASTING
from simcore.cards.walking import atoms_of, mentioned, prices_of
from simcore.editions import EDITIONS, Edition
from simcore.encode.clauses import lower_clauses
from simcore.encode.lower import ONCE_EACH
from simcore.encode.program import Code, Row
from simcore.encode.versions import (
    OFF_SERVER,
    Version,
    VersionRows,
    abilities_of,
    can_be_advanced,
    counted_by,
)
from simcore.errors import CapacityError
from simcore.hosting import is_guest
from simcore.kernel.jit import Array, records
from simcore.kernel.layout import BOARD, Op
from simcore.never_played import may_go_back, memory_that_stays_free
from simcore.plan.pieces import Ask, Slot, Target
from simcore.plan.states import CALM, Weather, weather_of
from simcore.scenario import Placed, PlacedIce, Scenario, titles_of

MOST_COUNTED = 24
"""Of what ice counts; a game that counts more is given up."""


class Draft:
    """The arrays of one scenario while they are written."""

    slots: tuple[Slot, ...] = ()

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.code = Code()
        self.targets: list[Target] = []
        self.wanted: list[tuple[Ask, ...]] = []
        self.ice = VersionRows()
        self.cards = VersionRows()
        self.board_array = records(BOARD, 1)
        self.board: Any = self.board_array[0]
        self.run: dict[str, int] = {}
        self._mentioned: dict[int, tuple[Card, frozenset[str]]] = {}
        self.installed: set[Version] = set()
        self.in_root: set[Version] = set()
        rig = scenario.runner.rig
        self.hosts = {slot.host for slot in rig if slot.host is not None}
        kinds = {static.kind for slot in rig for static in slot.card.rules.statics}
        if kinds & {"only outermost", "only innermost"}:
            self.hosts |= {0, len(scenario.ice) - 1}

    @cached_property
    def edition(self) -> Edition:
        return EDITIONS[self.scenario.edition]

    @cached_property
    def earlier_success(self) -> bool:
        return self.scenario.runner.successful_runs_this_turn > 0

    @cached_property
    def moves(self) -> bool:
        """Whether some piece of ice may send the Runner back."""
        return may_go_back(self.scenario)

    @cached_property
    def empties(self) -> bool:
        """Whether a card of the Runner may trash all of a root in place of its breach."""
        clauses = (clause for card in self.scenario.runner.cards() for clause in card.rules.on)
        atoms = (atom for clause in clauses for atom in atoms_of(clause.effect))
        return any(atom.name == "empty-root" and "trashed" in atom.words for atom in atoms)

    @cached_property
    def advances(self) -> str:
        """What may be advanced during the run and makes a difference then."""

        def matters(pieces: Sequence[Placed]) -> bool:
            cards = [card for piece in pieces for card in titles_of(piece)]
            return any(can_be_advanced(c) and _goes_by_counters(c) for c in cards)

        if not any(map(_advances, self.scenario.cards())):
            return ""
        if matters(self.scenario.root):
            return "root"
        return "ice" if matters(self.scenario.ice) else ""

    @cached_property
    def takes_counters(self) -> bool | None:
        """Whether some card of the server can be advanced on the way; None: that is open."""
        there = False
        for piece in (*self.scenario.ice, *self.scenario.root):
            able = [can_be_advanced(card) for card in titles_of(piece)]
            if all(able) and not any(map(may_leave, titles_of(piece))):
                return True
            there |= any(able)
        return None if there else False

    @cached_property
    def most_advanced(self) -> int:
        """The most counters that ice can bring into play, in a run that goes back a few times
        at the most."""
        most = 0
        for piece in self.scenario.ice:
            for card in titles_of(piece):
                nodes = [*card.rules.subs, *(clause.effect for clause in card.rules.on)]
                atoms = [atom for node in nodes for atom in atoms_of(node) if atom.name == "adv"]
                most += sum(atom.amount.base for atom in atoms)
        return most * (4 if self.moves else 1) if self.advances == "ice" else 0

    @cached_property
    def ice_is_uncounted(self) -> bool:
        return not any("ice-here" in mentioned(card.rules) for card in self.scenario.cards())

    @cached_property
    def ice_is_uncounted_at_the_end(self) -> bool:
        """Whether nothing asks for the number of pieces once the run is over."""
        late = {"run-end", "tagged", "rez", "rez-in-run"}
        return not any(
            clause.event in late and "ice-here" in mentioned(clause)
            for card in self.scenario.cards()
            for clause in card.rules.on
        )

    @cached_property
    def ice_that_stays(self) -> int | None:
        """How much ice protects the server throughout, None if some of it may leave."""
        cards = [card for piece in self.scenario.ice for card in titles_of(piece)]
        nodes = [node for card in cards for node in card.rules.subs]
        nodes += [clause.effect for card in cards for clause in card.rules.on]
        leaves = any(atom.name == "self-trash" for node in nodes for atom in atoms_of(node))
        return None if leaves else len(self.scenario.ice)

    @cached_property
    def rezzed_assets(self) -> int:
        """Of the attacked server, while ice is met."""
        cards = [root.card for root in self.scenario.root if root.rezzed]
        return sum(card is not None and card.type == "asset" for card in cards)

    def copies_scored(self, card: Card) -> int:
        """Copies of a card in the Corp's score area."""
        return sum(placed.card == card for placed in self.scenario.corp.elsewhere)

    @cached_property
    def advanced_ice(self) -> dict[str, int]:
        """How many pieces are advanced, if that stays as it is."""
        if self.ice_that_stays is None or any(map(_advances, self.scenario.cards())):
            return {}
        more = self.more_advancement
        advanced = sum(piece.advancement + more > 0 for piece in self.scenario.ice)
        return {"advanced-ice-here": advanced}

    @cached_property
    def uniques(self) -> dict[str, int]:
        """Titles that are unique and of which two copies may lie in this server, numbered."""
        places = [titles_of(piece) for piece in (*self.scenario.ice, *self.scenario.root)]
        seen = Counter(card.id for cards in places for card in cards if card.unique)
        twice = [card_id for card_id, count in seen.items() if count > 1]
        return {card_id: number for number, card_id in enumerate(twice, 1)}

    def is_single(self, card: Card) -> bool:
        """Whether a card lies in one place of the root at the most."""
        return sum(card in titles_of(root) for root in self.scenario.root) <= 1

    def most_counted(self, register: str) -> int:
        """The most that there can be of what ice counts, in a run that goes back a few times
        at the most."""
        if register == "power":
            return 7
        if register == "turned":
            return 1
        effect = {"tags": "tag", "grip": "rdraw", "hq": "cdraw"}[register]
        runner, corp = self.scenario.runner, self.scenario.corp
        first = {
            "tags": runner.tags,
            "grip": sum(count for _, count in runner.grip),
            "hq": corp.hq_count,
        }[register]
        nodes = [
            node
            for card in self.scenario.cards()
            for node in (*card.rules.subs, *(clause.effect for clause in card.rules.on))
        ]
        more = [
            max(1, atom.amount.base)
            for node in nodes
            for atom in atoms_of(node)
            if atom.name == effect
        ]
        paid = register == "tags" and any(
            price.kind == "tags" for node in nodes for price in prices_of(node)
        )
        return min(MOST_COUNTED, first + sum(more) * (4 if self.moves else 2) + 2 * paid)

    def event_says(self, kind: str) -> bool:
        """Whether the event that started the run has a standing property."""
        event = self.scenario.runner.event
        return event is not None and any(each.kind == kind for each in event.rules.statics)

    def times_to_rez(self) -> int:
        """How often the Corp pays the rez cost of a piece of ice."""
        return 2 if self.event_says("double-rez") else 1

    @cached_property
    def trojans(self) -> frozenset[int]:
        """Places of ice that hosts a trojan."""
        return frozenset(
            placed.host
            for placed in self.scenario.runner.rig
            if placed.host is not None and "trojan" in placed.card.subtypes
        )

    def guests_of(self, version: Version) -> tuple[int, ...]:
        """Rig cards that go with the piece of ice they are hosted on."""
        return tuple(
            slot
            for slot, placed in enumerate(self.scenario.runner.rig)
            if placed.host == version.place and is_guest(placed.card)
        )

    @cached_property
    def most_laid(self) -> Weather:
        """The most that pieces of ice and the start of the run can lay on later pieces."""
        most = CALM
        for place, piece in enumerate(self.scenario.ice):
            versions = [self.version(piece, card, place) for card in titles_of(piece)]
            laid = [self.laid_by(version, ONCE_EACH) for version in versions]
            most = most.with_(Weather(*map(max, zip(*laid, strict=True))))
        for card, _, _ in self.side_cards():
            most = most.with_(self.laid_by(Version(card), ("run-begin",)))
        for root in self.scenario.root:
            for card in titles_of(root):
                most = most.with_(self.laid_by(self.version(root, card, None), ("run-begin",)))
        if self.moves:
            most = most.with_(most).with_(most)
        return most.with_(Weather(strength=self.most_braced))

    @cached_property
    def most_braced(self) -> int:
        """The most that cards rezzed in the root during the run add to the ice."""
        return sum(max(0, *map(self.braces, there)) for there in self.to_rez_for_ice)

    @cached_property
    def to_rez_for_ice(self) -> list[list[Version]]:
        """For each card of the root that the Corp may rez to change ice, what it may be."""
        if not self.scenario.ice or self.scenario.corp.plan.name != "affordable":
            return []
        roots = [root for root in self.scenario.root if not root.rezzed]
        found = [
            [
                self.version(root, card, None)
                for card in titles_of(root)
                if card.type != "agenda" and ice_statics(card)
            ]
            for root in roots
        ]
        return [versions for versions in found if versions]

    def braces(self, version: Version) -> int:
        """What a card adds to all ice of the server once it is rezzed in the run."""
        statics = ice_statics(version.card)
        for static in statics:
            if static.condition is not None or static.amount.register or static.words:
                raise CapacityError(
                    f"{version.card.title}: '{static.text}' of a card rezzed in the run is not "
                    "executed here yet"
                )
        return sum(static.amount.base for static in statics)

    @cached_property
    def standing_braces(self) -> list[Static]:
        """What root cards that are rezzed when the run begins change on the ice."""
        cards = [root.card for root in self.scenario.root if root.rezzed and root.card is not None]
        for card in cards:
            if ice_statics(card) and (card.rules.corp_abilities or card.rules.paid):
                raise CapacityError(f"{card.title}: changes ice and may leave before it is met")
        own = on_all_ice(self.scenario.corp.identity)
        return [*(static for card in cards for static in ice_statics(card)), *own]

    def laid_by(self, version: Version, events: tuple[str, ...]) -> Weather:
        """All that the subroutines and clauses of one card can lay on later ice."""
        rules = version.card.rules
        nodes = [*rules.subs, *(clause.effect for clause in rules.on if clause.event in events)]
        laid = CALM
        for atom in (atom for node in nodes for atom in atoms_of(node)):
            if atom.name in LASTING:
                amount = constant(atom.amount, self.setting(version, "ice").registers, atom.name)
                laid = laid.with_(weather_of(atom, amount))
        return laid

    def setting(self, version: Version, holder: str, **more: Any) -> Setting:
        registers = {
            **version.registers,
            "ice-here": len(self.scenario.ice),
            "corp-points": self.scenario.corp.points,
            "bp": self.scenario.corp.bad_publicity,
            "threat": max(self.scenario.corp.points, self.scenario.runner.points),
            "rezzed-assets": self.rezzed_assets,
            "copies-corp-scored": self.copies_scored(version.card),
            **self.advanced_ice,
        }
        if holder == "event" and (free := memory_that_stays_free(self.scenario)) is not None:
            registers["free-four"] = min(free, 4)
        if holder == "ice":
            more["counted"] = counted_by(version.card)
            if more["counted"] == "power":
                del registers["power"]
        if "after_tag" not in more:
            more["after_tag"] = self.after_tag
        if holder == "ice":
            more |= {"leaves": self.ice_is_uncounted, "guests": self.guests_of(version)}
            spent = [cost for paid in version.card.rules.corp_abilities for cost in paid.costs]
            more["spends"] = frozenset(price.kind for cost in spent for price in cost)
        more["single"] = self.is_single(version.card)
        more["moves"] = self.moves
        more["advances"] = self.advances
        more["takes_counters"] = self.takes_counters
        more["place"] = version.place
        more["roots"] = tuple(range(len(self.scenario.root)))
        more["empties"] = self.empties
        more["hosts"] = tuple(
            placed.host if is_guest(placed.card) else None for placed in self.scenario.runner.rig
        )
        return Setting(
            version.card.title,
            self.scenario.server,
            registers,
            self.earlier_success,
            holder=holder,
            reads=self.mentioned_by(version.card),
            acts_by=self.acts_by(version.card) if holder == "ice" else frozenset(),
            rezzes=self.scenario.corp.plan.name != "never" and not self.event_says("no-rez"),
            still_ice=self.ice_that_stays is not None,
            **more,
        )

    def mentioned_by(self, card: Card) -> frozenset[str]:
        """What the rules of a card mention, walked through once for all its settings."""
        if id(card) not in self._mentioned:
            self._mentioned[id(card)] = (card, mentioned(card.rules))  # it stays, and so its id
        return self._mentioned[id(card)][1]

    def acts_by(self, card: Card) -> frozenset[str]:
        """What the effects of a piece of ice mention."""
        if "adv" not in self.mentioned_by(card):
            return frozenset()
        effects = [clause.effect for clause in card.rules.on]
        effects += [gain.effect for gain in card.rules.gains]
        return mentioned((*card.rules.subs, *effects))

    @cached_property
    def after_tag(self) -> tuple[tuple[int, ...], ...]:
        """What follows every tag: the Runner's cards, then the Corp's identity (rule 16)."""
        rows = self.sides_clauses("tagged", after_tag=())
        refused = (Op.ETR, Op.TRACE, Op.PSI, Op.ROLL, Op.TAG, Op.REZ_ICE)
        if any(row[0] in refused for row in rows):
            raise CapacityError(
                "a tag that ends the run, starts a trace, bid or roll, gives tags or rezzes ice "
                "is not executed yet"
            )
        return tuple(tuple(row) for row in rows)

    def store(self, name: str, rows: Array) -> None:
        """Put rows at the head of a table of the board."""
        room = self.board_array[name][0]
        if len(rows) > len(room):
            raise CapacityError(f"the scenario needs {len(rows):,} {name} of {len(room):,}")
        room[: len(rows)] = rows

    def does_anything(
        self, card: Card, clause: Clause, holder: str = "card", slot: int | None = None
    ) -> bool:
        """Whether a clause has micro-ops at all; declined and other empty ones have none."""
        setting = self.setting(Version(card), holder, slot=slot)
        return bool(lower_clauses(Code(), setting, [clause]))

    def refused(self, card: Card, clause: Clause) -> CapacityError:
        return CapacityError(f"{card.title}: '{clause.text}' is not executed here yet")

    def version(self, piece: Placed, card: Card, place: int | None) -> Version:
        stands = place if place in self.hosts and place is not None else OFF_SERVER
        more = self.more_advancement if isinstance(piece, PlacedIce) else 0
        return Version(card, piece.advancement + more, piece.virus, piece.power, stands)

    @cached_property
    def more_advancement(self) -> int:
        """Counters that the ice is taken to have, for cards of the root rezzed from the start."""
        found = 0
        for root in self.scenario.root:
            for card in titles_of(root):
                for static in card.rules.statics:
                    if static.kind != "ice-here adv":
                        continue
                    if not root.rezzed and self.scenario.corp.plan.name == "affordable":
                        raise CapacityError(f"{card.title}: rezzed in the run, not executed yet")
                    found += static.amount.base * root.rezzed
        return found

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
        clauses = [clause for clause in card.rules.on if clause.event == event]
        return self.lower_side(card, holder, slot, clauses, **more) if clauses else []

    def lower_side(
        self, card: Card, holder: str, slot: int | None, clauses: list[Clause], **more: Any
    ) -> list[Row]:
        """Some clauses of one card of a side, all for the same event."""
        runner = self.scenario.runner
        version = Version(card)
        if slot is not None:
            placed = runner.rig[slot]
            version = Version(card, 0, placed.virus, placed.power)
            for clause in clauses:
                self.check_rig_clause(card, clause)
            emptied = any(static.kind == "trash-when-empty" for static in card.rules.statics)
            more |= {"slot": slot, "credits": placed.credits, "trashed_when_empty": emptied}
        started = slot is None or slot == runner.event_slot
        return lower_clauses(
            self.code, self.setting(version, holder, **more), clauses, started=started
        )

    def check_rig_clause(self, card: Card, clause: Clause) -> None:
        """Amounts by counters that breaking spends, credits taken again and again, and from what
        is a purse as well."""
        spent = {
            price.kind for ability in abilities_of(card) for cost in ability.costs for price in cost
        }
        read = spent & mentioned(clause.effect)
        takes = any(atom.name == "take" for atom in atoms_of(clause.effect))
        often = clause.event in ("agenda-stolen", "trash-accessed", "tagged") or (
            clause.event == "encounter" and not {"first", "1/turn"} & set(clause.qualifiers)
        )
        if (
            read
            or (takes and (often or card.rules.holds_purse))
            or set(clause.qualifiers) & {"installed", "!archives"}
        ):
            raise self.refused(card, clause)

    def rows_of(self, start: int) -> range:
        """The rows of one program, up to its END."""
        end = start
        while self.code.rows[end][0] != Op.END:
            end += 1
        return range(start, end)


def _goes_by_counters(card: Card) -> bool:
    """Whether advancement counters on a card make a difference to anything."""
    costs = (cost for ability in card.rules.corp_abilities for cost in ability.costs)
    prices = [price for cost in costs for price in cost]
    prices += [price for clause in card.rules.on for price in prices_of(clause.effect)]
    return "adv" in mentioned(card.rules) or any(price.kind == "adv" for price in prices)


def _advances(card: Card) -> bool:
    """Whether some effect of a card places advancement counters."""
    nodes = [*card.rules.subs, *(clause.effect for clause in card.rules.on)]
    return any(atom.name == "adv" for node in nodes for atom in atoms_of(node))
