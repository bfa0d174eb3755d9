"""What active cards elsewhere do that no price counts, where it may matter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from simcore.cards.card import Card
from simcore.cards.syntax import Atom, Price, Rules
from simcore.cards.unplayed import for_prices
from simcore.cards.walking import found_in, mentioned
from simcore.prices.corp.coming import cards_that_may_come
from simcore.prices.corp.gates import trashes_ice
from simcore.prices.corp.ground import ground_of
from simcore.prices.corp.price_ice import counts_hq, looks_at_others, may_shuffle
from simcore.prices.corp.rez_costs import asks_for_rez_costs
from simcore.prices.corp.rezzed_in_run import (
    bioroids_may_be_paid_for,
    left_out_of_rezzing,
    may_be_paid_for,
    may_be_rezzed,
)
from simcore.prices.corp.subtypes import kinds_there
from simcore.prices.corp.table_elsewhere import all_said, holds_at_server, lines_of
from simcore.prices.corp.titles_of_hq import using_titles
from simcore.prices.rig.dear_to_use import has_other_uses, only_one_is_boosted
from simcore.prices.rig.from_heap import may_install
from simcore.prices.rig.made_by_rig import texts_of
from simcore.scenario import PlacedRoot, Scenario, rezzed_in_root


def left_out_elsewhere(scenario: Scenario) -> tuple[str, ...]:
    """The clauses, each once, with their cards; and those of all active cards that look at ice
    which is rezzed in the run."""
    found = (
        f"{said.card.title}: '{said.left_out}'"
        for said in all_said(scenario)
        if said.left_out and not said.lacking and holds_at_server(said, scenario)
        if said.asked not in MATTERS or MATTERS[said.asked](scenario)
    )
    return tuple(dict.fromkeys((*found, *left_out_of_rezzing(scenario))))


def _ice(scenario: Scenario) -> Iterator[Card]:
    """The ice that stands there, and that may come in."""
    yield from (piece.card for piece in scenario.ice if piece.card is not None)
    yield from cards_that_may_come(scenario)


def _is_helped_by_success(scenario: Scenario) -> bool:
    """Whether the Runner may have something by it that the run is declared successful."""
    texts = [text for card in scenario.runner.cards() for text in texts_of(card)]
    helped = ("success", "instead:", "instead[", "instead on the")
    return any(w in text for text in texts for w in helped) or _says(scenario, "success")


def deals_net_damage(scenario: Scenario) -> bool:
    """Whether ice, or an active card of the root or elsewhere, may deal net damage."""
    return _deals(scenario, "net ")


def _deals(scenario: Scenario, kind: str) -> bool:
    rules = [card.rules for card, _ in rezzed_in_root(scenario)]
    root = [text for card, _ in rezzed_in_root(scenario) for text in texts_of(card)]
    root += [ability.text for each in rules for ability in each.corp_abilities]
    elsewhere = [said.text for said in all_said(scenario)]
    return any(kind in text for text in (*root, *elsewhere)) or _says(scenario, kind)


def _says(scenario: Scenario, word: str) -> bool:
    """Whether ice says such a word anywhere."""
    return any(word in text for card in _ice(scenario) for text in texts_of(card))


def counts_advancement(placed: PlacedRoot) -> bool:
    """Whether a card of the root asks for its advancement counters, or counts them."""
    rules = placed.card.rules if placed.card is not None else Rules()
    prices = (part for each in rules.corp_abilities for cost in each.costs for part in cost)
    return any(part.kind == "adv" for part in prices) or "adv" in mentioned(rules)


def _ice_counts_advancement(scenario: Scenario) -> bool:
    """Whether ice may look at advancement counters."""
    mentions = any("adv" in mentioned(card.rules) for card in _ice(scenario))
    return mentions or _says(scenario, "adv")


def _advancement_counts(scenario: Scenario) -> bool:
    """Whether ice may, or an active card of the root."""
    root = (placed for placed in scenario.root if placed.rezzed)
    return _ice_counts_advancement(scenario) or any(map(counts_advancement, root))


def _hurts(scenario: Scenario) -> bool:
    """Whether a card of either side may do meat damage before the run has succeeded."""
    root = [card for card, _ in rezzed_in_root(scenario)]
    cards = [*scenario.runner.cards(), scenario.corp.identity, *root]
    texts = [text for card in cards if card is not None for text in texts_of(card)]
    texts += [ability.text for card in root for ability in card.rules.corp_abilities]
    texts += [said.text for said in all_said(scenario)]
    beside = any(_SUFFERED.search(text) and not _LATE.search(text) for text in texts)
    return beside or _says(scenario, "meat ")


def _asks_beside_a_trace(scenario: Scenario) -> bool:
    """Whether there is a trace, and something else that may ask for credits of the Corp's."""
    cards = list(_ice(scenario))
    texts = [text for card in cards for text in (*card.rules.sub_texts, str(card.rules.on))]
    texts += [item.text for card in cards for item in card.rules.unexecuted]
    found = [text for text in texts if "race" in text]
    beside = any(word in text for text in texts for word in ("psi", "Psi", "corp-may", "corp-cr"))
    root = any(placed.rezzed for placed in scenario.root)
    root |= any(_ASKED_OF_CORP.search(said.text) for said in all_said(scenario))
    return bool(found) and (len(found) > 1 or beside or root)


def _asked_of_hq(scenario: Scenario) -> int:
    """Cards of HQ that the Corp may pay for what its cards here do."""
    root = [placed.card for placed in scenario.root if placed.card is not None and placed.rezzed]
    rules = tuple(card.rules for card in (*_ice(scenario), *root))
    return sum(part.amount.base for part in found_in(rules, Price) if part.kind == "hq")


def _looks_at_hq(scenario: Scenario) -> bool:
    """Whether something is decided by which cards lie in HQ, or how many, other than strength and
    subroutines of ice."""
    texts = [item.text for card, _ in rezzed_in_root(scenario) for item in card.rules.unexecuted]
    by_root = any(_HQ.search(text) for text in texts)
    return by_root or _says(scenario, "hq>")


def _moves_inward(scenario: Scenario) -> bool:
    """Whether a piece that has been passed may come to stand further in."""
    if len(scenario.ice) < 2:
        return False
    by_rig = any(_SWAPS.search(text) for card in scenario.runner.cards() for text in texts_of(card))
    by_corp = bool(ground_of(scenario).rearranges) or any(map(may_shuffle, _ice(scenario)))
    return by_rig or by_corp


def _traces(scenario: Scenario) -> int:
    """How many subroutines of the ice trace."""
    return sum("trace " in text for card in _ice(scenario) for text in card.rules.sub_texts)


def _asks_on_success(scenario: Scenario) -> bool:
    """Whether an active card of the root, or one elsewhere, asks for credits of the Corp's as the
    run succeeds: for a trace, or a bid."""
    root = [text for card, _ in rezzed_in_root(scenario) for text in texts_of(card)]
    root += [said.text for said in all_said(scenario)]
    return any("success" in text and _ASKED_OF_CORP.search(text) for text in root)


def _is_enriched(scenario: Scenario) -> bool:
    """Whether the Corp may gain credits or cards by what it has here and elsewhere."""
    identity = [scenario.corp.identity] if scenario.corp.identity is not None else []
    cards = [*_ice(scenario), *identity, *(card for card, _ in rezzed_in_root(scenario))]
    texts = [text for card in cards for text in texts_of(card)]
    texts += [ability.text for card in cards for ability in card.rules.corp_abilities]
    texts += [said.text for said in all_said(scenario)]
    return any(map(_ENRICHES.search, texts))


def _asks_the_corp(scenario: Scenario) -> bool:
    """Whether a card may ask for credits of the Corp's."""
    cards = [*_ice(scenario), *(card for card, _ in rezzed_in_root(scenario))]
    texts = [text for card in cards for text in texts_of(card)]
    texts += [ability.text for card in cards for ability in card.rules.corp_abilities]
    texts += [said.text for said in all_said(scenario)]
    return any(map(_ASKED_OF_CORP.search, texts))


def _is_paid_for_installs(scenario: Scenario) -> bool:
    """Whether ice may install cards in a root, and credits of the Corp may be asked for."""
    return _says(scenario, "install card") and _asks_the_corp(scenario)


def _counters_of_success_count(scenario: Scenario) -> bool:
    """Whether a card of the root asks for counters, or one elsewhere as the run succeeds."""
    lines = [line for placed in scenario.corp.elsewhere for line in _lines(placed)]
    asked = any(_COUNTED.match(line) for line in lines)
    return asked or any(map(counts_advancement, (p for p in scenario.root if p.rezzed)))


def _lines(placed: PlacedRoot) -> tuple[str, ...]:
    return lines_of(placed.card) if placed.card is not None else ()


_COUNTED = re.compile(r"^with an advancement: root: success: ")
"""What a card elsewhere says that asks for a counter as the run succeeds."""
_ASKED_OF_CORP = re.compile(
    r"\btrace |\b[Pp]si\b|\bcorp-may pay\b|\bcorp-cr\b|^root: corp [^:]*(\dc|X)\b"
)
"""What a card says that the Corp may have to pay for."""
_ENRICHES = re.compile(r"\bcgain\b|\bcdraw\b|\bto-?\s?hq\b", re.IGNORECASE)
"""What a card says by which the Corp has credits or cards of HQ more."""
_OF_THE_RICH = re.compile(r"^ice rezzed with corp-cr>=(\d+): ")
"""What a card of the Runner's says by which a rich Corp pays more for ice."""
_SUFFERED = re.compile(r"(?<!prevent )\bmeat \d")
"""What a card says by which the Runner suffers meat damage."""
_LATE = re.compile(r"run-end|steal|stolen|access")
"""What comes when nothing waits any more."""
_HQ = re.compile(r"^root: .*\bhq\b")
"""What a card of the root says that looks at cards of HQ."""
_SWAPS = re.compile(r"\bpass(ed)?\b.*: (may )?swap (it|ice)$")
"""What a card of the Runner's says by which ice that is passed changes its place."""
_TRASHED = re.compile(
    r"\btrash(?:: | \+ | a card: )|installed card: |self-trash|it goes\b|used is trashed"
)
"""What a card of the Runner's says by which an installed one is trashed."""


def _trashes_of_rig(scenario: Scenario) -> bool:
    """Whether the Runner may trash cards of the rig on the way, or have to."""
    mine = scenario.runner.cards()
    theirs = [for_prices(card) for card in _ice(scenario)]
    theirs += [for_prices(card) for card, _ in rezzed_in_root(scenario)]
    rules = tuple(card.rules for card in (*mine, *theirs))
    prices = any(p.kind == "trash" or p.kind.startswith("own-") for p in found_in(rules, Price))
    has_to = any(atom.name in ("give-up", "own-trash") for atom in found_in(rules, Atom))
    return prices or has_to or any(_TRASHED.search(text) for c in mine for text in texts_of(c))


def _draws(scenario: Scenario) -> bool:
    """Whether the Runner may draw cards on the way."""
    texts = [text for card in scenario.runner.cards() for text in texts_of(card)]
    return _says(scenario, "draw") or any("draw" in text for text in texts)


def _riches_count(scenario: Scenario) -> bool:
    """Whether a card of the rig bypasses ice where the Corp has enough credits, or then makes it
    dearer to rez in the run, so that the Corp may spend some for that alone."""
    there, rig = scenario.corp.credits_high, scenario.runner.rig
    asked = [each.corp_credits for placed in rig for each in placed.card.rules.bypasses]
    if may_be_rezzed(scenario):
        items = (item for placed in rig for item in placed.card.rules.unexecuted)
        asked += [int(found[1]) for item in items if (found := _OF_THE_RICH.match(item.text))]
    return any(0 < each <= there for each in asked)


MATTERS: dict[str, Callable[[Scenario], bool]] = {
    "hq counts": lambda it: (
        any(counts_hq(for_prices(card)) for card in _ice(it))
        or bool(using_titles(it))
        or _asked_of_hq(it) > it.corp.hq_count
        or _looks_at_hq(it)
    ),
    "hq is empty": lambda it: not it.corp.hq_count and it.corp.credits_high > 0,
    "the corp has nothing": lambda it: (
        not (it.corp.hq_count or it.corp.credits_high)
        and not kinds_there(it).isdisjoint({"code gate", "sentry"})
        and _is_enriched(it)
    ),
    "hq or riches count": lambda it: MATTERS["hq counts"](it) or _riches_count(it),
    "the corp can pay": lambda it: it.corp.credits_high > 0,
    "riches count": _riches_count,
    "riches count in a run on hq": lambda it: it.server == "hq" and _riches_count(it),
    "advancement or riches count": lambda it: _advancement_counts(it) or _riches_count(it),
    "advancement counts": _ice_counts_advancement,
    "advancement counts anywhere": _advancement_counts,
    "meat damage may advance": lambda it: _advancement_counts(it) and _hurts(it),
    "the root counts advancement": lambda it: any(map(counts_advancement, it.root)),
    "installed cards may be trashed": lambda it: trashes_ice(it) or _trashes_of_rig(it),
    "cards may be installed": lambda it: may_install(it.runner),
    "cards but no event": lambda it: may_install(it.runner) and it.runner.event is None,
    "cards are installed for pay": _is_paid_for_installs,
    "counters of success count": _counters_of_success_count,
    "a trace is not all": _asks_beside_a_trace,
    "a trace behind all ice": _asks_on_success,
    "traces": lambda it: _says(it, "trace "),
    "several traces": lambda it: _traces(it) > 1,
    "bids": lambda it: _says(it, "psi: "),
    "net damage": lambda it: _says(it, "net "),
    "core damage": lambda it: _says(it, "core "),
    "meat damage": lambda it: _deals(it, "meat "),
    "cards are drawn": _draws,
    "hands count": lambda it: _says(it, "discard-to-max"),
    "a purge": lambda it: (
        _says(it, "purge")
        or any(
            "purge" in item.text for card, _ in rezzed_in_root(it) for item in card.rules.unexecuted
        )
    ),
    "success helps": _is_helped_by_success,
    "several may be boosted": lambda it: (
        not only_one_is_boosted(placed.card for placed in it.runner.rig)
    ),
    "icebreakers have other uses": lambda it: any(
        has_other_uses(placed.card) for placed in it.runner.rig
    ),
    "ice is met again": lambda it: (
        ground_of(it).meets_again or any(map(looks_at_others, _ice(it))) or _moves_inward(it)
    ),
    "a heap": lambda it: bool(it.runner.heap),
    "rez costs of bioroids count": lambda it: (
        asks_for_rez_costs(it.runner.rig) or bioroids_may_be_paid_for(it)
    ),
    "ice may be rezzed against tags": lambda it: (
        may_be_paid_for(it) and (it.runner.tags > 0 or _says(it, "tag "))
    ),
}
"""When a clause that is left out may matter."""
