"""What currents make of the use of icebreakers: it costs more, or a boost lasts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Bypass, Price
from simcore.plan.pieces import Boost, Slot
from simcore.plan.states import dearer_ability

_LENDS = re.compile(r"\bone icebreaker\b")


def dear_to_use(slot: Slot, credits: int) -> Slot:
    """A card of the rig once a use of an icebreaker costs so many credits more."""
    if not slot.icebreaker or not credits:
        return slot
    weakening = slot.weakening
    if weakening is not None and not weakening.stealth:
        weakening = replace(weakening, credits=weakening.credits + credits)
    return replace(
        slot,
        abilities=tuple(dearer_ability(ability, credits) for ability in slot.abilities),
        boosts=tuple(_dearer_boost(boost, credits) for boost in slot.boosts),
        bypasses=tuple(_dearer_bypass(bypass, credits) for bypass in slot.bypasses),
        weakening=weakening,
        eating=slot.eating + credits,
    )


def _dearer_boost(boost: Boost, credits: int) -> Boost:
    return boost if boost.follows else replace(boost, credits=boost.credits + credits)


def _dearer_bypass(bypass: Bypass, credits: int) -> Bypass:
    """One that comes as the ice is met is not taken for a use (`has_other_uses` has it named)."""
    if not bypass.late:
        return bypass
    return replace(bypass, cost=(*bypass.cost, Price("credits", Amount(credits))))


def has_other_uses(card: Card) -> bool:
    """Whether an icebreaker may be used for what is not read here."""
    rules = card.rules
    paid = any(item.key == "paid" for item in rules.unexecuted)
    return card.is_icebreaker and (paid or _acts_as_met(card))


def _acts_as_met(card: Card) -> bool:
    """Whether the Runner may pay as ice is met, to bypass it or to give it a subtype: it is not
    said anywhere whether that is a use of the card."""
    return bool(card.rules.ice_gifts) or any(not each.late for each in card.rules.bypasses)


def may_be_used_unseen(card: Card) -> bool:
    """Whether a program may be used otherwise than to break, or to weaken what is broken."""
    if card.type != "program":
        return False
    if card.is_icebreaker:
        return has_other_uses(card)
    unread = any(item.key == "paid" for item in card.rules.unexecuted)
    return unread or any("ice-str" not in paid.text for paid in card.rules.paid)


def only_one_is_boosted(cards: Iterable[Card]) -> bool:
    """Whether of these icebreakers one alone may be made stronger, by boosts of its own or by what
    others lend."""
    cards = list(cards)
    breakers = [card for card in cards if card.is_icebreaker]
    lent = any(_LENDS.search(text) for card in cards for text in _texts(card))
    stronger = [card for card in breakers if lent or _is_boosted(card)]
    by_boosts = all(card.rules.pumps and not _gains_by_breaking(card) for card in stronger)
    return len(stronger) <= 1 and by_boosts


def _is_boosted(card: Card) -> bool:
    by_text = any(re.search(r"\+\w", text) for text in _texts(card))
    return bool(card.rules.pumps) or _gains_by_breaking(card) or by_text


def _texts(card: Card) -> list[str]:
    unread = [item.text for item in card.rules.unexecuted]
    return unread + [paid.text for paid in card.rules.paid]


def _gains_by_breaking(card: Card) -> bool:
    return any(each.gain for each in card.rules.breaks)
