"""Cards of the rig that lie on other cards of the rig, found by the titles of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.pool import fold
from simcore.errors import CardError
from simcore.scenario import RigCard


def lies_on_breaker(card: Card) -> bool:
    """Whether a card has to be installed on an icebreaker."""
    return any(static.kind == "hosted-on-breaker" for static in card.rules.statics)


def may_host(host: Card, guest: Card) -> bool:
    """Whether one card of the rig may lie on another."""
    if lies_on_breaker(guest):
        return host.is_icebreaker and _allowed(guest, host, "host str")
    return guest.type == "program" and any(
        static.kind == "hosts-program" and static.suits(guest.subtypes)
        for static in host.rules.statics
    )


def _allowed(guest: Card, host: Card, kind: str) -> bool:
    asked = [static for static in guest.rules.statics if static.kind == kind]
    return all(static.suits(host.subtypes) for static in asked)


def hosted(rig: Sequence[RigCard], titles: Sequence[str]) -> tuple[RigCard, ...]:
    """A rig with each card on the one of that title ("": on none). What needs an icebreaker
    lies on the only one that fits, if nobody says.

    Raises `CardError` for a host that is not there, or that the card cannot lie on.
    """
    return tuple(
        replace(placed, on_card=_host_of(rig, placed.card, title))
        for placed, title in zip(rig, titles, strict=True)
    )


def _host_of(rig: Sequence[RigCard], card: Card, title: str) -> int | None:
    fitting = [number for number, other in enumerate(rig) if may_host(other.card, card)]
    if title:
        named = [n for n, other in enumerate(rig) if fold(other.card.title) == fold(title)]
        if not named:
            raise CardError(f'{card.title}: no "{title}" is installed to lie on')
        if not set(named) & set(fitting):
            raise CardError(f"{card.title} cannot lie on {rig[named[0]].card.title}")
        return next(number for number in named if number in fitting)
    if not lies_on_breaker(card):
        return None
    if len(fitting) != 1:
        example = rig[fitting[0]].card.title if fitting else "Corroder"
        raise CardError(f'{card.title}: say which icebreaker it lies on, as in host = "{example}"')
    return fitting[0]
