"""`simcore cards`: the cards simcore knows, and how exactly it plays them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from simcore.commands.console import OK, print_json
from simcore.commands.options import add_pool, words
from simcore.errors import SimcoreError

if TYPE_CHECKING:
    from simcore.cards.card import Card

EXAMPLE = "simcore cards tithe"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simcore cards`."""
    parser.add_argument(
        "query",
        type=words,
        nargs="?",
        default="",
        metavar="QUERY",
        help="part of a title or subtype",
    )
    parser.add_argument(
        "--coverage", action="store_true", help="how many cards are exact, approximate, stats only"
    )
    parser.add_argument(
        "--notation", action="store_true", help="what cards of your own ([[card]]) may say"
    )
    add_pool(parser)


def run(arguments: argparse.Namespace) -> int:
    """`simcore cards`."""
    if arguments.notation:
        return _notation(arguments)
    from simcore import api

    edition = arguments.edition or api.POOL
    found = api.search_cards(arguments.query, edition)
    if arguments.coverage and arguments.edition is None:
        found += api.search_cards(arguments.query, "onr")
    if not found:
        from simcore.reading.checking import show

        other = api.POOL if edition == "onr" else "onr"
        there = bool(api.search_cards(arguments.query, other))
        hint = f"; the other pool has one: --edition {other}" if there else ""
        raise SimcoreError(f"no card matches {show(arguments.query)}{hint}")
    if arguments.coverage:
        return _coverage(found, arguments.json)
    from simcore.cards.card_in_words import describe

    if arguments.json:
        rows = [
            {
                "title": card.title,
                "type": card.type,
                "side": card.side,
                "pool": card.pool,
                "sets": list(card.sets),
                "subtypes": sorted(card.subtypes),
                "cost": card.cost,
                "strength": card.strength,
                "trash": card.trash,
                "advancement": card.advancement,
                "points": card.points,
                "fidelity": card.fidelity.level,
                "notes": list(card.fidelity.notes),
                "rules": describe(card),
                "elsewhere": list(_elsewhere(card)),
            }
            for card in found
        ]
        print_json({"cards": rows})
        return OK
    from simcore.table import cards_table, wrap

    print(cards_table(found))
    if len(found) == 1:
        for line in (*describe(found[0]), *found[0].fidelity.notes):
            print(wrap(f"  {line}"))
        for line in _elsewhere(found[0]):
            print(wrap(f"  for prices, where it lies active elsewhere: '{line}'"))
    return OK


def _elsewhere(card: Card) -> tuple[str, ...]:
    """What prices know of a card that lies elsewhere, in the notation."""
    from simcore.prices.corp.table_elsewhere import OF_ITS_SERVER, lines_of

    return tuple(line for line in lines_of(card) if line != OF_ITS_SERVER)


def _notation(arguments: argparse.Namespace) -> int:
    from simcore.commands.own_cards_text import own_cards_text

    if arguments.query or arguments.coverage or arguments.edition:
        raise SimcoreError("--notation is the same for all cards: it stands alone, or with --json")
    if arguments.json:
        print_json({"notation": own_cards_text().split("\n")})
    else:
        print(own_cards_text())
    return OK


def _coverage(cards: Sequence[Any], as_json: bool) -> int:
    from dataclasses import asdict

    from simcore.cards.coverage import LEVELS, coverage, coverage_by_set

    by_type = {
        pool: [asdict(row) for row in coverage(card for card in cards if card.pool == pool)]
        for pool in dict.fromkeys(card.pool for card in cards)
    }
    by_set = [asdict(row) for row in coverage_by_set(cards)]
    if as_json:
        print_json({"coverage": next(iter(by_type.values())), "pools": by_type, "sets": by_set})
        return OK
    for pool, rows in by_type.items():
        print(f"{f'{pool} pool':20}" + "".join(f"{level:>13}" for level in LEVELS))
        for row in rows:
            print(f"  {row['type']:18}" + "".join(f"{row[level]:13}" for level in LEVELS))
        print("  by set (a card counts in each)")
        for row in (each for each in by_set if each["pool"] == pool):
            print(f"  {row['set']:18}" + "".join(f"{row[level]:13}" for level in LEVELS))
    return OK
