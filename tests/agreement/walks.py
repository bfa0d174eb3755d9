"""Games walked and games played, counted side by side; and bugs that make them part."""

from __future__ import annotations

import numpy as np
from agreement.generator import random_scenario
from agreement.planted import Mutant

from simcore.encode import Encoded, encode
from simcore.errors import CapacityError
from simcore.kernel.jit import Array
from simcore.record import FIGURES
from simcore.sampling.chunks import Bench, KernelTable, Table
from simcore.tally import WIDTH
from simcore.unfold import Walker
from simcore.unfold.unfolding import unfold_within

SEED = 20
FIRST = 1_000
FEW_PATHS, FEW_GAMES, MORE = 400, 300, 20
"""What is compared where nothing is compiled: paths, games, scenarios besides the known one."""


def differences(encoded: Encoded, games: int, limit: int) -> list[str] | None:
    """The figures that walks count otherwise than the kernel; None if there is no graph."""
    graph = unfold_within(encoded, limit)
    if graph is None:
        return None
    played = counted(KernelTable(encoded, Bench.make(WIDTH)), games)
    wrong = []
    for compiled in (True, False):
        walked = counted(Walker(graph, compiled=compiled), games)
        assert walked.sum(axis=1).tolist() == [games] * len(walked)
        wrong += [FIGURES[n] for n in np.flatnonzero((walked != played).any(axis=1))]
    return wrong


def counted(table: Table, games: int) -> Array:
    """What a table counts of so many games."""
    table.play(SEED, FIRST, games)
    return table.counted(WIDTH)


def hunt(first: int, most: int) -> int | None:
    """Where a bug is planted: the scenario that shows it (no graph of the first is one way)."""
    numbers: list[int] = [first, *range(most)]
    for number in numbers:
        try:
            found = differences(encode(random_scenario(number)), FEW_GAMES, FEW_PATHS)
        except CapacityError:
            continue
        except (AssertionError, ArithmeticError, LookupError, ValueError):
            return number
        if found or (found is None and number == first):
            return number
    return None


KEYS, ENUMERATION = "exact/keys.py", "kernel/enumeration.py"
UNFOLDING, FOLDING, WALKING = "unfold/unfolding.py", "unfold/folding.py", "unfold/walking.py"
USUAL = 203
"""A scenario with traces that shows most of them."""
BUGS = (
    Mutant("points of damage forgotten", KEYS, "and self.reads_grip(),", "and False,", 456),
    Mutant("traces forgotten", KEYS, '"traces": programs.any(Op.TRACE)', '"traces": False', 203),
    Mutant("psi games forgotten", KEYS, '"psis": programs.any(Op.PSI)', '"psis": False', 47),
    Mutant("rolls forgotten", KEYS, '"rolls": self.full and', '"rolls": False and', 613),
    Mutant(
        "agendas stolen unread",
        KEYS,
        "return self.programs.looks(Subject.STOLEN)",
        "return False",
        169,
    ),
    Mutant(
        "a site aside", ENUMERATION, "= run.site[depth]", "= run.site[depth] + (depth > 0)", USUAL
    ),
    Mutant(
        "one credit more on every path",
        ENUMERATION,
        "added[number, figure] += words[FIRST_FIGURE + figure]",
        "added[number, figure] += words[FIRST_FIGURE + figure] + (figure == 6)",
        USUAL,
    ),
    Mutant("figures begin at 0", ENUMERATION, "= -words[FIRST_FIGURE + figure]", "= 0", USUAL),
    Mutant(
        "a branch one number long",
        ENUMERATION,
        "steps[step, 2] = run.span[depth]",
        "steps[step, 2] = 1",
        USUAL,
    ),
    Mutant(
        "classes of cards",
        UNFOLDING,
        "board = actual_board(encoded)",
        "from simcore.exact.classes import coarse_board\n    board = coarse_board(encoded)",
        28,
    ),
    Mutant(
        "no room for the greatest",
        UNFOLDING,
        "greatest[figure].bit_length()",
        "(greatest[figure] - 1).bit_length()",
        USUAL,
    ),
    Mutant(
        "a boundary one number late",
        FOLDING,
        "numbers[cell + count] = edge",
        "numbers[cell + count] = branches[max(first, branch - (_ == 0)), 2]",
        USUAL,
    ),
    Mutant(
        "what the first branch adds is lost",
        FOLDING,
        "- brings[first, part]\n            edges",
        "\n            edges",
        USUAL,
    ),
    Mutant("half a word", WALKING, "((word >> _16)", "((word >> (_16 + _ONE))", USUAL),
    Mutant("the next game's key", WALKING, "number += PHI\n            edge", "edge", USUAL),
    Mutant("games over walk on", WALKING, "stays = places != _NONE", "stays = edge > 8", 10),
    Mutant("all begin with nothing", WALKING, "np.full(len(games), base)", "0 * games", USUAL),
    Mutant("a lane left behind", WALKING, "sums[staying] = total", "sums[at] = total", USUAL),
)
"""Each is seen by comparing walks with the kernel; `soon` is a scenario that shows it."""
