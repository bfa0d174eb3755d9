"""Moments at which both sides may act, the Runner first: tags that are removed before the Corp may
use them, and a click gained before it uses that none is left."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.cards.walking import mentioned, prices_of
from simcore.prices.bills import Bill
from simcore.prices.corp.at_any_time import after_uses
from simcore.prices.rig.drawing import click_at_will, may_gain_click, without_idle_clicks
from simcore.prices.rig.earning import (
    AT_WILL,
    FOR_CREDITS,
    UNTAGGED,
    brought_at_will,
    brought_in_time,
    may_earn,
)
from simcore.prices.rig.leaving import gone_by
from simcore.prices.rig.untagging import untagged
from simcore.prices.way.attempt import Attempt, may_lose_from_pool
from simcore.prices.way.behind_ice import let_in
from simcore.prices.way.looking import looks_at_tags
from simcore.prices.way.missing import kinds_taken
from simcore.prices.way.passage import Passage
from simcore.prices.way.suffering import Sight
from simcore.prices.way.targets import qualifies
from simcore.prices.way.wall import Piece, Wall

_OF_THE_POOL = {"runner-cr", "corp-cr>runner-cr"}
"""What asks how many credits the Runner has."""


_SURPLUS = "what is left of the credits it brings may be left out where some are lost or counted"
_TOO_LATE = "that it brings credits before it may be taken is left out"


class Windows:
    """What comes at such a moment where the Corp may use tags at any time (`open`), and the rig may
    remove some; nothing does elsewhere. `gates`: what each card that waits is read by. `clicking`:
    so it is with clicks; `counts_clicks`: ice, or the Corp, asks whether any is left; `bringing`:
    the places of ice that asks how many credits there are, or of all where a card goes for want of
    them, and others may bring some; `hasty`: cards given up for credits that it may take, which may
    be lost again (`lossy`); `untagging`: what waits behind all ice goes by tags, too; `costing`: a
    card asks for clicks before the run or behind all ice, and the rig may give one; `paying`: the
    rig brings credits for tags removed, `first`: before a run that costs some."""

    def __init__(self, attempt: Attempt, gates: Sequence[Sight], pieces: Sequence[Piece]) -> None:
        self.attempt = attempt
        removing = any(slot.untags is not None for slot in attempt.slots)
        both = zip(attempt.gates, gates, strict=True)
        self.ending = [(gate, sight) for gate, sight in both if gate.ends_for_tags and removing]
        behind = [effect for gate in attempt.gates if not gate.is_early for effect in gate.effects]
        self.untagging = removing and any(map(looks_at_tags, behind))
        self.taking = removing and any(each.tags for each in attempt.interventions)
        self.open = bool(self.ending) or self.taking
        self.paying = removing and may_earn(attempt.slots, attempt.state, UNTAGGED)
        self.first = gates[0] if any(gate.costs_credits for gate in attempt.gates) else None
        asked = any(each.clicks[1] == 0 for each in attempt.interventions)
        self.clicking = asked and may_gain_click(attempt.slots)
        self.counts_clicks = asked or any(_asks_for(w, {"clicks"}) for w in attempt.all_walls)
        bringing = may_earn(attempt.slots, attempt.state, AT_WILL)
        empties = any(slot.penniless for slot in attempt.slots)
        self.bringing = {
            wall.place
            for wall in (attempt.all_walls if bringing else ())
            if empties or _asks_for(wall, _OF_THE_POOL)
        }
        self.hasty = _hasty(attempt, pieces)
        self.lossy = bool(self.bringing) or may_lose_from_pool(attempt)
        prices = (p for gate in attempt.gates for each in gate.effects for p in prices_of(each))
        asking = may_gain_click(attempt.slots) and any(each.kind == "clicks" for each in prices)
        self.costing = gates[0] if asking else None

    def in_time(self, sight: Sight, passing: Sequence[Passage]) -> list[Passage]:
        """With what cards bring that the Corp may take before they are needed, and for tags that
        go before credits are asked for."""
        if self.paying:
            passing = [after for now in passing for after in untagged(sight, now)]
        if not self.hasty:
            return list(passing)
        return [
            after
            for now in passing
            for after in brought_in_time(sight, self.hasty, now, self.lossy)
        ]

    def as_settled(self, now: Passage) -> Passage:
        """Without what was noted of cards given up for credits, and without clicks gained of which
        nothing came."""
        whole = self.attempt
        now = now.forgets(FOR_CREDITS) if self.hasty else now
        return without_idle_clicks(whole.clicks, self.counts_clicks, now)

    def with_clicks(self, begun: list[Passage]) -> list[Passage]:
        """Before a run that costs clicks, or with what does behind all ice: one may be gained; and
        before one that costs credits some for tags that go."""
        if self.paying and self.first is not None:
            begun = [after for now in begun for after in untagged(self.first, now)]
        if self.costing is None:
            return begun
        return begun + [after for now in begun for after in click_at_will(self.costing, now)]

    def runner_first(self, sight: Sight, now: Passage) -> list[Passage]:
        """The Runner's part: with none, or some, of the tags removed."""
        return untagged(sight, now) if self.open else [now]

    def then_corp(self, sight: Sight, now: Passage) -> list[Passage]:
        """The Corp's part: the run is over for a tag that is left, or it is used."""
        if self._is_over(now):
            return []
        if not self.taking:
            return [now]
        return sight.worst_of(now, after_uses(self.attempt, sight, now))

    def _is_over(self, now: Passage) -> bool:
        """Whether the Corp ends the run for a tag."""
        return not all(let_in(gate, own, now) for gate, own in self.ending)

    def both(self, sight: Sight, passing: Sequence[Passage]) -> list[Passage]:
        """The Runner's part, then the Corp's, of all that come to it."""
        if not self.open:
            return list(passing)
        first = (after for now in passing for after in self.runner_first(sight, now))
        return [after for each in first for after in self.then_corp(sight, each)]

    def before(self, sight: Sight, passing: Sequence[Passage]) -> Sequence[Passage]:
        """Before a piece of ice, where what the Corp uses is asked for of its own: a click may be
        gained before something is used since none is left, and credits before ice counts them, or
        the card goes."""
        if self.clicking:
            more = (after for now in passing for after in click_at_will(sight, now))
            passing = [*passing, *more]
        if sight.place in self.bringing:
            passing = [after for now in passing for after in brought_at_will(sight, now)]
        passing = self.in_time(sight, passing)
        if not self.open:
            return passing
        first = (after for now in passing for after in self.runner_first(sight, now))
        return [each for each in first if not self._is_over(each)]

    def of_corp(self, sight: Sight, before: Passage, now: Passage) -> list[Passage]:
        """Behind what the Corp has used: what it goes on to use of the tags that came of that."""
        tagged = now.suffered.tags > before.suffered.tags
        return self.then_corp(sight, now) if self.open and tagged else [now]

    def as_begun(self, begun: list[Passage]) -> tuple[list[Passage], str]:
        """Before any ice; and the title of the card that ends the run then, if one does."""
        for gate, sight in self.ending:
            first = (after for now in begun for after in untagged(sight, now))
            begun = [each for each in first if let_in(gate, sight, each)]
            if not begun:
                return [], gate.title
        return begun, ""


def _hasty(attempt: Attempt, pieces: Sequence[Piece]) -> frozenset[int]:
    """Cards that the Runner may give up for credits, and that the Corp may take before."""
    effects = [effect for piece in pieces for effect in piece.effects]
    effects += [effect for gate in attempt.gates for effect in gate.effects]
    kinds = kinds_taken([*effects, *(each.effect for each in attempt.interventions)])
    both = zip(attempt.slots, attempt.rig, strict=True)
    return frozenset(
        number
        for number, (slot, placed) in enumerate(both)
        if slot.earns is not None and slot.earns.when == AT_WILL and slot.earns.trash
        if any(qualifies(kind, placed) for kind in kinds)
    )


def told_of_bringing(attempt: Attempt, bills: Sequence[Bill]) -> tuple[str, ...]:
    """What is said where credits may be lost or asked for on the way, of cards that bring some at
    will: too many at once, or too late, as they may be taken."""
    lossy = may_lose_from_pool(attempt)
    counted = lossy or any(_asks_for(wall, _OF_THE_POOL) for wall in attempt.all_walls)
    if attempt.purse is None or not counted:
        return ()
    steps = [step for bill in bills for step in bill["steps"]]
    gone = {title for bill in bills for title in gone_by(bill)}
    found = []
    for slot in attempt.slots:
        earns, title = slot.earns, slot.title
        if earns is None or earns.when != AT_WILL:
            continue
        if max(earns.credits, earns.dearer[1]) > 1 and any(f"{title}: gain" in s for s in steps):
            found.append(f"{title}: {_SURPLUS}")
        if lossy and not earns.trash and (title in gone or not bills):
            found.append(f"{title}: {_TOO_LATE}")
    return tuple(dict.fromkeys(found))


def _asks_for(wall: Wall, subjects: set[str]) -> bool:
    """Whether a piece of ice asks for one of these."""
    return bool(mentioned(wall.card.rules) & subjects)
