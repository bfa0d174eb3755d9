"""`simcore matrix`: what each breaker pays for each piece of ice."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from simcore.commands.console import OK, print_json
from simcore.commands.options import add_pool, whole, words
from simcore.errors import SimcoreError

if TYPE_CHECKING:
    from simcore.prices.matrix import BreakMatrix

EXAMPLE = "simcore matrix --ice barrier --breakers fracter --unbreakable 10"


def add_options(parser: argparse.ArgumentParser) -> None:
    """The arguments of `simcore matrix`."""
    parser.add_argument(
        "--ice",
        action="append",
        type=words,
        metavar="QUERY",
        help="a title, or part of titles and subtypes; repeat for more (default: all ice)",
    )
    parser.add_argument(
        "--breakers",
        action="append",
        type=words,
        metavar="QUERY",
        help='the same for breakers; "Atman{power=3}" states counters (default: all, with '
        "the counters they get when installed)",
    )
    parser.add_argument(
        "--advancement",
        type=whole(0, 255),
        metavar="N",
        help="advancement counters on each piece of ice (default: those it gets when rezzed)",
    )
    parser.add_argument(
        "--grip",
        type=whole(0, 255),
        default=5,
        metavar="N",
        help="cards in the grip, where a card counts them (default: 5)",
    )
    parser.add_argument(
        "--on",
        dest="server",
        choices=("hq", "rd", "archives", "remote"),
        default="remote",
        metavar="S",
        help="the server the ice protects: hq, rd, archives or remote (the default)",
    )
    add_pool(parser)
    parser.add_argument(
        "--only-credits",
        action="store_true",
        help="pay with nothing but credits (default: the fewest credits, whatever else it "
        "takes: clicks, counters, the breaker itself, luck)",
    )
    parser.add_argument(
        "--unbreakable",
        type=_price,
        default="skip",
        metavar="skip|N",
        help="what ice that a breaker cannot break counts in its mean over all: nothing, "
        "there is no such mean (skip, the default), or N credits",
    )
    parser.add_argument(
        "--no-subs",
        choices=("skip", "zero"),
        default="skip",
        metavar="skip|zero",
        help="ice without subroutines is left out of the averages (skip, the default), or "
        "is broken for 0 credits (zero)",
    )
    parser.add_argument(
        "--averages", action="store_true", help="averages even where the matrix fits on the screen"
    )
    parser.add_argument("--csv", type=words, metavar="F", help="write the whole matrix to a file")


def _price(text: str) -> int | None:
    return None if text == "skip" else whole(0, 1000, "skip or ")(text)


def run(arguments: argparse.Namespace) -> int:
    """`simcore matrix`."""
    from simcore import api
    from simcore.commands import matrix_text as text

    if arguments.csv == "":
        raise SimcoreError("--csv: the path of the file is empty")
    edition = arguments.edition or api.POOL
    matrix = api.break_matrix(
        arguments.ice,
        arguments.breakers,
        edition=edition,
        advancement=arguments.advancement,
        server=arguments.server,
        only_credits=arguments.only_credits,
        grip=arguments.grip,
    )
    averages = matrix.averages(arguments.unbreakable, arguments.no_subs)
    if arguments.csv is not None:
        try:
            _write_csv(matrix, arguments.csv)
        except OSError as error:
            error.filename = arguments.csv  # not the file beside it, nor none at all
            raise
    if arguments.json:
        asked = {
            "edition": edition,
            "advancement": arguments.advancement,
            "server": arguments.server,
            "only_credits": arguments.only_credits,
            "grip": arguments.grip,
        }
        means = [
            {
                "breaker": each.breaker,
                "breaks": each.breaks,
                "of": each.of,
                "share": each.share,
                "mean": each.mean,
                "overall": each.overall,
                "refused": each.refused,
            }
            for each in averages
        ]
        print_json(asked | matrix.to_dict() | {"averages": means})
        return OK
    print(
        text.head(matrix, edition, arguments.server, arguments.advancement, arguments.only_credits)
    )
    if arguments.csv is not None:
        print(f"written to {arguments.csv}")
    elif arguments.averages or not text.fits(matrix):
        print(text.averages_table(averages, arguments.unbreakable))
    else:
        print(text.cells_table(matrix, averages))
    print(text.foot(matrix))
    return OK


def _write_csv(matrix: BreakMatrix, path: str) -> None:
    """The matrix as CSV: blank for what cannot be broken, "no subs" and "refused" in words.
    A file is replaced once all of it is written, or stays as it was."""
    import csv
    import os
    import tempfile

    def write(descriptor: int) -> None:
        with open(descriptor, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["ice", *matrix.breakers])
            writer.writerows([title, *cells] for title, cells in matrix.rows())

    if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe
        write(os.open(path, os.O_WRONLY))
        return
    path = os.path.realpath(path)
    folder, name = os.path.split(path)
    descriptor, beside = tempfile.mkstemp(prefix=f".{name[:60]}.", dir=folder)
    try:
        mode = os.stat(path).st_mode & 0o777 if os.path.exists(path) else 0o666 & ~_umask()
        os.fchmod(descriptor, mode)
        write(descriptor)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _umask() -> int:
    import os

    mask = os.umask(0)
    os.umask(mask)
    return mask
