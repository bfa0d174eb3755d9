"""From process start to the printed result, exact and of a million games: cold and cached.

    python benchmarks/start.py [SCENARIO ...] [--runs N]

Cold means an empty folder for machine code, cached one that holds all of the kernel's; Python's
own bytecode is there in both, as pip leaves it. Unless others are named, three scenarios: of 30
and of 3,061 paths of chance, which need no machine code, and of 22,212, for which it is made.
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
W = ROOT / "benchmarks" / "scenarios"
LARGE = W / "w_rd.toml"
"""A scenario that has the plain kernel compiled."""

WAYS = {"exact": ("--exact",), "a million games": ("--games", "1e6")}


def seconds(scenario: Path, cache: str, options: tuple[str, ...]) -> float:
    """Wall-clock seconds of one `simcore odds`."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "simcore", "odds", str(scenario), *options, "--json"],
        cwd=ROOT,
        env=environment,
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
        default=[ROOT / "decks" / "scenarios" / "taxing_remote.toml", W / "w_hq.toml", LARGE],
    )
    parser.add_argument("--runs", type=int, default=5, help="cached runs (5)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as kept:
        for options in WAYS.values():
            seconds(LARGE, kept, options)
        for scenario in arguments.scenarios:
            for name, options in WAYS.items():
                what = f"{scenario.stem}, {name}"
                with tempfile.TemporaryDirectory() as empty:
                    print(f"{what}, cold    {seconds(scenario.resolve(), empty, options):6.2f} s")
                times = [seconds(scenario.resolve(), kept, options) for _ in range(arguments.runs)]
                print(
                    f"{what}, cached  {median(times):6.2f} s  "
                    f"(median of {len(times)}; {min(times):.2f} at best)",
                    flush=True,
                )


if __name__ == "__main__":
    main()
