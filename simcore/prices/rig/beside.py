"""Cards that are not installed and act on the way as if they stood in the rig: the event that
started the run, and the Runner's identity."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from simcore.cards.abilities import parse_bypass
from simcore.cards.card import Card
from simcore.cards.syntax import Atom, Bypass, Clause, Rules, Unexecuted
from simcore.prices.rig.drawing import DRAWS
from simcore.prices.rig.preventing import is_prevention
from simcore.scenario import RigCard, Scenario

LIFTS = "this-run: on ice: one icebreaker str +2"
"""An icebreaker chosen as the event is played."""
CHARGES = "run-begin of rd [1/turn]: may charge 1"
_SECOND = "this-run: the second piece with threat 4: may click 1: past it"

_STEALTH = "this-run: its credits are stealth credits"


NO_ABILITIES = "this-run: on ice: identities have no abilities"


def under_event(scenario: Scenario) -> Scenario:
    """A scenario without both sides' identities, where the event that started the run takes
    what they do; their printed link stays."""
    runner = scenario.runner
    event = runner.event
    texts = event.rules.unexecuted if event is not None else ()
    if event is None or all(item.text != NO_ABILITIES for item in texts):
        return scenario
    left = tuple(item for item in texts if item.text != NO_ABILITIES)
    event = replace(event, rules=replace(event.rules, unexecuted=left))
    rig = tuple(placed for placed in runner.rig if placed.card.type != "identity")
    runner = replace(runner, identity=None, rig=rig, event=event)
    return replace(scenario, runner=runner, corp=replace(scenario.corp, identity=None))


def _is_known(item: Unexecuted) -> bool:
    return item.text in (LIFTS, CHARGES, _SECOND, _STEALTH, *DRAWS) or (
        item.key in ("effects", "on") and is_prevention(item.text)
    )


def beside_the_rig(cards: Iterable[Card | None]) -> tuple[RigCard, ...]:
    """What such cards do on the way, as cards of a rig."""
    return tuple(
        _placed(card, item)
        for card in cards
        if card is not None
        for item in card.rules.unexecuted
        if _is_known(item)
    )


def _placed(card: Card, item: Unexecuted) -> RigCard:
    if item.text == _SECOND:
        # the second piece met is the second one of the server
        return RigCard(replace(card, rules=Rules(bypasses=(_second(),))), host=1)
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
    return parse_bypass("click 1: any [host] [threat>=4]")


def without_beside(card: Card | None) -> Card | None:
    """A card without what `beside_the_rig` takes from it."""
    if card is None:
        return None
    left = tuple(item for item in card.rules.unexecuted if not _is_known(item))
    hidden = any(item.text == _STEALTH for item in card.rules.unexecuted)
    on = tuple(clause for clause in card.rules.on if not (hidden and _hosted(clause)))
    return replace(card, rules=replace(card.rules, unexecuted=left, on=on))
