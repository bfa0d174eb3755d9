"""What conditioned sampling gains: games until the breach, the rest summed exactly.

    python benchmarks/conditioning.py [--games N] [--grid EVERY] [--large COUNT]

For W on R&D, every so many scenarios of the grid, and scenarios too large to be solved
exactly: the variance of plain games over that of conditioned ones, for the chance of a
steal, the mean of points and of credits spent; the time of as many plain games over that
of the conditioned ones; and the product of the two, by which conditioned sampling comes
sooner to the same interval. One thread, once compiled; a ratio has no bound (inf) where
conditioned games leave no variance at all, and none (-) where plain ones have none.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from math import inf
from pathlib import Path
from statistics import median
from time import process_time
from typing import TypeVar

from grid_scenarios import EDITIONS, Dealer, grid

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.exact import TooLarge, solve
from simcore.exact.conditioning import TooManyStatesError, condition
from simcore.exact.expectations import Conditioned
from simcore.reading import parse_scenario, read_scenario
from simcore.sampling.sampler import sample_encoded
from simcore.tally import Tally

_Played = TypeVar("_Played")

W = Path(__file__).parent / "scenarios" / "w_rd.toml"
NOTHING = 1e-12
"""Variances below are rounding."""
FIGURES = ("p_steal", "mean_points", "mean_credits_spent")
BEST_OF = 2
LIMIT = 1_000_000
"""Scenarios with more paths of chance are large ones here."""


class Larger(Dealer):
    """Deals scenarios with five to seven unknown pieces of ice and more accesses."""

    def __init__(self, number: int) -> None:
        edition = EDITIONS[number % len(EDITIONS)]
        server = ("rd", "hq", "remote")[number // len(EDITIONS) % 3]
        super().__init__(5000 + number, edition, server, 5)
        self.name = f"large {number} {edition} {server}"

    def ice(self) -> list[str]:
        return [self.unknown_ice() for _ in range(self.random.randint(5, 7))]

    def unknown_ice(self) -> str:
        self.from_deck = True
        return '{ draw_from = "deck" }'

    def runner(self) -> list[str]:
        lines = [line for line in super().runner() if not line.startswith("accesses")]
        if self.server != "remote":
            lines.insert(0, f"accesses = {{ {self.server} = {self.random.randint(1, 3)} }}")
        return lines


@dataclass(frozen=True)
class Gain:
    """One scenario: ratios of variance by figure, of time, and what was at the breach."""

    name: str
    variances: dict[str, float]
    time: float
    reached: float
    states: int

    def product(self, figure: str) -> float:
        return self.variances[figure] * self.time


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="the gain of conditioned sampling")
    parser.add_argument("--games", type=lambda text: int(float(text)), default=1_000_000)
    parser.add_argument("--grid", type=int, default=10, metavar="EVERY", help="0: none (10)")
    parser.add_argument("--large", type=int, default=12, metavar="COUNT")
    arguments = parser.parse_args()
    groups: dict[str, Iterator[tuple[str, Encoded]]] = {
        "W on R&D": iter([("w_rd", encode(read_scenario(W)))]),
        "large": large(arguments.large),
    }
    if arguments.grid:
        groups["grid"] = of_grid(arguments.grid)
    print(f"{'':34}{'variance, plain / conditioned':>31}   time   games at a breach")
    print(f"{'':34}{'p_steal':>9}{'points':>9}{'credits':>9}{'':7}  ratio   share   states")
    for group, scenarios in groups.items():
        print(group)
        measured = [measure(*scenario, arguments.games) for scenario in scenarios]
        summary([gain for gain in measured if gain is not None])


def of_grid(every: int) -> Iterator[tuple[str, Encoded]]:
    """Scenarios of the grid that the simulator takes."""
    for cell in grid()[::every]:
        try:
            yield cell.name, encode(parse_scenario(cell.text, cell.name))
        except CapacityError:
            continue


def large(wanted: int) -> Iterator[tuple[str, Encoded]]:
    """The first scenarios dealt that are too large to be solved."""
    found = 0
    for number in count():
        if found == wanted:
            return
        dealer = Larger(number)
        try:
            encoded = encode(parse_scenario(dealer.text(), dealer.name))
            if isinstance(solve(encoded, LIMIT), TooLarge):
                found += 1
                yield dealer.name, encoded
        except CapacityError:
            continue


def measure(name: str, encoded: Encoded, games: int) -> Gain | None:
    """Play a scenario both ways."""
    try:
        plain, fast = timed(lambda: sample_encoded(encoded, games, 1, threads=1))
        conditioned, slow = timed(lambda: condition(encoded, games, 1, threads=1))
    except TooManyStatesError as error:
        print(f"  {name:32}{error}")
        return None
    assert conditioned is not None
    ratios = variances(plain, conditioned)
    gain = Gain(name, ratios, fast / slow, conditioned.reached / games, conditioned.states)
    numbers = "".join(f"{shown(gain.variances[figure]):>9}" for figure in FIGURES)
    print(f"  {name:32}{numbers}{gain.time:14.2f}{gain.reached:8.2f}{gain.states:9,}", flush=True)
    return gain


def timed(play: Callable[[], _Played]) -> tuple[_Played, float]:
    """What was played, and seconds of processor time, best of some."""
    found, times = play(), []  # which may compile
    for _ in range(BEST_OF):
        start = process_time()
        found = play()
        times.append(process_time() - start)
    return found, min(times)


def variances(plain: Tally, conditioned: Conditioned) -> dict[str, float]:
    """Of plain games over conditioned ones; 0 where plain ones have none."""
    share = plain.at_least("agendas_stolen", 1) / plain.games
    pairs = {
        "p_steal": (share * (1 - share), conditioned.steal.variance),
        "mean_points": (variance(plain, "points"), conditioned.means["points"].variance),
        "mean_credits_spent": (
            variance(plain, "credits_spent"),
            conditioned.means["credits_spent"].variance,
        ),
    }
    return {
        name: 0.0 if before < NOTHING else inf if after < NOTHING else before / after
        for name, (before, after) in pairs.items()
    }


def variance(tally: Tally, figure: str) -> float:
    total, squares = tally.total(figure), tally.squares(figure)
    return (tally.games * squares - total * total) / (tally.games * (tally.games - 1))


def shown(ratio: float) -> str:
    return "-" if ratio == 0 else "inf" if ratio == inf else f"{ratio:.2f}"


def summary(gains: list[Gain]) -> None:
    """Middle values, and how often the product is a gain."""
    if not gains:
        return
    print(f"  {len(gains)} scenarios; time ratio, median: {median(g.time for g in gains):.2f}")
    for figure in FIGURES:
        ratios = [gain.variances[figure] for gain in gains if gain.variances[figure] > 0]
        products = [gain.product(figure) for gain in gains if gain.variances[figure] > 0]
        if not ratios:
            continue
        better = sum(product > 1 for product in products)
        never = sum(ratio == inf for ratio in ratios)
        print(
            f"  {figure:20}variance ratio, median {shown(median(ratios))} ({never} without bound); "
            f"product, median {shown(median(products))}, least {min(products):.2f}, "
            f"above 1 in {better} of {len(products)}"
        )


if __name__ == "__main__":
    main()
