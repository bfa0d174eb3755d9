"""Ice that a card of the rig bypasses for a price, or whose effects as it is met it keeps off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcore.cards.syntax import Bypass
from simcore.errors import CapacityError
from simcore.plan.marks import BYPASSED, IGNORED, NOT_IN_HEAP, TOO_NEW
from simcore.plan.pieces import GONE, Slot
from simcore.plan.states import CALM, under
from simcore.plan.strengths import ice_strength, is_active, unhosted
from simcore.prices.corp.ground import says
from simcore.prices.rig.charging import charged_at_will
from simcore.prices.rig.drawing import drawn_for_trash
from simcore.prices.rig.earning import earned_for_trash
from simcore.prices.rig.gifts import Gift, kinds_given
from simcore.prices.rig.gnawing import charmed
from simcore.prices.rig.of_traces import TESTED, TESTS
from simcore.prices.telling import price
from simcore.prices.way.attempt import Attempt, found_at
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece

REMOVED = GONE._replace(spent=NOT_IN_HEAP)
"""A card that has left the game."""


def meetings_counted(slots: Sequence[Slot]) -> int:
    """The last encounter of a run that a card asks for by its number, 0 if none does."""
    asked = [n for slot in slots for each in slot.bypasses if (n := each.met) is not None]
    asked += [1 for slot in slots if slot.fetches is not None and slot.fetches.first]
    return max(asked, default=0)


def ignored(attempt: Attempt, piece: Piece, found: Piece, now: Passage) -> Iterator[Passage]:
    """Past what a piece does as it is met, by a card that keeps it off, so that it stays as it was
    `found`."""
    effects = found_at(attempt, piece).effects
    for number, (slot, card) in enumerate(zip(attempt.slots, now.rig, strict=True)):
        if slot.ignores is None or not effects or not is_active(card):
            continue
        if effects > 1:
            raise CapacityError(f"{slot.title}: one of several effects of {piece.target.title}")
        if slot.ignores > card.power or (not slot.ignores and card.spent & IGNORED):
            continue
        if not slot.ignores:
            card = card._replace(spent=card.spent | IGNORED)
        after = now.with_card(number, card).meets(bare=found.ice != piece.ice)
        after = after.spends(number, power=slot.ignores)
        yield after.tell(piece.place, f"{slot.title}: nothing happens as the ice is met")


def bypassed(attempt: Attempt, piece: Piece, now: Passage, late: bool) -> Iterator[Passage]:
    """Past the piece by a card that bypasses it for a price."""
    if not attempt.passing or now.here.bypassed or now.here.piece or piece.is_guarded:
        return
    for number, (slot, card) in enumerate(zip(attempt.slots, now.rig, strict=True)):
        for ability in slot.bypasses if is_active(card) else ():
            if ability.late != late or not _is_ready(attempt, piece, now, number, ability):
                continue
            for first in _made_to_fit(attempt, piece, now, ability):
                ready = [first]
                if any(part.kind == "power" for part in ability.cost):
                    ready += charged_at_will(attempt.slots, piece, first, number)
                for each in ready:
                    if is_active(each.rig[number]):
                        yield from _pay_to_bypass(attempt, piece, each, number, ability)


def tested(attempt: Attempt, piece: Piece, now: Passage) -> Iterator[Passage]:
    """Past the piece by a card that has the Corp trace the Runner, if that fails."""
    if not attempt.passing or attempt.tracing is None or now.here.piece or piece.is_guarded:
        return
    for number, (placed, card) in enumerate(zip(attempt.rig, now.rig, strict=True)):
        if not is_active(card) or card.spent & (BYPASSED | TOO_NEW) or not says(placed.card, TESTS):
            continue
        used = now.with_card(number, card._replace(spent=card.spent | BYPASSED))
        sight = replace(piece.sight, title=placed.card.title)
        for after in sight.resolve(TESTED, used):
            yield after.tell(piece.place, f"{placed.card.title}: the ice is bypassed")


def _made_to_fit(
    attempt: Attempt, piece: Piece, now: Passage, ability: Bypass
) -> Iterator[Passage]:
    """The ways to meet a piece that a card may bypass: as it is, or once it has been weakened as it
    is met, or, if that is not too late, has been given the subtype that is asked for."""
    slots = attempt.slots
    target = under(piece.target, now.climate.here or CALM)
    strength, most = ice_strength(slots, now.rig, target), ability.most_strength
    if most is not None:
        strength += piece.strength_by_tags(now)
    fits = ability.fits(target.types)
    if fits and (most is None or strength <= most):
        yield now
    elif fits and most is not None and not target.floor:
        for weaker, left in charmed(slots, piece, now, strength):
            if left <= most:
                yield weaker
    elif ability.late and most is None:
        for number in range(len(slots)):
            asked = frozenset(ability.types)
            for gift in kinds_given(slots, now.rig, number, target, asked):
                if ability.fits(target.types | {gift.kind}):
                    yield from given(attempt, piece, now, gift)


def given(attempt: Attempt, piece: Piece, now: Passage, gift: Gift) -> Iterator[Passage]:
    """With a subtype that a card has given to the piece."""
    rig = gift._replace(virus=0).leaves(now.rig)  # the counters are paid once
    after = now._replace(rig=rig).spends(gift.slot, virus=gift.virus)
    after = after.tell(piece.place, gift.told(attempt.slots))
    slot = attempt.slots[gift.slot]
    yield from attempt.purses.to_use(slot, gift.credits, after) if gift.credits else (after,)


def _is_ready(attempt: Attempt, piece: Piece, now: Passage, number: int, ability: Bypass) -> bool:
    """Whether a bypass may be used at a piece, if that is what it asks for."""
    slot, card = attempt.slots[number], now.rig[number]
    if ability.on_host and slot.bypass_host != piece.place:
        return False
    if ability.met is not None and ability.met != now.ahead.met:
        return False
    if (ability.once and card.spent & BYPASSED) or (card.spent & TOO_NEW and not ability.late):
        return False
    if piece.wall.setting.registers.get("threat", 0) < ability.threat:
        return False
    there = attempt.purse.corp_least + now.changed.corp if attempt.purse is not None else 0
    return there >= ability.corp_credits


def _pay_to_bypass(
    attempt: Attempt, piece: Piece, now: Passage, number: int, ability: Bypass
) -> Iterator[Passage]:
    """The price of a bypass, where it is there."""
    slot, card = attempt.slots[number], now.rig[number]
    tags = piece.sight.tags + now.suffered.tags
    there = len((piece.tagged(tags) if ability.late else piece).subs)
    subs = there + (now.climate.here or CALM).etrs
    parts = {part.kind: part.amount.base for part in ability.cost}
    more = ability.per_sub * subs
    if ability.per_strength:
        more += ability.per_strength * _as_approached(attempt, piece, now)
    credits = parts.get("credits", 0) + more
    virus, power = parts.get("virus", 0), parts.get("power", 0)
    clicks, hidden = parts.get("clicks", 0), credits if ability.stealth else 0
    left = now.clicks_left(attempt.clicks)
    if virus > card.virus or power > card.power or clicks > left or hidden > now.money.stealth_left:
        return
    if ability.once:
        card = card._replace(spent=card.spent | BYPASSED)
    if "rfg" in parts:
        card = REMOVED
    elif "trash" in parts:
        card = GONE
        now = drawn_for_trash(attempt.slots, 1, now)
    rig = now.with_card(number, card).rig
    after = now._replace(
        rig=unhosted(attempt.slots, rig), here=now.here._replace(bypassed=True)
    ).spends(number, virus, power)
    after = after.suffers(clicks=_all_clicks(attempt, now) if ability.all_clicks else 0)
    after = after.pays(clicks=clicks)
    after = after.tell(piece.place, f"{slot.title}: the ice is bypassed ({_paid(ability, more)})")
    quiet = after.pays(credits).hides(hidden)
    for paid in (quiet,) if hidden else attempt.purses.to_use(slot, credits, after):
        done = attempt.purses.after(now.rig, paid)
        done = earned_for_trash(piece.sight, 1, done) if "trash" in parts else done
        yield from piece.sight.drained(now, done)


def _as_approached(attempt: Attempt, piece: Piece, now: Passage) -> int:
    """The strength of the outermost piece as it is approached for the first time: no card of the
    rig has come or grown as it is met, and nothing holds that holds then alone."""
    tags = attempt.tags + now.suffered.tags
    target = under(piece.tagged(tags).target, now.climate.here or CALM)
    lowered = now.changed.lasting_at(piece.place).weaker
    both = zip(attempt.slots, attempt.state, now.rig, strict=True)
    rig = tuple(first if slot.gnaws or slot.returns[0] else card for slot, first, card in both)
    return max(0, ice_strength(attempt.slots, rig, target) + lowered + attempt.unmet)


def _all_clicks(attempt: Attempt, now: Passage) -> int:
    """The clicks that are left, none where nobody says how many there are."""
    return 0 if attempt.clicks is None else now.clicks_left(attempt.clicks)


def _paid(ability: Bypass, more: int) -> str:
    """The price of a bypass in words, with so many more credits than are printed."""
    parts = {part.kind: part.amount.base for part in ability.cost}
    credits = parts.pop("credits", 0) + more
    words = [price(credits)] if credits else []
    if clicks := parts.pop("clicks", 0):
        words.append(f"{clicks} click{'s' * (clicks > 1)}")
    words += [
        "it is given up" if kind in ("trash", "rfg") else f"{number} {kind}"
        for kind, number in parts.items()
    ]
    return ", ".join(words) or "for nothing"
