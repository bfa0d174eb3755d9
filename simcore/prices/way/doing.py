"""What one effect of a text does to a passage; whoever chooses, and what comes of several effects,
stands in `suffering.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.syntax import (
    ANY_NUMBER,
    Atom,
)
from simcore.cards.vocabulary import DAMAGE, GAINED, IDLE, LASTING
from simcore.errors import CapacityError
from simcore.plan.marks import CORP_GAINS
from simcore.prices.corp.elsewhere import (
    Lender,
    counted,
    laid,
    lent,
    others_swapped,
    with_counters,
)
from simcore.prices.corp.further_effects import TO_HQ, TO_RD
from simcore.prices.rig.drawing import (
    click_back,
    drawn_at_will,
    drawn_when_empty,
)
from simcore.prices.rig.earning import earned_by
from simcore.prices.rig.hand import hurt_by_type, still_named, thrown
from simcore.prices.rig.holding import most_held
from simcore.prices.rig.keeping_open import kept_open
from simcore.prices.rig.known_hand import taken_by_cost
from simcore.prices.rig.preventing import kept_off, with_the_first_come
from simcore.prices.stated import BY_TYPE
from simcore.prices.way.corp_pool import least_of_corp, less_for_corp
from simcore.prices.way.giving_up import given_up
from simcore.prices.way.hearing import tagged
from simcore.prices.way.left_for_later import left_for_next
from simcore.prices.way.of_hq import back_in_hq, with_hand
from simcore.prices.way.passage import ABSENT, BUT_ONE, FACE_DOWN, UNSEEN, Done, Passage
from simcore.prices.way.paying import so_many
from simcore.prices.way.targets import is_moved, moved
from simcore.prices.way.tracing import asked_or_not
from simcore.prices.way.unmaking import disabled, one_of_two, purged

if TYPE_CHECKING:
    from simcore.prices.way.suffering import Outcomes, Sight

HARMLESS = frozenset(
    "seen nothing cgain closs cdraw self-trash self>hq no-steal-trash "
    "no-jackout jackout-cost trace-bits rd-bottom may-jackout install swap-ice "
    "rez-ice take place-credit virus rez-cost archives-to-rd trash-accessed access".split()
)
HARMLESS |= IDLE.keys() | {"untag", "access-except", "no-steal"}
"""What neither stops the Runner nor costs anything on the way."""
BACK = frozenset({"go-back", "go-outermost"})


def what_comes_of(sight: Sight, atom: Atom, now: Passage, broken: Done) -> Outcomes:
    """How it may go on behind an effect; empty if it does not. `broken`: what of the piece was.

    Raises `CapacityError` for an effect that has no price.
    """
    found = _of_the_corp(sight, atom, now)
    if found is None:
        found = _of_the_piece(sight, atom, now, broken)
    if found is None:
        found = _forbidden(sight, atom, now)
    if found is None and atom.name in HARMLESS:
        return [now]
    return _of_the_runner(sight, atom, now) if found is None else found


def _of_the_corp(sight: Sight, atom: Atom, now: Passage) -> Outcomes | None:
    """What the Corp and its cards gain; None if the effect is another one."""
    looks = sight.looks
    match atom.name:
        case "cgain":
            now = earned_by(sight.slots, sight, now, [CORP_GAINS])
            if not looks.credits:
                return [now]
            there = now.changed.corp + sight.number(atom, now)
            return [now._replace(changed=now.changed._replace(corp=there))]
        case "closs":
            return _robbed(sight, atom, now)
        case "cdraw":
            return [with_hand(sight, now, sight.number(atom, now))]
        case _ if atom.name == TO_HQ:
            return [back_in_hq(sight, now, sight.number(atom, now))]
        case _ if atom.name == TO_RD:
            return [with_hand(sight, now, -sight.number(atom, now))]
        case "virus" if looks.ice_virus:
            return [now.meets(ice_virus=now.here.ice_virus + sight.number(atom, now))]
        case "install" if sight.incoming and atom.words == ("ice",):
            return [now.meets(coming=now.here.coming + 1)]
        case "adv":
            return counted(
                now,
                sight.number(atom, now),
                _places_for(sight, atom),
                lambda found: sight.worst_of(now, [[each] for each in found]),
            )
        case "adv-self":
            return [with_counters(now, sight.place, sight.number(atom, now))]
        case "power":
            return [now.meets(counters=now.here.counters + sight.number(atom, now))]
    return None


def _robbed(sight: Sight, atom: Atom, now: Passage) -> Outcomes:
    """Credits of the Corp's lost, and what the Runner gains for each: for as many as it may have
    left at the least."""
    number, each = sight.number(atom, now), sum(GAINED.get(word, 0) for word in atom.words)
    if each and sight.in_doubt(now):
        return sight.worst_of(now, [_robbed(sight, atom, a) for a in asked_or_not(sight, now)])
    gain = each * min(number, least_of_corp(sight, now))
    after = less_for_corp(sight, number, now)
    return [sight.paid_out(gain, after) if gain else after]


def _of_the_piece(sight: Sight, atom: Atom, now: Passage, broken: Done) -> Outcomes | None:
    """What becomes of the run, of the piece that is met and of other ice; None if the effect is
    another one."""
    name = atom.name
    if name in BACK and sight.alone and now.here.piece == ABSENT:
        return [now]  # there is nothing to go back to
    if name == "go-outermost" and sight.outward and now.here.piece == FACE_DOWN:
        return [now.meets(outward=True)]
    if name in ("etr", "ending") or name in BACK:
        return [now] if now.here.endless and name not in BACK else kept_open(sight, name, now)
    match name:
        case "self-trash":
            return [sight.without_the_piece(now)]
        case "bypass":
            return [now if sight.guarded else now.meets(bypassed=True)]
        case "self-derez":
            turned = now.with_turned(sight.place) if sight.counted else now  # or ways stay alike
            return [turned.meets(piece=FACE_DOWN)]
        case "copy-sub":
            options = lent(sight.title, sight.place, atom, _lenders_there(sight, atom, now))
            return sight.worst(options, now, broken) if options else [now]
        case "take-trojan":
            if sight.alone:
                return [now]
            raise CapacityError(f"{sight.title}: '{name}' in the price of a server")
        case "score-ice":
            number = sight.number(atom, now)
            points = so_many(number, "negative point")
            words = f"{sight.title}: to the Runner's score area, for {points}"
            after = sight.without_the_piece(now)
            lost = after.suffered._replace(points=after.suffered.points + number)
            return [after._replace(suffered=lost).tell(sight.place, words)]
        case "swap-others":
            return sight.worst_of(now, others_swapped(now, sight.place, len(sight.lenders)))
        case "double":
            return [now.awaits(doubles=now.ahead.doubles + 1)]
        case "toll":
            return [now.awaits(toll=now.ahead.toll + sight.number(atom, now))]
        case "trash-on-pass":
            return [now.awaits(losing=now.ahead.losing + sight.number(atom, now))]
        case "net-next":
            return [left_for_next(sight, sight.number(atom, now), now)]
    return [laid(atom, sight.number(atom, now), now)] if name in LASTING else None


def _forbidden(sight: Sight, atom: Atom, now: Passage) -> Outcomes | None:
    """What the Runner cannot do any more; None if the effect is another one."""
    match atom.name:
        case "no-install":
            return [now._replace(changed=now.changed._replace(barred=True))]
        case "handsize":
            return [_holding_less(sight, sight.number(atom, now), now)]
        case "max-access":
            return [now.curbs(at_most=min(now.curbed.at_most, sight.number(atom, now)))]
        case "fewer-accesses":
            return [now.curbs(fewer=now.curbed.fewer + sight.number(atom, now))]
        case "no-more-runs":
            return [now.curbs(last=True)]
        case "no-access":
            return [now.curbs(unseen=UNSEEN)]
        case "access-only":
            unseen = UNSEEN if now.curbed.unseen else BUT_ONE  # another one has said so before
            return [now.curbs(unseen=unseen)]
        case "no-steal-trash":
            return [now.curbs(unstolen=True)]
        case "no-spend":
            return [now._replace(money=now.money._replace(frozen=now.paid.credits))]
    return None


def _of_the_runner(sight: Sight, atom: Atom, now: Passage) -> Outcomes:
    """What the Runner loses and gains."""
    name, number = atom.name, sight.number(atom, now)
    if name in DAMAGE:
        if BY_TYPE in atom.words:
            return hurt_by_type(sight, number, now)
        return sight.damaged(name, number, now, sure="sure" in atom.words)
    match name:
        case "trash":
            found = sight.trash(atom.words[0], number, now, kept=is_moved(atom.words))
            return [moved(now, each, atom.words) for each in found]
        case "own-trash" | "give-up":
            as_price, sure = name == "give-up", "sure" in atom.words
            return given_up(sight, atom.words[0], number, now, as_price, sure)
        case "disable":
            return disabled(sight, number, now)
        case "purge":
            return purged(sight, now)
        case "bounce-one-of-two":
            return one_of_two(sight, now)
        case "rlose" if sight.shut:
            return [now]
        case "rlose" if atom.amount.base >= ANY_NUMBER:
            return sight.emptied(now)
        case "rlose":
            return sight.robbed(number, now)
        case "rgain" | "hosted":
            return [sight.paid_out(number, now)]
        case "rclick":
            there = min(number, now.clicks_left(sight.clicks))
            return sight.drained(now, click_back(sight.slots, there, now))
        case "tag" if "sure" in atom.words:
            return tagged(sight, number, with_the_first_come(sight, "tag", now))
        case "tag":
            coming = kept_off(sight, "tag", number, now)
            return [after for left, each in coming for after in tagged(sight, left, each)]
    return _of_the_grip(sight, name, number, atom.words, now)


def _of_the_grip(
    sight: Sight, name: str, number: int, words: tuple[str, ...], now: Passage
) -> Outcomes:
    """Cards of the Runner's that come and go; the `words` say how."""
    match name:
        case "rdraw":
            return [now.suffers(drawn=number)]
        case "discard":
            gone = min(taken_by_cost(sight, words, number, now), sight.cards_left(now))
            if BY_TYPE in words:
                gone = min(gone, still_named(sight, now))
                now = now.meets(named=now.here.named + gone)
            went = thrown(sight, gone, now.suffers(discarded=gone), *words[:1])
            return [drawn_when_empty(sight, each) if gone else each for each in went]
        case "discard-to-max":
            over = max(0, sight.cards_left(now) - most_held(sight, now))
            return thrown(sight, over, now.suffers(discarded=over))
        case "no-draw":
            first = [now]  # cards that draw may be given up before
            for each in first:
                first += drawn_at_will(sight, each)
            return [e._replace(changed=e.changed._replace(dry=True)) for e in first]
    raise CapacityError(f"{sight.title}: '{name}' has no price yet")


def _holding_less(sight: Sight, number: int, now: Passage) -> Passage:
    """So many cards fewer to hold until the Corp's turn; ice may ask for that before."""
    after = now.curbs(unheld=now.curbed.unheld + number)
    return with_smaller_hand(after, number) if sight.looks.size else after


def with_smaller_hand(now: Passage, number: int) -> Passage:
    """So many cards fewer to hold."""
    return now._replace(changed=now.changed._replace(smaller=now.changed.smaller + number))


def _lenders_there(sight: Sight, atom: Atom, now: Passage) -> tuple[Lender, ...]:
    """The rezzed ice that has neither left nor turned down, and that of other servers."""
    gone = now.changed.left | now.changed.turned
    tags = sight.tags + now.suffered.tags
    there = tuple(each.grown(now, tags) for each in sight.lenders if each.place not in gone)
    return there if "here" in atom.words else there + sight.lenders_abroad


def _places_for(sight: Sight, atom: Atom) -> tuple[int, ...]:
    """Where counters may be placed and count; behind all ice are the cards of the root."""
    inside = len(sight.lenders)
    if "ice" in atom.words:
        return tuple(place for place in sight.advanceable if place < inside)
    if "root" in atom.words:
        return tuple(place for place in sight.advanceable if place >= inside)
    return sight.advanceable
