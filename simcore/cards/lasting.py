"""Effects that outlast the piece of ice they are printed on, as changes of the climate."""

from __future__ import annotations

from simcore.cards.program import Row, row_of
from simcore.cards.syntax import Atom
from simcore.kernel.layout import Op
from simcore.plan.states import Change, Laid, Met, Over, Weather

LASTING = frozenset({"ice-str", "lock", "break-tax", "use-tax", "gain-etr"})
"""Effects on pieces that are still to be met."""


def weather_of(atom: Atom, amount: int) -> Weather:
    """What such an effect lays on a piece of ice."""
    match atom.name:
        case "ice-str":
            return Weather(strength=amount)
        case "gain-etr":
            return Weather(etrs=amount)
        case "break-tax":
            return Weather(tax=amount)
        case "use-tax":
            return Weather(uses=amount)
    return Weather(locked=True)


def change_row(changes: list[Change], atom: Atom, amount: int) -> list[Row]:
    """The row of such an effect; its change joins those of the scenario."""
    return turn_row(changes, Laid(weather_of(atom, amount), "next" in atom.words))


def turn_row(changes: list[Change], change: Change) -> list[Row]:
    """The row of a change of what the rest of the run depends on."""
    if not changes:
        changes += [Met(), Over()]
    if change not in changes:
        changes.append(change)
    return [row_of(Op.TURN, changes.index(change))]
