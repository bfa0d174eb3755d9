"""`simcore odds`: the odds of one scenario."""

from __future__ import annotations

import argparse
import sys

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
from simcore.commands.options import add_edition, whole
from simcore.errors import SimcoreError

EXAMPLE = "simcore odds decks/scenarios/taxing_remote.toml --games 1e7"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simcore odds`."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario file (TOML)")
    parser.add_argument(
        "--games",
        type=whole("games", 1, 10**12),
        default=1_000_000,
        metavar="N",
        help="games to play, such as 1e7 or 10_000_000 (default: 1 million)",
    )
    parser.add_argument(
        "--seed",
        type=whole("seed", 0, 2**64 - 1),
        default=1,
        metavar="S",
        help="the same seed deals the same games (default: 1)",
    )
    parser.add_argument(
        "--threads",
        type=whole("threads", 1, 1024),
        metavar="T",
        help="threads to use; changes the speed, not the numbers (default: all)",
    )
    add_edition(parser, "rules to play by (default: those the scenario names)")
    parser.add_argument(
        "--strict", action="store_true", help="refuse cards whose rules are not carried out exactly"
    )


def run(arguments: argparse.Namespace) -> int:
    """`simcore odds`."""
    from simcore import api

    asked: int = arguments.games
    scenario = api.load_scenario(arguments.scenario, arguments.edition)
    if arguments.strict:
        from simcore.estimate import require_exact

        require_exact(scenario)
    from importlib import import_module

    import_module("simcore.sampling.sampler")  # takes a while, but is not compiling
    with notice(COMPILE_NOTICE, COMPILE_PATIENCE):
        ready = api.prepare(scenario)
    progress = Progress(sys.stderr, asked)
    with interrupt_flag() as interrupted:
        try:
            odds = api.measure(
                scenario,
                ready,
                asked,
                arguments.seed,
                arguments.threads,
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
    if arguments.json:
        for note in odds.notes:
            print(f"simcore: note: {note}", file=sys.stderr)
        if stopped:
            print(f"simcore: interrupted after {odds.games} of {asked} games", file=sys.stderr)
        print_json(odds.to_dict())
    else:
        from simcore.table import odds_table

        print(odds_table(odds, scenario, asked))
    return INTERRUPTED if stopped else OK
