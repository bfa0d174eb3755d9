"""Traces: what the Corp has for them, what exceeds the link, and what beating them takes.

The Corp pays first and openly, the Runner answers. The Runner settles beforehand which traces
to beat, whatever the Corp pays: one of a base above the link takes the difference, and all of
them together as much again as the Corp can have left for them at any (`Money.raised`). What it
pays for anything else it cannot have paid in traces, and is taken off that again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Atom, Choice, May, Node, Price, Trace
from simcore.cards.syntax import Sequence as Steps
from simcore.cards.walking import atoms_of, parts_of, traces
from simcore.editions import EDITIONS
from simcore.plan.pieces import GONE
from simcore.plan.strengths import is_active, unhosted
from simcore.prices.corp.everywhere import credits_elsewhere, forgets_link, pays_first
from simcore.prices.corp.further_effects import FOR_TRACE
from simcore.prices.corp.ground import adds_to_bases, pays_for_traces, says
from simcore.prices.corp.table_elsewhere import is_read
from simcore.prices.purses import Purses
from simcore.prices.rig.drawing import given_up_for_use
from simcore.prices.rig.earning import TRACED, earned_by
from simcore.prices.rig.made_by_rig import traced
from simcore.prices.rig.of_traces import DISRUPTS, TESTED, TESTS, cancelled_for
from simcore.prices.telling import price
from simcore.prices.way.base_links import (
    Tracing,
    avoided,
    by_base_link,
    by_links,
    free_link,
    lowered,
)
from simcore.prices.way.passage import AS_IT_BEGINS, Done, Passage
from simcore.scenario import Scenario, rezzed_in_root

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Outcomes, Sight

_BASE = re.compile(r"\btrace (\d+)")
_TRACES = re.compile(r"\btrace [^:]+:")
_TRACE_BITS = re.compile(r"encounter: trace-bits (\d+)")
_BASE_LINK = "base link"
_MORE = ("trace +", "trace-bits", "trace-str", "for traces")
"""What a card says that makes traces stronger, or pays for them."""
_FOR_TRACES = "trace-credits"
_ENOUGH = 99
"""More than the limit of any trace."""
_MANY = 9
"""As many subroutines a piece may gain."""
_TRACED = "a trace"
"""Among what has been heard of: that one has begun."""
_ABOUT_CREDITS = frozenset({"cgain", "rlose"})
"""What a trace does that the Runner may let happen for credits the Corp has spent on it."""


def resolved(sight: Sight, trace: Trace, now: Passage, broken: Done) -> Outcomes:
    """How it may go on behind a trace, of the base that it has or of none, once a card has been
    given up for that."""
    now = earned_by(sight.slots, sight, now, [TRACED])
    sight, now = _begun(sight, now)
    tracing = sight.tracing
    if tracing is None or tracing.by_limit:
        return _resolved(sight, trace, now, broken)
    trace = _rebased(trace, tracing.more)
    found = _resolved(sight, trace, now, broken)
    if base := _base(sight, trace, now):
        for without in _disrupted(sight, now):
            found += _resolved(sight, _rebased(trace, -base), without, broken)
    return found


def _begun(sight: Sight, now: Passage) -> tuple[Sight, Passage]:
    """A trace begins: in the first one of a run the link may count for nothing."""
    tracing = sight.tracing
    if tracing is None or not tracing.forgotten or _TRACED in now.changed.heard:
        return sight, now
    linkless = tracing._replace(link=0, by_rig=False, forgotten=False)
    return replace(sight, tracing=linkless), now.notes(_TRACED)


def _disrupted(sight: Sight, now: Passage) -> Iterator[Passage]:
    """Without a card that has a trace begin at nothing: of several which one matters where others
    may take one of them."""
    titles: set[str] = set()
    for number, (placed, card) in enumerate(zip(sight.rig, now.rig, strict=True)):
        if is_active(card) and says(placed.card, DISRUPTS) and placed.card.title not in titles:
            titles.add(placed.card.title)
            rig = unhosted(sight.slots, now.with_card(number, GONE).rig)
            after = sight.purses.after(now.rig, now._replace(rig=rig))
            after = given_up_for_use(sight, after)
            yield after.tell(sight.place, f"{placed.card.title}: the trace has no base")


def _rebased(trace: Trace, more: int) -> Trace:
    """A trace with so much more base, so that it takes less to make it strong."""
    base = replace(trace.base, base=trace.base.base + more)
    return replace(trace, base=base, success=_repriced(trace.success, more)) if more else trace


def _repriced(node: Node, more: int) -> Node:
    """What a trace does, where its base is so much greater."""
    match node:
        case May(cost=(Price(kind=kind, amount=amount) as part,)) if kind == FOR_TRACE:
            less = replace(part, amount=Amount(amount.base - more, amount.factor + more))
            return replace(node, cost=(less,))
        case Steps(steps=steps):
            return Steps(tuple(_repriced(step, more) for step in steps))
        case Choice(options=options):
            return replace(node, options=tuple(_repriced(each, more) for each in options))
    return node


def _resolved(sight: Sight, trace: Trace, now: Passage, broken: Done) -> Outcomes:
    """How it may go on behind a trace: it succeeds if the Corp can pay for that and likes to,
    unless the Runner pays to have it fail."""
    asked = to_exceed(sight, trace, now)
    if fails(sight, trace, now):
        return _failed(sight, trace, avoided(sight, now), broken)
    base = _base(sight, trace, now)
    found = list(_unanswered(sight, trace, now, broken, asked))
    for beaten in beating(sight, base, now):
        found += _failed(sight, trace, beaten, broken, beaten=True)
    for lower, less in _in_part(sight, trace, base, now):
        for beaten in beating(sight, lower, now, done="held down"):
            found += _unanswered(sight, less, beaten, broken, asked)
    for most in _limits(sight, trace, now, asked):
        for beaten in beating(sight, base, now, most):
            if not _spares_credits(sight, trace, now, beaten):
                continue
            answers = [
                _failed(sight, trace, beaten, broken, beaten=True),
                _succeeded(sight, trace, now, broken, most + 1),
            ]
            found += sight.worst_of(now, answers)
    return found


def _unanswered(sight: Sight, trace: Trace, now: Passage, broken: Done, asked: int) -> Outcomes:
    """Behind a trace for which the Corp may pay what is `asked`, and the Runner no more."""
    found = _succeeded(sight, trace, now, broken, asked)
    return sight.worst_of(now, [found, _failed(sight, trace, now, broken)]) if asked else found


def _succeeded(sight: Sight, trace: Trace, now: Passage, broken: Done, credits: int) -> Outcomes:
    """Behind a trace that succeeds for so many credits of the Corp's, which are there."""
    paid = _paid(sight, credits, now)
    assert paid is not None
    found = traced(sight, sight.resolve(trace.success, paid, broken))
    return [*found, *_cancelled(sight, paid)]


def _cancelled(sight: Sight, now: Passage) -> Iterator[Passage]:
    """Behind a trace that has succeeded, and does nothing since a card is given up for that."""
    for number, (placed, card) in enumerate(zip(sight.rig, now.rig, strict=True)):
        credits = cancelled_for(placed.card) if is_active(card) else None
        if credits is None:
            continue
        rig = unhosted(sight.slots, now.with_card(number, GONE).rig)
        words = f"{placed.card.title}: the trace does nothing ({price(credits)}, it is given up)"
        for paid in sight.purses.to_use(sight.slots[number], credits, now):
            after = sight.purses.after(now.rig, paid._replace(rig=rig))
            after = given_up_for_use(sight, after)
            yield after.tell(sight.place, words)


def _failed(
    sight: Sight, trace: Trace, now: Passage, broken: Done, beaten: bool = False
) -> Outcomes:
    """Behind a trace that fails, by its own or `beaten`. It may be strong all the same."""
    found = sight.resolve(trace.failure, now, broken)
    strong = _strong_part(trace)
    if strong is None or sight.tracing is None or sight.tracing.by_limit:
        return found
    asked = max(0, strong.cost[0].amount.base)
    free = max(0, _link(sight.tracing, sight, now) - trace.base.base)
    answered = max(0, asked - free)
    if answered and not beaten:
        return found  # it would have succeeded
    left = now.money._replace(
        raised=now.money.raised - min(answered, now.money.raised),
        beyond=max(0, now.money.beyond - asked),
    )
    paid = _paid(sight, asked, now._replace(money=left))
    if paid is None:
        return found
    if answered and not sight.tracing.first:
        words = f"pay {price(answered)} as its trace becomes stronger"
        paid = paid.tell(sight.place, f"{sight.title}: {words}")
    return sight.worst_of(now, [found, sight.resolve(strong.effect, paid, broken)])


def _strong_part(trace: Trace) -> May | None:
    """What a trace does once it is strong, whether it succeeds or not."""
    match trace.success:
        case Steps(steps=(_, May(cost=(Price(kind=kind),)) as strong)) if kind == FOR_TRACE:
            return strong
    return None


def _in_part(sight: Sight, trace: Trace, base: int, now: Passage) -> Iterator[tuple[int, Trace]]:
    """Of a trace that does more the more it exceeds the link by: what does less of it, with the
    base of a trace that is beaten by as much as keeps it to that."""
    if sight.tracing is None or sight.tracing.by_limit or not isinstance(trace.success, Choice):
        return
    options = trace.success.options
    for number, option in enumerate(options):
        if not isinstance(option, May) or option.cost[0].kind != FOR_TRACE:
            return
        more = option.cost[0].amount  # than the printed base, which others may have raised
        margin = more.base + more.factor - _link(sight.tracing, sight, now)
        if margin > 1:
            less = Choice("corp", options[:number]) if number else Steps(())
            yield base - margin + 1, replace(trace, success=less)


def _limits(sight: Sight, trace: Trace, now: Passage, asked: int) -> range:
    """What a Runner may be ready to beat in a trace that is about credits, and no more."""
    there = _budget(sight, now)
    about = [atom for atom in atoms_of(trace.success) if atom.name in _ABOUT_CREDITS]
    tracing = sight.tracing
    if there is None or not about or tracing is None or not tracing.beatable or tracing.by_limit:
        return range(0)
    if tracing.first:
        return range(0)
    return range(asked, min(there, asked + sum(sight.number(atom, now) for atom in about)))


def _spares_credits(sight: Sight, trace: Trace, now: Passage, beaten: Passage) -> bool:
    """Whether a trace takes more than was paid to have it `beaten`, if it only takes credits: who
    pays as much, and may lose them all the same, does better not to pay."""
    taken = [atom for atom in atoms_of(trace.success) if atom.name in _ABOUT_CREDITS]
    if any(atom.name != "rlose" for atom in taken):
        return True
    return beaten.paid.credits - now.paid.credits < sum(sight.number(atom, now) for atom in taken)


def beating(
    sight: Sight, base: int, now: Passage, most: int | None = None, done: str = "beaten"
) -> Iterator[Passage]:
    """The Runner pays for a trace of this base to fail, whatever the Corp has paid; or `most`, at
    most. `done`: in words."""
    tracing, there = sight.tracing, _budget(sight, now)
    if tracing is None or not tracing.beatable or there is None:
        return
    if now.money.frozen >= 0:
        return
    if tracing.by_limit:
        yield from by_base_link(sight, tracing, base, there, now)
        return
    link = _link(tracing, sight, now)
    if tracing.first:
        ahead = max(0, base + there - link)
        words = f"pay {price(ahead)} first: its trace is {done}"
        paid = sight.purses.to_traces(ahead, now.pays(other=ahead))
        yield paid.tell(sight.place, f"{sight.title}: {words}")
        return
    above = max(0, base - link)
    was, free = now.money.raised, max(0, link - base)
    here = (there if most is None else min(there, most)) - free
    both = min(was + here, there - now.money.beyond - free)
    raised = max(was, here, both)
    beyond = min(now.money.beyond, free) if was else free
    paid = now.pays(other=above + raised - was)
    paid = paid._replace(money=paid.money._replace(raised=raised, beyond=beyond))
    paid = sight.purses.to_traces(above, paid)
    words = f"pay {price(above)}: its trace is {done}" if above else f"its trace is {done}"
    yield paid.tell(sight.place, f"{sight.title}: {words}")


def unasked(tracing: Tracing | None, now: Passage) -> Passage:
    """Before the Corp has raised any trace by what the Runner answers for all of them."""
    return now.pays(other=-now.money.raised * tracing.rate) if tracing is not None else now


def asked_or_not(sight: Sight, now: Passage) -> Iterator[Passage]:
    """What the Corp may have raised traces by until now, by the rest only later: by nothing, or
    by all but what it keeps back for what else asks for credits."""
    money, there = now.money, sight.in_pool("corp-cr", now)
    assert sight.tracing is not None and there is not None
    start = unasked(sight.tracing, now)
    least = max(1, money.raised - sight.looks.kept)
    for raised in (*range(money.raised, least - 1, -1), 0):
        credits = raised + money.beyond if raised else 0
        own = min(credits, _of_its_own(sight.tracing, now))
        changed = now.changed._replace(
            traced=now.changed.traced + own, corp=now.changed.corp - min(credits - own, there)
        )
        asked = start.pays(other=raised * sight.tracing.rate)
        asked = asked._replace(changed=changed, money=money._replace(raised=raised))
        yield told_of_raised(sight.tracing, sight.purses, asked)


def told_of_raised(tracing: Tracing | None, purses: Purses, now: Passage) -> Passage:
    """With words on what all traces that are beaten take for the Corp's credits."""
    credits = now.money.raised * tracing.rate if tracing is not None else 0
    now = now._replace(money=now.money._replace(raised=0, beyond=0))
    if not credits:
        return now
    words = f"in traces: pay {price(credits)} for what the Corp pays"
    return purses.to_traces(credits, now).tell(AS_IT_BEGINS, words)


def to_exceed(sight: Sight, trace: Trace, now: Passage) -> int:
    """Credits that the Corp has to pay for a trace to exceed the Runner's link, or to come up to
    the base link that costs nothing, where its credits decide."""
    if sight.tracing is None or not sight.looks.credits:
        return 0
    if sight.tracing.by_limit:
        return free_link(_cards_there(sight, now)) if sight.tracing.beatable else 0
    return _lacking(_link(sight.tracing, sight, now), _base(sight, trace, now))


def _link(tracing: Tracing, sight: Sight, now: Passage) -> int:
    """The Runner's link, with what cards of the rig have taken along or brought."""
    if not tracing.by_rig:
        return tracing.link
    return tracing.link + sum(
        placed.card.link * (card.installed - (not placed.in_heap))
        for placed, card in zip(sight.rig, now.rig, strict=True)
        if placed.card.link
    )


def _base(sight: Sight, trace: Trace, now: Passage) -> int:
    return sight.number(Atom("trace", trace.base), now)


def fails(sight: Sight, trace: Trace, now: Passage) -> bool:
    """Whether the Corp cannot make a trace exceed the Runner's link."""
    there, asked = _budget(sight, now), to_exceed(sight, trace, now)
    if sight.tracing is not None and sight.tracing.by_limit:
        limit = lowered(_cards_there(sight, now), _base(sight, trace, now))
        there = None if there is None else min(there, limit)
    return there is not None and there < asked


def _cards_there(sight: Sight, now: Passage) -> list[Card]:
    """The cards of the rig that are installed."""
    both = zip(sight.rig, now.rig, strict=True)
    return [placed.card for placed, there in both if there.installed]


def _budget(sight: Sight, now: Passage) -> int | None:
    """What the Corp has for traces, as far as that is known."""
    pool = sight.in_pool("corp-cr", now) if sight.looks.credits else None
    if pool is None or sight.tracing is None:
        return None
    return pool + _of_its_own(sight.tracing, now)


def _of_its_own(tracing: Tracing, now: Passage) -> int:
    """What is left of the Corp's credits for traces alone."""
    return tracing.credits - now.changed.traced


def _paid(sight: Sight, credits: int, now: Passage) -> Passage | None:
    """So many credits paid by the Corp in a trace; None if they are not there."""
    there = _budget(sight, now)
    if there is None or sight.tracing is None or not credits:
        return now
    if credits > there:
        return None
    own = min(credits, _of_its_own(sight.tracing, now))
    changed = now.changed._replace(
        traced=now.changed.traced + own, corp=now.changed.corp - credits + own
    )
    return less_raised(sight, now._replace(changed=changed))


def further_paid(sight: Sight, part: Price, now: Passage) -> Passage | None:
    """A stronger trace paid by the Corp, beyond what has exceeded the link already."""
    if sight.tracing is None or sight.tracing.by_limit:
        return now
    lacking = _lacking(_link(sight.tracing, sight, now), part.amount.factor)
    return _paid(sight, max(0, part.amount.base - lacking), now)


def less_raised(sight: Sight, now: Passage) -> Passage:
    """Once the Corp has paid for something else: the Runner had no more to answer in traces than
    it could have had for both."""
    there = _budget(sight, now)
    if sight.tracing is None or there is None:
        return now
    raised = min(now.money.raised, max(0, there - now.money.beyond))
    back = (now.money.raised - raised) * sight.tracing.rate
    return now.pays(other=-back)._replace(money=now.money._replace(raised=raised))


def most_for_traces(attempt: Attempt, texts: Iterable[str]) -> int:
    """What the Corp would pay if all traces of these texts, and of cards beside the ice, were to
    exceed the Runner's link."""
    if attempt.tracing is None:
        return 0
    bases = [int(base) for text in texts for base in _BASE.findall(text)]
    bases += [int(base) for text in gained(attempt) for base in _BASE.findall(text) * _MANY]
    bases += [trace.base.base for effect in beside(attempt) for trace in traces_of(effect)]
    if attempt.tracing.by_limit:
        free = free_link(placed.card for placed in attempt.rig)
        return sum(free for limit in bases if limit >= free)
    bases = [base + attempt.tracing.more for base in bases]
    if any(says(placed.card, DISRUPTS) for placed in attempt.rig):
        bases = [0] * len(bases)
    return sum(_lacking(attempt.tracing.link, base) for base in bases)


def may_beat(attempt: Attempt, texts: Iterable[str]) -> bool:
    """Whether there are traces that the Runner may pay to have fail."""
    if attempt.tracing is None or not attempt.tracing.beatable or attempt.purse is None:
        return False
    if attempt.tracing.by_limit and not any(p.card.rules.base_links for p in attempt.rig):
        return False
    found = any(map(_TRACES.search, (*texts, *gained(attempt))))
    return found or any(map(traces, beside(attempt)))


def gained(attempt: Attempt) -> list[str]:
    """What gives ice subroutines, among what else is said of it."""
    cards = [wall.card for wall in attempt.all_walls]
    return [item.text for card in cards for item in card.rules.unexecuted if item.key != "subs"]


def beside(attempt: Attempt) -> list[Node]:
    """What cards beside the ice do."""
    beside = [effect for gate in attempt.gates for effect in gate.effects]
    beside += [each.effect for each in attempt.ground.hearers]
    beside += [TESTED for placed in attempt.rig if says(placed.card, TESTS) and attempt.passing]
    return beside + [each.effect for each in attempt.interventions]


def traces_of(node: Node | None) -> Iterator[Trace]:
    """All traces in a text."""
    if isinstance(node, Trace):
        yield node
    for part in parts_of(node) if node is not None else ():
        yield from traces_of(part)


def _lacking(link: int, base: int) -> int:
    return max(0, link - base + 1)


def tracing_of(scenario: Scenario, beatable: bool) -> Tracing | None:
    """What decides traces, where nothing but the Runner's link and credits does."""
    corp = scenario.corp
    unsure = [card for card in unsure_beside(scenario) if card is not corp.identity]
    own = sum(pays_for_traces(card) for card, _ in rezzed_in_root(scenario))
    own += credits_elsewhere(scenario)
    if EDITIONS[scenario.edition].link == _BASE_LINK:
        return by_links(scenario.runner, own + sum(map(_bits_for_traces, unsure)))
    if unsure:
        return None
    if corp.identity is not None:
        statics = corp.identity.rules.statics
        of_identity = sum(static.amount.base for static in statics if static.kind == _FOR_TRACES)
        if not of_identity and _pays_for_traces(corp.identity):
            return None
        own += of_identity
    runner = scenario.runner
    by_rig = not runner.link_is_stated and any(placed.card.link for placed in runner.rig)
    more = sum(adds_to_bases(placed.card) for placed in scenario.root if placed.rezzed)
    return Tracing(
        runner.link,
        own,
        beatable,
        by_rig,
        more=more,
        first=pays_first(scenario),
        forgotten=forgets_link(scenario),
    )


def unsure_beside(scenario: Scenario) -> Iterator[Card]:
    """The Corp's cards of which it is not known what they do for traces; one of the root that is
    not stated to be rezzed does nothing."""
    yield from (p.card for p in scenario.ice if p.card is not None and _pays_for_traces(p.card))
    for card, _ in rezzed_in_root(scenario):
        if _pays_for_traces(card) and not (adds_to_bases(card) or pays_for_traces(card)):
            yield card
    identity = scenario.corp.identity
    if identity is not None and _pays_for_traces(identity):
        yield identity


def _bits_for_traces(card: Card) -> int:
    """What the Corp gets for traces alone from a card of 1996 that does nothing else for them; more
    than enough of one that may do more."""
    bits = [m for m in map(_TRACE_BITS.fullmatch, (c.text for c in card.rules.on)) if m]
    return int(bits[0][1]) if len(bits) == 1 else _ENOUGH


def _pays_for_traces(card: Card) -> bool:
    """Whether a card of the Corp's may make traces stronger, or pay for them."""
    rules = card.rules
    texts = [*rules.sub_texts, *(clause.text for clause in rules.on)]
    texts += [item.text for item in rules.unexecuted]
    more = any(word in text for text in texts for word in _MORE)
    more |= any(static.kind == _FOR_TRACES for static in rules.statics)
    unknown = card.fidelity.level == "stats" and not is_read(card)
    return more or bool(rules.recurring or rules.load) or unknown
