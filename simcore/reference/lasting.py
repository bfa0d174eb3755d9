"""What a piece of ice leaves behind for those met later in the run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from simcore.cards.syntax import Atom

ETR = Atom("etr")


class Laid(NamedTuple):
    """What lies on a piece: more strength, subroutines behind the printed ones, a price
    on breaking each subroutine, one on each use of an icebreaker to break, a lock on all."""

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


NOTHING = Laid()


@dataclass(eq=False, slots=True)
class Lasting:
    """`later` lies on every piece met from now on, `following` on the next one met only,
    `here` on the one being met."""

    later: Laid = NOTHING
    following: Laid = NOTHING
    here: Laid = NOTHING

    def encounter_begins(self) -> None:
        """The piece gets what was meant for it; effects of its own only concern later ones."""
        self.here = self.later.together(self.following)
        self.following = Laid()

    def lay(self, atom: Atom, amount: int) -> str:
        """An effect on pieces still to be met; what there is to tell of it."""
        following = "next" in atom.words
        whose = "the next ice encountered" if following else "later ice"
        match atom.name:
            case "ice-str":
                more, told = Laid(strength=amount), f"The strength of {whose} is {amount} more."
            case "break-tax":
                more = Laid(tax=amount)
                told = f"Each subroutine of {whose} costs {amount} more to break."
            case "use-tax":
                more = Laid(uses=amount)
                told = f"Each use to break subroutines of {whose} costs {amount} more."
            case "gain-etr":
                more, told = Laid(etrs=amount), f"One more subroutine of {whose} ends the run."
            case _:
                more, told = Laid(locked=True), f"No subroutine of {whose} can be broken."
        if following:
            self.following = self.following.together(more)
        else:
            self.later = self.later.together(more)
        return told
