"""Options that several commands share, and the parsers of their values."""

from __future__ import annotations

import argparse
from collections.abc import Callable

EDITION_IDS = ("nsg", "ffg2012", "ffg2017", "onr")


def add_edition(command: argparse.ArgumentParser, about: str) -> None:
    """The flag that names an edition."""
    command.add_argument("--edition", choices=EDITION_IDS, metavar="E", help=about)


def words(text: str) -> str:
    """A title as UTF-8 even where the locale says ASCII: titles have accents."""
    return text.encode(errors="surrogateescape").decode(errors="surrogateescape")


def whole(name: str, low: int, high: int) -> Callable[[str], int]:
    """A parser of whole numbers ``low … high``, written 10000000, 10_000_000 or 1e7."""

    def parse(text: str) -> int:
        from decimal import Decimal, InvalidOperation

        try:
            number = Decimal(text)
        except InvalidOperation:
            number = Decimal("nan")
        if not number.is_finite() or not low <= number <= high or number != int(number):
            raise argparse.ArgumentTypeError(
                f"{name} must be a whole number from {low} to {_short(high)}, not {text!r}"
            )
        return int(number)

    return parse


def _short(number: int) -> str:
    return f"1e{len(str(number)) - 1}" if number == 10 ** (len(str(number)) - 1) else str(number)
