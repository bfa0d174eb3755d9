"""Cards of the rig by which ice that is broken, or bypassed, leaves or turns face down: what lies
behind does not count it any more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simcore.cards.syntax import Unexecuted
from simcore.plan.marks import CAME_HOME, REWARDED
from simcore.plan.offers import Undoes
from simcore.plan.pieces import GONE, Slot
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.rig.drawing import given_up_for_use
from simcore.prices.rig.earning import turned_by_runner
from simcore.prices.rig.felling import removed
from simcore.prices.telling import price
from simcore.prices.way.gone import trashed_by_runner
from simcore.prices.way.of_hq import with_hand
from simcore.prices.way.passage import Passage
from simcore.prices.way.wall import Piece

_BOUNCES = re.compile(r"^full-break ([a-z ]+): bounce ice to hq$")
_TURNS = {
    "trash: ice fully broken turns down": Undoes(trash=True),
    "full-break: may give it up and pay the rez cost: the ice is trashed": Undoes(rez=True),
    "ice passed unmet: may remove it: the ice turns down": Undoes(unmet=True),
}
OF_EVENT = re.compile(r"^this-run: first ([a-z ]+) fully broken: it is trashed$")
_TURNS_FOR = re.compile(r"^(\d)c\+self>grip: derez-encountered ([a-z ]+) if fully-broken$")


def undoing(text: str) -> Undoes | None:
    """What a clause of a card undoes, if it says that."""
    if bounces := _BOUNCES.match(text):
        return Undoes(bounces[1], bounces=True)
    if turns := _TURNS_FOR.match(text):
        return Undoes(turns[2], credits=int(turns[1]), to_grip=True)
    if fells := OF_EVENT.match(text):
        return Undoes(fells[1], fells=True)
    return _TURNS.get(text)


def undoes(item: Unexecuted) -> bool:
    """Whether a clause of a card of the rig rids the Runner of ice."""
    return undoing(item.text) is not None


def bounced(slots: tuple[Slot, ...], piece: Piece, now: Passage, sole: int) -> Passage:
    """A piece all of which the card in a slot alone has broken goes to HQ, if the card says so."""
    undoes = slots[sole].undoes
    if undoes is None or not undoes.bounces or undoes.kind not in piece.target.types:
        return now
    gone = with_hand(piece.sight, piece.sight.without_the_piece(now), 1)
    return gone.tell(piece.place, f"{slots[sole].title}: the ice goes to HQ")


def once_undone(
    slots: tuple[Slot, ...], piece: Piece, now: Passage, sole: int, whole: bool
) -> Iterator[Passage]:
    """A piece that has been broken, the `whole` of it, maybe by the card in one slot alone, once
    cards have done with it what they say of that. One that would go to HQ may be trashed before it
    does, as the Runner orders what answers for the same."""
    home = bounced(slots, piece, now, sole) if sole >= 0 else now
    yield trashed_once(slots, piece, home) if whole else home
    if whole and home is not now:
        trashed = [trashed_once(slots, piece, now), *removed(slots, piece, now)]
        yield from (each for each in trashed if each.here.piece)


def trashed_once(slots: tuple[Slot, ...], piece: Piece, now: Passage) -> Passage:
    """A piece all of which has been broken, trashed if a card says that of the first one."""
    for number, (slot, card) in enumerate(zip(slots, now.rig, strict=True)):
        undoes = slot.undoes
        if undoes is None or not undoes.fells or card.spent & REWARDED:
            continue
        if undoes.kind in piece.target.types:  # which may have gone, or be kept from that
            now = now.with_card(number, card._replace(spent=card.spent | REWARDED))
            if not now.here.piece and not piece.is_kept:
                now = trashed_by_runner(piece.sight, now)
                now = now.tell(piece.place, f"{slot.title}: the ice is trashed")
    return now


def turned(slots: tuple[Slot, ...], piece: Piece, now: Passage, broken: bool) -> Iterator[Passage]:
    """A piece that has been `broken`, or else bypassed, turned face down by a card that goes."""
    if now.here.piece:
        return
    for number, slot in enumerate(slots):
        undoes = slot.undoes
        if undoes is None or undoes.bounces or undoes.fells or undoes.unmet == broken:
            continue
        if not is_active(now.rig[number]) or (
            undoes.kind and undoes.kind not in piece.target.types
        ):
            continue
        gone = GONE._replace(spent=CAME_HOME) if undoes.to_grip else GONE
        rig = unhosted(slots, now.with_card(number, gone).rig)
        credits = piece.target.rez if undoes.rez else undoes.credits
        how = [price(credits)] * bool(credits) + [
            "it goes to the grip" if undoes.to_grip else "it is given up"
        ]
        done = "trashed" if undoes.rez else "turned face down"
        words = f"{slot.title}: the ice is {done} ({', '.join(how)})"
        purses = piece.sight.purses
        for paid in purses.to_use(slot, credits, now) if credits else (now,):
            after = purses.after(now.rig, paid._replace(rig=rig))
            refill = after.suffered.refill + undoes.to_grip
            after = after._replace(suffered=after.suffered._replace(refill=refill))
            told = after.tell(piece.place, words)
            told = given_up_for_use(piece.sight, told) if undoes.trash else told
            undone = trashed_by_runner(piece.sight, told) if undoes.rez else None
            yield undone or turned_by_runner(piece.sight, told)
