"""Rezzed cards of the root that wait for the Runner: as a run is to begin, as it begins, or behind
all ice, for the server to be approached.

What they ask of the Runner then is part of the price of a server: there is no way past a text
that may end the run whatever the Runner does. For what it takes to break all ice such a text is
left out, and named. Abilities of the Corp's that end the run wait here as well: it does best to
keep them until everything has been paid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from simcore.cards.card import Card
from simcore.cards.setting import Setting, meant_for
from simcore.cards.syntax import (
    Amount,
    Atom,
    Clause,
    Condition,
    If,
    Later,
    May,
    Node,
    Price,
    Sequence,
    Trace,
    Unexecuted,
    Unless,
)
from simcore.cards.vocabulary import DAMAGE
from simcore.cards.walking import atoms_of, found_in
from simcore.hosting import is_hushed
from simcore.plan.pieces import RigState
from simcore.plan.strengths import is_active
from simcore.prices.corp.at_any_time import any_sub
from simcore.prices.corp.coming import copies_left_out, innermost_of
from simcore.prices.corp.end_for_a_card import ends_by_trashing
from simcore.prices.corp.everywhere import as_all_ice
from simcore.prices.corp.further_effects import read_effect
from simcore.prices.corp.ground import ground_of, known_of_root, says
from simcore.prices.corp.price_ice import goes_home, priced_texts
from simcore.prices.corp.table_elsewhere import active_elsewhere
from simcore.prices.rig.as_installed import returns
from simcore.prices.rig.as_it_succeeds import (
    buys_off,
    clauses_at,
    credits_brought,
    credits_left_out,
    credits_taken,
)
from simcore.prices.rig.fetching import fetches
from simcore.prices.rig.taken_by_ice import taken_by_ice
from simcore.prices.stated import BY_FRACTERS_GONE, sacrifices
from simcore.prices.texts import ends_at_will, is_bid_for
from simcore.scenario import Corp, PlacedRoot, RigCard, Scenario, rezzed_in_root

ALL_PASSED, APPROACH = "all-passed", "approach-server"
EVENTS = (ALL_PASSED, APPROACH)
"""Behind all ice, one after the other."""
COST, BEGIN = "run-cost", "run-begin"
FIRST_BEHIND, SUCCEEDING, BEHIND = "first behind", "succeeding", "behind"
"""When cards wait, other than there: to begin a run at all, as it begins, and once it has come to
its success, the Runner's first, then the Corp's, then what comes of it later."""
_UNREAD = re.compile(r"^root: approach-server: (.+)$")
_TO_RUN = re.compile(r"^run-cost: ((?:pay|click) \S+(?: \+ (?:pay|click) \S+)*)$")
_NO_RUNS = "root: no-runs"
_FOR_AN_AGENDA = "run-cost: lose-agenda 1 unless hq-success"
ADVANCED_HERE = "advanced-ice-here"
"""How many pieces of the server's ice are advanced."""
_SUCCESS, _INSTEAD, _RUN_END = "success", "instead", "run-end"
_HURTING = {*DAMAGE, "etr", "tag", "rlose", "access-only"}
"""What is felt as a run succeeds, before anything is accessed, or in place of that."""
_ADVANCED = re.compile(rf"^etr unless pay (\d+)\*{ADVANCED_HERE}$")


BY_AGENDAS = "root: success: etr unless pay 2*runner-agendas"
_TAKES_USED = re.compile(r"^root: success: corp-may self-trash: (bounce broke-\S+ 1 \S+)$")
USED_IS_TRASHED = "this-run: at its end: a program used is trashed"
FROM_ARCHIVES = "root: approach-server: copy-sub archives-ice"


_ENDS_FOR_TAGS = (If(Condition("tags", ">=", 1), May("corp", Atom("etr"))),)


@dataclass(frozen=True, slots=True)
class Gate:
    """One such card: its title, how it lies there, what it does and when; its `slot` if it is
    one of the rig; the number of the card of the root that it `lies` as, if it does nothing else
    and may be trashed for its `trash` cost."""

    title: str
    setting: Setting
    effects: tuple[Node, ...]
    when: str = APPROACH
    slot: int = -1
    lies: int = -1
    trash: int = 0

    def is_there(self, rig: RigState) -> bool:
        """Whether it has not gone with the rig that is left."""
        return self.slot < 0 or is_active(rig[self.slot])

    @property
    def ends_for_tags(self) -> bool:
        """Whether it has the Corp end the run for tags, at any time."""
        return self.effects == _ENDS_FOR_TAGS

    @property
    def is_early(self) -> bool:
        """Whether the Runner meets it before any ice."""
        return self.when in (COST, BEGIN)

    @property
    def is_at_the_door(self) -> bool:
        """Whether it waits behind all ice, but before the run can succeed: ice may be ahead again
        after that."""
        return self.when in EVENTS

    @property
    def costs_credits(self) -> bool:
        """Whether a run costs credits by it."""
        asking = [each for each in self.effects if isinstance(each, Unless)]
        prices = (part for each in asking for cost in each.costs for part in cost)
        return self.when == COST and any(part.kind == "credits" for part in prices)


def gates_of(scenario: Scenario, passing: bool, in_root: int) -> tuple[Gate, ...]:
    """The rezzed cards of the root that ask for anything as a run begins or when the server is
    approached. `passing`: the Runner has to get in; so many cards really lie `in_root`."""
    found = sorted(_as_it_begins(scenario), key=lambda gate: not _enriches(gate))
    for event in EVENTS:
        for card, placed in rezzed_in_root(scenario):
            effects = _effects(card, placed, event)
            met = tuple(effect for effect in effects if not _is_left_out(effect, passing))
            if met:
                found.append(_in_root(scenario, placed, met, event))
    if passing and (title := ends_by_trashing(scenario, in_root)):
        setting = Setting(title, scenario.server, {"hq": scenario.corp.hq_count})
        found.append(Gate(title, setting, (Atom("etr"),)))
    behind = () if ground_of(scenario).unsuccessful else _as_it_succeeds(scenario, passing)
    return (*found, *behind, *_as_it_ends(scenario))


def _enriches(gate: Gate) -> bool:
    """Whether the Corp gains by a card, which has that come before what it pays for."""
    return any(atom.name == "cgain" for each in gate.effects for atom in atoms_of(each)) and not (
        asks_for_bids(gate)
    )


def _as_it_begins(scenario: Scenario) -> Iterator[Gate]:
    """The rezzed cards of the root that have a run cost more, or do something as it begins."""
    runner = scenario.runner
    for when in (COST, BEGIN):
        for card, placed in rezzed_in_root(scenario):
            effects = tuple(
                clause.effect
                for clause in card.rules.on
                if clause.event == when and clause.scope == "root"
                if "1/turn" not in clause.qualifiers or not runner.successful_runs_this_turn
            )
            if effects:
                yield Gate(card.title, _setting(scenario, placed), effects, when)


def _setting(scenario: Scenario, placed: PlacedRoot) -> Setting:
    """What a card of the root can count as the run begins."""
    assert placed.card is not None
    registers = {
        "adv": placed.advancement,
        "virus": placed.virus,
        "power": placed.power,
        "ice-here": len(scenario.ice),
        "corp-points": scenario.corp.points,
        "hq": scenario.corp.hq_count,
        "threat": max(scenario.runner.points, scenario.corp.points),
    }
    return Setting(placed.card.title, scenario.server, registers)


def _as_it_succeeds(scenario: Scenario, passing: bool) -> Iterator[Gate]:
    """The Runner's cards, and rezzed ones of the root, that hurt the Runner as the run succeeds, in
    place of its breach, or as it ends then. The Runner's come first each time, and where others
    hurt behind them it is felt what is drawn by them; credits that come first of all are there for
    whatever asks for some."""
    theirs = tuple(_of_the_root(scenario, passing, _SUCCESS))
    ending = tuple(_of_the_root(scenario, passing, _RUN_END))
    left = any(_leaves_damage(piece.card) for piece in scenario.ice if piece.card is not None)
    own = tuple(_of_the_runner(scenario, _SUCCESS, FIRST_BEHIND, bool(theirs or ending or left)))
    instead = tuple(_of_the_runner(scenario, _INSTEAD, BEHIND, bool(ending)))
    hurting = (*own, *theirs, *instead, *ending)
    paying = _takes_credits(hurting, scenario) or (left and buys_off(scenario.runner.rig))
    bidding = any(map(asks_for_bids, (*theirs, *instead, *ending)))
    if paying or bidding:
        yield from _bringing(scenario, paying, bidding)
    yield from hurting


def _of_the_runner(scenario: Scenario, event: str, when: str, drawing: bool) -> Iterator[Gate]:
    """Cards of the Runner at an event behind all ice; `drawing`: what is drawn is felt."""
    felt = _HURTING | {"rdraw"} if drawing else _HURTING
    for slot, card, placed in _cards_of_the_runner(scenario):
        effects = tuple(
            atom
            for clause in clauses_at(event, card, placed, scenario)
            for atom in _done_in_any_case(clause.effect, scenario.corp)
            if atom.name in felt
        )
        if effects:
            setting = Setting(card.title, scenario.server, {})
            yield Gate(card.title, setting, effects, when, slot)


def _bringing(scenario: Scenario, paying: bool, bidding: bool) -> Iterator[Gate]:
    """Cards of the Runner that take credits from the Corp as the run succeeds, where it is
    `bidding`, and that bring some, where the Runner is `paying`."""
    for slot, card, placed in _cards_of_the_runner(scenario):
        brought = credits_brought(card, placed, scenario) if paying else ()
        if effects := (*credits_taken(card, placed, scenario, bidding), *brought):
            setting = Setting(card.title, scenario.server, {})
            yield Gate(card.title, setting, effects, FIRST_BEHIND, slot)


def asks_for_bids(gate: Gate) -> bool:
    """Whether a card asks the Corp for credits, secretly or for a trace."""
    return any(True for _ in found_in(gate.effects, Trace)) or any(map(is_bid_for, gate.effects))


def robs(gate: Gate) -> bool:
    """Whether the Corp loses credits by a card that waits."""
    return any(atom.name == "closs" for each in gate.effects for atom in atoms_of(each))


def _cards_of_the_runner(scenario: Scenario) -> Iterator[tuple[int, Card, RigCard | None]]:
    """The identity and what started the run (-1), and the other cards of the rig by their slots."""
    runner = scenario.runner
    for card in (runner.identity, runner.event):
        if card is not None:
            yield -1, card, None
    for slot, placed in enumerate(runner.rig):
        if slot != runner.event_slot:
            yield slot, placed.card, placed


def _takes_credits(gates: Iterable[Gate], scenario: Scenario) -> bool:
    """Whether some of the cards behind all ice ask the Runner for credits: who pays them may beat a
    trace, or keep off what hurts."""
    found = [gate for gate in gates if gate.when in (FIRST_BEHIND, SUCCEEDING, BEHIND)]
    if found and buys_off(scenario.runner.rig):
        return True
    asked = (
        cost for gate in found for each in found_in(gate.effects, Unless) for cost in each.costs
    )
    by_price = any(part.kind == "credits" for cost in asked for part in cost)
    return by_price or any(found_in(gate.effects, Trace) for gate in found)


def words_of_success(scenario: Scenario, gates: Iterable[Gate]) -> tuple[str, ...]:
    """What the Runner's cards may bring as the run succeeds that is not counted, where any is asked
    for then."""
    if not _takes_credits(tuple(gates), scenario):
        return ()
    return tuple(
        f"{card.title}: '{text}'"
        for _, card, placed in _cards_of_the_runner(scenario)
        for text in credits_left_out(card, placed, scenario)
    )


def _leaves_damage(card: Card) -> bool:
    """Whether a piece of ice may leave damage for the success of the run."""
    waiting = found_in((card.rules.subs, card.rules.on), Later)
    return any(atom.name in DAMAGE for each in waiting for atom in atoms_of(each.effect))


def _of_the_root(scenario: Scenario, passing: bool, event: str) -> Iterator[Gate]:
    """Cards of the root at an event of a successful run."""
    for card, placed in rezzed_in_root(scenario):
        effects = tuple(
            clause.effect
            for clause in card.rules.on
            if clause.scope == "root" and clause.event == event and _comes_of_success(clause)
            if meant_for(clause, scenario.server) and _takes(clause.effect)
            if not _is_left_out(clause.effect, passing)
        )
        if effects:
            yield _in_root(scenario, placed, effects, SUCCEEDING if event == _SUCCESS else BEHIND)


def _in_root(scenario: Scenario, placed: PlacedRoot, effects: tuple[Node, ...], when: str) -> Gate:
    """A card of the root that waits behind all ice."""
    card = placed.card
    assert card is not None
    gate = Gate(card.title, _setting(scenario, placed), effects, when)
    if card.trash is None or not _only_waits(card) or _trash_costs_change(scenario):
        return gate
    lies = next(number for number, each in enumerate(scenario.root) if each is placed)
    return replace(gate, lies=lies, trash=card.trash)


def _trash_costs_change(scenario: Scenario) -> bool:
    """Whether a card may have others cost more or less to trash than is printed."""
    for card in (*scenario.cards(), *active_elsewhere(scenario)):
        texts = (
            *(each.kind for each in card.rules.statics),
            *(item.text for item in card.rules.unexecuted),
        )
        if any("trash-cost" in text for text in texts):
            return True
    return False


def _only_waits(card: Card) -> bool:
    """Whether nothing that a card of the root does comes before all ice has been passed."""
    rules = card.rules
    events = (*EVENTS, _SUCCESS, _RUN_END, "access")
    known = not (rules.statics or rules.corp_abilities or rules.unexecuted)
    return known and all(clause.event in events for clause in rules.on)


def _done_in_any_case(effect: Node, corp: Corp) -> Iterator[Atom]:
    """What a text does that nobody chooses, and no condition but that the Corp, as the run began,
    had so many credits."""
    match effect:
        case Atom():
            yield effect
        case Sequence(steps=steps):
            for step in steps:
                yield from _done_in_any_case(step, corp)
        case If(condition=Condition("corp-cr", ">=", int(least)), then=then):
            if corp.credits_high >= least:
                yield from _done_in_any_case(then, corp)


def _as_it_ends(scenario: Scenario) -> Iterator[Gate]:
    """The event that started the run, if it deals damage as the run ends, which nothing keeps
    off."""
    event = scenario.runner.event
    if event is None:
        return
    prices = map(_damage_at_the_end, event.rules.on)
    if cost := tuple(price for price in prices if price is not None):
        suffers = Unless(Atom("etr"), (cost,), forced=True)
        yield Gate(event.title, Setting(event.title, scenario.server, {}), (suffers,), BEHIND)
    if any(item.text == USED_IS_TRASHED for item in event.rules.unexecuted):
        taken = Atom("own-trash", Amount(1), ("used-prog", "sure"))
        yield Gate(event.title, Setting(event.title, scenario.server, {}), (taken,), BEHIND)


def _damage_at_the_end(clause: Clause) -> Price | None:
    if clause.scope != "this-run" or clause.event != _RUN_END or clause.qualifiers:
        return None
    effect = clause.effect
    if isinstance(effect, Atom) and effect.name in DAMAGE:
        return Price(effect.name, effect.amount)
    return None


def left_out_at_the_end(event: Card) -> Iterator[str]:
    """Damage that a run event may deal as the run ends, for what nobody knows."""
    for clause in event.rules.on:
        if clause.scope == "this-run" and clause.event == _RUN_END:
            if _hurts(clause.effect) and _damage_at_the_end(clause) is None:
                yield clause.text


def left_out_as_it_succeeds(event: Card) -> Iterator[str]:
    """What a run event has the Runner pay once the run has succeeded."""
    for clause in event.rules.on:
        if clause.scope == "this-run" and clause.event in (_SUCCESS, _INSTEAD):
            if any(offer.forced and offer.cost for offer in found_in(clause.effect, May)):
                yield clause.text


def _comes_of_success(clause: Clause) -> bool:
    """Whether it happens as the run succeeds, or as a successful run ends."""
    behind = clause.event == _RUN_END and _SUCCESS in clause.qualifiers
    return clause.event == _SUCCESS or behind


def _takes(effect: Node) -> bool:
    """Whether a card of the Corp's hurts the Runner, takes cards of the rig or has both sides bid,
    of which others may hear."""
    if is_bid_for(effect):
        return True
    return _hurts(effect) or any(atom.name == "trash" for atom in atoms_of(effect))


def _hurts(effect: Node) -> bool:
    return any(atom.name in _HURTING for atom in atoms_of(effect))


def _is_left_out(effect: Node, passing: bool) -> bool:
    """Whether a text is named alone."""
    return ends_at_will(effect) and (not passing or _copies(effect))


def closed_gates(scenario: Scenario, passing: bool, in_root: int) -> tuple[str, ...]:
    """What of them is left out, in words."""
    title = "" if passing else ends_by_trashing(scenario, in_root)
    by_identity = (f"{title}: may end the run at any time: that is left out",) if title else ()
    return by_identity + tuple(
        f"{placed.card.title}: may end the run behind all ice: that is left out"
        for placed in scenario.root
        if placed.card is not None and placed.rezzed
        if any(
            _is_left_out(effect, passing) and ends_at_will(effect, scenario.corp)
            for event in EVENTS
            for effect in _effects(placed.card, placed, event)
        )
    )


def left_out_of_root(
    stated: Scenario, scenario: Scenario, passing: bool, followed: bool
) -> tuple[str, ...]:
    """What rezzed cards of the root may do before the server is approached that is not counted,
    in the scenario as it was stated and once it is settled, of two copies once; `followed`: what
    ice comes in is."""
    sacrificed = tuple(
        f"{placed.card.title}: the Corp may trash {piece.card.title} to end the run: "
        "that is left out"
        for placed in stated.root
        if placed.card is not None and placed.rezzed and sacrifices(placed.card)
        for piece in scenario.ice
        if not passing
        if piece.card is not None and any(map(ends_at_will, priced_texts(piece.card)))
    )
    words = "ice of HQ that the Corp may install on the way is left out"
    coming = passing and not followed and stated.corp.hq_count
    bringing = innermost_of(stated) if coming else ()
    installed = tuple(f"{title}: {words}" for title, _ in bringing)
    if passing and followed and any(map(_goes_home, _unless_hushed(scenario))):
        home = "what goes back to HQ on the way is left out"
        installed += tuple(f"{title}: {home}" for title, _ in innermost_of(stated))
    acting = (
        f"{placed.card.title}: '{item.text}' is left out"
        for placed in scenario.root
        if placed.card is not None and placed.rezzed
        for item in placed.card.rules.unexecuted
        if _ON_THE_WAY.match(item.text) and not known_of_root(item, scenario)
    )
    copies = copies_left_out(stated) if passing else ()
    found = (*sacrificed, *installed, *copies, *_for_what_is_trashed(scenario), *acting)
    return tuple(dict.fromkeys(found))


def _unless_hushed(scenario: Scenario) -> list[Card]:
    """The ice, but for pieces whose abilities a program on them takes, which no ice may trash."""
    ice = [(place, each.card) for place, each in enumerate(scenario.ice) if each.card is not None]
    stays = not any("program" in taken_by_ice(card) for _, card in ice)
    rig = scenario.runner.rig
    return [card for place, card in ice if not (stays and is_hushed(place, rig))]


def _goes_home(card: Card) -> bool:
    """Whether a piece of ice may go back to HQ once it is passed."""
    return goes_home(card) or any("self-to-hq" in item.text for item in card.rules.unexecuted)


def _for_what_is_trashed(scenario: Scenario) -> tuple[str, ...]:
    """What the Corp's identity does for cards that are trashed on the way, where they may be."""
    identity, runner = scenario.corp.identity, scenario.runner
    found = []
    coming = any(returns(placed.card)[0] or fetches(placed.card) for placed in runner.rig)
    counted = any(says(placed.card, BY_FRACTERS_GONE) for placed in runner.rig)
    left_out = (coming and _may_spare(scenario)) or counted
    if identity is not None and _hunts(scenario) and left_out:
        found.append(f"{identity.title}: that a trashed card is removed from the game is left out")
    return tuple(found)


def removes_trashed(scenario: Scenario) -> bool:
    """Whether no card that is trashed comes back: the Corp removes the one that would."""
    return _hunts(scenario) and not _may_spare(scenario)


def _hunts(scenario: Scenario) -> bool:
    """Whether the Corp's identity may remove the first card of a turn that is trashed."""
    identity = scenario.corp.identity
    return identity is not None and any(i.text == _HUNTS for i in identity.rules.unexecuted)


def _may_spare(scenario: Scenario) -> bool:
    """Whether more than one card of the Runner's may be installed again once it was trashed, so
    that some are spared."""
    runner = scenario.runner
    cards = [card for card, number in (*runner.heap, *runner.grip) for _ in range(number)]
    cards += [placed.card for placed in runner.rig if not placed.in_heap]
    return sum(returns(card)[0] != "" for card in cards) > 1 or any(map(fetches, cards))


def trashes_ice(scenario: Scenario) -> bool:
    """Whether cards of the Runner's may trash ice on the way."""
    runner = scenario.runner
    cards = [placed.card for placed in runner.rig]
    cards += [runner.event] if runner.event is not None else []
    texts = (item.text for card in cards for item in card.rules.unexecuted)
    return any(map(_TRASHES_ICE.search, texts))


_HUNTS = "runner-card-trashed [1/turn]: corp-may rfg it"
_TRASHES_ICE = re.compile(
    r"at 0(?: or less)?(?: is|: trash| is trashed)|trash it at 0|ice is trashed|"
    r"fully broken: it is trashed"
)
_ON_THE_WAY = re.compile(
    r"^root: (success: etr|corp \[?|all-passed|approach-server|approach-ice|pass:|enc|on-trace|"
    r"on-net|trace \+|if tagged)"
)


def _effects(card: Card, placed: PlacedRoot, event: str) -> Iterator[Node]:
    for clause in card.rules.on:
        if clause.event == event and clause.scope == "root":
            yield clause.effect
    for ability in card.rules.corp_abilities if event == EVENTS[-1] else ():
        if ends_at_will(ability.effect) and not _copies(ability.effect):
            for cost in ability.costs:
                asked = {part.kind: part.amount.base for part in cost}
                credits = tuple(part for part in cost if part.kind == "credits")
                used = May("corp", ability.effect, credits)
                if asked.get("power", 0) <= placed.power:
                    yield If(Condition("adv", ">=", asked.get("adv", 0)), used)


def _copies(effect: Node) -> bool:
    """Whether a text makes subroutines of other ice resolve."""
    return any(atom.name == "copy-sub" for atom in atoms_of(effect))


def read_gate(item: Unexecuted, scenario: Scenario, passing: bool) -> Clause | None:
    """What a clause that no game executes asks for to begin a run, as the server is approached, or
    as the run succeeds; None if it is none of these, or cannot be read."""
    agendas = agendas_of_runner(scenario)
    if asked := _TO_RUN.match(item.text):
        return _clause(COST, read_effect(f"etr unless {asked[1]}"), item)
    poor = agendas == 0 and not scenario.runner.successful_runs_this_turn
    if item.text == _NO_RUNS or (item.text == _FOR_AN_AGENDA and poor):
        return _clause(COST, Atom("etr"), item)
    if item.text == BY_AGENDAS and agendas is not None:
        price = Price("credits", Amount(2 * agendas))
        effect = Unless(Atom("etr"), ((price,),)) if agendas else Atom("nothing")
        return _clause(_SUCCESS, effect, item)
    if item.text == FROM_ARCHIVES and (turned := _turned_up(scenario, passing)) is not None:
        return _clause(APPROACH, turned, item)
    if (found := _TAKES_USED.match(item.text)) and (taken := read_effect(found[1])) is not None:
        return _clause(_SUCCESS, May("corp", taken), item)
    found = _UNREAD.match(item.text)
    if found is None:
        return None
    if asked := _ADVANCED.match(found[1]):
        price = Price("credits", Amount(0, int(asked[1]), ADVANCED_HERE))
        return _clause(APPROACH, Unless(Atom("etr"), ((price,),)), item)
    return _clause(APPROACH, read_effect(found[1]), item)


def _turned_up(scenario: Scenario, passing: bool) -> Node | None:
    """What the ice that is known to lie in Archives may do once a piece is turned up there; None if
    nobody says what lies there, or where it may end the run and that is left out."""
    ice = as_all_ice(scenario.corp.archives, scenario)
    ending = any(ends_at_will(sub) for card in ice for sub in priced_texts(card))
    if not scenario.corp.archives or (ending and not passing):
        return None
    return any_sub("a card of the root", ice, passing)


def agendas_of_runner(scenario: Scenario) -> int | None:
    """How many agendas are in the Runner's score area; None if nobody knows."""
    runner = scenario.runner
    return 0 if runner.agendas is None and not runner.points else runner.agendas


def _clause(event: str, effect: Node | None, item: Unexecuted) -> Clause | None:
    return None if effect is None else Clause(event, effect, scope="root", text=item.text)
