"""Clauses that ask for what a scenario states and nothing changes before ice is met: tags, bad
publicity, the points of either side, and that the ice was rezzed before the run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from simcore.cards.card import Card
from simcore.cards.english import SERVERS
from simcore.cards.notation import parse_rules
from simcore.cards.setting import Setting
from simcore.cards.settled import REVEALED, by_the_grip
from simcore.cards.syntax import (
    Amount,
    Atom,
    Choice,
    Clause,
    May,
    Node,
    Price,
    Sequence,
    Static,
    Trace,
    Unexecuted,
    Unless,
)
from simcore.cards.walking import atoms_of, mentioned
from simcore.plan.states import Weather
from simcore.plan.targets import rezzed_by_subtype
from simcore.prices.corp.further_effects import FOR_TRACE, read_effect
from simcore.prices.corp.price_ice import (
    ANY_END,
    CLOSED,
    FACED_DOWN,
    GIVEN_FIRST,
    GIVEN_LAST,
    IF_TAGGED,
    IN_A_RUN,
    OF_ANOTHER,
    STRONGER_BY_TAGS,
    priced_texts,
)
from simcore.prices.texts import ends_at_will
from simcore.scenario import Pile

_OUTERMOST = "if outermost"
_STRONGER_BY = re.compile(r"^str ([+-]\d+)\*(tags|bp)$")
_BY_HEAP = "str +1*heap:fracter"
BY_FRACTERS_GONE = "str +1 for each fracter of the rig that lies in the heap"
"""What is left of that where fracters may come or go on the way."""
SHELTERED = "no-corp-trash beside another resource"
OF_COUNTED_ICE = "ice with its counters: str -1 for each"
"""What a card of 1996 says of the ice that it has placed virus counters on."""
DULLS = "ap: subs but traces and net do nothing, net 1 at most"
DEARER_SUBS = "each sub costs 1 more to break"
"""What a card of 1996 makes of AP ice, and of all breaking."""
_STRONGER_IF = re.compile(r"^str ([+-]\d+) if (threat|tags|bp)>=(\d+)$")
_GAINED = re.compile(r"^gain-sub \{(.+)\}\*(tags|bp|rezzed-assets|current)$")
_GAINED_IF = re.compile(r"^encounter: if (threat)>=(\d+): gain-sub \{(.+)\}\*tags run$")
_GAINED_FIRST = re.compile(r"^gain-sub \{(.+)\}\*(archives-transactions)/(\d) first$")
_BY_COST = re.compile(r"^trace (\d+): \{reveal-grip; discard cost<=margin\}$")
_NO_SPENDING = re.compile(r"^no-spend-while-resolving if threat>=(\d)$")
UNSPENT = "no-spend-while-resolving"
"""What is left of that where the threat is so high."""
_BY_NUMBER = re.compile(r"^rezzed:next$")
_WITH_HQ = "pass: corp-may: {swap-self hq-ice; cgain 4}"
ICE_IN_HQ = "ice-in-hq"
"""The fact that ice may lie in HQ, or none does, where no piece is met again."""
TAGGED_BY_CARD = "tagged-by-card"
"""The fact that the Runner is tagged by a card of the rig as ice is met."""
KNOWN_GRIP = "known-grip"
"""The fact that every card of the grip is known."""
OF_A_TYPE = "encounter: choose-type; next-damage-of-type 1"
"""Each card that goes by net damage of the ice may be of the type that is named: one more goes."""
BY_TYPE = "by type"
"""What is said of such damage."""
TAKES_OF_A_TYPE = "encounter: choose-type; discard-of-type 1"
"""Of a grip that is revealed the Corp may take a card of that type each time."""
_UNTAGGED = re.compile(r"^\dc: \d \[if !tagged\]$")
_TO_SUBTYPE = re.compile(r"^root: ([a-z]+) ice gain-sub \{([^{}]+)\} first$")
_TAXES = re.compile(r"^root: break-tax (\d+)( a sub)?$")
_TAX_IN_CARDS = re.compile(r"^root: break-tax grip (\d+) a sub$")
_ONE_MORE_SUB = re.compile(r"^root: ice-here gain-sub \{([^{}]+)\}$")
_PAYS_IF_TAGGED = re.compile(r"^root: (sub-broken if tagged: cgain \d)$")
SMALLER_HAND = re.compile(r"^root: full-break: handsize -(\d)$")
"""What a card of the root says by which the Runner may hold fewer cards."""
_AFTER_BREAKING = "root: enc-end if broke: rclick 1"
_SACRIFICE = "root: encounter: corp-may trash-ice: copy-sub this-ice"
_COSTING = "grip-cost:"
COSTING = "grip-cost<="
"""What is said of a text that takes the cards of the grip which cost no more than so much then."""
GRIP_CHANGES = "grip-changes"
"""The fact that it is known of cards that come to the grip or leave it on the way which they are.
"""
_ASKED = {"tagged": "tags", "rezzed-this-turn": "rezzed-this-turn"}
"""Conditions without a number, and the fact that decides them."""


_CHOSEN_BIOROID = "root: runner cards do not break the bioroid chosen"
NO_BYPASS = "no-bypass"
"""What ice says that cannot be bypassed."""
Change = Callable[[Card], Card]


def where_alone(ice: Card, setting: Setting) -> tuple[str, ...]:
    """Where a lone piece of ice stands, if that is part of what it says."""
    asked = mentioned(ice.rules) | {_OUTERMOST for text in _unread(ice) if _OUTERMOST in text}
    hand = setting.registers["hq"]
    words = {
        "server": f"it protects {SERVERS[setting.server]}",
        "ice-here": "it is the only ice of its server",
        _OUTERMOST: "it is the outermost ice",
        "hq": f"{hand} cards in HQ",
    }
    return tuple(f"{ice.title}: {text}" for name, text in words.items() if name in asked)


def _unread(ice: Card) -> list[str]:
    return [item.text for item in ice.rules.unexecuted]


def may_tag(cards: Iterable[Card]) -> bool:
    """Whether any of these pieces may give the Runner a tag."""
    return any(_may_tag(card) for card in cards)


def _may_tag(card: Card) -> bool:
    on = [clause for clause in card.rules.on if clause.event != "rez"]  # it was rezzed before
    effects = [*card.rules.subs, *(clause.effect for clause in on)]
    effects += [ability.effect for ability in card.rules.corp_abilities]
    texts = [*card.rules.sub_texts, *(clause.text for clause in on)]
    texts += [item.text for item in card.rules.unexecuted if not item.text.startswith("rez: ")]
    return any(atom.name == "tag" for effect in effects for atom in atoms_of(effect)) or any(
        re.search(r"\btag \d", text) for text in texts
    )


def may_tag_for_counters(card: Card) -> bool:
    """Whether the Corp's abilities of a piece may, when abilities are used first."""
    effects = [ability.effect for ability in card.rules.corp_abilities]
    return any(atom.name == "tag" for effect in effects for atom in atoms_of(effect))


def nothing_beside(ice: Card) -> dict[str, int]:
    """The facts about a lone piece of ice: it is the only one, and nothing else is there."""
    none = ["threat", "bp", "tags", "rezzed-this-turn", "rezzed-assets", "archives-transactions"]
    none += ["current", ICE_IN_HQ]
    return dict.fromkeys(none, 0) | rezzed_by_subtype([ice])


def as_stated(card: Card, facts: Mapping[str, int]) -> Card:
    """A card with the clauses written in that hang on these facts alone."""
    if facts.get(TAGGED_BY_CARD):
        card = _for_the_tagged(card)
    for item in card.rules.unexecuted:
        card = _written_in(card, item, facts)
    by_tags = (
        s for s in card.rules.statics if IF_TAGGED.match(s.text) or STRONGER_BY_TAGS.match(s.text)
    )
    open_ = [] if "tags" in facts else list(by_tags)
    for static in open_:
        card = standing(card, static.text)
    statics = tuple(
        replace(static, condition=None) if _is_decided(static, facts) else static
        for static in card.rules.statics
        if static not in open_ and (not _is_decided(static, facts) or _holds(static, facts))
    )
    return replace(card, rules=replace(card.rules, statics=statics))


def _for_the_tagged(card: Card) -> Card:
    """A piece with the properties that it has for a Runner who is tagged."""
    asking = [s for s in card.rules.statics if s.condition and s.condition.subject == "tagged"]
    statics = tuple(
        replace(static, condition=None, text=static.text.removesuffix(" if tagged"))
        if static in asking
        else static
        for static in card.rules.statics
        if not (static in asking and static.condition and static.condition.negated)
    )
    left = tuple(item for item in card.rules.unexecuted if not _UNTAGGED.match(item.text))
    return replace(card, rules=replace(card.rules, statics=statics, unexecuted=left))


def standing(card: Card, text: str) -> Card:
    """With a property that only prices know, as the piece is broken."""
    static = Unexecuted("static", text, "")
    return replace(card, rules=replace(card.rules, unexecuted=(*card.rules.unexecuted, static)))


def _is_decided(static: Static, facts: Mapping[str, int]) -> bool:
    condition = static.condition
    return condition is not None and _ASKED.get(condition.subject) in facts


def _holds(static: Static, facts: Mapping[str, int]) -> bool:
    assert static.condition is not None
    return (facts[_ASKED[static.condition.subject]] > 0) != static.condition.negated


def of_root(root: Card, passing: bool) -> Iterator[tuple[Unexecuted, Change]]:
    """What a rezzed card of the root, of its clauses that no game executes, makes of ice for a
    Runner who has to get past it (`passing`) or to break it."""
    for item in root.rules.unexecuted:
        text = item.text
        if text == f"root: {NO_BYPASS}":
            yield item, _guarded
        elif text == _CHOSEN_BIOROID:
            yield item, _closed
        elif _TAXES.match(text) or _TAX_IN_CARDS.match(text):
            yield item, _unchanged  # the piece is as it was, breaking it is not (`taxed_by`)
        elif text == _AFTER_BREAKING:
            yield item, partial(_with_clause, text="enc-end: if broke: rclick 1")
        elif found := _PAYS_IF_TAGGED.match(text):
            yield item, partial(_with_clause, text=found[1])
        elif found := SMALLER_HAND.match(text):
            yield item, partial(_with_smaller_hand, fewer=int(found[1]))
        elif text == _SACRIFICE:
            yield item, partial(_sacrificed, passing=passing)
        elif found := _ONE_MORE_SUB.match(text):
            yield item, partial(with_subs, texts=[found[1]])
        elif found := _TO_SUBTYPE.match(text):
            yield item, partial(_with_a_sub_first, kind=found[1], text=found[2])


def taxed_by(root: Card) -> Weather:
    """What breaking costs more at all ice while the card is rezzed: each use of an icebreaker, or
    each subroutine, in credits or in cards of the grip."""
    found = Weather()
    for match in filter(None, (_TAXES.match(item.text) for item in root.rules.unexecuted)):
        more = int(match[1])
        found = found.with_(Weather(tax=more) if match[2] else Weather(uses=more))
    for match in filter(None, (_TAX_IN_CARDS.match(item.text) for item in root.rules.unexecuted)):
        found = found.with_(Weather(grip=int(match[1])))
    return found


def _unchanged(card: Card) -> Card:
    return card


def _with_clause(card: Card, text: str) -> Card:
    """With something that happens at the piece, and that no game executes."""
    clause = Unexecuted("on", text, "")
    return replace(card, rules=replace(card.rules, unexecuted=(*card.rules.unexecuted, clause)))


def _with_smaller_hand(card: Card, fewer: int) -> Card:
    """A piece for which the Runner may hold fewer cards once all of it was broken."""
    effect = Atom("handsize", Amount(fewer))
    text = f"full-break: handsize {fewer}"
    clause = Clause("full-break", effect, scope=OF_ANOTHER, text=text)
    return replace(card, rules=replace(card.rules, on=(*card.rules.on, clause)))


def tolls_of(root: Card) -> tuple[Clause, ...]:
    """What a rezzed card of the root asks for as each piece of ice is passed."""
    return tuple(each for each in root.rules.on if each.event == "pass" and each.scope == "root")


def with_tolls(card: Card, tolls: Iterable[Clause]) -> Card:
    """A piece of ice that these are part of; they are asked for behind it face down, too."""
    own = tuple(
        replace(each, scope="", event=event) for each in tolls for event in (each.event, FACED_DOWN)
    )
    return replace(card, rules=replace(card.rules, on=(*card.rules.on, *own)))


def hurting_after(card: Card) -> Card:
    """A piece at the end of whose encounter there is damage, if there was none at another one."""
    return _with_clause(card, f"{ANY_END}: {IN_A_RUN}meat 1")


def hurts_for_use(root: Card) -> bool:
    """Whether a card of the root takes a click as a meeting ends in which ice was broken."""
    return any(item.text == _AFTER_BREAKING for item in root.rules.unexecuted)


def _sacrificed(card: Card, passing: bool) -> Card:
    """A piece that the Corp may trash as it is met, for one of its subroutines; one that stops
    the Runner whatever is paid counts only for the way past it."""
    texts = dict.fromkeys(priced_texts(card))
    subs = [sub for sub in texts if passing or not ends_at_will(sub)]
    options = [Sequence((Atom("self-trash"), sub)) for sub in subs]
    if not options:
        return card
    effect = Choice("corp", (Atom("nothing"), *options))
    clause = Clause("encounter", effect, text="encounter: the Corp may trash it for a subroutine")
    return replace(card, rules=replace(card.rules, on=(*card.rules.on, clause)))


def sacrifices(root: Card) -> bool:
    """Whether the Corp may trash ice for one of its subroutines."""
    return any(item.text == _SACRIFICE for item in root.rules.unexecuted)


def _guarded(card: Card) -> Card:
    return standing(card, NO_BYPASS)


def _closed(card: Card) -> Card:
    return standing(card, CLOSED) if "bioroid" in card.subtypes else card


def _with_a_sub_first(card: Card, kind: str, text: str) -> Card:
    return with_a_sub_first(card, text) if kind in card.subtypes else card


def with_a_sub_first(card: Card, text: str) -> Card:
    """A piece of ice with one more subroutine before its own."""
    read, rules = parse_rules({"subs": [text]}), card.rules
    more = replace(rules, subs=read.subs + rules.subs, sub_texts=read.sub_texts + rules.sub_texts)
    return standing(replace(card, rules=more), GIVEN_FIRST)


def without(card: Card, items: Iterable[Unexecuted]) -> Card:
    """A card of which these clauses have been written in elsewhere."""
    for item in items:
        card = _done(card, item)
    return card


_DRAWS_BY_PUBLICITY = "trash: draw 1*bp"


def _written_in(card: Card, item: Unexecuted, facts: Mapping[str, int]) -> Card:
    text = item.text
    tags_itself = found_tags(card) and "*tags" in text
    if text == _BY_HEAP and "fracters-move" in facts:
        card = _stronger(_done(card, item), facts["heap:fracter"])
        return standing(card, BY_FRACTERS_GONE) if facts["fracters-move"] else card
    if not tags_itself and (found := _STRONGER_BY.match(text)) and found[2] in facts:
        return _stronger(_done(card, item), int(found[1]) * facts[found[2]])
    if (found := _STRONGER_IF.match(text)) and found[2] in facts:
        return _stronger(_done(card, item), int(found[1]) * (facts[found[2]] >= int(found[3])))
    if not tags_itself and (found := _GAINED.match(text)) and found[2] in facts:
        return with_subs(_done(card, item), [found[1]] * facts[found[2]])
    if (found := _GAINED_IF.match(text)) and found[1] in facts:
        gains = facts[found[1]] >= int(found[2])
        return (
            standing(_done(card, item), f"gain-sub {{{found[3]}}}*tags run")
            if gains
            else (_done(card, item))
        )
    if (found := _GAINED_FIRST.match(text)) and found[2] in facts:
        return with_subs(_done(card, item), [found[1]] * (facts[found[2]] // int(found[3])), True)
    if (found := _NO_SPENDING.match(text)) and "threat" in facts:
        silent = facts["threat"] >= int(found[1])
        return _unpayable(_done(card, item), item) if silent else _done(card, item)
    if item.key == "x" and _BY_NUMBER.match(text) and text in facts:
        return _by_number(_done(card, item), text)
    if item.key == "subs" and (found := _BY_COST.match(text)) and "link" in facts:
        return _by_cost(_done(card, item), text, int(found[1]), facts)
    if (found := REVEALED.match(text)) and facts.get(KNOWN_GRIP):
        return _with_clause(_done(card, item), by_the_grip(found[1]))
    if text == _WITH_HQ and ICE_IN_HQ in facts:
        return _passed(_done(card, item), text) if facts[ICE_IN_HQ] else _done(card, item)
    if text == _DRAWS_BY_PUBLICITY and "bp" in facts:
        drawing, left = Unexecuted("paid", f"trash: draw {facts['bp']}", ""), _done(card, item)
        unexecuted = (*left.rules.unexecuted, drawing)
        return replace(left, rules=replace(left.rules, unexecuted=unexecuted))
    if text == OF_A_TYPE:
        return _by_type(_done(card, item))
    if text == TAKES_OF_A_TYPE:
        return _discarding(_done(card, item))
    if _UNTAGGED.match(text) and facts.get("tags"):
        return _done(card, item)
    return card


def _passed(card: Card, text: str) -> Card:
    """With something that happens as the piece is passed."""
    effect = read_effect(text.removeprefix("pass: "))
    assert effect is not None
    clause = Clause("pass", effect, text=text)
    return replace(card, rules=replace(card.rules, on=(*card.rules.on, clause)))


def _done(card: Card, item: Unexecuted) -> Card:
    left = tuple(each for each in card.rules.unexecuted if each is not item)
    return replace(card, rules=replace(card.rules, unexecuted=left))


def _stronger(card: Card, by: int) -> Card:
    if not by:
        return card
    static = Static("str", Amount(by), text=f"str {by:+}")
    return replace(card, rules=replace(card.rules, statics=(*card.rules.statics, static)))


def found_tags(card: Card) -> bool:
    """Whether a piece of ice may tag the Runner as it is met, before it is broken."""
    met = [clause.effect for clause in card.rules.on if clause.event == "encounter"]
    return any(atom.name == "tag" for effect in met for atom in atoms_of(effect))


def _unpayable(card: Card, item: Unexecuted) -> Card:
    """With subroutines for which nothing can be paid in credits as they resolve."""
    subs = tuple(
        sub.penalty if isinstance(sub, Unless) and _asks_for_credits(sub) else sub
        for sub in card.rules.subs
    )
    left = (*card.rules.unexecuted, replace(item, text=UNSPENT))
    return replace(card, rules=replace(card.rules, subs=subs, unexecuted=left))


def _asks_for_credits(sub: Unless) -> bool:
    return all(any(part.kind == "credits" for part in cost) for cost in sub.costs)


def _by_number(card: Card, register: str) -> Card:
    """With subroutines in which that number stands for X."""
    rules = card.rules
    subs = tuple(
        _counted(sub, text, register) for sub, text in zip(rules.subs, rules.sub_texts, strict=True)
    )
    left = tuple(item for item in rules.unexecuted if item.key != "subs")
    return replace(card, rules=replace(rules, subs=subs, unexecuted=left))


def _counted(sub: Node, text: str, register: str) -> Node:
    """A subroutine that does something X times."""
    *words, last = text.split()
    return Atom(words[0], Amount(0, 1, register), tuple(words[1:])) if last == "X" else sub


def cards_by_cost(grip: Pile) -> dict[str, int]:
    """How many cards of a grip cost so much, those at worst of which nobody knows it."""
    found: dict[str, int] = {}
    for card, count in grip:
        name = f"{_COSTING}{card.cost or 0}"
        found[name] = found.get(name, 0) + count
    return found


def _by_cost(card: Card, text: str, base: int, facts: Mapping[str, int]) -> Card:
    """With a trace that takes the cards of the grip that cost no more than it exceeds the link by;
    for each of their costs the Corp may pay that much."""
    costs = sorted(int(each.removeprefix(_COSTING)) for each in facts if each.startswith(_COSTING))
    options, gone = list[Node](), 0
    for cost in costs:
        gone += facts[f"{_COSTING}{cost}"]
        price = Price(FOR_TRACE, Amount(facts["link"] + cost - base, base))
        words = ("corp", f"{COSTING}{cost}") if GRIP_CHANGES in facts else ("corp",)
        options.append(May("corp", Atom("discard", Amount(gone), words), (price,)))
    traced = Trace(Amount(base), Choice("corp", tuple(options)) if options else Sequence(()))
    both = zip(card.rules.subs, card.rules.sub_texts, strict=True)
    subs = tuple(traced if each == text else sub for sub, each in both)
    return replace(card, rules=replace(card.rules, subs=subs))


def _by_type(card: Card) -> Card:
    """With net damage in its subroutines that may bring more of it."""
    subs = tuple(
        replace(sub, words=(BY_TYPE,))
        if isinstance(sub, Atom) and sub.name == "net" and not sub.amount.register
        else sub
        for sub in card.rules.subs
    )
    return replace(card, rules=replace(card.rules, subs=subs))


def _discarding(card: Card) -> Card:
    """With a card of the grip that the Corp may take for each subroutine that reveals it."""
    both = zip(card.rules.subs, card.rules.sub_texts, strict=True)
    lost = May("corp", Atom("discard", Amount(1), ("corp", BY_TYPE)))
    subs = tuple(lost if text == "reveal-grip" else sub for sub, text in both)
    return replace(card, rules=replace(card.rules, subs=subs))


def with_subs(card: Card, texts: list[str], first: bool = False) -> Card:
    """With these subroutines behind the printed ones, or before them."""
    if not texts:
        return card
    read, rules = parse_rules({"subs": texts}), card.rules
    more = replace(
        rules,
        subs=read.subs + rules.subs if first else rules.subs + read.subs,
        sub_texts=read.sub_texts + rules.sub_texts if first else rules.sub_texts + read.sub_texts,
        unexecuted=rules.unexecuted + read.unexecuted,
    )
    given = replace(card, rules=more)
    for _ in texts:
        given = standing(given, GIVEN_FIRST if first else GIVEN_LAST)
    return given
