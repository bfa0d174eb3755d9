"""Credits that pay for some of the cards that break alone, beside others that break for credits,
or for installing programs.

They are spent as soon as they may be, those for fewer cards first, but where credits of another
card are for the same, too, every mix is tried: either card may go. Stealth credits are spent as far
as the Runner likes, where a card that they pay for asks for stealth credits. Of those that
pay for installing a program every mix is tried, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from simcore.cards.outside import texts_outside
from simcore.cards.pool import load_pool
from simcore.errors import CapacityError
from simcore.plan.pieces import RigState, Slot
from simcore.prices.rig.of_traces import LINK_TOO, credits_for_traces
from simcore.purses import TOLD, is_for, pays_credits
from simcore.scenario import RigCard

_VIRUSES_TOO = "credits: install a virus program, too"
_OF_BREAKERS = "breakers"


@dataclass(frozen=True, slots=True)
class Apart:
    """Credits on the rig card at `slot`, `serves`: for using the cards in these slots. `late`:
    other purses pay for some of these, so that they may be kept for the rest; `installs`: for
    installing those in these slots; `traces`: for what the Runner pays in traces."""

    slot: int
    credits: int
    stealth: bool
    serves: frozenset[int]
    late: bool = False
    installs: frozenset[int] = frozenset()
    traces: bool = False


class Paid(NamedTuple):
    """A payment of which such credits have paid a part: `left` on each card, `credits` paid, and
    what is left of those that stealth credits alone pay."""

    left: tuple[int, ...]
    credits: int
    stealth: int


def scope_of(placed: RigCard) -> str:
    """The cards that the credits on a card are for; "" where everybody can tell."""
    use = placed.card.rules.purse_use
    scope = use.removesuffix("stealth").strip()
    return "" if not placed.credits or scope in TOLD else scope


def scopes(rig: Sequence[RigCard]) -> tuple[str, ...]:
    """The same of every card of a rig. Credits for programs, which a scenario takes for those of
    icebreakers where no other card breaks, are told apart from those beside such as are for
    icebreakers alone, and stealth ones always, if another program can be used for credits; and so
    are those for icebreakers that install virus programs, too."""
    printed = [printed_scope(placed) for placed in rig]
    of_breakers = any(
        placed.credits and placed.card.rules.purse_use.startswith("breakers") and not scope
        for placed, scope in zip(rig, printed, strict=True)
    )
    others = [each for each in rig if not each.card.is_icebreaker and pays_credits(each.card)]
    return tuple(
        scope
        if scope
        and (of_breakers or placed.card.rules.purse_use.endswith("stealth"))
        and any(is_for(scope, other, slot) for other in others)
        else scope_of(placed)
        or (_OF_BREAKERS if _for_viruses(placed, rig) or _for_link(placed) else "")
        for slot, (placed, scope) in enumerate(zip(rig, printed, strict=True))
    )


def _for_viruses(placed: RigCard, rig: Sequence[RigCard]) -> frozenset[int]:
    """The virus programs that may come in for credits of icebreakers on a card."""
    if not placed.credits or _VIRUSES_TOO not in texts_outside(placed.card):
        return frozenset()
    both = enumerate(rig)
    return frozenset(n for n, other in both if other.in_heap and "virus" in other.card.subtypes)


def _for_link(placed: RigCard) -> bool:
    """Whether the credits of icebreakers on a card pay in traces, too."""
    texts = (item.text for item in placed.card.rules.unexecuted)
    return placed.credits > 0 and LINK_TOO in texts


def printed_scope(placed: RigCard) -> str:
    """The cards, programs among them, that the credits on a card are for as it is printed."""
    card = placed.card
    if not placed.credits or not card.rules.purse_use.startswith("breakers"):
        return ""
    entry = load_pool("onr" if card.pool == "1996" else "nsg").entry(card.id)
    keys = entry.keys if entry is not None else {}
    words = " ".join(str(keys.get(key, "")) for key in ("recurring", "load")).split()
    return next((word for word in words if "programs" in word.split(",")), "")


def apart_in(rig: Sequence[RigCard]) -> tuple[Apart, ...]:
    """The credits of a rig that are for some of its cards alone, those for the fewest first.

    Raises `CapacityError` where two of them share some cards and neither has all of the other.
    """
    coming = frozenset(number for number, other in enumerate(rig) if other.in_heap)
    found = [
        Apart(slot, placed.for_installs, False, frozenset(), installs=coming)
        for slot, placed in enumerate(rig)
        if placed.for_installs and coming
    ]
    found += [
        Apart(slot, credits, False, frozenset(), traces=True)
        for slot, placed in enumerate(rig)
        if (credits := credits_for_traces(placed.card)) and not placed.in_heap
    ]
    for slot, (placed, scope) in enumerate(zip(rig, scopes(rig), strict=True)):
        if not scope:
            continue
        hidden = placed.card.rules.purse_use.endswith("stealth")
        serves = frozenset(
            number
            for number, other in enumerate(rig)
            if is_for(scope, other, slot) and not (hidden and "noisy" in other.card.subtypes)
        )
        viruses = _for_viruses(placed, rig)
        late = not scope_of(placed) or bool(viruses)
        of_link = _for_link(placed)
        found.append(Apart(slot, placed.credits, hidden, serves, late, viruses, of_link))
    for one, other in combinations(found, 2):
        both = one.serves & other.serves
        if both and both not in (one.serves, other.serves):
            titles = " and ".join(rig[each.slot].card.title for each in (one, other))
            raise CapacityError(f"{titles}: credits for cards of which they share some")
    found.sort(key=lambda each: (len(each.serves), not each.stealth))
    return tuple(
        replace(one, late=one.late or any(one.serves & other.serves for other in found[number:]))
        for number, one in enumerate(found, 1)
    )


def to_install(
    purses: tuple[Apart, ...], left: tuple[int, ...], rig: RigState, slot: int, credits: int
) -> list[tuple[tuple[int, ...], int]]:
    """What may be left of such credits once the card in a slot has been installed for so many,
    and how many of these they have paid: as many as they can."""
    found = [(left, 0)]
    for number, purse in enumerate(purses):
        if slot in purse.installs and rig[purse.slot].installed:
            found = [
                ((*there[:number], there[number] - spent, *there[number + 1 :]), paid + spent)
                for there, paid in found
                for spent in range(min(there[number], credits - paid) + 1)
            ]
    most = max(paid for _, paid in found)
    return [each for each in found if each[1] == most]


def with_payers(slots: Sequence[Slot], rig: Sequence[RigCard]) -> tuple[Slot, ...]:
    """A rig whose cards know what credits of their own pay for them."""
    purses = apart_in(rig)
    if not purses:
        return tuple(slots)
    kinds = _kinds(purses)
    return tuple(
        replace(slot, payer=kinds.get(_served_by(purses, number), -1), payers=len(kinds))
        for number, slot in enumerate(slots)
    )


def nothing_apart(slots: Sequence[Slot]) -> tuple[int, ...]:
    """What a way has for the kinds of cards that have credits of their own, and uses none."""
    kinds = frozenset(kind for slot in slots for kind in range(slot.payers))
    return (*bytes(len(kinds)), *bytes(len(kinds)))


def _served_by(purses: tuple[Apart, ...], slot: int) -> tuple[int, ...]:
    """The purses that pay for a card."""
    return tuple(n for n, purse in enumerate(purses) if slot in purse.serves)


@lru_cache(maxsize=64)
def _kinds(purses: tuple[Apart, ...]) -> dict[tuple[int, ...], int]:
    """Kinds of cards, by the purses that pay for them."""
    slots = sorted(frozenset[int]().union(*(purse.serves for purse in purses)))
    kinds = dict.fromkeys(_served_by(purses, slot) for slot in slots)
    return {purse: number for number, purse in enumerate(kinds)}


def burdens(credits: int, stealth: int, apart: tuple[int, ...]) -> tuple[int, ...]:
    """What a payment may leave to other credits: for each set of kinds of cards, all that the
    credits for other kinds cannot pay; and the same of what stealth credits alone pay."""
    half = len(apart) // 2
    found = []
    for rest in _subsets(half):
        found.append(credits - sum(apart[kind] for kind in rest))
        found.append(stealth - sum(apart[half + kind] for kind in rest))
    return tuple(found)


@lru_cache(maxsize=16)
def _subsets(number: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        some for size in range(1, number + 1) for some in combinations(range(number), size)
    )


def paid_by(
    purses: tuple[Apart, ...],
    left: tuple[int, ...],
    rig: RigState | None,
    apart: tuple[int, ...],
    stealth: int,
    choosy: bool,
    lossy: bool = False,
) -> Iterator[Paid]:
    """The ways that such credits may pay their part of a payment. `choosy`: stealth credits may
    be kept back; `lossy`: all may, since the pool can be lost."""
    if not purses or not apart:
        yield Paid(left, 0, stealth)
        return
    kinds, half = _kinds(purses), len(apart) // 2
    ways = [(left, apart, 0, stealth)]
    for number, purse in enumerate(purses):
        mine = [kind for served, kind in kinds.items() if number in served]
        further = []
        for there, due, paid, hidden in ways:
            wanted = sum(due[k] - (0 if purse.stealth else due[half + k]) for k in mine)
            most = min(there[number], wanted) if rig is None or rig[purse.slot].installed else 0
            kept = lossy or purse.late or (choosy and purse.stealth)
            for spent in range(most, (0 if kept else most) - 1, -1):
                further += [
                    (
                        (*there[:number], there[number] - spent, *there[number + 1 :]),
                        rest,
                        paid + spent,
                        hidden - met,
                    )
                    for rest, met in _spent_on(mine, half, due, spent, purse.stealth)
                ]
        ways = further
    for there, _, paid, hidden in ways:
        yield Paid(there, paid, hidden)


def _spent_on(
    kinds: Sequence[int], half: int, due: tuple[int, ...], spent: int, stealth: bool
) -> Iterator[tuple[tuple[int, ...], int]]:
    """So many credits of one purse spent on these kinds of cards: what is due then, and how many
    were asked for as stealth credits. Ordinary credits leave those aside."""
    if not kinds:
        if not spent:
            yield due, 0
        return
    kind, rest = kinds[0], kinds[1:]
    most = due[kind] if stealth else due[kind] - due[half + kind]
    for here in range(min(spent, most), -1, -1):
        met = min(here, due[half + kind]) if stealth else 0
        now = list(due)
        now[kind] -= here
        now[half + kind] -= met
        for after, more in _spent_on(rest, half, tuple(now), spent - here, stealth):
            yield after, met + more
