"""What ice, and cards beside it, look at on the way, so that more of it is not always better."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.syntax import If, Node, Price
from simcore.cards.walking import mentioned, parts_of
from simcore.errors import CapacityError
from simcore.plan.slot_rules import enriches
from simcore.prices.corp.further_effects import FOR_TRACE
from simcore.prices.corp.gates import Gate
from simcore.prices.corp.price_ice import PricedIce, priced_texts
from simcore.prices.rig.holding import asks_for_hands, changes_hands
from simcore.prices.texts import asked_of_corp, is_bid_for
from simcore.prices.way.attempt import Attempt, may_lose_from_pool, texts_of_ice
from simcore.prices.way.comparing import Looks
from simcore.prices.way.tracing import may_beat, most_for_traces
from simcore.prices.way.wall import ETR

if TYPE_CHECKING:
    from simcore.prices.cost import Bill
    from simcore.scenario import Scenario

_OF_RUNNER = ("runner-cr", "corp-cr>runner-cr")
_WHOLE_GRIP = "net 1*grip"
"""Damage that leaves no card, however many there were."""
POVERTY = ("dearer ways, taken to have fewer credits, are left out: there may be more ways",)
TOO_DEAR = (
    "a way that the Runner cannot pay loses what the credits stated leave: with more, more is lost",
)
_MOVES_HQ = re.compile(r"\bcdraw\b|\bhq-to|-to-hq\b")
_OF_HQ = re.compile(r"\bhq (\d)")
_AT_LEAST = re.compile(r"\bcorp-cr>=(\d+)")
_PAYS_CORP = re.compile(r"^(paid-or-lost|revealed|bids-revealed|runner-draws)\b.*: cgain \d$")


def looks_of(attempt: Attempt) -> Looks:
    """What the pieces look at."""
    cards = [wall.card for wall in attempt.all_walls]
    words = frozenset().union(*(mentioned(card.rules) for card in cards))
    unread = [item for card in cards for item in card.rules.unexecuted]
    texts = [text for card in cards for text in texts_of_ice(card)]
    hands = any(map(asks_for_hands, cards))
    return Looks(
        installed=bool(words & {"fracters", "ai-installed", "breakers", "free-mu"})
        or (hands and any(changes_hands(placed.card) for placed in attempt.rig))
        or any(slot.per_free_mu for slot in attempt.slots),
        grip="grip" in words
        or any(slot.by_hand for slot in attempt.slots)
        or any("grip" in item.text.replace(_WHOLE_GRIP, "") for item in unread),
        tags=bool(words & {"tagged", "tags"})
        or any(re.search("tags|tagged", item.text) for item in unread),
        rich=any(_asks_for_poverty(node) for card in cards for node in nodes_of(card)),
        credits=_pays_for_ice(attempt) or _may_be_short(attempt, texts) or may_beat(attempt, texts),
        corp_rich=wants_a_rich_corp(attempt) or bool(attempt.ground.rich),
        hand=any("hq>" in text for text in texts) or _has_too_few_cards(attempt),
        ice_virus=any("virus>=" in item.text for item in unread),
        size=hands,
        kinds=attempt.purses.breakers > 0,
        kept=_kept_back(attempt, texts),
    )


def _kept_back(attempt: Attempt, texts: Sequence[str]) -> int:
    """Credits that the Corp may keep back from traces for what else asks for them."""
    if attempt.purse is not None and _pays_for_ice(attempt):
        return attempt.purse.corp
    looked_at = sum(int(n) for text in texts for n in _AT_LEAST.findall(text))
    return _asked_in_all(attempt, texts) + looked_at


def _pays_for_ice(attempt: Attempt) -> bool:
    """Whether the Corp may rez ice on the way, or has it stronger for credits."""
    ground = attempt.ground
    return bool(ground.buys or ground.rich or ground.outward or attempt.newcomers)


def told_of_poverty(attempt: Attempt, bills: Sequence[Bill]) -> tuple[str, ...]:
    """What is said where a text of ice may be milder with fewer credits in the Runner's pool, or
    takes less of a Runner who has not enough."""
    milder = looks_of(attempt).rich and any(slot.abilities for slot in attempt.slots)
    too_dear = any(not bill["affordable"] for bill in bills) and may_lose_from_pool(attempt)
    return POVERTY * milder + TOO_DEAR * too_dear


def told_of_hq(stated: Scenario) -> tuple[str, ...]:
    """What is said where HQ may be too small for what asks for its cards, and ice has the Corp draw
    or put cards away in a way that is not followed."""
    ice = [piece.card for piece in stated.ice if piece.card is not None]
    root = [placed.card for placed in stated.root if placed.card and placed.rezzed]
    asked = sum(map(_asked_of_hq, (*ice, *root)))
    if not asked or stated.corp.hq_count > asked:
        return ()
    moving = [card for card in ice if any(map(_MOVES_HQ.search, texts_of_ice(card)))]
    if not any(map(_asked_of_hq, ice)):  # of a card of the root what is drawn is followed
        moving = [
            card
            for card in moving
            if any(_MOVES_HQ.search(item.text) for item in card.rules.unexecuted)
        ]
    words = "cards of HQ that come or go by it may not be counted"
    return tuple(f"{card.title}: {words}" for card in dict.fromkeys(moving))


def _asked_of_hq(card: Card) -> int:
    """Cards of HQ that the Corp may pay for what a card does."""
    return sum(int(number) for text in texts_of_ice(card) for number in _OF_HQ.findall(text))


def told_of_robbing(attempt: Attempt, met: Iterable[PricedIce]) -> tuple[str, ...]:
    """What is said where each use to break may cost more, and several cards may break for alike."""
    breaking = sum(bool(slot.abilities) for slot in attempt.slots)
    robbing = dict.fromkeys(each.target.title for each in met if each.robs)
    words = "of ways to break it for as many credits one is told, what is lost by that aside"
    return tuple(f"{title}: {words}" for title in robbing if breaking > 1)


def with_gains_of_corp(attempt: Attempt) -> Attempt:
    """With cards that pay the Corp for being used, where anything looks at its credits."""
    if not looks_of(attempt).credits:
        return attempt
    both = zip(attempt.slots, attempt.rig, strict=True)
    slots = tuple(replace(slot, enriches=enriches(placed.card)) for slot, placed in both)
    return replace(attempt, slots=slots)


def pays_unseen(identity: Card | None) -> bool:
    """Whether the Corp's identity gains credits that nothing here follows."""
    clauses = identity.rules.unexecuted if identity is not None else ()
    return any(_PAYS_CORP.match(item.text) for item in clauses)


def check_gains(attempt: Attempt, identity: Card | None) -> None:
    """Raises `CapacityError` where ice looks at credits that the Corp's identity gains."""
    for item in identity.rules.unexecuted if identity is not None else ():
        if _PAYS_CORP.match(item.text) and looks_of(attempt).credits:
            assert identity is not None
            raise CapacityError(
                f"{identity.title}: '{item.text}' beside what looks at the Corp's credits is not "
                "executed yet"
            )


def _may_be_short(attempt: Attempt, texts: Sequence[str]) -> bool:
    """Whether anything looks at the Corp's credits, or asks for more than it may have."""
    taken = sum(slot.earns.taken for slot in attempt.slots if slot.earns is not None)
    there = None if attempt.purse is None else attempt.purse.corp - taken
    is_short = there is not None and there < _asked_in_all(attempt, texts)
    return is_short or _looks_at_credits(attempt, texts)


def _looks_at_credits(attempt: Attempt, texts: Sequence[str]) -> bool:
    """Whether it matters how many credits the Corp has, beside what it has to pay."""
    return (
        any("corp-cr" in text for text in texts)
        or any(option.traced for slot in attempt.slots for option in slot.keeps_off)
        or wants_a_rich_corp(attempt)
    )


def asks_the_corp(attempt: Attempt) -> bool:
    """Whether the Corp may have to pay for anything on the way, or its credits are looked at."""
    texts = [text for wall in attempt.all_walls for text in texts_of_ice(wall.card)]
    if _looks_at_credits(attempt, texts) or may_beat(attempt, texts):
        return True
    return bool(_asked_in_all(attempt, texts))


def _asked_in_all(attempt: Attempt, texts: Sequence[str]) -> int:
    """Credits that the Corp would have to pay for all that it may have to pay for; one at least
    where it may bid."""
    asked = sum(
        int(n) for text in texts for n in re.findall(r"\bcorp-may pay (?:\d\.\.)?(\d)", text)
    )
    subs = [sub for wall in attempt.all_walls for sub in priced_texts(wall.card)]
    parts = [part for sub in subs for part in asked_of_corp(sub)]
    asked += sum(max(0, part.amount.base) for part in parts if part.kind == FOR_TRACE)
    asked += most_for_traces(attempt, texts)
    behind = [part for _, part in _asked_behind(attempt) if part.kind == "credits"]
    asked += sum(part.amount.base for part in behind)
    effects = [effect for gate in attempt.gates for effect in gate.effects]
    effects += [each.effect for each in attempt.interventions]
    texts = [
        *texts,
        *(item.text for wall in attempt.all_walls for item in wall.card.rules.unexecuted),
    ]
    bids = any("psi: " in text for text in texts) or any(map(is_bid_for, effects))
    return max(asked, 1) if bids or attempt.ground.returns else asked


def wants_a_rich_corp(attempt: Attempt) -> bool:
    """Whether a card bypasses ice where the Corp has enough credits."""
    return any(each.corp_credits for slot in attempt.slots for each in slot.bypasses)


def _has_too_few_cards(attempt: Attempt) -> bool:
    """Whether HQ may not hold what the Corp would have to give up behind all ice."""
    return any(
        part.kind == "hq" and part.amount.base > gate.setting.registers["hq"]
        for gate, part in _asked_behind(attempt)
    )


def _asked_behind(attempt: Attempt) -> Iterator[tuple[Gate, Price]]:
    """What texts behind all ice ask of the Corp."""
    for gate in attempt.gates:
        yield from ((gate, part) for each in gate.effects for part in asked_of_corp(each))


def nodes_of(card: Card) -> Iterator[Node]:
    """What subroutines and other clauses of a piece of ice do."""
    yield from card.rules.subs
    yield from (clause.effect for clause in card.rules.on)


def _asks_for_poverty(node: Node | None) -> bool:
    """Whether more credits in the Runner's pool may be worse somewhere in a text."""
    match node:
        case If(condition=asked, then=then, otherwise=otherwise) if asked.subject in _OF_RUNNER:
            of_the_poor = asked.comparison == "<=" or asked.subject != "runner-cr"
            if asked.negated or not (of_the_poor and then == ETR and otherwise is None):
                return True
    return any(map(_asks_for_poverty, parts_of(node)))
