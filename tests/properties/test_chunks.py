"""Games of a chunk, counted together, are the games that are replayed one by one."""

from __future__ import annotations

import pytest
from agreement.generator import random_scenario
from boards import board, card, fracter, wall

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.exact.conditioning import condition
from simcore.sampling.chunks import Bench, play_games
from simcore.sampling.dealing import Dealing
from simcore.sampling.replay import replay
from simcore.sampling.sampler import sample, sample_encoded
from simcore.scenario import PlacedIce, PlacedRoot, Scenario
from simcore.tally import WIDTH, Tally

GAMES = 6
SEED = 11


def assert_alike(encoded: Encoded) -> None:
    """Each game starts with what the scenario gives it, not with what the last one left."""
    counted = sample_encoded(encoded, GAMES, SEED, threads=1, dealing=Dealing(encoded, None))
    replayed = [replay(encoded, SEED, game)[0] for game in range(GAMES)]
    assert counted == Tally.from_results(replayed)


def test_random_scenarios() -> None:
    for number in range(8):
        try:
            encoded = encode(random_scenario(number))
        except CapacityError:
            continue
        assert_alike(encoded)


LOW, HIGH, TAXING = wall(1, 1), wall(2, 9, title="High"), wall(3, 2, "rlose 1", title="Taxing")
ODD = wall(9, 1, "net 1; if trashed-odd-cost: tag 1", title="Odd")
DRAWN = wall(9, 1, "rdraw 1; net 2; if trashed-odd-cost: tag 1", title="Drawn")
CHEAP, DEAR = card("Cheap", "event", cost=1), card("Dear", "event", cost=2)
ALONE_OR_NOT = card(
    "Alone", "upgrade", effects=["root: success: psi: access-only self else access-except self"]
)
LISTED: tuple[tuple[str, Scenario], ...] = (
    (
        "ice that is one of different lists",
        board(
            PlacedIce(None, candidates=((LOW, 1), (HIGH, 1))),
            PlacedIce(None, candidates=((HIGH, 1), (TAXING, 1))),
        ),
    ),
    (
        "cards of the root that are one of different lists",
        board(
            root=tuple(
                PlacedRoot(candidates=((card("Deal", "agenda", points=1), 1), (each, 1)))
                for each in (card("Dull", "asset"), card("Other", "asset"))
            )
        ),
    ),
    (
        "credits for bad publicity",
        board(LOW, rig=(fracter(),), purse=0, corp={"bad_publicity": 2}),
    ),
    ("a grip of different cards", board(ODD, grip=((CHEAP, 1), (DEAR, 2)))),
    (
        "what may not be accessed",
        board(root=(PlacedRoot(ALONE_OR_NOT, rezzed=True), card("Other", "asset"))),
    ),
    ("a stack that is known", board(DRAWN, grip=((CHEAP, 1), (DEAR, 2)), stack=((CHEAP, 2),))),
)


@pytest.mark.parametrize("scenario", [each[1] for each in LISTED], ids=[each[0] for each in LISTED])
def test_lists_are_whole_again(scenario: Scenario) -> None:
    assert_alike(encode(scenario))


def test_the_greatest_number_that_is_counted_is_named() -> None:
    encoded = encode(board(wall(1, 1, f"tag {WIDTH - 1}")))
    play_games(encoded, Bench.make(WIDTH), SEED, 0, 2)
    encoded = encode(board(wall(1, 1, f"tag {WIDTH}")))
    with pytest.raises(CapacityError, match=f"game 7: a figure is above {WIDTH - 1},"):
        play_games(encoded, Bench.make(WIDTH), SEED, 7, 2)
    with pytest.raises(CapacityError, match="tags"):
        condition(encoded, 2, SEED, threads=1)


def test_games_are_counted_from_the_first() -> None:
    scenario = board(wall(1, 1, "roll 1-3: tag 1"))
    whole = sample(scenario, 9, seed=5, threads=1).counts
    parts = [sample(scenario, n, 5, 1, first_game=at).counts for at, n in ((0, 4), (4, 5))]
    assert (whole == sum(parts)).all()
