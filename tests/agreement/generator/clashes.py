"""What the kernel plays, but refuses by name beside something else: drawn together it would
be refused too often, so one of the two gives way."""

from __future__ import annotations

from dataclasses import replace

from agreement.generator.cards import own_card

from simcore.cards.card import Card
from simcore.cards.walking import atoms_of, mentioned
from simcore.editions import EDITIONS
from simcore.scenario import PlacedIce, Scenario

PLAIN = own_card("Plain", "ice", cost=1, strength=2, subtypes=["barrier"], subs=["etr"])
UNLENT = {"rez-ice", "self-trash"}
"""What no card borrows."""
LEAVING = {"self-trash"}
"""What no card does whose place is counted."""
BACK = {"go-back", "go-outermost"}
"""What no ice does before a card that goes by the pieces it has met, or rolls for each."""
FEWER = {"max-access", "rd-bottom"}
"""What changes how many cards are accessed, beside none that has its price to be stolen."""


def without_clashes(scenario: Scenario) -> Scenario:
    """The scenario with plain ice for each piece that clashes."""
    return _without_known_top(_with_plain_ice(scenario))


def _with_plain_ice(scenario: Scenario) -> Scenario:
    cards = scenario.cards()
    clashing = UNLENT if any("copy-sub" in _words(card) for card in cards) else set()
    if any("ice-here" in mentioned(card.rules) for card in cards):
        clashing = clashing | LEAVING
    if any(_counts_ice_at_the_end(card) for card in cards):
        clashing = clashing | {"for trash"}
    if any(map(counts_encounters, cards)):
        clashing = clashing | BACK
    elif EDITIONS[scenario.edition].approach_before_last_window and _sends_back(scenario):
        clashing = clashing | {"trash-on-pass"}
    if any(map(_costs_to_steal, cards)):
        clashing = clashing | FEWER
    if any(way.is_played for card in cards for way in card.rules.bypasses):
        clashing = clashing | {"toll"}
    guests = any(placed.host is not None for placed in scenario.runner.rig)
    takers = sum(bool(_words_of(piece) & {"take-trojan"}) for piece in scenario.ice)
    if guests or takers > 1:
        clashing = clashing | {"take-trojan"}
    ice = tuple(
        replace(piece, card=PLAIN, candidates=()) if _words_of(piece) & clashing else piece
        for piece in scenario.ice
    )
    return replace(scenario, ice=ice)


def _without_known_top(scenario: Scenario) -> Scenario:
    """No card of R&D is known where the Corp draws."""
    corp = scenario.corp
    draws = any("cdraw" in _words(card) for card in scenario.cards())
    if scenario.server != "rd" or not corp.rd_top or not draws:
        return scenario
    below = corp.central_count - len(corp.rd_top)
    return replace(scenario, corp=replace(corp, rd_top=(), central_count=below))


def _words(card: Card) -> set[str]:
    """The effects of a card, and what the Corp gives for some."""
    nodes = [*card.rules.subs, *(clause.effect for clause in card.rules.on)]
    nodes += [ability.effect for ability in card.rules.corp_abilities]
    costs = [cost for ability in card.rules.corp_abilities for cost in ability.costs]
    prices = {f"for {price.kind}" for cost in costs for price in cost}
    return prices.union(atom.name for node in nodes for atom in atoms_of(node))


def _words_of(piece: PlacedIce) -> set[str]:
    cards = (piece.card,) if piece.card else tuple(card for card, _ in piece.candidates)
    return set[str]().union(*map(_words, cards))


def counts_encounters(card: Card) -> bool:
    """Whether the kernel refuses this card beside ice that sends back."""
    rules = card.rules
    grows = any(ability.grows for ability in rules.breaks)
    once = any(static.kind == "one ice per run" for static in rules.statics)
    return grows or once or any(clause.event == "passed-used" for clause in rules.on)


def _counts_ice_at_the_end(card: Card) -> bool:
    late = [clause for clause in card.rules.on if clause.event in ("run-end", "tagged", "rez")]
    return any("ice-here" in mentioned(clause) for clause in late)


def _sends_back(scenario: Scenario) -> bool:
    return any(_words_of(piece) & BACK for piece in scenario.ice)


def _costs_to_steal(card: Card) -> bool:
    return any(clause.event == "steal-cost" for clause in card.rules.on)
