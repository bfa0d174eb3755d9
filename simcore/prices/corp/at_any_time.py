"""Abilities of rezzed cards of the root that the Corp may use once, whenever it likes.

They are followed where they hurt most: as a piece of ice is met, before anything is broken
there, and behind all ice. What the Runner pays and loses holds for every moment the Corp may
choose, the Runner knowing each time whether it has been chosen.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from simcore.cards.card import Card
from simcore.cards.syntax import Amount, Atom, Choice, Node, Psi, Trace, Unexecuted
from simcore.cards.walking import atoms_of, mentioned
from simcore.errors import CapacityError
from simcore.prices.corp.blasting import blasted
from simcore.prices.corp.everywhere import GIVEN_AS_MET
from simcore.prices.corp.further_effects import in_words, is_unread, read_effect
from simcore.prices.corp.price_ice import left_out_of, priced_texts
from simcore.prices.corp.table_elsewhere import counted
from simcore.prices.stated import sacrifices
from simcore.prices.texts import ends_at_will
from simcore.prices.way.passage import Passage, with_more
from simcore.scenario import Scenario, rezzed_in_root

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt
    from simcore.prices.way.suffering import Sight

_USED = re.compile(
    r"^root: corp \[trash(?: \+ untag (\d))?\](?: if clicks(==0|>=\d))?: ([a-z]+ (?:prog )?\d)$"
)
_BLASTS = re.compile(r"^root: corp \[trash\]: \{trash-server; trace X=trashed: (net \d)\}$")
_LEAVES = "self-trash: {move-runner"
"""What a card of the root says that goes for having the Runner moved, which is not followed."""
_GAINING = re.compile(r"\bgain-(sub|etr|grail)|copy-ice")
_OF_ITSELF = frozenset({"adv", "virus", "power"})


class Intervention(NamedTuple):
    """What a card of the root may do once: what comes of it, how many `tags` it takes from the
    Runner for it, how many clicks the Runner must have left at least and at most, and whether the
    Corp does best to wait for all ice to be passed (`behind`); the titles of the cards of the root
    that it trashes (`takes`)."""

    title: str
    effect: Node
    tags: int = 0
    clicks: tuple[float, float] = (0, inf)
    behind: bool = False
    takes: frozenset[str] = frozenset()


def is_intervention(item: Unexecuted) -> bool:
    """Whether a clause that no game executes is followed here."""
    return bool(_USED.match(item.text) or _BLASTS.match(item.text))


def may_intervene(card: Card) -> bool:
    """Whether a card of the root has an ability that is followed here."""
    return _lends(card) or any(map(is_intervention, card.rules.unexecuted))


def _lends(card: Card) -> bool:
    """Whether the Corp may let a subroutine of ice of this server resolve."""
    effects = [ability.effect for ability in card.rules.corp_abilities]
    return any(atom.name == "copy-sub" for effect in effects for atom in atoms_of(effect))


def interventions(scenario: Scenario, in_root: int, passing: bool) -> tuple[Intervention, ...]:
    """All of them in a scenario with so many cards in the root; `passing`: the Runner has to get
    in."""
    found: list[Intervention] = []
    for placed in scenario.root:
        if placed.card is None or not placed.rezzed:
            continue
        title = placed.card.title
        for item in placed.card.rules.unexecuted:
            if match := _USED.match(item.text):
                effect = read_effect(match[3])
                assert effect is not None
                found.append(Intervention(title, effect, int(match[1] or 0), _clicks(match[2])))
            elif match := _BLASTS.match(item.text):
                effect = read_effect(match[1])
                assert effect is not None
                for other, _ in rezzed_in_root(scenario):
                    if any(_LEAVES in item.text for item in other.rules.unexecuted):
                        raise CapacityError(f"{title} beside {other.title}, which may have gone")
                trace = Trace(Amount(len(scenario.ice) + in_root - 1), effect)
                here = {each.card.title for each in scenario.root[:in_root] if each.card}
                found.append(Intervention(title, trace, behind=True, takes=frozenset(here)))
        if _lends(placed.card):
            cards = [piece.card for piece in scenario.ice if piece.card is not None]
            found.append(Intervention(title, Psi(any_sub(title, cards, passing))))
    return tuple(found)


def _clicks(asked: str | None) -> tuple[float, float]:
    """Between which numbers the clicks left have to be."""
    if asked is None:
        return 0, inf
    return (0, 0) if asked == "==0" else (int(asked.removeprefix(">=")), inf)


def any_sub(title: str, ice: Sequence[Card], passing: bool) -> Node:
    """A subroutine of any of these pieces; one that ends the run whatever is paid counts for
    the way past alone, as does one that does so by a trace or under a condition."""
    subs = [(card, sub) for card in ice for sub in priced_texts(card)]
    if passing and any(ends_at_will(sub, doubtful=False) for _, sub in subs):
        return Atom("etr")
    for card, sub in subs:
        if _OF_ITSELF & mentioned(sub) or any(t and is_unread(t) for t in left_out_of(card)):
            raise CapacityError(f"{title}: a subroutine of {card.title} is not executed here yet")
    options = dict.fromkeys(sub for _, sub in subs if passing or not ends_at_will(sub))
    return Choice("corp", (Atom("nothing"), *options))


def ends_left_out(scenario: Scenario, passing: bool) -> tuple[str, ...]:
    """Those whose end of the run is left out, in words."""
    cards = [piece.card for piece in scenario.ice if piece.card is not None]
    ends = any(ends_at_will(sub) for card in cards for sub in priced_texts(card))
    return tuple(
        f"{placed.card.title}: may end the run by a subroutine: that is left out"
        for placed in scenario.root
        if placed.card is not None and placed.rezzed and _lends(placed.card)
        if ends and not passing
    )


def gained_left_out(scenario: Scenario) -> tuple[str, ...]:
    """Cards of the root that let subroutines of ice resolve, where that may gain some on the way
    or has some beside those printed on it: these are left out, in words."""
    lending = [
        card.title for card, _ in rezzed_in_root(scenario) if _lends(card) or sacrifices(card)
    ]
    gaining = [p.card.title for p in scenario.ice if p.card is not None and _gains(p.card)]
    gaining += [said.card.title for said in counted(scenario) if GIVEN_AS_MET.match(said.text)]
    words = f"subroutines that ice has gained are left out ({', '.join(dict.fromkeys(gaining))})"
    return tuple(f"{title}: {words}" for title in lending if gaining)


def _gains(card: Card) -> bool:
    """Whether a piece of ice has subroutines beside its printed ones, or gives others some."""
    rules = card.rules
    texts = [*rules.sub_texts, *(clause.text for clause in rules.on)]
    texts += [item.text for item in rules.unexecuted]
    return bool(rules.gains) or any(map(_GAINING.search, texts))


def after_uses(
    attempt: Attempt, sight: Sight, now: Passage, behind: bool = False
) -> list[list[Passage]]:
    """The ways on for each choice of abilities that the Corp may use now, none of them first.
    `behind`: all ice has been passed."""
    found = [[now]]
    for number, each in enumerate(attempt.interventions, len(attempt.ground.again)):
        if behind or not each.behind:
            found += [
                [after for start in option for after in _used(attempt, number, each, sight, start)]
                for option in found
            ]
    return found


def _used(
    attempt: Attempt, number: int, each: Intervention, sight: Sight, now: Passage
) -> list[Passage]:
    """The passages behind an ability that the Corp uses now; as before where it cannot."""
    used = now.changed.again or attempt.nothing_used
    clicks_left = now.clicks_left(sight.clicks)
    least, most = each.clicks
    if used[number] or sight.tags + now.suffered.tags < each.tags:
        return [now]
    if not least <= clicks_left <= most:
        return [now]
    spent = with_more(used, number, 1)
    effect = _trace_by(attempt, each.effect, now) if each.behind else each.effect
    begun = now._replace(changed=now.changed._replace(again=spent)).suffers(tags=-each.tags)
    begun = blasted(attempt, each, sight, begun) if each.behind else begun
    words = f"{each.title}: {in_words(effect)}"
    return [after.tell(sight.place, words) for after in sight.resolve(effect, begun)]


def _trace_by(attempt: Attempt, effect: Node, now: Passage) -> Node:
    """A trace by the cards of a server, once ice and cards of the root have left it."""
    assert isinstance(effect, Trace)
    ground, used = attempt.ground, now.changed.again or attempt.nothing_used
    gone = len(now.changed.left.intersection(range(len(attempt.walls))))
    places = enumerate(attempt.gates, len(attempt.walls))
    gone += len({(gate.title, gate.lies) for n, gate in places if n in now.changed.left})
    gone += sum(used[len(ground.again) :][: len(attempt.interventions)])
    gone += sum(n for n, met in zip(used, ground.again, strict=False) if met.trashes_itself)
    gone += now.changed.shot is not None
    there = effect.base.base - gone + len(now.changed.joined)
    return replace(effect, base=Amount(there))
