"""The parser of arguments, options that several commands share, and what reads their values."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from simcore.errors import SimcoreError

EDITION_IDS = ("nsg", "ffg2012", "ffg2017", "onr")


class Parser(argparse.ArgumentParser):
    """One line per mistake instead of the usage block; options are written in full."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        message = message.removeprefix("argument ").replace(" with argument ", " with ")
        raise SimcoreError(f"{message}\n  try: {self.prog} -h")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(each) for each in action.choices]
            words = f"expected one of {', '.join(known)}, not {value!r}"
            raise argparse.ArgumentError(action, words + did_you_mean(str(value), known))


def add_edition(command: argparse.ArgumentParser, about: str) -> None:
    """The flag that names an edition."""
    command.add_argument("--edition", choices=EDITION_IDS, metavar="E", help=about)


def add_rules(command: argparse.ArgumentParser) -> None:
    """The flag that names the edition a scenario is played by."""
    add_edition(
        command,
        f"rules to play by: {', '.join(EDITION_IDS)} (default: those the scenario names)",
    )


def add_pool(command: argparse.ArgumentParser) -> None:
    """The flag that names the edition whose cards are meant."""
    add_edition(command, "whose cards (default: nsg; onr has those of 1996)")


def add_seed(command: argparse.ArgumentParser, about: str, default: int | None = None) -> None:
    """The flag that names a seed."""
    command.add_argument(
        "--seed", type=whole(0, 2**64 - 1), default=default, metavar="S", help=about
    )


def words(text: str) -> str:
    """A title as UTF-8 even where the locale says ASCII: titles have accents."""
    return text.encode(errors="surrogateescape").decode(errors="surrogateescape")


def whole(low: int, high: int, otherwise: str = "") -> Callable[[str], int]:
    """A parser of whole numbers ``low … high``, written 10000000, 10_000_000 or 1e7.

    `otherwise`: what else may be said, for the message.
    """

    def parse(text: str) -> int:
        from decimal import Decimal, InvalidOperation

        try:
            number = Decimal(text)
        except InvalidOperation:
            number = Decimal("nan")
        if not number.is_finite() or not low <= number <= high or number != int(number):
            raise argparse.ArgumentTypeError(
                f"expected {otherwise}a whole number from {low} to {_short(high)}, not {text!r}"
            )
        return int(number)

    return parse


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'odds'?`` if one of the words is near, else nothing."""
    from difflib import get_close_matches

    near = get_close_matches(word, known)
    return f"; did you mean {near[0]!r}?" if near else ""


def _short(number: int) -> str:
    power = len(str(number)) - 1
    return f"1e{power}" if number == 10**power and power > 4 else str(number)
