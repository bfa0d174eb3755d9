"""Texts about other ice: counters that are placed on it, subroutines of it that resolve."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.cards.syntax import Atom, Node
from simcore.cards.walking import atoms_of, mentioned
from simcore.errors import CapacityError
from simcore.plan.pieces import RigState
from simcore.plan.states import weather_of
from simcore.prices.corp.further_effects import is_unread
from simcore.prices.corp.price_ice import PricedIce
from simcore.prices.way.passage import Passage, with_more
from simcore.scenario import RigCard

_OF_ITSELF = frozenset({"adv", "virus", "power"})
"""What a subroutine counts on its own piece."""
_ENDS = (Atom("etr"),)
_LEAVING = frozenset({"self-trash", "self-derez"})


class Lender(NamedTuple):
    """A rezzed piece of ice at a place, whose subroutines others may resolve. `unread`: nobody
    can tell what comes of one of them; `lays`: it gives other ice ends of the run. `own`: what it
    gains for each card or tag, `by_tags` as long as there are any; `advanced`: what it has with a
    counter more; `hushed`: others give it nothing."""

    place: int
    title: str
    subtypes: frozenset[str]
    subs: tuple[Node, ...]
    unread: bool = False
    lays: bool = False
    own: tuple[Node, ...] = ()
    by_tags: bool = False
    advanced: tuple[Node, ...] = ()
    hushed: bool = False

    def able_to_grow(self, ice: PricedIce, advanced: tuple[Node, ...], hushed: bool) -> Lender:
        """With what it may gain on the way."""
        by_tags = ice.by_tags is not None and not ice.lasting
        return self._replace(own=ice.of_its_own, by_tags=by_tags, advanced=advanced, hushed=hushed)

    def grown(self, now: Passage, tags: int) -> Lender:
        """With the subroutines and subtypes that it has gained on the way and keeps, the Runner
        having so many tags."""
        kept = now.changed.lasting_at(self.place)
        subs = self.own if kept.gained or (self.by_tags and tags) else ()
        subs += self.advanced if now.changed.placed_at(self.place) else ()
        subs += _ENDS if kept.ends and not self.hushed else ()
        subs += tuple(sub for gain in kept.grown for sub in gain.subs)
        left_out = (item.text for gain in kept.grown for item in gain.unexecuted)
        unread = self.unread or any(map(is_unread, left_out))
        kinds = kept.subtypes.union(self.subtypes, *(gain.subtypes for gain in kept.grown))
        subs = self.subs + subs
        return self._replace(subs=subs, subtypes=kinds, unread=unread)


def lender(place: int, card: Card, subs: tuple[Node, ...], unread: bool) -> Lender:
    """A piece of ice as others see it."""
    effects = (*subs, *(clause.effect for clause in card.rules.on))
    lays = any(atom.name == "gain-etr" for effect in effects for atom in atoms_of(effect))
    return Lender(place, card.title, card.subtypes, subs, unread, lays)


def _leaves(subs: tuple[Node, ...]) -> bool:
    """Whether a piece leaves by one of its subroutines."""
    return any(atom.name in _LEAVING for sub in subs for atom in atoms_of(sub))


def lent(title: str, place: int, atom: Atom, lenders: tuple[Lender, ...]) -> tuple[Node, ...]:
    """The subroutines that the Corp may choose from; `CapacityError` for what nobody knows."""
    others = "other" in atom.words or "bioroid" in atom.words
    kind = " ".join(word for word in atom.words if word not in ("other", "any"))
    found: dict[Node, None] = {}
    for each in lenders:
        if (others and each.place == place) or (kind and kind not in each.subtypes):
            continue
        if _leaves(each.subs) or each.unread or _OF_ITSELF & mentioned(each.subs):
            raise CapacityError(f"{title}: 'copy-sub' beside {each.title} in the price of a server")
        for sub in each.subs:
            if not any(inner.name == "copy-sub" for inner in atoms_of(sub)):
                found.setdefault(sub)
    return tuple(found)


def with_counters(now: Passage, place: int, number: int) -> Passage:
    """A passage in which so many more advancement counters lie on the piece at a place, if
    anything is known of those."""
    if place >= len(now.changed.advanced):
        return now
    advanced = with_more(now.changed.advanced, place, number)
    return now._replace(changed=now.changed._replace(advanced=advanced))


def with_less_ice(rig: Sequence[RigCard], state: RigState) -> RigState:
    """A rig once a piece of ice has left: weaker where cards count the pieces."""
    return tuple(
        now._replace(boost=now.boost - _by_ice_here(placed.card)) if now.installed else now
        for placed, now in zip(rig, state, strict=True)
    )


def _by_ice_here(card: Card) -> int:
    """By how much each piece of ice of this server makes a card of the rig stronger."""
    statics = card.rules.statics
    counting = [s for s in statics if s.kind == "str" and s.amount.register == "ice-here"]
    return sum(static.amount.factor for static in counting)


def counted(
    now: Passage,
    number: int,
    places: tuple[int, ...],
    worst: Callable[[list[Passage]], list[Passage]],
) -> list[Passage]:
    """Counters on one of the pieces that count them; where there is none it does not matter."""
    if not number or not places:
        return [now]
    return worst([with_counters(now, place, number) for place in places])


def others_swapped(now: Passage, place: int, number: int) -> list[list[Passage]]:
    """What may come of two of so many pieces changing places beside one that was first at a
    place: nothing, or something else stands behind it."""
    order = now.changed.order or tuple(range(number))
    at = order.index(place) if place in order else number
    found = [[now]]
    for one, other in combinations((n for n in range(number) if n != at), 2):
        if other > at and not {order[one], order[other]} & now.changed.left:
            moved = list(order)
            moved[one], moved[other] = order[other], order[one]
            found.append([now._replace(changed=now.changed._replace(order=tuple(moved)))])
    return found


def advanced_here(stands: tuple[int, ...], now: Passage) -> int:
    """How many pieces are advanced, of which so many counters lay on each as the run began;
    those that have left aside."""
    counters = [number + now.changed.placed_at(place) for place, number in enumerate(stands)]
    return sum(n > 0 and place not in now.changed.left for place, n in enumerate(counters))


def laid(atom: Atom, number: int, now: Passage) -> Passage:
    """What is laid on ice that is still to be met."""
    climate = now.climate
    weather = weather_of(atom, number)
    if "next" in atom.words:
        return now._replace(climate=climate._replace(following=climate.following.with_(weather)))
    return now._replace(climate=climate._replace(later=climate.later.with_(weather)))
