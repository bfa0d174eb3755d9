"""Cards that come for one given up, and a counter for the one card that is to have it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from boards import board, card

from simcore.cards.notation import parse_rules
from simcore.cards.pool import load_pool
from simcore.plan.pieces import GONE, Slot, SlotState
from simcore.prices.corp.words_of_root import _to_keep_the_run
from simcore.prices.rig import charging
from simcore.prices.rig.brought_by_use import TRASHED, with_given_up
from simcore.prices.server_cost import server_cost
from simcore.prices.way.passage import Paid, Passage


def test_a_card_for_one_given_up_is_counted_beside_the_cards_and_not_what_the_corp_gains() -> None:
    """The Corp gains four and one card has come already: with one more card given up for its
    ability two have come, and the Corp gains no more than before."""
    assert with_given_up((Slot("Thinker", draws=TRASHED),), (4, -1), [(True, False)]) == (4, -2)


def test_a_counter_asked_for_by_the_first_card_goes_to_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two cards hold a counter, and the room is given up for the first one's sake."""
    monkeypatch.setattr(charging, "given_up_for_use", lambda _, now: now)
    slots = (Slot("First"), Slot("Other"), Slot("Room", charges=charging.WHENEVER))
    now = Passage((SlotState(power=1), SlotState(power=1), SlotState()), Paid((), ()))
    piece: Any = SimpleNamespace(sight=None, place=0)
    (found,) = charging.charged_at_will(slots, piece, now, only=0)
    assert [each.power for each in found.rig[:2]] == [2, 1]
    assert found.rig[2] == GONE


def test_ice_that_costs_nothing_is_rezzed_again_by_a_corp_without_credits() -> None:
    """What was turned face down can be paid for again: that it may stay down is not said."""
    leo = load_pool().find("LEO Construction: Labor Solutions")
    free = card("Free Bioroid", "ice", cost=0, subtypes=frozenset({"bioroid"}))
    stated = board(free, corp={"identity": leo}, corp_credits=0)
    slots = [Slot("Window", closes=True)]
    attempt: Any = SimpleNamespace(passing=True, purse=5, slots=slots, root_cards=0)
    assert not list(_to_keep_the_run(stated, attempt))
    dearer = board(replace(free, cost=1), corp={"identity": leo}, corp_credits=0)
    assert list(_to_keep_the_run(dearer, attempt)) == [
        "Window: that Free Bioroid may stay face down is left out"
    ]


@pytest.mark.parametrize(("credits", "passed"), [(0, False), (1, True)])
def test_an_account_that_asks_for_a_credit_is_not_given_up_for_a_card_without_one(
    credits: int, passed: bool
) -> None:
    """The card that Armand would draw for it keeps Piranhas from ending the run."""
    pool = load_pool()
    bare = card("Account", "resource", side="runner")
    account = replace(bare, rules=parse_rules({"paid": ["1c + trash: gain 4"]}))
    scenario = board(
        pool.find("Piranhas"),
        rig=(account,),
        purse=credits,
        grip=4,
        corp={"hq_count": 3},
        identity=pool.find('Armand "Geist" Walker: Tech Lord'),
    )
    cost = server_cost(scenario, passing=True)
    assert cost.possible is passed
