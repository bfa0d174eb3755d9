"""What cards of one's own may say: `simcore cards --notation`, from the words the parser knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import fill

from simcore.cards.card_in_words import QUALIFIERS
from simcore.cards.english import meaning_of
from simcore.cards.vocabulary import (
    ATOMS,
    CONDITIONS,
    EVENTS,
    FLAGS,
    PRICES,
    REGISTERS,
    RIG_KINDS,
    STATICS,
    STATICS_WRITTEN,
)
from simcore.reading.own_cards import KEYS
from simcore.table import WIDTH, wrap

OWN_ICE = """\
[[card]]
name = "Toll Gate"
type = "ice"
subtypes = ["code gate"]
strength = 4
rez = 5
on = ["encounter: etr unless pay 2"]
subs = ["trace 3: tag 1", "if tagged: net 2", "runner: pay 1 | core 1", "etr"]
static = ["str +1*adv"]
"""
OWN_BREAKER = """\
[[card]]
name = "Long Lever"
type = "program"
subtypes = ["icebreaker", "decoder"]
cost = 3
memory = 1
strength = 2
break = ["1c: 1 code gate", "vc 1: 2 code gate"]
pump = ["2c: +3"]
"""
ABILITIES = {
    "break 1c: 2 barrier": "up to two subroutines of a barrier; any: of all ice",
    "break pc 1: 2 any [no-interface]": "whatever the strength of the ice is; a card without "
    "strength of its own needs that",
    "break vc 1: 1 any @host": "for a virus counter, on the ice that hosts it",
    "pump 1c: +1": "strength for the encounter; +1 run: for the run",
    "paid vc 1: ice-str -1": "the ice met is weaker; [interface]: at its strength",
    "rbreak click 1: 1": "of ice: what the Runner may break it with",
    "recurring 2 breakers": "credits on it for icebreakers; 2: for anything",
}
BEFORE_A_COLON = ("1c", "click 1", "vc 1", "pc 1", "grip 1", "trash")
_AS_SUBROUTINE = {"ice-str": "ice met later, or the next one met, has N more strength"}
"""Words that mean something else where the Runner uses them."""
_COLUMN = 24
"""Where the meaning of a word begins."""


def own_cards_text() -> str:
    """Two examples, the keys of each type of card, and the words of clauses."""
    return "\n".join(
        [
            "A scenario file may hold cards of your own, under titles it then uses:",
            "",
            *(f"  {line}".rstrip() for line in f"{OWN_ICE}\n{OWN_BREAKER}".split("\n")),
            "keys, beside name, type and subtypes:",
            *(_entry(kind, ", ".join(keys)) for kind, keys in KEYS.items()),
            "",
            "effects; N is a number, or N*REGISTER (net 1*tags); A; B does both,",
            "A | B lets somebody choose: corp: A | B, runner: A | B; corp-may: A;",
            "A unless PRICE; if CONDITION: A else B; trace N: A else B; psi: A else B;",
            "roll 1-3: A else B:",
            *(_entry(_written(name), _AS_SUBROUTINE.get(name, meaning_of(name))) for name in ATOMS),
            "",
            'events of on = ["EVENT: EFFECT"], and of effects = [...] beside ice:',
            *_entries(EVENTS),
            "",
            "behind an event in brackets, as in run[hq], access[installed,!archives]:",
            *_entries(QUALIFIERS),
            "",
            "conditions (those with a number: tags>=2; grip<=3; server=hq; !tagged):",
            *_entries({_asked(name): text for name, text in CONDITIONS.items()}),
            "",
            "registers:",
            *_entries(REGISTERS),
            "",
            "standing properties of static = [...]; [if CONDITION] may follow:",
            *_entries({STATICS_WRITTEN.get(name, name): text for name, text in STATICS.items()}),
            "",
            "abilities of the Runner's cards, a price before the colon:",
            *_entries(ABILITIES),
            "",
            "prices before the colon of break and pump; of several + between them:",
            wrap(f"  {', '.join(BEFORE_A_COLON)}"),
            "prices behind unless and corp-may:",
            wrap(f"  {', '.join(PRICES)}"),
            "KIND of cards of the rig:",
            wrap(f"  {', '.join(RIG_KINDS)}"),
        ]
    )


def _written(name: str) -> str:
    """An effect with what may follow it."""
    words = [word for word in ATOMS[name] if word]
    kinds = "KIND" if len(words) > 3 else "|".join(words)
    number = " N" if re.search(r"\bN\b", meaning_of(name)) else ""
    if not kinds:
        return name + number
    return f"{name} [{kinds}]{number}" if "" in ATOMS[name] else f"{name} {kinds}{number}"


def _asked(name: str) -> str:
    return name if name in FLAGS else f"{name} …"


def _entries(words: Mapping[str, str]) -> Iterator[str]:
    for name, text in words.items():
        yield _entry(name, text)


def _entry(name: str, text: str) -> str:
    under = " " * (_COLUMN + 2)
    return fill(f"  {name:{_COLUMN}} {text}", WIDTH, subsequent_indent=under + " ")
