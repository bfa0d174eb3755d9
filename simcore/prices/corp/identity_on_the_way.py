"""What the Corp's identity, or a scored agenda, may do in the middle of a run that no price
follows: where cards come in, rezzed ones are trashed, tags are removed, and between two uses of a
breaker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.outside import texts_outside
from simcore.plan.pieces import Ability
from simcore.prices.corp.coming import brings, innermost_of
from simcore.prices.corp.end_for_a_card import given_for_the_end, kinds_for_the_end
from simcore.prices.corp.everywhere import GIVEN_AS_MET
from simcore.prices.corp.table_elsewhere import counted, lines_of
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.looking import looks_of
from simcore.scenario import Scenario, rezzed_in_root

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_INSTALLED = "own-installed [first]: "
_HERE, _GAINS = f"{_INSTALLED}corp-may install hq here", f"{_INSTALLED}cgain"
_IN_REMOTE = "own-installed-in-remote [first]: corp-may install hq other-remote"
_TO_OTHERS = re.compile(r"\binstall card\b.* other-server")
_INSTALLS = re.compile(r"\binstall(-rez)? (ice|card)\b")
_FOR_TRASHED, _FOR_A_TAG = "own-rezzed-trashed ", "tag-removed "
_TRASHED = re.compile(
    r"^(?!(root: )?(access|success|run-end|score-steal)\b|.*\bat-run-end\b)"
    r".*(self-trash|corp \[trash\b|trash-own|trash-server)"
)
"""What a card says by which a rezzed one is trashed before the run has succeeded."""
_BY_USING_UP = re.compile(r"^(?:anywhere: )?credits of the Corp ")
_UNTAGS, _TAGS = re.compile(r"\buntag\b"), re.compile(r"\btag \d")
_UNTAGGED = ": a tag is removed"
"""What a way says where the Runner has removed one."""
_INSTALLABLE = ("ice", "upgrade", "asset")


def left_out_of_identity_on_the_way(
    stated: Scenario, attempt: Attempt, bills: Sequence[Bill]
) -> tuple[str, ...]:
    """All of it, in words, where it may matter."""
    found = list(_of_counters(stated, attempt))
    identity = stated.corp.identity
    if identity is not None:
        found += [
            f"{identity.title}: {words} is left out"
            for words in (
                *_for_its_end(stated, attempt),
                *_beside_what_comes(identity, stated, attempt),
                *_for_rezzed_cards(identity, stated),
                *_for_tags(identity, stated, bills),
            )
        ]
    return tuple(dict.fromkeys(found))


def _ice(scenario: Scenario) -> list[Card]:
    return [piece.card for piece in scenario.ice if piece.card is not None]


def _texts(card: Card) -> list[str]:
    return [*texts_of(card), *(ability.text for ability in card.rules.corp_abilities)]


def _for_its_end(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """A card that the Corp may trash to end the run comes in on the way, and none lies there."""
    kinds = kinds_for_the_end(stated)
    if any(given_for_the_end(stated, attempt.root_cards)):
        return
    for each in attempt.newcomers:
        if kinds & each.wall.card.subtypes:
            yield f"that it may trash {each.wall.card.title} to end the run once that has come in"


def _beside_what_comes(identity: Card, stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """The first card that the Corp installs has come in on the way."""
    if not attempt.passing:
        return
    texts = texts_outside(identity)
    installs = [text for card in _ice(stated) for text in texts_of(card) if _INSTALLS.search(text)]
    comes = any(map(brings, _ice(stated))) or bool(innermost_of(stated))
    abroad = stated.server == "remote" and any(map(_TO_OTHERS.search, installs))
    if _may_install(stated, 2) and ((_HERE in texts and comes) or (_IN_REMOTE in texts and abroad)):
        yield "what else it may install from HQ as ice is installed on the way"
    gains = any(text.startswith(_GAINS) for text in texts)
    if gains and (installs or comes) and stated.corp.hq_count and looks_of(attempt).credits:
        yield "what the Corp gains as a card is installed on the way"


def _may_install(stated: Scenario, least: int) -> bool:
    """Whether at least so many cards of HQ may be such as the Corp can install in a server."""
    corp = stated.corp
    if not corp.hq:
        return corp.hq_count >= least
    return sum(number for card, number in corp.hq if card.type in _INSTALLABLE) >= least


def _for_rezzed_cards(identity: Card, stated: Scenario) -> Iterator[str]:
    """The Corp may trash a rezzed card on the way, or has to, that has a rez cost."""
    if not any(text.startswith(_FOR_TRASHED) for text in texts_of(identity)):
        return
    here = [*_ice(stated), *(card for card, _ in rezzed_in_root(stated))]
    elsewhere = [placed.card for placed in stated.corp.elsewhere if placed.card is not None]
    going = [card for card in here if any(map(_TRASHED.match, _texts(card))) or _is_a_price(card)]
    going += [c for c in (*here, *elsewhere) if any(map(_BY_USING_UP.match, lines_of(c)))]
    if any(card.cost for card in going if card.type in _INSTALLABLE):
        yield "what it may install from R&D for a rezzed card that the Corp trashes on the way"


def _is_a_price(card: Card) -> bool:
    """Whether a card is trashed for what it does."""
    costs = (cost for ability in card.rules.corp_abilities for cost in ability.costs)
    return any(part.kind == "trash" for cost in costs for part in cost)


def _for_tags(identity: Card, stated: Scenario, bills: Sequence[Bill]) -> Iterator[str]:
    """A tag may be removed on the way."""
    heard = any(text.startswith(_FOR_A_TAG) for text in texts_of(identity))
    if not heard or not _may_install(stated, 1):
        return
    cards = [*_ice(stated), *(card for card, _ in rezzed_in_root(stated))]
    runner = stated.runner
    texts = [text for card in cards for text in _texts(card)]
    both = texts + [text for card in runner.cards() for text in texts_of(card)]
    tagged = runner.tags or any(map(_TAGS.search, both))
    removed = any(_UNTAGGED in step for bill in bills for step in bill["steps"])
    if removed or (tagged and any(map(_UNTAGS.search, texts))):
        yield "what it may install from HQ as a tag is removed on the way"


def _of_counters(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """A subroutine that ice may gain at any time comes before anything is broken there: behind the
    first use, one that breaks several at once would be used once more."""
    walls = [wall.card for wall in attempt.all_walls]
    several = any(
        _breaks_several(ability) and (not ability.types or ability.types & card.subtypes)
        for slot in attempt.slots
        for ability in slot.abilities
        for card in walls
    )
    for said in counted(stated):
        given = GIVEN_AS_MET.match(said.text)
        if several and given is not None and given[1] is None:
            words = "that ice may gain its subroutine once others have been broken is left out"
            yield f"{said.card.title}: {words}"


def _breaks_several(ability: Ability) -> bool:
    return ability.count > 1 or ability.sized or ability.all_but > 0
