"""`simcore break`: the cheapest ways to break a piece of ice."""

from __future__ import annotations

import argparse

from simcore.commands.console import OK, print_json
from simcore.commands.options import add_edition, whole, words

EXAMPLE = 'simcore break Palisade --with Cleaver --with "Leech{virus=2}"'


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simcore break`."""
    parser.add_argument("ice", type=words, metavar="ICE", help="title of the ice")
    parser.add_argument(
        "--with",
        dest="breakers",
        action="append",
        type=words,
        required=True,
        metavar="BREAKER",
        help='an installed card, with its counters if any: "Leech{virus=2}"',
    )
    parser.add_argument(
        "--advancement",
        type=whole("advancement", 0, 255),
        default=0,
        metavar="N",
        help="advancement counters on the ice (default: 0)",
    )
    add_edition(parser, "whose cards (default: nsg; onr has those of 1996)")


def run(arguments: argparse.Namespace) -> int:
    """`simcore break`."""
    from simcore import api

    edition = arguments.edition or api.POOL
    cost = api.break_cost(
        arguments.ice, arguments.breakers, advancement=arguments.advancement, edition=edition
    )
    if arguments.json:
        names = ("possible", "cost", "payments", "subs", "steps")
        print_json({name: getattr(cost, name) for name in names})
    else:
        from simcore.table import break_table

        ice = api.find_card(arguments.ice, edition).title
        if arguments.advancement:
            ice += f" with {arguments.advancement} advancement"
        print(break_table(ice, arguments.breakers, cost, edition))
    return OK
