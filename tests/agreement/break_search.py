"""One piece of ice, a rig in some state: the optimiser and the search over legal actions.

The judge knows nothing but the table; the optimiser is asked as the rest of the program
asks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.card import BLANK
from simcore.cards.pool import load_pool
from simcore.cards.setting import Setting
from simcore.cards.standing import subs_of
from simcore.errors import CapacityError
from simcore.plan.aftermath import settle, state_after
from simcore.plan.breaking import find_ways
from simcore.plan.pieces import Ask, RigState, Slot, Target, Way
from simcore.plan.slots import first_state, make_slot, with_help
from simcore.plan.states import CALM, Weather, dearer, under
from simcore.plan.targets import ask_for, make_target
from simcore.prices.payments import undominated
from simcore.prices.rig.price_alone import is_read
from simcore.prices.rig.price_slots import make_priced_slot
from simcore.reference.deal import deal
from simcore.reference.further_breaks import further_breaks
from simcore.reference.lasting import Laid
from simcore.reference.legal_breaks import legal_outcomes
from simcore.reference.legal_positions import Limits, Outcome, Sums
from simcore.reference.state import Table
from simcore.reference.things import Source
from simcore.scenario import Corp, PlacedIce, RigCard, Runner, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.cards.card import Card

LIMITS = Limits(credits=30, clicks=4, grip=5)
"""As far as pairs are searched."""
NARROW = Limits(credits=11, clicks=3, grip=5)
"""As far as settings with several cards are searched."""
SERVERS = ("remote", "hq", "rd", "archives")


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked: the cards with their counters, earlier boosts, what is to be broken
    (indices; None: everything), what earlier ice has laid on this piece."""

    ice: Card
    rig: tuple[RigCard, ...]
    boosts: tuple[int, ...] = ()
    advancement: int = 0
    server: str = "remote"
    wanted: tuple[int, ...] | None = None
    limits: Limits = LIMITS
    weather: Weather = CALM

    def __str__(self) -> str:
        rig = ", ".join(
            f"{placed.card.title} (virus {placed.virus}, power {placed.power}, boost {boost}"
            f"{', hosted' * (placed.host is not None)}{', ' * bool(placed.chosen)}{placed.chosen})"
            for placed, boost in zip(self.rig, self.earlier, strict=True)
        )
        return (
            f"{self.ice.title} ({self.ice.id}, {self.advancement} counters, {self.server}), "
            f"subroutines {self.wanted}, {self.weather}, with {rig}"
        )

    @property
    def earlier(self) -> tuple[int, ...]:
        return self.boosts or (0,) * len(self.rig)


def table_of(case: Case) -> Table:
    """The table of the reference: this piece alone protects the server."""
    credits = case.limits.credits
    clicks, grip = case.limits.clicks, ((BLANK, case.limits.grip),)
    runner = Runner(credits=credits, clicks=clicks, rig=case.rig, grip=grip)
    placed = PlacedIce(case.ice, rezzed=True, advancement=case.advancement)
    table = Table(Scenario("nsg", case.server, (placed,), (), Corp(), runner), lambda *_: 0)
    deal(table)
    for slot, boost in zip(table.rig, case.earlier, strict=True):
        slot.boost = boost
    table.encountered = table.ice[0]
    table.lasting.here = Laid(*case.weather[:5])
    return table


def wanted_of(case: Case, table: Table) -> tuple[int, ...]:
    everything = tuple(range(len(table.subs(table.ice[0]))))
    return everything if case.wanted is None else case.wanted


def judged(case: Case) -> list[Outcome]:
    """What the search over legal actions finds, best first."""
    table = table_of(case)
    return legal_outcomes(table, table.ice[0], wanted_of(case, table), case.limits)


@dataclass(frozen=True, slots=True)
class Found:
    """A way as the optimiser has it, in the judge's words."""

    way: Way
    left: tuple[tuple[bool, int, int, int, bool], ...]

    @property
    def rank(self) -> tuple[object, ...]:
        way = self.way
        return (way.ends, way.given_up, way.clicks, way.counters, way.credits, way.slots)


def asked_for(case: Case, prices: bool = False) -> tuple[tuple[Slot, ...], RigState, Target, Ask]:
    """The case in the optimiser's terms, weather aside, for fixed plans or with all that has
    a price. Raises `CapacityError` for what it refuses."""
    registers = {"virus": 0, "power": 0, "ice-here": 1, "corp-points": 0}
    setting = Setting(case.ice.title, case.server, registers | {"adv": case.advancement})
    subs = subs_of(case.ice, setting)
    wanted = range(len(subs)) if case.wanted is None else case.wanted
    target = make_target(case.ice, setting, 0, ask_for(subs, range(len(subs))))
    stealth = any("stealth" in placed.card.rules.recurring_use for placed in case.rig)
    guests = [placed.card.subtypes for placed in case.rig if placed.host == 0]
    trojans = frozenset({0} if any("trojan" in kinds for kinds in guests) else ())
    make = make_priced_slot if prices else make_slot
    made = [make(placed, False, stealth, 1, case.server, trojans) for placed in case.rig]
    slots = with_help(made, case.rig)
    silencing = 0 if any("take-trojan" in clause.text for clause in case.ice.rules.on) else None
    state = tuple(
        now._replace(boost=boost)
        for now, boost in zip(first_state(case.rig, silencing), case.earlier, strict=True)
    )
    asked = ask_for(subs, wanted)
    if case.wanted is None:
        given = case.weather.etrs
        asked = asked._replace(plain=asked.plain + given, gained=given)
    return slots, state, target, asked


def optimised(case: Case) -> list[Found]:
    """What the optimiser of the fixed plans finds, in its order."""
    slots, state, target, asked = asked_for(case)
    found: list[Found] = []
    if case.weather.locked and asked.total:
        return found
    slots, target = dearer(slots, case.weather), under(target, case.weather)
    for way in find_ways(slots, state, target, asked):
        after, _ = settle(slots, state_after(slots, state, asked, way))
        left = tuple((n.installed, n.virus, n.power, n.boost, n.doomed) for n in after)
        taxed = way._replace(credits=way.credits + asked.total * case.weather.tax)
        found.append(Found(taxed, left))
    return found


# -- the comparison --------------------------------------------------------------------------


def left_of(outcome: Outcome) -> tuple[tuple[bool, int, int, int, bool], ...]:
    return tuple((n.installed, n.virus, n.power, n.boost, n.doomed) for n in outcome.left)


def rank_of(outcome: Outcome) -> tuple[object, ...]:
    """Rule 2 up to the slots used, ways that end the run last; not whether anything is accessed
    afterwards."""
    ends, _, *others = outcome.rank
    return (ends, *others[:5])


def disagreement(case: Case) -> str:
    """In what optimiser and judge part; empty when they agree.

    Under every limit of credits and clicks the preferred way has to cost the same, use the
    same slots, and leave the rig in a state that legal actions at that price leave it in.
    """
    ours, legal = optimised(case), judged(case)
    ours = [found for found in ours if found.way.grip <= case.limits.grip]
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


class Terms(NamedTuple):
    """A payment and the rig it leaves, as both sides can say it."""

    sums: Sums
    virus: tuple[int, ...]
    power: tuple[int, ...]
    ends: bool
    left: tuple[tuple[bool, int, bool, bool, int], ...]

    def beats(self, other: Terms, exact: list[bool]) -> bool:
        """No dearer in anything and with a rig at least as good, and not the same.
        `exact`: cards that more strength is no good to."""
        mine = (*self.sums, *self.virus, *self.power, self.ends)
        theirs = (*other.sums, *other.virus, *other.power, other.ends)
        if any(a > b for a, b in zip(mine, theirs, strict=True)):
            return False
        for fixed, here, there in zip(exact, self.left, other.left, strict=True):
            if there[0] and not here[0]:
                return False
            if there[0] and (here[1] != there[1] if fixed else here[1] < there[1]):
                return False
            if there[0] and any(a > b for a, b in zip(here[2:], there[2:], strict=True)):
                return False
        return self != other


def terms_of(outcome: Outcome) -> Terms:
    left = tuple(
        (n.installed, n.boost, n.doomed, n.used, spent * n.installed)
        for n, spent in zip(outcome.left, outcome.spent, strict=True)
    )
    return Terms(outcome.sums, outcome.virus, outcome.power, outcome.ends, left)


def payments(case: Case) -> set[Terms]:
    """The payments worth having by the optimiser, as far as the limits go."""
    found = set()
    for paid in undominated(*asked_for(case, prices=True), case.weather):
        sums = Sums(
            *(paid.credits, paid.loud, paid.clicks, paid.forgone),
            *(paid.grip, paid.noise, paid.stealth, paid.dice),
        )
        within = sums.credits <= case.limits.credits and sums.clicks <= case.limits.clicks
        if within and sums.grip <= case.limits.grip:
            left = tuple(
                (n.installed, n.boost, n.doomed, n.used, n.spent.bit_count()) for n in paid.left
            )
            found.add(Terms(sums, paid.virus, paid.power, paid.ends, left))
    return found


def payments_apart(case: Case) -> str:
    """In what the payments of the optimiser and of the judge part; empty when they are the
    same set.

    Two liberties, where something is bought that could be left out, and that only strength
    which lasts is to show for: a payment that is beaten by such a one may be missing, and
    such a one may be there.
    """
    ours, table = payments(case), table_of(case)
    piece, wanted = table.ice[0], wanted_of(case, table)
    exact = [table.has_static(Source(slot.card, slot), "exact") for slot in table.rig]
    frugal = {terms_of(o) for o in legal_outcomes(table, piece, wanted, case.limits, further=True)}
    legal = {each for each in frugal if not any(other.beats(each, exact) for other in frugal)}
    if ours == legal:
        return ""
    waste = {terms_of(o) for o in legal_outcomes(table, piece, wanted, case.limits, True, True)}
    for each in sorted(ours - legal):
        if each not in waste - frugal or any(other.beats(each, exact) for other in frugal):
            return f"{case}: only the optimiser has {each}"
    for each in sorted(legal - ours):
        if not any(other.beats(each, exact) for other in waste):
            return f"{case}: only the judge has {each}"
    return ""


# -- what is compared ------------------------------------------------------------------------


@cache
def ice_of(edition: str) -> list[Card]:
    return [card for card in load_pool(edition) if card.type == "ice"]


@cache
def breaking_cards(edition: str) -> list[Card]:
    """Cards with an ability to break, to weaken ice or to boost."""
    return [
        card
        for card in load_pool(edition)
        if card.type in ("program", "hardware", "resource")
        and (
            card.rules.breaks
            or any("ice-str" in paid.text for paid in card.rules.paid)
            or any(further_breaks(card))
        )
    ]


def is_executed(case: Case) -> bool:
    """Whether the optimiser takes the cards at all, and the judge as well."""
    texts = [item.text for placed in case.rig for item in placed.card.rules.unexecuted]
    if any("ice gains" in text for text in texts) or any(
        placed.card.rules.ice_gifts for placed in case.rig
    ):
        return False  # the judge cannot change what the ice is
    clauses = [clause for placed in case.rig for clause in placed.card.rules.on]
    if any(clause.event == "full-break" for clause in clauses):
        return False  # nor does it see what fully breaking ice is good for
    if any("full-break" in text or "fully-broke" in text for text in texts):
        return False
    if any(is_read(clause) for placed in case.rig for clause in placed.card.rules.unexecuted):
        return False  # the judge cannot read that: see test_unstated.py
    try:
        payments(case)
    except CapacityError:
        return False
    return True


def is_played(case: Case) -> bool:
    """Whether fixed plans take the cards."""
    try:
        optimised(case)
    except CapacityError:
        return False
    return True


def placed(card: Card, random: Random | None = None) -> RigCard:
    """The card in the rig, hosted on the ice if it has to be; with counters where it has a
    use for them."""
    rules = card.rules
    hosted = any(ability.host_only or ability.here_only for ability in rules.breaks)
    hosted = hosted or any(more.ability.host_only for more in further_breaks(card))
    chooses = any("chosen" in ability.types for ability in rules.breaks)
    kinds = {price.kind for ability in rules.breaks for cost in ability.costs for price in cost}
    kinds |= {p.kind for more in further_breaks(card) for c in more.ability.costs for p in c}
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
            weather(random),
        )


def weather(random: Random) -> Weather:
    """What earlier ice may have laid on a piece; mostly nothing."""
    laid = (Weather(strength=2), Weather(etrs=1), Weather(tax=1), Weather(uses=2))
    rare = (Weather(1, 1, 1, 1), Weather(-1), Weather(locked=True))
    return random.choice((*((CALM,) * 6), *laid, *rare))


def has_to_do(card: Card, ice: Card) -> bool:
    """Whether the card breaks a subtype of the ice, or weakens any ice."""
    types = [set(ability.types) for ability in card.rules.breaks]
    return not types or any(not kinds or kinds & (ice.subtypes | {"chosen"}) for kinds in types)
