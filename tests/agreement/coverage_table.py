"""What the random scenarios exercise: micro-ops by edition, conditions, causes, branches of
the reference.

    PYTHONPATH=.:tests python -m agreement.coverage_table

prints the table for the scenarios of the equality test. The kernel is watched while it
runs as plain Python (`NUMBA_DISABLE_JIT=1`), the reference under coverage.py; both in
processes of their own. The test stops as soon as everything has been seen often enough:
after the first scenarios it plays those that are known to show what is rare. Which those
are changes with the cards; `coverage_choice.py` writes the list anew when the test is slow.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from simcore.editions import EDITIONS

SCENARIOS = 2_000
FIRST = 100
"""Scenarios that are played in any case: the shares of the causes are those of their games."""
FEW = 40
"""Scenarios more, as long as a branch of the reference was not taken."""
CHOSEN = tomllib.loads(Path(__file__).with_name("coverage_scenarios.toml").read_text())
"""Scenarios that show what is rare: `firing` in the kernel, `branching` in the reference."""
LEAST = 30
"""Times that every micro-op of every edition, every subject and comparison has to fire."""
ROOT = Path(__file__).resolve().parents[2]
UNREACHED_CAUSES = frozenset({"RUNNING", "REDIRECTED"})
UNFIRED = {
    (edition, "ENDING"): "subroutines resolve whole in the edition of 1996 only"
    for edition in ("nsg", "ffg2012", "ffg2017")
}
"""Micro-ops that an edition has no use for, with the reason."""
_UNREAD = "the parser makes no other node: an error, or the end of an exhaustive match"
REVIEWED = {
    "__init__.py: if paths > limit:": "too many paths are an error (tests/properties)",
    "ice.py: if table.approaches > MOST_APPROACHES:": "a run without an end is an error",
    "effects.py: case Later(effect=effect): -> the end of the function": _UNREAD,
    'effects.py: case "nothing" | "self>hq" | "install" | "swap-ice": -> case _:': _UNREAD,
    "plans.py: case Unless(penalty=inner) | May(effect=inner) | Later(effect=inner): -> "
    "raise AssertionError(node)": (_UNREAD),
    'view.py: case "rezzed-assets": -> raise AssertionError(f"no register {name}")': _UNREAD,
    "window.py: if way.stealth:": "attempts beside what stealth credits pay are an error",
}
"""Branches of the reference that no scenario can take, by text, with the reason."""


@dataclass(frozen=True, slots=True)
class Table:
    """How often each thing happened, micro-ops by edition; `missing` branches as
    "file:line line text -> line text"."""

    games: Counter[str]
    refused: int
    ops: dict[str, Counter[str]]
    subjects: Counter[str]
    comparisons: Counter[str]
    causes: Counter[str]
    branches: int
    missing: tuple[str, ...]

    def text(self) -> str:
        lines = [f"{self.games.total():,} games; {self.refused} scenarios refused"]
        lines.append(_row("micro-op fired in", EDITIONS))
        lines.append(_row("  (games)", [f"{self.games[edition]:,}" for edition in EDITIONS]))
        for name in sorted(next(iter(self.ops.values()))):
            cells = [_cell(edition, name, self.ops[edition][name]) for edition in EDITIONS]
            lines.append(_row(f"  {name}", cells))
        for title, counts in (
            ("subject of IF", self.subjects),
            ("comparison of IF", self.comparisons),
        ):
            lines.append(_row(title, ["fired"]))
            lines += [_row(f"  {name}", [f"{n:,}"]) for name, n in sorted(counts.items())]
        lines.append(_row("cause of the end", ["of games"]))
        for name, share in self.shares().items():
            lines.append(_row(f"  {name}", [f"{100 * share:.1f} %"]))
        reached = self.branches - len(self.missing)
        lines.append(f"branches of the reference: {reached} of {self.branches} reached")
        lines += [f"  not reached: {each}" for each in self.missing]
        return "\n".join(lines)

    def shares(self) -> dict[str, float]:
        """The share of all games that each cause ends."""
        return {name: count / self.causes.total() for name, count in self.causes.items()}


def _row(head: str, cells: Iterable[str]) -> str:
    """A line of the table: at most 80 columns with four cells."""
    return f"{head:<24}" + "".join(f"{cell:>13}" for cell in cells)


def _cell(edition: str, op: str, count: int) -> str:
    return "-" if (edition, op) in UNFIRED and not count else f"{count:,}"


# ---- the kernel, watched ------------------------------------------------------------------


class _Code:
    """The code table of a board; counts the rows whose micro-op is looked at."""

    def __init__(self, rows: Any, hits: Counter[int]) -> None:
        self._rows, self._hits = rows, hits

    def __getitem__(self, at: tuple[int, int]) -> Any:
        row, column = at
        if column == 0:
            self._hits[int(row)] += 1
        return self._rows[row, column]


class _Boards:
    """Stands in for the array of one board, with its code watched."""

    def __init__(self, board: Any, code: _Code) -> None:
        self._board, self.code = board, code

    def view(self, _type: object) -> _Boards:
        return self

    def __getitem__(self, _index: int) -> _Boards:
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self._board, name)


def _only_looked_at(board: Any, end: int) -> set[int]:
    """Rows that the jack-out test looks at; no game runs them."""
    rows: set[int] = set()
    for start in {int(ice.tax) for ice in board.ices} | {int(board.bypasses)}:
        row = start
        while board.code[row, 0] != end:
            rows.add(row)
            row += 1
        rows.add(row)
    return rows


@dataclass(frozen=True, slots=True)
class Fired:
    """What has fired in the kernel: micro-ops by edition, subjects and comparisons; games by
    edition and the causes that ended them."""

    ops: Counter[tuple[str, str]] = field(default_factory=Counter)
    subjects: Counter[str] = field(default_factory=Counter)
    comparisons: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)

    def things(self) -> Counter[tuple[str, str]]:
        """All that has to fire, by names that are told apart."""
        named = Counter(self.ops)
        named.update({("subject", name): n for name, n in self.subjects.items()})
        named.update({("comparison", name): n for name, n in self.comparisons.items()})
        return named

    def add(self, other: Fired) -> None:
        self.ops.update(other.ops)
        self.subjects.update(other.subjects)
        self.comparisons.update(other.comparisons)
        self.causes.update(other.causes)
        self.games.update(other.games)


def missing_of(fired: Fired) -> dict[tuple[str, str], int]:
    """What has not fired often enough, and how often it still has to."""
    from simcore.kernel.layout import Comparison, Op, Subject

    wanted = {(edition, op.name) for edition in EDITIONS for op in Op} - set(UNFIRED)
    wanted |= {("subject", each.name) for each in Subject}
    wanted |= {("comparison", each.name) for each in Comparison}
    seen = fired.things()
    return {each: LEAST - seen[each] for each in wanted if seen[each] < LEAST}


def fire(number: int) -> Fired | None:
    """What fires in the kernel, as plain Python, in the games of a scenario; None if it is
    refused."""
    from agreement.compare import GAMES, SEED
    from agreement.generator import random_scenario

    from simcore.encode import encode
    from simcore.errors import CapacityError
    from simcore.kernel.jit import COMPILED
    from simcore.kernel.layout import Comparison, Op, Subject
    from simcore.record import FIGURES, Cause
    from simcore.sampling.chunks import Bench, play_games
    from simcore.tally import WIDTH

    assert not COMPILED, "a compiled kernel cannot be watched: set NUMBA_DISABLE_JIT=1"
    scenario = random_scenario(number)
    hits: Counter[int] = Counter()
    bench = Bench.make(WIDTH)
    try:
        encoded = encode(scenario)
        board = encoded.board[0]
        boards: Any = _Boards(board, _Code(board.code, hits))
        play_games(replace(encoded, board=boards), bench, SEED, 0, GAMES)
    except CapacityError:  # of a run that goes back and forth without an end, too
        return None
    ends = bench.histograms[FIGURES.index("cause")]
    fired = Fired()
    fired.games[scenario.edition] = GAMES
    fired.causes.update({cause.name: int(ends[cause]) for cause in Cause})
    for row in hits.keys() - _only_looked_at(board, int(Op.END)):
        op, subject, comparison = (int(value) for value in board.code[row, :3])
        fired.ops[scenario.edition, Op(op).name] += hits[row]
        if op in (Op.IF, Op.MEASURE):
            fired.subjects[Subject(subject).name] += hits[row]
        if op == Op.IF:
            fired.comparisons[Comparison(comparison).name] += hits[row]
    return fired


def _in_order(known: Sequence[int]) -> Iterator[int]:
    """All scenarios, those that show what is rare early."""
    early = [*range(FIRST), *known]
    yield from early
    yield from sorted(set(range(SCENARIOS)) - set(early))


def watch_kernel(everything: bool) -> dict[str, Any]:
    """Play scenarios in the kernel as plain Python and count what happens, until all of it
    has happened often enough, or `everything`."""
    from simcore.kernel.layout import Comparison, Op, Subject

    total = Fired()
    causes: Counter[str] = Counter()
    refused = 0
    for played, number in enumerate(_in_order(CHOSEN["firing"])):
        if played >= FIRST and not everything:
            if not missing_of(total):
                break
        fired = fire(number)
        if fired is None:
            refused += 1
            continue
        total.add(fired)
        if played < FIRST or everything:
            causes.update(fired.causes)
    return {
        "games": total.games,
        "refused": refused,
        "ops": {
            edition: {op.name: total.ops[edition, op.name] for op in Op} for edition in EDITIONS
        },
        "subjects": {each.name: total.subjects[each.name] for each in Subject},
        "comparisons": {each.name: total.comparisons[each.name] for each in Comparison},
        "causes": causes,
    }


# ---- the reference, under coverage.py ---------------------------------------------------


def watch_reference(everything: bool) -> dict[str, Any]:
    """Play scenarios in the reference; the branches it has and those not taken.

    The same boards as in the kernel, wide ones (clauses that only the reference plays)
    with the fixed plans and with random decisions, and an enumeration now and then.
    """
    import coverage

    watch = coverage.Coverage(branch=True, include=["*/simcore/reference/*"], data_file=None)
    known = CHOSEN["branching"]
    rest = iter([*known, *sorted(set(range(SCENARIOS)) - set(known))])
    numbers = [*islice(rest, SCENARIOS if everything else len(known))]
    watch.start()
    play_worked_cases()
    watch.stop()
    while numbers:
        watch.start()
        exercise_reference(numbers)
        watch.stop()
        found = _branches(watch)
        if not found["missing"]:
            break
        numbers = [*islice(rest, FEW)]
    return found


def _branches(watch: Any) -> dict[str, Any]:
    """How many branches there are, and those that were not taken."""
    report = Path(os.environ["AGREEMENT_REPORT"])
    watch.json_report(outfile=str(report))
    files = json.loads(report.read_text())["files"]
    missing = []
    branches = 0
    for name, file in sorted(files.items()):
        lines = Path(name).read_text(encoding="utf-8").split("\n")
        branches += file["summary"]["num_branches"]
        for start, end in file["missing_branches"]:
            text = lines[start - 1].strip()
            target = lines[end - 1].strip() if end > 0 else "the end of the function"
            leaving = f"{Path(name).name}: {text}"
            if leaving in REVIEWED or f"{leaving} -> {target}" in REVIEWED:
                branches -= 1
            else:
                missing.append(f"{Path(name).name}:{start} {text} -> {target}")
    return {"branches": branches, "missing": missing}


SHOWN_BY_HAND = (
    *("counting", "taken_for_advanced", "credits_for_trashing", "dashes"),
    "behind_all_success",
)
"""Files of worked cases about what no random card does."""


def play_worked_cases() -> None:
    """Play what no random card shows."""
    from agreement.compare import SEED
    from agreement.generator import twins
    from agreement.worked_cases import AHEAD, worked_cases

    from simcore.reference import play_seeded

    play_seeded(twins(), SEED, 0)
    for case in (*worked_cases(), *worked_cases(AHEAD)):
        if case.file in SHOWN_BY_HAND:
            play_seeded(case.scenario, SEED, 0)


def exercise_reference(numbers: Iterable[int]) -> None:
    """Play scenarios in the reference: seeded, with the plans, at random, enumerated."""
    from agreement.compare import SEED
    from agreement.generator import random_scenario

    from simcore.errors import CapacityError
    from simcore.reference import (
        Observation,
        enumerate_figures,
        enumerate_results,
        play,
        play_seeded,
    )
    from simcore.sites import choose, game_key, word

    def at_random(dice: random.Random) -> Callable[[str, Sequence[str], Observation], int]:
        return lambda _side, options, _observation: dice.randrange(len(options))

    for number in numbers:
        scenario = random_scenario(number)
        for game in range(2):
            with suppress(CapacityError):  # a run that goes back and forth without an end
                play_seeded(scenario, SEED, game)
        for more in range(2):
            wide = random_scenario(2 * number + more, wide=True)
            key = game_key(SEED, number)

            def chance(address: int, weights: Sequence[int], key: int = key) -> int:
                return choose(word(key, address), weights)

            with suppress(CapacityError):
                play(wide, chance)
                play(wide, chance, at_random(random.Random(number)))
        if number % 50 == 0:
            with suppress(CapacityError):
                enumerate_figures(scenario, limit=200)
            with suppress(CapacityError):  # what is cut is not judged here, but played
                enumerate_results(scenario, 200, lambda table: table.credits)


# ---- both ---------------------------------------------------------------------------------


def _start(what: str, everything: bool, report: Path) -> subprocess.Popen[str]:
    paths = [str(ROOT), str(ROOT / "tests")]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "NUMBA_DISABLE_JIT": "1",
        "AGREEMENT_REPORT": str(report),
    }
    command = [sys.executable, "-m", "agreement.coverage_table", what, "all" * everything]
    return subprocess.Popen(
        command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=None, text=True
    )


def _answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    out, _ = process.communicate()
    if process.returncode:
        raise RuntimeError(f"{process.args!r} failed with {process.returncode}")
    answer: dict[str, Any] = json.loads(out.splitlines()[-1])
    return answer


def measure(folder: Path, everything: bool = False) -> Table:
    """The table; `folder` takes a file of coverage.py's."""
    reference = _start("reference", everything, folder / "reference.json")
    played = _answer(_start("kernel", everything, folder / "unused"))
    seen = _answer(reference)
    return Table(
        games=Counter(played["games"]),
        refused=played["refused"],
        ops={edition: Counter(played["ops"][edition]) for edition in EDITIONS},
        subjects=Counter(played["subjects"]),
        comparisons=Counter(played["comparisons"]),
        causes=Counter(played["causes"]),
        branches=seen["branches"],
        missing=tuple(seen["missing"]),
    )


def main(arguments: list[str]) -> None:
    """Without arguments the table; else one part of it as JSON, for `measure`."""
    if arguments:
        watch = watch_kernel if arguments[0] == "kernel" else watch_reference
        print(json.dumps(watch(arguments[1] == "all")))
        return
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        print(measure(Path(folder), everything=True).text())


if __name__ == "__main__":
    main(sys.argv[1:])
