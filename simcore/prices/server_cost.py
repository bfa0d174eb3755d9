"""What a whole server costs the Runner of a scenario: `simcore break --server`.

All ice is met outermost first by the rig of the scenario, each piece as if it had been
rezzed before the run; `simcore.prices.way.journey` says what counts. The whole way is optimised
at once: strength that lasts, counters, cards given up, and what earlier ice does to later
ice. Credits from purses (bad publicity, recurring, hosted) are part of the price, and are
used before the pool wherever they may be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import itemgetter
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.syntax import ANY_NUMBER, Choice
from simcore.cards.walking import found_in
from simcore.errors import CapacityError
from simcore.hosting import is_guest, silences_guests
from simcore.plan.descent import is_picky
from simcore.plan.pieces import RigState, Slot, Target
from simcore.plan.slots import keeping_strength
from simcore.plan.states import Weather
from simcore.prices.begun import (
    AVERTS,
    averted_by,
    bypasses_of,
    gained,
    inner_bypassed,
    purses_beside,
)
from simcore.prices.bills import Bill
from simcore.prices.corp.as_found import Found, as_found, with_found
from simcore.prices.corp.at_any_time import interventions
from simcore.prices.corp.coming import (
    Bringing,
    Newcomer,
    brings,
    innermost_of,
    newcomers,
    with_newcomers,
)
from simcore.prices.corp.everywhere import (
    cost_of_using,
    ice_abroad,
    keeps_strength,
    more_meat,
    sells_net,
    with_elsewhere,
)
from simcore.prices.corp.gates import (
    ALL_PASSED,
    USED_IS_TRASHED,
    gates_of,
    left_out_as_it_succeeds,
    left_out_at_the_end,
    removes_trashed,
    words_of_success,
)
from simcore.prices.corp.given_up import burning_hq, hq_is_needed, installed_elsewhere
from simcore.prices.corp.ground import (
    Ground,
    braces_advanced,
    counts_ice,
    ground_of,
    shuts_pool,
)
from simcore.prices.corp.installs import installs_of
from simcore.prices.corp.left_out_elsewhere import left_out_elsewhere
from simcore.prices.corp.open_readings import readings
from simcore.prices.corp.price_ice import priced_ice, swaps_itself
from simcore.prices.corp.rez_costs import counted_for_rezzing
from simcore.prices.corp.subtypes import check_kinds, without_kinds_of_the_first
from simcore.prices.corp.surroundings import check_places
from simcore.prices.corp.when_rezzed import words_of_unrezzed
from simcore.prices.corp.words_of_root import (
    assumed_of_root,
    idle_in_root,
    left_out_of_identity,
    uncounted_of_root,
    words_of_discards,
    words_of_raids,
)
from simcore.prices.cost import rig_of
from simcore.prices.fined import ways
from simcore.prices.frames import frame_of
from simcore.prices.left_out import left_out
from simcore.prices.purses import Purse
from simcore.prices.refused_server import (
    clauses_of_event,
    hq_is_counted,
    refuse_gone,
    refuse_unknown,
    refuse_unpriced,
)
from simcore.prices.rig.approaching import unmet
from simcore.prices.rig.beside import under_event
from simcore.prices.rig.changed_hosts import Unchanged, without_guests
from simcore.prices.rig.dear_to_use import (
    dear_to_use,
    may_be_used_unseen,
    only_one_is_boosted,
)
from simcore.prices.rig.drawing import grip_once_begun, words_of_earlier_runs
from simcore.prices.rig.emptying import words_of_emptied
from simcore.prices.rig.fetchable import left_lying
from simcore.prices.rig.hand import hand_of
from simcore.prices.rig.holding import asks_for_hands, held_before
from simcore.prices.rig.known_hand import known_hand, looks_at_the_sent
from simcore.prices.rig.leaving import words_of_free_rezzing
from simcore.prices.rig.made_by_rig import dearer_subs, leaving_the_first
from simcore.prices.rig.robbing import words_of_robbing
from simcore.prices.rig.silent_parts import with_a_silent_part
from simcore.prices.rig.unfollowed import words_of_unfollowed
from simcore.prices.settled_server import settled_server
from simcore.prices.stated import taxed_by
from simcore.prices.uncounted import (
    NO_PART,
    but_for_what_never_comes,
    but_gains,
    but_used,
    unused_of_rig,
)
from simcore.prices.walls import on_all_ice_of, walls_of
from simcore.prices.way.attempt import Attempt, may_lose_from_pool, texts_of_ice
from simcore.prices.way.encounter import Watch
from simcore.prices.way.looking import (
    check_averted,
    check_gains,
    looks_of,
    pays_unseen,
    with_gains_of_corp,
)
from simcore.prices.way.told_of_traces import goes_by_link
from simcore.prices.way.tracing import tracing_of
from simcore.prices.way.wall import ETR, by_trashing, for_counters, with_kept
from simcore.prices.where_cards_meet import left_out_of_emptied_root
from simcore.scenario import Runner, Scenario

if TYPE_CHECKING:
    import pandas as pd

_NOT_FOR_ICE = tuple(
    f"this-run: {when}"
    for when in (
        *("card rezzed", "accessed", "first card accessed", "breached", "the first unrezzed"),
        *("at its end: gain", "at its end: draw", "at its end: bad publicity", "at its end, with"),
    )
)
"""When a clause of a run event comes that has nothing to do with rezzed ice."""


@dataclass(frozen=True, slots=True)
class ServerCost:
    """The price of all ice of a server.

    `cost`: the fewest credits, those from purses included; None if there is no way.
    `pool`: the fewest credits out of the pool. `payments`: all worth having, each with its
    `steps`, with `pool` and whether the Runner of the scenario can pay it (`affordable`:
    credits lost on the way are needed as well). `steps` and `unbroken`:
    those of the payment with the fewest credits. `affordable`: whether any of them is.
    `ice`: titles, outermost first; `subs` of all of them; the first piece that the Runner
    is `stopped_by` whatever is paid. `uncounted`: cards of the root that change no ice, or are
    not stated to be rezzed; `unused`: what of the rig no payment takes into account.
    `assumed`: what nobody stated; `approximate`: what of the ice the price does not know.
    """

    possible: bool
    cost: int | None
    payments: tuple[Bill, ...]
    subs: int
    steps: tuple[str, ...]
    unbroken: tuple[str, ...]
    pool: int | None
    affordable: bool
    ice: tuple[str, ...]
    stopped_by: str | None
    uncounted: tuple[str, ...]
    unused: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    approximate: tuple[str, ...] = ()

    def frame(self) -> pd.DataFrame:
        """One row for each payment, preferred first."""
        return frame_of(self.payments)


def server_cost(
    scenario: Scenario, *, passing: bool = False, on_progress: Watch | None = None
) -> ServerCost:
    """The payments that break all ice of a scenario's server one after the other, or,
    `passing`, that get the Runner past it. `on_progress`: told how far the ways are followed.

    Raises `ScenarioError` for ice that is unknown, `CapacityError` for what has no price.
    """
    refuse_unknown(scenario)
    if (burning := burning_hq(scenario)) and hq_is_needed(scenario):
        return _dearest(
            [server_cost(each, passing=passing, on_progress=on_progress) for each in burning]
        )
    of_root = left_out_of_emptied_root(scenario)
    scenario, of_event = under_event(scenario)
    in_root = len(scenario.root)
    of_those_elsewhere = (*left_out_elsewhere(scenario), *of_root)
    scenario, of_elsewhere = with_elsewhere(scenario)
    stated = scenario
    scenario, assumed = settled_server(scenario, passing)
    refuse_unpriced(scenario, passing)
    attempt = _attempt_of(stated, scenario, in_root, passing)
    refuse_gone(stated, attempt)
    coming, of_coming = _newcomers(stated, attempt, passing)
    innermost = [bringing for _, bringing in innermost_of(stated)] if coming else []
    if innermost and not attempt.walls:
        for each in coming:
            if _may_be_rezzed(stated, each):
                raise CapacityError(f"{each.wall.card.title}: installed where no ice stands")
        coming, innermost = (), []
    of_coming = tuple(text for text in of_coming if coming and text not in assumed)
    if not all(gate.is_early for gate in attempt.gates):
        innermost = []
    attempt = replace(attempt, newcomers=coming, innermost=tuple(innermost))
    bills, past = ways(attempt, on_progress)
    walls = attempt.walls
    met, brought = (
        [priced_ice(w.card, w.setting, w.place, w.braced, w.lent) for w in some]
        for some in (walls, [each.wall for each in coming])
    )
    subs = sum(len(piece.before(attempt.grip).tagged(attempt.tags).subs) for piece in met)
    waiting = {gate.title for gate in attempt.gates}
    of_success = words_of_success(scenario, attempt.gates)
    of_success += words_of_robbing(stated, attempt.slots, looks_of(attempt))
    of_success += words_of_unfollowed(stated, attempt, bills)
    told = (*of_success, *of_those_elsewhere)
    named = {f"{each.partition(': ')[0]}{NO_PART}" for each in told}
    counted = counted_for_rezzing(stated)
    acting = counted | with_a_silent_part(scenario, attempt.slots, passing)
    if looks_at_the_sent(stated):
        acting = {*acting, *(placed.card.title for placed in stated.runner.rig)}
    named |= {f"{title}{NO_PART}" for title in acting}
    there = [
        piece
        for piece, each in zip(brought, coming, strict=True)
        if _may_be_paid_for(stated, innermost, each, piece.target.rez)
    ]
    unused = _unused(scenario.runner, attempt, [piece.target for piece in (*met, *there)])
    unused = (*(each for each in unused if each not in named), *of_success)
    of_rezzing = words_of_unrezzed(stated, looks_of(attempt).hand)
    # who may lose credits, or is asked about them, does not pass alike with more of them
    moving = may_lose_from_pool(attempt) or looks_of(attempt).rich
    at_ease = [{"affordable": False}] if moving else bills
    first = not stated.runner.successful_runs_this_turn
    of_earlier = words_of_earlier_runs(attempt.slots, len(walls), first)
    waiting |= {text.partition(": ")[0] for text in (*of_those_elsewhere, *of_rezzing)}
    waiting |= counted
    cheapest = min(bills, key=itemgetter("credits"), default=None)  # preferred ones come first
    return ServerCost(
        cheapest is not None,
        cheapest["credits"] if cheapest else None,
        tuple(bills),
        subs,
        tuple(cheapest["steps"]) if cheapest else (),
        tuple(cheapest["unbroken"]) if cheapest else (),
        min((_pool(bill) for bill in bills), default=None),
        any(bill["affordable"] for bill in bills),
        tuple(wall.card.title for wall in walls),
        past.stopping,
        uncounted_of_root(stated, scenario, waiting, in_root),
        (
            *but_used(
                but_for_what_never_comes(but_gains(unused, at_ease), stated, bills),
                bills,
                stated.runner.rig,
                [wall.card for wall in walls],
            ),
            *words_of_emptied(bills, attempt.slots),
            *words_of_free_rezzing(scenario.runner.rig, attempt.slots, stated.root),
            *(each for each in idle_in_root(stated, waiting) if each not in named),
            *dict.fromkeys(words_of_raids(stated, attempt, in_root)),
            *words_of_discards(stated, attempt.slots),
            *_left_out_of_event(scenario),
            *left_out_of_identity(scenario),
            *of_those_elsewhere,
        ),
        (
            *(*of_event, *of_elsewhere, *assumed, *of_coming, *of_rezzing),
            *(*assumed_of_root(stated), *of_earlier, *readings(stated, attempt, bills)),
        ),
        left_out(stated, scenario, attempt, bills, past, passing=passing, in_root=in_root),
    )


def _dearest(found: Sequence[ServerCost]) -> ServerCost:
    """What is dearest for the Runner, of what so many trashed cards of HQ each make of it."""
    costs = [each.cost for each in found]
    number = max(range(len(costs)), key=lambda n: (costs[n] is None, costs[n] or 0))
    cards = "1 card" if number == 1 else f"{number} cards"
    words = f"{cards} of HQ trashed to make ice stronger, as is dearest in credits"
    return replace(found[number], assumed=(*found[number].assumed, words))


def _newcomers(
    stated: Scenario, attempt: Attempt, passing: bool
) -> tuple[tuple[Newcomer, ...], tuple[str, ...]]:
    """Ice that may come into the server on the way, as far as that can be followed, and what is
    assumed where it stands there."""
    beside, copies = with_newcomers(stated) if passing else (stated, ())
    try:
        settled, assumed = settled_server(beside, passing) if copies else (stated, ())
        refuse_unpriced(settled, passing)
    except CapacityError:
        return (), ()  # what it would do is not known: it is left out, and named
    walls = tuple(walls_of(settled)) if copies else ()
    return newcomers(walls, copies, attempt.slots), assumed


def _may_be_rezzed(stated: Scenario, coming: Newcomer) -> bool:
    """Whether the Corp has the credits to rez what it installs where no ice stands, or may gain
    them on the way."""
    return coming.is_within(ANY_NUMBER if _gains(stated) else stated.corp.credits_high)


def _may_be_paid_for(
    stated: Scenario, bringing: Sequence[Bringing], coming: Newcomer, rez: int
) -> bool:
    """Whether the Corp may have a piece of a rez cost come in: a subroutine brings it, or there
    are the credits for it, and what else it asks for."""
    if not bringing or any(piece.card and brings(piece.card) for piece in stated.ice):
        return True
    ways = [way for each in bringing if (way := each.of(coming, ())) is not None]
    return any(_gains(stated) or way.price(rez, 0) <= stated.corp.credits_high for way in ways)


def _gains(stated: Scenario) -> bool:
    """Whether the Corp may gain credits on the way by a card of the root."""
    cards = [root.card for root in stated.root if root.card]
    return any("cgain" in text for card in cards for text in texts_of_ice(card))


def _attempt_of(stated: Scenario, scenario: Scenario, in_root: int, passing: bool) -> Attempt:
    """The rig of a settled scenario before its ice; of the root and of what the Corp may do at
    any time as it was `stated`, with so many cards `in_root`."""
    runner, corp = scenario.runner, scenario.corp
    check_kinds(scenario, on_all_ice_of(stated))
    grip = sum(count for _, count in runner.grip)
    credits, shut = runner.credits + gained(scenario), shuts_pool(runner.event)
    walls = tuple(with_kept(walls_of(scenario), 0 if shut else credits, grip))
    rezzed = [root.card for root in stated.root if root.card is not None and root.rezzed]
    slots, state = rig_of(
        runner.rig,
        len(walls),
        scenario.server,
        runner.successful_runs_this_turn > 0,
        grip=grip,
        threat=max(runner.points, corp.points),
        event=runner.event if runner.event_slot is None else None,
        link=runner.link,
        identity=runner.identity,
        earning=True,
    )
    slots = tuple(dear_to_use(slot, cost_of_using(stated)) for slot in slots)
    if keeps_strength(stated) and only_one_is_boosted(placed.card for placed in runner.rig):
        slots = tuple(keeping_strength(slot) if slot.icebreaker else slot for slot in slots)
    for swelling in (slot for slot in slots if slot.swells and slot.keeps_strength):
        words = "strength for each subroutine, for the run, is not executed yet"
        raise CapacityError(f"{swelling.title}: {words}")
    attempt = Attempt(
        runner.rig,
        slots,
        _silenced(scenario, state),
        walls,
        purses_beside(scenario),
        grip=grip_once_begun(slots, grip, len(walls), not runner.successful_runs_this_turn),
        hand=hand_of(runner.grip, runner.rig),
        tags=runner.tags,
        bypasses=bypasses_of(scenario),
        bypassed=inner_bypassed(scenario),
        averted=averted_by(scenario),
        passing=passing,
        clicks=runner.clicks,
        counts_ice=any(map(counts_ice, rezzed)),
        taxed=reduce(Weather.with_, map(taxed_by, rezzed), Weather(tax=dearer_subs(runner.rig))),
        gates=gates_of(scenario, passing, in_root),
        interventions=interventions(stated, in_root, passing),
        ground=_ground(stated, slots, passing),
        shut=shut,
        tracing=tracing_of(stated, not pays_unseen(corp.identity)),
        hq=corp.hq,
        root_cards=in_root,
        elsewhere=installed_elsewhere(stated),
        known=known_hand(stated, runner, hand_of(runner.grip, runner.rig)),
        holds=held_before(scenario),
        installs=installs_of(stated)._replace(removed=removes_trashed(stated)),
        abroad=ice_abroad(scenario),
        braces_advanced=any(map(braces_advanced, rezzed)),
        statics=tuple(on_all_ice_of(stated)),
        purse=Purse(credits, corp.credits_high, corp.credits_low),
    )
    found, later = _found(stated, attempt, passing), _later(stated, attempt, passing)
    unchanged, more = _unchanged(stated, passing), unmet(stated, attempt, passing)
    attempt = replace(attempt, found=found, later=later, unchanged=unchanged, unmet=more)
    check_gains(attempt, corp.identity)
    check_averted(attempt, rezzed)
    _check_gates(attempt)
    return with_gains_of_corp(attempt)


def _found(stated: Scenario, attempt: Attempt, passing: bool) -> Mapping[int, Found]:
    """By place ice as it is before it does anything as it is met, if cards of the rig come before
    that; where they bypass it also before others of them do anything to it."""
    ignoring = any(slot.ignores is not None for slot in attempt.slots)
    early = any(slot.bypasses or slot.gnaws or slot.returns[0] for slot in attempt.slots)
    if not (ignoring or early):
        return {}
    if not ignoring:
        stated = _leaving_the_first(without_kinds_of_the_first(stated))
    pieces = {}
    for place, piece in enumerate(stated.ice):
        assert piece.card is not None
        found = as_found(piece.card)
        settled, _ = settled_server(with_found(stated, place, found), passing)
        card = settled.ice[place].card
        assert card is not None
        given = as_found(card)  # what cards of the root have it do
        pieces[place] = Found(given.card, found.effects + given.effects)
    return pieces


def _later(stated: Scenario, attempt: Attempt, passing: bool) -> Mapping[int, Card]:
    """By place ice that is another card once it has been met: cards of the rig make something of
    its subroutines the first time alone."""
    left = _leaving_the_first(stated)
    lasting = without_kinds_of_the_first(stated) != stated  # a subtype that it keeps
    if not (lasting or left != stated) or not attempt.meets_again:
        return {}
    card = settled_server(left, passing)[0].ice[0].card
    assert card is not None
    return {0: card}


def _unchanged(stated: Scenario, passing: bool) -> Unchanged:
    """Ice without programs on it that change it."""
    walls = {
        (place, gone): tuple(walls_of(settled_server(scenario, passing)[0]))[place]
        for place, gone, scenario in without_guests(stated)
    }
    return {key: wall for key, wall in walls.items() if not any(for_counters(wall.card))}


def _leaving_the_first(stated: Scenario) -> Scenario:
    rig = tuple(map(leaving_the_first, stated.runner.rig))
    return replace(stated, runner=replace(stated.runner, rig=rig))


def _check_gates(attempt: Attempt) -> None:
    """Raises `CapacityError` where it is not known what comes of cards that the Runner meets before
    any ice, or behind all of it more than once."""
    ground = attempt.ground
    changing = [ground.rearranges] if ground.rearranges else []
    changing += [wall.card.title for wall in attempt.walls if swaps_itself(wall.card)]
    asking = [w.card.title for w in attempt.walls if any(e != ETR for e in by_trashing(w.card))]
    asking = asking if attempt.passing else []
    if (changing or asking) and (ground.again or ground.returns):
        title = (*changing, *asking)[0]
        raise CapacityError(f"{title}: where ice is met again is not executed yet")
    moving = [slot.title for slot in attempt.slots if slot.surfs or slot.copies]
    skipping = moving + [slot.title for slot in attempt.slots if slot.swaps]
    if asking and skipping:
        raise CapacityError(f"{asking[0]}: where {skipping[0]} may move it is not executed yet")
    for gate in attempt.gates:
        by_corp = any(each.side == "corp" for each in found_in(gate.effects, Choice))
        if gate.is_at_the_door and by_corp and ground.returns:
            raise CapacityError(f"{gate.title} beside {ground.returns[0]} has no price yet")
        if gate.when == ALL_PASSED and ground.again and moving:
            raise CapacityError(f"{gate.title} beside {moving[0]}, where ice is met again")
        if gate.costs_credits and attempt.shut:
            raise CapacityError(f"{gate.title} beside a pool that is closed has no price yet")
        if gate.costs_credits and attempt.purses.windfall:
            raise CapacityError(f"{gate.title} beside credits that come as the run begins")


def _unused(runner: Runner, attempt: Attempt, targets: Sequence[Target]) -> tuple[str, ...]:
    """What no payment takes into account of the rig; a run event that is no card of it is none."""
    of_event = f"{runner.event.title}{NO_PART}" if runner.event is not None else ""
    words = unused_of_rig(
        runner.rig,
        attempt.slots,
        targets,
        True,
        pools=True,
        by_link=goes_by_link(attempt),
        by_hand_size=any(asks_for_hands(wall.card) for wall in attempt.walls),
        left_lying=left_lying(runner),
    )
    return tuple(each for each in words if runner.event_slot is None or each != of_event)


def _left_out_of_event(scenario: Scenario) -> tuple[str, ...]:
    """Clauses of the card that started the run that no price counts."""
    event = scenario.runner.event
    if event is None or shuts_pool(event):
        return ()
    late = (*left_out_as_it_succeeds(event), *left_out_at_the_end(event))
    texts = (*(item.text for item in clauses_of_event(scenario)), *late)
    told = (*_NOT_FOR_ICE, AVERTS)
    if not any(may_be_used_unseen(placed.card) for placed in scenario.runner.rig):
        told = (*told, USED_IS_TRASHED)
    return tuple(f"{event.title}: '{text}'" for text in texts if not text.startswith(told))


def _silenced(scenario: Scenario, state: RigState) -> RigState:
    """The rig whose programs have no abilities on ice that takes those from its guests."""
    taking = {
        place
        for place, piece in enumerate(scenario.ice)
        if piece.card is not None and silences_guests(piece.card)
    }
    return tuple(
        now._replace(silent=placed.host in taking and is_guest(placed.card))
        for placed, now in zip(scenario.runner.rig, state, strict=True)
    )


def _ground(scenario: Scenario, slots: Sequence[Slot], passing: bool) -> Ground:
    """What holds in all of a run; `CapacityError` where more strength is not always worse."""
    ground = ground_of(scenario)
    shut = shuts_pool(scenario.runner.event)
    ground = ground._replace(
        drains="" if shut else ground.drains,
        meat=more_meat(scenario),
        sells_net=sells_net(scenario),
        outward=passing and ground.outward,
    )
    unsure = [slot.title for slot in slots if is_picky(slot)]
    if (ground.strength or ground.buys or ground.staff) and unsure:
        raise CapacityError(f"{unsure[0]} beside a card of the root that makes ice stronger")
    if unsure and (counting := hq_is_counted(scenario)):
        raise CapacityError(f"{unsure[0]} beside {counting}, where cards come to HQ and leave it")
    if ground.rich and scenario.corp.credits_low != scenario.corp.credits_high:
        raise CapacityError("ice by the Corp's credits, and nobody says how many there are")
    check_places(scenario, slots, ground, inner_bypassed(scenario) >= 0)
    return ground


def _pool(bill: Bill) -> int:
    pool: int = bill["pool"] if "pool" in bill else bill["credits"]
    return pool
