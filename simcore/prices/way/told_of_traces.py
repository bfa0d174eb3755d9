"""What is said of traces: where they are taken to succeed, and where their price is a bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.syntax import Node, Trace
from simcore.cards.walking import atoms_of
from simcore.editions import EDITIONS
from simcore.prices.corp.price_ice import further_clauses, priced_texts
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.looking import looks_of
from simcore.prices.way.tracing import beside, pays_for_traces, traces_of
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from simcore.prices.cost import Bill

_OF_NO_PRICE = frozenset(
    "tag net meat core etr ending nothing seen cgain rlose no-access no-steal-trash max-access "
    "no-jackout discard".split()
)
"""What a trace may do that makes nothing dearer that comes behind it; or what `tracing` weighs
against what the Corp pays for it."""
_BEATEN = ": its trace is "


def told_of_traces(attempt: Attempt, scenario: Scenario, bills: Sequence[Bill]) -> tuple[str, ...]:
    """Why the Runner pays nothing in traces, and where it may get away with less."""
    traces = list(_traces(attempt))
    if not traces:
        return ()
    tracing = attempt.tracing
    if EDITIONS[scenario.edition].link == "base link":
        links = [p.card.title for p in scenario.runner.rig if p.card.rules.base_links]
        return tuple(f"{title}: it is not paid for, so that traces succeed" for title in links)
    if tracing is None:
        cards = [each.card for each in (*scenario.ice, *scenario.root)]
        cards.append(scenario.corp.identity)
        titles = dict.fromkeys(card.title for card in cards if card and pays_for_traces(card))
        return tuple(f"{title}: traces are taken to succeed beside it" for title in titles)
    if not tracing.beatable and scenario.corp.identity is not None:
        return (f"{scenario.corp.identity.title}: the Runner pays nothing in traces beside it",)
    paid = any(_BEATEN in step for bill in bills for step in bill["steps"])
    there = tracing.credits + (attempt.purse.corp if attempt.purse is not None else 0)
    short = {max(0, tracing.link - trace.base.base) for trace in traces}
    names = {atom.name for trace in traces for atom in atoms_of(trace.success)}
    if not (paid and there and len(short) > 1):
        return ()
    if names - _OF_NO_PRICE or ("tag" in names and looks_of(attempt).tags):
        return ("traces: which of them are beaten is settled beforehand; the price may be lower",)
    return ()


def goes_by_link(attempt: Attempt) -> bool:
    """Whether the link of cards of the rig has its part in traces."""
    return attempt.tracing is not None and attempt.tracing.by_rig and any(_traces(attempt))


def _traces(attempt: Attempt) -> Iterator[Trace]:
    """All that may come up, those of unbroken subroutines where they need not be broken."""
    for wall in attempt.all_walls:
        effects: list[Node] = [c.effect for c in (*wall.card.rules.on, *further_clauses(wall.card))]
        for effect in (*effects, *(priced_texts(wall.card) if attempt.passing else ())):
            yield from traces_of(effect)
    for effect in beside(attempt):
        yield from traces_of(effect)
