"""The table during one run: cards, purses, counters, and the primitive changes to them.

Nothing here decides anything, and nothing here knows the steps of the chart. All
numbers are credits, cards, counters, clicks or points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from simcore.cards.card import BLANK, Card
from simcore.editions import Moment
from simcore.hosting import check_stays, is_guest
from simcore.record import FIGURES, Cause, Checkpoint, Result
from simcore.reference.hooks import Observation
from simcore.reference.lasting import Laid
from simcore.reference.things import Copies, Piece, Slot, Source, Step
from simcore.reference.view import View
from simcore.sites import Kind, site


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


class Table(View):
    """The state of one run of `scenario`, to be changed. Ice and root are dealt by
    `deal.deal`."""

    plans_are_followed = True
    """Whether it is the fixed plans that choose, not a search over whatever is legal."""

    def forget_encounter(self) -> None:
        """What lasts no longer than an encounter: what is broken, what was tried in vain (rig
        slot, subroutine), weakened ice, boosts, what was used, what lay on the piece."""
        self.encountered = None
        self.bypassed = self.may_break = False
        self.counted = None
        self.broke_before |= bool(self.broken)
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
        """Add a line to the story."""
        self.steps.append(Step(label, text))

    def story(self) -> tuple[Step, ...]:
        """What was said so far, in the words of the edition."""
        speak, names = self.edition.speak, self.names
        return tuple(Step(step.label, speak(step.text, names)) for step in self.steps)

    # -- the Runner's purses (rule 8) ----------------------------------------

    def pay_stealth(self, amount: int) -> None:
        """Pay what only stealth credits pay: recurring ones, then others, in rig order."""
        self.tally.credits_spent += amount
        recurring, hosted = self.take_stealth(amount)
        self.tally.recurring_spent += recurring
        self.tally.hosted_spent += hosted

    def rob(self, credits: int) -> int:
        """Take so many credits of the pool, as far as it goes; how many those are."""
        lost = min(credits, self.in_pool())
        self.credits -= lost
        self.tally.credits_lost += lost
        return lost

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
            use = slot.card.rules.purse_use
            if (breaking or "breakers" not in use) and not (loud and "stealth" in use):
                part = min(amount, slot.recurring)
                slot.recurring -= part
                self.tally.recurring_spent += part
                amount -= part
        for slot in self.hosts():
            use = slot.card.rules.purse_use
            if ("breakers" in use and not breaking) or (loud and "stealth" in use):
                continue
            part = min(amount, slot.hosted)
            slot.hosted -= part
            self.tally.hosted_spent += part
            amount -= part
        assert amount <= self.credits, "paid more than there is"
        self.credits -= amount

    def pay_for_trash(self, amount: int, purses: Sequence[Slot]) -> None:
        """Pay a part of a trash cost with credits for that alone."""
        self.tally.credits_spent += amount
        self.tally.recurring_spent += amount
        for slot in purses:
            part = min(amount, slot.trashing)
            slot.trashing -= part
            amount -= part

    def take_stealth(self, credits: int) -> tuple[int, int]:
        """Stealth credits go, recurring ones first, in rig order; driven off by noise they are
        neither spent nor lost. How many went of either kind."""
        hosts = [slot for slot in self.hosts() if "stealth" in slot.card.rules.purse_use]
        recurring = hosted = 0
        for slot in hosts:
            part = min(credits - recurring, slot.recurring)
            slot.recurring -= part
            recurring += part
        for slot in hosts:
            part = min(credits - recurring - hosted, slot.hosted)
            slot.hosted -= part
            hosted += part
        return recurring, hosted

    def pay_clicks(self, clicks: int) -> None:
        self.clicks -= clicks
        self.tally.clicks_spent += clicks  # a price, hence not lost (rule 22)

    # -- cards come and go ---------------------------------------------------

    def uninstall(self, slot: Slot) -> None:
        """A rig card leaves: its boosts, counters and credits go with it."""
        if not slot.installed:
            return
        host = None if slot.host is None or slot.host >= len(self.ice) else self.ice[slot.host]
        breaker = None if slot.on_card is None else self.rig[slot.on_card]
        if (host is not None and host.installed) or (breaker is not None and breaker.installed):
            check_stays(slot.card, "what happens in the run")
        slot.installed = False
        slot.virus = slot.power = slot.recurring = slot.bank = slot.hosted = slot.boost = 0
        if slot.card.type == "program":
            self.tally.programs_lost += 1
        if not self.scenario.runner.link_is_stated:
            self.link -= slot.card.link
        for guest in self.rig:
            if guest.on_card == slot.place:
                self.uninstall(guest)

    def uninstall_ice(self, piece: Piece) -> None:
        """A piece of ice leaves the server; programs hosted on it are trashed."""
        piece.installed = False
        for slot in self.rig:
            if is_guest(slot.card) and slot.host == piece.place:
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

    def suffer(self, kind: str, points: int, sure: bool = False) -> None:
        """Damage point by point; raises `GameEnds` at a point that finds no card.

        Nothing prevents what is `sure`, a price or by its text.
        """
        if not sure:
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

    def to_grip(self) -> None:
        """A card of the rig joins the grip: a blank one now."""
        self.grip[BLANK.id] += 1

    def agendas_in_hand(self) -> int:
        """Agendas in an HQ that is dealt, or among the cards that have gone from HQ to Archives:
        the Corp looks, the first time it is asked."""
        self.hand = self.hand or self._dealt_hand()
        return self.hand[0]

    def _dealt_hand(self) -> list[int]:
        """How many of these cards are agendas, and how many are others."""
        left = [0, 0]
        for entry in self.pool:
            left[entry.card.type != "agenda"] += entry.left
        hand = [0, 0]
        held = self.from_hand if self.server == "archives" else self.central_count
        for number in range(min(held, sum(left))):
            kind = self.draw(site(Kind.HAND, ordinal=number), left)
            left[kind] -= 1
            hand[kind] += 1
        return hand

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
