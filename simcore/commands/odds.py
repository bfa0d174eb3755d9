"""`simcore odds`: the odds of one scenario."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simcore.commands.console import (
    COMPILE_NOTICE,
    COMPILE_PATIENCE,
    INTERRUPTED,
    OK,
    Progress,
    interrupt_flag,
    notice,
    print_json,
)
from simcore.commands.options import add_rules, add_seed, whole
from simcore.errors import CapacityError, SimcoreError

if TYPE_CHECKING:
    from simcore.encode import Encoded
    from simcore.estimate import Odds
    from simcore.scenario import Scenario

EXAMPLE = "simcore odds decks/scenarios/taxing_remote.toml"

SOLVE_NOTICE = "following every path of chance (compiled at first use, cached afterwards) ..."
FRACTIONS_NOTICE = "playing every path of chance, a thousand or so a second ..."


APART = {
    "exact": ("games", "seed", "threads"),
    "fractions": ("games", "seed", "threads"),
    "limit": ("sample", "condition", "games", "seed"),
}
"""Options that have nothing to say to each other."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simcore odds`."""
    parser.description = (
        "The odds of one scenario: exact ones, summed over every path of chance, while that "
        "means no more than 4 million paths and 262,144 states at once; beyond that from a "
        "million seeded games until the breach and the exact sum of what can follow it, and "
        "from plain games when games or a seed are asked for."
    )
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario file (TOML)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--exact", action="store_true", help="exact odds, or an error where there are none"
    )
    how.add_argument("--sample", action="store_true", help="seeded games in any case")
    how.add_argument(
        "--condition",
        action="store_true",
        help="seeded games until the breach, and the exact sum of what can follow it: "
        "closer figures from as many games",
    )
    how.add_argument(
        "--fractions",
        action="store_true",
        help="exact odds as n/d, of runs with at most 20,000 paths of chance",
    )
    parser.add_argument(
        "--games",
        type=whole(1, 10**12),
        metavar="N",
        help="sample this many games, such as 1e7 or 10_000_000 (default: 1 million)",
    )
    add_seed(parser, "sample under this seed: the same one deals the same games (default: 1)")
    parser.add_argument(
        "--threads",
        type=whole(1, 1024),
        metavar="T",
        help="threads to sample with; changes the speed, not the numbers (default: all)",
    )
    parser.add_argument(
        "--limit",
        type=whole(1, 10**10),
        metavar="P",
        help="follow at most P paths of chance for exact odds (default: 4 million, and 20,000 "
        "with --fractions); states at once in proportion",
    )
    add_rules(parser)
    parser.add_argument(
        "--strict", action="store_true", help="refuse cards whose rules are not carried out exactly"
    )


def run(arguments: argparse.Namespace) -> int:
    """`simcore odds`."""
    from simcore import api

    _check_together(arguments)
    scenario = api.load_scenario(arguments.scenario, arguments.edition)
    if arguments.strict:
        from simcore.estimate import require_exact

        require_exact(scenario)
    if arguments.fractions:
        return _fractions(scenario, arguments.limit, arguments.json)
    said = [each for each in ("exact", "sample", "condition") if getattr(arguments, each)]
    method = api.choose_method(said[0] if said else "auto", arguments.games, arguments.seed)
    threads = "--threads was not needed: exact odds are summed on one"

    from simcore.encode import encode

    try:
        encoded = encode(scenario)
    except CapacityError as error:
        if method not in ("auto", "exact"):
            raise
        with notice(FRACTIONS_NOTICE, COMPILE_PATIENCE):
            played = api.played_out(scenario, error, arguments.limit)
        return _show(played, scenario, arguments.json)
    if method in ("auto", "exact"):
        try:
            odds = _solved(scenario, encoded, arguments.limit)
            if arguments.threads is not None:
                odds = replace(odds, notes=(*odds.notes, threads))
            return _show(odds, scenario, arguments.json)
        except CapacityError as error:
            if method == "exact":
                raise
            scenario = replace(scenario, notes=(*scenario.notes, f"conditioned: {error}"))
    return _sample(scenario, encoded, arguments, method != "sample")


def _check_together(arguments: argparse.Namespace) -> None:
    """Options that would change nothing beside others are mistakes."""
    for option, others in APART.items():
        for other in others:
            both = getattr(arguments, option), getattr(arguments, other)
            if not {None, False} & set(both):
                raise SimcoreError(f"--{option}: not allowed with --{other}")


def _solved(scenario: Scenario, encoded: Encoded, limit: int | None) -> Odds:
    from simcore import api

    with notice(SOLVE_NOTICE, COMPILE_PATIENCE):
        return api.solve_exactly(scenario, encoded, limit)


def _sample(
    scenario: Scenario, encoded: Encoded, arguments: argparse.Namespace, conditioned: bool
) -> int:
    """Play the games; the first Ctrl-C ends them, and what has been played is shown."""
    from importlib import import_module

    from simcore import api

    asked = api.GAMES if arguments.games is None else arguments.games
    seed = api.SEED if arguments.seed is None else arguments.seed
    import_module("simcore.sampling.sampler")  # takes a while, but is not compiling
    with notice(COMPILE_NOTICE, COMPILE_PATIENCE):
        dealing = api.warm_up(encoded, "condition" if conditioned else "sample", asked)
    progress = Progress(sys.stderr, asked)
    with interrupt_flag() as interrupted:
        try:
            odds = api.measure(
                scenario,
                encoded,
                asked,
                seed,
                arguments.threads,
                conditioned=conditioned,
                dealing=dealing,
                on_progress=progress.show if sys.stderr.isatty() else None,
                cancelled=interrupted,
            )
        except SimcoreError:
            if interrupted():
                raise KeyboardInterrupt from None
            raise
        finally:
            progress.clear()
    stopped = odds.games < asked
    if stopped and arguments.json:
        print(f"simcore: interrupted after {odds.games} of {asked} games", file=sys.stderr)
    _show(odds, scenario, arguments.json, asked)
    return INTERRUPTED if stopped else OK


def _fractions(scenario: Scenario, limit: int | None, as_json: bool) -> int:
    from simcore import api

    with notice(FRACTIONS_NOTICE, COMPILE_PATIENCE):
        odds, figures = api.fractions(scenario, limit or api.FRACTION_PATHS)
    if as_json:
        print_json(odds.to_dict() | {name: _plain(value) for name, value in figures.items()})
    else:
        from simcore.table import fractions_table

        print(fractions_table(odds, scenario, figures))
    return OK


def _plain(value: Any) -> Any:
    """Fractions as ``"n/d"``."""
    if isinstance(value, dict):
        return {name: str(part) for name, part in value.items()}
    return [str(part) for part in value] if isinstance(value, list) else str(value)


def _show(odds: Odds, scenario: Scenario, as_json: bool, asked: int | None = None) -> int:
    if as_json:
        print_json(odds.to_dict())
    else:
        from simcore.table import odds_table

        print(odds_table(odds, scenario, asked))
    return OK
