"""The compiled core: one seeded game after another over flat records.

Read in this order: `layout.py` (the records), `stream.py` (randomness), `effects.py`
(the micro-ops), `access.py` (breach and access), `game.py` (one run, then many).
"""
