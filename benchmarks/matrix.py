"""The matrix of every breaker and every piece of ice: milliseconds per stage.

    python benchmarks/matrix.py [--edition E] [--rounds N]

Processor time of this process. The pool is read once; the matrix is made anew in each
round, and the last line is the least of them.
"""

from __future__ import annotations

import argparse
import time


def main() -> None:
    """Time the stages and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edition", default="nsg")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()

    start = time.process_time()
    from simcore.prices.matrix import REFUSED, break_matrix
    from simcore.selection import choose_breakers, choose_ice

    start = _line("import", start)
    ice = choose_ice(None, arguments.edition)
    breakers = choose_breakers(None, arguments.edition)
    _line("cards read", start)
    rounds = []
    for _ in range(arguments.rounds):
        start = time.process_time()
        matrix = break_matrix(ice, breakers)
        rounds.append(time.process_time() - start)
    start = time.process_time()
    matrix.averages(unbreakable=10)
    _line("averages", start)
    costs = matrix.costs
    refused = int((costs == REFUSED).sum())
    print(f"{len(ice)} pieces of ice, {len(breakers)} breakers: {costs.size:,} pairs")
    print(f"{refused:,} of them are not worked out")
    print(f"matrix     {min(rounds) * 1000:8.0f} ms")


def _line(stage: str, start: float) -> float:
    now = time.process_time()
    print(f"{stage:11}{(now - start) * 1000:8.0f} ms")
    return now


if __name__ == "__main__":
    main()
