"""What a price leaves out, in words: what else happens at the ice, and what cards of the
rig do that no payment takes into account."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.english import english
from simcore.cards.harmless import is_harmless
from simcore.cards.outside import texts_outside
from simcore.cards.syntax import Amount, Atom, Clause, Unexecuted, Unless
from simcore.cards.vocabulary import DAMAGE
from simcore.cards.walking import atoms_of, mentioned
from simcore.hosting import changes_host
from simcore.plan.pieces import Slot, Target
from simcore.plan.slot_rules import is_enriching
from simcore.plan.slots import gives_up
from simcore.plan.strengths import stands_on
from simcore.plan.uses import has_a_say, usable_at_all
from simcore.prices.corp.coming import is_install
from simcore.prices.corp.further_effects import TO_RD, is_unread
from simcore.prices.corp.ground import says, sends_outward
from simcore.prices.corp.price_ice import further_clauses, left_out_of, priced_texts
from simcore.prices.corp.price_ice import is_priced as ice_is_priced
from simcore.prices.corp.rez_costs import counts_for_rez_costs
from simcore.prices.rig.as_installed import looks_at_installs
from simcore.prices.rig.drawing import STEALTH
from simcore.prices.rig.earning import ABILITY, HOST_TURNED, is_earning
from simcore.prices.rig.filling import as_filled
from simcore.prices.rig.for_others import left_out_for_others
from simcore.prices.rig.gnawing import AS_MET
from simcore.prices.rig.hand import CHOSEN
from simcore.prices.rig.holding import changes_hands
from simcore.prices.rig.keeping_open import KEEPS_OPEN
from simcore.prices.rig.made_by_rig import gives_a_sub, texts_of
from simcore.prices.rig.of_traces import (
    DISRUPTS,
    SUCCEEDS,
    TESTS,
    credits_for_traces,
    decides_traces,
)
from simcore.prices.rig.price_alone import is_counted_for_core
from simcore.prices.rig.price_alone import is_read as is_read_alone
from simcore.prices.rig.price_slots import is_priced as slot_is_priced
from simcore.prices.rig.undoing import undoes
from simcore.prices.stated import UNSPENT
from simcore.prices.telling import price
from simcore.prices.way.memory import runs_short, says_what_memory
from simcore.prices.way.wall import ETR, by_trashing
from simcore.scenario import Pile, RigCard, Scenario

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_WHEN = {
    "encounter": "when encountered",
    "end": "when the encounter ends",
    "enc-end": "when the encounter ends",
    "pass": "when passed",
    "full-break": "when fully broken",
    "full-break|bypass": "when fully broken or bypassed",
    "sub-broken": "when a subroutine is broken",
    "printed-broken": "when a printed subroutine is broken",
}
_NOT_ON_THE_WAY = re.compile(
    r"(this-run: successful|success|instead|run-end|access|breach|steal:|agenda|score-steal"
    r"|additional price|trash[- ]cost|first access|corp (card trashed|draws)|jack out|approach"
    r"|two cards of archives|ice rezzed|host rezzed|first ice rezzed|asset, upgrade rezzed"
    r"|expose|unrezzed ice|ice of its|install|it goes"
    r"|program (of the grip )?trashed: (host it|it goes)|emptied|purged: (it goes|the)"
    r"|grip, stack trashed|credits of a card spent \[1/turn\]: power|draw \[|damage: power"
    r"|mu |rez |all ice|once tagged|first tag|damage: cards of"
    r"|pass encountered sentry: mill own|ice passed unmet: may click 1: this from)"
)
"""What comes before the run or behind all ice, while ice is rezzed or drawn, or leaves a price
as it is: the events of cards of the rig of which nothing need be said."""
_USED_FOR_NOTHING = re.compile(
    r"^[^:]+: (power -1 on a card, installed at 0|look at (the stack|rd)|expose|jack out|breach|"
    r"access|rd loses|"
    r"prevent damage of the accessed|one piece of ice costs|outermost ice is not rezzed|"
    r"the Corp rezzes one|the Corp draws|(click 1, )?run |a card of the heap to the stack)"
)
"""What an ability does that is no use against rezzed ice, or behind it."""
_STARTS_A_RUN = re.compile(r"^click \d( \+ trash)?: run ")
"""What an ability does that has been used before the run, if at all."""
NO_PART = " (nothing to do here)"
"""Behind the title of a card that no payment has to do with."""
_INSTALLED_ALREADY = "may install from heap"


def left_out_of_breaking(ice: Card) -> tuple[str, ...]:
    """What a piece of ice does beside its subroutines, which is no part of breaking it."""
    return tuple(_of_ice(ice))


def _of_ice(ice: Card) -> Iterator[str]:
    for clause in ice.rules.on:
        if clause.event in _WHEN and not _is_counter(clause):
            yield _tax(clause) or f"{_WHEN[clause.event]}, {english(clause.effect)}"
    for item in ice.rules.unexecuted:
        event, _, _ = item.text.partition(":")
        if item.key == "on" and event in _WHEN and not ice_is_priced(item, with_grip=True):
            yield f"'{item.text}'"
    for ability in ice.rules.corp_abilities:
        yield f"by an ability of the Corp's, {english(ability.effect)}"


def _is_counter(clause: Clause) -> bool:
    """Whether a clause puts counters on the ice, which prices know."""
    effect = clause.effect
    return isinstance(effect, Atom) and effect.name in ("virus", "power")


def _tax(clause: Clause) -> str:
    """A price in credits that is asked for, or ""."""
    match clause.effect:
        case Unless(penalty=penalty, costs=((part,),)) if (
            part.kind == "credits" and not part.amount.register
        ):
            return f"{price(part.amount.base)} {_WHEN[clause.event]}, or {english(penalty)}"
    return ""


_NO_MATTER = (
    "no-trash-ice",
    "reveal-in-rd",
    "no-bypass",
    "no-host",
    "trash-limit",
    "rez ",
    UNSPENT,
)
"""What a standing property of ice says that leaves a price alone, or is known to it."""
_WORTH_A_WORD = ("swap", "no-steal", "no-more-runs", "self-trash", "cgain")
"""What a clause that changes no price says when a player wants to know of it."""
PAYS_CORP = "sub-broken: cgain"
"""What a clause says by which the Corp gains credits for what is broken."""
_LATER_ON = (*("install ice", "install-rez ice", "breach ", "access-chosen"),)
"""What a subroutine says that changes the server, or comes when all ice has been passed."""
_MILLED = re.compile(r"(?:unless|\|) mill (\d)")
_CONDITIONS = {"runner-cr": "credits", "corp-cr": "credits", "corp-cr>runner-cr": "credits"}


def approximations(
    ice: Sequence[Card],
    passing: bool,
    purses: bool,
    followed: bool = False,
    outward: bool = False,
) -> tuple[str, ...]:
    """What of the ice a price does not know, and what it takes instead. `purses`: it is known
    what both sides have; `followed`: so is what ice comes in on the way, `outward`: what comes of
    going before the outermost piece."""
    found: list[str] = []
    for card in ice:
        title = card.title
        if passing:
            found += [
                f"{title}: '{text}' is not executed: it has to be broken"
                for text in left_out_of(card)
                if text and is_unread(text)
            ]
            found += [
                f"{title}: '{text}' is left out"
                for text in card.rules.sub_texts
                if any(word in text for word in _LATER_ON) and "other-server" not in text
                if not (followed and is_install(text))
            ]
            if sends_outward(card) and not outward:
                found.append(f"{title}: it sends the Runner back: it has to be broken")
            if not purses and _CONDITIONS.keys() & mentioned(priced_texts(card)):
                found.append(f"{title}: what both sides have is not stated: the worst is taken")
        if passing != purses and ETR in by_trashing(card):
            found.append(f"{title}: the Corp may trash it to end the run: that is left out")
        if purses and any(effect != ETR for effect in by_trashing(card)):
            words = "the Corp trashes it as it is passed: what may be worse later is left out"
            found.append(f"{title}: {words}")
        read = {clause.text for clause in further_clauses(card)}
        for item in card.rules.unexecuted:
            event, _, _ = item.text.partition(":")
            worth_it = any(word in item.text for word in _WORTH_A_WORD)
            harmless = is_harmless(item.text) and (not worth_it or item.text.startswith(PAYS_CORP))
            if item.text in read or harmless:
                continue
            waits = event in _WHEN and passing
            stands = item.key == "static" and not item.text.startswith(_NO_MATTER)
            if (waits or stands) and not ice_is_priced(item, with_grip=True):
                found.append(f"{title}: '{item.text}' is not executed: taken to be harmless")
    return tuple(dict.fromkeys(found))


def of_pieces_outside(scenario: Scenario, passing: bool) -> tuple[str, ...]:
    """What is left out of cards that rid the Runner of ice, or move it, where ice counts what lies
    outside of it."""
    rig = dict.fromkeys(placed.card for placed in scenario.runner.rig if passing)
    ice = [piece.card for piece in scenario.ice if piece.card is not None]
    said = {card: [item.text for item in card.rules.unexecuted] for card in (*ice, *rig)}
    counting = [
        each for each in ice if any(map(_COUNTS_OUTSIDE.search, said[each])) if len(ice) > 1
    ]
    undoing = [card for card in rig if any(map(undoes, card.rules.unexecuted))]
    moving = [card for card in rig if any(map(_MOVES_ICE.search, said[card]))]
    found = [(card, "less", each) for card in undoing for each in counting if each in ice[1:]]
    found += [(card, "other", each) for card in moving for each in counting]
    return tuple(
        f"{card.title}: that {each.title} may count {what} ice by it is left out"
        for card, what, each in dict.fromkeys(found)
    )


_COUNTS_OUTSIDE = re.compile(r"rezzed-outside")
_MOVES_ICE = re.compile(r"barrier met moves|: (may )?swap (it|ice)$")
"""What a card of the rig says by which ice changes places."""
_FELT_IF_BROKEN = re.compile(
    r"^(root: )?(full-break|sub-broken|printed-broken)\b|^root: break-tax .+ a sub$"
)
"""What is said where it matters how many subroutines are broken, or whether all of them are."""
_GIVES = frozenset({"rdraw", "rgain", "hosted", "untag", "self-trash", "self-derez", TO_RD})
"""What the Runner may want to resolve."""
_BREAKS_ALL = re.compile(r": all(-but-\d+)? ")
_EXACTLY = "breaks as many as it says"


def of_breaking_all(cards: Iterable[Card], rig: Sequence[RigCard]) -> tuple[str, ...]:
    """What is left out of a rig that breaks all that it can, all but some, or an exact number,
    where by what cards of the Corp's say it may be better to break fewer: that is priced as if it
    broke up to so many."""
    if not any(map(_is_felt_if_broken, cards)):
        return ()
    return tuple(
        f"{card.title}: that it may not break fewer than it says is left out"
        for card in dict.fromkeys(placed.card for placed in rig)
        if _EXACTLY in texts_outside(card)
        or any(_BREAKS_ALL.search(each.text) for each in card.rules.breaks)
    )


def _is_felt_if_broken(card: Card) -> bool:
    """Whether something comes of it that more is broken, be it that less resolves."""
    if any(map(_FELT_IF_BROKEN.match, texts_of(card))):
        return True
    subs = priced_texts(card) if card.type == "ice" else ()
    return any(atom.name in _GIVES for node in subs for atom in atoms_of(node))


def of_unspent_credits(scenario: Scenario, slots: Sequence[Slot]) -> tuple[str, ...]:
    """What is left out of ice that lets no credits be spent while it resolves, where cards of the
    rig keep something off for credits."""
    cards = (piece.card for piece in scenario.ice if piece.card is not None)
    if not any(item.text == UNSPENT for card in cards for item in card.rules.unexecuted):
        return ()
    found = (
        f"{slot.title}: that no credits can be spent on it while the ice resolves is left out"
        for slot in slots
        if any(option.credits or option.always or option.traced for option in slot.keeps_off)
    )
    return tuple(dict.fromkeys(found))


_PROGRAMS = "programs trashed: "
_NEVER = {"meat: ": "meat ", "cards drawn: ": "draw ", _PROGRAMS: "trash"}
"""What has to be said of ice, or beside it, for a clause of a card to have a part in it."""
_GOING = ("trashed", "condemned", "cards_lost")
"""The parts of a payment that name cards which go."""


def but_for_what_never_comes(
    words: Iterable[str], scenario: Scenario, bills: Iterable[Bill]
) -> Iterator[str]:
    """Without clauses of the rig that wait for what comes of no card here, on no way."""
    cards = [piece.card for piece in scenario.ice] + [placed.card for placed in scenario.root]
    cards += [placed.card for placed in scenario.runner.rig]
    cards += [scenario.corp.identity, scenario.runner.event, scenario.runner.identity]
    texts = [text for card in cards if card is not None for text in texts_of(card)]
    gone = {title for bill in bills for kind in _GOING for title in bill.get(kind, ())}
    going = any(p.card.title in gone for p in scenario.runner.rig if p.card.type == "program")
    for each in words:
        title, _, clause = each.partition(": '")
        missing = [word for begin, word in _NEVER.items() if clause.startswith(begin)]
        missing = missing if not (going and clause.startswith(_PROGRAMS)) else []
        never = missing and not any(missing[0] in text and text not in clause for text in texts)
        yield f"{title}{NO_PART}" if never else each


def of_the_stack(ice: Sequence[Card], stack: Pile) -> tuple[str, ...]:
    """What is taken of the stack where the Runner may trash cards of it in place of something
    else, unless enough of them are stated."""
    if sum(count for _, count in stack) >= sum(map(_milled, ice)):
        return ()
    return tuple(
        f"{card.title}: the cards it asks for are there in the stack"
        for card in ice
        if _milled(card)
    )


def _milled(card: Card) -> int:
    """Cards of the stack that the Runner may choose to trash at a piece of ice."""
    return sum(int(n) for text in card.rules.sub_texts for n in _MILLED.findall(text))


def unused_of_rig(
    rig: Sequence[RigCard],
    slots: Sequence[Slot],
    targets: Sequence[Target],
    passing: bool,
    pools: bool = False,
    by_link: bool = False,
    by_hand_size: bool = False,
    left_lying: Collection[str] = (),
) -> tuple[str, ...]:
    """What of a rig no payment takes into account: clauses that are not executed here, and
    cards that have nothing to do with the ice. `pools`: what both sides have is known; `by_link`:
    traces go by that; `by_hand_size`: ice asks for that; `left_lying`: where a program lies that is
    not followed once it is fetched."""
    found: list[str] = []
    for placed, slot in zip(rig, slots, strict=True):
        if _is_wanted_while_breaking(slot, slots, targets):
            words = "that it may install a program again while ice is being broken is left out"
            found.append(f"{placed.card.title}: {words}")
        if placed.in_heap and (placed.one_of >= 0 or placed.source):
            continue
        if any(other is not placed and other.one_of == placed.one_of >= 0 for other in rig):
            continue  # it may be moved, or come back, to where it is of use
        if slot.fetches is not None and not any(other.in_heap for other in rig):
            if "grip" in slot.fetches.sources or {*slot.fetches.sources} & {*left_lying}:
                continue
            where = " or ".join(slot.fetches.sources)
            if all(o is placed or o.card.type != "program" for o in rig):
                found.append(f"{placed.card.title}: no program to fetch is known in the {where}")
            continue
        new = placed.for_installs or looks_at_installs(placed.card)
        if new and any(other.in_heap for other in rig):
            continue
        if any(item.text == KEEPS_OPEN for item in placed.card.rules.unexecuted):
            if not slot.keeps_open:
                found.append(f"{placed.card.title}: no successful run of this turn is stated")
            continue
        if slot.discards is not None and not passing:
            found.append(f"{placed.card.title}: cards of HQ go for its use (see --pass)")
            continue
        if not (passing or pools) and (slot.gnaws == AS_MET or slot.draws == STEALTH):
            when = "for stealth credits" if slot.draws == STEALTH else "as ice is met"
            found.append(f"{placed.card.title}: what it does {when} is left out (see --pass)")
            continue
        if slot.takes_back and not passing:
            found.append(f"{placed.card.title}: a program goes to the stack for its use")
        if slot.tags_first and not (passing or pools):
            tags = "a tag" if slot.tags_first == 1 else f"{slot.tags_first} tags"
            found.append(f"{placed.card.title}: {tags} for its first use in a run")
        clauses = list(as_filled(placed, _clauses(placed.card, passing, slot, pools)))
        if slot.of_hive and slot.mark is not None and slot.mark.virus:
            clauses.append("that it goes in place of a counter of another card is left out")
        if slot.rebate and any(map(_may_be_given_up, slots)):
            clauses.append("what it costs once a card of the rig is given up is left out")
        clauses += left_out_for_others(placed, slot, rig, slots)
        if not (pools and passing):
            clauses += _of_traces(placed.card, pools)
        found += [f"{placed.card.title}: {text}" for text in clauses]
        if not pools and any(option.traced for option in slot.keeps_off):
            found.append(f"{placed.card.title}: its trace succeeds if the Corp can pay for it")
        if (by_link and decides_traces(placed.card)) or (
            by_hand_size and changes_hands(placed.card)
        ):
            continue
        if passing and says_what_memory(slot, placed) and runs_short(tuple(slots), rig):
            continue  # it may be what programs stay for
        if passing and (slot.keeps_off or slot.trick is not None or slot.acts_beside):
            continue
        if slot.earns is not None and slot.earns.when == ABILITY and passing:
            found += [f"{placed.card.title}: {text}" for text in _given_up_for_that(placed, rig)]
        if slot.earns is not None and slot.earns.when == HOST_TURNED:
            found.append(f"{placed.card.title}{NO_PART}")  # unless it is told
        if slot.earns is not None or (placed.chosen and not clauses and not slot.abilities):
            continue  # what was chosen is the server that is run
        if not clauses and not _takes_part(placed, slot, rig, slots, targets):
            found.append(f"{placed.card.title}{NO_PART}")
    return tuple(dict.fromkeys(found))


_AT_ANY_TIME = re.compile(
    r"^trash: (draw|fetch|remove tag|look at|expose|breach|charge|jack out|the Corp|rd loses|"
    r"one icebreaker|one piece of|outermost|cards on it)"
)
"""What a card does at any time for itself alone, beside bringing credits."""


def _given_up_for_that(placed: RigCard, rig: Sequence[RigCard]) -> Iterator[str]:
    """Cards that may be given up for the credits that one earns by it, and nothing else."""
    for other in rig:
        texts = (item.text for item in other.card.rules.unexecuted if item.key == "paid")
        if other is not placed and any(map(_AT_ANY_TIME.match, texts)):
            yield f"that {other.card.title} {GIVEN_UP_FOR_THAT}"


def _is_wanted_while_breaking(slot: Slot, slots: Sequence[Slot], targets: Sequence[Target]) -> bool:
    """Whether a program may go for a part of what is broken of a piece, and this card could install
    it again for the rest: that is followed from piece to piece alone."""
    how = slot.fetches
    if how is None or "heap" not in how.sources or how.stays or how.behind or how.another:
        return False
    return any(
        ability.trash
        and usable_at_all(other, ability, target)
        and target.subs.total > ability.count
        for other in slots
        for ability in other.abilities
        for target in targets
    )


_OF_AI = re.compile(r"\bai(-installed)?\b")
_DAMAGE = re.compile(rf"\b({'|'.join(DAMAGE)})\b")
_NAMED = ("virus", "power", *_GOING)
"""The parts of a payment that name cards."""


GIVEN_UP_FOR_THAT = "may be given up for its credits alone is left out"
_MERE_GAINS = (
    "credits of a companion spent [1/turn]: gain 1",
    "no credits [1/turn]: gain 1",
    "corp loses: gain 1",
    "run-begin: a credit on it; all taken with 6",
    "trash: take the credits",
    "purged: may give it up for credits",
)
"""What brings credits and nothing else, and is followed nowhere."""


def but_gains(words: Iterable[str], bills: Iterable[Bill]) -> tuple[str, ...]:
    """Without what brings nothing but credits, where every way can be paid without them."""
    asked = all(bill.get("affordable", False) for bill in bills)
    gains = (*(f"'{text}'" for text in _MERE_GAINS), GIVEN_UP_FOR_THAT) if asked else ()
    return tuple(each for each in words if not gains or not each.endswith(gains))


def but_used(
    words: Iterable[str], bills: Iterable[Bill], rig: Sequence[RigCard], ice: Sequence[Card]
) -> tuple[str, ...]:
    """Without cards that a payment uses after all: others open ice to them, or are paid for with
    their counters, or with these cards; without those that go on some way, those on a card that is
    used, and those of the rig, as it was stated, that this ice looks at."""
    bills = list(bills)
    texts = [text for card in ice for text in texts_of(card)]
    looked_at = {placed.card.title for placed in rig if _is_looked_at(placed, texts)}
    words = [each for each in words if each.removesuffix(NO_PART) not in looked_at]
    steps = "\n".join(step for bill in bills for step in bill["steps"])
    paid = {title for bill in bills for kind in _NAMED for title in bill.get(kind, ())}
    pairs = [(placed, rig[placed.on_card]) for placed in rig if placed.on_card is not None]
    hosted = {g.card.title for g, host in pairs if _is_told(host.card.title, steps, paid)}
    words = [each for each in words if each.removesuffix(NO_PART) not in hosted]
    return tuple(
        each
        for each in words
        if not (each.endswith(NO_PART) and _is_told(each.removesuffix(NO_PART), steps, paid))
    )


def _is_looked_at(placed: RigCard, texts: Sequence[str]) -> bool:
    """Whether a card makes something of ice that says this, or ice of the card."""
    if gives_a_sub(placed) and texts:
        return True
    of_ai = "ai" in placed.card.subtypes and any(map(_OF_AI.search, texts))
    chooses = any(item.text == CHOSEN for item in placed.card.rules.unexecuted)
    return of_ai or (chooses and any(map(_DAMAGE.search, texts)))


def _is_told(title: str, steps: str, paid: Set[str]) -> bool:
    return f"{title}: " in steps or title in paid


def _clauses(card: Card, passing: bool, slot: Slot, pools: bool) -> Iterator[str]:
    """Clauses that no payment takes into account; `pools`: where anything looks at what the Corp
    has, that is followed."""
    earning = slot.earns is not None
    if not passing:
        if slot.tires:
            yield f"a use makes the maximum hand size {slot.tires} smaller for a while"
        yield from (f"'{ability.text}' (see --pass)" for ability in card.rules.bypasses)
    for clause in card.rules.on:
        if clause.event == "passed-used" and not passing:
            yield f"once the ice is passed, {english(clause.effect)}"
    for clause in card.rules.on:
        if is_enriching(clause) and not (slot.enriches or pools):
            yield f"'{clause.text}'"
        if clause.event == "full-break" and clause.effect != Atom("power", Amount(1)):
            if earning:
                continue
            yield f"'{clause.text}'"
    for item in card.rules.unexecuted:
        if _comes_into_it(item) and not _is_counted(item):
            if earning and is_earning(item.text):
                continue
            yield f"'{item.text}'"


def _may_be_given_up(slot: Slot) -> bool:
    """Whether a card may go by an ability, its own or another's, or for having been used."""
    fetching, weakening, lends, earns = slot.fetches, slot.weakening, slot.lends, slot.earns
    going = [slot.breaks, slot.eats, slot.at_will, slot.copies, slot.keeps_open]
    going += [slot.charges == "whenever", slot.fells is not None, slot.mark is not None]
    going += [fetching is not None and not (fetching.stays or fetching.swaps)]
    going += [weakening is not None and weakening.trash, lends is not None and lends.trash]
    going += [earns is not None and earns.trash, *map(gives_up, slot.bypasses)]
    going += [a.trash for a in slot.abilities]
    going += [option.trash or option.another for option in slot.keeps_off]
    return any(going)


def _of_traces(card: Card, pools: bool) -> Iterator[str]:
    """What has a part in traces where those are taken to succeed, or do not come up."""
    for item in card.rules.unexecuted:
        if item.text == TESTS or (item.text == DISRUPTS and not pools):
            yield f"'{item.text}'"


def _comes_into_it(item: Unexecuted) -> bool:
    if item.text.endswith(_INSTALLED_ALREADY) or _USED_FOR_NOTHING.match(item.text):
        return False
    if _STARTS_A_RUN.match(item.text) and "pay" not in item.text:
        return False
    if item.key in ("paid", "effects"):
        return True
    return item.key in ("on", "static", "break") and not _NOT_ON_THE_WAY.match(item.text)


def _is_counted(item: Unexecuted) -> bool:
    return slot_is_priced(item) or is_read_alone(item)


def _takes_part(
    placed: RigCard,
    slot: Slot,
    rig: Sequence[RigCard],
    slots: Sequence[Slot],
    targets: Sequence[Target],
) -> bool:
    """Whether a card may break, weaken or pay, or is counted by something that is there."""
    if changes_host(placed.card) and (placed.host, placed.on_card) != (None, None):
        return True
    if is_counted_for_core(placed, rig) or says(placed.card, SUCCEEDS):
        return True
    if placed.credits or credits_for_traces(placed.card) or counts_for_rez_costs(placed, rig):
        return True
    if slot.is_giver or slot.bypasses or slot.ignores is not None:
        return True
    if any(has_a_say(slot, target) for target in targets):
        return True
    if slot.lifts:
        return any(has_a_say(s, target) for s in slots if s.icebreaker for target in targets)
    number = next(n for n, each in enumerate(rig) if each is placed)
    if any(stands_on(target, number) for target in targets):
        return True
    working = [s for s in slots if any(has_a_say(s, target) for target in targets)]
    virtual = sum(each.virtual for each in slots)
    if slot.virtual and any(0 < a.virtual <= virtual for each in working for a in each.abilities):
        return True
    if any(number == helper for each in working for helper, _ in each.aided):
        return True
    lending = [slots[e.slot] for target in targets for e in target.standing if e.slot >= 0]
    if slot.hive and any(each.of_hive for each in (*working, *lending)):
        return True
    by_breakers = any(s.per_breaker or any(b.per_breaker for b in s.boosts) for s in slots)
    by_programs = any(s.per_program or s.per_free_mu for s in slots)
    if (by_breakers and slot.icebreaker) or (by_programs and (slot.program or slot.memory_given)):
        return True
    for each in (standing for target in targets for standing in target.standing):
        kind = slot.ai if each.ais else slot.fracter
        if (each.per_breaker and slot.icebreaker) or (each.test is not None and kind):
            return True
    texts = [item.text for other in rig for item in other.card.rules.unexecuted]
    if placed.card.link and any("*link" in text for text in texts):
        return True
    return any(
        kind in placed.card.subtypes and any(kind in text for text in texts)
        for kind in ("trojan", "cybernetic")
    )
