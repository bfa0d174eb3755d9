"""Drawn boards are boards that commands take, and games on them are played alike."""

from __future__ import annotations

from itertools import islice
from random import Random

from agreement.drawn_boards import drawn_boards, drawn_games
from agreement.test_exact import differences
from agreement.varied_boards import Varying
from recorded import recorded

from simcore.errors import CapacityError, ScenarioError
from simcore.reading import parse_scenario
from simcore.scenario import Scenario

BOARDS = 300
GAMES = 150
PATHS = 100


def read(text: str) -> Scenario | None:
    """A board, if it is one."""
    try:
        return parse_scenario(text)
    except ScenarioError:
        return None


def test_nearly_all_that_is_drawn_can_be_read() -> None:
    boards = [read(text) for text in islice(drawn_boards(Random(20_261_124)), BOARDS)]
    there = [board for board in boards if board is not None]
    assert len(there) > BOARDS * 0.95
    titles = {card.title for board in there for card in board.cards()}
    assert len(titles) > BOARDS * 2  # of a whole pool, not of a few cards


def test_most_variants_of_a_board_can_be_read_and_are_other_boards() -> None:
    boards = [board["scenario"] for board in recorded("drawn")[:BOARDS]]
    varying = Varying(Random(20_261_126), boards)
    variants = [varying.variant(board) for board in boards]
    assert sum(read(text) is not None for text in variants) > BOARDS * 0.8
    assert len(set(variants) - set(boards)) > BOARDS * 0.8


def test_the_kernel_has_the_odds_of_what_is_drawn() -> None:
    compared = 0
    for text in islice(drawn_games(Random(20_261_125)), GAMES):
        scenario = read(text)
        try:
            found = differences(scenario, PATHS) if scenario is not None else {}
        except CapacityError:
            continue
        assert not found, text
        compared += scenario is not None
    assert compared > GAMES / 2
