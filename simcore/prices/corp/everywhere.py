"""Active cards that lie in no rig and not in the server that is run: currents, scored agendas,
rezzed assets of other servers. Prices alone look at them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from simcore.cards.abilities import parse_gain, parse_static
from simcore.cards.card import Card
from simcore.cards.notation import parse_rules
from simcore.cards.pool import DATA
from simcore.cards.syntax import Amount, Rules, Static, Trace
from simcore.cards.walking import mentioned
from simcore.prices.corp.price_ice import BREAKERS_ONLY
from simcore.prices.stated import standing
from simcore.scenario import PlacedRoot, RigCard, Scenario

_AS_IN_ROOT = "as in the root"
_NO_IDENTITY = "no identity of the Corp"
_FIRST_WEAKER = "first piece str -2"
_CREDITS = "credits 1"
_ONLY_BREAKERS = "only icebreakers break"
_STRONGER_TRACES = "traces of subroutines +1"
_PAYS_FIRST = "the Runner pays first in traces"
_ON_REZZING = "as ice is rezzed"
_FOR_TRACES = re.compile(r"^credits for traces (\d|link)$")
_ON_ICE = (_FIRST_WEAKER, _ONLY_BREAKERS, _STRONGER_TRACES)
_NO_RUNNER = "no identity of the Runner"
_BAD_PUBLICITY = "bad publicity 1"
_MORE_MEAT = "meat damage +1"
_OF_THE_FIRST = re.compile(
    r"^(run-cost: [a-z]+ \d|root: success: .+) of the first (basic action|run)$"
)
_AT_SERVER = re.compile(r"^run-cost\[([a-z]+)\]: (.+)$")
_LEVY = "flipped: run [first]: move-credits runner-points to corp"
_COUNTED = re.compile(r"^with a counter: (root: .+)$")
_OTHERS = (
    *(_AS_IN_ROOT, _NO_IDENTITY, _NO_RUNNER, _BAD_PUBLICITY, _CREDITS, _PAYS_FIRST, _MORE_MEAT),
    _ON_REZZING,
    *_ON_ICE,
)
_BASE = re.compile(r"(?:^|(?<=^gain-sub {))trace (\d+)(?=:)")


@cache
def _table() -> dict[str, list[str]]:
    return tomllib.loads((DATA / "elsewhere.toml").read_text(encoding="utf-8"))


def active_elsewhere(scenario: Scenario) -> Iterator[Card]:
    """Both sides' active cards elsewhere, each copy."""
    yield from (placed.card for placed in scenario.corp.elsewhere if placed.card is not None)
    for card, count in scenario.runner.elsewhere:
        yield from (card for _ in range(count))


def _texts(scenario: Scenario) -> Iterator[tuple[Card, str]]:
    """What active cards elsewhere do to ice, once for each copy."""
    for card in active_elsewhere(scenario):
        yield from ((card, text) for text in _table().get(card.id, ()))


def _is_as_in_root(card: Card | None) -> bool:
    return card is not None and _AS_IN_ROOT in _table().get(card.id, ())


def on_ice_of_all_servers(scenario: Scenario) -> tuple[Static, ...]:
    """Strength that ice has by active cards elsewhere."""
    texts = (text for _, text in _texts(scenario) if text not in _OTHERS)
    special = (_FOR_TRACES, _OF_THE_FIRST, _COUNTED)
    return tuple(
        parse_static(text) for text in texts if not any(each.match(text) for each in special)
    )


def credits_elsewhere(scenario: Scenario) -> int:
    """Credits for traces alone that lie on the Corp's cards elsewhere, or in the root."""
    here = [placed.card for placed in scenario.root if placed.card is not None and placed.rezzed]
    texts = [text for card in here for text in _table().get(card.id, ())]
    texts += [text for _, text in _texts(scenario)]
    found = (match[1] for text in texts if (match := _FOR_TRACES.match(text)))
    return sum(scenario.runner.link if number == "link" else int(number) for number in found)


def pays_first(scenario: Scenario) -> bool:
    """Whether the Runner pays in traces before the Corp does."""
    return any(text == _PAYS_FIRST for _, text in _texts(scenario))


def more_meat(scenario: Scenario) -> int:
    """By how many points all meat damage is more."""
    return sum(text == _MORE_MEAT for _, text in _texts(scenario))


def with_elsewhere(scenario: Scenario) -> tuple[Scenario, tuple[str, ...]]:
    """A scenario with what active cards elsewhere do to it, strength aside, and the words for
    those of which that is not known."""
    as_there = (placed for placed in scenario.corp.elsewhere if _is_as_in_root(placed.card))
    for_counters, words = _for_counters(scenario)
    scenario = replace(scenario, root=(*scenario.root, *as_there, *for_counters))
    for card, text in _texts(scenario):
        corp, runner = scenario.corp, scenario.runner
        if text == _NO_IDENTITY:
            scenario = replace(scenario, corp=replace(corp, identity=None))
        elif text == _NO_RUNNER:
            rig = tuple(_blank(p) if p.card.type == "identity" else p for p in runner.rig)
            scenario = replace(scenario, runner=replace(runner, rig=rig, identity=None))
        elif text == _BAD_PUBLICITY:
            more = replace(corp, bad_publicity=corp.bad_publicity + 1)
            scenario = replace(scenario, corp=more)
        elif text == _CREDITS:
            known = replace(card.fidelity, level="approximate")
            card = replace(card, rules=Rules(load=1, load_use=""), fidelity=known)
            purse = RigCard(card, credits=1)
            scenario = replace(scenario, runner=replace(runner, rig=(*runner.rig, purse)))
        elif text in _ON_ICE:
            scenario = _with_ice(scenario, text)
        elif (asked := _OF_THE_FIRST.match(text)) and not runner.successful_runs_this_turn:
            if runner.event is None or asked[2] == "run":
                scenario = replace(scenario, root=(*scenario.root, _saying(card, asked[1])))
                words.append(f"{card.title}: no other run was made this turn")
    scenario = replace(scenario, root=(*scenario.root, *_asked_by_identity(scenario)))
    if (levy := _levy(scenario)) is not None:
        scenario = replace(scenario, root=(*scenario.root, levy))
        assert levy.card is not None
        words.append(f"{levy.card.title}: no other run was made this turn")
    unknown = (
        f"{card.title}: what it does elsewhere is not known: taken to have no say"
        for card in dict.fromkeys(active_elsewhere(scenario))
        if card.id not in _table()
    )
    return scenario, (*words, *unknown)


def _blank(placed: RigCard) -> RigCard:
    """A card of the rig without what it says, and what lies on it."""
    return replace(placed, card=replace(placed.card, rules=Rules()), credits=0)


def _saying(card: Card, text: str) -> PlacedRoot:
    """A card as if it lay in the root, and said this alone."""
    return PlacedRoot(replace(card, rules=parse_rules({"effects": [text]})), rezzed=True)


def _asked_by_identity(scenario: Scenario) -> Iterator[PlacedRoot]:
    """What it costs to run on this server at all by what the Corp's identity says."""
    identity = scenario.corp.identity
    for item in identity.rules.unexecuted if identity is not None else ():
        asked = _AT_SERVER.match(item.text)
        if identity is not None and asked and asked[1] == scenario.server:
            yield _saying(identity, f"run-cost: {asked[2]}")


def _levy(scenario: Scenario) -> PlacedRoot | None:
    """What the Corp's identity takes for points as the first run of a turn begins."""
    identity, runner = scenario.corp.identity, scenario.runner
    number = min(runner.points, runner.credits)
    texts = [item.text for item in identity.rules.unexecuted] if identity is not None else []
    if identity is None or _LEVY not in texts or number <= 0 or runner.successful_runs_this_turn:
        return None
    return _saying(identity, f"root: run-begin: rlose {number}; cgain {number}")


def _for_counters(scenario: Scenario) -> tuple[list[PlacedRoot], list[str]]:
    """Cards elsewhere that can be used for a counter, as often as there is one; and words for
    those of which none is stated."""
    found, words = list[PlacedRoot](), list[str]()
    for placed in scenario.corp.elsewhere:
        texts = _table().get(placed.card.id, ()) if placed.card is not None else ()
        for asked in filter(None, map(_COUNTED.match, texts)):
            assert placed.card is not None
            if placed.power:
                found.append(_saying(placed.card, asked[1]))
            else:
                words.append(f"{placed.card.title}: no counter lies on it (state power)")
    return found, words


def acts_on_rezzing(card: Card) -> bool:
    """Whether a card does something, wherever it lies, when ice is rezzed."""
    return _ON_REZZING in _table().get(card.id, ())


def is_known(card: Card) -> bool:
    """Whether all is known of a card of the Corp's that is read here alone, in the root, too."""
    texts = _table().get(card.id)
    return texts is not None and all(map(_FOR_TRACES.match, texts))


def has_no_say(card: Card) -> bool:
    """Whether it is known that a card of the Corp's does nothing while ice is met."""
    return _table().get(card.id) == []


def rezzed_assets(scenario: Scenario) -> int:
    """How many assets of the Corp's are rezzed, here and elsewhere; those that are taken to lie
    in the root count there."""
    here = [placed.card for placed in scenario.root if placed.card is not None and placed.rezzed]
    there = [card for card in active_elsewhere(scenario) if not _is_as_in_root(card)]
    return sum(card.type == "asset" for card in (*here, *there))


def unstated_assets(scenario: Scenario) -> tuple[str, ...]:
    """What is assumed of assets on other servers, where ice counts them and none is stated."""
    if any(card.type == "asset" for card in active_elsewhere(scenario)):
        return ()
    counting = [
        piece.card.title
        for piece in scenario.ice
        if piece.card is not None
        if any("rezzed-assets" in item.text for item in piece.card.rules.unexecuted)
        or "rezzed-assets" in mentioned(piece.card.rules)
    ]
    words = "no assets rezzed on other servers (state corp.elsewhere)"
    return tuple(dict.fromkeys(f"{title}: {words}" for title in counting))


def _with_ice(scenario: Scenario, text: str) -> Scenario:
    """With what a card elsewhere does to all pieces, or to the first."""
    ice = list(scenario.ice)
    for place, piece in enumerate(ice):
        if piece.card is None:
            continue
        if text == _ONLY_BREAKERS:
            ice[place] = replace(piece, card=standing(piece.card, BREAKERS_ONLY))
        elif text == _STRONGER_TRACES:
            ice[place] = replace(piece, card=_with_stronger_traces(piece.card))
        elif place == 0 and all(static.kind != "str-floor" for static in piece.card.rules.statics):
            weaker = Static("str", Amount(-2), text=text)
            statics = (*piece.card.rules.statics, weaker)
            rules = replace(piece.card.rules, statics=statics)
            ice[place] = replace(piece, card=replace(piece.card, rules=rules))
    return replace(scenario, ice=tuple(ice))


def _with_stronger_traces(card: Card) -> Card:
    """A piece of ice with 1 more for the base of each trace that is a subroutine."""
    rules = card.rules
    subs = tuple(
        replace(sub, base=replace(sub.base, base=sub.base.base + 1))
        if isinstance(sub, Trace)
        else sub
        for sub in rules.subs
    )
    left = tuple(
        replace(item, text=_stronger(item.text)) if item.key == "subs" else item
        for item in rules.unexecuted
    )
    gains = tuple(parse_gain(gain.key, _stronger(gain.text)) for gain in rules.gains)
    texts = tuple(map(_stronger, rules.sub_texts))
    rules = replace(rules, subs=subs, sub_texts=texts, gains=gains, unexecuted=left)
    return replace(card, rules=rules)


def _stronger(text: str) -> str:
    return _BASE.sub(lambda found: f"trace {int(found[1]) + 1}", text)
