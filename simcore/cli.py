"""The command line. Only argparse is imported here; each command fetches what it needs.

Exit codes: 0 done, 1 reference and kernel disagree (a bug), 2 bad input, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, NoReturn

from simcore.errors import CapacityError, SimcoreError
from simcore.version import RULES_VERSION, STREAM_VERSION, __version__

OK, DISAGREE, BAD, INTERRUPTED = 0, 1, 2, 130

EDITION_IDS = ("nsg", "ffg2012", "ffg2017", "onr")
COMPILE_NOTICE = "preparing the kernel (compiled at first use, cached afterwards) ..."
COMPILE_PATIENCE = 0.5  # seconds before that is said
PROGRESS_PATIENCE = 1.0  # seconds before a progress line appears
PROGRESS_PERIOD = 0.1  # seconds between its updates


class _Parser(argparse.ArgumentParser):
    """One line per mistake instead of the usage block."""

    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{message}\ntry: {self.prog} -h")


class _UsageError(SimcoreError):
    """A command line that cannot be understood."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; messages go to stderr."""
    _plain_streams()
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
        print(f"simcore: {error}", file=sys.stderr)
        return BAD
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _drop_stdout()
        print(f"simcore: {_os_message(error)}", file=sys.stderr)
        return BAD


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = build_parser().parse_args(argv)
    except SystemExit as stop:  # -h and --version
        return int(stop.code or 0)
    command: Callable[[argparse.Namespace], int] = arguments.command
    return command(arguments)


def build_parser() -> argparse.ArgumentParser:
    """The parser of every command and option."""
    parser = _Parser(
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
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    def add(name: str, about: str, example: str, command: Any) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name, help=about, description=about + ".", epilog=f"example: {example}"
        )
        sub.set_defaults(command=command)
        sub.add_argument("--json", action="store_true", help="one JSON object on stdout")
        return sub

    sub = add(
        "odds",
        "the odds of one scenario, from seeded games",
        "simcore odds decks/scenarios/taxing_remote.toml --games 1e7",
        odds_command,
    )
    sub.add_argument("scenario", metavar="SCENARIO", help="a scenario file (TOML)")
    sub.add_argument(
        "--games",
        type=whole("games", 1, 10**12),
        default=1_000_000,
        metavar="N",
        help="games to play, such as 1e7 or 10_000_000 (default: 1 million)",
    )
    sub.add_argument(
        "--seed",
        type=whole("seed", 0, 2**64 - 1),
        default=1,
        metavar="S",
        help="the same seed deals the same games (default: 1)",
    )
    sub.add_argument(
        "--threads",
        type=whole("threads", 1, 1024),
        metavar="T",
        help="threads to use; changes the speed, not the numbers (default: all)",
    )
    add_edition(sub, "rules to play by (default: those the scenario names)")
    sub.add_argument(
        "--strict", action="store_true", help="refuse cards whose rules are not carried out exactly"
    )

    sub = add(
        "trace",
        "one seeded game, told step by step",
        "simcore trace decks/scenarios/taxing_remote.toml --seed 1 --game 7",
        trace_command,
    )
    sub.add_argument("scenario", metavar="SCENARIO", help="a scenario file (TOML)")
    sub.add_argument("--seed", type=whole("seed", 0, 2**64 - 1), default=1, metavar="S")
    sub.add_argument("--game", type=whole("game", 0, 2**63 - 2), default=0, metavar="G")
    add_edition(sub, "rules to play by (default: those the scenario names)")

    sub = add(
        "break",
        "the cheapest ways to break a piece of ice completely",
        'simcore break Palisade --with Cleaver --with "Leech{virus=2}"',
        break_command,
    )
    sub.add_argument("ice", type=words, metavar="ICE", help="title of the ice")
    sub.add_argument(
        "--with",
        dest="breakers",
        action="append",
        type=words,
        required=True,
        metavar="BREAKER",
        help='an installed card, with its counters if any: "Leech{virus=2}"',
    )
    sub.add_argument(
        "--advancement",
        type=whole("advancement", 0, 255),
        default=0,
        metavar="N",
        help="advancement counters on the ice (default: 0)",
    )
    add_edition(sub, "whose cards (default: nsg; onr has those of 1996)")

    sub = add(
        "cards",
        "the cards simcore knows, and how exactly it plays them",
        "simcore cards tithe",
        cards_command,
    )
    sub.add_argument(
        "query",
        type=words,
        nargs="?",
        default="",
        metavar="QUERY",
        help="part of a title or subtype",
    )
    sub.add_argument(
        "--coverage", action="store_true", help="how many cards are exact, approximate, stats only"
    )
    add_edition(sub, "whose cards (default: nsg; onr has those of 1996)")

    add(
        "editions",
        "the four editions of the rules, and where they differ",
        "simcore editions",
        editions_command,
    )
    return parser


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


def odds_command(arguments: argparse.Namespace) -> int:
    """`simcore odds`."""
    from simcore import api

    asked: int = arguments.games
    scenario = api.load_scenario(arguments.scenario, arguments.edition)
    if arguments.strict:
        from simcore.estimate import require_exact

        require_exact(scenario)
    from importlib import import_module

    import_module("simcore.sampling.sampler")  # takes a while, but is not compiling
    with _notice(COMPILE_NOTICE, COMPILE_PATIENCE):
        ready = api.prepare(scenario)
    progress = Progress(sys.stderr, asked)
    with _interrupt_flag() as interrupted:
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
        _print_json(odds.to_dict())
    else:
        from simcore.table import odds_table

        print(odds_table(odds, scenario, asked))
    return INTERRUPTED if stopped else OK


def trace_command(arguments: argparse.Namespace) -> int:
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
        _print_json(told | {"checkpoints": checkpoints, "steps": steps})
    else:
        from simcore.trace import tell

        print(tell(scenario, seed, game).rstrip("\n"))
    sys.stdout.flush()
    try:
        with _notice(COMPILE_NOTICE, COMPILE_PATIENCE):
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


def break_command(arguments: argparse.Namespace) -> int:
    """`simcore break`."""
    from simcore import api

    edition = arguments.edition or api.POOL
    cost = api.break_cost(
        arguments.ice, arguments.breakers, advancement=arguments.advancement, edition=edition
    )
    if arguments.json:
        names = ("possible", "cost", "payments", "subs", "steps")
        _print_json({name: getattr(cost, name) for name in names})
    else:
        from simcore.table import break_table

        ice = api.find_card(arguments.ice, edition).title
        if arguments.advancement:
            ice += f" with {arguments.advancement} advancement"
        print(break_table(ice, arguments.breakers, cost, edition))
    return OK


def editions_command(arguments: argparse.Namespace) -> int:
    """`simcore editions`."""
    from simcore.editions import EDITIONS, differences

    if arguments.json:
        rows = {
            question: dict(zip(EDITIONS, answers, strict=True))
            for question, answers in differences()
        }
        names = {edition.id: edition.name for edition in EDITIONS.values()}
        steps = {edition.id: edition.steps() for edition in EDITIONS.values()}
        _print_json({"editions": names, "differences": rows, "steps": steps})
    else:
        from simcore.table import editions_table

        print(editions_table())
    return OK


def cards_command(arguments: argparse.Namespace) -> int:
    """`simcore cards`."""
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
    from simcore.cards.english import describe

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
            }
            for card in found
        ]
        _print_json({"cards": rows})
        return OK
    from simcore.table import cards_table

    print(cards_table(found))
    if len(found) == 1:
        for line in (*describe(found[0]), *found[0].fidelity.notes):
            print(f"  {line}")
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
        _print_json({"coverage": next(iter(by_type.values())), "pools": by_type, "sets": by_set})
        return OK
    for pool, rows in by_type.items():
        print(f"{f'{pool} pool':20}" + "".join(f"{level:>13}" for level in LEVELS))
        for row in rows:
            print(f"  {row['type']:18}" + "".join(f"{row[level]:13}" for level in LEVELS))
        print("  by set (a card counts in each)")
        for row in (each for each in by_set if each["pool"] == pool):
            print(f"  {row['set']:18}" + "".join(f"{row[level]:13}" for level in LEVELS))
    return OK


class Progress:
    """One line on a terminal, rewritten in place; silent for the first second."""

    def __init__(self, stream: IO[str], total: int) -> None:
        self._stream = stream
        self._total = total
        self._start = time.monotonic()
        self._next = self._start + PROGRESS_PATIENCE
        self._shown = False

    def show(self, done: int) -> None:
        """Called with the number of games finished so far."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + PROGRESS_PERIOD
        rate = done / (now - self._start)
        left = (self._total - done) / rate if rate else 0.0
        line = f"{done:,} of {self._total:,} games ({done / self._total:.0%}), {left:,.0f} s left"
        print(f"\r\x1b[K{line}", end="", file=self._stream, flush=True)
        self._shown = True

    def clear(self) -> None:
        """Take the line away again."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
            self._shown = False


@contextmanager
def _notice(message: str, patience: float) -> Iterator[None]:
    """Say `message` on stderr if the block takes longer than `patience` seconds."""
    from threading import Timer

    timer = Timer(patience, lambda: print(message, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def _interrupt_flag() -> Iterator[Callable[[], bool]]:
    """Within: the first Ctrl-C sets a flag, to be asked for; the second one raises."""
    import signal
    import threading

    seen = threading.Event()

    def handle(_number: int, _frame: object) -> None:
        if seen.is_set():
            raise KeyboardInterrupt
        seen.set()

    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before == signal.SIG_IGN:
        yield seen.is_set
        return
    signal.signal(signal.SIGINT, handle)
    try:
        yield seen.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def _print_json(value: Any) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2))


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


def _os_message(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename is not None else reason
