"""Traces that take credits of the Corp's to exceed the Runner's link, if there are enough."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.syntax import Atom, Node, Price, Trace
from simcore.cards.walking import parts_of
from simcore.editions import EDITIONS
from simcore.prices.way.passage import Passage
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight

_BASE = re.compile(r"\btrace (\d+)")
_BASE_LINK = "base link"
_MORE = ("trace +", "trace-bits", "trace-str", "for traces")
"""What a card says that makes traces stronger, or pays for them."""


def to_exceed(sight: Sight, trace: Trace, now: Passage) -> int:
    """Credits that the Corp has to pay for a trace to exceed the Runner's link, where its credits
    decide."""
    if sight.link is None or not sight.looks.credits:
        return 0
    return _lacking(sight.link, sight.number(Atom("trace", trace.base), now))


def fails(sight: Sight, trace: Trace, now: Passage) -> bool:
    """Whether the Corp cannot make a trace exceed the Runner's link."""
    most = sight.in_pool("corp-cr", now)
    return most is not None and most < to_exceed(sight, trace, now)


def further(link: int, price: Price) -> int:
    """What a stronger trace costs the Corp beyond what has exceeded the link already."""
    return max(0, price.amount.base - _lacking(link, price.amount.factor))


def most_for_traces(attempt: Attempt, texts: Iterable[str]) -> int:
    """What the Corp would pay if all traces of these texts, and of cards beside the ice, were to
    exceed the Runner's link."""
    link = attempt.link
    if link is None:
        return 0
    beside = [effect for gate in attempt.gates for effect in gate.effects]
    beside += [each.effect for each in attempt.ground.hearers]
    beside += [each.effect for each in attempt.interventions]
    bases = [int(base) for text in texts for base in _BASE.findall(text)]
    bases += [trace.base.base for effect in beside for trace in _traces_of(effect)]
    return sum(_lacking(link, base) for base in bases)


def _traces_of(node: Node | None) -> Iterator[Trace]:
    if isinstance(node, Trace):
        yield node
    for part in parts_of(node) if node is not None else ():
        yield from _traces_of(part)


def _lacking(link: int, base: int) -> int:
    return max(0, link - base + 1)


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
    more |= any(static.kind == "trace-credits" for static in rules.statics)
    return more or bool(rules.recurring or rules.load) or card.fidelity.level == "stats"
