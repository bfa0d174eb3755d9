"""Ways not to be stopped by ice: the optimiser and the search over everything legal.

The optimiser is asked through the commands' own functions, by the bills they print; the
judge plays the texts of the cards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from agreement.break_search import SERVERS, breaking_cards, ice_of, placed

from simcore.cards.card import BLANK
from simcore.cards.harmless import is_harmless
from simcore.cards.settled import rolls, settle
from simcore.cards.vocabulary import BROKEN
from simcore.errors import CapacityError
from simcore.prices.cost import break_cost
from simcore.prices.rig.emptying import goes_when_empty
from simcore.prices.server_cost import server_cost
from simcore.prices.way.found import COUNTED
from simcore.prices.way.looking import POVERTY
from simcore.prices.way.sieve import MANY
from simcore.prices.way.told_of_traces import BOUND, FRUGAL
from simcore.reference.legal_passages import ENOUGH, Passages, Spent, legal_passages
from simcore.reference.legal_positions import Limits
from simcore.reference.worst_cases import FIGURES
from simcore.scenario import Corp, PlacedIce, RigCard, Runner, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from simcore.cards.card import Card
    from simcore.prices.bills import Bill

LIMITS = Limits(credits=14, clicks=3, grip=5, forgone=3)
"""As far as single pieces are searched."""
DEARER = "dearer"


Terms = Spent
"""What a passage takes, as both sides can say it: cards by title, not by slot."""


def words_of(terms: Terms) -> str:
    """The parts of it that are not nothing."""
    named = terms._asdict().items()
    return " ".join(f"{name}={value}" for name, value in named if any(_flat(value)))


def _flat(value: Any) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def unbeaten(found: Iterable[Terms]) -> set[Terms]:
    terms = set(found)
    return {
        each
        for each in terms
        if not any(
            other != each and all(a <= b for a, b in zip(other.price(), each.price(), strict=True))
            for other in terms
        )
    }


def surely_worth_having(found: Iterable[Terms]) -> set[Terms]:
    """Those that no other one beats, neither by what is paid and lost nor by what is left once
    all that was gained is counted in."""
    terms = set(found)
    return {each for each in terms if not any(_ousts(x, each) for x in terms)}


def _ousts(one: Terms, other: Terms) -> bool:
    """Whether one way makes another not worth having, by either count."""
    mine, its = (each._replace(won=0).price() for each in (one, other))
    if mine != its and all(map(int.__le__, mine, its)):
        return True
    mine, its = (each._replace(lost=each.lost - each.won, won=0).price() for each in (one, other))
    return all(map(int.__le__, mine, its)) and (mine != its or one.won > other.won)


def _within(each: Terms, limits: Limits) -> bool:
    return (
        each.credits <= limits.credits
        and each.clicks <= limits.clicks
        and each.forgone <= limits.forgone
        and each.grip <= limits.grip
    )


def terms_of_bill(bill: dict[str, Any], titles: tuple[str, ...]) -> Terms:
    parts = [bill.get(name, ()) for name in ("trashed", "cards_lost", "condemned")]
    gone = Counter(title for titles in parts for title in titles)
    virus, power = bill.get("virus", {}), bill.get("power", {})
    trashed, lost, condemned = map(len, parts)
    return Terms(
        bill["credits"],
        bill.get("pool", bill["credits"]),
        bill["clicks"] - bill.get("actions", 0),
        bill.get("actions", 0),
        bill.get("cards", 0),
        bill.get("damage", 0),
        bill.get("credits_lost", 0),
        bill.get("clicks_lost", 0),
        bill.get("tags", 0),
        bill.get("dice", 0),
        int(bill.get("no_steal", False)),
        2 if bill.get("no_access") else int("most_accessed" in bill),
        int(bill.get("last_run", False)),
        bill.get("hand_less", 0),
        0,
        bill.get("cards_taken", lost) + trashed + condemned,
        tuple(virus.get(title, 0) for title in titles),
        tuple(power.get(title, 0) for title in titles),
        tuple(gone[title] for title in titles),
    )


def terms_of_spent(spent: Spent, rig: tuple[RigCard, ...], titles: tuple[str, ...]) -> Terms:
    def by_title(numbers: tuple[int, ...]) -> tuple[int, ...]:
        found: Counter[str] = Counter()
        for card, number in zip(rig, numbers, strict=True):
            found[card.card.title] += number
        return tuple(found[title] for title in titles)

    return Terms(*spent[:FIGURES], *map(by_title, spent[FIGURES:]))


def as_named(terms: Terms, copies: tuple[int, ...]) -> Terms:
    """With no title among the cards that may be gone more often than there are `copies`, or than
    cards go; of several copies it is asked whether any may, for the other cards of the way may be
    all that goes beside the first."""
    named = (
        min(number, there, terms.losses) if there == 1 else min(number, 1)
        for number, there in zip(terms.gone, copies, strict=True)
    )
    return terms._replace(gone=tuple(named))


def without_counters_of_lost(found: Iterable[Terms]) -> set[Terms]:
    """Of those that surely lose the same cards, without the counters that these have paid, what no
    other one beats."""
    alike: dict[tuple[int, ...], list[Terms]] = {}
    for each in found:
        lost = each.gone if sum(each.gone) == each.losses else (0,) * len(each.gone)
        virus, power = (
            tuple(0 if gone else number for number, gone in zip(numbers, lost, strict=True))
            for numbers in (each.virus, each.power)
        )
        alike.setdefault(lost, []).append(each._replace(virus=virus, power=power))
    return {way for ways in alike.values() for way in unbeaten(ways)}


def difference(
    ours: Iterable[dict[str, Any]],
    judged: Passages,
    rig: tuple[RigCard, ...],
    limits: Limits,
    robbed_of: int | None = None,
    counted: bool = False,
) -> str:
    """In what optimiser and judge part; empty if they are the same. `robbed_of`: the pool of
    which each use to break loses some at once, where the judge pays for all of them first: what
    is lost is not compared where the pool pays all that it has, or more. `counted`: the optimiser
    says that not all ways are told that differ in which cards go.

    Where the Corp, chance or what nobody knows decides between evils, the optimiser goes on
    from the worst of each figure at once: it may be `DEARER`, never cheaper. Of ways that differ
    in what they gain before it is lost again, it may list either.
    """
    titles = tuple(dict.fromkeys(card.card.title for card in rig))
    bills = [terms_of_bill(bill, titles) for bill in ours]
    spent = [terms_of_spent(each, rig, titles) for each in judged.found]
    there = Counter(card.card.title for card in rig)
    copies = tuple(there[title] for title in titles)
    bills = [as_named(each, copies) for each in bills]
    spent = [as_named(each, copies) for each in spent]
    if robbed_of is not None:
        bills = [_all_gone(each, robbed_of) for each in bills]
        spent = [_all_gone(each, robbed_of) for each in spent]
    mine, those = (
        without_counters_of_lost(unbeaten(each for each in some if _within(each, limits)))
        for some in (bills, spent)
    )
    if counted or len(those) > MANY:  # how many cards are gone is told, not all of them which, nor
        # what those that stay have paid
        mine = unbeaten(each._replace(gone=(), virus=(), power=()) for each in mine)
        those = unbeaten(each._replace(gone=(), virus=(), power=()) for each in those)
    doubtful = judged.doubtful
    strange = [m for m in mine if not any(_is_told_by(m, its, doubtful) for its in those)]
    missed = [
        its
        for its in surely_worth_having(those)
        if not any(_is_told_by(m, its, doubtful) for m in mine)
    ]
    if not strange and not missed:
        return ""
    legal = {each._replace(won=0) for each in those}
    if doubtful and not any(each in unbeaten({*legal, each}) for each in strange):
        return DEARER
    if doubtful and all(_is_no_cheaper(each, spent) for each in bills if _within(each, limits)):
        return DEARER  # but for counters of cards that some answer leaves
    only = [f"only the optimiser: {words_of(each)}" for each in sorted(strange)]
    only += [f"only the judge: {words_of(each)}" for each in sorted(missed)]
    return "; ".join(only)


def _is_no_cheaper(each: Terms, legal: Iterable[Terms]) -> bool:
    """Whether some legal way is at most as dear in everything, counters of lost cards included."""
    mine = each.price()
    return any(all(map(int.__le__, its._replace(won=0).price(), mine)) for its in legal)


def _all_gone(each: Terms, pool: int) -> Terms:
    """With as much lost as can be where nothing of a pool is left."""
    return each._replace(lost=ENOUGH - each.pool, won=0) if each.pool >= max(1, pool) else each


def _robs_for_each(scenario: Scenario) -> bool:
    """Whether ice takes credits for each subroutine that is broken."""
    clauses = [c for piece in scenario.ice if piece.card is not None for c in piece.card.rules.on]
    return any(c.event in BROKEN and "rlose" in c.text for c in clauses)


def _is_told_by(ours: Terms, its: Terms, doubtful: bool) -> bool:
    """Whether both say the same of a way. Of credits that are gained by one answer of the Corp's
    and lost again the optimiser need not say that they are lost."""
    least = max(0, its.lost - its.won) if doubtful else its.lost
    return least <= ours.lost <= its.lost and ours == its._replace(lost=ours.lost, won=0)


# -- one piece of ice ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lone:
    """A rig before one piece of ice."""

    ice: Card
    rig: tuple[RigCard, ...]
    edition: str = "nsg"
    advancement: int = 0
    server: str = "remote"
    grip: int = 5
    limits: Limits = LIMITS

    def __str__(self) -> str:
        rig = ", ".join(
            f"{placed.card.title} (virus {placed.virus}, power {placed.power}"
            f"{', hosted' * (placed.host is not None)}{', ' * bool(placed.chosen)}{placed.chosen})"
            for placed in self.rig
        )
        return (
            f"{self.ice.title} ({self.edition}, {self.advancement} counters, {self.server}, "
            f"grip {self.grip}) with {rig}"
        )


def sells(ice: Iterable[Card], rig: Iterable[RigCard]) -> bool:
    """Whether ice asks for credits to be broken, and there are some that games take for all
    breaking, prices for icebreakers alone."""
    costs = [cost for card in ice for printed in card.rules.runner_breaks for cost in printed.costs]
    asking = any(part.kind == "credits" for cost in costs for part in cost)
    return asking and any("breakers" in placed.card.rules.purse_use for placed in rig)


def is_sold(scenario: Scenario) -> bool:
    """The same of the ice of a server."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    return sells(cards, scenario.runner.rig)


_NOT_PLAYED = ("self-trash", "no-breach", "access -")
"""What a clause says that games leave out, and prices count."""


def is_played(card: Card) -> bool:
    """Whether a game executes all that may matter of a piece of ice, as prices read it: cards
    that go to the grip or the stack are lost to them, and those discarded are damage. What
    comes of breaking all of it games do not play."""
    texts = [*card.rules.sub_texts, *(clause.text for clause in card.rules.on)]
    texts += [ability.text for ability in card.rules.corp_abilities]
    if any(clause.event == "full-break" for clause in card.rules.on):
        return False
    if any("bounce" in text or "discard" in text for text in texts):
        return False
    return card.fidelity.level != "stats" and all(
        is_harmless(item.text) and not any(word in item.text for word in _NOT_PLAYED)
        for item in card.rules.unexecuted
    )


def ends_by_trashing(card: Card) -> bool:
    """Whether the Corp may trash a piece of ice to end the run."""
    return any(ability.text == "trash: etr" for ability in card.rules.corp_abilities)


def lone_apart(case: Lone) -> str | None:
    """In what optimiser and judge part; None if the optimiser refuses the case."""
    if sells([case.ice], case.rig):
        return None
    try:
        cost = break_cost(
            case.ice,
            case.rig,
            advancement=case.advancement,
            server=case.server,
            passing=True,
            grip=case.grip,
        )
    except CapacityError:
        return None
    runner = Runner(clicks=ENOUGH, rig=case.rig, grip=((BLANK, case.grip),))
    ice = PlacedIce(case.ice, advancement=case.advancement)
    scenario = Scenario(case.edition, case.server, (ice,), (), Corp(), runner)
    judged = legal_passages(scenario, case.limits, further=True)
    found = difference(cost.payments, judged, case.rig, case.limits)
    return f"{case}: {found}" if found not in ("", DEARER) else found


@cache
def plain_cards(edition: str) -> list[Card]:
    """Cards that break and are executed whole, by games as by prices; what the ice becomes by
    them the judge cannot change."""
    return [
        card
        for card in breaking_cards(edition)
        if not (card.rules.unexecuted or card.rules.ice_gifts)
        and all(each.is_played for each in card.rules.bypasses)
    ]


def lone_pairs(edition: str, random: Random) -> Iterator[Lone]:
    """Every executed piece of ice with every executed card that breaks, in random order."""
    both = [
        (ice, card) for ice in ice_of(edition) if is_played(ice) for card in plain_cards(edition)
    ]
    random.shuffle(both)
    for ice, breaker in both:
        card = breaker
        if rolls(card):
            card = settle(card, {"roll": str(random.randint(1, 6))}).card
        rig = placed(card, random)
        credits = random.randrange(3) if card.rules.recurring else 0
        yield Lone(
            ice,
            (replace(rig, credits=credits),),
            edition,
            random.choice((0, 0, 1, 3)),
            random.choice(SERVERS),
            random.randrange(6),
        )


# -- whole servers ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Whole:
    """A scenario whose whole server is broken, or passed."""

    scenario: Scenario
    passing: bool
    limits: Limits

    def __str__(self) -> str:
        scenario = self.scenario
        runner = scenario.runner
        ice = ", ".join(
            f"{piece.card.title} (adv {piece.advancement}, power {piece.power})"
            for piece in scenario.ice
            if piece.card is not None
        )
        rig = ", ".join(
            f"{placed.card.title} (virus {placed.virus}, power {placed.power}, "
            f"credits {placed.credits}, host {placed.host} {placed.chosen})"
            for placed in runner.rig
        )
        root = ", ".join(placed.card.title for placed in scenario.root if placed.card is not None)
        return (
            f"{'pass' if self.passing else 'break'} {ice} / {root} ({scenario.edition}, "
            f"{scenario.server}, grip {sum(n for _, n in runner.grip)}, clicks {runner.clicks}, "
            f"tags {runner.tags}, bad publicity {scenario.corp.bad_publicity}) with {rig}"
        )


def _has_nothing_left(scenario: Scenario, payments: Iterable[Bill]) -> bool:
    """Whether ice takes cards where one is gone once it is empty, or takes cards or credits where
    a way has taken all of the pool."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    texts = [text for card in cards for text in card.rules.sub_texts]
    if any(goes_when_empty(placed.card) for placed in scenario.runner.rig):
        return any("trash" in text for text in texts)
    paid = (bill.get("pool", bill["credits"]) + bill.get("credits_lost", 0) for bill in payments)
    return any("own-trash" in text for text in texts) and scenario.runner.credits in paid


def whole_apart(case: Whole) -> str | None:
    """In what optimiser and judge part; None if either refuses the case, or has cards
    come back from the heap or thrown for what another one counts, or ice change places, or cards
    gone that are empty, or nothing taken of a Runner who has nothing: the judge's do not."""
    ice = [piece.card for piece in case.scenario.ice if piece.card is not None]
    if is_sold(case.scenario) or any(
        "swap-" in item.text for card in ice for item in card.rules.unexecuted
    ):
        return None
    try:
        cost = server_cost(case.scenario, passing=case.passing)
    except CapacityError:
        return None
    if case.passing and any(map(ends_by_trashing, ice)):
        return f"{case}: nobody gets past" if cost.payments else ""
    steps = [step for bill in cost.payments for step in bill["steps"]]
    if any("from the heap" in step or "is thrown away" in step for step in steps):
        return None
    if _has_nothing_left(case.scenario, cost.payments):
        return None
    try:
        judged = legal_passages(case.scenario, case.limits, passing=case.passing, stated=True)
    except CapacityError:
        return None
    if any(words in cost.approximate for words in (BOUND, *POVERTY)):
        judged = judged._replace(doubtful=True)
    runner = case.scenario.runner
    robbed_of = runner.credits if _robs_for_each(case.scenario) else None
    counted = COUNTED in cost.approximate
    found = difference(cost.payments, judged, runner.rig, case.limits, robbed_of, counted)
    if found and FRUGAL in cost.approximate:
        return None
    return f"{case}: {found}" if found not in ("", DEARER) else found
