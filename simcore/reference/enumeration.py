"""Exact figures in fractions: every path of chance events, played one by one."""

from __future__ import annotations

from dataclasses import astuple
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from simcore.errors import TooManyPaths
from simcore.never_played import refuse_never_played
from simcore.record import Cause, Result
from simcore.reference.game import run
from simcore.reference.state import Table
from simcore.sites import Kind, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from simcore.scenario import Scenario

Figures = dict[str, "Fraction | dict[str, Fraction] | list[Fraction]"]
"""Exact figures under the keys of `simcore odds --json`."""

MEANS = (
    "points",
    "accesses",
    "credits_spent",
    "credits_lost",
    "corp_credits_spent",
    "net_damage",
    "meat_damage",
    "core_damage",
    "tags",
    "corp_cards_trashed",
    "programs_lost",
    "clicks_lost",
    "clicks_spent",
    "bad_publicity_spent",
    "recurring_spent",
    "hosted_spent",
    "grip_left",
)

Draw = tuple[int, tuple[int, ...]]
"""One chance event: the entry drawn, and the weights of all entries."""


class _Stopped(Exception):
    """The game stands where it should be cut."""


def enumerate_results(
    scenario: Scenario,
    limit: int = 200_000,
    matters: Callable[[Table], Hashable] | None = None,
) -> dict[Result, Fraction]:
    """Every result with its exact probability, one game per path of chance events.

    Runs on HQ and R&D have paths without number, most of which differ in what was met
    on the way only. `matters` says what the accesses still depend on when the first card
    is about to be drawn there; games that agree in it are cut there and go on as one.
    What they have counted so far need not agree: what comes is added to it.

    Raises `TooManyPaths` when there are more than `limit` paths, `CapacityError` for what is not
    played rightly.
    """
    refuse_never_played(scenario)
    found: dict[Result, Fraction] = {}
    cuts: dict[Hashable, tuple[tuple[Draw, ...], dict[Result, Fraction]]] = {}
    paths = 0

    def count() -> None:
        nonlocal paths
        paths += 1
        if paths > limit:
            raise TooManyPaths(f"more than {limit} paths of chance: sample this scenario")

    for table, cause, path in _games(scenario, (), cut=matters is not None):
        count()
        result = table.result(cause)
        if matters is not None and cause is Cause.RUNNING:
            _, so_far = cuts.setdefault(matters(table), (tuple(path), {}))
        else:
            so_far = found
        so_far[result] = so_far.get(result, Fraction(0)) + _probability(path)
    for start, so_far in cuts.values():
        first = next(iter(so_far))  # what the game that `start` leads to has counted
        gains: dict[tuple[int, ...], Fraction] = {}
        for table, cause, path in _games(scenario, start, cut=False):
            count()
            gain = _minus(table.result(cause), first)
            gains[gain] = gains.get(gain, Fraction(0)) + _probability(path[len(start) :])
        for before, chance in so_far.items():
            for gain, share in gains.items():
                result = _plus(before, gain)
                found[result] = found.get(result, Fraction(0)) + chance * share
    return found


def _games(
    scenario: Scenario, start: Sequence[Draw], cut: bool
) -> Iterator[tuple[Table, Cause, list[Draw]]]:
    """Every game whose first draws are `start`, with all its draws; with `cut`, no further
    than the first draw from HQ or R&D, and RUNNING there."""
    path = list(start)
    while True:
        depth = 0

        def chance(address: int, weights: Sequence[int]) -> int:
            nonlocal depth
            if cut and kind_of(address) == Kind.ACCESS:
                raise _Stopped
            if depth == len(path):
                path.append((_next_possible(weights, 0), tuple(weights)))
            depth += 1
            return path[depth - 1][0]

        table = Table(scenario, chance)
        try:
            cause = run(table)
        except _Stopped:
            cause = Cause.RUNNING
        yield table, cause, path
        while len(path) > len(start):
            index, weights = path.pop()
            following = _next_possible(weights, index + 1)
            if following < len(weights):
                path.append((following, weights))
                break
        else:
            return


def _next_possible(weights: Sequence[int], start: int) -> int:
    """The first index from `start` with a weight; the length when there is none."""
    for index in range(start, len(weights)):
        if weights[index]:
            return index
    return len(weights)


def _probability(path: Sequence[Draw]) -> Fraction:
    return Fraction(prod(weights[index] for index, weights in path), prod(sum(w) for _, w in path))


def _minus(result: Result, before: Result) -> tuple[int, ...]:
    pairs = zip(astuple(result), astuple(before), strict=True)
    return tuple(value - earlier for value, earlier in pairs)


def _plus(before: Result, gain: tuple[int, ...]) -> Result:
    return Result(*(value + more for value, more in zip(astuple(before), gain, strict=True)))


def enumerate_figures(scenario: Scenario, limit: int = 200_000) -> Figures:
    """The exact figures of a scenario, from `enumerate_results`."""
    return figures_of(enumerate_results(scenario, limit))


def figures_of(results: dict[Result, Fraction]) -> Figures:
    """Exact figures from results; means are per game, histograms by value from 0."""

    def chance_of(name: str, value: int) -> Fraction:
        share = (p for result, p in results.items() if getattr(result, name) == value)
        return sum(share, Fraction(0))

    def mean(name: str) -> Fraction:
        return sum((getattr(result, name) * p for result, p in results.items()), Fraction(0))

    def histogram(name: str) -> list[Fraction]:
        top = max(getattr(result, name) for result in results)
        return [chance_of(name, value) for value in range(top + 1)]

    success, no_steal = chance_of("success", 1), chance_of("agendas_stolen", 0)
    figures: Figures = {
        "p_success": success,
        "p_keeps_out": 1 - success,
        "p_no_steal": no_steal,
        "p_steal": 1 - no_steal,
        "p_win": chance_of("cause", Cause.WON),
    }
    for name in MEANS:
        figures[f"mean_{name}"] = mean(name)
    causes = [cause for cause in Cause if cause is not Cause.RUNNING]
    figures["ended"] = {cause.name.lower(): chance_of("cause", cause) for cause in causes}
    figures["credits_histogram"] = histogram("credits")
    figures["points_histogram"] = histogram("points")
    return figures
