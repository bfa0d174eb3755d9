"""Every small change of the source, one at a time: which of them do quick tests not notice? (Those
of the tables of cards: `rules/test_slips.py`.)

python -m pytest tests/verification/test_altered.py -s

`ALTERED_FOLDER=somewhere` keeps what was measured and found, so that a run that was stopped
goes on where it was; `ALTERED_FILES=prices/way/journey` takes only files that begin so,
`ALTERED_BUDGET=15` gives each change more seconds of tests to be noticed in. `ALTERED_SAMPLE="300
1"` takes so many changes at random, by that seed, from all that move a number or the bound of a
comparison by one or exchange least and most, in any folder, and from all numbers outside functions
(constants, defaults), which nothing else here alters; `ALTERED_SAMPLE=functions` takes all such
changes inside functions. `ALTERED_SAMPLE="left out 300 1"` takes so many from all that may be
forgotten in prices: a part of a condition, a filter, a step, all for any.

What is not noticed in that time stands in `altered_known.toml` with the reason why it changes no
number, or in `altered_open.txt`: nobody has said yet why not, or which slower test sees it.
`altered_seen.toml` names cases to be tried first. Anything else is a test to write, code to
delete, or a line for one of them. Gone through so far, with a few seconds of tests for each:
prices, plan, estimates, exact odds, the kernel, encode, reading and the editions whole, unfold;
the reference, what cards are read and told to do, tables of odds and prices, what is asked of the
library and of commands; samples and threads. Numbers outside functions, all of them, by name.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random

import pytest
from agreement.altering import PACKAGE, changes, left_out, outside

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PRICES = (
    *("rules/test_price_cases.py", "rules/test_price_words.py", "rules/test_prices.py"),
    *("rules/test_price_slips.py", "rules/test_price_slips_more.py"),
    *("rules/test_breaking.py", "rules/test_payments.py", "rules/test_matrix.py"),
    *("rules/test_ways_past.py", "rules/test_outlasting.py", "properties/test_passages.py"),
    *("properties/test_matrix.py", "properties/test_rig_order.py", "cli/test_break.py"),
    *("rules/test_credits_apart.py", "rules/test_passages_by_hand.py"),
    *("rules/test_way_by_hand.py", "rules/test_memory_by_hand.py"),
    *("rules/test_price_parts_by_hand.py", "rules/test_veiled.py"),
    *("rules/test_plan_by_hand.py", "rules/test_plan_parts_by_hand.py"),
    *("rules/test_price_amounts_by_hand.py", "rules/test_blown_up_by_hand.py"),
    *("rules/test_given_up_by_hand.py", "rules/test_worn_down_by_hand.py"),
    "rules/test_counted_beside_by_hand.py",
    *("rules/test_judge_by_hand.py", "rules/test_judge_purses_by_hand.py"),
    "rules/test_judge_servers_by_hand.py",
    *("agreement/test_server_price.py", "cli/test_matrix.py", "verification/altered_watch.py"),
)
GAMES = (
    *("rules/test_cases.py", "rules/test_refusals.py", "rules/test_moving.py"),
    *("rules/test_decided_by_hand.py", "rules/test_chart.py", "rules/test_stories_by_hand.py"),
    *("rules/test_judge_by_hand.py", "rules/test_judge_purses_by_hand.py"),
    "rules/test_judge_servers_by_hand.py",
    *("rules/test_encoding_by_hand.py", "rules/test_ways_played_by_hand.py"),
    *("rules/test_judge_slips.py", "rules/test_card_slips.py", "rules/test_card_words.py"),
    "rules/test_refused_by_hand.py",
    *("rules/test_encounters.py", "rules/test_reference_effects.py", "rules/test_cells.py"),
    *("properties/test_reading.py", "properties/test_tally.py", "properties/test_reference.py"),
    *("properties/test_chunks.py", "properties/test_expectations.py", "rules/test_decks.py"),
    "properties/test_threads.py",
    *("agreement/test_exact_rezzed_late.py", "agreement/test_extent.py", "statistical"),
    "agreement/test_graph_by_hand.py",
    *("cli/test_exact_odds.py", "cli/test_bad_input.py", "cli/test_bad_figures.py"),
    *("cli/test_cli.py", "cli/test_editions.py", "cli/test_own_cards.py"),
    *("cli/test_words.py", "cli/test_matrix_words.py", "cli/test_asked.py"),
    *("cli/test_break.py", "cli/test_matrix.py", "cli/test_options.py"),
    *("properties/test_cards.py", "properties/test_pools.py", "rules/test_notation.py"),
    "verification/altered_watch.py",
)
SEARCHES = (
    *("rules/test_judge_by_hand.py", "rules/test_judge_purses_by_hand.py"),
    "rules/test_judge_servers_by_hand.py",
    "rules/test_judge_slips.py",
    "verification/altered_watch.py",
)
SEARCHED = "reference/legal_ reference/worst_cases.py reference/further_breaks.py"
SINGLE = "editions.py never_played.py tally.py estimate.py table.py scenario.py record.py errors.py"
DEALT = "sampling/ threads.py sites.py"
TEXTS = "commands/ cli.py trace.py api.py selection.py card_argument.py"
SLOW = "not conditioning_planted and not kernel_samples"
WATCHED = {
    "prices": (
        PRICES,
        "prices/ plan/ purses.py hosting.py",
        f"{SLOW} and not (altered_watch and (alike or walks))",
    ),
    "games": (
        GAMES,
        f"cards/ reading/ encode/ exact/ unfold/ kernel/ reference/ {SINGLE} {DEALT} {TEXTS}",
        f"{SLOW} and not (altered_watch and (test_breaking or test_passing))",
    ),
    "searches": (SEARCHES, SEARCHED, "test_judge or breaking or passing"),
}
"""The tests that are to notice, the files that are altered, and which of those tests."""
UNNOTICED = ("survived", "not reached", "not found")


def run(what: str, folder: Path, **settings: str) -> None:
    """Two processes, each with half of what is to be done."""
    tests, _, chosen = WATCHED[what]
    given = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
        "ALTERED_FOLDER": str(folder),
        **settings,
    }
    options = ["-q", "-s", "-p", "agreement.altered_runs", "-p", "no:cacheprovider", "-k", chosen]
    command = [sys.executable, "-m", "pytest", *options, *(str(ROOT / "tests" / t) for t in tests)]
    parts = [
        subprocess.Popen(command, env=given | {"ALTERED_PART": f"{part}/2"}, cwd=ROOT)
        for part in range(2)
    ]
    assert [part.wait() for part in parts] == [0, 0]


def drawn(sample: str) -> list[str]:
    """Names of changes by one: so many, by a seed, from the whole package, or all in functions;
    or of what may be left out, so many from what is altered of prices."""
    files = sorted(str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py"))
    if sample.startswith("left out"):
        number, seed = map(int, sample.split()[2:])
        priced = [file for file in files if file.startswith(tuple(WATCHED["prices"][1].split()))]
        left = sorted({c.name for file in priced for c in changes(file, left_out)})
        return Random(seed).sample(left, number)
    within = [c.name for file in files for c in changes(file) if c.by_one]
    if sample == "functions":
        return within
    number, seed = map(int, sample.split())
    names = [c.name for file in files for c in (*changes(file), *outside(file)) if c.by_one]
    return Random(seed).sample(names, number)


def known() -> set[str]:
    """Changes that are known not to be noticed."""
    told = tomllib.loads((HERE / "altered_known.toml").read_text(encoding="utf-8"))
    explained = {name for group in told["group"] for name in group["names"]}
    return explained | set((HERE / "altered_open.txt").read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("what", WATCHED)
def test_small_changes_are_noticed(what: str, tmp_path: Path) -> None:
    folder = Path(os.environ.get("ALTERED_FOLDER", tmp_path)) / what
    folder.mkdir(parents=True, exist_ok=True)
    files = os.environ.get("ALTERED_FILES", WATCHED[what][1])
    run(what, folder, ALTERED_MAP="1")
    others = SEARCHED if what == "games" else ""
    if sample := os.environ.get("ALTERED_SAMPLE"):
        (folder / "drawn.txt").write_text("\n".join(drawn(sample)), encoding="utf-8")
        os.environ["ALTERED_ONLY"] = str(folder / "drawn.txt")
    run(what, folder, ALTERED_MAP="", ALTERED_FILES=files, ALTERED_LEFT=others)
    found = [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    outcomes = [each["outcome"] for each in found]
    print({outcome: outcomes.count(outcome) for outcome in sorted(set(outcomes))})
    left = {each["name"] for each in found if each["outcome"] in UNNOTICED}
    assert sorted(left - known()) == []
