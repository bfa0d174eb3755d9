"""Every legal way not to be stopped by the ice of a server.

The pieces are met as the chart says, outermost first; their texts do what they do in any
game (`effects.py`, `ice.py`), against the worst answers (`worst_cases.py`). Every set of
subroutines is tried at every piece, and every legal sequence of actions that breaks it
(`legal_breaks.py`). The judge of every faster answer to "what does it take to get past?".
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.counters import counters_when_rezzed
from simcore.cards.syntax import Atom
from simcore.cards.walking import atoms_of
from simcore.editions import EDITIONS
from simcore.record import Cause
from simcore.reference.deal import deal
from simcore.reference.effects import fire, fire_own, resolve
from simcore.reference.going_past import go_past
from simcore.reference.ice import (
    answer_broken,
    begin_encounter,
    end_encounter,
    pass_ice,
    resolve_subroutines,
    rez_approached,
    use_counters,
)
from simcore.reference.legal_breaks import Encounter, Label, legal_ends
from simcore.reference.legal_positions import Limits, Position
from simcore.reference.marks import NO_LIMIT
from simcore.reference.moves import trash_behind
from simcore.reference.state import RunEnds
from simcore.reference.things import Source
from simcore.reference.worst_cases import (
    FIGURES,
    Memory,
    Price,
    Prices,
    WorstTable,
    played,
    recall,
    remember,
    state_of,
    unbeaten,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from simcore.reference.things import Piece
    from simcore.scenario import PlacedIce, Scenario

ENOUGH = 10**9
"""Credits without end; traces are as strong against a link as far below 0, unless it is known."""
MOST_AGAIN = 8
"""How often the Corp may be able to rez a piece again where each time is followed."""
ETR = Atom("etr")
LEAVING = frozenset({"self-trash", "self-derez"})
LABEL = ""
BEHIND_ICE = ("all-passed", "approach-server")
AROUND_ICE = ("run-begin", *BEHIND_ICE, "success")


class Spent(NamedTuple):
    """What it took: `credits` in all, those out of the `pool`, clicks, actions `forgone`,
    cards of the `grip`, `damage`, credits and clicks lost, `tags`, `dice` thrown to break, whether
    nothing can be stolen or trashed (`shut`), how far accesses are limited (`capped`), whether no
    further run can be made (`last`), how many cards fewer can be held (`unheld`), credits gained
    on the way (`won`), how many cards of the rig are gone once the run has ended (`losses`); by
    rig slot counters, and cards that are `gone` then."""

    credits: int
    pool: int
    clicks: int
    forgone: int
    grip: int
    damage: int
    lost: int
    clicks_lost: int
    tags: int
    dice: int
    shut: int
    capped: int
    last: int
    unheld: int
    won: int
    losses: int
    virus: tuple[int, ...]
    power: tuple[int, ...]
    gone: tuple[int, ...]

    def price(self) -> Price:
        """With all clicks that are gone in the place of those lost, and all credits of the
        pool likewise; in that of those gained by how many the pool is poorer."""
        lost = self.pool + self.lost
        gone = self.clicks + self.forgone + self.clicks_lost
        return (
            *(*self[:6], lost, gone, *self[8:14], lost - self.won, self.losses),
            *(*self.virus, *self.power, *self.gone),
        )

    @classmethod
    def of(cls, price: Price) -> Spent:
        cards = (len(price) - FIGURES) // 3
        by_slot = [price[FIGURES + n * cards : FIGURES + (n + 1) * cards] for n in range(3)]
        spent = cls._make((*price[:FIGURES], *by_slot))
        return spent._replace(
            clicks_lost=max(0, spent.clicks_lost - spent.clicks - spent.forgone),
            lost=max(0, spent.lost - spent.pool),
            won=spent.lost - spent.won,
        )


class Passages(NamedTuple):
    """What it takes by every way that no other one beats. `doubtful`: somewhere the Corp,
    chance or what nobody knows decided, and no answer was the worst in everything. `picked`:
    the Corp had to pick cards of the rig."""

    found: tuple[Spent, ...]
    doubtful: bool
    picked: bool = False


def legal_passages(
    scenario: Scenario,
    limits: Limits,
    *,
    passing: bool = True,
    further: bool = False,
    stated: bool = False,
) -> Passages:
    """What it takes not to be stopped by the ice of the scenario's server, by every way that
    no other one beats; not `passing`: by those that break all of it.

    `limits`: what one break may cost at most, beside the clicks of the scenario; `further`: as
    in `legal_outcomes`; `stated`: the credits of the scenario are there to be looked at and lost.
    """
    walk = _Walk(scenario, limits, passing, further, stated)
    found, answers = tuple(map(Spent.of, walk.prices())), walk.table.answers
    return Passages(found, answers.doubtful, answers.picked)


def _as_if(scenario: Scenario, stated: bool) -> Scenario:
    """All ice rezzed before the run, of the root what is rezzed and makes ice stronger or waits
    for the run to begin, for the approach of the server or for success, a stack of blank cards,
    and riches on both sides; where they are `stated`, the Corp has its credits, and may pay all
    of them in a trace."""
    root = []
    for placed in scenario.root:
        if placed.card is not None and placed.rezzed:
            waiting = tuple(c for c in placed.card.rules.on if c.event in AROUND_ICE)
            standing = replace(placed.card.rules, on=waiting, paid=(), corp_abilities=())
            card = replace(placed.card, rules=standing)
            root.append(replace(placed, card=card))
    runner, corp = scenario.runner, scenario.corp
    there = corp.credits_high if stated else ENOUGH
    bids = ENOUGH if _answers_traces(scenario, stated) else 0
    plan = replace(corp.plan, trace_low=0, trace_high=bids)
    return replace(
        scenario,
        ice=tuple(map(_rezzed, scenario.ice)),
        root=tuple(root),
        runner=replace(
            runner,
            credits=ENOUGH,
            link=runner.link if stated else -ENOUGH // 2,
            link_is_stated=True,
            stack=(),
        ),
        corp=replace(corp, credits_low=there, credits_high=there, plan=plan),
    )


def _answers_traces(scenario: Scenario, stated: bool) -> bool:
    """Whether the Runner may pay to raise its link, or for a base link that it has."""
    links = any(placed.card.rules.base_links for placed in scenario.runner.rig)
    return stated and (links or EDITIONS[scenario.edition].link == "sum")


def _rezzed(piece: PlacedIce) -> PlacedIce:
    """A piece of ice with the counters that it gets by that, where none are stated."""
    if piece.rezzed or piece.card is None:
        return replace(piece, rezzed=True)
    laid = counters_when_rezzed(piece.card) | dict.fromkeys(piece.emptied, 0)
    return replace(
        piece,
        rezzed=True,
        virus=piece.virus or laid["virus"],
        power=piece.power or laid["power"],
        advancement=piece.advancement or laid["advancement"],
    )


def _purses_matter(scenario: Scenario) -> bool:
    """Whether credits lie on cards that ice may take or that may be given up, or the pool may be
    lost or looked at beside them."""
    rich = [placed.card for placed in scenario.runner.rig if placed.credits]
    rules = [piece.card.rules for piece in scenario.ice if piece.card is not None]
    texts = [text for each in rules for text in (*each.sub_texts, *(c.text for c in each.on))]
    looking = any("rlose" in text or "runner-cr" in text for text in texts)
    if (rich or scenario.corp.bad_publicity) and looking:
        return True
    return bool(rich) and (
        any("trash" in text for text in texts) or any(card.rules.breaks for card in rich)
    )


class _Walk:
    def __init__(
        self, scenario: Scenario, limits: Limits, passing: bool, further: bool, stated: bool
    ) -> None:
        self.limits, self.passing, self.further = limits, passing, further
        self.table = WorstTable(_as_if(scenario, stated), lambda *_: 0)
        if stated:
            self.table.stated = scenario.runner.credits
            self.table.answers_traces = _answers_traces(scenario, stated)
        self.table.goes_past = passing
        self.table.purses_go = _purses_matter(scenario)
        self.known: dict[Hashable, Prices] = {}

    def prices(self) -> Prices:
        deal(self.table)
        return played(self.table, self._begin, self._spent, lambda: self._on(0))

    def _begin(self) -> None:
        table = self.table
        if table.edition.bad_publicity:
            table.bad_publicity = table.scenario.corp.bad_publicity
        fire(table, "run-begin", LABEL)
        for piece in table.ice:
            use_counters(table, piece, LABEL)

    def _once(self, where: str, place: int, search: Callable[[], Prices]) -> Prices:
        """The same search from the same state is made once."""
        key = (where, place, state_of(self.table))
        if key not in self.known:
            self.known[key] = search()
        return self.known[key]

    def _spent(self, before: Memory) -> Price:
        """The price of what has happened since."""
        return self._since(before).price()

    def _since(self, before: Memory) -> Spent:
        """What has been paid and suffered since."""
        rest, rig, *_ = before
        table = self.table
        counted = tuple(map(int.__sub__, _counted(table.tally), _counted(rest["tally"])))
        credits, lost, clicks, clicks_lost, tags = counted[:5]
        purses, damage = sum(counted[5:8]), sum(counted[8:])
        held = sum(rest["grip"].values()) + table.drawn - rest["drawn"]
        virus, power, nothing = [], [], (0,) * len(rig)
        for slot, (had_virus, had_power, *_) in zip(table.rig, rig, strict=True):
            gone = (0, 0) if slot.installed else table.taken_along[slot.place]
            virus.append(max(0, had_virus - slot.virus - gone[0]))
            power.append(max(0, had_power - slot.power - gone[1]))
        return Spent(
            credits=credits,
            pool=credits - purses,
            clicks=clicks,
            forgone=0,
            grip=held - table.grip_size() - damage,
            damage=damage,
            lost=lost,
            clicks_lost=clicks_lost,
            tags=tags,
            dice=0,
            shut=int(table.no_steal_trash and not rest["no_steal_trash"]),
            capped=_limited(table.most_accesses) - _limited(rest["most_accesses"]),
            last=int(table.no_more_runs and not rest["no_more_runs"]),
            unheld=table.unheld - rest["unheld"],
            won=table.credits - rest["credits"] + credits - purses + lost,
            losses=0,
            virus=tuple(virus),
            power=tuple(power),
            gone=nothing,
        )

    # -- from piece to piece -------------------------------------------------------------

    def _on(self, place: int) -> Prices:
        """What the rest of the way takes, from in front of the piece at `place`."""
        table = self.table
        if place == len(table.ice):
            return played(table, self._arrive, self._spent, lambda: (self._left(),))
        piece = table.ice[place]
        if not piece.rezzed:
            return self._once("face down", place, lambda: self._face_down(piece))
        return self._once(
            "approach",
            place,
            lambda: played(
                table,
                lambda: begin_encounter(table, piece),
                self._spent,
                lambda: self._once("break", place, lambda: self._break(piece)),
            ),
        )

    def _face_down(self, piece: Piece) -> Prices:
        """From in front of a piece that has turned face down: the Corp may rez it again."""
        table = self.table

        def on() -> Prices:
            if piece.rezzed:
                return self._on(piece.place)
            return played(
                table, lambda: pass_ice(table, piece), self._spent, lambda: self._on(table.ahead)
            )

        return played(table, lambda: rez_approached(table, piece), self._spent, on)

    def _arrive(self) -> None:
        """Behind all ice the server is approached, and the damage of success comes, then what is
        done in place of a breach; tags that are removed then have not been taken."""
        table = self.table
        for event in BEHIND_ICE:
            fire(table, event, LABEL)
        if table.stands_in_root("no-success"):
            return
        before = table.credits
        fire(table, "success", LABEL)
        table.credits = min(table.credits, before)  # what success gains is no part of a price
        for effect, source in tuple(table.later):
            if isinstance(effect, Atom) and effect.name in ("meat", "untag"):
                before = table.tags
                resolve(table, effect, source, LABEL)
                table.tally.tags -= min(table.tally.tags, max(0, before - table.tags))
        before = table.credits
        fire(table, "instead", LABEL)
        table.credits = min(table.credits, before)

    def _left(self) -> Price:
        """What is missing of the rig at the end."""
        gone = [int(slot.doomed or not slot.installed) for slot in self.table.rig]
        return (*(0,) * (FIGURES - 1), sum(gone), *(0,) * (2 * len(gone)), *gone)

    def _break(self, piece: Piece) -> Prices:
        """Everything that may be broken here, and all that comes behind it."""
        table = self.table
        if table.bypassed or table.is_over(piece):
            return self._resolve(piece)
        table.may_break = True

        def past() -> Prices:
            return self._resolve(piece) if table.bypassed else ()

        found: list[Price] = []
        before = remember(table)
        found += played(table, lambda: go_past(table, piece, late=True), self._spent, past)
        recall(table, before)
        hidden = self._hidden()
        limits = replace(
            self.limits,
            credits=min(self.limits.credits, table.spendable(breaking=True)),
            clicks=min(self.limits.clicks, table.clicks),
            grip=min(self.limits.grip, table.grip_size()),
        )
        for wanted in self._sets(piece):
            recall(table, before)
            encounter = Encounter(table, piece, wanted, self.further)
            start = encounter.here()
            for position, label in legal_ends(encounter, limits):
                if position.ends:
                    continue
                for stealth in range(label.sums.stealth, self._quiet(hidden, label) + 1):
                    recall(table, before)
                    found += self._paid(encounter, start, position, label, stealth)
        return unbeaten(found)

    def _sets(self, piece: Piece) -> Iterator[tuple[int, ...]]:
        """Sets of subroutines; of those side by side that are alike the first ones. One that
        ends the run and does nothing else is always among them where the piece stays."""
        subs = self.table.subs(piece)
        everything = tuple(range(len(subs)))
        if not self.passing:
            yield everything
            return
        stays = not any(atom.name in LEAVING for sub in subs for atom in atoms_of(sub))
        for number in range(len(subs) + 1):
            for chosen in combinations(everything, number):
                idle = any(sub == ETR for n, sub in enumerate(subs) if n not in chosen)
                alike = any(n and n - 1 not in chosen and subs[n] == subs[n - 1] for n in chosen)
                if not (alike or (idle and stays)):
                    yield chosen

    def _hidden(self) -> int:
        """The stealth credits there are."""
        hosts = self.table.hosts()
        return sum(s.recurring + s.hosted for s in hosts if "stealth" in s.card.rules.purse_use)

    @staticmethod
    def _quiet(hidden: int, label: Label) -> int:
        """How many of them may pay for a break."""
        return min(hidden, label.sums.credits - label.sums.loud)

    def _paid(
        self, met: Encounter, start: Position, position: Position, label: Label, stealth: int
    ) -> Prices:
        """A way to break taken, with so many stealth credits."""

        def pay() -> None:
            self._pay(label, stealth)
            if met.blinds(label.uses):
                self.table.most_accesses = 0

        def spent(before: Memory) -> Price:
            sums = label.sums
            cards = list(zip(start.cards, position.cards, strict=True))
            paid = self._since(before)._replace(
                clicks=sums.clicks,
                forgone=sums.forgone,
                dice=sums.dice,
                virus=tuple(had.virus - now.virus for had, now in cards),
                power=tuple(had.power - now.power for had, now in cards),
            )
            return paid.price()

        def on() -> Prices:
            met.leave(position)
            self._uninstall(start, position)
            return played(self.table, reward, self._spent, lambda: self._resolve(met.piece))

        def reward() -> None:
            slot = met.sole_breaker(label)
            if slot is not None and slot.installed and self.table.fully_broken():
                fire_own(self.table, ("full-break",), LABEL, Source(slot.card, slot))

        return played(self.table, pay, spent, on)

    def _pay(self, label: Label, stealth: int) -> None:
        """Pay for a way to break: so many stealth credits, then those for breakers, then
        whatever there is."""
        table, sums = self.table, label.sums
        table.pay_stealth(stealth)
        left = table.pay_from_breakers(sums.credits - stealth)
        table.pay_credits(left, loud=True)
        table.take_stealth(sums.noise)
        table.discard(sums.grip)
        table.pay_clicks(min(table.clicks, sums.clicks + sums.forgone))

    def _uninstall(self, start: Position, position: Position) -> None:
        """Cards that were trashed as a price leave the rig."""
        for slot, had, now in zip(self.table.rig, start.cards, position.cards, strict=True):
            if had.installed and not now.installed:
                slot.installed = True
                self.table.uninstall(slot)

    def _resolve(self, piece: Piece) -> Prices:
        """What is left unbroken, the end of the encounter, and what comes behind the piece."""
        table = self.table

        def to_its_end() -> None:
            if not table.bypassed:
                answer_broken(table, piece, table.broken, LABEL)
                resolve_subroutines(table, piece, frozenset(table.broken))
            end_encounter(table, piece)
            stay()

        def behind() -> None:
            pass_ice(table, piece)
            self._trash_for(piece)
            table.forget_encounter()
            trash_behind(table, LABEL)
            stay()

        def stay() -> None:
            if table.goes_to is not None and not self._ends_sometime(piece):
                raise RunEnds(Cause.ICE)  # sent back as often as the piece is met

        def back() -> None:
            assert table.goes_to is not None
            table.ahead, table.goes_to = table.goes_to, None
            table.forget_encounter()

        def pass_it() -> Prices:
            sent = table.goes_to is not None
            on = back if sent else behind
            return played(table, on, self._spent, lambda: self._on(table.ahead))

        return self._once(
            "resolve", piece.place, lambda: played(table, to_its_end, self._spent, pass_it)
        )

    def _ends_sometime(self, piece: Piece) -> bool:
        """Whether a piece that sends the Runner back has turned face down, and the Corp cannot rez
        it more often than is followed."""
        price = piece.card.cost
        if not price or piece.rezzed or self.table.stated is None:
            return False
        return self.table.scenario.corp.credits_high <= MOST_AGAIN * price

    def _trash_for(self, piece: Piece) -> None:
        """What the Corp has by trashing a piece that has been passed; where that ends the run
        whatever the Runner does, the Corp does not."""
        source = self.table.ice_source(piece)
        for ability in piece.card.rules.corp_abilities:
            trashes = any(price.kind == "trash" for cost in ability.costs for price in cost)
            if trashes and ability.effect != ETR and piece.installed and piece.rezzed:
                resolve(self.table, ability.effect, source, LABEL)


_counted = attrgetter(
    *("credits_spent", "credits_lost", "clicks_spent", "clicks_lost", "tags"),
    *("bad_publicity_spent", "recurring_spent", "hosted_spent"),
    *("net_damage", "meat_damage", "core_damage"),
)


def _limited(accesses: int) -> int:
    """How far accesses are limited: not at all, to some, or to none."""
    return (accesses < NO_LIMIT) + (accesses == 0)
