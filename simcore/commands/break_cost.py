"""`simcore break`: what it costs to break a piece of ice, or to get past it or a server."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from simcore.commands.console import OK, PRICE_PATIENCE, Line, print_json
from simcore.commands.options import add_pool, whole, words
from simcore.errors import SimcoreError

if TYPE_CHECKING:
    from simcore.scenario import Scenario

PRICE = ("possible", "cost", "payments", "subs", "steps")
BESIDE = ("unused", "assumed", "approximate")
EXAMPLE = 'simcore break Palisade --with Cleaver --with "Leech{virus=2}"'


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simcore break`."""
    parser.add_argument("ice", type=words, nargs="?", metavar="ICE", help="title of the ice")
    parser.add_argument(
        "--with",
        dest="breakers",
        action="append",
        type=words,
        default=[],
        metavar="BREAKER",
        help='an installed card, with what lies on it or was chosen: "Leech{virus=2}", '
        '"Chameleon{chosen=sentry}", "The Personal Touch{host=Corroder}"',
    )
    parser.add_argument(
        "--advancement",
        type=whole(0, 255),
        metavar="N",
        help="advancement counters on the ice (default: those it gets when rezzed)",
    )
    parser.add_argument(
        "--pass",
        dest="passing",
        action="store_true",
        help="break only what it takes to get past, and let the rest resolve",
    )
    parser.add_argument(
        "--grip",
        type=whole(0, 255),
        metavar="N",
        help="cards in the grip (default: 5)",
    )
    parser.add_argument(
        "--clicks",
        type=whole(0, 255),
        metavar="N",
        help="clicks to pay with (default: as many as needed; --server: the scenario's)",
    )
    parser.add_argument(
        "--server",
        metavar="SCENARIO",
        help="all ice of a scenario's server instead, by its rig; for every draw of unknown ice",
    )
    parser.add_argument("--steps", action="store_true", help="the steps of every payment")
    add_pool(parser)


def run(arguments: argparse.Namespace) -> int:
    """`simcore break`."""
    _check(arguments)
    return _server(arguments) if arguments.server is not None else _ice(arguments)


def _check(arguments: argparse.Namespace) -> None:
    """Options that do not go together; all of them are named."""
    wrong = []
    if arguments.server is not None:
        stated = {
            "ICE": arguments.ice is not None,
            "--with": bool(arguments.breakers),
            "--advancement": arguments.advancement is not None,
            "--grip": arguments.grip is not None,
            "--clicks": arguments.clicks is not None,
        }
        wrong += [
            f"{name} is the scenario's to say with --server" for name in stated if stated[name]
        ]
    else:
        if arguments.ice is None:
            wrong.append("which ICE? name one, or a scenario with --server")
        if not arguments.breakers and not arguments.passing:
            wrong.append("which installed cards? name them --with, or ask for --pass")
    if wrong:
        raise SimcoreError("\n".join([*wrong, "  try: simcore break -h"]))


def _ice(arguments: argparse.Namespace) -> int:
    from simcore import api

    edition = arguments.edition or api.POOL
    cost = api.break_cost(
        arguments.ice,
        arguments.breakers,
        advancement=arguments.advancement,
        edition=edition,
        passing=arguments.passing,
        grip=5 if arguments.grip is None else arguments.grip,
        clicks=arguments.clicks,
    )
    if arguments.json:
        names = [*PRICE, "unbroken" if arguments.passing else "uncounted", *BESIDE]
        print_json({name: getattr(cost, name) for name in names})
    else:
        from simcore.card_argument import parse_ice
        from simcore.commands.break_text import break_text

        ice = parse_ice(arguments.ice, edition).title
        if arguments.advancement:
            ice += f" with {arguments.advancement} advancement"
        against = f"{ice} against {', '.join(arguments.breakers) or 'no rig'}"
        print(break_text(against, cost, edition, arguments.passing, arguments.steps))
    return OK


def _server(arguments: argparse.Namespace) -> int:
    from simcore import api

    scenario = api.load_scenario(arguments.server, arguments.edition, breach=False)
    if any(piece.card is None for piece in scenario.ice):
        return _draws(scenario, arguments)
    line = Line(sys.stderr, PRICE_PATIENCE)

    def show(title: str, ways: int, past: int) -> None:
        line.say(lambda: f"{title}: {past:,} ways past it so far, by {ways:,} that lead there")

    try:
        cost = api.server_cost(
            scenario,
            passing=arguments.passing,
            on_progress=show if sys.stderr.isatty() else None,
        )
    finally:
        line.clear()
    if arguments.json:
        names = [
            *PRICE,
            "unbroken",
            "pool",
            "affordable",
            "ice",
            "stopped_by",
            "uncounted",
            *BESIDE,
        ]
        told = {name: getattr(cost, name) for name in names}
        print_json(told | {"notes": scenario.notes})
    else:
        from simcore.commands.break_text import server_text

        print(server_text(scenario, cost, arguments.passing, arguments.steps))
    return OK


def _draws(scenario: Scenario, arguments: argparse.Namespace) -> int:
    from simcore import api

    drawn = api.drawn_cost(scenario, passing=arguments.passing)
    if arguments.json:
        names = [*PRICE, "unbroken", "pool", "affordable", "stopped_by", *BESIDE]
        told = {
            "possible": float(drawn.possible),
            "refused": float(drawn.refused),
            "affordable": float(drawn.affordable),
            "cheapest": drawn.cheapest,
            "mean": None if drawn.mean is None else float(drawn.mean),
            "dearest": drawn.dearest,
            "mean_pool": None if drawn.mean_pool is None else float(drawn.mean_pool),
            "possibilities": [
                {"chance": float(each.chance), "ice": each.ice, "refused": each.refused}
                | ({name: getattr(each.cost, name) for name in names} if each.cost else {})
                for each in drawn.possibilities
            ],
        }
        print_json(told)
    else:
        from simcore.commands.break_text import drawn_text

        print(drawn_text(scenario, drawn, arguments.passing))
    return OK
