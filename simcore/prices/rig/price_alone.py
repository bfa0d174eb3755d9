"""Rig cards that ask for what a question about prices does not state, or states in full.

What is not stated is not there: no run event, nothing hosted on a card, no core damage but
what the cards of the rig deal when they are installed. The grip is a number of cards. Where
that could change on the way, or the rig holds more than one way to pay, a clause has no
price and is refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.cards.syntax import Unexecuted
from simcore.plan.offers import Lends
from simcore.plan.pieces import Ability, Boost, Slot
from simcore.plan.slot_rules import is_enriching
from simcore.scenario import RigCard

_MARK = re.compile(r"^(\d+)c: (\d+) any @mark(?:=(hq|rd|archives))?$")
_EVENT_BOOST = re.compile(r"^(\d+)c: \+(\d+) \[-(\d+)c if run-event\]$")
_CYBERNETIC = re.compile(r"^(\d+)c: (\d+) ([a-z ]+) \[-1c\*cybernetic\]$")
_CORE = re.compile(r"^str \+1\*core-damage$")
_DEALT = re.compile(r"^install: core (\d)$")
_GRIP = re.compile(r"^str -1\*grip$")
_TRASHES = re.compile(r"^trash-installed 1: 1 \{etr\}$")
_ANY_VIRUS = "virus counters of any card pay"
_HIVE = "its counters lie on all virus programs"
_LENT = re.compile(r"^trash: one icebreaker str \+1\*(grip|link) run$")
_ALL = (_MARK, _EVENT_BOOST, _CYBERNETIC, _CORE, _GRIP, _TRASHES, _LENT)


MOVING = frozenset({"core", "grip", "rig"})
"""What may change before the breaking: core damage, cards of the grip, installed cards."""
_OWN_STRENGTH = "str"
"""A card's standing property: how strong it is."""
_ON_HOST = "host str"
_FOLLOWED = {_OWN_STRENGTH, _ON_HOST}
"""What may go by the counters of a hive."""
HAND_AS_IT_IS = "hand as it is"
"""Said with those: nobody follows the grip on the way."""


def is_priced(
    item: Unexecuted, rig: Sequence[RigCard], server: str, moving: frozenset[str]
) -> bool:
    """Whether the price of a clause of a rig card is known with this rig; `moving`: what may
    change before the breaking."""
    if found := _MARK.match(item.text):
        return server == "remote" or bool(found[3])
    return is_read(item) and not no_price_beside(item, rig, moving)


def no_price_beside(item: Unexecuted, rig: Sequence[RigCard], moving: frozenset[str]) -> str:
    """Beside what such a clause has no price, "" if it has one."""
    text, others = item.text, list[str]()
    if text == _ANY_VIRUS:
        lending = [each.card for each in rig if each.virus]
        others = [card.title for card in lending if set(_by_virus(card)) - {_OWN_STRENGTH}]
    elif text == _HIVE:
        kin = [each for each in rig if "virus" in each.card.subtypes]
        giving = [each for each in kin if _answers(each.card)]
        others = [each.card.title for each in kin if set(_by_virus(each.card)) - _FOLLOWED]
        others += [each.card.title for each in giving if each.virus or len(giving) > 1]
        lent = any(each.virus or each.in_heap for each in rig if _HIVE in _texts(each))
        spending = [each.card for each in rig if lent and _spends_virus(each.card)]
        if spending:  # what is spent counts no more at once
            minding = (
                {_ON_HOST, _OWN_STRENGTH} if any(map(_spends_beside, spending)) else {_ON_HOST}
            )
            others += [each.card.title for each in kin if set(_by_virus(each.card)) & minding]
    elif _CORE.match(text) and "core" in moving:
        others = ["what deals core damage"]
    elif _GRIP.match(text) and HAND_AS_IT_IS in moving and _takes_cards(rig):
        others = ["a price in cards of the grip"]
    elif found := _LENT.match(text):
        clouds = sum("cloud" in placed.card.subtypes for placed in rig)
        if found[1] == "grip" and _takes_cards(rig):
            others = ["a price in cards of the grip"]
        elif found[1] == "link" and clouds > 1:  # all at once, if chosen
            others = ["several clouds"]
        elif found[1] == "link" and "rig" in moving and link_of(rig):
            others = ["what takes cards of the rig"]
    return " and ".join(dict.fromkeys(others))


def is_read(item: Unexecuted) -> bool:
    """Whether a clause is one of those, whatever the rig."""
    return item.text in (_ANY_VIRUS, _HIVE) or any(each.match(item.text) for each in _ALL)


LOST_ELSEWHERE = "they go when it is used on another server"
"""What a card of 1996 says of counters that it gets in runs."""


def words_of_core(rig: Sequence[RigCard]) -> tuple[str, ...]:
    """What is assumed of damage that was dealt before, where a card counts it."""
    counting = [p.card.title for p in rig if any(map(_CORE.match, _texts(p)))]
    words = "no core damage but by cards of the rig as they were installed"
    return tuple(f"{title}: {words}" for title in dict.fromkeys(counting))


def words_of_counters_here(rig: Sequence[RigCard]) -> tuple[str, ...]:
    """What is assumed of counters that are lost where their card is used on another server."""
    words = "its counters are those of this server; in a run on another one it has none"
    found = (p.card for p in rig if p.power and LOST_ELSEWHERE in " ".join(texts_outside(p.card)))
    return tuple(dict.fromkeys(f"{card.title}: {words}" for card in found))


def is_counted_for_core(placed: RigCard, rig: Sequence[RigCard]) -> bool:
    """Whether a card has dealt damage that another one counts."""
    return bool(core_dealt(placed) and words_of_core(rig))


def core_dealt(placed: RigCard) -> int:
    """Core damage that a card has dealt to the Runner as it was installed."""
    found = map(_DEALT.match, texts_outside(placed.card))
    return sum(int(match[1]) for match in found if match)


def link_of(rig: Sequence[RigCard]) -> int:
    """The link that cards of a rig give."""
    return sum(placed.card.link for placed in rig)


def _by_virus(card: Card) -> Iterator[str]:
    """What goes by the number of virus counters on a card, beside what they pay."""
    yield from (s.kind for s in card.rules.statics if s.amount.register == "virus")
    yield from ["recurring"] * (card.rules.recurring_per == "virus")


def _spends_virus(card: Card) -> bool:
    """Whether a card pays with virus counters."""
    rules = card.rules
    costs = [cost for ability in rules.breaks for cost in ability.costs]
    costs += [cost for pump in rules.pumps for cost in pump.costs]
    costs += [cost for paid in rules.paid for cost in paid.costs]
    costs += [bypass.cost for bypass in rules.bypasses]
    texts = [item.text for item in rules.unexecuted]
    paying = any(price.kind == "virus" for cost in costs for price in cost)
    return paying or _ANY_VIRUS in texts or any(re.search(r"\bvc \d", text) for text in texts)


def _spends_beside(card: Card) -> bool:
    """Whether it may do so for something that no way to break takes into account."""
    return any(re.search(r"\bvc \d", item.text) for item in card.rules.unexecuted)


def _answers(card: Card) -> bool:
    """Whether a card loses counters, or goes, for having been used."""
    found = [clause for clause in card.rules.on if not is_enriching(clause)]
    return any(clause.event in ("used", "passed-used") for clause in found)


def _texts(placed: RigCard) -> list[str]:
    return [item.text for item in placed.card.rules.unexecuted]


def is_cybernetic(card: Card) -> bool:
    """Whether a card is cybernetic hardware."""
    return card.type == "hardware" and "cybernetic" in card.subtypes


def is_counted_by_others(placed: RigCard) -> bool:
    """Whether others may be stronger for a card that is installed."""
    return placed.card.link > 0


def _takes_cards(rig: Sequence[RigCard]) -> bool:
    """Whether a card of the rig takes cards of the grip as a price."""
    rules = [placed.card.rules for placed in rig]
    costs = [cost for each in rules for a in each.breaks for cost in a.costs]
    costs += [cost for each in rules for a in each.pumps for cost in a.costs]
    texts = [text for placed in rig for text in _texts(placed)]
    more = any("grip" in text.partition(":")[0] for text in texts if ":" in text)
    return more or any(price.kind == "grip" for cost in costs for price in cost)


def with_assumptions(
    slot: Slot,
    placed: RigCard,
    rig: Sequence[RigCard],
    grip: int,
    server: str,
    link: int,
    event: bool = False,
) -> Slot:
    """A card with the clauses of `is_priced`; `grip`: cards in it; `link`: the Runner's; `event`:
    whether an event has started the run."""
    abilities, boosts, strength = list(slot.abilities), list(slot.boosts), slot.strength
    if any(_HIVE in _texts(each) for each in rig if each is not placed):
        slot = replace(slot, of_hive={"virus"} <= placed.card.subtypes and slot.program)
    for text in _texts(placed):
        if found := _EVENT_BOOST.match(text):
            boosts.append(Boost(int(found[2]), credits=int(found[1]) - event * int(found[3])))
        elif found := _CYBERNETIC.match(text):
            bare = int(found[1])
            price = max(0, bare - sum(is_cybernetic(each.card) for each in rig))
            abilities.append(Ability(int(found[2]), price, types=frozenset({found[3]}), bare=bare))
        elif _CORE.match(text):
            strength += sum(core_dealt(each) for each in rig if each is placed or not each.in_heap)
        elif _GRIP.match(text):
            strength -= grip
            slot = replace(slot, by_hand=-1)
        elif text == _HIVE:
            slot = replace(slot, hive=True)
        elif text == _ANY_VIRUS:
            slot = replace(slot, any_virus=True)
        elif found := _LENT.match(text):
            gain = grip if found[1] == "grip" else link
            slot = replace(slot, lends=Lends(gain, trash=True, lasts=True))
            slot = replace(slot, by_hand=int(found[1] == "grip"))
        elif _TRASHES.match(text):
            slot = replace(slot, eats=True)
        elif (found := _MARK.match(text)) and found[3] == server:
            abilities.append(Ability(int(found[2]), int(found[1])))
    return replace(slot, abilities=tuple(abilities), boosts=tuple(boosts), strength=strength)
