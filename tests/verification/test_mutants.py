"""Every planted bug is seen in random scenarios, without knowing where to look: within the
first `SEARCHED` of them, or `MOST_CASES` prices.

python -m pytest tests/verification/test_mutants.py -s
"""

from __future__ import annotations

import pytest
from agreement import planted_passages
from agreement.mutants import MUTANTS, SEARCHED, scenarios_until_caught
from agreement.planted_breaks import BREAKS, cases_until_caught
from agreement.planting import hunted


def test_what_is_known_lies_within_the_search() -> None:
    assert max(mutant.soon for mutant in MUTANTS) < SEARCHED


def test_all_planted_bugs_are_caught(capsys: pytest.CaptureFixture[str]) -> None:
    found = hunted(scenarios_until_caught, MUTANTS)
    with capsys.disabled():
        print()
        for mutant, tried in zip(MUTANTS, found, strict=True):
            print(f"{mutant.file:<26} {mutant.name:<48} {tried or 'not seen':>8}")
    missed = [each.name for each, tried in zip(MUTANTS, found, strict=True) if tried is None]
    assert missed == []


def test_all_planted_bugs_of_breaking_are_caught() -> None:
    """Within 2,000 cases; takes a minute."""
    assert None not in hunted(cases_until_caught, BREAKS)


def test_all_planted_bugs_of_ways_past_ice_are_caught() -> None:
    """Within 2,000 cases; takes two minutes."""
    assert None not in hunted(planted_passages.cases_until_caught, planted_passages.PASSAGES)
