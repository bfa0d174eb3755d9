"""Which share of single-run scenarios is solved exactly, and how fast.

    python benchmarks/grid.py [--slow MS] [--show N]

Solves each of the 300 scenarios of `grid_scenarios` on one thread, once compiled, and
prints how many were solved in under 10 ms, the times and the states; what was not, and
why. Scenarios that the simulator refuses count as not solved. The time is processor time of
`simcore.exact.solve`, best of three; reading the file and preparing its tables of breaks,
which sampling needs as well, is shown apart.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, quantiles
from time import thread_time

from grid_scenarios import EDITIONS, UNKNOWN, Cell, grid

from simcore.encode import encode
from simcore.errors import CapacityError
from simcore.exact import ExactOdds, solve
from simcore.reading import parse_scenario

BEST_OF = 3


@dataclass(frozen=True)
class Measured:
    """One scenario: milliseconds to prepare and to solve it, or why it was not solved."""

    cell: Cell
    preparing: float = 0.0
    solving: float = 0.0
    states: int = 0
    paths: int = 0
    problem: str = ""


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="the share of scenarios solved exactly")
    parser.add_argument("--slow", type=float, default=10.0, metavar="MS", help="too slow (10)")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="slowest to show (10)")
    arguments = parser.parse_args()
    measured = [measure(cell) for cell in grid()]
    solved = [each for each in measured if not each.problem]
    fast = [each for each in solved if each.solving < arguments.slow]
    print(
        f"{len(fast)} of {len(measured)} scenarios ({len(fast) / len(measured):.1%}) solved "
        f"exactly in under {arguments.slow:g} ms; {len(solved)} solved at all"
    )
    spread("ms to solve", [each.solving for each in solved])
    spread("ms to prepare", [each.preparing for each in solved])
    spread("states", [each.states for each in solved])
    spread("paths", [each.paths for each in solved])
    share("edition", EDITIONS, measured, fast, lambda cell: cell.edition)
    share("unknown ice", UNKNOWN, measured, fast, lambda cell: cell.unknown)
    print("\nslowest")
    for each in sorted(solved, key=lambda one: -one.solving)[: arguments.show]:
        print(f"  {each.cell.name:32}{each.solving:9.2f} ms {each.states:9,} states")
    print("\nnot solved")
    for each in measured:
        if each.problem:
            print(f"  {each.cell.name:32}{each.problem}")


def measure(cell: Cell) -> Measured:
    """Solve one scenario a few times."""
    try:
        scenario = parse_scenario(cell.text, cell.name)
        start = thread_time()
        encoded = encode(scenario)
        preparing = thread_time() - start
        found, times = solve(encoded), []  # which may compile
        for _ in range(BEST_OF):
            start = thread_time()
            found = solve(encoded)
            times.append(thread_time() - start)
    except CapacityError as error:
        return Measured(cell, problem=str(error).removeprefix(f"{cell.name}: "))
    if not isinstance(found, ExactOdds):
        return Measured(cell, problem=f"more than {found.paths:,} paths, {found.states:,} states")
    best = min(times)
    return Measured(cell, 1000 * preparing, 1000 * best, found.states, found.paths)


def spread(name: str, values: list[float] | list[int]) -> None:
    """Median, nine tenths and the most of them."""
    nine = quantiles(values, n=10)[-1]
    places = 2 if any(isinstance(value, float) for value in values) else 0
    text = ", ".join(f"{value:,.{places}f}" for value in (median(values), nine, max(values)))
    print(f"  {name:16} median, nine tenths, most: {text}")


def share(
    name: str,
    values: tuple[object, ...],
    measured: list[Measured],
    fast: list[Measured],
    of: Callable[[Cell], object],
) -> None:
    """How many were fast, by a feature."""
    parts = []
    for value in values:
        total = sum(of(each.cell) == value for each in measured)
        parts.append(f"{value} {sum(of(each.cell) == value for each in fast)}/{total}")
    print(f"  by {name}: {', '.join(parts)}")


if __name__ == "__main__":
    main()
