"""How the games of a scenario are dealt: played by the kernel, or walked where that pays."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.encode import Encoded
from simcore.kernel.jit import COMPILED
from simcore.sampling.chunks import Bench, KernelTable, Table, is_kept, warm_up
from simcore.tally import WIDTH
from simcore.unfold import Unfolded, Walker, unfold, unfold_uncompiled


@dataclass(frozen=True, slots=True, eq=False)
class Dealing:
    """A scenario ready to be dealt; the games are the same whether it is unfolded or not.

    `compiled`: whether machine code walks the graph.
    """

    encoded: Encoded
    unfolded: Unfolded | None
    compiled: bool = True

    def table(self, width: int) -> Table:
        """A table for one thread."""
        if self.unfolded is None:
            return KernelTable(self.encoded, Bench.make(width))
        return Walker(self.unfolded, compiled=self.compiled)


def prepare(encoded: Encoded, games: int) -> Dealing:
    """Unfold a scenario if so many games are worth it, or if the kernel would have to be
    compiled for fewer; have compiled or loaded what it takes."""
    if not COMPILED:
        return Dealing(encoded, None)
    dealing = Dealing(encoded, unfold(encoded, games))
    if dealing.unfolded is None and not is_kept(encoded, WIDTH):
        dealing = Dealing(encoded, unfold_uncompiled(encoded), compiled=False)
    if dealing.unfolded is None:
        warm_up(encoded, WIDTH)
    else:
        dealing.table(WIDTH).play(0, 0, 0)
    return dealing
