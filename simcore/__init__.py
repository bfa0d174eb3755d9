"""simcore: the odds of Netrunner runs.

The public names live in `simcore.api` and are fetched at first use, so importing
the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcore.version import __version__

if TYPE_CHECKING:
    from simcore.api import (
        break_cost,
        break_matrix,
        load_scenario,
        odds,
        play_one,
        search_cards,
        server_cost,
    )
    from simcore.errors import SimcoreError
    from simcore.estimate import Odds
    from simcore.scenario import Scenario
    from simcore.tally import Tally

__all__ = [
    "Odds",
    "Scenario",
    "SimcoreError",
    "Tally",
    "__version__",
    "break_cost",
    "break_matrix",
    "load_scenario",
    "odds",
    "play_one",
    "search_cards",
    "server_cost",
]

_HOMES = {
    "Odds": "simcore.estimate",
    "Scenario": "simcore.scenario",
    "SimcoreError": "simcore.errors",
    "Tally": "simcore.tally",
    "break_cost": "simcore.api",
    "break_matrix": "simcore.api",
    "load_scenario": "simcore.api",
    "odds": "simcore.api",
    "play_one": "simcore.api",
    "search_cards": "simcore.api",
    "server_cost": "simcore.api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
