"""What cards of the rig make of each other, of the first piece of ice, and of traces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.abilities import parse_break, parse_static
from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Atom, Node, Rules, Static, Trace, Unexecuted
from simcore.cards.syntax import Sequence as Steps
from simcore.cards.walking import atoms_of, traces
from simcore.hosting import is_hushed
from simcore.plan.strengths import is_active
from simcore.prices.corp.everywhere import SUCCEEDED
from simcore.prices.stated import (
    BY_FRACTERS_GONE,
    DEARER_SUBS,
    DULLS,
    OF_COUNTED_ICE,
    with_a_sub_first,
    without,
)
from simcore.prices.way.hearing import heard
from simcore.scenario import RigCard, Runner

if TYPE_CHECKING:
    from simcore.prices.way.passage import Passage
    from simcore.prices.way.suffering import Sight

_CHANGES_HOST = "host is ai, and breaks 1 for a click"
_TAKES_HARDWARE = re.compile(r"(trash|bounce) (?!prog|ai|res\b|own)")
_FOR_DAMAGE = re.compile(r"^installed card: ")
_GIVES_ANY_CARD_UP = re.compile(r"^trash-installed ")
"""What a card of the rig says for which the Runner may give up any other one."""
_HARMS = re.compile(r"\b(net|meat|core)\b")
OF_CHOSEN = "first ice met of the server chosen: subs are net 1"
"""What a card says for which a server was chosen (`RigCard.chosen`)."""
_FIRST_SUB = re.compile(r"^encounter\[1/turn\]: gain-sub \{([^{}]+)\} first$")


def as_changed(rig: Sequence[RigCard], ice: Sequence[Card]) -> tuple[RigCard, ...]:
    """A rig with what cards give their hosts, which go by it to the end; where the giver may go on
    the way, it stays as it is."""
    texts = [text for card in ice for text in texts_of(card)]
    said = [item.text for placed in rig for item in placed.card.rules.unexecuted]
    given_up = any(map(_GIVES_ANY_CARD_UP.match, said))
    given_up |= any(map(_FOR_DAMAGE.match, said)) and any(map(_HARMS.search, texts))
    if given_up or any(map(_TAKES_HARDWARE.search, texts)):
        return tuple(rig)
    found = list(rig)
    for placed in rig:
        for item in placed.card.rules.unexecuted:
            if item.text == _CHANGES_HOST and placed.on_card is not None:
                host = found[placed.on_card]
                found[placed.on_card] = replace(host, card=_adjusted(host.card))
                number = rig.index(placed)
                found[number] = replace(placed, card=without(placed.card, [item]))
    return tuple(found)


def texts_of(card: Card) -> list[str]:
    texts = [*card.rules.sub_texts, *(clause.text for clause in card.rules.on)]
    return texts + [item.text for item in card.rules.unexecuted]


def _adjusted(card: Card) -> Card:
    rules = replace(card.rules, breaks=(*card.rules.breaks, parse_break("click 1: 1 any")))
    return replace(card, rules=rules, subtypes=card.subtypes | {"ai"})


def first_sub(
    rig: Sequence[RigCard], ice: Sequence[Card], server: str
) -> tuple[tuple[RigCard, ...], Card]:
    """The first piece of ice with what cards of the rig make of its subroutines, and these
    without that clause; a hushed piece gains none."""
    found, first = [], ice[0]
    hushed = is_hushed(0, rig)
    for placed in rig:
        card = placed.card
        for item in card.rules.unexecuted:
            if text := _sub_of(item):
                first = first if hushed else with_a_sub_first(first, text)
                card = without(card, [item])
            elif item.text == OF_CHOSEN and placed.chosen and not any(map(_lends_subs, ice)):
                here = placed.chosen == server
                first = _blunted(first) if here else first
                placed = replace(placed, chosen=server if here else "")
                card = without(card, [item])
        found.append(placed if card is placed.card else replace(placed, card=card))
    return tuple(found), first


def weakened_by_counters(rig: Sequence[RigCard]) -> list[Static]:
    """What cards of the rig make of the virus counters on ice."""
    texts = (item.text for placed in rig for item in placed.card.rules.unexecuted)
    return [parse_static("ice str -1*virus")] if OF_COUNTED_ICE in texts else []


def dulled(
    rig: Sequence[RigCard], ice: Sequence[Card]
) -> tuple[tuple[RigCard, ...], tuple[Card, ...]]:
    """A rig whose card has subroutines of AP ice do nothing, without that clause, and the ice as
    that leaves it; both as they are where ice may take the card away, or gets subroutines."""
    texts = [text for card in ice for text in texts_of(card)]
    unsure = any(map(_TAKES_HARDWARE.search, texts)) or any(map(_lends_subs, ice))
    items = [item for placed in rig for item in placed.card.rules.unexecuted if item.text == DULLS]
    if unsure or not items:
        return tuple(rig), tuple(ice)
    left = tuple(replace(placed, card=without(placed.card, items)) for placed in rig)
    return left, tuple(_dull(card) if "ap" in card.subtypes else card for card in ice)


def dearer_subs(rig: Sequence[RigCard]) -> int:
    """How much more each subroutine costs to break by cards that have had their say of AP ice."""
    texts = [[item.text for item in placed.card.rules.unexecuted] for placed in rig]
    return sum(DEARER_SUBS in each and DULLS not in each for each in texts)


def _dull(card: Card) -> Card:
    """A piece of AP ice whose subroutines trace, or deal one net damage, or do nothing."""
    subs = tuple(map(_dull_sub, card.rules.subs))
    both = zip(subs, card.rules.sub_texts, strict=True)
    texts = tuple("nothing" if sub == _NOTHING else text for sub, text in both)
    return replace(card, rules=replace(card.rules, subs=subs, sub_texts=texts))


def _dull_sub(sub: Node) -> Node:
    harms = bool(traces(sub)) or any(atom.name in _NET for atom in atoms_of(sub))
    return _with_one_net(sub) if harms else _NOTHING


def _with_one_net(node: Node) -> Node:
    match node:
        case Atom(name="net" | "net-next", amount=Amount(register="")):
            return replace(node, amount=Amount(min(1, node.amount.base)))
        case Steps(steps=steps):
            return Steps(tuple(map(_with_one_net, steps)))
        case Trace(success=success):
            return replace(node, success=_with_one_net(success))
    return node


_NET = ("net", "net-next")
"""What a subroutine does that deals net damage, at once or as the next encounter ends."""
_NOTHING = Atom("nothing")


def leaving_the_first(placed: RigCard) -> RigCard:
    """Without what makes something of the subroutines of the first piece of ice as it is met."""
    items = placed.card.rules.unexecuted
    acting = [item for item in items if _sub_of(item) or item.text == OF_CHOSEN]
    return replace(placed, card=without(placed.card, acting)) if acting else placed


def gives_a_sub(placed: RigCard) -> bool:
    """Whether a card makes something of the subroutines of the first piece of ice, or of AP ice."""
    texts = [item.text for item in placed.card.rules.unexecuted]
    return (
        DULLS in texts
        or any(map(_FIRST_SUB.match, texts))
        or (OF_CHOSEN in texts and bool(placed.chosen))
    )


def _lends_subs(card: Card) -> bool:
    """Whether a piece of ice gives subroutines, or gets some beside its own."""
    return any(word in text for text in texts_of(card) for word in ("gain-", "copy", "double"))


def _blunted(card: Card) -> Card:
    """A piece each of whose subroutines deals one net damage in place of what it says."""
    number = len(card.rules.subs)
    left = tuple(item for item in card.rules.unexecuted if item.key != "subs")
    subs = (Atom("net", Amount(1)),) * number
    rules = replace(card.rules, subs=subs, sub_texts=("net 1",) * number, unexecuted=left)
    return replace(card, rules=rules)


def _sub_of(item: Unexecuted) -> str:
    found = _FIRST_SUB.match(item.text)
    return found[1] if found else ""


def fracters_go(rig: Sequence[RigCard], ice: Sequence[Card]) -> bool:
    """Whether fracters may come into the heap on the way: by ice, or given up by the Runner."""
    fracters = sum("fracter" in placed.card.subtypes for placed in rig)
    return fracters > 1 or any("trash" in text for card in ice for text in texts_of(card))


def counting_held_fracters(runner: Runner, rig: Sequence[RigCard]) -> tuple[RigCard, ...]:
    """A rig and behind it, where a card counts fracters of the heap, those of a stated grip that
    may get there: they do nothing but lie."""
    if not any(item.text == BY_FRACTERS_GONE for p in rig for item in p.card.rules.unexecuted):
        return tuple(rig)
    known = Counter(placed.card.id for placed in rig if placed.source == "grip")
    lying = [
        RigCard(
            replace(card, rules=Rules(), memory=0), in_heap=True, source="grip", comes_back=True
        )
        for card, copies in runner.grip
        if "fracter" in card.subtypes
        for _ in range(copies - known[card.id])
    ]
    return (*rig, *lying)


def traced(sight: Sight, found: Sequence[Passage]) -> list[Passage]:
    """Behind a trace that has succeeded, with what cards of the rig and of the root make of it."""
    if sight.trace_tags:
        tag = Atom("tag", Amount(sight.trace_tags))
        words = f"a trace succeeds: tags: {sight.trace_tags}"
        told = [each.tell(sight.place, words) for each in found]
        found = [after for each in told for after in sight.resolve(tag, each)]
    for number, slot in enumerate(sight.slots):
        if slot.traced:
            harm = Atom("core", Amount(slot.traced))
            words = f"{slot.title}: a trace succeeds: core damage: {slot.traced}"
            found = [
                after
                for each in found
                for after in (
                    sight.resolve(harm, each.tell(sight.place, words))
                    if is_active(each.rig[number])
                    else [each]
                )
            ]
    return [after for each in found for after in heard(sight, SUCCEEDED, each)]
