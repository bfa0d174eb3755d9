"""Sets of subroutines that it may be worth to break at a piece of ice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import factorial, prod
from typing import NamedTuple

from simcore.cards.syntax import Node
from simcore.cards.walking import atoms_of, mentioned, traces
from simcore.errors import CapacityError
from simcore.plan.pieces import Slot
from simcore.plan.states import Weather
from simcore.plan.strengths import is_active
from simcore.prices.corp.price_ice import ANY_END, FULL_BREAK, FULL_BREAK_OR_BYPASS, OWN_END
from simcore.prices.rig.drawing import may_draw_by_breaking
from simcore.prices.rig.keeping_open import may_keep_open
from simcore.prices.rig.preventing import may_be_held
from simcore.prices.texts import asked_of_corp
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece

MAX_CHOICES = 4096
"""Sets of subroutines to break that are tried at one piece of ice."""
CHANGING = frozenset(
    {"tagged", "grip", "fully-broken", "fracters", "ai-installed", "runner-cr", "corp-cr"}
    | {"breakers", "power", "tags", "click-broke", "hq", "hq>grip", "corp-cr>runner-cr"}
)
"""What texts ask for that may change while subroutines resolve."""
_BY_BREAKING = (FULL_BREAK, FULL_BREAK_OR_BYPASS)
"""Events that come of breaking."""
MOST_ORDERS = 720
"""Orders of unbroken subroutines, alike ones in their own, where the Runner says in which."""
LEAVING = frozenset({"self-trash", "self-derez", "score-ice"})
"""Effects after which no further subroutine resolves."""


class Wants(NamedTuple):
    """What the Runner is after: only to pass; also to break what does not matter (`whole`)."""

    passing: bool
    whole: bool


def choices(
    piece: Piece, now: Passage, weather: Weather, wants: Wants
) -> Iterator[tuple[int, ...]]:
    """Sets of subroutines worth breaking, of alike ones with nothing between them the first
    ones, but for the last of all where a card breaks that; those laid on the piece stand behind its
    own."""
    own = len(piece.subs)
    ends = range(own, own + weather.etrs)
    if not wants.passing:
        yield (*range(own), *ends)
        return
    slots = piece.sight.slots
    ending = [] if now.here.endless else [number for number in ends if number >= now.here.idle]
    averted = bool(now.ahead.averted)
    held = may_keep_open(slots, now) or averted
    must = [] if held else ending
    at_end = (piece.clauses.get(event, ()) for event in (OWN_END, ANY_END))
    asked = mentioned(tuple(clause.effect for clauses in at_end for clause in clauses))
    counts_all = bool({"fully-broken", "broke", "broke-printed"} & asked)
    apart = piece.ice.tells_printed or "broke-printed" in asked
    very_last = own + weather.etrs - 1 if _breaks_the_last(slots, now) else -1
    laid_apart = [n for n in ending if n != very_last], [n for n in ending if n == very_last]
    groups = [each for each in laid_apart if held and each]
    counts_all |= any(piece.clauses.get(event) for event in _BY_BREAKING)
    counts_all = counts_all or wants.whole or now.here.net_here > 0 or averted
    counts_all = counts_all or _opens_others(slots, now)
    stays = not (is_ordered(slots, now) and any(map(_makes_room, piece.subs)))
    stays = stays and not (may_draw_by_breaking(slots, now) or may_be_held(slots, now) or averted)
    resolved: dict[Node, list[Passage]] = {}
    for number, sub in enumerate(piece.subs):
        idle = number < now.here.idle
        if not idle and sub not in resolved:
            resolved[sub] = piece.sight.resolve(sub, now)
        outcomes = [now] if idle else resolved[sub]
        changing = bool(mentioned(sub) & CHANGING) or _copies(sub)
        changing = (changing or _asks_for_what_moves(sub, piece)) and not idle
        if (piece.is_closed(number) and not idle) or (stays and not outcomes and not changing):
            must.append(number)
        elif counts_all or changing or outcomes != [now]:
            last = groups[-1][-1] if groups else own
            alike = last < own and piece.subs[last] == sub and number != very_last
            alike = alike and not last < now.here.idle <= number
            if alike and not apart:
                groups[-1].append(number)
            else:
                groups.append([number])
        stays = stays and not _makes_room(sub)
    numbers = [range(len(group) + 1) for group in groups]
    if prod(map(len, numbers)) > MAX_CHOICES:
        raise CapacityError(f"{piece.target.title}: too many sets of subroutines to choose from")
    laid = set(range(own, own + weather.etrs))
    for counts in product(*numbers):
        taken = [n for group, count in zip(groups, counts, strict=True) for n in group[:count]]
        yield tuple(sorted(must + taken))
        if laid and not stays:
            yield tuple(sorted({*must, *taken} - laid))


def _opens_others(slots: Sequence[Slot], now: Passage) -> bool:
    """Whether what is broken, though it would do no harm, lets other cards break more."""
    cards = zip(slots, now.rig, strict=True)
    return any(a.after for slot, card in cards if is_active(card) for a in slot.abilities)


def _breaks_the_last(slots: Sequence[Slot], now: Passage) -> bool:
    """Whether a card breaks the last subroutine, which is not like others then."""
    return any(s.breaks == "last" and is_active(c) for s, c in zip(slots, now.rig, strict=True))


def is_ordered(slots: Sequence[Slot], now: Passage) -> bool:
    """Whether the Runner says in which order unbroken subroutines resolve."""
    return any(slot.orders and is_active(card) for slot, card in zip(slots, now.rig, strict=True))


def _makes_room(sub: Node) -> bool:
    """Whether what would stop the Runner may be survived behind a subroutine."""
    return bool({atom.name for atom in atoms_of(sub)} & (LEAVING | {"rdraw", "copy-sub"}))


def _asks_for_what_moves(sub: Node, piece: Piece) -> bool:
    """Whether a subroutine takes what others may bring and take: what the Corp pays for it with,
    or link that keeps its trace off."""
    looks = piece.sight.looks
    kinds = {part.kind for part in asked_of_corp(sub)}
    by_credits = "credits" in kinds or traces(sub)
    return (looks.hand and "hq" in kinds) or (looks.credits and by_credits)


def _copies(node: Node) -> bool:
    """Whether a text resolves another one."""
    return any(atom.name == "copy-sub" for atom in atoms_of(node))


def orders(
    slots: Sequence[Slot], piece: Piece, unbroken: Sequence[int], now: Passage
) -> Iterator[tuple[int, ...]]:
    """The orders in which unbroken subroutines may resolve: printed, or as the Runner likes."""
    if not is_ordered(slots, now):
        yield tuple(unbroken)
        return
    alike: dict[Node, list[int]] = {}
    for number in unbroken:
        alike.setdefault(piece.subs[number], []).append(number)
    counts = [len(each) for each in alike.values()]
    if factorial(len(unbroken)) // prod(map(factorial, counts)) > MOST_ORDERS:
        raise CapacityError(f"{piece.target.title}: too many orders in which it may resolve")
    yield from _orders(list(alike.values()))


def _orders(groups: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Every order of some numbers, those of one group in their own; as they are first."""
    left = sorted(list(group) for group in groups if group)
    if not left:
        yield ()
    for place, (first, *others) in enumerate(left):
        rest = [*left[:place], others, *left[place + 1 :]]
        yield from ((first, *order) for order in _orders(rest))
