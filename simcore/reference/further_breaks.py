"""Abilities to break that no game executes yet, as far as their prices can be judged.

They are read from the texts that a card lists as not executed: uses of a size of one's
choice, uses that strengthen the card before they break, uses that are limited.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from simcore.cards.abilities import parse_break
from simcore.cards.syntax import ANY_NUMBER, Break
from simcore.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.cards.card import Card

_STRENGTHENS = re.compile(r"(\d+|X)c: \+(\d+|X); if can-interface: break (\d+|X) ([a-z ]+)")
_ANY = str(ANY_NUMBER)


@dataclass(frozen=True, slots=True)
class Further:
    """An ability and what is said of it beyond `Break`.

    `sized`: price, gain and count are those of one, the use is for as many as one likes.
    `gain`: strength for the encounter, before it breaks anything. `all_but`: so many
    subroutines of the ice are always left. `limit`: uses in an encounter, 0 for no limit;
    `once_a_run`: there is none in the rest of the run.
    """

    ability: Break
    sized: bool = False
    gain: int = 0
    all_but: int = 0
    limit: int = 0
    once_a_run: bool = False


def further_breaks(card: Card) -> Iterator[Further]:
    """The abilities of a card that can be read here."""
    for item in card.rules.unexecuted:
        if item.key == "paid" and (found := _STRENGTHENS.fullmatch(item.text)):
            cost, gain, count, kind = (word.replace("X", "1") for word in found.groups())
            ability = parse_break(f"{cost}c: {count} {kind}")
            yield Further(ability, sized=found[1] == "X", gain=int(gain))
        elif item.key == "break" and (ability_text := _plain(item.text)):
            once_a_run = "[1/run]" in item.text or "[1/turn]" in item.text
            yield Further(
                parse_break(ability_text),
                sized="Xc" in item.text,
                all_but="all-but-1" in item.text,
                limit=int(once_a_run or "[1/encounter]" in item.text),
                once_a_run=once_a_run,
            )


def _plain(text: str) -> str:
    """The clause without what `Further` says of it; empty if that cannot be read."""
    for words in ("[1/encounter]", "[1/run]", "[1/turn]", "[then draw 1 each]"):
        text = text.replace(words, "")
    text = text.replace("Xc", "1c").replace(": X ", ": 1 ")
    text = re.sub(r": all(-but-1)? ", f": {_ANY} ", text).strip()
    try:
        parse_break(text)
    except NotationError:
        return ""
    return text


def works_here(card: Card, server: str, outermost: bool, innermost: bool, trojan: bool) -> bool:
    """Whether a card may be used on a piece of ice at this place. `trojan`: the piece hosts
    one."""
    texts = {item.text for item in card.rules.unexecuted if item.key == "static"}
    return not (
        ("centrals only" in texts and server == "remote")
        or ("only outermost" in texts and not outermost)
        or ("only innermost" in texts and not innermost)
        or ("only ice hosting trojan" in texts and not trojan)
    )


def grows_by_subs(card: Card, subtypes: frozenset[str]) -> bool:
    """Whether a card has one strength more for each subroutine of ice of these subtypes."""
    return any(
        item.key == "on" and item.text == f"encounter {kind}: str +1*subs encounter"
        for item in card.rules.unexecuted
        for kind in subtypes
    )


def breaks_one_piece_a_run(card: Card) -> bool:
    return any(item.text == "one ice per run" for item in card.rules.unexecuted)
