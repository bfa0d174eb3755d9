"""Which cards of the root a price does not count, which have nothing to do with it, and which
identities are taken to be blank."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from simcore.cards.card import Card
from simcore.cards.standing import acts_on_ice
from simcore.cards.syntax import Paid
from simcore.cards.walking import atoms_of
from simcore.plan.pieces import Slot
from simcore.prices.corp.at_any_time import may_intervene
from simcore.prices.corp.coming import brings, innermost_of
from simcore.prices.corp.end_for_a_card import given_for_the_end
from simcore.prices.corp.everywhere import counting_assets, has_no_say, is_known
from simcore.prices.corp.forms import reveals
from simcore.prices.corp.gates import BY_AGENDAS, agendas_of_runner, trashes_ice
from simcore.prices.corp.given_up import CLOSES, burning_hq, installed_elsewhere
from simcore.prices.corp.ground import (
    HOSTS_ICE,
    SWAPS_ICE,
    TAKES_COPIES,
    denies_success,
    ground_of,
    hears_of_trash,
    known_of_root,
)
from simcore.prices.corp.installs import counts_installs, hears_of_installs, installs_heard_of
from simcore.prices.corp.left_out_elsewhere import deals_net_damage
from simcore.prices.corp.table_elsewhere import active_elsewhere
from simcore.prices.rig.as_installed import looks_at_installs
from simcore.prices.rig.discarding import FOR_COUNTERS
from simcore.prices.rig.from_heap import may_install
from simcore.prices.rig.raiding import RAIDS
from simcore.prices.telling import price
from simcore.prices.uncounted import NO_PART
from simcore.prices.way.attempt import Attempt
from simcore.prices.way.wall import ETR, by_trashing
from simcore.scenario import PlacedRoot, Scenario, rezzed_in_root

_LATER = frozenset(
    "success access steal steal-cost agenda-stolen trash-accessed run-end breach score rez "
    "score-steal".split()
)
"""Events that come when all ice has been passed, or before the run."""
_OF_DECKS = frozenset(("archives-to-rd", "cdraw", "mill", "nothing"))
"""Effects by which cards of the Corp's decks move alone."""
_LATER_TEXT = re.compile(
    r"^(root(\[persistent\])?: )?"
    r"(success(?!: etr|.*bounce)|run-end|steal-cost|trash-cost|access|breach|steal|agenda-stolen|"
    r"on-agenda-access|"
    r"jackout-cost|rez-|on-rez|no-steal|if tagged: access|corp 1c: cdraw)"
)


def uncounted_of_root(
    stated: Scenario, settled: Scenario, waiting: Set[str], in_root: int
) -> tuple[str, ...]:
    """Cards of the root that are unknown, or that are not counted though they may have a say;
    those in `waiting` wait behind all ice. Of the cards there so many really lie in it."""
    return tuple(
        was.card.title if was.card else "unknown"
        for was, now in list(zip(stated.root, settled.root, strict=True))[:in_root]
        if was.card is None
        or (was.rezzed and _minds_installs(was.card, stated) and not counts_installs(was.card))
        or not (
            (was.rezzed and _is_counted(was.card, now.card, stated))
            or was.card.title in waiting
            or (was.rezzed and is_known(was.card))
            or _has_no_say(was)
        )
    )


def assumed_of_root(stated: Scenario) -> tuple[str, ...]:
    """What is assumed of rezzed cards of the root that nobody can state."""
    unseen = not stated.corp.hq and stated.corp.hq_count > 0
    asked = (
        (HOSTS_ICE, True, "no ice is hosted on it"),
        (TAKES_COPIES, unseen, "no copy of its ice in HQ (state corp.hq)"),
        (SWAPS_ICE, unseen, "no ice in HQ (state corp.hq)"),
        (BY_AGENDAS, agendas_of_runner(stated) is None, "agendas unknown (state runner.agendas)"),
    )
    return tuple(
        f"{card.title}: {words}"
        for card, _ in rezzed_in_root(stated)
        for text, is_so, words in asked
        if is_so and any(item.text == text for item in card.rules.unexecuted)
    )


def idle_in_root(stated: Scenario, waiting: Set[str]) -> Iterator[str]:
    """Cards of the root that have no part in a price, in words."""
    bringing = {title for title, _ in innermost_of(stated)}
    counted = counting_assets(stated)
    for placed in stated.root:
        if placed.card is None or (placed.rezzed and placed.card.title in waiting):
            continue
        if placed.rezzed and _minds_installs(placed.card, stated):
            continue
        if placed.rezzed and denies_success(placed.card):
            continue
        if placed.card.title in bringing:
            continue
        if placed.rezzed and counted and placed.card.type == "asset":
            continue
        if (
            placed.rezzed
            and hears_of_trash(placed.card)
            and (trashes_ice(stated) or _raids(stated, placed.card))
        ):
            continue
        if _has_no_say(placed):
            yield f"{placed.card.title}{NO_PART}"


def _raids(stated: Scenario, hearing: Card) -> bool:
    """Whether a card of the rig trashes cards on the way of which this one hears: rezzed ones, or
    those of HQ."""
    rig = (placed.card for placed in stated.runner.rig)
    texts = [item.text for card in rig for item in card.rules.unexecuted]
    installed = any("installed" in clause.qualifiers for clause in hearing.rules.on)
    return RAIDS in texts or (not installed and FOR_COUNTERS in texts)


def _is_counted(was: Card, now: Card | None, scenario: Scenario) -> bool:
    """Whether a rezzed card of the root has had its say; `now`: without what is written in."""
    known = any(known_of_root(item, scenario) for item in was.rules.unexecuted)
    return known or may_intervene(was) or acts_on_ice(was) or was != now


def _minds_installs(card: Card, scenario: Scenario) -> bool:
    """Whether something comes of it that the Runner installs a card in this run."""
    return hears_of_installs(card) and may_install(scenario.runner)


def _has_no_say(placed: PlacedRoot) -> bool:
    """Whether nothing that a card does can come while ice is met, or as the server is
    approached, but what moves cards of decks."""
    card = placed.card
    assert card is not None
    rules = card.rules
    if has_no_say(card):
        return True
    if card.fidelity.level == "stats" or acts_on_ice(card):
        return False
    sooner = [clause.effect for clause in rules.on if clause.event not in _LATER]
    sooner += [each.effect for each in rules.corp_abilities if _can_be_used(each, placed)]
    of_decks = all(atom.name in _OF_DECKS for effect in sooner for atom in atoms_of(effect))
    return of_decks and all(_LATER_TEXT.match(item.text) for item in rules.unexecuted)


def _can_be_used(ability: Paid, placed: PlacedRoot) -> bool:
    """Whether there are counters for an ability of a card of the root."""
    there = {"power": placed.power, "adv": placed.advancement}
    return any(
        all(part.amount.base <= there.get(part.kind, part.amount.base) for part in cost)
        for cost in ability.costs
    )


def left_out_of_identity(scenario: Scenario) -> tuple[str, ...]:
    """What identities do on the way that no price counts: what goes from the stack for damage,
    what programs bring that are installed, or a tag; and what they ask for behind it, as an access
    begins."""
    found = list(_asked_at_accesses(scenario))
    for card in (scenario.corp.identity, scenario.runner.identity):
        if card is not None:
            named = _NAMED if deals_net_damage(scenario) else _NAMED_ALWAYS
            texts = [item.text for item in card.rules.unexecuted if item.text.startswith(named)]
            heard = may_install(scenario.runner) and not looks_at_installs(card)
            texts += installs_heard_of(card) if heard else ()
            found += [f"{card.title}: '{text}'" for text in texts]
    return tuple(found)


def words_of_raids(stated: Scenario, attempt: Attempt, in_root: int) -> Iterator[str]:
    """Rezzed cards that a card of the rig may trash on the way, where that is not followed. Of the
    cards there so many really lie in the root; active ones elsewhere are named as such."""
    yield from _to_keep_the_run(stated, attempt)
    followed = {gate.lies for gate in attempt.gates}
    for slot in (slot for slot in attempt.slots if slot.raids):
        for number, placed in enumerate(stated.root[:in_root]):
            card = placed.card
            if card is None or not placed.rezzed or card.trash is None or _has_no_say(placed):
                continue
            if number not in followed:
                yield f"{slot.title}: that it may trash {card.title} is left out"
        there = [piece.card for piece in stated.ice if piece.card is not None]
        there += [card for card in active_elsewhere(stated) if not has_no_say(card)]
        for card in (card for card in dict.fromkeys(there) if card.trash is not None):
            yield f"{slot.title}: that it may trash {card.title} is left out"


def _to_keep_the_run(stated: Scenario, attempt: Attempt) -> Iterator[str]:
    """What is left out where all that the Corp might trash to end the run can be gone before it
    may act: trashed, or turned face down as the run begins."""
    if not attempt.passing or attempt.purse is None:
        return
    ice, root = given_for_the_end(stated, attempt.root_cards)
    others = [each.card for each in stated.ice if each.card is not None and each.card not in ice]
    ice += [card for card in others if ETR in by_trashing(card)]
    raiding = [slot.title for slot in attempt.slots if slot.raids]
    closing = [slot.title for slot in attempt.slots if slot.closes]
    paid = any(stated.corp.credits_high >= (card.cost or 0) for card in ice)
    if paid or len(root) > len(raiding) or len(ice) > len(closing):
        return
    if all(card.trash is not None for card in root):
        words = "that it may trash {} is left out"
        yield from (f"{title}: {words.format(card.title)}" for title in raiding for card in root)
        words = "that {} may stay face down is left out"
        yield from (f"{title}: {words.format(card.title)}" for title in closing for card in ice)


def words_of_discards(stated: Scenario, slots: Sequence[Slot]) -> tuple[str, ...]:
    """What is left out of cards of HQ that go for cards of the rig, where what lies there matters
    by more than its number."""
    corp = stated.corp
    ice = [piece.card for piece in stated.ice if piece.card is not None]
    shown = any(map(reveals, ice)) or any(map(brings, ice)) or bool(innermost_of(stated))
    again = ground_of(stated).again
    shown |= any(each.title for each in again)
    by_title = bool(corp.hq) and shown
    is_all_that_pays = not corp.credits_high and any(each.kinds for each in again)
    if not (by_title or is_all_that_pays or burning_hq(stated)):
        return ()
    words = "that cards of HQ which others reveal, install or trash may go for it is left out"
    return tuple(f"{slot.title}: {words}" for slot in slots if slot.discards is not None)


def words_of_trashed(stated: Scenario, in_root: int) -> tuple[str, ...]:
    """What is left out of cards that ice has the Corp trash, so many of them in the root: that
    they do nothing later, and that each goes but once."""
    ice = [piece.card for piece in stated.ice if piece.card is not None]
    titles = [card.title for card in ice if any(i.text == CLOSES for i in card.rules.unexecuted)]
    there = stated.root[:in_root]
    acting = [
        each.card.title
        for each in there
        if each.card is not None and each.rezzed and not _has_no_say(each)
    ]
    more = installed_elsewhere(stated) + (len(ice) > 1)
    uses = len(titles) * (1 + ground_of(stated).meets_again)
    if len(there) - len(acting) + more >= uses or not (there or more):
        return ()
    words = [f"that {each} is gone once it is trashed for it is left out" for each in acting]
    words += ["that a card is trashed for it but once is left out"] if uses > 1 else []
    return tuple(f"{title}: {each}" for title in dict.fromkeys(titles) for each in words)


_NAMED_ALWAYS = ("first tag",)
_NAMED = ("net-damage", *_NAMED_ALWAYS)


def _asked_at_accesses(scenario: Scenario) -> Iterator[str]:
    identity = scenario.corp.identity
    if identity is None or scenario.server != "remote":
        return
    for static in identity.rules.statics:
        if static.kind == "access-cost":
            asked = price(static.amount.base)
            yield f"{identity.title}: each access in the root costs {asked}"


def blank_ones(identities: Iterable[Card]) -> tuple[str, ...]:
    """Those of which only figures are entered."""
    blank = (card.title for card in identities if card.fidelity.level == "stats")
    return tuple(f"{title}: what it does is not entered: taken to be blank" for title in blank)
