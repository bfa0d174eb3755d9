"""The editions of the rules as data: what a run's windows are called and who acts in them.

An edition is a table, not a copy of the engine. ``nsg`` is playable; the other three
are known by name, so that a scenario that asks for one is told what is missing.
Rulings where the texts of an edition are silent stand in the docstring of its table.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition: its id, its name, and the steps of its chart in order.

    `steps` maps the label of a step (``"4.2"``) to what happens there. `windows` maps
    what a side may do to the labels where it may: ``"rez ice"``, ``"rez root"``,
    ``"jack out"``, ``"abilities"``. `pool` names the card pool titles resolve in.
    """

    id: str
    name: str
    pool: str
    steps: dict[str, str]
    windows: dict[str, tuple[str, ...]]


NSG = Edition(
    id="nsg",
    name="Null Signal Games, six-phase chart",
    pool="modern",
    steps={
        "1.1": "the server is named",
        "1.2": "run begins; bad-publicity credits; abilities",
        "1.3": "to the outermost ice, or on to 4 without ice",
        "2.1": "the ice is approached",
        "2.2": "the Corp may rez it, and cards of the root",
        "2.3": "rezzed: encounter; unrezzed: passed",
        "3.1": "the ice is encountered",
        "3.2": "subroutines are broken",
        "3.3": "unbroken subroutines resolve in order",
        "3.4": "the encounter ends",
        "4.1": "the ice is passed",
        "4.2": "the Runner may jack out",
        "4.3": "the Corp may rez cards of the root",
        "4.4": "on to the next ice, or to the server",
        "4.5": "the server is approached",
        "5.1": "the run is successful",
        "5.2": "the server is breached",
        "6.1": "the run ends",
    },
    windows={
        "rez ice": ("2.2",),
        "rez root": ("2.2", "4.3"),
        "jack out": ("4.2",),
        "abilities": ("1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.3", "4.5", "5.1"),
    },
)

EDITIONS: dict[str, Edition] = {NSG.id: NSG}
"""The editions that can be played, by id."""

KNOWN: dict[str, str] = {
    "onr": "Netrunner, 1996",
    "ffg2012": "Android: Netrunner, core set 2012",
    "ffg2017": "Android: Netrunner, revised core set 2017",
    "nsg": NSG.name,
}
"""Every edition's id and name, playable or not."""
