"""What it costs to break one piece of ice, or to get past it: `simcore break`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from simcore.cards.card import Card
from simcore.cards.settled import CHOSEN_ICE, left_open, settle
from simcore.cards.syntax import Unexecuted
from simcore.cards.undecided import Around, undecided, vague_trace
from simcore.cards.unplayed import for_prices
from simcore.cards.walking import atoms_of
from simcore.errors import CapacityError, CardError
from simcore.hosting import changed
from simcore.plan.aftermath import blinded
from simcore.plan.pieces import Ask, RigState, Slot, Target
from simcore.plan.slots import check_memory, first_state, with_help
from simcore.plan.states import CALM, Weather
from simcore.plan.targets import alone, standing_of_rig
from simcore.prices.apart import Paid, paid_by, with_payers
from simcore.prices.corp.price_ice import is_priced as ice_is_priced
from simcore.prices.corp.price_ice import (
    once_met,
    priced_ice,
    refused_guests,
    takes_cards_first,
    words_of_robbing,
)
from simcore.prices.frames import frame_of
from simcore.prices.payments import Payment, as_met, broken_in_all, quiet_part, undominated
from simcore.prices.purses import Purses, purses_of
from simcore.prices.rig.earning import earning_of
from simcore.prices.rig.emptying import emptied, words_of_emptied
from simcore.prices.rig.fetching import lost_on_the_way
from simcore.prices.rig.gifts import with_ends, with_gifts
from simcore.prices.rig.made_by_rig import as_changed, first_sub
from simcore.prices.rig.preventing import refused_by_tagging
from simcore.prices.rig.price_alone import (
    HAND_AS_IT_IS,
    MOVING,
    link_of,
    no_price_beside,
    words_of_core,
)
from simcore.prices.rig.price_alone import is_priced as known_alone
from simcore.prices.rig.price_slots import is_priced as slot_is_priced
from simcore.prices.rig.price_slots import make_priced_slot
from simcore.prices.rig.unstated import without_unstated
from simcore.prices.stated import as_stated, nothing_beside, where_alone
from simcore.prices.telling import price, tell
from simcore.prices.uncounted import approximations, but_used, left_out_of_breaking, unused_of_rig
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.breaking import Broken
from simcore.prices.way.found import told_of_many
from simcore.prices.way.journey import passages
from simcore.prices.way.memory import left_out_of_memory
from simcore.prices.way.passage import AS_IT_BEGINS, BUT_ONE, UNLIMITED, UNSEEN, Passage
from simcore.prices.way.told_of_hand import told_of_drawn
from simcore.prices.way.wall import Wall
from simcore.scenario import RigCard

if TYPE_CHECKING:
    import pandas as pd

Bill = dict[str, Any]
"""One payment: `credits`, `counters`, `clicks` and `given_up` (cards) always; other keys of
`bill_of` where they are not nothing."""


@dataclass(frozen=True, slots=True)
class BreakCost:
    """The price of breaking every subroutine of one piece of ice, or of getting past it.

    `cost`: the fewest credits, those that purses of the rig pay included; None if it cannot
    be done. `payments`: all worth having, in the order of preference of rule 2. `steps`:
    what the cheapest of them does, in words. `unbroken`: what resolves in it.
    `uncounted`: what else happens at the ice, which is no part of breaking it; `unused`:
    what of the rig no payment takes into account. `assumed`: what nobody stated;
    `approximate`: what of the ice the price does not know.
    """

    possible: bool
    cost: int | None
    payments: tuple[Bill, ...]
    subs: int
    steps: tuple[str, ...]
    unbroken: tuple[str, ...] = ()
    uncounted: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    approximate: tuple[str, ...] = ()

    def frame(self) -> pd.DataFrame:
        """One row for each payment, preferred first."""
        return frame_of(self.payments)


def break_cost(
    ice: Card,
    breakers: Sequence[RigCard],
    *,
    advancement: int = 0,
    server: str = "remote",
    passing: bool = False,
    grip: int = 5,
    clicks: int | None = None,
) -> BreakCost:
    """The payments that break all of `ice` with `breakers`, credits to pay with unlimited,
    and `clicks` if nobody says how many there are.

    The ice protects `server` alone, with `advancement` counters on it; cards that sit
    on ice sit on this piece. `passing`: the ways not to be stopped by it instead, as
    in `simcore.prices.way.journey`: what happens at the encounter counts then, else only counters
    the ice puts on itself. `grip`: cards in the grip as the encounter begins. Raises
    `CardError` for cards that cannot be installed and `CapacityError` for what is not executed.
    """
    check_rig(breakers)
    printed, ice = ice, for_prices(ice)
    ice, assumed = settle(as_stated(ice, nothing_beside(ice)))
    here = as_changed([hosted_here(placed) for placed in breakers], [ice])
    rig, more = settled_rig(here)
    rig, unstated = without_unstated((), (), rig)
    rig, ice = first_sub(rig, [ice], "")
    ice = changed(ice, [placed.card for placed in rig if placed.host == 0])
    refused = unpriced_ice(ice, advancement, server) + refused_guests(ice, 0, rig)
    refused += refused_by_tagging(rig, [printed])
    moving = MOVING if passing and takes_cards_first(ice) else frozenset[str]()
    moving |= frozenset[str]() if passing else {HAND_AS_IT_IS}
    if refused := refused + unpriced_rig(rig, server, passing, moving):
        raise CapacityError("; ".join(refused))
    setting = alone(ice, advancement, server)
    slots, state = rig_of(rig, 1, server, grip=grip)
    if (why := vague_trace(ice)) and any(is_tracer(slot) for slot in slots):
        raise CapacityError(why)
    lent = standing_of_rig(rig, ice, 0)
    met = priced_ice(ice, once_met(ice, setting), 0, lent=lent)
    if met.target.silencing:
        state = first_state(rig, silencing=0)
    whole, purses = met.before(grip), purses_of(rig)
    too_many: tuple[str, ...] = ()
    if passing:
        wall = Wall(ice, setting, 0, setting.registers["power"], lent=lent)
        attempt = Attempt(rig, slots, state, (wall,), purses, grip, passing=True, clicks=clicks)
        past = passages(attempt)
        bills = told_apart(preferred(bill_of_passage(attempt, each) for each in past.ways))
        too_many = left_out_of_memory(slots, rig, bills) + told_of_many(past)
        too_many += told_of_drawn(attempt)
    else:
        if lifting := [slot.title for slot in slots if slot.lifts]:
            raise CapacityError(f"{lifting[0]}: lifts an icebreaker as the run begins; see --pass")
        target, lost = whole.target, whole.robbed(whole.printed)
        number = len(whole.subs)
        ask = with_ends(target.subs, whole.subs, range(number), number)
        robbed: Bill = {"credits_lost": lost} if lost else {}
        losing = [words_of_robbing(ice, lost)] if lost else []
        bills = [
            bill_of(slots, payment, purses, whole.sold(payment.way.uses), rig)
            | robbed
            | {"steps": told_of(slots, state, target, ask, payment) + losing}
            for payment in undominated(slots, state, target, ask)
            if _is_there(payment, purses, grip, clicks)
        ]
    cost = _cost_of(bills, len(whole.subs))
    elsewhere = tuple(
        f"{placed.card.title}: another piece of ice was chosen (state chosen=ice)"
        for placed in rig
        if placed.host is None and any(each.on_host for each in placed.card.rules.bypasses)
    )
    return replace(
        cost,
        uncounted=() if passing else left_out_of_breaking(ice),
        unused=(
            *but_used(unused_of_rig(rig, slots, [met.target], passing), bills, breakers, [printed]),
            *words_of_emptied(bills),
        ),
        assumed=assumed + more + unstated + elsewhere * passing + where_alone(printed, setting),
        approximate=approximations([ice], passing, purses=False) + too_many,
    )


def settled_rig(
    rig: Sequence[RigCard], luck: bool = True
) -> tuple[tuple[RigCard, ...], tuple[str, ...]]:
    """A rig with nothing left open, and what is assumed for it."""
    found = [settle(_at_its_place(placed), luck=luck) for placed in rig]
    cards = tuple(replace(p, card=each.card) for p, each in zip(rig, found, strict=True))
    return cards, tuple(text for each in found for text in each.assumed) + words_of_core(rig)


_INSTALLS = "0c: install a program, in this run [1/turn]"
"""Is read from its text."""


def _at_its_place(placed: RigCard) -> Card:
    """A card, as prices see it; if its place is said, strength at the ice chosen is had there."""
    card = for_prices(placed.card)
    paid = tuple(each for each in card.rules.paid if each.text != _INSTALLS)
    if paid != card.rules.paid:
        installs = Unexecuted("paid", _INSTALLS, "")
        unexecuted = (*card.rules.unexecuted, installs)
        card = replace(card, rules=replace(card.rules, paid=paid, unexecuted=unexecuted))
    items = card.rules.unexecuted
    there = tuple(
        replace(each, text=CHOSEN_ICE.sub(r"str +\1 at host", each.text)) for each in items
    )
    if placed.host is None or there == items:
        return card
    return replace(card, rules=replace(card.rules, unexecuted=there))


def _is_there(payment: Payment, purses: Purses, grip: int, clicks: int | None) -> bool:
    """Whether there is what a payment takes, credits aside."""
    enough = clicks is None or payment.clicks <= clicks
    return enough and bool(_from_apart(payment, purses)) and payment.grip <= grip


def _from_apart(payment: Payment, purses: Purses) -> list[Paid]:
    """What credits for some cards alone pay, if stealth credits are there to pay their part."""
    full = purses.apart_full
    found = paid_by(purses.apart, full, None, payment.apart, payment.stealth, choosy=False)
    return [each for each in found if each.stealth <= purses.stealth]


def _cost_of(bills: Sequence[Bill], subs: int) -> BreakCost:
    if not bills:
        return BreakCost(False, None, (), subs, ())
    cheapest = min(bills, key=lambda bill: bill["credits"])
    unbroken = tuple(cheapest.get("unbroken", ()))
    return BreakCost(
        True, cheapest["credits"], tuple(bills), subs, tuple(cheapest["steps"]), unbroken
    )


# ---- the rig -------------------------------------------------------------------------------


def has_stealth(rig: Sequence[RigCard]) -> bool:
    """Whether there are stealth credits in a rig."""
    return any("stealth" in placed.card.rules.purse_use for placed in rig)


def is_tracer(slot: Slot) -> bool:
    """Whether a card tells subroutines that trace from others."""
    return any(ability.tracing for ability in slot.abilities)


def rig_of(
    rig: Sequence[RigCard],
    ice_here: int,
    server: str,
    earlier_success: bool = False,
    grip: int = 5,
    threat: int = 0,
    event: Card | None = None,
    link: int | None = None,
    identity: Card | None = None,
    earning: bool = False,
) -> tuple[tuple[Slot, ...], RigState]:
    """A rig before `ice_here` pieces, with so many cards in the grip and agenda points on a
    side (`threat`), as the search for payments takes it in a run that `event` has started by the
    Runner of an `identity`; `link`: the Runner's, by default what the rig gives; `earning`: what
    is earned on the way is followed."""
    stealth = has_stealth(rig)
    check_memory(rig)
    trojans = frozenset(
        placed.host
        for placed in rig
        if placed.host is not None and "trojan" in placed.card.subtypes and not placed.in_heap
    )
    made = [
        make_priced_slot(
            placed,
            earlier_success,
            stealth,
            ice_here,
            server,
            trojans,
            rig,
            grip,
            threat,
            link_of(rig) if link is None else link,
            event is not None,
        )
        for placed in rig
    ]
    if earning:
        made = [replace(s, earns=earning_of(p)) for s, p in zip(made, rig, strict=True)]
    slots = with_payers(with_help(made, rig, event, identity), rig)
    for slot in slots:
        if slot.rolls:
            raise CapacityError(f"{slot.title}: its strength is rolled when a run begins")
    return slots, tuple(
        now._replace(power=now.power + 1) if slot.turns_down else now  # by the first encounter
        for slot, now in zip(slots, first_state(rig), strict=True)
    )


def unpriced_ice(
    card: Card, advancement: int, server: str, around: Around | None = None
) -> list[str]:
    """The clauses of a piece of ice that are not executed, decide, and have no price."""
    known = [item for item in card.rules.unexecuted if ice_is_priced(item, with_grip=True)]
    return _unpriced(card, known, advancement=advancement, server=server, around=around)


def unpriced_rig(
    rig: Sequence[RigCard],
    server: str,
    passing: bool,
    moving: frozenset[str] = frozenset(),
    around: Around | None = None,
) -> list[str]:
    """The same of rig cards; `passing`: also those that help past ice without breaking it.
    `moving`: what may change before the breaking."""
    stealth = has_stealth(rig)
    found = []
    for card in (placed.card for placed in rig):
        known = [
            item
            for item in card.rules.unexecuted
            if slot_is_priced(item) or known_alone(item, rig, server, moving)
        ]
        unpriced = _unpriced(card, known, server=server, stealth=stealth, around=around)
        for item in card.rules.unexecuted:
            if item not in known and (other := no_price_beside(item, rig, moving)):
                beside = f"{card.title} beside {other}: '{item.text}' has no price yet"
                unpriced = [beside if item.text in why else why for why in unpriced]
        found += unpriced
        if passing:
            found += [
                f"{card.title}: '{item.text}' is not executed yet"
                for item in card.rules.unexecuted
                if item not in known and any(word in item.text for word in _PASSES)
                if not item.text.endswith(_TOO_LATE)
            ]
    return found


_PASSES = ("bypass", "no-etr", "do not resolve", "derez", "move-runner", "swap ice")
"""What a clause of a rig card says that gets the Runner past ice unbroken."""
_TOO_LATE = "if fully-broken"
"""What a clause says that waits until there is nothing left to break."""


def _unpriced(card: Card, known: Sequence[Unexecuted], **where: Any) -> list[str]:
    left = tuple(item for item in card.rules.unexecuted if item not in known)
    rest = replace(card, rules=replace(card.rules, unexecuted=left))
    found = [f"{card.title}: {why}" for why in undecided(rest, **where)]
    if found and (example := left_open(rest)):
        in_scenario = where.get("around") is not None and "mark" in example
        more = ', or runner.mark = "hq"' if in_scenario else ""
        return [f'{card.title}: say which, as in "{example}"{more}']
    return found


def check_rig(rig: Sequence[RigCard]) -> None:
    """Raises `CardError` for a card that cannot lie in a rig."""
    for placed in rig:
        if placed.card.type not in ("program", "hardware", "resource"):
            raise CardError(
                f"{placed.card.title} is not an installed Runner card but {placed.card.type}"
            )


def hosted_here(placed: RigCard) -> RigCard:
    """A card that sits on ice, on the only piece."""
    rules = placed.card.rules
    hosted = any(ability.host_only or ability.here_only for ability in rules.breaks)
    hosted |= any(static.kind == "hosted-on-ice" for static in rules.statics)
    hosted |= "trojan" in placed.card.subtypes and bool(rules.bypasses)
    return replace(placed, host=0) if hosted and placed.host is None else placed


def told_of(
    slots: tuple[Slot, ...],
    state: RigState,
    target: Target,
    ask: Ask,
    payment: Payment,
    weather: Weather = CALM,
) -> list[str]:
    """The steps of a payment."""
    priced, met = as_met(slots, state, target, weather)
    lent, met, left = with_gifts(payment.given, priced, met, ask)
    given = [gift.told(slots) for gift in payment.given]
    total = broken_in_all(lent, met, ask, payment.way)
    taxed, cards = total * weather.tax, total * weather.grip
    toll = [f"pay {price(taxed)} for what is broken"] if taxed else []
    toll += [f"{cards} of the grip trashed for what is broken"] if cards else []
    return given + list(tell(lent, state, met, left, payment.way)) + toll


# ---- payments as tables of names -------------------------------------------------------------


def bill_of(
    slots: tuple[Slot, ...],
    payment: Payment,
    purses: Purses,
    sold: int = 0,
    rig: Sequence[RigCard] = (),
) -> Bill:
    """A payment by names.

    `clicks` and `given_up` as rule 2 counts them: with actions forgone, and with cards of
    the grip. Where there is any: `actions` forgone, `cards` of the grip, `virus` and
    `power` counters by card, `trashed` and `condemned` cards, strength that `lasts` by
    card, `dice` thrown, stealth credits driven off (`noise`), `ends_run`; and of the credits
    those that only stealth credits pay (`stealth`), at most `from_purses`. `no_access`: nothing
    is accessed in this run; cards of the `rig` that are `used_up`. `sold`: credits that those for
    breakers cannot pay.
    """
    bill: Bill = {
        "credits": payment.credits,
        "counters": payment.counters,
        "clicks": payment.clicks + payment.forgone,
        "given_up": len(payment.given_up) + payment.grip,
    }
    gone = [n for n in payment.given_up if not payment.left[n].installed]
    condemned = [n for n in payment.given_up if payment.left[n].installed]
    own = max(each.credits for each in _from_apart(payment, purses))
    to_break = payment.credits - sold
    beside = min(sold, purses.free)  # stealth credits that pay for more than breaking
    quiet = min(purses.stealth - beside, quiet_part(slots, payment, own) - sold)
    breakers = min(to_break, own + quiet + purses.breakers)
    bill |= {
        "actions": payment.forgone,
        "cards": payment.grip,
        "virus": _by_card(slots, payment.virus),
        "power": _by_card(slots, payment.power),
        "trashed": [slots[n].title for n in gone],
        "condemned": [slots[n].title for n in condemned],
        "lasts": _by_card(slots, [now.boost for now in payment.left]),
        "dice": payment.dice,
        "noise": payment.noise,
        "stealth": payment.stealth,
        "tags": payment.tags,
        "ends_run": payment.ends,
        "no_access": blinded(payment.left),
        "from_purses": min(payment.credits, breakers + beside + purses.anything),
    }
    return _without_nothing(bill | emptied(bill, rig, purses, payment.stealth))


def bill_of_passage(attempt: Attempt, each: Passage) -> Bill:
    """A passage by names: as `bill_of`, and what is suffered on the way: `damage`: cards
    of the grip that go unpaid, `discarded`: those of them that are no damage; credits
    and clicks lost, tags, agenda points lost (`points_lost`), cards of the rig `cards_lost` to
    the Corp, of which it takes no more than `cards_taken` where that is fewer; so many left without
    abilities for the run (`silenced`); `pool`: credits from it; nothing can be accessed
    (`no_access`) or nothing but a card (`access_only`), or stolen and trashed (`no_steal`);
    `fewer_accessed` cards in each breach, `most_accessed` in all; no further run can be made in
    this turn (`last_run`); the maximum hand size is so much less (`hand_less`); cards that are
    `used_up`;
    `steps`, and the texts `unbroken` that resolve."""
    slots, purses = attempt.slots, attempt.purses
    gone = [
        n
        for n, (before, now) in enumerate(zip(attempt.state, each.rig, strict=True))
        if before.installed and not now.installed and n not in each.suffered.taken
    ]
    lost = lost_on_the_way(attempt.rig, each)
    gone += [n for n in lost if n not in each.suffered.taken]
    condemned = [n for n, now in enumerate(each.rig) if now.doomed and n not in gone]
    lost_ones = sorted(each.suffered.taken.difference(condemned))
    taken = max(int(bool(lost_ones)), each.total.given_up - len(gone) - len(condemned))
    taken = max(taken, each.total.taken) if gone else taken
    lost_titles = _at_most(taken, [slots[n].title for n in lost_ones])
    bill: Bill = {
        "credits": each.paid.credits,
        "counters": sum(each.paid.virus) + sum(each.paid.power),
        "clicks": each.paid.clicks + each.paid.forgone,
        "given_up": len(gone) + len(condemned) + each.paid.grip,
        "pool": each.total.pool,
    }
    bill |= {
        "actions": each.paid.forgone,
        "cards": each.paid.grip,
        "virus": _by_card(slots, each.paid.virus),
        "power": _by_card(slots, each.paid.power),
        "trashed": [slots[n].title for n in gone],
        "condemned": [slots[n].title for n in condemned],
        "dice": each.paid.dice,
        "from_purses": each.paid.credits - each.total.pool,
        "damage": each.suffered.damage,
        "discarded": each.suffered.discarded,
        "credits_lost": each.money.lost,
        "clicks_lost": each.suffered.clicks_lost + each.suffered.regained,
        "tags": each.suffered.tags,
        "points_lost": each.suffered.points,
        "cards_lost": lost_titles,
        "cards_taken": taken if taken < len(lost_titles) else 0,
        "silenced": each.total.silenced,
        **_curbs(attempt, each),
    }
    bill |= emptied(bill, attempt.rig, purses, each.paid.stealth)
    if not purses.total:
        del bill["pool"]
    steps, unbroken = lines_of(attempt, each)
    return _without_nothing(bill) | {"steps": steps, "unbroken": unbroken}


def _curbs(attempt: Attempt, each: Passage) -> Bill:
    """What the Runner cannot do behind the ice."""
    curbs = each.curbed
    if curbs.unseen == UNSEEN:
        curbs = curbs._replace(fewer=0, at_most=UNLIMITED)
    return {
        "no_access": curbs.unseen == UNSEEN,
        "access_only": _accessed_alone(attempt) if curbs.unseen == BUT_ONE else "",
        "no_steal": curbs.unstolen,
        "fewer_accessed": curbs.fewer,
        "most_accessed": curbs.at_most if curbs.at_most < UNLIMITED else 0,
        "last_run": curbs.last,
        "hand_less": curbs.unheld,
    }


def _accessed_alone(attempt: Attempt) -> str:
    """The card behind the ice that lets none but itself be accessed; or of several any."""
    titles = (
        gate.title
        for gate in attempt.gates
        if any(atom.name == "access-only" for node in gate.effects for atom in atoms_of(node))
    )
    return " or ".join(dict.fromkeys(titles)) or "one card"


def told_apart(bills: Iterable[Bill]) -> list[Bill]:
    """Without those that say the same as an earlier one: of copies it may be any that goes."""
    found: dict[str, Bill] = {}
    for bill in bills:
        found.setdefault(repr(bill), bill)
    return list(found.values())


def lines_of(attempt: Attempt, each: Passage) -> tuple[list[str], list[str]]:
    """What a passage does, and what resolves in it; with several pieces of ice each line
    begins with the title of the piece."""
    many = len(attempt.all_walls) + len(attempt.gates) > 1
    steps: list[str] = []
    unbroken: list[str] = []
    for line in each.lines():
        if line.place == AS_IT_BEGINS:
            steps.append(line.what)
            continue
        title = attempt.title_at(line.place)
        if isinstance(line.what, Broken):
            done = line.what
            told = told_of(
                attempt.slots, done.state, done.target, done.ask, done.payment, done.weather
            )
        elif line.resolved:
            unbroken.append(f"{title}: {line.what}" if many else line.what)
            continue
        else:
            told = [line.what if line.what.startswith(f"{title}: ") else f"{title}: {line.what}"]
        steps += [
            f"{title}: {text}" if many and not text.startswith(title) else text for text in told
        ]
    return steps, unbroken


def preferred(bills: Iterable[Bill]) -> list[Bill]:
    """Payments past ice in the order of rule 2, what is suffered counting behind what is paid."""

    def rank(bill: Bill) -> tuple[int, ...]:
        lost = bill.get("cards_taken", len(bill.get("cards_lost", ())))
        suffered = ("damage", "tags", "points_lost", "clicks_lost", "credits_lost")
        paid = (bill["given_up"] + lost, bill["clicks"], bill["counters"], bill["credits"])
        return (*paid, *(bill.get(name, 0) for name in suffered))

    return sorted(bills, key=rank)


def _at_most(number: int, titles: Sequence[str]) -> list[str]:
    """Titles of cards of which so many go, no title more often."""
    return [title for n, title in enumerate(titles) if titles[:n].count(title) < number]


def _by_card(slots: Sequence[Slot], numbers: Sequence[int]) -> dict[str, int]:
    """Numbers by title, those of copies added up."""
    found: dict[str, int] = {}
    for slot, number in zip(slots, numbers, strict=True):
        if number:
            found[slot.title] = found.get(slot.title, 0) + number
    return found


ALWAYS = ("credits", "counters", "clicks", "given_up", "pool")


def _without_nothing(bill: Bill) -> Bill:
    return {name: value for name, value in bill.items() if value or name in ALWAYS}
