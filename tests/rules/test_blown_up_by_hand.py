"""What a card takes from the Corp as virus counters are purged, and ice that counts the pieces of
its server before it has one more installed, ice that nothing has
installed on the way, and cards blown up with their server: invented cards, by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from boards import board, wall

from simcore.cards.syntax import Atom
from simcore.plan.offers import Robs
from simcore.prices.corp.at_any_time import Intervention
from simcore.prices.corp.blasting import blasted
from simcore.prices.corp.coming import installs_left_out
from simcore.prices.corp.rezzed_in_run import may_be_rezzed
from simcore.prices.rig.robbing import may_rob
from simcore.prices.way.passage import Paid, Passage


@pytest.mark.parametrize(
    ("robs", "of_credits", "of_hq"),
    [(Robs(credits=2), {0}, set()), (Robs(cards=2), set(), {0})],
)
def test_as_counters_are_purged_credits_go_or_cards_of_hq_not_both(
    robs: Robs, of_credits: set[int], of_hq: set[int]
) -> None:
    slots: list[Any] = [SimpleNamespace(robs=robs)]
    assert may_rob(slots, credits=True, hand=False) == of_credits
    assert may_rob(slots, credits=False, hand=True) == of_hq


def test_a_piece_that_counts_ice_before_it_installs_some_does_not_count_that() -> None:
    held: dict[str, Any] = {"hq": ((wall(), 1),), "hq_count": 1}
    both = wall(1, 1, "trace 2*ice-here: tag 1", "install card hq", title="Both")
    counting = wall(1, 1, "trace 2*ice-here: tag 1", title="Counting")
    assert installs_left_out(board(both, corp=held), passing=True) == ()
    words = "Both: ice that it may install outermost is left out"
    assert installs_left_out(board(both, counting, corp=held), passing=True) == (words,)


def test_where_no_ice_comes_in_none_is_rezzed_in_the_run() -> None:
    held: dict[str, Any] = {"hq": ((wall(title="Held"), 1),), "hq_count": 1}
    assert not may_be_rezzed(board(wall(), corp=held))
    assert may_be_rezzed(board(wall(1, 1, "install ice"), corp=held))


def test_each_card_blown_up_with_its_server_has_gone_once_and_is_not_used_any_more() -> None:
    blast = Intervention("Blast", Atom("nothing"), behind=True, takes=frozenset({"Blast", "Here"}))
    others = (Intervention(title, Atom("nothing")) for title in ("Here", "Elsewhere"))
    attempt: Any = SimpleNamespace(
        newcomers=(),
        walls=(wall(),),
        gates=(),
        interventions=(blast, *others),
        ground=SimpleNamespace(again=()),
        nothing_used=(0, 0, 0),
    )
    sight: Any = SimpleNamespace(rig=(), purses=SimpleNamespace(after=lambda _, now: now))
    now = Passage((), Paid((), ()))
    now = now._replace(changed=now.changed._replace(again=(1, 0, 0)))
    after = blasted(attempt, blast, sight, now).changed
    assert after.left == {0}
    assert after.again == (1, 1, 0)
