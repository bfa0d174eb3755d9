"""One piece of ice, a rig in some state: the optimiser and the search over legal actions.

The judge knows nothing but the table; the optimiser is asked as the rest of the program
asks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from random import Random
from typing import TYPE_CHECKING

from simcore.cards.pool import load_pool
from simcore.cards.program import Setting
from simcore.cards.standing import subs_of
from simcore.errors import CapacityError
from simcore.plan.aftermath import settle, state_after
from simcore.plan.breaking import Way, find_ways
from simcore.plan.slots import ask_for, first_state, make_slot, make_target
from simcore.reference.deal import deal
from simcore.reference.legal_breaks import Limits, Outcome, legal_outcomes
from simcore.reference.state import Table
from simcore.scenario import Corp, PlacedIce, RigCard, Runner, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.cards.card import Card

LIMITS = Limits(credits=30, clicks=4, grip=0)
"""As far as pairs are searched."""
NARROW = Limits(credits=11, clicks=3, grip=0)
"""As far as settings with several cards are searched."""
SERVERS = ("remote", "hq", "rd", "archives")


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked: the cards with their counters, earlier boosts, what is to be broken
    (indices; None: everything)."""

    ice: Card
    rig: tuple[RigCard, ...]
    boosts: tuple[int, ...] = ()
    advancement: int = 0
    server: str = "remote"
    wanted: tuple[int, ...] | None = None
    limits: Limits = LIMITS

    def __str__(self) -> str:
        rig = ", ".join(
            f"{placed.card.title} (virus {placed.virus}, power {placed.power}, boost {boost}"
            f"{', hosted' * (placed.host is not None)}{', ' * bool(placed.chosen)}{placed.chosen})"
            for placed, boost in zip(self.rig, self.earlier, strict=True)
        )
        return (
            f"{self.ice.title} ({self.ice.id}, {self.advancement} counters, {self.server}), "
            f"subroutines {self.wanted}, with {rig}"
        )

    @property
    def earlier(self) -> tuple[int, ...]:
        return self.boosts or (0,) * len(self.rig)


def table_of(case: Case) -> Table:
    """The table of the reference: this piece alone protects the server."""
    credits = case.limits.credits
    runner = Runner(credits=credits, clicks=case.limits.clicks, rig=case.rig)
    placed = PlacedIce(case.ice, rezzed=True, advancement=case.advancement)
    table = Table(Scenario("nsg", case.server, (placed,), (), Corp(), runner), lambda *_: 0)
    deal(table)
    for slot, boost in zip(table.rig, case.earlier, strict=True):
        slot.boost = boost
    return table


def wanted_of(case: Case, table: Table) -> tuple[int, ...]:
    everything = tuple(range(len(table.subs(table.ice[0]))))
    return everything if case.wanted is None else case.wanted


def judged(case: Case) -> list[Outcome]:
    """What the search over legal actions finds, best first; no way that another one does
    without some of its uses and pays no more for."""
    table = table_of(case)
    legal = legal_outcomes(table, table.ice[0], wanted_of(case, table), case.limits)
    return [outcome for outcome in legal if not any(spares(other, outcome) for other in legal)]


def spares(other: Outcome, outcome: Outcome) -> bool:
    """Whether `other` leaves out uses to break of `outcome` and is no dearer."""
    if other.weakenings != outcome.weakenings or other.breaks == outcome.breaks:
        return False
    pairs = [*zip(other.breaks, outcome.breaks, strict=True), (other.ends, outcome.ends)]
    pairs += zip(other.sums, outcome.sums, strict=True)
    pairs += [(len(other.given_up), len(outcome.given_up)), (other.counters, outcome.counters)]
    return all(mine <= theirs for mine, theirs in pairs)


@dataclass(frozen=True, slots=True)
class Found:
    """A way as the optimiser has it, in the judge's words."""

    way: Way
    left: tuple[tuple[bool, int, int, int, bool], ...]

    @property
    def rank(self) -> tuple[object, ...]:
        way = self.way
        return (way.ends, way.given_up, way.clicks, way.counters, way.credits, way.slots)


def optimised(case: Case) -> list[Found]:
    """What the optimiser finds, in its order. Raises `CapacityError` for what it refuses."""
    registers = {"virus": 0, "power": 0, "ice-here": 1, "corp-points": 0}
    setting = Setting(case.ice.title, case.server, registers | {"adv": case.advancement})
    subs = subs_of(case.ice, setting)
    wanted = range(len(subs)) if case.wanted is None else case.wanted
    target = make_target(case.ice, setting, 0, ask_for(subs, range(len(subs))))
    stealth = any("stealth" in placed.card.rules.recurring_use for placed in case.rig)
    slots = tuple(make_slot(placed, False, stealth) for placed in case.rig)
    silencing = 0 if any("take-trojan" in clause.text for clause in case.ice.rules.on) else None
    state = tuple(
        now._replace(boost=boost)
        for now, boost in zip(first_state(case.rig, silencing), case.earlier, strict=True)
    )
    asked = ask_for(subs, wanted)
    found = []
    for way in find_ways(slots, state, target, asked):
        after, _ = settle(slots, state_after(slots, state, asked, way)[0])
        left = tuple((n.installed, n.virus, n.power, n.boost, n.doomed) for n in after)
        found.append(Found(way, left))
    return found


# -- the comparison --------------------------------------------------------------------------


def left_of(outcome: Outcome) -> tuple[tuple[bool, int, int, int, bool], ...]:
    return tuple((n.installed, n.virus, n.power, n.boost, n.doomed) for n in outcome.left)


def rank_of(outcome: Outcome) -> tuple[object, ...]:
    """Rule 2 up to the slots used, ways that end the run last."""
    return outcome.rank[:6]


def disagreement(case: Case) -> str:
    """In what optimiser and judge part; empty when they agree.

    Under every limit of credits and clicks the preferred way has to cost the same, use the
    same slots, and leave the rig in a state that legal actions at that price leave it in.
    """
    ours, legal = optimised(case), judged(case)
    credits = {outcome.sums.credits for outcome in legal} | {found.way.credits for found in ours}
    clicks = {outcome.sums.clicks for outcome in legal}
    clicks |= {found.way.clicks - found.way.forgone for found in ours}
    for purse in sorted(credits | {case.limits.credits}):
        for time in sorted(clicks | {case.limits.clicks}):
            if purse > case.limits.credits or time > case.limits.clicks:
                continue
            way = next(
                (
                    found
                    for found in ours
                    if found.way.credits <= purse and found.way.clicks - found.way.forgone <= time
                ),
                None,
            )
            best = next(
                (o for o in legal if o.sums.credits <= purse and o.sums.clicks <= time), None
            )
            words = f"{case}: with {purse} credits and {time} clicks"
            if way is None or best is None:
                if way is not None or best is not None:
                    return f"{words}: optimiser {way}, judge {best}"
                continue
            if way.rank != rank_of(best):
                return f"{words}: optimiser {way.rank}, judge {rank_of(best)}"
            alike = [left_of(o) for o in legal if rank_of(o) == rank_of(best)]
            if way.left not in alike:
                return f"{words}: optimiser leaves {way.left}, judge {alike}"
    return ""


# -- what is compared ------------------------------------------------------------------------


def ice_of(edition: str) -> list[Card]:
    return [card for card in load_pool(edition) if card.type == "ice"]


def breaking_cards(edition: str) -> list[Card]:
    """Cards with an ability to break, to weaken ice or to boost."""
    return [
        card
        for card in load_pool(edition)
        if card.type in ("program", "hardware", "resource")
        and (card.rules.breaks or any("ice-str" in paid.text for paid in card.rules.paid))
    ]


def is_executed(case: Case) -> bool:
    """Whether the optimiser takes the cards at all."""
    try:
        optimised(case)
    except CapacityError:
        return False
    return True


def placed(card: Card, random: Random | None = None) -> RigCard:
    """The card in the rig, hosted on the ice if it has to be; with counters where it has a
    use for them."""
    rules = card.rules
    hosted = any(ability.host_only for ability in rules.breaks)
    chooses = any("chosen" in ability.types for ability in rules.breaks)
    kinds = {price.kind for ability in rules.breaks for cost in ability.costs for price in cost}
    kinds |= {price.kind for ability in rules.pumps for cost in ability.costs for price in cost}
    kinds |= {price.kind for ability in rules.paid for cost in ability.costs for price in cost}
    kinds |= {static.amount.register for static in rules.statics}
    kinds |= {"virus"} if any("vc" in clause.text for clause in rules.on) else set()
    draw = random or Random(0)
    return RigCard(
        card,
        virus=draw.randrange(5) if "virus" in kinds else 0,
        power=draw.randrange(5) if "power" in kinds else 0,
        host=0 if hosted else None,
        chosen=draw.choice(["sentry", "code gate", "barrier"]) if chooses else "",
    )


def pairs(edition: str, random: Random) -> Iterator[Case]:
    """Every ice of an edition with every card that breaks, in random order and state."""
    both = [(ice, card) for ice in ice_of(edition) for card in breaking_cards(edition)]
    random.shuffle(both)
    for ice, card in both:
        yield Case(
            ice,
            (placed(card, random),),
            (random.choice((0, 0, 0, 1, 3)),),
            random.choice((0, 0, 1, 3)),
            random.choice(SERVERS),
        )


def settings(random: Random) -> Iterator[Case]:
    """Two or three cards of one edition before a piece of ice they have to do with, without
    end: some of its subroutines, or all."""
    ice = {edition: ice_of(edition) for edition in ("nsg", "onr")}
    cards = {edition: breaking_cards(edition) for edition in ("nsg", "onr")}
    for _ in count():
        edition = random.choice(("nsg", "onr"))
        piece = random.choice(ice[edition])
        fitting = [card for card in cards[edition] if has_to_do(card, piece)]
        size = random.choice((2, 2, 3))
        rig = [random.choice(fitting or cards[edition]) for _ in range(size - 1)]
        rig.append(random.choice(cards[edition]))
        random.shuffle(rig)
        subs = len(piece.rules.subs)
        chosen = tuple(sorted(random.sample(range(subs), random.randint(0, subs))))
        yield Case(
            piece,
            tuple(placed(card, random) for card in rig),
            tuple(random.choice((0, 0, 0, 1, 2)) for _ in rig),
            random.choice((0, 0, 1, 3)),
            random.choice(SERVERS),
            random.choice((None, chosen)),
            NARROW,
        )


def has_to_do(card: Card, ice: Card) -> bool:
    """Whether the card breaks a subtype of the ice, or weakens any ice."""
    types = [set(ability.types) for ability in card.rules.breaks]
    return not types or any(not kinds or kinds & (ice.subtypes | {"chosen"}) for kinds in types)
