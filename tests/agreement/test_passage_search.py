"""Ways past ice: the optimiser against a search over everything legal at the worst table."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from agreement.invented_passages import (
    about_hq,
    about_other_ice,
    gated,
    lone_settings,
    robbed,
    servers,
    traced,
)
from agreement.passage_search import DEARER, is_sold, lone_apart, lone_pairs, whole_apart
from agreement.printed_servers import printed_servers

if TYPE_CHECKING:
    from collections.abc import Iterable

PAIRS = {"nsg": 2_000, "onr": 500}
SETTINGS = 500
SERVERS = 300
PRINTED = 200
ROBBED = 40
GATED = 60
TRACED = 100
OF_HQ = 25
SEED = 20_261_121


def told(answered: Iterable[str | None]) -> Counter[str | None]:
    """How often what was said; neither side alone has a way that the other has not, but where
    the Corp or chance decides the optimiser may be dearer."""
    answers = list(answered)
    assert not [answer for answer in answers if answer not in (None, "", DEARER)]
    return Counter(answers)


@pytest.mark.parametrize("edition", PAIRS)
def test_pairs_of_ice_and_breaker(edition: str) -> None:
    number = PAIRS[edition]
    answers = told(map(lone_apart, islice(lone_pairs(edition, Random(SEED)), number)))
    assert answers[""] > number * 0.95
    assert not answers[DEARER]


def test_several_cards_before_rough_ice() -> None:
    answers = told(map(lone_apart, islice(lone_settings(Random(SEED)), SETTINGS)))
    assert answers[""] > SETTINGS * 0.85
    assert not answers[DEARER]


def test_whole_servers() -> None:
    answers = told(map(whole_apart, islice(servers(Random(SEED)), SERVERS)))
    assert answers[""] > SERVERS * 0.8
    assert not answers[DEARER]


def test_servers_of_printed_cards() -> None:
    answers = told(map(whole_apart, islice(printed_servers(Random(SEED)), PRINTED)))
    assert answers[""] > PRINTED * 0.9
    assert answers[DEARER] < PRINTED * 0.02


def test_cards_of_the_root_behind_all_ice() -> None:
    answers = told(map(whole_apart, islice(gated(Random(SEED)), GATED)))
    assert answers[""] > GATED * 0.6
    assert not answers[DEARER]


def test_ice_that_acts_on_other_ice() -> None:
    answers = told(map(whole_apart, islice(about_other_ice(Random(SEED)), GATED)))
    assert answers[""] > GATED * 0.6
    assert not answers[DEARER]


def test_credits_on_cards_that_are_taken() -> None:
    both = (case for case in robbed(Random(SEED)) if not is_sold(case.scenario))
    answers = told(map(whole_apart, islice(both, ROBBED)))
    assert answers[""] > ROBBED * 0.7
    assert not answers[DEARER]


def test_cards_that_come_to_a_small_hq_and_leave_it() -> None:
    answers = told(map(whole_apart, islice(about_hq(Random(SEED)), OF_HQ)))
    assert answers[""] > OF_HQ * 0.7
    assert not answers[DEARER]


def test_traces_that_the_runner_may_pay_to_have_fail() -> None:
    answers = told(map(whole_apart, islice(traced(Random(SEED)), TRACED)))
    assert answers[""] > TRACED * 0.8
    assert answers[DEARER] < TRACED * 0.05
