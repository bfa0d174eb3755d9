"""Which reading is taken where the texts at hand leave two, and it may matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from simcore.cards.card import Card
from simcore.cards.walking import atoms_of
from simcore.hosting import words_of_lost_x
from simcore.prices.corp.gates import ALL_PASSED
from simcore.prices.corp.price_ice import calls_others
from simcore.prices.rig.made_by_rig import texts_of
from simcore.prices.rig.outwitting import ENDLESS
from simcore.prices.way.attempt import Attempt
from simcore.scenario import Scenario, rezzed_in_root

if TYPE_CHECKING:
    from simcore.prices.bills import Bill

_LENDS, _FOR_POINTS = "copy-sub", "score-ice"
_MOVES_IF_BID = "psi: if installed: move-self other-server"
_ENDS = "chosen: the run ends"


def readings(stated: Scenario, attempt: Attempt, bills: Sequence[Bill]) -> tuple[str, ...]:
    """All of them, for the way past the ice of a server."""
    found = [*_of_hushed(stated, attempt.passing)]
    if attempt.passing:
        found += [*_of_no_ice(attempt), *_of_lent(stated), *_of_chosen_ends(attempt, bills)]
        found += _of_nested_encounters(attempt)
    return tuple(dict.fromkeys(found))


def _of_hushed(stated: Scenario, passing: bool) -> Iterator[str]:
    """Ice that has lost its abilities, one of which says what X is in its subroutines, and in its
    strength where that is X: this matters where they are only broken, too."""
    for place, piece in enumerate(stated.ice):
        card = piece.printed
        if card is None or not (passing or any(each.kind == "str" for each in card.rules.statics)):
            continue
        yield from words_of_lost_x(card, place, stated.runner.rig)


def _of_no_ice(attempt: Attempt) -> Iterator[str]:
    """Cards that act as all ice has been passed, where none is."""
    if not attempt.walls:
        for gate in attempt.gates:
            if gate.when == ALL_PASSED:
                yield f"{gate.title}: where no ice stands, all of it has been passed"


def _of_lent(stated: Scenario) -> Iterator[str]:
    """Subroutines about the piece they are printed on that another card lets resolve."""
    ice = [piece.card for piece in stated.ice if piece.card is not None]
    root = [card for card, _ in rezzed_in_root(stated) if _lets_resolve(card)]
    for card in ice:
        subs = card.rules.sub_texts
        for other in (*root, *(each for each in ice if each.id != card.id and _copies(each))):
            words = f"where {other.title} lets its subroutine resolve"
            if any(_FOR_POINTS in text for text in subs):
                yield f"{card.title}: {words}, {card.title} itself stays"
            if _MOVES_IF_BID in subs and other in root:
                yield f"{card.title}: {words}, the run goes on at another server"


def _of_nested_encounters(attempt: Attempt) -> Iterator[str]:
    """An encounter of which no subroutine can be broken, in the middle of which there is another
    one with a piece of its own."""
    for outer, inner in pairwise(wall.card for wall in attempt.walls):
        locks = any(atom.name == "lock" for sub in outer.rules.subs for atom in atoms_of(sub))
        if locks and calls_others(inner):
            yield (
                f"{outer.title}: nothing can be broken of a piece that {inner.title} has the "
                "Runner meet, either"
            )


def _lets_resolve(card: Card) -> bool:
    """Whether a card of the root may let a subroutine of any ice resolve."""
    texts = (ability.text for ability in card.rules.corp_abilities)
    return any(_LENDS in text for text in texts)


def _copies(ice: Card) -> bool:
    return any(_LENDS in text for text in texts_of(ice))


def _of_chosen_ends(attempt: Attempt, bills: Sequence[Bill]) -> Iterator[str]:
    """An end of the run that the Runner chooses though no subroutine can end it."""
    for slot in attempt.slots:
        for wall in attempt.walls:
            barred = f"{wall.card.title}: {slot.title}: {ENDLESS}"
            ended = f"{wall.card.title}: {_ENDS}"
            for bill in bills:
                if ended in bill["steps"] and any(s.startswith(barred) for s in bill["steps"]):
                    yield (
                        f"{wall.card.title}: the Runner may choose the end of the run that "
                        f"{slot.title} keeps off"
                    )
