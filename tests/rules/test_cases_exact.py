"""Hand-worked cases of cards on the way in, solved by the plain exact way: the kernel's own source
in a build that enumerates chance."""

from __future__ import annotations

from fractions import Fraction

import pytest
from agreement.worked_cases import WorkedCase, worked_cases

from simcore.api import odds

CASES = [case for case in worked_cases() if case.file.startswith("odds_")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}-{case.name}")
def test_the_exact_way_gives_what_was_worked_out_by_hand(case: WorkedCase) -> None:
    found = odds(case.scenario, method="exact").to_dict()
    for key, value in case.expect:
        name, _, part = key.partition(".")
        if name.endswith("_histogram"):
            continue
        figure = found[name][part] if part else found[name]
        assert figure == pytest.approx(float(Fraction(str(value))), abs=1e-9), (key, case.why)
