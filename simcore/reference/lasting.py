"""What a piece of ice leaves behind for those met later in the run."""

from __future__ import annotations

from dataclasses import dataclass, field

from simcore.cards.syntax import Atom

ETR = Atom("etr")


@dataclass(eq=False, slots=True)
class Laid:
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


@dataclass(eq=False, slots=True)
class Lasting:
    """`later` lies on every piece met from now on, `following` on the next one met only,
    `here` on the one being met."""

    later: Laid = field(default_factory=Laid)
    following: Laid = field(default_factory=Laid)
    here: Laid = field(default_factory=Laid)

    def encounter_begins(self) -> None:
        """The piece gets what was meant for it; effects of its own only concern later ones."""
        self.here = self.later.together(self.following)
        self.following = Laid()

    def lay(self, atom: Atom, amount: int) -> str:
        """An effect on pieces still to be met; what there is to tell of it."""
        laid = self.following if "next" in atom.words else self.later
        whose = "the next ice encountered" if laid is self.following else "later ice"
        match atom.name:
            case "ice-str":
                laid.strength += amount
                return f"The strength of {whose} is {amount} more."
            case "break-tax":
                laid.tax += amount
                return f"Each subroutine of {whose} costs {amount} more to break."
            case "use-tax":
                laid.uses += amount
                return f"Each use to break subroutines of {whose} costs {amount} more."
            case "gain-etr":
                laid.etrs += amount
                return f"One more subroutine of {whose} ends the run."
            case _:
                laid.locked = True
                return f"No subroutine of {whose} can be broken."
