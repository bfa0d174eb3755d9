"""The rig as the search of ways sees it: slots, what keeps damage off, the states in reach."""

from __future__ import annotations

from simcore.encode.draft import Draft
from simcore.encode.lower import DAMAGE_KINDS
from simcore.encode.program import row_of
from simcore.encode.rigs import Forecast, Losses, RigTable, compile_rigs
from simcore.encode.versions import is_kind
from simcore.errors import CapacityError
from simcore.hosting import check_stays, silences_guests
from simcore.kernel import layout
from simcore.kernel.layout import Op, Rest
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
from simcore.scenario import titles_of


class RigPart(Draft):
    """Writes what the board says of the rig, and explores it."""

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
            if any(silences_guests(card) for card in titles_of(piece))
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
