"""`simcore editions`: the four editions of the rules, and where they differ."""

from __future__ import annotations

import argparse

from simcore.commands.console import OK, print_json

EXAMPLE = "simcore editions"


def add_options(parser: argparse.ArgumentParser) -> None:
    """`simcore editions` has none."""


def run(arguments: argparse.Namespace) -> int:
    """`simcore editions`."""
    from simcore.editions import EDITIONS, differences

    if arguments.json:
        rows = {
            question: dict(zip(EDITIONS, answers, strict=True))
            for question, answers in differences()
        }
        names = {edition.id: edition.name for edition in EDITIONS.values()}
        steps = {edition.id: edition.steps() for edition in EDITIONS.values()}
        print_json({"editions": names, "differences": rows, "steps": steps})
    else:
        from simcore.table import editions_table

        print(editions_table())
    return OK
