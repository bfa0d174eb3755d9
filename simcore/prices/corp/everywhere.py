"""Active cards that lie in no rig and not in the server that is run: currents, scored agendas,
rezzed assets of other servers. Prices alone look at them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from simcore.cards.abilities import parse_gain, parse_static
from simcore.cards.card import Card
from simcore.cards.notation import parse_rules
from simcore.cards.settled import settle
from simcore.cards.syntax import Amount, Rules, Static, Trace
from simcore.cards.unplayed import for_prices
from simcore.cards.walking import mentioned
from simcore.prices.corp.on_ice import FORMS as FORMS_ON_ICE
from simcore.prices.corp.on_ice import UNBROKEN, with_its_ice
from simcore.prices.corp.on_ice import WORDS as WORDS_ON_ICE
from simcore.prices.corp.price_ice import BREAKERS_ONLY, as_advanced, calls_others
from simcore.prices.corp.table_elsewhere import (
    ANYWHERE,
    AS_IN_ROOT,
    CHEAPER,
    FROM_A_BARE_SERVER,
    OF_ITS_SERVER,
    active_elsewhere,
    counted,
    is_read,
    lines_of,
    words_of_lacking,
)
from simcore.prices.stated import standing
from simcore.prices.telling import price
from simcore.scenario import PlacedIce, PlacedRoot, RigCard, Scenario

_NO_IDENTITY = "no identity of the Corp"
FIRST_WEAKER = "first piece str -2"
_CREDITS = "credits 1"
_ONLY_BREAKERS = "only icebreakers break"
_STRONGER_TRACES = "traces of subroutines +1"
_PAYS_FIRST = "the Runner pays first in traces"
_ON_REZZING = "as ice is rezzed"
_KEEPS_STRENGTH = "the only icebreaker boosted keeps its strength"
_NO_LINK_FIRST = "first trace: link 0"
_FOR_TRACES = re.compile(r"^credits for traces (\d|link)(\*adv)?$")
_ON_ICE = (FIRST_WEAKER, _ONLY_BREAKERS, _STRONGER_TRACES)
_NO_RUNNER = "no identity of the Runner"
_BAD_PUBLICITY = "bad publicity 1"
_MORE_MEAT = "meat damage +1"
_LESS_NET = "net damage: 1 point less for 3 credits of the Corp"
PAID_FOR_LESS_NET = 3
_OF_THE_FIRST = re.compile(r"^((?:run-cost|root): .+) of the first (basic action|run)$")
_AT_SERVER = re.compile(r"^run-cost\[([a-z]+)\]: (.+)$")
_LEVY = "flipped: run [first]: move-credits runner-points to corp"
_SAYS = re.compile(r"^(?:root|run-cost): ")
"""What a card does that is taken to lie in the root and to say this."""
_CORP_CREDITS = re.compile(
    r"^credits of the Corp (\d)(?:\*(adv|power|hq|root-adv)| for (\d) adv)?$"
)
FIRST_CORE, HURT, SUCCEEDED, DIFFER, FIRST_INSTALLED = (
    "first core damage",
    "core damage",
    "trace success",
    "bids that differ",
    "first card installed",
)
"""What a card elsewhere may hear of."""
_HEARD_OF = (FIRST_CORE, HURT, SUCCEEDED, DIFFER, FIRST_INSTALLED)
HEARS = re.compile(rf"^({'|'.join(_HEARD_OF)}): (.+)$")
ICE_STRENGTH = "ice str "
_NO_UNIQUE_CARDS = "no unique cards but regions"
WORDS = (
    *(AS_IN_ROOT, _NO_IDENTITY, _NO_RUNNER, _NO_UNIQUE_CARDS, _BAD_PUBLICITY, _CREDITS, *_ON_ICE),
    *(
        _PAYS_FIRST,
        _NO_LINK_FIRST,
        _KEEPS_STRENGTH,
        _MORE_MEAT,
        _LESS_NET,
        _ON_REZZING,
        CHEAPER,
        OF_ITS_SERVER,
        *WORDS_ON_ICE,
    ),
)
GIVEN_AS_MET = re.compile(r"^as (?:([a-z]+) )?ice is met: gain-sub \{([^{}]+)\}$")
USING = re.compile(r"^using an icebreaker costs (\d)$")
MET_AGAIN = re.compile(r"^the first (.+) met again$")
FORMS: tuple[re.Pattern[str], ...] = (
    MET_AGAIN,
    _FOR_TRACES,
    _OF_THE_FIRST,
    _SAYS,
    _CORP_CREDITS,
    HEARS,
    GIVEN_AS_MET,
    USING,
)
FORMS += FORMS_ON_ICE
"""What a line of the table may say that is counted."""
_BASE = re.compile(r"(?:^|(?<=^gain-sub {))trace (\d+)(?=:)")


def _is_as_in_root(card: Card | None) -> bool:
    return card is not None and AS_IN_ROOT in lines_of(card)


def _lies_as_in_root(placed: PlacedRoot) -> bool:
    """Whether all ice is taken to be under a card, and none was chosen for it."""
    return placed.host is None and _is_as_in_root(placed.card)


def on_ice_of_all_servers(scenario: Scenario) -> tuple[Static, ...]:
    """Strength that ice has by active cards elsewhere."""
    texts = (said.text for said in counted(scenario))
    return tuple(parse_static(text) for text in texts if text.startswith(ICE_STRENGTH))


def credits_elsewhere(scenario: Scenario) -> int:
    """Credits for traces alone that lie on the Corp's cards elsewhere, or in the root."""
    credits = 0
    for said in counted(scenario):
        if found := _FOR_TRACES.match(said.text):
            number = scenario.runner.link if found[1] == "link" else int(found[1])
            credits += number * (said.placed.advancement if found[2] else 1)
    return credits


def pays_first(scenario: Scenario) -> bool:
    """Whether the Runner pays in traces before the Corp does."""
    return any(said.text == _PAYS_FIRST for said in counted(scenario))


def forgets_link(scenario: Scenario) -> bool:
    """Whether the Runner's link counts for nothing in the first trace of a turn."""
    return any(said.text == _NO_LINK_FIRST for said in counted(scenario))


def more_meat(scenario: Scenario) -> int:
    """By how many points all meat damage is more."""
    return sum(said.text == _MORE_MEAT for said in counted(scenario))


def keeps_strength(scenario: Scenario) -> bool:
    """Whether the icebreaker that is boosted first keeps its strength for the run."""
    return any(said.text == _KEEPS_STRENGTH for said in counted(scenario))


def cost_of_using(scenario: Scenario) -> int:
    """Credits that each use of an icebreaker costs more."""
    found = (match[1] for said in counted(scenario) if (match := USING.match(said.text)))
    return sum(map(int, found))


def sells_net(scenario: Scenario) -> bool:
    """Whether the Corp may do a point less of net damage each time for `PAID_FOR_LESS_NET`."""
    return any(said.text == _LESS_NET for said in counted(scenario))


def with_elsewhere(scenario: Scenario) -> tuple[Scenario, tuple[str, ...]]:
    """A scenario with what active cards elsewhere do to it, strength aside, and the words for
    those of which that is not known."""
    words, stated = list[str](), scenario
    if scenario.corp.identity is not None:
        identity, assumed = settle(scenario.corp.identity)
        scenario = replace(scenario, corp=replace(scenario.corp, identity=identity))
        words += assumed
    as_there = (placed for placed in scenario.corp.elsewhere if _lies_as_in_root(placed))
    scenario = replace(scenario, root=(*scenario.root, *as_there))
    for said in counted(stated):
        card, text = said.card, said.text
        corp, runner = scenario.corp, scenario.runner
        if said.on_ice or text == UNBROKEN:
            scenario = with_its_ice(scenario, said.placed, text)
        elif text == _NO_IDENTITY:
            scenario = replace(scenario, corp=replace(corp, identity=None))
        elif text == _NO_RUNNER:
            rig = tuple(_blank(p) if p.card.type == "identity" else p for p in runner.rig)
            scenario = replace(scenario, runner=replace(runner, rig=rig, identity=None))
        elif text == _NO_UNIQUE_CARDS:
            root = tuple(map(_blank_if_unique, scenario.root))
            scenario = replace(scenario, root=root)
        elif text == _BAD_PUBLICITY:
            more = replace(corp, bad_publicity=corp.bad_publicity + 1)
            scenario = replace(scenario, corp=more)
        elif text == _CREDITS:
            known = replace(card.fidelity, level="approximate")
            card = replace(card, rules=Rules(load=1, load_use=""), fidelity=known)
            purse = RigCard(card, credits=1)
            scenario = replace(scenario, runner=replace(runner, rig=(*runner.rig, purse)))
        elif text == _NO_LINK_FIRST:
            words.append(f"{card.title}: no other trace was made this turn")
        elif text == _KEEPS_STRENGTH:
            words.append(f"{card.title}: no icebreaker was boosted before in this turn")
        elif text in _ON_ICE:
            scenario = _with_ice(scenario, text)
        elif asked := _OF_THE_FIRST.match(text):
            by_action = runner.event is None or asked[2] == "run"
            if by_action and not runner.successful_runs_this_turn:
                scenario = _with_root(scenario, _saying(said.placed, asked[1]))
                words.append(f"{card.title}: no other run was made this turn")
                if said.asked == FROM_A_BARE_SERVER:
                    words.append(f"{card.title}: no ice protects the server that it lies in")
        elif _SAYS.match(text):
            scenario = _with_root(scenario, _saying(said.placed, text))
    scenario, rich = _with_credits(scenario, stated)
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    scenario = _with_root(scenario, *_asked_by_identity(scenario))
    if (levy := _levy(scenario)) is not None:
        scenario = _with_root(scenario, levy)
        assert levy.card is not None
        words.append(f"{levy.card.title}: no other run was made this turn")
    unknown = (
        f"{card.title}: what it does elsewhere is not known: taken to have no say"
        for card in dict.fromkeys(active_elsewhere(scenario))
        if not is_read(card) and (card.type != "ice" or any(map(calls_others, cards)))
    )
    return scenario, (*words, *rich, *words_of_lacking(stated), *unknown)


def _with_root(scenario: Scenario, *more: PlacedRoot) -> Scenario:
    return replace(scenario, root=(*scenario.root, *more))


def _with_credits(scenario: Scenario, stated: Scenario) -> tuple[Scenario, list[str]]:
    """With what the Corp may have at any time by using up its cards, the most of each."""
    most: dict[int, tuple[str, int]] = {}
    for said in counted(stated):
        if found := _CORP_CREDITS.match(said.text):
            placed = said.placed
            number = int(found[1])
            if found[2]:
                number *= _worth(found[2], placed, stated)
            there = placed.advancement >= int(found[3] or 0)
            before = most.get(id(placed), ("", 0))[1]
            most[id(placed)] = said.card.title, max(before, number * there)
    corp, more = scenario.corp, sum(number for _, number in most.values())
    rich = replace(corp, credits_low=corp.credits_low + more, credits_high=corp.credits_high + more)
    words = [
        f"{title}: its {price(number)} {'is' if number == 1 else 'are'} the Corp's from the start"
        for title, number in most.values()
        if number
    ]
    return replace(scenario, corp=rich), words


def _worth(what: str, placed: PlacedRoot, scenario: Scenario) -> int:
    """How many of something there are, by which a card brings the Corp credits."""
    if what == "hq":
        return scenario.corp.hq_count
    if what == "root-adv":
        here = placed in scenario.root
        return sum(each.advancement for each in scenario.root) if here else 0
    return placed.advancement if what == "adv" else placed.power


def _blank_if_unique(placed: PlacedRoot) -> PlacedRoot:
    """A card of the root that says nothing if it is unique, and no region."""
    card = placed.card
    if card is None or not card.unique or "region" in card.subtypes or card.type == "agenda":
        return placed
    return replace(placed, card=replace(card, rules=Rules()))


def _blank(placed: RigCard) -> RigCard:
    """A card of the rig without what it says, and what lies on it."""
    return replace(placed, card=replace(placed.card, rules=Rules()), credits=0)


def _saying(placed: PlacedRoot, text: str) -> PlacedRoot:
    """A card as if it were an upgrade in the root, and said this alone."""
    assert placed.card is not None
    card = replace(placed.card, type="upgrade", rules=parse_rules({"effects": [text]}))
    return replace(placed, card=card, rezzed=True)


def _asked_by_identity(scenario: Scenario) -> Iterator[PlacedRoot]:
    """What it costs to run on this server at all by what the Corp's identity says."""
    identity = scenario.corp.identity
    for item in identity.rules.unexecuted if identity is not None else ():
        asked = _AT_SERVER.match(item.text)
        if identity is not None and asked and asked[1] == scenario.server:
            yield _saying(PlacedRoot(identity), f"run-cost: {asked[2]}")


def _levy(scenario: Scenario) -> PlacedRoot | None:
    """What the Corp's identity takes for points as the first run of a turn begins."""
    identity, runner = scenario.corp.identity, scenario.runner
    number = min(runner.points, runner.credits)
    texts = [item.text for item in identity.rules.unexecuted] if identity is not None else []
    if identity is None or _LEVY not in texts or number <= 0 or runner.successful_runs_this_turn:
        return None
    return _saying(PlacedRoot(identity), f"root: run-begin: rlose {number}; cgain {number}")


def acts_on_rezzing(card: Card) -> bool:
    """Whether a card does something, wherever it lies, when ice is rezzed."""
    return _ON_REZZING in lines_of(card)


def is_known(card: Card) -> bool:
    """Whether all is known of a card of the Corp's that is read here alone, in the root, too."""
    return is_read(card) and all(line.startswith(ANYWHERE) for line in lines_of(card))


def has_no_say(card: Card) -> bool:
    """Whether it is known that a card of the Corp's does nothing while ice is met."""
    return is_read(card) and not lines_of(card)


def rezzed_assets(scenario: Scenario) -> int:
    """How many assets of the Corp's are rezzed, here and elsewhere; those that are taken to lie
    in the root count there."""
    here = [placed.card for placed in scenario.root if placed.card is not None and placed.rezzed]
    elsewhere = (placed for placed in scenario.corp.elsewhere if not _lies_as_in_root(placed))
    there = [placed.card for placed in elsewhere if placed.card is not None]
    return sum(card.type == "asset" for card in (*here, *there))


def ice_elsewhere(scenario: Scenario) -> tuple[Card, ...]:
    """Rezzed ice of other servers, as far as any is stated."""
    return tuple(card for card, _ in ice_abroad(scenario))


def ice_abroad(scenario: Scenario) -> tuple[tuple[Card, int], ...]:
    """The same, and how many advancement counters lie on each piece."""
    there = [
        (as_advanced(for_prices(placed.card), placed.advancement), placed.advancement)
        for placed in scenario.corp.elsewhere
        if placed.card is not None and placed.card.type == "ice"
    ]
    cards = as_all_ice((card for card, _ in there), scenario)
    return tuple((card, laid) for card, (_, laid) in zip(cards, there, strict=True))


def unstated_assets(scenario: Scenario) -> tuple[str, ...]:
    """What is assumed of assets on other servers, where ice counts them and none is stated."""
    if any(card.type == "asset" for card in active_elsewhere(scenario)):
        return ()
    words = "no assets rezzed on other servers (state corp.elsewhere)"
    return tuple(dict.fromkeys(f"{card.title}: {words}" for card in counting_assets(scenario)))


def counting_assets(scenario: Scenario) -> list[Card]:
    """The ice that counts rezzed assets, as far as it is known."""
    return [
        piece.card
        for piece in scenario.ice
        if piece.card is not None
        if any("rezzed-assets" in item.text for item in piece.card.rules.unexecuted)
        or "rezzed-assets" in mentioned(piece.card.rules)
    ]


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


def as_all_ice(cards: Iterable[Card], scenario: Scenario) -> list[Card]:
    """Ice that stands nowhere in a scenario as it is by what cards elsewhere do to all ice."""
    brought = replace(scenario, ice=tuple(map(PlacedIce, cards)))
    for said in counted(scenario):
        if said.text == UNBROKEN:
            brought = with_its_ice(brought, said.placed, said.text)
        elif said.text in _ON_ICE and said.text != FIRST_WEAKER:
            brought = _with_ice(brought, said.text)
    return [piece.card for piece in brought.ice if piece.card is not None]


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
