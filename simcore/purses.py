"""What the credits on cards of a rig may pay for in one run, on one server with one rig.

A purse for some cards alone ("fracters", "programs") is as good as one for all breaking where
those are the only ones that break for credits, and worth nothing where none of them does.
Where both kinds are there, it stays as it is: prices tell them apart, games refuse it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.errors import CapacityError
from simcore.scenario import RigCard

INSTALLS = "installs"
"""Credits to install cards, as no game does in a run."""
ALL_TRASHING, OF_ASSETS = "trashing", "trashing-assets"
"""Credits for trash costs, as no price counts them."""
CENTRAL = ("hq", "rd", "archives")
TOLD = ("", "anything", "breakers")
"""What credits may be for that everybody can tell."""
_SUBTYPES = {"fracters": "fracter", "decoders": "decoder", "killers": "killer"}
_CREDITS = re.compile(r"^[^:]*\b[\dX]+c\b[^:]*:")


def full_purse(card: Card, ice_here: int, virus: int) -> int:
    """The recurring or hosted credits a card starts with."""
    rules = card.rules
    per = {"": 1, "ice-here": ice_here, "virus": virus}[rules.recurring_per]
    return rules.recurring * per or rules.load


def serves(at: str, server: str) -> bool:
    """Whether credits for runs on some servers may be spent on this one."""
    return at in ("", server) or (at == "central" and server in CENTRAL)


def spendable(rig: Sequence[RigCard], server: str) -> tuple[RigCard, ...]:
    """The rig with the credits that may be spent in a run on a server, each for breaking or
    for anything where that can be said."""
    return tuple(_as_it_serves(placed, number, rig, server) for number, placed in enumerate(rig))


def _as_it_serves(placed: RigCard, number: int, rig: Sequence[RigCard], server: str) -> RigCard:
    rules = placed.card.rules
    if not serves(rules.recurring_at, server):
        return replace(placed, credits=0)
    scope = scope_in(placed.card)
    if scope == INSTALLS:
        return replace(placed, credits=0, for_installs=placed.credits)
    if scope in (ALL_TRASHING, OF_ASSETS):
        return replace(placed, credits=0, for_trashing=placed.credits)
    return _told(placed, number, rig)


def scope_in(card: Card) -> str:
    """The cards that the credits on a card are for, in words of the pool."""
    return card.rules.purse_use.removesuffix("stealth").strip()


def _told(placed: RigCard, number: int, rig: Sequence[RigCard]) -> RigCard:
    """A card whose credits, if they are for some cards alone, are for all breaking, or for none,
    where that comes to the same in this rig."""
    use, scope = placed.card.rules.purse_use, scope_in(placed.card)
    if scope in (*TOLD, INSTALLS, ALL_TRASHING, OF_ASSETS):
        return placed
    payers = [other for other in rig if pays_credits(other.card)]
    fitting = [other for other in payers if is_for(scope, other, number)]
    if not fitting:
        return replace(placed, credits=0, idle=placed.credits)
    if len(fitting) < len(payers):
        return placed
    told = "breakers stealth" if use.endswith("stealth") else "breakers"
    return replace(placed, card=_for_use(placed.card, told), printed_use=use)


def _for_use(card: Card, use: str) -> Card:
    """A card whose credits are for such a use."""
    rules = card.rules
    known = replace(rules, recurring_use=use) if rules.recurring else replace(rules, load_use=use)
    return replace(card, rules=known)


def spendable_by_all(rig: Sequence[RigCard]) -> tuple[RigCard, ...]:
    """A rig with the cards behind it that may come in: what its credits may pay for is told for
    these, too."""
    printed = [_as_printed(placed) for placed in rig]
    return tuple(_told(placed, number, printed) for number, placed in enumerate(printed))


def _as_printed(placed: RigCard) -> RigCard:
    """A card of a rig before it was told what its credits may pay for."""
    card = _for_use(placed.card, placed.printed_use) if placed.printed_use else placed.card
    credits = placed.credits if placed.idle is None else placed.idle
    return replace(placed, card=card, credits=credits, idle=None, printed_use="")


def is_for(scope: str, other: RigCard, holder: int) -> bool:
    """Whether credits for these cards pay for using one."""
    card = other.card
    if scope == "guest":
        return other.on_card == holder
    for word in scope.split(","):
        if word == "breakers":
            if card.is_icebreaker:
                return True
        elif word in _SUBTYPES:
            if _SUBTYPES[word] in card.subtypes:
                return True
        elif card.type == word.removesuffix("s"):
            return True
    return False


def pays_credits(card: Card) -> bool:
    """Whether using a card at ice may cost credits."""
    rules = card.rules
    if any(each.per_sub or each.per_strength for each in rules.bypasses):
        return True
    costs = [cost for each in rules.breaks for cost in each.costs]
    costs += [cost for each in rules.pumps for cost in each.costs]
    costs += [cost for each in rules.paid for cost in each.costs]
    costs += [each.cost for each in rules.bypasses]
    if any(price.kind == "credits" and price.amount.base for cost in costs for price in cost):
        return True
    return any(_CREDITS.match(item.text) for item in rules.unexecuted)


def check_told(rig: Sequence[RigCard]) -> None:
    """Raises `CapacityError` for credits that pay for some of the cards that break alone."""
    for placed in rig:
        scope = scope_in(placed.card)
        if placed.credits and scope not in TOLD:
            raise CapacityError(
                f"{placed.card.title}: credits for {scope} beside other cards that break for "
                "credits are not executed yet"
            )
