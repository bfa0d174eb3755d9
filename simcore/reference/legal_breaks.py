"""Every legal sequence of actions that breaks subroutines at one encounter.

Nothing here is clever: an action is one activation of one ability, and after it comes
any other that is legal then. Positions that are equal are searched once for each sum of
payments that no other sum beats. What a `Break`, a boost or a weakening may do is read
from the syntax trees, and checked against the table as it is at that moment.

The judge of every faster answer to "what does it cost to break this?".
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from simcore.cards.syntax import Atom, Break, Paid, Price, Pump, Unless
from simcore.cards.walking import traces
from simcore.reference.further_breaks import (
    breaks_one_piece_a_run,
    further_breaks,
    grows_by_subs,
    is_found_out,
    takes_back,
)
from simcore.reference.legal_positions import CardNow, Limits, Move, Outcome, Position, Sums
from simcore.reference.state import Table
from simcore.reference.things import Piece, Slot, Source
from simcore.reference.view import compare

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_SIZE = 12
"""Uses of a size of one's choice are tried up to this size."""
ON_THE_ICE = -1
"""Slot of an ability printed on the ice for the Runner."""


# -- what there is to do -------------------------------------------------------------------


class Encounter:
    """One encounter to be searched. The table is borrowed: it is put back as it was."""

    def __init__(
        self, table: Table, piece: Piece, wanted: tuple[int, ...], further: bool = False
    ) -> None:
        self.table, self.piece, self.further = table, piece, further
        self.wanted = frozenset(wanted)
        self.laid = table.laid_on(piece)
        self.ice = table.ice_source(piece)
        subs = table.subs(piece)
        self.subs = len(subs)
        self.tracing = {index for index in wanted if traces(subs[index])}
        self.stealth = any("stealth" in slot.card.rules.purse_use for slot in table.hosts())
        self.breaks: list[Move] = []
        self.weakenings: list[Move] = []
        self.boosts: list[Move] = []
        for slot in table.rig:
            rules = slot.card.rules
            for ability in (each for each in rules.breaks if not each.is_special):
                if self._is_for_this_ice(slot, ability) and self._is_payable(slot, ability):
                    self.breaks += [Move(slot.place, ability, cost) for cost in ability.costs]
            self.breaks += self._further(slot)
            for paid in rules.paid:
                if isinstance(paid.effect, Atom) and paid.effect.name == "ice-str":
                    self.weakenings += [Move(slot.place, paid, cost) for cost in paid.costs]
            for pump in rules.pumps:
                if self._is_payable(slot, pump):
                    self.boosts += [Move(slot.place, pump, cost) for cost in pump.costs]
        for printed in piece.card.rules.runner_breaks:
            self.breaks += [Move(ON_THE_ICE, printed, cost) for cost in printed.costs]
        self.moves = (*self.breaks, *self.weakenings, *self.boosts)
        self.strength_asked = {
            move.slot
            for move in (*self.breaks, *self.weakenings)
            if move.slot != ON_THE_ICE and move.interface
        }

    def _further(self, slot: Slot) -> Iterator[Move]:
        """Abilities of a chosen size, once for each size they may be used at, or limited."""
        for group, more in enumerate(further_breaks(slot.card, self.further)):
            ability = more.ability
            if not (self._is_for_this_ice(slot, ability) and self._is_payable(slot, ability)):
                continue
            for size in range(1, LARGEST_SIZE + 1) if more.sized else (1,):
                count = self.subs - 1 if more.all_but else size * ability.count
                for cost in ability.costs:
                    yield Move(
                        slot.place,
                        replace(ability, count=count),
                        tuple(_times(price, size) for price in cost),
                        size * more.gain,
                        group,
                        more,
                    )

    def _is_payable(self, slot: Slot, ability: Break | Pump) -> bool:
        """Whether there are stealth credits, and the card may use them, if it has to."""
        return not ability.stealth or (self.stealth and "noisy" not in slot.card.subtypes)

    def _is_for_this_ice(self, slot: Slot, ability: Break) -> bool:
        """Looks, position and AI restrictions: what does not change in an encounter."""
        if not self.table.works_on(ability, slot, self.piece):
            return False
        closed = self.table.has_static(self.ice, "no-ai")
        return not (closed and "ai" in slot.card.subtypes)

    # -- the table and a position ------------------------------------------------------

    def here(self) -> Position:
        """The position on the table."""
        table = self.table
        return Position(
            frozenset(table.broken),
            table.weakened,
            tuple(
                CardNow(s.installed, s.virus, s.power, s.boost, s.boosted, s.doomed, s.used)
                for s in table.rig
            ),
            False,
        )

    def lay(self, position: Position) -> None:
        """Put the position on the table."""
        self.table.weakened = position.weakened
        self.table.broken = set(position.broken)
        for slot, now in zip(self.table.rig, position.cards, strict=True):
            slot.installed, slot.virus, slot.power = now.installed, now.virus, now.power
            slot.boost, slot.boosted, slot.doomed, slot.used = now[3:]

    def leave(self, position: Position) -> None:
        """Put it there for good: cards know of the pieces that they broke something of."""
        self.lay(position)
        for slot in self.table.rig:
            if slot.used:
                slot.broke_at |= {self.piece.place}

    def strength(self, slot: Slot) -> int:
        """The strength of a rig card in the position on the table."""
        printed = self.table.strength(Source(slot.card, slot))
        if self.further and grows_by_subs(slot.card, self.piece.card.subtypes):
            printed += self.subs
        return printed + slot.rolled + slot.boost + slot.boosted

    def ice_strength(self) -> int:
        return self.table.strength(self.ice) - self.table.weakened

    def matches(self, slot: Slot) -> bool:
        """Whether interface abilities of a card may be used: strength is at least that of
        the ice, of some cards exactly."""
        mine, other = self.strength(slot), self.ice_strength()
        exact = self.table.has_static(Source(slot.card, slot), "exact")
        return mine == other if exact else mine >= other

    # -- actions -----------------------------------------------------------------------

    def actions(self, position: Position) -> Iterator[tuple[Position, Sums, int]]:
        """Every action that is legal now: the position behind it, its price, and the number
        of its move. The position lies on the table."""
        for number, move in enumerate(self.moves):
            ability = move.ability
            if not self.may_use(move):
                continue
            if isinstance(ability, Break):
                if ability.after and not position.broken:
                    continue  # another one has to break first
                if self.may_break(ability) and self.is_strong_after(move):
                    for subs in self.targets(move.slot, ability, position):
                        yield (*self.after_break(position, move, ability, subs), number)
                elif move.gain and self.helps_to_boost(move.slot):
                    yield (*self.after_gain(position, move), number)
            elif isinstance(ability, Paid):
                if self.helps_to_weaken():
                    yield (*self.after_weakening(position, move, ability), number)
            elif self.helps_to_boost(move.slot):
                yield (*self.after_boost(position, move, ability), number)

    def may_use(self, move: Move) -> bool:
        """The card is there and speaks, its counters are there, it matches where it has to."""
        if move.slot == ON_THE_ICE:
            return True
        slot = self.table.rig[move.slot]
        if not slot.installed or self.table.is_silent(slot):
            return False
        price = self.price(move)
        if price["virus"] > slot.virus or price["power"] > slot.power:
            return False
        return not move.interface or bool(move.gain) or self.matches(slot)

    def is_strong_after(self, move: Move) -> bool:
        """Whether a card matches once an ability has strengthened it, if it does so."""
        if not move.gain:
            return True
        return self.strength(self.table.rig[move.slot]) + move.gain >= self.ice_strength()

    def is_used_up(self, move: Move, uses: tuple[int, ...]) -> bool:
        """Whether an ability has been used as often as it may be."""
        if move.further is None or not move.further.limit:
            return False
        used = sum(
            times
            for other, times in zip(self.moves, uses, strict=True)
            if (other.slot, other.group) == (move.slot, move.group)
        )
        return used >= move.further.limit

    def may_break(self, ability: Break) -> bool:
        """No lock lies on the ice, its present strength passes the ability's test, and something
        has been broken if that is asked for."""
        test = ability.ice_strength
        if self.laid.locked or (ability.after and not self.table.broken):
            return False
        return test is None or compare(self.ice_strength(), test.comparison, int(test.value))

    def targets(self, slot: int, ability: Break, position: Position) -> Iterator[frozenset[int]]:
        """Sets of subroutines for one use: up to its count of those still wanted.

        Subroutines that no ability tells apart are taken in printed order, also where some were
        tried in vain: who may still try the others comes first in some sequence.
        """
        open_to_it = [
            sub
            for sub in sorted(self.wanted - position.broken)
            if (sub in self.tracing or not ability.tracing)
            and not (ability.once and (slot, sub) in self.table.tried)
        ]
        tracing = [sub for sub in open_to_it if sub in self.tracing]
        others = [sub for sub in open_to_it if sub not in self.tracing]
        choices: list[frozenset[int]] = [frozenset()]
        for alike in (tracing, others):
            choices = [
                chosen | frozenset(alike[:number])
                for chosen in choices
                for number in range(len(alike) + 1)
            ]
        fitting = (chosen for chosen in choices if 0 < len(chosen) <= ability.count)
        for chosen in fitting:
            if not self.table.breaks_too_many(self.piece, position.broken | chosen):
                yield chosen

    def helps_to_weaken(self) -> bool:
        """Whether some card is still too weak, or some test of strength asks for less."""
        if self.table.has_static(self.ice, "str-floor"):
            return False
        sought = [self.strength(self.table.rig[slot]) for slot in self.strength_asked]
        for move in self.breaks:
            test = move.ability.ice_strength if isinstance(move.ability, Break) else None
            if test is not None and test.comparison != ">=":
                sought.append(int(test.value) - (test.comparison == "!="))
        return bool(sought) and min(sought) < self.ice_strength()

    def helps_to_boost(self, slot: int) -> bool:
        """Whether the card has something to do here and is too weak for it."""
        weak = self.strength(self.table.rig[slot]) < self.ice_strength()
        return weak and slot in self.strength_asked

    def price(self, move: Move) -> dict[str, int]:
        """What one use costs now, by kind."""
        kinds = ("credits", "clicks", "forgo", "virus", "power", "grip", "trash", "rfg", "stealth")
        parts = dict.fromkeys(kinds, 0)
        mine = move.slot != ON_THE_ICE
        slot = self.table.rig[move.slot] if mine else None
        source = Source(slot.card, slot) if slot is not None else self.ice
        for price in move.cost:
            parts[price.kind] += self.table.amount(price.amount, source)
        if isinstance(move.ability, Break) and mine:
            if move.ability.discount and self.table.holds(move.ability.discount_condition, source):
                parts["credits"] = max(0, parts["credits"] - move.ability.discount)
        if not isinstance(move.ability, Paid):
            parts["stealth"] = min(parts["credits"], move.ability.stealth)
        if isinstance(move.ability, Break) and slot is not None and slot.card.is_icebreaker:
            parts["credits"] += self.laid.uses  # asked for on each use, after any discount
        return parts

    # -- what an action leaves -----------------------------------------------------------

    def after_break(
        self, position: Position, move: Move, ability: Break, subs: frozenset[int]
    ) -> tuple[Position, Sums]:
        cards, sums = self._pay(position, move, subs=len(subs))
        if move.slot != ON_THE_ICE:
            now = cards[move.slot]
            if now.installed:
                grown = now.boost + ability.grows * len(subs)
                doomed = now.doomed or ability.dooms
                boosted = now.boosted + move.gain
                changed = now._replace(used=True, boost=grown, boosted=boosted, doomed=doomed)
                cards = (*cards[: move.slot], changed, *cards[move.slot + 1 :])
        ends = position.ends or ability.ends
        return Position(position.broken | subs, position.weakened, cards, ends), sums

    def after_gain(self, position: Position, move: Move) -> tuple[Position, Sums]:
        """Strength alone: the card is still too weak to break anything."""
        cards, sums = self._pay(position, move)
        now = cards[move.slot]
        changed = now._replace(boosted=now.boosted + move.gain)
        cards = (*cards[: move.slot], changed, *cards[move.slot + 1 :])
        return position._replace(cards=cards), sums

    def after_weakening(
        self, position: Position, move: Move, ability: Paid
    ) -> tuple[Position, Sums]:
        effect = ability.effect
        assert isinstance(effect, Atom)
        slot = self.table.rig[move.slot]
        amount = self.table.amount(effect.amount, Source(slot.card, slot))
        cards, sums = self._pay(position, move)
        return position._replace(weakened=position.weakened + amount, cards=cards), sums

    def after_boost(self, position: Position, move: Move, pump: Pump) -> tuple[Position, Sums]:
        slot = self.table.rig[move.slot]
        gain = self.table.amount(pump.gain, Source(slot.card, slot))
        cards, sums = self._pay(position, move)
        now = cards[move.slot]
        if now.installed:
            lasts = pump.duration != "encounter"
            field = "boost" if lasts else "boosted"
            changed = now._replace(**{field: getattr(now, field) + gain})
            cards = (*cards[: move.slot], changed, *cards[move.slot + 1 :])
        return position._replace(cards=cards), sums

    def _pay(
        self, position: Position, move: Move, subs: int = 0
    ) -> tuple[tuple[CardNow, ...], Sums]:
        """The rig once the price is paid, and the price; `subs`: how many this breaks."""
        price = self.price(move)
        cards = position.cards
        loud = noise = dice = 0
        if move.slot != ON_THE_ICE:
            slot, now = self.table.rig[move.slot], cards[move.slot]
            virus, power = now.virus - price["virus"], now.power - price["power"]
            now = now._replace(virus=virus, power=power)
            if price["trash"] or price["rfg"]:
                now = now._replace(installed=False)
            cards = (*cards[: move.slot], now, *cards[move.slot + 1 :])
            if self.stealth:
                loud = price["credits"] if "noisy" in slot.card.subtypes else 0
                noise = move.ability.noise if isinstance(move.ability, Break) else 0
        if isinstance(move.ability, Break) and move.ability.die:
            dice = 1
        credits = price["credits"] + self.laid.tax * subs
        clicks, forgone, grip = price["clicks"], price["forgo"], price["grip"]
        return cards, Sums(credits, loud, clicks, forgone, grip, noise, price["stealth"], dice)

    # -- the end of the encounter ----------------------------------------------------------

    def outcome(self, start: Position, position: Position, label: Label) -> Outcome:
        """What was spent and what is left, once cards have answered for having been used."""
        rig = self.table.rig
        virus = [a.virus - b.virus for a, b in zip(start.cards, position.cards, strict=True)]
        power = [a.power - b.power for a, b in zip(start.cards, position.cards, strict=True)]
        lost, condemned, left = set(), set(), []
        for slot, before, now in zip(rig, start.cards, position.cards, strict=True):
            installed = now.installed
            for clause in slot.card.rules.on:
                if clause.event != "used" or not (now.used and installed):
                    continue
                match clause.effect:
                    case Atom(name="self-trash"):
                        installed = False
                    case Unless(penalty=Atom(name="self-trash"), costs=((price,),)):
                        counters = virus if price.kind == "virus" else power
                        number = self.table.amount(price.amount, Source(slot.card, slot))
                        if getattr(now, price.kind) >= number:
                            counters[slot.place] += number
                            now = now._replace(**{price.kind: getattr(now, price.kind) - number})
                        else:
                            installed = False
            if before.installed and not installed:
                lost.add(slot.place)
                now = now._replace(installed=False, virus=0, power=0, boost=0, doomed=False)
            elif now.doomed and not before.doomed:
                condemned.add(slot.place)
            later = any(clause.event == "passed-used" for clause in slot.card.rules.on)
            later |= self.further and takes_back(slot.card)
            left.append(now._replace(boosted=0, used=now.used and now.installed and later))
        given_up = frozenset(lost | condemned)
        by_slot = self.by_slot(label.uses)
        counted = len(self.breaks) + len(self.weakenings)
        rank = (
            position.ends,
            self.blinds(label.uses),
            len(given_up) + label.sums.grip,
            label.sums.clicks + label.sums.forgone,
            sum(virus) + sum(power),
            label.sums.credits,
            tuple(slot for slot, times in enumerate(by_slot) if times),
            tuple(reversed(by_slot)),
            tuple(-times for times in label.uses[:counted]),
        )
        return Outcome(
            label.sums,
            tuple(virus),
            tuple(power),
            given_up,
            position.ends,
            tuple(left),
            label.uses,
            rank,
            tuple(self.spent(slot, label.uses) for slot in rig),
        )

    def spent(self, slot: Slot, uses: tuple[int, ...]) -> int:
        """How many of its abilities that can be used once in a run a card has used, and whether
        it has been found out by its first use."""
        used = [
            (move.group, move.further)
            for move, times in zip(self.moves, uses, strict=True)
            if times and move.slot == slot.place and isinstance(move.ability, Break)
        ]
        groups = {group for group, further in used if further is not None and further.once_a_run}
        one_piece = bool(used) and breaks_one_piece_a_run(slot.card)
        found_out = bool(used) and is_found_out(slot.card)
        return len(groups) + one_piece + found_out + self.blinds(uses, slot)

    def blinds(self, uses: tuple[int, ...], slot: Slot | None = None) -> bool:
        """Whether nothing is accessed after such uses (of one card, if it is named)."""
        return any(
            isinstance(move.ability, Break) and move.ability.blinds
            for move, times in zip(self.moves, uses, strict=True)
            if times and (slot is None or move.slot == slot.place)
        )

    def sole_breaker(self, label: Label) -> Slot | None:
        """The card of the rig that does all the breaking of a way."""
        pairs = zip(self.moves, label.uses, strict=True)
        used = {move.slot for move, times in pairs if times and isinstance(move.ability, Break)}
        return self.table.rig[used.pop()] if len(used) == 1 and ON_THE_ICE not in used else None

    def by_slot(self, uses: tuple[int, ...]) -> list[int]:
        """Uses to break and to weaken, by rig slot."""
        counted = [0] * len(self.table.rig)
        for move, times in zip(self.moves, uses, strict=True):
            if move.slot != ON_THE_ICE and not isinstance(move.ability, Pump):
                counted[move.slot] += times
        return counted


def _times(price: Price, size: int) -> Price:
    """The price of a use of a size: only credits grow with it."""
    if price.kind != "credits" or size == 1:
        return price
    return replace(price, amount=replace(price.amount, base=price.amount.base * size))


# -- the search ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Label:
    """One way to have come to a position: what it cost, how often each move was used."""

    sums: Sums
    uses: tuple[int, ...]

    def spares(self, other: Label) -> bool:
        """Whether it does without some of the other's actions, and with no further ones."""
        return all(mine <= its for mine, its in zip(self.uses, other.uses, strict=True))


def legal_outcomes(
    table: Table,
    piece: Piece,
    wanted: tuple[int, ...],
    limits: Limits | None = None,
    wasteful: bool = False,
    further: bool = False,
) -> list[Outcome]:
    """Every way to break `wanted` (indices of subroutines) of which no action could be left
    out, the first in the order of rule 2 first. One that makes a card grow never could.

    `limits`: what may be spent at most, by default what is on the table. `wasteful`: also
    ways of which an action could be left out, as far as they were come across. `further`:
    also abilities that no game executes yet.
    """
    encounter = Encounter(table, piece, wanted, further)
    start = encounter.here()
    found = []
    try:
        for position, label in legal_ends(encounter, limits, wasteful):
            encounter.lay(position)
            found.append(encounter.outcome(start, position, label))
    finally:
        encounter.lay(start)
    return sorted(found, key=lambda outcome: outcome.rank)


def legal_ends(
    encounter: Encounter, limits: Limits | None = None, wasteful: bool = False
) -> list[tuple[Position, Label]]:
    """The positions in which everything wanted is broken, before anything else happens, with
    the ways to come to them; as in `legal_outcomes`."""
    table = encounter.table
    if limits is None:
        limits = Limits(table.spendable(breaking=True), table.clicks, table.grip_size())
    start = encounter.here()
    try:
        ends = list(_walk(encounter, start, limits))
    finally:
        encounter.lay(start)
    growing = [n for n, move in enumerate(encounter.moves) if _grows(move)]
    if wasteful:
        return ends
    return [
        (position, label)
        for position, label in ends
        if not any(
            other.spares(label)
            for _, other in ends
            if other.uses != label.uses and all(other.uses[n] == label.uses[n] for n in growing)
        )
    ]


def _grows(move: Move) -> bool:
    return isinstance(move.ability, Break) and move.ability.grows > 0


def _walk(
    encounter: Encounter, start: Position, limits: Limits
) -> Iterator[tuple[Position, Label]]:
    """Every position in which the wanted subroutines are broken, with all ways to come to
    it of which none spares what another one does."""
    first = Label(Sums(), (0,) * len(encounter.moves))
    labels: dict[Position, list[Label]] = {start: [first]}
    ahead = [(0, 0, start, first)]
    serial = 0
    while ahead:
        actions, _, position, label = heapq.heappop(ahead)
        if encounter.wanted <= position.broken:
            yield position, label  # done: whatever followed could be left out
            continue
        encounter.lay(position)
        for behind, price, number in encounter.actions(position):
            sums = Sums(*(a + b for a, b in zip(label.sums, price, strict=True)))
            used_up = encounter.is_used_up(encounter.moves[number], label.uses)
            if used_up or not _within(sums, limits):
                continue
            uses = (*label.uses[:number], label.uses[number] + 1, *label.uses[number + 1 :])
            fresh = Label(sums, uses)
            there = labels.setdefault(behind, [])
            if any(other.spares(fresh) for other in there):
                continue
            there.append(fresh)
            serial += 1
            heapq.heappush(ahead, (actions + 1, serial, behind, fresh))


def _within(sums: Sums, limits: Limits) -> bool:
    return (
        sums.credits <= limits.credits
        and sums.clicks <= limits.clicks
        and sums.grip <= limits.grip
        and sums.forgone <= limits.forgone
    )
