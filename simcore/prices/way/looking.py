"""What ice, and cards beside it, look at on the way, so that more of it is not always better."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.syntax import Condition, If, Node, Price, Psi
from simcore.cards.walking import atoms_of, found_in, mentioned, parts_of, prices_of
from simcore.errors import CapacityError
from simcore.plan.marks import CORP_GAINS
from simcore.plan.slot_rules import enriches
from simcore.prices.corp.further_effects import FOR_TRACE, TO_HQ, TO_RD
from simcore.prices.corp.gates import FROM_ARCHIVES, Gate, robs
from simcore.prices.corp.ground import says
from simcore.prices.corp.price_ice import (
    counts_hq,
    further_clauses,
    looks_at_others,
    priced_texts,
)
from simcore.prices.rig.holding import asks_for_hands, changes_hands
from simcore.prices.rig.preventing import makes_tagged
from simcore.prices.rig.robbing import may_rob
from simcore.prices.stated import sacrifices
from simcore.prices.texts import asked_of_corp, is_bid_for
from simcore.prices.way.attempt import Attempt, may_lose_from_pool, texts_of_ice
from simcore.prices.way.comparing import Looks
from simcore.prices.way.tracing import may_beat, most_for_traces
from simcore.prices.way.wall import ETR

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_OF_RUNNER = ("runner-cr", "corp-cr>runner-cr")
_WHOLE_GRIP = "net 1*grip"
"""Damage that leaves no card, however many there were."""
POVERTY = ("dearer ways, taken to have fewer credits, are left out: there may be more ways",)
TOO_DEAR = (
    "a way that the Runner cannot pay loses what the credits stated leave: with more, more is lost",
)
_DOUBLES = "double-subs"
_TAGS = {"tagged", "tags"}
_AT_LEAST = re.compile(r"\bcorp-cr>=(\d+)")
_PAYS_CORP = re.compile(r"^(paid-or-lost|revealed|runner-draws)\b.*: cgain \d$")


def looks_of(attempt: Attempt) -> Looks:
    """What the pieces look at."""
    cards = [wall.card for wall in attempt.all_walls]
    words = frozenset().union(*(mentioned(card.rules) for card in cards))
    unread = [item for card in cards for item in card.rules.unexecuted]
    texts = [text for card in cards for text in texts_of_ice(card)]
    hands = any(map(asks_for_hands, cards))
    nodes = list(_all_nodes(attempt))
    told_apart = any(map(_looks_at_hq, nodes)) or any(map(counts_hq, cards))
    return Looks(
        installed=bool(words & {"fracters", "ai-installed", "breakers", "free-mu"})
        or (hands and any(changes_hands(placed.card) for placed in attempt.rig))
        or any(slot.per_free_mu or slot.per_fracter_gone for slot in attempt.slots)
        or any(place for place, _ in attempt.unchanged)
        or any(makes_tagged(placed.card) for placed in attempt.rig),
        grip="grip" in words
        or any(slot.by_hand for slot in attempt.slots)
        or any("grip" in item.text.replace(_WHOLE_GRIP, "") for item in unread),
        tags=bool(words & _TAGS)
        or any(re.search("tags|tagged", item.text) for item in unread)
        or any(map(looks_at_tags, nodes))
        or any(gate.ends_for_tags for gate in attempt.gates)
        or any(each.tags for each in attempt.interventions),
        rich=any(_asks_for_poverty(node) for card in cards for node in nodes_of(card)),
        credits=_pays_for_ice(attempt) or _may_be_short(attempt, texts) or may_beat(attempt, texts),
        corp_rich=wants_a_rich_corp(attempt) or bool(attempt.ground.rich),
        hand=told_apart or _may_lack_cards(attempt, nodes),
        hand_apart=told_apart,
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


def told_of_hq(attempt: Attempt) -> tuple[str, ...]:
    """What is said where cards of Archives come to HQ, and some may have come there on the way."""
    if not looks_of(attempt).hand:
        return ()
    words = "cards that come to Archives on the way do not come to HQ by it"
    cards = dict.fromkeys(wall.card for wall in attempt.all_walls)
    return tuple(
        f"{card.title}: {words}"
        for card in cards
        if any(atom.name == TO_HQ for node in priced_texts(card) for atom in atoms_of(node))
    )


def told_of_revealing(attempt: Attempt) -> tuple[str, ...]:
    """What is said of ice that may be met again, where what it reveals is stated once."""
    titles = dict.fromkeys(wall.card.title for wall in attempt.walls)
    stated = [title for title in titles if "revealed=" in title]
    words = "what it reveals as it is met again is left out"
    return tuple(f"{title}: {words}" for title in stated if attempt.meets_again)


def with_gains_of_corp(attempt: Attempt) -> Attempt:
    """With cards that pay the Corp for being used, where anything looks at its credits, or at what
    it gains."""
    tapped = any(slot.earns is not None and slot.earns.when == CORP_GAINS for slot in attempt.slots)
    if not (tapped or looks_of(attempt).credits):
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


def check_averted(attempt: Attempt, root: Iterable[Card]) -> None:
    """Raises `CapacityError` where subroutines that would resolve do not, and the Corp may have
    others resolve, by rezzed cards of the `root` as well."""
    atoms = (atom for node in _all_nodes(attempt) for atom in atoms_of(node))
    lent = any(atom.name == "copy-sub" for atom in atoms)
    lent |= any(isinstance(each.effect, Psi) for each in attempt.interventions)
    waiting = {gate.title for gate in attempt.gates}
    for card in root:
        lent |= bool(attempt.walls) and sacrifices(card)
        lent |= card.title in waiting and says(card, FROM_ARCHIVES)
    if attempt.averted and lent:
        raise CapacityError("subroutines averted where others may be resolved have no price yet")


def _may_be_short(attempt: Attempt, texts: Sequence[str]) -> bool:
    """Whether anything looks at the Corp's credits, or asks for more than it may have."""
    taken = sum(slot.earns.taken for slot in attempt.slots if slot.earns is not None)
    robbed = may_rob(attempt.slots, True, False) or any(map(robs, attempt.gates))
    there = None if attempt.purse is None else 0 if robbed else attempt.purse.corp - taken
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
    homing = sum(wall.may_go_home for wall in attempt.all_walls)
    asked += most_for_traces(attempt, texts) + homing + attempt.ground.moves
    behind = [part for _, part in _asked_behind(attempt) if part.kind == "credits"]
    asked += sum(part.amount.base for part in behind) * (1 + bool(attempt.ground.returns))
    heard = [part for each in attempt.ground.hearers for part in asked_of_corp(each.effect)]
    asked += sum(part.amount.base for part in heard if part.kind == "credits")
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


def _all_nodes(attempt: Attempt) -> Iterator[Node]:
    """What all ice does, what waits behind it and what the Corp may do at any time."""
    for wall in attempt.all_walls:
        yield from priced_texts(wall.card)
        yield from (each.effect for each in (*wall.card.rules.on, *further_clauses(wall.card)))
    yield from (effect for gate in attempt.gates for effect in gate.effects)
    yield from (each.effect for each in attempt.interventions)


def _may_lack_cards(attempt: Attempt, nodes: Sequence[Node]) -> bool:
    """Whether more cards of HQ may be asked for on the way than lie there."""
    asked = sum(part.amount.base for node in nodes for part in prices_of(node) if part.kind == "hq")
    if not asked:
        return False
    if any(slot.discards for slot in attempt.slots) or may_rob(attempt.slots, False, True):
        return True
    cards = [wall.card for wall in attempt.all_walls]
    if attempt.meets_again or attempt.newcomers or any(map(_resolves_more, cards)):
        return True
    leaving = (atom for node in nodes for atom in atoms_of(node) if atom.name == TO_RD)
    return asked + sum(atom.amount.base for atom in leaving) > _in_hq(attempt)


def _looks_at_hq(node: Node) -> bool:
    """Whether a condition or a number of a text goes by the cards in HQ."""
    numbers = (atom.amount for atom in atoms_of(node) if atom.name != "install")
    tests = (test.subject for test in found_in(node, Condition))
    return any("hq" in test for test in tests) or any(each.register == "hq" for each in numbers)


def looks_at_tags(node: Node) -> bool:
    """Whether a condition or a number of a text goes by the tags."""
    tests = {test.subject for test in found_in(node, Condition)}
    return not _TAGS.isdisjoint(tests | {atom.amount.register for atom in atoms_of(node)})


def _resolves_more(card: Card) -> bool:
    """Whether texts of other ice may resolve once more by a piece."""
    return looks_at_others(card) or any(_DOUBLES in text for text in card.rules.sub_texts)


def _in_hq(attempt: Attempt) -> int:
    """Cards in HQ as the run begins."""
    settings = [wall.setting for wall in attempt.walls] + [gate.setting for gate in attempt.gates]
    return settings[0].registers["hq"]


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
