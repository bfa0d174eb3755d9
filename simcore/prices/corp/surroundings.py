"""What rezzed cards of the root and the identities of both sides make of ice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.counters import counters_when_rezzed
from simcore.cards.syntax import Atom, Clause
from simcore.cards.walking import atoms_of
from simcore.errors import CapacityError
from simcore.hosting import is_hushed
from simcore.plan.pieces import Slot
from simcore.prices.corp.everywhere import FIRST_WEAKER
from simcore.prices.corp.gates import read_gate
from simcore.prices.corp.ground import (
    Ground,
    hurts_after,
    is_undecided,
    says,
    works_at_places,
)
from simcore.prices.corp.price_ice import (
    DEARER_BY_HQ,
    OF_ANOTHER,
    as_advanced,
    counts_outside,
    counts_pieces,
    looks_at_its_place,
    may_shuffle,
)
from simcore.prices.corp.subtypes import given_to_the_first
from simcore.prices.corp.table_elsewhere import counted
from simcore.prices.rig.beside import OF_THE_FIRST
from simcore.prices.rig.made_by_rig import leaving_the_first
from simcore.prices.stated import (
    SMALLER_HAND,
    Change,
    hurting_after,
    of_root,
    tolls_of,
    with_tolls,
    without,
)
from simcore.scenario import PlacedIce, PlacedRoot, Scenario

_DEREZZED = Atom("self-derez")
_GOES_BACK = "pass: self-to-hq unless corp pay 1"


def under_root(
    ice: Sequence[PlacedIce], scenario: Scenario, passing: bool
) -> tuple[list[PlacedIce], tuple[PlacedRoot, ...]]:
    """Ice with what rezzed cards of the root make of it, and these without such clauses."""
    corp, root = scenario.corp, []
    ice, rig = list(ice), scenario.runner.rig
    for there in scenario.root:
        if there.card is None or not there.rezzed:
            root.append(there)
            continue
        changes = of_root(there.card, passing)
        found = [
            each
            for each in changes
            if not is_undecided(each[0], scenario)
            if passing or not SMALLER_HAND.match(each[0].text)
        ]
        for _, change in found:
            ice = [
                replace(piece, card=_changed(piece.card, change, is_hushed(place, rig)))
                for place, piece in enumerate(ice)
                if piece.card
            ]
        if tolls := tolls_of(there.card):
            ice = [replace(p, card=with_tolls(p.card, tolls)) if p.card else p for p in ice]
        card = without(there.card, (item for item, _ in found))
        left = tuple(each for each in card.rules.on if each not in tolls)
        card = replace(card, rules=replace(card.rules, on=left))
        root.append(replace(there, card=_with_gates(card, scenario, passing)))
    if hurts_after(corp.identity):
        more = more_advancement(scenario)
        ice = [
            replace(p, card=hurting_after(p.card)) if p.card and p.advancement + more else p
            for p in ice
        ]
    return ice, tuple(root)


def _changed(card: Card, change: Change, hushed: bool) -> Card:
    """A piece of ice as a card of the root makes it; a `hushed` one gains no abilities."""
    made = change(card)
    gains = made.rules.subs != card.rules.subs or _own(made) != _own(card)
    return card if hushed and gains else made


def _own(card: Card) -> list[Clause]:
    """The clauses that are abilities of a piece itself, not of what acts on it."""
    return [clause for clause in card.rules.on if clause.scope != OF_ANOTHER]


def _with_gates(card: Card, scenario: Scenario, passing: bool) -> Card:
    """A card of the root with what it asks of the Runner written in."""
    for item in card.rules.unexecuted:
        if (clause := read_gate(item, scenario, passing)) is not None:
            card = without(card, [item])
            card = replace(card, rules=replace(card.rules, on=(*card.rules.on, clause)))
    return card


def still_there(outside: Sequence[Card], scenario: Scenario) -> list[Card]:
    """Of rezzed ice that has been passed what is still rezzed and has not gone back to HQ: the
    Corp pays for as much of it as it can, before it pays for anything else (a trace, a bid)."""
    outside = [card for card in outside if not _derezzes_when_met(card)]
    gaining = any(_brings_credits(piece.card) for piece in scenario.ice if piece.card is not None)
    asking = [place for place, card in enumerate(outside) if goes_back_unpaid(card)]
    asking.sort(key=lambda place: "sentry" in outside[place].subtypes)
    gone = () if gaining else asking[scenario.corp.credits_high :]
    return [card for place, card in enumerate(outside) if place not in gone]


def _derezzes_when_met(card: Card) -> bool:
    """Whether a piece that was rezzed before is derezzed as soon as it is encountered."""
    return any(
        clause.event == "encounter" and _DEREZZED in atoms_of(clause.effect)
        for clause in card.rules.on
    )


def goes_back_unpaid(card: Card) -> bool:
    """Whether a piece goes back to HQ behind the Runner, unless the Corp pays."""
    return any(item.text == _GOES_BACK for item in card.rules.unexecuted)


def _brings_credits(card: Card) -> bool:
    """Whether the Corp may gain credits by a piece of ice as the Runner comes to it or passes."""
    texts = [*card.rules.sub_texts, *(clause.text for clause in card.rules.on)]
    texts += [item.text for item in card.rules.unexecuted]
    return any("cgain" in text for text in texts if not text.startswith("rez: "))


def more_advancement(scenario: Scenario) -> int:
    """Counters that the ice is taken to have, for rezzed cards of the root."""
    return sum(
        static.amount.base
        for root in scenario.root
        if root.card is not None and root.rezzed
        for static in root.card.rules.statics
        if static.kind == "ice-here adv"
    )


def with_own_subtypes(scenario: Scenario) -> Scenario:
    """With ice as it is for others by the counters on it: of the subtypes that it has for them."""
    more = more_advancement(scenario)
    ice = (
        replace(piece, card=as_advanced(piece.card, piece.advancement + more))
        if piece.card
        else piece
        for piece in scenario.ice
    )
    return replace(scenario, ice=tuple(ice))


def laid_when_rezzed(piece: PlacedIce, card: Card, scenario: Scenario) -> dict[str, int]:
    """The counters, by kind, that a piece got as it was rezzed and that nobody stated."""
    if piece.rezzed:
        return {}
    laid = counters_when_rezzed(card, {each.type for each in scenario.corp.archives})
    return {
        kind: number
        for kind, number in laid.items()
        if number and not getattr(piece, kind) and kind not in piece.emptied
    }


def _of_the_first(scenario: Scenario) -> list[str]:
    """The titles of what makes something of the first piece met, of the first advanced one, or of
    those outside of one."""
    hurting = [scenario.corp.identity] if _hurts_at_one_of_several(scenario) else []
    return [card.title for card in (*_of_the_outermost(scenario), *hurting) if card is not None]


def _hurts_at_one_of_several(scenario: Scenario) -> bool:
    """Whether the first advanced piece met hurts, and there is more than one."""
    several = sum(piece.advancement > 0 for piece in scenario.ice) > 1 or more_advancement(scenario)
    return bool(several) and hurts_after(scenario.corp.identity)


def _of_the_outermost(scenario: Scenario) -> list[Card | None]:
    """What makes something of the first piece met, or of those outside of one."""
    runner = scenario.runner
    found = [runner.identity] if given_to_the_first(runner.identity) else []
    found += [placed.card for placed in runner.rig if leaving_the_first(placed) != placed]
    found += [said.card for said in counted(scenario) if said.text == FIRST_WEAKER]
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    found += [card for card in cards if counts_outside(card)]
    event = runner.event
    found += [event] if event and any(says(event, text) for text in OF_THE_FIRST) else []
    return found


def _met_first_by(closing: str, scenario: Scenario) -> None:
    """Raises `CapacityError` where the Corp may be unable to rez the first piece once more that an
    event turns down, and something is made of the piece that is met first in its place."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    minding = _of_the_outermost(scenario) if cards and _is_dear(cards[0], scenario) else []
    if _hurts_at_one_of_several(scenario):
        advanced = (p.card for p in scenario.ice if p.advancement or more_advancement(scenario))
        first = next(filter(None, advanced), None)
        minding += [scenario.corp.identity] if first and _is_dear(first, scenario) else []
    for card in minding:
        if card is not None:
            raise CapacityError(
                f"{card.title} beside {closing}, by which another piece is met first"
            )


def _is_dear(card: Card, scenario: Scenario) -> bool:
    """Whether the Corp may not have what a piece of ice costs to rez."""
    more = scenario.corp.hq_count if says(card, DEARER_BY_HQ) else 0
    return (card.cost or 0) + more > scenario.corp.credits_high


def check_places(
    scenario: Scenario, slots: Sequence[Slot], ground: Ground, innermost: bool
) -> None:
    """Raises `CapacityError` where pieces may change places and anything looks at these;
    `innermost`: the innermost piece is bypassed."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    moving = [title for title in (ground.moves_ice,) if title]
    moving += [card.title for card in cards if may_shuffle(card)]
    firm = [placed.card.title for placed in scenario.runner.rig if works_at_places(placed.card)]
    swapping = [slot.title for slot in slots if slot.swaps or slot.outermost]
    if firm:
        moving += swapping + [slot.title for slot in slots if slot.surfs]
    firm += swapping
    if ground.reorders:
        firm += _of_the_first(scenario)
    closing = [slot.title for slot in slots if slot.closes]
    if closing and len(cards) > 1:
        _met_first_by(closing[0], scenario)
    only_before = moving == [ground.reorders]  # how many there are stays as it is
    looking = looks_at_its_place if only_before else counts_pieces
    firm += [card.title for card in cards if looking(card)]
    firm += ["tags at the outermost ice"] * ground.tags_first
    firm += ["the innermost ice"] * innermost
    if moving and firm and len(cards) > 1:
        raise CapacityError(f"{moving[0]} beside what looks at places: {firm[0]}")
