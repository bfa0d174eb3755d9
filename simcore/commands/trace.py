"""`simcore trace`: one seeded game, told step by step."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from simcore.commands.console import (
    COMPILE_NOTICE,
    COMPILE_PATIENCE,
    DISAGREE,
    OK,
    notice,
    print_json,
)
from simcore.commands.options import add_rules, add_seed, whole
from simcore.errors import CapacityError

EXAMPLE = "simcore trace decks/scenarios/taxing_remote.toml --seed 1 --game 7"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simcore trace`."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario file (TOML)")
    add_seed(parser, "the seed that deals the games (default: 1)", 1)
    parser.add_argument(
        "--game",
        type=whole(0, 2**63 - 2),
        default=0,
        metavar="G",
        help="which game of the seed to tell (default: 0, the first)",
    )
    add_rules(parser)


def run(arguments: argparse.Namespace) -> int:
    """`simcore trace`: told by the reference, its record compared with the kernel's."""
    from simcore import api

    scenario = api.load_scenario(arguments.scenario, arguments.edition)
    seed, game = arguments.seed, arguments.game
    play = api.play_one(scenario, seed, game)
    if arguments.json:
        from dataclasses import asdict

        from simcore.record import Cause

        record = asdict(play.result) | {"cause": Cause(play.result.cause).name.lower()}
        checkpoints = [
            asdict(point) | {"cause": Cause(point.cause).name.lower()} for point in play.checkpoints
        ]
        steps = [{"step": step.label, "text": step.text} for step in play.steps]
        told = {"seed": seed, "game": game, "result": record}
        print_json(told | {"checkpoints": checkpoints, "steps": steps})
    else:
        from simcore.trace import tell

        print(tell(scenario, seed, game).rstrip("\n"))
    sys.stdout.flush()
    try:
        with notice(COMPILE_NOTICE, COMPILE_PATIENCE):
            same = _kernel_agrees(scenario, seed, game, play.result)
    except CapacityError as error:
        raise CapacityError(f"told, but not compared with the kernel: {error}") from None
    if not same:
        print("simcore: the kernel's record of this game differs: a bug", file=sys.stderr)
        return DISAGREE
    if not arguments.json:
        print("The kernel's record of this game is the same.")
    return OK


def _kernel_agrees(scenario: Any, seed: int, game: int, result: Any) -> bool:
    from simcore.sampling.sampler import sample
    from simcore.tally import Tally

    played = sample(scenario, 1, seed, 1, first_game=game)
    return played == Tally.from_results([result])
