"""Small changes of the source, drawn at random: which of them do quick tests not notice?

python -m pytest tests/verification/test_altered.py -s

`ALTERED=50` draws so many for each folder, `ALTERED_SEED=7` others, `ALTERED_FILES=plan/uses`
only from files that begin so. Those that nothing notices are printed: each is a test to
write, code to delete, or no change at all in what the program does.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from agreement.altering import changes
from agreement.planted import Mutant
from agreement.planting import ROOT, Forge, hunted

NUMBER = int(os.environ.get("ALTERED", "100"))
SEED = int(os.environ.get("ALTERED_SEED", "20261121"))
FILES = os.environ.get("ALTERED_FILES", "")
NOTICED = 0.75
"""Many changes change nothing: bounds that are never met, orders of equal things, haste."""
PRICES = (
    *("properties/test_passages.py", "rules/test_price_words.py", "rules/test_price_cases.py"),
    *("rules/test_prices.py", "rules/test_breaking.py", "rules/test_payments.py"),
    *("agreement/test_break_search.py", "agreement/test_passage_search.py"),
)
GAMES = (
    *("rules/test_refusals.py", "rules/test_moving.py", "rules/test_encounters.py"),
    *("agreement/test_exact.py", "agreement/test_exact_keys.py"),
    *("agreement/test_equality.py::test_hand_worked_cases_are_played_alike",),
)
WATCHED = {"plan": PRICES, "prices": PRICES, "kernel": GAMES, "encode": GAMES, "exact": GAMES}


def drawn(folder: str) -> list[Mutant]:
    """Changes in a folder; what chooses how the kernel is compiled is left aside."""
    paths = sorted((ROOT / "simcore" / folder).glob("*.py"))
    everything = [
        change
        for path in paths
        if path.stem not in ("jit", "parts", "pipeline", "machine_code")
        and f"{folder}/{path.stem}".startswith(FILES)
        for change in changes(f"{folder}/{path.name}", path.read_text(encoding="utf-8"))
    ]
    return Random(SEED).sample(everything, min(NUMBER, len(everything)))


@pytest.mark.parametrize("folder", WATCHED)
def test_most_small_changes_are_noticed(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    watch = [str(ROOT / "tests" / path) for path in WATCHED[folder]]

    def noticed(forge: Forge, change: Mutant, _soon: bool) -> int | None:
        found = forge.hunt(change, "agreement.altering", *watch)
        if found is None:
            with capsys.disabled():
                print(f"\n{change.file}, {change.name}", end="")
        return found

    found = hunted(noticed, drawn(folder))
    with capsys.disabled():
        print(f"\n{folder}: {len(found) - found.count(None)} of {len(found)} noticed (seed {SEED})")
    assert len(found) - found.count(None) >= NOTICED * len(found)
