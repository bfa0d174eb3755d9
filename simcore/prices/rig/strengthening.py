"""Strength that lasts for the run, bought ahead: before a pool that may be lost is, before no
credits can be spent any more, or before a card goes whose credits pay for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.syntax import ANY_NUMBER, Node
from simcore.cards.walking import atoms_of
from simcore.plan.pieces import Boost, RigState, Slot
from simcore.plan.states import under
from simcore.plan.strengths import ice_strength, icebreakers, is_active, strength_of
from simcore.plan.uses import has_a_say
from simcore.prices.rig.credits_that_go import going_with_cards
from simcore.prices.telling import price
from simcore.prices.way.passage import Passage

if TYPE_CHECKING:
    from simcore.prices.way.wall import Piece


def strengthened(
    slots: tuple[Slot, ...], piece: Piece, ahead: Sequence[Piece], now: Passage
) -> list[Passage]:
    """The ways to meet a piece at which the pool may be lost or closed, or cards with credits go:
    as it is, or with strength bought for it and the pieces `ahead`. Where a part of the pool may be
    lost that is done if less is left then; of such credits, as far as they pay for it."""
    found = [now]
    closes = piece.sight.drains or any(map(_closes_the_pool, piece.subs))
    taken = sum(_taken(piece, sub, now) for sub in piece.subs)
    going = going_with_cards(piece, now) if ahead else 0
    if not (closes or taken or going):
        return found
    for number, slot in enumerate(slots):
        lasting = [boost for boost in slot.boosts if _is_for_credits(boost)]
        if slot.exact or not lasting:
            continue
        for each in found[:]:
            highest = _highest(slots, number, (piece, *ahead), each)
            for boost in lasting:
                missing = max(0, highest - _strength(slots, number, each.rig))
                there = piece.sight.in_pool("runner-cr", each)
                enough = there is None or there >= taken + missing * boost.credits
                if closes or (taken and not enough):
                    found += _bought(slots, number, boost, highest, piece, each)
                elif going:
                    gain = boost.gain + boost.per_breaker * icebreakers(slots, each.rig)
                    steps = -(-going // max(1, boost.credits))
                    up_to = min(highest, _strength(slots, number, each.rig) + gain * steps)
                    found += _bought(slots, number, boost, up_to, piece, each)
    return found


def _closes_the_pool(sub: Node) -> bool:
    """Whether no credits can be spent behind a subroutine, or none are left in the pool."""
    return any(
        atom.name == "no-spend" or (atom.name == "rlose" and atom.amount.base >= ANY_NUMBER)
        for atom in atoms_of(sub)
    )


def takes_from_pool(piece: Piece) -> bool:
    """Whether credits may be lost at a piece: what they pay for may come before."""
    met = (clause.effect for clauses in piece.clauses.values() for clause in clauses)
    atoms = (atom for effect in (*piece.subs, *met) for atom in atoms_of(effect))
    return piece.sight.drains or any(atom.name == "rlose" for atom in atoms)


def _taken(piece: Piece, sub: Node, now: Passage) -> int:
    """Credits of the pool that a subroutine may take."""
    return sum(piece.sight.number(atom, now) for atom in atoms_of(sub) if atom.name == "rlose")


def _is_for_credits(boost: Boost) -> bool:
    """Whether a boost lasts and takes credits alone, as often as they last."""
    asked = boost.virus or boost.power or boost.once_a_run or boost.follows
    return boost.lasts and not asked


def _highest(slots: tuple[Slot, ...], number: int, pieces: Sequence[Piece], now: Passage) -> int:
    """The strength of the strongest piece that a card may break something of."""
    later = now.climate.later.with_(now.climate.following)
    targets = [piece.target for piece in pieces if has_a_say(slots[number], piece.target)]
    strengths = [ice_strength(slots, now.rig, under(target, later)) for target in targets]
    return max(strengths, default=0)


def _bought(
    slots: tuple[Slot, ...], number: int, boost: Boost, highest: int, piece: Piece, now: Passage
) -> Iterator[Passage]:
    """With one step or more of a boost, up to a strength."""
    if not is_active(now.rig[number]) or _strength(slots, number, now.rig) >= highest:
        return
    slot, card = slots[number], now.rig[number]
    gain = boost.gain + boost.per_breaker * icebreakers(slots, now.rig)
    stronger = now.with_card(number, card._replace(boost=card.boost + gain))
    for paid in piece.sight.purses.to_use(slot, boost.credits, stronger):
        if paid.paid.stealth - now.paid.stealth < boost.stealth:
            continue
        reached = _strength(slots, number, paid.rig)
        words = f"{slot.title}: boosts to strength {reached} ({price(boost.credits)})"
        told = paid.tell(piece.place, words)
        yield told
        yield from _bought(slots, number, boost, highest, piece, told)


def _strength(slots: tuple[Slot, ...], number: int, rig: RigState) -> int:
    return strength_of(slots[number], rig[number], icebreakers(slots, rig))
