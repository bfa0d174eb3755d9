"""What is said of traces: where they are taken to succeed, and where their price is a bound."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.syntax import If, Node, Trace
from simcore.cards.walking import atoms_of, parts_of
from simcore.prices.corp.price_ice import further_clauses, priced_texts
from simcore.prices.way.attempt import Attempt, texts_of_ice
from simcore.prices.way.base_links import link_price
from simcore.prices.way.looking import nodes_of, wants_a_rich_corp
from simcore.prices.way.tracing import beside, gained, traces_of, unsure_beside
from simcore.scenario import Scenario

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_BEATEN = ": its trace is "
BOUND = (
    "traces: which of them are beaten is settled beforehand; "
    "who decides at each may pay less than told"
)
EACH = "traces: what the Corp has is taken to be there for each of them, not once for all"
FRUGAL = "the Corp pays no more than it has to, though fewer credits of it may be worse"

_OF_CORP = ("corp-cr", "corp-cr>runner-cr")
_MILD = frozenset({"rgain", "self-trash", "self-derez", "bypass"})
"""What a text may do that the Runner likes."""
_OF_POOLS = ("corp-cr", "runner-cr", "psi: ", "corp-may pay", "rlose")
"""Of what texts hang on what either side has left."""


def told_of_traces(attempt: Attempt, scenario: Scenario, bills: Sequence[Bill]) -> tuple[str, ...]:
    """Why the Runner pays nothing in traces, and where it may get away with less."""
    traces = list(_traces(attempt))
    more = any("{trace " in text for text in gained(attempt))
    if not (traces or more):
        return ()
    tracing = attempt.tracing
    if tracing is None:
        titles = dict.fromkeys(card.title for card in unsure_beside(scenario))
        return tuple(f"{title}: traces are taken to succeed beside it" for title in titles)
    if not tracing.beatable and scenario.corp.identity is not None:
        return (f"{scenario.corp.identity.title}: the Runner pays nothing in traces beside it",)
    paid = any(_BEATEN in step for bill in bills for step in bill["steps"])
    if tracing.by_limit:
        bounds = (BOUND,) * _may_be_short(attempt, traces)
        if bills and not paid:
            return bounds
        return bounds + (EACH,) * _pays_for_each(attempt, traces) + _of_lent_credits(attempt)
    if not paid or attempt.purse is None:
        return ()
    texts = [text for wall in attempt.all_walls for text in texts_of_ice(wall.card)]
    gains = any("cgain" in text for text in texts)
    there = tracing.credits or attempt.purse.corp or gains
    seen = any(word in text for text in texts for word in _OF_POOLS)
    several = len(traces) > 1 or more or attempt.meets_again
    return (BOUND,) * bool(there and (several or seen))


def told_of_frugality(attempt: Attempt) -> tuple[str, ...]:
    """What is said where the Corp may like to pay more in a trace or a bid than that takes."""
    if attempt.purse is None:
        return ()
    texts = [text for wall in attempt.all_walls for text in texts_of_ice(wall.card)]
    paying = any("trace " in text or "psi: " in text for text in texts)
    nodes = (node for wall in attempt.all_walls for node in nodes_of(wall.card))
    asked = wants_a_rich_corp(attempt) or any(map(_asks_for_a_poor_corp, nodes))
    return (FRUGAL,) * (paying and asked)


def _asks_for_a_poor_corp(node: Node | None) -> bool:
    """Whether fewer credits of the Corp's may be worse for the Runner somewhere in a text."""
    match node:
        case If(condition=asked, then=then, otherwise=otherwise) if asked.subject in _OF_CORP:
            of_the_rich = asked.comparison in ("", ">=") and not asked.negated
            mild = any(atom.name in _MILD for atom in atoms_of(then))
            if mild or otherwise is not None or not of_the_rich:
                return True
    return any(map(_asks_for_a_poor_corp, parts_of(node)))


def _may_be_short(attempt: Attempt, traces: Sequence[Trace]) -> bool:
    """Whether the Corp may have too little to pay the limits of all traces, where links depend on
    what it pays, and are paid for each trace by itself; or credits for the traces of one piece
    are taken to be there for all."""
    assert attempt.tracing is not None and attempt.purse is not None
    limits = [trace.base.base for trace in traces]
    cards = [placed.card for placed in attempt.rig]
    several = len(limits) > 1 or attempt.meets_again
    several |= bool(attempt.tracing.credits) and not attempt.tracing.rate
    dearer = any(_cheapest(cards, limit) > _cheapest(cards, 0) for limit in limits)
    short = several and attempt.purse.corp < sum(limits)
    shared = bool(attempt.tracing.credits) and (len(attempt.all_walls) > 1 or attempt.meets_again)
    return dearer and (short or shared)


def _pays_for_each(attempt: Attempt, traces: Sequence[Trace]) -> bool:
    """Whether each of several traces is beaten as if the Corp had paid for none of the others, and
    it has not as much."""
    assert attempt.tracing is not None and attempt.purse is not None
    limits = [trace.base.base for trace in traces]
    cards = [placed.card for placed in attempt.rig]
    short = attempt.purse.corp < sum(limits) or attempt.meets_again
    several = len(limits) > 1 or attempt.meets_again
    dearer = any(_cheapest(cards, limit) > _cheapest(cards, 0) for limit in limits)
    return not attempt.tracing.rate and several and short and dearer


def _of_lent_credits(attempt: Attempt) -> tuple[str, ...]:
    """Ice that gives the Corp credits for its own traces, beside others."""
    linked = any(placed.card.rules.base_links for placed in attempt.rig)
    lending = [wall for wall in attempt.all_walls if _lends_credits(wall.card)]
    tracing = [
        wall for wall in attempt.all_walls if any("trace " in t for t in texts_of_ice(wall.card))
    ]
    words = "its credits are taken to be there for traces of other ice, too"
    return tuple(
        dict.fromkeys(
            f"{wall.card.title}: {words}"
            for wall in lending
            if linked and (attempt.meets_again or any(each is not wall for each in tracing))
        )
    )


def _lends_credits(card: Card) -> bool:
    effects = (clause.effect for clause in card.rules.on if clause.event == "encounter")
    return any(atom.name == "trace-bits" for effect in effects for atom in atoms_of(effect))


def goes_by_link(attempt: Attempt) -> bool:
    """Whether the link of cards of the rig has its part in traces."""
    tracing = attempt.tracing
    if tracing is None or not (tracing.by_rig or tracing.by_limit):
        return False
    return any(_traces(attempt))


def _cheapest(cards: Sequence[Card], value: int) -> float:
    """What a link above a value costs, without end if there is none."""
    return min((link_price(card, value) for card in cards), default=inf)


def _traces(attempt: Attempt) -> Iterator[Trace]:
    """All that may come up, those of unbroken subroutines where they need not be broken."""
    for wall in attempt.all_walls:
        effects: list[Node] = [c.effect for c in (*wall.card.rules.on, *further_clauses(wall.card))]
        for effect in (*effects, *(priced_texts(wall.card) if attempt.passing else ())):
            yield from traces_of(effect)
    for effect in beside(attempt):
        yield from traces_of(effect)
