"""Rows of ICE and CARD: the programs and numbers of every card that can be met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from simcore.cards.card import Card
from simcore.cards.endings import ends_run, resolving_whole, used_late
from simcore.cards.setting import Setting, greatest_damage
from simcore.cards.standing import braced, known_now, subs_of, waited_for, waits_for_failure
from simcore.cards.syntax import Atom, Clause, Node
from simcore.cards.vocabulary import BROKEN, OF_AGENDAS
from simcore.cards.walking import atoms_of
from simcore.encode.choosing import Choosing, Rows
from simcore.encode.clauses import STAY, lower_clauses
from simcore.encode.draft import Draft
from simcore.encode.lower import MEASURED, Lowering
from simcore.encode.program import Row, row_of, turn_row
from simcore.encode.rigs import PAST_EARLY, PAST_LATE
from simcore.encode.versions import Version, can_be_advanced
from simcore.errors import CapacityError
from simcore.kernel import layout
from simcore.kernel.jit import records
from simcore.kernel.layout import (
    AT_APPROACH,
    AT_BEGIN,
    AT_END,
    AT_LATE,
    AT_PASSED,
    AT_REZ,
    AT_SUCCESS,
    AT_TRASH,
    CARD,
    ICE,
    MAX_GRIP,
    STANDS_NO_STEAL,
    STANDS_NO_SUCCESS,
    STANDS_TRASH,
    Op,
    Rest,
)
from simcore.plan.pieces import Ask
from simcore.plan.states import Laid, Weather
from simcore.plan.targets import ask_for, make_target, standing_of_rig
from simcore.scenario import titles_of

STANDS = {
    "no-success": int(STANDS_NO_SUCCESS),
    "no-steal": int(STANDS_NO_STEAL),
    "trash-cost": int(STANDS_TRASH),
}
"""Standing properties of cards of the root that matter behind the ice."""
NEVER = 1 << 30
"""A price that nobody can pay."""
_OVER_AT_THE_LAST_WINDOW = ("run", "run-begin", "encounter", "pass", "all-passed")


class RowsPart(Draft):
    """Writes one row per version of a card."""

    def write_ice(self) -> None:
        if len(self.ice.versions) > layout.MAX_ICE_ROWS:
            raise CapacityError(f"more than {layout.MAX_ICE_ROWS} kinds of ice in their places")
        ices = records(ICE, len(self.ice.versions))
        base = 1
        for index, version in enumerate(self.ice.versions):
            ice: Any = ices[index]
            card = version.card
            setting = self.setting(version, "ice", event="sub")
            standing = self.counting(ice, version, setting)
            subs = subs_of(card, standing)
            if len(subs) + self.most_laid.etrs > layout.MAX_SUBS:
                raise CapacityError(f"{card.title}: more than {layout.MAX_SUBS} subroutines")
            ice.rez_cost = (card.cost or 0) * self.times_to_rez()
            if self.event_says("no-rez"):
                ice.rez_cost = NEVER
            ice.unique = self.uniques.get(card.id, 0)
            ice.forfeits = sum(card.rules.forfeits)
            self.board.forfeits |= int(ice.forfeits > 0)
            ice.subs = len(subs)
            ice.advanceable = can_be_advanced(card)
            ice.advanced = self.ice.known.get(
                replace(version, advancement=version.advancement + 1), -1
            )
            ice.on_rez = self.card_program(version, "rez", "rez-in-run")
            ice.on_encounter = self.card_program(version, "encounter")
            ice.on_end = self.card_program(version, "end")
            self.write_answers(ice, version)
            self.board.answers |= int(ice.on_broken > 0)
            self.board.aftermath |= int(ice.on_end > 0)
            ability = self.ice_ability(version)
            ice.ability = self.code.program([list(row) for row in ability])
            self.board.ice_abilities |= int(ice.ability > 0)
            ice.trashed = self.cards.known.get(Version(card), 0)
            ice.late = self.code.program(self.late_rows(version, "ice"))
            self.board.late |= int(ice.late > 0)
            passing = self.card_rows(version, "pass")
            if ability and any(row[0] == Op.LEAVE_ICE for row in passing):
                raise CapacityError(f"{card.title}: leaves when it is passed, with counters")
            ice.on_pass = self.code.program(passing + ability)
            if any(self.code.rows[row][0] == Op.REZ_ICE for row in self.rows_of(ice.on_rez)):
                raise CapacityError(f"{card.title}: ice that rezzes ice is not executed yet")
            lending = replace(setting, lent=self.lent(card, subs))
            for number, sub in enumerate(subs):
                lowering = Lowering(self.code, lending)
                ice.sub[number] = self.code.program(lowering.lower(self.as_resolved(sub)))
            encounter = [clause for clause in card.rules.on if clause.event == "encounter"]
            taxing = Lowering(self.code, replace(setting, event="encounter"))
            ice.tax = self.code.program(
                [row for clause in encounter for row in taxing.tax(clause.effect)]
            )
            if any(clause.qualifiers for clause in encounter):
                raise CapacityError(f"{card.title}: conditions on an encounter are not executed")
            asks = self.write_must_sets(ice, index, subs, standing, base)
            if self.board.passes:
                ice.way_past, ice.way_late = base + len(asks), base + len(asks) + 1
                asks = (*asks, PAST_EARLY, PAST_LATE)
                by_subs = any(b.per_sub for slot in self.slots for b in slot.bypasses)
                if card.rules.gains and by_subs:
                    raise CapacityError(f"{card.title}: gains subroutines that may be bypassed")
            self.wanted.append(asks)
            everything = ask_for(subs, range(len(subs)))
            target = make_target(card, standing, version.place, everything)
            if target.limit >= 0:
                self.refuse_limit(card)
            more = braced(self.standing_braces, card, standing)
            lent = standing_of_rig(self.scenario.runner.rig, card, version.place)
            self.targets.append(
                replace(target, strength=target.strength + more, standing=target.standing + lent)
            )
            base += len(asks)
        self.store("ices", ices)

    def refuse_limit(self, card: Card) -> None:
        """Raises `CapacityError` where not all ways to break so many subroutines are told."""
        wide = any(ability.all_but for slot in self.slots for ability in slot.abilities)
        if card.rules.gains or self.board.die or wide:
            raise CapacityError(
                f"{card.title}: so many subroutines broken at the most, beside what it gains, "
                "attempts by die or breaking all but some"
            )

    def counting(self, ice: Any, version: Version, setting: Setting) -> Setting:
        """The setting with what the piece counts in this row of it."""
        register = setting.counted
        if not register:
            return setting
        self.board.counting = 1
        most = self.most_counted(register)
        if not version.count:
            ice.counted = MEASURED[register] + 1
            ice.counted_most = most
            ice.counted_first = self.ice.known[replace(version, count=1)] if most else 0
        return replace(setting, registers={**setting.registers, register: version.count})

    def late_rows(self, version: Version, holder: str) -> list[Row]:
        """What the Corp's abilities that may end the run do in the last window (48)."""
        rows: list[Row] = []
        abilities = [each for each in version.card.rules.corp_abilities if used_late(each)]
        for ability in abilities:
            (cost, *others) = ability.costs
            kinds = {price.kind: price.amount.base for price in cost}
            if others or len(abilities) > 1 or not kinds.keys() <= {"trash", "adv", "power"}:
                raise CapacityError(f"{version.card.title}: '{ability.text}' is not executed yet")
            if self.advances == "root" or ("power" in kinds and holder == "ice"):
                raise CapacityError(f"{version.card.title}: '{ability.text}' with counters to come")
            there = {"adv": version.advancement, "power": version.power}
            if any(kinds.get(kind, 0) > number for kind, number in there.items()):
                continue
            setting = self.setting(version, holder, event="late")
            if any(atom.name == "copy-sub" for atom in atoms_of(ability.effect)):
                setting = replace(setting, lent=self.lent_here())
            lowering = Lowering(self.code, setting)
            paid: Rows = list
            if holder == "ice" and "trash" in kinds:
                # once the run has ended few count the ice any more
                ends = ability.effect == Atom("etr")
                leaves = setting.leaves or (ends and self.ice_is_uncounted_at_the_end)
                leaving = Lowering(self.code, replace(setting, leaves=leaves)).leaving
                paid = partial(leaving, "self-trash")
            elif "trash" in kinds:
                paid = _given_up
            used = partial(_paid_for, paid, partial(lowering.lower, ability.effect))
            rows += Choosing(lowering).if_effective(ability.effect, used, list)
        return rows

    def lent_here(self) -> tuple[tuple[int, Node, Setting], ...]:
        """The subroutines of all ice of the server, for a card of the root that borrows."""
        found = []
        for place, piece in enumerate(self.scenario.ice):
            if piece.card is None:
                raise CapacityError("subroutines of unknown ice are borrowed, not executed yet")
            version = self.version(piece, piece.card, place)
            setting = replace(self.setting(version, "ice", event="sub"), leaves=False)
            for sub in piece.card.rules.subs:
                if any(atom.name in _BOUND_TO_ICE for atom in atoms_of(sub)):
                    raise CapacityError(f"{piece.card.title}: a subroutine that is borrowed")
                found.append((place, sub, setting))
        return tuple(found)

    def ice_ability(self, version: Version) -> list[Row]:
        """What the Corp's abilities for counters on a piece do, as often as they last (14)."""
        rows: list[Row] = []
        setting = self.setting(version, "ice", event="ability")
        for paid in version.card.rules.corp_abilities:
            kinds = {price.kind for cost in paid.costs for price in cost}
            if not kinds & {"power", "virus"}:
                continue
            price = paid.costs[0][0]
            lowering = Lowering(self.code, setting)
            effect = lowering.lower(paid.effect)
            repeats = any(row[0] in (Op.GO_BACK, Op.LEAVE_ICE, Op.REZ_ICE) for row in effect)
            if kinds != {"power"} or len(paid.costs) > 1 or len(paid.costs[0]) > 1 or repeats:
                raise CapacityError(f"{version.card.title}: '{paid.text}' is not executed yet")
            if "power" in setting.reads and version.power:
                raise CapacityError(f"{version.card.title}: counts what '{paid.text}' spends")
            if version.power > 7 or price.amount.register or price.amount.base < 1:
                raise CapacityError(f"{version.card.title}: '{paid.text}' with so many counters")
            once = partial(_bought, price.amount.base, partial(lowering.lower, paid.effect))
            used = Choosing(lowering).if_effective(paid.effect, once, list)
            rows += _again_and_again(used)
        return rows

    def write_must_sets(
        self, ice: Any, row: int, subs: tuple[Node, ...], setting: Setting, base: int
    ) -> tuple[Ask, ...]:
        """The subroutines that have to be broken, for each number of cards in the grip.

        `base`: row of the first ways to break this piece. Returns the sets that a plan may
        break, in the order of the rows of their ways.
        """
        fatal = [ends_run(sub) for sub in subs]
        rows: dict[Ask, int] = {}
        if self.board.die:  # by number, and how many of them are closed to the die
            asks = [Ask(n, 0, k) for n in range(len(subs) + 1) for k in range(n + 1)]
            rows = {ask: base + index for index, ask in enumerate(asks)}

        @cache
        def row_for(bits: int) -> int:
            ask = ask_for(subs, (number for number in range(len(subs)) if bits >> number & 1))
            if self.board.die:
                ask = Ask(ask.total)
            return rows.setdefault(ask, base + len(rows))

        ice.way_all = base if self.board.die else row_for((1 << len(subs)) - 1)
        grips = range(MAX_GRIP, -1, -1)
        hurts = self.hurts(subs, setting, grips)
        must = [
            sum(1 << n for n in range(len(subs)) if fatal[n] or hurt[n] > grip)
            for grip, hurt in zip(grips, hurts, strict=True)
        ]
        ways = [row_for(bits) for bits in must]
        ice.must, ice.way_must = must[0], ways[0]
        ice.safe_grip = next(
            (g + 1 for g, bits in zip(grips, must, strict=True) if bits != must[0]), 0
        )
        self.board.must_below[row] = must[:0:-1]
        self.board.way_must_below[row] = ways[:0:-1]
        return tuple(rows)

    def hurts(self, subs: tuple[Node, ...], setting: Setting, grips: range) -> list[list[int]]:
        """The greatest damage of each subroutine, for each number of cards in the grip: where it
        goes by these, attempts that failed have left fewer than the piece has counted."""
        registers = [setting.registers]
        if setting.counted == "grip":
            registers = [{**setting.registers, "grip": grip} for grip in grips]
        found = [[greatest_damage(sub, each) for sub in subs] for each in registers]
        return found if len(found) > 1 else found * len(grips)

    def card_program(self, version: Version, *events: str) -> int:
        return self.code.program(self.card_rows(version, *events))

    def card_rows(self, version: Version, *events: str) -> list[Row]:
        """The clauses of a piece of ice for events about itself."""
        clauses = [
            clause
            for clause in version.card.rules.on
            if clause.event in events and clause.scope != "root"
        ]
        setting = self.setting(version, "ice")
        return lower_clauses(self.code, setting, clauses)

    def write_answers(self, ice: Any, version: Version) -> None:
        """What it does for each subroutine that was broken: a printed one, one it was given."""
        printed, given = self.card_rows(version, *BROKEN), self.card_rows(version, "sub-broken")
        if printed != given and version.card.rules.gains:
            raise CapacityError(
                f"{version.card.title}: gains subroutines, and asks for printed ones"
            )
        ice.on_broken = self.code.program(printed)
        ice.on_given = ice.on_broken if printed == given else self.code.program(given)

    def as_resolved(self, sub: Node) -> Node:
        """A subroutine as ice resolves it in this edition: whole, though it ends the run."""
        return resolving_whole(sub) if self.edition.whole_subroutines else sub

    def lent(self, card: Card, subs: tuple[Node, ...]) -> tuple[tuple[int, Node, Setting], ...]:
        """Subroutines of other pieces that a piece borrows, by its words."""
        words = [atom.words[0] for sub in subs for atom in atoms_of(sub) if atom.name == "copy-sub"]
        if not words:
            return ()
        if len(set(words)) > 1 or any(sub != subs[0] for sub in subs):
            raise CapacityError(f"{card.title}: subroutines of its own beside borrowed ones")
        found = []
        for place, piece in enumerate(self.scenario.ice):
            for lender in titles_of(piece):
                if words[0] not in lender.subtypes or lender == card:
                    continue
                if piece.card is None:
                    raise CapacityError(f"{card.title}: borrowing from ice that is unknown")
                setting = self.setting(self.version(piece, lender, place), "ice", event="sub")
                found += [(place, self.as_resolved(sub), setting) for sub in lender.rules.subs]
        if any(atom.name == "copy-sub" for _, sub, _ in found for atom in atoms_of(sub)):
            raise CapacityError(f"{card.title}: borrowing from ice that borrows itself")
        return tuple(found)

    def root_program(self, version: Version, *events: str, first: Sequence[Row] = ()) -> int:
        """The clauses of a root card: those of its rez, and those with the scope "root";
        `first`: rows before them."""
        if version not in self.in_root:
            return 0
        clauses = [
            clause
            for clause in version.card.rules.on
            if clause.event in events
            and (clause.scope == "root" or clause.event in ("rez", "rez-in-run"))
        ]
        setting = self.setting(version, "card")
        return self.code.program([*first, *lower_clauses(self.code, setting, clauses)])

    def write_cards(self) -> None:
        cards = records(CARD, len(self.cards.versions))
        self.board_array["cards"]["rez_early"] = -1
        self.board_array["cards"]["rez_for_ice"] = -1
        pool = list(self.board.pool[: int(self.board.pool_count)])
        for index, version in enumerate(self.cards.versions):
            card: Any = cards[index]
            self.write_card(card, version)
            copies = pool.count(index)
            card.pool_start = pool.index(index) if copies else 0
            card.pool_copies = copies
        self.store("cards", cards)

    def last_rez_cost(self, facts: Card, *, beside_agendas: bool) -> int:
        """What rezzing the card at the last window costs; -1: it could not act any more (rule
        13)."""
        if facts.type not in ("asset", "upgrade"):
            return -1
        waits_for = {waited_for(clause) for clause in facts.rules.on if clause.while_rezzed}
        over = set(_OVER_AT_THE_LAST_WINDOW)
        if self.edition.approach_before_last_window:
            over.add("approach-server")
        standing = set(STANDS)
        if not beside_agendas:
            over |= OF_AGENDAS
            standing -= OF_AGENDAS
        stands = any(static.kind in standing for static in facts.rules.statics)
        late = any(map(used_late, facts.rules.corp_abilities))
        never = any(static.kind == "action phase" for static in facts.rules.statics)
        acts = not never and (bool(waits_for - over) or stands or late)
        return (facts.cost or 0) if acts else -1

    def write_card(self, card: Any, version: Version) -> None:
        facts = version.card
        plan = self.scenario.runner.plan
        card.unique = self.uniques.get(facts.id, 0)
        spared = facts.id in plan.never_trash or not self.board.trashes
        card.points = self.worth(version)
        card.trashed = self.cards.known.get(Version(facts), 0)
        card.asset = facts.type == "asset"
        card.agenda = facts.type == "agenda"
        card.advanceable = can_be_advanced(facts)
        card.trash = -1 if facts.trash is None or spared else facts.trash
        may_hold = self.scenario.may_hold_agendas()
        card.rez_cost = self.last_rez_cost(facts, beside_agendas=may_hold)
        card.rez_bare = self.last_rez_cost(facts, beside_agendas=False)
        if card.rez_bare != card.rez_cost:
            drawn = any(piece.candidates for piece in self.scenario.root)
            of_root = self.scenario.server == "remote" and drawn
            self.board.may_be_bare |= of_root or self.scenario.may_lack_agendas()
        waits_for = {waited_for(clause) for clause in facts.rules.on if clause.while_rezzed}
        sooner = {"all-passed"}
        if self.edition.approach_before_last_window:
            sooner.add("approach-server")
        card.rez_early = card.rez_for_ice = -1
        if waits_for & sooner and facts.type in ("asset", "upgrade"):
            card.rez_early = facts.cost or 0
        braces = any(version in there for there in self.to_rez_for_ice)
        if braces or (waits_for_failure(facts) and facts.type in ("asset", "upgrade")):
            card.rez_for_ice = facts.cost or 0
        for clause in facts.rules.on:
            if clause.event == "steal-cost":
                self.write_steal_cost(card, clause, version)
            stays = bool(clause.scope) and "persistent" in clause.qualifiers
            card.persistent |= int(stays and clause.event in STAY)
        for place, zone in enumerate(("installed", "central", "archives")):
            card.access[place] = self.access_program(version, zone)
        stolen = [
            c for c in facts.rules.on if c.event in ("steal", "agenda-stolen") and not c.scope
        ]
        if facts.type == "agenda":
            setting = self.setting(version, "card")
            card.on_steal = self.code.program(lower_clauses(self.code, setting, stolen))
        bracing: list[Row] = []
        if braces:
            stronger = Laid(Weather(strength=self.braces(version)))
            bracing = turn_row(self.code.changes, stronger)
        card.acts[AT_REZ] = self.root_program(version, "rez", "rez-in-run", first=bracing)
        card.acts[AT_PASSED] = self.root_program(version, "all-passed")
        self.board.all_passed |= int(card.acts[AT_PASSED] > 0)
        card.acts[AT_APPROACH] = self.root_program(version, "approach-server")
        card.acts[AT_SUCCESS] = self.root_program(version, "success")
        card.acts[AT_END] = self.root_program(version, "run-end")
        card.acts[AT_TRASH] = self.root_program(version, "trash-accessed")
        self.board.watches |= int(card.acts[AT_TRASH] > 0)
        own = [c for c in facts.rules.on if c.event == "trash-accessed" and not c.scope]
        setting = self.setting(version, "card")
        card.on_trash = self.code.program(lower_clauses(self.code, setting, own))
        self.board.watches |= int(card.on_trash > 0)
        self.write_standing(card, version)
        early = [each for each in facts.rules.corp_abilities if not used_late(each)]
        if early and version in self.installed:
            card.acts[AT_BEGIN] = self.ability_program(version)

    def worth(self, version: Version) -> int:
        """What an agenda is worth to the Runner who steals it."""
        setting = self.setting(version, "card", event="access")
        points = [s for s in version.card.rules.statics if s.kind == "points"]
        more = sum(static.amount.base for static in points if known_now(static, setting))
        return max(0, version.card.points + more)

    def write_standing(self, card: Any, version: Version) -> None:
        """Standing properties of a card of the root, and abilities for the last window."""
        if version not in self.in_root:
            return
        facts = version.card
        for static in facts.rules.statics:
            if static.kind == "must-trash" and facts.trash is not None:
                card.must_trash = facts.trash + 1
                self.board.root_stands = 1
            if static.kind not in STANDS:
                continue
            number = STANDS[static.kind] + ("assets" in static.words)
            card.stands[number] += static.amount.base or 1
            self.board.root_stands = 1
            lasts = "persistent" in static.words
            if any(c.scope and ("persistent" in c.qualifiers) != lasts for c in facts.rules.on):
                raise CapacityError(f"{facts.title}: persistent for some of its clauses only")
            card.persistent |= int(lasts)
        late = self.late_rows(version, "card")
        card.acts[AT_LATE] = self.code.program(late)
        self.board.late |= int(bool(late))

    def write_steal_cost(self, card: Any, clause: Clause, version: Version) -> None:
        prefix = "root_" if clause.scope == "root" else ""
        lowering = Lowering(self.code, self.setting(version, "card"))
        if set(clause.qualifiers) - {"persistent", "reveal"}:
            raise self.refused(version.card, clause)
        for price in clause.effect.cost:  # type: ignore[union-attr]
            own = price.kind in ("own-prog", "own-any") and not prefix and not card.steal_rig
            if own:
                kind = self.code.trash_kind(price.kind[4:], own=True)
                card.steal_rig = kind + layout.OWN_CARDS * price.amount.base
                self.board.steals_hurt = 1
                continue
            if price.kind not in ("credits", "clicks", "net"):
                raise CapacityError(
                    f"{version.card.title}: a steal cost of {price.kind} is not executed yet"
                )
            if price.amount.register:
                raise self.refused(version.card, clause)
            card[f"{prefix}steal_{price.kind}"] += lowering.amount(price.amount)

    def access_program(self, version: Version, zone: str) -> int:
        """`zone`: installed, central or archives."""
        clauses = []
        for clause in version.card.rules.on:
            words = set(clause.qualifiers)
            if clause.event != "access" or clause.scope == "root":
                continue
            if words & {"installed", "rezzed"} and zone != "installed":
                continue
            if "!installed" in words and zone == "installed":
                continue
            if ("!archives" in words and zone == "archives") or (
                "archives" in words and zone != "archives"
            ):
                continue
            clauses.append(clause)
        setting = self.setting(version, "card")
        return self.code.program(lower_clauses(self.code, setting, clauses))

    def ability_program(self, version: Version) -> int:
        """A paid ability used at 1.2: the card leaves, and nothing else here changes."""
        paid = version.card.rules.corp_abilities[0]
        kinds = {price.kind for cost in paid.costs for price in cost}
        name = getattr(paid.effect, "name", "")
        after_approach = self.edition.approach_before_last_window and not self.scenario.ice
        if (
            len(version.card.rules.corp_abilities) > 1
            or name != "archives-to-rd"
            or kinds != {"rfg"}
            or self.scenario.server != "remote"
            or (after_approach and any(c.scope == "root" for c in version.card.rules.on))
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
            if row.steal_net or row.root_steal_net:
                self.board.steals_hurt = 1
        for card, _ in self.scenario.corp.central:
            if self.board.pool_count:
                row = cards[self.cards.known[Version(card)]]
                self.board.pool_steal_cost = max(
                    int(self.board.pool_steal_cost), int(row.steal_credits)
                )


_BOUND_TO_ICE = frozenset(
    {"self-trash", "self-derez", "go-back", "go-outermost", "power", "virus", "trace-bits"}
    | {"copy-sub", "net-next", "may-jackout"}
)
"""Effects of a subroutine that nobody else can borrow."""
_AGAIN = 1
"""In column a of a JUMP: back to where its rows begin."""


def _given_up() -> list[Row]:
    """The card of the root itself, as a price."""
    return [row_of(Op.SET, Rest.SELF_GONE)]


def _paid_for(paid: Rows, effect: Rows) -> list[Row]:
    """A price, then what it buys."""
    return [*paid(), *effect()]


def _bought(counters: int, effect: Rows) -> list[Row]:
    """An effect for counters on the piece, then the question whether to buy it again."""
    return [row_of(Op.SPEND, counters), *effect(), row_of(Op.JUMP, _AGAIN)]


def _again_and_again(rows: list[Row]) -> list[Row]:
    """Rows with what was bought, until it has no effect any more or counters are short."""
    for index, row in enumerate(rows):
        if row[0] == Op.SPEND:
            row[-1] = len(rows) - index - 1
        elif row[:2] == [Op.JUMP, _AGAIN]:
            row[1:] = row_of(Op.JUMP, skip=-index - 1)[1:]
    return rows
