"""What it costs to break one piece of ice, or to get past it: `simcore break`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from simcore.cards.card import Card
from simcore.cards.settled import CHOSEN_ICE, left_open, settle
from simcore.cards.syntax import Unexecuted
from simcore.cards.undecided import Around, undecided, vague_trace
from simcore.cards.unplayed import for_prices
from simcore.errors import CapacityError, CardError
from simcore.hosting import changed, lies_on_ice
from simcore.plan.pieces import RigState, Slot
from simcore.plan.slots import check_memory, first_state, with_help
from simcore.plan.targets import advanced, alone, standing_of_rig
from simcore.prices.apart import with_payers
from simcore.prices.bills import (
    Bill,
    bill_of,
    bill_of_passage,
    from_apart,
    preferred,
    told_apart,
    told_of,
)
from simcore.prices.corp.as_found import Found, as_found
from simcore.prices.corp.chosen_kinds import left_out_of_chosen_kinds
from simcore.prices.corp.ground import Ground, says
from simcore.prices.corp.price_ice import is_priced as ice_is_priced
from simcore.prices.corp.price_ice import (
    once_met,
    priced_ice,
    refused_guests,
    takes_cards_first,
    words_of_robbing,
)
from simcore.prices.corp.rez_costs import lone_rez_cost
from simcore.prices.frames import frame_of
from simcore.prices.payments import Payment, undominated
from simcore.prices.purses import Purses, purses_of
from simcore.prices.rig.beside import of_no_run
from simcore.prices.rig.earning import earning_of
from simcore.prices.rig.emptying import words_of_emptied
from simcore.prices.rig.gifts import with_ends
from simcore.prices.rig.made_by_rig import as_changed, first_sub
from simcore.prices.rig.of_traces import SUCCEEDS
from simcore.prices.rig.preventing import left_to_go, refused_by_tagging
from simcore.prices.rig.price_alone import (
    HAND_AS_IT_IS,
    MOVING,
    link_of,
    no_price_beside,
    words_of_core,
    words_of_counters_here,
)
from simcore.prices.rig.price_alone import is_priced as known_alone
from simcore.prices.rig.price_slots import is_priced as slot_is_priced
from simcore.prices.rig.price_slots import make_priced_slot
from simcore.prices.rig.silent_parts import counted_as_memory
from simcore.prices.rig.unstated import without_unstated
from simcore.prices.stated import as_stated, nothing_beside, where_alone
from simcore.prices.uncounted import (
    NO_PART,
    approximations,
    but_used,
    left_out_of_breaking,
    of_breaking_all,
    of_the_stack,
    unused_of_rig,
)
from simcore.prices.way.all_ways import passages
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.found import told_of_many
from simcore.prices.way.memory import left_out_of_memory
from simcore.prices.way.told_of_hand import told_of_drawn
from simcore.prices.way.wall import Wall, rivals_for_counters
from simcore.scenario import RigCard

if TYPE_CHECKING:
    import pandas as pd


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
    advancement: int | None = None,
    server: str = "remote",
    passing: bool = False,
    grip: int = 5,
    clicks: int | None = None,
) -> BreakCost:
    """The payments that break all of `ice` with `breakers`, credits to pay with unlimited,
    and `clicks` if nobody says how many there are.

    The ice protects `server` alone, with `advancement` counters on it (None: those it gets when
    it is rezzed); cards that sit on ice sit on this piece. `passing`: the ways not to be stopped
    by it instead, as in `simcore.prices.way.journey`: what happens at the encounter counts then,
    else only counters the ice puts on itself. `grip`: cards in the grip as the encounter begins.
    Raises `CardError` for cards that cannot be installed and `CapacityError` for what is not
    executed.
    """
    check_rig(breakers)
    printed, ice = ice, for_prices(ice)
    ice, assumed = settle(as_stated(ice, nothing_beside(ice)))
    here = as_changed([hosted_here(of_no_run(placed)) for placed in breakers], [ice])
    rig, more = settled_rig(here)
    rig, unstated = without_unstated((), (), rig)
    giving = rig
    rig, ice = first_sub(giving, [ice], "")
    guests = [placed.card for placed in rig if placed.host == 0]
    ice = lone_rez_cost(changed(ice, guests), rig)
    lying = advanced(ice, advancement)
    refused = unpriced_ice(ice, lying, server) + refused_guests(ice, 0, rig)
    refused += refused_by_tagging(rig, [printed])
    moving = MOVING if passing and takes_cards_first(ice) else frozenset[str]()
    moving |= frozenset[str]() if passing else {HAND_AS_IT_IS}
    if refused := refused + unpriced_rig(rig, server, passing, moving):
        raise CapacityError("; ".join(refused))
    setting = alone(ice, lying, server)
    if passing and (rivals := rivals_for_counters(ice, setting.registers["power"])):
        raise CapacityError(rivals[0])
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
        tags = sum(says(placed.card, SUCCEEDS) for placed in rig)
        ground = Ground(trace_tags=tags)
        attempt = replace(attempt, found=_found_alone(printed, giving, slots), ground=ground)
        past = passages(attempt)
        bills = told_apart(preferred(bill_of_passage(attempt, each) for each in past.ways))
        too_many = left_out_of_memory(slots, rig, bills) + told_of_many(past)
        too_many += told_of_drawn(attempt) + of_breaking_all([ice], rig)
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
    counted = counted_as_memory(rig, slots, [ice]) if passing else set[str]()
    idle = unused_of_rig(rig, slots, [met.target], passing)
    idle = tuple(each for each in idle if each.removesuffix(NO_PART) not in counted)
    laid = tuple(f"{slot.title}: hosted on the ice already" for slot in slots if slot.moves)
    return replace(
        cost,
        uncounted=() if passing else left_out_of_breaking(ice),
        unused=(
            *but_used(idle, bills, breakers, [printed]),
            *words_of_emptied(bills, slots),
        ),
        assumed=(
            *assumed,
            *more,
            *unstated,
            *(elsewhere + of_the_stack([ice], ()) if passing else ()),
            *laid,
            *where_alone(printed, setting),
        ),
        approximate=approximations([ice], passing, purses=False)
        + left_to_go(rig, [ice])
        + left_out_of_chosen_kinds([ice], slots, passing)
        + too_many,
    )


def _found_alone(printed: Card, rig: Sequence[RigCard], slots: Sequence[Slot]) -> dict[int, Found]:
    """The piece before it does anything as it is met, where a card of the rig may keep that off,
    or comes before it and before others of them."""
    ignoring = any(slot.ignores is not None for slot in slots)
    early = any(slot.bypasses or slot.gnaws or slot.returns[0] for slot in slots)
    if not (ignoring or early):
        return {}
    found = as_found(for_prices(printed))
    settled = settle(as_stated(found.card, nothing_beside(found.card))).card
    if ignoring:
        _, settled = first_sub(rig, [settled], "")
    given = as_found(changed(settled, [placed.card for placed in rig if placed.host == 0]))
    card = lone_rez_cost(given.card, rig)
    return {0: Found(card, found.effects + given.effects)}


def settled_rig(
    rig: Sequence[RigCard], luck: bool = True
) -> tuple[tuple[RigCard, ...], tuple[str, ...]]:
    """A rig with nothing left open, and what is assumed for it."""
    found = [settle(_at_its_place(placed), luck=luck) for placed in rig]
    cards = tuple(replace(p, card=each.card) for p, each in zip(rig, found, strict=True))
    words = tuple(text for each in found for text in each.assumed)
    return cards, words + words_of_core(rig) + words_of_counters_here(rig)


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
    return enough and bool(from_apart(payment, purses)) and payment.grip <= grip


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
        if placed.host is not None and "trojan" in placed.card.subtypes
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
    return replace(placed, host=0) if lies_on_ice(placed.card) else placed
