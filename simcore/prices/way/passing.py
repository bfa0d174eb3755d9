"""What happens behind a piece of ice that has been passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import Node
from simcore.plan.pieces import Slot, SlotState
from simcore.prices.corp.further_effects import in_words
from simcore.prices.corp.price_ice import PRICE_OF_HOME
from simcore.prices.rig.earning import HOST_TURNED, earned
from simcore.prices.way.looking import looks_of, wants_a_rich_corp
from simcore.prices.way.of_hq import with_hand
from simcore.prices.way.passage import FACE_DOWN, Passage
from simcore.prices.way.wall import ETR, Piece, by_trashing, for_counters

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt

_HOME = "the Corp pays 1 credit: it goes back to HQ"


def rolled_for(slots: tuple[Slot, ...], piece: Piece, now: Passage) -> list[Passage]:
    """The dice of cards that answer for what they broke, once the piece is passed."""
    found = [now]
    if any(card.used for card in now.rig):
        found = [now._replace(rig=tuple(card._replace(used=False) for card in now.rig))]
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        if _may_lose(slot, card):
            found = [a for each in found for a in piece.sight.may_lose(number, each)]
    return found


def _may_lose(slot: Slot, card: SlotState) -> bool:
    """Whether a die may trash a card behind a piece that it broke something of: it does."""
    return card.used and slot.mark is not None and slot.mark.faces is not None


def counters_used(piece: Piece, now: Passage) -> list[Passage]:
    """The Corp's abilities on the piece that cost its power counters."""
    found = [now]
    if now.here.piece:
        return found
    for number, effect in for_counters(piece.wall.card):
        found = [after for each in found for after in _used_up(piece, number, effect, each)]
    return found


def _used_up(piece: Piece, number: int, effect: Node, now: Passage) -> list[Passage]:
    """One of those abilities used as often as its counters last and it does something."""
    if now.here.counters < number:
        return [now]
    used = now.meets(counters=now.here.counters - number)
    found: list[Passage] = []
    for after in piece.sight.resolve(effect, used):
        if after._replace(told=used.told) == used:
            found.append(now)
        else:
            told = after.tell(piece.place, in_words(effect))
            found += _used_up(piece, number, effect, told)
    return found


def _is_kept_out(attempt: Attempt) -> bool:
    """Whether an end of the run that the Corp may have whatever is paid is not left out."""
    return attempt.passing and attempt.purse is not None


def ended_by_trashing(attempt: Attempt) -> str:
    """The first piece that the Corp may trash to end the run, if that is not left out."""
    walls = attempt.walls if _is_kept_out(attempt) else ()
    return next((wall.card.title for wall in walls if ETR in by_trashing(wall.card)), "")


def trashed_for(attempt: Attempt, piece: Piece, now: Passage) -> list[Passage]:
    """What the Corp has by trashing the piece, once all has been paid there; before that, where a
    card of the Runner's is about to take it."""
    found = [now]
    for effect in by_trashing(piece.wall.card):
        if effect == ETR and not _is_kept_out(attempt):
            continue
        words = f"the Corp trashes it: {in_words(effect)}"
        found = [
            after.tell(piece.place, words)
            for each in found
            for after in piece.sight.resolve(effect, each)
        ]
    return found


def taken_home(attempt: Attempt, piece: Piece, now: Passage) -> list[Passage]:
    """Behind a piece that the Corp may take back to HQ for a credit, where anything that is still
    to come looks at that."""
    sight, left = piece.sight, now.changed.left
    if not piece.wall.may_go_home or attempt.purse is None:
        return [now]
    if attempt.counts_ice:
        return [now]
    paid = sight.paid_by_corp((PRICE_OF_HOME,), now)
    if paid is None:
        return [now]
    home = with_hand(sight, sight.without_the_piece(paid), 1)._replace(here=now.here)
    if home._replace(changed=home.changed._replace(left=left)) == paid and not sight.counted:
        return [now]
    home = home._replace(changed=home.changed._replace(left=left | {piece.place}))
    return sight.worst_of(now, [[now], [home.tell(piece.place, _HOME)]])


def told_of_home(attempt: Attempt) -> tuple[str, ...]:
    """What is said of pieces that the Corp may take back to HQ, where that may be worth more to it
    before they are passed, or for the credit alone that it costs."""
    riches = attempt.passing and wants_a_rich_corp(attempt)
    looks = riches or (attempt.passing and (looks_of(attempt).hand or attempt.counts_left))
    first = () if attempt.counts_ice or riches else attempt.walls[:1]
    titles = dict.fromkeys(
        wall.card.title for wall in attempt.walls if wall not in first and wall.may_go_home
    )
    words = "that the Corp may take it back to HQ before it is passed is left out"
    return tuple(f"{title}: {words}" for title in titles if looks or attempt.counts_ice)


def once_turned(attempt: Attempt, piece: Piece, now: Passage) -> Passage:
    """Behind an encounter, with a piece that is face down then known as that, where anything still
    to come looks at it."""
    if now.here.piece != FACE_DOWN:
        return now
    if attempt.counts_left or attempt.comes_back:
        now = now.with_turned(piece.place)
    return earned(attempt.slots, piece, now, [HOST_TURNED])


def no_longer_needed(needed_later: tuple[bool, ...], now: Passage) -> Passage:
    """Without lasting strength of cards that have no say at any later piece."""
    if not any(card.boost or card.broken for card in now.rig):
        return now
    rig = tuple(
        card if needed or not card.installed else card._replace(boost=0, broken=0)
        for card, needed in zip(now.rig, needed_later, strict=True)
    )
    return now._replace(rig=rig)
