"""The fewest credits that break a piece of ice whole, worked out with pencil from the
printed cards before anything was run: one line of `pencil.csv` each.

Credits alone are counted, with so many clicks at hand for what the ice sells: counters and
cards are spent freely. The ice protects a remote server, alone.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from agreement.break_search import Case, judged, payments

from simcore.card_argument import parse_rig_card
from simcore.cards.pool import load_pool
from simcore.prices.cost import break_cost
from simcore.reference.legal_positions import Limits
from simcore.scenario import RigCard

with (Path(__file__).parent / "pencil.csv").open(encoding="utf-8", newline="") as _file:
    LINES = list(csv.DictReader(_file))


def case_of(line: dict[str, str]) -> Case:
    rig = [parse_rig_card(text, line["edition"]) for text in line["rig"].split("|")]
    hosted = [
        RigCard(card.card, card.virus, card.power, card.credits, 0)
        if any(ability.host_only or ability.here_only for ability in card.card.rules.breaks)
        else card
        for card in rig
    ]
    ice = load_pool(line["edition"]).find(line["ice"])
    limits = Limits(credits=30, clicks=int(line["clicks"]), grip=5)
    return Case(ice, tuple(hosted), (), int(line["advancement"]), "remote", None, limits)


@pytest.mark.parametrize(
    "line", LINES, ids=[f"{n} {line['ice']} by {line['rig']}" for n, line in enumerate(LINES)]
)
def test_pencil_judge_and_optimiser_agree(line: dict[str, str]) -> None:
    case = case_of(line)
    pencil = None if line["credits"] == "-" else int(line["credits"])
    assert min((each.sums.credits for each in judged(case)), default=None) == pencil
    assert min((each.sums.credits for each in payments(case)), default=None) == pencil
    if not case.ice.rules.runner_breaks:  # the command has clicks without end
        assert break_cost(case.ice, case.rig, advancement=case.advancement).cost == pencil


def test_there_is_a_line_for_every_mechanism() -> None:
    assert len(LINES) > 100
    assert len({line["mechanism"] for line in LINES}) > 25
