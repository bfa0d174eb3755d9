"""Prices: what it costs to break ice, or to get past it; `simcore break` and `simcore matrix`.

Nothing here is played. The rules are numbers 39 and on of `simcore.plan`, whose search finds
the ways to break. What is asked: `cost.py` for one piece of ice, `server_cost.py` and
`drawn_cost.py` for servers, `matrix.py` for all pairs. How it is answered: `payments.py` keeps
every payment that no other beats; `journey.py` goes past ice, from an `attempt.py` by each
`wall.py`: by the `ways_taken.py`, by `bypassing.py`, or with what `suffering.py` says of texts
that resolve and `answers.py` of what the Corp may answer; `forms.py` what a piece becomes,
`choices.py` what to break of it, `ground.py`, `surroundings.py` and `gates.py` what the root
and identities do. A `passage.py` is what came of it, paid from `purses.py`. `price_*.py`,
`further_effects.py`, `stated.py`, `gifts.py` and `gnawing.py` read what no game executes;
`telling.py` and `uncounted.py` put it in words.
"""
