"""Which cards of the rig matter at the pieces of ice that are still to be met."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from simcore.cards.syntax import Node
from simcore.cards.walking import atoms_of
from simcore.plan.pieces import Slot, Target
from simcore.plan.strengths import stands_on
from simcore.plan.uses import has_a_say
from simcore.prices.corp.gates import robs
from simcore.prices.corp.ground import says
from simcore.prices.corp.price_ice import priced_texts, stands_for_others
from simcore.prices.rig.gifts import as_it_may_be
from simcore.prices.rig.of_traces import DISRUPTS, TESTS
from simcore.prices.rig.robbing import may_rob
from simcore.prices.way.comparing import Looks
from simcore.prices.way.memory import GOES_WITH_PROGRAMS, runs_short, says_what_memory
from simcore.prices.way.targets import comes_home, qualifies
from simcore.prices.way.wall import Piece

if TYPE_CHECKING:
    from simcore.prices.way.attempt import Attempt


_LOSES_BEHIND = "trash-on-pass"
"""What a subroutine does by which programs go behind each piece from then on."""


def kinds_taken(effects: Iterable[Node]) -> set[str]:
    """The kinds of cards of the rig that effects take."""
    atoms = [atom for effect in effects for atom in atoms_of(effect)]
    kinds = {atom.words[0] for atom in atoms if atom.name == "trash"}
    return kinds | {"prog" for atom in atoms if atom.name in (_LOSES_BEHIND, "disable")}


def missed_at(
    attempt: Attempt, looks: Looks, pieces: Sequence[Piece], ahead: Sequence[Piece]
) -> tuple[bool, ...]:
    """Which cards of the rig may be missed at those of the pieces that are `ahead`, once they are
    gone."""
    slots = attempt.slots
    if attempt.ground.meets_again or any(stands_for_others(piece.wall.card) for piece in ahead):
        ahead = pieces
    moving = any(s.swaps or s.fetches is not None or s.shifts for s in slots) or attempt.shuffles
    heard = {atom.name for h in attempt.ground.hearers for atom in atoms_of(h.effect)}
    moving |= "own-trash" in heard
    sent = attempt.known is not None and bool(ahead) and comes_home(attempt)
    if looks.installed or moving or sent:
        return (True,) * len(slots)
    useful = {held.slot for held in attempt.purses.held}
    useful |= {number for number, slot in enumerate(slots) if slot.keeps_off or slot.leaving}
    useful |= {number for number, slot in enumerate(slots) if slot.untags is not None}
    useful |= {number for number, slot in enumerate(slots) if slot.discards and looks.hand}
    useful |= {number for number, slot in enumerate(slots) if slot.raids}
    useful |= may_rob(slots, looks.credits, looks.hand)
    useful |= {gate.slot for gate in attempt.gates if gate.slot >= 0 and robs(gate)}
    for piece in ahead:
        target = as_it_may_be(piece.target, slots)
        useful |= {number for number, slot in enumerate(slots) if _acts_at(slot, number, target)}
    useful |= _counted_by(attempt, useful)
    useful |= for_traces(attempt, looks)
    frail = {n for n, p in enumerate(attempt.rig) if says(p.card, GOES_WITH_PROGRAMS)}
    if frail:  # more goes with a program than with another card
        useful |= frail.union(number for number, slot in enumerate(slots) if slot.program)
    if runs_short(attempt.slots, attempt.rig):
        both = enumerate(zip(slots, attempt.rig, strict=True))
        useful |= {number for number, (slot, placed) in both if says_what_memory(slot, placed)}
    helpers = {helper for number in useful for helper, _ in slots[number].aided}
    hosts = {slots[number].on_card for number in useful | helpers}
    useful |= helpers | hosts
    useful |= _apart_as_fodder(attempt, ahead, useful)
    return tuple(number in useful for number in range(len(slots)))


def for_traces(attempt: Attempt, looks: Looks) -> set[int]:
    """The cards of the rig by which the Runner has link where that decides traces, and those that
    have a say in them."""
    tracing = attempt.tracing
    if tracing is None:
        return set()
    cards = [placed.card for placed in attempt.rig]
    if tracing.by_limit:
        return {n for n, card in enumerate(cards) if looks.credits and card.rules.base_links}
    by_link = tracing.by_rig and looks.credits
    return {
        number
        for number, card in enumerate(cards)
        if (by_link and card.link) or says(card, DISRUPTS) or says(card, TESTS)
    }


def _acts_at(slot: Slot, number: int, target: Target) -> bool:
    """Whether the card in a slot may do anything at a piece of ice."""
    return (
        slot.is_giver
        or bool(slot.gnaws)
        or slot.earns is not None
        or slot.ignores is not None
        or bool(slot.bypasses)
        or slot.trick is not None
        or slot.fells is not None
        or slot.acts_beside
        or slot.copies
        or has_a_say(slot, target)
        or stands_on(target, number)
    )


def _counted_by(attempt: Attempt, useful: set[int]) -> set[int]:
    """The cards that others of use are stronger by, or pay with."""
    slots = attempt.slots
    those = [slots[number] for number in useful]
    found = set[int]()
    if any(slot.any_virus or slot.of_hive for slot in those):
        found |= {number for number, now in enumerate(attempt.state) if now.virus}
    if any(ability.virtual for slot in those for ability in slot.abilities):
        found |= {number for number, slot in enumerate(slots) if slot.virtual}
    if any(ability.trojan for slot in those for ability in slot.abilities):
        found |= {number for number, slot in enumerate(slots) if slot.trojan_at is not None}
    if any(ability.bare for slot in those for ability in slot.abilities):
        found |= {number for number, slot in enumerate(slots) if slot.cybernetic}
    if any(s.per_breaker or any(b.per_breaker for b in s.boosts) for s in those):
        found |= {number for number, slot in enumerate(slots) if slot.icebreaker}
    if any(slot.per_program for slot in those):
        found |= {number for number, slot in enumerate(slots) if slot.program}
    if any(slot.per_fracter_gone for slot in those):
        found |= {number for number, slot in enumerate(slots) if slot.fracter}
    if any(slot.per_free_mu for slot in those):
        found |= {number for number, slot in enumerate(slots) if slot.memory_given}
    return found


def _apart_as_fodder(attempt: Attempt, ahead: Sequence[Piece], useful: set[int]) -> set[int]:
    """The cards of no other use, where the Runner may choose cards that go: of those that can
    go for the same things it is enough to count how many are left, as long as all can."""
    kinds = {
        atom.words[0]
        for piece in ahead
        for effect in piece.effects
        for atom in atoms_of(effect)
        if atom.name in ("give-up", "own-trash")
    }
    if ahead and any(slot.eats for slot in attempt.slots):
        kinds.add("any")
    effects = (effect for wall in attempt.all_walls for effect in priced_texts(wall.card))
    losing = any(atom.name == _LOSES_BEHIND for each in effects for atom in atoms_of(each))
    if losing:
        kinds.add("prog")  # as long as pieces are passed, whichever says so
    if not kinds:
        return set()
    hosting = {slot.on_card for slot in attempt.slots}
    alike: dict[Hashable, set[int]] = {}
    for number, (placed, slot) in enumerate(zip(attempt.rig, attempt.slots, strict=True)):
        if number not in useful:
            goes_for = frozenset(kind for kind in kinds if qualifies(kind, placed))
            beside = (placed.host, slot.on_card, number in hosting, placed.in_heap)
            alike.setdefault((goes_for, *beside), set()).add(number)
    most = max(alike.values(), key=len, default=set[int]())
    return set[int]().union(*(those for those in alike.values() if those is not most))
