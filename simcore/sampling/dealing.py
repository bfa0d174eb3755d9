"""How the games of a scenario are dealt: played by the kernel, or walked where that pays."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.encode import Encoded
from simcore.kernel.jit import COMPILED
from simcore.sampling.chunks import Bench, KernelTable, Table, warm_up
from simcore.tally import WIDTH
from simcore.unfold import Unfolded, Walker, unfold


@dataclass(frozen=True, slots=True, eq=False)
class Dealing:
    """A scenario ready to be dealt; the games are the same whether it is unfolded or not."""

    encoded: Encoded
    unfolded: Unfolded | None

    def table(self, width: int) -> Table:
        """A table for one thread."""
        if self.unfolded is None:
            return KernelTable(self.encoded, Bench.make(width))
        return Walker(self.unfolded)


def prepare(encoded: Encoded, games: int) -> Dealing:
    """Unfold a scenario if so many games are worth it; have compiled or loaded what it takes."""
    unfolded = unfold(encoded, games) if COMPILED else None
    dealing = Dealing(encoded, unfolded)
    if unfolded is None:
        warm_up(encoded, WIDTH)
    else:
        dealing.table(WIDTH).play(0, 0, 0)
    return dealing
