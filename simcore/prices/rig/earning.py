"""Credits that cards of the rig bring on the way: they pay for what comes behind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.outside import texts_outside
from simcore.plan.marks import CORP_GAINS, REWARDED, Earning
from simcore.plan.pieces import GONE, RigState, Slot, SlotState
from simcore.plan.slot_rules import reward_of
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.rig.brought_by_use import OWN_TRASHED
from simcore.prices.telling import price
from simcore.prices.way.corp_pool import less_for_corp
from simcore.prices.way.passage import FACE_DOWN, Passage
from simcore.scenario import RigCard

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Sight
    from simcore.prices.way.wall import Piece

ALONE, BROKEN, PASSED, WEAK, AT_WILL = "alone", "broken", "passed", "weak", "at will"
ABILITY = "ability"
TURNED, HOST_TURNED, TRACED, UNTAGGED = "turned", "host turned", "traced", "untagged"
REZZED, FIRST_REZZED = "rezzed", "first rezzed"
"""When a card earns: it alone has broken all of a piece, anyone has, its host is passed, a
subroutine of ice without strength is broken, or the Runner wants it; an ability has been used
that costs its card, or the Runner has trashed a card of the rig; a card of the Runner's has turned
ice face down, its host has turned, whoever did that; a trace begins, the Runner removes tags,
or the Corp rezzes a piece in the run, each time; it rezzes the first one."""
_WHEN = {
    "full-break [1/turn]": BROKEN,
    "host passed": PASSED,
    "sub broken at 0 or less [1/turn]": WEAK,
    "trash ability used": ABILITY,
    "own card trashed [1/turn]": OWN_TRASHED,
    "ice turned down [1/turn]": TURNED,
    "host rezzed": HOST_TURNED,
    "credits for the Corp by a card [1/turn]": CORP_GAINS,
    "trace": TRACED,
    "tags removed": UNTAGGED,
    "ice rezzed": REZZED,
    "ice rezzed [1/turn]": FIRST_REZZED,
}
_EARNS = re.compile(rf"^({'|'.join(map(re.escape, _WHEN))}): (?:may )?gain (\d)$")
FOR_CREDITS = "given up for credits"
"""What is noted of a card that went before the Corp could take it."""
_BANK = "trash: take the credits"
_AT_WILL = re.compile(r"^(?:(vc|pc) (\d)|(?:(\d)c \+ )?trash): gain (\d+)$")


def is_earning(text: str) -> bool:
    """Whether a clause of a rig card that no game executes brings credits on the way."""
    return bool(_EARNS.match(text) or _AT_WILL.match(text)) or text == _BANK


def earning_of(placed: RigCard) -> Earning | None:
    """What a card earns on the way."""
    reward, taken = reward_of(placed.card)
    if reward or taken:
        return Earning(ALONE, reward, taken)
    for item in placed.card.rules.unexecuted:
        if item.text == _BANK and placed.credits:
            return Earning(AT_WILL, placed.credits, trash=True)
    offers = (_AT_WILL.match(i.text) for i in placed.card.rules.unexecuted if i.key == "paid")
    if will := [found for found in offers if found]:
        kind, number, asked, gain = will[0].groups()
        virus, power = (int(number or 0) * (kind == each) for each in ("vc", "pc"))
        first = Earning(AT_WILL, int(gain), virus=virus, power=power, trash=not kind)
        dearer = next(((int(other[3]), int(other[4])) for other in will[1:]), (0, 0))
        return first._replace(price=int(asked or 0), dearer=dearer)
    texts = [*(item.text for item in placed.card.rules.unexecuted), *texts_outside(placed.card)]
    found = map(_EARNS.match, texts)
    read = [(_WHEN[each[1]], int(each[2])) for each in found if each]
    return Earning(*read[0]) if read else None


def may_earn(slots: Sequence[Slot], rig: RigState, event: str) -> bool:
    """Whether a card would earn by an event."""
    return any(
        slot.earns is not None
        and slot.earns.when == event
        and is_active(card)
        and not card.spent & REWARDED
        for slot, card in zip(slots, rig, strict=True)
    )


def earned(
    slots: Sequence[Slot], piece: Piece, now: Passage, events: Sequence[str], alone: int = -1
) -> Passage:
    """A passage in which something has happened at a piece that cards of the rig earn by; the
    card in the slot `alone` has broken it, if one did."""
    return earned_by(slots, piece.sight, now, events, alone)


def earned_by(
    slots: Sequence[Slot], sight: Sight, now: Passage, events: Sequence[str], alone: int = -1
) -> Passage:
    """The same, where a text of a card is read."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        earning = slot.earns
        if earning is None or earning.when not in events or not is_active(card):
            continue
        if earning.when == ALONE and number != alone:
            continue
        if earning.when in (PASSED, HOST_TURNED):
            if sight.rig[number].host != sight.place:
                continue
        elif card.spent & REWARDED:
            continue
        elif earning.when not in (TRACED, UNTAGGED, REZZED):
            card = card._replace(spent=card.spent | REWARDED)
            now = now.with_card(number, card)
        if earning.taken:
            now = less_for_corp(sight, earning.taken, now)
        if not earning.credits:
            continue
        now = sight.paid_out(earning.credits, now)
        now = now.tell(sight.place, f"{slot.title}: gain {price(earning.credits)}")
    return now


def turned_by_runner(sight: Sight, now: Passage) -> Passage:
    """The piece at hand turned face down by a card of the Runner's."""
    return earned_by(sight.slots, sight, now.meets(piece=FACE_DOWN), [TURNED])


def enriching_corp(piece: Piece, now: Passage) -> Passage:
    """The end of an encounter, in which cards may have broken something that pay the Corp for
    that."""
    slots = piece.sight.slots
    both = zip(slots, now.rig, strict=True)
    gain = sum(slot.enriches for slot, card in both if card.installed and card.used)
    if not gain:
        return now
    now = earned(slots, piece, now, [CORP_GAINS])
    if not piece.sight.looks.credits:
        return now
    return now._replace(changed=now.changed._replace(corp=now.changed.corp + gain))


def earned_for_trash(sight: Sight, abilities: int, now: Passage) -> Passage:
    """A passage in which the Runner has trashed cards of the rig, so many of them as the price of
    their abilities."""
    credits, now = _brought_by_trash(sight.slots, abilities, sight.place, now)
    return sight.paid_out(credits, now) if credits else now


def _brought_by_trash(
    slots: Sequence[Slot], abilities: int, place: int, now: Passage
) -> tuple[int, Passage]:
    """The credits for that, and what comes of it but for them."""
    total = 0
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        earning, times = slot.earns, abilities
        if earning is None or earning.when not in (ABILITY, OWN_TRASHED) or not is_active(card):
            continue
        if earning.when == OWN_TRASHED:
            times = int(not card.spent & REWARDED)
            card = card._replace(spent=card.spent | REWARDED)
            now = now.with_card(number, card)
        if times:
            total += times * earning.credits
            now = now.tell(place, f"{slot.title}: gain {price(times * earning.credits)}")
    return total, now


def helped_out(
    slots: tuple[Slot, ...], now: Passage, missing: int, place: int, pool: int, first: int = 0
) -> Iterator[Passage]:
    """A passage in which cards from the `first` on have brought the credits that were `missing`
    beside those of the `pool`, by nothing that could be left out."""
    if missing <= 0:
        yield now
        return
    for number, brought, after in at_will(slots, now, place, first, pool):
        gained = brought - (after.paid.credits - now.paid.credits)
        yield from helped_out(slots, after, missing - gained, place, pool + gained, number)


def helped_out_behind(
    slots: tuple[Slot, ...], now: Passage, there: Passage, missing: int, pool: int
) -> Iterator[Passage]:
    """The same behind all ice, as if those `there` were, which may have gone since they helped."""
    for each in helped_out(slots, there, missing, 0, pool):
        both = zip(now.rig, each.rig, strict=True)
        yield each._replace(rig=tuple(card if was.installed else was for was, card in both))


def with_those_gone(slots: Sequence[Slot], rig: Sequence[RigCard], now: Passage) -> Passage:
    """As if cards that have gone were there, which may have brought credits for counters before."""
    cards = list(now.rig)
    for number, (slot, placed) in enumerate(zip(slots, rig, strict=True)):
        earning = slot.earns
        if earning is None or earning.when != AT_WILL or earning.trash or placed.in_heap:
            continue
        virus = placed.virus - now.paid.virus[number]
        power = placed.power - now.paid.power[number]
        if not cards[number].installed:
            cards[number] = SlotState(virus=virus, power=power)
    return now._replace(rig=tuple(cards))


def brought_at_will(sight: Sight, now: Passage, first: int = 0) -> list[Passage]:
    """A passage, and those in which cards from the `first` on bring credits now."""
    found, pool = [now], sight.in_pool("runner-cr", now) or 0
    for number, credits, after in at_will(sight.slots, now, sight.place, first, pool):
        found += brought_at_will(sight, sight.paid_out(credits, after), number)
    return found


def brought_in_time(
    sight: Sight, hasty: frozenset[int], now: Passage, lossy: bool, first: int = 0
) -> list[Passage]:
    """A passage, and those in which `hasty` cards from the `first` on are given up for credits
    before the Corp takes them: as early as these were needed, unless some may be lost (`lossy`)."""
    found, pool = [now], sight.in_pool("runner-cr", now) or 0
    for number, credits, after in at_will(sight.slots, now, sight.place, first, pool):
        if number not in hasty:
            continue
        money = now.money._replace(gained=now.money.gained + credits)
        brought = sight.paid_out(credits, after) if lossy else after._replace(money=money)
        brought = brought.notes((FOR_CREDITS, number))
        found += brought_in_time(sight, hasty, brought, lossy, number)
    return found


def at_will(
    slots: tuple[Slot, ...], now: Passage, place: int, first: int, pool: int
) -> Iterator[tuple[int, int, Passage]]:
    """Cards from the `first` on that may bring credits now, for a price that the `pool` can pay;
    how many, and what comes of it but for these."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        earning = slot.earns
        if earning is None or earning.when != AT_WILL or not is_active(card):
            continue
        if number < first and not (earning.price or earning.dearer[0]):
            continue  # what costs credits may wait for others to bring them
        if earning.trash and number in now.suffered.perhaps:
            continue  # it may have gone
        if earning.virus > card.virus or earning.power > card.power:
            continue
        left = GONE if earning.trash else card
        rig = unhosted(slots, now.with_card(number, left).rig)
        after = now._replace(rig=rig).spends(number, earning.virus, earning.power)
        for asked, credits in ((earning.price, earning.credits), earning.dearer):
            if credits and asked <= pool:
                cost = f"{price(asked)}, {_cost(earning)}" if asked else _cost(earning)
                words = f"{slots[number].title}: gain {price(credits)} ({cost})"
                used, more = after.pays(other=asked).tell(place, words), 0
                if earning.trash:
                    more, used = _brought_by_trash(slots, 1, place, used)
                yield number, credits + more, used


def _cost(earning: Earning) -> str:
    if earning.trash:
        return "it is given up"
    return f"{earning.virus} virus" if earning.virus else f"{earning.power} power"
