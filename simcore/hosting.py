"""Cards of the rig that lie on other cards of the rig, found by the titles of these."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcore.cards.card import Card, Fidelity
from simcore.cards.notation import parse_rules
from simcore.cards.outside import texts_outside
from simcore.cards.pool import fold, shortfalls
from simcore.cards.syntax import Amount, Condition, Rules, Static
from simcore.cards.walking import atoms_of
from simcore.errors import CapacityError, CardError
from simcore.scenario import PlacedIce, RigCard

_OWN_ROOM = re.compile(r"^its guests? takes? (no memory|\d of its own memory)$")
"""What a card says on which programs take none of the Runner's memory."""
_LINK_OF_CLOUDS = 2
"""With so much link a cloud takes no memory."""
MEMORY_SETTLED = "memory settled"
"""Said of a cloud of which it is known whether it takes memory."""
_MEMORY_BY_POINTS = "mu +1*points"
"""What a card says that gives a unit of memory for each agenda point."""
KINDS = frozenset({"barrier", "code gate", "sentry"})
CHANGES = frozenset({"host blank", "host kinds", "host boosts last", "host abilities"})
"""What a card does to the card that hosts it, as long as it stays there."""
_ABILITIES = ("break", "pump", "paid")


def lies_on_breaker(card: Card) -> bool:
    """Whether a card has to be installed on an icebreaker."""
    return any(static.kind == "hosted-on-breaker" for static in card.rules.statics)


def lies_on_ice(card: Card) -> bool:
    """Whether a card with a place of ice lies there; of any other one that piece was chosen."""
    there = any(static.kind == "hosted-on-ice" for static in card.rules.statics)
    there |= any(ability.host_only or ability.here_only for ability in card.rules.breaks)
    return there or "trojan" in card.subtypes


def is_guest(card: Card) -> bool:
    """Whether a card with a place of ice is a program that lies there."""
    return card.type == "program" and lies_on_ice(card)


def silences_guests(ice: Card) -> bool:
    """Whether programs on this piece of ice have no abilities."""
    atoms = (atom for clause in ice.rules.on for atom in atoms_of(clause.effect))
    return any(atom.name == "take-trojan" for atom in atoms)


def may_host(host: Card, guest: Card) -> bool:
    """Whether one card of the rig may lie on another."""
    if lies_on_breaker(guest):
        return host.is_icebreaker and _allowed(guest, host, "host str")
    if borrows(host) and (not guest.is_icebreaker or "ai" in guest.subtypes):
        return False
    return guest.type == "program" and any(
        static.kind == "hosts-program" and static.suits(guest.subtypes)
        for static in host.rules.statics
    )


def borrows(host: Card) -> bool:
    """Whether a card has the paid abilities of what lies on it."""
    return any(static.kind == "guest abilities" for static in host.rules.statics)


def _allowed(guest: Card, host: Card, kind: str) -> bool:
    asked = [static for static in guest.rules.statics if static.kind == kind]
    return all(static.suits(host.subtypes) for static in asked)


def hosted(rig: Sequence[RigCard], titles: Sequence[str]) -> tuple[RigCard, ...]:
    """A rig with each card on the one of that title ("": on none). What needs an icebreaker
    lies on the only one that fits, if nobody says.

    Raises `CardError` for a host that is not there, or that the card cannot lie on.
    """
    lying = [
        replace(placed, on_card=_host_of(rig, placed.card, title))
        for placed, title in zip(rig, titles, strict=True)
    ]
    return _with_borrowed([_in_its_room(placed, lying) for placed in lying])


def _in_its_room(placed: RigCard, rig: Sequence[RigCard]) -> RigCard:
    """A card of the rig with the memory that it takes where it lies."""
    host = None if placed.on_card is None else rig[placed.on_card].card
    if host is None or not any(map(_OWN_ROOM.match, texts_outside(host))):
        return placed
    return replace(placed, card=replace(placed.card, memory=0))


def with_points(rig: Sequence[RigCard], points: int) -> tuple[RigCard, ...]:
    """A rig with the memory that cards give for the Runner's agenda points."""
    return tuple(replace(placed, card=_by_points(placed.card, points)) for placed in rig)


def _by_points(card: Card, points: int) -> Card:
    left = tuple(item for item in card.rules.unexecuted if item.text != _MEMORY_BY_POINTS)
    if left == card.rules.unexecuted:
        return card
    given = Static("mu", Amount(points), text=f"mu +{points}")
    rules = replace(card.rules, statics=(*card.rules.statics, given), unexecuted=left)
    return replace(card, rules=rules)


def as_clouds(rig: Sequence[RigCard], link: int, lasting: int) -> tuple[RigCard, ...]:
    """A rig with the memory that clouds take of a Runner with so much link, where it does not
    come to less than is `lasting`."""
    if link >= _LINK_OF_CLOUDS > lasting:
        return tuple(rig)
    return tuple(
        replace(placed, card=_cloud(placed.card, link)) if _is_cloud(placed.card) else placed
        for placed in rig
    )


def _is_cloud(card: Card) -> bool:
    return "cloud" in card.subtypes and card.type == "program"


def _cloud(card: Card, link: int) -> Card:
    settled = Static(MEMORY_SETTLED, text=MEMORY_SETTLED)
    rules = replace(card.rules, statics=(*card.rules.statics, settled))
    memory = 0 if link >= _LINK_OF_CLOUDS else card.memory
    return replace(card, memory=memory, rules=rules)


def _with_borrowed(rig: Sequence[RigCard]) -> tuple[RigCard, ...]:
    """A rig with the abilities that cards have of those on them; these are marked."""
    found = list(rig)
    for placed in rig:
        host = placed.on_card
        if host is not None and borrows(rig[host].card):
            found[host] = replace(found[host], card=_lent(found[host].card, placed.card))
    for number, placed in enumerate(rig):
        if placed.on_card is not None and borrows(rig[placed.on_card].card):
            marked = (*placed.card.rules.statics, Static("host abilities", text="host abilities"))
            rules = replace(placed.card.rules, statics=marked)
            found[number] = replace(found[number], card=replace(placed.card, rules=rules))
    return tuple(found)


def _lent(host: Card, guest: Card) -> Card:
    """A card with the paid abilities of a guest as well."""
    mine, its = host.rules, guest.rules
    unread = tuple(item for item in its.unexecuted if item.key in _ABILITIES)
    rules = replace(
        mine,
        breaks=mine.breaks + its.breaks,
        pumps=mine.pumps + its.pumps,
        paid=mine.paid + its.paid,
        unexecuted=mine.unexecuted + unread,
    )
    notes = tuple(dict.fromkeys((*host.fidelity.notes, *shortfalls(host.type, rules))))
    return replace(host, rules=rules, fidelity=Fidelity("approximate" if notes else "exact", notes))


def _is_called(card: Card, title: str) -> bool:
    """Whether a title means a card, with what was stated of that in braces or without."""
    return fold(title) in (fold(card.title), fold(card.title.partition("{")[0]))


def _host_of(rig: Sequence[RigCard], card: Card, title: str) -> int | None:
    fitting = [number for number, other in enumerate(rig) if may_host(other.card, card)]
    if title:
        named = [n for n, other in enumerate(rig) if _is_called(other.card, title)]
        if not named:
            raise CardError(f'{card.title}: no "{title}" is installed to lie on')
        if not set(named) & set(fitting):
            raise CardError(f"{card.title} cannot lie on {rig[named[0]].card.title}")
        return next(number for number in named if number in fitting)
    if not lies_on_breaker(card):
        return None
    if len(fitting) != 1:
        example = rig[fitting[0]].card.title if fitting else "Corroder"
        raise CardError(f'{card.title}: say which icebreaker it lies on, as in host = "{example}"')
    return fitting[0]


def changes_host(card: Card) -> bool:
    """Whether a card gives its host other properties than strength."""
    if lies_on_breaker(card) and card.rules.pumps:
        return True
    return any(static.kind in CHANGES for static in card.rules.statics)


def as_hosts(ice: Sequence[PlacedIce], rig: Sequence[RigCard]) -> tuple[PlacedIce, ...]:
    """Pieces of ice as cards of the rig on them make them."""
    guests: dict[int, list[Card]] = {}
    for placed in rig:
        if placed.host is not None and changes_host(placed.card):
            guests.setdefault(placed.host, []).append(placed.card)
    return tuple(
        replace(
            piece,
            card=None if piece.card is None else changed(piece.card, guests[place]),
            printed=piece.card,
            candidates=tuple((changed(card, guests[place]), n) for card, n in piece.candidates),
        )
        if place in guests
        else piece
        for place, piece in enumerate(ice)
    )


def is_hushed(place: int, rig: Sequence[RigCard]) -> bool:
    """Whether a card on a piece of ice keeps it from gaining abilities."""
    return any(takes_abilities(placed.card) for placed in rig if placed.host == place)


def takes_abilities(guest: Card) -> bool:
    """Whether ice that hosts a card has its printed subroutines alone."""
    return any(static.kind == "host blank" for static in guest.rules.statics)


def changed(ice: Card, guests: Sequence[Card]) -> Card:
    """A piece of ice with these cards on it."""
    kinds = {static.kind for guest in guests for static in guest.rules.statics}
    if "host kinds" in kinds and not silences_guests(ice):
        ice = replace(ice, subtypes=ice.subtypes | KINDS)
    if "host blank" in kinds:
        rules = ice.rules if not x_stands_apart(ice) else _without_x(ice.rules)
        printed = tuple(item for item in rules.unexecuted if item.key == "subs")
        bare = Rules(subs=rules.subs, sub_texts=rules.sub_texts, unexecuted=printed)
        ice = replace(ice, rules=bare, fidelity=_of_subs(ice, bare))
    return ice


def x_stands_apart(ice: Card) -> bool:
    """Whether what X is in the subroutines of a piece of ice is said by an ability beside them."""
    apart = any(static.kind == "x apart" for static in ice.rules.statics)
    return apart or any(item.key == "x" for item in ice.rules.unexecuted)


def words_of_lost_x(ice: Card, place: int, rig: Sequence[RigCard]) -> Iterator[str]:
    """What is told of a piece of ice, as it is printed, that has lost what says what X is."""
    guests = [each.card for each in rig if each.host == place and takes_abilities(each.card)]
    if guests and x_stands_apart(ice):
        yield f"{ice.title}: what X is, is an ability that {guests[0].title} takes: X is 0"


def _without_x(rules: Rules) -> Rules:
    """Subroutines of which nothing says any more what X is: it is 0 there, as in a strength of X.
    That is a reading: no text at hand says whether what defines X is an ability. What does
    nothing but count X does nothing."""
    texts = tuple(
        "nothing" if _X.search(text) else _NUMBER_OF_TRACE.sub(r"\1 0:", text)
        for text in rules.sub_texts
    )
    return parse_rules({"subs": list(texts)})


_X = re.compile(r"\bX$")
_NUMBER_OF_TRACE = re.compile(r"^(trace) \d\*[a-z-]+:")


def _of_subs(ice: Card, bare: Rules) -> Fidelity:
    """How truly a piece of ice acts that is left with `bare` subroutines."""
    read = set(ice.rules.sub_texts) - set(bare.sub_texts)
    notes = tuple(
        note
        for note in ice.fidelity.notes
        if note.startswith("subroutine") and not any(f"'{text}'" in note for text in read)
    )
    return Fidelity("approximate", notes) if notes else Fidelity()


def check_stays(card: Card, why: str) -> None:
    """Raises `CapacityError` for a card that may go while its host is changed by it."""
    if changes_host(card):
        raise CapacityError(f"{card.title}: changes its host and may be trashed by {why}")


def as_played(event: Card, rig: Sequence[RigCard], grip: int) -> Card:
    """A run event with the strength it lends for the whole run, judged as it is played."""
    numbers = {"programs": sum(placed.card.type == "program" for placed in rig), "grip": grip}
    statics = []
    for static in event.rules.statics:
        condition = static.condition
        if condition is None or condition.subject not in numbers:
            statics.append(static)
        elif _at_most(condition, numbers[condition.subject]):
            statics.append(replace(static, condition=None))
    return replace(event, rules=replace(event.rules, statics=tuple(statics)))


def _at_most(condition: Condition, number: int) -> bool:
    if condition.comparison != "<=" or condition.negated:
        raise CardError(f"a condition of {condition.subject} as a run begins reads <=N")
    return number <= int(condition.value)
