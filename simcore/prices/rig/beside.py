"""Cards that are not installed and act on the way as if they stood in the rig: the event that
started the run, and the Runner's identity."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from simcore.cards.abilities import parse_bypass
from simcore.cards.card import BLANK, RIG_TYPES, Card
from simcore.cards.counters import outside_of
from simcore.cards.syntax import Atom, BaseLink, Bypass, Clause, Rules, Unexecuted
from simcore.plan.slots import MEMORY_AS_GRIP
from simcore.prices.corp.on_the_rig import silenced, unused_of_kind
from simcore.prices.rig.drawing import DRAWS
from simcore.prices.rig.hand import hand_of
from simcore.prices.rig.of_traces import MORE_LINK, more_link
from simcore.prices.rig.preventing import is_prevention
from simcore.prices.rig.undoing import OF_EVENT
from simcore.scenario import Pile, RigCard, Runner, Scenario

LIFTS = "this-run: on ice: one icebreaker str +2"
"""An icebreaker chosen as the event is played."""
CHARGES = "run-begin of rd [1/turn]: may charge 1"
_SECOND = "this-run: the second piece with threat 4: may click 1: past it"
_FIRST_FOR_CLICKS = "this-run: first piece met: may click 2: past it"
_FIRST_FOR_STRENGTH = "this-run: first rezzed piece: may pay its strength: past it"
OF_THE_FIRST = (_FIRST_FOR_CLICKS, _FIRST_FOR_STRENGTH)
"""Bypasses of the first piece of ice that is met."""
CLOSES = "this-run: on ice: one piece turns down"
"""A piece of ice is derezzed as the run begins."""
SHIFTS = "this-run: trojans may move to its ice"
"""For counters of the event, three of them, trojans are hosted on ice of the server."""
_COUNTERS = 3
HUNTS = "this-run: encounters: may install a program"
COMPILES = "this-run: first encounter: may install a program"
"""A program of the grip, or of stack or heap, is installed as ice is met."""
BUILDS = "this-run: on ice: a program of the stack is installed"
"""One that is no virus, as the event is played."""
INSTALLS_BEHIND = "ice passed [1/turn]: may install an icebreaker"
"""One of the grip, for 1 less, behind the first piece passed."""
_NO_ROOT = "this-run: the root has no text"
_NO_PROGRAMS = "this-run: no programs are used"
_REVEALS = "this-run: on ice: credits by a card revealed"
_NO_KIND = re.compile(r"^this-run: on ice: no-use \[([a-z]+)\]$")
_OF_RUN = "this-run: "
_LATER = "this-run: successful"
"""What comes behind all ice."""

_STEALTH = "this-run: its credits are stealth credits"


NO_ABILITIES = "this-run: on ice: identities have no abilities"


def under_event(scenario: Scenario) -> tuple[Scenario, tuple[str, ...]]:
    """A scenario as the card that started the run leaves it, and what is assumed for that:
    without both sides' identities, where it takes what they do (their printed link stays),
    without what the root or the programs do."""
    runner = scenario.runner
    rig = tuple(of_no_run(placed) for placed in runner.rig)
    scenario = replace(scenario, runner=replace(runner, rig=rig))
    event = runner.event
    if event is None:
        return scenario, ()
    texts = {item.text for item in event.rules.unexecuted}
    kinds = [found[1] for found in map(_NO_KIND.match, texts) if found]
    done = {text for text in texts if text in _AS_IT_BEGINS or text.startswith(_LATER)}
    done |= set(filter(_NO_KIND.match, texts))
    left = tuple(item for item in event.rules.unexecuted if item.text not in done)
    if runner.event_slot is not None:
        left = tuple(item for item in left if item.text.startswith(_OF_RUN))
    runner = replace(
        scenario.runner, event=replace(event, rules=replace(event.rules, unexecuted=left))
    )
    scenario = replace(scenario, runner=runner)
    if NO_ABILITIES in texts:
        rig = tuple(placed for placed in rig if placed.card.type != "identity")
        runner = replace(runner, identity=None, rig=rig)
        scenario = replace(scenario, runner=runner, corp=replace(scenario.corp, identity=None))
    if _NO_ROOT in texts:
        root = tuple(replace(there, card=_without_text(there.card)) for there in scenario.root)
        scenario = replace(scenario, root=root)
    if _NO_PROGRAMS in texts:
        rig = tuple(
            replace(placed, card=silenced(placed.card)) if placed.card.type == "program" else placed
            for placed in rig
        )
        scenario = replace(scenario, runner=replace(runner, rig=rig))
    for kind in kinds:
        rig = unused_of_kind(scenario.runner.rig, kind)
        scenario = replace(scenario, runner=replace(scenario.runner, rig=rig))
    first = outside_of(event)
    if _NO_GRIP in first:
        held = tuple((card, number) for card, number in runner.grip if card.id != BLANK.id)
        scenario = replace(scenario, runner=_without_grip(scenario.runner, held))
    said = [_SAID[text] for text in texts & _SAID.keys()]
    said += [_PAID[text] for text in first if text in _PAID]
    if _NO_GRIP in first and scenario.runner.grip and not runner.stack:
        said.append("cards drawn as the grip is trashed are there, and blank")
    as_grip = any(
        item.text == MEMORY_AS_GRIP for each in runner.rig for item in each.card.rules.unexecuted
    )
    if _NO_GRIP in first and as_grip:
        said.append("the programs stay, though the memory is that of an empty grip")
    return scenario, tuple(f"{event.title}: {words}" for words in said)


_AS_IT_BEGINS = (NO_ABILITIES, _NO_ROOT, _NO_PROGRAMS, _REVEALS)
"""What is over once the run has begun."""
_SAID = {
    _REVEALS: "what it brings is not stated: no credits lie on it",
    CLOSES: "the Corp pays for the piece again wherever it can",
}


def _without_grip(runner: Runner, held: Pile) -> Runner:
    """The Runner once the grip has been trashed, of which these cards are known: with the credits
    and the cards that some bring by that, these out of a stated stack as far as there are any."""
    bringing = [each for each in hand_of(held, ()) if each.brings("")]
    drawn = sum(each.draws * each.copies for each in bringing)
    drawn = min(drawn, sum(count for _, count in runner.stack)) if runner.stack else drawn
    return replace(
        runner,
        grip=((BLANK, drawn),) if drawn else (),
        heap=(*runner.heap, *held),
        credits=runner.credits + sum(each.credits * each.copies for each in bringing),
    )


_NO_GRIP = "first: the grip is trashed"
_PAID = {"first: core 1": "the grip is as its core damage has left it"}
"""What is done, or asked for, before there is a run."""


def of_no_run(placed: RigCard) -> RigCard:
    """A card of the rig without what it does in a run that it has started."""
    rules = placed.card.rules
    left = tuple(item for item in rules.unexecuted if not item.text.startswith(_OF_RUN))
    if left == rules.unexecuted:
        return placed
    return replace(placed, card=replace(placed.card, rules=replace(rules, unexecuted=left)))


def _without_text(card: Card | None) -> Card | None:
    return None if card is None else replace(card, rules=Rules())


def _is_known(item: Unexecuted) -> bool:
    if OF_EVENT.match(item.text) or item.text.startswith(MORE_LINK):
        return True
    if item.text in (
        _FIRST_FOR_CLICKS,
        _FIRST_FOR_STRENGTH,
        CLOSES,
        SHIFTS,
        HUNTS,
        COMPILES,
        BUILDS,
        INSTALLS_BEHIND,
    ):
        return True
    return item.text in (LIFTS, CHARGES, _SECOND, _STEALTH, *DRAWS) or (
        item.key in ("effects", "on") and is_prevention(item.text)
    )


def beside_the_rig(cards: Iterable[Card | None]) -> tuple[RigCard, ...]:
    """What such cards do on the way, as cards of a rig; what an installed one has begun does not
    lie there a second time: nothing takes that."""
    return tuple(
        _placed(card if card.type not in RIG_TYPES else replace(card, type="event"), item)
        for card in cards
        if card is not None
        for item in card.rules.unexecuted
        if _is_known(item)
    )


def _placed(card: Card, item: Unexecuted) -> RigCard:
    if item.text == _SECOND:
        return RigCard(replace(card, rules=Rules(bypasses=(_second(),))))
    if item.text == _FIRST_FOR_CLICKS:
        past = replace(parse_bypass("click 2: any"), met=1)
        return RigCard(replace(card, rules=Rules(bypasses=(past,))))
    if item.text == _FIRST_FOR_STRENGTH:
        past = Bypass((), per_strength=1, text=item.text, met=1)
        return RigCard(replace(card, rules=Rules(bypasses=(past,))))
    if more := more_link(card):
        return RigCard(replace(card, rules=Rules(base_links=(BaseLink(0, more),))))
    if item.text == SHIFTS:
        return RigCard(replace(card, rules=Rules(unexecuted=(item,))), power=_COUNTERS)
    if item.text == _STEALTH:
        credits = sum(map(_hosted, card.rules.on))
        return RigCard(
            replace(card, rules=Rules(load=credits, load_use="stealth")), credits=credits
        )
    return RigCard(replace(card, rules=Rules(unexecuted=(item,))))


def _hosted(clause: Clause) -> int:
    """Credits placed on a card as the run begins."""
    effect = clause.effect
    return effect.amount.base if isinstance(effect, Atom) and effect.name == "hosted" else 0


def _second() -> Bypass:
    return replace(parse_bypass("click 1: any [threat>=4]"), met=2)


def without_beside(card: Card | None) -> Card | None:
    """A card without what `beside_the_rig` takes from it."""
    if card is None:
        return None
    left = tuple(item for item in card.rules.unexecuted if not _is_known(item))
    hidden = any(item.text == _STEALTH for item in card.rules.unexecuted)
    on = tuple(clause for clause in card.rules.on if not (hidden and _hosted(clause)))
    return replace(card, rules=replace(card.rules, unexecuted=left, on=on))
