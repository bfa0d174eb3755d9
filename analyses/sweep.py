"""What the analyses share: their arguments, a grid of odds, lines with 95 % bands.

Nothing to run: `steal_rates.py` and `credit_efficiency.py` are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import matplotlib as mpl
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

import simcore
from simcore.api import GAMES
from simcore.commands.options import Parser, add_rules, add_seed, whole
from simcore.errors import os_message

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""Told apart by colour-blind readers as well (Okabe and Ito)."""


MARKS = (("o", 3.5, "-"), ("s", 6.0, "--"), ("D", 8.5, ":"))
"""Marker, its size and the line's style: lines that coincide stay visible one in another."""

MOST_CREDITS = 255
MOST_ACCESSES = 99


def parser(about: str, example: str) -> Parser:
    """The arguments every analysis has."""
    made = Parser(description=about, epilog=f"example: {example}")
    made.add_argument("scenario", metavar="SCENARIO", help="a scenario file (TOML)")
    made.add_argument(
        "--games",
        type=whole(1, 10**12),
        metavar="N",
        help="sample: games per point (exact if feasible)",
    )
    add_seed(made, "sample: seed of every point (1)")
    made.add_argument(
        "--out", type=Path, default=Path("out"), metavar="DIR", help="output folder (./out)"
    )
    add_rules(made)
    made.add_argument(
        "--credits",
        type=whole(0, MOST_CREDITS),
        nargs="+",
        default=list(range(0, 21, 2)),
        metavar="C",
        help="Runner credits to try (0 2 4 … 20)",
    )
    return made


def run(
    analysis: Callable[[argparse.Namespace], None], made: Parser, argv: Sequence[str] | None
) -> int:
    """Carry out an analysis; bad input and unwritable files become one message and 2."""
    mpl.use("Agg")
    try:
        analysis(made.parse_args(argv))
    except (simcore.SimcoreError, OSError) as error:
        message = os_message(error) if isinstance(error, OSError) else str(error)
        print(f"{made.prog}: {message}", file=sys.stderr)
        return 2
    return 0


def grid(
    scenario: simcore.Scenario,
    credits_tried: Iterable[int],
    accesses_tried: Iterable[int],
    games: int | None,
    seed: int | None,
) -> pd.DataFrame:
    """Odds for each Runner purse and number of additional accesses.

    One row per point; for every figure of `Odds.frame()` the columns ``figure``,
    ``figure_low`` and ``figure_high``. Points are exact, with bands of no width, where that
    is feasible and neither `games` nor `seed` is given. Sampled ones share the seed, hence
    their luck, so that differences between them are sharper than their bands.
    """
    rows = []
    for extra in accesses_tried:
        for purse in credits_tried:
            runner = replace(scenario.runner, credits=purse, extra_accesses=extra)
            odds = simcore.odds(replace(scenario, runner=runner), games=games, seed=seed)
            row: dict[str, float] = {"runner_credits": purse, "additional_accesses": extra}
            for figure, (value, low, high) in odds.frame().iterrows():
                row |= {str(figure): value, f"{figure}_low": low, f"{figure}_high": high}
            rows.append(row)
    return pd.DataFrame(rows)


def basis(table: pd.DataFrame, games: int | None, seed: int | None) -> str:
    """What the points of a table rest on, for a title."""
    if games is None and seed is None:
        known = table.dropna()
        all_exact = (known["low"] == known["high"]).all()
        return "exact" if all_exact else "exact, 95 % intervals where sampled"
    return f"{GAMES if games is None else games:,} games per point, 95 % intervals"


def band(axes: Axes, table: pd.DataFrame, label: str, number: int) -> None:
    """Draw line `number`: `value` over `runner_credits`, its band from `low` to `high`."""
    colour = COLOURS[number % len(COLOURS)]
    mark, size, style = MARKS[number % len(MARKS)]
    table = table.sort_values("runner_credits")
    x = table["runner_credits"].to_numpy(float)
    y = table["value"].to_numpy(float)
    axes.plot(x, y, style, marker=mark, ms=size, mfc="none", color=colour, label=label)
    low, high = table["low"].to_numpy(float), table["high"].to_numpy(float)
    axes.fill_between(x, low, high, color=colour, alpha=0.25, lw=0)


def dress(axes: Axes, title: str, unit: str, top: float | None = None) -> None:
    """Title, axis labels, a light grid and a legend; values from 0 to `top`."""
    axes.set_title(title, fontsize=11)
    axes.set_xlabel("Runner credits at the start of the run")
    axes.set_ylabel(unit)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    top = axes.get_ylim()[1] if top is None else top
    axes.set_ylim(-0.03 * top, 1.03 * top)  # marks at the ends stay whole
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8, frameon=False)


def save(table: pd.DataFrame, figure: Figure, out: Path, name: str) -> Sequence[Path]:
    """Write `name`.csv and `name`.png into the folder `out`, made if need be."""
    out.mkdir(parents=True, exist_ok=True)
    paths = (out / f"{name}.csv", out / f"{name}.png")
    table.to_csv(paths[0], index=False)
    figure.savefig(paths[1], dpi=150)
    for path in paths:
        print(path)
    return paths
