"""How often does a run steal, and how many points, for each purse and access count?

Writes steal_rates.csv and steal_rates.png: the chance to steal at least one agenda
and the points stolen per run over the Runner's credits, one line per number of
additional accesses, exact or with 95 % intervals. Additional accesses matter in central
servers; for a remote server the lines coincide.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from sweep import MOST_ACCESSES, band, basis, dress, grid, parser, run, save

import simcore
from simcore.commands.options import whole

PANELS = {
    "p_steal": ("At least one agenda stolen", "probability per run"),
    "mean_points": ("Agenda points stolen", "points per run"),
}


def table(
    scenario: simcore.Scenario,
    purses: list[int],
    accesses: list[int],
    games: int | None,
    seed: int | None,
) -> pd.DataFrame:
    """Columns runner_credits, additional_accesses, figure, value, low, high."""
    points = grid(scenario, purses, accesses, games, seed)
    parts = [
        points[["runner_credits", "additional_accesses"]].assign(
            figure=figure,
            value=points[figure],
            low=points[f"{figure}_low"],
            high=points[f"{figure}_high"],
        )
        for figure in PANELS
    ]
    return pd.concat(parts, ignore_index=True)


def analyse(arguments: argparse.Namespace) -> None:
    """Play the grid, write the table and the figure."""
    scenario = simcore.load_scenario(arguments.scenario, arguments.edition)
    rates = table(scenario, arguments.credits, arguments.accesses, arguments.games, arguments.seed)
    figure, panels = plt.subplots(1, 2, figsize=(10, 4.4), layout="constrained")
    for axes, (name, (title, unit)) in zip(panels, PANELS.items(), strict=True):
        lines = rates[rates["figure"] == name].groupby("additional_accesses")
        for number, (extra, line) in enumerate(lines):
            label = f"{extra} additional access{'' if extra == 1 else 'es'}"
            band(axes, line, label, number)
        dress(axes, title, unit, top=1 if name == "p_steal" else None)
    figure.suptitle(
        f"{Path(arguments.scenario).name}: steals "
        f"({basis(rates, arguments.games, arguments.seed)})",
        fontsize=10,
    )
    save(rates, figure, arguments.out, "steal_rates")
    plt.close(figure)


def main(argv: list[str] | None = None) -> int:
    """Run the analysis from the command line; returns the exit code."""
    example = "python analyses/steal_rates.py decks/scenarios/taxing_remote.toml --games 100000"
    made = parser("Steals per run over Runner credits and additional accesses.", example)
    made.add_argument(
        "--accesses",
        type=whole(0, MOST_ACCESSES),
        nargs="+",
        default=[0, 1, 2],
        metavar="A",
        help="additional accesses to try (0 1 2)",
    )
    return run(analyse, made, argv)


if __name__ == "__main__":
    raise SystemExit(main())
