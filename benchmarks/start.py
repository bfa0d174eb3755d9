"""From process start to the printed result, exact and of a million games: cold and cached.

    python benchmarks/start.py [SCENARIO ...] [--runs N]

Cold means an empty compiler cache (a fresh folder); cached is every later start. Unless others
are named, two scenarios: one of 30 paths of chance, which are followed without machine code, and
one of 3,061.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]

WAYS = {"exact": ("--exact",), "a million games": ("--games", "1e6")}


def seconds(scenario: Path, cache: str, options: tuple[str, ...]) -> float:
    """Wall-clock seconds of one `simcore odds`."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "simcore", "odds", str(scenario), *options, "--json"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - start


def main() -> None:
    """Print the times of both ways."""
    parser = argparse.ArgumentParser(description="time from process start to result")
    parser.add_argument(
        "scenarios",
        nargs="*",
        type=Path,
        default=[
            ROOT / "decks" / "scenarios" / "taxing_remote.toml",
            ROOT / "benchmarks" / "scenarios" / "w_hq.toml",
        ],
    )
    parser.add_argument("--runs", type=int, default=5, help="cached runs (5)")
    arguments = parser.parse_args()
    for scenario in arguments.scenarios:
        for name, options in WAYS.items():
            with tempfile.TemporaryDirectory() as cache:
                what = f"{scenario.stem}, {name}"
                print(f"{what}, cold    {seconds(scenario.resolve(), cache, options):6.2f} s")
                times = [seconds(scenario.resolve(), cache, options) for _ in range(arguments.runs)]
                print(
                    f"{what}, cached  {median(times):6.2f} s  "
                    f"(median of {len(times)}; {min(times):.2f} at best)"
                )


if __name__ == "__main__":
    main()
