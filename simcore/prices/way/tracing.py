"""Traces that cannot succeed: the Corp has too few credits for the Runner's link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.syntax import Atom, Trace
from simcore.editions import EDITIONS
from simcore.prices.way.passage import Passage
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight

_BASE_LINK = "base link"
_MORE = ("trace +", "trace-bits", "trace-str", "for traces")
"""What a card says that makes traces stronger, or pays for them."""


def fails(sight: Sight, trace: Trace, now: Passage) -> bool:
    """Whether the Corp cannot make a trace stronger than the Runner's link."""
    if sight.link is None or not sight.looks.credits:
        return False
    most = sight.in_pool("corp-cr", now)
    base = sight.number(Atom("trace", trace.base), now)
    return most is not None and base + most <= sight.link


def may_decide(attempt: Attempt) -> bool:
    """Whether traces may fail for want of credits."""
    link, purse = attempt.link, attempt.purse
    return bool(link) and link is not None and purse is not None and purse.corp <= link


def deciding_link(scenario: Scenario) -> int | None:
    """The Runner's link, where nothing but it and the Corp's credits decides traces."""
    corp = scenario.corp
    cards = [each.card for each in (*scenario.ice, *scenario.root)] + [corp.identity]
    if EDITIONS[scenario.edition].link == _BASE_LINK or any(map(_pays_for_traces, cards)):
        return None
    return scenario.runner.link


def _pays_for_traces(card: Card | None) -> bool:
    if card is None:
        return False
    rules = card.rules
    texts = [*rules.sub_texts, *(clause.text for clause in rules.on)]
    texts += [item.text for item in rules.unexecuted]
    more = any(word in text for text in texts for word in _MORE)
    return more or bool(rules.recurring or rules.load) or card.fidelity.level == "stats"
