"""What a piece of ice leaves behind for those met later in the run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simcore.cards.syntax import Atom

if TYPE_CHECKING:
    from simcore.reference.state import Table
from simcore.reference.things import Piece

ETR = Atom("etr")
LASTING = frozenset({"ice-str", "lock", "break-tax", "use-tax", "gain-etr"})
"""Effects on pieces that are still to be met."""


@dataclass(eq=False, slots=True)
class Laid:
    """What lies on a piece: more strength, subroutines behind the printed ones, a price
    on breaking each subroutine, one on each use of a rig card to break, a lock on all."""

    strength: int = 0
    etrs: int = 0
    tax: int = 0
    uses: int = 0
    locked: bool = False

    def together(self, other: Laid) -> Laid:
        return Laid(
            self.strength + other.strength,
            self.etrs + other.etrs,
            self.tax + other.tax,
            self.uses + other.uses,
            self.locked or other.locked,
        )


@dataclass(eq=False, slots=True)
class Lasting:
    """`later` lies on every piece met from now on, `following` on the next one met only,
    `here` on the one being met."""

    later: Laid = field(default_factory=Laid)
    following: Laid = field(default_factory=Laid)
    here: Laid = field(default_factory=Laid)


def encounter_begins(table: Table) -> None:
    """The piece gets what was meant for it; effects of its own only concern later ones."""
    lasting = table.lasting
    lasting.here = lasting.later.together(lasting.following)
    lasting.following = Laid()


def laid_on(table: Table, piece: Piece) -> Laid:
    """What lies on the piece being met, or would on one ahead that is met next."""
    lasting = table.lasting
    if table.encountered is piece:
        return lasting.here
    return lasting.later.together(lasting.following)


def lay(table: Table, atom: Atom, amount: int, label: str) -> None:
    """An effect on pieces still to be met."""
    lasting = table.lasting
    laid = lasting.following if "next" in atom.words else lasting.later
    whose = "the next ice encountered" if laid is lasting.following else "later ice"
    match atom.name:
        case "ice-str":
            laid.strength += amount
            table.say(label, f"The strength of {whose} is {amount} more.")
        case "break-tax":
            laid.tax += amount
            table.say(label, f"Each subroutine of {whose} costs {amount} more to break.")
        case "use-tax":
            laid.uses += amount
            table.say(label, f"Each use to break subroutines of {whose} costs {amount} more.")
        case "gain-etr":
            laid.etrs += amount
            table.say(label, f"One more subroutine of {whose} ends the run.")
        case _:
            laid.locked = True
            table.say(label, f"No subroutine of {whose} can be broken.")
