"""What rezzed cards of the root and the Corp's identity do in a whole run, not to ice alone.

Read from the texts of clauses that `card.rules` lists as not executed. What the Corp may do
at any time and loses nothing by is done as the run begins: a Runner who plays as if it had
been done is never worse off later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.cards.clauses import parse_effects
from simcore.cards.standing import ice_statics
from simcore.cards.syntax import Amount, Atom, May, Node, Price, Unexecuted
from simcore.cards.unplayed import for_prices
from simcore.cards.walking import atoms_of, mentioned
from simcore.errors import CapacityError
from simcore.prices.corp.at_any_time import is_intervention
from simcore.prices.corp.everywhere import (
    FIRST_CORE,
    FIRST_INSTALLED,
    GIVEN_AS_MET,
    HEARS,
    acts_on_rezzing,
)
from simcore.prices.corp.met_again import AGAIN, Again, first_again, met_again
from simcore.prices.corp.price_ice import calls_others
from simcore.prices.corp.purging import PURGES
from simcore.prices.corp.subtypes import advances
from simcore.prices.corp.table_elsewhere import active_elsewhere, cheaper_to_rez, counted
from simcore.prices.corp.when_rezzed import acts_when_rezzed
from simcore.prices.rig.of_traces import SUCCEEDS
from simcore.scenario import Scenario, rezzed_in_root

GOES_PURGED, KEEPS_VIRUS = "purged: it goes", "purged: a counter on its guest stays"
"""What cards of the rig say of virus counters that are purged."""
PURGE_ROBS, PURGE_DISCARDS = r"purged: the Corp loses (\d)", r"purged: the Corp discards (\d)"
"""The same of what the Corp loses then: credits, if it has as many, or cards of HQ."""
BY_HQ = re.compile(r"^root: corp discard-hq 1: ice-here str \+(\d) this run$")
_DRAINS = "root: on-click-lost-or-spent: rlose all"
_TRACED = re.compile(r"^root: on-trace-success: tag (\d)$")
_REARRANGES = "root: pass: corp-may swap ice-here"
_BUYS = "root: corp [trash + pay X]: one ice-here str +X this turn"
_RETURNS = (
    "root: approach-server[first]: psi: corp-may self-trash: {move-runner outermost; may-jackout}"
)
BY_CREDITS = re.compile(r"^root: ice everywhere str \+1\*corp-cr/(\d+) if corp-cr>=(\d+)$")
TRASHED, LEFT, TAGGED = "trash-accessed", "trash by the Corp", "tagged"
"""What cards of the Corp's hear of: ice that the Runner trashes, or the Corp; tags."""
_LEFT_ALIKE = f"{LEFT}: the same"
HOSTS_ICE = "root: all-passed: encounter-hosted bioroid"
"""What a card says of ice that is hosted on it; there is none, as long as none can be stated."""
TAKES_COPIES = "root: pass: corp-may reveal-copy hq: re-encounter"
SWAPS_ICE = "root: approach-ice[1/run]: corp-may swap hq-ice; may-jackout"
"""What cards of the root do with ice of HQ; there is none where nobody says what lies there."""
BIDS = "bids-revealed"
"""What an identity hears of for which the Corp gains credits."""
_GAINS_FOR_BIDS = re.compile(rf"^{BIDS}: (cgain \d)$")
_SWAPS_ROOT = "root: approach-server: corp-may self-trash: swap-root; may-jackout"
_DRAWS_AT_HQ = "root: corp 1c: cdraw 1 (HQ runs)"
_TRASHES = ("self-trash", "[trash", "trash-own", "trash: ")
"""What else a card of the Corp's says by which it, or another one, may be trashed there."""
_STAFF = "root: corp [pc 1]: one ice str +1*power this turn"
_STINGS = "root: first sub of ap ice broken [1/turn]: net 1"
_FINES = "root: credits not of the pool spent [1/turn]: corp-may meat 4"
_BARS = "root: corp [trash]: no-install this run"
ONE_CHOSEN = re.compile(r"^root: runner cards do not break the ([a-z]+) chosen$")
FINE = 4
"""Damage for credits that are not of the pool."""
QUIET = "root: no-paid-abilities except icebreakers"
NO_STEALTH = "root: no stealth credits"
NO_KIND = re.compile(r"^root: no-use \[([a-z]+)\]$")
TAGS_FIRST = "tags +1 at outermost ice"
_HURTS_AFTER = "enc-end advanced [1/turn]: meat 1"
_REPLACES = re.compile(r"^root: on-net-damage\[first\]: corp-may pay (\d): replace core (\d)$")
FIRST_NET = "first net damage"
"""What a card hears of that makes another damage of it."""
_UNBREAKS = re.compile(r"^root: corp \[trash\]: unbreak 1 ([a-z]+)$")
_HARMLESS = re.compile(
    r"^root: (full-break: (mill|handsize)|rez-ice-here|rez-credits|on-rez|"
    r"sub-broken if tagged: cgain|run-begin: the credits to be spent)"
)
_EXCHANGED = "root: corp [1/run]: unrezzed ice here exchanged for ice hq"
_ADVANCES_ROOT = "root: all-passed: adv 2 on a card here for 5"
OF_NOISY = re.compile(r"^root: a use of a noisy icebreaker costs (\d) more$")
_ANY_ORDER = "root: run-begin: the ice here in any order"
_GOES_OUT = "run-begin[1/turn]: corp-may: {move-self outermost}"
"""What a piece of ice says that the Corp may have met first, in the first run of a turn."""
_ROAMS = "1c: move-self here at run-begin"
_SHUTS = "this-run: on ice: nothing of the pool can be spent or lost"
_BASES = re.compile(r"^root: trace \+(\d)$")
_FOR_TRACES = re.compile(r"^root: credits for traces (\d)$")


class Hearer(NamedTuple):
    """What a card of the Corp's does at an `event`, `once` in a run or each time; of cards that are
    trashed, for those alone that are `installed`."""

    title: str
    event: str
    effect: Node
    once: bool = False
    installed: bool = False


class Given(NamedTuple):
    """What the Corp may give ice of a `kind`, or any, as it is met, so many `times`: a subroutine
    behind its others."""

    kind: str
    text: str
    times: int


class Ground(NamedTuple):
    """What holds in all of a run: all ice has more `strength`; a click lost or spent takes the
    pool (`drains`: the card); at the outermost piece there are `tags_first` more tags; with what
    title how often a piece is met `again`; the Corp may buy strength once, for a piece (`buys`);
    tags for each trace that succeeds (`trace_tags`); with how many counters a card may make ice
    stronger, by as many as lie on it each time (`staff`); damage when AP ice is broken first
    (`stings`); damage once credits are spent that are not of the pool (`fine`); nothing can be
    installed (`bars`); `hearers` of what happens on the way; what the Corp may give ice as it is
    met (`given`); by the titles of `returns` the Runner may be sent before all ice once more, for a
    bid each; all ice has strength for so many credits of the Corp, if there are so many (`rich`);
    the run is not declared successful (`unsuccessful`); all `meat` damage is so much more; a piece
    that turns face down sends the Runner before the outermost one (`outward`); by the title of
    `reorders` the Corp has the ice stand in any order as the run begins; it may do
    a point less of net damage for credits (`sells_net`). `outgoing`: the places of the pieces that
    may go to the outermost place as the run begins, if not any order is the Corp's to choose;
    `roaming`: of those that may go to any place then, for a credit each, so many in all (`moves`).
    """

    strength: int = 0
    drains: str = ""
    tags_first: int = 0
    again: tuple[Again, ...] = ()
    buys: bool = False
    trace_tags: int = 0
    rearranges: str = ""
    staff: int = 0
    stings: int = 0
    fine: int = 0
    bars: bool = False
    hearers: tuple[Hearer, ...] = ()
    returns: tuple[str, ...] = ()
    rich: tuple[tuple[int, int], ...] = ()
    unsuccessful: bool = False
    meat: int = 0
    outward: bool = False
    given: tuple[Given, ...] = ()
    reorders: str = ""
    sells_net: bool = False
    outgoing: tuple[int, ...] = ()
    roaming: tuple[int, ...] = ()
    moves: int = 0

    @property
    def moves_ice(self) -> str:
        """The title of a card by which pieces may change places, or ""."""
        return self.rearranges or self.reorders

    @property
    def meets_again(self) -> bool:
        """Whether a piece may be met more than once."""
        return bool(self.again) or self.goes_back

    @property
    def goes_back(self) -> bool:
        """Whether all pieces may be ahead once more."""
        return bool(self.returns) or self.outward

    def by_credits(self, credits: int) -> int:
        """Strength that all ice has for credits of the Corp."""
        return sum(credits // by for by, least in self.rich if credits >= least)


NO_GROUND = Ground()


def _rezzed(scenario: Scenario) -> Iterator[Card]:
    return (card for card, _ in rezzed_in_root(scenario))


def clauses_of_root(scenario: Scenario) -> Iterator[tuple[Card, str]]:
    """The clauses of rezzed cards of the root that no game executes."""
    for card in _rezzed(scenario):
        yield from ((card, item.text) for item in card.rules.unexecuted)


def ground_of(scenario: Scenario) -> Ground:
    """What holds in a run on this server."""
    strength, drains, buys, traced, again = 0, "", False, 0, list(first_again(scenario))
    rearranges = reorders = ""
    texts = [text for _, text in clauses_of_root(scenario)]
    for card, text in clauses_of_root(scenario):
        if found := BY_HQ.match(text):
            strength += int(found[1]) * scenario.corp.hq_count
        elif text == _DRAINS:
            drains = card.title
        elif text == _BUYS:
            buys = True
        elif found := _TRACED.match(text):
            traced += int(found[1])
        elif text == _REARRANGES:
            rearranges = card.title
        elif text == _ANY_ORDER:
            reorders = card.title
        again += met_again(text, scenario)
    outgoing = () if reorders else _outgoing(scenario)
    moves = 0 if reorders else scenario.corp.credits_high
    roaming = tuple(n for n, card in enumerate(_ice(scenario)) if moves and says(card, _ROAMS))
    if moving := outgoing or roaming:
        reorders = _ice(scenario)[moving[-1]].title
    identity = scenario.corp.identity
    of_identity = [item.text for item in identity.rules.unexecuted] if identity is not None else []
    return Ground(
        strength,
        drains,
        of_identity.count(TAGS_FIRST),
        tuple(again),
        buys,
        traced + sum(says(placed.card, SUCCEEDS) for placed in scenario.runner.rig),
        rearranges,
        staff=_staff(scenario),
        stings=texts.count(_STINGS),
        fine=FINE * texts.count(_FINES),
        bars=_BARS in texts,
        hearers=tuple(_hearers(scenario)),
        returns=_returns(scenario),
        rich=tuple((int(m[1]), int(m[2])) for m in map(BY_CREDITS.match, texts) if m),
        unsuccessful=any(map(denies_success, _rezzed(scenario))),
        outward=_sends_outward(scenario),
        given=tuple(_given(scenario)),
        reorders=reorders,
        outgoing=outgoing,
        roaming=roaming,
        moves=min(moves, len(roaming)),
    )


def _outgoing(scenario: Scenario) -> tuple[int, ...]:
    """The places of the pieces that may go to the outermost place as the run begins; none where
    they stand there."""
    if scenario.runner.successful_runs_this_turn:
        return ()
    places = tuple(n for n, card in enumerate(_ice(scenario)) if says(card, _GOES_OUT))
    return places if any(places) else ()


def _given(scenario: Scenario) -> Iterator[Given]:
    """What the Corp may give ice as it is met for counters elsewhere."""
    found = Counter(
        match.groups() for s in counted(scenario) if (match := GIVEN_AS_MET.match(s.text))
    )
    return (Given(kind or "", text, times) for (kind, text), times in found.items())


def denies_success(card: Card) -> bool:
    """Whether runs on the server of a rezzed card are not declared successful."""
    return any(static.kind == "no-success" for static in card.rules.statics)


def _hearers(scenario: Scenario) -> Iterator[Hearer]:
    """The Corp's cards that do something when the Runner trashes ice, or is tagged."""
    identity = scenario.corp.identity
    for card in (*([identity] if identity is not None else []), *_rezzed(scenario)):
        for clause in card.rules.on:
            if clause.event not in (TRASHED, TAGGED):
                continue
            if card is not identity and clause.scope != "root":
                continue  # it hears of itself alone
            if "persistent" not in clause.qualifiers:  # of what lies in the root alone
                once = "1/turn" in clause.qualifiers
                installed = "installed" in clause.qualifiers
                yield Hearer(card.title, clause.event, clause.effect, once, installed)
                if any(item.text == _LEFT_ALIKE for item in card.rules.unexecuted):
                    yield Hearer(card.title, LEFT, clause.effect, once)
    for item in identity.rules.unexecuted if identity is not None else ():
        if identity is not None and (gains := _GAINS_FOR_BIDS.match(item.text)):
            yield Hearer(identity.title, BIDS, parse_effects(gains[1]))
    for card, text in clauses_of_root(scenario):
        if instead := _REPLACES.match(text):
            price = (Price("credits", Amount(int(instead[1]))),)
            effect = May("corp", Atom("core", Amount(int(instead[2]))), price)
            yield Hearer(card.title, FIRST_NET, effect, True)
    for said in counted(scenario):
        if found := HEARS.match(said.text):
            event = found[1]
            what = Atom("core") if event == FIRST_CORE else parse_effects(found[2])
            once = event in (FIRST_CORE, FIRST_INSTALLED)
            yield Hearer(said.card.title, event, what, once)


def _may_be_trashed(card: Card) -> bool:
    """Whether the Corp may trash a card, or another by it; ice that leaves by itself aside."""
    texts = [*_texts_of(card), *(ability.text for ability in card.rules.corp_abilities)]
    if card.type == "ice":
        texts = [text for text in texts if "self-trash" not in text]
    return any(word in text for text in texts for word in _TRASHES)


def hears_of_trash(card: Card) -> bool:
    """Whether something comes of it that the Runner trashes a card of the Corp's."""
    return any(clause.event == TRASHED for clause in card.rules.on)


def _returns(scenario: Scenario) -> tuple[str, ...]:
    """The cards of the root that may send the Runner before all ice."""
    return tuple(card.title for card, text in clauses_of_root(scenario) if text == _RETURNS)


def _sends_outward(scenario: Scenario) -> bool:
    """Whether a piece of ice sends the Runner before the outermost one, where all of it can be met
    again, rezzing it again is a matter of credits alone and none is met in the middle of another
    encounter."""
    ice = _ice(scenario)
    least = min((card.cost or 0 for card in ice if sends_outward(card)), default=0)
    least -= cheaper_to_rez(scenario)
    if least <= 0 or scenario.corp.credits_high > _MOST_AGAIN * least:
        return False
    if any(map(acts_when_rezzed, ice)) or any(map(calls_others, ice)):
        return False
    sides = (scenario.corp.identity, scenario.runner.identity, scenario.runner.event)
    beside = [card for card in sides if card is not None]
    beside += [*_rezzed(scenario), *(placed.card for placed in scenario.runner.rig)]
    if any(map(acts_on_rezzing, active_elsewhere(scenario))):
        return False
    return not any(_OF_REZZING.search(text) for card in beside for text in _texts_of(card))


def sends_outward(card: Card) -> bool:
    """Whether a subroutine turns its piece face down and sends the Runner before all ice."""
    return any({atom.name for atom in atoms_of(sub)} >= _OUTWARD for sub in card.rules.subs)


def _ice(scenario: Scenario) -> list[Card]:
    return [for_prices(piece.card) for piece in scenario.ice if piece.card is not None]


def _texts_of(card: Card) -> list[str]:
    """What the clauses of a card say, subroutines aside."""
    rules = card.rules
    return [
        each.text for clauses in (rules.on, rules.statics, rules.unexecuted) for each in clauses
    ]


_MOST_AGAIN = 8
"""How often the Corp may be able to rez a piece again where each time is followed."""
_OUTWARD = frozenset({"self-derez", "go-outermost"})
_OF_REZZING = re.compile(r"\b(rez|unrez)")
"""What a card beside ice says when it may matter that a piece is rezzed on the way."""


def _staff(scenario: Scenario) -> int:
    """Counters by which a card of the root makes ice stronger."""
    there = [
        placed.power
        for placed in scenario.root
        if placed.card is not None and placed.rezzed and placed.power
        if any(item.text == _STAFF for item in placed.card.rules.unexecuted)
    ]
    if len(there) > 1:
        raise CapacityError("several cards of the root that make ice stronger for counters")
    return sum(there)


def adds_to_bases(card: Card | None) -> int:
    """What a card of the root, once rezzed, adds to the bases of all traces."""
    items = card.rules.unexecuted if card is not None else ()
    return sum(int(found[1]) for item in items if (found := _BASES.match(item.text)))


def pays_for_traces(card: Card) -> int:
    """What lies on a card of the root, once rezzed, for traces alone."""
    found = (_FOR_TRACES.match(item.text) for item in card.rules.unexecuted)
    return sum(int(each[1]) for each in found if each)


def known_of_root(item: Unexecuted, scenario: Scenario) -> bool:
    """Whether a clause of a rezzed card of the root is counted here, or has no say."""
    text = item.text
    if text in (PURGES, _DRAINS, QUIET, _BUYS, _REARRANGES) or _HARMLESS.match(text):
        return True
    if text in (_STAFF, _STINGS, _FINES, _BARS, NO_STEALTH) or NO_KIND.match(text):
        return True
    if text == _ANY_ORDER or OF_NOISY.match(text):
        return True
    if text == _EXCHANGED:
        return not _may_be_exchanged(scenario)
    if text == _ADVANCES_ROOT:
        return not any("adv" in mentioned(card.rules) for card in _rezzed(scenario))
    if BY_CREDITS.match(text) or _BASES.match(text) or _FOR_TRACES.match(text):
        return True
    if text == HOSTS_ICE:
        return True
    if text == _SWAPS_ROOT:
        return not any(card.type == "upgrade" for card in active_elsewhere(scenario))
    if text == _DRAWS_AT_HQ:
        beside = (*_rezzed(scenario), *_ice(scenario))
        others = (t for card in beside for t in (*_texts_of(card), *card.rules.sub_texts))
        return not any("hq" in other for other in others if other != text)
    if text == _LEFT_ALIKE:
        return not any(map(_may_be_trashed, (*_rezzed(scenario), *_ice(scenario))))
    if text == _RETURNS:
        return bool(_returns(scenario))
    if is_intervention(item) or AGAIN.match(text) or _REPLACES.match(text) or _TRACED.match(text):
        return True
    if found := _UNBREAKS.match(text):
        ice = (piece.card for piece in scenario.ice if piece.card is not None)
        return not any(found[1] in card.subtypes for card in ice)
    if text == SWAPS_ICE:
        return not any(card.type == "ice" for card, _ in scenario.corp.hq)
    return BY_HQ.match(text) is not None


def _may_be_exchanged(scenario: Scenario) -> bool:
    """Whether ice of HQ may come in the place of a piece that is not rezzed."""
    hq = scenario.corp.hq
    ice = any(card.type == "ice" for card, _ in hq) or (not hq and scenario.corp.hq_count > 0)
    return ice and not all(piece.rezzed for piece in scenario.ice)


def is_undecided(item: Unexecuted, scenario: Scenario) -> bool:
    """Whether a clause of a card of the root is about one piece of ice, of several that may have
    been chosen."""
    found = ONE_CHOSEN.match(item.text)
    here = [piece.card for piece in scenario.ice if piece.card is not None]
    return found is not None and sum(found[1] in card.subtypes for card in here) > 1


def known_of_identity(item: Unexecuted, scenario: Scenario) -> bool:
    """The same of the Corp's identity."""
    if item.text == _HURTS_AFTER:
        return not any(advances(piece.card) for piece in scenario.ice if piece.card is not None)
    return item.text == TAGS_FIRST


_NO_PLACING = re.compile(r"\badv \S+ remote-root|corp-may adv \d")
"""What is said of counters on cards of other servers, and of those that are a price."""


def may_advance_ice(ice: Sequence[Card]) -> bool:
    """Whether one of these pieces may place advancement counters on one of them: on any card, on
    itself, or on one that can be advanced."""
    placing = [text for card in ice for text in _placing(card)]
    chosen = any("any-card" in text or "adv-self" in text for text in placing)
    growing = any(static.kind == "advanceable" for card in ice for static in card.rules.statics)
    return bool(placing) and (chosen or growing)


def _placing(card: Card) -> list[str]:
    """What a piece says by which it places some once it is met."""
    met = (text for text in _texts_of(card) if not text.startswith("rez"))
    texts = (_NO_PLACING.sub("", text) for text in (*card.rules.sub_texts, *met))
    return [text for text in texts if re.search(r"\badv(-self)? \d", text)]


def shuts_pool(event: Card | None) -> bool:
    """Whether a run event closes the pool: nothing of it can be spent, or lost."""
    return event is not None and any(item.text == _SHUTS for item in event.rules.unexecuted)


def hurts_after(identity: Card | None) -> bool:
    """Whether the first encounter with advanced ice in a turn ends with damage."""
    return identity is not None and any(i.text == _HURTS_AFTER for i in identity.rules.unexecuted)


def says(card: Card, text: str) -> bool:
    """Whether a card has a clause of this text that no game executes."""
    return any(item.text == text for item in card.rules.unexecuted)


_AT_PLACES = ("only outermost", "only innermost")


def works_at_places(card: Card) -> bool:
    """Whether a card of the rig works at the outermost or innermost piece of ice alone."""
    return any(static.kind in _AT_PLACES for static in card.rules.statics)


def counts_ice(root: Card) -> bool:
    """Whether a card of the root makes ice stronger for ice that is there."""
    return any(static.amount.register == "ice-here" for static in ice_statics(root))


def braces_advanced(root: Card) -> bool:
    """Whether a card of the root makes ice stronger that is advanced."""
    conditions = (static.condition for static in ice_statics(root))
    return any(each is not None and each.subject == "adv" for each in conditions)
