"""The outermost piece of ice as it is approached, where the Runner pays for its strength then."""

from __future__ import annotations

from dataclasses import replace

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.plan.strengths import ice_strength
from simcore.prices.corp.everywhere import FIRST_WEAKER
from simcore.prices.corp.ground import TAGS_FIRST
from simcore.prices.corp.price_ice import priced_ice
from simcore.prices.corp.subtypes import without_kinds_of_the_first
from simcore.prices.settled_server import settled_server
from simcore.prices.walls import walls_of
from simcore.prices.way.attempt import Attempt
from simcore.scenario import Scenario

_WHILE_MET = "only as ice is met"


def unmet(stated: Scenario, attempt: Attempt, passing: bool) -> int:
    """What the outermost piece is stronger as it is approached than as it is met, where a card
    bypasses it for that strength."""
    asked = any(each.per_strength for slot in attempt.slots for each in slot.bypasses)
    if not attempt.walls or not asked:
        return 0
    ignoring = any(slot.ignores is not None for slot in attempt.slots)
    found = stated if ignoring else without_kinds_of_the_first(stated)
    scenarios = (_as_approached(stated), found)
    walls = (next(walls_of(settled_server(each, passing)[0])) for each in scenarios)
    both = (
        priced_ice(each.card, each.setting, each.place, each.braced, each.lent).target
        for each in walls
    )
    first, met = (ice_strength(attempt.slots, attempt.state, each) for each in both)
    return first - met


def _as_approached(stated: Scenario) -> Scenario:
    """A scenario without what makes something of ice as it is met alone."""
    runner, ice = stated.runner, stated.ice
    rig = tuple(
        replace(placed, card=_without_strength(placed.card))
        if _WHILE_MET in texts_outside(placed.card)
        else placed
        for placed in runner.rig
    )
    runner = without_kinds_of_the_first(replace(stated, runner=replace(runner, rig=rig))).runner
    outermost, *inner = ice
    corp = replace(stated.corp, identity=_without(stated.corp.identity))
    met_first = replace(outermost, card=_without(outermost.card))
    return replace(stated, ice=(met_first, *inner), runner=runner, corp=corp)


def _without(card: Card | None) -> Card | None:
    """A card of the Corp's without what holds for the first piece as it is met alone."""
    if card is None:
        return None
    rules = card.rules
    statics = tuple(each for each in rules.statics if each.text != FIRST_WEAKER)
    left = tuple(each for each in rules.unexecuted if each.text != TAGS_FIRST)
    return replace(card, rules=replace(rules, statics=statics, unexecuted=left))


def _without_strength(card: Card) -> Card:
    statics = tuple(each for each in card.rules.statics if each.kind != "ice str")
    return replace(card, rules=replace(card.rules, statics=statics))
