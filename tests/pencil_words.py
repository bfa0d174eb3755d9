"""The plain words of `simcore cards` in the codes of `rules/pencil_ice.csv`.

Written beside the table, to compare what simcore says of a card with what people wrote down
who had read the printed card alone. What simcore quotes, because it does not execute it, is
notation; the same effects have the same codes.
"""

from __future__ import annotations

import re

WORDS = [
    (r"net damage: (\d)", r"net \1"),
    (r"\b(damage: \d) that nothing prevents", r"\1 unpreventable"),
    (r"(?:core|brain) damage: (\d)", r"core \1"),
    (r"meat damage: (\d)", r"meat \1"),
    (r"the run ends", "etr"),
    (r"the Runner takes (\d) tags?", r"tag \1"),
    (r"the Runner loses (\d) credits?", r"lose \1c"),
    (r"the Runner loses (\d) clicks?", r"click \1"),
    (r"the Runner gains (\d) credits?", r"rgain \1c"),
    (r"the Corp gains (\d) credits?", r"gain \1c"),
    (r"the Corp draws (\d) cards?", r"draw \1"),
    (r"the Runner draws (\d) cards?", r"rdraw \1"),
    (r"the Corp trashes (\d) rig cards? of its choice", r"trash card \1"),
    (
        r"the Corp trashes (\d) (?:piece of )?(hardware|program|resource) of its choice",
        r"trash \2 \1",
    ),
    (r"the Corp trashes (\d) AI program of its choice", r"trash ai \1"),
    (r"power counters put on this card: (\d)", r"power \1"),
    (r"virus counters put on this card: (\d)", r"virus on self \1"),
    (r"this card is trashed", "self trash"),
    (r"the Runner is offered to jack out", "may jack out"),
    (r"secret bids, when they differ: ", "psi: "),
    (r"trace (\d), on success: ", r"trace \1: "),
    (r"no stealing or trashing until the run is over", "no steal or trash"),
    (r"if the Runner is tagged: ", "if tagged: "),
    (r"unless the Runner chooses to pay (\d) (?:credit|bit)s?: (.+)", r"\2 unless pay \1c"),
    (r"unless the Runner chooses to spend (\d) clicks?: (.+)", r"\2 unless spend click \1"),
    (
        r"unless the Runner chooses to suffer (\d) points of net damage: (.+)",
        r"\2 unless suffer net \1",
    ),
    (r"the Corp picks one: (.+) / (.+)", r"corp picks: \1 or \2"),
    (
        r"if advancement counters on the card are at least 3: (.+); otherwise: (.+)",
        r"\2 (adv 3: \1)",
    ),
    (r"; otherwise: ", " else "),
    (r"each piece of ice met later has (\d) more strength", r"all ice +\1 str"),
    (r"the Corp may \(trash (\d) card from HQ\): ", r"corp may trash hq \1: "),
    (r"the top card of R&D goes to its bottom", "may rd top to bottom 1"),
    (r"at most (\d) are accessed in this run", r"max access \1"),
    (r"each use of an icebreaker to break later ice costs (\d) more", r"break uses cost +\1c"),
    (r"no subroutine of the next ice met can be broken", "next ice unbreakable"),
    (r"(?:the Corp may: )?a card is installed", "may install 1"),
    (r"the top cards of R&D are looked at and left as they are: (\d)", r"arrange rd \1"),
    (r"the grip is revealed", "reveal grip"),
    (r"the Runner trashes from the grip: (\d)", r"rtrash grip \1"),
    (r"cards from the top of the stack are trashed: (\d)", r"mill \1"),
    (r"no further run in this turn", "no more runs this turn"),
    (r"less hand size for the Runner: (\d)", r"hand size -\1"),
    (r"cards of the heap are removed from the game: (\d)", r"exile from heap \1"),
    (r"more clicks for the Corp in its turn: (\d)", r"corp click \1 next turn"),
    (r"agenda points of the side that has more are at least (\d)", r"threat \1"),
    (r"if HQ holds more cards than the grip", "if hq larger than grip"),
    (r"if the Corp has more credits than the Runner's pool", "if corp richer"),
    (r"(\d) per tag of the Runner", r"\1 per tag"),
    (r"the Runner loses credits \((\d) per tag\)", r"lose \1c per tag"),
    (r"the Runner takes tags \((\d) per tag\)", r"tag \1 per tag"),
    (r"trashes (\d) rig card of their choice", r"trashes \1 card of their choice"),
    (r"trashes (\d) piece of hardware of their choice", r"trashes \1 hardware of their choice"),
    (r"the Runner picks one: the Runner pays (\d) credits? / ", r"runner picks: pay \1c or "),
    (r" or the Runner trashes (\d) (\w+) of their choice", r" or trash own \2 \1"),
    (r"the Runner trashes (\d) (\w+) of their choice", r"rtrash \2 \1"),
    (r"(\d) rig card of the Corp's choice to the grip", r"to grip card \1"),
    (r"(\d) program of the Corp's choice to the stack", r"to stack program \1"),
    (
        r"unless the Runner chooses to trash (\d) card of the rig: (.+)",
        r"\2 unless trash own card \1",
    ),
    (
        r"unless the Runner chooses to trash (\d) piece of hardware: (.+)",
        r"\2 unless trash own hardware \1",
    ),
    (r"unless the Runner chooses to trash (\d) (\w+): (.+)", r"\3 unless trash own \2 \1"),
    (
        r"unless the Runner chooses to suffer (\d) point of core damage: (.+)",
        r"\2 unless suffer core \1",
    ),
    (r"the Corp trashes (\d) (console|icebreaker) of its choice", r"trash \2 \1"),
    (r"the Corp trashes (\d) virus program of its choice", r"trash virus \1"),
    (r"the Corp trashes every virtual resource of its choice", "trash virtual resource all"),
    (
        r"the Corp trashes (\d) program that is no decoder, fracter or killer of its choice",
        r"trash unusual program \1",
    ),
    (
        r"the Corp trashes (\d) resource or piece of hardware of its choice",
        r"trash resource or hardware \1",
    ),
    (r"\((.*)\); then ", r"\1 + "),
    (r"; then ", " + "),
    # quoted notation
    (r"^(.*)\bbounce any (\d) grip", r"\1to grip card \2"),
    (r"\bcgain (\d)\b", r"gain \1c"),
    (r"\brlose (\d)\b", r"lose \1c"),
    (r"\brclick (\d)", r"click \1"),
    (r"\bcdraw (\d)", r"draw \1"),
    (r"\btrash any (\d) by-runner", r"rtrash card \1"),
    (r"\btrash prog (\d) by-runner", r"rtrash program \1"),
    (r"\btrash hw (\d) by-runner", r"rtrash hardware \1"),
    (r"\btrash prog-not-standard (\d)", r"trash unusual program \1"),
    (r"\btrash prog (\d)", r"trash program \1"),
    (r"\btrash res (\d)", r"trash resource \1"),
    (r"\btrash hw (\d)", r"trash hardware \1"),
    (r"\bself-trash\b", "self trash"),
    (r"\bbounce prog (\d) stack-top", r"to stack program \1"),
    (r"\bbounce prog (\d) stack-bottom", r"to stack bottom program \1"),
    (r"\brd-arrange (\d)", r"arrange rd \1"),
    (r"\bheap-rfg card (\d)", r"exile from heap \1"),
    (r"\bcore (\d) unless trash (\w+)", r"core \1 unless trash own \2"),
    (r"\betr unless trash (\w+)", r"etr unless trash own \1"),
    (r"\betr unless core", "etr unless suffer core"),
    (r"^runner: pay (\d) \| trash any 1$", r"runner picks: pay \1c or trash own card 1"),
    (r"\badv (\d) ice-here-advanceable", r"advance ice here \1"),
    (r"advancement counters on a card of the Corp's choice: (\d)", r"advance card \1"),
    (r"\bif threat>=(\d)", r"if threat \1"),
    (r"\bif tags>=(\d)", r"if tags \1"),
    (r"\bif click-broke\b", "if clicked"),
    (r"\bif is:", "if "),
    (r"[{}]", ""),
    (r"\*rezzed-outside\b", " per rezzed ice outside"),
    (r"\*tags", " per tag"),
    (r"\*rezzed:harmonic", " per harmonic"),
    (r"\breveal-grip$", "reveal grip"),
    (r"\bno-more-runs\b", "no more runs this turn"),
    (r"\bcopy-sub ([a-z ]+)", r"resolve sub 1 of \1"),
    (r"; ", " + "),
    (r" \+ if points of strength of the last trace are at least (\d):", r" ; kicker \1:"),
]


def coded(words: str) -> str:
    """One subroutine in the table's codes, as far as they go."""
    quoted = re.fullmatch(r"'(.*)', not executed", words)
    text = quoted[1] if quoted else words
    for said, code in WORDS:
        text = re.sub(said, code, text)
    return text


def numbers(text: str) -> list[str]:
    """The numbers of some words, but ones, which words leave out or add."""
    return sorted(each for each in re.findall(r"\d+", text) if each != "1")


def many(count: str, word: str) -> str:
    return f"{count} {word}" if count == "1" else f"{count} {word}s"


def paid(how: str, count: str, coin: str) -> str:
    """A cost of a breaker's ability as simcore words it."""
    counter = {
        "virus": "virus counter",
        "power": "power counter",
        "power or trash": "power counter",
    }
    if how in counter:
        used = f"use {many(count, counter[how])} of this card"
        return f"trash this card or {used}" if how == "power or trash" else used
    if how == "trash":
        return "trash this card"
    if how == "grip":
        return f"trash {many(count, 'card')} from the grip"
    return f"pay {many(count, coin)}"


def ability_lines(row: dict[str, str], coin: str) -> list[str]:
    """What simcore should say of the break and the boost of one line of the breakers."""
    lines = []
    stealth = {
        "stealth": ", paid with stealth credits",
        "stealth 1": ", at least 1 stealth credit of it",
    }
    if row["break_cost"]:
        on = {
            "any": "any ice",
            "chosen": "the chosen type",
            "traces": "any ice, only such as trace",
        }
        subs = f"up to {many(row['subs'], 'subroutine')}"
        if row["subs"] == "all":
            subs = "as many subroutines as wanted"
        cost = paid(row["break_pay"], row["break_cost"], coin)
        tail = stealth.get(row["break_pay"], "")
        lines.append(f"{cost}: break {subs} on {on.get(row['breaks'], row['breaks'])}{tail}")
    if row["boost_cost"]:
        cost = paid(row["boost_pay"], row["boost_cost"], coin)
        tail = stealth.get(row["boost_pay"], "")
        lines.append(f"{cost}: strength +{row['boost']} for the {row['lasts']}{tail}")
    return lines
