"""The command line. Only argparse is imported here; each command fetches what it needs.

Exit codes: 0 done, 1 reference and kernel disagree (a bug), 2 bad input, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from simcore.commands.console import BAD, INTERRUPTED, OK
from simcore.commands.options import Parser, did_you_mean
from simcore.errors import SimcoreError, os_message
from simcore.version import RULES_VERSION, STREAM_VERSION, __version__

COMMANDS = {
    "odds": ("odds", "the odds of one scenario, exact or from seeded games"),
    "trace": ("trace", "one seeded game, told step by step"),
    "break": ("break_cost", "the cheapest ways to break a piece of ice completely"),
    "matrix": ("matrix", "what each breaker of an edition pays for each piece of ice"),
    "cards": ("cards", "the cards simcore knows, and how exactly it plays them"),
    "editions": ("editions", "the four editions of the rules, and where they differ"),
}
"""Every command with its module in `simcore.commands` and what it is about."""


class _CommandParser(Parser):
    """Fetches its command's module when it is the one to parse with."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        name, _ = COMMANDS[self.prog.split()[-1]]
        command = import_module(f"simcore.commands.{name}")
        self.epilog = f"example: {command.EXAMPLE}"
        self.set_defaults(command=command.run)
        self.add_argument("--json", action="store_true", help="one JSON object on stdout")
        command.add_options(self)
        understood, unknown = super().parse_known_args(args, namespace)
        if unknown:
            near = did_you_mean(unknown[0].partition("=")[0], self._option_string_actions)
            self.error(f"there is no argument {unknown[0]!r}{near}")
        return understood, unknown


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; messages go to stderr."""
    _plain_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's, never used: they spin at start
    try:
        code = _run(argv)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _drop_stdout()
        return OK
    except KeyboardInterrupt:
        print("simcore: interrupted", file=sys.stderr)
        return INTERRUPTED
    except SimcoreError as error:
        print(_said(error), file=sys.stderr)
        return BAD
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _drop_stdout()
        print(f"simcore: {os_message(error)}", file=sys.stderr)
        return BAD


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = build_parser().parse_args(argv)
    except SystemExit as stop:  # -h and --version
        return int(stop.code or 0)
    command: Callable[[argparse.Namespace], int] = arguments.command
    return command(arguments)


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command; its options are added once a command is named."""
    parser = Parser(
        prog="simcore",
        description="The odds of Netrunner runs: does this server hold against this rig, "
        "and what does it cost each side?",
        epilog="example: simcore odds decks/scenarios/taxing_remote.toml",
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"simcore {__version__} (rules {RULES_VERSION}, stream {STREAM_VERSION})",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_CommandParser)
    for name, (_, about) in COMMANDS.items():
        commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    return parser


def _plain_streams() -> None:
    """UTF-8 whatever the locale says; no stream fails on a character of a path.

    A stream that the caller has closed (``>&-``) becomes one that swallows its text.
    """
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream, errors in ((sys.stdout, "surrogateescape"), (sys.stderr, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors=errors)


def _drop_stdout() -> None:
    """Point stdout at nothing, so that the interpreter's last flush cannot fail."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass


def _said(error: SimcoreError) -> str:
    """Every mistake behind the name of the program; what belongs to one is indented."""
    lines = str(error).splitlines()
    return "\n".join(line if line.startswith(" ") else f"simcore: {line}" for line in lines)
