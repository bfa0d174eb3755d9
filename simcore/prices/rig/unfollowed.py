"""What the Runner's cards bring that no way follows, named where something may look at it: behind
all ice, as the run succeeds or ends; as ice is bypassed, or as cards are trashed or installed; or
in the middle of an encounter."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.card import BLANK, Card
from simcore.cards.outside import texts_declined, texts_outside, texts_started
from simcore.cards.syntax import Later, Price, Trace, Unless
from simcore.cards.vocabulary import DAMAGE
from simcore.cards.walking import atoms_of, found_in, mentioned
from simcore.plan.strengths import is_active
from simcore.prices.corp.gates import BEHIND, SUCCEEDING, Gate, asks_for_bids
from simcore.prices.corp.left_out_elsewhere import MATTERS
from simcore.prices.rig.as_it_succeeds import buys_off
from simcore.prices.rig.earning import WEAK
from simcore.prices.rig.from_heap import may_install
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.rig.used_early import words_of_early_use
from simcore.prices.way.looking import looks_of
from simcore.scenario import Pile, Runner, Scenario

if TYPE_CHECKING:
    from simcore.prices.bills import Bill
    from simcore.prices.way.attempt import Attempt

CARDS, CREDITS, TAGS, CLICKS, ANY = "cards", "credits", "tags", "clicks", "any"
"""What is brought: cards in the grip, credits, fewer tags, a click; `ANY`: what whatever hurts
or asks for something behind all ice may meet, as a card that is installed then."""
PASSED, SUCCESS, ENDS = "passed", "success", "ends"
"""When: as all ice has been passed, as the run succeeds, as it ends."""


class Brings(NamedTuple):
    """What a clause brings, and when; from a pile that has to be stated (`source`), with so many
    cards; at one `server` alone."""

    what: str
    when: str = SUCCESS
    source: str = ""
    cards: int = 1
    server: str = ""


_BRINGS: dict[str, tuple[Brings, ...]] = {
    "this-run: successful: two of four": (Brings(CARDS), Brings(TAGS), Brings(ANY, source="grip")),
    "this-run: successful: cards are installed": (Brings(ANY, source="grip"),),
    "this-run: successful: a card of the heap to the grip": (Brings(CARDS, source="heap"),),
    "this-run: successful: one of three for each piece passed": (
        Brings(CREDITS),
        Brings(ANY, source="stack"),
    ),
    "this-run: successful: credits 2 more": (Brings(CREDITS),),
    "this-run: successful: may install from the heap": (Brings(ANY, source="heap"),),
    "this-run: successful: a program of the stack is installed": (Brings(ANY, source="stack"),),
    "success[hq,1/turn]: may choose 2 of the heap: one to the grip": (
        Brings(CARDS, source="heap", cards=2, server="hq"),
    ),
    "success: may flip: gain 1, or draw 1": (Brings(CARDS),),
    "success [1/turn]: may trash a card: install one of the stack": (Brings(ANY, source="stack"),),
    "success @mark [1/turn]: gain click": (Brings(CLICKS),),
    "success[hq]: may give it up: a Corp card turns down": (Brings(ANY, server="hq"),),
    "success on hq, rd [1/turn]: may name a number: gain 3 or draw 2": (
        Brings(CARDS, server="hq"),
        Brings(CARDS, server="rd"),
    ),
    "all ice of hq passed [1/turn]: may draw 1, the Corp draws 1": (
        Brings(CARDS, PASSED, server="hq"),
    ),
    "this-run: at its end: draw for each subroutine, gain 3": (
        Brings(CARDS, ENDS),
        Brings(CREDITS, ENDS),
    ),
    "run-end of a success on hq, rd [1/turn]: draw 1*accesses": (
        Brings(CARDS, ENDS, server="hq"),
        Brings(CARDS, ENDS, server="rd"),
    ),
}
_EXPOSES, _IF_EXPOSED = re.compile(r"\bexpose 1?\b"), "exposed: "
_FROM_HEAP = "ice passed unmet: may click 1: this from the heap"
_THREAT = 3
_TO_STACK = ("grip, stack trashed [1/turn]: may one to the bottom", "rfg: a card of the heap to")
_HOSTS = "card installed without credits: may host the top of the stack"
_PREVENTS_END = "rfg: prevent the end of the run"


def words_of_unfollowed(
    stated: Scenario, attempt: Attempt, bills: Sequence[Bill]
) -> tuple[str, ...]:
    """What is brought and left out, each once; credits alone where not every way can be paid."""
    short = not all(bill["affordable"] for bill in bills) or not bills
    found = [
        *_behind(stated, attempt, short),
        *_of_exposing(stated, attempt),
        *_of_bypassing(stated, attempt),
        *_of_the_stack(stated, attempt),
        *(_of_the_poor(attempt) if short else ()),
        *_too_late(attempt, bills),
        *words_of_early_use(stated, attempt, short),
    ]
    return tuple(dict.fromkeys(found))


def _cards(stated: Scenario) -> Iterator[Card]:
    """The identity, the event, and the rig."""
    runner = stated.runner
    yield from (card for card in (runner.identity, runner.event) if card is not None)
    yield from (each.card for each in runner.rig if not each.in_heap)


def _texts(card: Card) -> list[str]:
    """What a card says, what it offers that nobody takes in a game, and what a run does that it
    starts."""
    started = texts_started(card) if card.type == "event" else ()
    return [*texts_of(card), *texts_declined(card), *started]


def _behind(stated: Scenario, attempt: Attempt, short: bool) -> Iterator[str]:
    """What comes behind all ice."""
    for card in _cards(stated):
        for text in _texts(card):
            for each in _BRINGS.get(text, ()):
                if each.what == CREDITS and not short:
                    continue
                if each.server in ("", stated.server) and _is_there(each, stated.runner):
                    if each.what in _asked_behind(each.when, stated, attempt):
                        yield f"{card.title}: '{text}'"


def _is_there(each: Brings, runner: Runner) -> bool:
    """Whether there are stated cards where it takes some from."""
    pile: Pile = getattr(runner, each.source) if each.source else ()
    blank = each.source == "heap"  # whatever lies there
    known = sum(count for card, count in pile if blank or card.id != BLANK.id)
    return not each.source or known >= each.cards


_AFTER = {PASSED: (), SUCCESS: (SUCCEEDING, BEHIND), ENDS: (BEHIND,)}


def _asked_behind(when: str, stated: Scenario, attempt: Attempt) -> Collection[str]:
    """What is looked at behind all ice from then on."""
    gates = [g for g in attempt.gates if (not g.is_early if when == PASSED else _is_after(g, when))]
    waiting = [
        each
        for wall in attempt.all_walls
        for each in found_in((wall.card.rules.subs, wall.card.rules.on), Later)
    ]
    effects = [*(node for gate in gates for node in gate.effects), *waiting]
    found = {ANY} if effects else set[str]()
    names = {atom.name for node in effects for atom in atoms_of(node)}
    names |= {price.kind for price in found_in(tuple(effects), Price)}
    if names & {*DAMAGE, "discard", "grip"}:
        found.add(CARDS)
    paid = names & {"credits", "rlose"} or found_in(tuple(effects), Trace)
    if paid or (names and buys_off(stated.runner.rig)):
        found.add(CREDITS)
    if "clicks" in names:
        found.add(CLICKS)
    if mentioned(tuple(effects)) & {"tags", "tagged"}:
        found.add(TAGS)
    return found


def _is_after(gate: Gate, when: str) -> bool:
    return gate.when in _AFTER[when]


def _of_exposing(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """Cards that are exposed, and that the Corp has to rez for that, where it is asked what the
    Corp has."""
    cards = list(_cards(stated))
    exposing = [(card, text) for card in cards for text in _texts(card) if _EXPOSES.search(text)]
    hearing = [c for c in cards if any(t.startswith(_IF_EXPOSED) for t in _texts(c))]
    there = [root.card for root in stated.root if root.card is not None and not root.rezzed]
    asked = looks_of(attempt).credits or any(map(asks_for_bids, attempt.gates))
    if exposing and hearing and there and asked:
        yield from (f"{card.title}: '{text}'" for card, text in exposing)
        for card in hearing:
            yield from (f"{card.title}: '{t}'" for t in _texts(card) if t.startswith(_IF_EXPOSED))
        words = "what the Corp pays for it as it is exposed is left out"
        yield from (f"{card.title}: {words}" for card in there)


def _of_bypassing(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """Hardware that comes from the heap as ice is bypassed, where installed cards may be trashed
    for something."""
    threat = max(stated.runner.points, stated.corp.points)
    bypassed = attempt.bypasses or attempt.bypassed >= 0 or any(s.bypasses for s in attempt.slots)
    if threat < _THREAT or not bypassed or attempt.clicks == 0:
        return
    if MATTERS["installed cards may be trashed"](stated):
        for card, _ in stated.runner.heap:
            if _FROM_HEAP in texts_of(card):
                yield f"{card.title}: '{_FROM_HEAP}'"


def _of_the_stack(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """Cards that come to the stack, or from it, where others may be installed from there."""
    runner = stated.runner
    fetching = any(s.fetches is not None and "stack" in s.fetches.sources for s in attempt.slots)
    known = any(card.id != BLANK.id for card, _ in (*runner.grip, *runner.heap))
    for card in _cards(stated):
        for text in (*texts_of(card), *texts_outside(card)):
            if text.startswith(_TO_STACK) and fetching and known:
                yield f"{card.title}: '{text}'"
            if text == _HOSTS and runner.stack and may_install(runner):
                yield f"{card.title}: '{text}'"


def _of_the_poor(attempt: Attempt) -> Iterator[str]:
    """What a Runner who cannot pay may do who has not to then; and cards of the grip that may go
    for what they bring alone."""
    asking = [
        (wall.card.title, (wall.card.rules.on, wall.card.rules.subs)) for wall in attempt.all_walls
    ]
    titles = [
        title
        for title, nodes in asking
        for each in found_in(nodes, Unless)
        if each.forced and any(part.kind == "credits" for cost in each.costs for part in cost)
    ]
    for placed, slot in zip(attempt.rig, attempt.slots, strict=True):
        if any(item.text == _PREVENTS_END for item in placed.card.rules.unexecuted):
            for title in dict.fromkeys(titles):
                yield f"{slot.title}: that it helps who cannot pay at {title} is left out"
        weakening = slot.weakening
        if weakening is not None and weakening.grip:
            for held in attempt.hand:
                if held.brings("") and (held.draws or held.credits):
                    words = "goes for what it brings alone"
                    yield f"{slot.title}: that {held.title} of the grip {words} is left out"


def _too_late(attempt: Attempt, bills: Sequence[Bill]) -> Iterator[str]:
    """Credits that come in the middle of an encounter, in ways that cannot be paid: they are
    counted behind what is paid in it."""
    steps = [step for bill in bills if not bill["affordable"] for step in bill["steps"]]
    titles = [held.title for held in attempt.hand if held.credits]
    both = zip(attempt.slots, attempt.state, strict=True)
    titles += [s.title for s, card in both if s.earns and s.earns.when == WEAK and is_active(card)]
    for title in dict.fromkeys(titles):
        if any(f"{title}: gain" in step for step in steps):
            words = "what it brings in an encounter is counted for what comes behind that alone"
            yield f"{title}: {words}"
