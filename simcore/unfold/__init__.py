"""A scenario unfolded: every chance event of a run, and what each of its numbers leads to.

Under fixed plans a run is a walk from one chance event to the next. Where the graph of them
is small, games are dealt by walking it, many times faster than by playing: randomness is
addressed, so that the walk draws at each site the word that the kernel would draw there, and
comes to the same figures, game by game. The graph is what the kernel itself leaves behind
when its chance is enumerated (`unfolding.py`), folded (`folding.py`), and walked
(`walking.py`). All three can be had without machine code, where it would take longer to make.
"""

from __future__ import annotations

from simcore.unfold.unfolding import Unfolded, unfold, unfold_uncompiled
from simcore.unfold.walker import Walker

__all__ = ["Unfolded", "Walker", "unfold", "unfold_uncompiled"]
