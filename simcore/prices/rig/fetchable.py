"""Which programs of heap, stack and grip may be installed on the way, and which of them are
followed: those that break or bypass ice, and a stated list of others. All that may have a say
before the run is successful and is not followed is named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from simcore.cards.abilities import parse_break
from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.cards.settled import IF_NEW
from simcore.cards.syntax import Static
from simcore.hosting import KINDS, changes_host, may_host
from simcore.plan.slots import is_odd_in_memory
from simcore.prices.corp.ground import says
from simcore.prices.rig.as_installed import returns
from simcore.prices.rig.beside import SHIFTS
from simcore.prices.rig.clauses import fields_of
from simcore.prices.rig.fetching import fetches, when_installed
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.rig.of_traces import DISRUPTS
from simcore.prices.rig.preventing import preventions_of
from simcore.scenario import RigCard, Runner

_KNOWN_AS_INSTALLED = re.compile(
    r"^install: ((virus|power) \d+(; trashed when empty|; removed when empty)?|choose ice|"
    r"choose a type|str \+\d turn|virus 1, then .+)$"
)
_ON_ANY_ICE = "hosted-on-ice"
_MOVES = ": host-on-ice"
"""What a card says that is installed in the rig and pays to lie on ice."""
_FOR_A_CLICK = "click 1: host"
"""How a clause begins of a program that is hosted in a turn, not as it is installed."""
_HOSTS_NEW = "install of a caissa: may host it on ice"
_FOLLOWED = {"draws", "fetches", "gives", "gnaws", "ignores", "swaps", "trick", "weakening"}
"""What else than breaking and bypassing is followed of a program that is fetched."""
_LATER = re.compile(r"^(success|access|breach|click|action|this-run: successful|jack out)")
"""How clauses begin that have nothing to say before the run is successful."""
_LATER_EVENTS = {"success", "breach", "run", "run-end"}
LEFT_OUT = "that it may be fetched is left out"


def moves_trojans(event: Card | None) -> bool:
    """Whether the card that started the run moves trojans."""
    return event is not None and any(item.text == SHIFTS for item in event.rules.unexecuted)


def with_fetched(
    rig: Sequence[RigCard], runner: Runner, ice: int, hosts: Sequence[int]
) -> tuple[tuple[RigCard, ...], tuple[str, ...]]:
    """A rig before so many pieces of ice, those at some places `hosts` of programs, and behind it
    the programs of the heap that its cards may install; and what is assumed for them."""
    holders = [placed.card for placed in rig]
    beside = (runner.event if runner.event_slot is None else None, runner.identity)
    holders += [card for card in beside if card is not None]
    ways = [how for card in holders if (how := fetches(card)) is not None]
    beyond = (*runner.heap, *runner.stack, *runner.grip) if ways else ()
    ways += [how for card, _ in beyond if (how := fetches(card)) is not None]
    if all(how.another for how in ways) and not any(returns(placed.card)[0] for placed in rig):
        ways = []
    shifting = moves_trojans(runner.event)
    if not ways and not shifting:
        return tuple(rig), ()
    found = [replace(placed, one_of=number) for number, placed in enumerate(rig)]
    words, number = list[str](), len(found)
    for mine, placed in enumerate(rig):
        if placed.card.type != "program" or not _sits_on_ice(placed.card):
            continue
        if _is_odd(placed.card):
            words += [f"{placed.card.title}: that it may be moved is left out"] * shifting
        else:
            there = [each for each in _places(placed.card, hosts) if each.host != placed.host]
            found += [replace(each, one_of=mine) for each in there]
    coming = {placed.card.id for placed in rig if placed.in_heap}
    piles = {"heap": runner.heap, "stack": runner.stack, "grip": runner.grip}
    lying = [(card, count, source) for source in piles for card, count in piles[source]]
    counted = any(static.amount.register == "programs" for each in rig for static in _own(each))
    deep = sum(count for _, count in runner.stack)
    hidden = [how for how in ways if how.top and deep > how.top]
    words += ["the stack: which cards of it are on top is not stated"] * bool(hidden)
    ways = [how for how in ways if how not in hidden]
    for card, count, source in lying:
        matters = _may_matter(card)
        if card.type != "program" or card.id in coming or not (matters or counted):
            continue
        back = source == "grip" and any("heap" in how.sources for how in ways)
        asking = [how for how in ways if source in how.sources or (back and "heap" in how.sources)]
        asking = [how for how in asking if not how.kind or how.kind in card.subtypes]
        if not asking:
            continue
        if _is_left_lying(card):
            words.append(f"{card.title}: {LEFT_OUT}")
            continue
        if matters and not _is_followed(card):
            words.append(f"{card.title}: what it says is left out once it is fetched")
        for _ in range(min(count, sum(ice if how.met else 1 for how in asking))):
            number += 1
            at_once = _is_hosted_at_once(card, rig)
            there = _places(card, hosts) if at_once else [RigCard(card, in_heap=True)]
            known = "" if source == "heap" else source
            found += [replace(e, one_of=number, source=known, comes_back=back) for e in there]
        if card.rules.breaks and not all(how.swaps for how in asking):
            words += words_of_memory(card, runner)
    return tuple(found), tuple(dict.fromkeys((*words, *_of_other_types(rig, runner))))


def _of_other_types(rig: Sequence[RigCard], runner: Runner) -> Iterator[str]:
    """What is left out of cards that are no programs, which a card may install that installs any
    of the grip for the counters on it."""
    charged = any("charge" in text for placed in rig for text in texts_of(placed.card))
    for placed in rig:
        how = fetches(placed.card)
        for card, _ in runner.grip if how is not None and how.by_power else ():
            there = charged or (card.cost or 0) <= placed.power
            if card.type in ("hardware", "resource") and there and _may_matter(card):
                yield f"{placed.card.title}: that it may install {card.title} is left out"


def _own(placed: RigCard) -> tuple[Static, ...]:
    return placed.card.rules.statics


def words_of_hosts(rig: Sequence[RigCard]) -> tuple[str, ...]:
    """What is left out where a card of a rig may host what is behind it and may come in."""
    coming = [placed.card for placed in rig if placed.in_heap]
    words = "that a program may be installed on it is left out"
    hosts = [placed for placed in rig if not placed.in_heap]
    return tuple(
        f"{placed.card.title}: {words}"
        for placed in hosts
        if any(may_host(placed.card, card) for card in coming)
    )


def words_of_return(runner: Runner, ice: Sequence[Card]) -> tuple[str, ...]:
    """What is left out where ice may trash programs of the rig, and others install them again."""
    beside = [card for card in (runner.event, runner.identity) if card is not None]
    ways = (fetches(card) for card in (*(placed.card for placed in runner.rig), *beside))
    back = any(how is not None and "heap" in how.sources for how in ways)
    if not back or not any("trash" in text for card in ice for text in texts_of(card)):
        return ()
    found = []
    for placed in runner.rig:
        card = placed.card
        new = any(item.text.endswith(IF_NEW) for item in card.rules.unexecuted)
        if card.type != "program":
            continue
        if placed.on_card is not None:
            found.append(f"{card.title}: that it may be installed again off its host is left out")
        elif new or not all(map(_KNOWN_AS_INSTALLED.match, when_installed(card))):
            found.append(f"{card.title}: what comes of installing it again is left out")
    return tuple(dict.fromkeys(found))


def words_of_memory(card: Card, runner: Runner) -> Iterator[str]:
    """What is assumed of memory for a program that is installed on the way."""
    cards = [placed.card for placed in runner.rig]
    if runner.identity is not None:
        cards.append(runner.identity)
    used = sum(each.memory or 0 for each in cards if each.type == "program")
    given = [s for each in cards for s in each.rules.statics if s.kind == "mu"]
    free = runner.memory + sum(static.amount.base for static in given) - used
    known = free >= 0 and not any(map(is_odd_in_memory, (card, *cards)))
    if card.memory and free < card.memory and not known:
        yield f"{card.title}: there is memory for it as it is installed"


def _is_followed(card: Card) -> bool:
    """Whether what a program does at ice is followed once it is fetched."""
    rules = card.rules
    if rules.breaks or rules.bypasses or preventions_of(RigCard(card)) or says(card, DISRUPTS):
        return True
    said = [(item.key, fields_of(item.key, item.text)) for item in rules.unexecuted]
    return any(key == "break" or _FOLLOWED & (fields or {}).keys() for key, fields in said)


def _may_matter(card: Card) -> bool:
    """Whether a program may have a say before the run is successful."""
    rules = card.rules
    said = any(not _LATER.match(item.text) for item in rules.unexecuted)
    on_the_way = any(clause.event not in _LATER_EVENTS for clause in rules.on)
    holds = rules.recurring or rules.load
    return bool(_is_followed(card) or said or on_the_way or rules.statics or rules.paid or holds)


def left_lying(runner: Runner) -> frozenset[str]:
    """Where a program lies that may have a say and is not followed once it is fetched: heap or
    stack."""
    piles = {"heap": runner.heap, "stack": runner.stack}
    return frozenset(
        name
        for name, pile in piles.items()
        if any(c.type == "program" and _is_left_lying(c) for c, _ in pile)
    )


def _is_left_lying(card: Card) -> bool:
    """Whether a program may have a say and is not fetched: one that is not followed, but has some
    clause, is at least one more program."""
    tried = _is_followed(card) or card.rules.unexecuted
    return _may_matter(card) and bool(_is_odd(card) or not tried)


def _is_odd(card: Card) -> bool:
    """Whether more comes of installing a program than can be followed."""
    rules = card.rules
    more = rules.recurring or card.cost is None or changes_host(card)
    more = more or any("gain-sub" in item.text for item in rules.unexecuted)
    return bool(more) or not all(map(_KNOWN_AS_INSTALLED.match, when_installed(card)))


def _new_this_turn(card: Card) -> Card:
    """A program with what it breaks in the turn in which it was installed."""
    rules = card.rules
    asking = [item for item in rules.unexecuted if item.text.endswith(IF_NEW)]
    if not asking:
        return card
    breaks = tuple(parse_break(item.text.removesuffix(IF_NEW)) for item in asking)
    left = tuple(item for item in rules.unexecuted if item not in asking)
    return replace(card, rules=replace(rules, breaks=breaks + rules.breaks, unexecuted=left))


def _sits_on_ice(card: Card) -> bool:
    rules = card.rules
    hosted = any(static.kind == _ON_ANY_ICE for static in rules.statics)
    return hosted or "trojan" in card.subtypes or any(each.on_host for each in rules.bypasses)


def _is_hosted_at_once(card: Card, rig: Sequence[RigCard]) -> bool:
    """Whether a program that is installed may lie on ice at once, not for a click alone."""
    freely = any(_HOSTS_NEW in texts_outside(each.card) for each in rig)
    return freely or not any(text.startswith(_FOR_A_CLICK) for text in texts_outside(card))


def _places(card: Card, hosts: Sequence[int]) -> list[RigCard]:
    """A program of the heap, once for each way to install it; these places may be `hosts`."""
    card = _new_this_turn(card)
    rules = card.rules
    plain = RigCard(card, in_heap=True)
    if _sits_on_ice(card) and not any(item.text.endswith(_MOVES) for item in rules.unexecuted):
        return [replace(plain, host=place) for place in hosts]
    if any("chosen" in ability.types for ability in rules.breaks):
        return [replace(plain, chosen=kind) for kind in sorted(KINDS)]
    return [plain]
