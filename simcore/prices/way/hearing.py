"""What cards of the Corp's do when something happens to the Runner or by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcore.cards.syntax import Amount, Atom, May
from simcore.prices.corp.everywhere import FIRST_CORE, PAID_FOR_LESS_NET
from simcore.prices.corp.further_effects import in_words
from simcore.prices.corp.ground import FIRST_NET, TAGGED, TRASHED, Hearer
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Outcomes, Sight


def heard(sight: Sight, event: str, now: Passage, installed: bool = True) -> Outcomes:
    """Behind what comes of an event; of a card that is trashed, `installed` or not."""
    found = [now]
    for number, hearer in enumerate(sight.hearers):
        if hearer.event == event and (installed or not hearer.installed):
            found = [after for each in found for after in _resolved(sight, number, each)]
    return found


def _resolved(sight: Sight, number: int, now: Passage) -> Outcomes:
    """Behind what one card does, if it has not done it; where nothing looks at that it is as if
    it still could."""
    if number in now.changed.heard:
        return [now]
    hearer = sight.hearers[number]
    marked = now.notes(number) if hearer.once else now
    if hearer.event != TAGGED:
        marked = marked.tell(sight.place, f"{hearer.title}: {in_words(hearer.effect)}")
    found = sight.resolve(hearer.effect, marked)
    return [now] if found == [marked] and hearer.event != TRASHED else found


def tagged(sight: Sight, number: int, now: Passage) -> Outcomes:
    """With so many more tags, and what comes of that."""
    return heard(sight, TAGGED, now.suffers(tags=number)) if number else [now]


def for_net_damage(sight: Sight, now: Passage) -> tuple[list[Hearer], Passage]:
    """The cards that may make another damage of the first net damage, once it is to be dealt."""
    found = []
    for number, hearer in enumerate(sight.hearers):
        if hearer.event == FIRST_NET and number not in now.changed.heard:
            now = now.notes(number)
            found.append(hearer)
    return found, now


def or_else(
    sight: Sight, kind: str, number: int, hearers: Sequence[Hearer], now: Passage
) -> Outcomes:
    """Behind damage that nothing keeps off, or behind what the Corp has done in its place."""
    answers = [sight.dealt(kind, number, now)]
    seen = sight.looks.credits or sight.looks.grip
    if sight.sells_net and seen and kind == "net" and number:
        paid = sight.resolve(Atom("cgain", Amount(PAID_FOR_LESS_NET)), now)
        answers.append([a for each in paid for a in sight.dealt(kind, number - 1, each)])
    for hearer in hearers:
        effect = hearer.effect
        assert isinstance(effect, May)
        bought = sight.paid_by_corp(effect.cost, now)
        if bought is not None:  # else it is the damage that was to be dealt
            told = bought.tell(sight.place, f"{hearer.title}: {in_words(effect)}")
            answers.append(sight.resolve(effect.effect, told))
    return sight.worst_of(now, answers)


def with_the_first(sight: Sight, now: Passage) -> tuple[int, Passage]:
    """By how much the first core damage of a turn is more, and that it has been dealt."""
    more = 0
    for number, hearer in enumerate(sight.hearers):
        if hearer.event == FIRST_CORE and number not in now.changed.heard:
            now = now.notes(number)
            more += 1
    return more, now
