"""The reference workload W, timed: games per second for each run and for the mix.

    python -m pytest benchmarks --benchmark-columns=min,median,stddev

W plays its three runs in equal parts, so its speed is the harmonic mean of theirs;
the mix benchmark plays them one after the other. Each round is a whole call of the
sampler without the encoding of the scenario, which is timed apart.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from simcore import load_scenario
from simcore.encode import Encoded, encode
from simcore.sampling.sampler import sample, sample_encoded
from simcore.scenario import Scenario
from simcore.threads import available_threads

SCENARIOS = Path(__file__).parent / "scenarios"
RUNS = ("remote", "hq", "rd")
THREADS = sorted({1, available_threads()})
GAMES = 20_000_000  # per thread, run and round: unfolding the runs is part of the time
ROUNDS = 7


def scenario(run: str) -> Scenario:
    return load_scenario(SCENARIOS / f"w_{run}.toml")


def play(boards: list[Encoded], games: int, threads: int) -> int:
    return sum(sample_encoded(board, games, 1, threads).games for board in boards)


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("runs", [*((run,) for run in RUNS), RUNS], ids="+".join)
def test_games_per_second(benchmark: BenchmarkFixture, runs: tuple[str, ...], threads: int) -> None:
    boards = [encode(scenario(run)) for run in runs]
    games = GAMES * threads
    played = benchmark.pedantic(play, args=(boards, games, threads), rounds=ROUNDS, warmup_rounds=1)
    assert played == games * len(runs)
    if benchmark.stats is not None:  # not under --benchmark-disable
        rate = played / benchmark.stats.stats.median / 1e6
        benchmark.extra_info["million_games_per_second"] = round(rate, 2)
        print(f"\n{'+'.join(runs)}, {threads} thread(s): {rate:.1f} million games per second")


@pytest.mark.parametrize("run", RUNS)
def test_encoding(benchmark: BenchmarkFixture, run: str) -> None:
    benchmark.pedantic(encode, args=(scenario(run),), rounds=5, warmup_rounds=1)


@pytest.mark.parametrize("run", RUNS)
def test_from_scenario_to_tally(benchmark: BenchmarkFixture, run: str) -> None:
    tally = benchmark.pedantic(
        sample, args=(scenario(run), 1_000_000, 1), rounds=5, warmup_rounds=1
    )
    assert tally.games == 1_000_000
