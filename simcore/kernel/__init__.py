"""The compiled core: one seeded game after another over flat records.

Read in this order: `layout.py` (the records), `stream.py` (randomness), `effects.py`
(the micro-ops), `access.py` (breach and access), `endings.py` (around an encounter),
`game.py` (one run, then many).

Most scenarios need a part of it only. What they do not need stands behind `FULL`, a
constant of this package, and so is left out of their machine code: it compiles in half
the time and plays faster. `simcore.full_kernel` is the same source with all of it.
"""

FULL = False
"""Whether the rarer features (`encode.FEATURES`) are compiled in."""
