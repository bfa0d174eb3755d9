"""Programs that a card of the rig, given up for it, installs from heap or stack at any time.

They stand in the rig from the beginning, not installed: one that sits on ice, or for which a
subtype is chosen, once for each place or choice. What is trashed on the way lies there, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.counters import counters_when_installed
from simcore.cards.outside import texts_outside
from simcore.cards.syntax import Amount, Atom
from simcore.cards.walking import atoms_of
from simcore.plan.marks import (
    CAME_BACK,
    FETCHED,
    IN_HEAP_AT_FIRST,
    IN_STACK,
    MOVED_ON,
    NOT_IN_HEAP,
    ON_STACK,
    TOO_NEW,
)
from simcore.plan.offers import Fetches
from simcore.plan.pieces import GONE, RigState, Slot, SlotState
from simcore.plan.strengths import is_active, unhosted
from simcore.plan.uses import has_a_say
from simcore.prices.corp.ground import says
from simcore.prices.rig.as_installed import (
    ANOTHER,
    cost_of_new,
    heard_by_corp,
    paid_for_new,
    strength_of_new,
    virus_on_new,
)
from simcore.prices.rig.beside import BUILDS, COMPILES, HUNTS, INSTALLS_BEHIND
from simcore.prices.rig.drawing import drawn_when_empty, given_up_for_use
from simcore.prices.rig.gifts import as_it_may_be
from simcore.prices.rig.hand import is_chosen, played
from simcore.prices.rig.of_traces import DISRUPTS
from simcore.prices.rig.strengthening import takes_from_pool
from simcore.prices.telling import price
from simcore.prices.way.memory import with_room
from simcore.prices.way.passage import Passage, with_more
from simcore.prices.way.targets import TAKES, qualifies
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight
    from simcore.prices.way.wall import Piece

_ALL = 99
IN_GRIP = GONE._replace(spent=IN_STACK | NOT_IN_HEAP)
"""A card of the rig that has been swapped with one of the grip."""
_BARS = Atom("no-install")
FETCHES = {
    "trash: fetch a program of the heap": Fetches(),
    "trash + a program: fetch a program of the heap": Fetches(3, program=True),
    "2c + trash: fetch a program of the stack": Fetches(credits=2, sources=("stack",)),
    "5c + trash: fetch a program of the stack": Fetches(credits=5, sources=("stack",)),
    "trash: fetch a program of the stack": Fetches(sources=("stack",)),
    "0c: fetch a program of the top 5 of the stack [1/run]": Fetches(
        _ALL, sources=("stack",), top=5
    ),
    "0c: install a program, in this run [1/turn]": Fetches(
        sources=("grip",), once=True, dooms=True, spares="trojan"
    ),
    "2c: fetch a program of the grip": Fetches(credits=2, sources=("grip",), once=True),
    "trash: fetch a card of the grip": Fetches(_ALL, sources=("grip",), by_power=True),
    HUNTS: Fetches(_ALL, sources=("grip",), met=True, dooms=True),
    BUILDS: Fetches(_ALL, sources=("stack",), first=True, but="virus", then="top"),
    COMPILES: Fetches(_ALL, sources=("stack", "heap"), first=True, then="bottom"),
    INSTALLS_BEHIND: Fetches(1, sources=("grip",), once=True, behind=True, kind="icebreaker"),
    ANOTHER: Fetches(sources=("grip",), once=True, another=True),
    "2c: swap deva": Fetches(_ALL, credits=2, sources=("grip",), kind="deva", swaps=True),
}
"""What a card says that installs a program of heap or stack (`Slot.fetches`)."""
_PROGRAM = Atom("give-up", Amount(1), ("prog",))
_STRONGER = re.compile(r"^install: str \+(\d) turn$")


def fetches(card: Card) -> Fetches | None:
    """What a card of the rig may fetch, and how."""
    texts = [item.text for item in card.rules.unexecuted]
    texts += [ability.text for ability in card.rules.paid]
    texts += texts_outside(card)
    found = map(FETCHES.get, texts)
    return next((each for each in found if each is not None), None)


def when_installed(card: Card) -> list[str]:
    return [text for text in texts_outside(card) if text.startswith("install: ")]


def fetched(slots: tuple[Slot, ...], piece: Piece, now: Passage, breaking: bool) -> list[Passage]:
    """The ways to meet a piece of ice, or to begin to break it (`breaking`): nothing is fetched,
    or programs one after the other, none of them sooner than it does something."""
    if not any(slot.fetches is not None or slot.shifts for slot in slots):
        return [now]
    found = [now if breaking else _at_new_ice(slots, now)]
    for each in found:
        if not each.changed.barred:
            found += _one_fetched(slots, piece, each, breaking)
        found += _one_moved(slots, piece, each, breaking)
    return found


def _at_new_ice(slots: tuple[Slot, ...], now: Passage) -> Passage:
    """With what may be used at each encounter ready again, and nothing new any more."""
    rig = tuple(
        card._replace(spent=card.spent & ~(TOO_NEW | FETCHED * _is_ready_again(slot)))
        for slot, card in zip(slots, now.rig, strict=True)
    )
    return now if rig == now.rig else now._replace(rig=rig)


def _is_ready_again(slot: Slot) -> bool:
    """Whether a card may install a program at each encounter."""
    return slot.fetches is not None and (slot.fetches.met or slot.fetches.swaps)


def _one_moved(
    slots: tuple[Slot, ...], piece: Piece, now: Passage, breaking: bool
) -> Iterator[Passage]:
    """A trojan hosted on the piece at hand, for a counter of the card that does that; or moved away
    from it, as it is met, if it may go by its own text."""
    cards = piece.sight.rig
    mover = next((n for n, slot in enumerate(slots) if slot.shifts and now.rig[n].power), None)
    if mover is None:
        return
    going = not breaking and _may_go(piece)
    for to, placed in enumerate(cards):
        here = placed.host == piece.place
        if now.rig[to].installed or not (here or going) or placed.host is None:
            continue
        for number, other in enumerate(cards):
            moving = is_active(now.rig[number]) and "trojan" in other.card.subtypes
            moving &= here or other.host == piece.place
            if not moving or other.one_of != placed.one_of or other.one_of < 0:
                continue
            if breaking or not here or _does_something(slots, slots[to], piece, breaking):
                rig = list(now.rig)
                spent = now.rig[number].spent & ~MOVED_ON | MOVED_ON * (placed.one_of != to)
                rig[to] = now.rig[number]._replace(spent=spent)
                rig[number] = GONE._replace(spent=MOVED_ON)
                after = now._replace(rig=tuple(rig)).spends(mover, power=1)
                where = "here" if here else "elsewhere"
                words = f"{slots[mover].title}: {slots[to].title} is hosted {where} (1 power)"
                yield after.tell(piece.place, words)


def _is_counted(slots: tuple[Slot, ...], slot: Slot, piece: Piece, now: Passage) -> bool:
    """Whether the first piece has less strength with a program, while that may be paid for."""
    asked = any(each.per_strength for other in slots for each in other.bypasses)
    kinds = slot.fracter or slot.ai or slot.icebreaker
    return asked and now.ahead.met == 0 and kinds and bool(piece.target.standing)


def _may_go(piece: Piece) -> bool:
    """Whether a piece may be trashed by what it says itself."""
    met = (clause.effect for clauses in piece.clauses.values() for clause in clauses)
    return any(atom.name == "self-trash" for each in (*piece.subs, *met) for atom in atoms_of(each))


def words_of_moving(
    slots: Sequence[Slot], rig: Sequence[RigCard], going: set[int], lost: set[str]
) -> Iterator[str]:
    """What is left out where a trojan is lost that another card might have moved away from ice at
    places where that may be `going`."""
    movers = [slot.title for slot in slots if slot.shifts]
    for title in dict.fromkeys(placed.card.title for placed in rig if placed.host in going):
        if title in lost:
            words = f"that it moves {title} away before that is lost may be left out"
            yield from (f"{mover}: {words}" for mover in movers)


def _does_something(slots: tuple[Slot, ...], slot: Slot, piece: Piece, breaking: bool) -> bool:
    """Whether a card may do something at a piece, as it is met or as it is broken."""
    if breaking:
        target = as_it_may_be(piece.target, slots)
        return has_a_say(slot, target) or slot.is_giver or bool(slot.keeps_off or slot.fetches)
    early = bool(
        slot.fetches or slot.gnaws or slot.keeps_off or slot.bypasses or slot.draws or slot.swaps
    )
    tricky = slot.ignores is not None or slot.trick is not None
    return early or tricky or slot.weakening is not None


def _strengthens(slots: tuple[Slot, ...], used: Slot, new: Slot) -> bool:
    """Whether an icebreaker is stronger for a program in place of the card that installs it: by
    the memory that is free then, by one more program, or icebreaker, or by counters of a hive."""
    goes = used.fetches is not None and not used.fetches.stays
    freed = (used.memory if goes else 0) - new.memory
    more = 1 - (goes and used.program)
    breakers = new.icebreaker - (goes and used.icebreaker)
    return any(
        (slot.per_free_mu > 0 and freed > 0)
        or (slot.per_program > 0 and more > 0)
        or (breakers > 0 and (slot.per_breaker > 0 or any(b.per_breaker for b in slot.boosts)))
        or (new.hive and slot.of_hive)
        for slot in slots
    )


def _one_fetched(
    slots: tuple[Slot, ...], piece: Piece, now: Passage, breaking: bool
) -> Iterator[Passage]:
    seen = set()
    for number, slot in enumerate(slots):
        how = slot.fetches
        if how is None or not _may_fetch(how, now.rig[number], now, breaking) or how in seen:
            continue
        seen.add(how)  # one copy is as good as another
        for each in _used(slots, number, how, piece, now):
            for to in _lying_there(piece.sight, each, how):
                placed = piece.sight.rig[to]
                cost = placed.card.cost or 0
                asked_now = _bars(piece, placed) or says(placed.card, DISRUPTS)
                asked_now |= _is_taken_alone(piece, number, placed)
                early = how.met or how.first or (asked_now and not breaking)
                inside = early and placed.host is not None and placed.host > piece.place
                if placed.host not in (None, piece.place) and not inside:
                    continue
                if how.by_power and cost > now.rig[number].power:
                    continue
                if how.swaps:
                    yield _swapped_in(slots, number, to, how, piece, each)
                    continue
                of_use = early or _does_something(slots, slots[to], piece, breaking)
                of_use |= not breaking and _is_counted(slots, slots[to], piece, each)
                if of_use or (breaking and _strengthens(slots, slot, slots[to])):
                    new = TOO_NEW * (how.met or how.first)
                    yield from _installed(slots, number, to, how, piece, new, each)


def _swapped_in(
    slots: tuple[Slot, ...], number: int, to: int, how: Fetches, piece: Piece, now: Passage
) -> Passage:
    """A program in the place of the card that lies in the grip for it; it is not swapped with
    another one at the same piece, as that one could have come at once."""
    words = f"{slots[to].title} takes its place ({price(how.credits)})"
    there = now.with_card(to, SlotState(spent=FETCHED))
    return there.tell(piece.place, f"{slots[number].title}: {words}")


def swapped_once_broken(slots: tuple[Slot, ...], piece: Piece, now: Passage) -> list[Passage]:
    """The ways to go on from breaking to what is unbroken: a card may change places with one of
    the grip."""
    found = [now]
    for number, slot in enumerate(slots):
        how = slot.fetches
        if how is None or not how.swaps or not is_active(now.rig[number]):
            continue
        for each in _used(slots, number, how, piece, now):
            others = (to for to in _lying_there(piece.sight, each, how) if to != number)
            found += [_swapped_in(slots, number, to, how, piece, each) for to in others]
    return found


def installed_behind(slots: tuple[Slot, ...], piece: Piece, now: Passage) -> list[Passage]:
    """Behind the first piece of ice passed: a card may install a program that is of use later."""
    number = _unused(slots, now, lambda how: how.behind)
    if number is None:
        return [now]
    return _one_of_grip(slots, number, piece, now)


def with_another(slots: tuple[Slot, ...], piece: Piece, new: int, now: Passage) -> list[Passage]:
    """Once a program has been installed: the first time, another may follow out of the grip, as
    `new` as that."""
    number = _unused(slots, now, lambda how: how.another)
    return [now] if number is None else _one_of_grip(slots, number, piece, now, new)


def _unused(slots: tuple[Slot, ...], now: Passage, wanted: Callable[[Fetches], bool]) -> int | None:
    """The slot of a card that installs something as wanted, and has not done so."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        how = slot.fetches
        if how is not None and wanted(how) and is_active(card) and not card.spent & FETCHED:
            return number
    return None


def _one_of_grip(
    slots: tuple[Slot, ...], number: int, piece: Piece, now: Passage, new: int = 0
) -> list[Passage]:
    """With one of the programs installed that a card may install now and never again, or none."""
    how = slots[number].fetches
    assert how is not None
    found = _used(slots, number, how, piece, now)
    for each in found[:] if not now.changed.barred else ():
        for to in _lying_there(piece.sight, each, how):
            found += _installed(slots, number, to, how, piece, new, each)
    return found


def _bars(piece: Piece, placed: RigCard) -> bool:
    """Whether a program has to be installed as a piece is met, or before, if ever: damage may
    take it, the pool may be lost, or nothing can be installed any more."""
    met = piece.clauses.get("encounter", ())
    barred = any(_BARS in atoms_of(clause.effect) for clause in met)
    return placed.source == "grip" or takes_from_pool(piece) or barred


def _is_taken_alone(piece: Piece, chip: int, placed: RigCard) -> bool:
    """Whether a piece may take the card that installs a program, but not the program."""
    atoms = (atom for effect in piece.effects for atom in atoms_of(effect))
    kinds = {atom.words[0] for atom in atoms if atom.name in TAKES}
    return any(qualifies(k, piece.sight.rig[chip]) and not qualifies(k, placed) for k in kinds)


def _may_fetch(how: Fetches, card: SlotState, now: Passage, breaking: bool) -> bool:
    """Whether a card may install a program now."""
    if not is_active(card) or card.spent & FETCHED:
        return False
    if how.behind or how.another or (how.first and now.ahead.met):
        return False
    return not (breaking and (how.met or how.first))


def _used(
    slots: tuple[Slot, ...], number: int, how: Fetches, piece: Piece, now: Passage
) -> list[Passage]:
    """The ways to use a card that fetches: it is given up, or it has been used."""
    sight, card = piece.sight, now.rig[number]
    left = card._replace(spent=card.spent | FETCHED) if how.stays else GONE
    left = IN_GRIP if how.swaps else left
    rig = unhosted(slots, now.with_card(number, left).rig)
    lost = how.program and not _has_lost_a_program(slots, now.rig)
    found = []
    for paid in sight.purses.to_use(slots[number], how.credits, now) if how.credits else (now,):
        given = sight.purses.after(now.rig, paid._replace(rig=rig))
        if not (how.stays or how.swaps):
            given = given_up_for_use(sight, given)
        found += sight.resolve(_PROGRAM, given) if lost and not how.stays else [given]
    return found


def _has_lost_a_program(slots: Sequence[Slot], rig: RigState) -> bool:
    """Whether a program of the rig has been trashed in this run."""
    elsewhere = IN_HEAP_AT_FIRST | NOT_IN_HEAP | MOVED_ON
    return any(
        slot.program and (card.spent & CAME_BACK or not (card.installed or card.spent & elsewhere))
        for slot, card in zip(slots, rig, strict=True)
    )


def _lying_there(sight: Sight, now: Passage, how: Fetches) -> Iterator[int]:
    """Programs that may be installed; of several places for one each that may be chosen."""
    rig, state, known = sight.rig, now.rig, set()
    for number, (placed, card) in enumerate(zip(rig, state, strict=True)):
        kind = (placed.card.id, placed.host, placed.chosen, placed.source)
        source = "stack" if card.spent & ON_STACK else placed.source or "grip"
        waits = card.spent & (IN_STACK | ON_STACK) and placed.card.type == "program"
        if not waits or source not in how.sources or kind in known:
            continue
        subtypes = placed.card.subtypes
        if (how.kind and how.kind not in subtypes) or how.but in subtypes:
            continue
        if source == "grip" and not _is_held(sight, now, placed):
            continue
        known.add(kind)
        yield number
    if "heap" not in how.sources:
        return
    out = {
        placed.one_of
        for placed, card in zip(rig, state, strict=True)
        if card.installed or card.spent & NOT_IN_HEAP
    }
    for number, placed in enumerate(rig):
        if placed.card.type == "program" and placed.one_of not in out and placed.on_card is None:
            yield number


def _is_held(sight: Sight, now: Passage, placed: RigCard) -> bool:
    """Whether a copy of a program of the grip is sure to be there: damage may have taken some."""
    copies = {
        other.one_of
        for other, card in zip(sight.rig, now.rig, strict=True)
        if (other.source or "grip") == "grip" and other.card.id == placed.card.id
        if card.spent & IN_STACK
    }
    known = any(held.title == placed.card.title and held.comes_back for held in sight.hand)
    if known or (now.suffered.damage < len(copies) and sight.cards_left(now) > 0):
        return True
    return _keeps_them_all(sight, now)


def _keeps_them_all(sight: Sight, now: Passage) -> bool:
    """Whether the Runner, who chooses what damage takes, has as many cards left as lie in the grip
    of those that may be of use."""
    kept = {
        placed.one_of
        for placed, card in zip(sight.rig, now.rig, strict=True)
        if card.spent & IN_STACK and (placed.source or "grip") == "grip"
    }
    return (
        is_chosen(sight, now) and not now.suffered.discarded and sight.cards_left(now) >= len(kept)
    )


def as_it_lies(placed: RigCard, card: SlotState) -> RigCard:
    """A card that is not installed, of the grip no more once it lies in the heap."""
    return replace(placed, source="") if card.spent & IN_HEAP_AT_FIRST else placed


def _installed(
    slots: tuple[Slot, ...], chip: int, to: int, how: Fetches, piece: Piece, new: int, now: Passage
) -> Iterator[Passage]:
    """A program installed by a card, `TOO_NEW` (or 0) for what it does as the piece is met."""
    placed, slot = as_it_lies(piece.sight.rig[to], now.rig[to]), slots[to]
    counters = counters_when_installed(placed.card)
    virus, power = counters.get("virus", 0), counters.get("power", 0)
    virus += virus_on_new(piece.sight, placed, now)
    boost = slot.per_virus * (virus - placed.virus) + slot.per_power * (power - placed.power)
    boost += sum(int(m[1]) for text in when_installed(placed.card) if (m := _STRONGER.match(text)))
    boost += strength_of_new(piece.sight, placed, now)
    doomed = how.dooms and how.spares not in placed.card.subtypes
    card = SlotState(boost=boost, virus=virus, power=power, doomed=doomed, spent=new)
    if not now.rig[to].spent & (IN_HEAP_AT_FIRST | IN_STACK):
        card = card._replace(spent=CAME_BACK | new)
    there = _nowhere_else(piece.sight, to, now).with_card(to, card)
    where = "stack" if now.rig[to].spent & ON_STACK else placed.source or "heap"
    asked = max(0, cost_of_new(piece.sight, placed, now) - how.less)
    for cost, each in paid_for_new(piece.sight, placed, asked, there):
        words = f"{slot.title} is installed from the {where} ({price(cost + how.credits)})"
        words += f", to the {how.then} of the stack as the run ends" if how.then else ""
        for after in piece.sight.purses.to_install(to, cost, each):
            after = played(piece.sight, slot.title, after) if placed.source == "grip" else after
            after = after.tell(piece.place, f"{slots[chip].title}: {words}")
            after = drawn_when_empty(piece.sight, after) if placed.source == "grip" else after
            for paid in heard_by_corp(piece.sight, after):
                for fit in with_room(piece.sight, to, paid):
                    yield from with_another(slots, piece, new, fit)


def _nowhere_else(sight: Sight, to: int, now: Passage) -> Passage:
    """A passage in which a card that may lie at several places is at one of them."""
    copy = sight.rig[to].one_of
    for number, placed in enumerate(sight.rig if copy >= 0 else ()):
        if placed.one_of == copy and number != to and not now.rig[number].installed:
            now = now.with_card(number, GONE._replace(spent=MOVED_ON))
    return now


def as_before(rig: Sequence[RigCard], now: Passage) -> Passage:
    """Behind all ice: a card that has been installed again, wherever, counts as kept, and so does
    one that was swapped with another."""
    state, paid = list(now.rig), now.paid
    taken, perhaps = set(now.suffered.taken), set(now.suffered.perhaps)
    surely = set(now.suffered.surely)
    first_of: dict[int, int] = {}
    for number, (placed, card) in enumerate(zip(rig, now.rig, strict=True)):
        first = first_of.setdefault(placed.one_of, number) if placed.one_of >= 0 else number
        moved = placed.in_heap and first < number
        if moved:
            paid = paid._replace(
                virus=_paid_at(paid.virus, number, first), power=_paid_at(paid.power, number, first)
            )
        if moved and card.installed:
            again = 0 if rig[first].in_heap or card.spent & MOVED_ON else CAME_BACK
            spent = card.spent & ~MOVED_ON | again
            state[first], state[number] = card._replace(spent=spent), GONE
            taken.discard(first)
        elif moved and number in taken:
            taken.add(first)
            taken.discard(number)
            surely |= {first} if number in surely else set()
        if moved and number in perhaps:
            perhaps.add(first)
            perhaps.discard(number)
    for number, card in enumerate(state):
        if card.installed and card.spent & CAME_BACK:
            taken.discard(number)
        if card.spent & IN_STACK and not rig[number].in_heap:
            state[number] = card._replace(installed=True)
    suffered = now.suffered._replace(
        taken=frozenset(taken), perhaps=frozenset(perhaps), surely=frozenset(surely & taken)
    )
    return now._replace(rig=tuple(state), suffered=suffered, paid=paid)


def lost_on_the_way(rig: Sequence[RigCard], now: Passage) -> list[int]:
    """Cards of grip, stack and heap that have been installed and are there no more, each once."""
    there, lost = set[tuple[int, int]](), dict[tuple[int, int], int]()
    for number, (placed, card) in enumerate(zip(rig, now.rig, strict=True)):
        name = (placed.one_of, -1 if placed.one_of >= 0 else number)
        lies = card.spent & (IN_STACK | IN_HEAP_AT_FIRST)
        lies = lies or (card.spent & ON_STACK and number not in now.suffered.taken)
        if card.installed or lies or not placed.in_heap:
            there.add(name)
        lost.setdefault(name, number)
    return [number for name, number in lost.items() if name not in there]


def _paid_at(counters: tuple[int, ...], number: int, first: int) -> tuple[int, ...]:
    """Counters of cards, those of one counted as another's."""
    paid = counters[number]
    return with_more(with_more(counters, first, paid), number, -paid)
