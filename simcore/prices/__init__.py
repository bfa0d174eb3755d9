"""Prices: what it costs to break ice, or to get past it; `simcore break` and `simcore matrix`.

Nothing here is played. The rules are numbers 39 and on of `simcore.plan`, whose search finds
the ways to break. What is asked: `cost.py` for one piece of ice, `server_cost.py` and
`drawn_cost.py` for servers (`settled_server.py`: what is assumed and written in first,
`refused_server.py`: what has no price), `matrix.py` for all pairs. What is paid: `payments.py`
keeps every payment that no other beats (`one_by_one.py`: what is lost after each use), `purses.py`
and `apart.py` say from where. `bills.py`, `telling.py` and `uncounted.py` put it in words.

The way past ice is in `way/`: `journey.py` goes past all pieces (`all_ways.py`: how often, where
ways are too many), one `encounter.py` after the other (`calling.py`: in the middle of one), by
`breaking.py` or with what `suffering.py` says of texts that resolve (`doing.py` of each effect) and
`answers.py` of what the Corp may answer; a `passage.py` is what came of it, and `comparing.py` and
`sieve.py` keep those that no other one beats. What cards do on the way stands in `rig/` and
`corp/`, one kind of doing a file.
"""
