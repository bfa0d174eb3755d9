"""Conditioned games: unbiased, with intervals that hold, whoever plays them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isclose, log, sqrt
from pathlib import Path

import pytest
from agreement.generator import random_scenario
from agreement.test_exact_keys import ice

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.estimate import estimate_conditioned, score_interval, wilson
from simcore.exact import ExactOdds, conditioning, solve
from simcore.exact.conditioning import TooManyStatesError, condition
from simcore.exact.expectations import Conditioned, Moments
from simcore.reading import parse_scenario, read_scenario
from simcore.record import FIGURES, Cause
from simcore.sampling.sampler import sample_encoded

W = Path(__file__).parents[2] / "benchmarks" / "scenarios"
DECKS = Path(__file__).parents[2] / "decks" / "scenarios"
FAMILY = 1e-6
"""The chance that any figure of all random scenarios raises a false alarm."""
SCENARIOS = 60
MOST_FIGURES = 250
GAMES = 20_000
PATHS = 300_000
EXACTLY = 1e-12


def w_rd() -> Encoded:
    return encode(read_scenario(W / "w_rd.toml"))


def moments_of(found: Conditioned) -> dict[str, Moments]:
    """Every probability and mean."""
    ends = {f"ended.{cause.name}": each for cause, each in found.ended.items()}
    return {"steal": found.steal, **found.means, **ends}


def figures_of(exact: ExactOdds) -> dict[str, float]:
    """The same, exactly."""
    ends = {f"ended.{cause.name}": share for cause, share in exact.ended.items()}
    return {"steal": exact.p_steal, **exact.means, **ends}


@cache
def solved(number: int) -> tuple[Encoded, ExactOdds] | None:
    """A random scenario with its exact odds."""
    try:
        encoded = encode(random_scenario(number))
        exact = solve(encoded, limit=PATHS)
    except CapacityError:
        return None
    return (encoded, exact) if isinstance(exact, ExactOdds) else None


def random_ones() -> Iterator[tuple[int, Encoded, ExactOdds]]:
    """Random scenarios that are solved, with their numbers."""
    number = done = 0
    while done < SCENARIOS:
        pair = solved(number)
        if pair is not None:
            yield number, *pair
            done += 1
        number += 1


def reach(moments: Moments, games: int, alpha: float) -> float:
    """How far a mean may lie off: the empirical Bernstein bound of Maurer and Pontil."""
    room = log(4 / alpha)
    spread = sqrt(2 * moments.variance * room / games)
    return spread + 7 * moments.greatest * room / (3 * (games - 1))


def disagreements(encoded: Encoded, exact: ExactOdds, seed: int) -> list[str]:
    """Figures that lie further from the exact ones than chance can explain."""
    found = condition(encoded, GAMES, seed, threads=1)
    assert found is not None
    alpha = FAMILY / (SCENARIOS * MOST_FIGURES)
    expected = figures_of(exact)
    wrong = [
        f"{name}: {each.mean:.6f}, {expected[name]:.6f} expected"
        for name, each in moments_of(found).items()
        if abs(each.mean - expected[name]) > reach(each, GAMES, alpha) + EXACTLY
    ]
    pairs = (
        ("credits", found.credits_histogram, exact.credits_histogram),
        ("points", found.points_histogram, exact.points_histogram),
    )
    for name, ours, theirs in pairs:
        for value in range(max(len(ours), len(theirs))):
            share = ours[value] if value < len(ours) else 0.0
            exactly = theirs[value] if value < len(theirs) else 0.0
            most = Moments(share, exactly * (1 - exactly), 1.0)  # of plain games: never less
            if abs(share - exactly) > reach(most, GAMES, alpha) + EXACTLY:
                wrong.append(f"{name}.{value}: {share:.6f}, {exactly:.6f} expected")
        if not isclose(sum(ours), 1, abs_tol=EXACTLY):
            wrong.append(f"{name}: {sum(ours)} in all")
    return wrong


def test_conditioned_games_are_unbiased() -> None:
    summed = 0
    for number, encoded, exact in random_ones():
        try:
            assert not disagreements(encoded, exact, number), number
        except TooManyStatesError:
            continue
        summed += 1
    assert summed > 0.9 * SCENARIOS


def test_without_chance_before_the_breach_they_are_exact() -> None:
    exact_ones = 0
    for number, encoded, exact in random_ones():
        found = condition(encoded, 20, number, threads=1)
        assert found is not None
        if found.states > 1 or found.reached < found.games:
            continue
        moments, expected = moments_of(found), figures_of(exact)
        if any(each.variance > EXACTLY for each in moments.values()):
            continue  # figures that no state holds
        if any(abs(each.mean - expected[name]) > EXACTLY for name, each in moments.items()):
            continue  # 20 games that fell alike
        exact_ones += 1
        for ours, theirs in (
            (found.credits_histogram, exact.credits_histogram),
            (found.points_histogram, exact.points_histogram),
        ):
            assert ours == pytest.approx(theirs, abs=EXACTLY), number
    assert exact_ones >= 3


def test_conditioning_never_depends_on_threads_or_chunks() -> None:
    for encoded in (w_rd(), *(each for _, each, _ in list(random_ones())[:6])):
        one = condition(encoded, 50_003, 5, threads=1)
        assert one is not None
        for threads, chunk in ((2, 16_384), (3, 1_000), (4, 777)):
            other = condition(encoded, 50_003, 5, threads=threads, chunk=chunk)
            assert other is not None
            assert one.games == other.games == 50_003
            assert moments_of(one) == moments_of(other)
            assert one.credits_histogram == other.credits_histogram
            assert one.points_histogram == other.points_histogram
            assert (one.states, one.paths) == (other.states, other.paths)


def coverage() -> dict[str, float]:
    """How often intervals of W on R&D hold the exact figure, of 400 seeds."""
    scenario = read_scenario(W / "w_rd.toml")
    encoded = encode(scenario)
    exact = solve(encoded)
    assert isinstance(exact, ExactOdds)
    truth = {"p_steal": exact.p_steal, "p_success": exact.p_success}
    names = ("points", "credits_spent", "corp_cards_trashed", "accesses", "programs_lost")
    truth |= {f"mean_{name}": exact.means[name] for name in names}
    truth |= {f"ended.{c.name.lower()}": exact.ended[c] for c in (Cause.ICE, Cause.COMPLETED)}
    seeds = range(400)
    covered = dict.fromkeys(truth, 0)
    for seed in seeds:
        found = condition(encoded, 2_000, seed, threads=1)
        assert found is not None
        intervals = estimate_conditioned(found, scenario, seed, 1.0).intervals
        for name, value in truth.items():
            low, high = intervals[name]
            covered[name] += low <= value <= high
    return {name: hits / len(seeds) for name, hits in covered.items()}


def test_intervals_of_conditioned_games_cover_what_is_true() -> None:
    shares = coverage()
    assert all(0.92 <= share <= 0.98 for share in shares.values()), shares


def test_the_interval_is_wilsons_where_games_are_0_or_1() -> None:
    for hits, games in ((0, 50), (1, 50), (20, 50), (50, 50)):
        share = hits / games
        variance = share * (1 - share) * games / (games - 1)
        assert score_interval(Moments(share, variance, 1.0), games) == pytest.approx(
            wilson(hits, games), abs=1e-12
        )


def test_no_interval_is_without_width() -> None:
    for mean in (0.0, 0.25, 1.0):
        low, high = score_interval(Moments(mean, 0.0, 1.0), 1000)
        assert low <= mean <= high
        assert 0.003 < high - low < 0.004
    encoded = w_rd()
    found = condition(encoded, 1, 1, threads=1)
    assert found is not None
    for each in moments_of(found).values():
        low, high = score_interval(each, 1)
        assert low < high


def test_limits_are_counts() -> None:
    encoded = w_rd()
    with pytest.raises(TooManyStatesError, match="more than 3 states"):
        condition(encoded, 5_000, 1, threads=2, most_states=3, chunk=100)
    with pytest.raises(TooManyStatesError, match="more than 100 paths"):
        condition(encoded, 5_000, 1, limit=100)
    assert condition(encoded, 5_000, 1, cancelled=lambda: True, chunk=5_000) is not None


HQ = 'hq = ["Offworld Office", "Nico Campaign"]'


def made(*pieces: str, corp: str = HQ, runner: str = "credits = 4") -> Encoded:
    return encode(parse_scenario(ice(*pieces, server="hq", corp=corp, runner=runner), "made"))


def test_accesses_are_summed_behind_games_as_they_were() -> None:
    # one card of two is accessed: 2 points, or a trash cost of 2; before it a credit is lost or
    # not: two states, from each of which one path leads on, and two to the cards
    board = made("{roll 1-3: rlose 1}", "{roll 1-2: tag 1}")
    games = sample_encoded(board, 60, 3, threads=1)
    lost, tags = (games.total(name) / 60 for name in ("credits_lost", "tags"))
    assert 0 < lost < 1
    for threads, chunk in ((1, 60), (2, 7)):
        found = condition(board, 60, 3, threads, chunk=chunk)
        assert found is not None
        assert (found.games, found.reached, found.states, found.paths) == (60, 60, 2, 6)
        assert found.steal == Moments(0.5, 0.0, 1.0)
        assert found.means["points"] == Moments(1.0, 0.0, 2.0)
        assert found.means["corp_cards_trashed"] == Moments(0.5, 0.0, 1.5)
        assert found.means["credits_lost"].mean == pytest.approx(lost)
        assert found.means["tags"].mean == pytest.approx(tags)
        assert found.means["credits_spent"] == Moments(1.0, 0.0, 2.0)
        assert found.means["credits"].mean == pytest.approx(1 + lost)
        moved = [(1 - lost) / 2, lost / 2] * 2
        assert found.credits_histogram == pytest.approx(moved)
        assert found.points_histogram == pytest.approx([0.5, 0.0, 0.5])


def test_what_is_expected_behind_the_breach_hangs_on_what_came_before() -> None:
    # who has lost a credit cannot pay the trash cost of 2, half of which others expect to pay:
    # each game comes to one credit. The card that hurts takes 2 of the grip, half the time
    board = made("{roll 1-3: rlose 1}", runner="credits = 2")
    found = condition(board, 60, 3, threads=1)
    assert found is not None
    credits = found.means["credits"]
    assert (credits.mean, credits.variance) == (1.0, 0.0)
    board = made("{roll 1-3: net 1}", corp='hq = ["Offworld Office", "Fetal AI"]')
    alone = made("{roll 1-3: net 1}", corp='hq = ["Offworld Office"]')
    hurt = sample_encoded(alone, 60, 3, threads=1).total("net_damage")
    found = condition(board, 60, 3, threads=1)
    assert found is not None
    assert found.means["net_damage"].mean == pytest.approx(hurt / 60 + 1)
    assert found.means["grip_left"].mean == pytest.approx(5 - hurt / 60 - 1)


def test_nothing_is_rezzed_behind_the_last_piece() -> None:
    text = ice("nothing", server="hq", corp=HQ).replace("credits = 0", "credits = 9", 1)
    found = condition(encode(parse_scenario(text, "rich")), 5, 3, threads=1)
    assert found is not None
    assert found.means["corp_credits_spent"] == Moments(0.0, 0.0, 1.0)


def test_a_game_beyond_what_was_prepared_for_is_named() -> None:
    loop = made("ice-str 1 run; go-outermost")
    with pytest.raises(
        CapacityError, match=r"^game 13: the Runner may be sent back over ice, or more be laid"
    ):
        condition(loop, 20, 3, threads=1, first_game=13)


def test_as_many_states_and_paths_as_there_are_do() -> None:
    board = made("{roll 1-3: rlose 1}")
    found = condition(board, 60, 3, threads=1, limit=6, most_states=2)
    assert found is not None
    assert (found.states, found.paths) == (2, 6)
    with pytest.raises(TooManyStatesError, match="more than 5 paths"):
        condition(board, 60, 3, threads=1, limit=5)
    with pytest.raises(TooManyStatesError, match="more than 1 states"):
        condition(board, 60, 3, threads=1, most_states=1)


def test_room_for_states_behind_the_breach_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    board = made("{roll 1-3: rlose 1}", runner="credits = 4\naccesses = { hq = 1 }")
    found = condition(board, 20, 3, threads=1)
    assert found is not None
    monkeypatch.setattr(conditioning, "FIRST_ROOM", 1)
    monkeypatch.setattr(conditioning, "ROOM", 8)
    grown = condition(board, 20, 3, threads=1)
    assert grown is not None
    assert moments_of(grown) == moments_of(found)
    monkeypatch.setattr(conditioning, "ROOM", 1)
    with pytest.raises(TooManyStatesError):
        condition(board, 20, 3, threads=1)


@pytest.mark.parametrize("last", [4, 100])
def test_a_figure_that_is_too_great_is_named(last: int) -> None:
    board = made(4 * "tag 255 / " + f"tag {last}", runner="credits = 0\ngrip = 0")
    with pytest.raises(CapacityError, match=r"^tags is above 1023"):
        condition(board, 5, 3, threads=1)


@pytest.mark.nojit_sample
def test_every_figure_has_moments_however_the_kernel_runs() -> None:
    found = condition(encode(read_scenario(DECKS / "taxing_remote.toml")), 30, 1)
    assert found is not None
    assert set(found.means) == set(FIGURES) - {"cause"}
    assert found.games == 30
