"""Totals of the committed scenarios: they change only with a new version number.

`python tests/golden/test_totals.py` writes them anew, after a change of
RULES_VERSION or STREAM_VERSION that is meant to change them.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simcore.encode import encode
from simcore.reading import read_scenario
from simcore.record import FIGURES
from simcore.sampling.sampler import sample_encoded
from simcore.version import RULES_VERSION, STREAM_VERSION

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILE = HERE / "totals.json"
SCENARIOS = sorted(
    str(path.relative_to(ROOT))
    for folder in ("benchmarks/scenarios", "decks/scenarios")
    for path in (ROOT / folder).glob("*.toml")
)
GAMES, SEED = 20_000, 1


def totals(scenario: str) -> dict[str, int]:
    """The sum of every figure, the causes of the end one by one."""
    tally = sample_encoded(encode(read_scenario(ROOT / scenario)), GAMES, SEED)
    sums = {
        figure: sum(value * int(count) for value, count in enumerate(tally.counts[row]))
        for row, figure in enumerate(FIGURES)
        if figure != "cause"
    }
    causes = tally.counts[FIGURES.index("cause")]
    return sums | {f"cause {value}": int(causes[value]) for value in range(1, 8)}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_totals_are_those_of_this_version(scenario: str) -> None:
    golden = json.loads(FILE.read_text())
    version = [RULES_VERSION, STREAM_VERSION]
    assert golden["version"] == version, "a new version: write the totals anew"
    assert golden["totals"][scenario] == totals(scenario)


if __name__ == "__main__":
    data = {
        "version": [RULES_VERSION, STREAM_VERSION],
        "totals": {scenario: totals(scenario) for scenario in SCENARIOS},
    }
    FILE.write_text(json.dumps(data, indent=1) + "\n")
