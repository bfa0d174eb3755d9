"""Rez costs that go by how many rezzed pieces have a subtype, where some gain or lose that on the
way: they stay as they were, which is named where anything breaks ice by what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simcore.cards.card import Card
from simcore.prices.corp.price_ice import COPIES, calls_others, kinds_by_counters
from simcore.prices.corp.rez_costs import asking_for_rez_costs
from simcore.prices.corp.subtypes import advances
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.wall import Wall

_BESIDE = re.compile(r"^-(\d)\*rezzed(?:-other)?:([a-z ]+)$")


def left_out_of_kinds_on_the_way(attempt: Attempt) -> tuple[str, ...]:
    """Where some of those pieces may come to have the subtype, or not to, before a piece is met
    whose rez cost would then be on the other side of what a card of the rig asks for."""
    return tuple(
        f"{wall.card.title}: what the subtypes that {other} may gain or lose on the way make of "
        "its rez cost is left out"
        for wall in attempt.walls
        for other in dict.fromkeys(_changing(attempt, wall))
    )


def _changing(attempt: Attempt, wall: Wall) -> Iterator[str]:
    """The pieces on whose subtypes it hangs whether a card of the rig may break one."""
    found = [match for text in texts_of(wall.card) if (match := _BESIDE.match(text))]
    if not found:
        return
    step, kind = int(found[0][1]), found[0][2]
    others = [w for w in attempt.walls if w is not wall]
    before = [w for w in others if _in_any_order(attempt) or w.place < wall.place]
    abroad = attempt.cards_abroad
    known = any(kind in card.subtypes for card in (*(w.card for w in others), *abroad))
    turning = any(advances(w.card) for w in attempt.walls)
    gaining = [w for w in before if _may_gain(w.card, kind, known, turning)]
    losing = [w for w in before if turning and kind in w.card.subtypes & kinds_by_counters(w.card)]
    if not gaining and not losing:
        return
    there = wall.setting.registers.get(f"rezzed:{kind}", 0)
    cost = wall.card.cost or 0
    least = cost - step * (there + len(gaining))
    most = cost - step * (there - len(losing))
    if any(least < number <= most for number in asking_for_rez_costs(attempt.rig)):
        yield from (w.card.title for w in (*gaining, *losing))


def _in_any_order(attempt: Attempt) -> bool:
    """Whether a piece may be met once more, or in another place."""
    again = attempt.ground.meets_again or any(calls_others(w.card) for w in attempt.walls)
    return again or attempt.shuffles or any(slot.swaps for slot in attempt.slots)


def _may_gain(card: Card, kind: str, known: bool, turning: bool) -> bool:
    """Whether a piece may come to have a subtype on the way: as a copy of one, where that is
    `known` to be there, or `turning` round by counters."""
    if kind in card.subtypes:
        return False
    copies = known and any(item.text == COPIES for item in card.rules.unexecuted)
    return copies or (turning and kind in kinds_by_counters(card))
