"""The stream of chance: known answers, uniformity, and a second generator beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from simcore import sites
from simcore.reading import read_scenario
from simcore.reference import play

W = Path(__file__).parents[2] / "benchmarks" / "scenarios" / "w_remote.toml"


def philox4x32(counter: Sequence[int], key: Sequence[int]) -> tuple[int, int, int, int]:
    """Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011): four 32-bit words of a counter.

    Another counter-based generator, of another design, beside the addressed stream:
    a game played with either has to have the same odds. `counter` holds four 32-bit
    words, `key` two.
    """
    low = (1 << 32) - 1
    a, b, c, d = counter
    first, second = key
    for _ in range(10):
        left, right = a * 0xD2511F53, c * 0xCD9E8D57
        a, b, c, d = (right >> 32) ^ b ^ first, right & low, (left >> 32) ^ d ^ second, left & low
        first, second = (first + 0x9E3779B9) & low, (second + 0xBB67AE85) & low
    return a, b, c, d


def test_words_are_those_of_splitmix64() -> None:
    """Key 0 and the sites 1, 2, 3 … are the published sequence of seed 0."""
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]
    assert [sites.word(0, number) for number in (1, 2, 3, 4)] == published
    assert sites.game_key(0, 1) == published[0]


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ([0] * 4, [0] * 2, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            [0xA4093822, 0x299F31D0],
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_known_answers(counter: list[int], key: list[int], words: tuple[int, ...]) -> None:
    assert philox4x32(counter, key) == words


def test_a_site_packs_its_parts_without_overlap() -> None:
    assert sites.site(0xAB, 0xCD, 0xEF, 0x123456) == 0xABCDEF123456


@pytest.mark.parametrize("n", [2, 3, 7, 16, 40])
def test_bounded_is_uniform_over_games_and_over_sites(n: int) -> None:
    """Chi-squared against its 1e-6 quantile; a near-constant generator fails at once."""
    draws = 40_000
    by_game = Counter(
        sites.bounded(sites.word(sites.game_key(7, game), sites.site(4, 0, 0, 1)), n)
        for game in range(draws)
    )
    key = sites.game_key(7, 0)
    by_site = Counter(
        sites.bounded(sites.word(key, sites.site(4, 0, 0, ordinal)), n) for ordinal in range(draws)
    )
    for counted in (by_game, by_site):
        expected = draws / n
        chi = sum((counted[value] - expected) ** 2 / expected for value in range(n))
        assert chi < (n - 1) + 7 * (2 * (n - 1)) ** 0.5 + 25


def test_neighbouring_sites_and_games_are_not_correlated() -> None:
    n, pairs = 8, 64_000
    counted = Counter(
        (
            sites.bounded(sites.word(sites.game_key(3, game), sites.site(7, 0, 0, 0)), n),
            sites.bounded(sites.word(sites.game_key(3, game + 1), sites.site(7, 0, 0, 1)), n),
        )
        for game in range(pairs)
    )
    expected = pairs / n**2
    chi = sum((counted[a, b] - expected) ** 2 / expected for a in range(n) for b in range(n))
    assert chi < 63 + 7 * (2 * 63) ** 0.5 + 25


def test_games_drawn_with_philox_have_the_same_odds() -> None:
    """W's remote run with the other generator behind the reference's chance."""
    scenario = read_scenario(W)
    games = 3_000
    successes = 0
    for game in range(games):

        def chance(address: int, weights: Sequence[int], game: int = game) -> int:
            words = philox4x32([address & 0xFFFFFFFF, address >> 32, game, 0], [11, 12])
            return sites.choose(words[0] | words[1] << 32, weights)

        successes += play(scenario, chance).result.success
    share, expected = successes / games, 0.857481060606
    assert abs(share - expected) < 4.5 * (expected * (1 - expected) / games) ** 0.5
