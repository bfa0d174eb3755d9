"""What the Corp takes of a rig beside trashing cards: abilities, counters, or one of two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.plan.strengths import is_active
from simcore.prices.rig.drawing import once_gone
from simcore.prices.rig.robbing import robbed_as_purged
from simcore.prices.way.giving_up import first_alike
from simcore.prices.way.passage import Changed, Passage
from simcore.prices.way.picking import Picking, each_pick, there_to_pick

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight


def one_of_two(sight: Sight, now: Passage) -> list[Passage]:
    """The Corp chooses two cards of the rig, of which one goes, as the Runner likes."""
    pairs = (
        pair
        for pair in each_pick(sight, there_to_pick(sight, "any", now), 2, now)
        if len(pair) == 2
    )
    answers = [
        [sight.taken((slot,), now) for slot in sorted({first_alike(sight, n, now) for n in pair})]
        for pair in pairs
    ]
    return sight.worst_of(now, answers) if answers else [now]


def disabled(sight: Sight, number: int, now: Passage) -> list[Passage]:
    """Programs of the Corp's choice have no abilities for the rest of the run."""
    answers = []
    for gone in Picking(sight, "prog", number, now, guarding=False).followed():
        rig = (
            card._replace(silent=True) if slot in gone else card
            for slot, card in enumerate(now.rig)
        )
        answers.append([now._replace(rig=tuple(rig))])
    return sight.worst_of(now, answers)


def _purged_on_ice(changed: Changed) -> Changed:
    """Without the virus counters on ice."""
    lasting = tuple((place, kept._replace(virus=-1)) for place, kept in changed.lasting)
    return changed._replace(purged=True, lasting=lasting)


def purged(sight: Sight, now: Passage) -> list[Passage]:
    """All virus counters of the rig are lost, but one on a guest of a card that keeps it; and
    cards that go for that. The Corp loses what others say."""
    return [_purged(sight, each) for each in robbed_as_purged(sight, now)]


def _purged(sight: Sight, now: Passage) -> Passage:
    slots, virus, cards = sight.slots, list(now.paid.virus), list(now.rig)
    for number, card in enumerate(cards):
        host = slots[number].on_card
        stays = host >= 0 and slots[host].keeps_virus and is_active(now.rig[host])
        left = min(card.virus, int(stays))
        if card.installed:
            lost = card.virus - left
            virus[number] += lost
            weaker = slots[number].per_virus * lost
            cards[number] = card._replace(virus=left, boost=card.boost - weaker)
    gone = [n for n, card in enumerate(cards) if card.installed and slots[n].goes_purged]
    if gone:
        now = once_gone(sight, sight.taken(gone, now._replace(rig=tuple(cards))))
    rig = now.rig if gone else tuple(cards)
    return now._replace(
        rig=rig,
        paid=now.paid._replace(virus=tuple(virus)),
        here=now.here._replace(ice_virus=0),
        changed=_purged_on_ice(now.changed) if sight.looks.ice_virus else now.changed,
    )
