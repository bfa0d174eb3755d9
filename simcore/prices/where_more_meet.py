"""What no price follows where a card of one side meets what happens on the way: credits, counters
and damage that come of it, or sooner. Named where it may matter, each by its card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.prices.corp.gates import trashes_ice
from simcore.prices.corp.ground import hurts_after
from simcore.prices.corp.left_out_elsewhere import counts_advancement
from simcore.prices.corp.surroundings import more_advancement
from simcore.prices.corp.table_elsewhere import active_elsewhere, lines_of
from simcore.prices.rig.as_it_succeeds import OPENED
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.stated import hurts_for_use
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.looking import looks_of
from simcore.scenario import Scenario, rezzed_in_root

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_TYPE_NAMED = re.compile(r"^first card of the type named\b")
_COUNTER_OF_SUCCESS = re.compile(r"^with an advancement: root: success: ")
"""What an active card elsewhere says that asks for a counter as the run succeeds."""
_PLACES = re.compile(r"\badv (\d\.\.)?\d(?! (other-)?ice\b)")
_GOES = re.compile(r"\b(the ice|this card) (is trashed|is removed from the game|goes to HQ)\b")
_LEAVES = re.compile(r"\bself-trash\b|\bscore-ice\b|\bself-to-hq\b|\bself>hq\b")
"""What ice says by which it leaves the server."""
HURT, LOST = ": meat damage: 1", "the Runner loses 1 click"
"""How it is told that a meeting with advanced ice has hurt, or has cost a click."""
_DRAWN = re.compile(r"\b(draws?|drawn)\b")


def left_out_where_more_meet(
    stated: Scenario, attempt: Attempt, bills: Sequence[Bill]
) -> tuple[str, ...]:
    """What is left out, if it may matter to these ways."""
    if not attempt.passing:
        return ()
    found = [
        *_of_lent_credits(stated, attempt, bills),
        *_of_spent_purses(stated, attempt),
        *_of_early_use(stated, attempt, bills),
        *_of_corp_gains(stated, attempt),
        *_of_counters(stated),
        *_of_meetings_cut_short(stated, bills),
    ]
    return tuple(dict.fromkeys(found))


def _steps(bills: Sequence[Bill]) -> list[str]:
    return [step for bill in bills for step in bill["steps"]]


def _of_lent_credits(stated: Scenario, attempt: Attempt, bills: Sequence[Bill]) -> Iterator[str]:
    """Credits that lie on a card until the success, where some that are none of the pool hurt."""
    if not attempt.ground.fine:
        return
    fining = [card.title for card, _ in rezzed_in_root(stated) if _fines(card)]
    lending = [p.card.title for p in stated.runner.rig if OPENED in texts_of(p.card) and p.credits]
    for title in lending:
        if any(step.startswith(f"{title}: ") for step in _steps(bills)):
            words = f"what it does for credits of {title} is left out"
            yield from (f"{each}: {words}" for each in fining)


def _of_spent_purses(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """Cards whose credits hurt as they are spent: none of them is given up against that damage,
    which is told before they are."""
    if not attempt.ground.fine or attempt.purses.total <= attempt.purses.windfall:
        return
    fining = [card.title for card, _ in rezzed_in_root(stated) if _fines(card)]
    for slot in attempt.slots:
        if any(each.another and "meat" in each.kinds for each in slot.keeps_off):
            words = f"that {slot.title} may give up a card whose credits were spent is left out"
            yield from (f"{each}: {words}" for each in fining)


def _fines(card: Card) -> bool:
    return any("credits not of the pool spent" in text for text in texts_of(card))


def _of_early_use(stated: Scenario, attempt: Attempt, bills: Sequence[Bill]) -> Iterator[str]:
    """A card of the root that counts what is there, used behind all ice: some may be gone by then,
    cards of the grip may have been paid, or drawn against its damage."""
    texts = [text for wall in attempt.all_walls for text in texts_of(wall.card)]
    steps = _steps(bills)
    late = trashes_ice(stated) or any(map(_LEAVES.search, texts)) or any(map(_GOES.search, steps))
    late |= any(map(_DRAWN.search, steps)) or any(bill.get("cards") for bill in bills)
    late |= any(slot.raids for slot in attempt.slots)
    for each in attempt.interventions if bills and late else ():
        if each.behind:
            yield f"{each.title}: that the Corp may use it before all ice is passed is left out"


def _of_corp_gains(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """What the Corp's identity gains for the event of the run, where anything looks at credits of
    the Corp."""
    identity, event = stated.corp.identity, stated.runner.event
    if identity is None or event is None or event.type != "event":
        return
    if looks_of(attempt).credits and any(map(_TYPE_NAMED.match, texts_outside(identity))):
        words = f"what it gains for {event.title}, if events were named, is left out"
        yield f"{identity.title}: {words}"


def _of_counters(stated: Scenario) -> Iterator[str]:
    """Counters that come on the way to cards elsewhere which ask for one as the run succeeds, and
    those that come with the success to cards of the root which the Corp may use for counters."""
    elsewhere = dict.fromkeys(active_elsewhere(stated))
    asking = [c for c in elsewhere if any(map(_COUNTER_OF_SUCCESS.match, lines_of(c)))]
    cards = [piece.card for piece in stated.ice] + [stated.corp.identity]
    cards += [card for card, _ in rezzed_in_root(stated)]
    texts = [(card.title, text) for card in cards if card is not None for text in texts_of(card)]
    placing = [(title, text) for title, text in texts if _PLACES.search(text)]
    for card in asking:
        yield from (_without_counter(card, title) for title, _ in placing)
    for placed in stated.root:
        if placed.rezzed and placed.card is not None and counts_advancement(placed):
            for title, text in placing:
                if text.startswith("success"):
                    yield _without_counter(placed.card, title)


def _without_counter(card: Card, title: str) -> str:
    return f"{card.title}: a counter that {title} places is left out"


def _of_meetings_cut_short(stated: Scenario, bills: Sequence[Bill]) -> Iterator[str]:
    """Whether a meeting is one with advanced ice, or with ice of this server, as it ends, where the
    piece has left in it: taken to be none."""
    identity, more = stated.corp.identity, more_advancement(stated)
    advanced = [piece.card.title for piece in stated.ice if piece.card and piece.advancement + more]
    waiting = [(card.title, "", LOST) for card, _ in rezzed_in_root(stated) if hurts_for_use(card)]
    if identity is not None and hurts_after(identity):
        waiting += [(identity.title, each, HURT) for each in advanced]
    others = tuple(f"{card.title}: " for card, _ in rezzed_in_root(stated))
    for bill in bills:
        steps = [*bill["steps"], *bill["unbroken"]]
        steps = [step for step in steps if not step.startswith(others)]
        going = [step for step in steps if _GOES.search(step)]
        for title, ice, told in waiting:
            own = len(stated.ice) == 1 or any(step.startswith(ice) for step in going)
            if going and own and not any(step.endswith(told) for step in steps):
                yield f"{title}: a meeting whose ice leaves in it is taken to be over with none"
