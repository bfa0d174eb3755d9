"""Versions that name work: results may be merged only when all of these agree.

`RULES_VERSION` rises when a game with the same seed may end differently;
`STREAM_VERSION` rises when the addresses or words of `sites.py` change.
"""

from __future__ import annotations

__version__ = "0.1.0"
RULES_VERSION = 10
STREAM_VERSION = 1
