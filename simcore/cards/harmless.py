"""Clauses that are not executed and, whatever comes of them, neither stop a run nor change
what it meets: they move cards of decks, pay the Corp, or matter between turns."""

from __future__ import annotations

import re

_GUARD = re.compile(
    r"^(trace [\dX]+|psi|runner|corp|corp-may( pay [\d.*N]+)?|runner-may|"
    r"if [^:]+|encounter|pass|end|(?:sub|printed)-broken|full-break|[a-z-]+\[1/turn\])\s*:\s*"
)
_WORDS = frozenset(
    # the Corp's decks and credits
    "rd-arrange rd-shuffle rd-bottom hq-to-rd-top hq-to-rd-shuffle archives-to-hq tutor "
    "card-to-rd-shuffle agendas-to-rd cgain cdraw corp-click install swap-cards self-to-hq "
    # the Runner's stack, heap and turns
    "mill stack-bottom stack-look reveal-stack reveal-grip heap-rfg handsize no-draw "
    "no-more-runs no-install "
    # accesses, and the piece itself once it has done its work
    "access no-breach no-steal-trash self-trash swap-self nothing".split()
)


def is_harmless(text: str) -> bool:
    """Whether a clause is made of such effects alone.

    >>> is_harmless("cdraw 1; hq-to-rd-top 1")
    True
    >>> is_harmless("trace 4: {tutor 1; net 1}")
    False
    """
    text = text.removesuffix(" unless corp pay 1")
    if "unless" in text or "else" in text:
        return False
    for part in re.split(r"[;|]", text.replace("{", "").replace("}", "")):
        bare, before = part.strip(), ""
        while bare != before:
            before, bare = bare, _GUARD.sub("", bare).strip()
        if bare.split(" ")[0] not in _WORDS:
            return False
    return True
