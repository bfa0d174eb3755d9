"""Games dealt by the million: `sampler.py` is what is called, `dealing.py` decides whether the
kernel plays them (`chunks.py`) or a graph of all chance events is walked (`simcore.unfold`);
`replay.py` opens one game up.
"""
