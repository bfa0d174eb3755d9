"""Ice of HQ or Archives that comes into the server on the way.

A subroutine has it installed directly inward of its piece, or the Corp's identity has it
installed innermost. It is met if the Corp pays for rezzing it; of what nobody states to lie in HQ
nothing comes, which is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.cards.syntax import Amount, Clause
from simcore.cards.walking import found_in, mentioned
from simcore.plan.pieces import Slot
from simcore.prices.corp.asked_to_rez import Asked, asked_to_rez
from simcore.prices.corp.everywhere import as_all_ice
from simcore.prices.corp.further_effects import SWAPS_OTHERS
from simcore.prices.corp.ground import (
    ONE_CHOSEN,
    TAKES_COPIES,
    clauses_of_root,
    counts_ice,
    ground_of,
    works_at_places,
)
from simcore.prices.corp.price_ice import (
    counts_hq,
    counts_outside,
    counts_pieces,
    has_aura,
    looks_at_others,
    may_shuffle,
)
from simcore.prices.corp.table_elsewhere import active_elsewhere
from simcore.prices.corp.when_rezzed import acts_when_rezzed
from simcore.prices.stated import without
from simcore.prices.way.wall import Wall
from simcore.scenario import PlacedIce, PlacedRoot, Scenario, rezzed_in_root

FIRST_PLACE = 100
"""The place of the first piece that may come in."""
_INWARD = re.compile(
    r"^(?:corp-may: )?install ice(?P<hq> hq inward free)?$"
    r"|^corp-may: \{install-rez ice:(?P<kind>[a-z]+) hq,archives inward; .+\}$"
)
_ANY_ICE = re.compile(r"\binstall card\b(?!.*other-server)(?P<piles>( [a-z0-9,-]+)?)")
_FROM = re.compile(r"\binstall card(?:-[a-z]+)?(?: ((?:hq|archives|rd)[a-z0-9,-]*))?")
_AS_INSTALLED = "installed from elsewhere than HQ: "
_PIECES_HERE = "ice-here"
_OF_ICE_HERE = re.compile(r"^root: ((rez-)?ice-here|encounter|enc-end|full-break)\b")
_OF_THE_RUN = "passed-rezzed"
"""What a card of 1996 asks that looks at all ice which is passed in a run on its server."""
_ANY_CARD = re.compile(r"\binstall card\b(?! rd)(?!.*other-server)")


class Newcomer(NamedTuple):
    """A piece that may come in: how it would stand, how many copies lie in HQ and Archives, what it
    asks for to be rezzed."""

    wall: Wall
    hq: int
    archives: int
    asked: Asked

    def is_within(self, credits: int) -> bool:
        """Whether so many credits, and what else the Corp has for it, are enough to rez it."""
        less = self.asked.saved()
        return less is not None and (self.wall.card.cost or 0) - less <= credits


def is_install(text: str) -> bool:
    """Whether a subroutine has ice installed directly inward."""
    return _INWARD.match(text) is not None


def brings(card: Card) -> bool:
    """Whether a piece of ice has a subroutine that has ice installed directly inward."""
    return any(map(is_install, card.rules.sub_texts))


class Bringing(NamedTuple):
    """What a piece has installed inward of it: from HQ alone; of one `kind`, rezzed for nothing, or
    any that the Corp pays for (""). It pays so much for `each` piece that stands there, or `half`
    of what rezzing costs, and so many credits `less`. What is met `in_hq` is not installed: it is
    met alone."""

    from_hq: bool
    kind: str
    each: int = 0
    half: bool = False
    in_hq: bool = False
    less: int = 0

    def of(self, newcomer: Newcomer, joined: Sequence[Newcomer]) -> Bringing | None:
        """How a piece is brought once others have joined the server; None if it cannot be."""
        if self.kind:
            return self if self.kind in newcomer.wall.card.subtypes else None
        less = newcomer.asked.saved(sum(each.asked.forfeited for each in joined))
        return None if less is None else self._replace(less=less)

    def price(self, rez: int, there: int) -> int:
        """Credits of the Corp for a piece of a rez cost behind so many others."""
        if self.kind:
            return 0
        rez = max(0, rez - self.less)
        return (rez // 2 if self.half else rez) + self.each * there


_OF_HQ = {
    "approach-server [1/turn]: corp-may install ice hq innermost": Bringing(True, ""),
    "root: success: ice of HQ installed innermost [1/run]": Bringing(True, "", each=1),
    "root: success: ice of HQ met for half its rez cost [1/run]": Bringing(
        True, "", half=True, in_hq=True
    ),
}
"""What the Corp's identity, or a card of the root, says by which ice of HQ comes behind all ice."""


def bringing_of(card: Card) -> Bringing:
    """What a piece of ice has installed inward of it."""
    found = [match for text in card.rules.sub_texts if (match := _INWARD.match(text))]
    kinds = [match["kind"] for match in found if match["kind"]]
    return Bringing(all(match["hq"] for match in found), kinds[0] if kinds else "")


def innermost_of(scenario: Scenario) -> list[tuple[str, Bringing]]:
    """The titles of the Corp's cards that have ice of HQ met behind all ice, each with what it
    brings."""
    cards = [card for card, _ in rezzed_in_root(scenario)]
    cards += [scenario.corp.identity] if scenario.corp.identity is not None else []
    return [
        (card.title, _OF_HQ[item.text])
        for card in cards
        for item in card.rules.unexecuted
        if item.text in _OF_HQ
    ]


def _ice_at_hand(scenario: Scenario) -> dict[str, tuple[Card, int, int]]:
    """Ice that is stated to lie in HQ or Archives: the card, how many copies in each."""
    found: dict[str, tuple[Card, int, int]] = {}
    piles = [(card, number, 0) for card, number in scenario.corp.hq]
    piles += [(card, 0, 1) for card in scenario.corp.archives]
    for card, hq, archives in piles:
        if card.type == "ice":
            _, more_hq, more_archives = found.get(card.id, (card, 0, 0))
            found[card.id] = (card, hq + more_hq, archives + more_archives)
    return found


def nothing_comes(scenario: Scenario) -> bool:
    """Whether it is known that no ice can come in."""
    known = bool(scenario.corp.hq) or not scenario.corp.hq_count
    return (known and not _ice_at_hand(scenario)) or _rezzes_nothing(scenario)


def _rezzes_nothing(scenario: Scenario) -> bool:
    """Whether the Corp cannot rez ice in this run."""
    event = scenario.runner.event
    statics = event.rules.statics if event is not None else ()
    return any(static.kind == "no-rez" for static in statics)


def may_come(scenario: Scenario) -> int:
    """How many pieces that are known may come in and be rezzed in this run."""
    _, copies = with_newcomers(scenario)
    if not copies:
        return 0
    cards = (piece.card for piece in scenario.ice if piece.card is not None)
    texts = (text for card in cards for text in card.rules.sub_texts)
    innermost = sum(not each.in_hq for _, each in innermost_of(scenario))
    return innermost + sum(map(is_install, texts))


def cards_that_may_come(scenario: Scenario) -> list[Card]:
    """The ice that may come in, as far as that is followed."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    ways = [bringing_of(card) for card in cards if brings(card)]
    ways += [each for _, each in innermost_of(scenario)]
    return [
        card
        for card, hq, archives in (_ice_at_hand(scenario).values() if may_come(scenario) else ())
        if any(
            (hq or (archives and not way.from_hq)) and (not way.kind or way.kind in card.subtypes)
            for way in ways
        )
    ]


def with_newcomers(scenario: Scenario) -> tuple[Scenario, Sequence[tuple[int, int, Asked]]]:
    """A scenario in which what may come in stands behind all other ice, and how many copies of
    each lie in HQ and Archives, with what it asks for to be rezzed; nothing where nobody comes, or
    where it cannot be followed."""
    corp = scenario.corp
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    innermost = innermost_of(scenario)
    if not (any(map(brings, cards)) or innermost) or len(innermost) > 1:
        return scenario, ()
    if (not corp.hq and corp.hq_count) or _rezzes_nothing(scenario):
        return scenario, ()
    there = list(_ice_at_hand(scenario).values())
    if any(map(_looks_at_places, [*cards, *(card for card, *_ in there)])):
        return scenario, ()
    if any(acts_when_rezzed(card) for card, *_ in there):
        return scenario, ()
    in_hq = any(each.in_hq for _, each in innermost)
    if in_hq and any(counts_outside(card) for card, *_ in there):
        return scenario, ()  # nothing is outside of it
    of_hq_alone = {bringing_of(card).from_hq for card in cards if brings(card)}
    of_hq_alone |= {each.from_hq for _, each in innermost}
    if len(of_hq_alone) > 1 and any(hq and archives for _, hq, archives in there):
        return scenario, ()  # which of the copies has come would have to be told
    ground = ground_of(scenario)
    rezzed = [placed.card for placed in scenario.root if placed.card and placed.rezzed]
    if ground.moves_ice or ground.meets_again or any(map(counts_ice, rezzed)):
        return scenario, ()
    if any(works_at_places(placed.card) for placed in scenario.runner.rig):
        return scenario, ()
    ice = (*scenario.ice, *map(PlacedIce, as_all_ice((card for card, *_ in there), scenario)))
    root = tuple(map(_chosen_before, scenario.root))
    if in_hq:
        root = tuple(map(_of_the_run_alone, root))
    asked = [asked_to_rez(card, scenario) for card, *_ in there]
    copies = [(hq, pile, each) for (_, hq, pile), each in zip(there, asked, strict=True)]
    return replace(scenario, ice=ice, root=root), copies


def _chosen_before(placed: PlacedRoot) -> PlacedRoot:
    """A card of the root without what it says of a piece that was chosen when it was rezzed: what
    comes in now is none."""
    card = placed.card
    if card is None:
        return placed
    chosen = [item for item in card.rules.unexecuted if ONE_CHOSEN.match(item.text)]
    return replace(placed, card=without(card, chosen)) if chosen else placed


def _of_the_run_alone(placed: PlacedRoot) -> PlacedRoot:
    """A card of the root without what it says of ice that protects this server: what is met in HQ
    is installed nowhere."""
    card = placed.card
    if card is None:
        return placed
    card = without(card, [item for item in card.rules.unexecuted if _OF_ICE_HERE.match(item.text)])
    statics = tuple(each for each in card.rules.statics if not each.kind.startswith("ice-here"))
    on = tuple(each for each in card.rules.on if not _is_toll_here(each))
    return replace(placed, card=replace(card, rules=replace(card.rules, statics=statics, on=on)))


def _is_toll_here(clause: Clause) -> bool:
    """Whether a card of the root asks for something behind ice that protects its server, not behind
    all ice that is met in the run."""
    of_root = clause.event == "pass" and clause.scope == "root"
    return of_root and _OF_THE_RUN not in mentioned(clause)


def copies_left_out(scenario: Scenario) -> tuple[str, ...]:
    """Cards of the root that have ice met again for a copy of it in HQ, where ice may come in and
    leave one there."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    bringing = any(map(brings, cards)) or bool(innermost_of(scenario))
    there = _ice_at_hand(scenario).values()
    if not bringing or not any(hq and hq + archives > 1 for _, hq, archives in there):
        return ()
    words = "that ice which comes in on the way may be met again for a copy in HQ is left out"
    taking = [card.title for card, text in clauses_of_root(scenario) if text == TAKES_COPIES]
    return tuple(f"{title}: {words}" for title in dict.fromkeys(taking))


def _looks_at_places(card: Card) -> bool:
    looking = counts_pieces(card) or counts_hq(card) or has_aura(card)
    return looking or looks_at_others(card) or may_shuffle(card)


def installs_left_out(scenario: Scenario, passing: bool) -> tuple[str, ...]:
    """Ice that may install cards of the root or other ice, where these are at hand and that is felt
    on the way."""
    words = "ice that it may install outermost is left out"
    ice = _outermost_left_out(scenario) if passing else ()
    found = (f"{title}: {words}" for title in dict.fromkeys(ice))
    gaining = _gaining_left_out(scenario) if passing else ()
    return (*upgrades_left_out(scenario, passing), *found, *dict.fromkeys(gaining))


def upgrades_left_out(scenario: Scenario, passing: bool) -> tuple[str, ...]:
    """Ice that may install cards of the root, where upgrades are stated to be at hand."""
    corp = scenario.corp
    known = (*(card for card, _ in corp.hq), *corp.archives)
    if not passing or all(card.type != "upgrade" for card in known):
        return ()
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    found = [card for card in cards if any(map(_ANY_CARD.search, _texts_of(card)))]
    words = "upgrades that it may install are left out"
    return tuple(dict.fromkeys(f"{card.title}: {words}" for card in found))


def _gaining_left_out(scenario: Scenario) -> Iterator[str]:
    """Ice that may install a card from elsewhere than HQ for which the Corp gains something then,
    where one is known to lie there."""
    corp = scenario.corp
    for card in (piece.card for piece in scenario.ice if piece.card is not None):
        for match in filter(None, map(_FROM.search, _texts_of(card))):
            piles = match[1] or "hq,archives"
            lying = corp.archives if "archives" in piles else ()
            lying += corp.rd_top if "rd" in piles else ()
            for other in lying:
                if any(text.startswith(_AS_INSTALLED) for text in texts_outside(other)):
                    words = f"what {other.title} does as it is installed is left out"
                    yield f"{card.title}: {words}"


def _outermost_left_out(scenario: Scenario) -> Iterator[str]:
    """Ice that may install other ice protecting this server, where ice behind it counts how many
    pieces there are, or the Runner may be sent outward to what has come in."""
    corp, ice, back = scenario.corp, scenario.ice, ground_of(scenario).goes_back
    archived = any(card.type == "ice" for card in corp.archives)
    held = not corp.hq and corp.hq_count > 0
    held |= any(card.type == "ice" for card, _ in corp.hq)
    counting = [
        place
        for place, piece in enumerate(ice)
        if piece.card is not None
        if any(a.register == _PIECES_HERE for a in found_in(piece.card.rules, Amount))
    ]
    for place, piece in enumerate(ice):
        texts = _texts_of(piece.card) if piece.card is not None else []
        found = [match for match in map(_ANY_ICE.search, texts) if match]
        piles = " ".join(match["piles"] or "hq archives" for match in found)
        there = "rd" in piles or (held and "hq" in piles) or (archived and "archives" in piles)
        felt = back or any(other > place for other in counting)
        if piece.card is not None and there and felt:
            yield piece.card.title


def _texts_of(card: Card) -> list[str]:
    """The subroutines of a piece, those that it gains among them."""
    return [*card.rules.sub_texts, *(item.text for item in card.rules.unexecuted)]


def swaps_left_out(scenario: Scenario, passing: bool, of_root: bool) -> tuple[str, ...]:
    """Ice that may swap cards with what is stated to lie elsewhere: other ice for ice, cards of the
    root, where one lies here (`of_root`), for upgrades."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    elsewhere = {card.type for card in active_elsewhere(scenario)}
    both = (
        ("ice", "in ice of other servers", len(cards) > 1),
        ("upgrade", "cards of the root", of_root),
    )
    words = [words for kind, words, here in both if here and passing and kind in elsewhere]
    found = dict.fromkeys(card.title for card in cards if SWAPS_OTHERS in card.rules.sub_texts)
    return tuple(
        f"{title}: that it may swap {each} is left out" for title in found for each in words
    )


def newcomers(
    walls: Sequence[Wall],
    copies: Sequence[tuple[int, int, Asked]],
    slots: Sequence[Slot],
) -> tuple[Newcomer, ...]:
    """The pieces that may come in, of all `walls` the last ones; none for a rig that looks at
    places."""
    if any(slot.swaps or slot.outermost or slot.copies or slot.removes for slot in slots):
        return ()
    outer = len(walls) - len(copies)
    return tuple(
        Newcomer(replace(wall, place=FIRST_PLACE + number), *there)
        for number, (wall, there) in enumerate(zip(walls[outer:], copies, strict=True))
    )
