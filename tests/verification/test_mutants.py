"""Every planted bug is seen in random scenarios, without knowing where to look.

python -m pytest tests/verification/test_mutants.py -s
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from agreement.mutants import MUTANTS, scenarios_until_caught
from agreement.planted_breaks import BREAKS, cases_until_caught

from simcore.sampling.chunks import available_threads


def test_all_planted_bugs_are_caught(capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadPoolExecutor(available_threads()) as pool:
        found = list(pool.map(lambda each: scenarios_until_caught(each, soon=False), MUTANTS))
    with capsys.disabled():
        print()
        for mutant, tried in zip(MUTANTS, found, strict=True):
            print(f"{mutant.file:<26} {mutant.name:<48} {tried or 'not seen':>8}")
    missed = [each.name for each, tried in zip(MUTANTS, found, strict=True) if tried is None]
    assert missed == []


def test_all_planted_bugs_of_breaking_are_caught() -> None:
    """Within 2,000 cases; takes a minute."""
    with ThreadPoolExecutor(available_threads()) as pool:
        found = list(pool.map(lambda each: cases_until_caught(each, soon=False), BREAKS))
    assert None not in found
