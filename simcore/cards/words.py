"""Words of the 1996 game for those of today, wherever its cards are shown to people."""

from __future__ import annotations

import re

WORDS_OF_1996 = {
    "barrier": "wall",
    "asset": "node",
    "event": "prep",
    "core damage": "brain damage",
    "credit": "bit",
    "credits": "bits",
    "click": "action",
    "clicks": "actions",
    "server": "data fort",
    "servers": "data forts",
    "grip": "hand",
}
"""What a word of today was called; other words of a run were the same."""

_QUOTED = re.compile(r"('[^']*')")
_WORD = re.compile(rf"\b({'|'.join(sorted(WORDS_OF_1996, key=len, reverse=True))})\b")


def old_words(text: str) -> str:
    """`text` in the words of 1996; notation in quotation marks stays as it is.

    >>> old_words("pay 2 credits: break up to 1 subroutine on barrier")
    'pay 2 bits: break up to 1 subroutine on wall'
    """
    parts = _QUOTED.split(text)
    parts[::2] = [
        _WORD.sub(lambda match: WORDS_OF_1996[match.group()], part) for part in parts[::2]
    ]
    return "".join(parts)


def in_words_of(pool: str, text: str) -> str:
    """`text` as the players of a pool would say it."""
    return old_words(text) if pool == "1996" else text
