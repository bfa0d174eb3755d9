"""The exact figures of the reference workload W as fractions, by the reference alone.

    python benchmarks/w_fractions.py [FILE]

Plays every path of chance of the three runs (about 70,000 games, two to four minutes)
and writes FILE, else tests/golden/w_fractions.json, to which tests hold the other ways.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from simcore.reading import read_scenario
from simcore.reference.enumeration import enumerate_results, figures_of

if TYPE_CHECKING:
    from simcore.reference.state import Table

HERE = Path(__file__).parent
TABLE = HERE.parent / "tests" / "golden" / "w_fractions.json"
SERVERS = ("remote", "hq", "rd")


def matters(table: Table) -> int:
    """No card of W does anything when accessed, and nothing on the way to the server takes
    or adds cards of the deck: the accesses depend on what the Runner has left to pay
    trash costs with."""
    return table.credits


def main() -> None:
    """Write the table."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE
    rows = {}
    for server in SERVERS:
        start = perf_counter()
        scenario = read_scenario(HERE / "scenarios" / f"w_{server}.toml")
        results = enumerate_results(scenario, limit=1_000_000, matters=matters)
        assert sum(results.values()) == 1
        rows[server] = {name: _plain(value) for name, value in figures_of(results).items()}
        print(f"{server}: {len(results):,} results in {perf_counter() - start:.0f} s")
    file.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def _plain(value: Fraction | dict[str, Fraction] | list[Fraction]) -> Any:
    if isinstance(value, dict):
        return {name: str(part) for name, part in value.items()}
    return [str(part) for part in value] if isinstance(value, list) else str(value)


if __name__ == "__main__":
    main()
