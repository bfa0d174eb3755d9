"""Exact odds held against sampled games, with a stated chance of a false alarm.

Each share of games is held to a Chernoff bound on the binomial tail, which is never
smaller than the tail itself, however rare the event; each mean to the empirical Bernstein
bound of Maurer and Pontil, with one more than the greatest value seen as the greatest
there is. Bonferroni's inequality does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import exp, log, sqrt

from agreement.generator import random_scenario
from grid_scenarios import grid

from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.estimate import CAUSES, MEANS
from simcore.exact import ExactOdds, solve
from simcore.reading import parse_scenario
from simcore.sampling.sampler import sample_encoded
from simcore.scenario import Scenario
from simcore.tally import Tally

FAMILY = 1e-6
"""The chance that any figure of all scenarios of a test raises a false alarm."""
MOST_FIGURES = 250
"""Figures of one scenario, at the most."""
GAMES = 20_000
PATHS = 300_000
"""Scenarios with more paths of chance than that are left out, and counted."""


@dataclass(frozen=True)
class Compared:
    """What came of some scenarios: figures that disagree, and how many were compared."""

    alarms: list[str]
    compared: int
    too_large: int
    refused: int


Named = tuple[str, Callable[[], Scenario]]


def random_ones(first: int, count: int) -> Iterator[Named]:
    """Random scenarios `first` … `first + count - 1`."""
    for number in range(first, first + count):
        yield f"random_scenario({number})", partial(random_scenario, number)


def grid_ones(first: int, step: int) -> Iterator[Named]:
    """Every `step`-th scenario of the grid: real cards."""
    for cell in grid()[first::step]:
        yield f"grid {cell.name}", partial(parse_scenario, cell.text, cell.name)


def compare(named: Iterable[Named], scenarios: int) -> Compared:
    """Some of the `scenarios` of the whole test."""
    alarms: list[str] = []
    compared = too_large = refused = 0
    for number, (name, make) in enumerate(named):
        try:
            found = disagreements(make(), number, FAMILY / scenarios)
        except CapacityError:
            refused += 1
            continue
        if found is None:
            too_large += 1
            continue
        compared += 1
        alarms += [f"{name}: {each}" for each in found]
    return Compared(alarms, compared, too_large, refused)


def disagreements(scenario: Scenario, seed: int, alpha: float) -> list[str] | None:
    """Figures that disagree where one of them does by chance with probability `alpha` at
    the most; None if the scenario is not solved."""
    encoded = encode(scenario)
    exact = solve(encoded, limit=PATHS)
    if not isinstance(exact, ExactOdds):
        return None
    tally = sample_encoded(encoded, GAMES, seed, threads=1)
    each = alpha / MOST_FIGURES
    shares = shares_of(exact, tally)
    assert len(shares) + len(MEANS) <= MOST_FIGURES
    found = [
        f"{name}: {hits} of {GAMES} games, {share * GAMES:.2f} expected"
        for name, (hits, share) in shares.items()
        if tail_bound(hits, GAMES, share) < each
    ]
    for name in MEANS:
        mean, reach = tally.total(name) / GAMES, mean_reach(tally, name, each)
        if abs(mean - exact.means[name]) > reach:
            found.append(f"mean_{name}: {mean:.6g}, {exact.means[name]:.6g} expected")
    return found


def shares_of(exact: ExactOdds, tally: Tally) -> dict[str, tuple[int, float]]:
    """Games and probability of everything that happens in a game or does not."""
    shares = {
        "success": (tally.at_least("success", 1), exact.p_success),
        "steal": (tally.at_least("agendas_stolen", 1), exact.p_steal),
    }
    causes = tally.histogram("cause")
    for name, cause in CAUSES.items():
        hits = causes[cause] if cause < len(causes) else 0
        shares[f"ended.{name}"] = hits, exact.ended[cause]
    for name, exactly in (
        ("credits", exact.credits_histogram),
        ("points", exact.points_histogram),
    ):
        counts = tally.histogram(name)
        for value in range(max(len(counts), len(exactly))):
            hits = counts[value] if value < len(counts) else 0
            share = exactly[value] if value < len(exactly) else 0.0
            shares[f"{name}.{value}"] = hits, share
    return shares


def tail_bound(hits: int, games: int, share: float) -> float:
    """At least the probability of so many hits or of fewer (or more: on the side where
    they lie), twice for two sides."""
    share = min(1.0, share)
    seen = hits / games
    divergence = 0.0
    for part, expected in ((seen, share), (1 - seen, 1 - share)):
        if part > 0:
            if expected <= 0:
                return 0.0
            divergence += part * log(part / expected)
    return min(1.0, 2 * exp(-games * max(0.0, divergence)))


def mean_reach(tally: Tally, figure: str, alpha: float) -> float:
    """How far a mean may lie off."""
    total, squares = tally.total(figure), tally.squares(figure)
    variance = (GAMES * squares - total * total) / (GAMES * (GAMES - 1))
    room, greatest = log(4 / alpha), len(tally.histogram(figure))
    return sqrt(2 * variance * room / GAMES) + 7 * greatest * room / (3 * (GAMES - 1))
