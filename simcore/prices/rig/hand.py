"""Cards of a stated grip that bring something as they are trashed from it: cards, or credits; or
that may be installed out of the heap once they lie there.

Which cards damage takes nobody knows: the Runner needs a way on for each. What is a price, or of
the Runner's choice, is taken from those first that bring most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from operator import add
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.card import BLANK, Card
from simcore.cards.vocabulary import DAMAGE
from simcore.plan.marks import IN_HEAP_AT_FIRST, IN_STACK, NOT_IN_HEAP, ON_STACK, REWARDED
from simcore.plan.pieces import GONE
from simcore.plan.strengths import is_active
from simcore.prices.rig.known_hand import each_thrown, is_followed, most_of_a_type
from simcore.prices.telling import price
from simcore.prices.way.passage import Passage
from simcore.scenario import Pile, RigCard, Runner

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight

OF_EVENTS = "event of the grip trashed [1/turn]: draw 1"
"""What a card of the rig says, once it is known what lies in the grip (`Slot.draws`)."""
_HOSTS_PROGRAMS = "program of the grip trashed: host it"
"""What a card of the rig says by which programs of the grip never come to the heap."""
_OF_ALL_EVENTS = "event trashed [1/turn]: draw 1"
_TRASHED = re.compile(r"^trashed from the grip( by net, meat damage)?: (draw|gain) (\d)$")
CHOSEN = "damage: cards of the Runner's choice"
_DAMAGED = frozenset({"net", "meat"})


BY_CORP, TO_STACK = "corp", "stack"
"""Not damage, and not as the Runner likes: the Corp says which cards go; or they go to the stack,
and bring nothing."""


class Held(NamedTuple):
    """So many cards of one title in the grip, and what each brings as it is trashed: cards that
    are drawn, credits; by damage alone (`damaged`), or whatever trashes it. It `comes_back`: it
    may be installed from the heap."""

    title: str
    copies: int
    draws: int = 0
    credits: int = 0
    damaged: bool = False
    event: bool = False
    comes_back: bool = False

    def brings(self, kind: str) -> bool:
        """Whether it brings anything when damage of a kind, or something else, trashes it."""
        return not self.damaged or kind in _DAMAGED


def hand_of(grip: Pile, rig: Sequence[RigCard]) -> tuple[Held, ...]:
    """What of a grip, beside a rig, brings something as it is trashed, or may come back."""
    texts = {item.text for placed in rig for item in placed.card.rules.unexecuted}
    events, kept = OF_EVENTS in texts, _HOSTS_PROGRAMS in texts
    coming = {p.card.title for p in rig if p.source == "grip" and p.comes_back and not kept}
    held = (_held(card, count, card.title in coming) for card, count in grip)
    return tuple(
        each
        for each in held
        if each.draws or each.credits or each.comes_back or (events and each.event)
    )


def _held(card: Card, count: int, comes_back: bool) -> Held:
    each = Held(card.title, count, event=card.type == "event", comes_back=comes_back)
    for item in card.rules.unexecuted:
        if found := _TRASHED.match(item.text):
            number, damaged = int(found[3]), bool(found[1])
            if found[2] == "draw":
                return each._replace(draws=number, damaged=damaged)
            return each._replace(credits=number, damaged=damaged)
    return each


def by_type(grip: Pile) -> tuple[int, ...]:
    """How many cards of a grip may be of each type, most first; those that nobody knows may all be
    of the first one."""
    types = Counter[str]()
    for card, count in grip:
        types["" if card.id == BLANK.id else card.type] += count
    blank = types.pop("", 0)
    most, *others = sorted(types.values(), reverse=True) or [0]
    return (blank + most, *others)


def most_named(sight: Sight, now: Passage) -> int:
    """How many cards of the grip may be of a type that the Corp names now: damage took others."""
    return min(sight.cards_left(now), most_of_a_type(sight, now))


def still_named(sight: Sight, now: Passage) -> int:
    """How many cards more may be of the type that the Corp has named as the ice was met."""
    return max(0, most_of_a_type(sight, now) - now.here.named)


def hurt_by_type(sight: Sight, number: int, now: Passage) -> list[Passage]:
    """Behind net damage that is one more for each card of the type that the Corp has named: it
    takes as many of those as it can."""
    found = [now]
    for _ in range(number):
        hurt = [(each, after) for each in found for after in sight.damaged("net", 1, each)]
        found = [more for before, after in hurt for more in _once_more(sight, before, after)]
    return found


def _once_more(sight: Sight, before: Passage, now: Passage) -> list[Passage]:
    """Behind the damage for a card that has gone, if it was of that type. Where the Runner chooses
    what goes, it was only if nothing else was there."""
    left = most_of_a_type(sight, now) - now.here.named
    spared = is_chosen(sight, before) and sight.cards_left(before) > left
    if now.suffered.damage == before.suffered.damage or left <= 0 or spared:
        return [now]
    more = sight.damaged("net", 1, now.meets(named=now.here.named + 1))
    return [_not_grown(sight, now, each) for each in more]


def _not_grown(sight: Sight, before: Passage, now: Passage) -> Passage:
    """Without the counters that came for damage which the Corp need not have done."""
    for number, slot in enumerate(sight.slots):
        grown = now.rig[number].power > before.rig[number].power
        if slot.grows_by_damage and grown and now.rig[number].installed:
            now = now.with_card(number, now.rig[number]._replace(power=before.rig[number].power))
    return now


def is_known(grip: Pile) -> bool:
    """Whether every card of a grip is known."""
    return all(card.id != BLANK.id for card, _ in grip)


def knowing_the_hand(runner: Runner, rig: Sequence[RigCard]) -> tuple[RigCard, ...]:
    """A rig with what its cards make of a grip of which every card is known."""
    if not is_known(runner.grip):
        return tuple(rig)
    return tuple(map(_knowing, rig))


def _knowing(placed: RigCard) -> RigCard:
    rules = placed.card.rules
    items = tuple(
        replace(item, text=OF_EVENTS) if item.text == _OF_ALL_EVENTS else item
        for item in rules.unexecuted
    )
    if items == rules.unexecuted:
        return placed
    return replace(placed, card=replace(placed.card, rules=replace(rules, unexecuted=items)))


def thrown(sight: Sight, number: int, now: Passage, kind: str = "") -> list[Passage]:
    """Behind so many cards that have gone from the grip, by damage of a kind, or as the Runner
    liked: with what those brought, each way once, those that brought most first."""
    by_chance = kind == BY_CORP or (kind in DAMAGE and not is_chosen(sight, now))
    if number and not by_chance and is_followed(sight, kind in DAMAGE):
        ways = each_thrown(sight, number, now)
        return [_brought(sight, gone, each, kind) for each, gone in ways]
    if not sight.hand or not number:
        return [now]
    found = [_brought(sight, gone, now, kind) for gone in _choices(sight, number, now)]
    return sight.worst_of(now, [[each] for each in found]) if by_chance else found


def is_chosen(sight: Sight, now: Passage) -> bool:
    """Whether the Runner chooses what damage takes."""
    return any(
        is_active(card) and any(item.text == CHOSEN for item in placed.card.rules.unexecuted)
        for placed, card in zip(sight.rig, now.rig, strict=True)
    )


def left_in_hand(hand: Sequence[Held], now: Passage) -> tuple[int, ...]:
    """How many of each title of the hand have not been trashed."""
    both = zip(hand, now.suffered.thrown, strict=True)
    return tuple(held.copies - gone for held, gone in both)


def _choices(sight: Sight, number: int, now: Passage) -> Iterator[tuple[int, ...]]:
    """How many of each title may be among so many cards that have gone already."""
    left = left_in_hand(sight.hand, now)
    others = max(0, sight.cards_left(now) + number - sum(left))
    for gone in product(*(range(min(number, most), -1, -1) for most in left)):
        if sum(gone) <= number <= sum(gone) + others:
            yield gone


def _brought(sight: Sight, gone: Sequence[int], now: Passage, kind: str) -> Passage:
    """With so many cards of each title trashed, and what those brought."""
    after = tuple(map(add, now.suffered.thrown, gone))
    now = now._replace(suffered=now.suffered._replace(thrown=after))
    there = NOT_IN_HEAP | ON_STACK if kind == TO_STACK else IN_HEAP_AT_FIRST
    for held, times in zip(sight.hand, gone, strict=True):
        if times and held.comes_back:
            now = _lying(sight, held.title, times, there, now)
        if not times or kind == TO_STACK or not held.brings(kind):
            continue
        if held.draws:
            now = now.suffers(drawn=times * held.draws)
            words = f"{held.title}: trashed, {times * held.draws} cards drawn"
            now = now.tell(sight.place, words)
        if held.credits:
            now = sight.paid_out(times * held.credits, now)
            now = now.tell(sight.place, f"{held.title}: gain {price(times * held.credits)}")
    if kind != TO_STACK and any(
        times and held.event for held, times in zip(sight.hand, gone, strict=True)
    ):
        now = _for_an_event(sight, now)
    return now


def _lying(sight: Sight, title: str, copies: int, there: int, now: Passage) -> Passage:
    """With so many copies of a card `there` that were in the grip."""
    both = enumerate(zip(sight.rig, now.rig, strict=True))
    held = {
        number: placed.one_of if placed.one_of >= 0 else number
        for number, (placed, card) in both
        if placed.source == "grip" and placed.card.title == title and card.spent & IN_STACK
    }
    those = list(dict.fromkeys(held.values()))[:copies]
    for number, copy in held.items():
        if copy in those:
            now = now.with_card(number, GONE._replace(spent=there))
    return now


def played(sight: Sight, title: str, now: Passage) -> Passage:
    """Behind a card that has been played from the grip."""
    thrown = tuple(
        gone + (held.title == title)
        for held, gone in zip(sight.hand, now.suffered.thrown, strict=True)
    )
    return now._replace(suffered=now.suffered._replace(thrown=thrown)).plays_from_grip()


def _for_an_event(sight: Sight, now: Passage) -> Passage:
    """An event has been trashed: a card of the rig draws the first time."""
    for number, (slot, card) in enumerate(zip(sight.slots, now.rig, strict=True)):
        if slot.draws == OF_EVENTS and is_active(card) and not card.spent & REWARDED:
            card = card._replace(spent=card.spent | REWARDED)
            now = now.with_card(number, card).suffers(drawn=1)
            now = now.tell(sight.place, f"{slot.title}: a card is drawn")
    return now


def may_be_drawn(sight: Sight, now: Passage) -> int:
    """The most cards that may come for those of the hand that are thrown away."""
    left = left_in_hand(sight.hand, now)
    most = sum(n * held.draws for held, n in zip(sight.hand, left, strict=True) if not held.damaged)
    events = any(held.event and n for held, n in zip(sight.hand, left, strict=True))
    both = zip(sight.slots, now.rig, strict=True)
    drawing = (s.draws == OF_EVENTS and is_active(c) and not c.spent & REWARDED for s, c in both)
    return 0 if now.changed.dry else most + (events and any(drawing))
