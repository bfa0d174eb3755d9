"""What is said beside the price of a server: what of its cards is not followed, and what is taken
in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.prices.bills import Bill
from simcore.prices.corp.at_any_time import ends_left_out, gained_left_out
from simcore.prices.corp.chosen_kinds import left_out_of_chosen_kinds
from simcore.prices.corp.coming import (
    installs_left_out,
    nothing_comes,
    swaps_left_out,
)
from simcore.prices.corp.gates import (
    closed_gates,
    left_out_of_root,
    trashes_ice,
)
from simcore.prices.corp.ground import (
    clauses_of_root,
)
from simcore.prices.corp.identity_on_the_way import left_out_of_identity_on_the_way
from simcore.prices.corp.kinds_for_costs import left_out_of_kinds_on_the_way
from simcore.prices.corp.rez_costs import left_out_of_rez_costs
from simcore.prices.corp.titles_of_hq import words_of_draws
from simcore.prices.corp.words_of_root import (
    blank_ones,
    words_of_trashed,
)
from simcore.prices.refused_server import (
    identities_of,
)
from simcore.prices.rig.drawing import words_of_stealth
from simcore.prices.rig.fetching import words_of_moving
from simcore.prices.rig.gifts import left_out_of_kinds, left_out_of_lasting_kinds
from simcore.prices.rig.kept_off_first import left_out_of_first_ones
from simcore.prices.rig.leaving import gone_by, words_of_penniless
from simcore.prices.rig.preventing import left_to_go
from simcore.prices.taken_as_agenda import of_threat
from simcore.prices.uncounted import (
    approximations,
    of_breaking_all,
    of_pieces_outside,
    of_unspent_credits,
)
from simcore.prices.walls import on_all_ice_of
from simcore.prices.way.attempt import Attempt, texts_of_ice
from simcore.prices.way.bidding import words_of_bids
from simcore.prices.way.found import Found, told_of_many
from simcore.prices.way.looking import (
    told_of_poverty,
    told_of_revealing,
)
from simcore.prices.way.memory import left_out_of_memory
from simcore.prices.way.told_of_corp import told_of_corp
from simcore.prices.way.told_of_hand import told_of_hand, told_of_types
from simcore.prices.way.told_of_traces import told_of_frugality, told_of_traces
from simcore.prices.way.used import told_of_used
from simcore.prices.way.waiting import told_of_waiting
from simcore.prices.way.windows import told_of_bringing
from simcore.prices.where_cards_meet import left_out_where_cards_meet
from simcore.prices.where_more_meet import left_out_where_more_meet
from simcore.scenario import Scenario

if TYPE_CHECKING:
    pass


def left_out(
    stated: Scenario,
    scenario: Scenario,
    attempt: Attempt,
    bills: Sequence[Bill],
    past: Found,
    *,
    passing: bool,
    in_root: int,
) -> tuple[str, ...]:
    """All of it, of a scenario as it was `stated` and as it is settled, with so many cards
    `in_root` at first."""
    cards = [wall.card for wall in attempt.walls]
    placed = (*scenario.ice, *scenario.root, *stated.ice, *stated.root)
    there = [each.card for each in placed if each.card is not None]
    idle = nothing_comes(stated)
    followed = bool(attempt.newcomers) or idle
    comes_known = bool(attempt.innermost) or idle
    felling = trashes_ice(stated)
    going = {w.place for w in attempt.walls if felling or "self-trash" in str(texts_of_ice(w.card))}
    return (
        approximations(cards, passing, True, followed, attempt.ground.outward)
        + tuple(_of_newcomers(stated, attempt, cards, passing))
        + installs_left_out(stated, passing)
        + words_of_draws(stated, passing)
        + words_of_trashed(stated, in_root)
        + swaps_left_out(stated, passing, in_root > 0)
        + of_threat(stated, passing, [placed.card.title for placed in attempt.rig])
        + of_pieces_outside(stated, passing)
        + (of_breaking_all(there, scenario.runner.rig) if passing else ())
        + of_unspent_credits(scenario, attempt.slots)
        + left_out_of_kinds(
            attempt.slots, attempt.rig, on_all_ice_of(stated), _acting(scenario, stated)
        )
        + left_out_of_lasting_kinds(
            attempt.slots, (wall.card for wall in attempt.all_walls), attempt.meets_again
        )
        + blank_ones(identities_of(scenario))
        + closed_gates(scenario, passing, in_root)
        + ends_left_out(stated, passing)
        + (gained_left_out(stated) if bills else ())
        + left_out_of_root(stated, scenario, passing, comes_known)
        + left_out_of_memory(attempt.slots, attempt.rig, bills)
        + told_of_hand(attempt, stated.runner.stack, bills)
        + told_of_types(stated, attempt.hand)
        + told_of_many(past)
        + told_of_used(attempt)
        + left_to_go(attempt.rig, cards)
        + told_of_traces(attempt, stated, bills)
        + told_of_frugality(attempt)
        + told_of_poverty(attempt, bills)
        + words_of_penniless(attempt.slots, bills)
        + told_of_bringing(attempt, bills)
        + tuple(words_of_moving(attempt.slots, attempt.rig, going, {*chain(*map(gone_by, bills))}))
        + words_of_stealth(attempt.slots, bills)
        + told_of_revealing(attempt)
        + words_of_bids(attempt)
        + told_of_corp(attempt, stated)
        + told_of_waiting(attempt)
        + left_out_where_cards_meet(stated, attempt, bills)
        + left_out_where_more_meet(stated, attempt, bills)
        + left_out_of_rez_costs(scenario)
        + left_out_of_kinds_on_the_way(attempt)
        + left_out_of_chosen_kinds(
            (wall.card for wall in attempt.all_walls), attempt.slots, passing
        )
        + left_out_of_identity_on_the_way(stated, attempt, bills)
        + (left_out_of_first_ones(stated, attempt.slots) if passing else ())
    )


def _of_newcomers(
    stated: Scenario, attempt: Attempt, ice: Sequence[Card], passing: bool
) -> Iterator[str]:
    """What is not known of ice that may come in and be paid for, beside what is told of the `ice`
    that stands there."""
    paying = any("cgain" in text for card in stated.cards() for text in texts_of_ice(card))
    known = set(approximations(ice, passing, True, True, attempt.ground.outward))
    for coming in attempt.newcomers:
        rich = coming.is_within(stated.corp.credits_high)
        if rich or paying:
            found = approximations([coming.wall.card], passing, True, True, outward=False)
            yield from (text for text in found if text not in known)


def _acting(scenario: Scenario, stated: Scenario) -> list[tuple[Card, str]]:
    """The clauses of the Corp's cards that act here from outside ice, as they stand in the scenario
    and as they are `stated` in prices."""
    identity = scenario.corp.identity
    texts = [(identity, item.text) for item in identity.rules.unexecuted] if identity else []
    return [*clauses_of_root(scenario), *clauses_of_root(stated), *texts]
