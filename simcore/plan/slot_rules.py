"""What cards of the rig say beside their abilities: where they work, and what comes of it."""

from __future__ import annotations

from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Atom, Clause
from simcore.errors import CapacityError
from simcore.plan.offers import Gives
from simcore.plan.pieces import ANYWHERE, NOWHERE, Ability


def gives_ice(card: Card) -> Gives | None:
    """The subtype that the card gives the piece met."""
    gifts = card.rules.ice_gifts
    if len(gifts) > 1:
        raise CapacityError(f"{card.title}: '{gifts[-1].text}' is not executed here yet")
    return Gives(gifts[0].credits, gifts[0].kind) if gifts else None


def fed_by(card: Card) -> str:
    """Ice that feeds a card which has broken all of it alone: a subtype, or "any"."""
    for clause in card.rules.on:
        if clause.event == "full-break" and clause.effect == Atom("power", Amount(1)):
            if len(clause.qualifiers) > 1 or "1/turn" in clause.qualifiers:
                raise CapacityError(f"{card.title}: '{clause.text}' is not executed here yet")
            return clause.qualifiers[0] if clause.qualifiers else "any"
    return ""


def strength_by_power(card: Card) -> int:
    """Strength for each power counter, of a card that gets some during the run."""
    if not fed_by(card):
        return 0
    found = [s.amount.factor for s in card.rules.statics if s.amount.register == "power"]
    return sum(found)


def reward_of(card: Card) -> tuple[int, int]:
    """Credits gained and taken the first time that a card alone has broken all of a piece."""
    gained = taken = 0
    for clause in card.rules.on:
        if clause.event != "full-break" or clause.effect == Atom("power", Amount(1)):
            continue
        match clause.effect:
            case Atom(name="rgain", amount=Amount(base=base, register="")) if clause.qualifiers == (
                "1/turn",
            ):
                gained += base
            case Atom(name="closs", amount=Amount(base=base, register="")) if clause.qualifiers == (
                "1/turn",
            ):
                taken += base
            case _:
                raise CapacityError(f"{card.title}: '{clause.text}' is not executed here yet")
    return gained, taken


OUTERMOST, INNERMOST = "outermost", "innermost"
"""Where a piece of ice stands."""


def placed_abilities(
    card: Card,
    abilities: list[Ability],
    ice_here: int | None,
    server: str,
    trojans: frozenset[int],
    following: bool = False,
) -> list[Ability]:
    """Abilities of a card that works at some places only, each once for every such place;
    `following`: at the outermost or innermost piece, whichever that comes to be, and at ice with
    trojans as long as one is there."""
    places: list[frozenset[int]] = []
    if says(card, "centrals only") and server == "remote":
        places.append(frozenset())
    for text, last in ((f"only {OUTERMOST}", False), (f"only {INNERMOST}", True)):
        if says(card, text):
            if following:
                abilities = [replace(each, at=text.removeprefix("only ")) for each in abilities]
                continue
            if ice_here is None:
                raise CapacityError(f"{card.title}: '{text}' beside ice that leaves")
            places.append(frozenset({ice_here - 1 if last else 0}))
    if says(card, "only ice hosting trojan"):
        abilities = [replace(each, trojan=following) for each in abilities]
        places.append(trojans)
    if not places:
        return abilities
    allowed = frozenset.intersection(*places)
    return [at for each in abilities for at in _bound(each, allowed)]


def _bound(ability: Ability, places: frozenset[int]) -> list[Ability]:
    """An ability once for each place it works at; it stays in the list if there is none."""
    if ability.host != ANYWHERE:
        return [ability if ability.host in places else replace(ability, host=NOWHERE)]
    return [replace(ability, host=place) for place in sorted(places)] or [
        replace(ability, host=NOWHERE)
    ]


def says(card: Card, kind: str) -> bool:
    return any(static.kind == kind for static in card.rules.statics)


def enriches(card: Card) -> int:
    """Credits that the Corp gains at the end of an encounter in which the card broke something."""
    found = [clause.effect for clause in card.rules.on if is_enriching(clause)]
    return sum(effect.amount.base for effect in found if isinstance(effect, Atom))


def is_enriching(clause: Clause) -> bool:
    """Whether a clause gives the Corp credits for each encounter that its card is used in."""
    match clause.effect:
        case Atom(name="cgain", amount=Amount(register="")) if clause.event == "used":
            return not clause.qualifiers
    return False
