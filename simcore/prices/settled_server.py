"""A server as a price takes it: what nobody stated is assumed and said, what can be settled
before the run is written into the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.counters import words_of_counters
from simcore.cards.outside import texts_on
from simcore.cards.settled import in_braces, settle
from simcore.cards.unplayed import for_prices
from simcore.cards.walking import atoms_of
from simcore.plan.targets import rezzed_by_subtype
from simcore.prices.corp.everywhere import ice_elsewhere, rezzed_assets, unstated_assets
from simcore.prices.corp.forms import reveals
from simcore.prices.corp.ground import Ground, ground_of
from simcore.prices.corp.on_the_rig import rig_on
from simcore.prices.corp.price_ice import (
    counts_outside,
    hosts_nothing,
    may_be_taken_back,
    may_shuffle,
    takes_subtypes,
)
from simcore.prices.corp.purging import words_of_purges
from simcore.prices.corp.rez_costs import with_rez_costs
from simcore.prices.corp.rezzed_in_run import may_be_rezzed
from simcore.prices.corp.subtypes import given_to_the_first, of_more_subtypes, with_subtypes
from simcore.prices.corp.surroundings import (
    goes_back_unpaid,
    laid_when_rezzed,
    still_there,
    under_root,
    with_own_subtypes,
)
from simcore.prices.corp.table_elsewhere import active_elsewhere
from simcore.prices.cost import settled_rig
from simcore.prices.rig.as_installed import looks_at_installs
from simcore.prices.rig.beside import beside_the_rig, without_beside
from simcore.prices.rig.fetchable import with_fetched, words_of_hosts, words_of_return
from simcore.prices.rig.fetching import fetches
from simcore.prices.rig.from_heap import with_heap
from simcore.prices.rig.hand import is_known, knowing_the_hand
from simcore.prices.rig.holding import words_of_hands
from simcore.prices.rig.keeping_open import words_of_hq
from simcore.prices.rig.known_hand import changes_of_grip
from simcore.prices.rig.made_by_rig import (
    as_changed,
    counting_held_fracters,
    dulled,
    first_sub,
    fracters_go,
)
from simcore.prices.rig.preventing import makes_tagged
from simcore.prices.rig.unstated import without_unstated
from simcore.prices.rig.untagging import removes_tags, takes_tags
from simcore.prices.stated import (
    ICE_IN_HQ,
    KNOWN_GRIP,
    TAGGED_BY_CARD,
    as_stated,
    cards_by_cost,
    may_tag,
    may_tag_for_counters,
)
from simcore.prices.uncounted import of_the_stack
from simcore.prices.way.attempt import texts_of_ice
from simcore.prices.way.rezzing import waits_for_rezzing
from simcore.purses import spendable_by_all
from simcore.scenario import Corp, PlacedIce, RigCard, Runner, Scenario

_PAID_AS_MET = "encounter: corp-may pay "
"""What a card says of which `paid` in braces tells what was paid in the run."""
_BIDS = ("trace", "psi")
"""What the Corp may pay for with credits that it needs elsewhere."""


def settled_server(scenario: Scenario, passing: bool) -> tuple[Scenario, tuple[str, ...]]:
    """With nothing left open that could be settled, and what is assumed for it."""
    scenario = with_own_subtypes(scenario)
    ice, words_of_ice = _settled_ice(scenario)
    ice, root = under_root(ice, scenario, passing)
    met = [piece.card for piece in ice if piece.card is not None]
    rig, words_of_rig = _settled_rig(scenario, met)
    if met:
        rig, first = first_sub(rig, met, scenario.server)
        ice[0] = replace(ice[0], card=first)
        rig, as_dulled = dulled(rig, [piece.card for piece in ice if piece.card is not None])
        ice = [replace(piece, card=card) for piece, card in zip(ice, as_dulled, strict=True)]
    ice = with_rez_costs(ice, scenario, rig)
    runner = scenario.runner
    heard = looks_at_installs(runner.identity) and any(p.in_heap for p in rig)
    heard |= waits_for_rezzing(runner.identity) and may_be_rezzed(scenario)
    if heard and runner.identity:
        rig = (*rig, RigCard(runner.identity))
    words = (*words_of_ice, *words_of_rig, *_unseen_in_hq(scenario, met))
    words += unstated_assets(scenario) + _further_copies(met) + _paid_beside(scenario)
    words += words_of_hands(met, runner) + of_the_stack(met, runner.stack) if passing else ()
    runner = replace(
        runner,
        rig=rig + beside_the_rig((runner.identity, runner.event)),
        identity=without_beside(runner.identity),
        event=without_beside(runner.event),
    )
    return replace(scenario, ice=tuple(ice), root=root, runner=runner), words


def _settled_ice(scenario: Scenario) -> tuple[list[PlacedIce], list[str]]:
    """The ice as it stands once all of it is rezzed, each piece as those outside of it leave it."""
    ice: list[PlacedIce] = []
    tags_first = ground_of(scenario).tags_first
    assumed: list[str] = []
    for piece in scenario.ice:
        assert piece.card is not None
        outside = still_there([each.card for each in ice if each.card is not None], scenario)
        facts = _facts(scenario, outside)
        if tags_first and ice:
            facts.pop("tags", None)  # it may be the outermost piece by then
        elif "tags" in facts:
            facts["tags"] += tags_first
        card, words = settle(as_stated(for_prices(piece.card), facts), outside=outside)
        laid = laid_when_rezzed(piece, card, scenario)
        power, virus = laid.get("power", piece.power), laid.get("virus", piece.virus)
        advancement = laid.get("advancement", piece.advancement)
        ice.append(replace(piece, card=card, power=power, virus=virus, advancement=advancement))
        unstated = {kind: laid[kind] for kind in laid.keys() - in_braces(card.title)[1].keys()}
        assumed += [*words, *words_of_counters(card, unstated, "rezzed")]
        assumed += _counted_though_gone(piece.card, outside, scenario)
    given = given_to_the_first(scenario.runner.identity)
    if ice and given and ice[0].card is not None:
        ice[0] = replace(ice[0], card=of_more_subtypes(ice[0].card, given))
    settled = list(ice)
    there = [each.card for each in ice if each.card is not None]
    there += ice_elsewhere(scenario)
    for place, piece in enumerate(ice):
        if piece.card is not None and takes_subtypes(piece.card):
            settled[place] = replace(piece, card=with_subtypes(piece.card, there))
    return settled, assumed


def _settled_rig(scenario: Scenario, met: Sequence[Card]) -> tuple[tuple[RigCard, ...], list[str]]:
    """The rig as the server finds it, and what lies elsewhere that may join it on the way."""
    runner = scenario.runner
    facts = _facts(scenario, [piece.card for piece in scenario.ice if piece.card is not None])
    rig, words_of_heap = with_heap(runner)
    rig, words_of_ground = rig_on(scenario, rig)
    hosts = [place for place, card in enumerate(met) if not hosts_nothing(card)]
    rig, words_of_fetched = with_fetched(rig, runner, len(met), hosts)
    rig = knowing_the_hand(runner, spendable_by_all(rig))
    words_on_hq = words_of_hq(rig, runner.successful_runs_this_turn > 0)
    rig = tuple(replace(p, card=as_stated(for_prices(p.card), facts)) for p in rig)
    rig, words = settled_rig(as_changed(rig, met))
    rig, unstated = without_unstated(runner.grip, runner.stack, rig)
    words_of_piles = [*words_of_heap, *words_of_ground, *words_of_fetched, *words_of_hosts(rig)]
    words_of_piles += words_of_return(runner, met)
    words_on_ice = words_of_purges(scenario)
    return counting_held_fracters(runner, rig), [
        *words,
        *unstated,
        *words_of_piles,
        *words_on_hq,
        *words_on_ice,
    ]


def _facts(scenario: Scenario, outer: Sequence[Card]) -> dict[str, int]:
    """What is stated and the same when the Runner meets the piece behind these."""
    runner, corp = scenario.runner, scenario.corp
    facts = {"threat": max(runner.points, corp.points), "bp": corp.bad_publicity}
    facts["rezzed-this-turn"] = 0
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    facts |= _fracters_in_heap(runner, ice)
    facts |= {"link": runner.link, **cards_by_cost(runner.grip)}
    facts["rezzed-assets"] = rezzed_assets(scenario)
    ground = ground_of(scenario)
    if not ground.meets_again:
        facts[ICE_IN_HQ] = int(_may_hold_ice(corp))
    facts |= changes_of_grip(scenario)
    facts[KNOWN_GRIP] = int(is_known(runner.grip))
    current = any("current" in card.subtypes for card in active_elsewhere(scenario))
    facts["current"] = int(current)
    facts["archives-transactions"] = sum("transaction" in card.subtypes for card in corp.archives)
    facts |= rezzed_by_subtype([*ice, *ice_elsewhere(scenario)])
    moving = ground.meets_again or ground.moves_ice or any(map(may_shuffle, ice))
    before = ice if moving else outer
    sure = not (may_tag(before) or (before and (ground.trace_tags or _hears_with_tags(ground))))
    with_counters = (piece.card for piece in scenario.ice if piece.power and piece.card)
    sure &= not any(map(may_tag_for_counters, with_counters))
    sure &= not (runner.tags and any(removes_tags(placed.card) for placed in runner.rig))
    tagging = any(makes_tagged(placed.card) for placed in runner.rig)
    facts[TAGGED_BY_CARD] = int(tagging and not _may_take_cards(before))
    sure &= not (tagging or any(takes_tags(placed.card) for placed in runner.rig))
    return facts | {"tags": runner.tags} if sure else facts


def _may_take_cards(ice: Iterable[Card]) -> bool:
    """Whether a card of the rig may go at one of these pieces."""
    texts = (text for card in ice for text in texts_of_ice(card))
    return any(word in text for text in texts for word in ("trash", "bounce"))


def _may_hold_ice(corp: Corp) -> bool:
    """Whether ice may lie in HQ."""
    known = sum(number for _, number in corp.hq)
    return known < corp.hq_count or any(card.type == "ice" for card, _ in corp.hq)


def _fracters_in_heap(runner: Runner, ice: Sequence[Card]) -> dict[str, int]:
    """Fracters that stay in the heap, and whether others may come there or leave it; nothing where
    any program of it may be installed."""
    ways = (fetches(placed.card) for placed in runner.rig)
    if any(how is not None and not how.swaps for how in ways):
        return {}
    there = sum(n for card, n in runner.heap if "fracter" in card.subtypes)
    lying = [each for each in with_heap(runner)[0] if each.in_heap]
    coming = [each for each in lying if "fracter" in each.card.subtypes]
    held = any("fracter" in card.subtypes for card, _ in runner.grip)
    moving = bool(coming) or held or fracters_go(runner.rig, ice)
    stay = there - sum(not each.source for each in coming)
    return {"heap:fracter": stay, "fracters-move": int(moving)}


def _counted_though_gone(card: Card, outside: Sequence[Card], scenario: Scenario) -> list[str]:
    """What is assumed of pieces that the Corp gains credits for taking back, or pays for to stay
    where it may bid those credits, too, if ice counts them."""
    if not counts_outside(card):
        return []
    there = [piece.card for piece in scenario.ice if piece.card is not None]
    bids = any(word in text for each in there for text in texts_of_ice(each) for word in _BIDS)
    words = [
        f"{each.title}: it counts for {card.title}, and the Corp gains for taking it back"
        for each in outside
        if may_be_taken_back(each)
    ]
    return words + [
        f"{each.title}: the Corp pays for it to stay, and bids as if it had not"
        for each in outside
        if bids and goes_back_unpaid(each)
    ]


def _hears_with_tags(ground: Ground) -> bool:
    """Whether cards of the Corp's may give tags for what happens on the way."""
    effects = (hearer.effect for hearer in ground.hearers)
    return any(atom.name == "tag" for effect in effects for atom in atoms_of(effect))


def _further_copies(ice: Iterable[Card]) -> tuple[str, ...]:
    """What is assumed of ice that is unique and stands there twice (rule 56)."""
    copies = Counter(card.title for card in ice if card.unique)
    words = "each copy is rezzed as it is met, though it is unique"
    return tuple(f"{title}: {words}" for title, count in copies.items() if count > 1)


def _paid_beside(scenario: Scenario) -> tuple[str, ...]:
    """What is assumed of credits that the Corp is stated to pay at a piece as it is met, where it
    may bid them, too, or has fewer."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    bids = any(word in text for card in cards for text in texts_of_ice(card) for word in _BIDS)
    words = "what is paid for it is paid beside the credits that the Corp is stated to have"
    paid = {
        card.title: int(in_braces(card.title)[1].get("paid", 0))
        for card in cards
        if any(text.startswith(_PAID_AS_MET) for text in texts_on(card))
    }
    there = scenario.corp.credits_high
    named = (title for title, number in paid.items() if number > there or (number and bids))
    return tuple(f"{title}: {words}" for title in named)


def _unseen_in_hq(scenario: Scenario, ice: Iterable[Card]) -> tuple[str, ...]:
    """What ice could reveal from HQ, if nobody says what lies there."""
    corp = scenario.corp
    if corp.hq or not corp.hq_count:
        return ()
    found = {card.title: kind for card in ice if (kind := reveals(card))}
    return tuple(f"{title}: no {kind} ice in HQ (state corp.hq)" for title, kind in found.items())
