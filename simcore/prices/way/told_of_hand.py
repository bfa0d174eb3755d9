"""What is said of cards of the grip that prices take to stay there, or to come too late, and of
cards that come there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import BLANK
from simcore.prices.corp.ground import says
from simcore.prices.rig.brought_by_use import OWN_TRASHED, TRASHED
from simcore.prices.rig.drawing import BEGUN, brings_cards
from simcore.prices.rig.hand import CHOSEN, Held, by_type
from simcore.prices.rig.known_hand import known_hand
from simcore.prices.stated import OF_A_TYPE, TAKES_OF_A_TYPE
from simcore.prices.way.attempt import Attempt, texts_of_ice
from simcore.prices.way.short_stack import told_of_short_stack
from simcore.prices.way.targets import TO_GRIP
from simcore.scenario import Pile, Scenario

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_OF_THE_GRIP = re.compile(r"\b(net|meat|core|grip|discard)\b")
_AT_ANY_TIME = re.compile(
    r"^(\dc \+ )?trash: (fetch|look at|expose|charge|the Corp|rd loses|one piece of|"
    r"outermost|cards on it)"
)
"""What a card may be given up for at any time, whether or not that is of use."""


_DRAWN = "cards that the Runner draws on the way are there, and blank"


def told_of_hand(attempt: Attempt, stack: Pile = (), bills: Sequence[Bill] = ()) -> tuple[str, ...]:
    """Programs that could come from the heap or the grip, and do not; cards that are drawn
    without a stated `stack`, or from one that is too short."""
    drawn = told_of_short_stack(attempt, stack, bills) if stack else told_of_drawn(attempt)
    kept = (*_kept_in_grip(attempt), *_not_given_up(attempt))
    return tuple(dict.fromkeys((*_gone_at_first(attempt), *_too_late(attempt), *kept, *drawn)))


def _not_given_up(attempt: Attempt) -> Iterator[str]:
    """Cards that might go for a card drawn alone, where ice asks for those of the grip."""
    drawing = any(slot.draws in (TRASHED, OWN_TRASHED) for slot in attempt.slots)
    texts = [text for wall in attempt.all_walls for text in texts_of_ice(wall.card)]
    if not drawing or not attempt.passing or not any(map(_OF_THE_GRIP.search, texts)):
        return
    for placed, slot in zip(attempt.rig, attempt.slots, strict=True):
        said = (item.text for item in placed.card.rules.unexecuted)
        known = placed.in_heap or slot.at_will is not None
        if not known and any(map(_AT_ANY_TIME.match, said)):
            yield f"{placed.card.title}: that it may be given up for a card drawn alone is left out"


def told_of_types(scenario: Scenario, hand: Sequence[Held]) -> tuple[str, ...]:
    """What is said where the Corp names a type: of cards that are not told apart by it, where any
    other ice does or the `hand` brings something; and where the Runner chooses what damage
    takes."""
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    texts = [(card, {item.text for item in card.rules.unexecuted}) for card in ice]
    taking = [n for n, (_, said) in enumerate(texts) if TAKES_OF_A_TYPE in said]
    naming = [n for n, (_, said) in enumerate(texts) if _names_a_type(said)]
    runner = scenario.runner
    most, *others = by_type(runner.grip)
    bringing = most > 1 and bool(hand)
    words = "that the cards it takes are all of the type named is left out but for their number"
    found = [
        f"{ice[n].title}: {words}"
        for n in taking
        if others and (bringing or any(later > n for later in naming))
    ]
    choosing = [p.card.title for p in runner.rig if says(p.card, CHOSEN)]
    chosen = bool(choosing)
    known = known_hand(scenario, runner, hand)
    if known is not None and known.by_type and len({kind.odd for kind in known.kinds}) > 1:
        words = "that by it damage takes no card of an odd cost is left out"
        found += [f"{title}: {words}" for title in choosing]
    if chosen and any(card.id == BLANK.id for card, _ in runner.grip):
        words = "all that it takes is taken to be of the type named, though the Runner chooses it"
        found += [f"{card.title}: {words}" for card, said in texts if OF_A_TYPE in said]
    return tuple(dict.fromkeys(found))


def _names_a_type(said: Iterable[str]) -> bool:
    """Whether ice looks at how many cards of the grip are of a type that the Corp names."""
    return any(text.startswith("encounter: choose-type") for text in said)


def _gone_at_first(attempt: Attempt) -> Iterator[str]:
    """Cards that take one of the grip as the run begins, and go with a success themselves."""
    words = "the card of the grip that it takes, and its own going, are not told among what is lost"
    taking = [slot.title for slot in attempt.slots if slot.draws == BEGUN]
    yield from (f"{title}: {words}" for title in taking)
    if attempt.hand:
        yield from (f"{title}: what the card brings that it takes is left out" for title in taking)


def told_of_drawn(attempt: Attempt) -> tuple[str, ...]:
    """What is taken of a stack of which nothing is stated."""
    texts = (text for wall in attempt.all_walls for text in texts_of_ice(wall.card))
    by_ice = attempt.passing and any("rdraw" in text for text in texts)
    by_hand = any(held.draws for held in attempt.hand)
    return (_DRAWN,) if by_ice or by_hand or any(map(brings_cards, attempt.slots)) else ()


def _too_late(attempt: Attempt) -> Iterator[str]:
    """What goes to the heap for something that is done as ice is met: that is not in the heap yet
    as the ice is met, when it would have to be there."""
    weakening = ((slot.title, slot.weakening) for slot in attempt.slots)
    for title, each in weakening:
        if each is not None and each.once and each.grip:
            for held in attempt.hand:
                if held.comes_back:
                    yield f"{held.title}: not in the heap yet at the ice for which {title} takes it"


def _kept_in_grip(attempt: Attempt) -> Iterator[str]:
    """What ice sends to the grip and could leave it again."""
    texts = (text for wall in attempt.all_walls for text in texts_of_ice(wall.card))
    if not attempt.passing or not any(map(TO_GRIP.search, texts)):
        return
    of_grip = any(s.fetches is not None and "grip" in s.fetches.sources for s in attempt.slots)
    for placed, slot in zip(attempt.rig, attempt.slots, strict=True):
        if slot.program and not placed.in_heap and (of_grip or slot.returns[0]):
            yield f"{slot.title}: once ice has sent it to the grip, it is taken to stay there"
