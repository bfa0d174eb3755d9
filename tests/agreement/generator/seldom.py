"""What random cards seldom come to: cards of which it is open whether they can be advanced, runs
that ask whether anything was broken, agendas that the Corp scores, breaches that are replaced."""

from __future__ import annotations

import random
from dataclasses import replace

from agreement.generator.cards import own_card
from agreement.generator.clashes import PLAIN

from simcore.cards.card import Card
from simcore.editions import EDITIONS
from simcore.scenario import Pile, Placed, PlacedIce, PlacedRoot, RigCard, Scenario, titles_of

EVERY, OPEN, ASKING, REPLACING = 32, 30, 14, 16
"""Of so many seeds those that leave these remainders have such cards."""
MOST_ICE, MOST_RIG = 4, 6
"""Pieces that stay beside the one that pays; cards of the rig beside one more."""
_ASKED = (
    "run-end: if broke-in-run: {}",
    "encounter: if broke-in-run: {}",
    "success: if !broke-in-run: {}",
)


def with_what_is_seldom(scenario: Scenario, seed: int) -> Scenario:
    """The scenario with cards of one of these kinds."""
    dice = random.Random(f"seldom {seed}")
    match seed % EVERY:
        case kind if kind == OPEN:
            return _with_open_counters(scenario, dice)
        case kind if kind == ASKING:
            return _with_questions(_with_agendas_of_the_corp(scenario, dice), dice)
        case kind if kind == REPLACING:
            return _with_a_breach_replaced(scenario, dice)
    return scenario


def _with_open_counters(scenario: Scenario, dice: random.Random) -> Scenario:
    """The Corp pays for a counter at the outermost piece, if a card of the root takes one."""
    strong = "encounter: trace 1: rlose 1; if trace>=2: net 1"
    effects = ["encounter: corp-may pay 1: adv 1", strong]
    asker = own_card(
        "Asker", "ice", cost=1, strength=2, subtypes=["sentry"], subs=["rlose 1"], on=effects
    )
    taker = own_card("Taker", "upgrade", cost=1, trash=2, static=["advanceable"])
    other = own_card("Other", "upgrade", cost=1, trash=2)
    ice = tuple(
        replace(piece, card=PLAIN, candidates=())
        if piece.card is not None and _may_take_counters(piece)
        else piece
        for piece in scenario.ice[:MOST_ICE]
    )
    root = [piece for piece in scenario.root if not _may_take_counters(piece)]
    there = PlacedRoot(candidates=((taker, dice.randint(1, 2)), (other, dice.randint(1, 3))))
    root.insert(dice.randint(0, len(root)), there)
    rig = tuple(placed for placed in scenario.runner.rig if placed.host is None)
    return replace(
        scenario,
        ice=(PlacedIce(asker, rezzed=True), *ice),
        root=tuple(root),
        runner=replace(scenario.runner, rig=rig),
    )


def _may_take_counters(piece: Placed) -> bool:
    return any(
        card.type == "agenda" or any(s.kind == "advanceable" for s in card.rules.statics)
        for card in titles_of(piece)
    )


def _with_questions(scenario: Scenario, dice: random.Random) -> Scenario:
    """A card of the rig that asks whether a subroutine was broken in this run."""
    runner = scenario.runner
    if runner.event_slot is not None or len(runner.rig) >= MOST_RIG:
        return scenario
    effects = [each.format(dice.choice(("rgain 1", "rlose 1", "net 1"))) for each in _ASKED]
    effects.append("breach[hq,rd,1/turn]: if !broke-in-run: access 1")
    curious = RigCard(own_card("Curious", "resource", on=effects))
    return replace(scenario, runner=replace(runner, rig=(*runner.rig, curious)))


_INSTEAD: tuple[str, ...] = (
    *("unbreached; rgain 2", "if corp-cr>=1: {unbreached; closs 2 gain-1; tag 1}"),
    *("roll 1-3: {unbreached; rdraw 1}", "trace 2: {unbreached; tag 1}", "tag 1"),
    *("if runner-cr>=3: {unbreached; rlose 2}", "runner-will pay 1: {unbreached; closs 1}"),
)
_INSTEAD_OF_A_ROOT = (
    *("unbreached; empty-root trashed", "if corp-cr>=2: {unbreached; empty-root trashed}"),
    *("unbreached; empty-root rd", "roll 1-4: {rlose 1; unbreached; empty-root trashed}"),
)


def _with_a_breach_replaced(scenario: Scenario, dice: random.Random) -> Scenario:
    """Two cards of the rig that may come in place of the breach, and cards that hear of a root that
    is trashed together."""
    runner = scenario.runner
    if runner.event_slot is not None or len(runner.rig) > MOST_RIG - 2:
        return scenario
    root, first = scenario.root, _INSTEAD
    if scenario.server == "remote":
        first = _INSTEAD_OF_A_ROOT
        heard = dice.choice(("", "[together]"))
        effects = [f"root: trash-accessed{heard}: {dice.choice(('net 1', 'rlose 1', 'tag 1'))}"]
        hearer = own_card("Hearer", "upgrade", cost=1, trash=1, effects=effects)
        root = (*root, PlacedRoot(hearer, rezzed=dice.random() < 0.7))
    clauses = [f"instead: {dice.choice(first)}", "trash-accessed[accessed]: rgain 1"]
    raider = own_card("Raider", "resource", on=clauses)
    words = dice.choice(("", "[1/turn]", "[hq,remote]", "[first]"))
    other = own_card("Other Raider", "resource", on=[f"instead{words}: {dice.choice(_INSTEAD)}"])
    rig = (*runner.rig, RigCard(raider), RigCard(other))
    return replace(scenario, root=root, runner=replace(runner, rig=rig))


def _with_agendas_of_the_corp(scenario: Scenario, dice: random.Random) -> Scenario:
    """Agendas that the Corp scores as a tagged Runner accesses them, or that hurt by the copies
    it has scored."""
    corp = replace(scenario.corp, points=min(scenario.corp.points, 2))
    model = own_card("Model", "agenda", points=1, effects=["access: if tagged: corp-score-it"])
    wasp = own_card("Wasp", "agenda", points=1, effects=["steal: net 1+1*copies-corp-scored"])
    if EDITIONS[scenario.edition].accesses == "at once":
        model = wasp
    scored = dice.randint(0, 2)
    corp = replace(corp, elsewhere=(PlacedRoot(wasp, rezzed=True),) * scored)
    root = scenario.root
    if scenario.server in ("hq", "rd"):
        corp = replace(corp, central=_pile(model, wasp) + corp.central)
    elif scenario.server == "remote":
        root = (*root, PlacedRoot(dice.choice((model, wasp))))
    return replace(scenario, root=root, corp=corp)


def _pile(*cards: Card) -> Pile:
    return tuple((card, 1) for card in dict.fromkeys(cards))
