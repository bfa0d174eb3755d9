"""What does a run cost each side, per run, per access and per point stolen?

Writes credit_efficiency.csv and credit_efficiency.png over the Runner's credits.
The Runner's side counts credits spent and lost; the Corp's counts what it spends.
Costs per access and per point are ratios of two means; their bounds divide the lower
bound of one by the upper bound of the other, which holds for any dependence between
the two and is therefore somewhat wider than 95 %.
"""

from __future__ import annotations

import argparse
from math import nan
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd
from sweep import band, basis, dress, grid, parser, run, save

import simcore

SIDES = {
    "Runner spent": "mean_credits_spent",
    "Runner lost": "mean_credits_lost",
    "Corp spent": "mean_corp_credits_spent",
}

UNITS = {"run": None, "access": "mean_accesses", "point": "mean_points"}
"""What a cost is divided by; a run is a run."""

Value = tuple[float, float, float]


def ratio(top: Value, bottom: Value) -> Value:
    """(value, low, high) of a quotient; not-a-number where the divisor may be 0."""
    value, low, high = bottom
    return (
        top[0] / value if value > 0 else nan,
        top[1] / high if high > 0 else nan,
        top[2] / low if low > 0 else nan,
    )


def table(
    scenario: simcore.Scenario, purses: list[int], games: int | None, seed: int | None
) -> pd.DataFrame:
    """Columns runner_credits, side, per, value, low, high (credits)."""
    extra = scenario.runner.extra_accesses
    rows = []
    for point in grid(scenario, purses, [extra], games, seed).to_dict("records"):

        def of(name: str, point: dict[str, float] = point) -> Value:
            return point[name], point[f"{name}_low"], point[f"{name}_high"]

        for side, cost in SIDES.items():
            for unit, divisor in UNITS.items():
                value, low, high = of(cost) if divisor is None else ratio(of(cost), of(divisor))
                rows.append((int(point["runner_credits"]), side, unit, value, low, high))
    columns = ["runner_credits", "side", "per", "value", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def analyse(arguments: argparse.Namespace) -> None:
    """Play the purses, write the table and the figure."""
    scenario = simcore.load_scenario(arguments.scenario, arguments.edition)
    costs = table(scenario, arguments.credits, arguments.games, arguments.seed)
    figure, panels = plt.subplots(
        1, len(UNITS), figsize=(13, 4.2), sharex=True, layout="constrained"
    )
    for axes, unit in zip(panels, UNITS, strict=True):
        for number, side in enumerate(SIDES):
            line = costs[(costs["per"] == unit) & (costs["side"] == side)]
            band(axes, line, side, number)
        name = "agenda point stolen" if unit == "point" else unit
        dress(axes, f"Per {name}", f"credits per {name}")
    figure.suptitle(
        f"{Path(arguments.scenario).name}: credits "
        f"({basis(costs, arguments.games, arguments.seed)})",
        fontsize=10,
    )
    save(costs, figure, arguments.out, "credit_efficiency")
    plt.close(figure)


def main(argv: list[str] | None = None) -> int:
    """Run the analysis from the command line; returns the exit code."""
    example = "python analyses/credit_efficiency.py decks/scenarios/taxing_remote.toml"
    made = parser("Credits of both sides per run, per access and per point.", example)
    return run(analyse, made, argv)


if __name__ == "__main__":
    raise SystemExit(main())
