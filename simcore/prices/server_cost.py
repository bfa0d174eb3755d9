"""What a whole server costs the Runner of a scenario: `simcore break --server`.

All ice is met outermost first by the rig of the scenario, each piece as if it had been
rezzed before the run; `simcore.prices.way.journey` says what counts. The whole way is optimised
at once: strength that lasts, counters, cards given up, and what earlier ice does to later
ice. Credits from purses (bad publicity, recurring, hosted) are part of the price, and are
used before the pool wherever they may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from simcore.cards.card import BLANK, Card
from simcore.cards.counters import words_of_counters
from simcore.cards.setting import Setting, is_folded
from simcore.cards.settled import settle
from simcore.cards.standing import braced, ice_statics, on_all_ice
from simcore.cards.syntax import Unexecuted
from simcore.cards.unplayed import for_prices
from simcore.cards.walking import atoms_of, mentioned
from simcore.errors import CapacityError, Problem, ScenarioError
from simcore.hosting import is_hushed
from simcore.plan.descent import is_picky
from simcore.plan.pieces import RigState, Slot
from simcore.plan.slots import rezzed_by_subtype, standing_of_rig
from simcore.prices.begun import (
    ON_THE_WAY,
    bypasses_of,
    clauses_beside,
    gain_of,
    gained,
    inner_bypassed,
    is_bypass,
    purses_beside,
)
from simcore.prices.corp.at_any_time import ends_left_out, interventions
from simcore.prices.corp.everywhere import on_ice_of_all_servers, with_elsewhere
from simcore.prices.corp.forms import reveals
from simcore.prices.corp.gates import closed_gates, gates_of, left_out_of_root
from simcore.prices.corp.ground import (
    Ground,
    braces_advanced,
    counts_ice,
    ground_of,
    known_of_identity,
    known_of_root,
    rig_on,
    shuts_pool,
    works_at_places,
)
from simcore.prices.corp.price_ice import (
    counts_counters,
    counts_hq,
    has_aura,
    priced_ice,
    takes_subtypes,
)
from simcore.prices.corp.surroundings import (
    CHANGES_THE_FIRST,
    check_places,
    given_to_the_first,
    laid_when_rezzed,
    more_advancement,
    of_more_subtypes,
    still_there,
    under_root,
    with_subtypes,
)
from simcore.prices.corp.when_rezzed import words_of_unrezzed
from simcore.prices.corp.words_of_root import blank_ones, idle_in_root, uncounted_of_root
from simcore.prices.cost import (
    Bill,
    frame_of,
    rig_of,
    settled_rig,
    told_of_many,
    unpriced_ice,
    unpriced_rig,
)
from simcore.prices.fined import ways
from simcore.prices.purses import Purse
from simcore.prices.rig.as_installed import looks_at_installs
from simcore.prices.rig.beside import beside_the_rig, under_event, without_beside
from simcore.prices.rig.drawing import grip_once_begun
from simcore.prices.rig.fetching import with_fetched
from simcore.prices.rig.from_heap import comes_from_heap, with_heap
from simcore.prices.rig.keeping_open import words_of_hq
from simcore.prices.rig.made_by_rig import as_changed, first_sub, fracters_go
from simcore.prices.rig.preventing import makes_tagged
from simcore.prices.rig.untagging import removes_tags
from simcore.prices.stated import as_stated, may_tag, taxed_by
from simcore.prices.uncounted import NO_PART, approximations, of_the_stack, of_threat, unused_of_rig
from simcore.prices.way.attempt import Attempt, check_gains, with_gains_of_corp
from simcore.prices.way.suffering import HARMLESS
from simcore.prices.way.tracing import deciding_link
from simcore.prices.way.wall import Wall
from simcore.scenario import PlacedIce, RigCard, Runner, Scenario

if TYPE_CHECKING:
    import pandas as pd

CHOSEN_DAMAGE = "damage: cards of the Runner's choice"
"""A card of the rig by which the Runner chooses what damage takes."""
_ON_ICE = ("break", "ice-here", "str +", "gain-sub", "encounter")
"""What a clause of a root card, not executed, says when it may change what ice costs."""
_MOVE_HQ = ("cdraw", "hq-to", "to-hq", "install", "discard-hq", "breach hq")
"""What a clause of ice, not executed, says when it may change the number of cards in HQ."""


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


def server_cost(scenario: Scenario, *, passing: bool = False) -> ServerCost:
    """The payments that break all ice of a scenario's server one after the other, or,
    `passing`, that get the Runner past it.

    Raises `ScenarioError` for ice that is unknown, `CapacityError` for what has no price.
    """
    _refuse_unknown(scenario)
    scenario, of_event = under_event(scenario)
    in_root = len(scenario.root)
    scenario, of_elsewhere = with_elsewhere(scenario)
    stated = scenario
    scenario, assumed = _settled(scenario, passing)
    runner = scenario.runner
    _refuse_beside(scenario, passing)
    walls = tuple(_walls(scenario))
    slots, state = rig_of(
        runner.rig,
        len(walls),
        scenario.server,
        runner.successful_runs_this_turn > 0,
        grip=sum(count for _, count in runner.grip),
        threat=max(runner.points, scenario.corp.points),
        event=runner.event if runner.event_slot is None else None,
        link=runner.link,
        identity=runner.identity,
        earning=True,
    )
    attempt = Attempt(
        runner.rig,
        slots,
        _silenced(scenario, state),
        walls,
        purses_beside(scenario),
        grip=grip_once_begun(slots, sum(count for _, count in runner.grip)),
        tags=runner.tags,
        bypasses=bypasses_of(scenario),
        bypassed=inner_bypassed(scenario),
        passing=passing,
        clicks=runner.clicks,
        counts_ice=any(counts_ice(root.card) for root in stated.root if root.card and root.rezzed)
        or any(works_at_places(placed.card) for placed in runner.rig),
        taxed=sum(taxed_by(root.card) for root in stated.root if root.card and root.rezzed),
        gates=gates_of(scenario, more_advancement(scenario), passing),
        interventions=interventions(stated, passing),
        ground=_ground(stated, slots),
        shut=shuts_pool(runner.event),
        link=deciding_link(stated),
        hq=scenario.corp.hq,
        root_cards=in_root,
        odd=_loses_odd(runner),
        braces_advanced=any(
            root.card is not None and root.rezzed and braces_advanced(root.card)
            for root in stated.root
        ),
        purse=Purse(
            runner.credits + gained(scenario),
            scenario.corp.credits_high,
            scenario.corp.credits_low,
        ),
    )
    check_gains(attempt, scenario.corp.identity)
    attempt = with_gains_of_corp(attempt)
    bills, past = ways(attempt)
    left_out = [
        f"{runner.event.title}: '{item.text}'"
        for item in _of_event(scenario)
        if runner.event is not None and not shuts_pool(runner.event)
    ]
    met = [
        priced_ice(each.card, each.setting, each.place, each.braced, each.lent) for each in walls
    ]
    subs = sum(len(piece.before(attempt.grip).tagged(runner.tags).subs) for piece in met)
    waiting = {gate.title for gate in attempt.gates}
    cheapest = min(bills, key=lambda bill: (bill["credits"], _pool(bill)), default=None)
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
        uncounted_of_root(stated, scenario, waiting),
        (
            *(
                words
                for words in unused_of_rig(runner.rig, attempt.slots, [p.target for p in met], True)
                if runner.event_slot is None or words != f"{_title_of_event(runner)}{NO_PART}"
            ),
            *idle_in_root(stated, waiting),
            *left_out,
        ),
        (*of_event, *of_elsewhere, *assumed, *words_of_unrezzed(stated.ice)),
        approximations([wall.card for wall in walls], passing, purses=True)
        + of_threat(stated, passing)
        + blank_ones(_identities(scenario))
        + closed_gates(scenario, passing)
        + ends_left_out(stated, passing)
        + left_out_of_root(stated, scenario, passing)
        + told_of_many(past),
    )


def _silenced(scenario: Scenario, state: RigState) -> RigState:
    """The rig whose programs have no abilities on ice that takes those from its guests."""
    taking = {
        place
        for place, piece in enumerate(scenario.ice)
        if piece.card is not None
        for clause in piece.card.rules.on
        if any(atom.name == "take-trojan" for atom in atoms_of(clause.effect))
    }
    return tuple(
        now._replace(silent=now.silent or (placed.card.type == "program" and placed.host in taking))
        for placed, now in zip(scenario.runner.rig, state, strict=True)
    )


def _loses_odd(runner: Runner) -> bool:
    """Whether damage may take a card of an odd cost, whoever chooses the cards."""
    odd = [card.id == BLANK.id or bool((card.cost or 0) % 2) for card, _ in runner.grip]
    rig = (item.text for placed in runner.rig for item in placed.card.rules.unexecuted)
    return all(odd) and bool(odd) if CHOSEN_DAMAGE in rig else any(odd)


def _ground(scenario: Scenario, slots: Sequence[Slot]) -> Ground:
    """What holds in all of a run; `CapacityError` where more strength is not always worse."""
    ground = ground_of(scenario)
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    unsure = [slot.title for slot in slots if is_picky(slot)]
    unsure += [card.title for card in cards if counts_hq(card)]
    if (ground.strength or ground.bought or ground.staff) and unsure:
        raise CapacityError(f"{unsure[0]} beside a card of the root that makes ice stronger")
    check_places(scenario, slots, ground, inner_bypassed(scenario) >= 0)
    if ground.drains and purses_beside(scenario).total:
        raise CapacityError(f"{ground.drains} beside credits that are not in the pool")
    return ground


def _unseen_in_hq(scenario: Scenario, ice: Iterable[Card]) -> tuple[str, ...]:
    """What ice could reveal from HQ, if nobody says what lies there."""
    corp = scenario.corp
    if corp.hq or not corp.hq_count:
        return ()
    found = {card.title: kind for card in ice if (kind := reveals(card))}
    return tuple(f"{title}: no {kind} ice in HQ (state corp.hq)" for title, kind in found.items())


def _identities(scenario: Scenario) -> tuple[Card, ...]:
    """Both sides' identities that do not stand in the rig."""
    both = (scenario.runner.identity, scenario.corp.identity)
    return tuple(card for card in both if card is not None)


def _settled(scenario: Scenario, passing: bool) -> tuple[Scenario, tuple[str, ...]]:
    """With nothing left open that could be settled, and what is assumed for it."""
    ice: list[PlacedIce] = []
    assumed: list[str] = []
    for piece in scenario.ice:
        assert piece.card is not None
        outside = still_there([each.card for each in ice if each.card is not None], scenario)
        facts = _facts(scenario, outside)
        if not ice and "tags" in facts:
            facts["tags"] += ground_of(scenario).tags_first
        card, words = settle(as_stated(for_prices(piece.card), facts), outside=outside)
        laid = laid_when_rezzed(piece, card, scenario)
        power, virus = laid.get("power", piece.power), laid.get("virus", piece.virus)
        advancement = laid.get("advancement", piece.advancement)
        ice.append(replace(piece, card=card, power=power, virus=virus, advancement=advancement))
        assumed += [*words, *words_of_counters(card, laid, "rezzed")]
    given = given_to_the_first(scenario.runner.identity)
    if ice and given:
        ice[0] = replace(ice[0], card=of_more_subtypes(ice[0].card, given))
    others = [takes_subtypes(each.card) for each in ice if each.card is not None]
    if any(others):
        ice = [
            replace(piece, card=with_subtypes(piece.card, ice))
            if piece.card is not None and takes_subtypes(piece.card)
            else piece
            for piece in ice
        ]
    ice, root = under_root(ice, scenario, passing)
    facts = _facts(scenario, [piece.card for piece in scenario.ice if piece.card is not None])
    both, words_of_heap = with_heap(scenario.runner)
    there, words_of_ground = rig_on(scenario, both)
    there, words_of_fetched = with_fetched(there, scenario.runner, len(ice))
    known = [replace(p, card=as_stated(for_prices(p.card), facts)) for p in there]
    met = [piece.card for piece in ice if piece.card is not None]
    rig, more = settled_rig(as_changed(known, met))
    if met:
        rig, first = first_sub(rig, met, scenario.server)
        ice[0] = replace(ice[0], card=first)
    runner = scenario.runner
    if looks_at_installs(runner.identity) and runner.identity and any(p.in_heap for p in rig):
        rig = (*rig, RigCard(runner.identity))
    beside = beside_the_rig((runner.identity, runner.event))
    runner = replace(
        runner,
        rig=rig + beside,
        identity=without_beside(runner.identity),
        event=without_beside(runner.event),
    )
    words = (
        *assumed,
        *more,
        *words_of_heap,
        *words_of_ground,
        *words_of_fetched,
        *_unseen_in_hq(scenario, met),
    )
    words += words_of_hq(there, runner.successful_runs_this_turn > 0)
    words += of_the_stack(met, scenario.runner.stack) if passing else ()
    return replace(scenario, ice=tuple(ice), root=root, runner=runner), words


def _facts(scenario: Scenario, outer: Sequence[Card]) -> dict[str, int]:
    """What is stated and the same when the Runner meets the piece behind these."""
    runner, corp = scenario.runner, scenario.corp
    facts = {"threat": max(runner.points, corp.points), "bp": corp.bad_publicity}
    facts["rezzed-this-turn"] = 0
    moving = fracters_go(runner.rig, [piece.card for piece in scenario.ice if piece.card])
    if not (moving or comes_from_heap(runner, "fracter")):
        facts["heap:fracter"] = sum(n for card, n in runner.heap if "fracter" in card.subtypes)
    here = [placed.card for placed in scenario.root if placed.card is not None and placed.rezzed]
    facts["rezzed-assets"] = sum(card.type == "asset" for card in here)
    facts["archives-transactions"] = sum("transaction" in card.subtypes for card in corp.archives)
    facts |= rezzed_by_subtype([piece.card for piece in scenario.ice if piece.card is not None])
    sure = not (may_tag(outer) or (outer and ground_of(scenario).trace_tags))
    sure &= not (runner.tags and any(removes_tags(placed.card) for placed in runner.rig))
    return facts | {"tags": runner.tags} if sure else facts


def _pool(bill: Bill) -> int:
    pool: int = bill["pool"] if "pool" in bill else bill["credits"]
    return pool


def _walls(scenario: Scenario) -> Iterator[Wall]:
    rezzed = [root.card for root in scenario.root if root.card and root.rezzed]
    statics = [static for card in rezzed for static in ice_statics(card)]
    statics += on_all_ice(scenario.corp.identity)
    statics += on_ice_of_all_servers(scenario)
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    auras = sum(map(has_aura, cards))
    for place, piece in enumerate(scenario.ice):
        assert piece.card is not None
        registers = {
            "adv": piece.advancement + more_advancement(scenario),
            "virus": piece.virus,
            "power": piece.power,
            "ice-here": len(scenario.ice),
            "corp-points": scenario.corp.points,
            "hq": scenario.corp.hq_count,
            "threat": max(scenario.runner.points, scenario.corp.points),
        }
        registers |= rezzed_by_subtype(cards)
        earlier = scenario.runner.successful_runs_this_turn > 0
        setting = Setting(piece.card.title, scenario.server, registers, earlier)
        others = auras - has_aura(piece.card)
        more = others + braced(statics, piece.card, setting)
        lent = standing_of_rig(scenario.runner.rig, piece.card, place)
        hushed = is_hushed(place, scenario.runner.rig)
        yield Wall(piece.card, setting, place, piece.power, more, lent, hushed)


def _refuse_unknown(scenario: Scenario) -> None:
    problems = [
        Problem(
            f"server.ice[{place}]",
            "an unknown piece has no price of its own: ask for all draws "
            f"(it may be {', '.join(card.title for card, _ in piece.candidates[:3])}"
            + (" …)" if len(piece.candidates) > 3 else ")"),
        )
        for place, piece in enumerate(scenario.ice)
        if piece.card is None
    ]
    if problems:
        raise ScenarioError(scenario.source, problems)


def _refuse_beside(scenario: Scenario, passing: bool) -> None:
    """What no price is known for: clauses of cards that are not executed, of cards beside
    the ice that act on the way; all named."""
    found = unpriced_rig(
        scenario.runner.rig, scenario.server, passing, _moving(scenario, passing), _AROUND
    )
    if tagging := [p.card.title for p in scenario.runner.rig if makes_tagged(p.card)]:
        found += [
            f"{tagging[0]} beside {piece.card.title}: who is tagged by a card is not executed yet"
            for piece in scenario.ice
            if piece.card is not None and "tagged" in mentioned(piece.card.rules)
        ]
    hosted = any(placed.host is not None for placed in scenario.runner.rig)
    for piece in scenario.ice:
        assert piece.card is not None
        card = piece.card
        found += unpriced_ice(card, piece.advancement, scenario.server, _AROUND)
        if counts_hq(card) and passing and _moves_hq(scenario):
            found.append(f"{card.title} counts HQ, where cards come and go on the way")
        if counts_counters(card) and not (piece.rezzed or piece.power):
            found.append(f"{card.title}: say how many power counters lie on it")
        now = [clause for clause in piece.card.rules.on if clause.event != "rez"]
        atoms = [atom.name for clause in now for atom in atoms_of(clause.effect)]
        if hosted and "take-trojan" in atoms:
            found.append(f"{piece.card.title}: 'take-trojan' beside hosted programs has no price")
    for card in (root.card for root in scenario.root if root.card and root.rezzed):
        found += [
            f"{card.title}: '{item.text}' is not executed yet"
            for item in card.rules.unexecuted
            if any(word in item.text for word in _ON_ICE) and not known_of_root(item, scenario)
            if not item.text.startswith("root: success")
        ]
    for card in _identities(scenario):
        found += [
            f"{card.title}: '{item.text}' is not executed yet"
            for item in card.rules.unexecuted
            if _acts_on_the_way(item, scenario) and not CHANGES_THE_FIRST.match(item.text)
            if card is not scenario.corp.identity or not known_of_identity(item, scenario)
        ]
    for item in _of_event(scenario):
        assert scenario.runner.event is not None
        hidden = _asks_for_stealth(scenario)
        shut = shuts_pool(scenario.runner.event) and not hidden
        if ("stealth" in item.text and hidden) or (item.text.startswith(_ON_ICE_NOW) and not shut):
            found.append(f"{scenario.runner.event.title}: '{item.text}' is not executed yet")
    for card, holder, clause in clauses_beside(scenario):
        harmless = HARMLESS.issuperset(atom.name for atom in atoms_of(clause.effect))
        harmless |= gain_of(clause) > 0
        if not (is_bypass(clause) or is_folded(clause, holder) or harmless):
            found += [f"{card.title}: '{clause.text}' has no price yet"]
    if found:
        raise CapacityError("; ".join(found))


_COUNTED = ("tags", "bp", "threat", "rezzed-outside", "rezzed-assets", "archives-transactions")
_AROUND = dict.fromkeys((*_COUNTED, "heap", "virtual-res"), 99)
"""There may be so many of what clauses count that are not written in as stated."""
_ON_ICE_NOW = "this-run: on ice"
"""What a clause of a run event says first that changes what ice costs."""


def _title_of_event(runner: Runner) -> str:
    return runner.event.title if runner.event is not None else ""


def _of_event(scenario: Scenario) -> tuple[Unexecuted, ...]:
    """What is not executed of the event that started the run."""
    event = scenario.runner.event
    return event.rules.unexecuted if event is not None else ()


def _moving(scenario: Scenario, passing: bool) -> frozenset[str]:
    """What may change on the way of all that rig cards count; what is broken does nothing."""
    names, unread = set[str](), ""
    for card in (piece.card for piece in scenario.ice if piece.card is not None):
        effects = [clause.effect for clause in card.rules.on]
        effects += card.rules.subs if passing else ()
        names |= {atom.name for effect in effects for atom in atoms_of(effect)}
        keys = ("on", "subs") if passing else ("on",)
        unread += " ".join(item.text for item in card.rules.unexecuted if item.key in keys)
    beside = {
        atom.name for *_, clause in clauses_beside(scenario) for atom in atoms_of(clause.effect)
    }
    moving = set[str]()
    if "core" in names or "core" in unread:
        moving.add("core")
    if (names | beside) & {"net", "meat", "core", "rdraw"} or _OF_GRIP.search(unread):
        moving.add("grip")
    if "trash" in names or "trash" in unread:
        moving.add("rig")
    return frozenset(moving)


_OF_GRIP = re.compile(r"\b(net|meat|core|draw|grip|discard)\b")


def _acts_on_the_way(item: Unexecuted, scenario: Scenario) -> bool:
    """Whether a clause of an identity, not executed, may change what ice costs here."""
    if item.text.startswith("encounter of ice just rezzed"):
        return False  # all ice has been rezzed before
    if item.text.startswith("enc-end advanced"):
        return any(piece.advancement for piece in scenario.ice)
    return item.key == "static" or item.text.startswith(ON_THE_WAY)


def _asks_for_stealth(scenario: Scenario) -> bool:
    """Whether a card of the rig can be used for stealth credits alone."""
    rules = [placed.card.rules for placed in scenario.runner.rig]
    breaks = any(each.stealth for r in rules for each in r.breaks)
    pumps = any(each.stealth for r in rules for each in r.pumps)
    return breaks or pumps or any("[stealth" in item.text for r in rules for item in r.unexecuted)


def _moves_hq(scenario: Scenario) -> bool:
    """Whether some ice may change how many cards are in HQ."""
    return any(
        atom.name in ("cdraw", "self>hq")
        for piece in scenario.ice
        if piece.card is not None
        for effect in (*piece.card.rules.subs, *(c.effect for c in piece.card.rules.on))
        for atom in atoms_of(effect)
    ) or any(
        word in item.text
        for piece in scenario.ice
        if piece.card is not None
        for item in piece.card.rules.unexecuted
        for word in _MOVE_HQ
    )
