"""What of a scenario has no price: a server that `simcore break --server` refuses, by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from simcore.cards.card import Card
from simcore.cards.setting import is_folded
from simcore.cards.syntax import Unexecuted
from simcore.cards.unplayed import for_prices
from simcore.cards.walking import atoms_of
from simcore.errors import CapacityError, Problem, ScenarioError
from simcore.prices.begun import ON_THE_WAY, clauses_beside, gain_of, is_bypass
from simcore.prices.corp.ground import (
    braces_advanced,
    ground_of,
    known_of_identity,
    known_of_root,
    may_advance_ice,
    shuts_pool,
)
from simcore.prices.corp.price_ice import counts_counters, counts_hq, priced_ice, refused_guests
from simcore.prices.corp.subtypes import CHANGES_THE_FIRST
from simcore.prices.cost import unpriced_ice, unpriced_rig
from simcore.prices.rig.gnawing import gnawed_before
from simcore.prices.rig.preventing import refused_by_tagging
from simcore.prices.rig.price_alone import is_counted_by_others
from simcore.prices.stated import may_tag
from simcore.prices.way.attempt import Attempt, texts_of_ice
from simcore.prices.way.doing import HARMLESS
from simcore.prices.way.targets import qualifies
from simcore.prices.way.wall import cannot_be_trashed, rivals_for_counters
from simcore.scenario import Scenario

_ON_ICE = ("break", "ice-here", "str +", "gain-sub", "encounter")
"""What a clause of a root card, not executed, says when it may change what ice costs."""
_BEHIND_ALL_ICE = ("root: success", "access")
"""What it begins with when it comes too late for that."""
_UNFOLLOWED = ("self-to-hq", "self>hq", "discard-hq", "breach hq")
"""What a clause of ice says when it may change the number of cards in HQ, and is not followed."""
_MOVE_HQ = ("cdraw", "hq-to", "to-hq", "hq 1", "install", "corp-cards")
"""What it says when the Corp may have more cards in HQ, or fewer."""
_COUNTED = (
    "tags",
    "bp",
    "threat",
    "rezzed-outside",
    "rezzed-assets",
    "current",
    "archives-transactions",
)
_AROUND = dict.fromkeys((*_COUNTED, "heap", "virtual-res"), 99)
"""There may be so many of what clauses count that are not written in as stated."""
_ON_ICE_NOW = "this-run: on ice"
"""What a clause of a run event says first that changes what ice costs."""
_ADVANCES_ITSELF = "encounter: adv-self"
_TAKING = ("trash", "own-trash", "bounce")
_OF_GRIP = re.compile(r"\b(net|meat|core|draw|grip|discard)\b")


def identities_of(scenario: Scenario) -> tuple[Card, ...]:
    """Both sides' identities that do not stand in the rig."""
    both = (scenario.runner.identity, scenario.corp.identity)
    return tuple(card for card in both if card is not None)


def clauses_of_event(scenario: Scenario) -> tuple[Unexecuted, ...]:
    """What is not executed of the event that started the run."""
    event = scenario.runner.event
    return event.rules.unexecuted if event is not None else ()


def refuse_unknown(scenario: Scenario) -> None:
    """Raises `ScenarioError` where a piece of ice is not known, or where cards say what comes of
    them in games: on a way that is chosen as it is gone it may be another thing."""
    if scenario.for_games:
        words = "read for games: for a price it is read without a breach (breach=False)"
        raise ScenarioError(scenario.source, [Problem("", words)])
    problems = [
        Problem(
            f"server.ice[{place}]",
            "an unknown piece has no price of its own: ask for all draws "
            f"(it may be {', '.join(card.title for card, _ in piece.candidates[:3])}"
            + (" …)" if len(piece.candidates) > 3 else ")"),
        )
        for place, piece in enumerate(scenario.ice)
        if piece.card is None
    ]
    if problems:
        raise ScenarioError(scenario.source, problems)


def refuse_unpriced(scenario: Scenario, passing: bool) -> None:
    """Raises `CapacityError` for what no price is known for: clauses of cards that are not
    executed, of cards beside the ice that act on the way; all named."""
    found = unpriced_rig(
        scenario.runner.rig, scenario.server, passing, _moving(scenario, passing), _AROUND
    )
    met = [piece.card for piece in scenario.ice if piece.card is not None]
    found += refused_by_tagging(scenario.runner.rig, met)
    hosted = any(placed.host is not None for placed in scenario.runner.rig)
    rezzed = [root.card for root in scenario.root if root.card and root.rezzed]
    braced = any(map(braces_advanced, rezzed))
    for place, piece in enumerate(scenario.ice):
        assert piece.card is not None
        card = piece.card
        found += unpriced_ice(card, piece.advancement, scenario.server, _AROUND)
        found += refused_guests(card, place, scenario.runner.rig) + rivals_for_counters(
            card, piece.power
        )
        if counts_hq(card) and passing and _moves_hq(scenario, _UNFOLLOWED):
            found.append(f"{card.title} counts HQ, where cards come and go on the way")
        if braced and any(item.text.startswith(_ADVANCES_ITSELF) for item in card.rules.unexecuted):
            found.append(
                f"{card.title}: counters placed on the way beside a card of the root that "
                "counts them"
            )
        if counts_counters(card) and not (piece.rezzed or piece.power):
            found.append(f"{card.title}: say how many power counters lie on it")
        now = [clause for clause in piece.card.rules.on if clause.event != "rez"]
        atoms = [atom.name for clause in now for atom in atoms_of(clause.effect)]
        if hosted and "take-trojan" in atoms:
            found.append(f"{piece.card.title}: 'take-trojan' beside hosted programs has no price")
    for card in rezzed:
        found += [
            f"{card.title}: '{item.text}' is not executed yet"
            for item in card.rules.unexecuted
            if any(word in item.text for word in _ON_ICE) and not known_of_root(item, scenario)
            if not item.text.startswith(_BEHIND_ALL_ICE)
        ]
    for card in identities_of(scenario):
        found += [
            f"{card.title}: '{item.text}' is not executed yet"
            for item in card.rules.unexecuted
            if _acts_on_the_way(item, scenario) and not CHANGES_THE_FIRST.match(item.text)
            if card is not scenario.corp.identity or not known_of_identity(item, scenario)
        ]
    for item in clauses_of_event(scenario):
        assert scenario.runner.event is not None
        shut = shuts_pool(scenario.runner.event) and not _asks_for_stealth(scenario)
        if item.text.startswith(_ON_ICE_NOW) and not shut:
            found.append(f"{scenario.runner.event.title}: '{item.text}' is not executed yet")
    for card, holder, clause in clauses_beside(scenario):
        harmless = HARMLESS.issuperset(atom.name for atom in atoms_of(clause.effect))
        harmless |= gain_of(clause) > 0
        if not (is_bypass(clause) or is_folded(clause, holder) or harmless):
            found += [f"{card.title}: '{clause.text}' has no price yet"]
    if found:
        raise CapacityError("; ".join(found))


def refuse_gone(stated: Scenario, attempt: Attempt) -> None:
    """Raises `ScenarioError` where a rezzed piece would have been trashed before the run."""
    if attempt.ground.rich:
        return
    problems = []
    for wall, piece in zip(attempt.walls, stated.ice, strict=True):
        ice = priced_ice(wall.card, wall.setting, wall.place, wall.braced, wall.lent)
        target = ice.tagged(attempt.tags).target
        printed = wall.card.strength or 0
        gone = gnawed_before(attempt.slots, attempt.state, wall.place, target, printed)
        if gone is not None and piece.rezzed and not cannot_be_trashed(wall.card):
            words = f"{gone.title} on it leaves it no strength: it is trashed before the run"
            right = "leave both out, state fewer counters, or that it is not rezzed yet"
            problems.append(Problem(f"server.ice[{wall.place}]", f"{words}; {right}"))
    if problems:
        raise ScenarioError(stated.source, problems)


def _moving(scenario: Scenario, passing: bool) -> frozenset[str]:
    """What may change on the way of all that rig cards count; what is broken does nothing."""
    names, taken, unread = set[str](), set[str](), ""
    for card in (piece.card for piece in scenario.ice if piece.card is not None):
        effects = [clause.effect for clause in card.rules.on]
        effects += card.rules.subs if passing else ()
        atoms = [atom for effect in effects for atom in atoms_of(effect)]
        names |= {atom.name for atom in atoms}
        taken |= {atom.words[0] for atom in atoms if atom.name in _TAKING}
        keys = ("on", "subs") if passing else ("on",)
        unread += " ".join(item.text for item in card.rules.unexecuted if item.key in keys)
    beside = {
        atom.name for *_, clause in clauses_beside(scenario) for atom in atoms_of(clause.effect)
    }
    moving = set[str]()
    if "core" in names or "core" in unread:
        moving.add("core")
    if (names | beside) & {"net", "meat", "core", "rdraw"} or _OF_GRIP.search(unread):
        moving.add("grip")
    counted = [each for each in scenario.runner.rig if is_counted_by_others(each)]
    if "trash" in unread or any(qualifies(kind, each) for kind in taken for each in counted):
        moving.add("rig")
    return frozenset(moving)


def _acts_on_the_way(item: Unexecuted, scenario: Scenario) -> bool:
    """Whether a clause of an identity, not executed, may change what ice costs here."""
    if item.text.startswith("encounter of ice just rezzed"):
        return False  # all ice has been rezzed before
    if item.text.startswith("enc-end advanced"):
        advanced = any(piece.advancement for piece in scenario.ice)
        there = [piece.card for piece in scenario.ice if piece.card is not None]
        return advanced or may_advance_ice(there)
    return item.key == "static" or item.text.startswith(ON_THE_WAY)


def _asks_for_stealth(scenario: Scenario) -> bool:
    """Whether a card of the rig can be used for stealth credits alone."""
    rules = [placed.card.rules for placed in scenario.runner.rig]
    breaks = any(each.stealth for r in rules for each in r.breaks)
    pumps = any(each.stealth for r in rules for each in r.pumps)
    return breaks or pumps or any("[stealth" in item.text for r in rules for item in r.unexecuted)


def hq_is_counted(scenario: Scenario) -> str:
    """The ice that counts the cards in HQ where some may come there or leave it on the way, or
    ""."""
    cards = (for_prices(piece.card) for piece in scenario.ice if piece.card is not None)
    counting = next((card.title for card in cards if counts_hq(card)), "")
    return counting if _moves_hq(scenario, _MOVE_HQ) else ""


def _moves_hq(scenario: Scenario, words: Sequence[str]) -> bool:
    """Whether ice, or what the Corp has for a tag, says one of these words."""
    heard = (atom.name for h in ground_of(scenario).hearers for atom in atoms_of(h.effect))
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    if may_tag(cards) and not set(words).isdisjoint(heard):
        return True
    texts = [text for card in cards for text in texts_of_ice(card)]
    texts += [item.text for card in cards for item in card.rules.unexecuted]
    return any(word in text for text in texts for word in words)
