"""Which scenarios the coverage test has to play: few and cheap ones that show all of it.

    PYTHONPATH=.:tests NUMBA_DISABLE_JIT=1 python -m agreement.coverage_choice

plays all scenarios of the equality test (some minutes) and writes
`coverage_scenarios.toml` anew. The lists are no judge of anything: with a list that has
grown old the test plays more, and sees the same.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from agreement.coverage_table import (
    FIRST,
    SCENARIOS,
    Fired,
    exercise_reference,
    fire,
    missing_of,
)

Thing = tuple[str, Any]
"""What may show itself: a micro-op in an edition, a branch of a file."""
STARTING = 0.005
"""Seconds that a scenario costs beside what was measured of it: few are better than many."""


def choose(
    shows: Mapping[int, Counter[Thing]],
    seconds: Mapping[int, float],
    wanted: Mapping[Thing, int],
) -> list[int]:
    """Scenarios, in the order of their numbers, that together show all that is `wanted` so
    many times (or as often as there is): always the one next that shows most for its time."""
    there: Counter[Thing] = Counter()
    for shown in shows.values():
        there.update(shown)
    needed = {each: min(count, there[each]) for each, count in wanted.items() if there[each]}
    share = dict(needed)

    def worth(number: int) -> float:
        shown = shows[number]
        new = sum(min(needed[each], shown[each]) / share[each] for each in shown.keys() & needed)
        return new / (seconds[number] + STARTING)

    chosen: list[int] = []
    while needed:
        best = max(shows.keys() - set(chosen), key=worth)
        chosen.append(best)
        left = {each: count - shows[best][each] for each, count in needed.items()}
        needed = {each: count for each, count in left.items() if count > 0}
    return sorted(chosen)


def _measured(do: Callable[[], Any]) -> tuple[Any, float]:
    start = time.process_time()
    done = do()
    return done, time.process_time() - start


def firing() -> list[int]:
    """Scenarios beside the first ones that fire everything in the kernel."""
    first = Fired()
    shows: dict[int, Counter[Thing]] = {}
    seconds: dict[int, float] = {}
    for number in range(SCENARIOS):
        fired, took = _measured(partial(fire, number))
        if fired is None:
            continue
        if number < FIRST:
            first.add(fired)
        else:
            shows[number], seconds[number] = fired.things(), took
    return choose(shows, seconds, missing_of(first))


def branching() -> list[int]:
    """Scenarios that take every branch of the reference which any takes."""
    import coverage

    watch = coverage.Coverage(branch=True, include=["*/simcore/reference/*"], data_file=None)
    seconds = {}
    for number in range(SCENARIOS):
        watch.start()
        watch.switch_context(str(number))
        _, seconds[number] = _measured(partial(exercise_reference, [number]))
        watch.stop()
    data = watch.get_data()
    shows: dict[int, Counter[Thing]] = {}
    for number in range(SCENARIOS):
        data.set_query_context(str(number))
        taken = {(file, arc) for file in data.measured_files() for arc in data.arcs(file) or ()}
        shows[number] = Counter(dict.fromkeys(taken, 1))
    everything = {each: 1 for shown in shows.values() for each in shown}
    return choose(shows, seconds, everything)


def main() -> None:
    """Write the lists."""
    lines = ["# Written by coverage_choice.py."]
    for name, numbers in (("firing", firing()), ("branching", branching())):
        rows = [numbers[at : at + 14] for at in range(0, len(numbers), 14)]
        lines += [f"{name} = [", *("    " + ", ".join(map(str, row)) + "," for row in rows), "]"]
    path = Path(__file__).with_name("coverage_scenarios.toml")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
