"""The compiled core: one seeded game after another over flat records.

Read in this order: `layout.py` (the records), `stream.py` (randomness), `primitives.py`
(paying, damage, bids, dice), `drawing.py` (unknown cards), `effects.py` (the micro-ops),
`access.py` (cards being accessed), `endings.py` (around an encounter), `roots.py` (root cards
rezzed at ice), `ice.py` (one piece of ice), `game.py` (the stages of a run, then many runs),
`breaching.py` (many runs, each until its breach) and `enumeration.py` (all runs at once, with
their probabilities). How all that is compiled, kept, or left to Python: `jit.py`, `pipeline.py`,
`machine_code.py`, `plain.py`.

Most scenarios need a part of it only. What they do not need stands behind `FULL`, a
constant of this package, and so is left out of their machine code: it compiles in half
the time and plays faster. `simcore.full_kernel` is the same source with all of it.

`EXACT` is the other constant: where it is set, chance is enumerated instead of drawn, so
that exact odds come from the very text that the sampled ones come from. The packages
`simcore.exact_kernel` and `simcore.exact_full_kernel` are these two builds.

`INTERPRETED` is the last: Python itself runs `simcore.interpreted_kernel` and
`simcore.interpreted_full_kernel`, which enumerate as well. A few paths of chance are followed
so a hundred times sooner than all is compiled, or numba itself imported.
"""

FULL = False
"""Whether the rarer features (`encode.switches.FEATURES`) are compiled in."""

EXACT = False
"""Whether chance is enumerated."""

INTERPRETED = False
"""Whether Python itself runs it."""
