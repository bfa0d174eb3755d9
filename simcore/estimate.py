"""From counts to odds: rates, means and their 95 % confidence intervals; exact odds.

Probabilities (the `ended` fractions too) get Wilson score intervals, which stay
inside 0 … 1 and hold up near the ends. Means get normal intervals from the sample
variance, cut off at 0 since no figure is negative; a mean of a single game has no
variance and therefore no interval. The level is 95 % for each interval by itself.

Conditioned games (`simcore.exact.conditioning`) have an expectation each instead of a
value, and a smaller variance. Probabilities and means get the score interval with that
variance in the place of p (1 - p), which is Wilson's where expectations are 0 and 1. Where
they are all alike it is what z² more games of another kind could change, never nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from math import sqrt
from typing import TYPE_CHECKING, Any

from simcore.cards.pool import nodes_of
from simcore.cards.walking import atoms_of
from simcore.errors import FidelityError
from simcore.never_played import remarks
from simcore.record import Cause
from simcore.scenario import Scenario
from simcore.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

    from simcore.cards.card import Card
    from simcore.exact import ExactOdds
    from simcore.exact.expectations import Conditioned, Moments
    from simcore.reference import Figures

Z95 = 1.959963984540054
"""The standard normal quantile of 97.5 %."""

ROUNDING = 1e-15
"""Sums of probabilities are this close, and no closer."""

Interval = tuple[float, float]

CAUSES: dict[str, Cause] = {cause.name.lower(): cause for cause in Cause if cause != Cause.RUNNING}
"""Why a run ended, by the name used in `Odds.ended`."""


@dataclass(frozen=True)
class Fidelity:
    """The cards a result rests on, by how far their rules are carried out.

    `exact` lists titles; `approximate` and `stats` give each title's notes (which
    clause, and what stands in for it).
    """

    exact: list[str]
    approximate: dict[str, list[str]]
    stats: dict[str, list[str]]


@dataclass(frozen=True)
class Odds:
    """The answer for one scenario. Probabilities and means are per game over all games.

    `p_*` and `ended` are fractions of all games (`ended`: exclusive causes);
    `mean_*` are credits, cards, points, tags, clicks or points of damage. Histograms
    are fractions by value 0, 1, 2 … up to the last that occurs; that of credits
    counts spent and lost together. `intervals` holds 95 % bounds by figure
    (``"p_success"``, ``"mean_points"``, ``"ended.ice"``). Exact odds (`method` "exact")
    have no games, seed, speed and intervals; "conditioned" ones have them, and accesses
    summed exactly. `notes` are remarks on the scenario and on how it was answered, `states` those
    that exact odds were summed over (of conditioned ones: in front of the breach; no part of
    `to_dict`). What each figure counts: `decks/README.md`.
    """

    method: str
    edition: str
    games: int
    seed: int
    p_success: float
    p_keeps_out: float
    p_no_steal: float
    p_steal: float
    p_win: float
    mean_points: float
    mean_accesses: float
    mean_credits_spent: float
    mean_credits_lost: float
    mean_corp_credits_spent: float
    mean_net_damage: float
    mean_meat_damage: float
    mean_core_damage: float
    mean_tags: float
    mean_corp_cards_trashed: float
    mean_programs_lost: float
    mean_clicks_lost: float
    mean_grip_left: float
    mean_clicks_spent: float
    mean_bad_publicity_spent: float
    mean_recurring_spent: float
    mean_hosted_spent: float
    ended: dict[str, float]
    credits_histogram: list[float]
    points_histogram: list[float]
    intervals: dict[str, Interval]
    games_per_second: float
    cards: Fidelity
    notes: tuple[str, ...] = ()
    states: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain lists, dicts, numbers and strings, ready for JSON, in a fixed order."""
        plain = {field.name: getattr(self, field.name) for field in fields(self)}
        del plain["states"]
        plain["notes"] = list(self.notes)
        plain["ended"] = dict(self.ended)
        plain["credits_histogram"] = list(self.credits_histogram)
        plain["points_histogram"] = list(self.points_histogram)
        plain["intervals"] = {name: list(bounds) for name, bounds in self.intervals.items()}
        plain["cards"] = {
            "exact": list(self.cards.exact),
            "approximate": {title: list(n) for title, n in self.cards.approximate.items()},
            "stats": {title: list(n) for title, n in self.cards.stats.items()},
        }
        return plain

    def figures(self) -> dict[str, float]:
        """Every probability, mean and ``ended.*`` fraction by its name in `intervals`."""
        names = (field.name for field in fields(self))
        single = {n: float(getattr(self, n)) for n in names if n.startswith(("p_", "mean_"))}
        return single | {f"ended.{cause}": part for cause, part in self.ended.items()}

    def frame(self) -> pd.DataFrame:
        """One row per figure with the columns `value`, `low` and `high` (95 %).

        Exact figures are their own bounds.
        """
        import pandas as pd

        nan = float("nan")
        rows = {}
        for name, value in self.figures().items():
            unknown = (value, value) if self.method == "exact" else (nan, nan)
            rows[name] = (value, *self.intervals.get(name, unknown))
        table = pd.DataFrame.from_dict(rows, orient="index", columns=["value", "low", "high"])
        return table.rename_axis("figure")


MEANS: tuple[str, ...] = tuple(
    field.name.removeprefix("mean_") for field in fields(Odds) if field.name.startswith("mean_")
)
"""The figures of `record.FIGURES` whose mean is reported, in the order of `Odds`."""


def wilson(hits: int, games: int, z: float = Z95) -> Interval:
    """The Wilson score interval of a probability from `hits` among `games` (at least 1)."""
    if not 0 <= hits <= games or games < 1:
        raise ValueError(f"{hits} hits among {games} games")
    share = hits / games
    square = z * z / games
    centre = share + square / 2
    reach = z * sqrt(share * (1 - share) / games + square / (4 * games))
    low = 0.0 if hits == 0 else max(0.0, (centre - reach) / (1 + square))
    high = 1.0 if hits == games else min(1.0, (centre + reach) / (1 + square))
    return low, high


def mean_interval(total: int, squares: int, games: int, z: float = Z95) -> Interval:
    """The normal interval of a mean of non-negative values, from exact integer sums.

    `games` is at least 2; the variance is the unbiased one, its numerator exact.
    """
    if games < 2:
        raise ValueError("an interval of a mean needs two games or more")
    variance = (games * squares - total * total) / (games * (games - 1))
    reach = z * sqrt(variance / games)
    return max(0.0, total / games - reach), total / games + reach


def score_interval(moments: Moments, games: int, z: float = Z95) -> Interval:
    """The interval of the mean of conditioned games, of which none is below 0 or above
    ``moments.greatest``; `wilson` where each is 0 or 1, and normal where games are many."""
    top = moments.greatest
    share, square = moments.mean / top, z * z / games
    spread = moments.variance * (games - 1) / games / (top * top)
    centre = share + square / 2
    reach = z * sqrt(spread / games + square / (4 * games))
    low, high = (centre - reach) / (1 + square), (centre + reach) / (1 + square)
    return top * max(0.0, min(low, share)), top * min(1.0, max(high, share))


DRAWN_UNSEEN = "cards the Corp draws are not among those of HQ that are accessed"
"""Of cards by which the Corp draws, in a run on an HQ that is stated card by card."""


def fidelity(scenario: Scenario) -> Fidelity:
    """The cards of a scenario by how far they are carried out, in order of appearance."""
    found = Fidelity([], {}, {})
    whole = _hq_is_stated(scenario)
    for card in scenario.cards():
        name = name_in(scenario.edition, card)
        notes = list(card.fidelity.notes)
        if whole and _corp_draws(card):
            notes.append(DRAWN_UNSEEN)
        if card.fidelity.level == "stats":
            found.stats[name] = notes
        elif notes:
            found.approximate[name] = notes
        else:
            found.exact.append(name)
    return found


def _hq_is_stated(scenario: Scenario) -> bool:
    """Whether the run is on an HQ of which every card is given, or takes cards of it along."""
    held = sum(count for _, count in scenario.corp.central)
    if scenario.server == "archives":
        return 0 < held == scenario.corp.hq_count
    return scenario.server == "hq" and held == scenario.corp.central_count


def _corp_draws(card: Card) -> bool:
    return any(atom.name == "cdraw" for node in nodes_of(card.rules) for atom in atoms_of(node))


def name_in(edition: str, card: Card) -> str:
    """What a scenario of this edition calls a card: ``Hunter``, or ``onr:Hunter`` for a card
    of the other pool."""
    if not card.sets or (card.pool == "1996") == (edition == "onr"):
        return card.title
    return f"{'onr' if card.pool == '1996' else 'nsg'}:{card.title}"


def require_exact(scenario: Scenario) -> None:
    """Raise `FidelityError` naming every card of the scenario that is not exact."""
    found = fidelity(scenario)
    inexact = [("approximate", found.approximate), ("stats", found.stats)]
    lines = [
        f"  {title} ({level}{': ' + '; '.join(notes) if notes else ''})"
        for level, cards in inexact
        for title, notes in cards.items()
    ]
    if lines:
        count = f"{len(lines)} card{'s are' if len(lines) > 1 else ' is'}"
        raise FidelityError("\n".join([f"--strict: {count} not exact", *lines]))


def estimate(tally: Tally, scenario: Scenario, seed: int, seconds: float) -> Odds:
    """The odds from sampled games; `seconds` of playing time give the speed.

    Raises `ValueError` for a tally without games or with games that never ended.
    """
    games = tally.games
    if games < 1:
        raise ValueError("no games were played")
    by_cause = [*tally.histogram("cause"), *[0] * len(Cause)]
    if by_cause[Cause.RUNNING]:
        raise ValueError(f"{by_cause[Cause.RUNNING]} games never ended")

    success = tally.at_least("success", 1)
    steal = tally.at_least("agendas_stolen", 1)
    hits = {
        "p_success": success,
        "p_keeps_out": games - success,
        "p_no_steal": games - steal,
        "p_steal": steal,
        "p_win": by_cause[Cause.WON],
    }
    ended = {name: by_cause[cause] for name, cause in CAUSES.items()}
    totals = {figure: tally.total(figure) for figure in MEANS}

    intervals = {name: wilson(count, games) for name, count in hits.items()}
    if games > 1:
        for figure in MEANS:
            bounds = mean_interval(totals[figure], tally.squares(figure), games)
            intervals[f"mean_{figure}"] = bounds
    intervals |= {f"ended.{name}": wilson(count, games) for name, count in ended.items()}

    numbers = {name: count / games for name, count in hits.items()}
    numbers |= {f"mean_{figure}": totals[figure] / games for figure in MEANS}
    return Odds(
        method="sampled",
        edition=scenario.edition,
        games=games,
        seed=seed,
        **numbers,
        ended={name: count / games for name, count in ended.items()},
        credits_histogram=_fractions(tally.histogram("credits"), games),
        points_histogram=_fractions(tally.histogram("points"), games),
        intervals=intervals,
        games_per_second=games / seconds if seconds > 0 else 0.0,
        cards=fidelity(scenario),
        notes=(*scenario.notes, *remarks(scenario)),
        states=0,
    )


def estimate_conditioned(found: Conditioned, scenario: Scenario, seed: int, seconds: float) -> Odds:
    """The odds from games whose accesses were summed exactly."""
    events = {
        "p_success": found.means["success"],
        "p_keeps_out": _otherwise(found.means["success"]),
        "p_no_steal": _otherwise(found.steal),
        "p_steal": found.steal,
        "p_win": found.ended[Cause.WON],
    }
    ends = {f"ended.{name}": found.ended[cause] for name, cause in CAUSES.items()}
    means = {f"mean_{figure}": found.means[figure] for figure in MEANS}
    moments = events | means | ends
    intervals = {name: score_interval(each, found.games) for name, each in moments.items()}
    numbers = {name: _certain(each.mean) for name, each in events.items()}
    numbers |= {name: each.mean for name, each in means.items()}
    ended = {name: _certain(found.ended[cause].mean) for name, cause in CAUSES.items()}
    return Odds(
        method="conditioned",
        edition=scenario.edition,
        games=found.games,
        seed=seed,
        **numbers,
        ended=ended,
        credits_histogram=found.credits_histogram,
        points_histogram=found.points_histogram,
        intervals=intervals,
        games_per_second=found.games / seconds if seconds > 0 else 0.0,
        cards=fidelity(scenario),
        notes=(*scenario.notes, *remarks(scenario)),
        states=found.states,
    )


def _otherwise(event: Moments) -> Moments:
    """What happens in the other games."""
    return replace(event, mean=1 - _certain(event.mean))


def _fractions(counts: Iterable[int], games: int) -> list[float]:
    return [count / games for count in counts]


def solved(found: ExactOdds, scenario: Scenario) -> Odds:
    """The odds from a run that was solved."""
    success, steal = _certain(found.p_success), _certain(found.p_steal)
    numbers = {
        "p_success": success,
        "p_keeps_out": 1 - success,
        "p_no_steal": 1 - steal,
        "p_steal": steal,
        "p_win": _certain(found.p_win),
    }
    numbers |= {f"mean_{figure}": found.means[figure] for figure in MEANS}
    ended = {name: _certain(found.ended[cause]) for name, cause in CAUSES.items()}
    histograms = (found.credits_histogram, found.points_histogram)
    return _exact(scenario, numbers, ended, *histograms, states=found.states)


def _certain(share: float) -> float:
    """1 for what differs from it by rounding, so that the complement is 0."""
    return 1.0 if share > 1 - ROUNDING else share


def solved_in_fractions(figures: Figures, scenario: Scenario) -> Odds:
    """The odds from figures of the reference, as close as floats come to them."""
    numbers: dict[str, float] = {}
    lists: dict[str, list[float]] = {}
    ended: dict[str, float] = {}
    for name, value in figures.items():
        if isinstance(value, dict):
            ended = {cause: float(share) for cause, share in value.items()}
        elif isinstance(value, list):
            lists[name] = [float(share) for share in value]
        else:
            numbers[name] = float(value)
    return _exact(scenario, numbers, ended, lists["credits_histogram"], lists["points_histogram"])


def _exact(
    scenario: Scenario,
    numbers: dict[str, float],
    ended: dict[str, float],
    credits_histogram: list[float],
    points_histogram: list[float],
    states: int = 0,
) -> Odds:
    return Odds(
        method="exact",
        edition=scenario.edition,
        games=0,
        seed=0,
        **numbers,
        ended=ended,
        credits_histogram=credits_histogram,
        points_histogram=points_histogram,
        intervals={},
        games_per_second=0.0,
        cards=fidelity(scenario),
        notes=(*scenario.notes, *remarks(scenario)),
        states=states,
    )
